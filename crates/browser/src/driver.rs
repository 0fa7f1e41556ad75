//! The driver: whether capabilities are for Firefox, and the start of a session.

use std::{net::SocketAddr, sync::Arc};

use async_trait::async_trait;
use hansom_firefox::{Firefox, Headless, Installation, Launch, Pool, Profile, find_binary};
use hansom_protocol::{
    BidiEndpoint, Driver, DriverKind, Error, ErrorCode, Feature, NewSession, Phases, Started,
    VERSION,
};
use serde_json::{Map, Value};

use crate::{
    Config, addon,
    deadline::Timeouts,
    existing,
    existing::ExistingFirefox,
    link::Link,
    live::BrowserLive,
    matching, options,
    options::Options,
    profile,
    session::BrowserSession,
    turns::{Turn, TurnError, Turns},
};

/// Capabilities that only decide which Firefox is started; Firefox itself need not be told.
const NOT_FOR_FIREFOX: &[&str] = &[
    "browserName",
    "browserVersion",
    "platformName",
    options::NAME,
    "moz:debuggerAddress",
];

/// Drives Firefox.
pub struct BrowserDriver {
    config: Config,
    /// Browsers started ahead for sessions that ask for nothing special.
    pool: Option<Pool>,
    /// The one that is used instead of starting any.
    existing: Option<ExistingFirefox>,
    /// Where there is but one for all sessions.
    turns: Option<Turns>,
}

impl BrowserDriver {
    /// A driver with the operator's decisions. Must be called within a runtime, because it starts
    /// browsers ahead when the operator wants that.
    pub fn new(config: Config) -> Self {
        let existing = config.existing.clone().map(ExistingFirefox::new);
        let only = match (&config.existing, config.marionette_port) {
            (Some(at), _) => Some(TurnError::Existing(at.clone())),
            (None, 0) => None,
            (None, port) => Some(TurnError::Port(port)),
        };
        let mut driver = Self {
            config,
            pool: None,
            existing,
            turns: only.map(Turns::new),
        };
        if driver.config.warm > 0 && driver.existing.is_none() {
            driver.pool = driver.start_pool();
        }
        driver
    }

    fn start_pool(&self) -> Option<Pool> {
        let options = Options::default();
        let installation = self
            .installation(&options)
            .inspect_err(|error| tracing::warn!(%error, "no browser is started ahead"))
            .ok()?;
        let launch = self.assemble(installation, options);
        let state = Arc::clone(&self.config.state);
        Some(Pool::new(launch, self.config.warm, state))
    }

    /// The browser of a session, and the session's turn at it if others wait for it. The turn comes
    /// first, so that it is dropped last.
    async fn firefox(
        &self,
        options: Options,
        phases: Phases,
    ) -> Result<(Option<Turn>, Firefox), Error> {
        let turn = self.turns.as_ref().map(Turns::take).transpose()?;
        if let Some(existing) = &self.existing {
            let limit = options
                .startup_timeout
                .unwrap_or(self.config.startup_timeout);
            let firefox = existing.attach(limit, phases, &self.config.state).await?;
            return Ok((turn, firefox));
        }
        let mut launch = self.launch(options).await?;
        launch.phases = phases;
        Ok((turn, self.warm_or_new(launch).await?))
    }

    /// A browser that is warm already, or a new one.
    async fn warm_or_new(&self, launch: Launch) -> Result<Firefox, Error> {
        if let Some(pool) = &self.pool
            && let Some(firefox) = pool.take(&launch).await
        {
            return Ok(firefox);
        }
        Ok(Firefox::launch(launch, &self.config.state).await?)
    }

    /// The Firefox that a session would run.
    fn installation(&self, options: &Options) -> Result<Installation, Error> {
        let installation = match &options.binary {
            Some(path) => find_binary(Some(path)).map_err(|error| {
                let mut error = Error::from(error);
                // It is the client's own argument that is wrong.
                error.code = ErrorCode::InvalidArgument;
                error
            })?,
            None => find_binary(self.config.binary.as_deref())?,
        };
        if !self.config.grants.has(Feature::SystemAccess) {
            installation.require_guard()?;
        }
        Ok(installation)
    }

    async fn launch(&self, mut options: Options) -> Result<Launch, Error> {
        let installation = self.installation(&options)?;
        let (folder, sent) = (options.args.profile.take(), options.profile.take());
        let mut launch = self.assemble(installation, options);
        if let Some(folder) = folder {
            launch.profile = Profile::Folder(folder);
        } else if let Some(base64) = sent {
            let state = Arc::clone(&self.config.state);
            let folder = profile::unpack(base64, launch.clone(), state).await?;
            launch.profile = Profile::Owned(folder);
        }
        Ok(launch)
    }

    /// What the operator and the client decide, put together; but for the profile.
    fn assemble(&self, installation: Installation, options: Options) -> Launch {
        let mut launch = Launch::new(installation);
        if options.args.headless {
            launch.headless = Headless::Always;
        }
        launch.args = options.args.rest;
        launch.env = options.env;
        launch.prefs = options.prefs;
        launch.log_level = options.log_level;
        launch.startup_timeout = options
            .startup_timeout
            .unwrap_or(self.config.startup_timeout);
        launch.click_timeout = options.click_timeout.unwrap_or(self.config.click_timeout);
        launch.profile_root.clone_from(&self.config.profile_root);
        launch.marionette_port = self.config.marionette_port;
        // Costs nothing, and pictures in tiles and logs need it.
        launch.bidi = true;
        launch.system_access = self.config.grants.has(Feature::SystemAccess);
        launch
    }
}

#[async_trait]
impl Driver for BrowserDriver {
    fn kind(&self) -> DriverKind {
        DriverKind::Browser
    }

    fn matches(&self, candidate: &Map<String, Value>) -> Result<Option<Map<String, Value>>, Error> {
        if !matching::is_for_firefox(candidate) {
            return Ok(None);
        }
        let options = Options::read(candidate)?;
        options.require_grants(&self.config.grants)?;
        let asked = candidate.get("browserVersion").and_then(Value::as_str);
        if let Some(existing) = &self.existing {
            // Its version is not known before it is connected.
            existing.check(&options)?;
            return Ok(Some(candidate.clone()));
        }
        if asked.is_some() || options.binary.is_some() {
            let installation = self.installation(&options)?;
            let fits = |asked| matching::version_fits(installation.version.as_deref(), asked);
            if !asked.is_none_or(fits) {
                return Ok(None);
            }
        }
        Ok(Some(candidate.clone()))
    }

    fn offer(&self) -> String {
        let installed = self.installation(&Options::default()).ok();
        let version = match (&self.existing, installed.and_then(|found| found.version)) {
            (None, Some(version)) => format!("browserVersion \"{version}\", "),
            _ => String::new(),
        };
        let platform = matching::PLATFORM_NAMES[0];
        format!("browserName \"firefox\", {version}platformName \"{platform}\"")
    }

    fn busy(&self) -> Option<String> {
        self.turns.as_ref().and_then(Turns::busy)
    }

    async fn start(&self, request: NewSession) -> Result<Started, Error> {
        let wanted = request.capabilities;
        let options = Options::read(&wanted)?;
        options.require_grants(&self.config.grants)?;
        let (turn, mut firefox) = self.firefox(options, request.phases).await?;
        let answered = firefox.new_session(&for_firefox(&wanted)).await?;
        if self.existing.is_some()
            && let Err(error) = existing::check_version(&wanted, &answered)
        {
            firefox.end().await;
            return Err(error.into());
        }

        let (told_address, path) = bidi_url(&answered).unzip();
        let elsewhere = self
            .config
            .existing
            .as_ref()
            .is_some_and(|it| !it.is_here());
        let told_address = told_address.flatten().filter(|_| !elsewhere);
        let address = firefox.bidi_address().or(told_address);
        let system_access = self.config.grants.has(Feature::SystemAccess);
        let live = BrowserLive {
            bidi: path
                .clone()
                .zip(address)
                .map(|(path, address)| BidiEndpoint { address, path }),
            addons: addon::folder(&firefox),
        };
        let session = BrowserSession::new(
            firefox,
            Arc::clone(&self.config.grants),
            Timeouts::of(&answered),
            Link::new(address, path, system_access),
            turn,
        );
        Ok(Started {
            capabilities: for_client(answered, &wanted),
            session: Box::new(session),
            live: Arc::new(live),
        })
    }
}

/// The capabilities that Firefox is given.
fn for_firefox(wanted: &Map<String, Value>) -> Map<String, Value> {
    wanted
        .iter()
        .filter(|(name, _)| {
            // Extension capabilities of others mean nothing to it.
            let foreign = name.contains(':') && !name.starts_with("moz:");
            !NOT_FOR_FIREFOX.contains(&name.as_str()) && !foreign
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The capabilities that the client is told: Firefox's own, and what we add.
fn for_client(mut answered: Map<String, Value>, wanted: &Map<String, Value>) -> Map<String, Value> {
    answered.insert("hansom:version".into(), VERSION.into());
    // Clients look for this one before they ask for downloads.
    if wanted.get("se:downloadsEnabled") == Some(&Value::Bool(true)) {
        answered.insert("se:downloadsEnabled".into(), true.into());
    }
    answered
}

/// Where Firefox says the session's BiDi socket is, when the client asked for one: the address, if
/// it is one, and the path.
fn bidi_url(answered: &Map<String, Value>) -> Option<(Option<SocketAddr>, String)> {
    let url = answered.get("webSocketUrl")?.as_str()?;
    let (_, rest) = url.split_once("://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    Some((host.parse().ok(), path.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("not an object: {other}"),
        }
    }

    #[test]
    fn firefox_is_told_what_it_understands() {
        let told = for_firefox(&object(json!({
            "browserName": "Firefox",
            "platformName": "any",
            "pageLoadStrategy": "eager",
            "moz:firefoxOptions": {},
            "moz:webdriverClick": false,
            "se:downloadsEnabled": true,
            "hansom:clickTimeout": 1,
            "webSocketUrl": true,
        })));
        assert_eq!(
            Value::Object(told),
            json!({"pageLoadStrategy": "eager", "moz:webdriverClick": false, "webSocketUrl": true})
        );
    }

    #[test]
    fn the_bidi_address_is_read_from_the_url() {
        let answered = object(json!({"webSocketUrl": "ws://127.0.0.1:1/session/x"}));
        let address = "127.0.0.1:1".parse().ok();
        assert_eq!(
            bidi_url(&answered),
            Some((address, "/session/x".to_owned()))
        );
        assert_eq!(bidi_url(&object(json!({}))), None);
    }
}
