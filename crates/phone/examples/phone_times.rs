//! Measures a phone: `cargo run --release -p hansom-phone --example phone_times`.
//!
//! Boots cold and from a warm Firefox, opens a page of some 300 elements, and prints what the
//! common operations take.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::{
    error::Error,
    path::PathBuf,
    time::{Duration, Instant},
};

use hansom_device::{Bundle, Device, LaunchOptions, SourceOptions, locator::Locator};
use hansom_host::StateDir;
use hansom_phone::{PhoneOptions, VirtualPhone};

const ROUNDS: usize = 25;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // The phone logs what each step of its boot took.
    tracing_subscriber::fmt().with_target(false).init();
    let state = StateDir::open(None)?;
    let begin = Instant::now();
    let phone = VirtualPhone::boot(PhoneOptions::default(), &state).await?;
    println!("boot, cold: {:?}", begin.elapsed());
    let probe = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/probe");
    let app = phone.apps().install(Bundle::Path(probe)).await?;
    let begin = Instant::now();
    phone.apps().launch(&app, LaunchOptions::default()).await?;
    println!("launch of an app: {:?}", begin.elapsed());
    measure(&phone).await?;
    let begin = Instant::now();
    phone.shutdown().await;
    println!("shutdown: {:?}", begin.elapsed());

    let pool = VirtualPhone::warm_pool(&PhoneOptions::default(), 1, &state)?;
    // The pool does not tell when it is warm; on a busy machine it takes this long.
    tokio::time::sleep(Duration::from_secs(15)).await;
    let begin = Instant::now();
    let phone = VirtualPhone::boot_from(Some(&pool), PhoneOptions::default(), &state).await?;
    println!("boot, warm: {:?}", begin.elapsed());
    phone.shutdown().await;
    Ok(())
}

async fn measure(phone: &VirtualPhone) -> Result<(), Box<dyn Error>> {
    let elements = phone.elements();
    let name = Locator::new("accessibility id", "Open 3")?;
    let path = Locator::new("xpath", "//XCUIElementTypeButton[@name='Open 3']")?;
    let button = elements.find(&name, None, true).await?.remove(0);
    for what in [
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
                "find" => drop(elements.find(&name, None, true).await?),
                "find by xpath" => drop(elements.find(&path, None, true).await?),
                "source" => drop(elements.source(&SourceOptions::default()).await?),
                "rect" => _ = elements.rect(&button).await?,
                "tap" => elements.tap(&button).await?,
                _ => drop(phone.screen().screenshot().await?),
            }
            times.push(begin.elapsed());
        }
        times.sort();
        println!(
            "{what}: min {:.1?}, p50 {:.1?}",
            times[0],
            times[ROUNDS / 2]
        );
    }
    Ok(())
}
