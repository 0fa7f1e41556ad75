//! A recorder with a synthetic screen, and the tools to look at its films.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use base64_simd::STANDARD as BASE64;
use futures_util::TryStreamExt;
use hansom_device::{Facts, FrameHub, Kind, Os, Profile, Version};
use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_mobile::recording::{RecordingConfig, RecordingOptions, Recordings};
use hansom_protocol::{Answer, Body, Error, Grants};
use hansom_testkit::{Colour, SyntheticScreen, eventually};
use serde_json::Value;
use tokio::io::AsyncReadExt;

pub(crate) const RED: Colour = [255, 0, 0];
pub(crate) const GREEN: Colour = [0, 255, 0];
pub(crate) const BLUE: Colour = [0, 0, 255];

pub(crate) struct Studio {
    pub(crate) recordings: Recordings,
    pub(crate) screen: SyntheticScreen,
    pub(crate) base: PathBuf,
    /// When the last start answered, and how long after it the last stop was asked for.
    begun: Mutex<Instant>,
    took: Mutex<Duration>,
    _base: Option<tempfile::TempDir>,
}

pub(crate) fn facts() -> Facts {
    Facts {
        kind: Kind::Simulator,
        profile: Profile::Phone,
        os: Os::Ios,
        os_version: Version::new(17, 0),
        toolchain_version: Version::new(16, 0),
        name: "a".into(),
        model: "b".into(),
        udid: "c".into(),
    }
}

impl Studio {
    pub(crate) fn new() -> Self {
        Self::with(|_| {}, facts())
    }

    pub(crate) fn of_size(width: u16, height: u16) -> Self {
        let base = tempfile::tempdir().unwrap();
        let path = base.path().to_owned();
        Self {
            _base: Some(base),
            ..Self::showing(SyntheticScreen::new(width, height), &path, |_| {}, facts())
        }
    }

    pub(crate) fn with(change: impl FnOnce(&mut RecordingConfig), facts: Facts) -> Self {
        let base = tempfile::tempdir().unwrap();
        let path = base.path().to_owned();
        Self {
            _base: Some(base),
            ..Self::at(&path, change, facts)
        }
    }

    /// One that keeps its films under a folder of the test's own.
    pub(crate) fn at(base: &Path, change: impl FnOnce(&mut RecordingConfig), facts: Facts) -> Self {
        Self::showing(SyntheticScreen::new(118, 254), base, change, facts)
    }

    fn showing(
        screen: SyntheticScreen,
        base: &Path,
        change: impl FnOnce(&mut RecordingConfig),
        facts: Facts,
    ) -> Self {
        screen.show(RED);
        let state = StateDir::open(Some(base)).unwrap();
        let mut config = RecordingConfig::new(state, Grants::loopback());
        change(&mut config);
        let hub = FrameHub::new(Arc::new(screen.clone()));
        Self {
            recordings: Recordings::of_hub(hub, facts, config),
            screen,
            base: base.canonicalize().unwrap(),
            begun: Mutex::new(Instant::now()),
            took: Mutex::default(),
            _base: None,
        }
    }

    pub(crate) async fn start(&self, members: Value) -> Result<Vec<u8>, Error> {
        let answer = self.recordings.start(options(&members)?).await?;
        *self.begun.lock().unwrap() = Instant::now();
        content(answer).await
    }

    pub(crate) async fn stop(&self, members: Value) -> Result<Vec<u8>, Error> {
        *self.took.lock().unwrap() = self.begun.lock().unwrap().elapsed();
        content(self.recordings.stop(options(&members)?).await?).await
    }

    /// How many pictures the last film should have, and how long it should be, whatever the load of
    /// this machine.
    pub(crate) fn expect(&self, film: &Looked, fps: u32) {
        let took = self.took.lock().unwrap().as_secs_f64();
        let slot = 1.0 / f64::from(fps);
        assert!(
            (film.seconds - took).abs() <= slot + 0.03,
            "{} of {took} s",
            film.seconds
        );
        let pictures = u32::try_from(film.pictures.len()).unwrap();
        assert!(
            (f64::from(pictures) * slot - film.seconds).abs() < 0.01,
            "{pictures} in {} s",
            film.seconds
        );
    }

    /// How many pictures belong to the time since the last start answered. Sleeps take longer on a busy
    /// machine, and so does what they are to film.
    pub(crate) fn pictures_to_now(&self, fps: u32) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few seconds"
        )]
        let pictures = (self.start_to_now() * f64::from(fps)).round() as usize;
        pictures
    }

    /// Seconds since the last start answered.
    pub(crate) fn start_to_now(&self) -> f64 {
        self.begun.lock().unwrap().elapsed().as_secs_f64()
    }

    /// Drops the recordings without closing them, as a session that is torn down does.
    pub(crate) fn drop_recordings(self) -> Self {
        let state = StateDir::open(Some(&self.base)).unwrap();
        let config = RecordingConfig::new(state, Grants::loopback());
        let hub = FrameHub::new(Arc::new(self.screen.clone()));
        Self {
            recordings: Recordings::of_hub(hub, facts(), config),
            ..self
        }
    }

    /// Waits until nobody captures the screen, at most 20 s.
    pub(crate) async fn capture_ended(&self) {
        let mut captures = self.screen.captures();
        let ended = captures.wait_for(|now| now.running == 0);
        let in_time = tokio::time::timeout(Duration::from_secs(20), ended).await;
        in_time.expect("the capture ends").unwrap();
    }

    /// The encoders that run for this studio.
    pub(crate) fn encoders(&self) -> Vec<u32> {
        let owned_by = format!("HANSOM_OWNED_BY={}", self.base.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            let name = entry.file_name().to_string_lossy().parse();
            if let Ok(pid) = name
                && String::from_utf8_lossy(&environment).contains(&owned_by)
            {
                found.push(pid);
            }
        }
        found
    }

    /// Files in the folders of recordings.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.base.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ext| ext == "mp4") {
                    found.push(path);
                }
            }
        }
        found
    }

    /// Waits until neither encoder nor film is left.
    pub(crate) async fn wait_until_clean(&self) {
        eventually("no encoder and no film is left", async || {
            (self.encoders().is_empty() && self.files().is_empty()).then_some(())
        })
        .await;
    }
}

pub(crate) fn options(members: &Value) -> Result<RecordingOptions, Error> {
    RecordingOptions::from_members(members.as_object().unwrap())
}

/// Films as long as the time between two calls: that is what is being tested.
pub(crate) async fn film_for(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// The film in an answer; the announced length must be the true one.
pub(crate) async fn content(answer: Answer) -> Result<Vec<u8>, Error> {
    let text = match answer.body {
        Body::Value(text) => text.to_vec(),
        Body::Stream { chunks, length } => {
            let text = chunks.try_collect::<Vec<_>>().await?.concat();
            assert_eq!(Some(text.len() as u64), length);
            text
        }
        Body::Raw { .. } => panic!("a film is a value"),
    };
    let text: String = serde_json::from_slice(&text).unwrap();
    Ok(BASE64.decode_to_vec(text).unwrap())
}

/// Runs a tool and gives its output.
pub(crate) async fn run(program: &str, args: &[&str]) -> Vec<u8> {
    let base = tempfile::tempdir().unwrap();
    let state = StateDir::open(Some(base.path())).unwrap();
    let spec = ChildSpec::new(program)
        .args(args)
        .stdout(Stream::Piped)
        .stderr(Stream::Inherit);
    let mut child = Child::spawn(spec, &state).await.unwrap();
    let mut output = Vec::new();
    let mut stdout = child.take_stdout().unwrap();
    stdout.read_to_end(&mut output).await.unwrap();
    let exit = child.wait().await;
    assert!(exit.success(), "{program} {args:?}: {exit}");
    output
}

/// What ffprobe and a decoder say of a film.
#[derive(Debug)]
pub(crate) struct Looked {
    pub(crate) codec: String,
    pub(crate) pixel_format: String,
    pub(crate) size: (u64, u64),
    pub(crate) streams: usize,
    pub(crate) seconds: f64,
    /// The mean colour of each picture.
    pub(crate) pictures: Vec<Colour>,
    /// Whether the index stands before the pictures.
    pub(crate) fast_start: bool,
    pub(crate) fragmented: bool,
}

pub(crate) async fn look(film: &[u8]) -> Looked {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let path = file.path().to_str().unwrap();
    let probe = [
        "-v",
        "error",
        "-show_streams",
        "-show_format",
        "-of",
        "json",
        path,
    ];
    let probed: Value = serde_json::from_slice(&run("ffprobe", &probe).await).unwrap();
    let streams = probed["streams"].as_array().unwrap();
    let video = &streams[0];
    // One pixel per picture: its mean colour.
    let decode = [
        "-v",
        "error",
        "-i",
        path,
        "-fps_mode",
        "passthrough",
        "-vf",
        "scale=1:1:flags=area",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-",
    ];
    let pixels = run("ffmpeg", &decode).await;
    let place = |kind: &[u8]| film.windows(4).position(|four| four == kind);
    Looked {
        codec: video["codec_name"].as_str().unwrap().into(),
        pixel_format: video["pix_fmt"].as_str().unwrap().into(),
        size: (
            video["width"].as_u64().unwrap(),
            video["height"].as_u64().unwrap(),
        ),
        streams: streams.len(),
        seconds: probed["format"]["duration"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap(),
        pictures: pixels.as_chunks::<3>().0.to_vec(),
        fast_start: place(b"moov") < place(b"mdat"),
        fragmented: place(b"moof").is_some(),
    }
}

/// Whether two colours are the same to the eye, after lossy coding twice.
pub(crate) fn alike(one: Colour, other: Colour) -> bool {
    one.iter().zip(other).all(|(a, b)| a.abs_diff(b) < 40)
}

impl Looked {
    /// Colours in their order with the number of pictures each.
    pub(crate) fn runs(&self, known: &[Colour]) -> Vec<(Colour, usize)> {
        let mut runs: Vec<(Colour, usize)> = Vec::new();
        for picture in &self.pictures {
            let colour = known.iter().find(|known| alike(**known, *picture));
            let colour = *colour.unwrap_or(picture);
            match runs.last_mut() {
                Some((last, count)) if *last == colour => *count += 1,
                _ => runs.push((colour, 1)),
            }
        }
        runs
    }
}

/// Asserts that two numbers of pictures differ by no more than `slack`.
pub(crate) fn near(actual: usize, wanted: usize, slack: usize) {
    assert!(
        actual.abs_diff(wanted) <= slack,
        "{actual} is not {wanted} ± {slack}"
    );
}
