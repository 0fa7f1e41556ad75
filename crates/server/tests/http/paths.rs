//! Paths and methods.

use hansom_server::Config;
use hansom_testkit::TestServer;
use http::Method;

use crate::wire::tiny;

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
