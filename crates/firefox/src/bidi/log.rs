//! What pages write to the console, and their uncaught errors, in the form of Selenium's logs.

use std::time::Duration;

use hansom_protocol::javascript;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Bidi;

/// How long to wait for entries that are still on their way.
const ON_THEIR_WAY: Duration = Duration::from_secs(1);

/// How long a message may be; a page can write as much as it likes.
const LONGEST: usize = 64 * 1024;

/// One entry, as a client reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// SEVERE, WARNING, INFO or DEBUG.
    pub level: &'static str,
    /// Where it was written, and the text, cut when it is longer than 64 KiB.
    pub message: String,
    /// `console-api`, or `javascript` for an uncaught error.
    pub source: &'static str,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The page that wrote it; not for clients.
    #[serde(skip)]
    pub context: Option<String>,
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
    #[serde(default)]
    source: Option<Writer>,
}

#[derive(Deserialize)]
struct Writer {
    #[serde(default)]
    context: Option<String>,
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

impl LogEntry {
    /// Reads the parameters of `log.entryAdded`.
    pub fn read(params: &str) -> Result<Self, serde_json::Error> {
        let added: Added = javascript::read(params)?;
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
            message: cut(message),
            source: if added.kind == "javascript" {
                "javascript"
            } else {
                "console-api"
            },
            timestamp,
            context: added.source.and_then(|source| source.context),
        })
    }
}

/// A message that is not too long, and says so when it was.
fn cut(message: String) -> String {
    if message.len() <= LONGEST {
        return message;
    }
    let kept = &message[..message.floor_char_boundary(LONGEST)];
    format!("{kept}… (cut, {} bytes in all)", message.len())
}

/// A round trip to a page: entries that it had written before are here when it returns. A page that
/// is busy or shows an alert does not answer; then the log is what has come.
pub async fn settle_log(bidi: &Bidi, page: &str) {
    let params = json!({
        "expression": "0",
        "target": {"context": page, "sandbox": "hansom"},
        "awaitPromise": false,
    });
    let trip = bidi.call_within::<Value>(ON_THEIR_WAY, "script.evaluate", params);
    if let Err(error) = trip.await {
        tracing::debug!(%error, "the page did not say that its log is complete");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_tells_level_place_and_text() {
        let entry = LogEntry::read(
            r#"{"type":"javascript","level":"error","text":"Error: boom","timestamp":1700000000000,
                "source":{"realm":"x"},
                "stackTrace":{"callFrames":[{"columnNumber":4,"functionName":"","lineNumber":0,"url":"http://a/"}]}}"#,
        )
        .unwrap();
        assert_eq!(
            entry,
            LogEntry {
                level: "SEVERE",
                message: "http://a/ 1:5 Error: boom".into(),
                source: "javascript",
                timestamp: 1_700_000_000_000,
                context: None,
            }
        );
        let entry =
            LogEntry::read(r#"{"type":"console","level":"warn","text":null,"timestamp":1}"#)
                .unwrap();
        assert_eq!((entry.level, entry.source), ("WARNING", "console-api"));
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        let read = |text: &str| {
            let params = json!({"type": "console", "level": "info", "text": text});
            LogEntry::read(&params.to_string()).unwrap().message
        };
        let whole = "x".repeat(LONGEST);
        assert_eq!(read(&whole), whole);
        let message = read(&"é".repeat(LONGEST));
        assert!(message.ends_with("é… (cut, 131072 bytes in all)"));
        assert!(message.len() < LONGEST + 100, "{} bytes", message.len());
        let odd = read(&format!("x{}", "é".repeat(LONGEST)));
        assert!(odd.starts_with("xé") && odd.contains("é… (cut, 131073"));
    }
}
