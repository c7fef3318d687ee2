//! A service below a path of a host: every link begins with the path, and leads somewhere with it and without it.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::server::Server;
use crate::support::{export, outcome, project};

const ADDRESS: &str = "https://example.org/stat/macro";
const ROOT: &str = "/stat/macro";

/// The values of attributes that lead somewhere, or from which a script makes what leads somewhere.
fn attributes(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    for name in [
        " href=\"",
        " src=\"",
        " action=\"",
        " data-index=\"",
        " data-changes=\"",
        " data-table=\"",
    ] {
        for rest in text.split(name).skip(1) {
            let value = rest.split('"').next().expect("a value");
            values.push(value.to_owned());
        }
    }

    values
}

/// The strings that look like paths or addresses of the service, in a text of any other form.
fn mentioned(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || "\"'<>()`;\\".contains(c);
    let words = text
        .split(ends)
        .map(|word| word.trim_end_matches(['.', ':', ',']));
    let is_address = |word: &&str| word.starts_with(ADDRESS) || word.starts_with(ROOT);
    words.filter(is_address).map(str::to_owned).collect()
}

/// The path below the root to which a link of a page leads; `None` for another host, a part of the page, or a form to fill.
fn below_root(link: &str, page: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or_default();
    let is_form = link.contains('{') || link.ends_with("keys=a,b");
    if link.is_empty() || link.contains("mailto:") || is_form {
        return None;
    }

    let path = match link.strip_prefix(ADDRESS) {
        Some(path) => path,
        None if link.starts_with("http") => return None,
        None => link
            .strip_prefix(ROOT)
            .unwrap_or_else(|| panic!("{page} leads to {link}, past the root")),
    };

    Some(if path.is_empty() { "/" } else { path }.to_owned())
}

/// The links in a text at a path.
fn links(path: &str, media_type: &str, text: &str) -> BTreeSet<String> {
    let text = &text
        .replace("&#34;", "\"")
        .replace("&#38;", "&")
        .replace("&amp;", "&");
    let mut links = mentioned(text);
    if media_type.contains("html") || media_type.contains("atom") {
        links.extend(attributes(text));
    }

    if path.ends_with("/catalog.json") {
        let catalog: serde_json::Value = serde_json::from_str(text).expect("JSON");
        for category in catalog["categories"].as_array().expect("categories") {
            for indicator in category["indicators"].as_array().expect("indicators") {
                let paths = indicator["links"].as_object().expect("links");
                links.extend(
                    paths
                        .values()
                        .map(|path| path.as_str().expect("a path").to_owned()),
                );
            }
        }
    }

    links
        .iter()
        .filter_map(|link| below_root(link, path))
        .collect()
}

fn serve(address: &str) -> Server {
    let dataset = project("tests/fixtures/clean");
    let dataset = dataset.to_str().expect("UTF-8");
    Server::serve(&["--dataset", dataset, "--public-url", address])
}

/// The bodies at the paths that can be reached from these, by the root-less paths.
fn crawl(server: &Server, begin: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut left: Vec<String> = begin.iter().map(|path| (*path).to_owned()).collect();
    while let Some(path) = left.pop() {
        if found.contains_key(&path) {
            continue;
        }

        if path == "/sdmx" {
            continue;
        }

        let with_root = server.get(&format!("{ROOT}{path}"), "");
        let without = server.get(&path, "");
        assert_eq!((with_root.status, without.status), (200, 200), "{path}");
        if !path.starts_with("/status.json") && !path.starts_with("/metrics") {
            assert!(with_root.body == without.body, "{path}");
        }

        let media_type = with_root.the("Content-Type").to_owned();
        let text = String::from_utf8_lossy(&with_root.body).into_owned();
        let mut next = links(&path, &media_type, &text);
        for link in with_root
            .header("Link")
            .unwrap_or_default()
            .split('<')
            .skip(1)
        {
            let link = link.split('>').next().expect("an address");
            next.extend(below_root(link, &path));
        }

        left.extend(next);
        found.insert(path, text);
    }

    found
}

#[test]
fn no_link_leads_past_the_root() {
    let server = serve(ADDRESS);
    let found = crawl(&server, &["/", "/llms.txt", "/robots.txt", "/sitemap.xml"]);
    for path in [
        "/en/",
        "/style.css",
        "/favicon.svg",
        "/openapi.json",
        "/schema/1.0.json",
        "/status.json",
        "/search",
        "/en/search.json",
        "/en/data.xlsx",
        "/history.csv",
        "/feed.atom",
        "/feed/one.atom",
        "/calendar.ics",
        "/en/data/usd/explain.json",
        "/data/wage/chart.svg",
        "/en/view/wage",
        "/category/one",
    ] {
        let is_found = found
            .keys()
            .any(|found| found.split('?').next() == Some(path));
        assert!(is_found, "{path} is not linked");
    }

    let openapi: serde_json::Value = serde_json::from_str(&found["/openapi.json"]).expect("JSON");
    assert_eq!(openapi["servers"][0]["url"], ADDRESS);
    assert!(found["/feed.atom"].contains("<id>tag:example.org,2026:/stat/macro/feed.atom</id>"));
    assert!(found["/data/wage/chart.svg"].contains("example.org/stat/macro/view/wage"));
}

#[test]
fn redirects_begin_with_the_root_and_nothing_else_is_taken_off() {
    let server = serve(&format!("{ADDRESS}/"));
    for (path, location) in [
        ("/stat/macro", "/stat/macro/"),
        ("/stat/macro?x=1", "/stat/macro/?x=1"),
        ("/stat/macro/en", "/stat/macro/en/"),
        ("/en", "/stat/macro/en/"),
        (
            "/stat/macro/data/USD/history.csv",
            "/stat/macro/data/usd/history.csv",
        ),
        ("/view/wage/", "/stat/macro/view/wage"),
        ("/stat/macro/sdmx", "/stat/macro/sdmx/dataflow"),
        ("/stat/macro/search/", "/stat/macro/search"),
    ] {
        let answer = server.get(path, "");
        assert_eq!(answer.header("Location"), Some(location), "{path}");
    }

    for path in [
        "/stat/",
        "/stat/macroeconomics/",
        "/en/stat/macro/",
        "/macro/data.json",
    ] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }

    assert_eq!(server.get("/stat/macro/healthz", "").body, b"ok");
}

#[test]
fn a_root_that_begins_like_a_path_of_ours_is_refused() {
    let directory = crate::support::TempDir::new();
    let out = directory.join("out");
    let out = out.to_str().expect("UTF-8");
    for path in [
        "data",
        "en",
        "view/x",
        "sdmx",
        "feed",
        "category",
        "nsdp",
        "schema",
        ".well-known",
    ] {
        let address = format!("https://example.org/{path}");
        for command in [
            vec!["serve", "--listen", "127.0.0.1:0", "--public-url", &address],
            vec!["export", out, "--public-url", &address],
        ] {
            let (code, _, said) = outcome(&command);
            assert_eq!(code, 1, "{command:?}: {said}");
            assert!(said.contains(&address), "{said}");
        }
    }
}

#[test]
fn files_of_an_export_lie_as_before_and_lead_below_the_root() {
    let dataset = project("tests/fixtures/clean");
    let files = export(&dataset, &["--public-url", ADDRESS]);
    let plain = export(&dataset, &[]);
    let names = |tree: &crate::support::Tree| tree.keys().cloned().collect::<BTreeSet<_>>();
    let mut expected = names(&plain);
    expected.extend(
        names(&files)
            .into_iter()
            .filter(|name| name.ends_with("sitemap.xml")),
    );
    assert_eq!(names(&files), expected);

    // Questions that the service alone can answer.
    let is_live = |path: &str| {
        ["/search", "/sdmx", "/status.json", "/metrics"]
            .iter()
            .any(|live| {
                let path = path.strip_prefix("/en").unwrap_or(path);
                path.starts_with(live) && !path.starts_with("/search.json")
            })
    };
    for (name, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        let media_type = if name.ends_with(".html") { "html" } else { "" };
        for link in links(&format!("/{name}"), media_type, &text) {
            let path = link.split('?').next().expect("a path").trim_matches('/');
            let as_page = format!("{path}/index.html");
            let is_there = files.contains_key(path)
                || files.contains_key(as_page.trim_start_matches('/'))
                || is_live(&link);
            assert!(is_there, "{name} leads to {link}");
        }
    }
}
