//! The picture port: MJPEG to whoever connects, all from one capture.

use std::{io, sync::Arc};

use hansom_device::FrameHub;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::agent::State;

const HEAD: &str = "HTTP/1.0 200 OK\r\nServer: WDA MJPEG Server\r\nConnection: close\r\n\
    Cache-Control: no-cache\r\n\
    Content-Type: multipart/x-mixed-replace; boundary=--BoundaryString\r\n\r\n";

/// Serves pictures until the listener fails.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let hub = FrameHub::of_device(Arc::clone(&state.device));
    let mut viewers = JoinSet::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "the picture port failed");
                return;
            }
        };
        while viewers.try_join_next().is_some() {}
        let (hub, state) = (Arc::clone(&hub), Arc::clone(&state));
        viewers.spawn(async move {
            if let Err(error) = view(stream, &hub, &state).await {
                tracing::debug!(%error, "a viewer left");
            }
        });
    }
}

async fn view(mut stream: TcpStream, hub: &Arc<FrameHub>, state: &State) -> io::Result<()> {
    stream.set_nodelay(true)?;
    // Nothing is captured for a client that has not asked yet.
    let mut first = [0; 1024];
    if stream.read(&mut first).await? == 0 {
        return Ok(());
    }
    stream.write_all(HEAD.as_bytes()).await?;
    let mut frames = hub.listen(state.settings.read().await.frames());
    loop {
        // The newest only: a slow viewer misses frames instead of falling behind.
        let frame = frames.newest().await.map_err(io::Error::other)?;
        let part = format!(
            "--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
            frame.jpeg.len()
        );
        stream.write_all(part.as_bytes()).await?;
        stream.write_all(&frame.jpeg).await?;
        stream.write_all(b"\r\n\r\n").await?;
    }
}
