//! Log of requests for the person who runs the server: time, client, request and status. The tracing layer of
//! tower-http is not used: it would need a subscriber, and would log the token that an address may contain.

use super::token;
use axum::http::{Method, StatusCode, Uri};
use kifu_archive::clock::now;
use kifu_record::date::format_utc;
use kifu_record::text::display::clean;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

pub type LineWriter = Box<dyn FnMut(&str) + Send>;

/// Largest number of log lines that wait to be written; they take some 300 KB. Further lines are counted and dropped,
/// so that a slow reader of the log delays no answer.
const MAX_WAITING_LINES: usize = 1 << 10;
/// Time that the log gets to write its last lines when the server ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Queue of log lines, which a thread of its own writes.
pub(crate) struct RequestLog {
    lines: SyncSender<String>,
    left_out: AtomicU64,
}

/// Receives a signal when the last line of the log has been written.
pub(crate) struct LogEnd(Receiver<()>);

impl RequestLog {
    /// Starts a log whose lines are written by `write`.
    pub(crate) fn new(mut write: LineWriter) -> (RequestLog, LogEnd) {
        let (lines, waiting) = sync_channel::<String>(MAX_WAITING_LINES);
        let (done, end) = sync_channel(1);
        std::thread::spawn(move || {
            waiting.iter().for_each(|line| write(&line));
            let _ = done.send(());
        });
        (RequestLog { lines, left_out: AtomicU64::new(0) }, LogEnd(end))
    }

    fn add(&self, line: String) {
        let left_out = self.left_out.swap(0, Ordering::Relaxed);
        let line = match left_out {
            0 => line,
            n => format!("({n} lines were skipped: they could not be written fast enough)\n{line}"),
        };
        if self.lines.try_send(line).is_err() {
            self.left_out.fetch_add(left_out + 1, Ordering::Relaxed);
        }
    }
}

impl LogEnd {
    /// Waits until the last line is written; the log must have been dropped before.
    pub(crate) fn wait(self) {
        let _ = self.0.recv_timeout(FLUSH_TIMEOUT);
    }
}

/// A request that is being answered.
pub(crate) struct LoggedRequest {
    started: Instant,
    from: IpAddr,
    method: Method,
    /// Address of the request without the access token, so that it may be printed.
    target: String,
}

impl LoggedRequest {
    pub(crate) fn new(from: IpAddr, method: &Method, address: &Uri) -> LoggedRequest {
        let target = clean(&token::without_token(address)).into_owned();
        LoggedRequest { started: Instant::now(), from, method: method.clone(), target }
    }

    /// Logs the request: time at which the answer began, client, status, duration, address.
    pub(crate) fn log(self, log: &RequestLog, status: StatusCode) {
        let LoggedRequest { started: begun, from, method, target } = self;
        let (seconds, took) = (now(), begun.elapsed().as_millis());
        let minute = format_utc(seconds);
        let minute = minute.trim_end_matches(" UTC");
        let status = status.as_u16();
        log.add(format!(
            "{minute}:{:02} UTC {from} {status} {took} ms {method} {target}",
            seconds % 60
        ));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn request(address: &str) -> LoggedRequest {
        LoggedRequest::new([127, 0, 0, 1].into(), &Method::GET, &address.parse().unwrap())
    }

    #[test]
    fn a_line_has_no_token() {
        let (sender, written) = channel();
        let (log, end) =
            RequestLog::new(Box::new(move |line| sender.send(line.to_owned()).unwrap()));
        request("/games?q=lee&token=secret&tab=table").log(&log, StatusCode::OK);
        request("/?token=secret").log(&log, StatusCode::SEE_OTHER);
        drop(log);
        end.wait();
        let lines: Vec<String> = written.iter().collect();
        assert!(lines[0].contains(" UTC 127.0.0.1 200 "), "{lines:?}");
        assert!(lines[0].ends_with(" ms GET /games?q=lee&tab=table"), "{lines:?}");
        assert!(lines[1].contains(" 303 ") && lines[1].ends_with(" ms GET /"), "{lines:?}");
    }

    #[test]
    fn a_blocked_writer_delays_no_answer() {
        let (sender, written) = channel();
        let (hold, held) = channel::<()>();
        let (log, end) = RequestLog::new(Box::new(move |line| {
            let _ = held.recv();
            sender.send(line.to_owned()).unwrap();
        }));
        let all = 3 * MAX_WAITING_LINES;
        (0..all).for_each(|_| request("/").log(&log, StatusCode::OK));
        drop(hold);
        // The queue is now full, and some lines were dropped. After the waiting lines are written, the next line must
        // report how many were dropped.
        let first = written.recv().unwrap();
        assert!(first.ends_with("GET /"), "{first}");
        let mut count = 1 + written.iter().take(MAX_WAITING_LINES - 1).count();
        request("/last").log(&log, StatusCode::OK);
        drop(log);
        end.wait();
        let rest: Vec<String> = written.iter().collect();
        count += rest.len();
        let left_out = all + 1 - count;
        // A line that is queued while others are dropped tells their number so far, so several lines may share it.
        let skipped = |line: &String| {
            line.strip_prefix('(')?.split_once(" lines were skipped")?.0.parse::<usize>().ok()
        };
        assert_eq!(rest.iter().filter_map(skipped).sum::<usize>(), left_out, "{rest:?}");
    }
}
