//! Proof against the press: changes computed from published figures are those that the sources printed.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::support::{AT, TempDir, outcome, project};

const ROOT: &str = "tests/fixtures/printed-changes";

/// A number of at most two decimals in hundredths.
fn hundredths(text: &str) -> i64 {
    let (whole, fraction) =
        text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
    let value = whole.parse::<i64>().unwrap() * 100 + format!("{fraction:0<2}").parse::<i64>().unwrap();
    if text.starts_with('-') { -value } else { value }
}

#[test]
fn computed_changes_are_the_printed_ones() {
    let dir = TempDir::new();
    let out = dir.join("out");
    let dataset = project(ROOT).join("dataset");
    let (code, _, stderr) =
        outcome(&["export", out.to_str().unwrap(), "--dataset", dataset.to_str().unwrap(), "--at", AT]);
    assert_eq!(code, 0, "{stderr}");
    let printed = fs::read_to_string(project(ROOT).join("printed.csv")).unwrap();
    let mut members = BTreeSet::new();
    for line in printed.lines().skip(1) {
        let mut cells = line.splitn(5, ',');
        let mut cell = || cells.next().unwrap();
        let (key, member, value, decimals) = (cell(), cell(), cell(), cell());
        let body = fs::read_to_string(out.join(format!("data/{key}.json"))).unwrap();
        let body: Value = serde_json::from_str(&body).unwrap();
        let (span, part) = member.split_once('.').unwrap();
        let ours = body["change"][span][part].to_string();
        members.insert((key.to_owned(), member.to_owned()));
        if value == "null" {
            assert_eq!(ours, "null", "{line}");
            continue;
        }
        // The source rounded to fewer decimals, we to two, both from the same exact number: they may be apart by half
        // of its last decimal and half of ours.
        let half_of_last = 50 / 10_i64.pow(decimals.parse().unwrap());
        let apart = (hundredths(&ours) - hundredths(value)).abs();
        assert!(apart <= half_of_last, "computed {ours}: {line}");
    }
    let keys = fs::read_dir(out.join("data"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_file())
        .count();
    assert_eq!(members.len(), keys * 4, "every change of every indicator is compared");
}
