//! A log line as text: when, how grave, what happened, and with what.
//!
//! ```text
//! 2026-11-15T11:26:50.192607Z  INFO ok session="03a07dfc" command="getUrl" ms=1.7
//! ```
//!
//! By hand, because every command pays for its line, and the library's format costs three times as
//! much.

use std::fmt::{self, Debug, Write as _};

use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::Writer,
        time::{FormatTime as _, SystemTime},
    },
    registry::LookupSpan,
};

/// The format of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text;

impl<S, N> FormatEvent<S, N> for Text
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        SystemTime.format_time(&mut line)?;
        line.write_str(grade(*event.metadata().level(), line.has_ansi_escapes()))?;
        let mut fields = Fields {
            line,
            outcome: Ok(()),
        };
        // The message is the first field, whatever the order in the code.
        event.record(&mut fields);
        fields.outcome?;
        fields.line.write_char('\n')
    }
}

/// How grave a line is, in colour on a terminal.
fn grade(level: Level, colour: bool) -> &'static str {
    match (level, colour) {
        (Level::ERROR, false) => " ERROR",
        (Level::ERROR, true) => " \x1b[31mERROR\x1b[0m",
        (Level::WARN, false) => "  WARN",
        (Level::WARN, true) => "  \x1b[33mWARN\x1b[0m",
        (Level::INFO, false) => "  INFO",
        (Level::INFO, true) => "  \x1b[32mINFO\x1b[0m",
        (Level::DEBUG, false) => " DEBUG",
        (Level::DEBUG, true) => " \x1b[34mDEBUG\x1b[0m",
        (Level::TRACE, false) => " TRACE",
        (Level::TRACE, true) => " \x1b[35mTRACE\x1b[0m",
    }
}

struct Fields<'a> {
    line: Writer<'a>,
    outcome: fmt::Result,
}

impl Fields<'_> {
    fn name(&mut self, field: &Field) -> fmt::Result {
        self.line.write_char(' ')?;
        if field.name() != "message" {
            self.line.write_str(field.name())?;
            self.line.write_char('=')?;
        }
        Ok(())
    }

    fn put(&mut self, field: &Field, value: fmt::Arguments<'_>) -> fmt::Result {
        self.name(field)?;
        OneLine(&mut self.line).write_fmt(value)
    }

    fn put_plain(&mut self, field: &Field, value: &str) -> fmt::Result {
        self.name(field)?;
        self.line.write_char('"')?;
        self.line.write_str(value)?;
        self.line.write_char('"')
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if self.outcome.is_ok() {
            self.outcome = self.put(field, format_args!("{value:?}"));
        }
    }

    /// Most texts are names, in which there is nothing to escape.
    fn record_str(&mut self, field: &Field, value: &str) {
        if self.outcome.is_ok() && value.bytes().all(is_plain) {
            self.outcome = self.put_plain(field, value);
        } else {
            self.record_debug(field, &value);
        }
    }

    /// Most are milliseconds with one digit, for which the general way is long.
    fn record_f64(&mut self, field: &Field, value: f64) {
        match tenths(value) {
            Some(all) if self.outcome.is_ok() => {
                self.outcome = self.put(field, format_args!("{}.{}", all / 10, all % 10));
            }
            _ => self.record_debug(field, &value),
        }
    }
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')
}

/// A number as tenths, if it is that many and no more.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "what does not come back exactly is none"
)]
fn tenths(value: f64) -> Option<u32> {
    let all = (value * 10.0).round() as u32;
    (f64::from(all) / 10.0 == value && value.is_sign_positive()).then_some(all)
}

/// Writes control characters as escapes: what a page or a client says must neither begin a line of
/// its own nor speak to the terminal.
struct OneLine<'a, 'b>(&'a mut Writer<'b>);

impl fmt::Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(char::is_control) {
            let (before, from) = rest.split_at(at);
            self.0.write_str(before)?;
            let mut after = from.chars();
            if let Some(control) = after.next() {
                write!(self.0, "{}", control.escape_default())?;
            }
            rest = after.as_str();
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written, without the time.
    fn written(colour: bool, events: impl FnOnce()) -> String {
        let page = Page::default();
        let copy = page.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(colour)
            .event_format(Text)
            .with_writer(move || copy.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, events);
        let bytes = page.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.split_inclusive('\n')
            .map(|line| line.split_once('Z').unwrap().1)
            .collect()
    }

    #[test]
    fn a_command_is_one_line_with_its_fields() {
        let line = written(false, || {
            tracing::info!(
                session = "03a07dfc",
                ms = 1.7,
                trace = None::<&str>,
                "ok {}",
                1
            );
        });
        assert_eq!(line, "  INFO ok 1 session=\"03a07dfc\" ms=1.7\n");
    }

    #[test]
    fn the_short_ways_write_what_the_general_one_would() {
        for number in [
            0.0,
            -0.0,
            0.1,
            0.3,
            1.25,
            7.0,
            1187.2,
            429_496_729.6,
            1e300,
            -1.5,
            f64::NAN,
        ] {
            let line = written(false, || tracing::info!(number, "ms"));
            assert_eq!(line, format!("  INFO ms number={number:?}\n"));
        }
        for text in [
            "",
            "plain ~",
            "quo\"te",
            "back\\slash",
            "über",
            "two\nlines",
        ] {
            let line = written(false, || tracing::info!(text, "said"));
            assert_eq!(line, format!("  INFO said text={text:?}\n"));
        }
    }

    #[test]
    fn a_message_cannot_begin_a_line_or_colour_the_terminal() {
        let said = "gone\nWARN \u{1b}[31mred\u{9b}1m";
        let lines = written(false, || tracing::warn!(detail = said, "{said}"));
        let plain = r"gone\nWARN \u{1b}[31mred\u{9b}1m";
        assert_eq!(lines, format!("  WARN {plain} detail=\"{plain}\"\n"));
    }

    #[test]
    fn only_the_grade_is_coloured() {
        let line = written(true, || tracing::error!(n = 1, "bad"));
        assert_eq!(line, " \u{1b}[31mERROR\u{1b}[0m bad n=1\n");
    }
}
