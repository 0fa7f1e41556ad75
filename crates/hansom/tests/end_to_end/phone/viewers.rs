//! Those who look at a phone's screen live, over HTTP.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};

const PICTURE: &[u8] = b"Content-Type: image/jpeg\r\n";

/// One who takes every picture as it comes.
pub(crate) struct Viewer {
    pictures: Arc<AtomicUsize>,
    /// Ends when the server ends the stream.
    pub(crate) task: JoinHandle<()>,
}

impl Viewer {
    pub(crate) fn pictures(&self) -> usize {
        self.pictures.load(Ordering::SeqCst)
    }
}

/// Asks for the stream and reads nothing yet.
pub(crate) async fn open(address: SocketAddr, session: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {session}/automation/screen HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Counts the pictures of a stream to its end.
pub(crate) fn watch(mut stream: TcpStream) -> Viewer {
    let pictures = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&pictures);
    let task = tokio::spawn(async move {
        let mut read = Vec::new();
        let mut piece = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = stream.read(&mut piece).await {
            read.extend_from_slice(&piece[..length]);
            let found = read.windows(PICTURE.len()).filter(|part| *part == PICTURE);
            counted.fetch_add(found.count(), Ordering::SeqCst);
            // A mark may be cut in two by the end of what was read.
            let rest = read.len().saturating_sub(PICTURE.len() - 1);
            read.drain(..rest);
        }
    });
    Viewer { pictures, task }
}
