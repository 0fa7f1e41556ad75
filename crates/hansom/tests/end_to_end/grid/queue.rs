//! More requests than slots: Grid lets them wait, and nobody is turned away.

use hansom_testkit::Reply;
use serde_json::json;
use tokio::task::JoinSet;

use crate::{
    grid::standalone::Grid,
    program::{Program, firefox},
};

const REQUESTS: usize = 20;
const SLOTS: u64 = 2;

#[tokio::test]
#[ignore = "needs Java and HANSOM_GRID_JAR"]
async fn twenty_requests_at_once_share_two_slots() {
    let words = ["--max-sessions", "2"];
    // Started ahead, so that the test is about the queue and not about the start of Firefox.
    let server = Program::serve(&["--max-sessions", "2", "--warm", "2"]).await;
    let grid = Grid::start(&server, &words).await;

    let mut clients = JoinSet::new();
    for number in 0..REQUESTS {
        let client = grid.client.clone();
        // Every fifth is a phone.
        let wanted = match number % 5 {
            0 => json!({"platformName": "iOS"}),
            _ => firefox(),
        };
        clients.spawn(async move {
            let body = json!({ "capabilities": { "alwaysMatch": wanted } });
            let fine = |what: &str, reply: Reply| {
                assert_eq!(reply.status, 200, "{number}, {what}: {}", reply.message());
                reply.value()
            };
            let started = fine("start", client.post("/session", body).await);
            let session = format!("/session/{}", started["sessionId"].as_str().unwrap());
            let rect = client.get(&format!("{session}/window/rect")).await;
            fine("use", rect);
            fine("end", client.delete(&session).await);
        });
    }
    let mut most = 0;
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(50));
    loop {
        tokio::select! {
            done = clients.join_next() => match done {
                Some(done) => done.unwrap(),
                None => break,
            },
            _ = tick.tick() => most = most.max(server.active().await),
        }
    }
    assert!((1..=SLOTS).contains(&most), "{most} sessions at a time");
    assert_eq!(server.active().await, 0);
    grid.until_taken(0).await;

    // Grid kept to the slots: we were never asked for more than we have.
    let metrics = server.client.metrics().await;
    let sum = |name: &str| -> f64 {
        let lines = metrics.lines().filter(|line| line.starts_with(name));
        lines
            .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
            .sum()
    };
    assert!(
        (sum("hansom_sessions_started_total") - 20.0).abs() < 0.1,
        "{metrics}"
    );
    assert!(sum("hansom_sessions_failed_total") < 0.1, "{metrics}");
}
