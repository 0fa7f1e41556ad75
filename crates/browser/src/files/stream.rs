//! A file on its way to a client as base64, in pieces.

use std::{fs::File, io::SeekFrom, path::PathBuf};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hansom_protocol::{Answer, Error};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::error::FileError;

/// Bytes read at a time; a multiple of three, so that base64 needs no padding before the end.
const PIECE: usize = 48 * 1024;

/// The answer `head`, base64 of the file, `tail`, which together are JSON text.
pub(super) async fn base64_of(
    file: File,
    head: String,
    tail: &'static str,
) -> Result<Answer, FileError> {
    let disk = |error| FileError::Disk(PathBuf::from("a packed download"), error);
    let mut file = tokio::fs::File::from_std(file);
    let length = file.seek(SeekFrom::End(0)).await.map_err(disk)?;
    file.seek(SeekFrom::Start(0)).await.map_err(disk)?;
    let total = head.len() as u64 + length.div_ceil(3) * 4 + tail.len() as u64;
    let content = stream::unfold(Some(file), |file| async {
        let mut file = file?;
        match piece(&mut file).await {
            Ok(piece) if piece.is_empty() => None,
            Ok(piece) => Some((Ok(Bytes::from(BASE64_STANDARD.encode(piece))), Some(file))),
            Err(error) => Some((
                Err(Error::unknown(format!("the file broke off: {error}"))),
                None,
            )),
        }
    });
    let chunks = stream::iter([Ok(Bytes::from(head))])
        .chain(content)
        .chain(stream::iter([Ok(Bytes::from_static(tail.as_bytes()))]));
    Ok(Answer::stream(chunks.boxed(), Some(total)))
}

/// The next piece; shorter only at the end.
async fn piece(file: &mut tokio::fs::File) -> std::io::Result<Vec<u8>> {
    let mut piece = Vec::with_capacity(PIECE);
    file.take(PIECE as u64).read_to_end(&mut piece).await?;
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use futures_util::TryStreamExt;
    use hansom_protocol::Body;

    use super::*;

    #[tokio::test]
    async fn the_pieces_are_one_base64_text_of_the_promised_length() {
        for size in [0, 1, PIECE, PIECE + 1, 2 * PIECE + 2] {
            let content: Vec<u8> = (0..size).map(|n| u8::try_from(n % 251).unwrap()).collect();
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&content).unwrap();
            let answer = base64_of(file, "<".into(), ">").await.unwrap();
            let Body::Stream { chunks, length } = answer.body else {
                panic!("not a stream")
            };
            let text: Vec<Bytes> = chunks.try_collect().await.unwrap();
            let text = text.concat();
            assert_eq!(length, Some(text.len() as u64), "{size}");
            let inner = &text[1..text.len() - 1];
            assert_eq!(BASE64_STANDARD.decode(inner).unwrap(), content, "{size}");
        }
    }
}
