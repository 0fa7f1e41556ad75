//! Words for the log while something takes its time, so that nobody believes the server hangs.

use std::time::{Duration, Instant};

/// What people begin to wonder about.
const NOTICEABLE: Duration = Duration::from_secs(1);

/// Waits for `work`; says in the log what it is when it takes longer than a second, and when it is
/// done. Cancel safe if the work is.
pub async fn narrate<T>(what: &str, work: impl Future<Output = T>) -> T {
    let began = Instant::now();
    // Boxed, because pinned in place it would be in this future twice.
    let mut work = Box::pin(work);
    if let Ok(done) = tokio::time::timeout(NOTICEABLE, &mut work).await {
        return done;
    }
    tracing::info!("{what} takes a while");
    let done = work.await;
    tracing::info!(ms = began.elapsed().as_millis(), "{what} is over");
    done
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    #[derive(Clone, Default)]
    struct Words(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Words {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Words {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    fn said_while(takes: Duration) -> String {
        let words = Words::default();
        let log = tracing_subscriber::fmt()
            .with_writer(words.clone())
            .finish();
        tracing::subscriber::with_default(log, || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build()
                .unwrap();
            let nap = async { tokio::time::sleep(takes).await };
            runtime.block_on(narrate("the nap", nap));
        });
        String::from_utf8(words.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn only_what_takes_longer_than_a_second_is_told() {
        assert_eq!(said_while(Duration::from_millis(900)), "");
        let said = said_while(Duration::from_millis(1100));
        assert!(said.contains("the nap takes a while"), "{said}");
        assert!(said.contains("the nap is over"), "{said}");
    }
}
