//! Where a server listens, and who may ask it: tokens, origins, TLS.

use std::sync::Arc;

use bytes::Bytes;
use hansom_server::Config;
use hansom_testkit::TestServer;
use http::Request;
use http_body_util::Full;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::wire::tiny;

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
