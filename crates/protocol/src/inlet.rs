//! A large member of a body, taken in while it arrives.
//!
//! A row names the member ([`crate::routes::Route::large`]), a session offers an [`Inlet`] for it
//! ([`crate::Live::inlet`]), and the server feeds that: so nobody holds all of it in memory, and the
//! work on it is done when its last byte is there.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::Error;

/// Takes a member in. Called on a thread that may block.
pub trait Inlet: Send {
    /// The next piece of the string, without its quotes and escapes; pieces end anywhere, also
    /// inside a character. What is wrong with it is told in the end.
    fn take(&mut self, piece: &[u8]);

    /// All of it has come.
    fn finish(self: Box<Self>) -> Result<Upload, Error>;
}

/// A file that an inlet has made of a member.
#[derive(Clone)]
pub struct Upload {
    path: PathBuf,
    owner: Arc<dyn Send + Sync>,
}

impl Upload {
    /// A file that goes when `owner` is dropped, which is when the last clone of this is.
    pub fn new(path: PathBuf, owner: impl Send + Sync + 'static) -> Self {
        Self {
            path,
            owner: Arc::new(owner),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owners = Arc::strong_count(&self.owner);
        let mut out = out.debug_struct("Upload");
        out.field("path", &self.path).field("owners", &owners);
        out.finish()
    }
}
