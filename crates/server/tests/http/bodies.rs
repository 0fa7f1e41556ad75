//! Bodies: too large, large, and streamed.

use hansom_server::{Config, Limits};
use hansom_testkit::TestServer;
use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use crate::wire::{limited, raw, tiny};

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
