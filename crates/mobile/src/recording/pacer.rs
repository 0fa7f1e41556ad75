//! Constant rate from frames that come when they like: which picture stands in which slot of the film.
//!
//! A film of `fps` pictures a second is a row of slots. A picture belongs to the slot nearest to its
//! time and stays until the next one's slot: early ones replace each other, late ones are preceded
//! by repeats of the one before. So the film is as long as the time it shows, whatever capture does.

use std::time::{Duration, Instant};

/// Counts slots.
#[derive(Debug)]
pub(super) struct Pacer {
    fps: u32,
    start: Instant,
    limit: Duration,
    written: u64,
}

impl Pacer {
    /// A film that begins at `start` with one picture already written.
    pub(super) fn new(fps: u32, start: Instant, limit: Duration) -> Self {
        Self {
            fps,
            start,
            limit,
            written: 1,
        }
    }

    /// How often the current picture is to be written before one of the time `at` takes over.
    pub(super) fn due(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.start).min(self.limit);
        self.slot(since).saturating_sub(self.written)
    }

    /// Takes note of a picture that was written.
    pub(super) fn wrote_one(&mut self) {
        self.written += 1;
    }

    /// When the film has to end.
    pub(super) fn end(&self) -> Instant {
        self.start + self.limit
    }

    /// The slot nearest to a time.
    fn slot(&self, since: Duration) -> u64 {
        let slots = (since.as_nanos() * u128::from(self.fps) + 500_000_000) / 1_000_000_000;
        u64::try_from(slots).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds pictures with their times in milliseconds and says which stands in each slot.
    fn film(fps: u32, frames: &[(u64, char)], end: u64) -> String {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut pacer = Pacer::new(fps, start, Duration::from_secs(10));
        let mut current = frames[0].1;
        let mut slots = String::from(current);
        let mut fill = |until, current: char| {
            for _ in 0..pacer.due(until) {
                slots.push(current);
                pacer.wrote_one();
            }
        };
        for (ms, picture) in &frames[1..] {
            fill(at(*ms), current);
            current = *picture;
        }
        fill(at(end), current);
        slots
    }

    #[test]
    fn regular_frames_stand_once_each() {
        assert_eq!(
            film(10, &[(0, 'a'), (100, 'b'), (200, 'c'), (300, 'd')], 400),
            "abcd"
        );
    }

    #[test]
    fn jitter_of_less_than_half_a_slot_changes_nothing() {
        assert_eq!(
            film(10, &[(0, 'a'), (140, 'b'), (160, 'c'), (330, 'd')], 400),
            "abcd"
        );
    }

    #[test]
    fn a_stall_repeats_the_last_picture() {
        assert_eq!(film(10, &[(0, 'a'), (500, 'b')], 1000), "aaaaabbbbb");
    }

    #[test]
    fn too_many_frames_are_dropped_and_the_latest_of_a_slot_wins() {
        assert_eq!(
            film(
                2,
                &[(0, 'a'), (450, 'b'), (500, 'c'), (550, 'd'), (1000, 'e')],
                1500
            ),
            "ade"
        );
    }

    #[test]
    fn a_frame_for_a_slot_that_is_written_takes_the_next_one() {
        let start = Instant::now();
        let mut pacer = Pacer::new(10, start, Duration::from_secs(10));
        let late = start + Duration::from_millis(300);
        for _ in 0..pacer.due(start + Duration::from_millis(800)) {
            pacer.wrote_one();
        }
        assert_eq!(pacer.due(late), 0);
        assert_eq!(pacer.due(start + Duration::from_millis(900)), 1);
    }

    #[test]
    fn nothing_is_written_past_the_limit() {
        let start = Instant::now();
        let pacer = Pacer::new(10, start, Duration::from_secs(2));
        assert_eq!(pacer.due(start + Duration::from_hours(1)), 19);
    }
}
