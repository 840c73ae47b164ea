//! Answers searches over HTTP, only on this machine: `cargo run --example serve -- INDEX`
//!
//! `curl -d '{"query":"player:Lee","limit":2}' 127.0.0.1:8765` sends a search as JSON, like every request to the
//! engine. Games come as JSON lines. The engine has no access to files here, so a search that names a file is refused.
#![allow(clippy::print_stdout)]

use kifu_index::engine::request::Search;
use kifu_index::engine::{AskOptions, Engine, ErrorJson, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum size of a request in bytes, with its head.
const MAX_REQUEST_BYTES: u64 = 64 << 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let index = std::env::args().nth(1).ok_or("name an index folder")?;
    let engine = Engine::open(Path::new(&index))?;
    let listener = TcpListener::bind("127.0.0.1:8765")?;
    println!("listening on {}", listener.local_addr()?);
    for stream in listener.incoming() {
        let (engine, stream) = (engine.clone(), stream?);
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        // Each client has a thread of its own, so one that hangs up ends only that thread.
        std::thread::spawn(move || serve(&engine, stream).ok());
    }
    Ok(())
}

fn serve(engine: &Engine, mut stream: TcpStream) -> std::io::Result<()> {
    let request = match serde_json::from_slice::<Search>(&body(&stream)?) {
        Ok(request) => request,
        Err(error) => return write!(stream, "HTTP/1.0 400 Bad Request\r\n\r\n{error}\n"),
    };
    let options = AskOptions {
        deadline: Some(Instant::now() + Duration::from_secs(5)),
        ..AskOptions::default()
    };
    stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Type: application/jsonl\r\n\r\n")?;
    let reply = engine.search(&request, &options, &mut |game| {
        let written = json::write_line(&mut stream, game);
        written.map_or_else(|_| ControlFlow::Break(()), |()| ControlFlow::Continue(()))
    });
    match reply {
        Ok(reply) => json::write_line(&mut stream, &reply.answer),
        Err(failure) => json::write_line(&mut stream, &ErrorJson::new(&failure, None)),
    }
}

/// Reads the body of an HTTP request.
fn body(stream: &TcpStream) -> std::io::Result<Vec<u8>> {
    let mut reader = BufReader::new(stream).take(MAX_REQUEST_BYTES);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some(("content-length", value)) = line.to_ascii_lowercase().trim().split_once(": ") {
            length = value.parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body)?;
    Ok(body)
}
