//! An answer that is made while it is sent: a blocking thread writes, the connection takes.
//!
//! A body of axum's that reads a stream would send the status at once. Here the first piece is waited for, so that an
//! error before it has a status of its own, and an error behind it cuts the connection.

use super::desk::Cancel;
use axum::body::Bytes;
use hyper::body::{Body, Frame};
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The bytes that are sent at once.
const PIECE: usize = 16 << 10;
/// The pieces that may wait for a client that reads slowly.
const WAITING: usize = 4;

/// Some bytes; an error cuts the answer off.
pub(crate) type BodyChunk = io::Result<Bytes>;

/// The end that writes.
pub(crate) struct BodyWriter {
    buffer: Vec<u8>,
    pieces: Sender<BodyChunk>,
    has_sent: bool,
}

/// The end that is sent. When it is dropped, because the connection was closed, the writing ends.
pub(crate) struct BodyStream {
    /// What has arrived already.
    first: Option<Bytes>,
    pieces: Receiver<BodyChunk>,
    cancel: Cancel,
}

/// Both ends, for a thread that writes.
pub(crate) fn flow() -> (BodyWriter, BodyStream) {
    let (pieces, flow) = pieces();
    let source = BodyWriter { buffer: Vec::with_capacity(PIECE), pieces, has_sent: false };
    (source, flow)
}

/// Both ends, for a task that sends piece by piece.
pub(crate) fn pieces() -> (Sender<BodyChunk>, BodyStream) {
    let (sender, pieces) = channel(WAITING);
    let flow = BodyStream { first: None, pieces, cancel: Cancel::default() };
    (sender, flow)
}

impl BodyWriter {
    /// Cuts the answer off, so that nobody takes it for all of it. Without effect where nothing was sent yet.
    pub(crate) fn cut(self) {
        if self.has_sent {
            let cut = io::Error::other("the answer was cut off");
            let _ = self.pieces.blocking_send(Err(cut));
        }
    }
}

impl Write for BodyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::replace(&mut self.buffer, Vec::with_capacity(PIECE)));
        self.has_sent = true;
        self.pieces.blocking_send(Ok(piece)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl BodyStream {
    /// The flag that is set when nobody waits any more.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.flag()
    }

    /// Waits until there is something to send; `None` if the writing ended before.
    pub(crate) async fn begun(mut self) -> Option<BodyStream> {
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
