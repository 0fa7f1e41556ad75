//! How parameters and answers are brought from one shape into the other.
//!
//! Types of the `webdriver` crate do the checking where Marionette's own is laxer or stricter than
//! the specification. Only members that a command defines are sent: Marionette knows more, such as
//! a sandbox with the browser's own rights.

use bytes::Bytes;
use hansom_protocol::{Command, Error, ErrorCode, Params, Request};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json, value::RawValue};
use webdriver::command as wd;

use crate::marionette::frame;

/// What is sent to Marionette.
pub(super) enum Send {
    /// An empty object.
    Nothing,
    /// These members of the body, as they came.
    Only(&'static [&'static str]),
    /// `id`, the element in the path, and other variables of the path under their names.
    Element(&'static [&'static str]),
    /// Variables of the path under their names.
    Path(&'static [&'static str]),
    /// What an adapter makes.
    Made(fn(&Request) -> Result<Bytes, Error>),
}

/// Where the value is in what comes back.
pub(super) enum Receive {
    /// Inside `{"value":…}`.
    Wrapped,
    /// All of it is the value.
    Whole,
    /// Where an adapter finds it.
    Own(fn(&Request, &Bytes) -> Result<Bytes, Error>),
}

impl Send {
    pub(super) fn params(&self, request: &Request) -> Result<Bytes, Error> {
        match self {
            Send::Nothing => Ok(Bytes::from_static(b"{}")),
            Send::Only(names) => Ok(only(&request.params, names)),
            Send::Element(names) => {
                let id = ("id", request.vars.get("elementId"));
                let others = names.iter().map(|name| (*name, request.vars.get(name)));
                Ok(strings(std::iter::once(id).chain(others)))
            }
            Send::Path(names) => Ok(strings(
                names.iter().map(|name| (*name, request.vars.get(name))),
            )),
            Send::Made(make) => make(request),
        }
    }
}

impl Receive {
    pub(super) fn value(&self, request: &Request, result: Bytes) -> Result<Bytes, Error> {
        match self {
            // Commands that answer whole say `{"value":null}` when they have nothing to say.
            Receive::Wrapped => Ok(frame::unwrap_value(&result).unwrap_or(result)),
            Receive::Whole if &result[..] == b"{\"value\":null}" => Ok(Bytes::from_static(b"null")),
            Receive::Whole => Ok(result),
            Receive::Own(find) => find(request, &result),
        }
    }
}

/// The body itself when it holds nothing else, otherwise a new one with these members only.
fn only(params: &Params, names: &[&str]) -> Bytes {
    if params.names().all(|name| names.contains(&name)) {
        return params.text();
    }
    let members = names
        .iter()
        .filter_map(|name| Some((*name, params.raw(name)?)));
    object(members)
}

/// An object of members that are JSON text already.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> Bytes {
    let mut text = Vec::from(b"{");
    for (name, value) in members {
        if text.len() > 1 {
            text.push(b',');
        }
        text.extend_from_slice(quoted(name).as_bytes());
        text.push(b':');
        text.extend_from_slice(value.as_bytes());
    }
    text.push(b'}');
    text.into()
}

/// An object of strings.
fn strings<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> Bytes {
    let members: Vec<(&str, String)> = members
        .into_iter()
        .map(|(name, value)| (name, quoted(value)))
        .collect();
    object(members.iter().map(|(name, value)| (*name, value.as_str())))
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn text_of(value: impl Serialize) -> Result<Bytes, Error> {
    serde_json::to_vec(&value)
        .map(Bytes::from)
        .map_err(|error| Error::unknown(error.to_string()))
}

/// Reads the whole body as a type of the `webdriver` crate.
fn body<T: DeserializeOwned>(request: &Request) -> Result<T, Error> {
    let text = request.params.text();
    serde_json::from_slice(&text).or_else(|_| {
        // Read once more, slower, to know where it went wrong.
        let mut reader = serde_json::Deserializer::from_slice(&text);
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let place = match error.path().to_string().as_str() {
                "." => "the body".to_owned(),
                path => format!("`{path}`"),
            };
            // The position helps nobody: the body may have been put together by a client library.
            let reason = error.into_inner().to_string();
            let reason = match reason.split(" at line ").next().unwrap_or_default() {
                // The names of our types help nobody either.
                inside if inside.starts_with("data did not match any variant") => {
                    "it has none of the shapes that the specification knows"
                }
                reason => reason,
            };
            Error::invalid_argument(format!(
                "{place} is not valid for {}: {reason}.",
                request.command
            ))
        })
    })
}

/// Firefox answers at once when there is no limit for scripts, instead of waiting. So "no limit"
/// is sent as the longest time its timer knows (24 days), and told as no limit.
const NO_SCRIPT_TIMEOUT: u64 = 2_147_483_647;

/// The time limit that older clients name with `{"type": "page load", "ms": 1000}`.
pub fn older_timeout(kind: &str) -> Option<&'static str> {
    match kind {
        "script" => Some("script"),
        "implicit" => Some("implicit"),
        "page load" | "pageLoad" => Some("pageLoad"),
        _ => None,
    }
}

pub(super) fn timeouts(request: &Request) -> Result<Bytes, Error> {
    if let Some(kind) = request.params.optional::<String>("type")? {
        let name = older_timeout(&kind).ok_or_else(|| {
            Error::invalid_argument(format!(
                "there is no time limit `{kind}`; there are script, pageLoad and implicit."
            ))
        })?;
        return text_of(json!({ name: request.params.required::<u64>("ms")? }));
    }
    let mut limits: wd::TimeoutsParameters = body(request)?;
    if limits.script == Some(None) {
        limits.script = Some(Some(NO_SCRIPT_TIMEOUT));
    }
    text_of(limits)
}

pub(super) fn timeouts_answer(_: &Request, result: &Bytes) -> Result<Bytes, Error> {
    let mut limits: Value = serde_json::from_slice(result).map_err(|_| shape("GetTimeouts"))?;
    unlimit(&mut limits);
    text_of(limits)
}

fn unlimit(limits: &mut Value) {
    if limits["script"] == NO_SCRIPT_TIMEOUT {
        limits["script"] = Value::Null;
    }
}

/// Brings the time limits among capabilities into the shape that Firefox gets.
pub(crate) fn limit_scripts(capabilities: &mut Map<String, Value>) {
    if let Some(script) = capabilities
        .get_mut("timeouts")
        .and_then(|limits| limits.get_mut("script"))
        .filter(|script| script.is_null())
    {
        *script = NO_SCRIPT_TIMEOUT.into();
    }
}

/// Brings the time limits among capabilities into the shape that a client gets.
pub(crate) fn unlimit_scripts(capabilities: &mut Map<String, Value>) {
    if let Some(limits) = capabilities.get_mut("timeouts") {
        unlimit(limits);
    }
}

pub(super) fn new_window(request: &Request) -> Result<Bytes, Error> {
    let wanted: wd::NewWindowParameters = body(request)?;
    Ok(strings(
        wanted.type_hint.as_deref().map(|hint| ("type", hint)),
    ))
}

pub(super) fn frame(request: &Request) -> Result<Bytes, Error> {
    let frame: wd::SwitchToFrameParameters = body(request)?;
    match frame.id {
        webdriver::common::FrameId::Top => Ok(Bytes::from_static(b"{}")),
        webdriver::common::FrameId::Short(index) => text_of(json!({ "id": index })),
        webdriver::common::FrameId::Element(element) => {
            Ok(strings([("element", element.0.as_str())]))
        }
    }
}

pub(super) fn window_rect(request: &Request) -> Result<Bytes, Error> {
    text_of(body::<wd::WindowRectParameters>(request)?)
}

pub(super) fn locator(request: &Request) -> Result<Bytes, Error> {
    let locator: wd::LocatorParameters = body(request)?;
    let using = serde_json::to_value(locator.using).unwrap_or_default();
    let using = using.as_str().unwrap_or_default();
    let start = match request.command {
        Command::FindElementFromElement | Command::FindElementsFromElement => {
            Some(("element", request.vars.get("elementId")))
        }
        Command::FindElementFromShadowRoot | Command::FindElementsFromShadowRoot => {
            Some(("shadowRoot", request.vars.get("shadowId")))
        }
        _ => None,
    };
    let locator = [("using", using), ("value", locator.value.as_str())];
    Ok(strings(start.into_iter().chain(locator)))
}

/// Firefox tells all eight numbers of the rectangle, the specification wants four.
pub(super) fn element_rect(_: &Request, result: &Bytes) -> Result<Bytes, Error> {
    // Numbers stay text, so that 8 does not become 8.0.
    #[derive(Serialize, Deserialize)]
    struct Rect<'a> {
        #[serde(borrow)]
        x: &'a RawValue,
        #[serde(borrow)]
        y: &'a RawValue,
        #[serde(borrow)]
        width: &'a RawValue,
        #[serde(borrow)]
        height: &'a RawValue,
    }
    let rect: Rect<'_> = serde_json::from_slice(result).map_err(|_| shape("GetElementRect"))?;
    text_of(rect)
}

pub(super) fn keys(request: &Request) -> Result<Bytes, Error> {
    let keys: wd::SendKeysParameters = body(request)?;
    Ok(strings([
        ("id", request.vars.get("elementId")),
        ("text", keys.text.as_str()),
    ]))
}

pub(super) fn named_cookie(request: &Request, result: &Bytes) -> Result<Bytes, Error> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let wanted = request.vars.get("name");
    let cookies: Vec<&RawValue> =
        serde_json::from_slice(result).map_err(|_| shape("GetCookies"))?;
    cookies
        .into_iter()
        .find(|cookie| {
            serde_json::from_str::<Named>(cookie.get()).is_ok_and(|named| named.name == wanted)
        })
        .map(|cookie| result.slice_ref(cookie.get().as_bytes()))
        .ok_or_else(|| {
            Error::new(
                ErrorCode::NoSuchCookie,
                format!("the page has no cookie `{wanted}`."),
            )
        })
}

pub(super) fn cookie(request: &Request) -> Result<Bytes, Error> {
    let cookie: wd::AddCookieParameters = body(request)?;
    let mut cookie = json!({
        "name": cookie.name,
        "value": cookie.value,
        "path": cookie.path,
        "domain": cookie.domain,
        "secure": cookie.secure,
        "httpOnly": cookie.httpOnly,
        "expiry": cookie.expiry,
        "sameSite": cookie.sameSite,
    });
    if let Some(members) = cookie.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    text_of(json!({ "cookie": cookie }))
}

pub(super) fn actions(request: &Request) -> Result<Bytes, Error> {
    let _checked: wd::ActionsParameters = body(request)?;
    Ok(only(&request.params, &["actions"]))
}

pub(super) fn screenshot(request: &Request) -> Result<Bytes, Error> {
    let element = request.vars.get("elementId");
    let id = if element.is_empty() {
        Value::Null
    } else {
        element.into()
    };
    text_of(json!({ "id": id, "full": false }))
}

pub(super) fn print(request: &Request) -> Result<Bytes, Error> {
    text_of(body::<wd::PrintParameters>(request)?)
}

pub(super) fn privacy_control(request: &Request) -> Result<Bytes, Error> {
    text_of(body::<wd::GlobalPrivacyControlParameters>(request)?)
}

pub(super) fn authenticator(request: &Request) -> Result<Bytes, Error> {
    text_of(body::<wd::AuthenticatorParameters>(request)?)
}

pub(super) fn credential(request: &Request) -> Result<Bytes, Error> {
    let credentials: webdriver::common::Credentials = body(request)?;
    if credentials.is_resident_credential && credentials.user_handle.is_none() {
        return Err(Error::invalid_argument(
            "a resident credential needs a `userHandle`. Add one, base64url-encoded.",
        ));
    }
    text_of(json!({
        "authenticatorId": request.vars.get("authenticatorId"),
        "credentials": credentials,
    }))
}

pub(super) fn user_verified(request: &Request) -> Result<Bytes, Error> {
    let verified: wd::UserVerificationParameters = body(request)?;
    text_of(json!({
        "authenticatorId": request.vars.get("authenticatorId"),
        "isUserVerified": verified.is_user_verified,
    }))
}

fn shape(command: &str) -> Error {
    Error::unknown(format!("Firefox answered {command} in an unknown shape."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_numbers_as_firefox_wrote_them() {
        let request = Request::new(Command::GetElementRect, Params::default());
        let firefox = Bytes::from_static(
            br#"{"x":8,"y":8.5,"width":190.6666717529297,"height":23,"top":8,"left":8}"#,
        );
        let rect = element_rect(&request, &firefox).unwrap();
        assert_eq!(
            rect,
            r#"{"x":8,"y":8.5,"width":190.6666717529297,"height":23}"#
        );
    }

    #[test]
    fn only_members_of_the_command_are_handed_on() {
        let known = Params::parse(r#"{"script":"1", "args":[]}"#).unwrap();
        assert_eq!(only(&known, &["script", "args"]), known.text());
        let more = Params::parse(r#"{"script":"1","args":[],"sandbox":"system"}"#).unwrap();
        assert_eq!(
            only(&more, &["script", "args"]),
            r#"{"script":"1","args":[]}"#
        );
    }

    #[test]
    fn a_wrong_body_is_told_with_the_member_that_is_wrong() {
        for (sent, told) in [
            (
                r#"{"background":null}"#,
                "`background` is not valid for printPage: invalid type",
            ),
            (
                r#"{"margin":{"top":"x"}}"#,
                "`margin.top` is not valid for printPage: invalid type",
            ),
        ] {
            let request = Request::new(Command::PrintPage, Params::parse(sent).unwrap());
            let error = body::<wd::PrintParameters>(&request).unwrap_err();
            assert!(error.message.starts_with(told), "{error}");
        }
    }
}
