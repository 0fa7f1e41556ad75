//! From fragments on disk to a film: joined, checked, and never lost.
//!
//! Joining needs ffmpeg and room for a second copy. Where either is missing, the fragments themselves
//! are the film: they are MPEG-4 that plays, only without the index in front.

use std::{path::Path, sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, StateDir, Stream, TempFolder};
use tokio::io::AsyncReadExt;

use super::{
    RecordingError,
    boxes::{Inspected, inspect},
    encoder::Written,
    ffmpeg,
    film::Film,
};

/// How long joining may take; it copies, so this is a slow disk.
const JOIN_WITHIN: Duration = Duration::from_mins(1);

/// The files of a recording in its folder.
pub(super) const FRAGMENTS: &str = "fragments.mp4";
const JOINED: &str = "film.mp4";

/// Makes the film of what the encoder left.
pub(super) async fn finish(
    program: &Path,
    state: &Arc<StateDir>,
    folder: TempFolder,
    written: &Written,
    ended_by: String,
) -> Result<Film, RecordingError> {
    if written.pictures == 0 {
        return Err(RecordingError::Empty { why: ended_by });
    }
    let fragments = folder.path().join(FRAGMENTS);
    let joined = folder.path().join(JOINED);
    let outcome = match join(program, state, &fragments, &joined).await {
        Ok(()) => checked(&joined, Some(written.pictures)).await,
        Err(why) => Err(why),
    };
    let (path, found) = match outcome {
        Ok(found) => {
            remove(&fragments).await;
            (joined, found)
        }
        Err(why) => {
            tracing::warn!(why, "the film is kept in fragments");
            remove(&joined).await;
            match checked(&fragments, None).await {
                Ok(found) => (fragments, found),
                Err(why) => {
                    return Err(RecordingError::Film {
                        path: fragments,
                        why,
                    });
                }
            }
        }
    };
    tracing::info!(
        pictures = found.pictures,
        bytes = found.bytes,
        duration = ?found.duration,
        ended_by,
        "film finished"
    );
    Ok(Film::new(folder, path, found.bytes))
}

async fn join(
    program: &Path,
    state: &Arc<StateDir>,
    fragments: &Path,
    film: &Path,
) -> Result<(), String> {
    let spec = ChildSpec::new(program)
        .args(ffmpeg::join(fragments, film))
        .stderr(Stream::Piped);
    let mut child = Child::spawn(spec, state)
        .await
        .map_err(|error| error.to_string())?;
    let errors = child.take_stderr();
    let run = async {
        let mut words = Vec::new();
        if let Some(errors) = errors {
            // A few lines are enough for the log.
            let _ = errors.take(2000).read_to_end(&mut words).await;
        }
        (child.wait().await, words)
    };
    match tokio::time::timeout(JOIN_WITHIN, run).await {
        Ok((exit, _)) if exit.success() => Ok(()),
        Ok((exit, words)) => Err(format!(
            "joining it failed: {exit}: {}",
            String::from_utf8_lossy(&words).trim()
        )),
        Err(_) => Err(format!("joining it took more than {JOIN_WITHIN:?}")),
    }
}

/// Looks whether a file is a film, with as many pictures as expected.
async fn checked(path: &Path, pictures: Option<u64>) -> Result<Inspected, String> {
    let owned = path.to_owned();
    let found = tokio::task::spawn_blocking(move || inspect(&owned))
        .await
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())?;
    if !found.index {
        return Err("its index is missing".into());
    }
    if found.pictures == 0 {
        return Err("it holds no picture".into());
    }
    match pictures {
        Some(wanted) if wanted != found.pictures => {
            Err(format!("it holds {} pictures of {wanted}", found.pictures))
        }
        _ => Ok(found),
    }
}

async fn remove(path: &Path) {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(path = %path.display(), %error, "could not be removed");
        }
        _ => {}
    }
}
