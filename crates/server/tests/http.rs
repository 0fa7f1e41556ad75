//! HTTP as such: limits, methods, bodies, connections.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use hansom_protocol::{Driver, DriverKind};
use hansom_server::{Config, Limits};
use hansom_testkit::{TestServer, Tiny, eventually};
use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const SOON: Duration = Duration::from_secs(10);

fn tiny() -> Vec<Arc<dyn Driver>> {
    vec![Tiny::new(DriverKind::Browser).into_driver()]
}

fn limited(limits: Limits) -> Config {
    Config {
        limits,
        ..Config::default()
    }
}

/// Sends bytes as they stand and reads until the server closes.
async fn raw(server: &TestServer, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address())
        .await
        .expect("a server");
    stream.write_all(bytes).await.expect("sent");
    let mut text = Vec::new();
    let read = timeout(SOON, stream.read_to_end(&mut text)).await;
    read.expect("the server closes").expect("an answer");
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn unknown_paths_and_methods_say_so() {
    let server = TestServer::start(tiny()).await;
    let client = server.client();
    let path = client.get("/nothing/here").await;
    assert_eq!(
        (path.status.as_u16(), path.error().as_str()),
        (404, "unknown command")
    );
    let method = client.send(Method::PUT, "/session/x/url", None).await;
    assert_eq!(
        (method.status.as_u16(), method.error().as_str()),
        (405, "unknown method")
    );
    assert_eq!(method.headers["allow"], "GET, POST");
    let root = client.get("/").await;
    assert_eq!(root.error(), "unknown command");
}

#[tokio::test]
async fn base_paths_slashes_and_head_are_tolerated() {
    let config = Config {
        base_path: "lab/".into(),
        ..Config::default()
    };
    let server = TestServer::with(config, tiny()).await;
    let client = server.client();
    for path in [
        "/status",
        "/status/",
        "/wd/hub/status",
        "/lab/status",
        "/lab/status/",
    ] {
        assert_eq!(client.get(path).await.value()["ready"], true, "{path}");
    }
    let head = client.send(Method::HEAD, "/status", None).await;
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());
    assert!(
        head.headers["content-length"]
            .to_str()
            .is_ok_and(|length| length != "0")
    );
}

#[tokio::test]
async fn an_offer_of_http2_is_answered_in_http1() {
    let server = TestServer::start(tiny()).await;
    let text = raw(
        &server,
        b"GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\n\
          Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\nContent-Length: 0\r\n\r\n",
    )
    .await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
    assert!(text.contains("\"ready\":true"), "{text}");
}

#[tokio::test]
async fn a_body_announced_as_too_large_is_refused_unread() {
    let server = TestServer::with(
        limited(Limits {
            max_body: 1000,
            ..Limits::default()
        }),
        tiny(),
    )
    .await;
    let head = "POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let announced = raw(
        &server,
        format!("{head}Content-Length: 1001\r\n\r\n").as_bytes(),
    )
    .await;
    assert!(announced.starts_with("HTTP/1.1 413"), "{announced}");
    assert!(announced.contains("--max-body"), "{announced}");
    assert!(
        announced.contains("\"error\":\"unknown error\""),
        "{announced}"
    );

    let piece = format!("{:x}\r\n{}\r\n", 600, " ".repeat(600)).repeat(3);
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{piece}0\r\n\r\n");
    let chunked = raw(&server, chunked.as_bytes()).await;
    assert!(chunked.starts_with("HTTP/1.1 413"), "{chunked}");
}

#[tokio::test]
async fn heads_and_bodies_that_trickle_are_cut_off() {
    let limits = Limits {
        header_timeout: Duration::from_millis(100),
        body_timeout: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let nothing = raw(&server, b"").await;
    assert_eq!(nothing, "");
    let head = raw(&server, b"GET /status HTTP/1.1\r\nHost: localh").await;
    assert!(!head.contains("200"), "{head}");
    let body = raw(
        &server,
        b"POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{",
    )
    .await;
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
}

#[tokio::test]
async fn an_idle_connection_outlives_the_time_for_heads() {
    let limits = Limits {
        header_timeout: Duration::from_millis(50),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let mut stream = TcpStream::connect(server.address())
        .await
        .expect("a server");
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut buffer = [0; 1024];
    stream.write_all(request).await.expect("sent");
    let first = stream.read(&mut buffer).await.expect("an answer");
    assert!(first > 0);
    // Nothing for several times the limit, and the connection is still good.
    let silence = timeout(Duration::from_millis(250), stream.read(&mut buffer)).await;
    assert!(silence.is_err(), "{silence:?}");
    stream.write_all(request).await.expect("sent");
    assert!(stream.read(&mut buffer).await.expect("an answer") > 0);
}

#[tokio::test]
async fn a_connection_beyond_the_limit_waits_for_a_place() {
    let limits = Limits {
        max_connections: 1,
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut buffer = [0; 1024];
    let mut first = TcpStream::connect(server.address())
        .await
        .expect("a server");
    first.write_all(request).await.expect("sent");
    assert!(first.read(&mut buffer).await.expect("an answer") > 0);
    let mut second = TcpStream::connect(server.address())
        .await
        .expect("a server");
    second.write_all(request).await.expect("sent");
    let waiting = timeout(Duration::from_millis(100), second.read(&mut buffer)).await;
    assert!(waiting.is_err(), "{waiting:?}");
    drop(first);
    let read = timeout(SOON, second.read(&mut buffer)).await;
    assert!(read.expect("its turn").expect("an answer") > 0);
}

#[tokio::test]
async fn large_answers_are_streamed_with_their_length() {
    let server = TestServer::start(tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let size = 5_000_000;
    let script = json!({"script": "big", "args": [size]});
    let reply = client
        .post(&format!("{session}/execute/sync"), script)
        .await;
    assert_eq!(reply.value().as_str().map(str::len), Some(size));
    let length = (size + "{\"value\":\"\"}".len()).to_string();
    assert_eq!(reply.headers["content-length"], length);
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answer_is_given_up() {
    let limits = Limits {
        write_timeout: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let body = json!({"script": "big", "args": [200_000_000]}).to_string();
    let mut silent = TcpStream::connect(server.address())
        .await
        .expect("a server");
    let request = format!(
        "POST {session}/execute/sync HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    silent.write_all(request.as_bytes()).await.expect("sent");
    silent.readable().await.expect("the answer begins");
    eventually("the connection is closed", async || {
        let metrics = client.get("/metrics").await;
        let text = String::from_utf8_lossy(&metrics.body).into_owned();
        text.lines()
            .any(|line| line == "hansom_connections 1")
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn large_bodies_arrive_whole() {
    let server = TestServer::start(tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let text = "é".repeat(2_000_000);
    let reply = client
        .post(&format!("{session}/url"), json!({"url": text}))
        .await;
    assert_eq!(reply.value()["body"]["url"], text);
}

#[tokio::test]
async fn a_large_member_is_taken_in_while_it_arrives() {
    let server = TestServer::start(tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let send = async |body: String| {
        let request = Request::post(format!("{session}/browser/addon/install"))
            .header("content-type", "application/json")
            .body(Full::from(body));
        client.request(request.expect("a request")).await
    };
    let large = "A".repeat(3_000_000);
    let reply = send(format!(r#"{{"addon":"{large}","temporary":true}}"#)).await;
    assert_eq!(reply.value()["upload"], "3000000");
    assert_eq!(
        reply.value()["body"],
        json!({"addon": "", "temporary": true})
    );
    // The last of two counts, and a body without it is as any other.
    let reply = send(r#"{"addon":"one","addon":"two"}"#.into()).await;
    assert_eq!(reply.value()["upload"], Value::Null);
    assert_eq!(reply.value()["body"]["addon"], "two");
    let reply = send(r#"{"path":"/a.xpi"}"#.into()).await;
    assert_eq!(reply.value()["upload"], Value::Null);
    for (bad, told) in [
        (r#"{"addon":"AAAA""#, "not valid JSON"),
        ("{\"addon\":\"AA\nAA\"}", "not valid JSON"),
        (r#"{"addon":"AAAA","temporary":1}"#, "`temporary`"),
        (r#"{"addon":1}"#, "`addon`"),
        (r#"["addon","AAAA"]"#, "not a JSON object"),
    ] {
        let reply = send(bad.into()).await;
        assert_eq!(reply.error(), "invalid argument", "{bad}");
        assert!(reply.message().contains(told), "{}", reply.message());
    }
}

#[tokio::test]
async fn a_large_member_is_held_to_the_limit_too() {
    let mut config = Config::default();
    config.limits.max_body = 1000;
    let server = TestServer::with(config, tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let body = json!({"addon": "A".repeat(2000)});
    let reply = client
        .post(&format!("{session}/browser/addon/install"), body)
        .await;
    assert_eq!(reply.status, 413);
}

#[tokio::test]
async fn a_token_lets_in_and_its_lack_is_told() {
    let config = Config {
        tokens: vec![hansom_server::Token::new("sesame")],
        ..Config::default()
    };
    let server = TestServer::with(config, tiny()).await;
    let client = server.client();
    let without = client.get("/metrics").await;
    assert_eq!(without.status, 401);
    // In headers of their own: Java's client, and so Selenium Grid, reads only the first of a list.
    let offers: Vec<_> = without.headers.get_all("www-authenticate").iter().collect();
    assert_eq!(offers.len(), 2, "{offers:?}");
    assert_eq!(offers[0], "Bearer");
    assert!(offers[1].as_bytes().starts_with(b"Basic realm="));
    assert!(without.is_w3c_shaped());
    let request = Request::get("/metrics").header("authorization", "Bearer sesame");
    let with = client
        .request(request.body(Full::<Bytes>::default()).expect("a request"))
        .await;
    assert_eq!(with.status, 200);
}

#[tokio::test]
async fn listening_beyond_loopback_wants_a_token() {
    let open = Config {
        listen: vec!["0.0.0.0:0".parse().expect("an address")],
        ..Config::default()
    };
    let refused = hansom_server::Server::bind(open.clone(), tiny()).await;
    let message = refused.err().expect("a refusal").to_string();
    assert!(
        message.contains("--token") && message.contains("--no-auth"),
        "{message}"
    );
    let aloud = Config {
        no_auth: true,
        ..open
    };
    assert!(hansom_server::Server::bind(aloud, tiny()).await.is_ok());
}

#[tokio::test]
async fn a_port_in_use_is_named() {
    let server = TestServer::start(tiny()).await;
    let config = Config {
        listen: vec![server.address()],
        ..Config::default()
    };
    let error = hansom_server::Server::bind(config, tiny())
        .await
        .err()
        .expect("a refusal");
    assert!(
        error.to_string().contains(&server.address().to_string()),
        "{error}"
    );
}

#[tokio::test]
async fn a_listed_page_may_ask_and_read() {
    let config = Config {
        allow_origins: vec!["https://tool.example".into()],
        ..Config::default()
    };
    let server = TestServer::with(config, tiny()).await;
    let client = server.client();
    let ask = |method: &str| {
        let request = Request::builder().method(method).uri("/status");
        let request = request.header("origin", "https://tool.example");
        client.request(request.body(Full::<Bytes>::default()).expect("a request"))
    };
    let preflight = ask("OPTIONS").await;
    assert_eq!(preflight.status, 204);
    assert!(
        preflight
            .headers
            .contains_key("access-control-allow-headers")
    );
    let status = ask("GET").await;
    assert_eq!(
        status.headers["access-control-allow-origin"],
        "https://tool.example"
    );
}

#[tokio::test]
async fn tls_files_that_do_not_belong_together_are_told_apart() {
    let make = || rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("made");
    let (one, other) = (make(), make());
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, content: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).expect("written");
        path
    };
    let certificate = file("cert.pem", one.cert.pem());
    let key = file("key.pem", one.signing_key.serialize_pem());
    let strange = file("strange.pem", other.signing_key.serialize_pem());
    for (certificate, key, told) in [
        (
            &certificate,
            &strange,
            "strange.pem cannot be used: it is not the key of the certificate.",
        ),
        (
            &certificate,
            &certificate,
            "cert.pem cannot be used: it holds no private key.",
        ),
        (
            &key,
            &key,
            "key.pem cannot be used: it holds no certificate.",
        ),
    ] {
        let config = Config {
            tls: Some(hansom_server::Tls {
                certificate: certificate.clone(),
                key: key.clone(),
            }),
            ..Config::default()
        };
        let error = hansom_server::Server::bind(config, tiny()).await;
        let error = error.map(drop).expect_err("refused").to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[tokio::test]
async fn tls_is_spoken_with_the_operators_certificate() {
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("made");
    let folder = tempfile::tempdir().expect("a folder");
    let (certificate, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, made.cert.pem()).expect("written");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("written");
    let tls = hansom_server::Tls { certificate, key };
    let config = Config {
        tls: Some(tls),
        ..Config::default()
    };
    let server = TestServer::with(config, tiny()).await;

    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).expect("a certificate");
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.address())
        .await
        .expect("a server");
    let name = ServerName::try_from("localhost").expect("a name");
    let connector = tokio_rustls::TlsConnector::from(Arc::new(client));
    let mut stream = connector.connect(name, stream).await.expect("TLS");
    let request = b"GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    assert!(text.contains("\"ready\":true"), "{text}");
}
