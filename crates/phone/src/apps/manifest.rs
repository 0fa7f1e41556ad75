//! The W3C web app manifest of a bundle: what the phone needs of it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use hansom_device::{AppId, DeviceError, Result};
use serde::Deserialize;

/// Where a manifest may lie when no page names it.
const USUAL_NAMES: &[&str] = &["manifest.webmanifest", "manifest.json", "site.webmanifest"];

/// A manifest, as far as it matters here.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Manifest {
    id: Option<String>,
    name: Option<String>,
    short_name: Option<String>,
    version: Option<String>,
    start_url: Option<String>,
    theme_color: Option<String>,
    icons: Vec<Icon>,
    protocol_handlers: Vec<ProtocolHandler>,
}

#[derive(Debug, Clone, Deserialize)]
struct Icon {
    src: String,
    #[serde(default)]
    sizes: String,
}

/// `{"protocol": "web+shop", "url": "/open?to=%s"}`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ProtocolHandler {
    pub(crate) protocol: String,
    pub(crate) url: String,
}

/// What a bundle says of itself, with what it left out filled in.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    pub(crate) id: AppId,
    pub(crate) name: String,
    pub(crate) version: Option<String>,
    /// Path at which it starts, with a slash in front.
    pub(crate) start: String,
    /// Path of its icon inside the bundle.
    pub(crate) icon: Option<String>,
    /// The colour that the status bar takes.
    pub(crate) theme: Option<String>,
    pub(crate) protocols: Vec<ProtocolHandler>,
}

/// Reads a bundle: `file` answers the content of a path inside it.
pub(crate) fn read(file: impl Fn(&str) -> Option<Vec<u8>>, origin: &Path) -> Result<Identity> {
    let index = file("index.html").map(|page| String::from_utf8_lossy(&page).into_owned());
    let linked = index.as_deref().and_then(linked_manifest);
    let path = linked
        .into_iter()
        .chain(USUAL_NAMES.iter().map(ToString::to_string))
        .find(|path| file(path).is_some());
    let Some(path) = path else {
        return Err(DeviceError::BadBundle(format!(
            "{} has no web app manifest; add manifest.webmanifest with name and start_url",
            origin.display()
        )));
    };
    let text = file(&path).unwrap_or_default();
    let manifest: Manifest = serde_json::from_slice(&text)
        .map_err(|error| DeviceError::BadBundle(format!("{path} is not valid: {error}")))?;
    let name = manifest
        .short_name
        .clone()
        .or(manifest.name.clone())
        .ok_or_else(|| DeviceError::BadBundle(format!("{path} has no name")))?;
    let id = match manifest.id.as_deref().filter(|id| is_bundle_id(id)) {
        Some(id) => AppId::new(id),
        None => derived_id(&name, &text),
    };
    let start = local_path(manifest.start_url.as_deref().unwrap_or("/"), &path);
    let icon = manifest
        .icons
        .iter()
        .max_by_key(|icon| largest(&icon.sizes))
        .map(|icon| local_path(&icon.src, &path));
    Ok(Identity {
        id,
        name,
        version: manifest.version,
        start,
        icon,
        theme: manifest.theme_color,
        protocols: manifest.protocol_handlers,
    })
}

/// The manifest that a page names, if it names one by a relative path.
fn linked_manifest(page: &str) -> Option<String> {
    let at = page
        .find("rel=\"manifest\"")
        .or_else(|| page.find("rel=manifest"))?;
    let tag_start = page.get(..at)?.rfind('<')?;
    let tag = page.get(tag_start..)?.split('>').next()?;
    let href = tag.split("href=").nth(1)?.trim_start_matches(['"', '\'']);
    let href = href.split(['"', '\'', ' ', '>']).next()?;
    let path = href.trim_start_matches("./").trim_start_matches('/');
    (!path.is_empty() && !path.contains(':')).then(|| path.to_owned())
}

/// `com.example.app`, or anything else that reads like one; `/` and `/?source=pwa` do not.
fn is_bundle_id(id: &str) -> bool {
    id.contains('.')
        && !id.starts_with('.')
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c))
}

/// An id for a build that has none: its name, made fit, and a mark that tells namesakes apart.
fn derived_id(name: &str, manifest: &[u8]) -> AppId {
    let words: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let words = words.trim_matches('-');
    let id = if words.is_empty() {
        let mut hasher = DefaultHasher::new();
        manifest.hash(&mut hasher);
        format!("web.{:012x}", hasher.finish() & 0xffff_ffff_ffff)
    } else {
        format!("web.{words}")
    };
    tracing::info!(%id, name, "the manifest has no bundle id; this one was derived from its name");
    AppId::new(id)
}

/// An address of the manifest as a path from the root of the bundle.
fn local_path(address: &str, manifest: &str) -> String {
    let folder = manifest.rsplit_once('/').map_or("", |(folder, _)| folder);
    let address = address.trim_start_matches("./");
    if let Some(path) = address.strip_prefix('/') {
        return format!("/{path}");
    }
    if folder.is_empty() {
        format!("/{address}")
    } else {
        format!("/{folder}/{address}")
    }
}

fn largest(sizes: &str) -> u32 {
    sizes
        .split_whitespace()
        .filter_map(|size| size.split(['x', 'X']).next()?.parse().ok())
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(files: &[(&str, &str)]) -> Result<Identity> {
        read(
            |path| {
                let (_, text) = files.iter().find(|(name, _)| *name == path)?;
                Some(text.as_bytes().to_vec())
            },
            Path::new("shop"),
        )
    }

    #[test]
    fn a_bundle_id_is_kept_and_the_largest_icon_taken() {
        let manifest = r#"{"id":"com.example.shop","name":"Shop","start_url":"./go",
            "icons":[{"src":"s.png","sizes":"48x48"},{"src":"l.png","sizes":"512x512"}]}"#;
        let shop = identity(&[("manifest.json", manifest)]).unwrap();
        assert_eq!(shop.id, AppId::new("com.example.shop"));
        assert_eq!(shop.start, "/go");
        assert_eq!(shop.icon.as_deref(), Some("/l.png"));
    }

    #[test]
    fn a_build_without_a_bundle_id_gets_one_from_its_name() {
        let page = r#"<link href="/assets/app.webmanifest" rel="manifest">"#;
        let manifest = r#"{"id":"/?source=pwa","name":"My Shop!","icons":[{"src":"i.png"}]}"#;
        let files = [("index.html", page), ("assets/app.webmanifest", manifest)];
        let shop = identity(&files).unwrap();
        assert_eq!(shop.id, AppId::new("web.my-shop"));
        assert_eq!(shop.start, "/");
        assert_eq!(shop.icon.as_deref(), Some("/assets/i.png"));
    }

    #[test]
    fn a_folder_without_a_manifest_is_refused_with_what_to_add() {
        let error = identity(&[("index.html", "<p>hi")]).unwrap_err();
        assert!(
            error.to_string().contains("manifest.webmanifest"),
            "{error}"
        );
    }
}
