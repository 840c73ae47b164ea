//! Finds out which user of this machine is at the other end of a local connection.
//!
//! Linux lists all TCP sockets with their owners in `/proc/net/tcp` and, for IPv6, in `/proc/net/tcp6` (see proc(5)).
//! On other systems the owner is unknown, so every local client counts as the user; there, only the option `--token`
//! keeps other users out.

use std::net::{IpAddr, SocketAddr};
use std::sync::OnceLock;

/// Tables of sockets that Linux provides.
const TABLES: [&str; 2] = ["/proc/net/tcp", "/proc/net/tcp6"];

/// The addresses of both ends of a connection. The owner of the client's end is looked up at most once.
#[derive(Debug)]
pub(crate) struct Peer {
    server_end: SocketAddr,
    client_end: SocketAddr,
    is_foreign: OnceLock<bool>,
}

impl Peer {
    /// Both ends of a connection: the address of this process's socket, and that of the client's.
    pub(crate) fn new(server_end: SocketAddr, client_end: SocketAddr) -> Peer {
        Peer { server_end, client_end, is_foreign: OnceLock::new() }
    }

    /// True if the client belongs to another user of this machine. Reads a table of all sockets of the machine, so it
    /// must run on a blocking thread.
    pub(crate) fn is_of_other_user(&self) -> bool {
        *self.is_foreign.get_or_init(|| {
            let tables = TABLES.map(|table| std::fs::read_to_string(table).unwrap_or_default());
            is_of_other_user(&tables, self.server_end, self.client_end)
        })
    }
}

/// Compares the owners of both ends of a connection. If the server's end is not listed, nothing is known and the client
/// is not refused. If the client's end is missing or has no owner any more (inode 0), the client closed its socket
/// right after it sent its request. It is then refused, so that a foreign client cannot hide by closing.
fn is_of_other_user(tables: &[String], server_end: SocketAddr, client_end: SocketAddr) -> bool {
    let sockets = || tables.iter().flat_map(|table| table.lines().filter_map(Socket::read));
    let find =
        |local, remote| sockets().find(|socket| socket.local == local && socket.remote == remote);
    let (server_end, client_end) = (unmapped(server_end), unmapped(client_end));
    match (find(server_end, client_end), find(client_end, server_end)) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(server_socket), Some(client_socket)) => {
            client_socket.inode == 0 || server_socket.user != client_socket.user
        }
    }
}

/// One TCP socket of the system, read from a line of `/proc/net/tcp`.
struct Socket {
    local: (IpAddr, u16),
    remote: (IpAddr, u16),
    user: u32,
    /// Inode of the open socket; 0 if no process holds it any more.
    inode: u64,
}

impl Socket {
    /// Parses a line of the table: number, local and remote address, state, queues, timer, retransmissions, user,
    /// timeout, inode.
    fn read(line: &str) -> Option<Socket> {
        let mut words = line.split_ascii_whitespace().skip(1);
        let (local, remote) = (address(words.next()?)?, address(words.next()?)?);
        let user = words.nth(4)?.parse().ok()?;
        let inode = words.nth(1)?.parse().ok()?;
        Some(Socket { local, remote, user, inode })
    }
}

/// Parses an address such as `0100007F:20A9`: words of 32 bits in the machine's byte order, and a port.
fn address(text: &str) -> Option<(IpAddr, u16)> {
    let (digits, port) = text.split_once(':')?;
    let word = |at: usize| u32::from_str_radix(digits.get(8 * at..8 * at + 8)?, 16).ok();
    let bytes = |at: usize| word(at).map(u32::to_ne_bytes);
    let ip: IpAddr = match digits.len() {
        8 => bytes(0)?.into(),
        32 => {
            let mut all = [0; 16];
            for (at, place) in all.chunks_exact_mut(4).enumerate() {
                place.copy_from_slice(&bytes(at)?);
            }
            all.into()
        }
        _ => return None,
    };
    Some((ip.to_canonical(), u16::from_str_radix(port, 16).ok()?))
}

/// Converts an IPv4 address that an IPv6 socket shows as `::ffff:127.0.0.1` back to IPv4.
fn unmapped(address: SocketAddr) -> (IpAddr, u16) {
    (address.ip().to_canonical(), address.port())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const HEAD: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    /// Makes a line of the table as Linux 6.1 prints it on a little-endian machine.
    fn line(local: &str, remote: &str, user: u32, inode: u64) -> String {
        format!(
            "   0: {local} {remote} 01 00000000:00000000 00:00000000 00000000  {user}        0 {inode} 1 0000000000000000 20 4 30 10 -1\n"
        )
    }

    fn ends(own: &str, other: &str) -> (SocketAddr, SocketAddr) {
        (own.parse().unwrap(), other.parse().unwrap())
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn owners_are_compared() {
        let (own, other) = ends("127.0.0.1:8361", "127.0.0.1:40000");
        let (here, there) = ("0100007F:20A9", "0100007F:9C40");
        let served = line(here, there, 1000, 17);
        for (client, is_foreign) in [
            (line(there, here, 1000, 18), false),
            (line(there, here, 0, 18), true),
            (line(there, here, 1001, 18), true),
            // If the client has closed its socket, nobody owns it, which Linux prints as user 0. Such a client counts
            // as another user.
            (line(there, here, 1000, 0), true),
            (String::new(), true),
        ] {
            let table = format!("{HEAD}{client}{served}");
            assert_eq!(is_of_other_user(&[table], own, other), is_foreign, "{client}");
        }
        // Without a readable table, or if the server's end is not in it, the client counts as the user.
        assert!(!is_of_other_user(&[], own, other));
        let client = line(there, here, 1001, 18);
        assert!(!is_of_other_user(&[format!("{HEAD}{client}")], own, other));
    }

    /// A client with an IPv6 socket may be connected to an IPv4 server, so both tables must be searched.
    #[test]
    #[cfg(target_endian = "little")]
    fn both_tables_are_searched() {
        let (own, other) = ends("127.0.0.1:8361", "127.0.0.1:40000");
        let served = line("0100007F:20A9", "0100007F:9C40", 7, 17);
        let mapped = |port: &str| format!("0000000000000000FFFF00000100007F:{port}");
        let client = line(&mapped("9C40"), &mapped("20A9"), 8, 18);
        assert!(is_of_other_user(&[served, client], own, other));
        let (own, other) = ends("[::1]:8361", "[::1]:40000");
        let one = |port: &str| format!("00000000000000000000000001000000:{port}");
        let (served, client) =
            (line(&one("20A9"), &one("9C40"), 7, 1), line(&one("9C40"), &one("20A9"), 8, 2));
        assert!(is_of_other_user(&[format!("{served}{client}")], own, other));
    }

    /// The system's own tables must list both ends of a connection within this process under one user.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_connection_of_this_process_is_of_no_other_user() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (served, from) = listener.accept().unwrap();
        assert!(!Peer::new(served.local_addr().unwrap(), from).is_of_other_user());
        drop(client);
        assert!(Peer::new(served.local_addr().unwrap(), from).is_of_other_user());
    }
}
