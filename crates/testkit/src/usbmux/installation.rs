//! The installation proxy: what is installed, and installing with progress or with a refusal.

use std::io;

use plist::{Dictionary, Value};

use super::{
    FakeDevice,
    wire::{Stream, dict, read_plist, text, write_plist},
};

pub(super) async fn serve(device: &FakeDevice, mut stream: Box<dyn Stream>) -> io::Result<()> {
    loop {
        let request = read_plist(&mut *stream).await?;
        match text(&request, "Command").as_str() {
            "Browse" => {
                let apps = apps(device).into_iter().map(Value::Dictionary).collect();
                let answer = dict([
                    ("CurrentList", Value::Array(apps)),
                    ("Status", "Complete".into()),
                ]);
                write_plist(&mut *stream, answer).await?;
            }
            "Lookup" => {
                let found: Dictionary = apps(device)
                    .into_iter()
                    .map(|app| (text(&app, "CFBundleIdentifier"), Value::Dictionary(app)))
                    .collect();
                let answer = dict([("LookupResult", Value::Dictionary(found))]);
                write_plist(&mut *stream, answer).await?;
            }
            "Install" | "Upgrade" => install(device, &mut *stream, &request).await?,
            "Uninstall" => {
                let app = text(&request, "ApplicationIdentifier");
                device.state().apps.remove(&app);
                write_plist(&mut *stream, dict([("Status", "Complete".into())])).await?;
            }
            _ => write_plist(&mut *stream, dict([("Error", "UnknownCommand".into())])).await?,
        }
    }
}

fn apps(device: &FakeDevice) -> Vec<Dictionary> {
    let state = device.state();
    let app = |(bundle, program): (&String, &String)| {
        dict([
            ("CFBundleIdentifier", bundle.clone().into()),
            ("CFBundleExecutable", program.clone().into()),
            ("CFBundleName", program.clone().into()),
            ("ApplicationType", "User".into()),
            ("Path", format!("/private/var/{program}.app").into()),
            ("Container", format!("/private/var/{bundle}").into()),
        ])
    };
    state.apps.iter().map(app).collect()
}

async fn install(
    device: &FakeDevice,
    stream: &mut dyn Stream,
    request: &Dictionary,
) -> io::Result<()> {
    device.state().progress.clear();
    for percent in [5_u64, 40, 90] {
        device.state().progress.push(percent);
        let step = dict([
            ("PercentComplete", percent.into()),
            ("Status", "InstallingApplication".into()),
        ]);
        write_plist(stream, step).await?;
    }
    let staged = text(request, "PackagePath");
    let refusal = match device.install_error {
        Some(words) => Some(("ApplicationVerificationFailed", words)),
        None if !is_staged(device, &staged) => Some(("PackagePatchFailed", "nothing is staged")),
        None => None,
    };
    if let Some((word, description)) = refusal {
        let answer = dict([
            ("Error", word.into()),
            ("ErrorDescription", description.into()),
        ]);
        return write_plist(stream, answer).await;
    }
    let options = request.get("ClientOptions").and_then(Value::as_dictionary);
    let bundle = options
        .map(|options| text(options, "CFBundleIdentifier"))
        .unwrap_or_default();
    device.state().apps.insert(bundle, "App".to_owned());
    write_plist(stream, dict([("Status", "Complete".into())])).await
}

fn is_staged(device: &FakeDevice, path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches('/'));
    device
        .state()
        .files
        .keys()
        .any(|file| file.starts_with(&path))
}
