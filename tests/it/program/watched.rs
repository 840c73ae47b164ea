//! `build --watch` and `serve --watch` must index changes as soon as they happen.

use super::program;
use crate::support::server::Server;
use crate::support::{EVENT_TIMEOUT, Place, holds_for, wait_until};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A running `build --watch`, with the lines that it has printed.
struct Watcher {
    child: Child,
    lines: Receiver<String>,
}

impl Watcher {
    /// Starts `build --watch`, and returns as soon as it watches.
    fn start(place: &Place, index: &Path) -> Watcher {
        let mut child = program(index)
            .args(["build", "--watch"])
            .arg(place.games())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (send, lines) = channel();
        let out = child.stdout.take().unwrap();
        let error = child.stderr.take().unwrap();
        let forward = |send: std::sync::mpsc::Sender<String>,
                       stream: Box<dyn std::io::Read + Send>| {
            std::thread::spawn(move || {
                for line in BufReader::new(stream).lines() {
                    let _ = line.map(|line| send.send(line));
                }
            });
        };
        forward(send.clone(), Box::new(out));
        forward(send, Box::new(error));
        let watching = Watcher { child, lines };
        watching.line("Watching 1 root");
        watching
    }

    /// Waits for the next line with this beginning, and returns it.
    fn line(&self, start: &str) -> String {
        let until = Instant::now() + EVENT_TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no line `{start}`"));
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn game(player: &str) -> String {
    format!("(;PB[{player}];B[pd];W[dp])")
}

#[test]
fn changes_are_indexed_while_watching() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    let watching = Watcher::start(&place, &place.folder());
    place.write("deep/er/b.sgf", game("Berta"));
    assert!(watching.line("Read 1 game from 1 file").ends_with("now 2 games"));
    // The new file is in a folder that was made after the watch began.
    place.write("deep/er/c.sgf", game("Clara"));
    assert!(watching.line("Read 1 game from 1 file").ends_with("now 3 games"));
    std::fs::remove_file(place.games().join("a.sgf")).unwrap();
    let gone = watching.line("Read 0 games from 0 files");
    assert!(gone.ends_with(", 1 file removed; now 2 games"), "{gone}");
    assert_eq!(place.found(""), ["deep/er/b.sgf@1", "deep/er/c.sgf@1"]);
}

#[test]
fn an_index_among_the_games_wakes_nobody() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    let index = place.games().join("an index");
    let watching = Watcher::start(&place, &index);
    place.write("b.sgf", game("Berta"));
    watching.line("Read 1 game from 1 file");
    let meta = || std::fs::metadata(index.join("meta.json")).unwrap().modified().unwrap();
    // The system may still send notices about the file after a build has read it, so the test waits until no further
    // build runs.
    wait_until("nothing is built", || {
        let before = meta();
        holds_for(Duration::from_secs(2), || meta() == before)
    });
}

/// The test runs on Linux only, because other systems do not report when a program closes a file that it has written.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_being_written_is_left_alone_until_it_is_whole() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    let watching = Watcher::start(&place, &place.folder());
    let (first, second) = ("(;PB[Half]", ";B[pd];W[dp])");
    let mut half = File::create(place.games().join("half.sgf")).unwrap();
    half.write_all(first.as_bytes()).unwrap();
    place.write("whole.sgf", game("Whole"));
    watching.line("Read 1 game from 1 file");
    assert_eq!(place.found(""), ["a.sgf@1", "whole.sgf@1"]);
    half.write_all(second.as_bytes()).unwrap();
    drop(half);
    watching.line("Read 1 game from 1 file");
    assert_eq!(place.found("moves=2"), ["a.sgf@1", "half.sgf@1", "whole.sgf@1"]);
}

#[test]
fn a_server_that_watches_answers_from_the_newest_state() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    place.build();
    // This file is added while no process watches.
    place.write("b.sgf", game("Berta"));
    let server = Server::start(&place.folder(), &["--watch"]);
    let counts = |expected: usize| {
        let total = format!("\"total\":{expected}");
        let is_told = || server.get("/api/v1/search?q=").body.contains(&total);
        wait_until(&format!("{expected} games"), is_told);
    };
    counts(2);
    place.write("c.sgf", game("Clara"));
    counts(3);
    // Games that arrived during this watch must count as new, whether one build has added them or several.
    let new = server.get("/api/v1/search?q=is%3Anew").body;
    assert!(new.contains("\"total\":2"), "{new}");
}
