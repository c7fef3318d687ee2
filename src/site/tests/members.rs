//! Every member of every file of a dataset is changed once: a snapshot that takes over what it finds unchanged is the snapshot
//! of a fresh start [D31.1].

use super::*;

use serde_json::Value;

use super::incremental::assert_same;
use crate::dataset::{self, DataFile, Diagnostics};

const NOW: &str = "2026-11-20T10:00:00+04:00";

/// With every member that the schemas of `packaging/schema` have.
const FILES: [(&str, &str); 12] = [
    (
        "dataset.json",
        r#"{
  "format": 1, "version": "v1", "asOf": "2026-11-20T09:00:00+04:00", "utcOffset": "+04:00", "sourceStatus": "verified",
  "title": { "ru": "Ряды", "en": "Series" }, "description": { "ru": "Для проверки.", "en": "For tests." },
  "license": { "name": { "ru": "Условия", "en": "Terms" }, "url": "https://terms.example/" },
  "contact": { "name": { "ru": "Отдел", "en": "Desk" }, "url": "mailto:desk@office.example" },
  "publisher": { "name": { "ru": "Банк", "en": "Bank" }, "url": "https://bank.example/" },
  "security": "https://office.example/security", "featured": ["level"],
  "sdmx": { "agency": "TEST", "dataflow": "MACRO", "refArea": "XX", "refAreaName": { "ru": "Страна", "en": "Country" } },
  "nsdp": {
    "refArea": "XX", "dsbb": "https://board.example/", "seasonal": { "ru": "Без поправки.", "en": "Unadjusted." },
    "categories": [
      { "id": "MON", "name": { "ru": "Деньги", "en": "Money" }, "sector": "financial" },
      { "id": "CPI", "name": { "ru": "Цены", "en": "Prices" }, "sector": "real" }
    ]
  },
  "units": {
    "mn": {
      "ru": "млн", "en": "mn", "sdmx": { "unitMeasure": "USD", "unitMultiplier": 6 },
      "plural": { "ru": { "one": "миллион", "few": "миллиона", "many": "миллионов", "other": "миллиона" },
                  "en": { "one": "million", "other": "millions" } }
    },
    "pct": { "ru": "%", "en": "%" }
  },
  "sources": {
    "bank": { "name": { "ru": "Банк", "en": "Bank" }, "url": "https://bank.example/", "staleAfterHours": 48 },
    "office": { "name": { "ru": "Бюро", "en": "Office" } }
  },
  "categories": [
    { "id": "money", "name": { "ru": "Деньги", "en": "Money" }, "indicators": ["level", "part", "middle"] },
    { "id": "others", "name": { "ru": "Прочее", "en": "Others" }, "indicators": ["rate", "total"] }
  ]
}"#,
    ),
    (
        "checks.csv",
        "source,checked_at,error\nbank,2026-11-20T08:00:00+04:00,\noffice,2026-11-20T08:00:00+04:00,\n",
    ),
    (
        "calendar.csv",
        "date,release\n2026-10-20,money\n2026-12-01,money\n2026-11-10,prices\n2026-12-10,prices\n",
    ),
    (
        "indicators/level.json",
        r#"{
  "name": { "ru": "Уровень", "en": "Level" }, "shortName": { "ru": "Ур.", "en": "Lev." },
  "notes": { "ru": "Что это.", "en": "What it is." }, "unit": "mn", "periodType": "month_end", "frequency": "Q",
  "measure": "amount", "source": "bank", "release": "money", "sourceStatus": "verified", "decimals": 1,
  "keywords": { "ru": ["ур"], "en": ["lev"] },
  "nsdp": [{ "category": "MON", "indicator": "LEVEL", "counterpart": "_Z", "basePeriod": "2020" },
           { "category": "CPI", "indicator": "LEVEL_IX", "counterpart": "_Z" }],
  "chartWith": ["part"], "sourceCode": "L", "nominal": 100,
  "plausible": { "min": "0", "max": "1000", "maxChangePct": "50", "maxChange": "100" }
}"#,
    ),
    (
        "indicators/level.csv",
        "date,value,published,reported_change_pct,ref,flag\n2025-Q3,90,,,,\n2026-Q2,95,2026-07-20,1.5,p. 1,rounded\n\
         2026-Q3,99.5,2026-10-20,4.7,https://bank.example/q3,provisional\n",
    ),
    (
        "indicators/part.json",
        r#"{ "name": { "ru": "Часть", "en": "Part" }, "unit": "mn", "periodType": "month_end", "frequency": "Q", "release": "prices", "below": "level",
             "nsdp": [{ "category": "CPI", "indicator": "PART", "counterpart": "_Z" }] }"#,
    ),
    (
        "indicators/part.csv",
        "date,value\n2026-Q2,40\n2026-Q3,41\n",
    ),
    (
        "indicators/middle.json",
        r#"{ "name": { "ru": "Середина", "en": "Middle" }, "unit": "mn", "periodType": "month_end", "frequency": "Q",
             "between": ["part", "level"] }"#,
    ),
    ("indicators/middle.csv", "date,value\n2025-12-31,60\n"),
    (
        "indicators/rate.json",
        r#"{ "name": { "ru": "Ставка", "en": "Rate" }, "unit": "pct", "periodType": "effective_from", "measure": "rate", "source": "office" }"#,
    ),
    (
        "indicators/rate.csv",
        "date,value\n2026-01-01,8\n2026-12-15,7\n",
    ),
    (
        "indicators/total.csv",
        "date,value,unit,period_type,measure,not_before\n2025-12,120,mn,year_to_date,amount,\n\
         2026-09,80,mn,year_to_date,amount,\n2026-10,90,mn,year_to_date,amount,2026-11-25T09:00:00+04:00\n",
    ),
];
const TOTAL: &str =
    r#"{ "name": { "ru": "Итог", "en": "Total" }, "unit": "mn", "periodType": "year_to_date" }"#;

/// Other values of a member or a cell by its name; the first that makes a valid dataset is taken. Other texts get a letter more.
const OTHERS: &[(&str, &[&str])] = &[
    ("asOf", &["2026-11-20T08:30:00+04:00"]),
    ("utcOffset", &["+05:00"]),
    ("sourceStatus", &["seed"]),
    ("url", &["https://other.example/"]),
    ("refArea", &["YY"]),
    ("unitMeasure", &["EUR"]),
    ("unit", &["pct", "mn"]),
    ("periodType", &["year_to_date_average", "point_in_time"]),
    ("period_type", &["year_to_date_average"]),
    ("frequency", &["A"]),
    ("measure", &["balance"]),
    ("release", &["prices", "money"]),
    ("source", &["office", "bank"]),
    ("below", &["middle"]),
    ("min", &["-5"]),
    ("max", &["2000"]),
    ("maxChangePct", &["60"]),
    ("maxChange", &["200"]),
    ("date", &["2026-01-02", "2025-Q2", "2026-11-01", "2026-08"]),
    ("value", &["95.25", "42", "7.5"]),
    ("published", &["2026-10-21"]),
    ("reported_change_pct", &["2.5"]),
    ("flag", &["estimated"]),
    ("not_before", &["2026-11-19T09:00:00+04:00"]),
    ("checked_at", &["2026-11-20T07:00:00+04:00"]),
    ("indicators", &["part", "middle"]),
    ("sector", &["fiscal"]),
    ("category", &["CPI", "MON"]),
];
type Files = BTreeMap<String, String>;

fn dataset(files: &Files, now: Timestamp) -> Option<Arc<Dataset>> {
    let file = |(path, text): (&String, &String)| DataFile {
        path: path.clone(),
        bytes: text.clone().into_bytes(),
    };
    let files: Vec<DataFile> = files.iter().map(file).collect();
    let full = dataset::check(&files, now, Diagnostics::default(), None).ok()?;
    Some(full.public_at(now))
}

/// The other values of this name.
fn others(name: &str, text: &str) -> Vec<String> {
    let named = OTHERS
        .iter()
        .filter(|(member, _)| *member == name)
        .flat_map(|(_, others)| others.iter());
    let named = named.map(|new| (*new).to_owned()).filter(|new| new != text);
    named.chain([format!("{text}x")]).collect()
}

/// The pointers of everything in a document, each with its name: that of the member, or of the list that it is in.
fn places(value: &Value, pointer: &str, name: &str, all: &mut Vec<(String, String)>) {
    if !pointer.is_empty() {
        all.push((pointer.to_owned(), name.to_owned()));
    }

    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(name, value)| places(value, &format!("{pointer}/{name}"), name, all));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(n, value)| places(value, &format!("{pointer}/{n}"), name, all));
        }
        _ => {}
    }
}

/// The document with something else at a place, in each way that there is; last, without it.
fn changed(document: &Value, pointer: &str, name: &str) -> Vec<Value> {
    let old = document.pointer(pointer).unwrap();
    let news: Vec<Value> = match old {
        Value::String(text) => others(name, text).into_iter().map(Value::String).collect(),
        Value::Number(number) => vec![(number.as_u64().unwrap() + 1).into()],
        Value::Array(list) => {
            vec![
                list.iter().rev().cloned().collect::<Vec<_>>().into(),
                Vec::<Value>::new().into(),
            ]
        }
        _ => Vec::new(),
    };

    let with = |new: Value| {
        let mut document = document.clone();
        *document.pointer_mut(pointer).unwrap() = new;
        document
    };
    let mut all: Vec<Value> = news
        .into_iter()
        .filter(|new| new != old)
        .map(with)
        .collect();
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    let mut without = document.clone();
    match without.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(member)),
        Value::Array(list) => drop(list.remove(member.parse().unwrap())),
        _ => {}
    }

    all.push(without);
    all
}

/// A change of a file.
struct Edit {
    /// The path of what is changed; its last part is its name.
    pointer: String,
    name: String,
    /// Not an object.
    is_value: bool,
    /// The texts that the file may have then.
    texts: Vec<String>,
}

/// Every change of a file. An object is changed in its members, and taken away where it may be.
fn edits(path: &str, text: &str) -> Vec<Edit> {
    if path.ends_with(".json") {
        let document: Value = serde_json::from_str(text).unwrap();
        let mut all = Vec::new();
        places(&document, "", "", &mut all);
        let texts = |pointer: &str, name: &str| {
            changed(&document, pointer, name)
                .iter()
                .map(Value::to_string)
                .collect::<Vec<_>>()
        };
        let edit = |(pointer, name): (String, String)| {
            let is_value = document
                .pointer(&pointer)
                .is_some_and(|value| !value.is_object());
            Edit {
                is_value,
                texts: texts(&pointer, &name),
                pointer,
                name,
            }
        };

        return all.into_iter().map(edit).collect();
    }

    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let mut all = Vec::new();
    for (row, cells) in rows.iter().enumerate().skip(1) {
        for (column, cell) in cells.iter().enumerate() {
            let with = |new: String| {
                let mut rows = rows.clone();
                rows[row][column] = &new;
                rows.iter()
                    .map(|cells| cells.join(",") + "\n")
                    .collect::<String>()
            };
            let name = rows[0][column].to_owned();
            let texts = others(&name, cell).into_iter().map(with).collect();
            all.push(Edit {
                pointer: name.clone(),
                name,
                is_value: true,
                texts,
            });
        }
    }

    all
}

/// The members that a schema names.
fn properties(schema: &Value, all: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            let named = members.get("properties").and_then(Value::as_object);
            all.extend(named.into_iter().flat_map(|named| named.keys().cloned()));
            members.values().for_each(|value| properties(value, all));
        }
        Value::Array(list) => list.iter().for_each(|value| properties(value, all)),
        _ => {}
    }
}

#[test]
fn a_change_of_any_member_is_seen_as_by_a_fresh_start() {
    let now: Timestamp = NOW.parse().unwrap();
    let options = SiteOptions::default();
    let mut files: Files = FILES
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    files.insert("indicators/total.json".to_owned(), TOTAL.to_owned());
    let base = Site::build(
        &dataset(&files, now).expect("the dataset is valid"),
        &options,
        now,
        None,
    )
    .unwrap();
    let [mut covered, mut tried, mut done, mut seen] = [(); 4].map(|()| BTreeSet::new());
    for (path, text) in &files {
        for Edit {
            pointer,
            name,
            is_value,
            texts,
        } in edits(path, text)
        {
            covered.extend(pointer.split('/').map(str::to_owned));
            let valid = texts.into_iter().find_map(|text| {
                dataset(
                    &Files::from_iter(files.clone().into_iter().chain([(path.clone(), text)])),
                    now,
                )
            });
            if is_value || valid.is_some() {
                tried.insert(name.clone());
            }

            let Some(edited) = valid else { continue };
            let after = Site::build(&edited, &options, now, Some(&base)).unwrap();
            assert_same(&after, &Site::build(&edited, &options, now, None).unwrap());
            if after.snapshot() != base.snapshot() {
                seen.insert(name.clone());
            }

            done.insert(name);
        }
    }

    let mut expected = BTreeSet::new();
    for schema in ["dataset.json", "indicator.json"] {
        let path = format!("{}/packaging/schema/{schema}", env!("CARGO_MANIFEST_DIR"));
        properties(
            &serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap(),
            &mut expected,
        );
    }

    let missing: Vec<&String> = expected.difference(&covered).collect();
    assert!(
        missing.is_empty(),
        "FILES above has to have these members too: {missing:?}"
    );
    let unchanged: Vec<&String> = tried
        .difference(&done)
        .filter(|name| *name != "format")
        .collect();
    assert!(
        unchanged.is_empty(),
        "OTHERS above has to say what these may become: {unchanged:?}"
    );
    let unseen: Vec<&String> = tried.difference(&seen).collect();
    assert_eq!(
        unseen,
        ["format"],
        "everything else is part of the snapshot"
    );
}
