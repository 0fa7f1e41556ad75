//! What capabilities of an Apple session do, seen at a stand-in for its agent.

use hansom_testkit::{AgentCall, StandInAgent};
use serde_json::{Value, json};

use crate::program::Program;

/// A server and an agent for it.
struct Bench {
    server: Program,
    agent: StandInAgent,
}

impl Bench {
    async fn new() -> Self {
        Self {
            server: Program::serve(&[]).await,
            agent: StandInAgent::start().await,
        }
    }

    /// A session with these capabilities more, and what its start asked of the agent.
    async fn session(&self, more: Value) -> (String, Vec<AgentCall>) {
        let session = self.server.client.new_session(self.wanted(more)).await;
        (session, self.agent.calls())
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers write it in place")]
    fn wanted(&self, more: Value) -> Value {
        let mut wanted = json!({
            "platformName": "iOS",
            "appium:automationName": "XCUITest",
            "appium:webDriverAgentUrl": format!("http://{}", self.agent.address()),
            "appium:bundleId": "a.b",
        });
        for (name, value) in more.as_object().unwrap() {
            wanted[name] = value.clone();
        }
        wanted
    }
}

/// The bodies of the calls whose path ends so.
fn bodies<'a>(calls: &'a [AgentCall], suffix: &str) -> Vec<&'a Value> {
    calls
        .iter()
        .filter(|(_, path, _)| path.ends_with(suffix))
        .map(|(_, _, body)| body)
        .collect()
}

#[tokio::test]
async fn language_alerts_and_settings_reach_the_agent() {
    let bench = Bench::new().await;
    let (session, calls) = bench
        .session(json!({
            "appium:language": "de",
            "appium:locale": "de_AT",
            "appium:processArguments": {"args": ["-x"], "env": {"A": "b"}},
            "appium:autoAcceptAlerts": true,
            "appium:settings[snapshotMaxDepth]": 20,
            "appium:settings": {"animationCoolOffTimeout": 0},
            "appium:noSuchCapability": 1,
        }))
        .await;
    let launch = bodies(&calls, "/wda/apps/launch")[0];
    assert_eq!(launch["bundleId"], "a.b");
    assert_eq!(
        launch["arguments"],
        json!([
            "-x",
            "-AppleLanguages",
            "(de)",
            "-NSLanguages",
            "(de)",
            "-AppleLocale",
            "de_AT"
        ])
    );
    assert_eq!(launch["environment"], json!({"A": "b"}));
    let settings = bodies(&calls, "/appium/settings");
    assert!(
        settings.contains(&&json!({"settings": {"defaultAlertAction": "accept"}})),
        "{settings:?}"
    );
    let others = json!({"settings": {"snapshotMaxDepth": 20, "animationCoolOffTimeout": 0}});
    assert!(settings.contains(&&others), "{settings:?}");
    // Without the tools of a host the data stay, and the app is started anew.
    assert_eq!(bodies(&calls, "/wda/apps/terminate").len(), 1);
    bench.server.client.delete(&session).await;

    // The other way of alerts, and an app that is left as it is.
    let more = json!({"appium:autoDismissAlerts": true, "appium:noReset": true});
    let (session, calls) = bench.session(more).await;
    assert_eq!(
        bodies(&calls, "/appium/settings"),
        [&json!({"settings": {"defaultAlertAction": "dismiss"}})]
    );
    assert!(bodies(&calls, "/wda/apps/terminate").is_empty());
    bench.server.client.delete(&session).await;
    let calls = bench.agent.calls();
    assert_eq!(calls.last().unwrap().0, "DELETE", "{calls:?}");
}

#[tokio::test]
async fn a_device_is_what_capabilities_say_and_belongs_to_one_session() {
    let bench = Bench::new().await;
    let facts = json!({
        "appium:udid": "0001-AB",
        "appium:platformVersion": "16.4",
        "appium:deviceName": "desk",
    });
    let (session, calls) = bench.session(facts.clone()).await;
    let client = &bench.server.client;
    assert!(
        calls.iter().any(|(_, path, _)| path == "/status"),
        "{calls:?}"
    );
    let info = json!({"script": "mobile: deviceInfo", "args": []});
    bench.agent.calls();
    // Another session, by the udid alone or by the address alone, is told at once who has it.
    let short = session.rsplit('/').next().unwrap().get(..8).unwrap();
    for more in [
        json!({"appium:webDriverAgentUrl": "http://127.0.0.1:1", "appium:udid": "0001-AB"}),
        json!({}),
    ] {
        let body = json!({"capabilities": {"alwaysMatch": bench.wanted(more)}});
        let refused = client.post("/session", body).await;
        assert_eq!(refused.error(), "session not created");
        let words = format!("is held by session {short}");
        assert!(refused.message().contains(&words), "{}", refused.message());
    }
    assert!(bench.agent.calls().is_empty(), "nobody was disturbed");
    let reply = client.post(&format!("{session}/execute/sync"), info).await;
    assert_eq!(reply.value()["uuid"], "0001-AB", "{}", reply.message());
    assert_eq!(reply.value()["os"]["version"], "16.4");
    assert_eq!(reply.value()["name"], "desk");
    client.delete(&session).await;
    let (session, _) = bench.session(facts).await;
    client.delete(&session).await;
}

#[tokio::test]
async fn any_slow_command_meets_the_limit_of_the_connection() {
    let bench = Bench::new().await;
    let more = json!({"appium:wdaConnectionTimeout": 2_000});
    let (session, _) = bench.session(more).await;
    bench.agent.ignore("/wda/lock");
    let client = &bench.server.client;
    let path = format!("{session}/appium/device/lock");
    let late = client.post(&path, json!({})).await;
    assert_eq!(late.error(), "timeout", "{}", late.message());
    assert!(
        late.message().contains("`lock` within 2s"),
        "{}",
        late.message()
    );
    client.delete(&session).await;
}

#[tokio::test]
async fn an_unknown_capability_is_taken_and_named_once_in_the_log() {
    let agent = StandInAgent::start().await;
    let mut server = Program::serve(&[]).await;
    let session = server
        .client
        .new_session(json!({
            "platformName": "iOS",
            "appium:automationName": "XCUITest",
            "appium:webDriverAgentUrl": format!("http://{}", agent.address()),
            "appium:noSuchCapability": 1,
            "appium:wdaEventloopIdleDelay": 2,
        }))
        .await;
    server.client.delete(&session).await;
    server.signal(rustix::process::Signal::TERM);
    let log = server.log().await;
    assert_eq!(log.matches("appium:noSuchCapability").count(), 1, "{log}");
    assert!(log.contains("is not known and has no effect"), "{log}");
}

#[tokio::test]
async fn a_slow_command_meets_its_own_limit_by_name() {
    let bench = Bench::new().await;
    let more = json!({
        "appium:wdaConnectionTimeout": 60_000,
        "appium:commandTimeouts": {"isLocked": 200},
    });
    let (session, _) = bench.session(more).await;
    bench.agent.ignore("/wda/locked");
    let client = &bench.server.client;
    let path = format!("{session}/appium/device/is_locked");
    let late = client.post(&path, json!({})).await;
    assert_eq!(late.error(), "timeout", "{}", late.message());
    assert!(
        late.message().contains("`isLocked` within 200ms"),
        "{}",
        late.message()
    );
    // The session goes on.
    let path = format!("{session}/appium/device/lock");
    assert_eq!(client.post(&path, json!({})).await.status, 200);
    client.delete(&session).await;

    // An agent that does not answer at all meets the limit for its start.
    bench.agent.ignore("/status");
    let wanted = bench.wanted(json!({"appium:wdaLaunchTimeout": 200}));
    let body = json!({"capabilities": {"alwaysMatch": wanted}});
    let refused = client.post("/session", body).await;
    assert_eq!(refused.error(), "session not created");
    assert!(
        refused.message().contains("within 200ms"),
        "{}",
        refused.message()
    );
}
