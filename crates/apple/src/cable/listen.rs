//! Plugged and unplugged, as usbmuxd tells it.
//!
//! The daemon's framing is sixteen bytes (length, version, kind, tag; little endian) and a property
//! list. Hand-written for this one message: the crate's stream of events cannot move between threads.

use std::io;

use futures_util::{FutureExt, future::BoxFuture};
use idevice::{IdeviceError, usbmuxd::RawPacket};
use plist::{Dictionary, Value};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

use super::{Cable, CableError, Muxer};

const XML: u32 = 1;
const PLIST: u32 = 8;
/// No event of the daemon is larger.
const MAX_EVENT: usize = 1 << 20;

/// Ends when the device is unplugged.
pub(super) type Listening = BoxFuture<'static, Result<(), CableError>>;

impl Cable {
    /// Waits until the device is unplugged, or usbmuxd is gone, and says which. Cancel safe: the next
    /// who waits goes on listening where this one stopped.
    pub async fn unplugged(&self) -> CableError {
        let mut slot = self.listening_slot().lock().await;
        let listening = slot.get_or_insert_with(|| {
            let listening = detached(self.muxer().clone(), self.number());
            listening.boxed()
        });
        let outcome = listening.await;
        *slot = None;
        match outcome {
            Ok(()) => CableError::Unplugged {
                udid: self.udid().to_owned(),
            },
            Err(error) => error,
        }
    }
}

/// Listens until the device of a number goes.
async fn detached(muxer: Muxer, number: u32) -> Result<(), CableError> {
    let gone = |error: io::Error| muxer.unreachable(&IdeviceError::Socket(error));
    let mut socket = muxer
        .address
        .to_socket()
        .await
        .map_err(|error| muxer.unreachable(&error))?;
    let mut request = Dictionary::new();
    request.insert("MessageType".into(), "Listen".into());
    request.insert("ClientVersionString".into(), "hansom".into());
    request.insert("kLibUSBMuxVersion".into(), 3.into());
    let packet: Vec<u8> = RawPacket::new(request, XML, PLIST, number).into();
    socket.write_all(&packet).await.map_err(gone)?;
    // It may have gone before anybody listened.
    let attached = muxer.attached().await?;
    if !attached.iter().any(|one| one.number == number) {
        return Ok(());
    }
    loop {
        let event = event(&mut socket).await.map_err(gone)?;
        let text = |name: &str| event.get(name).and_then(Value::as_string);
        let device = event.get("DeviceID").and_then(Value::as_unsigned_integer);
        if text("MessageType") == Some("Detached") && device == Some(number.into()) {
            return Ok(());
        }
    }
}

async fn event(socket: &mut (impl AsyncRead + Unpin)) -> io::Result<Dictionary> {
    let length = socket.read_u32_le().await? as usize;
    let mut rest = [0; 12];
    socket.read_exact(&mut rest).await?;
    let body = length.checked_sub(16).filter(|body| *body <= MAX_EVENT);
    let mut bytes =
        vec![0; body.ok_or_else(|| io::Error::other("an event of no sensible length"))?];
    socket.read_exact(&mut bytes).await?;
    plist::from_bytes(&bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lengths_that_make_no_sense_are_refused() {
        for length in [0_u32, 15, u32::MAX] {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend([0; 12]);
            let error = event(&mut bytes.as_slice()).await.unwrap_err();
            assert!(error.to_string().contains("length"), "{error}");
        }
    }
}
