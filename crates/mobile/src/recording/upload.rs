//! Sends a film away, streamed from disk.
//!
//! The address is the client's, so it is treated as such: names are resolved once and the connection
//! goes to the addresses that were checked, link-local and cloud metadata addresses are refused,
//! redirects are not followed, and no proxy of the environment stands in between.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::{
    Body, Client, RequestBuilder, Response,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    multipart::{Form, Part},
    redirect,
};
use secrecy::ExposeSecret;
use tokio_util::io::ReaderStream;

use super::{RecordingError, film::Film, target::Target};

/// How long a connection may take to be made.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How much of a server's refusal is repeated to the client.
const WORDS: usize = 200;

/// Addresses at which clouds hand out credentials, beyond the link-local ones.
const METADATA: &[IpAddr] = &[
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
];

/// Uploads a film; any answer but 2xx is an error.
pub(super) async fn upload(
    film: &Film,
    target: &Target,
    within: Duration,
) -> Result<(), RecordingError> {
    let failed = |why: String| RecordingError::Upload {
        url: target.shown(),
        why,
    };
    let send = async {
        let addresses = resolve(target).await?;
        let request = request(film, target, &addresses).await?;
        let response = request
            .send()
            .await
            .map_err(|error| failed(reason(&error.without_url())))?;
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        let words = first_words(response).await;
        Err(failed(if status.is_redirection() {
            format!("the server answered {status}, and redirects are not followed")
        } else {
            format!("the server answered {status}: {words}")
        }))
    };
    match tokio::time::timeout(within, send).await {
        Ok(done) => done,
        Err(_) => Err(failed(format!(
            "it took more than {} s",
            within.as_secs_f64()
        ))),
    }
}

/// The addresses of the target, each one checked.
async fn resolve(target: &Target) -> Result<Vec<SocketAddr>, RecordingError> {
    let port = target.url.port_or_known_default().unwrap_or(80);
    let host = target.url.host_str().unwrap_or_default();
    // The address parser knows no brackets.
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let found: Vec<SocketAddr> = tokio::net::lookup_host((host, port))
        .await
        .map_err(|error| RecordingError::Upload {
            url: target.shown(),
            why: format!("its name cannot be resolved: {error}"),
        })?
        .collect();
    match found.iter().find_map(|address| forbidden(address.ip())) {
        Some(why) => Err(RecordingError::Forbidden {
            url: target.shown(),
            why: why.into(),
        }),
        None => Ok(found),
    }
}

/// Why nothing is sent to an address, if so.
fn forbidden(address: IpAddr) -> Option<&'static str> {
    let address = address.to_canonical();
    let link_local = match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    };
    let broadcast = matches!(address, IpAddr::V4(v4) if v4.is_broadcast());
    if link_local {
        Some("it is a link-local address")
    } else if METADATA.contains(&address) {
        Some("it is a cloud's metadata address")
    } else if address.is_unspecified() || address.is_multicast() || broadcast {
        Some("it is not the address of one machine")
    } else {
        None
    }
}

async fn request(
    film: &Film,
    target: &Target,
    addresses: &[SocketAddr],
) -> Result<RequestBuilder, RecordingError> {
    let failed = |error: reqwest::Error| RecordingError::Upload {
        url: target.shown(),
        why: error.without_url().to_string(),
    };
    let mut url = target.url.clone();
    if target.login.is_some() {
        // The options win over what the address says; errors are those of addresses without a host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
    }
    let client = client(target, addresses).map_err(failed)?;
    let mut request = client.request(target.method.clone(), url);
    if let Some((user, pass)) = &target.login {
        request = request.basic_auth(user, Some(pass.expose_secret()));
    }
    let (content, length) = film.open().await?;
    let body = Body::wrap_stream(ReaderStream::with_capacity(content, 64 * 1024));
    request = match &target.field {
        None => request
            .header(CONTENT_LENGTH, length)
            .header(CONTENT_TYPE, "video/mp4")
            .body(body),
        Some(field) => {
            let fields = target.form.iter().filter(|(name, _)| name != field);
            let form = fields.fold(Form::new(), |form, (name, value)| {
                form.text(name.clone(), value.clone())
            });
            let name = film.path().file_name().unwrap_or_default();
            let part = Part::stream_with_length(body, length)
                .file_name(name.to_string_lossy().into_owned())
                .mime_str("video/mp4")
                .map_err(failed)?;
            request.multipart(form.part(field.clone(), part))
        }
    };
    // Replaces what is set above where the names are the same.
    Ok(request.headers(target.headers.clone()))
}

fn client(target: &Target, addresses: &[SocketAddr]) -> reqwest::Result<Client> {
    let host = target.url.host_str().unwrap_or_default();
    let mut builder = Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .connect_timeout(CONNECT_WITHIN)
        .resolve_to_addrs(host, addresses);
    if target.url.scheme() == "http" {
        // A machine without certificate authorities can still upload in the clear.
        builder = builder.tls_certs_only([]);
    }
    // The one provider of this program; somebody else may have installed it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    builder.build()
}

/// Why a request did not get through, and what the operator can do where a certificate is the reason.
fn reason(error: &dyn std::error::Error) -> String {
    let why = innermost(error);
    if why.contains("UnknownIssuer") {
        return format!(
            "{why}: its authority is not one of this machine's; add it there, or start the server \
             with SSL_CERT_FILE naming a file of authorities"
        );
    }
    why
}

/// The cause behind the layers of a client's error.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// The begin of a refusal.
async fn first_words(mut response: Response) -> String {
    let mut words = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        words.extend_from_slice(&piece);
        if words.len() >= WORDS {
            words.truncate(WORDS);
            break;
        }
    }
    String::from_utf8_lossy(&words).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_hand_out_secrets_are_refused_in_every_spelling() {
        for address in [
            "169.254.169.254",
            "169.254.0.1",
            "fe80::1",
            "::ffff:169.254.169.254",
            "fd00:ec2::254",
            "100.100.100.200",
            "168.63.129.16",
            "0.0.0.0",
            "::",
            "224.0.0.1",
            "255.255.255.255",
        ] {
            assert!(forbidden(address.parse().unwrap()).is_some(), "{address}");
        }
        for address in ["127.0.0.1", "::1", "10.1.2.3", "93.184.216.34", "fd12::1"] {
            assert!(forbidden(address.parse().unwrap()).is_none(), "{address}");
        }
    }
}
