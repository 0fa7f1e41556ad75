//! The route table, walked over HTTP.

use std::sync::Arc;

use bytes::Bytes;
use hansom_protocol::{
    Command, Driver, DriverKind,
    routes::{self, Method, ParamType, Route, Standing},
};
use hansom_testkit::{Client, Reply, TestServer, Tiny};
use http::Request;
use http_body_util::Full;
use serde_json::{Map, Value, json};

fn drivers() -> Vec<Arc<dyn Driver>> {
    [DriverKind::Browser, DriverKind::Mobile]
        .map(|kind| Tiny::new(kind).into_driver())
        .into()
}

/// A body that a row accepts.
fn body(route: &Route) -> Value {
    let members = route.params.iter().filter(|param| param.required);
    let members = members.map(|param| {
        let value = match param.kind {
            ParamType::Any | ParamType::String => json!("text"),
            ParamType::Number => json!(1.5),
            ParamType::Integer => json!(1),
            ParamType::Boolean => json!(true),
            ParamType::Object => json!({}),
            ParamType::Array => json!([]),
        };
        (param.name.to_owned(), value)
    });
    members.collect::<Map<_, _>>().into()
}

fn request(route: &Route, path: &str, host: &str, body: &Value) -> Request<Full<Bytes>> {
    let mut request = Request::builder()
        .method(route.method.as_str())
        .uri(path)
        .header("host", host);
    let mut text = String::new();
    if route.method == Method::Post {
        request = request.header("content-type", "application/json");
        text = body.to_string();
    }
    request.body(Full::from(text)).expect("a request")
}

async fn sessions(client: &Client) -> [(DriverKind, String); 2] {
    let browser = client.new_session(json!({"browserName": "tiny"})).await;
    let mobile = client.new_session(json!({"platformName": "tiny"})).await;
    [(DriverKind::Browser, browser), (DriverKind::Mobile, mobile)]
}

#[tokio::test]
async fn every_row_answers_in_every_spelling_or_names_its_driver() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let sessions = sessions(&client).await;
    let rows = routes::all().filter(|route| {
        // An endless picture, and the end of the session, have tests of their own.
        route.needs_session()
            && ![Command::WatchScreen, Command::DeleteSession].contains(&route.command)
    });
    for route in rows {
        for (path, (kind, session)) in route.paths().flat_map(|path| {
            let path = path.replace(['{', '}'], "");
            sessions.clone().map(|session| (path.clone(), session))
        }) {
            let path = path.replace("/session/sessionId", &session);
            let label = format!(
                "{} {path} in a {} session",
                route.method.as_str(),
                kind.name()
            );
            let reply = client
                .request(request(route, &path, "localhost", &body(route)))
                .await;
            assert!(reply.is_w3c_shaped(), "{label}: {:?}", reply.body);
            if route.drivers.is_server() {
                assert_eq!(reply.status, 200, "{label}: {}", reply.message());
            } else if route.drivers.include(kind) {
                assert_eq!(reply.status, 200, "{label}: {}", reply.message());
                assert_eq!(reply.value()["command"], route.command.name(), "{label}");
            } else {
                assert_eq!(reply.status, 405, "{label}");
                assert_eq!(reply.error(), "unknown method", "{label}");
                let driver = route.drivers.describe();
                assert!(
                    reply.message().contains(driver),
                    "{label}: {}",
                    reply.message()
                );
            }
            let deprecated = matches!(route.standing, Standing::Deprecated(_));
            assert_eq!(
                reply.headers.contains_key("deprecation"),
                deprecated,
                "{label}"
            );
        }
    }
}

#[tokio::test]
async fn no_row_is_outside_the_gate() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let sessions = sessions(&client).await;
    let pages = [
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/",
        "/nothing",
    ];
    let status = routes::all()
        .find(|route| route.command == Command::Status)
        .expect("a row");
    let rows = routes::all().flat_map(|route| route.paths().map(move |path| (route, path)));
    let pages = pages.iter().map(|path| (status, (*path).to_owned()));
    for (route, path) in rows.chain(pages) {
        let path = path
            .replace(['{', '}'], "")
            .replace("/session/sessionId", &sessions[0].1);
        let request = request(route, &path, "evil.example", &body(route));
        let reply = client.request(request).await;
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.is_w3c_shaped(), "{path}");
        assert!(
            reply.message().contains("--allow-hosts evil.example"),
            "{path}"
        );
    }
    let alive = client.get(&format!("{}/title", sessions[0].1)).await;
    assert_eq!(alive.status, 200, "DELETE was refused as well");
}

#[tokio::test]
async fn the_session_is_checked_before_the_body() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let [(_, session), _] = sessions(&client).await;
    let unknown = client.post("/session/none/url", json!({})).await;
    assert_eq!(
        (unknown.status.as_u16(), unknown.error().as_str()),
        (404, "invalid session id")
    );
    let missing = client.post(&format!("{session}/url"), json!({})).await;
    assert_eq!(
        (missing.status.as_u16(), missing.error().as_str()),
        (400, "invalid argument")
    );
    assert!(missing.message().contains("`url`"), "{}", missing.message());
}

#[tokio::test]
async fn w3c_commands_want_a_body_and_others_do_not() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let [(_, browser), (_, mobile)] = sessions(&client).await;
    let send = |path: String| {
        let request = Request::post(path)
            .body(Full::default())
            .expect("a request");
        client.request(request)
    };
    let back = send(format!("{browser}/back")).await;
    assert_eq!(
        (back.status.as_u16(), back.error().as_str()),
        (400, "invalid argument")
    );
    let shake = send(format!("{mobile}/appium/device/shake")).await;
    assert_eq!(shake.status, 200, "{}", shake.message());
}

#[tokio::test]
async fn deprecated_commands_name_their_replacement() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let [_, (_, session)] = sessions(&client).await;
    let reply = client
        .post(&format!("{session}/appium/app/launch"), json!({}))
        .await;
    let date = reply.headers["deprecation"].to_str().expect("text");
    assert!(
        date.strip_prefix('@')
            .is_some_and(|time| time.parse::<u64>().is_ok()),
        "{date}"
    );
    let warning = reply.headers["warning"].to_str().expect("text");
    assert!(warning.contains("mobile: launchApp"), "{warning}");
    let links = |reply: &Reply| {
        let links = reply.headers.get_all("link").iter();
        links
            .map(|link| link.to_str().expect("text").to_owned())
            .collect::<Vec<_>>()
    };
    let [how, instead] = &links(&reply)[..] else {
        panic!("{:?}", links(&reply));
    };
    assert!(how.contains("rel=\"deprecation\""), "{how}");
    assert_eq!(
        *instead,
        format!("<{session}/execute/sync>; rel=\"successor-version\"; title=\"mobile: launchApp\"")
    );
    let reply = client.get(&format!("{session}/element/7/location")).await;
    assert!(links(&reply)[1].starts_with(&format!("<{session}/element/7/rect>")));
    let commands = client.get(&format!("{session}/appium/commands")).await;
    let row =
        &commands.value()["rest"]["base"]["/session/{sessionId}/automation/app/launch"]["POST"];
    assert_eq!(row["replacement"], "mobile: launchApp", "{row}");
}

#[tokio::test]
async fn the_server_tells_of_itself() {
    let server = TestServer::start(drivers()).await;
    let client = server.client();
    let [(_, session), _] = sessions(&client).await;

    let commands = client
        .get(&format!("{session}/automation/commands"))
        .await
        .value();
    let base = &commands["rest"]["base"];
    assert_eq!(
        base["/session/{sessionId}/url"]["POST"]["command"],
        "navigateTo"
    );
    assert!(
        base.get("/session/{sessionId}/rotation").is_none(),
        "a row of the other driver"
    );
    let extensions = client
        .get(&format!("{session}/appium/extensions"))
        .await
        .value();
    assert_eq!(
        extensions["rest"]["driver"]["tiny: nothing"]["command"],
        "nothing"
    );

    let event = json!({"vendor": "me", "event": "began"});
    client
        .post(&format!("{session}/appium/log_event"), event)
        .await;
    client.get(&format!("{session}/title")).await;
    let events = client
        .post(&format!("{session}/appium/events"), json!({}))
        .await
        .value();
    let commands = events["commands"].as_array().expect("a list");
    assert!(
        commands.iter().any(|one| one["cmd"] == "getTitle"),
        "{commands:?}"
    );
    assert!(events["me:began"][0].is_u64());
    let some = json!({"type": ["me:began"]});
    let events = client
        .post(&format!("{session}/appium/events"), some)
        .await
        .value();
    assert!(events.get("commands").is_none());

    let text = client.metrics().await;
    assert!(
        text.contains("hansom_commands_total{command=\"getTitle\",outcome=\"ok\"} 1"),
        "{text}"
    );
    assert!(
        text.contains("hansom_sessions_active{driver=\"browser\"} 1"),
        "{text}"
    );
    assert!(
        text.contains("hansom_session_start_seconds_count{driver=\"browser\",phase=\"found\"} 1")
    );
    assert_eq!(client.get("/openapi.json").await.json()["openapi"], "3.1.0");
    assert_eq!(client.get("/healthz").await.status, 200);
    assert_eq!(client.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn sessions_are_listed_by_grant_only() {
    let server = TestServer::start(drivers()).await;
    let refused = server.client().get("/sessions").await;
    assert_eq!(refused.error(), "unsupported operation");
    let flag = "--allow-insecure server:session_discovery";
    assert!(refused.message().contains(flag), "{}", refused.message());

    let grants = hansom_protocol::Grants::new(true, ["server:session_discovery"], []);
    let config = hansom_server::Config {
        grants: grants.expect("a feature"),
        ..Default::default()
    };
    let server = TestServer::with(config, drivers()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    for path in ["/sessions", "/appium/sessions"] {
        let list = client.get(path).await.value();
        let id = list[0]["id"].as_str().expect("an id");
        assert_eq!(format!("/session/{id}"), session);
    }
}
