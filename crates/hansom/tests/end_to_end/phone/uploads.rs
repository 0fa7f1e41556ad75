//! Films sent to a server with TLS: one whose certificate the operator's authority signed, and one
//! that nobody vouches for.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    sync::mpsc,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

use crate::program::{Program, hansom};

/// An authority of the test's own.
fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server for `localhost` whose certificate that authority signed; gives its port and what it
/// receives.
async fn receiver(authority: &CertifiedIssuer<'_, KeyPair>) -> (u16, mpsc::Receiver<Vec<u8>>) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (received, bodies) = mpsc::channel(4);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust us hangs up in the handshake.
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let body = body(&mut stream).await;
            let answer = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(answer).await.unwrap();
            received.send(body).await.unwrap();
        }
    });
    (port, bodies)
}

/// The body of a request that says how long it is.
async fn body(stream: &mut (impl tokio::io::AsyncRead + Unpin)) -> Vec<u8> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let (_, length) = head.split_once("content-length: ").unwrap();
    let length = length.split("\r\n").next().unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    body
}

#[tokio::test]
async fn a_film_goes_to_a_server_whose_authority_is_trusted_and_to_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let (known, stranger) = (authority("known"), authority("stranger"));
    let authorities = folder.path().join("authorities.pem");
    std::fs::write(&authorities, known.pem()).unwrap();
    let (port, mut films) = receiver(&known).await;
    let (strange_port, mut nothing) = receiver(&stranger).await;

    let trusting = hansom().env("SSL_CERT_FILE", authorities);
    let server = Program::serve_as(trusting, &[]).await;
    let session = server
        .client
        .new_session(json!({"platformName": "iOS"}))
        .await;
    server.record(&session, json!({})).await;
    let film = server.film(&session).await;
    let stop = format!("{session}/automation/stop_recording_screen");
    let upload = async |url: String| {
        let options = json!({ "remotePath": url, "fileFieldName": "" });
        server
            .client
            .post(&stop, json!({ "options": options }))
            .await
    };

    let reply = upload(format!("https://localhost:{port}/film")).await;
    assert_eq!(reply.status, 200, "{}", reply.message());
    assert_eq!(reply.value(), "");
    assert_eq!(films.recv().await.unwrap(), film);

    let reply = upload(format!("https://localhost:{strange_port}/film")).await;
    assert_eq!(reply.error(), "unknown error");
    let message = reply.message();
    assert!(
        message.contains("invalid peer certificate: UnknownIssuer"),
        "{message}"
    );
    assert!(message.contains("SSL_CERT_FILE"), "{message}");
    assert!(message.contains("The film is kept"), "{message}");

    // The right authority, and a name that the certificate is not for.
    let reply = upload(format!("https://127.0.0.1:{port}/film")).await;
    let message = reply.message();
    assert!(message.contains("invalid peer certificate"), "{message}");
    assert_eq!(server.film(&session).await, film);
    assert!(films.try_recv().is_err() && nothing.try_recv().is_err());
}
