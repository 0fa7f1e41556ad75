//! The server goes away under Grid, in order or not, and Grid goes away above the server.

use hansom_testkit::{eventually, nothing_left, processes_of};
use rustix::process::Signal;

use crate::{
    grid::standalone::Grid,
    program::{PATIENCE, Program, firefox},
};

#[tokio::test]
#[ignore = "needs Java and HANSOM_GRID_JAR"]
async fn the_node_goes_down_and_up_with_its_server_and_nothing_is_left() {
    let server = Program::serve(&["--max-sessions", "2"]).await;
    let port = server.address.port();
    let grid = Grid::start(&server, &["--max-sessions", "2"]).await;

    // A drain: no new sessions, the open one goes on.
    let session = start(&grid).await;
    server.signal(Signal::TERM);
    grid.until("DOWN").await;
    let reply = grid.client.get(&format!("{session}/url")).await;
    assert_eq!(reply.value(), "about:blank", "{}", reply.message());
    let refused = grid.new_session(firefox()).await;
    assert_eq!(refused.error(), "session not created");
    assert_eq!(grid.client.delete(&session).await.status, 200);
    assert_eq!(server.child.wait().await.code, Some(0));
    nothing_left(server.folder.path()).await;

    // Killed, with a session.
    let server = Program::serve_at(port, &["--max-sessions", "2"]).await;
    grid.until("UP").await;
    let session = start(&grid).await;
    assert!(processes_of(server.folder.path()).len() > 2);
    server.signal(Signal::KILL);
    grid.until("DOWN").await;
    nothing_left(server.folder.path()).await;

    // Back again. The slot of the lost session is free once its client ends it.
    let words = ["--max-sessions", "2", "--new-command-timeout", "5"];
    let server = Program::serve_at(port, &words).await;
    grid.until("UP").await;
    grid.until_taken(1).await;
    assert_eq!(
        grid.client.delete(&session).await.error(),
        "invalid session id"
    );
    grid.until_taken(0).await;

    // Grid dies with a session: the server ends it by itself.
    start(&grid).await;
    assert_eq!(server.active().await, 1);
    grid.child.kill().await;
    eventually("the idle session is over", async || {
        (server.active().await == 0).then_some(())
    })
    .await;
    assert_eq!(server.child.stop(PATIENCE).await.code, Some(0));
    nothing_left(server.folder.path()).await;
}

async fn start(grid: &Grid) -> String {
    let reply = grid.new_session(firefox()).await;
    assert_eq!(reply.status, 200, "{}", reply.message());
    let value = reply.value();
    format!("/session/{}", value["sessionId"].as_str().unwrap())
}
