//! Decompresses streams: gzip, bzip2, xz and zstd. Change this for another compression.

use super::limits::Limits;
use super::meter::is_refusal;
use super::problem::{Problem, ProblemKind};
use crate::error::{Limit, Remedy};
use crate::origin::Origin;
use flate2::bufread::MultiGzDecoder;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

/// Number of bytes at the beginning of a stream that show its compression. The longest signature, that of xz, has six
/// bytes.
const MAGIC_BYTES: usize = 6;

/// Decompresses a stream if it is compressed. The first bytes decide, not the name: a file that was decompressed on its
/// way here often keeps the name. Several compressed streams in a row count as one.
pub(super) fn unpack<'r>(
    mut reader: impl Read + 'r,
    limits: &Limits,
) -> io::Result<Box<dyn Read + 'r>> {
    let mut magic = Vec::with_capacity(MAGIC_BYTES);
    (&mut reader).take(MAGIC_BYTES as u64).read_to_end(&mut magic)?;
    let full_stream = io::Cursor::new(magic.clone()).chain(reader);
    Ok(match magic.as_slice() {
        [0x1f, 0x8b, ..] => Fused::boxed(Gzip(MultiGzDecoder::new(BufReader::new(full_stream)))),
        [b'B', b'Z', b'h', ..] => Fused::boxed(bzip2::read::MultiBzDecoder::new(full_stream)),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => {
            let max_kib = u32::try_from(limits.window_bytes >> 10).unwrap_or(u32::MAX);
            let buffered = BufReader::new(full_stream);
            Fused::boxed(lzma_rust2::XzReader::new_mem_limit(buffered, true, max_kib))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            let mut decoder = zstd::stream::read::Decoder::new(full_stream)?;
            decoder.window_log_max(limits.window_bytes.max(1).ilog2().clamp(10, 31))?;
            Fused::boxed(decoder)
        }
        _ => Fused::boxed(full_stream),
    })
}

/// Decoder that is not read again after a failure: reading on might never return, or give bytes that were never
/// compressed.
pub(super) struct Fused<R> {
    inner: R,
    failure: Option<Arc<io::Error>>,
}

impl<R: Read> Fused<R> {
    pub(super) fn new(inner: R) -> Fused<R> {
        Fused { inner, failure: None }
    }

    fn boxed<'r>(inner: R) -> Box<dyn Read + 'r>
    where
        R: 'r,
    {
        Box::new(Fused::new(inner))
    }

    /// Error by which the decoder ended the stream, if it did.
    pub(super) fn failure(&self) -> Option<&io::Error> {
        self.failure.as_deref()
    }
}

impl<R: Read> Read for Fused<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let repeated =
            |error: &Arc<io::Error>| io::Error::new(error.kind(), RepeatedError(error.clone()));
        if let Some(failure) = &self.failure {
            return Err(repeated(failure));
        }
        self.inner.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted || is_refusal(&error) {
                return error;
            }
            repeated(self.failure.insert(Arc::new(error)))
        })
    }
}

/// Decoder error that is returned again on each later read.
#[derive(Debug)]
struct RepeatedError(Arc<io::Error>);

impl fmt::Display for RepeatedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for RepeatedError {}

/// Returns the error as the decoder made it, without this module's wrapper.
pub(super) fn original_error(error: &io::Error) -> &io::Error {
    error
        .get_ref()
        .and_then(|inner| inner.downcast_ref())
        .map_or(error, |RepeatedError(inner)| original_error(inner))
}

/// Gzip stream that may be followed by NUL bytes, as tapes and block devices pad it. The NUL bytes are ignored.
struct Gzip<R: BufRead>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            // An invalid header after a stream means padding if only NUL bytes follow. A wrong checksum gives an error
            // of the same kind, so the text of the error decides.
            Err(error)
                if error.to_string() == "invalid gzip header" && is_all_zeros(self.0.get_mut()) =>
            {
                Ok(0)
            }
            read => read,
        }
    }
}

/// True if only NUL bytes are left in the reader.
fn is_all_zeros(reader: &mut impl BufRead) -> bool {
    while let Ok(piece) = reader.fill_buf() {
        let length = piece.len();
        if piece.iter().any(|&byte| byte != 0) {
            return false;
        }
        if length == 0 {
            return true;
        }
        reader.consume(length);
    }
    false
}

/// Error of a decoder, with its message and advice for the user.
pub(super) struct Reason {
    text: String,
    /// Advice to the user about the decoder's error, if there is any.
    pub(super) remedy: Option<Remedy>,
}

impl Reason {
    pub(super) fn from_error(error: &io::Error) -> Reason {
        let text = match error.kind() {
            io::ErrorKind::UnexpectedEof => "its end is missing".into(),
            _ if is_checksum_error(error) => "its checksum does not match".into(),
            _ => error.to_string(),
        };
        let remedy = needs_memory(error).then_some(Remedy::RaiseLimit(Limit::Window));
        Reason { text, remedy }
    }

    /// Kind of the problem: `TooLarge` if the decoder needs more memory than allowed, else `Damaged`.
    pub(super) fn kind(&self) -> ProblemKind {
        match self.remedy {
            Some(_) => ProblemKind::TooLarge,
            None => ProblemKind::Damaged,
        }
    }

    /// Problem to report for a file or member that cannot be unpacked because of this error.
    pub(super) fn problem(self, origin: &Origin, message: String) -> Problem {
        Problem::new(origin.clone(), self.kind(), message).with_remedy(self.remedy)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// True if a decoder needs more memory than it may have. All zstd errors are of one `io::ErrorKind`, so their text
/// decides.
fn needs_memory(error: &io::Error) -> bool {
    const ZSTD_MESSAGE: &str = "Frame requires too much memory for decoding";
    error.kind() == io::ErrorKind::OutOfMemory || error.to_string() == ZSTD_MESSAGE
}

/// True if all bytes of a member could be unpacked but do not match the checksum. The next member may still be sound.
pub(super) fn is_checksum_error(error: &io::Error) -> bool {
    let inner = original_error(error).get_ref();
    let inner = inner.and_then(|inner| inner.downcast_ref());
    matches!(inner, Some(sevenz_rust2::Error::ChecksumVerificationFailed))
}
