//! Rows are written into a file, and every other byte stays.

mod one_by_one;

use super::*;
use crate::dataset::NewRow;
use crate::dataset::cell::calendar_date;
use crate::dataset::diagnostic::Location;

fn file(content: &str) -> DataFile {
    DataFile { path: "x.csv".into(), bytes: content.as_bytes().to_vec() }
}

fn row(date: &str, value: &str, published: &str) -> NewRow {
    let [date, value, published] = [date, value, published].map(str::to_owned);
    NewRow { date, value, published, ..NewRow::default() }
}

fn edited(content: &str, edit: impl FnOnce(&mut ObservationSheet)) -> String {
    let mut sheet = ObservationSheet::of(&file(content), "+04:00".parse().ok()).unwrap();
    edit(&mut sheet);
    String::from_utf8(sheet.finish().0).unwrap()
}

fn inserted(content: &str, new: &NewRow) -> String {
    edited(content, |sheet| sheet.insert(calendar_date(&new.date).unwrap(), new, &Location::file("list")))
}

#[test]
fn a_row_goes_where_it_belongs_and_nothing_else_moves() {
    for (before, after) in [
        ("date,value\n2026-05,1\n2026-07,3\n", "date,value\n2026-05,1\n2026-06,2\n2026-07,3\n"),
        ("date,value\n2026-05,1", "date,value\n2026-05,1\n2026-06,2\n"),
        ("date,value", "date,value\n2026-06,2\n"),
        ("value,date\r\n\r\n1,2026-05\r\n\r\n", "value,date\r\n\r\n1,2026-05\r\n\r\n2,2026-06\r\n"),
        ("date,value\n2026-07,3\n2026-05,1\n", "date,value\n2026-07,3\n2026-06,2\n2026-05,1\n"),
        ("\u{feff}date,value\n\"2026-07\",3\n", "\u{feff}date,value\n2026-06,2\n\"2026-07\",3\n"),
        ("date,value,ref\n2026-06,1,\"a\nb\"\n", "date,value,ref\n2026-06,1,\"a\nb\"\n2026-06,2,\n"),
    ] {
        assert_eq!(inserted(before, &row("2026-06", "2", "")), after, "{before:?}");
    }
}

#[test]
fn a_column_that_is_needed_is_added() {
    let before = "\u{feff}\r\ndate,value\r\n2026-05,1\r\n2026-06,2";
    let after = "\u{feff}\r\ndate,value,published\r\n2026-05,1,\r\n2026-06,2,\r\n2026-06,3,2026-08-01\r\n";
    assert_eq!(inserted(before, &row("2026-06", "3", "2026-08-01")), after);
    let embargoed = NewRow { not_before: "2026-08-01T09:00:00Z".into(), ..row("2026-06", "3", "") };
    assert_eq!(
        inserted("\n\ndate,value\n2026-05,1\n", &embargoed),
        "\n\ndate,value,not_before\n2026-05,1,\n2026-06,3,2026-08-01T09:00:00Z\n"
    );
}

#[test]
fn cells_of_a_row_are_written_over_and_the_others_stay() {
    let before =
        "\u{feff}date,value,flag,published\r\n2026-05,1,,\r\n2026-06,2,b,2026-07-01\r\n2026-06,3,,\r\n";
    let new = NewRow { reference: "x, \"y\"".into(), ..row("2026-06-30", "4", "2026-07-01") };
    let replaced = edited(before, |sheet| {
        let date = calendar_date(&new.date).unwrap();
        assert!(sheet.replaceable(date, &row("2026-06", "4", "2026-07-02")).is_none());
        sheet.replace(date, &new);
    });
    assert_eq!(
        replaced,
        "\u{feff}date,value,flag,published,ref\r\n2026-05,1,,,\r\n2026-06,4,b,2026-07-01,\"x, \"\"y\"\"\"\r\n2026-06,3,,,\r\n"
    );
}

#[test]
fn rows_of_a_date_are_found_with_their_lines_and_publications() {
    let content = "\u{feff}\ndate,value,published,not_before\n\n2026-05,1,,\n\"2026-06\",\"2\n3\",2026-07-01,\n\n\
                   2026-06-30,4,,2026-06-30T21:00:00Z\n";
    let sheet = ObservationSheet::of(&file(content), "+04:00".parse().ok()).unwrap();
    let found: Vec<_> = sheet
        .on(calendar_date("2026-06").unwrap())
        .iter()
        .map(|row| (row.location.line.unwrap(), row.value.as_str(), row.published.as_str()))
        .collect();
    assert_eq!(
        found,
        [(5, "2\n3", "2026-07-01"), (8, "4", "2026-07-01")],
        "the instant is on a day by the offset"
    );
    assert!(sheet.on(calendar_date("2026-07").unwrap()).is_empty());
}

#[test]
fn a_row_is_written_over_whatever_its_instant() {
    let before = "date,value,not_before\n2026-06,1,\n2026-06,2,2026-07-01T09:00:00Z\n";
    let date = calendar_date("2026-06").unwrap();
    let moved = NewRow { not_before: "2026-07-09T09:00:00Z".into(), ..row("2026-06", "3", "") };
    assert_eq!(
        edited(before, |sheet| sheet.replace(date, &moved)),
        "date,value,not_before\n2026-06,1,\n2026-06,3,2026-07-09T09:00:00Z\n"
    );
    let offset = "+04:00".parse().ok();
    let there = |content: &str, new: &NewRow| {
        let sheet = ObservationSheet::of(&file(content), offset).unwrap();
        sheet.replaceable(date, new).and_then(|there| there.location.line)
    };
    assert_eq!(there(before, &row("2026-06", "3", "")), Some(2), "the row without a publication");
    assert_eq!(there(before, &row("2026-06", "3", "2026-07-01")), Some(3));
    let two = format!("{before}2026-06,2,2026-07-02T09:00:00Z\n");
    assert_eq!(there(&two, &moved), None, "it may be either");
}

#[test]
fn what_is_no_table_of_dates_is_not_edited() {
    for content in ["", "value\n1\n", "date,value\n2026-05,\"1\n", "date,value\n2026-05,1\"\n"] {
        assert!(ObservationSheet::of(&file(content), None).is_none(), "{content:?}");
    }
}
