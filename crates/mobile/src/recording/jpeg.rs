//! The size of a JPEG, read from its header. Frames that are not whole JPEGs never reach the encoder.
//!
//! Hand-written: four bytes of one segment are wanted, not a decoder.

/// Width and height in pixels; `None` when this is not a whole JPEG.
pub(super) fn size(jpeg: &[u8]) -> Option<(u32, u32)> {
    let body = jpeg.strip_prefix(&[0xFF, 0xD8])?;
    if !jpeg.ends_with(&[0xFF, 0xD9]) {
        return None;
    }
    let mut rest = body;
    loop {
        // Any number of 0xFF may fill the room before a marker.
        while let [0xFF, 0xFF, ..] = rest {
            rest = &rest[1..];
        }
        let [0xFF, marker, tail @ ..] = rest else {
            return None;
        };
        let length = usize::from(u16::from_be_bytes([*tail.first()?, *tail.get(1)?]));
        match marker {
            // A frame header, whichever coding; C4, C8 and CC in between are tables.
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                let height = u16::from_be_bytes([*tail.get(3)?, *tail.get(4)?]);
                let width = u16::from_be_bytes([*tail.get(5)?, *tail.get(6)?]);
                return (width > 0 && height > 0).then(|| (width.into(), height.into()));
            }
            // The picture itself begins and no frame header came before it.
            0xDA => return None,
            _ => rest = tail.get(length.max(2)..)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &[u8] = &[
        0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x04, 0x01, 0x02, 0xFF, 0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x03,
        0x4C, 0x01, 0x86, 0x01, 0x11, 0x00, 0xFF, 0xD9,
    ];

    #[test]
    fn the_size_is_read_past_other_segments_and_fill_bytes() {
        assert_eq!(size(HEADER), Some((390, 844)));
    }

    #[test]
    fn half_a_picture_and_nonsense_are_refused() {
        assert_eq!(size(&HEADER[..HEADER.len() - 1]), None);
        assert_eq!(size(b""), None);
        assert_eq!(size(b"\xFF\xD8\xFF\xD9"), None);
        assert_eq!(size(b"GIF89a"), None);
        for cut in 0..HEADER.len() {
            let mut cut = HEADER[..cut].to_vec();
            cut.extend([0xFF, 0xD9]);
            let _ = size(&cut);
        }
    }
}
