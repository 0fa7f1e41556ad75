//! Warm browsers: started ahead, so that a session need not wait for a start.
//!
//! Each has had one throw-away session, which loads what the first one of a Firefox has to wait
//! for; the next New Session takes some 5 ms. A warm browser serves one session and is never used
//! again. One that dies while it waits is replaced.

use std::sync::Arc;

use futures_util::{FutureExt as _, future::BoxFuture};
use hansom_host::StateDir;
use serde_json::Map;

use crate::{
    Firefox, Launch, Profile, StartError,
    warm::{Mortal, Warm},
};

/// Warm browsers that were all started in one way.
#[derive(Debug)]
pub struct Pool {
    launch: Launch,
    warm: Warm<Firefox>,
}

impl Mortal for Firefox {
    fn dead(&self) -> BoxFuture<'_, ()> {
        self.died().map(drop).boxed()
    }
}

impl Pool {
    /// Begins to start `size` browsers, one after the other. Must be called within a runtime.
    pub fn new(launch: Launch, size: usize, state: Arc<StateDir>) -> Self {
        let wanted = launch.clone();
        let warm = Warm::new(size, move || {
            warm_up(wanted.clone(), Arc::clone(&state))
                .map(|started| {
                    started
                        .inspect_err(
                            |error| tracing::warn!(%error, "no browser could be started ahead"),
                        )
                        .ok()
                })
                .boxed()
        });
        Self { launch, warm }
    }

    /// A warm browser, if there is one and it was started as `wanted` asks. Its start has the time
    /// limit of `wanted` from now on, and its steps are noted there.
    pub async fn take(&self, wanted: &Launch) -> Option<Firefox> {
        if !fits(&self.launch, wanted) {
            return None;
        }
        let mut firefox = self.warm.take().await?;
        firefox.begin_again(wanted);
        Some(firefox)
    }
}

/// Preferences that make no difference to a Firefox of today. Selenium's clients set the first one
/// in every session, to switch on a protocol that is no longer there.
pub const IGNORED_PREFS: &[&str] = &["remote.active-protocols"];

/// Whether a browser started as `warm` is what `wanted` asks for. All else that a session can ask
/// for is given at New Session.
fn fits(warm: &Launch, wanted: &Launch) -> bool {
    let prefs = |launch: &Launch| {
        let prefs = launch.prefs.iter();
        prefs
            .filter(|(name, _)| !IGNORED_PREFS.contains(&name.as_str()))
            .cloned()
            .collect::<Vec<_>>()
    };
    let by_template = |launch: &Launch| matches!(launch.profile, Profile::Template);
    by_template(warm)
        && by_template(wanted)
        && warm.installation == wanted.installation
        && warm.args == wanted.args
        && warm.env == wanted.env
        && prefs(warm) == prefs(wanted)
        && warm.headless.decide(warm) == wanted.headless.decide(wanted)
        && warm.bidi == wanted.bidi
        && warm.system_access == wanted.system_access
        && warm.log_level == wanted.log_level
        && warm.click_timeout == wanted.click_timeout
        && warm.profile_root == wanted.profile_root
        && warm.marionette_port == wanted.marionette_port
}

/// Starts a browser and lets it have its first session.
async fn warm_up(launch: Launch, state: Arc<StateDir>) -> Result<Firefox, StartError> {
    let mut firefox = Firefox::launch(launch, &state).await?;
    firefox.new_session(&Map::new()).await?;
    firefox.end_session().await?;
    Ok(firefox)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Installation, PrefValue, find::Kind};

    #[test]
    fn only_what_was_started_alike_fits() {
        let warm = Launch::new(Installation {
            path: "/f/firefox".into(),
            version: None,
            build_id: None,
            kind: Kind::Plain,
        });
        let with = |change: fn(&mut Launch)| {
            let mut wanted = warm.clone();
            change(&mut wanted);
            fits(&warm, &wanted)
        };
        assert!(with(|_| {}));
        assert!(with(
            |launch| launch.startup_timeout = Duration::from_secs(1)
        ));
        assert!(with(|launch| {
            let of_selenium = ("remote.active-protocols".into(), PrefValue::Int(3));
            launch.prefs.push(of_selenium);
        }));
        assert!(!with(|launch| launch.args.push("-private".into())));
        assert!(!with(|launch| launch.env.push(("A".into(), "b".into()))));
        assert!(!with(|launch| launch
            .prefs
            .push(("a".into(), PrefValue::Int(1)))));
        assert!(!with(|launch| launch.profile = Profile::Fresh));
        assert!(!with(|launch| launch.system_access = true));
        assert!(!with(|launch| launch.click_timeout = 50));
    }
}
