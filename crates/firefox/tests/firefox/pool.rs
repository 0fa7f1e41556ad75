//! Browsers started ahead.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use hansom_firefox::{Firefox, Launch, Pool};
use serde_json::Map;

use crate::common::{firefox, launch, looks, state};

/// Asks until one is warm.
async fn take(pool: &Pool, wanted: &Launch) -> Firefox {
    let taken = async {
        let mut looks = looks();
        loop {
            if let Some(firefox) = pool.take(wanted).await {
                return firefox;
            }
            looks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(3), taken)
        .await
        .expect("one gets warm")
}

#[tokio::test]
async fn a_warm_one_opens_its_session_at_once_and_is_replaced_when_it_dies() {
    let state = state();
    // Makes the template, so that warming up is quick.
    firefox(launch(), &state).await.kill().await;
    let began = Instant::now();
    firefox(launch(), &state).await.kill().await;
    let cold = began.elapsed();
    let pool = Pool::new(launch(), 1, Arc::clone(&state));

    let mut first = take(&pool, &launch()).await;
    let began = Instant::now();
    first.new_session(&Map::new()).await.unwrap();
    let took = began.elapsed();
    // Measured against a start on this machine as it is now, which may be busy.
    assert!(took < cold / 2, "{took:?} of {cold:?}");
    let old = first.pid();
    first.kill().await;

    let second = take(&pool, &launch()).await;
    assert_ne!(second.pid(), old);
    let other = Launch {
        click_timeout: 1,
        ..launch()
    };
    assert!(pool.take(&other).await.is_none());
    second.kill().await;
}
