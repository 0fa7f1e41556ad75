//! The attributes a predicate can ask for.

/// An attribute of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute {
    Type,
    Name,
    Label,
    Value,
    Placeholder,
    X,
    Y,
    Width,
    Height,
    Visible,
    Enabled,
    Selected,
    Focused,
    Accessible,
    Index,
}

/// Spellings, the documented ones first. The agent's own names are there because tests use them.
const SPELLINGS: &[(&str, Attribute)] = &[
    ("type", Attribute::Type),
    ("elementType", Attribute::Type),
    ("name", Attribute::Name),
    ("label", Attribute::Label),
    ("value", Attribute::Value),
    ("placeholderValue", Attribute::Placeholder),
    ("rect.x", Attribute::X),
    ("rect.y", Attribute::Y),
    ("rect.width", Attribute::Width),
    ("rect.height", Attribute::Height),
    ("visible", Attribute::Visible),
    ("enabled", Attribute::Enabled),
    ("selected", Attribute::Selected),
    ("focused", Attribute::Focused),
    ("accessible", Attribute::Accessible),
    ("index", Attribute::Index),
    ("identifier", Attribute::Name),
    ("isVisible", Attribute::Visible),
    ("isEnabled", Attribute::Enabled),
    ("isSelected", Attribute::Selected),
    ("isFocused", Attribute::Focused),
    ("hasFocus", Attribute::Focused),
    ("isAccessible", Attribute::Accessible),
    ("wdType", Attribute::Type),
    ("wdName", Attribute::Name),
    ("wdLabel", Attribute::Label),
    ("wdValue", Attribute::Value),
    ("wdVisible", Attribute::Visible),
    ("wdEnabled", Attribute::Enabled),
];

/// How many of the spellings are documented ones.
const DOCUMENTED: usize = 16;

impl Attribute {
    /// The attribute of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        SPELLINGS
            .iter()
            .find(|(spelling, _)| *spelling == name)
            .map(|(_, attribute)| *attribute)
    }

    /// The documented names, for an error.
    pub(super) fn names() -> String {
        let names: Vec<&str> = SPELLINGS
            .iter()
            .take(DOCUMENTED)
            .map(|(name, _)| *name)
            .collect();
        names.join(", ")
    }
}
