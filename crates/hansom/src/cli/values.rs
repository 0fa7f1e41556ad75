//! How the words after a flag become values.

use std::{str::FromStr, time::Duration};

use bytesize::ByteSize;
use hansom_protocol::Grants;
use tracing_subscriber::filter::LevelFilter;

/// Seconds (`60`, `0.5`) or a number with its unit (`500ms`, `2m`).
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        Err(_) => humantime::parse_duration(text)
            .map_err(|_| "give seconds, or a number with a unit such as 500ms or 2m".to_owned()),
    }
}

/// A number of things of which there must be some.
pub(super) fn some(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("give a whole number from 1 on".to_owned()),
    }
}

/// A number of things.
pub(super) fn count(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "give a whole number from 0 on".to_owned())
}

/// A port.
pub(super) fn port(text: &str) -> Result<u16, String> {
    text.parse()
        .map_err(|_| "give a number from 0 to 65535".to_owned())
}

/// A size of a body.
pub(super) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse()
        .map_err(|_| "give bytes, or a number with a unit such as 512MiB".to_owned())
}

/// A log level, in our words or geckodriver's.
pub(super) fn level(text: &str) -> Result<LevelFilter, String> {
    let ours = match text.to_ascii_lowercase().as_str() {
        "fatal" => "error".to_owned(),
        "config" => "debug".to_owned(),
        other => other.to_owned(),
    };
    LevelFilter::from_str(&ours)
        .map_err(|_| "known are off, error, warn, info, debug and trace".to_owned())
}

/// A `driver:feature` that exists, or a pattern for several.
pub(super) fn feature(text: &str) -> Result<String, String> {
    Grants::new(false, [text], [])
        .map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}

/// A path that begins with a slash and does not end with one; empty is none.
pub(super) fn base_path(text: &str) -> Result<String, String> {
    let path = text.trim_end_matches('/');
    if path.is_empty() || path.starts_with('/') {
        Ok(path.to_owned())
    } else {
        Err("it must begin with /".to_owned())
    }
}

/// An address of a server, without the last slash: paths are put behind it.
pub(crate) fn http_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let rest = ["http://", "https://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    match rest {
        Some(host) if !host.is_empty() && !host.contains(char::is_whitespace) => Ok(url.to_owned()),
        _ => Err("give an address such as http://127.0.0.1:4444".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_number_is_seconds() {
        assert_eq!(duration("60"), Ok(Duration::from_mins(1)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_mins(2)));
        assert!(duration("-1").is_err());
        assert!(duration("NaN").is_err());
        assert!(duration("soon").is_err());
    }

    #[test]
    fn numbers_and_sizes_say_what_they_can_be() {
        assert_eq!((some("1"), count("0"), port("0")), (Ok(1), Ok(0), Ok(0)));
        assert_eq!(size("2MiB"), Ok(ByteSize::mib(2)));
        assert!(some("0").unwrap_err().contains("from 1"));
        assert!(count("-1").unwrap_err().contains("from 0"));
        assert!(port("65536").unwrap_err().contains("65535"));
        assert!(size("lots").unwrap_err().contains("512MiB"));
    }

    #[test]
    fn geckodrivers_levels_have_a_meaning() {
        assert_eq!(level("fatal"), Ok(LevelFilter::ERROR));
        assert_eq!(level("CONFIG"), Ok(LevelFilter::DEBUG));
        assert_eq!(level("trace"), Ok(LevelFilter::TRACE));
        assert!(level("loud").is_err());
    }

    #[test]
    fn a_base_path_loses_its_last_slash() {
        assert_eq!(base_path("/grid/"), Ok("/grid".into()));
        assert_eq!(base_path("/"), Ok(String::new()));
        assert!(base_path("grid").is_err());
    }

    #[test]
    fn an_address_of_a_server_has_a_scheme_and_a_host() {
        assert_eq!(http_url("http://a:1/b/"), Ok("http://a:1/b".into()));
        for wrong in ["", "a:1", "ftp://a", "https:///", "http://a b"] {
            assert!(http_url(wrong).is_err(), "{wrong}");
        }
    }
}
