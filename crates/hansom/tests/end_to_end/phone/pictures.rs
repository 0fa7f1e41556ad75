//! The picture port of a real agent, seen through a session's live screen.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use hansom_testkit::eventually;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional},
    net::{TcpListener, TcpStream},
};

use crate::{
    phone::viewers,
    program::{Program, free_port},
};

/// The head of the stream, the head of a frame and some bytes of its picture: no frame is so small.
const WITHIN_A_FRAME: u64 = 700;

/// Stands between a session and the agent's picture port. The first connection dies between two bytes
/// of a frame; those after it are whole.
async fn relay(agent: u16) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut session, _)) = listener.accept().await {
            let first = count.fetch_add(1, Ordering::SeqCst) == 0;
            let mut pictures = TcpStream::connect(("127.0.0.1", agent)).await.unwrap();
            tokio::spawn(async move {
                if first {
                    pictures.write_all(b"GET / HTTP/1.0\r\n\r\n").await.unwrap();
                    let mut part = pictures.take(WITHIN_A_FRAME);
                    tokio::io::copy(&mut part, &mut session).await.unwrap();
                } else {
                    // Either side may be killed by the test.
                    let _ = copy_bidirectional(&mut session, &mut pictures).await;
                }
            });
        }
    });
    (port, connections)
}

#[tokio::test]
async fn the_live_screen_outlives_its_stream_and_ends_with_the_agent() {
    let pictures = free_port();
    let agent = Program::agent(&["--mjpeg-port", &pictures.to_string()]).await;
    let (relayed, connections) = relay(pictures).await;
    let server = Program::serve(&[]).await;
    let session = server
        .client
        .new_session(json!({
            "platformName": "iOS",
            "appium:automationName": "XCUITest",
            "appium:webDriverAgentUrl": format!("http://{}", agent.address),
            "appium:mjpegServerPort": relayed,
            "appium:bundleId": "hansom.playground",
        }))
        .await;
    let viewer = viewers::watch(viewers::open(server.address, &session).await);
    eventually("a picture came", async || {
        (viewer.pictures() > 0).then_some(())
    })
    .await;
    assert_eq!(
        connections.load(Ordering::SeqCst),
        2,
        "the stream that died was opened again"
    );
    agent.signal(rustix::process::Signal::KILL);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(60), viewer.task).await;
    assert!(ended.is_ok(), "the live screen ends with the agent");
    eventually("the session ends with the agent", async || {
        let reply = server.client.get(&session).await;
        (reply.status != 200 && reply.message().contains("the agent at")).then_some(())
    })
    .await;
}
