//! How much the settings of a session may hold. They are kept for the client, whatever they mean.

use std::io;

use serde_json::{Map, Value};

use crate::Error;

/// How many settings a session may have.
const MOST: usize = 1_000;
/// How long they may be together, as JSON text.
const MOST_BYTES: usize = 1024 * 1024;

/// Whether settings may be changed as asked, in view of those that stay.
pub fn check_settings(kept: &Map<String, Value>, new: &Map<String, Value>) -> Result<(), Error> {
    let staying = kept.iter().filter(|(name, _)| !new.contains_key(*name));
    let (mut count, mut size) = (0, Count(0));
    for (name, value) in staying.chain(new) {
        count += 1;
        size.0 += name.len();
        // Counting does not fail, and a value can always be written.
        let _ = serde_json::to_writer(&mut size, value);
    }
    if count > MOST {
        return Err(Error::invalid_argument(format!(
            "a session has at most {MOST} settings. Remove some."
        )));
    }
    if size.0 > MOST_BYTES {
        return Err(Error::invalid_argument(format!(
            "the settings of a session have at most {MOST_BYTES} bytes together, these would have \
             {}. Send shorter ones.",
            size.0
        )));
    }
    Ok(())
}

/// Counts what is written.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(name: &str, value: Value) -> Map<String, Value> {
        Map::from_iter([(name.to_owned(), value)])
    }

    #[test]
    fn settings_are_bounded_in_number() {
        let kept: Map<_, _> = (0..MOST).map(|n| (n.to_string(), json!(n))).collect();
        let error = check_settings(&kept, &one("another", json!(1))).unwrap_err();
        assert!(error.message.contains("at most 1000 settings"), "{error}");
        assert!(check_settings(&kept, &one("7", json!(1))).is_ok());
    }

    #[test]
    fn settings_are_bounded_in_bytes_of_all_together() {
        let half = || json!("x".repeat(MOST_BYTES / 2));
        let kept = one("a", half());
        let error = check_settings(&kept, &one("b", half())).unwrap_err();
        assert!(error.message.contains("at most 1048576 bytes"), "{error}");
        assert!(check_settings(&kept, &one("a", half())).is_ok());
    }
}
