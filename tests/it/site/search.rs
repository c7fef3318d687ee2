//! Search: what readers look for is found by names, keys, units, categories and search words, with the script and without it.

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{TempDir, outcome, project, write};

/// The keys that a page of results leads to, in its order.
fn found(service: &Server, target: &str) -> Vec<String> {
    let html = service.text(target);
    let results = html
        .split("<ul class=\"results\">")
        .nth(1)
        .map_or("", |rest| rest.split("</ul>").next().unwrap());
    let links = results.split("/view/").skip(1);
    links
        .map(|link| link.split('"').next().unwrap().to_owned())
        .collect()
}

#[test]
fn readers_find_what_they_mean() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("dataset", "dataset");
    let definition = json!({
        "name": { "ru": "Уровень безработицы", "en": "Unemployment rate" }, "unit": "percent", "periodType": "monthly"
    });
    write(
        &dataset.join("indicators/unemployment.json"),
        definition.to_string(),
    );
    write(
        &dataset.join("indicators/unemployment.csv"),
        "date,value\n2026-09,5.2\n",
    );
    let outline = std::fs::read_to_string(dataset.join("dataset.json")).unwrap();
    write(
        &dataset.join("dataset.json"),
        outline.replace("\"salary-growth\"", "\"salary-growth\", \"unemployment\""),
    );
    let service = Server::of_dataset(&dataset);
    for (target, first) in [
        ("/search?q=USD", "usd"),
        ("/search?q=%D0%98%D0%9F%D0%A6", "cpi-12m"),
        ("/search?q=policy-rate", "policy-rate"),
        (
            "/search?q=%D0%BA%D1%83%D1%80%D1%81+%D0%B5%D0%B2%D1%80%D0%BE",
            "eur",
        ),
        (
            "/search?q=%D0%B1%D0%B5%D0%B7%D1%80%D0%B0%D0%B1%D0%BE%D1%82%D0%B8%D1%86%D0%B0",
            "unemployment",
        ),
        // «зарплата», «м2» with a Cyrillic letter, words of the other language, a unit.
        (
            "/search?q=%D0%B7%D0%B0%D1%80%D0%BF%D0%BB%D0%B0%D1%82%D0%B0",
            "salary",
        ),
        ("/search?q=%D0%BC2", "m2"),
        ("/en/search?q=exchange+rate+dollar", "usd"),
        ("/en/search?q=wage", "salary"),
        ("/search?q=inflation", "cpi-12m"),
    ] {
        assert_eq!(
            found(&service, target).first().map(String::as_str),
            Some(first),
            "{target}"
        );
    }

    assert!(found(&service, "/en/search?q=reserves").contains(&"reserves".to_owned()));
    assert_eq!(found(&service, "/en/search?q=nothing-like-it"), [""; 0]);
}

#[test]
fn a_page_of_results_is_made_for_its_request() {
    let dataset = project("tests/fixtures/all-types");
    let service = Server::serve(&[
        "--dataset",
        dataset.to_str().unwrap(),
        "--public-url",
        "https://data.example",
    ]);
    let answer = service.get("/en/search?q=x%22%3E%3Cscript%3E", "");
    assert_eq!(answer.status, 200);
    assert!(answer.header("cache-control").unwrap().contains("no-store"));
    let html = String::from_utf8(answer.body).unwrap();
    assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(
        html.contains("value=\"x&#34;&#62;&#60;script&#62;\"")
            && html.contains("Nothing found for “x&#34;&#62;&#60;script&#62;”."),
        "{html}"
    );
    let long = "m".repeat(150);
    let html = service.text(&format!("/search?q={long}"));
    assert!(html.contains(&format!("value=\"{}\"", "m".repeat(100))) && !html.contains(&long));
    for empty in ["/search", "/search?q=", "/search?q=+"] {
        let html = service.text(empty);
        assert!(
            !html.contains("Ничего") && !html.contains("class=\"results\""),
            "{empty}"
        );
    }

    assert!(!service.text("/sitemap.xml").contains("/search"));
}

#[test]
fn the_index_has_what_suggestions_need() {
    let service = Server::of_dataset(&project("dataset"));
    let index: Value = service.get("/en/search.json", "").json();
    let entries = index["indicators"].as_array().unwrap();
    let of = |key: &str| entries.iter().find(|entry| entry["key"] == key).unwrap();
    assert_eq!(
        entries.len(),
        service.get("/data.json", "").json()["metrics"]
            .as_array()
            .unwrap()
            .len()
    );
    assert_eq!(entries[0]["key"], "usd", "headline figures come first");
    let names = of("cpi-12m")["names"].as_array().unwrap();
    assert!(
        ["ИПЦ", "CPI"]
            .iter()
            .all(|name| names.contains(&json!(name))),
        "{names:?}"
    );
    assert!(of("policy-rate")["value"].as_str().unwrap().ends_with('%'));
}

#[test]
fn an_export_offers_no_query() {
    let dir = TempDir::new();
    let dataset = project("tests/fixtures/all-types");
    let out = dir.join("out");
    assert_eq!(
        outcome(&[
            "export",
            out.to_str().unwrap(),
            "--dataset",
            dataset.to_str().unwrap()
        ])
        .0,
        0
    );

    let html = std::fs::read_to_string(out.join("en/view/usd/index.html")).unwrap();
    assert!(html.contains(
        "<form class=\"search\" role=\"search\" hidden=\"\" data-index=\"/en/search.json\">"
    ));
    assert!(!out.join("search").exists() && out.join("en/search.json").exists());
}
