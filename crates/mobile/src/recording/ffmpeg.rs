//! Where ffmpeg is and what it is told.
//!
//! Pictures go in as `mpjpeg` (JPEGs with their lengths): unlike a bare row of JPEGs it needs no look
//! at the next picture, so the first one is encoded when it comes. The film comes out as fragmented
//! MP4 through a pipe, one fragment per picture.

use std::path::{Path, PathBuf};

use super::{RecordingError, options::FilmOptions};

/// For the reader of the error.
pub(super) const HOW_TO_INSTALL: &str = "for example `apt-get install ffmpeg`, `dnf install ffmpeg`, `brew install ffmpeg` or `winget install ffmpeg`";

/// The program: as configured, or from `PATH`.
pub(super) fn find(configured: Option<&Path>) -> Result<PathBuf, RecordingError> {
    let (name, looked) = match configured {
        Some(path) => (path, format!("there is no program at {}", path.display())),
        None => (Path::new("ffmpeg"), "it is not on PATH".to_owned()),
    };
    which::which(name).map_err(|_| RecordingError::FfmpegMissing { looked })
}

/// Arguments of the encoder for pictures that begin with this size.
pub(super) fn encode(options: &FilmOptions, (width, height): (u32, u32)) -> Vec<String> {
    let mut args: Vec<String> = Vec::new();
    let mut add = |list: &[&str]| args.extend(list.iter().map(|arg| (*arg).to_owned()));
    add(&["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error"]);
    // Nothing of a stream has to be guessed, so the first picture is taken at once.
    add(&[
        "-protocol_whitelist",
        "pipe",
        "-probesize",
        "32",
        "-analyzeduration",
        "0",
    ]);
    add(&[
        "-fpsprobesize",
        "0",
        "-f",
        "mpjpeg",
        "-r",
        &options.fps.to_string(),
    ]);
    add(&["-i", "pipe:0", "-map", "0:v:0", "-an", "-sn", "-dn"]);
    add(&["-vf", &filters(options, width, height)]);
    add(&["-c:v", options.codec.encoder]);
    let [quality, value] = options.codec.quality_args(options.quality);
    add(&[&quality, &value]);
    add(options.codec.extra);
    // A key picture every five seconds: players can seek, still screens stay small.
    add(&[
        "-g",
        &(options.fps * 5).to_string(),
        "-bf",
        "0",
        "-threads",
        "2",
    ]);
    add(&[
        "-pix_fmt",
        options.pixel_format,
        "-r",
        &options.fps.to_string(),
    ]);
    // JPEG's own colours; without the note large films are shown in others.
    add(&[
        "-colorspace",
        "bt470bg",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "iec61966-2-1",
    ]);
    add(&[
        "-movflags",
        "+empty_moov+default_base_moof+frag_every_frame",
    ]);
    add(&["-flush_packets", "1", "-f", "mp4", "pipe:1"]);
    args
}

/// Arguments that turn fragments into a plain film with its index in front.
pub(super) fn join(fragments: &Path, film: &Path) -> Vec<std::ffi::OsString> {
    let mut args: Vec<std::ffi::OsString> = Vec::new();
    args.extend(["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error"].map(Into::into));
    args.extend(["-protocol_whitelist", "file", "-f", "mov", "-i"].map(Into::into));
    args.push(fragments.into());
    args.extend(
        [
            "-map",
            "0:v:0",
            "-c",
            "copy",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            "-y",
        ]
        .map(Into::into),
    );
    args.push(film.into());
    args
}

/// Every picture is fitted into the size of the first one, because the film has one size: a device
/// that is turned shows with bars. Then come the client's filters, then even sides, as H.264 needs.
fn filters(options: &FilmOptions, width: u32, height: u32) -> String {
    let (width, height) = ((width & !1).max(2), (height & !1).max(2));
    let range = if options.pixel_format.starts_with("yuvj") {
        "pc"
    } else {
        "tv"
    };
    let mut chain = format!(
        "scale={width}:{height}:force_original_aspect_ratio=decrease:in_range=pc:out_range={range},\
         pad={width}:{height}:(ow-iw)/2:(oh-ih)/2,setsar=1"
    );
    if let Some(own) = &options.filters {
        chain.push(',');
        chain.push_str(own);
        chain.push_str(",scale=trunc(iw/2)*2:trunc(ih/2)*2,setsar=1");
    }
    chain
}
