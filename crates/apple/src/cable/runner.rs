//! The start of an installed WebDriverAgent runner, as Xcode would do it: by XCTest.
//!
//! A run lives as long as the connections to the device's test manager; dropping them ends it, so
//! nothing is left on the device when its owner goes. The end of a run is an event ([`Runner::exited`]),
//! and [`Runner::start`] may be called again after it.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_device::Version;
use hansom_protocol::Cause as _;
use idevice::{
    IdeviceError, IdeviceService,
    dvt::xctest::{TestConfig, XCUITestService, listener::XCUITestListener},
    installation_proxy::InstallationProxyClient,
};
use plist::{Dictionary, Value};
use tokio::{
    sync::{Mutex, watch},
    task::JoinHandle,
};

use super::{Cable, CableError, apps::text, error::words, link::QUICK, tunnel::era};
use crate::{AppleError, Runner};

const WHAT: &str = "starting the agent";
/// What ids of runners end in, unless somebody renamed theirs.
const SUFFIX: &str = ".xctrunner";
/// The agent's runner, by the name of its program.
const PROGRAM: &str = "WebDriverAgentRunner-Runner";

/// Which runner, and what it is told.
#[derive(Debug, Clone)]
pub struct RunnerOptions {
    /// Its bundle id, with or without `.xctrunner`; `None` takes the one that is installed.
    pub bundle: Option<String>,
    /// The device's version, on which the way depends.
    pub version: Version,
    /// Port for commands, on the device.
    pub commands: u16,
    /// Port for pictures, on the device.
    pub pictures: u16,
    /// How long until the test run has begun.
    pub limit: Duration,
}

/// A runner that is ours to start and to end.
#[derive(Debug)]
pub struct CableRunner {
    cable: Cable,
    options: RunnerOptions,
    run: Mutex<Option<Run>>,
}

#[derive(Debug)]
struct Run {
    stage: watch::Receiver<Stage>,
    task: JoinHandle<()>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    Starting,
    Running,
    Exited(String),
}

impl Drop for Run {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl CableRunner {
    /// Nothing is started yet.
    pub fn new(cable: Cable, options: RunnerOptions) -> Self {
        Self {
            cable,
            options,
            run: Mutex::default(),
        }
    }

    /// What the device needs to know to start it.
    async fn config(&self) -> Result<TestConfig, CableError> {
        let installed = self.cable.browse().await?;
        let bundle = find(&installed, self.options.bundle.as_deref())?;
        let provider = self.cable.provider();
        let work = async {
            let mut proxy = InstallationProxyClient::connect(&provider).await?;
            TestConfig::from_installation_proxy(&mut proxy, &bundle, None).await
        };
        let mut config = self.cable.run(WHAT, QUICK, work).await?;
        let mut environment = Dictionary::new();
        let mut put = |name: &str, port: u16| {
            environment.insert(name.to_owned(), Value::String(port.to_string()))
        };
        put("USE_PORT", self.options.commands);
        put("MJPEG_SERVER_PORT", self.options.pictures);
        config.runner_env = Some(environment);
        Ok(config)
    }
}

#[async_trait]
impl Runner for CableRunner {
    /// Starts it, and waits until its test run has begun. A run that is still there is ended first.
    async fn start(&self) -> Result<(), AppleError> {
        // Asked before anything is connected: the answer is then in words.
        era(WHAT, &self.options.version)?;
        let mut slot = self.run.lock().await;
        *slot = None;
        let config = self.config().await?;
        tracing::debug!(
            bundle = config.runner_bundle_id,
            "starting the agent's runner"
        );
        let (tell, mut stage) = watch::channel(Stage::Starting);
        let provider = Arc::new(self.cable.provider());
        let cable = self.cable.clone();
        let task = tokio::spawn(async move {
            let service = XCUITestService::new(provider);
            let mut ear = Ear {
                stage: tell.clone(),
                complaint: None,
            };
            let outcome = Box::pin(service.run(config, &mut ear, None)).await;
            let reason = reason(outcome, ear.complaint, &cable).await;
            tell.send_replace(Stage::Exited(reason));
        });
        // Dropped on every way out but the last, and the run with it.
        let run = Run {
            stage: stage.clone(),
            task,
        };
        let begun = stage.wait_for(|stage| *stage != Stage::Starting);
        let limit = self.options.limit;
        let reached = match tokio::time::timeout(limit, begun).await {
            Ok(Ok(stage)) => stage.clone(),
            Ok(Err(_)) => Stage::Exited("its task ended".into()),
            Err(_) => {
                return Err(CableError::Slow {
                    what: WHAT,
                    after: limit,
                }
                .into());
            }
        };
        if let Stage::Exited(reason) = reached {
            return Err(CableError::RunnerExited { reason }.into());
        }
        *slot = Some(run);
        Ok(())
    }

    /// Waits until the run is over, and says why. Never, when nothing was started. Cancel safe.
    async fn exited(&self) -> String {
        let current = self.run.lock().await.as_ref().map(|run| run.stage.clone());
        let Some(mut stage) = current else {
            return std::future::pending().await;
        };
        let ended = stage.wait_for(|stage| matches!(stage, Stage::Exited(_)));
        match ended.await.as_deref() {
            Ok(Stage::Exited(reason)) => reason.clone(),
            _ => "it was ended".to_owned(),
        }
    }

    /// Ends the run. What is installed on the device stays.
    async fn stop(&self) {
        *self.run.lock().await = None;
    }
}

/// The bundle id of the runner among the installed apps.
pub(super) fn find(installed: &[Value], wanted: Option<&str>) -> Result<String, CableError> {
    let ids = || {
        installed
            .iter()
            .filter_map(|app| text(app, "CFBundleIdentifier"))
    };
    let found = match wanted {
        Some(wanted) => {
            let full = format!("{wanted}{SUFFIX}");
            ids()
                .find(|id| *id == full)
                .or_else(|| ids().find(|id| *id == wanted))
        }
        None => installed
            .iter()
            .find(|app| text(app, "CFBundleExecutable") == Some(PROGRAM))
            .and_then(|app| text(app, "CFBundleIdentifier")),
    };
    found
        .map(str::to_owned)
        .ok_or_else(|| CableError::NoRunner {
            looked_for: match wanted {
                Some(id) => format!("`{id}` or `{id}{SUFFIX}`"),
                None => format!("an app with the program {PROGRAM}"),
            },
        })
}

/// Hears how the run goes.
struct Ear {
    stage: watch::Sender<Stage>,
    /// What the runner complained of last; the protocol's own error says less.
    complaint: Option<String>,
}

impl XCUITestListener for Ear {
    async fn did_begin_executing_test_plan(&mut self) -> Result<(), IdeviceError> {
        self.stage.send_replace(Stage::Running);
        Ok(())
    }

    async fn test_case_did_fail(
        &mut self,
        _: &str,
        _: &str,
        message: &str,
        _: &str,
        _: u64,
    ) -> Result<(), IdeviceError> {
        self.complaint = Some(message.to_owned());
        Ok(())
    }

    async fn initialization_for_ui_testing_did_fail(
        &mut self,
        description: &str,
    ) -> Result<(), IdeviceError> {
        self.complaint = Some(description.to_owned());
        Ok(())
    }

    async fn log_message(&mut self, message: &str) -> Result<(), IdeviceError> {
        tracing::debug!(message, "the agent's runner");
        Ok(())
    }
}

async fn reason(
    outcome: Result<(), IdeviceError>,
    complaint: Option<String>,
    cable: &Cable,
) -> String {
    if let Some(broken) = cable.broken().await {
        return broken.to_string();
    }
    match (outcome, complaint) {
        (_, Some(complaint)) => complaint,
        (Ok(()), None) => "its test run ended".to_owned(),
        (Err(error), None) => match CableError::explain(WHAT, cable.udid(), &error) {
            CableError::Failed { .. } => words(&error),
            known => known.told(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app(id: &str, program: &str) -> Value {
        let mut attributes = Dictionary::new();
        attributes.insert("CFBundleIdentifier".into(), id.into());
        attributes.insert("CFBundleExecutable".into(), program.into());
        Value::Dictionary(attributes)
    }

    #[test]
    fn the_runner_is_found_by_its_program_or_by_the_id_with_or_without_its_ending() {
        let apps = [
            app("com.example", "Example"),
            app("my.wda.xctrunner", PROGRAM),
        ];
        assert_eq!(find(&apps, None).unwrap(), "my.wda.xctrunner");
        assert_eq!(find(&apps, Some("my.wda")).unwrap(), "my.wda.xctrunner");
        assert_eq!(
            find(&apps, Some("my.wda.xctrunner")).unwrap(),
            "my.wda.xctrunner"
        );
        let error = find(&apps, Some("other")).unwrap_err().to_string();
        assert!(error.contains("`other.xctrunner`"), "{error}");
        assert!(find(&apps[..1], None).is_err());
    }
}
