//! An agent that answers what a test tells it to, or breaks in the way a test wants.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use hansom_apple::{
    AppleDevice, AppleError, ConnectOptions, HostTools,
    agent::{Dial, TcpDial, Timeouts},
    connect,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
};
use tokio_util::sync::CancellationToken;

/// How the agent answers one request.
#[derive(Clone, Debug)]
pub(crate) enum Manner {
    /// With a value.
    Value(&'static str),
    /// With an error of its own.
    Error(u16, &'static str, &'static str),
    /// By closing the connection.
    Cut,
    /// With half a body.
    Half,
    /// With something that is not JSON.
    Garbage,
    /// Never.
    Silence,
    /// With this status and nothing else.
    Status(u16),
}

/// A fake agent: rules by path suffix, and a record of what was asked.
#[derive(Clone)]
pub(crate) struct FakeAgent {
    pub(crate) address: SocketAddr,
    rules: Arc<Mutex<Vec<(&'static str, Manner)>>>,
    asked: Arc<Mutex<Vec<String>>>,
    body: Arc<Mutex<String>>,
    connections: Arc<AtomicUsize>,
    news: Arc<Notify>,
    stop: CancellationToken,
}

impl FakeAgent {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let agent = Self {
            address: listener.local_addr().unwrap(),
            rules: Arc::default(),
            asked: Arc::default(),
            body: Arc::default(),
            connections: Arc::default(),
            news: Arc::default(),
            stop: CancellationToken::new(),
        };
        agent.on("/status", Manner::Value(r#"{"ready":true,"os":{"name":"iOS","version":"17.5","sdkVersion":"17.5"},"device":"iphone"}"#));
        agent.on(
            "POST /session",
            Manner::Value(r#"{"sessionId":"S","capabilities":{}}"#),
        );
        agent.on(
            "/wda/device/info",
            Manner::Value(r#"{"name":"fake","model":"m","uuid":"U","isSimulator":false}"#),
        );
        let served = agent.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = served.stop.cancelled() => return,
                    accepted = listener.accept() => {
                        let (stream, _) = accepted.unwrap();
                        served.connections.fetch_add(1, Ordering::Relaxed);
                        let agent = served.clone();
                        tokio::spawn(async move {
                            tokio::select! {
                                () = agent.stop.cancelled() => {}
                                () = agent.converse(stream) => {}
                            }
                        });
                    }
                }
            }
        });
        agent
    }

    /// Answers requests whose line ends so in this manner; the latest rule wins.
    pub(crate) fn on(&self, suffix: &'static str, manner: Manner) {
        self.rules.lock().unwrap().insert(0, (suffix, manner));
    }

    /// Method and path of every request since the last call.
    pub(crate) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// Waits until somebody asks for something that ends so.
    pub(crate) async fn until_asked(&self, suffix: &str) {
        let asked = async {
            loop {
                let news = self.news.notified();
                if self
                    .asked
                    .lock()
                    .unwrap()
                    .iter()
                    .any(|line| line.ends_with(suffix))
                {
                    return;
                }
                news.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), asked)
            .await
            .unwrap();
    }

    /// The body of the request before.
    pub(crate) fn last_body(&self) -> String {
        self.body.lock().unwrap().clone()
    }

    /// How many connections were made.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Stops listening and closes every connection.
    pub(crate) fn die(&self) {
        self.stop.cancel();
    }

    async fn converse(&self, mut stream: TcpStream) {
        let mut buffer = Vec::new();
        while let Some((line, body)) = request(&mut stream, &mut buffer).await {
            self.asked.lock().unwrap().push(line.clone());
            *self.body.lock().unwrap() = body;
            self.news.notify_one();
            let manner = self
                .rules
                .lock()
                .unwrap()
                .iter()
                .find(|(suffix, _)| line.ends_with(suffix))
                .map(|(_, m)| m.clone());
            if !answer(&mut stream, manner.unwrap_or(Manner::Value("null"))).await {
                return;
            }
        }
    }

    /// A device on this agent.
    pub(crate) async fn connect(&self, limit: Duration) -> Result<AppleDevice, AppleError> {
        self.connect_with(limit, HostTools::None).await
    }

    /// A device that waits long for all answers but that to one command, for which it waits 300 ms.
    pub(crate) async fn impatient_with(&self, command: &str) -> AppleDevice {
        let mut options = self.options(Duration::from_secs(20), HostTools::None);
        let limit = Duration::from_millis(300);
        options.timeouts.by_command.insert(command.into(), limit);
        connect(options).await.unwrap()
    }

    pub(crate) async fn connect_with(
        &self,
        limit: Duration,
        host: HostTools,
    ) -> Result<AppleDevice, AppleError> {
        let options = self.options(limit, host);
        connect(options).await
    }

    /// How to connect to this agent; a test may change it.
    pub(crate) fn options(&self, limit: Duration, host: HostTools) -> ConnectOptions {
        let dial = TcpDial::new(&format!("http://{}", self.address), 1).unwrap();
        Self::options_by(Arc::new(dial), limit, host)
    }

    /// A device on the agent at the other end of a dial.
    pub(crate) async fn connect_by(
        dial: Arc<dyn Dial>,
        limit: Duration,
        host: HostTools,
    ) -> Result<AppleDevice, AppleError> {
        connect(Self::options_by(dial, limit, host)).await
    }

    fn options_by(dial: Arc<dyn Dial>, limit: Duration, host: HostTools) -> ConnectOptions {
        ConnectOptions {
            launch_timeout: limit,
            ..ConnectOptions::new(dial, host, Timeouts::all(limit))
        }
    }
}

/// Reads one request: its method and path, and its body; nothing at the end of the connection.
async fn request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<(String, String)> {
    let head = loop {
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8_lossy(&buffer[..head]).into_owned();
    let length: usize = text
        .lines()
        .find_map(|line| {
            line.to_ascii_lowercase()
                .strip_prefix("content-length:")?
                .trim()
                .parse()
                .ok()
        })
        .unwrap_or(0);
    while buffer.len() < head + 4 + length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    let body = String::from_utf8_lossy(&buffer[head + 4..head + 4 + length]).into_owned();
    buffer.drain(..head + 4 + length);
    let mut words = text.lines().next()?.split(' ');
    Some((format!("{} {}", words.next()?, words.next()?), body))
}

/// Whether the connection goes on.
async fn answer(stream: &mut TcpStream, manner: Manner) -> bool {
    let (status, body) = match manner {
        Manner::Value(value) => (200, format!(r#"{{"value":{value},"sessionId":"S"}}"#)),
        Manner::Error(status, code, message) => (
            status,
            format!(
                r#"{{"value":{{"error":"{code}","message":"{message}","traceback":""}},"sessionId":"S"}}"#
            ),
        ),
        Manner::Garbage => (200, "<html>not an agent</html>".to_owned()),
        Manner::Half => {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"value\":";
            let _ = stream.write_all(head.as_bytes()).await; // The client may be gone already.
            return false;
        }
        Manner::Cut => return false,
        Manner::Silence => std::future::pending().await,
        Manner::Status(status) => (status, String::new()),
    };
    let text = format!(
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.is_ok()
}
