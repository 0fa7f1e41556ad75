//! A session as everybody but its task sees it.

use hansom_protocol::{BidiEndpoint, Live};

/// What works while a command runs.
pub(crate) struct BrowserLive {
    /// Where the session's BiDi socket is, when the client asked for one.
    pub(crate) bidi: Option<BidiEndpoint>,
}

impl Live for BrowserLive {
    fn bidi(&self) -> Option<BidiEndpoint> {
        self.bidi.clone()
    }
}
