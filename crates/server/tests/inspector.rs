//! The inspector's files over HTTP: types, policy, caching, and who may read them.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use bytes::Bytes;
use hansom_protocol::DriverKind;
use hansom_server::{Config, Token};
use hansom_testkit::{Reply, TestServer, Tiny};
use http::Request;
use http_body_util::Full;

async fn server(config: Config) -> TestServer {
    TestServer::with(config, vec![Tiny::new(DriverKind::Browser).into_driver()]).await
}

/// Sends a request with headers of the test's own.
async fn send(server: &TestServer, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::new(Bytes::new())).unwrap();
    server.client().request(request).await
}

#[tokio::test]
async fn files_come_with_their_type_and_a_strict_policy() {
    let server = server(Config::default()).await;
    for (path, content_type) in [
        ("/inspector/", "text/html; charset=utf-8"),
        ("/inspector/index.html", "text/html; charset=utf-8"),
        ("/inspector/app.js", "text/javascript; charset=utf-8"),
        ("/inspector/base.css", "text/css; charset=utf-8"),
        ("/inspector/icon.svg", "image/svg+xml"),
    ] {
        let reply = server.client().get(path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.headers["content-type"], content_type, "{path}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self'; img-src 'self' data: blob:;"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}

#[tokio::test]
async fn a_known_file_is_not_sent_again() {
    let server = server(Config::default()).await;
    let first = server.client().get("/inspector/app.js").await;
    let tag = first.headers["etag"].to_str().unwrap();
    let path = "/inspector/app.js";
    let again = send(&server, "GET", path, &[("if-none-match", tag)]).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let other = send(&server, "GET", path, &[("if-none-match", "\"0\"")]).await;
    assert_eq!((other.status.as_u16(), other.body), (200, first.body));
}

#[tokio::test]
async fn the_address_without_a_slash_leads_to_the_page() {
    let config = Config {
        base_path: "/lab".into(),
        ..Config::default()
    };
    let server = server(config).await;
    for path in ["/inspector", "/lab/inspector"] {
        let reply = server.client().get(path).await;
        assert_eq!(reply.status, 307, "{path}");
        assert_eq!(reply.headers["location"], "inspector/");
    }
    assert_eq!(server.client().get("/lab/inspector/").await.status, 200);
}

#[tokio::test]
async fn nothing_else_is_there_and_nothing_is_taken() {
    let server = server(Config::default()).await;
    for path in [
        "/inspector/none.js",
        "/inspectors",
        "/inspector/../Cargo.toml",
        "/inspector/%2e%2e/x",
    ] {
        let reply = server.client().get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.error(), "unknown command", "{path}");
    }
    let posted = send(&server, "POST", "/inspector/", &[]).await;
    assert_eq!(posted.status, 405);
    assert_eq!(posted.headers["allow"], "GET, HEAD");
}

#[tokio::test]
async fn files_need_no_token_and_commands_do() {
    let config = Config {
        tokens: vec![Token::new("secret")],
        ..Config::default()
    };
    let server = server(config).await;
    assert_eq!(server.client().get("/inspector/").await.status, 200);
    assert_eq!(server.client().get("/openapi.json").await.status, 401);
    assert_eq!(server.client().get("/inspector/none.js").await.status, 401);
    let posted = send(&server, "POST", "/inspector/", &[]).await;
    assert_eq!(posted.status, 401);
    let token = ("authorization", "Bearer secret");
    assert_eq!(send(&server, "GET", "/status", &[token]).await.status, 200);
}

#[tokio::test]
async fn the_page_may_send_commands_and_a_strangers_page_may_not() {
    let server = server(Config::default()).await;
    let own = format!("http://{}", server.address());
    for (origin, host, status) in [
        (own.as_str(), server.address().to_string(), 404),
        ("http://evil.example", server.address().to_string(), 403),
        ("http://evil.example", "evil.example".to_owned(), 403),
    ] {
        // 404: it came through, and there is no such session.
        let headers = [("origin", origin), ("host", &host)];
        let reply = send(&server, "DELETE", "/session/none", &headers).await;
        assert_eq!(reply.status, status, "{origin} {host}");
    }
    let foreign = [("host", "evil.example")];
    let file = send(&server, "GET", "/inspector/app.js", &foreign).await;
    assert_eq!(file.status, 403);
}
