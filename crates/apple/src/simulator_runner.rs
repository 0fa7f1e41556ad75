//! The agent of a simulator as our child: `simctl launch --console` lives as long as the app does, so
//! its end is the agent's exit.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use hansom_host::Child;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, BufReader},
    sync::watch,
};

use crate::{
    AppleError, Runner, Simctl,
    bundle::bundle_id,
    simctl::{QUICK, SLOW},
};

/// How long the tool may take to end with its app.
const GRACE: Duration = Duration::from_secs(3);

/// How long its last words may take after its end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Starts an installed agent on a simulator of this Mac.
pub struct SimulatorRunner {
    simctl: Simctl,
    bundle: String,
    /// To install before the first start.
    package: Option<PathBuf>,
    port: u16,
    pictures: u16,
    running: Mutex<Option<Running>>,
}

#[derive(Clone)]
struct Running {
    child: Arc<Child>,
    /// The last line it wrote.
    words: Arc<Mutex<String>>,
    /// How many of its two streams have been read to their end.
    heard: watch::Receiver<u8>,
}

impl SimulatorRunner {
    /// The bundle id of an agent as Xcode builds it.
    pub const BUNDLE: &'static str = "com.facebook.WebDriverAgentRunner";
    /// What Xcode puts behind the id of every test runner.
    pub const SUFFIX: &'static str = ".xctrunner";

    /// For the agent with this whole bundle id, which shall listen on these ports of the Mac.
    pub fn new(simctl: Simctl, bundle: impl Into<String>, port: u16, pictures: u16) -> Self {
        Self {
            simctl,
            bundle: bundle.into(),
            package: None,
            port,
            pictures,
            running: Mutex::default(),
        }
    }

    /// Installs the agent from this `.app` folder first, and starts what is in it.
    #[must_use]
    pub fn installing(mut self, package: Option<PathBuf>) -> Self {
        // A folder that cannot be read is refused by the installation, in the tool's own words.
        if let Some(Ok(built)) = package.as_deref().map(bundle_id) {
            self.bundle = built.0;
        }
        self.package = package;
        self
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Boots the simulator if it does not run, and sees to it that the agent is there.
    async fn prepare(&self) -> Result<(), AppleError> {
        self.simctl
            .run_with("bootstatus", &["-b"], None, SLOW)
            .await?;
        if let Some(package) = &self.package {
            let package = package.to_string_lossy();
            self.simctl
                .run_with("install", &[&package], None, SLOW)
                .await?;
            return Ok(());
        }
        match self.simctl.run("get_app_container", &[&self.bundle]).await {
            Ok(_) => Ok(()),
            Err(AppleError::Tool { .. }) => Err(AppleError::AgentMissing {
                bundle: self.bundle.clone(),
                udid: self.simctl.udid().to_owned(),
            }),
            Err(other) => Err(other),
        }
    }
}

#[async_trait]
impl Runner for SimulatorRunner {
    async fn start(&self) -> Result<(), AppleError> {
        self.prepare().await?;
        // What begins so goes to the app without its beginning.
        let variables = [
            ("SIMCTL_CHILD_USE_PORT", self.port.to_string()),
            ("SIMCTL_CHILD_MJPEG_SERVER_PORT", self.pictures.to_string()),
            (
                "SIMCTL_CHILD_WDA_PRODUCT_BUNDLE_IDENTIFIER",
                self.bundle.clone(),
            ),
        ];
        let flags = ["--console", "--terminate-running-process"];
        let mut child = self.simctl.launch(&flags, &self.bundle, &variables).await?;
        let words = Arc::new(Mutex::new(String::new()));
        let (ended, heard) = watch::channel(0);
        if let Some(stream) = child.take_stdout() {
            tokio::spawn(listen(stream, Arc::clone(&words), ended.clone()));
        }
        if let Some(stream) = child.take_stderr() {
            tokio::spawn(listen(stream, Arc::clone(&words), ended));
        }
        *self.running() = Some(Running {
            child: Arc::new(child),
            words,
            heard,
        });
        Ok(())
    }

    async fn exited(&self) -> String {
        let running = self.running().clone();
        let Some(mut running) = running else {
            return std::future::pending().await;
        };
        let exit = running.child.wait().await;
        // What it said last may still be on its way; a stream that somebody else keeps open is not waited for.
        let heard = running.heard.wait_for(|streams| *streams == 2);
        drop(tokio::time::timeout(LAST_WORDS, heard).await);
        let words = running.words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() {
            exit.to_string()
        } else {
            format!("{exit}; its last words: {words}")
        }
    }

    async fn stop(&self) {
        let running = self.running().take();
        let Some(running) = running else {
            return;
        };
        let ended = self
            .simctl
            .run_with("terminate", &[&self.bundle], None, QUICK)
            .await;
        if let Err(error) = ended {
            tracing::debug!(%error, "the agent had ended before");
        }
        running.child.stop(GRACE).await;
    }
}

/// Reads until the end, so that the app never waits for a full pipe, and keeps the last line.
async fn listen(
    stream: impl AsyncRead + Unpin,
    words: Arc<Mutex<String>>,
    ended: watch::Sender<u8>,
) {
    let mut lines = BufReader::new(stream).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::trace!(%line, "the agent says");
        if !line.trim().is_empty() {
            let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
            line.trim().clone_into(&mut words);
        }
    }
    ended.send_modify(|streams| *streams += 1);
}
