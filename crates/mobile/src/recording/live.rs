//! The live view: frames as MJPEG, `multipart/x-mixed-replace`, which every browser shows.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, stream};
use hansom_device::{Frame, FrameHub, FrameListener, FrameOptions};
use hansom_protocol::Answer;

use super::RecordingError;

const BOUNDARY: &str = "hansom-frame";

/// Answers with the stream once the first frame is there.
pub(super) async fn watch(hub: &Arc<FrameHub>, within: Duration) -> Result<Answer, RecordingError> {
    let mut listener = hub.listen(FrameOptions::default());
    let first = match tokio::time::timeout(within, listener.next()).await {
        Ok(Ok(frame)) => frame,
        Ok(Err(why)) => return Err(RecordingError::Capture(why)),
        Err(_) => {
            return Err(RecordingError::StartTimeout {
                what: "the first picture of the screen",
                after: within,
                cause: listener.trouble(),
            });
        }
    };
    // The boundary after a part is sent with it: browsers show a picture when they see its end.
    let start = Bytes::from(format!("--{BOUNDARY}\r\n"));
    let head = stream::iter([Ok(start), Ok(part(&first))]);
    let rest = stream::unfold(Some(listener), next_part);
    Ok(Answer::raw(
        format!("multipart/x-mixed-replace; boundary={BOUNDARY}"),
        head.chain(rest).boxed(),
    ))
}

async fn next_part(
    listener: Option<FrameListener>,
) -> Option<(Result<Bytes, hansom_protocol::Error>, Option<FrameListener>)> {
    let mut listener = listener?;
    // The server asks for the next part when the last one is on its way, so a slow viewer skips.
    let frame = listener.newest().await.ok()?;
    Some((Ok(part(&frame)), Some(listener)))
}

fn part(frame: &Frame) -> Bytes {
    let mut head = String::new();
    let _ = write!(
        head,
        "Content-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
        frame.jpeg.len()
    );
    let mut part = BytesMut::with_capacity(head.len() + frame.jpeg.len() + 20);
    part.extend_from_slice(head.as_bytes());
    part.extend_from_slice(&frame.jpeg);
    part.extend_from_slice(format!("\r\n--{BOUNDARY}\r\n").as_bytes());
    part.freeze()
}
