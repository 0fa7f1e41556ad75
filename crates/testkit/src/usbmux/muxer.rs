//! The daemon itself: lists, listens, connects.

use std::{
    collections::BTreeMap,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use plist::{Dictionary, Value};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::broadcast,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    FakeDevice, Trust, lockdown,
    wire::{Stream, dict, read_packet, text, write_packet},
};

const BAD_DEVICE: u32 = 2;
const REFUSED: u32 = 3;

/// A usbmuxd on a port of loopback; gone when dropped.
pub struct FakeMuxer {
    address: SocketAddr,
    shared: Arc<Shared>,
    _stop: DropGuard,
}

struct Shared {
    devices: Mutex<BTreeMap<u32, Arc<FakeDevice>>>,
    events: broadcast::Sender<Dictionary>,
}

impl FakeMuxer {
    /// With these devices, numbered from 1.
    pub async fn start(devices: impl IntoIterator<Item = FakeDevice>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let numbered = (1..).zip(devices.into_iter().map(Arc::new)).collect();
        let shared = Arc::new(Shared {
            devices: Mutex::new(numbered),
            events: broadcast::Sender::new(16),
        });
        let stop = CancellationToken::new();
        let muxer = Self {
            address: listener.local_addr().expect("it is bound"),
            shared: Arc::clone(&shared),
            _stop: stop.clone().drop_guard(),
        };
        tokio::spawn(stop.clone().run_until_cancelled_owned(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let serve = Arc::clone(&shared).converse(Box::new(stream));
                let stop = stop.clone();
                // A client that hangs up in the middle is no concern of the daemon's.
                tokio::spawn(async move { stop.run_until_cancelled(serve).await });
            }
        }));
        muxer
    }

    /// For `USBMUXD_SOCKET_ADDRESS`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Pulls the cable: connections break, listeners are told.
    pub fn unplug(&self, udid: &str) {
        let mut devices = self.shared.devices();
        let number = devices
            .iter()
            .find(|(_, device)| device.udid == udid)
            .map(|(number, _)| *number)
            .expect("the device is attached");
        let device = devices.remove(&number).expect("it was just found");
        drop(devices);
        device.unplugged.cancel();
        let event = dict([
            ("MessageType", "Detached".into()),
            ("DeviceID", number.into()),
        ]);
        // Nobody may be listening.
        let _ = self.shared.events.send(event);
    }
}

impl Shared {
    fn devices(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<FakeDevice>>> {
        self.devices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every device as an event tells it.
    fn present(&self) -> Vec<Dictionary> {
        let all = self.devices();
        all.iter()
            .map(|(number, device)| device.describe(*number))
            .collect()
    }

    async fn converse(self: Arc<Self>, mut stream: Box<dyn Stream>) -> io::Result<()> {
        loop {
            let (request, tag) = read_packet(&mut *stream).await?;
            match text(&request, "MessageType").as_str() {
                "ListDevices" => {
                    let list = self.present().into_iter().map(Value::Dictionary).collect();
                    let answer = dict([("DeviceList", Value::Array(list))]);
                    write_packet(&mut *stream, tag, answer).await?;
                }
                "ReadPairRecord" => {
                    let answer = self.pair_record(&text(&request, "PairRecordID"));
                    write_packet(&mut *stream, tag, answer).await?;
                }
                "Listen" => return self.tell_events(stream, tag).await,
                "Connect" => return self.connect(stream, tag, &request).await,
                _ => write_packet(&mut *stream, tag, result(1)).await?,
            }
        }
    }

    fn pair_record(&self, udid: &str) -> Dictionary {
        let all = self.devices();
        match all.values().find(|device| device.udid == udid) {
            Some(device) if device.trust != Trust::Never => {
                dict([("PairRecordData", Value::Data(device.identity.record()))])
            }
            _ => result(BAD_DEVICE),
        }
    }

    async fn tell_events(&self, mut stream: Box<dyn Stream>, tag: u32) -> io::Result<()> {
        let mut events = self.events.subscribe();
        write_packet(&mut *stream, tag, result(0)).await?;
        for event in self.present() {
            write_packet(&mut *stream, 0, event).await?;
        }
        while let Ok(event) = events.recv().await {
            write_packet(&mut *stream, 0, event).await?;
        }
        Ok(())
    }

    async fn connect(
        &self,
        mut stream: Box<dyn Stream>,
        tag: u32,
        request: &Dictionary,
    ) -> io::Result<()> {
        let number = |name: &str| {
            let value = request.get(name).and_then(Value::as_unsigned_integer);
            value.unwrap_or_default()
        };
        let device = u32::try_from(number("DeviceID"))
            .ok()
            .and_then(|number| self.devices().get(&number).cloned());
        // The port travels in network order.
        let port = u16::try_from(number("PortNumber"))
            .unwrap_or_default()
            .swap_bytes();
        let Some(device) = device else {
            return write_packet(&mut *stream, tag, result(BAD_DEVICE)).await;
        };
        let unplugged = device.unplugged.clone();
        if let Some(address) = device.ports.get(&port) {
            let Ok(mut agent) = TcpStream::connect(address).await else {
                return write_packet(&mut *stream, tag, result(REFUSED)).await;
            };
            write_packet(&mut *stream, tag, result(0)).await?;
            let bridge = tokio::io::copy_bidirectional(&mut *stream, &mut agent);
            unplugged.run_until_cancelled(bridge).await;
            return Ok(());
        }
        match lockdown::service(port) {
            Some(service) => {
                write_packet(&mut *stream, tag, result(0)).await?;
                let serve = lockdown::serve(service, &device, stream);
                unplugged.run_until_cancelled(serve).await.unwrap_or(Ok(()))
            }
            None => write_packet(&mut *stream, tag, result(REFUSED)).await,
        }
    }
}

fn result(number: u32) -> Dictionary {
    dict([("MessageType", "Result".into()), ("Number", number.into())])
}
