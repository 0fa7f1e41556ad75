//! The picture of the whole page.
//!
//! Firefox takes it by itself up to the size of its largest canvas; its answer passes through
//! unread. A larger page is captured in tiles over BiDi, which are joined row by row while the
//! picture is already on its way to the client:
//!
//! ```text
//! Firefox ─ tile, base64 PNG ─► join: decode a row, encode a row ─ base64 ─► client
//!            one waits                     a few rows in memory
//! ```
//!
//! Limits: [`MAX_EDGE`] pixels on an edge and [`MAX_AREA`] in all. The page must not change its
//! size meanwhile.

pub(crate) mod error;
mod join;
mod plan;
mod tiles;

use hansom_firefox::{Marionette, MarionetteError, bidi::Bidi};
use hansom_protocol::{Answer, Error, ErrorCode};

pub(crate) use self::plan::{MAX_AREA, MAX_EDGE};
use self::{error::FullPageError, plan::Plan, tiles::Camera};

/// The picture as Firefox takes it; `None` when the page is too large for that.
pub(crate) async fn by_firefox(marionette: &Marionette) -> Result<Option<Answer>, Error> {
    const PARAMS: &str = r#"{"id":null,"highlights":[],"full":true}"#;
    match marionette.value("WebDriver:TakeScreenshot", PARAMS).await {
        Ok(picture) => Ok(Some(Answer::json(picture))),
        Err(MarionetteError::Failed { code, message, .. })
            if code == ErrorCode::UnsupportedOperation
                && message.contains("exceeds the maximum allowed screenshot") =>
        {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The picture in tiles. `handle` is the window's, which is its BiDi context as well.
pub(crate) async fn in_tiles(bidi: Bidi, handle: String) -> Result<Answer, Error> {
    let camera = Camera::new(bidi, handle);
    let plan = Plan::new(camera.page().await?)?;
    tracing::debug!(?plan, "the page is captured in tiles");
    // The first band is awaited here, so that what goes wrong at once is answered as an error.
    let first = camera.band(&plan, 0).await?;
    let (bands, pieces) = join::start(plan.clone(), first);
    tokio::spawn(async move {
        for number in 1..plan.bands() {
            let band = camera.band(&plan, number).await;
            let failed = band.is_err();
            // A closed channel means that the client is gone or the join has failed.
            if bands.send(band).await.is_err() || failed {
                return;
            }
        }
    });
    Ok(Answer::stream(pieces, None))
}

impl From<MarionetteError> for FullPageError {
    fn from(error: MarionetteError) -> Self {
        Self::Firefox(error.into())
    }
}
