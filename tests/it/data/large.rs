//! The limits, each met and passed, and inputs that are legal and as awkward as can be: they end soon.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support::TempDir;
use crate::support::checked::{base, check, check_with};

const CSV: &str = "indicators/usd.csv";
const MIB: usize = 1 << 20;

/// Rows of this many successive days.
fn days(count: usize) -> String {
    let mut rows = String::from("date,value\n");
    for n in 0..count {
        let (year, month, day) = (1 + n / 336, 1 + n / 28 % 12, 1 + n % 28);
        writeln!(rows, "{year:04}-{month:02}-{day:02},1").unwrap();
    }

    rows
}

/// A dataset with nothing but this many indicators, each with a row of its own.
fn indicators(dataset: &Path, count: usize) {
    fs::remove_dir_all(dataset.join("indicators")).unwrap();
    fs::create_dir(dataset.join("indicators")).unwrap();
    fs::remove_file(dataset.join("calendar.csv")).unwrap();
    let json = r#"{"name": {"ru": "x", "en": "x"}, "unit": "percent", "periodType": "daily"}"#;
    let mut listed = String::new();
    for n in 0..count {
        fs::write(dataset.join(format!("indicators/i{n}.json")), json).unwrap();
        fs::write(
            dataset.join(format!("indicators/i{n}.csv")),
            "date,value\n2026-11-20,1\n",
        )
        .unwrap();
        write!(listed, "{}\"i{n}\"", if n == 0 { "" } else { ",\n" }).unwrap();
    }

    let definitions = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    let definitions = definitions.replace("\"m2\", \"usd\", \"policy-rate\"", &listed);
    fs::write(
        dataset.join("dataset.json"),
        definitions.replace("\"cpi\", \"gdp\", \"survey\"", ""),
    )
    .unwrap();
}

#[test]
fn a_file_has_at_most_16_mib() {
    let padded = |size: usize| {
        let mut bytes = b"date,value\n2026-11-20,1\n".to_vec();
        bytes.resize(size, b'\n');
        bytes
    };
    assert_eq!(check_with(CSV, padded(16 * MIB)).code, Some(0));
    check_with(CSV, padded(16 * MIB + 1))
        .assert_errors(&[&format!("{CSV}: 16777217 bytes: the limit is 16 MiB")]);
    let dir = TempDir::new();
    let dataset = base(&dir);
    // A hundred megabytes, of which the disk holds none.
    fs::File::create(dataset.join(CSV))
        .unwrap()
        .set_len(100_000_000)
        .unwrap();
    check(&dataset).assert_errors(&[&format!("{CSV}: 100000000 bytes: the limit is 16 MiB")]);
}

#[test]
fn a_dataset_has_at_most_ten_thousand_indicators() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    indicators(&dataset, 10_000);
    let checked = check(&dataset);
    assert_eq!(checked.code, Some(0), "{checked:#?}");
    indicators(&base(&dir), 10_001);
    check(&dataset).assert_errors(&["indicators: 10001 indicators: the limit is 10000"]);
    for n in 0..5_010 {
        fs::write(dataset.join(format!("indicators/j{n}.csv")), "").unwrap();
    }

    let place = dataset.display();
    let problem = format!("{place}: more than 25000 files: the limit is 10000 indicators");
    check(&dataset).assert_errors(&[&problem]);
}

/// The first row that is too many is the third of the last file: all before it were taken.
#[test]
fn a_dataset_has_at_most_two_million_rows() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    indicators(&dataset, 5);
    for n in 0..4 {
        fs::write(
            dataset.join(format!("indicators/i{n}.csv")),
            days(499_999 + n / 2),
        )
        .unwrap();
    }

    let last = "date,value\n2026-11-18,1\n2026-11-19,1\n2026-11-21,1\n";
    fs::write(dataset.join("indicators/i4.csv"), last).unwrap();
    check(&dataset).assert_errors(&["indicators/i4.csv:4: more than 2000000 rows"]);
}

#[test]
fn many_mistakes_are_counted_and_the_report_stays_readable() {
    let rows = "2026-02-30,x,,,,,\n".repeat(200_000);
    let checked = check_with(
        CSV,
        format!("date,value,published,reported_change_pct,unit,period_type,measure\n{rows}"),
    );
    checked.assert_sound();
    assert!(
        checked.report.contains(" more problems in this file\n"),
        "{:.300}",
        checked.report
    );
    assert!(
        checked.report.ends_with("400000 errors\n"),
        "{:.300}",
        checked.report
    );
}

#[test]
fn many_names_are_compared_only_so_often() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    let mut units = String::new();
    for n in 0..100_000 {
        write!(units, "\"u{n:07}\": {{\"ru\":\"x\",\"en\":\"x\"}},").unwrap();
    }

    let definitions = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    let definitions = definitions.replace("\"azn_mn\"", &format!("{units}\"azn_mn\""));
    fs::write(dataset.join("dataset.json"), definitions).unwrap();
    let mut rows = String::from("date,value,unit\n");
    for n in 0..100_000 {
        writeln!(rows, "2026-11-20,1,v{n:07}").unwrap();
    }

    fs::write(dataset.join(CSV), rows).unwrap();
    let checked = check(&dataset);
    checked.assert_sound();
    assert!(
        checked.says(&format!(
            "{CSV}:2: unknown unit `v0000000`: did you mean `u0000000`?"
        )),
        "{:.300}",
        checked.report
    );
}

#[test]
fn many_unknown_fields_end() {
    let mut json = String::from(
        "{\"name\": {\"ru\": \"x\", \"en\": \"x\"}, \"unit\": \"percent\", \"periodType\": \"daily\"",
    );
    for n in 0..300_000 {
        write!(json, ",\"f{n}\":1").unwrap();
    }

    json.push('}');
    let checked = check_with("indicators/usd.json", json);
    checked.assert_sound();
    assert!(
        checked.report.ends_with("300000 errors\n"),
        "{:.300}",
        checked.report
    );
}
