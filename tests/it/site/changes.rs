//! Changes of every observation as programs get them, wide tables, and what `latest.json` says of the same figures.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::dataset::DatasetFixture;
use crate::support::project;
use crate::support::server::Server;

const HEAD: &str = "date,value,mom_abs,mom_pct,yoy_abs,yoy_pct,month,last12,quarter,last4,qoq_abs,qoq_pct,\
     unit,unit_code,period_type,measure\r\n";

/// A dataset with one more indicator.
fn with(period_type: &str, frequency: &str, status: &str, rows: &str) -> DatasetFixture {
    let fixture = DatasetFixture::new();
    let frequency = if frequency.is_empty() {
        String::new()
    } else {
        format!("\"frequency\": \"{frequency}\",")
    };

    let definition = format!(
        r#"{{ "name": {{ "ru": "Ряд", "en": "Series" }}, "unit": "azn", "periodType": "{period_type}", {frequency} "sourceStatus": "{status}" }}"#
    );
    fixture.write("indicators/made.json", definition);
    fixture.write("indicators/made.csv", format!("date,value\n{rows}"));
    fixture.replace("dataset.json", "\"usd\"", "\"made\", \"usd\"");
    fixture
}

fn served(fixture: &DatasetFixture) -> Server {
    Server::of_dataset(&fixture.dataset)
}

/// A value that its source has rounded keeps its own digits beside a value with two, and so does the value that it is compared with.
#[test]
fn a_rounded_value_has_its_own_digits_everywhere() {
    let fixture = with("monthly", "", "verified", "");
    let rows = "2024-10,5.25,,\n2025-10,6,,rounded\n2026-10,7,2026-11-10,rounded\n";
    fixture.write(
        "indicators/made.csv",
        format!("date,value,published,flag\n{rows}"),
    );
    let server = served(&fixture);
    let feed = server.text("/en/feed.atom").replace('\u{a0}', " ");
    assert!(
        feed.contains("7 AZN (rounded)") && !feed.contains("7.00"),
        "{feed}"
    );
    let page = server.text("/en/view/made").replace('\u{a0}', " ");
    assert!(
        page.contains("6 AZN") && !page.contains("6.00") && !page.contains("7.00"),
        "{page}"
    );
}

#[test]
fn every_observation_has_its_changes_and_what_totals_imply() {
    for (period_type, frequency, status, rows, expected) in [
        (
            "year_to_date",
            "",
            "verified",
            "2024-01,10\n2024-02,19.999\n2024-12,120\n2025-01,11\n2025-02,22.0005\n2025-04,50\n",
            "2024-01-31,10,,,,,10,,,,,\r\n\
             2024-02-29,19.999,,,,,9.999,,,,,\r\n\
             2024-12-31,120,,,,,,120,,,,\r\n\
             2025-01-31,11,,,1,10,11,121,,,,\r\n\
             2025-02-28,22.0005,,,2.0015,10.01,11.0005,122.0015,,,,\r\n\
             2025-04-30,50,,,,,,,,,,\r\n",
        ),
        (
            "year_to_date",
            "Q",
            "seed",
            "2024-Q1,10\n2024-Q2,25\n2024-Q4,60\n2025-Q1,12\n",
            "2024-03-31,10,,,,,,,10,,,\r\n\
             2024-06-30,25,,,,,,,15,,,\r\n\
             2024-12-31,60,,,,,,,,60,,\r\n\
             2025-03-31,12,,,,,,,12,62,,\r\n",
        ),
        (
            "month_end",
            "Q",
            "seed",
            "2025-Q1,3\n2025-Q2,4\n2025-Q4,5\n",
            "2025-03-31,3,,,,,,,,,,\r\n\
             2025-06-30,4,,,,,,,,,1,33.33\r\n\
             2025-12-31,5,,,,,,,,,,\r\n",
        ),
        (
            "monthly",
            "",
            "verified",
            "2024-12,0\n2025-12,-1.5\n2026-01,-3\n",
            "2024-12-31,0,,,,,,,,,,\r\n\
             2025-12-31,-1.5,,,-1.5,,,,,,,\r\n\
             2026-01-31,-3,-1.5,100,,,,,,,,\r\n",
        ),
        (
            "year_to_date",
            "A",
            "verified",
            "2024,5\n2025,6\n",
            "2024-12-31,5,,,,,,,,,,\r\n2025-12-31,6,,,1,20,,,,,,\r\n",
        ),
    ] {
        let unit = format!(",AZN,azn,{period_type},amount\r\n");
        let expected = expected.replace("\r\n", &unit);
        let server = served(&with(period_type, frequency, status, rows));
        assert_eq!(
            server.text("/en/data/made/changes.csv"),
            format!("{HEAD}{expected}"),
            "{period_type} {frequency}"
        );
    }
}

#[test]
fn a_list_of_changes_leaves_out_what_its_type_has_none_of() {
    let quarters = with("month_end", "Q", "verified", "2025-Q1,3\n2025-Q2,4.5\n");
    let expected = r#"{"schemaVersion":"1.0","key":"made","name":"Series","unit":"AZN","periodType":"month_end","frequency":"Q","changes":[{"date":"2025-03-31","valueRaw":3,"mom":{"abs":null,"pct":null},"yoy":{"abs":null,"pct":null},"qoq":{"abs":null,"pct":null}},{"date":"2025-06-30","valueRaw":4.5,"mom":{"abs":null,"pct":null},"yoy":{"abs":null,"pct":null},"qoq":{"abs":1.5,"pct":50}}]}"#;
    assert_eq!(
        served(&quarters).text("/en/data/made/changes.json?pretty=0"),
        expected
    );
    let totals = with("year_to_date", "", "verified", "2025-02,5\n");
    let server = served(&totals);
    let compact = server.text("/data/made/changes.json?pretty=0");
    assert!(
        compact.ends_with(r#""yoy":{"abs":null,"pct":null},"month":null,"last12":null}]}"#),
        "{compact}"
    );
    let pretty = server.text("/data/made/changes.json");
    let end = "      \"yoy\": {\n        \"abs\": null,\n        \"pct\": null\n      },\n      \"month\": null,\n      \"last12\": null\n    }\n  ]\n}\n";
    assert!(pretty.ends_with(end), "{pretty}");
    assert_eq!(server.get("/data/made/changes.json?last=0", "").status, 400);
    let empty = server.text("/data/made/changes.json?pretty=0&from=2030");
    assert!(empty.ends_with(r#""changes":[]}"#), "{empty}");
}

/// Of every public indicator of the built-in dataset and of one with every period type.
#[test]
fn the_last_row_of_changes_says_what_the_indicator_says() {
    for dataset in ["dataset", "tests/fixtures/all-types"] {
        let server = Server::of_dataset(&project(dataset));
        let table = server.text("/data.csv");
        for metric in
            csv::Reader::from_reader(table.as_bytes()).deserialize::<BTreeMap<String, String>>()
        {
            let metric = metric.unwrap();
            let key = &metric["key"];
            let all = server.text(&format!("/data/{key}/changes.csv"));
            let (head, rows) = all.split_once("\r\n").unwrap();
            let rows: Vec<&str> = rows.split_inclusive("\r\n").collect();
            let last: Vec<&str> = rows[rows.len() - 1].trim_end().split(',').collect();
            let said = ["value_raw", "mom_pct", "yoy_pct"].map(|name| metric[name].as_str());
            assert_eq!([last[1], last[3], last[5]], said, "{key}");
            if metric["period_type"] != "effective_from" {
                assert_eq!(last[0], metric["period_date"], "{key}");
            }

            let has = |abs: &str| !abs.is_empty();
            assert_eq!(
                [has(last[2]), has(last[4])],
                ["mom_abs", "yoy_abs"].map(|name| has(&metric[name])),
                "{key}"
            );
            let cut = server.text(&format!("/data/{key}/changes.csv?last=2"));
            assert_eq!(
                cut,
                format!(
                    "{head}\r\n{}",
                    rows[rows.len().saturating_sub(2)..].concat()
                ),
                "{key}"
            );
        }
    }
}

/// Turns a long table. `all` is the table of everything: a column has the unit, period type and measure of the last row.
fn turned(long: &str, all: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let kind = |row: &BTreeMap<String, String>| {
        ["unit_code", "period_type", "measure"].map(|name| row[name].clone())
    };
    let mut kinds = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(all.as_bytes());
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let row = row.unwrap();
        kinds.insert(row["key"].clone(), kind(&row));
    }

    let mut rows: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(long.as_bytes());
    for mut row in reader
        .deserialize::<BTreeMap<String, String>>()
        .map(Result::unwrap)
    {
        if kind(&row) != kinds[&row["key"]] {
            continue;
        }

        let mut take = |name: &str| row.remove(name).unwrap();
        let (date, key, value) = (take("date"), take("key"), take("value"));
        if !date.is_empty() {
            rows.entry(date).or_default().insert(key, value);
        }
    }

    rows
}

#[test]
fn a_wide_table_is_the_long_one_turned() {
    let server = Server::of_dataset(&project("tests/fixtures/all-types"));
    let keys = |category: &Value| -> Vec<String> {
        let indicators = category["indicators"].as_array().unwrap();
        indicators
            .iter()
            .map(|entry| entry["key"].as_str().unwrap().to_owned())
            .collect()
    };
    let catalog = server.get("/catalog.json", "").json();
    let categories = catalog["categories"].as_array().unwrap();
    let all: Vec<String> = categories.iter().flat_map(keys).collect();
    let (first, id) = (keys(&categories[0]), categories[0]["id"].as_str().unwrap());
    for (query, is_asked) in [
        ("", &(|_: &String| true) as &dyn Fn(&String) -> bool),
        ("keys=usd,m2", &|key| key == "usd" || key == "m2"),
        ("from=2025&to=2026-06", &|_| true),
        ("last=3", &|_| true),
        (&format!("category={id}&keys=usd"), &|key| {
            first.contains(key) || key == "usd"
        }),
    ] {
        let rows = turned(
            &server.text(&format!("/history.csv?{query}")),
            &server.text("/history.csv"),
        );
        let columns: Vec<&str> = all
            .iter()
            .filter(|key| is_asked(key))
            .map(String::as_str)
            .collect();
        let mut expected = format!("date,{}\r\n", columns.join(","));
        for (date, cells) in &rows {
            let cell = |key: &&str| cells.get(*key).map_or("", String::as_str);
            let cells: Vec<&str> = columns.iter().map(cell).collect();
            expected += &format!("{date},{}\r\n", cells.join(","));
        }

        assert!(rows.len() > 1, "{query}");
        assert_eq!(
            server.text(&format!("/en/history.csv?shape=wide&{query}")),
            expected,
            "{query}"
        );
    }

    let excel = server.text("/history.csv?shape=wide&keys=usd,m2&dialect=excel&last=1");
    assert!(excel.starts_with("\u{feff}date;"), "{excel}");
    assert_eq!(
        server.text("/history.csv?shape=long&keys=m2"),
        server.text("/history.csv?keys=m2")
    );
    let refusal = server.get("/en/history.csv?shape=tall", "");
    assert_eq!(
        (refusal.status, refusal.json()["error"].as_str()),
        (400, Some("shape must be long or wide"))
    );
    assert_eq!(
        server.get("/data/m2/history.csv?shape=wide", "").status,
        400
    );
}

#[test]
fn the_frequency_is_said_wherever_a_series_is() {
    let server = Server::of_dataset(&project("tests/fixtures/all-types"));
    let catalog = server.get("/catalog.json", "").json();
    let mut seen = BTreeSet::new();
    for category in catalog["categories"].as_array().unwrap() {
        for entry in category["indicators"].as_array().unwrap() {
            let key = entry["key"].as_str().unwrap();
            let frequency = entry
                .get("frequency")
                .map_or("", |code| code.as_str().unwrap());
            let usual = match entry["periodType"].as_str().unwrap() {
                "daily" => "D",
                "point_in_time" | "effective_from" | "unknown" => "",
                _ => "M",
            };

            assert!(
                frequency == usual || ["Q", "A"].contains(&frequency),
                "{key}: {frequency}"
            );
            seen.insert(frequency.to_owned());
            let of = |path: &str| {
                let body = server.get(&format!("/data/{key}/{path}"), "").json();
                body.get("frequency")
                    .map_or("", |code| code.as_str().unwrap())
                    .to_owned()
            };
            for path in ["history.json", "changes.json", "vintages.json"] {
                assert_eq!(of(path), frequency, "{key}/{path}");
            }

            let links = entry["links"].as_object().unwrap();
            assert_eq!(links.len(), 12, "{key}");
            for (name, path) in links {
                assert_eq!(
                    server.get(path.as_str().unwrap(), "").status,
                    200,
                    "{key} {name}"
                );
            }
        }
    }

    assert!(
        seen.contains("D") && seen.contains("M") && seen.contains(""),
        "{seen:?}"
    );
    let table = server.text("/data.csv");
    assert!(
        table
            .lines()
            .next()
            .unwrap()
            .ends_with(",expected_next_publication,frequency,flag")
    );
    for path in ["/history.csv", "/data/m2/history.csv"] {
        assert!(
            server
                .text(path)
                .lines()
                .next()
                .unwrap()
                .ends_with(",flag,frequency"),
            "{path}"
        );
    }
}

/// The cell of a column in the row of an indicator, whose texts have no comma.
fn cell_of(table: &str, key: &str, column: &str) -> String {
    let mut lines = table.lines();
    let place = lines
        .next()
        .unwrap()
        .split(',')
        .position(|name| name == column);
    let row = lines.find(|line| line.starts_with(&format!("{key},")));
    row.unwrap()
        .split(',')
        .nth(place.unwrap())
        .unwrap()
        .to_owned()
}

/// A table of indicators has that of the series, as the catalogue in JSON; a history that of each row.
#[test]
fn the_frequency_of_an_indicator_does_not_change_with_its_last_row() {
    for (period_type, last, of_series, of_row) in [
        ("daily", "effective_from", "D", ""),
        ("monthly", "point_in_time", "M", ""),
        ("effective_from", "daily", "", "D"),
        ("point_in_time", "month_end", "", "M"),
    ] {
        let fixture = with(period_type, "", "verified", "");
        let rows = format!("2026-08-31,1,\n2026-09-30,2,\n2026-10-31,3,{last}\n");
        fixture.write(
            "indicators/made.csv",
            format!("date,value,period_type\n{rows}"),
        );
        let server = served(&fixture);
        for path in [
            "/data.csv",
            "/en/data.csv",
            "/catalog.csv",
            "/en/catalog.csv",
        ] {
            let frequency = cell_of(&server.text(path), "made", "frequency");
            assert_eq!(frequency, of_series, "{path}: {period_type}");
        }

        let history = server.text("/data/made/history.csv");
        assert_eq!(cell_of(&history, "2026-09-30", "frequency"), of_series);
        assert_eq!(cell_of(&history, "2026-10-31", "frequency"), of_row);
    }
}

#[test]
fn the_guide_names_addresses_that_there_are() {
    let server = Server::of_dataset(&project("tests/fixtures/all-types"));
    let guide = server.text("/llms.txt");
    assert!(
        guide.starts_with("# ") && guide.lines().count() <= 30,
        "{guide}"
    );
    let mut asked = 0;
    for address in guide
        .split(['(', ')', ' ', ';', '\n'])
        .filter(|word| word.contains("/en/") || word.contains(".json"))
    {
        let address = address
            .trim_end_matches(['.', ',', ':'])
            .replace("{key}", "m2")
            .replace("keys=a,b", "keys=m2,usd");
        if address.starts_with('/') {
            assert_eq!(server.get(&address, "").status, 200, "{address}");
            asked += 1;
        }
    }

    assert!(asked > 15, "{asked}");
    let with_address = Server::serve(&["--public-url", "https://stat.example"]);
    assert!(
        with_address
            .text("/llms.txt")
            .contains("(https://stat.example/en/catalog.json)")
    );
}
