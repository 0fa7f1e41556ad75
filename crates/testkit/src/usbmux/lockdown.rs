//! Lockdown: facts, sessions, and the services behind it.

use std::io;

use plist::{Dictionary, Value};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{
    FakeDevice, Trust, afc, installation,
    wire::{Stream, dict, read_plist, text, write_plist},
};

/// What listens on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    Lockdown,
    Installation,
    Afc,
    HouseArrest,
    Location,
}

/// Every service with its name and port. Those of the developer image are the last.
const SERVICES: [(Service, &str, u16); 5] = [
    (Service::Lockdown, "com.apple.mobile.lockdown", 62078),
    (
        Service::Installation,
        "com.apple.mobile.installation_proxy",
        5001,
    ),
    (Service::Afc, "com.apple.afc", 5002),
    (Service::HouseArrest, "com.apple.mobile.house_arrest", 5003),
    (Service::Location, "com.apple.dt.simulatelocation", 5004),
];

pub(super) fn service(port: u16) -> Option<Service> {
    SERVICES
        .iter()
        .find(|(_, _, at)| *at == port)
        .map(|(service, _, _)| *service)
}

pub(super) async fn serve(
    service: Service,
    device: &FakeDevice,
    mut stream: Box<dyn Stream>,
) -> io::Result<()> {
    match service {
        Service::Lockdown => lockdown(device, stream).await,
        Service::Installation => installation::serve(device, stream).await,
        Service::Afc => afc::serve(device, "", stream).await,
        Service::HouseArrest => {
            let request = read_plist(&mut *stream).await?;
            let app = text(&request, "Identifier");
            if !device.state().apps.contains_key(&app) {
                let refusal = dict([("Error", "InstallationLookupFailed".into())]);
                return write_plist(&mut *stream, refusal).await;
            }
            write_plist(&mut *stream, dict([("Status", "Complete".into())])).await?;
            afc::serve(device, &format!("@{app}"), stream).await
        }
        Service::Location => location(device, stream).await,
    }
}

async fn lockdown(device: &FakeDevice, mut stream: Box<dyn Stream>) -> io::Result<()> {
    let mut secured = false;
    loop {
        let request = read_plist(&mut *stream).await?;
        let kind = text(&request, "Request");
        let mut answer = match kind.as_str() {
            "GetValue" => value(device, &text(&request, "Key"), secured),
            "StartSession" => match device.trust {
                Trust::Refuses(word) => error(word),
                Trust::Never => error("InvalidHostID"),
                Trust::Paired => dict([
                    ("EnableSessionSSL", true.into()),
                    ("SessionID", "SESSION".into()),
                ]),
            },
            "StartService" if secured => start_service(&text(&request, "Service")),
            "StartService" => error("SessionInactive"),
            _ => error("InvalidRequest"),
        };
        let started = answer.contains_key("EnableSessionSSL");
        answer.insert("Request".into(), kind.into());
        write_plist(&mut *stream, answer).await?;
        if started {
            stream = Box::new(device.identity.acceptor().accept(stream).await?);
            secured = true;
        }
    }
}

fn value(device: &FakeDevice, key: &str, secured: bool) -> Dictionary {
    let value: Value = match key {
        "ProductVersion" => device.version.clone().into(),
        "ProductType" => device.product.clone().into(),
        "DeviceName" => format!("Test {}", device.udid).into(),
        "UniqueDeviceID" => device.udid.clone().into(),
        "DeveloperModeStatus" if secured => device.developer_mode.into(),
        _ => return error("MissingValue"),
    };
    dict([("Key", key.into()), ("Value", value)])
}

fn start_service(name: &str) -> Dictionary {
    match SERVICES.iter().find(|(_, known, _)| *known == name) {
        Some((_, _, port)) => dict([("Port", (*port).into()), ("Service", name.into())]),
        None => error("InvalidService"),
    }
}

fn error(word: &str) -> Dictionary {
    dict([("Error", word.into())])
}

/// `0` with two texts sets, `1` clears; there is no answer.
async fn location(device: &FakeDevice, mut stream: Box<dyn Stream>) -> io::Result<()> {
    loop {
        let told = if stream.read_u32().await? == 0 {
            let mut parts = Vec::new();
            for _ in 0..2 {
                let mut bytes = vec![0; stream.read_u32().await? as usize];
                stream.read_exact(&mut bytes).await?;
                parts.push(String::from_utf8_lossy(&bytes).into_owned());
            }
            parts.join(",")
        } else {
            "cleared".to_owned()
        };
        device.state().locations.push(told);
        stream.flush().await?;
    }
}
