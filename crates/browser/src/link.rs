//! Our own BiDi connection to a session's Firefox, opened when something first needs it.
//!
//! A session that asked for `webSocketUrl` has a BiDi address, and a second connection to it is
//! fine. Any other session has none, and must not be given one by asking Firefox for `webSocketUrl`:
//! Firefox would then answer prompts by itself at once. Its remote agent runs all the same, so the
//! address is registered from the chrome context, which leaves the session as it is.

use std::net::SocketAddr;

use hansom_firefox::{Marionette, bidi::Bidi};
use hansom_protocol::{Error, ErrorCode, Feature};
use serde_json::json;

use crate::context::{Active, Context};

/// Registers the session's address with the remote agent's server and returns its path.
const REGISTER: &str = r#"
    const { RemoteAgent } = ChromeUtils.importESModule(
      "chrome://remote/content/components/RemoteAgent.sys.mjs");
    const session = RemoteAgent.webDriverBiDi.session;
    RemoteAgent.server.registerPathHandler(session.path, session);
    return session.path;
"#;

/// The connection, or how to get it.
pub(crate) struct Link {
    address: Option<SocketAddr>,
    path: Option<String>,
    system_access: bool,
    bidi: Option<Bidi>,
}

impl Link {
    /// `path` is the session's own, if it asked for one; `system_access` says whether this Firefox
    /// has the chrome context.
    pub(crate) fn new(
        address: Option<SocketAddr>,
        path: Option<String>,
        system_access: bool,
    ) -> Self {
        Self {
            address,
            path,
            system_access,
            bidi: None,
        }
    }

    /// The connection, opened if it is not yet.
    pub(crate) async fn open(
        &mut self,
        marionette: &Marionette,
        active: &mut Active,
    ) -> Result<Bidi, Error> {
        if let Some(bidi) = &self.bidi {
            return Ok(bidi.clone());
        }
        let Some(address) = self.address else {
            return Err(Error::unsupported(
                "this needs WebDriver BiDi, and no socket of this Firefox can be reached. Start it \
                 with --remote-debugging-port, on this machine, and the session with the capability \
                 \"webSocketUrl\": true.",
            ));
        };
        let path = match &self.path {
            Some(path) => path.clone(),
            None if self.system_access => register(marionette, active).await?,
            None => {
                return Err(Error::unsupported(format!(
                    "this needs WebDriver BiDi, which the session has not. Start it with the \
                     capability \"webSocketUrl\": true, or have the server's operator add \
                     --allow-insecure {}.",
                    Feature::SystemAccess.name()
                )));
            }
        };
        let bidi = Bidi::connect(address, &path).await?;
        self.path = Some(path);
        self.bidi = Some(bidi.clone());
        Ok(bidi)
    }

    /// Lets a connection go that Firefox has closed, so that the next use opens a new one.
    pub(crate) fn forget(&mut self) {
        self.bidi = None;
    }
}

/// Runs [`REGISTER`] in the chrome context and goes back to the context that was.
async fn register(marionette: &Marionette, active: &mut Active) -> Result<String, Error> {
    let before = active.get(marionette).await?;
    active.set(marionette, Context::Chrome).await?;
    let script = json!({"script": REGISTER, "args": []}).to_string();
    let path = marionette.value("WebDriver:ExecuteScript", script).await;
    // Also after a failure: the client must find its context as it was.
    active.set(marionette, before).await?;
    serde_json::from_slice(&path?).map_err(|error| {
        Error::new(
            ErrorCode::UnknownError,
            format!("Firefox did not say where its BiDi session is: {error}."),
        )
    })
}
