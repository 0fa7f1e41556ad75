//! A sample of each cause, for `docs/errors/server.md`.

use hansom_testkit::ErrorPage;

use crate::gate::Refusal;

#[test]
fn the_page_of_errors_has_every_cause() {
    let samples = vec![
        Refusal::BadHost,
        Refusal::Host {
            name: "lab.example".into(),
        },
        Refusal::Origin {
            origin: "https://tool.example".into(),
        },
        Refusal::ContentType {
            given: "`text/plain`".into(),
        },
        Refusal::NoToken,
        Refusal::WrongToken,
    ];
    ErrorPage::new("server")
        .table_with(
            "Refusal",
            "The gate",
            include_str!("gate/refusal.rs"),
            samples,
            Refusal::status,
        )
        .check();
}
