//! The gate's rules, one row per case. The first rows are attacks that worked on other servers.

use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};

use super::*;

/// Headers as written, one per line.
fn headers(lines: &[&str]) -> HeaderMap {
    lines
        .iter()
        .map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            let name: HeaderName = name.parse().unwrap();
            (name, HeaderValue::from_str(value).unwrap())
        })
        .fold(HeaderMap::new(), |mut all, (name, value)| {
            all.append(name, value);
            all
        })
}

/// The outcome of a request: the label of its refusal, or `pass`.
fn outcome(gate: &Gate, method: &str, uri: &str, lines: &[&str]) -> &'static str {
    let method: Method = method.parse().unwrap();
    let uri: Uri = uri.parse().unwrap();
    match gate.check(&method, &uri, &headers(lines), Asked::Other) {
        Ok(()) => "pass",
        Err(refusal) => refusal.label(),
    }
}

fn local() -> Gate {
    Gate::new(&Config::default()).unwrap()
}

fn open_to_the_network() -> Gate {
    Gate::new(&Config {
        listen: vec!["0.0.0.0:4444".parse().unwrap()],
        allow_hosts: vec![
            "lab.example:4444".into(),
            ".farm.example".into(),
            "node7".into(),
        ],
        allow_origins: vec!["https://tool.example".into()],
        tokens: vec![Token::new("first"), Token::new("second")],
        ..Config::default()
    })
    .unwrap()
}

const LOCAL: &str = "host: localhost:4444";
const BEARER: &str = "authorization: Bearer second";

#[test]
#[rustfmt::skip] // a row is read across
fn known_attacks_are_refused() {
    let cases: &[(&str, &str, &[&str], &str)] = &[
        // CVE-2020-15660, CVE-2022-28108: a form or a script of a web page posts a simple type.
        ("POST", "a form of a page", &[LOCAL, "content-type: application/x-www-form-urlencoded", "content-length: 9"], "content_type"),
        ("POST", "a multipart form", &[LOCAL, "content-type: multipart/form-data; boundary=x", "content-length: 9"], "content_type"),
        ("POST", "plain text that is JSON", &[LOCAL, "content-type: text/plain", "content-length: 9"], "content_type"),
        ("POST", "plain text in pieces", &[LOCAL, "content-type: text/plain", "transfer-encoding: chunked"], "content_type"),
        ("POST", "plain text, empty", &[LOCAL, "content-type: text/plain", "content-length: 0"], "content_type"),
        ("DELETE", "other methods with a body", &[LOCAL, "content-type: text/plain", "content-length: 2"], "content_type"),
        ("POST", "a page that may send JSON", &[LOCAL, "content-type: application/json", "content-length: 2", "origin: https://evil.example"], "origin"),
        ("POST", "a page that sends no type", &[LOCAL, "content-length: 2", "origin: https://evil.example"], "origin"),
        ("GET", "a sandboxed page", &[LOCAL, "origin: null"], "origin"),
        ("GET", "a page of another local server", &[LOCAL, "origin: http://localhost:3000"], "origin"),
        ("POST", "two types, one of them right", &[LOCAL, "content-type: application/json", "content-type: text/plain", "content-length: 2"], "content_type"),
        // CVE-2021-4138, CVE-2022-28109: a name that was rebound to loopback.
        ("GET", "a rebound name", &["host: evil.example:4444"], "host"),
        ("GET", "a name that looks like an address", &["host: 127.0.0.1.evil.example"], "host"),
        ("GET", "a name that ends like localhost", &["host: evillocalhost"], "host"),
        ("GET", "localhost before the real name", &["host: localhost.evil.example"], "host"),
        ("GET", "a user part before the name", &["host: localhost@evil.example"], "host"),
        ("GET", "an address in another notation", &["host: 0x7f.1"], "host"),
        ("GET", "no host", &[], "host"),
        ("GET", "an empty host", &["host: "], "host"),
        ("GET", "two hosts", &[LOCAL, "host: evil.example"], "host"),
    ];
    for (method, name, lines, expected) in cases {
        assert_eq!(outcome(&local(), method, "/session", lines), *expected, "{name}");
    }
    // The address of a proxy request outranks the header.
    let uri = "http://evil.example/session";
    assert_eq!(outcome(&local(), "GET", uri, &[LOCAL]), "host");
}

#[test]
#[rustfmt::skip] // a row is read across
fn an_open_port_wants_a_token() {
    // Metasploit's modules, SeleniumGreed: nobody asked who was calling.
    let json = "content-type: application/json";
    let cases: &[(&str, &[&str], &str)] = &[
        ("no token", &["host: 10.0.0.7"], "token"),
        ("a wrong one", &["host: 10.0.0.7", "authorization: Bearer guess"], "token"),
        ("a part of one", &["host: 10.0.0.7", "authorization: Bearer sec"], "token"),
        ("an empty one", &["host: 10.0.0.7", "authorization: Bearer "], "token"),
        ("an unknown scheme", &["host: 10.0.0.7", "authorization: Digest second"], "token"),
        ("basic that is not base64", &["host: 10.0.0.7", "authorization: Basic ~~"], "token"),
        ("two of them", &["host: 10.0.0.7", BEARER, "authorization: Bearer x"], "token"),
        ("bearer", &["host: 10.0.0.7", BEARER], "pass"),
        ("bearer, other case", &["host: 10.0.0.7", "authorization: bearer first"], "pass"),
        // hansom:second
        ("basic password", &["host: 10.0.0.7", "authorization: Basic aGFuc29tOnNlY29uZA=="], "pass"),
        // second:
        ("basic name", &["host: 10.0.0.7", "authorization: Basic c2Vjb25kOg=="], "pass"),
        ("a body without a type", &["host: 10.0.0.7", BEARER, "content-length: 2"], "content_type"),
        ("a body with one", &["host: 10.0.0.7", BEARER, "content-length: 2", json], "pass"),
    ];
    for (name, lines, expected) in cases {
        let gate = open_to_the_network();
        assert_eq!(outcome(&gate, "POST", "/session", lines), *expected, "{name}");
    }
}

#[test]
#[rustfmt::skip] // a row is read across
fn names_and_origins_pass_when_listed() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("a listed name", &["host: node7"], "pass"),
        ("on any port", &["host: NODE7:9999"], "pass"),
        ("with the dot of DNS", &["host: node7."], "pass"),
        ("a name listed with its port", &["host: lab.example:4444"], "pass"),
        ("on another port", &["host: lab.example:4445"], "host"),
        ("the suffix itself", &["host: farm.example"], "pass"),
        ("below a suffix", &["host: a.b.farm.example:1"], "pass"),
        ("beside a suffix", &["host: notfarm.example"], "host"),
        ("a listed origin", &["host: node7", "origin: https://TOOL.example"], "pass"),
        ("its port", &["host: node7", "origin: https://tool.example:8443"], "origin"),
        ("its plain form", &["host: node7", "origin: http://tool.example"], "origin"),
    ];
    for (name, lines, expected) in cases {
        let lines = [lines, &[BEARER][..]].concat();
        let gate = open_to_the_network();
        assert_eq!(outcome(&gate, "GET", "/status", &lines), *expected, "{name}");
    }
}

#[test]
#[rustfmt::skip] // a row is read across
fn programs_pass_on_loopback() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("GET", "localhost", &[LOCAL]),
        ("GET", "another port in Host, as behind a mapping", &["host: localhost:80"]),
        ("GET", "an address", &["host: 192.168.1.7:4444"]),
        ("GET", "an IPv6 address", &["host: [::1]:4444"]),
        ("GET", "an app's own name", &["host: app.localhost:1"]),
        ("POST", "JSON", &[LOCAL, "content-length: 2", "content-type: application/json; charset=utf-8"]),
        ("POST", "no type, as curl -d with an empty one", &[LOCAL, "content-length: 2"]),
        ("POST", "no body", &[LOCAL, "content-length: 0"]),
        ("GET", "Grid's status call", &[LOCAL, "content-length: 0", "upgrade: h2c", "connection: Upgrade, HTTP2-Settings"]),
        ("GET", "a type on a read", &[LOCAL, "content-type: text/plain"]),
    ];
    for (method, name, lines) in cases {
        assert_eq!(outcome(&local(), method, "/status", lines), "pass", "{name}");
    }
}

#[test]
#[rustfmt::skip] // a row is read across
fn only_the_servers_own_page_passes_unlisted() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("the inspector", &[LOCAL, "origin: http://localhost:4444"], "pass"),
        ("by address", &["host: 127.0.0.1:4444", "origin: http://127.0.0.1:4444"], "pass"),
        ("by IPv6 address", &["host: [::1]:4444", "origin: http://[::1]:4444"], "pass"),
        ("on the scheme's own port", &["host: localhost", "origin: http://localhost"], "pass"),
        // The rebound page: both headers are equal, but the name is a stranger's.
        ("a rebound name", &["host: evil.example:4444", "origin: http://evil.example:4444"], "host"),
        ("a rebound name that asks for localhost", &[LOCAL, "origin: http://evil.example:4444"], "origin"),
        ("a name that begins like ours", &[LOCAL, "origin: http://localhost.evil.example:4444"], "origin"),
        ("a user part like ours", &[LOCAL, "origin: http://localhost:4444@evil.example"], "origin"),
        ("another port of this machine", &[LOCAL, "origin: http://localhost:3000"], "origin"),
        ("the scheme's port", &[LOCAL, "origin: http://localhost"], "origin"),
        ("another scheme", &[LOCAL, "origin: https://localhost:4444"], "origin"),
        ("another name of this machine", &[LOCAL, "origin: http://127.0.0.1:4444"], "origin"),
        ("an app of a virtual phone", &[LOCAL, "origin: http://app.localhost:4444"], "origin"),
        ("an app's name on our port", &["host: app.localhost:4444", "origin: http://app.localhost:4444"], "origin"),
        ("two origins, one of them ours", &[LOCAL, "origin: http://localhost:4444", "origin: http://evil.example"], "origin"),
        ("a form of our own page", &[LOCAL, "origin: http://localhost:4444", "content-type: text/plain"], "content_type"),
    ];
    for (name, lines, expected) in cases {
        assert_eq!(outcome(&local(), "POST", "/session", lines), *expected, "{name}");
    }
    let listed: &[(&str, &[&str], &str)] = &[
        ("a name written out", &["host: node7:4444", "origin: http://node7:4444"], "pass"),
        ("a name below a suffix", &["host: a.farm.example", "origin: http://a.farm.example"], "origin"),
    ];
    for (name, lines, expected) in listed {
        let lines = [lines, &[BEARER][..]].concat();
        assert_eq!(outcome(&open_to_the_network(), "POST", "/session", &lines), *expected, "{name}");
    }
}

#[test]
fn public_files_need_no_token_but_a_right_host_and_origin() {
    let gate = open_to_the_network();
    let label = |lines: &[&str]| {
        let uri = "/inspector/".parse().unwrap();
        gate.check(&Method::GET, &uri, &headers(lines), Asked::PublicFile)
            .map_err(|refusal| refusal.label())
    };
    assert_eq!(label(&["host: node7"]), Ok(()));
    assert_eq!(label(&["host: evil.example"]), Err("host"));
    let foreign = ["host: node7", "origin: https://evil.example"];
    assert_eq!(label(&foreign), Err("origin"));
}

#[test]
fn refusals_name_the_flag() {
    let gate = local();
    let message = |lines: &[&str]| {
        let refusal = gate
            .check(
                &Method::GET,
                &"/".parse().unwrap(),
                &headers(lines),
                Asked::Other,
            )
            .unwrap_err();
        hansom_protocol::Error::from(refusal).into_parts().message
    };
    assert!(message(&["host: lab:4444"]).contains("--allow-hosts lab"));
    let origin = message(&[LOCAL, "origin: https://tool.example"]);
    assert!(
        origin.contains("--allow-origins https://tool.example"),
        "{origin}"
    );
}
