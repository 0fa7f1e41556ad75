//! A member of a body: its name, its type, and whether a body has it so.

use crate::Params;

/// A member of a body.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its key.
    pub name: &'static str,
    /// Its type.
    pub kind: ParamType,
    /// Whether it must be there.
    pub required: bool,
}

/// The type of a member. Types are strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// Left open here; the driver checks it.
    Any,
    /// A string.
    String,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl ParamType {
    /// In words, for errors and the reference.
    pub const fn describe(self) -> &'static str {
        match self {
            ParamType::Any => "any",
            ParamType::String => "string",
            ParamType::Number => "number",
            ParamType::Integer => "integer",
            ParamType::Boolean => "boolean",
            ParamType::Object => "object",
            ParamType::Array => "array",
        }
    }

    /// With its article, for "must be an object".
    pub const fn wanted(self) -> &'static str {
        match self {
            ParamType::Any => "any value",
            ParamType::String => "a string",
            ParamType::Number => "a number",
            ParamType::Integer => "an integer",
            ParamType::Boolean => "a boolean",
            ParamType::Object => "an object",
            ParamType::Array => "an array",
        }
    }

    /// Whether JSON text is of this type, judged by its first byte: the text is known to be valid.
    pub fn fits(self, text: &str) -> bool {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        let number = first == b'-' || first.is_ascii_digit();
        match self {
            ParamType::Any => true,
            ParamType::String => first == b'"',
            ParamType::Number => number,
            ParamType::Integer => number && !text.contains(['.', 'e', 'E']),
            ParamType::Boolean => matches!(text, "true" | "false"),
            ParamType::Object => first == b'{',
            ParamType::Array => first == b'[',
        }
    }
}

impl Param {
    /// What a body has in its place, if that is not of its type. One that may be absent may be `null`.
    pub fn mistaken<'a>(&self, params: &'a Params) -> Option<&'a str> {
        let text = params.raw(self.name)?;
        let absent = text == "null" && !self.required;
        (!absent && !self.kind.fits(text)).then_some(text)
    }
}

/// A value as shown in an error: whole when short, cut when long.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 60;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A parameter that must be there.
pub const fn required(name: &'static str, kind: ParamType) -> Param {
    Param {
        name,
        kind,
        required: true,
    }
}

/// A parameter that may be absent or `null`.
pub const fn optional(name: &'static str, kind: ParamType) -> Param {
    Param {
        name,
        kind,
        required: false,
    }
}
