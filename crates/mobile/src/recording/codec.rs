//! Encoders and pixel formats a client may choose, as tables, and what they mean to ffmpeg.

/// An encoder of ffmpeg under the names clients use.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Codec {
    /// Names accepted in `videoType`, without regard to case.
    pub(super) names: &'static [&'static str],
    /// ffmpeg's encoder.
    pub(super) encoder: &'static str,
    /// Its quality option, with the value for quality 1 and for quality 100.
    quality: (&'static str, u32, u32),
    /// What makes it give out each picture at once, and other players accept it.
    pub(super) extra: &'static [&'static str],
    /// The pixel format unless the client names one.
    pub(super) pixel_format: &'static str,
}

/// The encoders. The first is the default.
pub(super) const CODECS: &[Codec] = &[
    Codec {
        names: &["h264", "libx264"],
        encoder: "libx264",
        quality: ("-crf", 38, 18),
        extra: &["-preset", "veryfast", "-tune", "zerolatency"],
        pixel_format: "yuv420p",
    },
    Codec {
        names: &["hevc", "h265", "libx265"],
        encoder: "libx265",
        quality: ("-crf", 42, 22),
        extra: &[
            "-preset",
            "ultrafast",
            "-tune",
            "zerolatency",
            "-x265-params",
            "log-level=error",
            "-tag:v",
            "hvc1",
        ],
        pixel_format: "yuv420p",
    },
    Codec {
        names: &["mpeg4"],
        encoder: "mpeg4",
        quality: ("-q:v", 20, 2),
        extra: &[],
        pixel_format: "yuv420p",
    },
    Codec {
        names: &["mjpeg"],
        encoder: "mjpeg",
        quality: ("-q:v", 20, 2),
        extra: &[],
        pixel_format: "yuvj420p",
    },
];

/// Pixel formats a client may name. Encoders that lack one take their nearest.
pub(super) const PIXEL_FORMATS: &[&str] = &[
    "yuv420p", "yuv422p", "yuv444p", "yuvj420p", "yuvj422p", "yuvj444p", "nv12",
];

impl Codec {
    /// The encoder for a client's `videoType`.
    pub(super) fn named(name: &str) -> Option<&'static Codec> {
        CODECS
            .iter()
            .find(|codec| codec.names.iter().any(|own| own.eq_ignore_ascii_case(name)))
    }

    /// The arguments for a quality of 1–100.
    pub(super) fn quality_args(&self, quality: u8) -> [String; 2] {
        let (option, worst, best) = self.quality;
        let steps = worst - best;
        let value = worst - steps * (u32::from(quality.clamp(1, 100)) - 1) / 99;
        [option.to_owned(), value.to_string()]
    }
}

/// Names for qualities, as clients know them.
pub(super) const QUALITIES: &[(&str, u8)] =
    &[("low", 25), ("medium", 50), ("high", 75), ("photo", 100)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_peers_find_their_encoder_in_any_case() {
        assert_eq!(Codec::named("H264").unwrap().encoder, "libx264");
        assert_eq!(Codec::named("mjpeg").unwrap().encoder, "mjpeg");
        assert_eq!(Codec::named("gif"), None);
    }

    #[test]
    fn quality_reaches_both_ends_of_an_encoders_scale() {
        let codec = &CODECS[0];
        assert_eq!(codec.quality_args(1), ["-crf", "38"]);
        assert_eq!(codec.quality_args(100), ["-crf", "18"]);
        assert_eq!(codec.quality_args(50), ["-crf", "29"]);
    }
}
