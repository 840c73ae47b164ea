//! Lines about requests for whoever serves: when, who, what, how it ended. The tracing of tower-http would need a
//! subscriber, and write the token that an address may bring.

use super::token;
use axum::http::{Method, StatusCode, Uri};
use kifu_archive::clock::now;
use kifu_record::date::utc;
use kifu_record::text::display::clean;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Writes one line.
pub type LineWriter = Box<dyn FnMut(&str) + Send>;

/// Lines that wait to be written: some 300 KB. Further ones are counted and left out, so that a reader of the lines who
/// is slow or gone keeps no answer back.
const WAITING: usize = 1 << 10;
/// How long the last lines may take when the server ends.
const LAST: Duration = Duration::from_secs(1);

/// Takes lines, and has a thread of its own that writes them.
pub(crate) struct RequestLog {
    lines: SyncSender<String>,
    left_out: AtomicU64,
}

/// Tells when the last line of a log is written.
pub(crate) struct LogEnd(Receiver<()>);

impl RequestLog {
    /// A log whose lines are written so.
    pub(crate) fn new(mut write: LineWriter) -> (RequestLog, LogEnd) {
        let (lines, waiting) = sync_channel::<String>(WAITING);
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
            n => format!("({n} lines were left out: they were not written fast enough)\n{line}"),
        };
        if self.lines.try_send(line).is_err() {
            self.left_out.fetch_add(left_out + 1, Ordering::Relaxed);
        }
    }
}

impl LogEnd {
    /// Waits for the last line, once its log is dropped.
    pub(crate) fn wait(self) {
        let _ = self.0.recv_timeout(LAST);
    }
}

/// A request that is being answered.
pub(crate) struct LoggedRequest {
    begun: Instant,
    from: IpAddr,
    method: Method,
    /// Its address without a token, safe to print.
    target: String,
}

impl LoggedRequest {
    pub(crate) fn new(from: IpAddr, method: &Method, address: &Uri) -> LoggedRequest {
        let target = clean(&token::without(address)).into_owned();
        LoggedRequest { begun: Instant::now(), from, method: method.clone(), target }
    }

    /// Writes its line: the time of the answer's beginning, the client, the status, the time until then, the request.
    pub(crate) fn answered(self, log: &RequestLog, status: StatusCode) {
        let LoggedRequest { begun, from, method, target } = self;
        let (seconds, took) = (now(), begun.elapsed().as_millis());
        let minute = utc(seconds);
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
        request("/games?q=lee&token=secret&tab=table").answered(&log, StatusCode::OK);
        request("/?token=secret").answered(&log, StatusCode::SEE_OTHER);
        drop(log);
        end.wait();
        let lines: Vec<String> = written.iter().collect();
        assert!(lines[0].contains(" UTC 127.0.0.1 200 "), "{lines:?}");
        assert!(lines[0].ends_with(" ms GET /games?q=lee&tab=table"), "{lines:?}");
        assert!(lines[1].contains(" 303 ") && lines[1].ends_with(" ms GET /"), "{lines:?}");
    }

    #[test]
    fn lines_that_nobody_writes_hold_nothing_up() {
        let (sender, written) = channel();
        let (hold, held) = channel::<()>();
        let (log, end) = RequestLog::new(Box::new(move |line| {
            let _ = held.recv();
            sender.send(line.to_owned()).unwrap();
        }));
        let all = 3 * WAITING;
        (0..all).for_each(|_| request("/").answered(&log, StatusCode::OK));
        drop(hold);
        // What waits now is written; then there is room for one more, which tells how many are missing.
        let first = written.recv().unwrap();
        assert!(first.ends_with("GET /"), "{first}");
        let mut count = 1 + written.iter().take(WAITING - 1).count();
        request("/last").answered(&log, StatusCode::OK);
        drop(log);
        end.wait();
        let rest: Vec<String> = written.iter().collect();
        count += rest.len();
        let last = rest.last().unwrap();
        let left_out = all + 1 - count;
        assert!(last.starts_with(&format!("({left_out} lines were left out")), "{last}");
    }
}
