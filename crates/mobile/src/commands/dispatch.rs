//! Which function carries out a command.
//!
//! Three kinds: commands for the device, the same in every context; commands for the page, which a
//! web context gets as they are; and, in the native context, their native meaning.

use hansom_device::ElementId;
use hansom_protocol::{Answer, Command, Params, Request};
use serde_json::{Value, json};

use super::{
    alerts, apps, biometrics, clipboard, contexts, device, elements, files, find, input, installed,
    location, lock, logs, recording, screen, strings, time,
};
use crate::{
    error::{MobileError, Result},
    execute,
    session::{Context, SessionState},
    timeouts, web,
};

/// Carries out a command.
pub(crate) async fn dispatch(state: &mut SessionState, request: &Request) -> Result<Answer> {
    if let Some(outcome) = of_the_device(state, request).await {
        return outcome;
    }
    match state.context.clone() {
        Context::Web(context) => web::execute(state, &context, request).await,
        Context::Native => native(state, request).await,
    }
}

/// Commands that mean the same in every context; `None` for the others.
async fn of_the_device(state: &mut SessionState, request: &Request) -> Option<Result<Answer>> {
    use Command::*;
    let params = &request.params;
    Some(match request.command {
        GetClipboard => clipboard::get(state, params).await,
        SetClipboard => clipboard::set(state, params).await,
        GetGeoLocation => location::get(state, params).await,
        SetGeoLocation => location::set(state, params).await,
        Background => apps::background(state, params).await,
        QueryAppState => apps::state(state, params).await,
        IsLocked => lock::is_locked(state, params).await,
        Lock => lock::lock(state, params).await,
        Unlock => lock::unlock(state, params).await,
        MobileShake => biometrics::shake(state, params).await,
        ToggleEnrollTouchId => biometrics::enroll(state, params).await,
        TouchId => biometrics::present(state, params).await,
        GetStrings => strings::get(state, params).await,
        Keys => input::keys(state, params).await,
        GetTimeouts => Ok(Answer::value(state.timeouts)),
        SetTimeouts => set_timeouts(state, params).await,
        AsyncScriptTimeout => set_timeout(state, params, "script").await,
        ImplicitWait => set_timeout(state, params, "implicit").await,
        GetCurrentContext => Ok(Answer::value(state.context.name())),
        SwitchContext => contexts::switch(state, params).await,
        GetContexts => contexts::names(state).await,
        GetOrientation => screen::orientation(state).await,
        SetOrientation => screen::set_orientation(state, params).await,
        GetRotation => screen::rotation(state).await,
        SetRotation => screen::set_rotation(state, params).await,
        GetDeviceTime => time::get(state, params).await,
        ActivateApp => apps::activate(state, params).await,
        TerminateApp | CloseApp => apps::terminate(state, params).await,
        InstallApp => installed::install(state, params).await,
        RemoveApp => installed::remove(state, params).await,
        IsAppInstalled => installed::is_installed(state, params).await,
        LaunchApp => apps::launch(state, params).await,
        ResetApp => apps::reset(state, params).await,
        HideKeyboard => input::hide_keyboard(state, params).await,
        IsKeyboardShown => input::keyboard_shown(state, params).await,
        PushFile => files::push(state, params).await,
        PullFile => files::pull(state, params).await,
        PullFolder => files::pull_folder(state, params).await,
        StartRecordingScreen => recording::start(state, params).await,
        StopRecordingScreen => recording::stop(state, params).await,
        GetSettings => Ok(Answer::value(state.settings.all())),
        UpdateSettings => device::update_settings(state, params).await,
        GetLogTypes => Ok(logs::types(state)),
        GetLog => logs::take(state, params).await,
        ExecuteScript | ExecuteAsyncScript => execute::run(state, request).await?,
        _ => return None,
    })
}

/// What commands for the page mean on the screen.
async fn native(state: &mut SessionState, request: &Request) -> Result<Answer> {
    use Command::*;
    let params = &request.params;
    let element = || ElementId(request.vars.get("elementId").to_owned());
    match request.command {
        FindElement => find::one(state, params, None).await,
        FindElements => find::all(state, params, None).await,
        FindElementFromElement => find::one(state, params, Some(element())).await,
        FindElementsFromElement => find::all(state, params, Some(element())).await,
        GetActiveElement => elements::active(state).await,
        ElementClick => elements::tap(state, &element()).await,
        ElementClear => elements::clear(state, &element()).await,
        ElementSendKeys | SetValueImmediate => elements::send_text(state, &element(), params).await,
        Submit => elements::submit(state, &element()).await,
        GetElementText => elements::text(state, &element()).await,
        GetElementAttribute => {
            elements::attribute(state, &element(), request.vars.get("name")).await
        }
        GetElementTagName => elements::type_name(state, &element()).await,
        GetComputedLabel => elements::label(state, &element()).await,
        GetElementRect => elements::rect(state, &element(), &["x", "y", "width", "height"]).await,
        GetSize => elements::rect(state, &element(), &["width", "height"]).await,
        GetLocation | GetLocationInView => elements::rect(state, &element(), &["x", "y"]).await,
        IsElementDisplayed => elements::displayed(state, &element()).await,
        IsElementEnabled => elements::enabled(state, &element()).await,
        IsElementSelected => elements::selected(state, &element()).await,
        TakeElementScreenshot => elements::screenshot(state, &element()).await,
        TakeScreenshot => screen::screenshot(state).await,
        GetPageSource => screen::source(state, params).await,
        GetWindowRect => screen::window_rect(state, &["x", "y", "width", "height"]).await,
        GetWindowSize => screen::window_rect(state, &["width", "height"]).await,
        GetWindowHandle => Ok(Answer::value(screen::WINDOW)),
        GetWindowHandles => Ok(Answer::value([screen::WINDOW])),
        SwitchToWindow => screen::switch_window(params),
        PerformActions => input::perform_actions(state, params).await,
        // Fingers are lifted at the end of every gesture, so there is nothing to release.
        ReleaseActions => Ok(Answer::null()),
        GetAlertText => alerts::text(state).await,
        SendAlertText => alerts::send_text(state, params).await,
        AcceptAlert => alerts::accept(state).await,
        DismissAlert => alerts::dismiss(state).await,
        NavigateTo => apps::deep_link(state, params).await,
        Back => screen::back(state).await,
        SetWindowRect | MaximizeWindow | MinimizeWindow | FullscreenWindow | NewWindow
        | CloseWindow => Err(hansom_device::Unsupported::new(
            request.command.name(),
            "a phone has one window of one size; turn it with POST …/orientation",
        )
        .into()),
        other => Err(MobileError::WebOnly(other.name())),
    }
}

async fn set_timeouts(state: &mut SessionState, params: &Params) -> Result<Answer> {
    state.timeouts.change(params)?;
    tell_page(state).await
}

/// The older commands with one limit each.
async fn set_timeout(state: &mut SessionState, params: &Params, which: &str) -> Result<Answer> {
    let limit = timeouts::read(params, "ms")?;
    let millis: Value = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).into();
    state
        .timeouts
        .change(&Params::from_value(&json!({ which: millis }))?)?;
    tell_page(state).await
}

async fn tell_page(state: &SessionState) -> Result<Answer> {
    if let Context::Web(context) = &state.context {
        web::send_timeouts(state, context).await?;
    }
    Ok(Answer::null())
}
