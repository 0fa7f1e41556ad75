//! From options to a phone with its home screen on.
//!
//! found → Firefox started → kernel in → emulation set → home screen drawn. The lock screen opens
//! when it is first needed.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use hansom_firefox::{Firefox, Headless, Launch, Profile as FirefoxProfile, bidi::Bidi};
use hansom_host::{StateDir, TempFolder, narrate};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::{
    PhoneError, PhoneOptions, VirtualPhone,
    apps::{Store, desk::Desk},
    core::Core,
    device::Keeper,
    frames::FrameHub,
    journal,
    kernel::{
        LinkListener,
        source::{self, KernelConfig},
    },
    needs::find_firefox,
    news, options, prefs,
    server::Server,
};

#[derive(Deserialize)]
struct Tree {
    contexts: Vec<ContextInfo>,
}

#[derive(Deserialize)]
struct ContextInfo {
    context: String,
}

impl VirtualPhone {
    /// Boots a phone. Cancel safe: when the future is dropped, all of it is undone.
    pub async fn boot(options: PhoneOptions, state: &Arc<StateDir>) -> Result<Self, PhoneError> {
        let limit = options.boot_timeout;
        let booted = narrate("the boot of a phone", boot(options, state));
        tokio::time::timeout(limit, booted)
            .await
            .map_err(|_| PhoneError::TimedOut(limit))?
    }
}

async fn boot(options: PhoneOptions, state: &Arc<StateDir>) -> Result<VirtualPhone, PhoneError> {
    let begin = Instant::now();
    let (root, folder) = place(&options, state)?;
    let store = Arc::new(Store::open(&root)?);
    // 128 random bits: nobody else on this machine can guess them.
    let key = uuid::Uuid::new_v4().simple().to_string();
    let server = Server::start(key.clone(), Arc::clone(&store)).await?;
    let profile = options.keep_in.as_ref().map(|_| root.join("profile"));
    let mut firefox = Firefox::launch(launch(&options, profile)?, state).await?;
    let started = begin.elapsed();
    let (bidi, session) = open_session(&mut firefox).await?;
    let connected = begin.elapsed();
    tracing::debug!(session, "the phone's Firefox has a session");

    let listener = LinkListener::bind(&key).await?;
    let hook = format!("hansom-{}", uuid::Uuid::new_v4().simple());
    let (width, height, scale) = options::glass(options.profile);
    let config = KernelConfig {
        link: listener.url()?,
        profile: options.profile.name(),
        width,
        height,
        user_agent: options.user_agent(),
        platform: options.platform(),
        port: server.port(),
        key: &key,
        style: source::STYLE,
        frame_script: source::frame(&hook),
    };
    let preload = json!({ "functionDeclaration": source::page(&hook) });
    let viewport = json!({ "userContexts": ["default"], "devicePixelRatio": scale });
    let (_, _, (), written, call) = tokio::try_join!(
        bidi.call::<Value>("script.addPreloadScript", preload),
        bidi.call::<Value>("browsingContext.setViewport", viewport),
        inject(&bidi, &config),
        bidi.subscribe(&["log.entryAdded"]),
        async { Ok(listener.accept().await) },
    )?;
    let (link, news) = call?;

    let core = Arc::new(Core::new(
        &options,
        link.clone(),
        bidi,
        firefox.marionette().clone(),
        store,
        Desk::new(),
        FrameHub::new(link),
    ));
    server.attach(&core);
    news::follow(news, &core);
    journal::follow(written, &core);
    apply_settings(&core).await?;
    core.open_home().await?;
    home_drawn(&core).await;
    let facts = core.badge().facts.clone();
    tracing::info!(
        udid = facts.udid,
        profile = facts.profile.name(),
        pid = firefox.pid(),
        started_ms = started.as_millis(),
        connected_ms = connected.as_millis(),
        ready_ms = begin.elapsed().as_millis(),
        "a virtual phone is up"
    );
    Ok(VirtualPhone {
        core,
        facts,
        keeper: Keeper::of(firefox),
        _server: server,
        _folder: folder,
    })
}

/// The folder of the phone's apps; a throw-away one unless they are to be kept.
fn place(
    options: &PhoneOptions,
    state: &Arc<StateDir>,
) -> Result<(PathBuf, Option<TempFolder>), PhoneError> {
    if let Some(folder) = &options.keep_in {
        std::fs::create_dir_all(folder.join("profile"))?;
        return Ok((folder.clone(), None));
    }
    let folder = state.folder("phone")?;
    Ok((folder.path().to_owned(), Some(folder)))
}

fn launch(options: &PhoneOptions, profile: Option<PathBuf>) -> Result<Launch, PhoneError> {
    let installation = find_firefox(options.firefox.as_deref())?;
    let mut launch = Launch::new(installation);
    launch.prefs = prefs::prefs();
    launch.headless = Headless::Always;
    launch.bidi = true;
    launch.system_access = true;
    launch.startup_timeout = options.boot_timeout;
    // The window cannot grow past this screen; the largest profile fits.
    launch.env = vec![
        ("MOZ_HEADLESS_WIDTH".into(), "1920".into()),
        ("MOZ_HEADLESS_HEIGHT".into(), "1920".into()),
    ];
    if let Some(folder) = profile {
        launch.profile = FirefoxProfile::Folder(folder);
    }
    Ok(launch)
}

/// One session for both protocols: Marionette makes it, BiDi joins it.
async fn open_session(firefox: &mut Firefox) -> Result<(Bidi, String), PhoneError> {
    let mut capabilities = Map::new();
    capabilities.insert("webSocketUrl".into(), true.into());
    capabilities.insert("unhandledPromptBehavior".into(), "ignore".into());
    let answer = firefox.new_session(&capabilities).await?;
    let address = firefox.bidi_address().ok_or(PhoneError::NoBidi)?;
    let url = answer.get("webSocketUrl").and_then(Value::as_str);
    let path = url
        .and_then(|url| url.find("/session").and_then(|at| url.get(at..)))
        .ok_or(PhoneError::NoBidi)?
        .to_owned();
    Ok((Bidi::connect(address, &path).await?, path))
}

/// Puts the kernel into the chrome window.
async fn inject(
    bidi: &Bidi,
    config: &KernelConfig<'_>,
) -> Result<(), hansom_firefox::bidi::BidiError> {
    let method = "script.evaluate";
    let malformed = |reason: String| hansom_firefox::bidi::BidiError::Malformed {
        method: method.to_owned(),
        reason,
    };
    let tree: Tree = bidi
        .call("browsingContext.getTree", json!({ "moz:scope": "chrome" }))
        .await?;
    let Some(window) = tree.contexts.first() else {
        return Err(malformed("Firefox has no chrome window".into()));
    };
    let expression = source::chrome(config).map_err(|error| malformed(error.to_string()))?;
    let params = json!({
        "expression": expression,
        "target": { "context": window.context },
        "awaitPromise": true,
    });
    let answer: Value = bidi.call(method, params).await?;
    match answer["exceptionDetails"]["text"].as_str() {
        Some(text) => Err(malformed(text.to_owned())),
        None => Ok(()),
    }
}

/// Settles when the home screen has its icons, which it asks for once it is open.
const DRAWN: &str = r"new Promise(drawn => {
    const root = document.documentElement;
    const look = () => 'drawn' in root.dataset && drawn();
    new MutationObserver(look).observe(root, { attributes: true });
    look();
})";
/// How long that may take; the phone is up without them.
const DRAWN_WITHIN: Duration = Duration::from_secs(5);

/// Waits until the first picture of the phone would be a whole one.
async fn home_drawn(core: &Core) {
    let Some(page) = core.desk.lock().await.screens.first().cloned() else {
        return;
    };
    let params = json!({
        "expression": DRAWN,
        "target": { "context": page },
        "awaitPromise": true,
    });
    let drawn = core.bidi.call::<Value>("script.evaluate", params);
    match timeout(DRAWN_WITHIN, drawn).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the home screen may lack its icons"),
        Err(_) => tracing::warn!("the home screen took too long to draw its icons"),
    }
}

async fn apply_settings(core: &Arc<Core>) -> Result<(), PhoneError> {
    let (locale, appearance) = {
        let settings = core.settings();
        (settings.locale.clone(), settings.appearance)
    };
    tokio::try_join!(
        core.set_locale(locale),
        core.set_appearance(appearance),
        core.apply_position(),
        core.apply_orientation(),
    )?;
    Ok(())
}
