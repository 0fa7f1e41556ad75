//! Taking the tiles: BiDi's picture of a rectangle of the document.

use std::time::Duration;

use hansom_firefox::bidi::Bidi;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    error::FullPageError,
    plan::{Page, Plan, Tile},
};

/// How long one tile may take.
const TILE_DEADLINE: Duration = Duration::from_mins(1);

/// Asks for the size in a sandbox, where the page cannot lie about it by accident.
const MEASURE: &str = "JSON.stringify([document.documentElement.scrollWidth, \
     document.documentElement.scrollHeight, window.devicePixelRatio])";

/// The tiles of one band, from left to right: PNG pictures in base64.
pub(super) type Band = Vec<String>;

/// Takes pictures of one window.
pub(super) struct Camera {
    bidi: Bidi,
    context: String,
}

#[derive(Deserialize)]
struct Evaluated {
    result: Option<Value>,
}

#[derive(Deserialize)]
struct Picture {
    data: String,
}

impl Camera {
    pub(super) fn new(bidi: Bidi, context: String) -> Self {
        Self { bidi, context }
    }

    /// Measures the page.
    pub(super) async fn page(&self) -> Result<Page, FullPageError> {
        let params = json!({
            "expression": MEASURE,
            "target": {"context": self.context, "sandbox": "hansom"},
            "awaitPromise": false,
        });
        let answer: Evaluated = self
            .bidi
            .call_within(TILE_DEADLINE, "script.evaluate", params)
            .await?;
        let text = answer
            .result
            .as_ref()
            .and_then(|result| result["value"].as_str());
        let (width, height, scale) = text
            .and_then(|text| serde_json::from_str(text).ok())
            .ok_or(FullPageError::Unmeasured)?;
        Ok(Page {
            width,
            height,
            scale,
        })
    }

    /// Takes the tiles of a band.
    pub(super) async fn band(&self, plan: &Plan, number: u64) -> Result<Band, FullPageError> {
        let mut band = Vec::new();
        for tile in plan.band(number) {
            band.push(self.tile(tile).await?);
        }
        Ok(band)
    }

    async fn tile(&self, tile: Tile) -> Result<String, FullPageError> {
        let params = json!({
            "context": self.context,
            "origin": "document",
            "clip": {
                "type": "box",
                "x": tile.x,
                "y": tile.y,
                "width": tile.width,
                "height": tile.height,
            },
        });
        let picture: Picture = self
            .bidi
            .call_within(TILE_DEADLINE, "browsingContext.captureScreenshot", params)
            .await?;
        Ok(picture.data)
    }
}
