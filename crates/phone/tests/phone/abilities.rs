//! One phone: what is set on it, the app observes.

use std::time::Duration;

use bytes::Bytes;
use hansom_device::locator::Locator;
use hansom_device::{
    AlertAction, Alerts, AppId, Appearance, Apps, Biometric, Biometrics, Clipboard, ContentType,
    DeviceError, Elements, Files, LaunchOptions, Locale, LocaleSettings, Location,
    LocationPermission, Look, Motion, PermissionState, Permissions, Position, Screen,
};
use hansom_phone::{PhoneOptions, VirtualPhone};
use serde_json::json;

use crate::probe::{element, keep, page, probe, until, with_probe};

/// A picture of one pixel.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_set_on_the_phone_the_app_observes() {
    let phone = with_probe(PhoneOptions::default()).await;
    alerts(&phone).await;
    permissions_and_position(&phone).await;
    clipboard(&phone).await;
    biometrics(&phone).await;
    look_and_language(&phone).await;
    files(&phone).await;
    phone.shake().await.unwrap();
    assert_eq!(page(&phone, "seen.motion").await, 12);
}

async fn alerts(phone: &VirtualPhone) {
    assert_eq!(phone.current().await.unwrap(), None);
    assert_eq!(phone.accept(None).await, Err(DeviceError::NoAlert));
    let ask = element(phone, "ask").await;
    Elements::tap(phone, &ask).await.unwrap();
    let alert = phone.current().await.unwrap().unwrap();
    assert_eq!(
        (alert.text.as_str(), alert.buttons.as_slice()),
        ("Are you sure?", &["Cancel".to_owned(), "OK".to_owned()][..])
    );
    keep("alert.png", &Screen::screenshot(phone).await.unwrap());
    let covered = Elements::tap(phone, &ask).await;
    assert!(
        matches!(covered, Err(DeviceError::NotInteractable(_))),
        "{covered:?}"
    );
    let no_such_button = phone.accept(Some("Maybe")).await;
    assert!(
        matches!(&no_such_button, Err(DeviceError::InvalidArgument(why)) if why.contains("Cancel, OK")),
        "{no_such_button:?}"
    );
    phone.accept(None).await.unwrap();
    until(phone, "seen.answers", json!([true])).await;
    // The alert is in the tree, and a tap answers it too.
    Elements::tap(phone, &ask).await.unwrap();
    let cancel = element(phone, "Cancel").await;
    Elements::tap(phone, &cancel).await.unwrap();
    until(phone, "seen.answers", json!([true, false])).await;
    let question = element(phone, "question").await;
    Elements::tap(phone, &question).await.unwrap();
    assert!(phone.current().await.unwrap().unwrap().has_input);
    phone.set_text("you").await.unwrap();
    phone.accept(None).await.unwrap();
    until(phone, "seen.answers[2]", json!("you")).await;
    // Its text field takes keys as well.
    Elements::tap(phone, &question).await.unwrap();
    let field = Locator::new("xpath", "//XCUIElementTypeAlert//XCUIElementTypeTextField").unwrap();
    let field = phone.find(&field, None, true).await.unwrap().remove(0);
    assert_eq!(phone.text(&field).await.unwrap(), "me");
    Elements::clear(phone, &field).await.unwrap();
    phone.send_text(&field, "them").await.unwrap();
    phone.accept(None).await.unwrap();
    until(phone, "seen.answers[3]", json!("them")).await;
    phone
        .set_default_action(AlertAction::Dismiss)
        .await
        .unwrap();
    Elements::tap(phone, &ask).await.unwrap();
    until(phone, "seen.answers[4]", json!(false)).await;
    phone.set_default_action(AlertAction::Leave).await.unwrap();
}

async fn permissions_and_position(phone: &VirtualPhone) {
    let state = || async { Permissions::get(phone, &probe(), "location").await.unwrap() };
    assert_eq!(state().await, PermissionState::Unset);
    assert_eq!(phone.position().await.unwrap(), Position::default());
    let place = element(phone, "where").await;
    Elements::tap(phone, &place).await.unwrap();
    let alert = phone.current().await.unwrap().unwrap();
    assert!(
        alert.text.contains("Probe") && alert.text.contains("location"),
        "{}",
        alert.text
    );
    keep("permission.png", &Screen::screenshot(phone).await.unwrap());
    phone.accept(None).await.unwrap();
    until(phone, "seen.positions", json!([[0, 0, 0]])).await;
    assert_eq!(state().await, PermissionState::InUse);
    let vienna = Position {
        latitude: 48.2,
        longitude: 16.4,
        altitude: 171.0,
    };
    phone.set_position(vienna).await.unwrap();
    until(phone, "seen.positions[1]", json!([48.2, 16.4, 171])).await;
    let graz = Position {
        latitude: 47.1,
        longitude: 15.4,
        altitude: 0.0,
    };
    phone.simulate(Some(graz)).await.unwrap();
    until(phone, "seen.positions[2]", json!([47.1, 15.4, 0])).await;
    assert_eq!(phone.simulated().await.unwrap(), Some(graz));
    phone.simulate(None).await.unwrap();
    assert_eq!(phone.position().await.unwrap(), vienna);
    Permissions::set(phone, &probe(), "location", PermissionState::No)
        .await
        .unwrap();
    assert_eq!(
        page(
            phone,
            "navigator.permissions.query({name: 'geolocation'}).then(p => p.state)"
        )
        .await,
        "denied"
    );
    let agent = AppId::new("hansom.agent");
    Permissions::set(phone, &agent, "location", PermissionState::InUse)
        .await
        .unwrap();
    assert_eq!(
        phone.agent_permission().await.unwrap(),
        LocationPermission::InUse
    );
    let unknown = Permissions::set(phone, &probe(), "teleport", PermissionState::Yes).await;
    assert!(
        matches!(&unknown, Err(DeviceError::InvalidArgument(why)) if why.contains("camera")),
        "{unknown:?}"
    );
    Permissions::set(phone, &probe(), "notifications", PermissionState::Yes)
        .await
        .unwrap();
    assert_eq!(page(phone, "Notification.permission").await, "granted");
}

async fn clipboard(phone: &VirtualPhone) {
    use ContentType::{Image, PlainText, Url};
    assert_eq!(Clipboard::get(phone, PlainText).await.unwrap(), "");
    Clipboard::set(phone, PlainText, Bytes::from("grüß"))
        .await
        .unwrap();
    assert_eq!(page(phone, "navigator.clipboard.readText()").await, "grüß");
    assert_eq!(Clipboard::get(phone, Url).await.unwrap(), "");
    page(
        phone,
        "navigator.clipboard.writeText('https://example.com/')",
    )
    .await;
    assert_eq!(
        Clipboard::get(phone, Url).await.unwrap(),
        "https://example.com/"
    );
    Clipboard::set(phone, Image, Bytes::from_static(PIXEL))
        .await
        .unwrap();
    let read = "navigator.clipboard.read().then(([item]) => item.getType('image/png')).then(blob => blob.size)";
    assert_eq!(page(phone, read).await, PIXEL.len());
    assert_eq!(Clipboard::get(phone, PlainText).await.unwrap(), "");
    let write = "fetch('icon.svg').then(() => new OffscreenCanvas(2, 2)).then(c => { c.getContext('2d'); return c.convertToBlob(); })\
                 .then(blob => navigator.clipboard.write([new ClipboardItem({'image/png': blob})]).then(() => blob.size))";
    let size = page(phone, write).await;
    assert_eq!(
        json!(Clipboard::get(phone, Image).await.unwrap().len()),
        size
    );
    page(phone, "navigator.clipboard.writeText('later')").await;
    assert_eq!(
        Clipboard::get(phone, Image).await.unwrap(),
        "",
        "text takes the picture's place"
    );
    let bad = Clipboard::set(phone, Image, Bytes::from("text")).await;
    assert!(
        matches!(bad, Err(DeviceError::InvalidArgument(_))),
        "{bad:?}"
    );
}

async fn biometrics(phone: &VirtualPhone) {
    let refused = phone.present(Biometric::Face, true).await;
    assert!(
        matches!(refused, Err(DeviceError::InvalidState(_))),
        "{refused:?}"
    );
    phone.enroll(true).await.unwrap();
    assert!(phone.is_enrolled().await.unwrap());
    assert_eq!(
        page(
            phone,
            "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
        )
        .await,
        true
    );
    let create = "void (seen.login = 'waits', navigator.credentials.create({publicKey: {challenge: new Uint8Array(16), \
        rp: {name: 'Probe'}, user: {id: new Uint8Array(4), name: 'a', displayName: 'a'}, pubKeyCredParams: [{type: 'public-key', alg: -7}], \
        authenticatorSelection: {authenticatorAttachment: 'platform', userVerification: 'required'}}})\
        .then(made => { seen.key = made.rawId; seen.login = 'in'; }, error => { seen.login = error.name; }))";
    page(phone, create).await;
    assert_eq!(page(phone, "seen.login").await, "waits");
    phone.present(Biometric::Face, true).await.unwrap();
    until(phone, "seen.login", json!("in")).await;
    let get = "void (seen.login = 'waits', navigator.credentials.get({publicKey: {challenge: new Uint8Array(16), \
        allowCredentials: [{type: 'public-key', id: seen.key}], userVerification: 'required'}})\
        .then(() => { seen.login = 'in'; }, error => { seen.login = error.name; }))";
    page(phone, get).await;
    // At once: the request may still be asking whether anything is enrolled.
    phone.present(Biometric::Face, false).await.unwrap();
    until(phone, "seen.login", json!("NotAllowedError")).await;
}

async fn look_and_language(phone: &VirtualPhone) {
    Look::set(phone, Appearance::Dark).await.unwrap();
    assert_eq!(
        page(phone, "matchMedia('(prefers-color-scheme: dark)').matches").await,
        true
    );
    keep("dark.png", &Screen::screenshot(phone).await.unwrap());
    Look::set(phone, Appearance::Light).await.unwrap();
    let german = Locale {
        language: Some("de".into()),
        region: Some("de_AT".into()),
        time_zone: Some("Europe/Vienna".into()),
    };
    LocaleSettings::set(phone, german.clone()).await.unwrap();
    assert_eq!(
        page(
            phone,
            "[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone]"
        )
        .await,
        json!(["de-AT", "Europe/Vienna"])
    );
    let bad = LocaleSettings::set(
        phone,
        Locale {
            time_zone: Some("Mars/Base".into()),
            ..Locale::default()
        },
    )
    .await;
    assert!(
        matches!(bad, Err(DeviceError::InvalidArgument(_))),
        "{bad:?}"
    );
    assert_eq!(LocaleSettings::get(phone).await.unwrap(), german);
}

async fn files(phone: &VirtualPhone) {
    let path = "@com.example.probe/notes/a.txt";
    phone.push(path, Bytes::from("hello")).await.unwrap();
    assert_eq!(phone.pull(path).await.unwrap(), "hello");
    assert!(
        phone
            .pull_folder("@com.example.probe/notes")
            .await
            .unwrap()
            .starts_with(b"PK")
    );
    phone.delete(path).await.unwrap();
    assert_eq!(
        phone.pull(path).await,
        Err(DeviceError::NoSuchFile(path.into()))
    );
    let outside = phone.pull("../../etc/passwd").await;
    assert!(
        matches!(outside, Err(DeviceError::InvalidArgument(_))),
        "{outside:?}"
    );
    phone.open_url("web+probe:hello", None).await.unwrap();
    assert_eq!(
        page(phone, "new URLSearchParams(location.search).get('link')").await,
        "web+probe:hello"
    );
    // A link to another part of the page loads nothing, so no load is waited for.
    let here = page(phone, "location.href").await;
    let there = format!("{}#there", here.as_str().unwrap());
    tokio::time::timeout(Duration::from_secs(12), phone.open_url(&there, None))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(page(phone, "location.hash").await, "#there");
    let unknown = phone.open_url("nobody:home", None).await;
    assert!(
        matches!(&unknown, Err(DeviceError::InvalidArgument(why)) if why.contains("web+probe")),
        "{unknown:?}"
    );
    let launched = phone
        .launch(&AppId::new("com.example.none"), LaunchOptions::default())
        .await;
    assert!(matches!(launched, Err(DeviceError::NotInstalled(_))));
}
