//! Films of a session's screen: begun, and fetched.

use base64_simd::STANDARD as BASE64;
use serde_json::{Value, json};

use crate::program::Program;

impl Program {
    /// Starts a recording and waits for the first piece of its film.
    pub(crate) async fn record(&self, session: &str, options: Value) {
        let path = "/automation/start_recording_screen";
        let begun = self.ask(session, path, json!({ "options": options })).await;
        assert_eq!(begun, "");
    }

    /// Stops a recording and gives its film.
    pub(crate) async fn film(&self, session: &str) -> Vec<u8> {
        let film = self
            .ask(session, "/automation/stop_recording_screen", json!({}))
            .await;
        BASE64.decode_to_vec(film.as_str().unwrap()).unwrap()
    }
}
