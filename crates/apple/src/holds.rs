//! One session per device: who holds which, so that a second is refused at once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The devices in use.
#[derive(Debug, Default)]
pub struct Holds(Mutex<HashMap<String, Instant>>);

/// A device held until this is dropped.
#[derive(Debug)]
pub struct Hold {
    holds: Arc<Holds>,
    device: String,
}

/// A device that another session has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the device `{device}` is held by another session of this server since {} s ago",
    .since.as_secs()
)]
pub struct InUse {
    device: String,
    since: Duration,
}

impl Holds {
    /// Holds a device, unless somebody does.
    pub fn take(self: &Arc<Self>, device: &str) -> Result<Hold, InUse> {
        let mut held = self.lock();
        if let Some(since) = held.get(device) {
            return Err(InUse {
                device: device.to_owned(),
                since: since.elapsed(),
            });
        }
        held.insert(device.to_owned(), Instant::now());
        Ok(Hold {
            holds: Arc::clone(self),
            device: device.to_owned(),
        })
    }

    /// A panic while it was held leaves the map whole: every change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.holds.lock().remove(&self.device);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_device_is_refused_until_it_is_let_go() {
        let holds = Arc::new(Holds::default());
        let hold = holds.take("A").unwrap();
        let error = holds.take("A").unwrap_err().to_string();
        assert!(error.contains("`A` is held by another session"), "{error}");
        assert!(holds.take("B").is_ok());
        drop(hold);
        assert!(holds.take("A").is_ok());
    }
}
