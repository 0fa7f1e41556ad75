//! What a client asks for, checked as a whole before anything is touched.
//!
//! The older routes carry the options in the member `options`, the `mobile:` methods at top level;
//! both become one [`RecordingOptions`]. Types are strict: a number given as text is refused.

use std::time::Duration;

use hansom_protocol::{Error, Params};
use serde_json::{Map, Value};

use super::{
    RecordingError,
    codec::{CODECS, Codec, PIXEL_FORMATS, QUALITIES},
    filters, option_table,
    target::Target,
};

/// Options of start and stop.
#[derive(Debug, Clone)]
pub struct RecordingOptions {
    pub(super) film: FilmOptions,
    pub(super) force_restart: bool,
    pub(super) target: Option<Target>,
}

/// How the film is made.
#[derive(Debug, Clone)]
pub(super) struct FilmOptions {
    pub(super) fps: u32,
    pub(super) quality: u8,
    pub(super) codec: &'static Codec,
    /// Filters of the client, as ffmpeg reads them.
    pub(super) filters: Option<String>,
    pub(super) pixel_format: &'static str,
    pub(super) time_limit: Duration,
}

impl RecordingOptions {
    /// From the body of `start_recording_screen` and `stop_recording_screen`.
    pub fn from_route(params: &Params) -> Result<Self, Error> {
        match params.optional::<Value>("options")? {
            None => Self::from_members(&Map::new()),
            Some(Value::Object(members)) => Self::from_members(&members),
            Some(other) => Err(RecordingError::Option {
                name: "options".into(),
                value: shown(&other),
                allowed: "an object or null".into(),
            }
            .into()),
        }
    }

    /// From the arguments of `mobile: startScreenRecording` and `mobile: stopScreenRecording`.
    pub fn from_members(members: &Map<String, Value>) -> Result<Self, Error> {
        Ok(read(&Reader { members })?)
    }
}

fn read(reader: &Reader<'_>) -> Result<RecordingOptions, RecordingError> {
    reader.refuse_unknown()?;
    let codec = reader
        .text("videoType", Codec::named)?
        .unwrap_or(&CODECS[0]);
    let scale = reader.text("videoScale", filters::scale)?;
    let chain = reader.text("videoFilters", filters::chain)?;
    let pixel_format = reader.text("pixelFormat", |text| {
        PIXEL_FORMATS.iter().find(|known| **known == text)
    })?;
    if reader.text("hardwareAcceleration", hardware)?.is_some() {
        tracing::info!("hardwareAcceleration is not used; films are encoded in software");
    }
    Ok(RecordingOptions {
        film: FilmOptions {
            fps: reader
                .take("videoFps", |value| whole(value, 60))?
                .unwrap_or(10),
            quality: reader.take("videoQuality", quality)?.unwrap_or(50),
            codec,
            filters: chain.or(scale),
            pixel_format: pixel_format.unwrap_or(&codec.pixel_format),
            time_limit: reader
                .take("timeLimit", seconds)?
                .unwrap_or(Duration::from_mins(3)),
        },
        force_restart: reader
            .take("forceRestart", Value::as_bool)?
            .unwrap_or(false),
        target: Target::read(reader)?,
    })
}

/// Reads options one by one; each error names option, value and what is allowed.
pub(super) struct Reader<'a> {
    members: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn refuse_unknown(&self) -> Result<(), RecordingError> {
        let unknown = |name: &&String| option_table::find(name).is_none();
        let Some(name) = self.members.keys().find(unknown) else {
            return Ok(());
        };
        let nearest = option_table::OPTIONS
            .iter()
            .map(|row| {
                (
                    strsim::damerau_levenshtein(&row.name.to_lowercase(), &name.to_lowercase()),
                    row.name,
                )
            })
            .min()
            .filter(|(distance, _)| *distance <= 3);
        Err(RecordingError::UnknownOption {
            name: name.clone(),
            nearest: nearest.map(|(_, name)| name),
        })
    }

    /// An option through a function that gives `None` for what is not allowed.
    pub(super) fn take<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, RecordingError> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match read(value) {
                Some(good) => Ok(Some(good)),
                None => Err(self.refusal(name)),
            },
        }
    }

    /// The same for texts.
    pub(super) fn text<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, RecordingError> {
        self.take(name, |value| value.as_str().and_then(read))
    }

    /// The error for an option as it was sent.
    pub(super) fn refusal(&self, name: &'static str) -> RecordingError {
        let value = match (name, self.members.get(name)) {
            ("pass" | "headers" | "formFields" | "remotePath", Some(_)) => "what was sent".into(),
            (_, Some(value)) => shown(value),
            (_, None) => "absent".into(),
        };
        RecordingError::Option {
            name: name.into(),
            value,
            allowed: option_table::find(name).map_or_else(String::new, |row| row.allowed.into()),
        }
    }
}

/// A value in a message: whole when short.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn whole(value: &Value, most: u32) -> Option<u32> {
    // Clients in JavaScript and Lua write 10 as 10.0.
    let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
    #[expect(clippy::float_cmp, reason = "both are whole numbers")]
    (1..=most).find(|candidate| f64::from(*candidate) == number)
}

fn quality(value: &Value) -> Option<u8> {
    match value {
        Value::String(name) => QUALITIES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, quality)| *quality),
        other => whole(other, 100).and_then(|number| u8::try_from(number).ok()),
    }
}

fn seconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64()?;
    (1.0..=4200.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

fn hardware(name: &str) -> Option<()> {
    let known = ["videoToolbox", "cuda", "amf_dx11", "qsv", "vaapi"];
    known
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
        .then_some(())
}

#[cfg(test)]
mod tests {
    use hansom_protocol::ErrorCode;
    use serde_json::json;

    use super::*;

    fn options(value: &Value) -> Result<RecordingOptions, Error> {
        let body = json!({ "options": value });
        RecordingOptions::from_route(&Params::from_value(&body).unwrap())
    }

    fn message(value: &Value) -> String {
        let error = options(value).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument);
        error.into_parts().message
    }

    #[test]
    fn nothing_asked_for_means_the_defaults() {
        for value in [
            json!(null),
            json!({}),
            json!({"videoFps": null, "remotePath": ""}),
        ] {
            let options = options(&value).unwrap();
            assert_eq!(options.film.fps, 10);
            assert_eq!(options.film.quality, 50);
            assert_eq!(options.film.codec.encoder, "libx264");
            assert_eq!(options.film.pixel_format, "yuv420p");
            assert_eq!(options.film.time_limit, Duration::from_mins(3));
            assert!(options.film.filters.is_none());
            assert!(!options.force_restart);
            assert!(options.target.is_none());
        }
    }

    #[test]
    fn the_route_and_the_method_read_alike() {
        let members = json!({"videoFps": 30.0, "videoQuality": "HIGH", "timeLimit": 1.5, "videoType": "MJPEG",
            "videoScale": "320:-2", "forceRestart": true, "hardwareAcceleration": "cuda"});
        let by_route = options(&members).unwrap();
        let by_method = RecordingOptions::from_members(members.as_object().unwrap()).unwrap();
        assert_eq!(format!("{by_route:?}"), format!("{by_method:?}"));
        assert_eq!(by_method.film.fps, 30);
        assert_eq!(by_method.film.quality, 75);
        assert_eq!(by_method.film.pixel_format, "yuvj420p");
        assert_eq!(by_method.film.filters.as_deref(), Some("scale=320:-2"));
        assert_eq!(by_method.film.time_limit, Duration::from_millis(1500));
    }

    #[test]
    fn filters_win_over_scale() {
        let options = options(&json!({"videoScale": "10:10", "videoFilters": "hflip"})).unwrap();
        assert_eq!(options.film.filters.as_deref(), Some("hflip"));
    }

    #[test]
    fn every_refusal_names_option_value_and_range() {
        for (name, bad) in [
            ("videoFps", json!(0)),
            ("videoFps", json!(61)),
            ("videoFps", json!("10")),
            ("videoFps", json!(1.5)),
            ("videoQuality", json!("best")),
            ("videoQuality", json!(0)),
            ("videoQuality", json!(101)),
            ("videoQuality", json!("75")),
            ("videoType", json!("gif")),
            ("videoType", json!(1)),
            ("videoScale", json!("huge")),
            ("videoFilters", json!("movie=/etc/passwd")),
            ("pixelFormat", json!("rgb24")),
            ("timeLimit", json!(0)),
            ("timeLimit", json!(4201)),
            ("timeLimit", json!("60")),
            ("forceRestart", json!("true")),
            ("hardwareAcceleration", json!("gpu")),
            ("method", json!("DELETE")),
            ("fileFieldName", json!(1)),
        ] {
            let mut members = Map::new();
            members.insert(name.into(), bad.clone());
            let message = message(&Value::Object(members));
            let allowed = option_table::find(name).unwrap().allowed;
            assert_eq!(
                message,
                format!(
                    "the option `{name}` must be {allowed}, not {bad}. Send such a value, or leave \
                     the option out."
                )
            );
        }
    }

    #[test]
    fn a_name_that_is_not_an_option_is_refused_with_the_nearest_one() {
        assert_eq!(
            message(&json!({"videofps": 10})),
            "there is no recording option `videofps`. Did you mean `videoFps`?"
        );
        let message = message(&json!({"bugReport": true}));
        assert!(
            message.contains("There are videoType, videoQuality,"),
            "{message}"
        );
    }

    #[test]
    fn options_that_are_not_an_object_are_refused() {
        assert_eq!(
            message(&json!([1])),
            "the option `options` must be an object or null, not [1]. Send such a value, or leave the \
             option out."
        );
    }
}
