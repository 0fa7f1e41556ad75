//! A driver whose sessions do as they are told.
//!
//! It takes `browserName: tiny` (or `platformName: tiny` as a mobile driver). Every command answers
//! with what it was given, `{"command", "vars", "body"}`, and with the length of an addon that came
//! through its inlet (`upload`). `executeScript` is the remote control: its
//! `script` is one word, its first argument a number:
//!
//! | script | does |
//! |---|---|
//! | `delay` | answers after so many milliseconds |
//! | `hang` | never answers |
//! | `hold` | answers when the test says so |
//! | `die` | answers, then the session dies |
//! | `end` | fails with an error that ends the session |
//! | `fail` | fails with `no such element` |
//! | `panic` | panics |
//! | `big` | answers a string of so many characters, in pieces |
//! | `drip` | answers a string of so many characters, one whenever the test says so |
//!
//! The capability `tiny:start` makes the start itself `fail`, `hang` or `panic`; `tiny:close` makes
//! the close `hang`.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hansom_protocol::{
    Answer, BidiEndpoint, Command, Driver, DriverKind, EndReason, Error, ErrorCode, Inlet, Live,
    NewSession, Request, Session, Started, Upload,
};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;

/// The driver.
#[derive(Debug, Clone)]
pub struct Tiny {
    kind: DriverKind,
    idle_timeout: Option<Duration>,
    bidi: Option<BidiEndpoint>,
    watch: Watch,
}

/// What a test sees of the driver's sessions.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    alive: Arc<AtomicUsize>,
    running: Arc<AtomicUsize>,
    most_running: Arc<AtomicUsize>,
    executed: Arc<AtomicUsize>,
    started: Arc<Notify>,
    released: Arc<Notify>,
    streams: Arc<AtomicUsize>,
}

impl Watch {
    /// Sessions that were started (or are just starting) and not yet dropped.
    pub fn alive(&self) -> usize {
        self.alive.load(Ordering::SeqCst)
    }

    /// Commands that ran to their end.
    pub fn executed(&self) -> usize {
        self.executed.load(Ordering::SeqCst)
    }

    /// The largest number of commands that ran at a time, in all sessions together.
    pub fn most_running(&self) -> usize {
        self.most_running.load(Ordering::SeqCst)
    }

    /// Waits until a command or a start begins; one that began since the last call counts.
    pub async fn began(&self) {
        self.started.notified().await;
    }

    /// Answers that drip and are not yet dropped.
    pub fn streams(&self) -> usize {
        self.streams.load(Ordering::SeqCst)
    }

    /// Lets a command that holds answer, or an answer drip.
    pub fn release(&self) {
        self.released.notify_one();
    }
}

impl Tiny {
    /// A driver of a kind.
    pub fn new(kind: DriverKind) -> Self {
        Self {
            kind,
            idle_timeout: None,
            bidi: None,
            watch: Watch::default(),
        }
    }

    /// With a default for the idle time.
    #[must_use]
    pub fn idle_timeout(mut self, limit: Duration) -> Self {
        self.idle_timeout = Some(limit);
        self
    }

    /// With a BiDi socket in every session.
    #[must_use]
    pub fn bidi(mut self, endpoint: BidiEndpoint) -> Self {
        self.bidi = Some(endpoint);
        self
    }

    /// The view for the test.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// The driver as a server takes it.
    pub fn into_driver(self) -> Arc<dyn Driver> {
        Arc::new(self)
    }
}

#[async_trait]
impl Driver for Tiny {
    fn kind(&self) -> DriverKind {
        self.kind
    }

    fn matches(&self, candidate: &Map<String, Value>) -> Result<Option<Map<String, Value>>, Error> {
        let key = match self.kind {
            DriverKind::Browser => "browserName",
            DriverKind::Mobile => "platformName",
        };
        let mine = candidate.get(key).and_then(Value::as_str) == Some("tiny");
        Ok(mine.then(|| candidate.clone()))
    }

    async fn start(&self, request: NewSession) -> Result<Started, Error> {
        let alive = Counted::new(&self.watch.alive);
        request.phases.reached("found");
        self.watch.started.notify_one();
        let text = |name: &str| request.capabilities.get(name).and_then(Value::as_str);
        match text("tiny:start") {
            Some("hang") => std::future::pending().await,
            Some("panic") => panic!("told to panic"),
            Some("fail") => {
                return Err(Error::new(
                    ErrorCode::SessionNotCreated,
                    "told to fail. Tell it otherwise.",
                ));
            }
            _ => {}
        }
        request.phases.reached("ready");
        let mut capabilities = request.capabilities.clone();
        if let Some(endpoint) = &self.bidi {
            let url = format!("ws://{}{}", endpoint.address, endpoint.path);
            capabilities.insert("webSocketUrl".into(), url.into());
        }
        let session = TinySession {
            death: Arc::new(Notify::new()),
            close_hangs: text("tiny:close") == Some("hang"),
            watch: self.watch.clone(),
            _alive: alive,
        };
        Ok(Started {
            capabilities,
            session: Box::new(session),
            live: Arc::new(TinyLive {
                bidi: self.bidi.clone(),
            }),
        })
    }

    fn default_idle_timeout(&self) -> Option<Duration> {
        self.idle_timeout
    }

    fn execute_methods(&self) -> Value {
        json!({ "tiny: nothing": { "command": "nothing" } })
    }
}

/// Counts itself while it lives.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(counter: &Arc<AtomicUsize>) -> Self {
        counter.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(counter))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

struct TinySession {
    death: Arc<Notify>,
    close_hangs: bool,
    watch: Watch,
    _alive: Counted,
}

#[async_trait]
impl Session for TinySession {
    async fn execute(&mut self, request: Request) -> Result<Answer, Error> {
        let _running = Counted::new(&self.watch.running);
        let now = self.watch.running.load(Ordering::SeqCst);
        self.watch.most_running.fetch_max(now, Ordering::SeqCst);
        self.watch.started.notify_one();
        let outcome = self.obey(&request).await;
        self.watch.executed.fetch_add(1, Ordering::SeqCst);
        outcome
    }

    async fn died(&mut self) -> Error {
        self.death.notified().await;
        // Told for good: whoever asks again gets the same answer.
        self.death.notify_one();
        Error::unknown("the tiny session died.")
    }

    async fn close(self: Box<Self>, _: EndReason) {
        if self.close_hangs {
            std::future::pending::<()>().await;
        }
    }
}

impl TinySession {
    async fn obey(&mut self, request: &Request) -> Result<Answer, Error> {
        if request.command != Command::ExecuteScript {
            return Ok(echo(request));
        }
        let script: String = request.params.required("script")?;
        let args: Vec<u64> = request.params.required("args")?;
        let number = args.first().copied().unwrap_or_default();
        match script.as_str() {
            "delay" => tokio::time::sleep(Duration::from_millis(number)).await,
            "hang" => std::future::pending().await,
            "hold" => self.watch.released.notified().await,
            "die" => self.death.notify_one(),
            "end" => return Err(Error::unknown("told to end.").ending_session()),
            "fail" => {
                return Err(Error::new(ErrorCode::NoSuchElement, "told to fail."));
            }
            "panic" => panic!("told to panic"),
            "big" => return Ok(big(number)),
            "drip" => return Ok(drip(number, Counted::new(&self.watch.streams), &self.watch)),
            _ => {}
        }
        Ok(echo(request))
    }
}

fn echo(request: &Request) -> Answer {
    let body: Value = serde_json::from_slice(&request.params.text()).unwrap_or_default();
    let upload = request.upload.as_deref().map(|upload| match upload {
        Ok(upload) => json!(upload.path()),
        Err(error) => json!(error.message),
    });
    Answer::value(json!({ "command": request.command.name(), "body": body, "upload": upload }))
}

/// A string of so many characters, streamed.
fn big(characters: u64) -> Answer {
    const PIECE: u64 = 64 * 1024;
    let quote = || stream::iter([Ok(Bytes::from_static(b"\""))]);
    let pieces = (0..characters.div_ceil(PIECE)).map(move |nth| {
        let length = PIECE.min(characters - nth * PIECE);
        Ok(Bytes::from(vec![
            b'x';
            usize::try_from(length).unwrap_or_default()
        ]))
    });
    let all = quote().chain(stream::iter(pieces)).chain(quote());
    Answer::stream(all.boxed(), Some(characters + 2))
}

/// A string of so many characters that is still being made.
fn drip(characters: u64, alive: Counted, watch: &Watch) -> Answer {
    let quote = || stream::iter([Ok(Bytes::from_static(b"\""))]);
    let released = Arc::clone(&watch.released);
    let state = (characters, released, alive);
    let drops = stream::unfold(state, |(left, released, alive)| async move {
        let left = left.checked_sub(1)?;
        released.notified().await;
        Some((Ok(Bytes::from_static(b"x")), (left, released, alive)))
    });
    Answer::stream(quote().chain(drops).chain(quote()).boxed(), None)
}

/// Counts what it takes in.
struct Counter(usize);

impl Inlet for Counter {
    fn take(&mut self, piece: &[u8]) {
        self.0 += piece.len();
    }

    fn finish(self: Box<Self>) -> Result<Upload, Error> {
        Ok(Upload::new(self.0.to_string().into(), ()))
    }
}

struct TinyLive {
    bidi: Option<BidiEndpoint>,
}

#[async_trait]
impl Live for TinyLive {
    async fn aside(&self, request: Request) -> Result<Answer, Error> {
        if request.command == Command::WatchScreen {
            let pictures = stream::repeat_with(|| Ok(Bytes::from_static(b"--picture\r\n")));
            let pictures = pictures.then(|piece| async {
                tokio::time::sleep(Duration::from_millis(5)).await;
                piece
            });
            return Ok(Answer::raw("multipart/x-mixed-replace", pictures.boxed()));
        }
        Ok(echo(&request))
    }

    fn inlet(&self, command: Command) -> Option<Box<dyn Inlet>> {
        (command == Command::InstallAddon).then(|| Box::new(Counter(0)) as _)
    }

    fn bidi(&self) -> Option<BidiEndpoint> {
        self.bidi.clone()
    }
}
