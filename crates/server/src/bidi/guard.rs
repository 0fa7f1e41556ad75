//! Which BiDi messages a client may send to its browser.
//!
//! BiDi can name files of the server's machine, as HTTP can: a folder for downloads, the path of an
//! addon. Without the grant for that, such a command is answered here. With it nothing is read.
//!
//! A message must be understood before it is passed on, so one that is not is answered here too. Only
//! the command's name and the members that matter are looked at; strings and numbers elsewhere are
//! skipped as they are, because the browser reads some that this server's JSON library does not.

use std::borrow::Cow;

use hansom_protocol::{Error, Feature, Grants};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{json, value::RawValue};
use tokio_tungstenite::tungstenite::Message;

/// A command, as far as it matters. A member that stands twice is an error, because the browser could
/// take the other one.
#[derive(Deserialize)]
struct Command<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Downloads {
    download_behavior: Option<DownloadBehavior>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DownloadBehavior {
    destination_folder: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Install<'a> {
    #[serde(borrow)]
    extension_data: ExtensionData<'a>,
}

#[derive(Deserialize)]
struct ExtensionData<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The answer to a message that is not passed on.
pub(super) fn refusal(message: &Message, grants: &Grants) -> Option<Message> {
    if grants.has(Feature::BrowserLocalFiles) {
        return None;
    }
    let text = match message {
        Message::Text(text) => text.as_bytes(),
        Message::Binary(bytes) => bytes,
        _ => return None,
    };
    let (id, error) = match serde_json::from_slice::<Command<'_>>(text) {
        Ok(command) if names_a_path(&command) => {
            let refused = grants.require(Feature::BrowserLocalFiles);
            (command.id, refused.err()?)
        }
        Ok(_) => return None,
        Err(error) => {
            let message =
                format!("a message must be an object with `id`, `method` and `params`: {error}.");
            (None, Error::invalid_argument(message))
        }
    };
    let answer = json!({
        "type": "error",
        "id": id,
        "error": error.code.as_str(),
        "message": error.message,
        "stacktrace": error.stacktrace,
    });
    Some(Message::text(answer.to_string()))
}

/// Whether a command names a file or folder of this machine. One whose parameters cannot be read does,
/// for all that is known.
fn names_a_path(command: &Command<'_>) -> bool {
    let params = command.params.map_or("{}", RawValue::get);
    match &*command.method {
        "browser.setDownloadBehavior" => {
            !serde_json::from_str(params).is_ok_and(|params: Downloads| {
                let behavior = params.download_behavior;
                behavior.is_none_or(|behavior| behavior.destination_folder.is_none())
            })
        }
        "webExtension.install" => !serde_json::from_str(params)
            .is_ok_and(|params: Install<'_>| params.extension_data.kind == "base64"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn nothing() -> Grants {
        Grants::new(false, [], []).unwrap()
    }

    fn refused(text: &str) -> Option<Value> {
        let answer = refusal(&Message::text(text), &nothing())?;
        serde_json::from_str(answer.to_text().unwrap()).unwrap()
    }

    #[test]
    fn what_names_a_path_is_refused_in_every_spelling() {
        for text in [
            r#"{"id":1,"method":"browser.setDownloadBehavior","params":{"downloadBehavior":{"type":"allowed","destinationFolder":"/etc"}}}"#,
            r#"{"id":1,"method":"browser.set\u0044ownloadBehavior","params":{"downloadBehavior":{"type":"allowed","destination\u0046older":"/etc"}}}"#,
            r#"{"id":1,"\u006dethod":"webExtension.install","params":{"extensionData":{"type":"path","path":"/x"}}}"#,
            r#"{"id":1,"method":"webExtension.install","params":{"extensionData":{"type":"archivePath","path":"/x.xpi"}}}"#,
            r#"{"id":1,"method":"webExtension.install","params":{"extensionData":{"type":"base64","type":"path","path":"/x"}}}"#,
            r#"{"id":1,"method":"webExtension.install"}"#,
        ] {
            let answer = refused(text).unwrap();
            assert_eq!(answer["id"], 1, "{text}");
            assert_eq!(answer["error"], "unsupported operation", "{text}");
            let message = answer["message"].as_str().unwrap();
            let flag = "--allow-insecure browser:local_files";
            assert!(message.contains(flag), "{message}");
        }
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for text in [
            r#"{"id":1,"method":"session.status","method":"webExtension.install","params":{}}"#,
            r#"{"id":1,"method":"session.status","params":{}} {}"#,
            "[]",
            "",
        ] {
            let answer = refused(text).unwrap();
            assert_eq!(answer["error"], "invalid argument", "{text}");
            assert_eq!(answer["id"], Value::Null, "{text}");
        }
        let binary = Message::binary(&b"{\"id\":1,\"method\":\"webExtension.install\"}"[..]);
        assert!(refusal(&binary, &nothing()).is_some());
    }

    #[test]
    fn everything_else_is_passed_on() {
        let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
        let deep = format!(r#"{{"id":1,"method":"script.evaluate","params":{deep}}}"#);
        for text in [
            r#"{"id":1,"method":"browser.setDownloadBehavior","params":{"downloadBehavior":{"type":"denied"}}}"#,
            r#"{"id":1,"method":"browser.setDownloadBehavior","params":{"downloadBehavior":null}}"#,
            r#"{"id":1,"method":"webExtension.install","params":{"extensionData":{"type":"base64","value":"UEs="}}}"#,
            // The browser reads these, and so must get them.
            r#"{"id":1,"method":"script.evaluate","params":{"expression":"\ud800","n":1e999}}"#,
            r#"{"id":1,"method":"script.evaluate","params":{"expression":"webExtension.install"}}"#,
            &deep,
        ] {
            assert_eq!(refused(text), None, "{text}");
        }
    }

    #[test]
    fn with_the_grant_nothing_is_read() {
        let text = Message::text("not even JSON");
        assert!(refusal(&text, &Grants::loopback()).is_none());
    }
}
