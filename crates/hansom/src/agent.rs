//! `hansom agent`: a virtual phone behind WebDriverAgent's two ports.

use std::{
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use hansom_agent::{Agent, AgentConfig};
use hansom_device::{AppId, Bundle, Device, LaunchOptions, Profile};
use hansom_host::StopSignals;
use hansom_phone::{PhoneOptions, VirtualPhone};

use crate::{cli::Settings, exit::Failure, logging, phones, serve};

/// What the agent is to be.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentOptions {
    /// Port for the MJPEG stream; 0 lets the system choose
    #[arg(long, default_value_t = 9100)]
    mjpeg_port: u16,
    /// App bundle (folder or zip) to install and launch
    #[arg(long, value_name = "BUNDLE")]
    app: Option<PathBuf>,
    /// Shape of the device
    #[arg(long, value_enum, default_value_t = Shape::Phone)]
    profile: Shape,
}

/// The shapes, as the command line names them.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Shape {
    Phone,
    Tablet,
    Tv,
}

/// Boots a phone and serves it until it is asked to stop.
pub(crate) fn run(options: &AgentOptions, settings: &Settings) -> Result<ExitCode, Failure> {
    let _log = logging::start(settings)?;
    let runtime = serve::runtime()?;
    runtime.block_on(offer(options, settings))
}

async fn offer(options: &AgentOptions, settings: &Settings) -> Result<ExitCode, Failure> {
    let cannot = |error: &dyn std::fmt::Display| Failure::CannotRun(error.to_string());
    let mut signals = StopSignals::listen().map_err(|error| cannot(&error))?;
    let state = serve::state_dir(settings.state_dir.as_deref())?;
    let phone = PhoneOptions {
        profile: match options.profile {
            Shape::Phone => Profile::Phone,
            Shape::Tablet => Profile::Tablet,
            Shape::Tv => Profile::Tv,
        },
        ..phones::of_operator(settings)
    };
    let phone = VirtualPhone::boot(phone, &state)
        .await
        .map_err(|error| cannot(&error))?;
    let device: Arc<dyn Device> = Arc::new(phone);
    if let Some(bundle) = &options.app {
        let app = install(&*device, bundle)
            .await
            .map_err(|error| cannot(&error))?;
        tracing::info!(%app, "the app is installed and launched");
    }
    // The agent asks for no token, as the one on a device does not: this machine only.
    let at = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let config = AgentConfig {
        listen: at(settings.port),
        mjpeg: Some(at(options.mjpeg_port)),
    };
    let agent = Agent::bind(Arc::clone(&device), &config)
        .await
        .map_err(|error| cannot(&error))?;
    announce(&agent)?;
    let reason = tokio::select! {
        reason = agent.serve() => Some(reason),
        _ = signals.next() => None,
    };
    device.shutdown().await;
    match reason {
        Some(reason) => Err(Failure::CannotRun(format!("the phone is gone: {reason}"))),
        None => Ok(ExitCode::SUCCESS),
    }
}

async fn install(device: &dyn Device, bundle: &std::path::Path) -> hansom_device::Result<AppId> {
    let app = device
        .apps()
        .install(Bundle::Path(bundle.to_owned()))
        .await?;
    device.apps().launch(&app, LaunchOptions::default()).await?;
    Ok(app)
}

/// The line by which tools find an agent, word for word as they look for it.
fn announce(agent: &Agent) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "ServerURLHere->http://{}<-ServerURLHere",
        agent.address()?
    )?;
    if let Some(pictures) = agent.mjpeg_address() {
        writeln!(out, "MJPEG at http://{pictures}")?;
    }
    out.flush()
}
