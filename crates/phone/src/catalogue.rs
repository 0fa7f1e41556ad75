//! A sample of each cause, for `docs/errors/phone.md`.

use std::{io, time::Duration};

use hansom_device::DeviceError;
use hansom_firefox::bidi::BidiError;
use hansom_testkit::ErrorPage;

use crate::PhoneError;

#[test]
fn the_page_of_errors_has_every_cause() {
    let samples = vec![
        PhoneError::TooOld {
            path: "/opt/firefox/firefox".into(),
            version: "140.5.0".into(),
        },
        PhoneError::NoBidi,
        PhoneError::Bidi(BidiError::Closed("the socket ended".into())),
        PhoneError::Kernel("gBrowser is not defined".into()),
        PhoneError::Device(DeviceError::Lost("its Firefox ended".into())),
        PhoneError::Place(io::Error::from(io::ErrorKind::PermissionDenied)),
        PhoneError::TimedOut(Duration::from_mins(1)),
    ];
    ErrorPage::new("phone")
        .table(
            "PhoneError",
            "The boot of a virtual phone",
            include_str!("error.rs"),
            samples,
        )
        .check();
}
