//! `videoScale` and `videoFilters`: the part of ffmpeg's filter language that changes pictures and
//! nothing else. Filters that read files, open devices or change the rate are not in the list, and
//! neither are the characters that could leave an argument.

/// Filters that may be named in `videoFilters`.
pub(super) const FILTERS: &[&str] = &[
    "boxblur",
    "crop",
    "drawbox",
    "drawgrid",
    "eq",
    "format",
    "hflip",
    "hue",
    "negate",
    "noise",
    "pad",
    "rotate",
    "scale",
    "setsar",
    "transpose",
    "unsharp",
    "vflip",
    "vignette",
];

/// Longer chains have no use and cost time to read.
const LONGEST: usize = 500;

/// The longest side a film may be scaled to.
const LARGEST_SIDE: u32 = 4096;

/// Checks a chain such as `crop=200:200,hflip`; `None` when anything in it is not allowed.
pub(super) fn chain(text: &str) -> Option<String> {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "_.:=+*/()-@#, ".contains(c);
    if text.is_empty() || text.len() > LONGEST || !text.chars().all(harmless) {
        return None;
    }
    let links: Vec<&str> = text.split(',').map(str::trim).collect();
    for link in &links {
        let name = link.split('=').next().unwrap_or_default();
        if !FILTERS.contains(&name) || numbers(link).any(|number| number > LARGEST_SIDE.into()) {
            return None;
        }
    }
    Some(links.join(","))
}

/// The whole numbers in a filter, so that no picture of absurd size is asked for.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse().unwrap_or(u64::MAX))
}

/// Reads `width:height` (or `widthxheight`) and gives the filter; `None` when it is not one.
///
/// A side is a number of pixels, `-1` or `-2` (from the other side), or `iw` or `ih` times or by a
/// number.
pub(super) fn scale(text: &str) -> Option<String> {
    let (width, height) = text.split_once([':', 'x'])?;
    let (width, height) = (width.trim(), height.trim());
    let automatic = |side: &str| side == "-1" || side == "-2";
    if !side(width) || !side(height) || (automatic(width) && automatic(height)) {
        return None;
    }
    Some(format!("scale={width}:{height}"))
}

fn side(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("iw").or_else(|| text.strip_prefix("ih")) {
        return rest.is_empty()
            || rest
                .strip_prefix(['*', '/'])
                .is_some_and(|factor| plain(factor) && (0.05..=20.0).contains(&number(factor)));
    }
    matches!(text, "-1" | "-2")
        || (plain(text)
            && !text.contains('.')
            && (2.0..=f64::from(LARGEST_SIDE)).contains(&number(text)))
}

fn plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_mean_something_are_taken() {
        for (text, filter) in [
            ("320:240", "scale=320:240"),
            ("320x240", "scale=320:240"),
            ("320:-2", "scale=320:-2"),
            ("iw/2:ih/2", "scale=iw/2:ih/2"),
            ("iw*1.5:-1", "scale=iw*1.5:-1"),
        ] {
            assert_eq!(scale(text).as_deref(), Some(filter), "{text}");
        }
    }

    #[test]
    fn sizes_that_mean_nothing_or_too_much_are_refused() {
        for text in [
            "",
            "320",
            "0:0",
            "1:100",
            "-1:-1",
            "-3:100",
            "99999:2",
            "iw*1000:ih",
            "iw/0:ih",
            "320:240,movie=x",
            "320:240:flags=x",
            "a:b",
            "1e9:2",
            "..:2",
        ] {
            assert_eq!(scale(text), None, "{text}");
        }
    }

    #[test]
    fn picture_filters_pass() {
        for text in [
            "hflip",
            "crop=200:200, hflip",
            "rotate=PI/6",
            "drawbox=x=10:y=10:w=5:h=5:color=red@0.5",
        ] {
            assert!(chain(text).is_some(), "{text}");
        }
    }

    #[test]
    fn filters_that_reach_outside_or_leave_their_argument_are_refused() {
        for text in [
            "",
            "movie=/etc/passwd",
            "drawtext=textfile=a",
            "subtitles=a.srt",
            "fps=1",
            "hflip;vflip",
            "hflip[a]",
            "crop='1'",
            "hflip,",
            "pad=99999:99999",
            "lut3d=a.cube",
            "crop=1\\:2",
            "hflip\n",
        ] {
            assert_eq!(chain(text), None, "{text}");
        }
    }
}
