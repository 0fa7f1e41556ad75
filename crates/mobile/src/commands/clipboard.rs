//! The clipboard.

use hansom_device::ContentType;
use hansom_protocol::{Answer, Error, Params, base64};

use super::answers;
use crate::{error::Result, session::SessionState};

/// The types a client can name; the first is the default.
const TYPES: &[(&str, ContentType)] = &[
    ("plaintext", ContentType::PlainText),
    ("image", ContentType::Image),
    ("url", ContentType::Url),
];

/// Content as base64; empty text when the clipboard holds nothing of that type.
pub(crate) async fn get(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let kind = content_type(params)?;
    let content = state.device.clipboard()?.get(kind).await?;
    Ok(answers::base64(&content))
}

/// Fills it from base64. `label` is accepted: only other systems show one.
pub(crate) async fn set(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let kind = content_type(params)?;
    let bytes = base64::member(params, "content")?;
    if kind != ContentType::Image && std::str::from_utf8(&bytes).is_err() {
        return Err(Error::invalid_argument("`content` is not UTF-8 text once decoded.").into());
    }
    state.device.clipboard()?.set(kind, bytes.into()).await?;
    Ok(Answer::null())
}

fn content_type(params: &Params) -> Result<ContentType> {
    let Some(name) = params.optional::<String>("contentType")? else {
        return Ok(ContentType::PlainText);
    };
    let found = TYPES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(&name));
    match found {
        Some((_, kind)) => Ok(*kind),
        None => Err(Error::invalid_argument(format!(
            "`contentType` must be one of plaintext, image, url, got `{name}`."
        ))
        .into()),
    }
}
