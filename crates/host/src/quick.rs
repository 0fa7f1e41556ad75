//! TCP streams on which Firefox's answers are acknowledged at once.
//!
//! Firefox does not switch Nagle's algorithm off on its side: the last short segment of an answer
//! waits for our acknowledgement, which the kernel holds back for 40 ms. The option does not stick,
//! so it is set again with every read.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// Acknowledges at once what comes next. Failing costs time, not correctness, so errors are not told.
#[cfg(target_os = "linux")]
pub fn acknowledge(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_tcp_quickack(stream, true);
}

/// Elsewhere the kernel has no such option.
#[cfg(not(target_os = "linux"))]
pub fn acknowledge(_stream: &TcpStream) {}

/// A stream that acknowledges all it reads at once.
#[derive(Debug)]
pub struct QuickStream(TcpStream);

impl QuickStream {
    /// Wraps a connected stream and turns Nagle's algorithm off.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        acknowledge(&stream);
        Ok(Self(stream))
    }
}

impl AsyncRead for QuickStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.0).poll_read(cx, buffer);
        if polled.is_ready() {
            acknowledge(&self.0);
        }
        polled
    }
}

impl AsyncWrite for QuickStream {
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
