//! A Marionette that lies, stalls and leaves: what the connection makes of it.

use std::{net::SocketAddr, time::Duration};

use bytes::Bytes;
use hansom_firefox::{Marionette, MarionetteError, Witness, marionette::frame::FrameError, w3c};
use hansom_protocol::{Cause, Command, ErrorCode, Params, Request};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

const GREETING: &str = r#"{"applicationType":"gecko","marionetteProtocol":3}"#;

/// One connection to us, from the other side.
struct Liar(BufReader<TcpStream>);

impl Liar {
    async fn say(&mut self, json: &str) {
        self.raw(format!("{}:{json}", json.len()).as_bytes()).await;
    }

    async fn raw(&mut self, bytes: &[u8]) {
        self.0
            .write_all(bytes)
            .await
            .expect("the other side listens");
    }

    /// The id of the next command.
    async fn hear(&mut self) -> u64 {
        let mut length = Vec::new();
        loop {
            match self.0.read_u8().await.expect("a command") {
                b':' => break,
                digit => length.push(digit),
            }
        }
        let length = String::from_utf8(length)
            .expect("digits")
            .parse()
            .expect("a length");
        let mut command = vec![0; length];
        self.0.read_exact(&mut command).await.expect("the command");
        let command: serde_json::Value = serde_json::from_slice(&command).expect("JSON");
        command[1].as_u64().expect("an id")
    }
}

/// Starts a liar and connects to it.
async fn connect<F>(
    script: impl FnOnce(Liar) -> F + Send + 'static,
) -> Result<Marionette, MarionetteError>
where
    F: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address: SocketAddr = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        script(Liar(BufReader::new(stream))).await;
    });
    let connected = Marionette::connect(address, Witness::of_nobody());
    tokio::time::timeout(Duration::from_secs(5), connected)
        .await
        .expect("no hang")
}

#[tokio::test]
async fn replies_in_the_wrong_order_reach_the_right_command() {
    let marionette = connect(|mut liar| async move {
        liar.say(GREETING).await;
        let (first, second) = (liar.hear().await, liar.hear().await);
        liar.say(&format!("[1,{second},null,{{\"value\":2}}]"))
            .await;
        liar.say(&format!("[1,{first},null,{{\"value\":1}}]")).await;
        liar.hear().await;
    })
    .await
    .unwrap();
    let (first, second) = tokio::join!(marionette.value("A", "{}"), marionette.value("B", "{}"));
    assert_eq!(
        (first.unwrap(), second.unwrap()),
        (Bytes::from("1"), Bytes::from("2"))
    );
}

#[tokio::test]
async fn the_late_reply_of_a_cancelled_command_is_nobody_elses() {
    let marionette = connect(|mut liar| async move {
        liar.say(GREETING).await;
        let (first, second) = (liar.hear().await, liar.hear().await);
        // Cut in the middle, so that the reader is caught with half a message.
        let late = format!("[1,{first},null,{{\"value\":\"late\"}}]");
        let late = format!("{}:{late}", late.len());
        liar.raw(&late.as_bytes()[..9]).await;
        liar.raw(&late.as_bytes()[9..]).await;
        liar.say(&format!("[1,{second},null,{{\"value\":\"mine\"}}]"))
            .await;
        liar.hear().await;
    })
    .await
    .unwrap();
    let gives_up = tokio::time::timeout(Duration::from_millis(20), marionette.value("A", "{}"));
    assert!(gives_up.await.is_err());
    assert_eq!(marionette.value("B", "{}").await.unwrap(), "\"mine\"");
}

#[tokio::test]
async fn a_reply_of_many_megabytes_arrives_whole() {
    let marionette = connect(|mut liar| async move {
        liar.say(GREETING).await;
        let id = liar.hear().await;
        let picture = "A".repeat(18 << 20);
        liar.say(&format!("[1,{id},null,{{\"value\":\"{picture}\"}}]"))
            .await;
        liar.hear().await;
    })
    .await
    .unwrap();
    let picture = marionette.value("A", "{}").await.unwrap();
    assert_eq!(picture.len(), (18 << 20) + 2);
    assert!(
        picture[1..picture.len() - 1]
            .iter()
            .all(|byte| *byte == b'A')
    );
}

#[tokio::test]
async fn a_connection_that_ends_in_the_middle_ends_the_session() {
    let marionette = connect(|mut liar| async move {
        liar.say(GREETING).await;
        liar.hear().await;
        liar.raw(b"40:[1,1,null,{").await;
    })
    .await
    .unwrap();
    let error = marionette.value("A", "{}").await.unwrap_err();
    assert!(error.ends_session(), "{error}");
    assert!(matches!(error, MarionetteError::Lost(_)), "{error}");
    // And stays so.
    assert!(
        marionette
            .value("B", "{}")
            .await
            .unwrap_err()
            .ends_session()
    );
}

#[tokio::test]
async fn what_is_no_reply_ends_the_session() {
    for lie in [
        "9999999999:[",
        "x:{}",
        "2:{}",
        "9:[1,2,3,4]",
        "HTTP/1.1 400 Bad Request\r\n",
    ] {
        let marionette = connect(move |mut liar| async move {
            liar.say(GREETING).await;
            liar.hear().await;
            liar.raw(lie.as_bytes()).await;
            // Stays open: the lie alone must be enough.
            liar.hear().await;
        })
        .await
        .unwrap();
        let answer = tokio::time::timeout(Duration::from_secs(5), marionette.value("A", "{}"));
        let error = answer.await.expect("no hang").unwrap_err();
        assert!(
            matches!(error, MarionetteError::Protocol(_)),
            "{lie}: {error}"
        );
        assert!(error.ends_session());
    }
}

#[tokio::test]
async fn somebody_else_on_the_port_is_no_marionette() {
    for greeting in ["{}", r#"{"marionetteProtocol":2}"#, "[]"] {
        let error = connect(move |mut liar| async move {
            liar.say(greeting).await;
            liar.hear().await;
        })
        .await
        .unwrap_err();
        assert!(
            matches!(error, MarionetteError::Protocol(FrameError::Shape(_))),
            "{greeting}: {error}"
        );
    }
}

#[tokio::test]
async fn a_window_that_goes_with_the_last_action_fails_only_what_was_still_to_come() {
    let marionette = connect(|mut liar| async move {
        liar.say(GREETING).await;
        for message in [
            "BrowsingContext does no longer exist",
            "BrowsingContext does no longer exist",
            "Browsing context has been discarded",
        ] {
            let id = liar.hear().await;
            let gone = json!({ "error": "no such window", "message": message, "stacktrace": "" });
            liar.say(&json!([1, id, gone, null]).to_string()).await;
        }
        liar.hear().await;
    })
    .await
    .unwrap();
    let perform = async |types: &[&str]| {
        let actions: Vec<_> = types
            .iter()
            .map(|kind| json!({ "type": kind, "button": 0 }))
            .collect();
        let body = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] });
        let request = Request::new(Command::PerformActions, Params::from_value(&body).unwrap());
        let answer = w3c::text(&marionette, &request).await;
        answer.map_err(|error| error.code)
    };
    assert_eq!(perform(&["pointerDown"]).await, Ok("null".into()));
    let gone = Err(ErrorCode::NoSuchWindow);
    assert_eq!(perform(&["pointerDown", "pointerUp"]).await, gone);
    assert_eq!(perform(&["pointerDown"]).await, gone, "gone before it");
}
