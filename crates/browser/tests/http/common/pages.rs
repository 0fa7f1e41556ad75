//! Pages for a test, served from memory.

use std::{collections::HashMap, convert::Infallible, sync::Arc};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Response, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, sync::Notify};

/// A server of pages; ends with the test.
pub(crate) struct Pages {
    base: String,
    signal: Arc<Notify>,
}

impl Pages {
    /// Serves pages by path. What has the type `download` is offered as a file.
    pub(crate) async fn serve(pages: &[(&str, &'static str, Bytes)]) -> Self {
        let pages: HashMap<String, (&'static str, Bytes)> = pages
            .iter()
            .map(|(path, kind, body)| ((*path).to_owned(), (*kind, body.clone())))
            .collect();
        let pages = Arc::new(pages);
        let signal = Arc::new(Notify::new());
        let heard = Arc::clone(&signal);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (pages, heard) = (Arc::clone(&pages), Arc::clone(&heard));
                tokio::spawn(async move {
                    let answer = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
                        if request.uri().path() == "/signal" {
                            heard.notify_one();
                        }
                        let page = pages.get(request.uri().path()).cloned();
                        async move { Ok::<_, Infallible>(response(page)) }
                    });
                    let connection = hyper::server::conn::http1::Builder::new();
                    // A browser may go away in the middle; that is its business.
                    let _ = connection
                        .serve_connection(TokioIo::new(stream), answer)
                        .await;
                });
            }
        });
        Self { base, signal }
    }

    /// One page of HTML at `/`.
    pub(crate) async fn page(html: &str) -> Self {
        Self::serve(&[("/", "text/html", Bytes::from(html.to_owned()))]).await
    }

    /// Waits until a page has asked for `/signal`.
    pub(crate) async fn signalled(&self) {
        self.signal.notified().await;
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

fn response(page: Option<(&'static str, Bytes)>) -> Response<Full<Bytes>> {
    let builder = Response::builder();
    let (builder, body) = match page {
        Some(("download", body)) => (
            builder
                .header("content-type", "application/octet-stream")
                .header("content-disposition", "attachment"),
            body,
        ),
        Some((kind, body)) => (
            builder.header("content-type", format!("{kind}; charset=utf-8")),
            body,
        ),
        None => (builder.status(404), Bytes::new()),
    };
    builder.body(Full::new(body)).unwrap()
}
