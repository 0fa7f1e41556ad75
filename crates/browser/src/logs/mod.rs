//! What pages wrote to the console, and their uncaught errors.
//!
//! Fed from BiDi's `log.entryAdded`. The subscription begins with the first call; Firefox then
//! tells what the open pages have logged before, too; not so when the client has subscribed over
//! its own BiDi connection, because then Firefox has told that already. Such a client also sees
//! our subscription's events, which are the same.

mod keeper;

use hansom_firefox::bidi::{Bidi, settle_log};
use hansom_protocol::{Answer, Error, Params};

use self::keeper::Keeper;

/// The kinds of log there are.
const TYPES: &[&str] = &["browser"];

/// The log of a session.
#[derive(Default)]
pub(crate) struct Logs {
    keeper: Option<Keeper>,
}

impl Logs {
    /// The kinds of log there are.
    pub(crate) fn types() -> Answer {
        Answer::value(TYPES)
    }

    /// Checks the kind that a request names.
    pub(crate) fn check(params: &Params) -> Result<(), Error> {
        let kind: String = params.required("type")?;
        if TYPES.contains(&kind.as_str()) {
            return Ok(());
        }
        Err(Error::invalid_argument(format!(
            "there is no log `{kind}`. There is {}.",
            TYPES.join(", ")
        )))
    }

    /// The entries since the last call. `window` is the current one.
    pub(crate) async fn take(
        &mut self,
        bidi: &Bidi,
        window: Option<&str>,
    ) -> Result<Answer, Error> {
        let keeper = match self.keeper.take().filter(Keeper::is_alive) {
            Some(keeper) => keeper,
            None => Keeper::start(bidi.subscribe(&["log.entryAdded"]).await?),
        };
        if let Some(window) = window {
            settle_log(bidi, window).await;
        }
        let entries = keeper.take().await;
        self.keeper = Some(keeper);
        Ok(Answer::value(entries))
    }
}
