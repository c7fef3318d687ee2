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

/// What an edit returns, and what it says, each at the place that was given.
fn said<T>(edit: impl FnOnce(&Location, &mut Diagnostics) -> T) -> (T, Vec<Message>) {
    let (location, mut diagnostics) = (Location::file("argument"), Diagnostics::default());
    let returned = edit(&location, &mut diagnostics);
    assert!(diagnostics.problems().iter().all(|problem| problem.location == location));
    (returned, diagnostics.problems().iter().map(|problem| problem.message.clone()).collect())
}

#[test]
fn a_row_is_recorded_cell_by_cell_and_named() {
    let (_scratch, mut workspace) = dataset();
    let mut record = |row: &NewRow| said(|at, diagnostics| record(&mut workspace, row, at, diagnostics));
    let full = NewRow {
        reported_change: "1.5".to_owned(),
        reference: "p. 2".to_owned(),
        flag: "provisional".to_owned(),
        ..given("2026-10", "2", "2026-11-05")
    };
    let name =
        RowName { key: "usd".to_owned(), date: "2026-10-31".to_owned(), published: "2026-11-05".to_owned() };
    assert_eq!(record(&full), (Some(name), Vec::new()));
    assert_eq!(record(&given("2026-10-32", "2", "")).0, None);
    assert_eq!(record(&given("2026-10-31", "2,5", "")).1, [say::not_a_number_meant("value", "2,5", "2.5")]);
    let unknown = NewRow { key: "us".to_owned(), ..given("2026-10-31", "2", "") };
    assert_eq!(record(&unknown), (None, vec![say::unknown_indicator("us", Some("usd"))]));
    assert_eq!(
        text(&workspace, "indicators/usd.csv"),
        "date,value,published,reported_change_pct,ref,flag\n2026-09-30,1,,,,\n2026-10,2,2026-11-05,1.5,p. 2,provisional\n"
    );
}

#[test]
fn only_what_a_command_has_recorded_is_replaced() {
    let (scratch, mut workspace) = dataset();
    let mut rows = Vec::new();
    for published in ["", "2026-11-05"] {
        let row = given("2026-10-31", "2", published);
        rows.extend(record(&mut workspace, &row, &Location::file("a"), &mut Diagnostics::default()));
    }
    // Recorded for a day that the file will not have.
    rows.push(RowName { date: "2026-11-30".to_owned(), ..rows[0].clone() });
    workspace.save("record", "now", rows, &mut |_| ()).unwrap();
    drop(workspace);
    let mut workspace = Workspace::open(scratch.as_ref(), &mut |_| ()).unwrap();
    let mut replace = |row: &NewRow| said(|at, diagnostics| replace(&mut workspace, row, at, diagnostics));
    let day = |text: &str| calendar_date(text).unwrap();
    assert_eq!(replace(&given("2026-09-30", "3", "")).1, [say::may_be_public(day("2026-09-30"))]);
    assert_eq!(replace(&given("2026-11-30", "3", "")).1, [say::nothing_to_replace(day("2026-11-30"))]);
    let flagged = NewRow { flag: "break".to_owned(), ..given("2026-10", "3", "2026-11-05") };
    let (name, problems) = replace(&flagged);
    assert_eq!((name.unwrap().date.as_str(), problems), ("2026-10-31", Vec::new()));
    assert_eq!(
        text(&workspace, "indicators/usd.csv"),
        "date,value,published,flag\n2026-09-30,1,,\n2026-10-31,2,,\n2026-10-31,3,2026-11-05,break\n"
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
