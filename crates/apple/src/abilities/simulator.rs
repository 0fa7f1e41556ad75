//! What only a simulator can do, through `simctl`: shake, biometrics, permissions.

use async_trait::async_trait;
use hansom_device::{
    AppId, Biometric, Biometrics, DeviceError, Motion, PermissionState, Permissions, Result,
    Unsupported,
};

use crate::AppleDevice;

const SHAKE: &str = "com.apple.UIKit.SimulatorShake";
const ENROLLMENT: &str = "com.apple.BiometricKit.enrollmentChanged";
const BIOMETRICS: &str = "com.apple.BiometricKit_Sim";

/// The services of `simctl privacy`.
const SERVICES: &[&str] = &[
    "calendar",
    "contacts",
    "location",
    "microphone",
    "motion",
    "photos",
    "reminders",
    "siri",
];

#[async_trait]
impl Motion for AppleDevice {
    async fn shake(&self) -> Result<()> {
        self.host
            .simctl("shaking the device")?
            .spawn(&["notifyutil", "-p", SHAKE])
            .await?;
        Ok(())
    }
}

#[async_trait]
impl Biometrics for AppleDevice {
    async fn is_enrolled(&self) -> Result<bool> {
        let printed = self
            .host
            .simctl("biometrics")?
            .spawn(&["notifyutil", "-g", ENROLLMENT])
            .await?;
        // "com.apple.BiometricKit.enrollmentChanged 1"
        Ok(String::from_utf8_lossy(&printed).trim().ends_with(" 1"))
    }

    async fn enroll(&self, enrolled: bool) -> Result<()> {
        let simctl = self.host.simctl("biometrics")?;
        let state = if enrolled { "1" } else { "0" };
        simctl
            .spawn(&["notifyutil", "-s", ENROLLMENT, state])
            .await?;
        simctl.spawn(&["notifyutil", "-p", ENROLLMENT]).await?;
        if self.is_enrolled().await? != enrolled {
            return Err(DeviceError::Failed(
                "the simulator did not take the enrolment over".into(),
            ));
        }
        Ok(())
    }

    async fn present(&self, what: Biometric, matches: bool) -> Result<()> {
        let sensor = match what {
            Biometric::Finger => "fingerTouch",
            Biometric::Face => "pearl",
        };
        let outcome = if matches { "match" } else { "nomatch" };
        let name = format!("{BIOMETRICS}.{sensor}.{outcome}");
        self.host
            .simctl("biometrics")?
            .spawn(&["notifyutil", "-p", &name])
            .await?;
        Ok(())
    }
}

#[async_trait]
impl Permissions for AppleDevice {
    fn services(&self) -> &[&'static str] {
        SERVICES
    }

    async fn get(&self, _: &AppId, service: &str) -> Result<PermissionState> {
        Err(Unsupported::new(
            format!("reading the permission `{service}`"),
            "simctl can set permissions but not read them",
        )
        .into())
    }

    async fn set(&self, app: &AppId, service: &str, state: PermissionState) -> Result<()> {
        if !SERVICES.contains(&service) {
            return Err(DeviceError::InvalidArgument(format!(
                "there is no permission `{service}`; there are {}",
                SERVICES.join(", ")
            )));
        }
        let (verb, service) = match state {
            PermissionState::Yes if service == "location" => ("grant", "location-always"),
            PermissionState::Yes | PermissionState::InUse => ("grant", service),
            PermissionState::No => ("revoke", service),
            PermissionState::Unset => ("reset", service),
        };
        self.host
            .simctl("setting permissions")?
            .run("privacy", &[verb, service, &app.0])
            .await?;
        Ok(())
    }
}
