//! The clipboard. Text lives in Firefox; pictures live here, because headless Firefox keeps none.

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{Clipboard, ContentType, DeviceError, Result};
use serde_json::json;

use crate::{VirtualPhone, core::Core};

impl Core {
    async fn copied_text(&self) -> Result<String> {
        self.link.call("getClipboard", json!({})).await
    }

    async fn copy_text(&self, text: &str) -> Result<()> {
        self.link.run("setClipboard", json!({ "text": text })).await
    }

    /// The picture, unless text was copied since.
    pub(crate) async fn copied_picture(&self) -> Result<Option<(String, Bytes)>> {
        if self.settings().picture.is_some() && !self.copied_text().await?.is_empty() {
            self.settings().picture = None;
        }
        Ok(self.settings().picture.clone())
    }

    pub(crate) async fn copy_picture(&self, kind: String, picture: Bytes) -> Result<()> {
        self.copy_text("").await?;
        self.settings().picture = (!picture.is_empty()).then_some((kind, picture));
        Ok(())
    }
}

#[async_trait]
impl Clipboard for VirtualPhone {
    async fn get(&self, kind: ContentType) -> Result<Bytes> {
        match kind {
            ContentType::PlainText => Ok(self.core.copied_text().await?.into()),
            ContentType::Url => {
                let text = self.core.copied_text().await?;
                Ok(if is_address(&text) {
                    text.into()
                } else {
                    Bytes::new()
                })
            }
            ContentType::Image => {
                let picture = self.core.copied_picture().await?;
                Ok(picture.map(|(_, bytes)| bytes).unwrap_or_default())
            }
        }
    }

    async fn set(&self, kind: ContentType, content: Bytes) -> Result<()> {
        if kind == ContentType::Image {
            let kind = picture_kind(&content)?;
            return self.core.copy_picture(kind.to_owned(), content).await;
        }
        let text = std::str::from_utf8(&content)
            .map_err(|_| DeviceError::InvalidArgument("the content is not UTF-8 text".into()))?;
        if kind == ContentType::Url && !text.is_empty() && !is_address(text) {
            return Err(DeviceError::InvalidArgument(format!(
                "`{text}` is not an address such as https://example.com/"
            )));
        }
        self.core.settings().picture = None;
        self.core.copy_text(text).await
    }
}

/// Reads like `scheme:rest` without blanks.
fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.trim().split_once(':') else {
        return false;
    };
    let mut letters = scheme.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && !rest.is_empty()
        && !rest.contains(char::is_whitespace)
}

/// PNG and JPEG by their first bytes.
fn picture_kind(content: &[u8]) -> Result<&'static str> {
    if content.is_empty() || content.starts_with(b"\x89PNG\r\n\x1a\n") {
        Ok("image/png")
    } else if content.starts_with(b"\xff\xd8\xff") {
        Ok("image/jpeg")
    } else {
        Err(DeviceError::InvalidArgument(
            "the content is not a PNG or JPEG picture".into(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_text() {
        assert!(is_address("https://example.com/a?b=c"));
        assert!(is_address("mailto:me@example.com"));
        assert!(!is_address("hello: world"));
        assert!(!is_address("just text"));
        assert!(!is_address(""));
    }

    #[test]
    fn only_pictures_are_pictures() {
        assert_eq!(picture_kind(b"\x89PNG\r\n\x1a\n...").unwrap(), "image/png");
        assert!(picture_kind(b"GIF89a").is_err());
    }
}
