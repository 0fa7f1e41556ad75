//! The guide says what the table of options says.

use std::{env, fs, path::Path};

const START: &str = "<!-- options: made from crates/mobile/src/recording/option_table.rs -->\n";
const END: &str = "<!-- /options -->";

#[test]
fn the_guide_lists_the_options_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recording.md");
    let wanted = hansom_mobile::recording::options_page();
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{START}{wanted}{END}{after}")).unwrap();
    } else {
        assert!(
            table == wanted,
            "docs/recording.md is stale: run `UPDATE_DOCS=1 cargo test -p hansom-mobile --test recording page` and commit it"
        );
    }
}
