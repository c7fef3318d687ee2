//! Rows that are inserted all at once stand where they would stand if each were inserted by itself, which is done here by
//! hand, line by line.

use chrono::NaiveDate;
use proptest::prelude::*;

use crate::dataset::NewRow;
use crate::dataset::cell::calendar_date;
use crate::dataset::diagnostic::Location;
use crate::dataset::sheet::ObservationSheet;
use crate::dataset::source::DataFile;

/// A file with one row more, by hand; cells have no quotation marks.
fn inserted(text: &str, row: &NewRow) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let is_row = |line: &String| !line.trim_matches(['\u{feff}', '\r', '\n']).is_empty();
    let line_end = if lines[0].ends_with("\r\n") { "\r\n" } else { "\n" };
    let header = lines.iter().position(is_row).unwrap();
    let names = |lines: &[String]| -> Vec<String> {
        let line = lines[header].trim_start_matches('\u{feff}').trim_end();
        line.split(',').map(str::to_owned).collect()
    };
    for (column, cell) in row.cells() {
        if !cell.is_empty() && !names(&lines).iter().any(|name| name == column) {
            for (number, line) in lines.iter_mut().enumerate().filter(|(_, line)| is_row(line)) {
                let end = line.trim_end_matches(['\r', '\n']).len();
                let added = if number == header { format!(",{column}") } else { ",".to_owned() };
                line.insert_str(end, &added);
            }
        }
    }
    let names = names(&lines);
    let date_column = names.iter().position(|name| name == "date").unwrap();
    let rows: Vec<usize> = (header + 1..lines.len()).filter(|at| is_row(&lines[*at])).collect();
    let dates: Vec<Option<NaiveDate>> = rows
        .iter()
        .map(|at| lines[*at].trim_end().split(',').nth(date_column).and_then(calendar_date))
        .collect();
    let date = calendar_date(&row.date);
    let before = if dates.first() > dates.last() {
        dates.iter().position(|other| *other <= date)
    } else {
        Some(dates.iter().rposition(|other| *other <= date).map_or(0, |last| last + 1))
    };
    let cell = |name: &String| row.cells().into_iter().find(|(column, _)| column == name).map_or("", |c| c.1);
    let line = names.iter().map(cell).collect::<Vec<_>>().join(",") + line_end;
    let at = before.and_then(|row| rows.get(row)).copied().unwrap_or(lines.len());
    if at == lines.len() && lines.last().is_some_and(|last| !last.ends_with('\n')) {
        lines.last_mut().unwrap().push_str(line_end);
    }
    lines.insert(at, line);
    lines.concat()
}

fn date() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (1..=9u32).prop_map(|day| format!("2026-10-0{day}")),
        1 => Just("2026-09".to_owned()),
    ]
}

/// A file as people write it: rows in no order or in one, blank lines, dates that are none, line ends of either kind.
fn file() -> impl Strategy<Value = String> {
    let there = prop_oneof![9 => date(), 1 => Just("10.10.2026".to_owned())];
    (prop::collection::vec((there, 0..2usize), 0..12), 0..3usize, any::<[bool; 4]>()).prop_map(
        |(mut rows, order, [crlf, mark, open, published])| {
            match order {
                0 => rows.sort(),
                1 => rows.sort_by(|a, b| b.cmp(a)),
                _ => {}
            }
            let (columns, cell) = if published { ("date,published,value", ",") } else { ("value,date", "") };
            let mut text = format!("{}{columns}\n", if mark { "\u{feff}" } else { "" });
            for (number, (date, blank)) in rows.into_iter().enumerate() {
                text += &if published {
                    format!("{date},{cell}{number}\n")
                } else {
                    format!("{number},{date}\n")
                };
                text += &"\n".repeat(blank);
            }
            let text = if open { text.trim_end_matches('\n').to_owned() } else { text };
            if crlf { text.replace('\n', "\r\n") } else { text }
        },
    )
}

fn new_rows() -> impl Strategy<Value = Vec<NewRow>> {
    let cell = |text: &'static str| prop_oneof![2 => Just(""), 1 => Just(text)].prop_map(str::to_owned);
    let row = (date(), cell("2026-11-01"), cell("provisional"));
    prop::collection::vec(row, 0..8).prop_map(|rows| {
        let row = |(number, (date, published, flag)): (usize, (String, String, String))| NewRow {
            date,
            value: format!("7.{number}"),
            published,
            flag,
            ..NewRow::default()
        };
        rows.into_iter().enumerate().map(row).collect()
    })
}

proptest! {
    #[test]
    fn all_at_once_is_one_by_one(before in file(), rows in new_rows()) {
        let read = DataFile { path: "usd.csv".to_owned(), bytes: before.clone().into_bytes() };
        let mut sheet = ObservationSheet::of(&read, None).unwrap();
        let mut by_hand = before.clone();
        for (number, row) in (1..).zip(&rows) {
            let from = Location::file("list.csv").line(number);
            sheet.insert(calendar_date(&row.date).unwrap(), row, &from);
            by_hand = inserted(&by_hand, row);
        }
        let (bytes, origins) = sheet.finish();
        let after = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(&after, &by_hand);
        // Each line came from the row that was given, or from the line of the file that it begins with.
        for (number, line) in (1..).zip(after.lines()) {
            let from = origins.of_line(&Location::file("usd.csv").line(number));
            let place = from.line.unwrap() as usize - 1;
            match &*from.file {
                "list.csv" => prop_assert!(line.contains(&rows[place].value)),
                _ => prop_assert!(line.starts_with(before.lines().nth(place).unwrap())),
            }
        }
    }
}
