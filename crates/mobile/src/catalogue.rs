//! A sample of each cause, for `docs/errors/mobile.md`.

use std::{io, time::Duration};

use hansom_device::{
    AppId, DeviceError, Unsupported,
    locator::{ClassChain, Predicate},
};
use hansom_protocol::{Error, ErrorCode, base64::Base64Error};
use hansom_testkit::{ErrorPage, Told};

use crate::{error::MobileError, recording::RecordingError};

fn commands() -> Vec<MobileError> {
    vec![
        MobileError::Device(DeviceError::NoSuchElement(
            "accessibility id `greet`".into(),
        )),
        MobileError::UnknownApp {
            app: "com.example.hello".into(),
            installed: "hansom.browser, hansom.playground".into(),
        },
        MobileError::Request(Error::invalid_argument("what is wrong with the request")),
        MobileError::NoApp,
        MobileError::SimulatorOnly("shake"),
        MobileError::LocationNotAlways("While Using"),
        MobileError::NotEnrolled,
        MobileError::NoForm,
        MobileError::NoFocus,
        MobileError::WebOnly("`css selector`"),
        MobileError::UnknownMethod {
            name: "mobile: shaek".into(),
            near: "; near names are `mobile: shake`".into(),
        },
        MobileError::ScriptInNative,
        MobileError::NoLanguage {
            language: "nl".into(),
            known: "de, en".into(),
        },
        MobileError::NoStringFile {
            file: "Other.strings".into(),
            language: "en".into(),
            known: "Localizable.strings".into(),
        },
        MobileError::BadStrings {
            file: "en.lproj/Localizable.strings".into(),
            reason: "line 3 has no `=`".into(),
        },
        MobileError::Script {
            code: ErrorCode::JavascriptError,
            message: "what the page says".into(),
        },
        MobileError::Base64(Base64Error::NotBase64 {
            name: "content".into(),
            reason: "'!' stands at 8".into(),
        }),
        MobileError::NoFactory("Apple devices"),
    ]
}

fn devices() -> Vec<DeviceError> {
    let app = || AppId::new("com.example.hello");
    let said = || "what the device says".to_owned();
    vec![
        DeviceError::NotInstalled(app()),
        DeviceError::NotRunning(app()),
        DeviceError::Crashed {
            app: app(),
            reason: "its process ended".into(),
        },
        DeviceError::BadBundle("it has no manifest".into()),
        DeviceError::NoSuchElement("accessibility id `greet`".into()),
        DeviceError::StaleElement("7".into()),
        DeviceError::NotInteractable(said()),
        DeviceError::InvalidState(said()),
        DeviceError::Locked,
        DeviceError::NoAlert,
        DeviceError::NoSuchContext {
            name: "WEBVIEW_2".into(),
            known: "NATIVE_APP, WEBVIEW_1".into(),
        },
        DeviceError::InvalidArgument(said()),
        DeviceError::OutOfBounds(said()),
        DeviceError::InvalidSelector(said()),
        DeviceError::Timeout {
            what: "the start of the app".into(),
            after: Duration::from_secs(30),
        },
        DeviceError::Late(said()),
        DeviceError::Web {
            code: "no such frame".into(),
            message: "what the page's engine says".into(),
            stacktrace: String::new(),
            data: None,
        },
        DeviceError::NoSuchFile("@com.example.hello/notes.txt".into()),
        DeviceError::Lost("its Firefox ended".into()),
        DeviceError::Failed(said()),
    ]
}

fn films() -> Vec<RecordingError> {
    vec![
        RecordingError::Option {
            name: "videoFps".into(),
            value: "0".into(),
            allowed: "a whole number from 1 to 60".into(),
        },
        RecordingError::UnknownOption {
            name: "videoFsp".into(),
            nearest: Some("videoFps"),
        },
        RecordingError::Unavailable {
            rule: "OS version 11 or later on a real device",
            actual: "iOS 10.3".into(),
        },
        RecordingError::FfmpegMissing {
            looked: "it is not on PATH".into(),
        },
        RecordingError::EncoderRefused {
            words: "Unknown encoder 'libx264'".into(),
        },
        RecordingError::StartTimeout {
            what: "the first picture",
            after: Duration::from_secs(5),
            cause: None,
        },
        RecordingError::StopTimeout {
            after: Duration::from_secs(60),
        },
        RecordingError::Capture("the device is gone".into()),
        RecordingError::Empty {
            why: "the device was lost".into(),
        },
        RecordingError::Film {
            path: "/tmp/hansom/film.mp4".into(),
            why: "it is gone".into(),
        },
        RecordingError::Forbidden {
            url: "http://169.254.169.254/".into(),
            why: "the address is of this network only".into(),
        },
        RecordingError::Upload {
            url: "https://films.example/".into(),
            why: "the server answered 500".into(),
        },
        RecordingError::Write(io::Error::from(io::ErrorKind::StorageFull)),
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    ErrorPage::new("mobile")
        .table(
            "MobileError",
            "Commands",
            include_str!("error.rs"),
            commands(),
        )
        .table_of(
            "DeviceError",
            "What a device says",
            include_str!("../../device/src/error.rs"),
            devices(),
            |error| Told::answered(MobileError::Device(error)),
        )
        .table_of(
            "Unsupported",
            "What a device cannot do",
            include_str!("../../device/src/ability.rs"),
            vec![Unsupported::new("location", "a TV stays where it is")],
            |error| Told::answered(MobileError::from(error)),
        )
        .table_of(
            "SyntaxError",
            "Predicates and class chains",
            include_str!("../../device/src/locator/syntax.rs"),
            vec![
                Predicate::parse("label = 'Greet").unwrap_err(),
                ClassChain::parse("XCUIElementTypeButton[").unwrap_err(),
            ],
            |error| {
                let error = DeviceError::InvalidSelector(error.to_string());
                Told::answered(MobileError::Device(error)).in_the_message()
            },
        )
        .table(
            "RecordingError",
            "Films",
            include_str!("recording/error.rs"),
            films(),
        )
        .check();
}
