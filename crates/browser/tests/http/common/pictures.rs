//! Pictures that came back, row by row.

use std::io::Cursor;

use base64_simd::STANDARD as BASE64;
use png::{ColorType, Decoder, Reader};

/// A picture.
pub(crate) struct Picture(Reader<Cursor<Vec<u8>>>);

impl Picture {
    pub(crate) fn of(value: &serde_json::Value) -> Self {
        let bytes = BASE64.decode_to_vec(value.as_str().unwrap()).unwrap();
        Self(Decoder::new(Cursor::new(bytes)).read_info().unwrap())
    }

    pub(crate) fn size(&self) -> (u32, u32) {
        (self.0.info().width, self.0.info().height)
    }

    /// Whether every row is of one colour, row by row as given, from edge to edge.
    pub(crate) fn assert_rows(mut self, colour: impl Fn(u32) -> [u8; 3]) {
        let (width, height) = self.size();
        let alpha = self.0.output_color_type().0 == ColorType::Rgba;
        for y in 0..height {
            let [r, g, b] = colour(y);
            let pixel: &[u8] = if alpha { &[r, g, b, 255] } else { &[r, g, b] };
            let expected = pixel.repeat(width as usize);
            let row = self.0.next_row().unwrap().unwrap();
            assert!(
                row.data() == expected,
                "row {y} begins {:?}, not {pixel:?}",
                &row.data()[..4]
            );
        }
        assert!(self.0.next_row().unwrap().is_none());
    }
}
