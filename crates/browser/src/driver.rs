//! The driver: whether capabilities are for Firefox, and the start of a session.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_firefox::{Firefox, Headless, Installation, Launch, Pool, Profile, find_binary};
use hansom_protocol::{
    BidiEndpoint, Driver, DriverKind, Error, ErrorCode, Feature, NewSession, Started, VERSION,
};
use serde_json::{Map, Value};

use crate::{
    Config, deadline::Timeouts, link::Link, live::BrowserLive, matching, options, options::Options,
    profile, session::BrowserSession,
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
}

impl BrowserDriver {
    /// A driver with the operator's decisions. Must be called within a runtime, because it starts
    /// browsers ahead when the operator wants that.
    pub fn new(config: Config) -> Self {
        let mut driver = Self { config, pool: None };
        if driver.config.warm > 0 {
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
        let launch = self.assemble(installation, options, Profile::Template);
        let state = Arc::clone(&self.config.state);
        Some(Pool::new(launch, self.config.warm, state))
    }

    /// A browser that is warm already, or a new one.
    async fn firefox(&self, launch: Launch) -> Result<Firefox, Error> {
        if let Some(pool) = &self.pool
            && let Some(firefox) = pool.take(&launch).await
        {
            return Ok(firefox);
        }
        Ok(Firefox::launch(launch, &self.config.state).await?)
    }

    /// The Firefox that a session would run.
    fn installation(&self, options: &Options) -> Result<Installation, Error> {
        match &options.binary {
            Some(path) => find_binary(Some(path)).map_err(|error| {
                let mut error = Error::from(error);
                // It is the client's own argument that is wrong.
                error.code = ErrorCode::InvalidArgument;
                error
            }),
            None => Ok(find_binary(self.config.binary.as_deref())?),
        }
    }

    async fn launch(&self, mut options: Options) -> Result<Launch, Error> {
        let installation = self.installation(&options)?;
        let profile = match (options.args.profile.take(), options.profile.take()) {
            (Some(folder), _) => Profile::Folder(folder),
            (None, Some(base64)) => {
                Profile::Owned(profile::unpack(base64, Arc::clone(&self.config.state)).await?)
            }
            (None, None) => Profile::Template,
        };
        Ok(self.assemble(installation, options, profile))
    }

    /// What the operator and the client decide, put together.
    fn assemble(&self, installation: Installation, options: Options, profile: Profile) -> Launch {
        let mut launch = Launch::new(installation);
        launch.profile = profile;
        launch.headless = if options.args.headless {
            Headless::Always
        } else {
            self.config.headless
        };
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
        launch.bidi_port = self.config.bidi_port;
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
        if asked.is_some() || options.binary.is_some() {
            let installation = self.installation(&options)?;
            let fits = |asked| matching::version_fits(installation.version.as_deref(), asked);
            if !asked.is_none_or(fits) {
                return Ok(None);
            }
        }
        Ok(Some(candidate.clone()))
    }

    async fn start(&self, request: NewSession) -> Result<Started, Error> {
        let wanted = request.capabilities;
        let options = Options::read(&wanted)?;
        options.require_grants(&self.config.grants)?;
        let mut launch = self.launch(options).await?;
        launch.phases = request.phases;
        let mut firefox = self.firefox(launch).await?;
        let answered = firefox.new_session(&for_firefox(&wanted)).await?;

        let path = bidi_path(&answered);
        let address = firefox.bidi_address();
        let system_access = self.config.grants.has(Feature::SystemAccess);
        let live = BrowserLive {
            bidi: path
                .clone()
                .zip(address)
                .map(|(path, address)| BidiEndpoint { address, path }),
        };
        let session = BrowserSession::new(
            firefox,
            Arc::clone(&self.config.grants),
            Timeouts::of(&answered),
            Link::new(address, path, system_access),
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

/// The path of the session's BiDi socket, when the client asked for one.
fn bidi_path(answered: &Map<String, Value>) -> Option<String> {
    let url = answered.get("webSocketUrl")?.as_str()?;
    let (_, rest) = url.split_once("://")?;
    rest.find('/').map(|at| rest[at..].to_owned())
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
    fn the_bidi_path_is_cut_out_of_the_address() {
        let answered = object(json!({"webSocketUrl": "ws://127.0.0.1:1/session/x"}));
        assert_eq!(bidi_path(&answered).as_deref(), Some("/session/x"));
        assert_eq!(bidi_path(&object(json!({}))), None);
    }
}
