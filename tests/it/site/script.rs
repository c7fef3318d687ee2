//! The script of the pages, and pages without it [D24.10].

use crate::support::server::Server;
use crate::support::{Tree, export, project};

/// Bytes that the script may have.
const MOST: usize = 12 * 1024;

/// A page without the line of its script.
fn without_line(page: &str) -> String {
    page.split_inclusive('\n')
        .filter(|line| !line.starts_with("<script src=\"/page.js?v="))
        .collect()
}

#[test]
fn without_the_script_pages_are_the_same_but_for_its_line() {
    let dataset = project("tests/fixtures/all-types");
    let (with, mut without) = (export(&dataset, &[]), export(&dataset, &["--no-script"]));
    let service = Server::of_dataset(&dataset);
    let length = service.get("/page.js", "").body.len();
    assert!(length <= MOST, "{length} bytes");
    let mut pages = 0;
    for (path, bytes) in with
        .iter()
        .filter(|(path, _)| !["page.js", "openapi.json"].contains(&path.as_str()))
    {
        let other = without.remove(path).unwrap();
        if path.ends_with(".html") {
            let (page, other) = (
                std::str::from_utf8(bytes).unwrap(),
                String::from_utf8(other).unwrap(),
            );
            assert_eq!(page.matches("<script src=").count(), 1, "{path}");
            assert!(!other.contains("<script src="), "{path}");
            assert_eq!(without_line(page), other, "{path}");
            pages += 1;
        } else {
            assert!(*bytes == other, "{path}");
        }
    }

    assert!(pages > 10);
    // The description names the script only where it is.
    assert_eq!(without.keys().collect::<Vec<_>>(), ["openapi.json"]);
    let names =
        |tree: &Tree| String::from_utf8_lossy(&tree["openapi.json"]).contains("\"/page.js\"");
    assert!(names(&with) && !names(&without));
}

#[test]
fn a_policy_allows_the_script_and_nothing_besides_or_none_at_all() {
    let dataset = project("tests/fixtures/clean");
    let arguments = ["--dataset", dataset.to_str().unwrap()];
    let with = Server::serve(&arguments);
    let without = Server::serve(&[&arguments[..], &["--no-script"]].concat());
    let policy = |service: &Server, path: &str| {
        service
            .get(path, "Accept: text/html\r\n")
            .the("Content-Security-Policy")
            .to_owned()
    };
    for path in ["/", "/en/view/usd", "/use", "/view/none"] {
        let strict = policy(&without, path);
        assert!(
            strict.starts_with("default-src 'none'; style-src 'self';")
                && !strict.contains("script")
        );
        assert_eq!(
            policy(&with, path),
            strict.replace("style-src", "script-src 'self'; style-src"),
            "{path}"
        );
        let page = without.get(path, "").body;
        assert!(
            !String::from_utf8_lossy(&page).contains("<script src="),
            "{path}"
        );
    }

    assert_eq!(without.get("/page.js", "").status, 404);
    let script = with.get("/page.js", "");
    assert_eq!(
        (script.status, script.the("Content-Type")),
        (200, "text/javascript; charset=utf-8")
    );
    // The address on a page has a part that changes with the script.
    let page = with.text("/en/");
    let (_, rest) = page.split_once("<script src=\"/page.js?v=").unwrap();
    let (version, rest) = rest.split_once('"').unwrap();
    assert!(
        version.len() == 12 && version.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{version}"
    );
    assert!(rest.starts_with(" defer "));
}
