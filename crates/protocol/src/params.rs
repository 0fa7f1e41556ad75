//! The body of a request, read once: its members stay JSON text until a driver asks for one.

use std::{borrow::Cow, collections::BTreeMap};

use bytes::Bytes;
use bytestring::ByteString;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{Command, Error, Upload};

/// What a driver is asked to do.
#[derive(Debug, Clone)]
pub struct Request {
    /// The command of the row that matched.
    pub command: Command,
    /// The variables of the path, decoded.
    pub vars: PathVars,
    /// The members of the body; empty for requests without one.
    pub params: Params,
    /// What the session's inlet made of the row's large member, which is empty in `params` then.
    /// Boxed, because few requests have one and every request is moved several times on its way.
    pub upload: Option<Box<Result<Upload, Error>>>,
}

impl Request {
    /// A request without path variables, for tests and for commands that call others.
    pub fn new(command: Command, params: Params) -> Self {
        Self {
            command,
            vars: PathVars::default(),
            params,
            upload: None,
        }
    }
}

/// The variables of a path by name, percent-decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathVars(Vec<(&'static str, String)>);

impl PathVars {
    /// Adds one.
    pub fn push(&mut self, name: &'static str, value: String) {
        self.0.push((name, value));
    }

    /// The variable of that name; empty when the row has none, which the route table's test rules out.
    pub fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(key, _)| *key == name)
            .map_or("", |(_, value)| value)
    }
}

impl PathVars {
    /// All of them, in the order of the path.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

impl FromIterator<(&'static str, String)> for PathVars {
    fn from_iter<I: IntoIterator<Item = (&'static str, String)>>(vars: I) -> Self {
        Self(vars.into_iter().collect())
    }
}

/// The members of a JSON object, each still as text: a piece of the body, not a copy. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Params {
    text: Bytes,
    members: Vec<(ByteString, ByteString)>,
}

/// A key of the body; borrowed unless something in it is escaped.
#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl Params {
    /// Reads a body. It must be a JSON object; the last of two equal keys wins.
    pub fn parse(text: impl Into<Bytes>) -> Result<Self, Error> {
        let text = ByteString::try_from(text.into()).map_err(not_json)?;
        let members: BTreeMap<Key<'_>, &RawValue> = match serde_json::from_str(&text) {
            Ok(members) => members,
            Err(error) if error.is_data() => {
                return Err(Error::invalid_argument(
                    "the body is not a JSON object. Send an object, for example {}.",
                ));
            }
            Err(error) => return Err(not_json(error)),
        };
        let members = members.into_iter().map(|(Key(name), value)| {
            let name = match name {
                Cow::Borrowed(name) => text.slice_ref(name),
                Cow::Owned(name) => name.into(),
            };
            (name, text.slice_ref(value.get()))
        });
        Ok(Self {
            members: members.collect(),
            text: text.into_bytes(),
        })
    }

    /// Parameters made of a value, for commands that call others.
    pub fn from_value(value: &serde_json::Value) -> Result<Self, Error> {
        Self::parse(value.to_string())
    }

    /// The whole body as it came, `{}` when there was none.
    pub fn text(&self) -> Bytes {
        if self.text.is_empty() {
            Bytes::from_static(b"{}")
        } else {
            self.text.clone()
        }
    }

    /// Whether there is a member of that name that is not `null`.
    pub fn has(&self, name: &str) -> bool {
        self.raw(name).is_some_and(|text| text != "null")
    }

    /// The JSON text of a member.
    pub fn raw(&self, name: &str) -> Option<&str> {
        let member = self.members.iter().find(|(key, _)| **key == *name);
        member.map(|(_, value)| &**value)
    }

    /// The names of all members.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| &**name)
    }

    /// A member that must be there. Types are strict: `"5"` is not a number.
    pub fn required<T: DeserializeOwned>(&self, name: &str) -> Result<T, Error> {
        let text = self.raw(name).ok_or_else(|| missing(&[name]))?;
        read(name, text)
    }

    /// A member that may be absent or `null`.
    pub fn optional<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Error> {
        match self.raw(name) {
            None | Some("null") => Ok(None),
            Some(text) => read(name, text).map(Some),
        }
    }
}

fn not_json(error: impl std::fmt::Display) -> Error {
    Error::invalid_argument(format!(
        "the body is not valid JSON: {error}. Send a JSON object, for example {{}}."
    ))
}

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| {
        // serde_json ends its message with a position inside the member, which helps nobody.
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        Error::invalid_argument(format!("`{name}` has the wrong type or value: {reason}."))
    })
}

/// The error for keys that a body lacks.
pub(crate) fn missing(names: &[&str]) -> Error {
    let list = names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let (noun, pronoun) = if names.len() == 1 {
        ("key", "it")
    } else {
        ("keys", "them")
    };
    Error::invalid_argument(format!("missing {noun} {list}. Add {pronoun} to the body."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(text: &'static str) -> Params {
        Params::parse(text).unwrap()
    }

    #[test]
    fn types_are_strict_and_the_error_names_the_key() {
        let error = params(r#"{"seconds":"5"}"#)
            .required::<f64>("seconds")
            .unwrap_err();
        assert!(error.message.contains("`seconds`"), "{}", error.message);
        assert!(error.message.contains("f64"), "{}", error.message);
    }

    #[test]
    fn null_counts_as_absent_for_optional_members() {
        assert_eq!(params(r#"{"a":null}"#).optional::<u32>("a").unwrap(), None);
    }

    #[test]
    fn the_last_of_two_equal_keys_wins() {
        assert_eq!(params(r#"{"a":1,"a":2}"#).required::<u32>("a").unwrap(), 2);
    }

    #[test]
    fn a_member_is_a_piece_of_the_body_and_its_key_may_be_escaped() {
        let body = Bytes::from_static(br#"{ "\u0061": [1, 2], "b": "x" }"#);
        let params = Params::parse(body.clone()).unwrap();
        assert_eq!(params.raw("a"), Some("[1, 2]"));
        let piece = params.raw("b").unwrap();
        assert_eq!(piece, "\"x\"");
        assert!(body.as_ptr_range().contains(&piece.as_ptr()));
    }

    #[test]
    fn bytes_that_are_no_text_are_not_a_body() {
        let error = Params::parse(&b"{\"a\":\"\xff\"}"[..]).unwrap_err();
        assert!(error.message.contains("not valid JSON"), "{error}");
    }

    #[test]
    fn an_array_is_not_a_body() {
        let error = Params::parse("[]").unwrap_err();
        assert!(
            error.message.starts_with("the body is not a JSON object"),
            "{}",
            error.message
        );
    }
}
