//! A file on its way to a client: base64 inside JSON, piece by piece, with its exact length.

use std::io;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hansom_protocol::{Answer, Error, base64};
use tokio::{fs::File, io::AsyncReadExt};

/// Bytes read at a time; a multiple of three, so that the pieces join without padding.
const PIECE: usize = 48 * 1024;

/// The next `length` bytes of a file as base64 between `head` and `tail`, which together are JSON
/// text. `owner` keeps the file where it is until the answer is sent; `broken` says why the file could
/// not be read to its end.
pub fn outlet(
    (file, length): (File, u64),
    (head, tail): (impl Into<Bytes>, &'static str),
    owner: impl Send + 'static,
    broken: impl Fn(io::Error) -> Error + Send + 'static,
) -> Answer {
    let head: Bytes = head.into();
    let total = head.len() as u64 + length.div_ceil(3) * 4 + tail.len() as u64;
    let state = (file, length, owner, broken);
    let content = stream::try_unfold(state, |(mut file, left, owner, broken)| async move {
        if left == 0 {
            return Ok(None);
        }
        let size = usize::try_from(left).map_or(PIECE, |left| left.min(PIECE));
        let mut piece = vec![0; size];
        if let Err(error) = file.read_exact(&mut piece).await {
            return Err(broken(error));
        }
        let text = Bytes::from(base64::encode(&piece));
        Ok(Some((text, (file, left - size as u64, owner, broken))))
    });
    let chunks = stream::iter([Ok(head)])
        .chain(content)
        .chain(stream::iter([Ok(Bytes::from_static(tail.as_bytes()))]));
    Answer::stream(chunks.boxed(), Some(total))
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;
    use hansom_protocol::Body;

    use super::*;

    async fn sent(content: &[u8], length: u64) -> Result<(Vec<u8>, Option<u64>), Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film");
        std::fs::write(&path, content).unwrap();
        let file = File::open(&path).await.unwrap();
        let broken = |error: io::Error| Error::unknown(error.to_string());
        let answer = outlet((file, length), ("<", ">"), folder, broken);
        let Body::Stream { chunks, length } = answer.body else {
            panic!("not a stream")
        };
        let text: Vec<Bytes> = chunks.try_collect().await?;
        assert!(!path.exists(), "the owner outlived the answer");
        Ok((text.concat(), length))
    }

    #[tokio::test]
    async fn the_pieces_are_one_base64_text_of_the_promised_length() {
        for size in [0, 1, PIECE, PIECE + 1, 2 * PIECE + 2] {
            let content: Vec<u8> = (0..size).map(|n| u8::try_from(n % 251).unwrap()).collect();
            let (text, length) = sent(&content, size as u64).await.unwrap();
            assert_eq!(length, Some(text.len() as u64), "{size}");
            let whole = format!("<{}>", base64::encode(&content));
            assert!(text == whole.as_bytes(), "{size}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_shorter_than_promised_breaks_the_answer_off() {
        let error = sent(b"short", 6).await.unwrap_err();
        assert!(error.message.contains("eof"), "{error}");
    }
}
