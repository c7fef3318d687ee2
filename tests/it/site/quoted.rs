//! Quotations from a page where nobody sees the page: its description, its data for search engines, the figure of the
//! first page. A figure in doubt says so there [D24.4].

use std::fs;

use serde_json::Value;

use crate::support::{TempDir, Tree, export, project, write};

fn page(site: &Tree, path: &str) -> String {
    let path = if path.is_empty() {
        "index.html".to_owned()
    } else {
        format!("{path}/index.html")
    };

    String::from_utf8(site[&path].clone()).unwrap()
}

/// The text between these two, which occur once.
fn between<'a>(html: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = html
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap().0
}

fn linked_data(html: &str) -> Value {
    serde_json::from_str(between(
        html,
        "<script type=\"application/ld+json\">",
        "</script>",
    ))
    .unwrap()
}

#[test]
fn what_is_quoted_without_its_page_names_status_and_flags() {
    let html = page(&export(&project("dataset"), &[]), "en/view/m2");
    for tag in [
        "<meta name=\"description\" content=\"",
        "<meta property=\"og:description\" content=\"",
    ] {
        let said = between(&html, tag, "\"");
        assert!(
            said.contains("unofficial") && said.contains("Status: initial data."),
            "{said}"
        );
    }

    let data = linked_data(&html);
    assert!(
        data["description"].as_str().unwrap().contains("unofficial"),
        "{data}"
    );
    assert_eq!(data.get("creator"), None, "the source has not said it");
}

#[test]
fn a_figure_of_the_source_names_its_creator() {
    let data = linked_data(&page(
        &export(&project("tests/fixtures/clean"), &[]),
        "en/view/usd",
    ));
    assert_eq!(data["creator"]["@type"], "Organization", "{data}");
}

#[test]
fn every_page_leads_to_the_calendar_where_there_is_a_date_in_it() {
    let site = export(&project("tests/fixtures/all-types"), &[]);
    for (path, address) in [
        ("", "/calendar"),
        ("view/usd", "/calendar"),
        ("en/method", "/en/calendar"),
    ] {
        let html = page(&site, path);
        let menu = between(&html, "<nav class=\"switch\"", "</nav>");
        assert!(
            menu.contains(&format!("<a href=\"{address}\">")),
            "{path}: {menu}"
        );
    }

    let html = page(&site, "calendar");
    assert!(
        between(&html, "<nav class=\"switch\"", "</nav>")
            .contains("<a href=\"/calendar\" aria-current=\"page\">")
    );
    let bare = export(&project("tests/fixtures/clean"), &[]);
    for path in ["", "view/usd", "en/category/one"] {
        assert!(!page(&bare, path).contains("/calendar\""), "{path}");
    }
}

#[test]
fn rates_to_come_are_announced_one_after_the_other() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let definition = fs::read_to_string(dataset.join("indicators/usd.json")).unwrap();
    write(
        &dataset.join("indicators/usd.json"),
        definition
            .replace("\"daily\"", "\"effective_from\"")
            .as_bytes(),
    );
    write(
        &dataset.join("indicators/usd.csv"),
        b"date,value\n2025-01-01,7\n2026-12-15,6\n2027-02-01,5\n",
    );
    let site = export(&dataset, &[]);
    let html = page(&site, "view/usd").replace('\u{a0}', " ");
    let first = between(&html, "; с 15 декабря 2026 года — 6", "</p>");
    assert!(first.contains("; с 1 февраля 2027 года — 5"), "{first}");
}

#[test]
fn a_citation_is_as_of_no_day_to_come() {
    for (period_type, rows, day) in [
        (
            "effective_from",
            "2026-12-15,6,2026-11-19",
            "20 November 2026",
        ),
        ("daily", "2026-11-20,7,\n2026-11-23,6,", "20 November 2026"),
        ("daily", "2026-11-17,7,\n2026-11-18,6,", "18 November 2026"),
    ] {
        let dir = TempDir::new();
        let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
        let definition = fs::read_to_string(dataset.join("indicators/usd.json")).unwrap();
        write(
            &dataset.join("indicators/usd.json"),
            definition.replace("daily", period_type),
        );
        write(
            &dataset.join("indicators/usd.csv"),
            format!("date,value,published\n{rows}\n"),
        );
        let html = page(&export(&dataset, &[]), "en/view/usd").replace('\u{a0}', " ");
        assert!(
            html.contains(&format!(", as of {day}")),
            "{period_type} {rows}"
        );
    }
}
