//! The types of elements, with the numbers that predicates may use for them.

/// What stands before a type's name in locators and in the source.
pub const PREFIX: &str = "XCUIElementType";

/// Names without prefix; the position is the number. The order is the platform's own.
#[rustfmt::skip] // read as a list of numbers
const TYPES: &[&str] = &[
    "Any", "Other", "Application", "Group", "Window", "Sheet", "Drawer", "Alert", "Dialog", "Button",
    "RadioButton", "RadioGroup", "CheckBox", "DisclosureTriangle", "PopUpButton", "ComboBox", "MenuButton", "ToolbarButton", "Popover", "Keyboard",
    "Key", "NavigationBar", "TabBar", "TabGroup", "Toolbar", "StatusBar", "Table", "TableRow", "TableColumn", "Outline",
    "OutlineRow", "Browser", "CollectionView", "Slider", "PageIndicator", "ProgressIndicator", "ActivityIndicator", "SegmentedControl", "Picker", "PickerWheel",
    "Switch", "Toggle", "Link", "Image", "Icon", "SearchField", "ScrollView", "ScrollBar", "StaticText", "TextField",
    "SecureTextField", "DatePicker", "TextView", "Menu", "MenuItem", "MenuBar", "MenuBarItem", "Map", "WebView", "IncrementArrow",
    "DecrementArrow", "Timeline", "RatingIndicator", "ValueIndicator", "SplitGroup", "Splitter", "RelevanceIndicator", "ColorWell", "HelpTag", "Matte",
    "DockItem", "Ruler", "RulerMarker", "Grid", "LevelIndicator", "Cell", "LayoutArea", "LayoutItem", "Handle", "Stepper",
    "Tab", "TouchBar", "StatusItem",
];

/// The name without its prefix.
pub fn without_prefix(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// The name with its prefix.
pub fn with_prefix(name: &str) -> String {
    format!("{PREFIX}{}", without_prefix(name))
}

/// Whether it is the name of a type, with or without prefix.
pub fn is_element_type(name: &str) -> bool {
    number(without_prefix(name)).is_some()
}

/// The number of a type, given without prefix.
pub(super) fn number(name: &str) -> Option<usize> {
    TYPES.iter().position(|known| *known == name)
}

/// Types whose name is close to a mistyped one.
pub(super) fn near(name: &str) -> Vec<String> {
    let name = without_prefix(name).to_lowercase();
    let mut found: Vec<(usize, &str)> = TYPES
        .iter()
        .map(|known| (strsim::levenshtein(&name, &known.to_lowercase()), *known))
        .filter(|(distance, _)| *distance <= 3)
        .collect();
    found.sort_by_key(|(distance, _)| *distance);
    found
        .into_iter()
        .take(3)
        .map(|(_, known)| with_prefix(known))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_platforms() {
        for (name, value) in [
            ("Button", 9),
            ("Switch", 40),
            ("StaticText", 48),
            ("TextField", 49),
            ("WebView", 58),
            ("Cell", 75),
            ("StatusItem", 82),
        ] {
            assert_eq!(number(name), Some(value), "{name}");
        }
    }

    #[test]
    fn a_typing_error_has_near_names() {
        assert_eq!(
            near("XCUIElementTypeButon").first().map(String::as_str),
            Some("XCUIElementTypeButton")
        );
    }
}
