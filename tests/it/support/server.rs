//! Runs `kifu-index serve`, and reads its answers over real connections.

use super::{Place, program, samples};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Percent-encodes every byte, independently of the program's own encoder.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Time after which the server has certainly checked its index for changes. It does so at most once a second, and only
/// when a request comes.
pub const REFRESH_WAIT: Duration = Duration::from_millis(1_200);

/// A running server, which is ended when the test drops this value.
pub struct Server {
    child: Child,
    pub port: u16,
    /// Address that the server printed.
    pub address: String,
}

impl Server {
    /// Starts a server for an index at a free port.
    pub fn start(index: &Path, arguments: &[&str]) -> Server {
        Server::run(program(index), arguments)
    }

    /// Starts a server with another settings folder.
    pub fn with_settings(index: &Path, settings: &Path, arguments: &[&str]) -> Server {
        let mut command = program(index);
        command.env("XDG_CONFIG_HOME", settings);
        Server::run(command, arguments)
    }

    fn run(mut command: Command, arguments: &[&str]) -> Server {
        command.args(["serve", "--port", "0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut error = String::new();
            child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
            panic!("the server did not start: {error}");
        }
        let address = line.trim().to_owned();
        let (_, rest) = address.rsplit_once(':').unwrap();
        let port = rest.split('/').next().unwrap();
        Server {
            port: port.parse().unwrap_or_else(|_| panic!("no address: {line}")),
            child,
            address,
        }
    }

    pub fn samples(arguments: &[&str]) -> Server {
        Server::start(samples(), arguments)
    }

    /// Starts a server for games with more different first moves than a table shows at once.
    pub fn of_many_beginnings() -> (Place, Server) {
        let place = Place::new();
        for (x, y) in ('a'..='f').flat_map(|x| ('a'..=x).map(move |y| (x, y))) {
            place.write(&format!("{x}{y}.sgf"), format!("(;DT[2001]PB[{x}{y}];B[{x}{y}])"));
        }
        place.build();
        let server = Server::start(&place.folder(), &[]);
        (place, server)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // A server that hangs must fail the test instead of blocking it.
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a text and reads the complete answer.
    pub fn send(&self, text: &str) -> Answer {
        let mut stream = self.connect();
        // The error is ignored, because the server may refuse the request before it has read all of it.
        let _ = stream.write_all(text.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&bytes)
    }

    /// Sends a request with additional headers.
    pub fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Answer {
        let mut text = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
        self.send(&(text + "\r\n"))
    }

    /// Sends a POST request with additional headers.
    pub fn post(&self, target: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut text = format!(
            "POST {target} HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n",
            self.port,
            body.len()
        );
        headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
        self.send(&format!("{text}\r\n{body}"))
    }

    pub fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[])
    }

    /// Requests an answer in chunked encoding, and returns it with its body.
    pub fn download(&self, target: &str) -> (Answer, Vec<u8>) {
        let mut stream = self.connect();
        let text = format!(
            "GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let answer = Answer::read(&bytes[..at + 4]);
        let chunked = answer.header("transfer-encoding") == Some("chunked");
        let body = &bytes[at + 4..];
        let body =
            if chunked { joined(body).expect("the answer was cut off") } else { body.to_vec() };
        (answer, body)
    }

    /// JSON at an address, which must exist.
    pub fn json(&self, target: &str) -> Value {
        let answer = self.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        serde_json::from_str(&answer.body).unwrap()
    }

    /// HTML of an address, which must exist.
    pub fn page(&self, target: &str) -> String {
        let answer = self.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        answer.body
    }

    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let done = std::process::Command::new("kill").args([name, &id]).status().unwrap();
        assert!(done.success());
    }

    /// Ends the server, and returns what it wrote to standard error.
    #[cfg(unix)]
    pub fn stop(mut self) -> String {
        self.signal("-INT");
        self.wait();
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// Waits for the server's end and returns the exit code.
    pub fn wait(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

/// Body without chunked encoding; `None` if its end is missing.
pub fn joined(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).ok()?, 16).ok()?;
        body = &body[end + 2..];
        if length == 0 {
            return Some(whole);
        }
        whole.extend(body.get(..length)?);
        body = body.get(length + 2..)?;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status, headers and body of an answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_ascii_lowercase(), value.to_owned()))
        };
        Answer {
            status: status.and_then(|text| text.parse().ok()).unwrap_or(0),
            headers: lines.filter_map(header).collect(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Error code in the JSON of an answer.
    pub fn code(&self) -> String {
        let value: Value = serde_json::from_str(&self.body).unwrap_or_default();
        value["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}
