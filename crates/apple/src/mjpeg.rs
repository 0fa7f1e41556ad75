//! Frames from the agent's MJPEG port.
//!
//! The stream is `multipart/x-mixed-replace`: a header line block with `Content-Length`, then a JPEG.
//! Hand-written: what libraries there are want a whole HTTP client around it, and a device is hostile
//! input, so lengths are capped.

use std::{io, time::Instant};

use bytes::{Buf, Bytes, BytesMut};
use futures_util::stream;
use hansom_device::{DeviceError, Frame, FrameStream, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::agent::{Dial, Port, Stream};

/// Larger than any screen's JPEG.
const MAX_FRAME: usize = 64 << 20;
/// Larger than any header block.
const MAX_HEADER: usize = 16 << 10;

/// Opens the stream.
pub(crate) async fn frames(dial: &dyn Dial) -> Result<FrameStream> {
    let lost = |error: io::Error| {
        DeviceError::Failed(format!(
            "the agent's picture port cannot be reached: {error}"
        ))
    };
    let mut stream = dial.dial(Port::Pictures).await.map_err(lost)?;
    // The agent starts to send after the first bytes of a client.
    stream
        .write_all(b"GET / HTTP/1.0\r\n\r\n")
        .await
        .map_err(lost)?;
    let splitter = Splitter {
        stream,
        buffer: BytesMut::with_capacity(256 << 10),
    };
    Ok(Box::pin(stream::unfold(Some(splitter), |state| async {
        let mut splitter = state?;
        match splitter.next().await {
            Ok(jpeg) => Some((
                Ok(Frame {
                    jpeg,
                    at: Instant::now(),
                }),
                Some(splitter),
            )),
            Err(error) => {
                let reason = format!("the agent's pictures ended: {error}");
                Some((Err(DeviceError::Failed(reason)), None))
            }
        }
    })))
}

struct Splitter {
    stream: Box<dyn Stream>,
    buffer: BytesMut,
}

impl Splitter {
    async fn next(&mut self) -> io::Result<Bytes> {
        let length = loop {
            if let Some((length, header)) = header(&self.buffer) {
                self.buffer.advance(header);
                break length;
            }
            if self.buffer.len() > MAX_HEADER {
                return Err(io::Error::other("no frame begins"));
            }
            self.fill().await?;
        };
        if length > MAX_FRAME {
            return Err(io::Error::other(format!("a frame of {length} bytes")));
        }
        while self.buffer.len() < length {
            self.fill().await?;
        }
        Ok(self.buffer.split_to(length).freeze())
    }

    async fn fill(&mut self) -> io::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

/// The length of the next frame and of all that stands before it, when its header is whole.
fn header(buffer: &[u8]) -> Option<(usize, usize)> {
    let text =
        String::from_utf8_lossy(&buffer[..buffer.len().min(MAX_HEADER)]).to_ascii_lowercase();
    let at = text.find("content-length:")?;
    let rest = &text[at + "content-length:".len()..];
    let line = rest.find("\r\n")?;
    let length = rest[..line].trim().parse().ok()?;
    let end = text[at..].find("\r\n\r\n")? + at + 4;
    // Lossy decoding changes lengths only behind bytes that no header has.
    text.is_char_boundary(end).then_some((length, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn split(bytes: &'static [u8], step: usize) -> (Vec<Bytes>, String) {
        let (mut theirs, ours) = tokio::io::duplex(step.max(1));
        let writer = tokio::spawn(async move {
            let _ = theirs.write_all(bytes).await; // The reader may give up first.
        });
        let mut splitter = Splitter {
            stream: Box::new(ours),
            buffer: BytesMut::new(),
        };
        let mut found = Vec::new();
        let error = loop {
            match splitter.next().await {
                Ok(frame) => found.push(frame),
                Err(error) => break error.to_string(),
            }
        };
        drop(splitter);
        writer.await.unwrap();
        (found, error)
    }

    const TWO: &[u8] =
        b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=--B\r\n\r\n\
        --B\r\nContent-type: image/jpeg\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n\
        --B\r\nContent-type: image/jpeg\r\nContent-Length: 4\r\n\r\n\xff\xd8\xff\xd9\r\n\r\n";

    #[tokio::test]
    async fn frames_are_found_however_the_bytes_arrive() {
        for step in [1, 2, 7, 4096] {
            let (found, _) = split(TWO, step).await;
            assert_eq!(
                found,
                [&b"abc"[..], &b"\xff\xd8\xff\xd9"[..]],
                "step {step}"
            );
        }
    }

    #[tokio::test]
    async fn death_between_two_bytes_of_a_frame_is_an_error() {
        let (found, error) = split(&TWO[..TWO.len() - 6], 4096).await;
        assert_eq!(found.len(), 1);
        assert!(
            error.contains("end of file") || error.contains("eof"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn a_frame_that_claims_too_much_is_refused() {
        let (_, error) = split(b"Content-Length: 99999999999\r\n\r\n", 4096).await;
        assert!(error.contains("99999999999"), "{error}");
    }
}
