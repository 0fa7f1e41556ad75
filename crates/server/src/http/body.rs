//! The body of a response: ready pieces, or a stream between two ready pieces. Nothing is copied.

use std::{
    collections::VecDeque,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_util::Stream;
use hansom_protocol::{Chunks, Error};
use http_body::{Body, Frame, SizeHint};

use super::clock::Busy;

/// The body of a response.
pub(crate) struct ReplyBody {
    before: VecDeque<Bytes>,
    stream: Option<Chunks>,
    after: Option<Bytes>,
    length: Option<u64>,
    // The connection counts as busy until the last byte is out.
    busy: Option<Busy>,
}

impl ReplyBody {
    /// Nothing.
    pub(crate) fn empty() -> Self {
        Self::pieces([])
    }

    /// Pieces that are all there.
    pub(crate) fn pieces<const N: usize>(pieces: [Bytes; N]) -> Self {
        let length = pieces.iter().map(|piece| piece.len() as u64).sum();
        Self {
            before: pieces
                .into_iter()
                .filter(|piece| !piece.is_empty())
                .collect(),
            stream: None,
            after: None,
            length: Some(length),
            busy: None,
        }
    }

    /// A stream of known or unknown length with a piece before and after it.
    pub(crate) fn stream(before: Bytes, stream: Chunks, after: Bytes, length: Option<u64>) -> Self {
        let around = (before.len() + after.len()) as u64;
        Self {
            before: [before]
                .into_iter()
                .filter(|piece| !piece.is_empty())
                .collect(),
            stream: Some(stream),
            after: Some(after).filter(|piece| !piece.is_empty()),
            length: length.map(|length| length + around),
            busy: None,
        }
    }

    /// Keeps the connection's clock stopped while the body lives.
    pub(crate) fn holding(mut self, busy: Busy) -> Self {
        self.busy = Some(busy);
        self
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if let Some(piece) = self.before.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(piece))));
        }
        if let Some(stream) = &mut self.stream {
            match ready!(Pin::new(stream).poll_next(context)) {
                Some(Ok(piece)) => return Poll::Ready(Some(Ok(Frame::data(piece)))),
                Some(Err(error)) => {
                    // The status line is gone; cutting the connection is all that is left to say.
                    tracing::warn!(%error, detail = error.detail, "answer cut off");
                    return Poll::Ready(Some(Err(error)));
                }
                None => self.stream = None,
            }
        }
        Poll::Ready(self.after.take().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.before.is_empty() && self.stream.is_none() && self.after.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        self.length
            .map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
