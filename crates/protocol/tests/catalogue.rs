//! A sample of each cause, for `docs/errors/protocol.md`.

use hansom_protocol::{Feature, Grants, Refused, base64::Base64Error};
use hansom_testkit::{ErrorPage, Told};

#[test]
fn the_page_of_errors_has_every_cause() {
    let mut refusals: Vec<Refused> = Feature::ALL
        .iter()
        .map(|feature| Refused {
            feature: *feature,
            denied: false,
        })
        .collect();
    refusals.push(Refused {
        feature: Feature::SystemAccess,
        denied: true,
    });
    let unknown = Grants::new(true, ["browser:nothing"], []).unwrap_err();
    ErrorPage::made_by("protocol", "tests/catalogue.rs")
        .table(
            "Refused",
            "Powers that the operator has not granted",
            include_str!("../src/grants.rs"),
            refusals,
        )
        .table_of(
            "UnknownFeature",
            "A name after --allow-insecure or --deny-insecure",
            include_str!("../src/grants.rs"),
            vec![unknown],
            |_| Told::ends_the_program(3),
        )
        .table(
            "Base64Error",
            "Bytes that are sent as base64: addons, apps, files, profiles, the clipboard",
            include_str!("../src/base64.rs"),
            vec![
                Base64Error::NotText("file"),
                Base64Error::NotBase64 {
                    name: "file".into(),
                    reason: "'!' stands at 8".into(),
                },
            ],
        )
        .check();
}
