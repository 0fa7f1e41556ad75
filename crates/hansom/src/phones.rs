//! Virtual phones for mobile sessions: what the operator and the capabilities say, in the phone's words.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_device::Device;
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_phone::{PhoneOptions, PhonePool, VirtualPhone};
use hansom_protocol::Error;

use crate::cli::Settings;

/// Gives each session a phone of its own: one that was booted ahead if there is one, else a new one.
#[derive(Debug)]
pub(crate) struct Phones {
    /// What holds for every phone.
    common: PhoneOptions,
    state: Arc<StateDir>,
    pool: Option<PhonePool>,
}

impl Phones {
    /// Begins to boot phones ahead when the operator wants that. Must be called within a runtime.
    pub(crate) fn new(settings: &Settings, state: &Arc<StateDir>) -> Self {
        let common = of_operator(settings);
        let ahead = settings.warm_phones;
        let pool = (ahead > 0).then(|| PhonePool::new(common.clone(), ahead, state));
        Self {
            common,
            state: Arc::clone(state),
            pool,
        }
    }
}

/// What the operator says of every phone.
pub(crate) fn of_operator(settings: &Settings) -> PhoneOptions {
    PhoneOptions {
        firefox: settings.binary.clone(),
        boot_timeout: settings.startup_timeout,
        ..PhoneOptions::default()
    }
}

/// The phone of a session: what it did not say is as it is for every phone.
fn of_session(said: &DeviceRequest, common: PhoneOptions) -> PhoneOptions {
    PhoneOptions {
        profile: said.profile,
        kind: said.kind.unwrap_or(common.kind),
        os_version: said.os_version.clone().unwrap_or(common.os_version),
        toolchain_version: said
            .toolchain_version
            .clone()
            .unwrap_or(common.toolchain_version),
        name: said.name.clone(),
        udid: said.udid.clone(),
        suspend_after: said.suspend_after.unwrap_or(common.suspend_after),
        keep_in: said.state_dir.clone(),
        ..common
    }
}

#[async_trait]
impl DeviceFactory for Phones {
    fn family(&self) -> DeviceKind {
        DeviceKind::Virtual
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let options = of_session(request, self.common.clone());
        if let Some(pool) = &self.pool
            && let Some(phone) = pool.take(&options).await
        {
            return Ok(Arc::new(phone));
        }
        Ok(Arc::new(VirtualPhone::boot(options, &self.state).await?))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hansom_device::{Kind, Profile, Version};

    use super::*;
    use crate::{cli, unsaid::unsaid};

    fn common(words: &str) -> PhoneOptions {
        let words = format!("hansom {words}");
        let words = words.split_whitespace().map(Into::into);
        of_operator(&cli::parse(words).unwrap().settings)
    }

    #[test]
    fn a_session_that_says_nothing_gets_the_phone_of_the_operator() {
        let operator = common("--binary /opt/firefox --startup-timeout 7s");
        let phone = of_session(&unsaid(DeviceKind::Virtual), operator);
        let wanted = PhoneOptions {
            firefox: Some("/opt/firefox".into()),
            boot_timeout: Duration::from_secs(7),
            ..PhoneOptions::default()
        };
        assert_eq!(phone, wanted);
    }

    #[test]
    fn what_a_session_says_of_its_phone_is_what_it_gets() {
        let request = DeviceRequest {
            profile: Profile::Tablet,
            kind: Some(Kind::Real),
            os_version: Some(Version::new(17, 5)),
            toolchain_version: Some(Version::new(15, 1)),
            name: Some("Ada's".into()),
            udid: Some("0001".into()),
            suspend_after: Some(Duration::from_secs(2)),
            state_dir: Some("/kept".into()),
            ..unsaid(DeviceKind::Virtual)
        };
        let phone = of_session(&request, common("--binary /opt/firefox"));
        let wanted = PhoneOptions {
            firefox: Some("/opt/firefox".into()),
            profile: Profile::Tablet,
            kind: Kind::Real,
            os_version: Version::new(17, 5),
            toolchain_version: Version::new(15, 1),
            name: Some("Ada's".into()),
            udid: Some("0001".into()),
            suspend_after: Duration::from_secs(2),
            keep_in: Some("/kept".into()),
            ..common("")
        };
        assert_eq!(phone, wanted);
    }
}
