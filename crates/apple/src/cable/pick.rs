//! Which of the attached devices a session means.

use super::{Attached, CableError};

/// The device with that udid, or for `auto` the only one. `None` when there is none.
pub fn pick(attached: &[Attached], udid: &str) -> Result<Option<Attached>, CableError> {
    if !udid.eq_ignore_ascii_case("auto") {
        return Ok(attached.iter().find(|one| one.is(udid)).cloned());
    }
    match attached {
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        many => {
            let all: Vec<&str> = many.iter().map(|one| one.udid.as_str()).collect();
            Err(CableError::Ambiguous(all.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attached(udid: &str) -> Attached {
        Attached {
            udid: udid.into(),
            wireless: false,
            number: 1,
        }
    }

    #[test]
    fn auto_takes_the_only_one_and_lists_several() {
        let one = [attached("A-1")];
        assert_eq!(pick(&one, "auto").unwrap().unwrap().udid, "A-1");
        assert_eq!(pick(&one, "a1").unwrap().unwrap().udid, "A-1");
        assert_eq!(pick(&[], "auto").unwrap(), None);
        let error = pick(&[attached("A"), attached("B")], "auto").unwrap_err();
        assert!(error.to_string().ends_with("there are A, B"), "{error}");
    }
}
