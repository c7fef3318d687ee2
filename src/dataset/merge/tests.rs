//! Rows that are added, skipped or refused beside those that are there.

use super::*;
use crate::messages::Message;
use crate::scratch::Scratch;

const FILE: &str = "indicators/usd.csv";

/// A file with a revision, and one row behind it.
fn dataset() -> (Scratch, Workspace) {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    let rows = "2026-09-30,1,\n2026-10-31,2,2026-11-01\n2026-10-31,3,2026-11-05\n2026-12-31,5,\n";
    scratch.write(FILE, format!("date,value,published\n{rows}"));
    let workspace = Workspace::open(scratch.as_ref(), &mut |_| ()).unwrap();
    (scratch, workspace)
}

/// What comes of one row: how many are added and skipped, and what is said.
fn merged(rule: Rule, date: &str, value: &str, published: &str) -> (usize, usize, Vec<Message>) {
    let (_scratch, workspace) = dataset();
    let [date, value, published] = [date, value, published].map(str::to_owned);
    let row = NewRow { key: "usd".to_owned(), date, value, published, ..NewRow::default() };
    let mut diagnostics = Diagnostics::default();
    let mut merge = Merge::new(&workspace, rule, "+04:00".parse().unwrap());
    merge.row(&row, &Location::file("table").line(2), &mut diagnostics);
    let said = diagnostics.problems().iter().map(|problem| problem.message.clone()).collect();
    let Counts { added, skipped } = merge.counts();
    (added, skipped, said)
}

#[test]
fn a_row_of_a_table_is_a_revision_where_it_is_published_another_day() {
    let date = || "2026-10-31".parse::<chrono::NaiveDate>().unwrap();
    let refused = |value: &str, line: u32| {
        (0, 0, vec![msg::other_value_there(date(), value, format!("{FILE}:{line}"))])
    };
    let table = |value: &str, published: &str| merged(Rule::Table, "2026-10-31", value, published);
    assert_eq!(table("2.0", "2026-11-01"), (0, 1, vec![]), "the same number is there");
    assert_eq!(table("9", "2026-11-01"), refused("2", 3));
    assert_eq!(table("9", "2026-11-09"), (1, 0, vec![]));
    assert_eq!(table("3", ""), (0, 1, vec![]), "the newest revision counts");
    assert_eq!(table("2", ""), refused("3", 4));
    assert_eq!(merged(Rule::Table, "2026-11-30", "4", ""), (1, 0, vec![]));
    let (added, skipped, said) = merged(Rule::Table, "2026-11-31", "4", "");
    assert_eq!((added, skipped, said.len()), (0, 0, 1));
}

#[test]
fn a_bulletin_that_was_corrected_is_said_to_be() {
    let date: chrono::NaiveDate = "2026-10-31".parse().unwrap();
    let place = |line: u32| format!("{FILE}:{line}");
    let bulletin = |rule: Rule, value: &str, published: &str| merged(rule, "2026-10-31", value, published);
    assert_eq!(bulletin(Rule::Bulletin, "3", "2026-11-20"), (0, 1, vec![]));
    assert_eq!(
        bulletin(Rule::Bulletin, "4", "2026-11-20"),
        (0, 0, vec![msg::corrected_bulletin(date, "3", place(4))])
    );
    assert_eq!(bulletin(Rule::CorrectedBulletin, "3", "2026-11-20"), (0, 1, vec![]), "nothing was corrected");
    assert_eq!(bulletin(Rule::CorrectedBulletin, "4", "2026-11-20"), (1, 0, vec![]));
    assert_eq!(
        bulletin(Rule::CorrectedBulletin, "4", "2026-11-01"),
        (0, 0, vec![msg::other_value_there(date, "2", place(3))])
    );
}

#[test]
fn a_line_is_told_where_everybody_has_it() {
    let (_scratch, workspace) = dataset();
    let mut diagnostics = Diagnostics::default();
    let mut merge = Merge::new(&workspace, Rule::Table, "+04:00".parse().unwrap());
    let table = Location::file("table");
    for (line, date, published) in
        [(2, "2026-11-30", ""), (3, "2026-10-31", "2026-11-09"), (4, "2027-01-31", "")]
    {
        let [date, published] = [date, published].map(str::to_owned);
        let row =
            NewRow { key: "usd".to_owned(), date, value: "4".to_owned(), published, ..NewRow::default() };
        merge.row(&row, &table.line(line), &mut diagnostics);
    }
    assert_eq!(diagnostics.errors(), 0);
    let merged = merge.finish();
    let origin = |at: &Location| merged.origin(at);
    let file = Location::file(FILE);
    // The header and three rows, two that were added, one that was there, and one that was added.
    let from = [1, 2, 3, 4, 5, 6, 7, 8].map(|line| origin(&file.line(line)));
    let expected = [
        file.line(1),
        file.line(2),
        file.line(3),
        file.line(4),
        table.line(3),
        table.line(2),
        file.line(5),
        table.line(4),
    ];
    assert_eq!(from, expected);
    for elsewhere in [file, Location::file("dataset.json").line(7), Location::file("gone.csv").line(7)] {
        assert_eq!(origin(&elsewhere), elsewhere);
    }
}
