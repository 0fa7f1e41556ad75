//! What a starting server says: where it listens, what it can drive, and one hint.

use std::net::SocketAddr;

use hansom_firefox::find_binary;

use crate::cli::Settings;

/// Says it, as log lines: the one place where all of our words go while serving.
pub(crate) fn show(settings: &Settings, addresses: &[SocketAddr]) {
    let scheme = if settings.tls_cert.is_some() {
        "https"
    } else {
        "http"
    };
    for address in addresses {
        tracing::info!(
            version = hansom_protocol::VERSION,
            "hansom listens on {scheme}://{address}{}",
            settings.base_path
        );
    }
    match find_binary(settings.binary.as_deref()) {
        Ok(found) => tracing::info!(
            firefox = found.version.as_deref().unwrap_or("of unknown version"),
            path = %found.path.display(),
            "can drive Firefox"
        ),
        Err(error) => tracing::warn!("{error}; `hansom doctor` says what to install"),
    }
    if let Some(path) = &settings.ffmpeg
        && which::which(path).is_err()
    {
        tracing::warn!(
            "there is no program at {}, so no films can be made. Name ffmpeg with --ffmpeg, or \
             leave it out to search for it in PATH.",
            path.display()
        );
    }
}
