//! `/openapi.json`: everything that is served is described, in the words of the dataset.

use std::fs;

use serde_json::Value;

use crate::support::server::Server;
use crate::support::{TempDir, Tree, export, project, write};

fn description(tree: &Tree) -> Value {
    serde_json::from_slice(&tree["openapi.json"]).unwrap()
}

#[test]
fn every_exported_path_is_described() {
    let tree = export(&project("tests/fixtures/clean"), &[]);
    let openapi = description(&tree);
    let described = openapi["paths"].as_object().unwrap();
    for path in tree.keys() {
        let key = path.split('/').find_map(|part| {
            ["usd", "wage"]
                .into_iter()
                .find(|key| part.trim_end_matches(".json") == *key)
        });
        // An overview ends with a slash, another page for people does not.
        let path = match path.strip_suffix("index.html") {
            Some(overview @ ("" | "en/")) => overview,
            Some(page) => page.trim_end_matches('/'),
            None => path,
        };

        let shape = key.map_or(path.to_owned(), |key| path.replace(key, "{key}"));
        let shape = match shape.rsplit_once('/') {
            None if shape == "en" => "en/".to_owned(),
            Some((before, id)) if before.ends_with("feed") || before.ends_with("category") => {
                format!("{before}/{}", id.replace("one", "{category}"))
            }
            _ => shape,
        };

        assert!(described.contains_key(&format!("/{shape}")), "{path}");
    }

    assert!(described.contains_key("/status.json") && described.contains_key("/metrics"));
    let key = &openapi["components"]["parameters"]["key"];
    assert_eq!(
        key["schema"]["$ref"], "#/components/schemas/key",
        "tomorrow's keys are keys, too"
    );
    assert_eq!(
        key["examples"],
        serde_json::json!({ "first": { "value": "usd" } })
    );
    assert_eq!(tree["healthz"], b"ok");
}

/// Of the dataset it has the title, the description and the first key; figures and dates it has from nowhere but a fixed
/// dataset, so that a new release leaves it as it was.
#[test]
fn the_description_is_the_datasets_and_stays_when_figures_change() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "titled");
    let file = dataset.join("dataset.json");
    let texts = r#""title": { "ru": "Ряды", "en": "A \"series\"" }, "description": { "ru": "Что это.", "en": "What it is." }, "units""#;
    let definition = fs::read_to_string(&file)
        .unwrap()
        .replacen("\"units\"", texts, 1);
    write(&file, &definition);
    let before = export(&dataset, &[]);
    write(
        &dataset.join("indicators/wage.csv"),
        "date,value\n2026-09,1000\n2026-10,1200\n",
    );
    write(&file, definition.replace("clean.1", "clean.2"));
    let after = export(&dataset, &[]);
    assert!(
        after["data.json"] != before["data.json"]
            && after["openapi.json"] == before["openapi.json"]
    );
    let openapi = description(&before);
    assert_eq!(openapi["info"]["title"], "A \"series\"");
    assert!(
        openapi["info"]["description"]
            .as_str()
            .unwrap()
            .starts_with("What it is.\n\nThe API is read-only")
    );
    assert_eq!(
        openapi["info"].get("license"),
        None,
        "that of the program is not that of the data"
    );
    assert_eq!(openapi["info"].get("contact"), None);
    let items = openapi["paths"].as_object().unwrap();
    assert!(
        items
            .values()
            .all(|item| item.as_object().unwrap().keys().eq(["get"]))
    );
    let components = &openapi["components"];
    assert_eq!(
        components["responses"].get("SdmxError"),
        None,
        "what is not there is not described"
    );
}

/// Terms and contact are said wherever the data are, in the language of the place; the program's own terms nowhere.
#[test]
fn the_terms_of_the_data_are_said_with_the_data() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "licensed");
    let file = dataset.join("dataset.json");
    let texts = r#""license": { "name": { "ru": "Условия <1>", "en": "Terms <1>" }, "url": "https://x.example/?a&b" },
        "contact": { "name": { "ru": "Редакция", "en": "Data desk" }, "url": "mailto:data@x.example" }, "units""#;
    write(
        &file,
        fs::read_to_string(&file)
            .unwrap()
            .replacen("\"units\"", texts, 1),
    );
    let tree = export(&dataset, &[]);
    let info = &description(&tree)["info"];
    assert_eq!(
        info["license"],
        serde_json::json!({ "name": "Terms <1>", "url": "https://x.example/?a&b" })
    );
    assert_eq!(
        info["contact"],
        serde_json::json!({ "name": "Data desk", "email": "data@x.example" })
    );
    let text = |path: &str| std::str::from_utf8(&tree[path]).unwrap();
    for (prefix, name, desk) in [("", "Условия", "Редакция"), ("en/", "Terms", "Data desk")]
    {
        let feed = text(&format!("{prefix}feed.atom"));
        assert!(
            feed.contains(&format!(
                "<rights>{name} &lt;1&gt;, https://x.example/?a&amp;b</rights>"
            )),
            "{feed}"
        );
        for page in [
            "index.html",
            "view/usd/index.html",
            "method/index.html",
            "use/index.html",
        ] {
            let page = text(&format!("{prefix}{page}"));
            let link = format!(
                "<a rel=\"license\" href=\"https://x.example/?a&#38;b\"><bdi>{name} &#60;1&#62;</bdi></a>"
            );
            assert!(page.replace('\u{a0}', " ").contains(&link), "{page}");
            assert!(page.replace('\u{a0}', " ").contains(&format!(
                "<a rel=\"author\" href=\"mailto:data@x.example\"><bdi>{desk}</bdi></a>"
            )));
        }
    }

    for (path, body) in tree {
        let is_named = |name: &str| body.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(!is_named("Apache-2.0") && !is_named("MIT OR"), "{path}");
    }
}

#[test]
fn what_is_described_without_a_name_in_its_path_answers() {
    let server = Server::of_dataset(&project("tests/fixtures/hostile"));
    let openapi = server.get("/openapi.json", "").json();
    let paths = openapi["paths"].as_object().unwrap();
    for (path, described) in paths.iter().filter(|(path, _)| !path.contains('{')) {
        let status = server.get(path, "").status;
        assert!([200, 301].contains(&status), "{path}: {status}");
        assert!(
            described["get"]["responses"][status.to_string()].is_object(),
            "{path}: {status}"
        );
    }

    assert!(paths.contains_key("/sdmx/structure"), "{paths:?}");
}
