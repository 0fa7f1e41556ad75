//! The native context and the pages beside it.

use std::time::{Duration, Instant};

use hansom_device::{DeviceError, WebContext};
use hansom_protocol::{Answer, Error, Params};
use serde_json::{Value, json};

use crate::{
    error::Result,
    session::{Context, NATIVE, SessionState},
    web,
};

/// The pages there are; none on a device without web views.
async fn pages(state: &SessionState) -> Result<Vec<WebContext>> {
    match state.device.contexts() {
        Ok(contexts) => Ok(contexts.list().await?),
        Err(_) => Ok(Vec::new()),
    }
}

/// The names of all contexts.
pub(crate) async fn names(state: &SessionState) -> Result<Answer> {
    let pages = pages(state).await?;
    let names = pages.iter().map(|page| page.id.as_str());
    Ok(Answer::value(
        std::iter::once(NATIVE).chain(names).collect::<Vec<_>>(),
    ))
}

/// All contexts with address, title and app; waits for a page if asked to.
pub(crate) async fn detailed(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let wait: Option<u32> = params.optional("waitForWebviewMs")?;
    let pages = wait_for_pages(
        state,
        Duration::from_millis(wait.unwrap_or_default().into()),
    )
    .await?;
    let mut all = vec![json!({ "id": NATIVE })];
    all.extend(pages.iter().map(|page| json!(page)));
    Ok(Answer::value(all))
}

/// Waits until there is a page, at most for `limit`.
async fn wait_for_pages(state: &SessionState, limit: Duration) -> Result<Vec<WebContext>> {
    let deadline = Instant::now() + limit;
    loop {
        let pages = pages(state).await?;
        let left = deadline.saturating_duration_since(Instant::now());
        if !pages.is_empty() || left.is_zero() {
            return Ok(pages);
        }
        state.device.elements().changed(left).await;
    }
}

/// Makes another context the current one; null means the native one.
pub(crate) async fn switch(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let name = match params.required::<Value>("name")? {
        Value::Null => NATIVE.to_owned(),
        Value::String(name) => name,
        other => {
            return Err(Error::invalid_argument(format!(
                "`name` must be a string or null, got {other}."
            ))
            .into());
        }
    };
    if name == NATIVE {
        state.context = Context::Native;
        return Ok(Answer::null());
    }
    enter_page(state, name).await
}

/// The pages as windows: what W3C calls a window is the page of an app here.
pub(crate) async fn windows(state: &SessionState) -> Result<Answer> {
    let pages = pages(state).await?;
    let names: Vec<_> = pages.iter().map(|page| page.id.as_str()).collect();
    Ok(Answer::value(names))
}

/// Makes the page of that name the current context.
pub(crate) async fn enter_page(state: &mut SessionState, name: String) -> Result<Answer> {
    // A device without web views says why.
    let pages = state.device.contexts()?.list().await?;
    // `WEBVIEW` alone is any page: the first is of the app in front.
    let found = pages
        .iter()
        .find(|page| page.id == name || name == "WEBVIEW");
    let Some(page) = found else {
        let names = pages.iter().map(|page| page.id.as_str());
        let known = std::iter::once(NATIVE).chain(names).collect::<Vec<_>>();
        return Err(DeviceError::NoSuchContext {
            name,
            known: known.join(", "),
        }
        .into());
    };
    enter(state, page.id.clone()).await?;
    Ok(Answer::null())
}

/// Enters the first page, waiting for it at most for `limit`.
pub(crate) async fn enter_first_web(state: &mut SessionState, limit: Duration) -> Result<()> {
    state.device.contexts()?;
    let pages = wait_for_pages(state, limit).await?;
    match pages.first() {
        Some(page) => enter(state, page.id.clone()).await,
        None => Err(DeviceError::Timeout {
            what: "a web view, which `appium:autoWebview` asks for,".to_owned(),
            after: limit,
        }
        .into()),
    }
}

async fn enter(state: &mut SessionState, name: String) -> Result<()> {
    web::send_timeouts(state, &name).await?;
    state.context = Context::Web(name);
    Ok(())
}
