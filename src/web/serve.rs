//! The server: binds a port, accepts connections within limits, and stops on a signal.

use super::address::QUERY_LIMITS;
use super::app::App;
use super::archive::{Archive, NewPatterns};
use super::commands::{Commands, RemedyWording};
use super::hosts::Hosts;
use super::origins::Origins;
use super::peer::Peer;
use super::request_log::{LineWriter, LoggedRequest, RequestLog};
use super::routes;
use super::token::{Access, AccessToken};
use super::userdata::UserdataAccess;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::user_marks::{ExpansionLimits, MarkSource};
use kifu_engine::{Indexes, Result};
use kifu_store::userdata::book::BookSource;
use kifu_store::userdata::file::UserDataFile;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Host to which the server binds its port if none is given.
pub const DEFAULT_HOST: &str = "127.0.0.1";
/// Port that the server binds if none is given. If it is in use, the following ports are tried.
const DEFAULT_PORT: u16 = 8361;
/// Number of ports after the default one that are tried.
const MORE_PORTS: u16 = 40;
/// Largest number of open connections; further clients wait until one of them ends. The limit layer of tower is not
/// used: it would count requests, but each connection uses a file descriptor of the process as soon as it is open.
const MAX_CONNECTIONS: usize = 64;
/// Time within which a client has to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Largest head of a request in bytes: the address together with all headers.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// Time within which a client has to read some of its answer. Without it, a few clients that read nothing could use up
/// all connections.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// Time to finish that running answers get after the server was told to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of a server: which index to serve, and at which address.
pub struct ServeSettings {
    pub indexes: Indexes,
    /// Files and folders to build the first index from, if there is no index.
    pub paths: Vec<PathBuf>,
    /// Patterns of files for the builds of this server.
    pub patterns: NewPatterns,
    /// True if changes of the archive are indexed while the server runs.
    pub watch: bool,
    /// Host to bind instead of the default one.
    pub host: Option<String>,
    /// Port to bind. Without it, the server takes the first free port from the default one on.
    pub port: Option<u16>,
    /// Names under which the server answers, besides those of this machine.
    pub host_names: Vec<String>,
    /// Foreign sites whose scripts may read the programming interface.
    pub origins: Vec<String>,
    /// Bytes of memory for reading games, which all requests share.
    pub memory: u64,
    /// Which requests need an access token.
    pub access: Access,
    /// File of the user's tags, stars, notes and practice. If other machines can reach the server, the data in it is
    /// neither shown nor changed, unless `shares_userdata` is set.
    pub userdata: Option<Arc<UserDataFile>>,
    /// True if other machines may see and change the user's data.
    pub shares_userdata: bool,
    /// Function that writes what to do next after an error.
    pub remedy_wording: RemedyWording,
    /// Commands that pages tell people to run.
    pub commands: Commands,
    /// Function that gets a line of text about each request.
    pub log: Option<LineWriter>,
}

/// A running server.
pub struct Served {
    /// Address of the first page on this machine, with the token if there is one.
    pub address: String,
    /// True if requests must bring a token.
    pub has_token: bool,
    /// True if other machines may reach the server.
    pub is_reachable: bool,
}

/// Serves until a signal stops the process. Calls `ready` as soon as the first page can be requested.
pub fn serve(settings: ServeSettings, ready: impl FnOnce(&Served) -> Result<()>) -> Result<()> {
    let origins = Origins::new(settings.origins)?;
    let (paths, memory) = (settings.paths, settings.memory);
    // If the user allows a host name, the server assumes that a proxy stands in front of it, which other machines may
    // reach.
    let host = settings.host.as_deref().unwrap_or(DEFAULT_HOST);
    let is_local_only = resolve(host)?.is_loopback() && settings.host_names.is_empty();
    let userdata = settings.userdata.filter(|_| is_local_only || settings.shares_userdata);
    let indexes = Indexes {
        marks: userdata.clone().map(|userdata| userdata as Arc<dyn MarkSource>),
        book: userdata.clone().map(|userdata| userdata as Arc<dyn BookSource>),
        // A saved query may expand to no more clauses than a query that is typed may have.
        expansion: ExpansionLimits { clauses: QUERY_LIMITS.clauses },
        ..settings.indexes
    };
    let distinguishes_users = is_local_only
        && settings.host.is_none()
        && matches!(settings.access, Access::TokenIfReachable);
    let archive = Archive::new(indexes, settings.commands, paths, settings.patterns, memory)?;
    if let Some(userdata) = userdata {
        archive.set_userdata(UserdataAccess::new(userdata, is_local_only)?);
    }
    if settings.watch {
        archive.watch_roots()?;
    }
    let listener = bind(host, settings.port)?;
    let fail = |error| Error::io("cannot serve", error);
    let address = listener.local_addr().map_err(fail)?;
    let token = AccessToken::new(&settings.access, (address.ip(), address.port()))?;
    let page_address = page_address(address);
    let server_info = Served {
        address: token
            .as_ref()
            .map_or_else(|| page_address.clone(), |token| token.address(&page_address)),
        has_token: token.is_some(),
        is_reachable: !address.ip().is_loopback(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let app = Arc::new(App {
        archive,
        hosts: Hosts::new(address.ip(), address.port(), settings.host_names),
        origins,
        token,
        // One search per processor core may run at once. Answers without a search need so little time that the system
        // schedules them ahead of searches.
        search_permits: Arc::new(Semaphore::new(cores.max(2))),
        export_permits: Arc::new(Semaphore::new(1)),
        remedy_wording: settings.remedy_wording,
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_io()
        .enable_time()
        .build()
        .map_err(fail)?;
    let (log, log_end) = settings.log.map(RequestLog::new).unzip();
    let served = runtime.block_on(async {
        listener.set_nonblocking(true).map_err(fail)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(fail)?;
        // From here on, a signal stops the server in an orderly way instead of ending the process at once.
        let end = shutdown_signal().map_err(fail)?;
        let routes = routes::router(app);
        tokio::spawn(warm_up(routes.clone(), page_address));
        ready(&server_info)?;
        let service = ConnectionService { routes, distinguishes_users, log: log.map(Arc::new) };
        accept_connections(listener, service, end).await;
        Ok(())
    });
    // Work of a cancelled answer may still be running on a blocking thread, so the server waits a moment for it.
    runtime.shutdown_timeout(Duration::from_secs(1));
    if let Some(end) = log_end {
        end.wait();
    }
    served
}

/// Address of the first page on this machine.
fn page_address(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://127.0.0.1:{}/", address.port()),
        _ => format!("http://{address}/"),
    }
}

fn bind(host: &str, port: Option<u16>) -> Result<TcpListener> {
    let ip = resolve(host)?;
    let first = port.unwrap_or(DEFAULT_PORT);
    let last = if port.is_some() { first } else { first + MORE_PORTS };
    for port in first..=last {
        match TcpListener::bind((ip, port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port < last => {}
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                let message = format!("port {port} is in use");
                let help = "name another port, or none: then one that is free is taken";
                return Err(Error::new(ErrorKind::Io, message).with_help(help).into());
            }
            Err(error) => {
                return Err(Error::io(format!("cannot serve at {ip}:{port}"), error).into());
            }
            Ok(listener) => return Ok(listener),
        }
    }
    Err(Error::new(ErrorKind::Io, "no port is free").into())
}

fn resolve(host: &str) -> Result<IpAddr> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let fail = |error| Error::io(format!("`{host}` is no address of this machine"), error);
    let mut found = (bare, 0).to_socket_addrs().map_err(fail)?;
    let first = found.next();
    let address = (found.find(SocketAddr::is_ipv4))
        .filter(|_| host == "localhost")
        .or(first)
        .map(|address| address.ip());
    Ok(address.ok_or_else(|| Error::new(ErrorKind::Io, format!("`{host}` has no address")))?)
}

/// Returns a future that completes when a signal stops the process.
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Requests the first page as a browser would, so that the data that it needs is in memory before somebody waits for
/// it.
async fn warm_up(routes: Router, page: String) {
    let host = page.trim_start_matches("http://").trim_end_matches('/');
    let request = Request::get("/").header(header::HOST, host);
    let Ok(request) = request.body(Body::empty()) else {
        return;
    };
    let Ok(response) = TowerToHyperService::new(routes).call(request).await;
    let _ = to_bytes(response.into_body(), usize::MAX).await;
}

/// What is needed to answer the requests of a connection.
struct ConnectionService {
    routes: Router,
    /// True if requests get the addresses of both ends of their connection, so that other users of this machine can be
    /// refused. False if the user chose a host, a name or a token: in this case a proxy, which runs as another user,
    /// may stand in front of the server and decide whom it lets in.
    distinguishes_users: bool,
    log: Option<Arc<RequestLog>>,
}

/// Accepts connections until `end` completes, then waits for the answers that are still running.
async fn accept_connections(
    listener: tokio::net::TcpListener,
    shared: ConnectionService,
    end: impl Future<Output = ()>,
) {
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let next = async {
            let place = free.clone().acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = &mut end => break,
        };
        let Ok((stream, from)) = accepted else {
            // The process has probably too many open files. Trying again makes sense only after other connections have
            // ended.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let server_end = stream.local_addr().ok().filter(|_| shared.distinguishes_users);
        let peer = server_end.map(|own| Arc::new(Peer::new(own, from)));
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let routes = TowerToHyperService::new(shared.routes.clone());
        let log = shared.log.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            if let Some(peer) = &peer {
                request.extensions_mut().insert(peer.clone());
            }
            let log = log
                .clone()
                .map(|log| (LoggedRequest::new(from.ip(), request.method(), request.uri()), log));
            let answer = routes.call(request);
            async move {
                let answer = answer.await;
                if let (Some((request, log)), Ok(response)) = (log, &answer) {
                    request.log(&log, response.status());
                }
                answer
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // An error on a connection concerns only the client at its other end.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}
