//! Tiles become one PNG, row by row, on a thread of its own.
//!
//! In memory at any time: the packed tiles of two bands, a row of each tile, and the pieces that
//! wait for the client.

use std::io::{self, Cursor, Write};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hansom_protocol::{Chunks, Error, base64};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Reader, StreamWriter, Writer};
use tokio::sync::mpsc;

use super::{error::FullPageError, plan::Plan, tiles::Band};

/// Bytes that are sent at a time, before they become base64.
const PIECE: usize = 48 * 1024;
/// Pieces that wait for a slow client before the work pauses.
const PIECES: usize = 16;

type Captured = Result<Band, FullPageError>;

/// Starts the work. Bands after the first are sent to the sender; the JSON text of the picture
/// comes out of the stream.
pub(super) fn start(plan: Plan, first: Band) -> (mpsc::Sender<Captured>, Chunks) {
    let (bands, waiting) = mpsc::channel(1);
    let (pieces, sent) = mpsc::channel(PIECES);
    tokio::task::spawn_blocking(move || {
        let failed = match join(&plan, &first, waiting, pieces.clone()) {
            Ok(()) => return,
            // The client is gone, nobody is left to be told.
            Err(FullPageError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => return,
            Err(error) => Error::from(error),
        };
        tracing::warn!(error = %failed, "a picture in tiles broke off");
        // As above: nobody listens when this fails.
        let _ = pieces.blocking_send(Err(failed));
    });
    let pieces = stream::unfold(sent, |mut sent| async {
        sent.recv().await.map(|piece| (piece, sent))
    });
    (bands, pieces.boxed())
}

fn join(
    plan: &Plan,
    first: &Band,
    mut bands: mpsc::Receiver<Captured>,
    pieces: mpsc::Sender<Result<Bytes, Error>>,
) -> Result<(), FullPageError> {
    let mut out = Pieces::new(pieces);
    let mut tiles = open(first)?;
    let kind = tiles
        .first()
        .map(Reader::output_color_type)
        .ok_or(FullPageError::Empty)?;
    let (width, mut left) = plan.size();
    let mut picture = begin(plan, kind, &mut out)?;
    let mut rows = picture.stream_writer_with_size(PIECE)?;
    loop {
        left = copy(&mut tiles, (width, kind), left, &mut rows)?;
        tiles = match bands.blocking_recv() {
            Some(band) => open(&band?)?,
            None => break,
        };
    }
    if left > 0 {
        return Err(FullPageError::Changed);
    }
    rows.finish()?;
    picture.finish()?;
    out.finish()?;
    Ok(())
}

type Tile = Reader<Cursor<Vec<u8>>>;

fn open(band: &Band) -> Result<Vec<Tile>, FullPageError> {
    band.iter()
        .map(|tile| {
            let bytes = base64::decode("tile", tile)?;
            Ok(Decoder::new(Cursor::new(bytes)).read_info()?)
        })
        .collect()
}

fn begin<W: Write>(
    plan: &Plan,
    (colour, depth): (ColorType, BitDepth),
    out: W,
) -> Result<Writer<W>, FullPageError> {
    let (width, height) = plan.size();
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Fast);
    Ok(encoder.write_header()?)
}

/// Copies the rows of a band; answers how many rows the picture still lacks. A scale with many
/// decimals can give the last band a row too many, which is left out.
fn copy<W: Write>(
    tiles: &mut [Tile],
    (width, kind): (u32, (ColorType, BitDepth)),
    mut left: u32,
    rows: &mut StreamWriter<'_, W>,
) -> Result<u32, FullPageError> {
    let height = tiles.first().map_or(0, |tile| tile.info().height);
    let alike = |tile: &Tile| tile.info().height == height && tile.output_color_type() == kind;
    let total: u32 = tiles.iter().map(|tile| tile.info().width).sum();
    if total != width || !tiles.iter().all(alike) {
        return Err(FullPageError::Changed);
    }
    for _ in 0..height.min(left) {
        for tile in &mut *tiles {
            let row = tile.next_row()?.ok_or(FullPageError::Changed)?;
            rows.write_all(row.data())?;
        }
        left -= 1;
    }
    Ok(left)
}

/// Sends what is written as the pieces of one JSON string, base64.
struct Pieces {
    client: mpsc::Sender<Result<Bytes, Error>>,
    /// What is not sent yet.
    waiting: Vec<u8>,
    /// The start of the next piece.
    text: String,
}

impl Pieces {
    fn new(client: mpsc::Sender<Result<Bytes, Error>>) -> Self {
        Self {
            client,
            waiting: Vec::with_capacity(PIECE),
            text: "\"".into(),
        }
    }

    /// Sends the first bytes that wait; those after them follow without padding only when these are
    /// a multiple of three.
    fn send(&mut self, bytes: usize) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        base64::append(&self.waiting[..bytes], &mut text);
        self.waiting.drain(..bytes);
        self.client
            .blocking_send(Ok(text.into()))
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Sends the rest.
    fn finish(mut self) -> io::Result<()> {
        self.send(self.waiting.len())?;
        self.text.push('"');
        self.send(0)
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE {
            self.send(self.waiting.len() / 3 * 3)?;
        }
        Ok(bytes.len())
    }

    /// Nothing can be hurried: a byte or two wait for a third.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
