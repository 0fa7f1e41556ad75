//! Measures a phone: `bench/phone`, or `cargo run --release -p hansom-phone --example phone_times`.
//!
//! Boots cold and takes one that was booted ahead, opens a page of some 300 elements, and prints
//! what the common operations take beside the bare round trip to the kernel in Firefox, and the
//! memory of the phone. Linux only.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::{
    error::Error,
    path::PathBuf,
    time::{Duration, Instant},
};

use hansom_device::{
    Bundle, Device, Finger, LaunchOptions, Rect, SourceOptions, Touch, locator::Locator,
};
use hansom_host::StateDir;
use hansom_phone::{PhoneOptions, PhonePool, VirtualPhone};

const ROUNDS: usize = 41;
const BOOTS: usize = 3;
/// What the others are to be compared with.
const RAW: &str = "bare: a question to the kernel";
const TREE: &str = "bare: all that is on the screen";
const TOUCH: &str = "bare: a finger, down for 30 ms";
/// A pool that has no phone by then has a reason, which it logs.
const PATIENCE: Duration = Duration::from_mins(2);

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Outcome<()> {
    tracing_subscriber::fmt()
        .with_target(false)
        .with_max_level(tracing::Level::WARN)
        .init();
    let state = StateDir::open(None)?;
    // The first start makes the template profile, which the others copy.
    VirtualPhone::boot(PhoneOptions::default(), &state)
        .await?
        .shutdown()
        .await;
    println!("| what | min | p50 |\n|---|---|---|");
    let (mut boots, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..BOOTS {
        let begin = Instant::now();
        let phone = VirtualPhone::boot(PhoneOptions::default(), &state).await?;
        boots.push(begin.elapsed());
        let begin = Instant::now();
        phone.shutdown().await;
        ends.push(begin.elapsed());
    }
    row("boot, cold", boots);
    row("shutdown", ends);

    let pool = PhonePool::new(PhoneOptions::default(), 1, &state);
    let mut takes = Vec::new();
    for round in 1..=BOOTS {
        let (phone, took) = warm(&pool).await?;
        takes.push(took);
        if round == BOOTS {
            row("boot, from the pool", std::mem::take(&mut takes));
            drop(pool);
            measure(&phone).await?;
            phone.shutdown().await;
            break;
        }
        phone.shutdown().await;
    }
    Ok(())
}

/// Asks until one is warm; the time is that of the question that had an answer.
async fn warm(pool: &PhonePool) -> Outcome<(VirtualPhone, Duration)> {
    let asked = async {
        loop {
            let begin = Instant::now();
            if let Some(phone) = pool.take(&PhoneOptions::default()).await {
                return (phone, begin.elapsed());
            }
            tokio::task::yield_now().await;
        }
    };
    Ok(tokio::time::timeout(PATIENCE, asked).await?)
}

async fn measure(phone: &VirtualPhone) -> Outcome<()> {
    let probe = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/probe");
    let app = phone.apps().install(Bundle::Path(probe)).await?;
    let begin = Instant::now();
    phone.apps().launch(&app, LaunchOptions::default()).await?;
    row("launch of an app", vec![begin.elapsed()]);
    let elements = phone.elements();
    let name = Locator::new("accessibility id", "Open 3")?;
    let path = Locator::new("xpath", "//XCUIElementTypeButton[@name='Open 3']")?;
    let button = elements.find(&name, None, true).await?.remove(0);
    let middle = elements.rect(&button).await?;
    for what in [
        RAW,
        TREE,
        TOUCH,
        "find",
        "find by xpath",
        "source",
        "rect",
        "tap",
        "screenshot",
    ] {
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            match what {
                RAW => _ = phone.input().keyboard_shown().await?,
                TREE => drop(elements.tree(&SourceOptions::default()).await?),
                TOUCH => phone.input().touch(vec![touch(middle)]).await?,
                "find" => drop(elements.find(&name, None, true).await?),
                "find by xpath" => drop(elements.find(&path, None, true).await?),
                "source" => drop(elements.source(&SourceOptions::default()).await?),
                "rect" => _ = elements.rect(&button).await?,
                "tap" => elements.tap(&button).await?,
                _ => drop(phone.screen().screenshot().await?),
            }
            times.push(begin.elapsed());
        }
        row(what, times);
    }
    println!();
    println!(
        "memory of the phone with this app: {} MiB",
        memory(phone.pid().ok_or("the phone has no process of ours")?)? / 1024
    );
    Ok(())
}

/// A finger on the middle of a rectangle.
fn touch(rect: Rect) -> Finger {
    let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let at = |millis, down| Touch {
        at: Duration::from_millis(millis),
        x,
        y,
        down,
    };
    Finger(vec![at(0, true), at(30, false)])
}

/// What the processes of a group hold, shared pages in proportion, in KiB. Linux only.
fn memory(group: u32) -> Outcome<u64> {
    let mut sum = 0;
    for process in std::fs::read_dir("/proc")?.flatten() {
        let of = |file: &str| std::fs::read_to_string(process.path().join(file));
        let Ok(stat) = of("stat") else { continue };
        // The group is the third field after the name, which is in brackets.
        let Some((_, rest)) = stat.rsplit_once(')') else {
            continue;
        };
        if rest.split_whitespace().nth(2) != Some(&group.to_string()) {
            continue;
        }
        let pss = of("smaps_rollup")?;
        let line = pss.lines().find(|line| line.starts_with("Pss:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        sum += number.unwrap_or("0").parse::<u64>()?;
    }
    Ok(sum)
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let middle = times.len() / 2;
    println!("| {what} | {:.1?} | {:.1?} |", times[0], times[middle]);
}
