//! Attached devices, against a stand-in for usbmuxd.

use std::{io::Write as _, sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use hansom_apple::{
    AppleDevice, AppleError, HostTools, Runner as _,
    cable::{
        Cable, CableDial, CableError, CableRunner, Muxer, Pairing, RunnerOptions, pick, readiness,
    },
};
use hansom_device::{AppId, Bundle, Device, DeviceError, FrameOptions, Os, Position};
use hansom_host::StateDir;
use hansom_testkit::{FakeDevice, FakeMuxer, Trust, eventually};
use tokio::{io::AsyncWriteExt as _, net::TcpListener};

use crate::support::{FakeAgent, Manner};

/// Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);
const RUNNER: &str = "WebDriverAgentRunner-Runner";

async fn cable(muxer: &FakeMuxer, udid: &str) -> Cable {
    let daemon = Muxer::at(&muxer.address()).unwrap();
    let attached = pick(&daemon.attached().await.unwrap(), udid).unwrap();
    Cable::new(daemon, attached.unwrap(), StateDir::open(None).unwrap())
}

/// A stand-in with one device, and the way to it.
async fn plugged(device: FakeDevice) -> (FakeMuxer, Cable) {
    let muxer = FakeMuxer::start([device]).await;
    let cable = cable(&muxer, "auto").await;
    (muxer, cable)
}

/// A device whose agent is a fake, driven over the cable.
async fn driven(device: FakeDevice) -> (FakeMuxer, FakeAgent, AppleDevice) {
    let agent = FakeAgent::start().await;
    let (muxer, cable) = plugged(device.port(8100, agent.address)).await;
    let dial = Arc::new(CableDial::new(cable.clone(), 8100, 9100));
    let device = FakeAgent::connect_by(dial, PATIENCE, HostTools::Cable(cable)).await;
    (muxer, agent, device.unwrap())
}

/// What comes of starting the runner on a device of a version.
async fn started(cable: Cable, version: &str) -> Result<(), AppleError> {
    let options = RunnerOptions {
        bundle: None,
        version: version.parse().unwrap(),
        commands: 8100,
        pictures: 9100,
        limit: PATIENCE,
    };
    CableRunner::new(cable, options).start().await
}

#[tokio::test]
async fn an_attached_device_tells_its_facts() {
    let (_muxer, cable) = plugged(FakeDevice::new("A").version("17.5.1").product("iPad13,1")).await;
    let facts = cable.facts().await.unwrap();
    assert_eq!(facts.name, "Test A");
    assert_eq!(facts.version, "17.5.1".parse().unwrap());
    assert_eq!(facts.os(), Os::IpadOs);
    assert_eq!(facts.pairing, Pairing::Paired);
    assert_eq!(facts.developer_mode, Some(true));
}

#[tokio::test]
async fn auto_among_two_devices_names_both() {
    let muxer = FakeMuxer::start([FakeDevice::new("A"), FakeDevice::new("B")]).await;
    let daemon = Muxer::at(&muxer.address()).unwrap();
    let attached = daemon.attached().await.unwrap();
    let error = pick(&attached, "auto").unwrap_err();
    assert_eq!(error, CableError::Ambiguous("A, B".into()));
    assert_eq!(
        cable(&muxer, "B").await.facts().await.unwrap().name,
        "Test B"
    );
}

#[tokio::test]
async fn a_device_that_does_not_trust_us_says_in_which_way() {
    let udid = || "A".to_owned();
    for (trust, reason) in [
        (Trust::Never, CableError::NotPaired { udid: udid() }),
        (
            Trust::Refuses("InvalidHostID"),
            CableError::NotPaired { udid: udid() },
        ),
        (
            Trust::Refuses("PasswordProtected"),
            CableError::Locked { udid: udid() },
        ),
        (
            Trust::Refuses("UserDeniedPairing"),
            CableError::TrustRefused { udid: udid() },
        ),
        (
            Trust::Refuses("PairingDialogResponsePending"),
            CableError::TrustPending { udid: udid() },
        ),
    ] {
        let (_muxer, cable) = plugged(FakeDevice::new("A").trust(trust)).await;
        let found = readiness(&cable).await;
        assert_eq!(found.obstacle, Some(reason), "{trust:?}");
        // The rest is told all the same.
        assert_eq!(found.facts.unwrap().version, "16.4".parse().unwrap());
    }
}

#[tokio::test]
async fn a_device_is_ready_with_a_runner_and_says_what_it_lacks() {
    let (_muxer, ready) = plugged(FakeDevice::new("A").app("my.wda.xctrunner", RUNNER)).await;
    let found = readiness(&ready).await;
    assert_eq!(
        (found.obstacle, found.runner.as_deref()),
        (None, Some("my.wda.xctrunner"))
    );

    let (_muxer, bare) = plugged(FakeDevice::new("A")).await;
    let obstacle = readiness(&bare).await.obstacle.unwrap();
    assert!(
        matches!(obstacle, CableError::NoRunner { .. }),
        "{obstacle}"
    );

    let (_muxer, off) = plugged(FakeDevice::new("A").no_developer_mode()).await;
    let obstacle = readiness(&off).await.obstacle.unwrap();
    assert!(
        obstacle.to_string().contains("developer mode is off"),
        "{obstacle}"
    );

    let between = FakeDevice::new("A")
        .version("17.2")
        .app("my.wda.xctrunner", RUNNER);
    let (_muxer, between) = plugged(between).await;
    let obstacle = readiness(&between).await.obstacle.unwrap();
    assert!(obstacle.cure().contains("17.4"), "{obstacle}");

    // With an agent that runs already nothing else is needed.
    let agent = FakeAgent::start().await;
    let (_muxer, runs) = plugged(FakeDevice::new("A").port(8100, agent.address)).await;
    let found = readiness(&runs).await;
    assert!(found.agent_runs && found.obstacle.is_none(), "{found:?}");
}

#[tokio::test]
async fn no_daemon_is_told_with_its_address() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let error = Muxer::at(&address).unwrap().attached().await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains(&address) && text.contains("refused"),
        "{text}"
    );
}

#[tokio::test]
async fn the_agent_is_driven_over_the_cable_without_a_local_port() {
    let (_muxer, agent, device) = driven(FakeDevice::new("A")).await;
    agent.on("/wda/locked", Manner::Value("true"));
    assert!(device.lock().unwrap().is_locked().await.unwrap());
}

#[tokio::test]
async fn a_device_without_an_agent_says_which_port_is_closed() {
    let (_muxer, cable) = plugged(FakeDevice::new("A")).await;
    let dial = Arc::new(CableDial::new(cable.clone(), 8100, 9100));
    let error = FakeAgent::connect_by(dial, PATIENCE, HostTools::Cable(cable)).await;
    let text = error.unwrap_err().to_string();
    assert!(text.contains("nothing listens on port 8100"), "{text}");
}

#[tokio::test]
async fn unplugging_in_the_middle_of_a_command_is_told_as_such() {
    let (muxer, agent, device) = driven(FakeDevice::new("A")).await;
    agent.on("/wda/locked", Manner::Silence);
    agent.asked();
    let device = Arc::new(device);
    let death = tokio::spawn({
        let device = Arc::clone(&device);
        async move { device.died().await }
    });
    let command = tokio::spawn({
        let device = Arc::clone(&device);
        async move { device.lock().unwrap().is_locked().await }
    });
    agent.until_asked("/wda/locked").await;
    muxer.unplug("A");
    let error = command.await.unwrap().unwrap_err();
    assert!(matches!(error, DeviceError::Lost(_)), "{error:?}");
    assert!(error.to_string().contains("A was unplugged"), "{error}");
    let reason = death.await.unwrap();
    assert!(reason.contains("A was unplugged"), "{reason}");
}

#[tokio::test]
async fn pictures_come_over_the_cable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let pictures = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let frame = b"--B\r\nContent-Length: 4\r\n\r\n\xff\xd8\xff\xd9\r\n\r\n";
        // The reader leaves after one frame.
        let _ = stream.write_all(frame).await;
        std::future::pending::<()>().await;
    });
    let (_muxer, _agent, device) = driven(FakeDevice::new("A").port(9100, pictures)).await;
    let mut frames = device
        .screen()
        .frames(FrameOptions::default())
        .await
        .unwrap();
    let frame = frames.next().await.unwrap().unwrap();
    assert_eq!(&frame.jpeg[..], b"\xff\xd8\xff\xd9");
}

/// An `.ipa` as small as one can be.
fn ipa(bundle: &str) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("Payload/App.app/Info.plist", options)
        .unwrap();
    let info = format!(
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>{bundle}</string></dict></plist>"
    );
    zip.write_all(info.as_bytes()).unwrap();
    zip.start_file("Payload/App.app/de.lproj/Localizable.strings", options)
        .unwrap();
    zip.write_all(b"\"a\" = \"b\";").unwrap();
    zip.finish().unwrap().into_inner()
}

#[tokio::test]
async fn an_app_is_staged_installed_listed_and_removed() {
    let fake = FakeDevice::new("A");
    let state = fake.shared();
    let (_muxer, _agent, device) = driven(fake).await;
    let archive = Bundle::Archive(ipa("com.example.app").into());
    let app = device.apps().install(archive).await.unwrap();
    assert_eq!(app, AppId::new("com.example.app"));
    assert_eq!(state.lock().unwrap().progress, [5, 40, 90]);
    let folder = device.apps().bundle_folder(&app).await.unwrap();
    assert!(folder.join("de.lproj/Localizable.strings").is_file());
    let listed = device.apps().list().await.unwrap();
    assert!(
        listed.iter().any(|info| info.bundle_id == app),
        "{listed:?}"
    );
    assert!(device.apps().remove(&app).await.unwrap());
    assert!(!device.apps().remove(&app).await.unwrap());
}

#[tokio::test]
async fn an_archive_on_disk_arrives_whole_in_pieces() {
    let fake = FakeDevice::new("A");
    let state = fake.shared();
    let (_muxer, _agent, device) = driven(fake).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("App.ipa");
    // Some pieces and a bit: what stands before a zip is no part of it.
    let mut content = vec![7; 3_500_000];
    content.extend(ipa("com.example.app"));
    std::fs::write(&path, &content).unwrap();
    let app = device.apps().install(Bundle::Path(path)).await.unwrap();
    assert_eq!(app, AppId::new("com.example.app"));
    let state = state.lock().unwrap();
    let staged = state.files.values().find(|file| file.len() > 3_000_000);
    assert!(staged.is_some_and(|staged| *staged == content));
    assert_eq!(state.progress, [5, 40, 90]);
}

#[tokio::test]
async fn a_refused_installation_is_told_in_the_words_of_the_device() {
    let words = "A valid provisioning profile was not found";
    let (_muxer, _agent, device) = driven(FakeDevice::new("A").refuses_apps(words)).await;
    let archive = Bundle::Archive(ipa("com.example.app").into());
    let error = device.apps().install(archive).await.unwrap_err();
    assert!(error.to_string().contains(words), "{error}");
    let nonsense = Bundle::Archive(b"no zip".to_vec().into());
    let error = device.apps().install(nonsense).await.unwrap_err();
    assert!(matches!(error, DeviceError::BadBundle(_)), "{error}");
}

#[tokio::test]
async fn files_go_to_the_media_folder_and_to_containers() {
    let fake = FakeDevice::new("A").app("com.example", "App");
    let state = fake.shared();
    let (_muxer, _agent, device) = driven(fake).await;
    let files = device.files().unwrap();
    files.push("DCIM/a.txt", "one".into()).await.unwrap();
    files
        .push("@com.example/Library/deep/b.txt", "two".into())
        .await
        .unwrap();
    files
        .push("@com.example:documents/c.txt", "three".into())
        .await
        .unwrap();
    let names: Vec<String> = state.lock().unwrap().files.keys().cloned().collect();
    assert_eq!(
        names,
        [
            "/DCIM/a.txt",
            "@com.example/Documents/c.txt",
            "@com.example/Library/deep/b.txt"
        ]
    );
    assert_eq!(files.pull("DCIM/a.txt").await.unwrap(), "one");
    let zip = files.pull_folder("@com.example/Library").await.unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    let text = std::io::read_to_string(zip.by_name("deep/b.txt").unwrap()).unwrap();
    assert_eq!(text, "two");
    files.delete("@com.example/Library").await.unwrap();
    let error = files
        .pull("@com.example/Library/deep/b.txt")
        .await
        .unwrap_err();
    assert!(matches!(error, DeviceError::NoSuchFile(_)), "{error}");
    let error = files.pull("@com.other/x").await.unwrap_err();
    assert!(
        error.to_string().contains("InstallationLookupFailed"),
        "{error}"
    );
}

#[tokio::test]
async fn below_version_17_the_location_is_set_by_the_developer_service() {
    let fake = FakeDevice::new("A");
    let state = fake.shared();
    let agent = FakeAgent::start().await;
    agent.on(
        "/status",
        Manner::Value(
            r#"{"os":{"name":"iOS","version":"16.4","sdkVersion":"16.4"},"device":"iphone"}"#,
        ),
    );
    let (_muxer, cable) = plugged(fake.port(8100, agent.address)).await;
    let dial = Arc::new(CableDial::new(cable.clone(), 8100, 9100));
    let device = FakeAgent::connect_by(dial, PATIENCE, HostTools::Cable(cable))
        .await
        .unwrap();
    let position = Position {
        latitude: 48.2,
        longitude: -16.37,
        altitude: 0.0,
    };
    device
        .location()
        .unwrap()
        .set_position(position)
        .await
        .unwrap();
    // The service answers nothing, so its record is waited for.
    eventually("the service is told a location", async || {
        (!state.lock().unwrap().locations.is_empty()).then_some(())
    })
    .await;
    assert_eq!(state.lock().unwrap().locations, ["48.2,-16.37"]);
}

#[tokio::test]
async fn a_runner_that_cannot_be_started_says_why() {
    // No runner.
    let (_muxer, bare) = plugged(FakeDevice::new("A")).await;
    let error = started(bare, "16.4").await.unwrap_err();
    assert!(
        matches!(error, AppleError::Cable(CableError::NoRunner { .. })),
        "{error}"
    );

    // A version that neither way reaches.
    let (_muxer, between) = plugged(FakeDevice::new("A").app("w.xctrunner", RUNNER)).await;
    let error = started(between, "17.3").await.unwrap_err();
    assert!(
        matches!(error, AppleError::Cable(CableError::NoTunnel { .. })),
        "{error}"
    );

    // A runner, and no test manager: the developer image is not mounted.
    let (_muxer, plain) = plugged(FakeDevice::new("A").app("w.xctrunner", RUNNER)).await;
    let error = started(plain, "16.4").await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("runner exited") && text.contains("developer image"),
        "{text}"
    );
}

#[tokio::test]
async fn what_a_real_device_cannot_do_says_so() {
    let (_muxer, _agent, device) = driven(FakeDevice::new("A")).await;
    let error = device.motion().err().unwrap();
    assert!(error.to_string().contains("simulator"), "{error}");
    let error = device.apps().clear(&AppId::new("x")).await.unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported(_)), "{error}");
}
