//! Follows the encoder's output as it passes: where the last whole fragment ends and how many there
//! are. The encoder is told to put each picture in a fragment of its own, so their number is the
//! number of pictures.

/// A reader of box headers that never holds more than one of them.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    /// The header being collected; 16 bytes for a large size.
    header: Vec<u8>,
    /// What is left of the current box.
    left: u64,
    kind: [u8; 4],
    seen: u64,
    whole: u64,
    count: u64,
    ready: bool,
}

impl Fragments {
    /// Takes the next bytes.
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.left == 0 {
                let (first, rest) = bytes.split_at(1);
                self.header.extend_from_slice(first);
                bytes = rest;
                self.seen += 1;
                self.read_header();
            } else {
                let step =
                    usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
                bytes = &bytes[step..];
                self.seen += step as u64;
                self.left -= step as u64;
                if self.left == 0 {
                    self.box_ended();
                }
            }
        }
    }

    /// Whether the film's header is there: the encoder took the first picture.
    pub(super) fn ready(&self) -> bool {
        self.ready
    }

    /// How many whole fragments came.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Length of the header and all whole fragments.
    pub(super) fn whole(&self) -> u64 {
        self.whole
    }

    fn read_header(&mut self) {
        let header = self.header.as_slice();
        let (Some(size), Some(kind)) = (header.first_chunk::<4>(), header.get(4..8)) else {
            return;
        };
        let length = match (u32::from_be_bytes(*size), header.get(8..16)) {
            (1, None) => return,
            (1, Some(large)) => large.try_into().map_or(0, u64::from_be_bytes),
            (size, _) => size.into(),
        };
        self.kind.copy_from_slice(kind);
        self.left = length.saturating_sub(header.len() as u64);
        self.header.clear();
        if self.left == 0 {
            self.box_ended();
        }
    }

    fn box_ended(&mut self) {
        match &self.kind {
            b"moov" => {
                self.ready = true;
                self.whole = self.seen;
            }
            b"mdat" => {
                self.count += 1;
                self.whole = self.seen;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(kind: [u8; 4], body: usize) -> Vec<u8> {
        let mut bytes = u32::try_from(body + 8).unwrap().to_be_bytes().to_vec();
        bytes.extend(kind);
        bytes.extend(vec![0; body]);
        bytes
    }

    fn film() -> Vec<u8> {
        [
            boxed(*b"ftyp", 20),
            boxed(*b"moov", 100),
            boxed(*b"moof", 60),
            boxed(*b"mdat", 5),
            boxed(*b"moof", 60),
            boxed(*b"mdat", 0),
        ]
        .concat()
    }

    #[test]
    fn pieces_of_any_size_are_counted_alike() {
        let film = film();
        for piece in 1..film.len() {
            let mut fragments = Fragments::default();
            film.chunks(piece).for_each(|bytes| fragments.push(bytes));
            assert_eq!(fragments.count(), 2);
            assert_eq!(fragments.whole(), film.len() as u64);
        }
    }

    #[test]
    fn a_torn_end_is_not_part_of_the_whole() {
        let film = film();
        let mut fragments = Fragments::default();
        fragments.push(&film[..film.len() - 10]);
        assert!(fragments.ready());
        assert_eq!(fragments.count(), 1);
        assert_eq!(fragments.whole(), 28 + 108 + 68 + 13);
    }
}
