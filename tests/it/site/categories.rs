//! The pages of categories and of the release calendar, and the overview of a large collection.

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{TempDir, export, project, write};

const LANGUAGES: [(&str, &str); 2] = [("", "ru"), ("/en", "en")];

fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
        .replace("&#60;", "<")
        .replace("&#34;", "\"")
        .replace("&#38;", "&")
}

#[test]
fn a_category_has_a_page_in_each_language() {
    let service = Server::of_dataset(&project("tests/fixtures/all-types"));
    for (prefix, lang) in LANGUAGES {
        let catalog = service.get(&format!("{prefix}/catalog.json"), "").json();
        for category in catalog["categories"].as_array().unwrap() {
            let id = category["id"].as_str().unwrap();
            let path = format!("{prefix}/category/{id}");
            let response = service.get(&path, "");
            assert_eq!(
                (response.status, response.the("Content-Language")),
                (200, lang)
            );
            assert_eq!(response.the("Content-Type"), "text/html; charset=utf-8");
            assert_eq!(
                response.the("Cache-Control"),
                service.get("/", "").the("Cache-Control")
            );
            assert_eq!(service.get(&path, "If-None-Match: *\r\n").status, 304);
            let page = plain(&service.text(&path));
            assert!(page.contains(category["name"].as_str().unwrap()), "{path}");
            let keys: Vec<&str> = category["indicators"]
                .as_array()
                .unwrap()
                .iter()
                .map(|of| of["key"].as_str().unwrap())
                .collect();
            assert_eq!(page.matches("<h3><a href=").count(), keys.len(), "{path}");
            let places: Vec<Option<usize>> = keys
                .iter()
                .map(|key| page.find(&format!("<h3><a href=\"{prefix}/view/{key}\">")))
                .collect();
            assert!(
                places.iter().all(Option::is_some) && places.is_sorted(),
                "{path}: {places:?}"
            );
            assert!(
                page.contains(&format!("href=\"{prefix}/feed/{id}.atom\"")),
                "{path}"
            );
            let table = service.text(&format!("{prefix}/history.csv?keys={}", keys.join(",")));
            assert!(page.contains(&format!(
                "href=\"{prefix}/history.csv?keys={}\"",
                keys.join(",")
            )));
            assert!(
                keys.iter().all(|key| table.contains(&format!("\n{key},"))),
                "{path}"
            );
            // From the overview and from the pages of its indicators it is one step.
            for from in [format!("{prefix}/"), format!("{prefix}/view/{}", keys[0])] {
                assert!(
                    service.text(&from).contains(&format!("href=\"{path}\"")),
                    "{from}"
                );
            }
        }
    }
}

#[test]
fn an_address_beside_that_of_a_category_leads_to_it_or_nowhere() {
    let service = Server::of_dataset(&project("tests/fixtures/clean"));
    for (path, location) in [
        ("/category/one/", "/category/one"),
        ("/en/category/One", "/en/category/one"),
        ("/calendar/", "/calendar"),
        ("/en/calendar/?a", "/en/calendar?a"),
    ] {
        let response = service.get(path, "");
        assert_eq!(
            (response.status, response.the("Location")),
            (301, location),
            "{path}"
        );
    }

    for (path, title) in [
        ("/category/none", "Страница не найдена"),
        ("/en/category/none", "Page not found"),
        ("/en/category/", "Page not found"),
        ("/en/category", "Page not found"),
        ("/en/category/one/two", "Page not found"),
    ] {
        let response = service.get(path, "Accept: text/html\r\n");
        assert_eq!(
            (response.status, response.the("Content-Type")),
            (404, "text/html; charset=utf-8"),
            "{path}"
        );
        assert!(
            plain(std::str::from_utf8(&response.body).unwrap()).contains(title),
            "{path}"
        );
    }
}

#[test]
fn categories_and_calendar_are_exported_and_a_category_may_be_empty() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "empty");
    let file = dataset.join("dataset.json");
    let mut outline: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let empty =
        json!({ "id": "empty", "name": { "ru": "Пусто", "en": "Empty" }, "indicators": [] });
    outline["categories"].as_array_mut().unwrap().push(empty);
    write(&file, outline.to_string());
    let tree = export(&dataset, &["--public-url", "https://x.example"]);
    let text = |path: &str| plain(std::str::from_utf8(&tree[path]).unwrap());
    for path in ["category/one", "category/empty", "calendar"] {
        assert!(
            text("sitemap.xml").contains(&format!("<loc>https://x.example/en/{path}</loc>")),
            "{path}"
        );
        let canonical = format!("<link rel=\"canonical\" href=\"https://x.example/{path}\">");
        assert!(
            text(&format!("{path}/index.html")).contains(&canonical),
            "{path}"
        );
    }

    let page = text("en/category/empty/index.html");
    assert!(
        page.contains("No indicators in this section.") && !page.contains("history.csv"),
        "{page}"
    );
    assert!(
        !text("en/index.html").contains("category/empty"),
        "the overview shows what there is"
    );
    assert!(
        text("en/calendar/index.html").contains("No publication dates in the past twelve months.")
    );
}

#[test]
fn the_calendar_says_what_is_not_in_the_dataset() {
    let service = Server::of_dataset(&project("tests/fixtures/all-types"));
    let calendar = plain(&service.text("/en/calendar"));
    let (to_come, past) = calendar.split_once("<h2 id=\"past\">").unwrap();
    assert!(
        to_come.contains("<th scope=\"row\">12 December 2026</th>"),
        "{to_come}"
    );
    assert!(
        to_come.contains("<a class=\"of\" href=\"/en/category/"),
        "{to_come}"
    );
    assert!(
        past.contains("<th scope=\"row\">20 September 2026</th>"),
        "{past}"
    );
    let late = past
        .split("20 September 2026</th>")
        .nth(1)
        .unwrap()
        .split("</tr>")
        .next()
        .unwrap();
    assert!(late.contains("not in this dataset"), "{late}");
    let come = past
        .split("13 August 2026</th>")
        .nth(1)
        .unwrap()
        .split("</tr>")
        .next()
        .unwrap();
    assert!(!come.contains("not in this dataset"), "{come}");
    let events = service.text("/en/calendar.ics");
    assert!(calendar.contains("href=\"/en/calendar.ics\""));
    assert_eq!(
        calendar.matches("<th scope=\"row\">").count(),
        events.matches("BEGIN:VEVENT").count()
    );
}

/// A dataset of so many indicators in two categories, all published on a day by one source.
fn large(dir: &TempDir, count: usize) -> Server {
    let dataset = dir.join(&format!("of-{count}"));
    std::fs::create_dir_all(dataset.join("indicators")).unwrap();
    let keys: Vec<String> = (0..count).map(|number| format!("i{number}")).collect();
    let both = |text: &str| json!({ "ru": text, "en": text });
    let (one, other) = keys.split_at(count / 2);
    let outline = json!({
        "format": 1, "version": "1", "asOf": "2026-11-20T09:00:00+04:00", "utcOffset": "+04:00",
        "sourceStatus": "verified", "units": { "u": both("x") }, "sources": { "s": { "name": both("S") } },
        "categories": [
            { "id": "one", "name": both("One"), "indicators": one },
            { "id": "other", "name": both("Other"), "indicators": other },
        ],
    });
    write(&dataset.join("dataset.json"), outline.to_string());
    let definition =
        json!({ "name": both("N"), "unit": "u", "periodType": "monthly", "source": "s" });
    for key in &keys {
        write(
            &dataset.join(format!("indicators/{key}.json")),
            definition.to_string(),
        );
        let rows = "date,value,published\n2026-08,1,2026-09-12\n2026-09,2,2026-10-12\n";
        write(&dataset.join(format!("indicators/{key}.csv")), rows);
    }

    Server::of_dataset(&dataset)
}

#[test]
fn a_large_collection_is_folded() {
    let dir = TempDir::new();
    let few = large(&dir, 149).text("/en/");
    assert!(few.contains("<details id=\"one\" open>") && few.contains("class=\"c-spark\""));
    let many = large(&dir, 150).text("/en/");
    assert!(many.contains("<details id=\"one\">\n<summary>75 indicators, x</summary>"));
    assert!(!many.contains(" open") && !many.contains("class=\"c-spark\""));
    assert!(many.contains("<h2 id=\"h-one\"><a href=\"/en/category/one\">"));
    assert!(
        many.contains("<a href=\"/en/view/i149\">"),
        "what is folded is there"
    );
    // The publications of a source on one day are one line.
    let news = many
        .split("<h2 id=\"published\">")
        .nth(1)
        .unwrap()
        .split("</section>")
        .next()
        .unwrap();
    assert_eq!(news.matches("<dt>").count(), 1, "{news}");
    assert!(
        news.contains("12\u{a0}October\u{a0}2026") && news.contains("and 147\u{a0}more"),
        "{news}"
    );
    assert!(
        news.contains("</a> 2 (1)"),
        "a value has the one before it beside it: {news}"
    );
}
