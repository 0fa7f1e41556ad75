//! One entry, in the form of Selenium's logs.

use serde::{Deserialize, Serialize};

/// As a client reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Entry {
    level: &'static str,
    message: String,
    source: &'static str,
    timestamp: u64,
}

/// As BiDi tells it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Added {
    level: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    timestamp: f64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    stack_trace: Option<Stack>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stack {
    call_frames: Vec<Frame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    url: String,
    line_number: u64,
    column_number: u64,
}

impl Entry {
    /// Reads the parameters of `log.entryAdded`.
    pub(super) fn read(params: &str) -> Result<Self, serde_json::Error> {
        let added: Added = serde_json::from_str(params)?;
        let text = added.text.unwrap_or_default();
        let place = added
            .stack_trace
            .and_then(|stack| stack.call_frames.into_iter().next());
        let message = match place {
            // Lines count from 0 in BiDi and from 1 everywhere people look.
            Some(at) => format!(
                "{} {}:{} {text}",
                at.url,
                at.line_number + 1,
                at.column_number + 1
            ),
            None => text,
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "milliseconds since 1970"
        )]
        let timestamp = added.timestamp as u64;
        Ok(Self {
            level: match added.level.as_str() {
                "error" => "SEVERE",
                "warn" => "WARNING",
                "debug" => "DEBUG",
                _ => "INFO",
            },
            message,
            source: if added.kind == "javascript" {
                "javascript"
            } else {
                "console-api"
            },
            timestamp,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_tells_level_place_and_text() {
        let entry = Entry::read(
            r#"{"type":"javascript","level":"error","text":"Error: boom","timestamp":1700000000000,
                "source":{"realm":"x"},
                "stackTrace":{"callFrames":[{"columnNumber":4,"functionName":"","lineNumber":0,"url":"http://a/"}]}}"#,
        )
        .unwrap();
        assert_eq!(
            entry,
            Entry {
                level: "SEVERE",
                message: "http://a/ 1:5 Error: boom".into(),
                source: "javascript",
                timestamp: 1_700_000_000_000,
            }
        );
        let entry =
            Entry::read(r#"{"type":"console","level":"warn","text":null,"timestamp":1}"#).unwrap();
        assert_eq!((entry.level, entry.source), ("WARNING", "console-api"));
    }
}
