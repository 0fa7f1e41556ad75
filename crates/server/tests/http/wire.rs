//! A server, and bytes sent to it as they stand.

use std::{sync::Arc, time::Duration};

use hansom_protocol::{Driver, DriverKind};
use hansom_server::{Config, Limits};
use hansom_testkit::{TestServer, Tiny};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

pub(crate) const SOON: Duration = Duration::from_secs(10);

pub(crate) fn tiny() -> Vec<Arc<dyn Driver>> {
    vec![Tiny::new(DriverKind::Browser).into_driver()]
}

pub(crate) fn limited(limits: Limits) -> Config {
    Config {
        limits,
        ..Config::default()
    }
}

/// Sends bytes as they stand and reads until the server closes.
pub(crate) async fn raw(server: &TestServer, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address())
        .await
        .expect("a server");
    stream.write_all(bytes).await.expect("sent");
    let mut text = Vec::new();
    let read = timeout(SOON, stream.read_to_end(&mut text)).await;
    read.expect("the server closes").expect("an answer");
    String::from_utf8_lossy(&text).into_owned()
}
