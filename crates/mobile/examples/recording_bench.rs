//! Measures recording: what the encoder costs, what is late, and what a stop costs. Run it with
//! `bench/recording`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a program for people, who read its output and can start it again"
)]

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::StreamExt;
use hansom_device::{Facts, FrameHub, Kind, Os, Profile, Version};
use hansom_host::StateDir;
use hansom_mobile::recording::{RecordingConfig, RecordingOptions, Recordings};
use hansom_protocol::{Answer, Body, Grants};
use hansom_testkit::SyntheticScreen;
use serde_json::{Value, json};

/// Clock ticks per second of /proc, the same on every Linux in use.
const TICKS: f64 = 100.0;

#[tokio::main]
async fn main() {
    println!("| film | frames/s | ours, CPU | ffmpeg, CPU | pictures | wanted |");
    println!("|---|---|---|---|---|---|");
    for fps in [10_u32, 30] {
        cost(fps, 8).await;
    }
    println!();
    println!("| 3-minute film | |");
    println!("|---|---|");
    stop().await;
}

fn studio() -> (Recordings, SyntheticScreen) {
    let screen = SyntheticScreen::new(390, 844);
    let state = StateDir::open(None).unwrap();
    let facts = Facts {
        kind: Kind::Simulator,
        profile: Profile::Phone,
        os: Os::Ios,
        os_version: Version::new(17, 0),
        toolchain_version: Version::new(16, 0),
        name: String::new(),
        model: String::new(),
        udid: String::new(),
    };
    let config = RecordingConfig::new(state, Grants::loopback());
    let hub = FrameHub::new(Arc::new(screen.clone()));
    (Recordings::of_hub(hub, facts, config), screen)
}

fn options(value: &Value) -> RecordingOptions {
    RecordingOptions::from_members(value.as_object().unwrap()).unwrap()
}

/// CPU of us and of the encoder while filming noise, which is the worst a screen can show.
async fn cost(fps: u32, seconds: u64) {
    let (recordings, screen) = studio();
    let wanted = json!({"videoFps": fps, "videoFilters": "noise=alls=20:allf=t"});
    recordings.start(options(&wanted)).await.unwrap();
    let begun = Instant::now();
    // A colour that changes: each picture differs from the last. In the first round the screen makes
    // its 32 pictures, which is its own cost and not the recorder's.
    let mut tick = tokio::time::interval(Duration::from_secs(1) / fps);
    let mut grey = 0_u8;
    let mut measured = None;
    for number in 0..32 + seconds * u64::from(fps) {
        if number == 32 {
            measured = Some((Instant::now(), cpu(std::process::id()), cpu(child())));
        }
        tick.tick().await;
        grey = grey.wrapping_add(8);
        screen.show([grey, grey, 128]);
    }
    let (since, us, encoder) = measured.unwrap();
    let span = since.elapsed().as_secs_f64();
    let us = 100.0 * (cpu(std::process::id()) - us) / span;
    let encoder = 100.0 * (cpu(child()) - encoder) / span;
    let took = begun.elapsed().as_secs_f64();
    let film = length(recordings.stop(options(&json!({}))).await.unwrap()).await;
    println!(
        "| {took:.1} s, {} kB | {fps} | {us:.0} % | {encoder:.0} % | {} | {:.0} |",
        film.0 / 1024,
        film.1,
        took * f64::from(fps),
    );
}

/// From stop to the first byte of a film of three minutes, and the memory meanwhile.
async fn stop() {
    let (recordings, screen) = studio();
    let frames = 1800;
    screen.rush(frames);
    let wanted = json!({"videoFilters": "noise=alls=20:allf=t"});
    recordings.start(options(&wanted)).await.unwrap();
    // The rushed frames are in the film when the screen shows the present again.
    let mut captures = screen.captures();
    captures.wait_for(|now| now.opened == 1).await.unwrap();
    encoded(Duration::from_secs(120)).await;
    let before = rss();
    let begun = Instant::now();
    let answer = recordings.stop(options(&json!({}))).await.unwrap();
    let Body::Stream { mut chunks, length } = answer.body else {
        return;
    };
    let first = chunks.next().await;
    let to_first = begun.elapsed();
    let (mut most, mut sent) = (rss(), first.map_or(0, |piece| piece.unwrap().len()));
    while let Some(piece) = chunks.next().await {
        sent += piece.unwrap().len();
        most = most.max(rss());
    }
    println!("| answer | {:.1} MB base64 |", length.unwrap() as f64 / 1e6);
    println!(
        "| stop to first byte | {:.0} ms |",
        to_first.as_secs_f64() * 1e3
    );
    println!(
        "| whole answer | {:.0} ms |",
        begun.elapsed().as_secs_f64() * 1e3
    );
    println!("| memory before stop, most during it | {before:.1} MiB, {most:.1} MiB |");
    assert_eq!(sent as u64, length.unwrap());
}

/// Waits until the encoder has caught up: three seconds in a row in which it hardly worked.
async fn encoded(at_most: Duration) {
    let begun = Instant::now();
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    let (mut last, mut idle) = (0.0, 0);
    while begun.elapsed() < at_most && idle < 3 {
        tick.tick().await;
        let now = cpu(child());
        idle = if now - last < 0.05 { idle + 1 } else { 0 };
        last = now;
    }
}

/// Length of an answer and the pictures in the film.
async fn length(answer: Answer) -> (usize, usize) {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let Body::Stream { mut chunks, .. } = answer.body else {
        return (0, 0);
    };
    let mut text = Vec::new();
    while let Some(piece) = chunks.next().await {
        text.extend_from_slice(&piece.unwrap());
    }
    let film = STANDARD.decode(&text[1..text.len() - 1]).unwrap();
    // The sample table says how many: `stsz`, version, size 0, count.
    let table = film.windows(4).position(|four| four == b"stsz").unwrap();
    let count = &film[table + 12..table + 16];
    let pictures = u32::from_be_bytes(count.try_into().unwrap());
    (film.len(), usize::try_from(pictures).unwrap())
}

/// Seconds of CPU a process has used.
fn cpu(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / TICKS
}

/// The encoder: the newest child of ours.
fn child() -> u32 {
    let own = std::process::id();
    let path = format!("/proc/{own}/task");
    std::fs::read_dir(path)
        .unwrap()
        .flatten()
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<u32>>()
        })
        .max()
        .unwrap_or_default()
}

/// Resident memory in MiB.
fn rss() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}
