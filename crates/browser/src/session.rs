//! A browser session: one Firefox, one command at a time.

use std::{path::PathBuf, pin::pin, sync::Arc};

use async_trait::async_trait;
use hansom_firefox::{Firefox, Marionette, w3c};
use hansom_protocol::{
    Answer, Body, Command, EndReason, Error, ErrorCode, Feature, Grants, Request, Session,
};

use crate::{
    addon, context,
    deadline::{Alarm, Timeouts},
    files, fullpage,
    link::Link,
    logs::Logs,
    settings::Settings,
    turns::Turn,
};

/// A browser session.
pub(crate) struct BrowserSession {
    firefox: Firefox,
    grants: Arc<Grants>,
    context: context::Active,
    timeouts: Timeouts,
    alarm: Alarm,
    link: Link,
    logs: Logs,
    settings: Settings,
    /// The files of addons that came with a request.
    addons: addon::Kept,
    /// The client has closed the last window, which ends a session.
    windowless: bool,
    /// Held while the session uses a Firefox that others wait for.
    _turn: Option<Turn>,
}

impl BrowserSession {
    pub(crate) fn new(
        firefox: Firefox,
        grants: Arc<Grants>,
        timeouts: Timeouts,
        link: Link,
        turn: Option<Turn>,
    ) -> Self {
        Self {
            firefox,
            grants,
            context: context::Active::default(),
            timeouts,
            alarm: Alarm::default(),
            link,
            logs: Logs::default(),
            settings: Settings::default(),
            addons: addon::Kept::new(),
            windowless: false,
            _turn: turn,
        }
    }

    async fn carry_out(&mut self, request: &Request) -> Result<Answer, Error> {
        let marionette = self.firefox.marionette();
        match request.command {
            Command::GetContext => context::get(&mut self.context, marionette).await,
            Command::SetContext => {
                let (context, grants) = (&mut self.context, &self.grants);
                context::set(context, marionette, &request.params, grants).await
            }
            command if w3c::knows(command) => w3c::execute(marionette, request).await,
            // Their futures are large. In a box they do not make that of every command as large,
            // which is moved several times on its way.
            _ => Box::pin(self.extension(request)).await,
        }
    }

    /// The commands that are not W3C's.
    async fn extension(&mut self, request: &Request) -> Result<Answer, Error> {
        let params = &request.params;
        let marionette = self.firefox.marionette();
        match request.command {
            Command::InstallAddon => {
                if addon::names_a_path(params) {
                    self.grants.require(Feature::BrowserLocalFiles)?;
                }
                let folder = addon::folder(&self.firefox);
                addon::install(marionette, request, folder, &mut self.addons).await
            }
            Command::UninstallAddon => addon::uninstall(marionette, params, &mut self.addons).await,
            Command::TakeFullScreenshot => self.full_screenshot().await,
            Command::UploadFile => {
                files::upload(params, &self.firefox.files().join("uploads")).await
            }
            Command::ListDownloads => files::list(&self.downloads()?).await,
            Command::FetchDownload => files::fetch(params, &self.downloads()?).await,
            Command::DeleteDownloads => files::delete(&self.downloads()?).await,
            Command::GetLogTypes => Ok(Logs::types()),
            Command::GetLog => {
                Logs::check(params)?;
                self.log().await
            }
            Command::GetSettings => Ok(self.settings.get()),
            Command::UpdateSettings => self.settings.update(params),
            _ => w3c::execute(marionette, request).await,
        }
    }

    async fn full_screenshot(&mut self) -> Result<Answer, Error> {
        let marionette = self.firefox.marionette();
        if let Some(picture) = fullpage::by_firefox(marionette).await? {
            return Ok(picture);
        }
        let window = window(marionette).await?;
        let bidi = self.link.open(marionette, &mut self.context).await?;
        fullpage::in_tiles(bidi, window).await
    }

    async fn log(&mut self) -> Result<Answer, Error> {
        let marionette = self.firefox.marionette();
        // Without a window the log of those that were is still to be had.
        let window = window(marionette).await.ok();
        let bidi = self.link.open(marionette, &mut self.context).await?;
        let entries = self.logs.take(&bidi, window.as_deref()).await;
        entries.inspect_err(|_| self.link.forget())
    }

    fn downloads(&self) -> Result<PathBuf, Error> {
        self.firefox.downloads().ok_or_else(|| {
            Error::unsupported(
                "this session runs in a profile of yours, so its downloads go where that profile \
                 says. They are kept here in sessions without a `-profile` argument, on a server \
                 without --connect-existing.",
            )
        })
    }

    /// Notes what a command that succeeded has changed.
    fn note(&mut self, request: &Request, answer: &Answer) {
        match request.command {
            Command::SetTimeouts => self.timeouts.set(&request.params),
            Command::CloseWindow => {
                self.windowless = matches!(&answer.body, Body::Value(text) if &text[..] == b"[]");
            }
            _ => {}
        }
    }
}

/// The end of a session whose client has closed its last window.
fn windowless() -> Error {
    Error::new(
        ErrorCode::InvalidSessionId,
        "its last window was closed, which ends a session. Start a new one.",
    )
    .ending_session()
}

/// The handle of the current window.
async fn window(marionette: &Marionette) -> Result<String, Error> {
    let handle = marionette.value("WebDriver:GetWindowHandle", "{}").await?;
    serde_json::from_slice(&handle)
        .map_err(|error| Error::unknown(format!("Firefox named its window oddly: {error}.")))
}

#[async_trait]
impl Session for BrowserSession {
    async fn execute(&mut self, request: Request) -> Result<Answer, Error> {
        if self.windowless {
            return Err(windowless());
        }
        // Out of the session, whose whole is lent to the command; one that is dropped loses a timer.
        let (timeouts, mut alarm) = (self.timeouts.clone(), std::mem::take(&mut self.alarm));
        let outcome = {
            let work = pin!(self.carry_out(&request));
            timeouts.keep(&mut alarm, request.command, work).await
        };
        self.alarm = alarm;
        match outcome {
            Ok(answer) => {
                self.note(&request, &answer);
                Ok(answer)
            }
            Err(error) => Err(context::with_cure(error, request.command, &self.grants)),
        }
    }

    async fn died(&mut self) -> Error {
        if self.windowless {
            return windowless();
        }
        self.firefox.gone().await.into()
    }

    async fn close(self: Box<Self>, _: EndReason) {
        self.firefox.end().await;
    }
}
