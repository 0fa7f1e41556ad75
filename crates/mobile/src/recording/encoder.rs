//! The encoder: an ffmpeg child with pictures going in and a film coming out.
//!
//! The film is written to disk by us, not by ffmpeg: so we know each moment how much of it is whole,
//! learn of a full disk ourselves, and keep what came when the child is killed.

use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use hansom_host::{Child, ChildSpec, StateDir, Stream};
use tokio::{
    fs::File,
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{ChildStderr, ChildStdin, ChildStdout},
    sync::watch,
};
use tokio_util::task::AbortOnDropHandle;

use super::{RecordingError, ffmpeg, fragments::Fragments, options::FilmOptions};

/// How long a picture may wait for the encoder to take it before it counts as hung.
const TAKE_WITHIN: Duration = Duration::from_secs(15);
/// Lines of ffmpeg's own words kept for errors.
const WORDS: usize = 8;

/// A running encoder. Dropping it kills the child.
pub(super) struct Encoder {
    child: Child,
    input: Option<ChildStdin>,
    output: AbortOnDropHandle<Written>,
    errors: AbortOnDropHandle<()>,
    ready: watch::Receiver<bool>,
    words: Words,
    path: PathBuf,
}

/// What is on disk.
#[derive(Debug)]
pub(super) struct Written {
    /// Whole pictures.
    pub(super) pictures: u64,
    /// Why no more was written, when that is our disk's fault.
    pub(super) trouble: Option<io::Error>,
}

/// The last lines ffmpeg said.
#[derive(Debug, Clone, Default)]
struct Words(Arc<Mutex<VecDeque<String>>>);

impl Words {
    fn push(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == WORDS {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn text(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect::<Vec<_>>().join("; ")
    }
}

impl Encoder {
    /// Starts ffmpeg with pictures of that size; fragments go to `path`.
    pub(super) async fn start(
        program: &Path,
        state: &Arc<StateDir>,
        options: &FilmOptions,
        size: (u32, u32),
        path: PathBuf,
    ) -> Result<Self, RecordingError> {
        let file = File::create(&path).await?;
        let spec = ChildSpec::new(program)
            .args(ffmpeg::encode(options, size))
            .stdin(Stream::Piped)
            .stdout(Stream::Piped)
            .stderr(Stream::Piped);
        let mut child = Child::spawn(spec, state).await?;
        let piped = (child.take_stdin(), child.take_stdout(), child.take_stderr());
        let (Some(input), Some(output), Some(errors)) = piped else {
            return Err(io::Error::other("a child without its pipes").into());
        };
        let words = Words::default();
        let errors = tokio::spawn(listen(errors, words.clone()));
        let (ready_now, ready) = watch::channel(false);
        let output = tokio::spawn(keep(output, file, ready_now));
        Ok(Self {
            child,
            input: Some(input),
            output: AbortOnDropHandle::new(output),
            errors: AbortOnDropHandle::new(errors),
            ready,
            words,
            path,
        })
    }

    /// Waits until the encoder has taken the first picture. Cancel safe.
    pub(super) async fn ready(&mut self) -> Result<(), RecordingError> {
        if self.ready.wait_for(|ready| *ready).await.is_ok() {
            return Ok(());
        }
        // What came could not be kept: that is the disk's fault, not the encoder's.
        if let Ok(Written {
            trouble: Some(trouble),
            ..
        }) = (&mut self.output).await
        {
            return Err(trouble.into());
        }
        let exit = self.child.wait().await;
        let words = match self.last_words().await {
            silent if silent.is_empty() => exit.to_string(),
            words => words,
        };
        Err(RecordingError::EncoderRefused { words })
    }

    /// What it said, once it is gone.
    async fn last_words(&mut self) -> String {
        // Its error output ends with it; a heir that holds the pipe open is not waited for.
        let _ = tokio::time::timeout(Duration::from_secs(1), &mut self.errors).await;
        self.words.text()
    }

    /// Gives it a picture; an error means that it takes no more.
    pub(super) async fn write(&mut self, jpeg: &Bytes) -> Result<(), String> {
        let Some(input) = &mut self.input else {
            return Err("its input is closed".into());
        };
        let head = format!(
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
            jpeg.len()
        );
        let write = async {
            input.write_all(head.as_bytes()).await?;
            input.write_all(jpeg).await?;
            input.write_all(b"\r\n").await
        };
        match tokio::time::timeout(TAKE_WITHIN, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("it took no picture for {TAKE_WITHIN:?}")),
        }
    }

    /// Waits until no more comes from it: it ended, or the disk is full. Cancel safe.
    pub(super) async fn ended(&mut self) {
        let _ = self.ready.wait_for(|_| false).await;
    }

    /// Closes it: lets it finish what it has, within bounds, and says what is on disk.
    pub(super) async fn close(
        mut self,
        within: Duration,
    ) -> Result<(Written, String), RecordingError> {
        drop(self.input.take());
        if tokio::time::timeout(within, self.ended()).await.is_err() {
            tracing::warn!(
                pid = self.child.pid(),
                "ffmpeg did not finish within {within:?} and is killed"
            );
        }
        // It has given all it had, or will not: its output has ended, or does with it.
        let exit = self.child.kill().await;
        let written = match (&mut self.output).await {
            Ok(written) => written,
            Err(error) => return Err(io::Error::other(error).into()),
        };
        tracing::debug!(pictures = written.pictures, %exit, path = %self.path.display(), "encoder closed");
        let words = self.last_words().await;
        Ok((written, words))
    }
}

/// Collects what ffmpeg says, until its end.
async fn listen(errors: ChildStderr, words: Words) {
    let mut lines = BufReader::new(errors).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::debug!(target: "ffmpeg", "{line}");
        words.push(line);
    }
}

/// Writes the film as it comes, and cuts off a torn end. Dropping `ready` says that no more comes.
async fn keep(mut output: ChildStdout, mut file: File, ready: watch::Sender<bool>) -> Written {
    let mut fragments = Fragments::default();
    let mut buffer = vec![0; 64 * 1024];
    let trouble = loop {
        let length = match output.read(&mut buffer).await {
            Ok(0) | Err(_) => break None,
            Ok(length) => length,
        };
        // The flush is what brings a full disk to light.
        let written = async {
            file.write_all(&buffer[..length]).await?;
            file.flush().await
        };
        if let Err(error) = written.await {
            tracing::error!(%error, "the film cannot be written; it ends here");
            break Some(error);
        }
        fragments.push(&buffer[..length]);
        if fragments.ready() {
            ready.send_if_modified(|ready| !std::mem::replace(ready, true));
        }
    };
    if let Err(error) = file.set_len(fragments.whole()).await {
        tracing::warn!(%error, "a torn end could not be cut off");
    }
    Written {
        pictures: fragments.count(),
        trouble,
    }
}
