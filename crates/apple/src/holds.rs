//! One session per device: who holds which, so that a second is refused at once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use hansom_protocol::{Cause, ErrorCode};

/// The devices in use.
#[derive(Debug, Default)]
pub struct Holds(Mutex<HashMap<String, Holder>>);

/// Who has a device.
#[derive(Debug, Clone)]
struct Holder {
    session: String,
    since: Instant,
}

/// A device held, under each of its names, until this is dropped.
#[derive(Debug)]
pub struct Hold {
    holds: Arc<Holds>,
    names: Vec<String>,
}

/// A device that another session has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the device `{device}` is held by session {session} since {} s ago", .since.as_secs())]
pub struct InUse {
    pub(crate) device: String,
    pub(crate) session: String,
    pub(crate) since: Duration,
}

impl Cause for InUse {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        Some("End that session first, or take another device.".into())
    }
}

impl Holds {
    /// Holds a device for a session, unless another has it under one of its names.
    pub fn take(self: &Arc<Self>, names: &[&str], session: &str) -> Result<Hold, InUse> {
        let mut held = self.lock();
        for name in names {
            if let Some(holder) = held.get(*name) {
                return Err(InUse {
                    device: (*name).to_owned(),
                    session: holder.session.clone(),
                    since: holder.since.elapsed(),
                });
            }
        }
        let holder = Holder {
            session: session.to_owned(),
            since: Instant::now(),
        };
        for name in names {
            held.insert((*name).to_owned(), holder.clone());
        }
        Ok(Hold {
            holds: Arc::clone(self),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        })
    }

    /// A panic while it was held leaves the map whole: every change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Holder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut held = self.holds.lock();
        for name in &self.names {
            held.remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_device_is_refused_until_it_is_let_go() {
        let holds = Arc::new(Holds::default());
        let hold = holds.take(&["A", "http://a"], "first").unwrap();
        for name in ["A", "http://a"] {
            let error = holds.take(&["C", name], "second").unwrap_err().to_string();
            assert!(
                error.contains(&format!("`{name}` is held by session first")),
                "{error}"
            );
        }
        assert!(holds.take(&["B", "C"], "second").is_ok());
        drop(hold);
        assert!(holds.take(&["A"], "second").is_ok());
    }
}
