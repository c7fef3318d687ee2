//! One row is changed, and every other byte stays.

use super::*;

fn file(content: &str) -> DataFile {
    DataFile { path: "x.csv".into(), bytes: content.as_bytes().to_vec() }
}

fn inserted(content: &str, date: &str, cells: &[(&str, &str)]) -> String {
    let mut file = file(content);
    let mut all = vec![("date", date)];
    all.extend(cells);
    insert(&mut file, calendar_date(date).unwrap(), &all).unwrap();
    String::from_utf8(file.bytes).unwrap()
}

#[test]
fn a_row_goes_where_it_belongs_and_nothing_else_moves() {
    for (before, date, after) in [
        ("date,value\n2026-05,1\n2026-07,3\n", "2026-06", "date,value\n2026-05,1\n2026-06,2\n2026-07,3\n"),
        ("date,value\n2026-05,1", "2026-06", "date,value\n2026-05,1\n2026-06,2\n"),
        (
            "value,date\r\n\r\n1,2026-05\r\n\r\n",
            "2026-06",
            "value,date\r\n\r\n1,2026-05\r\n\r\n2,2026-06\r\n",
        ),
        ("date,value\n2026-07,3\n2026-05,1\n", "2026-06", "date,value\n2026-07,3\n2026-06,2\n2026-05,1\n"),
        ("\u{feff}date,value\n\"2026-07\",3\n", "2026-06", "\u{feff}date,value\n2026-06,2\n\"2026-07\",3\n"),
        (
            "date,value,published\n2026-06,1,\n2026-07,3,\n",
            "2026-06",
            "date,value,published\n2026-06,1,\n2026-06,2,\n2026-07,3,\n",
        ),
    ] {
        assert_eq!(inserted(before, date, &[("value", "2")]), after, "{before:?}");
    }
}

#[test]
fn a_column_that_is_needed_is_added() {
    let before = "\u{feff}\r\ndate,value\r\n2026-05,1\r\n2026-06,2";
    let after = "\u{feff}\r\ndate,value,published\r\n2026-05,1,\r\n2026-06,2,\r\n2026-06,3,2026-08-01\r\n";
    assert_eq!(inserted(before, "2026-06", &[("value", "3"), ("published", "2026-08-01")]), after);
}

#[test]
fn a_row_is_replaced_in_its_place() {
    let mut checks = file("source,checked_at,error\na,1,\"x\n\"\"y\"\"\"\nb,2,\n");
    replace(&mut checks, "source", "a", &[("source", "a"), ("checked_at", "3"), ("error", "no, \"never\"")])
        .unwrap();
    replace(&mut checks, "source", "c", &[("source", "c")]).unwrap();
    let text = String::from_utf8(checks.bytes).unwrap();
    assert_eq!(text, "source,checked_at,error\na,3,\"no, \"\"never\"\"\"\nb,2,\nc,,\n");
}

#[test]
fn a_column_is_added_to_a_header_that_is_not_the_first_line() {
    let before = "\n\ndate,value\n2026-05,1\n";
    let after = "\n\ndate,value,ref\n2026-05,1,\n2026-06,2,x\n";
    assert_eq!(inserted(before, "2026-06", &[("value", "2"), ("ref", "x")]), after);
}

#[test]
fn cells_of_a_row_are_written_over_and_the_others_stay() {
    let mut observations = file("\u{feff}date,value,flag\r\n2026-05,1,\r\n2026-06,2,b\r\n2026-06,3,\r\n");
    let of = |date: &'static str| {
        move |cell: &dyn Fn(&str) -> Option<String>| cell("date").as_deref() == Some(date)
    };
    amend(&mut observations, of("2026-06"), &[("value", "4"), ("ref", "x, y")]).unwrap();
    assert!(amend(&mut observations, of("2026-07"), &[("value", "5")]).is_none());
    let after = "\u{feff}date,value,flag,ref\r\n2026-05,1,,\r\n2026-06,4,b,\"x, y\"\r\n2026-06,3,,\r\n";
    assert_eq!(String::from_utf8(observations.bytes).unwrap(), after);
}

#[test]
fn rows_are_found_by_a_cell_and_by_their_lines() {
    let checks = file("source,checked_at\na,1\nb,2\n");
    let pair = |column: &str, cell: &str| (column.to_owned(), cell.to_owned());
    assert_eq!(find(&checks, "source", "b"), Some(vec![pair("source", "b"), pair("checked_at", "2")]));
    assert_eq!(find(&checks, "source", "c"), None);
    assert_eq!(find(&checks, "error", "b"), None);
    let observations =
        file("\u{feff}\ndate,value,published\n\n2026-05,1,\n\"2026-06\",\"2\n3\",2026-07-01\n\n2026-13,4,\n");
    let found: Vec<_> = rows_of(&observations)
        .into_iter()
        .map(|row| (row.line, row.date.is_some(), row.value, row.published))
        .collect();
    let row = |line: u32, dated: bool, value: &str, published: &str| {
        (line, dated, value.to_owned(), published.to_owned())
    };
    assert_eq!(found, [row(4, true, "1", ""), row(5, true, "2\n3", "2026-07-01"), row(8, false, "4", "")]);
    assert_eq!(rows_of(&file("")).len(), 0);
}
