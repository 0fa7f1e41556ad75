//! Makes the template of a build: one start of Firefox, one session, a rehearsal, a clean quit.

use std::{
    collections::HashSet,
    io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use hansom_host::StateDir;
use serde_json::Map;

use super::{rehearsal, template::Template};
use crate::{Firefox, Headless, Launch, Profile, StartError};

/// Makes the template behind the back of a session that had to start without one. At most once at
/// a time in this process; another process that is at it is left to it.
pub(crate) fn make_in_background(launch: &Launch, state: &Arc<StateDir>) {
    static UNDER_WAY: Mutex<Option<HashSet<Template>>> = Mutex::new(None);
    fn under_way<T>(act: impl FnOnce(&mut HashSet<Template>) -> T) -> T {
        let mut set = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        act(set.get_or_insert_default())
    }

    let Some(template) = Template::of(launch) else {
        return;
    };
    if template.exists() || !under_way(|set| set.insert(template.clone())) {
        return;
    }
    let (launch, state) = (for_template(launch), Arc::clone(state));
    tokio::spawn(async move {
        if let Err(error) = make(&template, launch, &state).await {
            tracing::warn!(%error, "no template was made; starts stay slow");
        }
        under_way(|set| set.remove(&template));
    });
}

/// Makes the template of a build now, unless there is one.
pub async fn prepare_template(launch: &Launch, state: &Arc<StateDir>) -> Result<(), StartError> {
    match Template::of(launch) {
        Some(template) => make(&template, for_template(launch), state).await,
        None => Ok(()),
    }
}

/// Where the template of a build is or will be, and whether it is; `None` when it can have none. An
/// error when it could not be put there.
pub fn look_at_template(launch: &Launch) -> Result<Option<(PathBuf, bool)>, StartError> {
    let template = Template::of(launch);
    template.map(|template| template.look()).transpose()
}

/// The same Firefox, with nothing of the session's own.
fn for_template(launch: &Launch) -> Launch {
    Launch {
        headless: Headless::Always,
        startup_timeout: launch.startup_timeout,
        profile_root: launch.profile_root.clone(),
        cache_folder: launch.cache_folder.clone(),
        // What is forbidden without it is forbidden by each session's own preferences, not by those
        // that all start from.
        system_access: true,
        ..Launch::new(launch.installation.clone())
    }
}

async fn make(
    template: &Template,
    mut launch: Launch,
    state: &Arc<StateDir>,
) -> Result<(), StartError> {
    let failed = |source: io::Error| StartError::Profile {
        path: "the template".into(),
        source,
    };
    // Held until the end; the file system gives it back should we die.
    let Some(_lock) = template.lock().map_err(failed)? else {
        return Ok(());
    };
    if template.exists() {
        return Ok(());
    }
    tracing::info!("making the profile template of this Firefox, once");
    let folder = Arc::new(super::new_folder(&launch, state)?);
    launch.profile = Profile::Owned(Arc::clone(&folder));
    let mut firefox = Firefox::launch(launch, state).await?;
    firefox.new_session(&Map::new()).await?;
    if let Err(error) = rehearsal::addon(&firefox).await {
        tracing::warn!(%error, "the template is made without the code for addons");
    }
    firefox.quit().await;
    let template = template.clone();
    let taken = tokio::task::spawn_blocking(move || template.take_from(folder.path()));
    taken
        .await
        .map_err(io::Error::other)
        .flatten()
        .map_err(failed)?;
    tracing::info!("the template is made; starts are fast from now on");
    Ok(())
}
