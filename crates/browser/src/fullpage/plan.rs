//! How a page is cut into tiles.

use super::error::FullPageError;

/// Pixels on an edge of the picture, at most.
pub(crate) const MAX_EDGE: u64 = 1_000_000;
/// Pixels of the picture, at most.
pub(crate) const MAX_AREA: u64 = 2_000_000_000;
/// Pixels of a tile, at most: what Firefox draws and encodes in about half a second.
const TILE_AREA: f64 = 12_000_000.0;
/// Pixels on an edge of a tile, at most: half of what Firefox's canvas has.
const TILE_EDGE: f64 = 32_000.0;
/// Tiles are multiples of this many CSS pixels, so that their edges fall between device pixels for
/// every scale with two decimals.
const STEP: u64 = 100;

/// The page in CSS pixels, and device pixels for each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Page {
    pub(super) width: u64,
    pub(super) height: u64,
    pub(super) scale: f64,
}

/// A rectangle of the page in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) width: u64,
    pub(super) height: u64,
}

/// Bands from top to bottom, each of one or more tiles from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    page: Page,
    tile_width: u64,
    tile_height: u64,
}

impl Plan {
    pub(super) fn new(page: Page) -> Result<Self, FullPageError> {
        if page.width == 0 || page.height == 0 {
            return Err(FullPageError::Empty);
        }
        let (width, height) = (
            pixels(page.width, page.scale),
            pixels(page.height, page.scale),
        );
        if width > MAX_EDGE || height > MAX_EDGE || width * height > MAX_AREA {
            return Err(FullPageError::TooLarge { width, height });
        }
        let tile_width = step_down(TILE_EDGE / page.scale).min(page.width);
        #[expect(clippy::cast_precision_loss, reason = "both are below a million")]
        let rows = TILE_AREA / (page.scale * page.scale) / tile_width as f64;
        let tile_height = step_down(rows.min(TILE_EDGE / page.scale)).min(page.height);
        Ok(Self {
            page,
            tile_width,
            tile_height,
        })
    }

    /// Size of the picture in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        let edge = |css| u32::try_from(pixels(css, self.page.scale)).unwrap_or(u32::MAX);
        (edge(self.page.width), edge(self.page.height))
    }

    /// How many bands there are.
    pub(super) fn bands(&self) -> u64 {
        self.page.height.div_ceil(self.tile_height)
    }

    /// The tiles of a band.
    pub(super) fn band(&self, number: u64) -> impl Iterator<Item = Tile> + use<> {
        let Self {
            page,
            tile_width,
            tile_height,
        } = *self;
        let y = number * tile_height;
        (0..page.width.div_ceil(tile_width)).map(move |column| {
            let x = column * tile_width;
            Tile {
                x,
                y,
                width: tile_width.min(page.width - x),
                height: tile_height.min(page.height - y),
            }
        })
    }
}

/// CSS pixels in device pixels.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pages are far below 2^52 pixels, and not negative"
)]
fn pixels(css: u64, scale: f64) -> u64 {
    (css as f64 * scale).round() as u64
}

/// The largest multiple of the step that is not above, but at least one step.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small positive numbers"
)]
fn step_down(css: f64) -> u64 {
    (css as u64 / STEP).max(1) * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width: u64, height: u64, scale: f64) -> Page {
        Page {
            width,
            height,
            scale,
        }
    }

    #[test]
    fn tiles_cover_the_page_once() {
        for page in [
            page(1354, 100_000, 1.0),
            page(100_001, 70_001, 0.1),
            page(70_000, 3, 1.0),
            page(400, 90_000, 3.0),
            page(1, 1_000_000, 1.0),
        ] {
            let plan = Plan::new(page).unwrap();
            let mut area = 0;
            let mut bottom = 0;
            for number in 0..plan.bands() {
                let mut right = 0;
                for tile in plan.band(number) {
                    assert_eq!((tile.x, tile.y), (right, bottom), "{page:?}");
                    assert!(pixels(tile.width, page.scale) <= 32_000, "{page:?}");
                    assert!(pixels(tile.height, page.scale) <= 32_000, "{page:?}");
                    right += tile.width;
                    area += tile.width * tile.height;
                }
                assert_eq!(right, page.width, "{page:?}");
                bottom += plan.band(number).next().unwrap().height;
            }
            assert_eq!(area, page.width * page.height, "{page:?}");
        }
    }

    #[test]
    fn the_ceiling_is_told() {
        for page in [
            page(10, 1_000_001, 1.0),
            page(10, 500_001, 2.0),
            page(100_000, 100_000, 1.0),
        ] {
            let error = Plan::new(page).unwrap_err();
            assert!(matches!(error, FullPageError::TooLarge { .. }), "{page:?}");
        }
        assert!(matches!(
            Plan::new(page(0, 5, 1.0)).unwrap_err(),
            FullPageError::Empty
        ));
    }
}
