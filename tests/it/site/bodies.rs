//! The bodies of schema 1.0, as the golden files have them: which members there are, in which order, and which of them may
//! be null.

use std::collections::BTreeMap;

use serde_json::Value;

use super::golden::golden_bodies;

/// The members of the collection, in order.
const COLLECTION: [&str; 4] = ["schemaVersion", "asOf", "sourceStatus", "metrics"];
/// Those of an indicator; the latter may be left out where they are not known.
const INDICATOR: [&str; 14] = [
    "schemaVersion",
    "key",
    "value",
    "valueRaw",
    "unit",
    "period",
    "change",
    "reportedChangePct",
    "sourceStatus",
    "source",
    "notes",
    "checkedAt",
    "publicationDate",
    "expectedNextPublication",
];
const ALWAYS: [&str; 8] = [
    "schemaVersion",
    "key",
    "value",
    "valueRaw",
    "unit",
    "period",
    "change",
    "sourceStatus",
];
/// The members that may be null.
const NULLABLE: [&str; 5] = [
    "period.date",
    "change.mom.abs",
    "change.mom.pct",
    "change.yoy.abs",
    "change.yoy.pct",
];

/// The collections in both languages, each with its indicators by their keys.
fn bodies() -> Vec<(String, BTreeMap<String, String>)> {
    let files = golden_bodies();
    let text = |path: &str| String::from_utf8(files[path].clone()).unwrap();
    let of = |prefix: &str| {
        let key = |path: &String| {
            let rest = path
                .strip_prefix(&format!("{prefix}data/"))?
                .strip_suffix(".json")?;
            (!rest.contains('/')).then(|| rest.to_owned())
        };
        let indicators = files
            .keys()
            .filter_map(|path| Some((key(path)?, text(path))))
            .collect();
        (text(&format!("{prefix}data.json")), indicators)
    };

    vec![of(""), of("en/")]
}

/// The names of the members of the object that a pretty body is.
fn members(body: &str) -> Vec<&str> {
    body.lines()
        .filter_map(|line| line.strip_prefix("  \"")?.split_once("\":"))
        .map(|(name, _)| name)
        .collect()
}

fn json(body: &str) -> Value {
    serde_json::from_str(body).unwrap()
}

#[test]
fn members_have_their_order_and_the_known_ones_are_there() {
    for (collection, indicators) in bodies() {
        assert_eq!(members(&collection), COLLECTION);
        assert!(indicators.len() > 10);
        for (key, body) in &indicators {
            let found = members(body);
            let ordered: Vec<&str> = INDICATOR
                .into_iter()
                .filter(|name| found.contains(name))
                .collect();
            assert_eq!(found, ordered, "{key}");
            assert!(ALWAYS.iter().all(|name| found.contains(name)), "{key}");
            assert_eq!(json(body)["key"], **key);
        }
    }
}

#[test]
fn an_element_of_the_collection_is_the_indicator() {
    for (collection, indicators) in bodies() {
        for (key, body) in &indicators {
            let indented: Vec<String> = body.lines().map(|line| format!("    {line}")).collect();
            assert!(collection.contains(&indented.join("\n")), "{key}");
        }

        assert_eq!(
            json(&collection)["metrics"].as_array().unwrap().len(),
            indicators.len()
        );
    }
}

#[test]
fn nothing_is_null_or_empty_but_what_may_be() {
    fn walk(path: &str, value: &Value, nulls: &mut usize) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let path = if path.is_empty() {
                        name.clone()
                    } else {
                        format!("{path}.{name}")
                    };

                    walk(&path, value, nulls);
                }
            }
            Value::Null => {
                assert!(NULLABLE.contains(&path), "{path} is null");
                *nulls += 1;
            }
            Value::String(text) => assert!(!text.is_empty(), "{path} is empty"),
            _ => {}
        }
    }

    let mut nulls = 0;
    for (_, indicators) in bodies() {
        for body in indicators.values() {
            let value = json(body);
            walk("", &value, &mut nulls);
            for path in [
                "/period/date",
                "/change/mom/abs",
                "/change/mom/pct",
                "/change/yoy/abs",
                "/change/yoy/pct",
            ] {
                assert!(value.pointer(path).is_some(), "{path} is always there");
            }
        }
    }

    assert!(nulls > 0, "the fixture has what is not known");
}

#[test]
fn the_collection_is_no_more_trustworthy_than_anything_in_it() {
    const ORDER: [&str; 4] = ["verified", "stale", "seed", "unknown"];
    let rank = |value: &Value| {
        ORDER
            .iter()
            .position(|name| value["sourceStatus"] == *name)
            .unwrap()
    };
    for (collection, indicators) in bodies() {
        let least = indicators
            .values()
            .map(|body| rank(&json(body)))
            .max()
            .unwrap();
        assert!(rank(&json(&collection)) >= least);
    }
}
