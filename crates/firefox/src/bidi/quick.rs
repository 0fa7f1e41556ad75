//! A TCP stream that acknowledges at once.
//!
//! Replies of some sizes otherwise stall for 40 ms: the sender waits for an acknowledgement that
//! the receiver delays. The option does not stick, so it is set again around every read.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// The stream.
pub(super) struct Quick(TcpStream);

impl Quick {
    /// Wraps a connected stream and turns Nagle's algorithm off.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        let quick = Self(stream);
        quick.acknowledge();
        Ok(quick)
    }

    fn acknowledge(&self) {
        crate::quickack::arm(&self.0);
    }
}

impl AsyncRead for Quick {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.0).poll_read(cx, buffer);
        if polled.is_ready() {
            self.acknowledge();
        }
        polled
    }
}

impl AsyncWrite for Quick {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
