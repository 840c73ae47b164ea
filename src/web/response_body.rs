//! Response body that is written by a blocking thread while the connection sends it.
//!
//! The stream body of axum would send the status at once. Here the response waits for the first chunk of the body: an
//! error before the first chunk gets its own status, and an error after it cuts the connection.

use super::worker::CancelOnDrop;
use axum::body::Bytes;
use hyper::body::{Body, Frame};
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Size of a chunk of the body, in bytes.
const CHUNK_BYTES: usize = 16 << 10;
/// Number of chunks that may wait for a client that reads slowly. When so many wait, the writing thread waits, too.
const MAX_WAITING_CHUNKS: usize = 4;

/// A chunk of a body; an error cuts the response off.
pub(crate) type BodyChunk = io::Result<Bytes>;

/// End of a body's channel to which a thread writes.
pub(crate) struct BodyWriter {
    buffer: Vec<u8>,
    pieces: Sender<BodyChunk>,
    has_sent: bool,
}

/// End of a body's channel from which the connection reads. Dropping it, when the connection closes, cancels the
/// writing.
pub(crate) struct BodyStream {
    /// First chunk, which was received before the response was sent.
    first: Option<Bytes>,
    pieces: Receiver<BodyChunk>,
    cancel: CancelOnDrop,
}

/// Returns both ends of a body that a blocking thread writes.
pub(crate) fn blocking_body() -> (BodyWriter, BodyStream) {
    let (pieces, flow) = chunk_body();
    let source = BodyWriter { buffer: Vec::with_capacity(CHUNK_BYTES), pieces, has_sent: false };
    (source, flow)
}

/// Returns both ends of a body that an async task sends chunk by chunk.
pub(crate) fn chunk_body() -> (Sender<BodyChunk>, BodyStream) {
    let (sender, pieces) = channel(MAX_WAITING_CHUNKS);
    let flow = BodyStream { first: None, pieces, cancel: CancelOnDrop::default() };
    (sender, flow)
}

impl BodyWriter {
    /// Cuts the response off, so that no client takes it for complete. Has no effect before the first chunk was
    /// written.
    pub(crate) fn abort(self) {
        if self.has_sent {
            let cut = io::Error::other("the answer was cut off");
            let _ = self.pieces.blocking_send(Err(cut));
        }
    }
}

impl Write for BodyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let piece =
            Bytes::from(std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK_BYTES)));
        self.has_sent = true;
        self.pieces.blocking_send(Ok(piece)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl BodyStream {
    /// Flag that is set when the client has closed the connection.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.flag()
    }

    /// Waits for the first chunk, and returns the body. Returns `None` if the writing ended without a chunk.
    pub(crate) async fn after_first_chunk(mut self) -> Option<BodyStream> {
        self.first = Some(self.pieces.recv().await?.ok()?);
        Some(self)
    }
}

impl Body for BodyStream {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let piece = self.pieces.poll_recv(context);
        piece.map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
