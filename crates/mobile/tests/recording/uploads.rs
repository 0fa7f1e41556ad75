//! Uploads to a real server: each option, each way to fail, and the film that is kept.

use std::time::Duration;

use hansom_protocol::ErrorCode;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::{
    receiver::{Manner, Receiver},
    studio::{Studio, facts, film_for, look},
};

/// A studio with a film that is stopped and known.
async fn with_film() -> (Studio, Vec<u8>) {
    let within = Duration::from_secs(2);
    let studio = Studio::with(|config| config.upload_within = within, facts());
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    let film = studio.stop(json!({})).await.unwrap();
    (studio, film)
}

#[tokio::test]
async fn by_default_a_film_is_put_as_a_multipart_form() {
    let (studio, film) = with_film().await;
    let receiver = Receiver::start(Manner::Status(200)).await;
    let answer = studio
        .stop(json!({"remotePath": receiver.url("/films/1?key=a")}))
        .await
        .unwrap();
    assert!(answer.is_empty());
    let received = &receiver.received()[0];
    assert_eq!(
        (received.method.as_str(), received.path.as_str()),
        ("PUT", "/films/1?key=a")
    );
    let boundary = received
        .header("content-type")
        .strip_prefix("multipart/form-data; boundary=")
        .unwrap();
    assert_eq!(
        received.header("content-length"),
        received.body.len().to_string()
    );
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"film.mp4\"\r\n\
         Content-Type: video/mp4\r\n\r\n"
    );
    let wanted = [
        head.as_bytes(),
        &film,
        format!("\r\n--{boundary}--\r\n").as_bytes(),
    ]
    .concat();
    assert!(
        received.body == wanted,
        "{}",
        String::from_utf8_lossy(&received.body[..300])
    );
}

#[tokio::test]
async fn form_fields_come_before_the_film_and_names_can_be_chosen() {
    let (studio, film) = with_film().await;
    let receiver = Receiver::start(Manner::Status(201)).await;
    for fields in [
        json!({"a": "1", "b": 2, "video": "skipped"}),
        json!([["a", "1"], ["b", 2], ["video", "skipped"]]),
    ] {
        studio
            .stop(
                json!({"remotePath": receiver.url("/"), "method": "post", "fileFieldName": "video",
                "formFields": fields, "headers": {"X-Run": 7}, "user": "me", "pass": "secret"}),
            )
            .await
            .unwrap();
    }
    for received in receiver.received() {
        assert_eq!(received.method, "POST");
        assert_eq!(received.header("x-run"), "7");
        assert_eq!(received.header("authorization"), "Basic bWU6c2VjcmV0");
        let body = String::from_utf8_lossy(&received.body);
        let a = body.find("name=\"a\"\r\n\r\n1\r\n").unwrap();
        let b = body.find("name=\"b\"\r\n\r\n2\r\n").unwrap();
        let video = body.find("name=\"video\"; filename=").unwrap();
        assert!(a < b && b < video);
        assert!(!body.contains("skipped"));
        assert!(received.body.windows(film.len()).any(|part| part == film));
    }
}

#[tokio::test]
async fn an_empty_field_name_sends_the_film_as_it_is() {
    let (studio, film) = with_film().await;
    let receiver = Receiver::start(Manner::Status(204)).await;
    for (headers, kind) in [
        (json!({}), "video/mp4"),
        (
            json!({"Content-Type": "application/octet-stream"}),
            "application/octet-stream",
        ),
    ] {
        studio
            .stop(json!({"remotePath": receiver.url("/"), "method": "PATCH", "fileFieldName": "", "headers": headers}))
            .await
            .unwrap();
        let received = receiver.received().pop().unwrap();
        assert_eq!(received.method, "PATCH");
        assert_eq!(received.header("content-type"), kind);
        assert_eq!(received.header("content-length"), film.len().to_string());
        assert!(received.body == film);
    }
}

#[tokio::test]
async fn a_name_and_password_in_the_address_work_and_the_options_win() {
    let (studio, _) = with_film().await;
    let receiver = Receiver::start(Manner::Status(200)).await;
    let url = format!("http://a:b@{}/", receiver.address);
    studio.stop(json!({ "remotePath": url })).await.unwrap();
    studio
        .stop(json!({"remotePath": url, "user": "me", "pass": "secret"}))
        .await
        .unwrap();
    let seen: Vec<String> = receiver
        .received()
        .iter()
        .map(|received| received.header("authorization").to_owned())
        .collect();
    assert_eq!(seen, ["Basic YTpi", "Basic bWU6c2VjcmV0"]);
}

#[tokio::test]
async fn a_start_while_recording_uploads_the_running_film() {
    let (studio, _) = with_film().await;
    let receiver = Receiver::start(Manner::Status(200)).await;
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    let upload = json!({"remotePath": receiver.url("/"), "fileFieldName": ""});
    assert!(studio.start(upload).await.unwrap().is_empty());
    look(&receiver.received()[0].body).await;
    film_for(200).await;
    assert!(!studio.stop(json!({})).await.unwrap().is_empty());
}

/// Tries to upload, expects a failure, and that the film is still there.
async fn fails(studio: &Studio, film: &[u8], members: Value) -> hansom_protocol::Error {
    let error = studio.stop(members).await.unwrap_err();
    assert!(!error.message.contains("hunter2"), "{error}");
    assert_eq!(studio.stop(json!({})).await.unwrap(), film);
    error
}

#[tokio::test]
async fn a_failed_upload_says_why_and_keeps_the_film() {
    let (studio, film) = with_film().await;

    let refusing = Receiver::start(Manner::Status(503)).await;
    let target = json!({"remotePath": refusing.url("/a?signature=hunter2"), "user": "me", "pass": "hunter2"});
    let error = fails(&studio, &film, target).await;
    assert_eq!(error.code, ErrorCode::UnknownError);
    assert_eq!(
        error.message,
        format!(
            "the upload to http://{}/a failed: the server answered 503 Service Unavailable: storage says no. \
             The film is kept: stop again, without `remotePath` to get it in the answer.",
            refusing.address
        )
    );

    let elsewhere = Receiver::start(Manner::Status(307)).await;
    let error = fails(&studio, &film, json!({"remotePath": elsewhere.url("/")})).await;
    assert!(
        error.message.contains("redirects are not followed"),
        "{error}"
    );

    let silent = Receiver::start(Manner::Silent).await;
    let error = fails(&studio, &film, json!({"remotePath": silent.url("/")})).await;
    assert!(error.message.contains("it took more than 2 s"), "{error}");

    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    let url = format!("http://{closed}/");
    let error = fails(&studio, &film, json!({ "remotePath": url })).await;
    assert!(error.message.contains("refused"), "{error}");

    let error = fails(
        &studio,
        &film,
        json!({"remotePath": "http://nowhere.invalid/"}),
    )
    .await;
    assert!(error.message.contains("cannot be resolved"), "{error}");
}

#[tokio::test]
async fn link_local_addresses_are_refused() {
    let (studio, film) = with_film().await;
    for url in [
        "http://169.254.169.254/latest/meta-data",
        "http://[fe80::1]/",
        "http://[::ffff:169.254.169.254]/",
        "http://0xa9fea9fe/",
        "http://100.100.100.200/",
    ] {
        let error = fails(&studio, &film, json!({ "remotePath": url })).await;
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{url}");
        assert!(
            error.message.starts_with("films are not uploaded to"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_server_that_hangs_up_is_an_error() {
    let (studio, film) = with_film().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let hang_up = tokio::spawn(async move { drop(listener.accept().await.unwrap()) });
    fails(&studio, &film, json!({ "remotePath": url })).await;
    hang_up.await.unwrap();
}

#[tokio::test]
async fn a_server_without_tls_is_not_mistaken_for_one() {
    let (studio, film) = with_film().await;
    let receiver = Receiver::start(Manner::Status(200)).await;
    let url = format!("https://{}/", receiver.address);
    let error = fails(&studio, &film, json!({ "remotePath": url })).await;
    assert!(error.message.contains("failed"), "{error}");
    assert!(receiver.received().is_empty());
}
