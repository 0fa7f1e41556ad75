//! What lockdown tells of a device: its name and version, whether it trusts us, developer mode.

use hansom_device::{Os, Profile, Version};
use idevice::{IdeviceError, IdeviceService, lockdown::LockdownClient, provider::IdeviceProvider};
use plist::Value;

use super::{Cable, CableError, link::QUICK};

/// Whether the device and this machine know each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pairing {
    /// They do.
    Paired,
    /// They do not, or not now; the reason.
    Not(CableError),
}

/// What is known of an attached device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CableFacts {
    /// Name a person gave it.
    pub name: String,
    /// For example `iPhone14,2`.
    pub product: String,
    /// Version of the operating system.
    pub version: Version,
    /// Whether it trusts this machine.
    pub pairing: Pairing,
    /// Developer mode; `None` where there is no such thing (below 16) or it could not be asked.
    pub developer_mode: Option<bool>,
}

impl CableFacts {
    /// The operating system, by the kind of product.
    pub fn os(&self) -> Os {
        match self.profile() {
            Profile::Tv => Os::TvOs,
            Profile::Tablet => Os::IpadOs,
            Profile::Phone => Os::Ios,
        }
    }

    /// The shape, by the kind of product.
    pub fn profile(&self) -> Profile {
        if self.product.starts_with("AppleTV") {
            Profile::Tv
        } else if self.product.starts_with("iPad") {
            Profile::Tablet
        } else {
            Profile::Phone
        }
    }
}

impl Cable {
    /// Asks lockdown. A device that is not paired still tells its name and version.
    pub async fn facts(&self) -> Result<CableFacts, CableError> {
        const WHAT: &str = "asking the device for its facts";
        let provider = self.provider();
        let mut lockdown = self
            .run(WHAT, QUICK, LockdownClient::connect(&provider))
            .await?;
        let version = self
            .run(WHAT, QUICK, text(&mut lockdown, "ProductVersion"))
            .await?;
        let name = self
            .run(WHAT, QUICK, text(&mut lockdown, "DeviceName"))
            .await?;
        let product = self
            .run(WHAT, QUICK, text(&mut lockdown, "ProductType"))
            .await?;
        let pairing = self.pairing(&mut lockdown, &provider).await?;
        let developer_mode = match pairing {
            Pairing::Paired => self.developer_mode(&mut lockdown).await?,
            Pairing::Not(_) => None,
        };
        Ok(CableFacts {
            name,
            product,
            version: version.parse().map_err(|_| CableError::Failed {
                what: WHAT,
                reason: format!("its version is `{version}`"),
            })?,
            pairing,
            developer_mode,
        })
    }

    async fn pairing(
        &self,
        lockdown: &mut LockdownClient,
        provider: &dyn IdeviceProvider,
    ) -> Result<Pairing, CableError> {
        // No record for the device: the daemon's answer has no data in it.
        let record = match tokio::time::timeout(QUICK, provider.get_pairing_file()).await {
            Ok(Ok(record)) => record,
            Ok(Err(IdeviceError::UnexpectedResponse(_))) => {
                return Ok(Pairing::Not(CableError::NotPaired {
                    udid: self.udid().to_owned(),
                }));
            }
            Ok(Err(error)) => return Err(self.muxer().unreachable(&error)),
            Err(_) => {
                return Err(CableError::Slow {
                    what: "reading the pairing record",
                    after: QUICK,
                });
            }
        };
        let session = lockdown.start_session(&record);
        match self
            .run("starting a session with the device", QUICK, session)
            .await
        {
            Ok(_) => Ok(Pairing::Paired),
            Err(
                reason @ (CableError::NotPaired { .. }
                | CableError::TrustPending { .. }
                | CableError::TrustRefused { .. }
                | CableError::Locked { .. }),
            ) => Ok(Pairing::Not(reason)),
            Err(other) => Err(other),
        }
    }

    async fn developer_mode(
        &self,
        lockdown: &mut LockdownClient,
    ) -> Result<Option<bool>, CableError> {
        let domain = Some("com.apple.security.mac.amfi");
        let asked = lockdown.get_value(Some("DeveloperModeStatus"), domain);
        let work = async {
            match asked.await {
                Ok(value) => Ok(value.as_boolean()),
                // Below 16 there is no such value.
                Err(IdeviceError::Socket(error)) => Err(IdeviceError::Socket(error)),
                Err(_) => Ok(None),
            }
        };
        self.run("asking for developer mode", QUICK, work).await
    }
}

async fn text(lockdown: &mut LockdownClient, key: &str) -> Result<String, IdeviceError> {
    let value = lockdown.get_value(Some(key), None).await?;
    match value {
        Value::String(text) => Ok(text),
        _ => Err(IdeviceError::UnexpectedResponse(format!(
            "{key} is not text"
        ))),
    }
}
