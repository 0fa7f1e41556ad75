//! Command-line arguments that a client wants for Firefox.
//!
//! Hand-written although `mozrunner` has a parser: that one cuts at character counts as if they were
//! byte positions and panics on some arguments. Firefox reads names without regard to case, after
//! one dash or two, with the value after `=` or in the next argument.

use std::path::PathBuf;

use super::OptionsError;

/// Arguments that would take the remote protocol out of our hands.
const OURS: &[&str] = &[
    "marionette",
    "remote-allow-hosts",
    "remote-allow-origins",
    "remote-allow-system-access",
    "remote-debugging-port",
];

/// Arguments that start no browser, or one that keeps its profile where we cannot find it.
const USELESS: &[&str] = &[
    "p",
    "profilemanager",
    "createprofile",
    "version",
    "v",
    "help",
    "h",
    "screenshot",
    "backgroundtask",
];

/// Arguments that give no power over the server's machine, so that anybody may use them.
const HARMLESS: &[&str] = &[
    "headless",
    "private",
    "private-window",
    "width",
    "height",
    "window-size",
    "kiosk",
    "foreground",
    "no-remote",
    "new-instance",
    "new-window",
];

/// The arguments of a client, understood as far as we must.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// What Firefox is given: all but the two below.
    pub(crate) rest: Vec<String>,
    /// `-headless` was among them.
    pub(crate) headless: bool,
    /// The folder after `-profile`.
    pub(crate) profile: Option<PathBuf>,
    /// Whether one of them is a power of the operator.
    pub(crate) powerful: bool,
}

impl Args {
    /// Sorts the arguments, and refuses those that nobody may give.
    pub(crate) fn parse(given: Vec<String>) -> Result<Self, OptionsError> {
        if let Some(odd) = given.iter().find(|arg| arg.contains('\0')) {
            return Err(OptionsError::OddArgument(odd.clone()));
        }
        let mut args = Self::default();
        let mut given = given.into_iter().peekable();
        while let Some(arg) = given.next() {
            let Some((name, value)) = split(&arg) else {
                // Something to open, or the value of the argument before it.
                args.powerful |= !is_harmless_value(&arg);
                args.rest.push(arg);
                continue;
            };
            if OURS.contains(&name.as_str()) {
                return Err(OptionsError::ForbiddenArgument(arg));
            }
            if USELESS.contains(&name.as_str()) {
                return Err(OptionsError::UselessArgument(arg));
            }
            match name.as_str() {
                "headless" => args.headless = true,
                "profile" => {
                    let value = value
                        .map(str::to_owned)
                        .or_else(|| given.next_if(|next| split(next).is_none()));
                    let folder = value
                        .filter(|folder| !folder.is_empty())
                        .ok_or(OptionsError::ProfileWithoutFolder)?;
                    args.profile = Some(folder.into());
                    args.powerful = true;
                }
                name => {
                    args.powerful |= !HARMLESS.contains(&name);
                    args.rest.push(arg);
                }
            }
        }
        Ok(args)
    }
}

/// Name in small letters and value of an argument; `None` when it is not one.
fn split(arg: &str) -> Option<(String, Option<&str>)> {
    let name = arg
        .strip_prefix("--")
        .or_else(|| arg.strip_prefix('-'))
        .or_else(|| arg.strip_prefix('/').filter(|_| cfg!(windows)))?;
    let (name, value) = match name.split_once(['=', ' ']) {
        Some((name, value)) => (name, Some(value)),
        None => (name, None),
    };
    (!name.is_empty()).then(|| (name.to_lowercase(), value))
}

/// Numbers (of `-width 800`) and web addresses open nothing that a session could not open.
fn is_harmless_value(value: &str) -> bool {
    value.bytes().all(|b| b.is_ascii_digit() || b == b',')
        || ["http://", "https://", "about:blank"]
            .iter()
            .any(|scheme| value.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Args, OptionsError> {
        Args::parse(args.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn headless_and_profile_are_understood_in_every_spelling() {
        for profile in [
            &["-headless", "-profile", "/a b"][..],
            &["--headless", "--profile=/a b"],
            &["-Headless", "-Profile", "/a b"],
        ] {
            let args = parse(profile).unwrap();
            assert!(args.headless, "{profile:?}");
            assert_eq!(args.profile, Some("/a b".into()), "{profile:?}");
            assert!(args.rest.is_empty(), "{profile:?}");
            assert!(args.powerful, "{profile:?}");
        }
    }

    #[test]
    fn what_takes_the_protocol_from_us_is_refused_in_every_spelling() {
        for arg in [
            "-marionette",
            "--marionette",
            "--Remote-Allow-Hosts=x",
            "-remote-allow-origins",
            "-remote-allow-system-access",
            "--remote-debugging-port=9222",
            "--remote-debugging-port 9222",
        ] {
            let error = parse(&["-headless", arg]).unwrap_err();
            assert!(matches!(error, OptionsError::ForbiddenArgument(_)), "{arg}");
        }
    }

    #[test]
    fn what_starts_no_browser_of_ours_is_refused() {
        for args in [
            &["-P", "me"][..],
            &["--version"],
            &["--screenshot", "page.png"],
            &["--backgroundtask=x"],
        ] {
            let error = parse(args).unwrap_err();
            assert!(
                matches!(error, OptionsError::UselessArgument(_)),
                "{args:?}"
            );
        }
        assert!(matches!(
            parse(&["-profile", "-headless"]).unwrap_err(),
            OptionsError::ProfileWithoutFolder
        ));
    }

    #[test]
    fn common_arguments_need_no_grant_and_others_do() {
        for harmless in [
            &["-headless"][..],
            &["--width", "800", "--height=600"],
            &["-private-window", "https://example.org/"],
        ] {
            assert!(!parse(harmless).unwrap().powerful, "{harmless:?}");
        }
        for powerful in [
            &["--jsdebugger"][..],
            &["file:///etc/passwd"],
            &["-app", "/x"],
        ] {
            assert!(parse(powerful).unwrap().powerful, "{powerful:?}");
        }
    }

    #[test]
    fn an_argument_that_no_process_can_have_is_refused() {
        for args in [&["a\0b"][..], &["-profile", "/a\0b"], &["-headless\0"]] {
            let error = parse(args).unwrap_err();
            assert!(matches!(error, OptionsError::OddArgument(_)), "{args:?}");
        }
    }

    #[test]
    fn odd_text_does_no_harm() {
        for odd in ["", "-", "--", "-é=ü", "é", "--=x", "=", "- -"] {
            parse(&[odd]).unwrap();
        }
    }
}
