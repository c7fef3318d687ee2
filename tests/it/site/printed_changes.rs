//! Proof against the press: changes computed from published figures are those that the sources printed.

use std::fs;

use serde_json::{Value, json};

use crate::support::{AT, TempDir, export, project, write};

/// A paragraph of `tests/printed.txt`, which explains them.
struct Case<'a> {
    name: &'a str,
    period_type: &'a str,
    measure: &'a str,
    rows: Vec<&'a str>,
    changes: Vec<&'a str>,
}

impl<'a> Case<'a> {
    fn parse(paragraph: &'a str) -> Self {
        let (published, changes) = paragraph.split_once("=>\n").unwrap();
        let mut lines = published.lines();
        let name = lines.next().unwrap();
        let (period_type, rest) = lines.next().unwrap().split_once(' ').unwrap();
        let measure = rest.split(',').next().unwrap();
        let is_row = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit() || c == ',');
        let changes = changes.lines().filter(|line| !line.is_empty()).collect();
        Case {
            name,
            period_type,
            measure,
            rows: lines.filter(is_row).collect(),
            changes,
        }
    }

    fn definition(&self) -> Value {
        json!({
            "name": { "ru": self.name, "en": self.name },
            "unit": "unit",
            "periodType": self.period_type,
            "measure": self.measure,
            "source": "press",
        })
    }

    fn table(&self) -> String {
        let rows = self.rows.iter().map(|row| match row.matches(',').count() {
            1 => format!("{row},\n"),
            _ => format!("{row}\n"),
        });
        format!(
            "date,value,reported_change_pct\n{}",
            rows.collect::<String>()
        )
    }

    /// Fails unless both changes of a body, on a month and on a year before, are those of the paragraph.
    fn compare(&self, body: &Value) {
        for (span, printed) in ["mom", "yoy"].iter().zip(&self.changes) {
            let printed = printed.strip_prefix(span).unwrap();
            let computed = ["abs", "pct"].map(|part| body["change"][span][part].to_string());
            if printed.starts_with(" none: ") {
                assert_eq!(computed, ["null", "null"], "{}: {span}{printed}", self.name);
                continue;
            }

            let printed: Vec<&str> = printed
                .split_whitespace()
                .filter(|word| *word != "(printed)")
                .collect();
            assert_eq!(printed.len(), 2, "{}", self.name);
            for (computed, printed) in computed.iter().zip(printed) {
                // The source rounded to fewer decimals, we to two, both from the same exact number: they may be apart by
                // half of its last decimal and half of ours.
                let decimals = printed
                    .split_once('.')
                    .map_or(0, |(_, fraction)| fraction.len() as u32);
                let half_of_last = 50 / 10_i64.pow(decimals);
                let distance = (hundredths(computed) - hundredths(printed)).abs();
                assert!(
                    distance <= half_of_last,
                    "{}: {span} {printed}, computed {computed}",
                    self.name
                );
            }
        }

        assert_eq!(self.changes.len(), 2, "{}", self.name);
    }
}

/// A number of at most two decimals in hundredths.
fn hundredths(text: &str) -> i64 {
    let (whole, fraction) = text
        .trim_start_matches('-')
        .split_once('.')
        .unwrap_or((text.trim_start_matches('-'), ""));
    let value =
        whole.parse::<i64>().unwrap() * 100 + format!("{fraction:0<2}").parse::<i64>().unwrap();
    if text.starts_with('-') { -value } else { value }
}

#[test]
fn computed_changes_are_the_printed_ones() {
    let text = fs::read_to_string(project("tests/printed.txt")).unwrap();
    let cases: Vec<Case> = text.split("\n== ").skip(1).map(Case::parse).collect();
    let keys: Vec<String> = (1..=cases.len())
        .map(|number| format!("printed-{number}"))
        .collect();
    let dir = TempDir::new();
    let dataset = dir.join("dataset");
    let definition = json!({
        "format": 1,
        "version": "press",
        "asOf": AT,
        "utcOffset": "+04:00",
        "sourceStatus": "verified",
        "sources": { "press": { "name": { "ru": "Печать", "en": "Press" } } },
        "units": { "unit": { "ru": "единиц", "en": "units" } },
        "categories": [{ "id": "press", "name": { "ru": "Печать", "en": "Press" }, "indicators": keys }],
    });

    write(&dataset.join("dataset.json"), definition.to_string());
    for (case, key) in cases.iter().zip(&keys) {
        write(
            &dataset.join(format!("indicators/{key}.json")),
            case.definition().to_string(),
        );
        write(&dataset.join(format!("indicators/{key}.csv")), case.table());
    }

    let site = export(&dataset, &[]);
    for (case, key) in cases.iter().zip(&keys) {
        case.compare(&serde_json::from_slice(&site[&format!("data/{key}.json")]).unwrap());
    }

    assert!(
        cases.len() >= 50,
        "the paragraphs are where this test looks"
    );
}
