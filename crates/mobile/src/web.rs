//! Commands in a web context: handed to the page as they came.
//!
//! The few commands of the mobile driver's own that concern an element are put together from W3C
//! commands, so that they mean the same in both contexts.

use bytes::Bytes;
use hansom_device::WebCall;
use hansom_protocol::{Answer, Command, ELEMENT_KEY, Error, Request};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::{
    commands::{answers, contexts},
    error::{MobileError, Result},
    keys,
    pending::{Outcome, PendingScript},
    session::SessionState,
};

/// Submits the form of its argument; whether there was one.
const SUBMIT: &str = "const form = arguments[0].form || arguments[0].closest('form'); \
                      if (!form) { return false; } form.requestSubmit(); return true;";

/// Carries out a command in the page `context`.
pub(crate) async fn execute(
    state: &mut SessionState,
    context: &str,
    request: &Request,
) -> Result<Answer> {
    let element = request.vars.get("elementId");
    match request.command {
        Command::GetSize => {
            pick(
                state,
                context,
                request,
                Command::GetElementRect,
                &["width", "height"],
            )
            .await
        }
        Command::GetLocation | Command::GetLocationInView => {
            pick(
                state,
                context,
                request,
                Command::GetElementRect,
                &["x", "y"],
            )
            .await
        }
        Command::GetWindowSize => {
            pick(
                state,
                context,
                request,
                Command::GetWindowRect,
                &["width", "height"],
            )
            .await
        }
        // The browser below has windows of its own, which are the phone's and not the app's.
        Command::GetWindowHandle => Ok(Answer::value(context)),
        Command::GetWindowHandles => contexts::windows(state).await,
        Command::SwitchToWindow => {
            contexts::enter_page(state, request.params.required("handle")?).await
        }
        Command::NewWindow => Err(Error::unsupported(
            "an app has one window. Open a page with `mobile: deepLink` or another app.",
        )
        .into()),
        Command::Submit => {
            let body = json!({"script": SUBMIT, "args": [{ELEMENT_KEY: element}]});
            match call(
                state,
                context,
                Command::ExecuteScript,
                request,
                body_of(&body),
            )
            .await?
            {
                answer if answer == "true" => Ok(Answer::null()),
                _ => Err(MobileError::NoForm),
            }
        }
        Command::SetValueImmediate => {
            let text = keys::text(&request.params.required("text")?, "text")?;
            let body = body_of(&json!({ "text": text }));
            call(state, context, Command::ElementSendKeys, request, body)
                .await
                .map(Answer::json)
        }
        Command::ExecuteAsyncScript => {
            let receiver = state.pending.wait();
            let answer = call(
                state,
                context,
                request.command,
                request,
                request.params.text(),
            );
            answered(answer, receiver, &state.pending).await
        }
        command => call(state, context, command, request, request.params.text())
            .await
            .map(Answer::json),
    }
}

/// Sends the session's time limits to a page that becomes the current context.
pub(crate) async fn send_timeouts(state: &SessionState, context: &str) -> Result<()> {
    let call = WebCall {
        command: Command::SetTimeouts.name().to_owned(),
        vars: Vec::new(),
        body: body_of(&json!(state.timeouts)),
    };
    state.device.contexts()?.call(context, call).await?;
    Ok(())
}

/// Whichever comes first: the script's own answer, or the one a client sends beside it.
async fn answered(
    answer: impl Future<Output = Result<Bytes>>,
    beside: oneshot::Receiver<Outcome>,
    pending: &PendingScript,
) -> Result<Answer> {
    let outcome = tokio::select! {
        answer = answer => answer.map(Answer::json),
        Ok(outcome) = beside => return outcome.map(Answer::value),
    };
    // Nobody waits any more: a late response must not complete the next script.
    pending.complete(Ok(Value::Null));
    outcome
}

async fn pick(
    state: &SessionState,
    context: &str,
    request: &Request,
    command: Command,
    keys: &[&str],
) -> Result<Answer> {
    let text = call(state, context, command, request, body_of(&json!({}))).await?;
    let rect: Value = serde_json::from_slice(&text).unwrap_or_default();
    Ok(answers::members(&rect, keys))
}

async fn call(
    state: &SessionState,
    context: &str,
    command: Command,
    request: &Request,
    body: Bytes,
) -> Result<Bytes> {
    let vars = request.vars.iter().filter(|(name, _)| *name != "sessionId");
    let call = WebCall {
        command: command.name().to_owned(),
        vars: vars.map(|(name, value)| (name, value.to_owned())).collect(),
        body,
    };
    Ok(state.device.contexts()?.call(context, call).await?)
}

fn body_of(value: &Value) -> Bytes {
    value.to_string().into()
}
