//! The screen: pictures, source, sizes, how it is held.

use std::io::Cursor;

use hansom_device::{
    DeviceError, Orientation, SourceOptions, Unsupported, locator::Locator, source,
};
use hansom_protocol::{Answer, Error, ErrorCode, Params};
use serde_json::json;

use super::answers;
use crate::{error::Result, session::SessionState, settings::comma_list};

/// The handle of the one window a phone has.
pub(crate) const WINDOW: &str = "main";

/// Rotations of the older protocol: degrees about the axis through the glass.
const ROTATIONS: &[(u16, Orientation)] = &[
    (0, Orientation::Portrait),
    (90, Orientation::LandscapeLeft),
    (180, Orientation::UpsideDown),
    (270, Orientation::LandscapeRight),
];

/// A picture of the screen.
pub(crate) async fn screenshot(state: &SessionState) -> Result<Answer> {
    Ok(answers::picture(state.device.screen().screenshot().await?))
}

/// The tree of the screen: XML on the W3C route; `mobile: source` has other formats too.
pub(crate) async fn source(state: &SessionState, params: &Params) -> Result<Answer> {
    let format: Option<String> = params.optional("format")?;
    let options = SourceOptions {
        excluded_attributes: match params.optional::<String>("excludedAttributes")? {
            Some(list) => comma_list(&list),
            None => state.settings.excluded_attributes(),
        },
        max_depth: state.settings.max_depth(),
    };
    let elements = state.device.elements();
    match format.as_deref().unwrap_or("xml") {
        "xml" => Ok(Answer::json(elements.source(&options).await?.into_bytes())),
        "json" => Ok(Answer::value(source::json(
            &elements.tree(&options).await?,
            &options,
        ))),
        "description" => {
            let tree = elements.tree(&options).await?;
            Ok(Answer::value(source::description(&tree, &options)))
        }
        other => Err(Error::invalid_argument(format!(
            "`format` must be xml, json or description, got `{other}`."
        ))
        .into()),
    }
}

/// Some members of the window's rectangle, which is the screen.
pub(crate) async fn window_rect(state: &SessionState, keys: &[&str]) -> Result<Answer> {
    let info = state.device.screen().info().await?;
    let rect = json!({"x": 0, "y": 0, "width": info.width, "height": info.height});
    Ok(answers::members(&rect, keys))
}

/// There is one window to switch to.
pub(crate) fn switch_window(params: &Params) -> Result<Answer> {
    let handle: String = params.required("handle")?;
    if handle == WINDOW {
        Ok(Answer::null())
    } else {
        Err(Error::new(
            ErrorCode::NoSuchWindow,
            format!("there is no window `{handle}`; the native context has one, `{WINDOW}`."),
        )
        .into())
    }
}

/// PORTRAIT or LANDSCAPE.
pub(crate) async fn orientation(state: &SessionState) -> Result<Answer> {
    let orientation = state.device.screen().orientation().await?;
    Ok(Answer::value(if orientation.is_landscape() {
        "LANDSCAPE"
    } else {
        "PORTRAIT"
    }))
}

/// Turns the device.
pub(crate) async fn set_orientation(state: &SessionState, params: &Params) -> Result<Answer> {
    let word: String = params.required("orientation")?;
    let orientation = match word.to_ascii_uppercase().as_str() {
        "PORTRAIT" => Orientation::Portrait,
        "LANDSCAPE" => Orientation::LandscapeLeft,
        _ => {
            return Err(Error::invalid_argument(format!(
                "`orientation` must be PORTRAIT or LANDSCAPE, got `{word}`."
            ))
            .into());
        }
    };
    state.device.screen().rotate(orientation).await?;
    Ok(Answer::null())
}

/// The rotation in degrees.
pub(crate) async fn rotation(state: &SessionState) -> Result<Answer> {
    let orientation = state.device.screen().orientation().await?;
    let degrees = ROTATIONS.iter().find(|(_, known)| *known == orientation);
    let z = degrees.map_or(0, |(degrees, _)| *degrees);
    Ok(Answer::value(json!({"x": 0, "y": 0, "z": z})))
}

/// Turns the device to a rotation in degrees.
pub(crate) async fn set_rotation(state: &SessionState, params: &Params) -> Result<Answer> {
    let axis = |name| params.required::<f64>(name);
    let (x, y, z) = (axis("x")?, axis("y")?, axis("z")?);
    let near = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
    let found = ROTATIONS
        .iter()
        .find(|(degrees, _)| near(z, f64::from(*degrees)) && near(x, 0.0) && near(y, 0.0));
    let Some((_, orientation)) = found else {
        return Err(Error::invalid_argument(format!(
            "the rotation must be x 0, y 0 and z one of 0, 90, 180, 270, got {x}, {y}, {z}."
        ))
        .into());
    };
    state.device.screen().rotate(*orientation).await?;
    Ok(Answer::null())
}

/// Presses the back button of the navigation bar.
pub(crate) async fn back(state: &SessionState) -> Result<Answer> {
    let bar = "**/XCUIElementTypeNavigationBar/**/XCUIElementTypeButton[`name ==[c] 'back' OR label ==[c] 'back'`]";
    let locator = Locator::new("-ios class chain", bar)?;
    let elements = state.device.elements();
    match elements.find(&locator, None, true).await?.first() {
        Some(button) => {
            elements.tap(button).await?;
            Ok(Answer::null())
        }
        None => Err(Unsupported::new(
            "going back",
            "no navigation bar with a Back button is on the screen, and a phone has no key for it",
        )
        .into()),
    }
}

/// The screen without the status bar, in pixels.
pub(crate) async fn viewport_rect(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let (top, width, height) = viewport(state).await?;
    Ok(Answer::value(
        json!({"left": 0, "top": top, "width": width, "height": height}),
    ))
}

async fn viewport(state: &SessionState) -> Result<(u32, u32, u32)> {
    let info = state.device.screen().info().await?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a screen has few pixels, and none are negative"
    )]
    let pixels = |points: f64| (points * info.scale).round().max(0.0) as u32;
    let top = pixels(info.status_bar_height);
    Ok((
        top,
        pixels(info.width),
        pixels(info.height).saturating_sub(top),
    ))
}

/// A picture without the status bar.
pub(crate) async fn viewport_screenshot(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let picture = state.device.screen().screenshot().await?;
    let (top, _, _) = viewport(state).await?;
    let cut = cut_top(&picture.png()?, top).map_err(|error| {
        DeviceError::Failed(format!("the picture of the screen cannot be read: {error}"))
    })?;
    Ok(answers::base64(&cut))
}

/// A PNG without its first rows.
fn cut_top(picture: &[u8], rows: u32) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut decoder = png::Decoder::new(Cursor::new(picture));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    let rows = rows.min(info.height.saturating_sub(1));
    let skip = usize::try_from(rows)? * info.line_size;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, info.width, info.height - rows);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder
        .write_header()?
        .write_image_data(&pixels[skip..info.buffer_size()])?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, rows: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let height = u32::try_from(rows.len()).unwrap();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        let pixels: Vec<u8> = rows
            .iter()
            .flat_map(|row| vec![*row; width as usize])
            .collect();
        encoder
            .write_header()
            .unwrap()
            .write_image_data(&pixels)
            .unwrap();
        out
    }

    #[test]
    fn the_first_rows_of_a_picture_are_cut() {
        let cut = cut_top(&picture(3, &[1, 2, 3, 4]), 2).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(cut)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (3, 2));
        assert_eq!(pixels, [3, 3, 3, 4, 4, 4]);
        assert!(cut_top(&picture(1, &[1]), 99).is_ok(), "one row is left");
        assert!(cut_top(b"no picture", 1).is_err());
    }
}
