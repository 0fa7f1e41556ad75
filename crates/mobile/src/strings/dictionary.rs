//! Property lists: XML and binary `.strings`, and `.stringsdict`.

use std::io::Cursor;

use plist::Value;

use super::Strings;

/// Whether bytes begin as a property list does.
pub(super) fn is_property_list(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = text
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .unwrap_or(0);
    let text = &text[start..];
    text.starts_with(b"bplist")
        || text.starts_with(b"<?xml")
        || text.starts_with(b"<!DOCTYPE")
        || text.starts_with(b"<plist")
}

/// The entries of a dictionary; what is not text comes as text of JSON.
pub(super) fn parse(bytes: &[u8]) -> Result<Strings, String> {
    let value = Value::from_reader(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let Value::Dictionary(entries) = value else {
        return Err("it is a property list, but not a dictionary".to_owned());
    };
    Ok(entries
        .into_iter()
        .map(|(key, value)| {
            let text = match value {
                Value::String(text) => text,
                other => json(&other).to_string(),
            };
            (key, text)
        })
        .collect())
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::String(text) => text.as_str().into(),
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Real(number) => (*number).into(),
        Value::Integer(number) => number
            .as_signed()
            .map(Into::into)
            .or_else(|| number.as_unsigned().map(Into::into))
            .unwrap_or_default(),
        Value::Array(items) => items.iter().map(json).collect(),
        Value::Dictionary(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), json(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        _ => serde_json::Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
            <key>hello</key><string>Grüezi</string>
            <key>%d files</key><dict>
                <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
                <key>files</key><dict><key>one</key><string>%d file</string><key>other</key><string>%d files</string></dict>
            </dict>
        </dict></plist>"#;

    #[test]
    fn xml_and_binary_say_the_same() {
        let strings = parse(XML.as_bytes()).unwrap();
        assert!(is_property_list(XML.as_bytes()));
        assert_eq!(strings["hello"], "Grüezi");
        let plural: serde_json::Value = serde_json::from_str(&strings["%d files"]).unwrap();
        assert_eq!(plural["files"]["one"], "%d file");
        let mut binary = Vec::new();
        Value::from_reader(Cursor::new(XML))
            .unwrap()
            .to_writer_binary(&mut binary)
            .unwrap();
        assert!(is_property_list(&binary));
        assert_eq!(parse(&binary).unwrap(), strings);
    }

    #[test]
    fn what_is_no_dictionary_is_refused() {
        let list = r#"<?xml version="1.0"?><plist version="1.0"><array/></plist>"#;
        assert!(
            parse(list.as_bytes())
                .unwrap_err()
                .contains("not a dictionary")
        );
        assert!(parse(b"bplist00garbage").is_err());
        assert!(!is_property_list(b"\"a\" = \"b\";"));
    }
}
