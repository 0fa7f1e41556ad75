//! The latest entries of a log, until somebody takes them.

use std::collections::VecDeque;

/// How long the entries of a log may be together.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// A log that is bounded in number and in bytes; the oldest entries go first.
#[derive(Debug)]
pub struct LogRing<T> {
    entries: VecDeque<(T, usize)>,
    bytes: usize,
    most: usize,
}

impl<T> LogRing<T> {
    /// Keeps so many entries.
    pub const fn new(most: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            bytes: 0,
            most,
        }
    }

    /// Adds an entry that holds so many bytes.
    pub fn add(&mut self, entry: T, bytes: usize) {
        self.entries.push_back((entry, bytes));
        self.bytes += bytes;
        while self.entries.len() > self.most || self.bytes > MOST_BYTES {
            let Some((_, gone)) = self.entries.pop_front() else {
                return;
            };
            self.bytes -= gone;
        }
    }

    /// Takes all.
    pub fn take(&mut self) -> Vec<T> {
        self.bytes = 0;
        self.entries.drain(..).map(|(entry, _)| entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let mut ring = LogRing::new(3);
        for number in 0..5 {
            ring.add(number, 1);
        }
        assert_eq!(ring.take(), [2, 3, 4]);
        assert!(ring.take().is_empty());
    }

    #[test]
    fn the_oldest_go_when_they_are_too_long() {
        let mut ring = LogRing::new(1_000);
        for _ in 0..2 {
            for number in 0..10 {
                ring.add(number, MOST_BYTES / 4);
            }
            assert_eq!(ring.take(), [6, 7, 8, 9]);
        }
    }
}
