//! The pages for people, as the real program sends them: they hold together, say what the data say, and nothing that
//! stands in a dataset becomes markup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::support::server::Server;
use crate::support::{TempDir, outcome, project, write};

const LANGUAGES: [&str; 2] = ["", "/en"];
const TAGS: &str = "!doctype html head meta title link body a header p main span bdi h1 h2 dl div dt dd nav ul li \
                    section table thead tbody tr th td svg path line text figure figcaption footer pre code details summary \
                     h3 ol g strong abbr script fieldset legend input label form button";
const ATTRIBUTES: &str = "lang charset name property content rel href hreflang type class id aria-label aria-labelledby \
                          aria-hidden aria-current scope colspan role width height viewBox preserveAspectRatio d x y x1 x2 y1 y2 \
                          dx dy tabindex open title for checked fill stroke stroke-width stroke-linecap text-anchor \
                          overflow display data-outline data-writing min max action hidden maxlength autocomplete \
                          placeholder data-index";

/// The text that a reader sees for it.
fn unescaped(text: &str) -> String {
    let pairs = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ];
    pairs
        .into_iter()
        .fold(text.to_owned(), |text, (escaped, plain)| {
            text.replace(escaped, plain)
        })
}

/// Every tag with its attributes. A `<` that begins none ends the test.
fn tags(html: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let tag = |rest: &str| {
        let end = rest.find('>').unwrap();
        let inside = rest[..end].trim_end_matches('/');
        let (name, mut attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        let mut found = BTreeMap::new();
        while let Some((attribute, rest)) = attributes.split_once("=\"") {
            let (value, rest) = rest.split_once('"').unwrap();
            found.insert(attribute.trim().to_owned(), unescaped(value));
            attributes = rest;
        }

        assert!(
            matches!(attributes.trim(), "" | "html" | "open"),
            "{inside}"
        );
        (name.to_lowercase(), found)
    };

    html.split('<').skip(1).map(tag).collect()
}

fn json(service: &Server, path: &str) -> Value {
    service.get(path, "").json()
}

fn metrics(service: &Server, language: &str) -> Vec<Value> {
    json(service, &format!("{language}/data.json"))["metrics"]
        .as_array()
        .unwrap()
        .clone()
}

/// Every page for people with its path, found by following links from the first.
fn pages(service: &Server) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut waiting = vec!["/".to_owned()];
    while let Some(path) = waiting.pop() {
        if found.contains_key(&path) {
            continue;
        }

        let html = service.text(&path);
        // The script gives the link to what a chart shows its address.
        let links = tags(&html)
            .into_iter()
            .filter(|(name, _)| name == "a")
            .filter_map(|(_, a)| a.get("href").cloned());
        waiting.extend(
            links
                .filter(|link| {
                    matches!(
                        link.as_str(),
                        "/" | "/en/" | "/method" | "/en/method" | "/calendar" | "/en/calendar"
                    ) || link.contains("/view/")
                        || link.contains("/category/")
                })
                .map(|link| link.split('#').next().unwrap().to_owned()),
        );

        found.insert(path, html);
    }

    found
}

#[test]
fn every_link_leads_somewhere() {
    let service = Server::of_dataset(&project("tests/fixtures/all-types"));
    let pages = pages(&service);
    let categories = json(&service, "/catalog.json")["categories"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(
        pages.len(),
        2 * (3 + categories + metrics(&service, "").len())
    );
    let mut targets = BTreeSet::new();
    for (path, html) in &pages {
        let tags = tags(html);
        let ids: BTreeSet<&String> = tags
            .iter()
            .filter_map(|(_, attributes)| attributes.get("id"))
            .collect();
        for link in tags
            .iter()
            .filter_map(|(_, attributes)| attributes.get("href"))
        {
            match link.strip_prefix('#') {
                Some(id) => assert!(ids.contains(&id.to_owned()), "{path}: #{id}"),
                None if link.starts_with('/') => {
                    let (target, id) = link.split_once('#').unwrap_or((link, ""));
                    assert!(
                        id.is_empty() || pages[target].contains(&format!(" id=\"{id}\"")),
                        "{path}: {link}"
                    );
                    targets.insert(target.to_owned());
                }
                None => {
                    assert!(link.starts_with("https://"), "{link}")
                }
            }
        }
    }

    for target in &targets {
        assert_eq!(service.get(target, "").status, 200, "{target}");
    }

    assert!(
        targets.contains("/en/data/usd/explain.json") && targets.contains("/data/usd/history.csv")
    );
}

#[test]
fn pages_say_what_the_data_say() {
    let service = Server::of_dataset(&project("tests/fixtures/all-types"));
    for language in LANGUAGES {
        let overview = unescaped(&service.text(&format!("{language}/")));
        let collection = json(&service, &format!("{language}/data.json"));
        let status = |name: &Value| format!("<span class=\"status {}\">", name.as_str().unwrap());
        assert!(overview.contains(&status(&collection["sourceStatus"])));
        let mut rest = &overview[overview.find("<table class=\"overview").unwrap()..];
        for metric in metrics(&service, language) {
            let key = metric["key"].as_str().unwrap();
            // In the order of the collection.
            let row = rest
                .find(&format!("<a href=\"{language}/view/{key}\">"))
                .unwrap();
            rest = &rest[row..];
            let row = &rest[..rest.find("</tr>").unwrap()];
            let page = unescaped(&service.text(&format!("{language}/view/{key}")));
            let one = service.text(&format!("{language}/data/{key}.json"));
            let explain = json(&service, &format!("{language}/data/{key}/explain.json"));
            // In the table only what is not verified needs a word.
            let is_verified = metric["sourceStatus"] == "verified";
            assert_eq!(
                row.contains(&status(&metric["sourceStatus"])),
                !is_verified,
                "{key}"
            );
            assert!(page.contains(&status(&metric["sourceStatus"])), "{key}");
            for html in [row, page.as_str()] {
                let (_, value) = html
                    .split_once("<span class=\"number")
                    .unwrap()
                    .1
                    .split_once('>')
                    .unwrap();
                let shown = shortest(&plain(value.split_once('<').unwrap().0, language));
                let values = ["value", "valueRaw"].map(|name| digits(&one, name));
                assert!(
                    values.contains(&shown),
                    "{key}: {shown} is none of {values:?}"
                );
            }

            let page = breakable(&page);
            let unit = metric["unit"].as_str().unwrap();
            assert!(page.contains(unit), "{key}");
            let reason = page
                .split_once("<span class=\"reason\">")
                .unwrap()
                .1
                .split_once("</span>")
                .unwrap()
                .0;
            assert!(
                explain["status"]["sentence"]
                    .as_str()
                    .unwrap()
                    .starts_with(reason),
                "{key}"
            );
            let is_missing = metric["change"]["yoy"]["abs"].is_null();
            assert_eq!(row.contains("<span class=\"none\""), is_missing, "{key}");
            // Where the status alone forbids changes, one sentence says so.
            let is_forbidden = matches!(metric["sourceStatus"].as_str(), Some("seed" | "unknown"));
            assert_eq!(
                page.contains("<p class=\"sentence\">"),
                is_forbidden,
                "{key}"
            );
            if is_forbidden {
                assert!(!page.contains("<span class=\"change\">"), "{key}");
            }

            let sentence = breakable(explain["change"]["yoy"]["sentence"].as_str().unwrap());
            let is_named = page.contains(&format!("<span class=\"when\">{sentence}</span>"));
            let has_no_base = ["no_base", "no_such_day"]
                .contains(&explain["change"]["yoy"]["result"].as_str().unwrap());
            assert_eq!(is_named, has_no_base, "{key}");
        }
    }
}

/// A number of a body as it stands there.
fn digits(body: &str, name: &str) -> String {
    let (_, value) = body.split_once(&format!("\"{name}\": ")).unwrap();
    value.split(',').next().unwrap().to_owned()
}

/// A decimal without the zeros at its end.
fn shortest(number: &str) -> String {
    match number.contains('.') {
        true => number
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        false => number.to_owned(),
    }
}

/// A text without what keeps its lines together.
fn breakable(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// A number without what people put around its digits.
fn plain(text: &str, language: &str) -> String {
    let text = text
        .replace(['\u{202f}', '\u{a0}', '%'], "")
        .replace('\u{2212}', "-");
    if language.is_empty() {
        text.replace(',', ".")
    } else {
        text.replace(',', "")
    }
}

#[test]
fn nothing_in_a_dataset_becomes_markup() {
    let nasty = "</title></bdi><script>alert(1)</script><img src=x onerror=\"y\">\"'&amp; \u{627}\u{644} \
                 {{ x }} {% y %} <!-- --><style>*{}</style>\u{ffff}";
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "hostile");
    let both = |text: &str| serde_json::json!({ "ru": text, "en": text });
    let file = dataset.join("dataset.json");
    let mut outline: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    for category in outline["categories"].as_array_mut().unwrap() {
        category["name"] = both(nasty);
    }

    for unit in outline["units"].as_object_mut().unwrap().values_mut() {
        *unit = both(nasty);
    }

    outline["sources"]["evil"] =
        serde_json::json!({ "name": both(nasty), "url": "https://example.org/?a=1&b='2" });
    write(&file, outline.to_string());
    let definition = serde_json::json!({
        "name": both(&nasty.repeat(70)), "unit": "azn", "periodType": "monthly", "source": "evil",
        "notes": both(nasty)
    });
    write(
        &dataset.join("indicators/wage.json"),
        definition.to_string(),
    );
    let service = Server::of_dataset(&dataset);
    let pages = pages(&service);
    assert_eq!(pages.len(), 10);
    for (path, html) in &pages {
        // The line of the service's own script has nothing of the dataset.
        let is_other = |line: &&str| !line.starts_with("<script src=\"/page.js?v=");
        let html: String = html.split_inclusive('\n').filter(is_other).collect();
        for (name, attributes) in tags(&html) {
            assert!(
                TAGS.split(' ')
                    .any(|tag| tag == name.trim_start_matches('/')),
                "{path}: <{name}>"
            );
            // The one kind of script is a block of data.
            let is_data = attributes
                .get("type")
                .is_some_and(|of| of == "application/ld+json");
            assert!(
                name != "script" || is_data && attributes.len() == 1,
                "{path}: {attributes:?}"
            );
            for (attribute, value) in attributes {
                assert!(
                    ATTRIBUTES.split_whitespace().any(|a| a == attribute),
                    "{path}: {attribute}"
                );
                assert!(
                    !value.contains("javascript:"),
                    "{path}: {attribute}={value}"
                );
            }
        }
    }

    let page = unescaped(&pages["/view/wage"]);
    let page = breakable(&page);
    assert!(page.contains(&format!("<bdi>{nasty}</bdi>")) && page.contains(&nasty.repeat(70)));
    for path in [
        "/data/wage/chart.svg",
        "/en/data/wage/chart.svg",
        "/feed.atom",
        "/en/feed.atom",
    ] {
        let text = service.text(path);
        let document = roxmltree::Document::parse(&text);
        assert!(document.is_ok(), "{path}: {document:?}");
    }
}

/// Where a scale has no room beside the field its texts begin inside the picture, and a unit ends inside it.
#[test]
fn long_texts_stay_inside_a_chart_of_its_own() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "long");
    let file = dataset.join("dataset.json");
    let mut outline: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    for unit in outline["units"].as_object_mut().unwrap().values_mut() {
        *unit = serde_json::json!({ "ru": "x".repeat(600), "en": "x".repeat(600) });
    }

    write(&file, outline.to_string());
    let rows: String = (1..=9)
        .map(|month| format!("2026-0{month},{month}00000000000000000000000000\n"))
        .collect();
    write(
        &dataset.join("indicators/wage.csv"),
        format!("date,value\n{rows}"),
    );
    let picture = Server::of_dataset(&dataset).text("/en/data/wage/chart.svg");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let texts = || {
        document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
    };
    let scale = texts()
        .find(|node| node.text() == Some("800,000,000,000,000,000,000,000,000"))
        .unwrap();
    let group = scale.parent().unwrap();
    assert!(scale.attribute("x").is_none() && group.attribute("text-anchor") == Some("start"));
    assert!(
        group
            .attribute("transform")
            .unwrap()
            .starts_with("translate(24 ")
    );
    let unit = texts()
        .find_map(|node| node.text().filter(|text| text.starts_with("xxx")))
        .unwrap();
    assert!(unit.ends_with('…') && unit.chars().count() < 120, "{unit}");
}

#[test]
fn headers_keep_everything_else_out_and_name_the_other_forms() {
    let service = Server::of_dataset(&project("tests/fixtures/clean"));
    for path in ["/", "/en/", "/view/usd", "/en/view/usd"] {
        for (condition, status) in [("", 200), ("If-None-Match: *\r\n", 304)] {
            let response = service.get(path, condition);
            assert_eq!(response.status, status);
            let policy = response.the("Content-Security-Policy");
            assert!(
                policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';")
                    && !policy.contains("unsafe")
            );
        }
    }

    let view = service.get("/en/view/usd", "");
    assert_eq!(
        (view.the("Content-Type"), view.the("Content-Language")),
        ("text/html; charset=utf-8", "en")
    );
    assert!(
        service
            .text("/en/view/usd")
            .contains("<link rel=\"alternate\" hreflang=\"ru\" href=\"/view/usd\">")
    );
    assert!(
        view.the("Link")
            .contains("</en/data/usd.json>; rel=\"alternate\"; type=\"application/json\"")
    );
    let history = service.get("/data/usd/history.json", "");
    assert!(
        history
            .the("Link")
            .starts_with("</openapi.json>; rel=\"service-desc\"")
    );
    assert!(
        history
            .the("Link")
            .contains("</en/data/usd/history.json>; rel=\"alternate\"; hreflang=\"en\"")
    );
    assert!(
        history
            .the("Link")
            .contains("</data/usd/history.csv>; rel=\"alternate\"; type=\"text/csv\"")
    );
    for path in [
        "/openapi.json",
        "/status.json",
        "/schema/1.0.json",
        "/data/none.json",
    ] {
        assert!(
            service
                .get(path, "")
                .the("Link")
                .contains("rel=\"service-desc\""),
            "{path}"
        );
    }

    assert_eq!(
        service.get("/style.css?v=1", "").the("Content-Type"),
        "text/css; charset=utf-8"
    );
}

/// Decisions, section 10: with `--public-url` a page names itself and its translations, without it nothing does.
#[test]
fn absolute_addresses_are_those_of_the_public_url() {
    let dataset = project("tests/fixtures/clean");
    let arguments = ["--dataset", dataset.to_str().unwrap()];
    let public =
        Server::serve(&[&arguments[..], &["--public-url", "https://example.org/"]].concat());
    for (path, plain) in [
        ("/", "/"),
        ("/en/", "/"),
        ("/view/usd", "/view/usd"),
        ("/en/view/usd", "/view/usd"),
    ] {
        let html = public.text(path);
        let href = |rel: &str, href: &str| {
            html.contains(&format!("<link {rel} href=\"https://example.org{href}\">"))
        };
        assert!(href("rel=\"canonical\"", path), "{path}");
        assert!(href("rel=\"alternate\" hreflang=\"ru\"", plain), "{path}");
        assert!(
            href("rel=\"alternate\" hreflang=\"en\"", &format!("/en{plain}")),
            "{path}"
        );
        assert!(
            href(
                "rel=\"alternate\" hreflang=\"x-default\"",
                &format!("/en{plain}")
            ),
            "{path}"
        );
        assert!(html.contains(&format!(
            "<meta property=\"og:url\" content=\"https://example.org{path}\">"
        )));
    }

    let sitemap = public.text("/sitemap.xml");
    for path in [
        "/",
        "/method",
        "/use",
        "/calendar",
        "/category/one",
        "/view/usd",
        "/view/wage",
    ] {
        let alternate = |tag: &str, prefix: &str| {
            format!(
                "<xhtml:link rel=\"alternate\" hreflang=\"{tag}\" href=\"https://example.org{prefix}{path}\"/>"
            )
        };
        let alternates = alternate("ru", "") + &alternate("en", "/en");
        for prefix in LANGUAGES {
            let entry =
                format!("<url><loc>https://example.org{prefix}{path}</loc>{alternates}</url>");
            assert!(sitemap.contains(&entry), "{entry}");
        }
    }

    assert_eq!(sitemap.matches("<url>").count(), 14);
    assert!(
        public
            .text("/robots.txt")
            .ends_with("\nSitemap: https://example.org/sitemap.xml\n")
    );
    let silent = Server::of_dataset(&dataset);
    let page = silent.text("/view/usd");
    assert!(!page.contains("canonical") && !page.contains("og:url"));
    assert_eq!(silent.get("/sitemap.xml", "").status, 404);
    assert!(!silent.text("/robots.txt").contains("Sitemap"));
    let (code, _, stderr) = outcome(&[
        "export",
        "/nowhere",
        "--public-url",
        "https://example.org/data",
    ]);
    assert_eq!(code, 1);
    assert!(stderr.contains("data"), "{stderr}");
}

/// RFC 9116, by `security`, else by `contact`; over plain HTTP nobody is told of a vulnerability [D32.11].
#[test]
fn whom_to_tell_of_a_vulnerability_is_said_for_a_year() {
    const PATH: &str = "/.well-known/security.txt";
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let plain = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    let with = |members: &str| {
        write(
            &dataset.join("dataset.json"),
            plain.replacen('{', &format!("{{{members}"), 1),
        );
        Server::of_dataset(&dataset)
    };
    let contact = |url: &str| {
        format!(r#""contact": {{ "name": {{ "ru": "Бюро", "en": "Desk" }}, "url": "{url}" }},"#)
    };
    let silent = with("");
    assert_eq!(silent.get(PATH, "").status, 404);
    assert!(!silent.text("/openapi.json").contains(PATH));
    assert_eq!(
        with(&contact("http://example.org")).get(PATH, "").status,
        404
    );
    let text = |address: &str| {
        format!(
            "Contact: {address}\nExpires: 2027-11-20T09:00:00+04:00\nPreferred-Languages: ru, en\n"
        )
    };
    let by_contact = with(&contact("mailto:desk@example.org"));
    assert_eq!(by_contact.text(PATH), text("mailto:desk@example.org"));
    let security = r#""security": "https://example.org/report","#;
    let server = with(&(contact("mailto:desk@example.org") + security));
    let answer = server.get(PATH, "");
    assert_eq!(
        answer.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(server.text(PATH), text("https://example.org/report"));
    assert!(server.text("/openapi.json").contains(PATH));
    let out = dir.join("out");
    let (out, dataset) = (out.to_str().unwrap(), dataset.to_str().unwrap());
    assert_eq!(outcome(&["export", out, "--dataset", dataset]).0, 0);
    assert_eq!(
        fs::read_to_string(dir.join("out").join(&PATH[1..])).unwrap(),
        server.text(PATH)
    );
}

/// One observation, none with a date, and five thousand.
#[test]
fn histories_of_every_length_have_a_page() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "lengths");
    let days = |count: u64| {
        let first: chrono::NaiveDate = "2010-01-01".parse().unwrap();
        let row = |day| {
            format!(
                "{},{}.{:02}\n",
                first + chrono::Days::new(day),
                day % 7,
                day % 97
            )
        };
        (0..count).map(row).collect::<String>()
    };

    let page = |rows: &str| {
        write(
            &dataset.join("indicators/usd.csv"),
            format!("date,value\n{rows}"),
        );
        Server::of_dataset(&dataset).text("/en/view/usd")
    };
    let one = page(&days(1));
    assert!(one.contains("One value is known: ") && !one.contains("class=\"plot\""));
    let many = page(&days(5000));
    assert!(
        many.contains("The latest 240 of 5,000 observations are shown.") && many.len() < 100_000,
        "{}",
        many.len()
    );
    assert!(many.contains("/en/data/usd/history.csv"));
    let definition = std::fs::read_to_string(dataset.join("indicators/usd.json")).unwrap();
    let mut definition: Value = serde_json::from_str(&definition).unwrap();
    definition["periodType"] = "unknown".into();
    write(&dataset.join("indicators/usd.json"), definition.to_string());
    let undated = page(",1.7\n");
    assert!(undated.contains("no chart is drawn") && undated.contains("Date unknown"));
}

/// The page of an indicator leads to the others of its category in their order, to the nearest where they are many, and to
/// its changes.
#[test]
fn a_page_leads_to_the_others_of_its_category_and_to_its_changes() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/all-types", "dataset");
    let outline = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    let extra: Vec<String> = (0..40).map(|i| format!("extra-{i:02}")).collect();
    for key in &extra {
        let definition = format!(
            r#"{{"name": {{"ru": "{key}", "en": "{key}"}}, "unit": "azn", "periodType": "monthly"}}"#
        );
        write(&dataset.join(format!("indicators/{key}.json")), definition);
        write(
            &dataset.join(format!("indicators/{key}.csv")),
            "date,value\n2026-10,1\n",
        );
    }

    let many = format!(
        r#"{{"id": "many", "name": {{"ru": "Много", "en": "Many"}}, "indicators": {}}}, {{"#,
        serde_json::to_string(&extra).unwrap()
    );
    let begin = outline.find("\"categories\": [").unwrap() + "\"categories\": [".len();
    let rest = outline[begin..].trim_start().trim_start_matches('{');
    write(
        &dataset.join("dataset.json"),
        format!("{}{many}{rest}", &outline[..begin]),
    );
    let service = Server::of_dataset(&dataset);
    for prefix in LANGUAGES {
        let others = |key: &str| {
            let html = service.text(&format!("{prefix}/view/{key}"));
            assert!(
                html.contains(&format!("<a href=\"{prefix}/data/{key}/changes.csv\">")),
                "{key}"
            );
            let list = html
                .split("aria-labelledby=\"others\"")
                .nth(1)
                .unwrap()
                .split("</nav>")
                .next()
                .unwrap();
            let link = format!("<a href=\"{prefix}/view/");
            list.split(&link)
                .skip(1)
                .map(|link| link.split('"').next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };

        assert_eq!(others("march"), ["usd", "leap", "unit-break"]);
        let around = |range: std::ops::Range<usize>, left_out: usize| {
            range
                .filter(|i| *i != left_out)
                .map(|i| extra[i].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(others("extra-00"), around(0..25, 0));
        assert_eq!(others("extra-20"), around(8..33, 20));
        assert_eq!(others("extra-39"), around(15..40, 39));
    }
}
