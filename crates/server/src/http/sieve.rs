//! Parts a body while it arrives: one large string member goes into an inlet, the rest stays text.
//!
//! ```text
//! {"addon":"UEsDBBQ…","temporary":true}   comes in, in pieces that end anywhere
//!           └──────┘ to the inlet
//! {"addon":"","temporary":true}           stays, and is parsed and checked like any other body
//! ```
//!
//! It only follows strings and brackets. Whether the text is JSON is found out by the parser that
//! reads the rest; what would make the taken part invalid is left in the rest for it to find. Libraries
//! that read JSON in pieces hand out whole strings, which is what this avoids.

use hansom_protocol::{Error, Inlet, Upload};

/// The longest escape: `\u0041`, without its backslash.
const LONGEST_ESCAPE: usize = 5;

/// Parts a body.
pub(super) struct Sieve {
    member: &'static str,
    inlet: Box<dyn Inlet>,
    /// What stays.
    text: Vec<u8>,
    state: State,
    /// Open objects and arrays.
    depth: usize,
    /// What the next string of the outer object is.
    next: Next,
    /// Whether the member was there; of two, the second stays in the text.
    seen: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between strings.
    Outside,
    /// In a string that stays; its text began there.
    Kept { since: usize },
    /// Behind a backslash in one.
    KeptEscape { since: usize },
    /// In the member.
    Taken,
    /// Behind a backslash in the member: what came since, and how much.
    TakenEscape([u8; LONGEST_ESCAPE], usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Key,
    /// The value of a key, and whether that was the member's.
    Value(bool),
}

impl Sieve {
    pub(super) fn new(member: &'static str, inlet: Box<dyn Inlet>) -> Self {
        Self {
            member,
            inlet,
            text: Vec::new(),
            state: State::Outside,
            depth: 0,
            next: Next::Key,
            seen: false,
        }
    }

    /// The next piece of the body.
    pub(super) fn take(&mut self, piece: &[u8]) {
        let mut left = piece;
        while !left.is_empty() {
            left = match self.state {
                State::Outside => self.outside(left),
                State::Kept { since } => self.kept(since, left),
                State::KeptEscape { since } => {
                    self.state = State::Kept { since };
                    self.keep(left, 1)
                }
                State::Taken => self.taken(left),
                State::TakenEscape(so_far, length) => self.taken_escape(so_far, length, left),
            };
        }
    }

    /// All of it has come: what stays, and what became of the member if it was there.
    pub(super) fn finish(self) -> (Vec<u8>, Option<Result<Upload, Error>>) {
        let upload = self.seen.then(|| self.inlet.finish());
        (self.text, upload)
    }

    /// Keeps the first bytes and gives back the others.
    fn keep<'a>(&mut self, left: &'a [u8], count: usize) -> &'a [u8] {
        let (kept, left) = left.split_at(count);
        self.text.extend_from_slice(kept);
        left
    }

    fn outside<'a>(&mut self, left: &'a [u8]) -> &'a [u8] {
        for (at, byte) in left.iter().enumerate() {
            match byte {
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                b',' if self.depth == 1 => self.next = Next::Key,
                b'"' => {
                    let left = self.keep(left, at + 1);
                    let ours = self.depth == 1 && self.next == Next::Value(true) && !self.seen;
                    self.seen |= ours;
                    self.state = if ours {
                        State::Taken
                    } else {
                        State::Kept {
                            since: self.text.len(),
                        }
                    };
                    return left;
                }
                _ => {}
            }
        }
        self.keep(left, left.len())
    }

    fn kept<'a>(&mut self, since: usize, left: &'a [u8]) -> &'a [u8] {
        let Some(at) = memchr::memchr2(b'"', b'\\', left) else {
            return self.keep(left, left.len());
        };
        if left[at] == b'\\' {
            self.state = State::KeptEscape { since };
            return self.keep(left, at + 1);
        }
        let left = self.keep(left, at);
        if self.depth == 1 && self.next == Next::Key {
            // A key that is written with escapes is not known here, so its value stays in the text.
            self.next = Next::Value(&self.text[since..] == self.member.as_bytes());
        }
        self.state = State::Outside;
        self.keep(left, 1)
    }

    fn taken<'a>(&mut self, left: &'a [u8]) -> &'a [u8] {
        let end = memchr::memchr2(b'"', b'\\', left).unwrap_or(left.len());
        let (run, left) = left.split_at(end);
        // No early way out, so that it is done many bytes at a time.
        let least = run.iter().fold(u8::MAX, |least, byte| least.min(*byte));
        if least < b' ' {
            self.text.push(least);
        }
        if !run.is_empty() {
            self.inlet.take(run);
        }
        match left.split_first() {
            None => left,
            Some((b'"', left)) => {
                self.text.push(b'"');
                self.state = State::Outside;
                left
            }
            Some((_, left)) => {
                self.state = State::TakenEscape([0; LONGEST_ESCAPE], 0);
                left
            }
        }
    }

    fn taken_escape<'a>(
        &mut self,
        mut so_far: [u8; LONGEST_ESCAPE],
        length: usize,
        left: &'a [u8],
    ) -> &'a [u8] {
        let Some((byte, left)) = left.split_first() else {
            return left;
        };
        so_far[length] = *byte;
        let length = length + 1;
        let whole = if so_far[0] == b'u' { LONGEST_ESCAPE } else { 1 };
        if length < whole {
            self.state = State::TakenEscape(so_far, length);
            return left;
        }
        self.state = State::Taken;
        let escape = [b"\"\\", &so_far[..length], b"\""].concat();
        match serde_json::from_slice::<String>(&escape) {
            Ok(character) => self.inlet.take(character.as_bytes()),
            Err(_) => self.text.extend_from_slice(&escape[1..=length + 1]),
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl Inlet for Memory {
        fn take(&mut self, piece: &[u8]) {
            self.0.lock().unwrap().extend_from_slice(piece);
        }

        fn finish(self: Box<Self>) -> Result<Upload, Error> {
            Ok(Upload::new("/file".into(), ()))
        }
    }

    /// What stays and what is taken, which must not depend on where the pieces end.
    fn part(body: &str) -> (String, Option<String>) {
        let parts = |size: usize| {
            let memory = Arc::default();
            let mut sieve = Sieve::new("addon", Box::new(Memory(Arc::clone(&memory))));
            body.as_bytes()
                .chunks(size)
                .for_each(|piece| sieve.take(piece));
            let (text, upload) = sieve.finish();
            let taken = String::from_utf8(memory.lock().unwrap().clone()).unwrap();
            assert_eq!(upload.is_none() && taken.is_empty(), upload.is_none());
            (String::from_utf8(text).unwrap(), upload.map(|_| taken))
        };
        let whole = parts(usize::MAX);
        for size in 1..8 {
            assert_eq!(parts(size), whole, "{body} in pieces of {size}");
        }
        whole
    }

    fn taken(text: &str, member: &str) -> (String, Option<String>) {
        (text.to_owned(), Some(member.to_owned()))
    }

    fn kept(text: &str) -> (String, Option<String>) {
        (text.to_owned(), None)
    }

    #[test]
    fn the_member_is_taken_and_the_rest_stays() {
        assert_eq!(
            part(r#"{ "addon" : "UEs=", "temporary": true }"#),
            taken(r#"{ "addon" : "", "temporary": true }"#, "UEs=")
        );
        assert_eq!(
            part(r#"{"a":{"addon":"x"},"b":["addon","y"],"addon":"UEs"}"#),
            taken(r#"{"a":{"addon":"x"},"b":["addon","y"],"addon":""}"#, "UEs")
        );
        assert_eq!(part(r#"{"addon":""}"#), taken(r#"{"addon":""}"#, ""));
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(
            part(r#"{"addon":"a\/b\nc\u002Bd\"e"}"#),
            taken(r#"{"addon":""}"#, "a/b\nc+d\"e")
        );
    }

    #[test]
    fn what_is_not_the_member_stays() {
        for body in [
            "",
            "[]",
            "\"addon\"",
            r#"{"path":"addon","x":"y\"addon\":\"z"}"#,
            r#"{"addon":null}"#,
            r#"{"addon":{"addon":"x"}}"#,
            r#"{"\u0061ddon":"x"}"#,
        ] {
            assert_eq!(part(body), kept(body));
        }
    }

    #[test]
    fn of_two_members_the_last_stays_to_be_seen() {
        assert_eq!(
            part(r#"{"addon":"first","addon":"last"}"#),
            taken(r#"{"addon":"","addon":"last"}"#, "first")
        );
    }

    #[test]
    fn what_makes_the_member_no_json_is_left_for_the_parser() {
        for body in [
            "{\"addon\":\"a\nb\"}",
            r#"{"addon":"a\xb"}"#,
            r#"{"addon":"a\ud800b"}"#,
            r#"{"addon":"abc"#,
        ] {
            let (text, _) = part(body);
            let error = serde_json::from_str::<serde_json::Value>(&text);
            assert!(error.is_err(), "{body}: {text}");
        }
    }
}
