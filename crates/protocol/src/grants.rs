//! The operator's powers. A client gets one only because the server listens on loopback or because
//! the operator said so; a denial wins over everything.

use crate::{Cause, Error, ErrorCode};

macro_rules! features {
    ($($variant:ident $name:literal $loopback:literal $meaning:literal,)+) => {
        /// A power that a client may use only if the operator grants it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Feature { $(#[doc = $meaning] $variant,)+ }

        impl Feature {
            /// Every feature.
            pub const ALL: &[Feature] = &[$(Feature::$variant,)+];

            /// The name in `--allow-insecure`, `driver:feature`.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)+ }
            }

            /// What it lets a client do, in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Feature::$variant => $meaning,)+ }
            }

            /// Whether a server that listens on loopback only has it without asking.
            pub const fn on_loopback(self) -> bool {
                match self { $(Feature::$variant => $loopback,)+ }
            }
        }
    };
}

features! {
    SystemAccess "browser:system_access" true "use the chrome context, which runs code with the browser's own rights",
    CustomBinary "browser:custom_binary" true "name the Firefox binary to start",
    CustomArguments "browser:custom_args" true "pass command-line arguments and environment to Firefox",
    ProfileUpload "browser:profile_upload" true "send a Firefox profile to start with",
    BrowserLocalFiles "browser:local_files" true "name files of the server's machine, such as an addon's path or a folder for downloads",
    MobileLocalFiles "mobile:local_files" true "name files of the server's machine, such as an app bundle",
    CustomAgent "mobile:custom_agent" true "name the address of an agent to connect to",
    RemoteUpload "mobile:remote_upload" true "have films uploaded to an address of the client's choice",
    SessionDiscovery "server:session_discovery" false "list the sessions of other clients",
}

/// Which features are granted.
#[derive(Debug, Clone)]
pub struct Grants {
    loopback: bool,
    allowed: Vec<Feature>,
    denied: Vec<Feature>,
}

/// A name after `--allow-insecure` or `--deny-insecure` that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown feature `{name}`; known are {known}, and `*:feature` or `driver:*` for several")]
pub struct UnknownFeature {
    name: String,
    known: String,
}

/// A power that was asked for and is not granted.
#[derive(Debug, thiserror::Error)]
#[error("this server does not let clients {}", feature.meaning())]
pub struct Refused {
    /// Which.
    pub feature: Feature,
    /// Whether the operator said no to it, rather than nothing.
    pub denied: bool,
}

impl Cause for Refused {
    fn code(&self) -> ErrorCode {
        ErrorCode::UnsupportedOperation
    }
    fn cure(&self) -> Option<String> {
        let name = self.feature.name();
        Some(if self.denied {
            format!("The operator denied it with --deny-insecure {name}.")
        } else {
            format!(
                "Its operator can grant it by starting the server with --allow-insecure {name}."
            )
        })
    }
}

impl Grants {
    /// The grants of a server: `loopback` says whether it listens on loopback addresses only.
    pub fn new<'a>(
        loopback: bool,
        allow: impl IntoIterator<Item = &'a str>,
        deny: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, UnknownFeature> {
        let expand = |names: &mut dyn Iterator<Item = &'a str>| {
            names
                .map(matching)
                .collect::<Result<Vec<_>, _>>()
                .map(|lists| lists.concat())
        };
        Ok(Self {
            loopback,
            allowed: expand(&mut allow.into_iter())?,
            denied: expand(&mut deny.into_iter())?,
        })
    }

    /// What a loopback server with no flags grants.
    pub fn loopback() -> Self {
        Self {
            loopback: true,
            allowed: Vec::new(),
            denied: Vec::new(),
        }
    }

    /// Whether a feature is granted.
    pub fn has(&self, feature: Feature) -> bool {
        !self.denied.contains(&feature)
            && (self.allowed.contains(&feature) || (self.loopback && feature.on_loopback()))
    }

    /// An error that names the flag, unless the feature is granted.
    pub fn require(&self, feature: Feature) -> Result<(), Error> {
        if self.has(feature) {
            Ok(())
        } else {
            Err(Refused {
                feature,
                denied: self.denied.contains(&feature),
            }
            .into())
        }
    }
}

/// The features a name stands for: `driver:feature`, `driver:*` or `*:feature`.
fn matching(name: &str) -> Result<Vec<Feature>, UnknownFeature> {
    let (driver, feature) = name.split_once(':').unwrap_or(("", name));
    let found: Vec<Feature> = Feature::ALL
        .iter()
        .copied()
        .filter(|candidate| {
            let (d, f) = candidate.name().split_once(':').unwrap_or_default();
            (driver == "*" || driver == d) && (feature == "*" || feature == f)
        })
        .collect();
    if found.is_empty() {
        let known = Feature::ALL
            .iter()
            .map(|f| f.name())
            .collect::<Vec<_>>()
            .join(", ");
        return Err(UnknownFeature {
            name: name.to_owned(),
            known,
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_the_local_powers_but_not_discovery() {
        let grants = Grants::loopback();
        assert!(grants.has(Feature::SystemAccess));
        assert!(!grants.has(Feature::SessionDiscovery));
    }

    #[test]
    fn a_refusal_names_the_flag() {
        let grants = Grants::new(false, [], []).unwrap();
        let error = grants.require(Feature::SystemAccess).unwrap_err();
        assert!(
            error
                .message
                .contains("--allow-insecure browser:system_access"),
            "{error}"
        );
    }

    #[test]
    fn denial_wins() {
        let grants = Grants::new(true, ["*:*"], ["browser:*"]).unwrap();
        assert!(!grants.has(Feature::SystemAccess));
        assert!(grants.has(Feature::SessionDiscovery));
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Grants::new(true, ["browser:nothing"], [])
            .unwrap_err()
            .to_string();
        assert!(error.contains("browser:system_access"), "{error}");
    }
}
