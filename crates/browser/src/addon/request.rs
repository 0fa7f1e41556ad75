//! What an installation asks for.

use std::path::PathBuf;

use hansom_protocol::{Error, Params};

use super::error::AddonError;

/// The keys of the request.
const KEYS: &[&str] = &["addon", "path", "temporary", "allowPrivateBrowsing"];

/// Where the addon comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The member `addon` of the request. It may be large, so it stays there.
    Base64,
    /// A file or a folder of this machine.
    Path(PathBuf),
}

/// A request to install, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Install {
    pub(super) source: Source,
    pub(super) temporary: bool,
    pub(super) allow_private_browsing: bool,
}

impl Install {
    pub(super) fn read(params: &Params) -> Result<Self, Error> {
        let unknown: Vec<_> = params.names().filter(|name| !KEYS.contains(name)).collect();
        if !unknown.is_empty() {
            return Err(AddonError::UnknownKeys(unknown.join("`, `")).into());
        }
        let source = match (params.has("addon"), params.has("path")) {
            (true, true) => return Err(AddonError::Both.into()),
            (false, false) => return Err(AddonError::Neither.into()),
            (true, false) => Source::Base64,
            (false, true) => Source::Path(params.required::<String>("path")?.into()),
        };
        Ok(Self {
            source,
            temporary: params.optional("temporary")?.unwrap_or(false),
            allow_private_browsing: params.optional("allowPrivateBrowsing")?.unwrap_or(false),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &'static str) -> Result<Install, Error> {
        Install::read(&Params::parse(body).unwrap())
    }

    #[test]
    fn the_booleans_are_false_unless_said() {
        let install = read(r#"{"path":"/a.xpi","temporary":null}"#).unwrap();
        assert_eq!(install.source, Source::Path("/a.xpi".into()));
        assert!(!install.temporary && !install.allow_private_browsing);
        assert!(read(r#"{"addon":"","temporary":true}"#).unwrap().temporary);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (body, named) in [
            ("{}", "`addon` or `path`"),
            (r#"{"addon":null,"path":null}"#, "`addon` or `path`"),
            (r#"{"addon":"","path":""}"#, "both"),
            (r#"{"addon":"","x":1,"y":2}"#, "`x`, `y`"),
        ] {
            let error = read(body).unwrap_err();
            assert!(error.message.contains(named), "{body}: {error}");
            assert_eq!(error.http_status(), 400, "{body}: {error}");
        }
    }
}
