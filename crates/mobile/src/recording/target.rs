//! Where a film is uploaded to, as the options say. Secrets never show in `Debug`.

use std::fmt;

use reqwest::{
    Method, Url,
    header::{
        CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
        TRANSFER_ENCODING,
    },
};
use secrecy::SecretString;
use serde_json::Value;

use super::{RecordingError, options::Reader};

/// An upload to make.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) url: Url,
    pub(super) method: Method,
    pub(super) login: Option<(String, SecretString)>,
    pub(super) headers: HeaderMap,
    /// Name of the field that holds the film; `None` sends the film as the whole body.
    pub(super) field: Option<String>,
    pub(super) form: Vec<(String, String)>,
}

impl Target {
    /// Reads the upload options; all are checked even when `remotePath` is absent.
    pub(super) fn read(reader: &Reader<'_>) -> Result<Option<Self>, RecordingError> {
        // An empty address means no upload.
        let url = reader
            .text("remotePath", |text| match text {
                "" => Some(None),
                text => address(text).map(Some),
            })?
            .flatten();
        let user = reader.text("user", |text| Some(text.to_owned()))?;
        let pass = reader.text("pass", |text| Some(SecretString::from(text)))?;
        let login = match (user, pass) {
            (Some(user), Some(pass)) => Some((user, pass)),
            (None, None) => None,
            (None, Some(_)) => return Err(reader.refusal("user")),
            (Some(_), None) => return Err(reader.refusal("pass")),
        };
        let method = reader
            .text("method", |text| match text.to_ascii_uppercase().as_str() {
                "PUT" => Some(Method::PUT),
                "POST" => Some(Method::POST),
                "PATCH" => Some(Method::PATCH),
                _ => None,
            })?
            .unwrap_or(Method::PUT);
        let field = reader
            .text("fileFieldName", |text| Some(text.to_owned()))?
            .unwrap_or_else(|| "file".into());
        let field = Some(field).filter(|name| !name.is_empty());
        let headers = reader
            .take("headers", |value| headers(value, field.is_some()))?
            .unwrap_or_default();
        let form = reader.take("formFields", pairs)?.unwrap_or_default();
        Ok(url.map(|url| Self {
            url,
            method,
            login,
            headers,
            field,
            form,
        }))
    }

    /// The address without user, password and query, all of which may be secret.
    pub(super) fn shown(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        let port = self
            .url
            .port()
            .map_or_else(String::new, |port| format!(":{port}"));
        format!("{}://{host}{port}{}", self.url.scheme(), self.url.path())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target")
            .field("url", &self.shown())
            .field("method", &self.method)
            .field("login", &self.login.is_some())
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .field("field", &self.field)
            .field(
                "form",
                &self.form.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            )
            .finish()
    }
}

fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let usable =
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.fragment().is_none();
    usable.then_some(url)
}

fn headers(value: &Value, multipart: bool) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    value.as_object()?;
    for (name, value) in pairs(value)? {
        let name = HeaderName::try_from(name).ok()?;
        let ours = [HOST, CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION].contains(&name);
        if ours || (multipart && name == CONTENT_TYPE) {
            return None;
        }
        let mut value = HeaderValue::try_from(value).ok()?;
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Some(headers)
}

/// Names and values of an object, or of a list of pairs.
fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| Some((name.clone(), plain(value)?)))
            .collect(),
        Value::Array(list) => list
            .iter()
            .map(|pair| match pair.as_array()?.as_slice() {
                [name, value] => Some((name.as_str()?.to_owned(), plain(value)?)),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::recording::RecordingOptions;

    fn read(value: &serde_json::Value) -> Result<RecordingOptions, hansom_protocol::Error> {
        RecordingOptions::from_members(value.as_object().unwrap())
    }

    #[test]
    fn secrets_show_neither_in_debug_nor_in_errors() {
        let options = read(&json!({
            "remotePath": "https://me:hunter2@films.example/a?signature=hunter2",
            "user": "me", "pass": "hunter2",
            "headers": {"X-Key": "hunter2"}, "formFields": [["policy", "hunter2"]],
        }))
        .unwrap();
        let shown = format!("{options:?}");
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("https://films.example/a"), "{shown}");
        for bad in [
            json!({"pass": ["hunter2"]}),
            json!({"headers": {"a b": "hunter2"}}),
            json!({"formFields": {"a": ["hunter2"]}}),
            json!({"remotePath": "hunter2://x"}),
        ] {
            let error = read(&bad).unwrap_err().into_parts().message;
            assert!(!error.contains("hunter2"), "{error}");
            assert!(error.contains("must be"), "{error}");
        }
    }

    #[test]
    fn only_http_addresses_are_taken() {
        for bad in [
            "ftp://a/b",
            "file:///etc/passwd",
            "films.example",
            "http://",
            "http://a/#b",
        ] {
            let error = read(&json!({ "remotePath": bad }))
                .unwrap_err()
                .into_parts()
                .message;
            assert!(
                error.contains("`remotePath` must be an http or https address"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_user_without_a_password_is_refused_and_the_reverse() {
        let error = read(&json!({"user": "me"}))
            .unwrap_err()
            .into_parts()
            .message;
        assert!(
            error.contains("`pass` must be a text, together with `user`, not absent"),
            "{error}"
        );
        let error = read(&json!({"pass": "x"}))
            .unwrap_err()
            .into_parts()
            .message;
        assert!(
            error.contains("`user` must be a text, together with `pass`, not absent"),
            "{error}"
        );
    }

    #[test]
    fn headers_that_frame_the_request_are_ours() {
        for name in [
            "Host",
            "content-length",
            "Transfer-Encoding",
            "Connection",
            "Content-Type",
        ] {
            assert!(read(&json!({"headers": {name: "x"}})).is_err(), "{name}");
        }
        assert!(
            read(&json!({"headers": {"Content-Type": "video/mp4"}, "fileFieldName": ""})).is_ok()
        );
        assert!(read(&json!({"headers": {"X-Count": 5, "X-On": true}})).is_ok());
    }
}
