//! Whether the ffmpeg of this machine can make films, for `hansom doctor`.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use tokio::io::AsyncReadExt as _;

use super::{RecordingError, codec::CODECS, ffmpeg};

/// How long ffmpeg may take to list its encoders.
const LIST_WITHIN: Duration = Duration::from_secs(20);

/// Which of the encoders that clients may choose an ffmpeg has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoders {
    /// The program.
    pub program: PathBuf,
    /// Those it has; the default is the first of our table.
    pub has: Vec<&'static str>,
    /// Those it has not.
    pub lacks: Vec<&'static str>,
}

impl Encoders {
    /// The encoder of films unless a client chooses another.
    pub fn default_encoder() -> &'static str {
        CODECS[0].encoder
    }

    /// Whether films can be made without choosing.
    pub fn has_default(&self) -> bool {
        self.has.contains(&Self::default_encoder())
    }
}

/// Finds ffmpeg, as configured or on `PATH`, and asks it for its encoders.
pub async fn probe(
    configured: Option<&Path>,
    state: &Arc<StateDir>,
) -> Result<Encoders, RecordingError> {
    let program = ffmpeg::find(configured)?;
    let list = tokio::time::timeout(LIST_WITHIN, list(&program, state))
        .await
        .unwrap_or_else(|_| Err(format!("it listed nothing within {LIST_WITHIN:?}")))
        .map_err(|words| RecordingError::EncoderRefused { words })?;
    let (has, lacks) = CODECS
        .iter()
        .map(|codec| codec.encoder)
        .partition(|encoder| names(&list, encoder));
    Ok(Encoders {
        program,
        has,
        lacks,
    })
}

async fn list(program: &Path, state: &Arc<StateDir>) -> Result<String, String> {
    let spec = ChildSpec::new(program)
        .args(["-hide_banner", "-loglevel", "error", "-encoders"])
        .stdout(Stream::Piped);
    let mut child = Child::spawn(spec, state)
        .await
        .map_err(|error| error.to_string())?;
    let mut list = Vec::new();
    if let Some(mut out) = child.take_stdout() {
        let read = out.read_to_end(&mut list).await;
        read.map_err(|error| error.to_string())?;
    }
    let exit = child.wait().await;
    if exit.code != Some(0) {
        return Err(format!("it {exit} when asked for its encoders"));
    }
    Ok(String::from_utf8_lossy(&list).into_owned())
}

/// Whether a list has an encoder: its lines are flags, name, description.
fn names(list: &str, encoder: &str) -> bool {
    list.lines()
        .any(|line| line.split_whitespace().nth(1) == Some(encoder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoder_is_known_by_the_second_word_of_its_line() {
        let list = " V....D libx264rgb  libx264 H.264 RGB\n VFS..D mpeg4  MPEG-4 part 2\n";
        assert!(names(list, "mpeg4"));
        assert!(!names(list, "libx264"));
    }

    #[tokio::test]
    async fn the_ffmpeg_of_this_machine_is_asked() {
        let state = StateDir::open(None).unwrap();
        let encoders = probe(None, &state).await.unwrap();
        assert!(encoders.has_default(), "{encoders:?}");
        let missing = probe(Some(Path::new("/nowhere/ffmpeg")), &state).await;
        assert!(matches!(missing, Err(RecordingError::FfmpegMissing { .. })));
        let other = probe(Some(Path::new("false")), &state).await.unwrap_err();
        assert!(other.to_string().contains("exited with code 1"), "{other}");
    }
}
