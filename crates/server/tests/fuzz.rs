//! Requests that no sane client sends. The server neither falls over nor answers in another shape.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use hansom_protocol::{Driver, DriverKind, routes};
use hansom_testkit::{Client, TestServer, Tiny};
use http::{HeaderName, HeaderValue, Method, Request, Uri};
use http_body_util::Full;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    runtime::Runtime,
    time::timeout,
};

const SOON: Duration = Duration::from_secs(10);

struct Scene {
    runtime: Runtime,
    server: TestServer,
    client: Client,
    session: String,
}

fn scene() -> Scene {
    let runtime = Runtime::new().expect("a runtime");
    let (server, client, session) = runtime.block_on(async {
        let drivers: Vec<Arc<dyn Driver>> = vec![Tiny::new(DriverKind::Browser).into_driver()];
        let server = TestServer::start(drivers).await;
        let client = server.client();
        let session = client.new_session(json!({"browserName": "tiny"})).await;
        (server, client, session)
    });
    Scene {
        runtime,
        server,
        client,
        session,
    }
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    })
}

/// Any JSON, not too deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((".{0,8}", inner), 0..6).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Capabilities that look nearly right.
fn capabilities() -> impl Strategy<Value = Value> {
    let name = select(vec![
        "browserName",
        "platformName",
        "acceptInsecureCerts",
        "proxy",
        "timeouts",
        "unhandledPromptBehavior",
        "webSocketUrl",
        "appium:newCommandTimeout",
        "moz:firefoxOptions",
        "tiny:start",
        "nonsense",
    ]);
    let value = prop_oneof![
        any_json(),
        Just(json!("tiny")),
        Just(json!("fail")),
        Just(json!(true))
    ];
    let set = vec((name, value), 0..4)
        .prop_map(|members| {
            members
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v))
                .collect::<Value>()
        })
        .boxed();
    let sets = prop_oneof![any_json(), vec(set.clone(), 0..3).prop_map(Value::from)];
    let always = prop_oneof![any_json(), set];
    prop_oneof![
        any_json(),
        (always.clone(), sets.clone())
            .prop_map(|(always, first)| json!({"alwaysMatch": always, "firstMatch": first})),
        always.prop_map(|always| json!({"alwaysMatch": always})),
        sets.prop_map(|first| json!({"firstMatch": first})),
    ]
}

#[test]
fn any_capabilities_get_an_answer() {
    let scene = scene();
    let check = |capabilities: Value| {
        let reply = scene.runtime.block_on(async {
            let body = json!({ "capabilities": capabilities });
            let reply = scene.client.post("/session", body).await;
            if let Some(id) = reply.value()["sessionId"].as_str() {
                scene.client.delete(&format!("/session/{id}")).await;
            }
            reply
        });
        prop_assert!(reply.is_w3c_shaped(), "{:?}", reply);
        prop_assert!(
            [200, 400, 500].contains(&reply.status.as_u16()),
            "{:?}",
            reply
        );
        Ok(())
    };
    runner(256)
        .run(&capabilities(), check)
        .expect("no counterexample");
}

#[test]
fn any_body_gets_an_answer() {
    let scene = scene();
    let posts: Vec<&str> = routes::all()
        .filter(|route| route.method == routes::Method::Post)
        .map(|route| route.path)
        .collect();
    let text = any_json().prop_map(|value| value.to_string().into_bytes());
    let body = prop_oneof![text, vec(any::<u8>(), 0..200)];
    let check = |(path, body): (&str, Vec<u8>)| {
        let path = path
            .replace("/session/{sessionId}", &scene.session)
            .replace(['{', '}'], "");
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.body(Full::from(body)).expect("a request");
        let reply = scene.runtime.block_on(scene.client.request(request));
        prop_assert!(reply.is_w3c_shaped(), "{:?}", reply);
        Ok(())
    };
    runner(512)
        .run(&(select(posts), body), check)
        .expect("no counterexample");
}

#[test]
fn any_path_method_and_header_get_an_answer() {
    let scene = scene();
    let words = [
        "session", "element", "wd", "hub", "status", "url", "..", "%2e%2e", "%00", "{x}",
    ];
    let segment = prop_oneof![
        select(words.to_vec()).prop_map(str::to_owned),
        Just(scene.session.trim_start_matches("/session/").to_owned()),
        "[!-~]{0,10}",
        "\\PC{0,4}".prop_map(|text| utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()),
    ];
    let path = vec(segment, 0..6).prop_map(|parts| format!("/{}", parts.join("/")));
    let method = prop_oneof![
        select(vec![
            "GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "TRACE"
        ])
        .prop_map(str::to_owned),
        "[A-Z]{1,12}",
    ];
    let names = [
        "host",
        "origin",
        "content-type",
        "authorization",
        "upgrade",
        "connection",
    ];
    let names = names
        .into_iter()
        .chain(["traceparent", "expect", "sec-websocket-key", "x-other"]);
    let value = vec(any::<u8>(), 0..40);
    let headers = vec((select(names.collect::<Vec<_>>()), value), 0..4);
    let check = |(method, path, headers): (String, String, Vec<(&str, Vec<u8>)>)| {
        let Ok(uri) = path.parse::<Uri>() else {
            return Ok(());
        };
        // CONNECT is not a request for a path at all.
        if uri.path() != path.split(['?', '#']).next().unwrap_or_default() || method == "CONNECT" {
            return Ok(());
        }
        let method: Method = method.parse().expect("a token");
        let bodyless = method == Method::HEAD;
        let mut request = Request::new(Full::<Bytes>::default());
        (*request.method_mut(), *request.uri_mut()) = (method, uri);
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            if let Ok(value) = HeaderValue::from_bytes(&value) {
                request.headers_mut().append(name, value);
            }
        }
        let sent = format!("{request:?}");
        let reply = scene.runtime.block_on(scene.client.request(request));
        let page = reply
            .headers
            .get("content-type")
            .is_some_and(|kind| kind != "application/json; charset=utf-8");
        let shaped = bodyless || page || reply.status == 204 || reply.is_w3c_shaped();
        prop_assert!(shaped, "{}: {:?}", sent, reply);
        Ok(())
    };
    runner(1024)
        .run(&(method, path, headers), check)
        .expect("no counterexample");
}

#[test]
fn any_bytes_leave_the_server_standing() {
    let scene = scene();
    let line = prop_oneof![
        Just("GET /status HTTP/1.1\r\n".to_owned()),
        Just("POST /session HTTP/1.1\r\n".to_owned()),
        Just("Host: localhost\r\n".to_owned()),
        Just("Content-Length: 5\r\n".to_owned()),
        Just("Content-Length: 18446744073709551616\r\n".to_owned()),
        Just("Transfer-Encoding: chunked\r\n".to_owned()),
        Just("Upgrade: websocket\r\nConnection: upgrade\r\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("FFFFFFFFFFFFFFFF\r\n".to_owned()),
        "\\PC{0,20}\r\n",
    ];
    let bytes = vec(
        prop_oneof![4 => line.prop_map(String::into_bytes), 1 => vec(any::<u8>(), 0..20)],
        0..10,
    );
    let check = |pieces: Vec<Vec<u8>>| {
        scene.runtime.block_on(async {
            let mut stream = TcpStream::connect(scene.server.address())
                .await
                .expect("a server");
            // The server may hang up in the middle, which is its right.
            let _ = stream.write_all(&pieces.concat()).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let read = timeout(SOON, stream.read_to_end(&mut answer)).await;
            prop_assert!(
                read.is_ok(),
                "no end: {:?}",
                String::from_utf8_lossy(&pieces.concat())
            );
            let status = scene.client.get("/status").await;
            prop_assert_eq!(status.status.as_u16(), 200);
            Ok(())
        })
    };
    runner(256).run(&bytes, check).expect("no counterexample");
}
