//! `alwaysMatch` with each entry of `firstMatch`, one merged at a time.
//!
//! A body of a megabyte can name ten thousand candidates. Each has all of `alwaysMatch`, so they
//! share one copy of it: as no name may stand in both, an entry can be put in and taken out again.

use webdriver::capabilities::Capabilities;

use super::{complaint, validate};
use crate::{Error, ErrorCode};

/// The candidates of a New Session body, all valid.
#[derive(Debug)]
pub struct Candidates {
    always: Capabilities,
    first: Vec<Capabilities>,
}

impl Candidates {
    /// Validates all of them. What is valid does not depend on what stands beside it.
    pub(super) fn new(always: &Capabilities, first: Vec<Capabilities>) -> Result<Self, Error> {
        let checked = validate(always);
        let first = first
            .into_iter()
            .map(|entry| {
                if let Err(error) = &checked {
                    return Err(complaint::about(always, &entry, &error.message));
                }
                if entry.keys().any(|name| always.contains_key(name)) {
                    return Err(complaint::about(always, &entry, "a name stands twice"));
                }
                match validate(&entry) {
                    Ok(valid) => valid.ok_or_else(contradiction),
                    Err(error) => Err(complaint::about(always, &entry, &error.message)),
                }
            })
            .collect::<Result<_, _>>()?;
        let always = checked.ok().flatten().ok_or_else(contradiction)?;
        Ok(Self { always, first })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.first.len()
    }

    /// Offers each in its order until one is taken.
    pub fn offer<T>(
        &mut self,
        mut take: impl FnMut(&Capabilities) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        for entry in &mut self.first {
            let names: Vec<String> = entry.keys().cloned().collect();
            self.always.append(entry);
            let taken = take(&self.always);
            entry.extend(
                names
                    .into_iter()
                    .filter_map(|name| self.always.remove_entry(&name)),
            );
            if let Some(taken) = taken? {
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }
}

fn contradiction() -> Error {
    Error::new(
        ErrorCode::SessionNotCreated,
        "the capabilities contradict each other.",
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::{Map, Value, json};

    use super::*;

    #[test]
    fn thousands_of_candidates_share_one_copy_of_always_match() {
        let big = "x".repeat(1024 * 1024);
        let always = Map::from_iter([("my:big".to_owned(), json!(big))]);
        let entries = (0..10_000)
            .map(|nth| Map::from_iter([("my:number".to_owned(), json!(nth))]))
            .collect();
        let mut candidates = Candidates::new(&always, entries).unwrap();
        let mut copies = HashSet::new();
        for _ in 0..2 {
            let mut numbers = Vec::new();
            let taken = candidates.offer(|candidate| {
                copies.insert(candidate["my:big"].as_str().map(str::as_ptr));
                numbers.push(candidate["my:number"].clone());
                assert_eq!(candidate.len(), 2);
                Ok(None::<()>)
            });
            assert!(taken.unwrap().is_none());
            assert_eq!(numbers, (0..10_000).map(Value::from).collect::<Vec<_>>());
        }
        assert_eq!(copies.len(), 1);
    }

    #[test]
    fn none_is_offered_after_one_was_taken_or_failed() {
        let entries = ["a", "b", "c"]
            .map(|name| Map::from_iter([("browserName".to_owned(), json!(name))]))
            .to_vec();
        let mut candidates = Candidates::new(&Map::new(), entries).unwrap();
        let is_b = |candidate: &Capabilities| candidate["browserName"] == "b";
        let taken = candidates.offer(|one| Ok(is_b(one).then(|| one.clone())));
        assert_eq!(taken.unwrap().unwrap()["browserName"], "b");
        let failed = candidates.offer(|one| {
            if is_b(one) {
                Err(contradiction())
            } else {
                Ok(None::<()>)
            }
        });
        assert!(failed.is_err());
        let mut left = 0;
        let all = candidates.offer(|one| {
            left += one.len();
            Ok(None::<()>)
        });
        assert!(all.unwrap().is_none());
        assert_eq!(left, 3, "each is whole again");
    }
}
