//! What was made ahead and waits to be taken: one task owns it all, makes more when there are too
//! few, replaces what dies while it waits, and ends with the [`Warm`].

use std::{fmt, sync::Arc, time::Duration};

use futures_util::future::{BoxFuture, select_all};
use tokio::sync::{mpsc, oneshot};

/// After a start that failed, how long until the next try, unless somebody asks before.
const AGAIN: Duration = Duration::from_secs(30);

/// Something that can die while it waits.
pub trait Mortal: Send + Sync + 'static {
    /// Waits for its end. Cancel safe.
    fn dead(&self) -> BoxFuture<'_, ()>;
}

/// Makes one.
type Maker<T> = Arc<dyn Fn() -> BoxFuture<'static, Option<T>> + Send + Sync>;

/// A stock of warm ones. Each is given away once and never comes back.
pub struct Warm<T> {
    asks: mpsc::Sender<oneshot::Sender<T>>,
}

impl<T> fmt::Debug for Warm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Warm").finish_non_exhaustive()
    }
}

impl<T: Mortal> Warm<T> {
    /// Begins to make `size` of them, one after the other. `maker` says by itself why it failed.
    /// Must be called within a runtime.
    pub fn new(
        size: usize,
        maker: impl Fn() -> BoxFuture<'static, Option<T>> + Send + Sync + 'static,
    ) -> Self {
        let (asks, asked) = mpsc::channel(size.max(1));
        let keeper = Keeper {
            maker: Arc::new(maker),
            size,
            warm: Vec::new(),
        };
        tokio::spawn(keeper.run(asked));
        Self { asks }
    }

    /// The one that has waited longest; `None` when none is warm.
    pub async fn take(&self) -> Option<T> {
        let (tell, told) = oneshot::channel();
        self.asks.send(tell).await.ok()?;
        told.await.ok()
    }
}

/// Owns the stock.
struct Keeper<T> {
    maker: Maker<T>,
    size: usize,
    warm: Vec<T>,
}

impl<T: Mortal> Keeper<T> {
    async fn run(mut self, mut asked: mpsc::Receiver<oneshot::Sender<T>>) {
        let mut start: Option<BoxFuture<'static, Option<T>>> = None;
        let mut rest = None;
        loop {
            if start.is_none() && rest.is_none() && self.warm.len() < self.size {
                start = Some((self.maker)());
            }
            tokio::select! {
                ask = asked.recv() => {
                    let Some(ask) = ask else {
                        return;
                    };
                    rest = None;
                    // Whoever asked may be gone: then it stays.
                    if !self.warm.is_empty() && let Err(unwanted) = ask.send(self.warm.remove(0)) {
                        self.warm.insert(0, unwanted);
                    }
                }
                started = under_way(&mut start) => {
                    start = None;
                    match started {
                        Some(one) => self.warm.push(one),
                        None => rest = Some(Box::pin(tokio::time::sleep(AGAIN))),
                    }
                }
                dead = first_death(&self.warm) => {
                    drop(self.warm.remove(dead));
                    tracing::info!("one that was started ahead died and is replaced");
                }
                () = over(&mut rest) => rest = None,
            }
        }
    }
}

async fn under_way<T>(work: &mut Option<BoxFuture<'static, T>>) -> T {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

async fn over(rest: &mut Option<std::pin::Pin<Box<tokio::time::Sleep>>>) {
    match rest {
        Some(rest) => rest.as_mut().await,
        None => std::future::pending().await,
    }
}

/// The place of the first that dies.
async fn first_death<T: Mortal>(warm: &[T]) -> usize {
    if warm.is_empty() {
        return std::future::pending().await;
    }
    select_all(warm.iter().map(Mortal::dead)).await.1
}
