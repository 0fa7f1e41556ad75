//! Which of the languages there are comes nearest to the one asked for.

/// Folder names from before language tags.
const OLD_NAMES: &[(&str, &str)] = &[
    ("english", "en"),
    ("german", "de"),
    ("french", "fr"),
    ("spanish", "es"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("dutch", "nl"),
];

/// A tag in one spelling: `de_AT` and `de-at` are the same.
fn tag(name: &str) -> String {
    let lower = name.replace('_', "-").to_lowercase();
    let old = OLD_NAMES.iter().find(|(old, _)| *old == lower);
    old.map_or(lower, |(_, tag)| (*tag).to_owned())
}

/// The best of `known`, by lookup as BCP 47 has it: the tag itself, then without its last parts, then
/// any other of the same language. English may come from the base folder.
pub(super) fn choose<'a>(asked: &str, known: &[&'a str]) -> Option<&'a str> {
    let asked = tag(asked);
    let exact = |wanted: &str| known.iter().find(|name| tag(name) == wanted).copied();
    let mut wanted = asked.as_str();
    loop {
        if let Some(found) = exact(wanted) {
            return Some(found);
        }
        match wanted.rsplit_once('-') {
            Some((wider, _)) => wanted = wider,
            None => break,
        }
    }
    let same = |name: &&&str| tag(name).split('-').next() == Some(wanted);
    let mut near: Vec<&str> = known.iter().filter(same).copied().collect();
    near.sort_unstable();
    let base = || (wanted == "en").then(|| exact("base")).flatten();
    near.first().copied().or_else(base)
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_tag_then_wider_ones_then_the_same_language() {
        let known = ["de", "de-CH", "pt-PT", "pt-BR", "zh-Hans", "English"];
        for (asked, found) in [
            ("de-AT", Some("de")),
            ("de_CH", Some("de-CH")),
            ("DE-ch-1996", Some("de-CH")),
            ("pt", Some("pt-BR")),
            ("zh-Hans-CN", Some("zh-Hans")),
            ("zh-Hant", Some("zh-Hans")),
            ("en-GB", Some("English")),
            ("ja", None),
        ] {
            assert_eq!(choose(asked, &known), found, "{asked}");
        }
        assert_eq!(choose("en", &["Base", "de"]), Some("Base"));
        assert_eq!(choose("fr", &["Base", "de"]), None);
    }
}
