//! Phones booted ahead, with their home screens on, so that a session begins at once.
//!
//! A phone that is taken learns who it is to be: name, id, versions and kind make no difference to
//! its boot. One of another shape, or one that keeps its data, is booted for itself.

use std::sync::Arc;

use futures_util::{FutureExt as _, future::BoxFuture};
use hansom_device::Device as _;
use hansom_firefox::{Mortal, Warm};
use hansom_host::StateDir;
use serde_json::json;

use crate::{PhoneError, PhoneOptions, VirtualPhone, core::Badge};

/// Phones booted ahead, all in one way.
#[derive(Debug)]
pub struct PhonePool {
    options: PhoneOptions,
    warm: Warm<VirtualPhone>,
}

impl Mortal for VirtualPhone {
    fn dead(&self) -> BoxFuture<'_, ()> {
        self.died().map(drop).boxed()
    }
}

impl PhonePool {
    /// Begins to boot `size` phones, one after the other. Must be called within a runtime.
    pub fn new(options: PhoneOptions, size: usize, state: &Arc<StateDir>) -> Self {
        let (wanted, state) = (options.clone(), Arc::clone(state));
        let warm = Warm::new(size, move || {
            boot(wanted.clone(), Arc::clone(&state))
                .map(|booted| {
                    booted
                        .inspect_err(
                            |error| tracing::warn!(%error, "no phone could be booted ahead"),
                        )
                        .ok()
                })
                .boxed()
        });
        Self { options, warm }
    }

    /// A warm phone as `wanted`, if there is one that can be that.
    pub async fn take(&self, wanted: &PhoneOptions) -> Option<VirtualPhone> {
        if !fits(&self.options, wanted) {
            return None;
        }
        let mut phone = self.warm.take().await?;
        match phone.become_as(wanted).await {
            Ok(()) => Some(phone),
            Err(error) => {
                tracing::warn!(%error, "a phone that was booted ahead is of no use");
                None
            }
        }
    }
}

/// Whether a phone booted as `warm` can become what `wanted` says.
fn fits(warm: &PhoneOptions, wanted: &PhoneOptions) -> bool {
    let keeps = warm.keep_in.is_some() || wanted.keep_in.is_some();
    !keeps
        && warm.firefox == wanted.firefox
        && warm.profile == wanted.profile
        && warm.locale == wanted.locale
        && warm.appearance == wanted.appearance
}

async fn boot(options: PhoneOptions, state: Arc<StateDir>) -> Result<VirtualPhone, PhoneError> {
    let phone = VirtualPhone::boot(options, &state).await?;
    phone.core.open_lock().await?;
    Ok(phone)
}

impl VirtualPhone {
    /// Takes on the name, id, versions and kind of these options.
    async fn become_as(&mut self, options: &PhoneOptions) -> hansom_device::Result<()> {
        let arg = json!({ "userAgent": options.user_agent(), "platform": options.platform() });
        self.core.link.run("identify", arg).await?;
        let badge = Badge::of(options);
        self.facts = badge.facts.clone();
        self.core.pin(badge);
        self.core.changed();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hansom_device::{Kind, Profile, Version};

    use super::*;

    #[test]
    fn who_a_phone_is_can_change_but_not_its_shape_nor_where_it_keeps_things() {
        let warm = PhoneOptions::default();
        let with = |change: fn(&mut PhoneOptions)| {
            let mut wanted = warm.clone();
            change(&mut wanted);
            fits(&warm, &wanted)
        };
        assert!(with(|_| {}));
        assert!(with(|options| options.name = Some("Ada's".into())));
        assert!(with(|options| options.os_version = Version::new(12, 1)));
        assert!(with(|options| options.kind = Kind::Real));
        assert!(!with(|options| options.profile = Profile::Tablet));
        assert!(!with(|options| options.keep_in = Some("/keep".into())));
        assert!(!with(|options| options.locale.language = Some("de".into())));
    }
}
