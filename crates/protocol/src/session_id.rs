//! The id of a session, which is a credential: whoever has it drives the session.

use std::fmt;

/// A session's id: 122 random bits.
///
/// `Display` prints it whole, for answers; [`SessionId::short`] is what a log line may show.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(String);

impl SessionId {
    /// A new random id.
    pub fn random() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }

    /// The id as a client wrote it; whether a session has it is for the registry to say.
    pub fn from_client(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first eight characters: enough to tell sessions apart in a log, too few to use.
    pub fn short(&self) -> &str {
        let end = self
            .0
            .char_indices()
            .nth(8)
            .map_or(self.0.len(), |(at, _)| at);
        &self.0[..end]
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SessionId({}…)", self.short())
    }
}
