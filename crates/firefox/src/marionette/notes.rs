//! What is remembered of a session because Firefox does not tell it.

use std::sync::atomic::{AtomicBool, Ordering};

use hansom_protocol::{Command, Request};

/// What is remembered.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    in_frame: AtomicBool,
}

impl Notes {
    /// Whether commands may go to a frame inside the page. Going up a level leaves it set, which
    /// costs time and nothing else.
    pub(crate) fn is_in_frame(&self) -> bool {
        self.in_frame.load(Ordering::Relaxed)
    }

    /// Takes note of a command that succeeded.
    pub(crate) fn after(&self, request: &Request) {
        match request.command {
            Command::SwitchToFrame => {
                let inside = request.params.raw("id") != Some("null");
                self.in_frame.store(inside, Ordering::Relaxed);
            }
            Command::SwitchToWindow | Command::NavigateTo => {
                self.in_frame.store(false, Ordering::Relaxed);
            }
            _ => {}
        }
    }
}
