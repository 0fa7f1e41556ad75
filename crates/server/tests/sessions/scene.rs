//! A server whose driver does as it is told, and who asks it.

use std::{sync::Arc, time::Duration};

use hansom_protocol::{Driver, DriverKind};
use hansom_server::{Config, Limits};
use hansom_testkit::{Client, Reply, TestServer, Tiny, Watch, eventually};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream, task::JoinHandle};

pub(crate) const SOON: Duration = Duration::from_secs(10);

pub(crate) struct Scene {
    pub(crate) server: TestServer,
    pub(crate) client: Client,
    pub(crate) watch: Watch,
}

impl Scene {
    /// A command that has begun and goes on; what it answers in the end.
    pub(crate) async fn running(&self, session: &str, word: &'static str) -> JoinHandle<Reply> {
        let (client, session) = (self.client.clone(), session.to_owned());
        let running = tokio::spawn(async move { script(&client, &session, word, 0).await });
        self.watch.began().await;
        running
    }
}

pub(crate) async fn scene(limits: Limits) -> Scene {
    let tiny = Tiny::new(DriverKind::Browser);
    let watch = tiny.watch();
    let drivers: Vec<Arc<dyn Driver>> = vec![tiny.into_driver()];
    let config = Config {
        limits,
        ..Config::default()
    };
    let server = TestServer::with(config, drivers).await;
    let client = server.client();
    Scene {
        server,
        client,
        watch,
    }
}

pub(crate) async fn plain() -> Scene {
    scene(Limits::default()).await
}

pub(crate) fn tiny() -> Value {
    json!({"browserName": "tiny"})
}

pub(crate) async fn script(client: &Client, session: &str, word: &str, number: u64) -> Reply {
    let body = json!({"script": word, "args": [number]});
    client.post(&format!("{session}/execute/sync"), body).await
}

/// Waits until no session is left.
pub(crate) async fn nobody_lives(watch: &Watch) {
    eventually("the session is gone", async || {
        (watch.alive() == 0).then_some(())
    })
    .await;
}

/// A POST whose client can leave: the connection, with the request on its way.
pub(crate) async fn sent(scene: &Scene, path: &str, body: &str) -> TcpStream {
    let stream = TcpStream::connect(scene.server.address()).await;
    let mut stream = stream.expect("a server");
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// A session of a mobile driver, which has commands that do not wait in the queue.
pub(crate) async fn mobile() -> (Scene, String) {
    let tiny = Tiny::new(DriverKind::Mobile);
    let watch = tiny.watch();
    let drivers: Vec<Arc<dyn Driver>> = vec![tiny.into_driver()];
    let server = TestServer::start(drivers).await;
    let client = server.client();
    let session = client.new_session(json!({"platformName": "tiny"})).await;
    watch.began().await;
    let scene = Scene {
        server,
        client,
        watch,
    };
    (scene, session)
}
