//! Observations that are recorded and replaced, and checks that are written down.

use super::*;
use crate::messages::Message;
use crate::scratch::Scratch;

/// A dataset with one observation that nobody has recorded by a command.
fn dataset() -> (Scratch, Workspace) {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    scratch.write("indicators/usd.csv", "date,value,published\n2026-09-30,1,\n");
    let workspace = Workspace::open(scratch.as_ref(), &mut |_| ()).unwrap();
    (scratch, workspace)
}

fn given(date: &str, value: &str, published: &str) -> NewRow {
    let [date, value, published] = [date, value, published].map(str::to_owned);
    NewRow { key: "usd".to_owned(), date, value, published, ..NewRow::default() }
}

fn text(workspace: &Workspace, path: &str) -> String {
    String::from_utf8(workspace.file(path).unwrap().bytes.clone()).unwrap()
}

/// What becomes of a row that is added, and what is said at the place where it was given.
fn recorded(workspace: &mut Workspace, row: &NewRow) -> (Option<RecordedRow>, Vec<Message>) {
    let mut diagnostics = Diagnostics::default();
    let begun = RowEdit::begin(workspace, row, Writing::Adding, None, &mut diagnostics);
    let written = begun.map(|edit| edit.write(workspace));
    let location = Location::file(observations_of(&row.key));
    assert!(diagnostics.problems().iter().all(|problem| problem.location == location));
    (written, diagnostics.problems().iter().map(|problem| problem.message.clone()).collect())
}

#[test]
fn a_row_is_recorded_cell_by_cell_and_named() {
    let (_scratch, mut workspace) = dataset();
    let full = NewRow {
        reported_change: "1.5".to_owned(),
        reference: "p. 2".to_owned(),
        flag: "provisional".to_owned(),
        ..given("2026-10", "2", "2026-11-05")
    };
    let [key, date, published, value] = ["usd", "2026-10-31", "2026-11-05", "2"].map(str::to_owned);
    let name = RecordedRow { key, date, published, value };
    assert_eq!(recorded(&mut workspace, &full), (Some(name), Vec::new()));
    let mut said = |row: &NewRow| recorded(&mut workspace, row).1;
    assert_eq!(said(&given("2026-10-32", "2", "")).len(), 1);
    assert_eq!(said(&given("2026-10-31", "2,5", "")), [msg::not_a_number_meant("value", "2,5", "2.5")]);
    let unknown = NewRow { key: "us".to_owned(), ..given("2026-10-31", "2", "") };
    assert_eq!(said(&unknown), [msg::unknown_indicator("us", Some("usd"))]);
    assert_eq!(
        text(&workspace, "indicators/usd.csv"),
        "date,value,published,reported_change_pct,ref,flag\n2026-09-30,1,,,,\n2026-10,2,2026-11-05,1.5,p. 2,provisional\n"
    );
}

#[test]
fn a_row_that_is_there_is_told_apart_by_its_publication() {
    let (_scratch, mut workspace) = dataset();
    recorded(&mut workspace, &given("2026-10-31", "2", "2026-11-05")).0.unwrap();
    for (published, twin) in [("2026-11-05", Some("2")), ("2026-11-06", None), ("", None)] {
        let row = NewRow { flag: "break".to_owned(), ..given("2026-10", "3", published) };
        let unread = &mut Diagnostics::default();
        let edit = RowEdit::begin(&workspace, &row, Writing::Replacing, None, unread).unwrap();
        let found = edit.existing().map(|there| (there.value.as_str(), there.location.line));
        assert_eq!(found, twin.map(|value| (value, Some(3))), "{published}");
        if twin.is_some() {
            assert_eq!(edit.write(&mut workspace).value, "3");
        }
    }
    assert_eq!(
        text(&workspace, "indicators/usd.csv"),
        "date,value,published,flag\n2026-09-30,1,,\n2026-10-31,3,2026-11-05,break\n"
    );
}

#[test]
fn a_check_that_failed_leaves_the_last_successful_one() {
    let (_scratch, mut workspace) = dataset();
    let offset = "+04:00".parse().unwrap();
    let at = "2026-11-20T05:00:00Z".parse().unwrap();
    let mut check = |source: &str, outcome: CheckOutcome<'_>| {
        checked(&mut workspace, source, &outcome, offset);
        text(&workspace, CHECKS)
    };
    let header = checks_file::HEADER.trim_end();
    let bank = "bank,2026-11-20T09:00:00+04:00,";
    assert_eq!(check("bank", CheckOutcome::Succeeded(at)), format!("{header}\n{bank}\n"));
    assert_eq!(check("bank", CheckOutcome::Failed("no answer")), format!("{header}\n{bank}no answer\n"));
    assert_eq!(
        check("office", CheckOutcome::Failed("late")),
        format!("{header}\n{bank}no answer\noffice,,late\n")
    );
}
