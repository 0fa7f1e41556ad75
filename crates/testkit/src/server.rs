//! A server for a test.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use hansom_protocol::Driver;
use hansom_server::{Config, Server, StopHandle};
use tokio::task::JoinHandle;

use crate::Client;

/// A running server; stopped when dropped.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    stop: StopHandle,
    task: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts one on a free port of loopback with default settings.
    pub async fn start(drivers: Vec<Arc<dyn Driver>>) -> Self {
        Self::with(Config::default(), drivers).await
    }

    /// Starts one with settings of the test's own; where it listens is replaced by loopback unless
    /// the port is 0 already.
    pub async fn with(mut config: Config, drivers: Vec<Arc<dyn Driver>>) -> Self {
        if config.listen.iter().any(|address| address.port() != 0) {
            config.listen = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))];
        }
        let server = Server::bind(config, drivers).await.expect("a free port");
        let address = server.local_addrs()[0];
        let stop = server.stop_handle();
        let task = tokio::spawn(server.serve());
        Self {
            address,
            stop,
            task: Some(task),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A client of it.
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// What stops it.
    pub fn stop_handle(&self) -> &StopHandle {
        &self.stop
    }

    /// Waits until it has stopped.
    pub async fn stopped(mut self) {
        if let Some(task) = self.task.take() {
            task.await.expect("an orderly end");
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
