//! The two framings: usbmuxd's (sixteen bytes, little endian) and lockdown's (length, big endian).

use std::io;

use plist::{Dictionary, Value};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// A connection to or from a device.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A property list of a few members.
pub(super) fn dict<const N: usize>(members: [(&str, Value); N]) -> Dictionary {
    members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The text of a member.
pub(super) fn text(message: &Dictionary, name: &str) -> String {
    let value = message.get(name).and_then(Value::as_string);
    value.unwrap_or_default().to_owned()
}

fn xml(message: Dictionary) -> Vec<u8> {
    let mut bytes = Vec::new();
    Value::Dictionary(message)
        .to_writer_xml(&mut bytes)
        .expect("property lists can be written");
    bytes
}

/// A message to usbmuxd and its tag.
pub(super) async fn read_packet(stream: &mut dyn Stream) -> io::Result<(Dictionary, u32)> {
    let length = stream.read_u32_le().await?;
    let (_version, _kind) = (stream.read_u32_le().await?, stream.read_u32_le().await?);
    let tag = stream.read_u32_le().await?;
    let mut bytes = vec![0; length as usize - 16];
    stream.read_exact(&mut bytes).await?;
    let message = plist::from_bytes(&bytes).map_err(io::Error::other)?;
    Ok((message, tag))
}

/// An answer or an event of usbmuxd.
pub(super) async fn write_packet(
    stream: &mut dyn Stream,
    tag: u32,
    message: Dictionary,
) -> io::Result<()> {
    let bytes = xml(message);
    let length = u32::try_from(bytes.len() + 16).map_err(io::Error::other)?;
    let mut packet = Vec::new();
    for word in [length, 1, 8, tag] {
        packet.extend(word.to_le_bytes());
    }
    packet.extend(bytes);
    stream.write_all(&packet).await
}

/// A message to a service.
pub(super) async fn read_plist(stream: &mut dyn Stream) -> io::Result<Dictionary> {
    let length = stream.read_u32().await?;
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes).await?;
    plist::from_bytes(&bytes).map_err(io::Error::other)
}

/// A service's answer.
pub(super) async fn write_plist(stream: &mut dyn Stream, message: Dictionary) -> io::Result<()> {
    let bytes = xml(message);
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    stream.write_all(&length.to_be_bytes()).await?;
    stream.write_all(&bytes).await?;
    stream.flush().await
}
