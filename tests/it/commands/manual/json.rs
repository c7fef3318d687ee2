//! The members of the objects that commands print with `--json` are in the manual, every one.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use super::page::{LANGUAGES, Page, is_member, words};
use crate::support::store::StoreFixture;
use crate::support::{in_seconds, outcome};

fn object(arguments: &[&str]) -> Value {
    let (_, stdout, stderr) = outcome(&[arguments, &["--json", "--lang", "en"]].concat());
    assert_eq!(stderr, "", "{arguments:?}");
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {stdout}"))
}

fn add_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            names.insert(name.clone());
            add_names(member, names);
        }),
        Value::Array(members) => members.iter().for_each(|member| add_names(member, names)),
        _ => {}
    }
}

/// Everything that a day of commands says as JSON.
fn said() -> Vec<Value> {
    let fixture = StoreFixture::new();
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let publish = |more: &[&str]| {
        object(
            &[
                &[
                    "publish",
                    "--yes",
                    dataset,
                    "--store",
                    store,
                    "--new-store",
                    "--no-reload",
                ],
                more,
            ]
            .concat(),
        )
    };

    let record = |row: &[&str]| object(&[&["record"], row, &["--dataset", dataset]].concat());
    let mut said = vec![object(&["check", dataset]), publish(&[])];
    said.push(record(&["usd", "2026-11-21", "17"]));
    let details = [
        "--reported-change",
        "0.1",
        "--ref",
        "a table",
        "--flag",
        "rounded",
    ];
    let published = ["usd", "2026-11-21", "1.71", "--published", "2026-11-21"];
    said.push(record(&[&published[..], &details].concat()));
    said.push(record(&[
        "usd",
        "2026-11-21",
        "1.72",
        "--published",
        "2026-11-22",
        "--allow",
        "future",
    ]));

    let embargo = |instant: &str| record(&["usd", "2026-11-22", "1.73", "--not-before", instant]);
    let [until, later] = [86_400, 172_800].map(in_seconds);
    said.push(embargo(&until));
    fixture.replace("dataset.json", "\"en\": \"", "\"en\": \"New ");
    said.push(object(&["diff", store, dataset]));
    said.push(publish(&[]));
    said.push(publish(&[
        "--allow",
        "jump",
        "--allow",
        "definition",
        "--allow",
        "future",
        "--message",
        "one",
    ]));

    assert_eq!(said.last().unwrap()["changed"], true, "{said:#?}");
    fixture.replace("indicators/usd.csv", &until, &later);
    said.push(object(&["diff", store, dataset]));
    let row = [
        "usd",
        "2026-11-23",
        "1.74",
        "--allow",
        "future",
        "--allow",
        "jump",
    ];

    assert_eq!(record(&row)["changed"], true);
    assert_eq!(
        outcome(&[
            "stage", dataset, "--store", store, "--allow", "future", "--allow", "jump"
        ])
        .0,
        0
    );
    said.push(object(&["status", "--store", store, "--verify"]));
    // As the journal has a release that came in a bundle, and another that was staged before.
    let journal = fixture.store.join("journal.jsonl");
    let mut entry = fixture.journal().pop().unwrap();
    entry["action"] = "approve".into();
    entry["previous"] = "clean.1".into();
    entry["staged"] = json!({ "at": entry["at"], "user": "a", "uid": 1 });
    entry["bundle"] = json!({ "key": "A", "sequence": 1, "comment": "by hand" });
    fs::write(
        &journal,
        fs::read_to_string(&journal).unwrap() + &format!("{entry}\n"),
    )
    .unwrap();
    said.push(object(&["log", "--store", store]));
    assert_eq!(
        said.last().unwrap()["entries"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()["bundle"]["key"],
        "A"
    );
    said
}

#[test]
fn the_manual_has_every_member_of_json() {
    let mut names = BTreeSet::new();
    said()
        .iter()
        .for_each(|object| add_names(object, &mut names));
    for name in [
        "notBefore",
        "oldChecks",
        "reportedChangePct",
        "cases",
        "comment",
        "clockSynchronised",
    ] {
        assert!(names.contains(name), "{name} was said: {names:?}");
    }

    for language in LANGUAGES {
        let page = Page::read(language, "indicatord.1");
        let sections = [
            page.section_with("warnings"),
            page.section_with("journal.jsonl"),
        ];
        let bold: Vec<&String> = sections.iter().flat_map(|section| &section.bold).collect();
        let known: BTreeSet<&str> = bold.iter().flat_map(|bold| words(bold)).collect();
        let missing: Vec<&String> = names
            .iter()
            .filter(|name| !known.contains(name.as_str()))
            .collect();
        assert!(missing.is_empty(), "{}: {missing:?}", page.path);
        let members = known.iter().copied().filter(is_member);
        let invented: Vec<&str> = members.filter(|member| !names.contains(*member)).collect();
        assert_eq!(
            invented, [""; 0],
            "{}: members that no command prints",
            page.path
        );
    }
}
