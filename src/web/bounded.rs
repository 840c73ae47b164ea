//! Writes answers as JSON, piece by piece, so that no answer grows beyond the largest size that may be sent.

use super::worker::AnswerContext;
use kifu_archive::error::Error;
use kifu_engine::{Failure, Result, json};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest size of an answer before compression.
pub(crate) const MAX_ANSWER_BYTES: usize = 4 << 20;

/// Writes an answer as a line of JSON. Paths in it begin below the archive's roots, so that they do not reveal where
/// the archive lies. Returns `None` if the line is too large, and an error if the request was cancelled.
pub(crate) fn bounded_json_line(
    context: &AnswerContext,
    data: &impl Serialize,
) -> Result<Option<Vec<u8>>> {
    let mut out =
        BoundedWriter { bytes: Vec::new(), is_full: false, cancel: context.options.cancel.clone() };
    let roots = &context.opened.roots;
    match json::write_line_with(&mut out, data, |text| roots.relative(text)) {
        Ok(()) => Ok(Some(out.bytes)),
        Err(_) if out.is_full => Ok(None),
        Err(error) => Err(Failure::from(Error::io("JSON", error))),
    }
}

/// Writes a small object as a line of JSON, without a limit of its size.
pub(crate) fn json_line(data: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing to a vector cannot fail.
    let _ = json::write_line(&mut line, data);
    line
}

/// Writer that stops when the answer is too large or the request is cancelled.
struct BoundedWriter {
    bytes: Vec<u8>,
    is_full: bool,
    cancel: Option<Arc<AtomicBool>>,
}

impl Write for BoundedWriter {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.cancel.as_ref().is_some_and(is_set) {
            return Err(io::Error::other("the request was cancelled"));
        }
        if self.bytes.len() + piece.len() > MAX_ANSWER_BYTES {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::ser::{SerializeSeq, Serializer};
    use std::cell::Cell;

    /// A list for tests whose serialisation does not end by itself; it counts the items that were written.
    struct Endless<'c>(&'c Cell<usize>, Option<Arc<AtomicBool>>);

    impl Serialize for Endless<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_seq(None)?;
            loop {
                self.0.set(self.0.get() + 1);
                if let (Some(flag), 1000) = (&self.1, self.0.get()) {
                    flag.store(true, Ordering::Relaxed);
                }
                list.serialize_element("0123456789")?;
            }
        }
    }

    fn bounded(cancel: Option<Arc<AtomicBool>>) -> BoundedWriter {
        BoundedWriter { bytes: Vec::new(), is_full: false, cancel }
    }

    #[test]
    fn writing_stops_at_the_size_limit() {
        let (mut out, taken) = (bounded(None), Cell::new(0));
        assert!(json::write_line_with(&mut out, &Endless(&taken, None), |text| text).is_err());
        assert!(out.is_full && out.bytes.len() <= MAX_ANSWER_BYTES);
        assert!(taken.get() <= MAX_ANSWER_BYTES / 12, "{}", taken.get());
    }

    #[test]
    fn writing_stops_when_the_request_is_cancelled() {
        let flag = Arc::new(AtomicBool::new(false));
        let (mut out, taken) = (bounded(Some(flag.clone())), Cell::new(0));
        assert!(
            json::write_line_with(&mut out, &Endless(&taken, Some(flag)), |text| text).is_err()
        );
        assert!(!out.is_full);
        assert_eq!(taken.get(), 1000);
    }
}
