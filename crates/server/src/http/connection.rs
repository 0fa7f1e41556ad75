//! One connection: HTTP/1.1 with keep-alive, upgrades, and an orderly end when the server stops.

use std::{convert::Infallible, pin::pin, sync::Arc};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Clock, clock::Clocked};
use crate::app::App;

/// Serves a connection until it ends, or until its current answer is out once the
/// server stops.
pub(crate) async fn serve(
    app: Arc<App>,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) {
    let (closing, cut) = (app.closing.clone(), app.cut.clone());
    let clock = Clock::start(&app.config.limits);
    let io = TokioIo::new(Clocked::new(stream, Arc::clone(&clock)));
    let service = service_fn(move |request| {
        let app = Arc::clone(&app);
        let busy = clock.busy();
        async move { Ok::<_, Infallible>(app.answer(request, busy).await) }
    });
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .serve_connection(io, service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let outcome = tokio::select! {
        biased;
        outcome = connection.as_mut() => outcome,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                outcome = connection => outcome,
                () = cut.cancelled() => return,
            }
        }
    };
    if let Err(error) = outcome {
        // Clients go away in many ways, none of them ours to complain about.
        tracing::debug!(%error, "connection ended");
    }
}
