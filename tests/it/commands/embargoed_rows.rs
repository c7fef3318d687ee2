//! Rows under embargo, as `record`, `import` and `undo` treat them: none is doubled, moved or taken away unless that is what
//! was asked for, and what was done is said [D30.5, D30.6].

use serde_json::Value;

use crate::support::dataset::DatasetFixture;
use crate::support::{outcome, write};

const FIRST: &str = "2062-12-12T09:00:00+04:00";
const LATER: &str = "2062-12-14T10:00:00+04:00";

impl DatasetFixture {
    /// The fixture with a wage of November under embargo.
    fn with_waiting_wage() -> Self {
        let fixture = DatasetFixture::new();
        fixture.write("indicators/wage.csv", waiting_wage("1110", FIRST));
        fixture
    }
}

fn waiting_wage(value: &str, not_before: &str) -> String {
    format!("date,value,published,not_before\n2026-10,1103.8,,\n2026-11,{value},,{not_before}\n")
}

#[test]
fn a_date_that_has_a_waiting_row_gets_no_other() {
    let fixture = DatasetFixture::with_waiting_wage();
    let said = format!(
        "1110 is already recorded for 2026-11-30 (indicators/wage.csv:3), embargoed until {FIRST}: --replace with --not-before moves the embargo, --replace alone takes it away"
    );
    for row in [
        ["wage", "2026-11", "1111", "", ""],
        ["wage", "2026-11", "1110", "", LATER],
        ["wage", "2026-11", "1110", "", "2061-01-01T09:00:00+04:00"],
        // The same hour of the same day, and another value.
        ["wage", "2026-11", "1111", "", FIRST],
        // The figure itself, openly.
        ["wage", "2026-11", "1110", "2026-12-01", ""],
        ["wage", "2026-11", "1112", "2063-01-01", ""],
    ] {
        for command in fixture.both(row, &["--allow", "future"]) {
            fixture.refused(&command, 2, &said);
        }
    }

    let [record, import] = fixture.both(["wage", "2026-11", "1111", "", LATER], &["--json"]);
    for command in [record, import] {
        let (code, stdout, _) = fixture.run(&command);
        let object: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(
            (code, &object["changed"], &object["errors"]),
            (2, &false.into(), &1.into()),
            "{stdout}"
        );
    }

    let (_, _, stderr) = fixture.run(&["record", "wage", "2026-11", "1111", "--lang", "ru"]);
    assert!(
        stderr.contains(&format!(
            "закрытое до {FIRST}: --replace с --not-before переносит срок"
        )),
        "{stderr}"
    );
    // Rows that are there already stay as they are, even if their instant is not given again.
    for row in [
        ["wage", "2026-11", "1110", "", ""],
        ["wage", "2026-11", "1110", "", FIRST],
    ] {
        let [record, import] = fixture
            .both(row, &["--lang", "en"])
            .map(|command| fixture.run(&command));
        let said = format!(
            "1110 is already recorded, nothing was changed, and it is still embargoed until {FIRST}\n"
        );
        assert!(
            record.0 == 0 && record.1.ends_with(&said),
            "{} {}",
            record.1,
            record.2
        );
        assert!(
            import.0 == 0 && import.1.contains("everything is already recorded"),
            "{} {}",
            import.1,
            import.2
        );
    }

    assert_eq!(
        fixture.read("indicators/wage.csv"),
        waiting_wage("1110", FIRST)
    );
    // Nor does one file have two.
    let table = fixture.dir.join("two.csv");
    write(
        &table,
        format!(
            "key,date,value,not_before\nusd,2026-11-21,1.7,{FIRST}\nusd,2026-11-21,1.7,{LATER}\n"
        ),
    );
    fixture.refused(
        &["import", table.to_str().unwrap(), "--allow", "future"],
        2,
        "two.csv:3: 1.7 is already recorded",
    );
}

#[test]
fn an_embargo_is_moved_or_taken_away_by_replacing() {
    let lifted =
        format!("embargo until {LATER} taken away: public with the next publication (1 row)\n");
    for by in [0, 1] {
        let fixture = DatasetFixture::with_waiting_wage();
        let replace = |row| {
            let more = ["--replace", "--allow", "future", "--lang", "en"];
            let (code, stdout, stderr) = fixture.run(&fixture.both(row, &more)[by]);
            assert_eq!(code, 0, "{stderr}");
            stdout
        };
        let said = replace(["wage", "2026-11", "1111", "", LATER]);
        let moved = format!("embargo moved from {FIRST} to {LATER} (1 row)\n");
        assert!(
            said.contains(&format!(
                "2026-11-30  1111, previously 1103.8 (2026-10-31), +0.65%, embargoed until {LATER}\n"
            )),
            "{said}"
        );
        assert!(said.contains(&moved), "{said}");
        assert_eq!(
            fixture.read("indicators/wage.csv"),
            waiting_wage("1111", LATER)
        );
        // Another value alone is no other embargo, and there is nothing to say of it.
        assert!(!replace(["wage", "2026-11", "1112", "", LATER]).contains("moved"));
        let said = replace(["wage", "2026-11", "1112", "2026-12-01", ""]);
        assert!(said.contains(&lifted), "{said}");
        let now = "date,value,published,not_before\n2026-10,1103.8,,\n2026-11,1112,2026-12-01,\n";
        assert_eq!(fixture.read("indicators/wage.csv"), now);
        // And placed on a row that is not public.
        fixture.run(&["record", "wage", "2026-12", "1120", "--allow", "future"]);
        let said = replace(["wage", "2026-12", "1120", "", LATER]);
        assert!(said.contains(&format!("embargoed until {LATER}")), "{said}");
        assert!(
            fixture
                .read("indicators/wage.csv")
                .ends_with(&format!("2026-12,1120,,{LATER}\n"))
        );
    }

    let fixture = DatasetFixture::with_waiting_wage();
    let lift = [
        "record",
        "wage",
        "2026-11",
        "1110",
        "--replace",
        "--allow",
        "future",
        "--lang",
        "ru",
    ];

    let (_, stdout, _) = fixture.run(&lift);
    assert!(
        stdout.contains(&format!(
            "срок {FIRST} снят: опубликует следующая публикация (1 строка)\n"
        )),
        "{stdout}"
    );
}

#[test]
fn a_public_figure_is_corrected_beside_a_waiting_revision() {
    let fixture = DatasetFixture::new();
    let rows = format!(
        "date,value,published,not_before\n2026-10,1103.8,2026-11-14,\n2026-10,1105,,{FIRST}\n"
    );
    fixture.write("indicators/wage.csv", &rows);
    let (code, _, stderr) = fixture.run(&[
        "record",
        "wage",
        "2026-10",
        "1104",
        "--published",
        "2026-11-16",
    ]);
    assert_eq!(code, 0, "{stderr}");
    let corrected = format!("{rows}2026-10,1104,2026-11-16,\n");
    assert_eq!(fixture.read("indicators/wage.csv"), corrected);
    fixture.refused(
        &["record", "wage", "2026-10", "1104.5"],
        2,
        "embargoed until",
    );
    fixture.refused(
        &[
            "record",
            "wage",
            "2026-10",
            "1104.5",
            "--published",
            "2062-12-12",
        ],
        2,
        "embargoed until",
    );
}

/// It would be public all the same.
#[test]
fn no_embargo_is_placed_beside_a_row_with_its_value() {
    let fixture = DatasetFixture::new();
    assert_eq!(fixture.run(&["record", "usd", "2026-11-21", "1.71"]).0, 0);
    for command in fixture.both(["usd", "2026-11-21", "1.71", "", FIRST], &[]) {
        fixture.refused(&command, 2, "and not public yet: replace it with --replace");
    }
}

#[test]
fn of_several_waiting_rows_none_is_meant() {
    let fixture = DatasetFixture::with_waiting_wage();
    fixture.write(
        "indicators/wage.csv",
        waiting_wage("1110", FIRST) + &format!("2026-11,1111,,{LATER}\n"),
    );
    let places = "(indicators/wage.csv:3, indicators/wage.csv:4): first take away all but one with `undo wage 2026-11-30`";
    for command in fixture.both(["wage", "2026-11", "1112", "", LATER], &["--replace"]) {
        fixture.refused(&command, 2, places);
    }

    let (code, stdout, stderr) = fixture.run(&["undo", "wage", "2026-11", "--yes", "--lang", "en"]);
    assert_eq!(
        (code, stdout.as_str()),
        (0, "undone: indicators/wage.csv: 2026-11-30  1111\n"),
        "{stderr}"
    );
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        waiting_wage("1110", FIRST)
    );
}

#[test]
fn an_import_is_placed_under_embargo_as_a_whole() {
    let fixture = DatasetFixture::new();
    let table = fixture.dir.join("table.csv");
    let import = |more: &[&str]| {
        let command = [
            "import",
            table.to_str().unwrap(),
            "--not-before",
            FIRST,
            "--lang",
            "en",
        ];
        fixture.run(&[&command, more].concat())
    };

    write(
        &table,
        "key,date,value\nwage,2026-11,1110\nusd,2026-11-21,1.71\n",
    );
    let (code, stdout, stderr) = import(&[]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(
        stdout.matches(&format!("embargoed until {FIRST}")).count(),
        2,
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/usd.csv")
            .contains(&format!("2026-11-21,1.71,{FIRST}\n"))
    );
    let (code, stdout, _) = import(&["--replace"]);
    assert!(
        code == 0 && stdout.contains("everything is already recorded"),
        "{stdout}"
    );
    write(
        &table,
        format!("key,date,value,not_before\nwage,2026-12,1110,{LATER}\n"),
    );
    let (code, _, stderr) = import(&[]);
    let said = format!(
        "table.csv:2: `not_before` is {LATER} here, and --not-before is {FIRST}: give only one of them"
    );
    assert!(code == 2 && stderr.contains(&said), "{stderr}");
    let (code, _, _) = fixture.run(&["import", table.to_str().unwrap(), "--not-before", "soon"]);
    assert_eq!(code, 1);
}

/// A dataset with a note of an edit by somebody else.
fn noted_by_another() -> DatasetFixture {
    let fixture = DatasetFixture::new();
    assert_eq!(fixture.run(&["record", "usd", "2026-11-21", "1.71"]).0, 0);
    let notes = fixture.read(".edits.jsonl");
    let (before, user) = notes.split_once("\"user\":\"").unwrap();
    let (_, after) = user.split_once('"').unwrap();
    fixture.write(
        ".edits.jsonl",
        format!("{before}\"user\":\"rashad\"{after}"),
    );
    fixture
}

#[test]
fn a_row_is_taken_away_whatever_came_after_it() {
    let fixture = DatasetFixture::new();
    let before = fixture.read("indicators/usd.csv");
    assert_eq!(fixture.run(&["record", "usd", "2026-11-21", "1.71"]).0, 0);
    assert_eq!(fixture.run(&["record", "usd", "2026-11-22", "1.72"]).0, 0);
    assert_eq!(fixture.run(&["checked", "bank"]).0, 0);
    let (code, stdout, stderr) = fixture.run(&["undo", "usd", "2026-11-21", "--lang", "en"]);
    assert_eq!(
        (code, stdout.as_str()),
        (0, "undone: indicators/usd.csv: 2026-11-21  1.71\n"),
        "{stderr}"
    );
    assert_eq!(
        fixture.read("indicators/usd.csv"),
        format!("{before}2026-11-22,1.72\n")
    );
    // It is an edit like any other.
    let (code, stdout, _) = fixture.run(&["undo", "--lang", "en"]);
    assert!(
        code == 0 && stdout.starts_with("undone: undo usd 2026-11-21 ("),
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/usd.csv")
            .contains("2026-11-21,1.71\n2026-11-22,1.72\n")
    );
    for (row, code, said) in [
        (
            &["usd", "2026-11-25"][..],
            2,
            "indicators/usd.csv: there is no row for 2026-11-25",
        ),
        (&["usd", "25.11.2026"], 2, "25.11.2026"),
        (&["used", "2026-11-21"], 2, "used"),
        (&["usd"], 1, "a row is named by KEY and DATE"),
        (&["--allow", "loss"], 1, "--allow is for a single row"),
    ] {
        fixture.refused(&[&["undo"], row].concat(), code, said);
    }
}

#[test]
fn what_somebody_else_recorded_is_taken_away_on_confirmation_only() {
    let fixture = noted_by_another();
    fixture.refused(
        &["undo"],
        1,
        "nothing was undone: the last edit (record usd 2026-11-21 1.71 (",
    );
    fixture.refused(&["undo", "--yes"], 1, "rashad)) is not yours");
    fixture.refused(
        &["undo", "usd", "2026-11-21"],
        1,
        "somebody else recorded this row (record usd 2026-11-21 1.71 (",
    );
    let (_, _, stderr) = fixture.run(&["undo", "usd", "2026-11-21", "--lang", "ru"]);
    assert!(
        stderr.contains("эту строку записал другой человек (record usd")
            && stderr.ends_with("повторите команду, добавив --yes\n"),
        "{stderr}"
    );
    assert_eq!(fixture.run(&["undo", "usd", "2026-11-21", "--yes"]).0, 0);
    // Of a row of the files nobody knows anything, also whether it is public.
    let unknown = ["undo", "usd", "2026-11-20"];
    fixture.refused(&unknown, 1, "who recorded this row is not known");
    fixture.refused(
        &[&unknown[..], &["--yes"]].concat(),
        1,
        "  loss usd 2026-11-20: 1.7 was published and would disappear",
    );
    let (code, _, stderr) =
        fixture.run(&[&unknown[..], &["--yes", "--allow", "loss=usd"]].concat());
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn a_row_that_waits_in_the_live_release_is_taken_away_on_confirmation_only() {
    let fixture = DatasetFixture::new();
    let store = fixture.dir.join("store").to_str().unwrap().to_owned();
    let publish = |more: &[&str]| {
        let dataset = fixture.dataset.to_str().unwrap();
        let publish = [
            "publish",
            dataset,
            "--new-store",
            "--store",
            &store,
            "--no-reload",
            "--yes",
            "--lang",
            "en",
        ];

        outcome(&[&publish, more].concat())
    };

    assert_eq!(
        fixture
            .run(&["record", "wage", "2026-11", "1110", "--not-before", FIRST])
            .0,
        0
    );
    assert_eq!(publish(&[]).0, 0);
    let waits = format!(
        "1 row of the live release clean.1 embargoed until {FIRST}: nothing will appear then, and the next publication will need --allow loss"
    );
    let row = ["undo", "wage", "2026-11", "--store", &store];
    fixture.refused(&row, 1, &waits);
    fixture.refused(&["undo", "--store", &store], 1, &waits);
    // By the notes, where no store is named.
    fixture.refused(&["undo", "wage", "2026-11"], 1, &waits);
    assert_eq!(fixture.run(&[&row[..], &["--yes"]].concat()).0, 0);
    let (code, _, stderr) = publish(&[]);
    let lost = format!("  loss wage 2026-11-30: 1110, embargoed until {FIRST}, would disappear\n");
    assert!(code == 1 && stderr.contains(&lost), "{stderr}");
    assert_eq!(publish(&["--allow", "loss=wage"]).0, 0);
    // A public row needs the same word where it is taken away.
    let public = ["undo", "usd", "2026-11-20", "--yes", "--store", &store];
    fixture.refused(&public, 1, "run the command again with --allow loss=usd");
    assert_eq!(
        fixture
            .run(&[&public[..], &["--allow", "loss=usd"]].concat())
            .0,
        0
    );
}
