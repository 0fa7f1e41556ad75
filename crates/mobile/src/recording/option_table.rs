//! The options of start and stop as data: the reader's errors and the guide's table are made of it.

use std::fmt::Write as _;

/// One option.
#[derive(Debug)]
pub struct OptionRow {
    /// Its key.
    pub name: &'static str,
    /// What may be sent.
    pub allowed: &'static str,
    /// What holds when it is absent or null.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const fn row(
    name: &'static str,
    allowed: &'static str,
    default: &'static str,
    meaning: &'static str,
) -> OptionRow {
    OptionRow {
        name,
        allowed,
        default,
        meaning,
    }
}

/// Every option.
#[rustfmt::skip] // one row, one thought: the table is read across
pub const OPTIONS: &[OptionRow] = &[
    row("videoType", "one of h264, libx264, hevc, h265, libx265, mpeg4, mjpeg", "h264", "the encoder"),
    row("videoQuality", "low (25), medium (50), high (75), photo (100) or a whole number from 1 to 100", "medium", "quality of the captured frames and of the film"),
    row("videoFps", "a whole number from 1 to 60", "10", "pictures per second, constant"),
    row("videoScale", "width:height, each in pixels from 2 to 4096, -1 or -2 (from the other side), or iw or ih times or by a number, such as iw/2:ih/2", "as captured", "size of the film"),
    row("videoFilters", "a chain, up to 500 characters, of boxblur, crop, drawbox, drawgrid, eq, format, hflip, hue, negate, noise, pad, rotate, scale, setsar, transpose, unsharp, vflip, vignette with plain arguments and no number above 4096, such as crop=200:200,hflip", "none", "ffmpeg filters; wins over `videoScale`"),
    row("pixelFormat", "one of yuv420p, yuv422p, yuv444p, yuvj420p, yuvj422p, yuvj444p, nv12", "yuv420p (mjpeg: yuvj420p)", "pixel format of the film"),
    row("timeLimit", "a number of seconds from 1 to 4200", "180", "when the recording ends by itself; the film is kept for the next stop"),
    row("forceRestart", "true or false", "false", "start: drop a running recording instead of answering its film"),
    row("hardwareAcceleration", "one of videoToolbox, cuda, amf_dx11, qsv, vaapi", "none", "taken for the sake of older scripts; films are encoded in software"),
    row("remotePath", "an http or https address without a fragment", "none", "where the film is uploaded; the answer is then an empty string"),
    row("user", "a text, together with `pass`", "none", "name for basic authentication"),
    row("pass", "a text, together with `user`", "none", "password for basic authentication"),
    row("method", "one of PUT, POST, PATCH", "PUT", "HTTP method of the upload"),
    row("headers", "an object of names and values (texts, numbers or booleans), without Host, Content-Length, Transfer-Encoding, Connection, and without Content-Type in a multipart upload", "none", "headers of the upload"),
    row("fileFieldName", "a text; empty for a raw body", "file", "field that holds the film in a multipart body"),
    row("formFields", "an object of names and values, or a list of [name, value] pairs (texts, numbers or booleans)", "none", "fields sent before the film in a multipart body"),
];

/// The row of an option.
pub(super) fn find(name: &str) -> Option<&'static OptionRow> {
    OPTIONS.iter().find(|row| row.name == name)
}

/// All names, for messages.
pub(super) fn names() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|row| row.name).collect();
    names.join(", ")
}

/// The table as Markdown, for the guide.
pub fn options_page() -> String {
    let mut page = String::from("| option | allowed | default | meaning |\n|---|---|---|---|\n");
    for row in OPTIONS {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} |",
            row.name, row.allowed, row.default, row.meaning
        );
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::{
        codec::{CODECS, PIXEL_FORMATS, QUALITIES},
        filters::FILTERS,
    };

    #[test]
    fn the_table_names_exactly_what_the_reader_takes() {
        let allowed = |name| find(name).unwrap().allowed;
        let codecs: Vec<&str> = CODECS
            .iter()
            .flat_map(|codec| codec.names)
            .copied()
            .collect();
        assert_eq!(
            allowed("videoType"),
            format!("one of {}", codecs.join(", "))
        );
        assert_eq!(
            allowed("pixelFormat"),
            format!("one of {}", PIXEL_FORMATS.join(", "))
        );
        assert!(allowed("videoFilters").contains(&FILTERS.join(", ")));
        for (name, value) in QUALITIES {
            assert!(allowed("videoQuality").contains(&format!("{name} ({value})")));
        }
    }
}
