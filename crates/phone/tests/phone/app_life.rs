//! Apps live and die: states, suspension, lock, crash, data, and two phones that share nothing.

use std::time::Duration;

use hansom_device::{
    AppId, AppState, Apps, Bundle, Clipboard, ContentType, Device, DeviceError, Elements, Input,
    LaunchOptions, Location, Lock, Position, Profile, Screen, locator::Locator,
};
use hansom_phone::{PhoneOptions, VirtualPhone};
use serde_json::json;

use crate::probe::{boot, element, keep, page, probe, probe_bundle, until, wait_for, with_probe};

fn impatient() -> PhoneOptions {
    PhoneOptions {
        // Long enough to be seen in the background first, on a busy machine too.
        suspend_after: Duration::from_secs(2),
        ..PhoneOptions::default()
    }
}

async fn state(phone: &VirtualPhone) -> AppState {
    Apps::state(phone, &probe()).await.unwrap()
}

/// Waits, by the phone's own changes, until the app has a state.
async fn until_state(phone: &VirtualPhone, wanted: AppState) {
    let reached = async {
        while state(phone).await != wanted {
            phone.elements().changed(Duration::from_secs(1)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(30), reached).await;
    waited.unwrap_or_else(|_| panic!("{wanted:?} was not reached"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_goes_through_all_its_states_and_sees_them() {
    let phone = boot(impatient()).await;
    assert_eq!(state(&phone).await, AppState::NotInstalled);
    phone.install(probe_bundle()).await.unwrap();
    assert_eq!(state(&phone).await, AppState::NotRunning);
    phone
        .launch(&probe(), LaunchOptions::default())
        .await
        .unwrap();
    assert_eq!(state(&phone).await, AppState::Foreground);
    page(&phone, "localStorage.setItem('kept', 'yes')").await;

    // Home: hidden at once, asleep after the grace time, awake when it comes back.
    phone.home().await.unwrap();
    assert_eq!(state(&phone).await, AppState::Background);
    assert_eq!(
        page(&phone, "[document.visibilityState, seen.visibility]").await,
        json!(["hidden", ["hidden"]])
    );
    until_state(&phone, AppState::Suspended).await;
    let asleep = page(&phone, "seen.ticks").await;
    phone.activate(&probe()).await.unwrap();
    assert_eq!(state(&phone).await, AppState::Foreground);
    until(&phone, &format!("seen.ticks > {asleep}"), json!(true)).await;
    assert_eq!(
        page(&phone, "seen.visibility").await,
        json!(["hidden", "visible"])
    );
    let counter = element(&phone, "counter").await;
    Elements::tap(&phone, &counter).await.unwrap();
    assert_eq!(page(&phone, "seen.clicks").await, 1);

    // Locked: the page sees it, and an app cannot be started.
    Lock::lock(&phone).await.unwrap();
    assert!(phone.is_locked().await.unwrap());
    assert_eq!(page(&phone, "document.visibilityState").await, "hidden");
    assert_eq!(phone.foreground().await.unwrap(), None);
    assert_eq!(phone.activate(&probe()).await, Err(DeviceError::Locked));
    keep("lock.png", &Screen::screenshot(&phone).await.unwrap());
    phone.unlock().await.unwrap();
    assert_eq!(page(&phone, "document.visibilityState").await, "visible");
    assert_eq!(state(&phone).await, AppState::Foreground);

    // Ended and started anew: the data is there; cleared: it is not.
    assert!(phone.terminate(&probe()).await.unwrap());
    assert!(!phone.terminate(&probe()).await.unwrap());
    assert_eq!(state(&phone).await, AppState::NotRunning);
    phone.activate(&probe()).await.unwrap();
    assert_eq!(page(&phone, "localStorage.getItem('kept')").await, "yes");
    Apps::clear(&phone, &probe()).await.unwrap();
    phone.activate(&probe()).await.unwrap();
    assert_eq!(
        page(&phone, "localStorage.getItem('kept')").await,
        json!(null)
    );

    crash(&phone).await;
    assert!(phone.remove(&probe()).await.unwrap());
    assert!(!phone.remove(&probe()).await.unwrap());
    assert_eq!(state(&phone).await, AppState::NotInstalled);
    refused_bundles(&phone).await;
    bundled(&phone).await;
    phone.shutdown().await;
    assert_eq!(phone.died().await, "it was shut down");
    assert!(matches!(
        Screen::screenshot(&phone).await,
        Err(DeviceError::Lost(_))
    ));
}

/// The content process of the page kills itself: the phone lives on and says what happened.
async fn crash(phone: &VirtualPhone) {
    let context = phone.contexts().unwrap().list().await.unwrap().remove(0);
    let call = hansom_device::WebCall {
        command: "navigateTo".into(),
        vars: Vec::new(),
        body: json!({ "url": "about:crashcontent" }).to_string().into(),
    };
    // Whether the navigation answers before the process is gone is a matter of luck.
    let _ = phone.contexts().unwrap().call(&context.id, call).await;
    until_state(phone, AppState::NotRunning).await;
    let told = phone.tree(&hansom_device::SourceOptions::default()).await;
    assert!(
        matches!(&told, Err(DeviceError::Crashed { app, .. }) if *app == probe()),
        "{told:?}"
    );
    wait_for(phone, "com.example.probe").await;
    phone.activate(&probe()).await.unwrap();
    assert_eq!(page(phone, "seen.clicks").await, 0);
}

async fn refused_bundles(phone: &VirtualPhone) {
    let garbage = phone.install(Bundle::Archive("no zip".into())).await;
    assert!(
        matches!(garbage, Err(DeviceError::BadBundle(_))),
        "{garbage:?}"
    );
    let nowhere = phone.install(Bundle::Path("/no/such/app".into())).await;
    assert!(
        matches!(nowhere, Err(DeviceError::BadBundle(_))),
        "{nowhere:?}"
    );
}

/// The apps that come with the phone come up.
async fn bundled(phone: &VirtualPhone) {
    for app in phone.list().await.unwrap() {
        assert!(app.system);
        phone.activate(&app.bundle_id).await.unwrap();
        let text = Locator::new(
            "-ios predicate string",
            "visible == 1 AND type == 'XCUIElementTypeStaticText' AND rect.y > 47",
        )
        .unwrap();
        let end = tokio::time::Instant::now() + Duration::from_secs(30);
        while phone.find(&text, None, true).await.unwrap().is_empty() {
            assert!(
                tokio::time::Instant::now() < end,
                "{} shows nothing",
                app.name
            );
            phone.changed(Duration::from_secs(1)).await;
        }
        keep(
            &format!("{}.png", app.bundle_id),
            &Screen::screenshot(phone).await.unwrap(),
        );
    }
    let settings = phone.remove(&AppId::new("hansom.settings")).await;
    assert!(
        matches!(settings, Err(DeviceError::InvalidState(_))),
        "{settings:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_phones_share_nothing_and_a_kept_one_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let kept = PhoneOptions {
        keep_in: Some(folder.path().to_owned()),
        ..PhoneOptions::default()
    };
    let (one, two) = tokio::join!(
        with_probe(kept.clone()),
        with_probe(PhoneOptions::default())
    );
    page(&one, "localStorage.setItem('owner', 'one')").await;
    assert_eq!(
        page(&two, "localStorage.getItem('owner')").await,
        json!(null)
    );
    Clipboard::set(&one, ContentType::PlainText, "mine".into())
        .await
        .unwrap();
    assert_eq!(
        Clipboard::get(&two, ContentType::PlainText).await.unwrap(),
        ""
    );
    let here = Position {
        latitude: 1.0,
        longitude: 2.0,
        altitude: 3.0,
    };
    one.set_position(here).await.unwrap();
    assert_eq!(two.position().await.unwrap(), Position::default());
    two.shutdown().await;
    one.shutdown().await;
    drop(one);
    let again = boot(kept).await;
    assert_eq!(state(&again).await, AppState::NotRunning);
    again.activate(&probe()).await.unwrap();
    assert_eq!(page(&again, "localStorage.getItem('owner')").await, "one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tv_has_another_shape_and_lacks_what_a_tv_lacks() {
    let phone = with_probe(PhoneOptions {
        profile: Profile::Tv,
        ..PhoneOptions::default()
    })
    .await;
    assert_eq!(
        page(&phone, "[innerWidth, innerHeight, devicePixelRatio]").await,
        json!([1920, 1080, 1])
    );
    let Err(reason) = phone.location() else {
        panic!("a TV has no location service");
    };
    assert!(reason.to_string().contains("location"), "{reason}");
    assert!(phone.biometrics().is_err() && Device::lock(&phone).is_err());
    phone
        .press(&hansom_device::Button("home".into()), None)
        .await
        .unwrap();
    assert_eq!(phone.foreground().await.unwrap(), None);
    let unknown = phone
        .press(&hansom_device::Button("volumeUp".into()), None)
        .await;
    assert!(
        matches!(&unknown, Err(DeviceError::InvalidArgument(why)) if why.contains("select")),
        "{unknown:?}"
    );
    keep("tv.png", &Screen::screenshot(&phone).await.unwrap());
}
