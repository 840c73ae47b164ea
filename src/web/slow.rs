//! A connection that gives up on a client that does not read: a few such clients would keep all others out.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long a client may take nothing of its answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection whose writes end in time.
pub(crate) struct WriteTimeout {
    stream: TcpStream,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    /// Watches a connection.
    pub(crate) fn new(stream: TcpStream) -> WriteTimeout {
        WriteTimeout { stream, waiting: None }
    }

    /// Notes whether a write went on, and ends it if it has not for too long.
    fn judge<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        context: &mut Context,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let begin = || Box::pin(sleep(PATIENCE));
        let waiting = self.waiting.get_or_insert_with(begin);
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(done, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(done, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
