//! Looks into a finished MP4: is the index there, how many pictures, how long, any sound?
//!
//! Hand-written although crates exist: they read whole files into trees, while this walks the
//! headers of a few boxes, of files that may be damaged, with constant memory.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    time::Duration,
};

/// Indexes larger than this are not ours: 4,200 s at 60 pictures a second need about 4 MiB.
const LARGEST_INDEX: u64 = 64 << 20;

/// What a film holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Inspected {
    /// Whether the index is there.
    pub(super) index: bool,
    /// Pictures, in the index and in fragments.
    pub(super) pictures: u64,
    /// Tracks that are not pictures.
    pub(super) other_tracks: u32,
    /// Length by the index; nothing for fragments.
    pub(super) duration: Option<Duration>,
    /// Size of the file.
    pub(super) bytes: u64,
}

/// Reads the headers of a file.
pub(super) fn inspect(path: &Path) -> io::Result<Inspected> {
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut found = Inspected {
        bytes,
        ..Inspected::default()
    };
    let mut at = 0;
    while let Some((kind, start, length)) = header(&mut file, at, bytes)? {
        if matches!(&kind, b"moov" | b"moof") {
            let inside = start..at + length;
            if inside.end - inside.start > LARGEST_INDEX {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the index is too large",
                ));
            }
            let mut body = vec![0; usize::try_from(inside.end - inside.start).unwrap_or(0)];
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(&mut body)?;
            found.index |= kind == *b"moov";
            walk(&body, &mut found, &mut Track::default());
        }
        at += length;
    }
    Ok(found)
}

/// Kind, start of the body and length of the box at a place; `None` at the end or where it is torn.
fn header(file: &mut File, at: u64, end: u64) -> io::Result<Option<([u8; 4], u64, u64)>> {
    if at + 8 > end {
        return Ok(None);
    }
    let mut small = [0; 8];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut small)?;
    let (size, kind) = split_header(small);
    let (start, length) = match size {
        0 => (at + 8, end - at),
        1 if at + 16 <= end => {
            let mut large = [0; 8];
            file.read_exact(&mut large)?;
            (at + 16, u64::from_be_bytes(large))
        }
        size => (at + 8, u64::from(size)),
    };
    let whole = length >= start - at && at.checked_add(length).is_some_and(|next| next <= end);
    Ok(whole.then_some((kind, start, length)))
}

fn split_header(bytes: [u8; 8]) -> (u32, [u8; 4]) {
    let [a, b, c, d, kind @ ..] = bytes;
    (u32::from_be_bytes([a, b, c, d]), kind)
}

/// What is known of the track being walked.
#[derive(Default)]
struct Track {
    pictures: bool,
}

/// Walks the boxes in a body and those in them that matter.
fn walk(mut body: &[u8], found: &mut Inspected, track: &mut Track) {
    while let Some(head) = body.first_chunk::<8>() {
        let (size, kind) = split_header(*head);
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        let Some(inner) = body.get(8..length) else {
            return;
        };
        match &kind {
            b"trak" => walk(inner, found, &mut Track::default()),
            b"mdia" | b"minf" | b"stbl" | b"traf" => walk(inner, found, track),
            b"mvhd" => found.duration = movie_duration(inner),
            b"hdlr" => {
                track.pictures = inner.get(8..12) == Some(b"vide");
                found.other_tracks += u32::from(!track.pictures);
            }
            b"stsz" if track.pictures => found.pictures += u64::from(number(inner, 8)),
            b"trun" => found.pictures += u64::from(number(inner, 4)),
            _ => {}
        }
        body = &body[length..];
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..at + 4)
        .and_then(|four| four.try_into().ok())
        .map_or(0, u32::from_be_bytes)
}

fn movie_duration(bytes: &[u8]) -> Option<Duration> {
    let (scale, length) = match bytes.first()? {
        0 => (number(bytes, 12), u64::from(number(bytes, 16))),
        _ => (
            number(bytes, 20),
            (u64::from(number(bytes, 24)) << 32) | u64::from(number(bytes, 28)),
        ),
    };
    if scale == 0 || length == 0 {
        return None;
    }
    let nanos = u128::from(length) * 1_000_000_000 / u128::from(scale);
    u64::try_from(nanos).ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
        let mut bytes = u32::try_from(body.len() + 8)
            .unwrap()
            .to_be_bytes()
            .to_vec();
        bytes.extend(kind);
        bytes.extend(body);
        bytes
    }

    fn track(handler: [u8; 4], pictures: u8) -> Vec<u8> {
        let handler = boxed(*b"hdlr", &[&[0; 8], handler.as_slice()].concat());
        let sizes = boxed(*b"stsz", &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, pictures]);
        let table = boxed(*b"minf", &boxed(*b"stbl", &sizes));
        boxed(*b"trak", &boxed(*b"mdia", &[handler, table].concat()))
    }

    fn inspected(bytes: &[u8]) -> Inspected {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        inspect(file.path()).unwrap()
    }

    #[test]
    fn pictures_are_counted_and_sound_is_told_apart() {
        let mut time = vec![0; 100];
        time[14..16].copy_from_slice(&1000_u16.to_be_bytes());
        time[18..20].copy_from_slice(&2500_u16.to_be_bytes());
        let index = [
            boxed(*b"mvhd", &time),
            track(*b"vide", 25),
            track(*b"soun", 99),
        ]
        .concat();
        let film = [
            boxed(*b"ftyp", &[0; 8]),
            boxed(*b"moov", &index),
            boxed(*b"mdat", &[0; 50]),
        ]
        .concat();
        let found = inspected(&film);
        assert!(found.index);
        assert_eq!(found.pictures, 25);
        assert_eq!(found.other_tracks, 1);
        assert_eq!(found.duration, Some(Duration::from_millis(2500)));
        assert_eq!(found.bytes, film.len() as u64);
    }

    #[test]
    fn pictures_in_fragments_are_counted() {
        let run = boxed(*b"trun", &[0, 0, 0, 0, 0, 0, 0, 3]);
        let fragment = boxed(*b"moof", &boxed(*b"traf", &run));
        let film = [
            boxed(*b"moov", &track(*b"vide", 0)),
            fragment.clone(),
            fragment,
        ]
        .concat();
        assert_eq!(inspected(&film).pictures, 6);
    }

    #[test]
    fn damage_anywhere_ends_the_walk_and_nothing_else() {
        let film = [
            boxed(*b"moov", &track(*b"vide", 7)),
            boxed(*b"mdat", &[0; 9]),
        ]
        .concat();
        for cut in 0..film.len() {
            let found = inspected(&film[..cut]);
            assert!(found.pictures == 0 || found.index);
        }
        for at in 0..film.len() {
            let mut damaged = film.clone();
            damaged[at] = 0xFF;
            let _ = inspected(&damaged);
        }
    }
}
