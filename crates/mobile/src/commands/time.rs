//! The device's clock, and seconds as clients write them.

use std::time::Duration;

use hansom_protocol::{Answer, Error, Params};
use jiff::{Timestamp, Zoned, tz::TimeZone};

use crate::{error::Result, session::SessionState};

/// ISO 8601, as the peers answer it.
const DEFAULT_FORMAT: &str = "YYYY-MM-DDTHH:mm:ssZ";

/// Tokens of the Day.js format language with their meaning for `strftime`; a longer one stands
/// before its beginning.
#[rustfmt::skip]
const TOKENS: &[(&str, &str)] = &[
    ("YYYY", "%Y"), ("YY", "%y"), ("MMMM", "%B"), ("MMM", "%b"), ("MM", "%m"), ("M", "%-m"), ("DD", "%d"), ("D", "%-d"),
    ("dddd", "%A"), ("ddd", "%a"), ("d", "%w"), ("HH", "%H"), ("H", "%-H"), ("hh", "%I"), ("h", "%-I"), ("mm", "%M"), ("m", "%-M"),
    ("SSS", "%3f"), ("ss", "%S"), ("s", "%-S"), ("A", "%p"), ("a", "%P"), ("ZZ", "%z"), ("Z", "%:z"), ("X", "%s"),
];

/// The time of the device in a format.
pub(crate) async fn get(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let format: Option<String> = params.optional("format")?;
    let since_1970 = state.device.power()?.time().await?;
    let zone = match state.device.locale() {
        Ok(locale) => locale.get().await?.time_zone,
        Err(_) => None,
    };
    let zone = match zone {
        Some(name) => TimeZone::get(&name).unwrap_or(TimeZone::UTC),
        None => TimeZone::system(),
    };
    let now =
        Timestamp::from_duration(since_1970.try_into().unwrap_or_default()).unwrap_or_default();
    Ok(Answer::value(format_time(
        &now.to_zoned(zone),
        format.as_deref().unwrap_or(DEFAULT_FORMAT),
    )))
}

fn format_time(time: &Zoned, format: &str) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        // Text in brackets stands for itself.
        if let Some((literal, after)) = rest
            .strip_prefix('[')
            .and_then(|inner| inner.split_once(']'))
        {
            out.push_str(literal);
            rest = after;
        } else if let Some((token, meaning)) =
            TOKENS.iter().find(|(token, _)| rest.starts_with(token))
        {
            out.push_str(&time.strftime(meaning).to_string());
            rest = &rest[token.len()..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

/// A number of seconds that may be absent or null; negative means absent, as the peers have it.
pub(crate) fn seconds(params: &Params, name: &str) -> Result<Option<Duration>> {
    let Some(number) = params.optional::<f64>(name)? else {
        return Ok(None);
    };
    if number < 0.0 {
        return Ok(None);
    }
    Ok(Some(duration(number, name)?))
}

/// Seconds as a duration; what is not finite or absurdly long is refused.
pub(crate) fn duration(seconds: f64, name: &str) -> Result<Duration, Error> {
    /// A day: longer than any session's command may take.
    const LONGEST: f64 = 86_400.0;
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(Error::invalid_argument(format!(
            "`{name}` must be 0 to {LONGEST} seconds, got {seconds}."
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_follow_day_js() {
        let time = Timestamp::from_millisecond(1_700_000_000_123)
            .unwrap()
            .to_zoned(TimeZone::get("Europe/Vienna").unwrap());
        for (format, text) in [
            (DEFAULT_FORMAT, "2023-11-14T23:13:20+01:00"),
            ("dddd D MMMM YY, h:mm A", "Tuesday 14 November 23, 11:13 PM"),
            (
                "[Day] D.M.YYYY H:m:s.SSS ZZ",
                "Day 14.11.2023 23:13:20.123 +0100",
            ),
            ("X é [open", "1700000000 é [open"),
        ] {
            let formatted = format_time(&time, format);
            assert!(
                formatted.starts_with(text.split(" é").next().unwrap_or(text)),
                "{formatted}"
            );
        }
    }

    #[test]
    fn seconds_are_numbers_and_bounded() {
        let read = |text: &'static str| seconds(&Params::parse(text).unwrap(), "seconds");
        assert_eq!(read("{}").unwrap(), None);
        assert_eq!(read(r#"{"seconds": null}"#).unwrap(), None);
        assert_eq!(read(r#"{"seconds": -1}"#).unwrap(), None);
        assert_eq!(
            read(r#"{"seconds": 1.5}"#).unwrap(),
            Some(Duration::from_millis(1500))
        );
        assert!(read(r#"{"seconds": "5"}"#).is_err());
        assert!(read(r#"{"seconds": 1e300}"#).is_err());
    }
}
