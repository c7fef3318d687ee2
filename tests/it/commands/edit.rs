//! The daily edits: one row changes, the rest of the file does not, and nothing that `check` would refuse is written.

use std::fs;

use crate::support::dataset::DatasetFixture;
use crate::support::{tree, write};

#[test]
fn a_row_is_recorded_where_it_belongs() {
    let fixture = DatasetFixture::new();
    fixture.write(
        "indicators/usd.csv",
        "\u{feff}value,date\r\n\r\n1.7,2026-10-20\r\n\"1.7\",2026-11-20\r\n",
    );
    assert_eq!(fixture.run(&["record", "usd", "2026-11-01", "1.69"]).0, 0);
    let expected =
        "\u{feff}value,date\r\n\r\n1.7,2026-10-20\r\n1.69,2026-11-01\r\n\"1.7\",2026-11-20\r\n";
    assert_eq!(fixture.read("indicators/usd.csv"), expected);
    let negative = ["record", "wage", "2026-09", "-3.5", "--allow", "jump=wage"];
    assert_eq!(
        fixture.run(&negative).0,
        0,
        "a negative value needs no trick"
    );
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        "date,value\n2026-09,-3.5\n2026-10,1103.8\n"
    );
}

#[test]
fn a_revision_needs_its_date_of_publication() {
    let fixture = DatasetFixture::new();
    let there = "1103.8 is already recorded for 2026-10-31 (indicators/wage.csv:2): correct it with `record --replace`";
    fixture.refused(&["record", "wage", "2026-10-31", "1104"], 2, there);
    let revision = [
        "record",
        "wage",
        "2026-10-31",
        "1104",
        "--published",
        "2026-11-15",
        "--reported-change",
        "-0.5",
    ];

    assert_eq!(fixture.run(&revision).0, 0);
    let expected = "date,value,published,reported_change_pct\n2026-10,1103.8,,\n2026-10-31,1104,2026-11-15,-0.5\n";
    assert_eq!(fixture.read("indicators/wage.csv"), expected);
}

#[test]
fn an_origin_and_flags_are_recorded_with_their_figure() {
    let fixture = DatasetFixture::new();
    let origin = "Bulletin 11, \"Prices\"";
    let record = [
        "record",
        "usd",
        "2026-11-21",
        "1.71",
        "--ref",
        origin,
        "--flag",
        "provisional rounded",
    ];

    assert_eq!(fixture.run(&record).0, 0);
    let row = |value: &str, flags: &str| {
        format!(
            "date,value,ref,flag\n2026-10-20,1.7,,\n2026-11-20,1.7,,\n\
             2026-11-21,{value},\"Bulletin 11, \"\"Prices\"\"\",{flags}\n"
        )
    };
    assert_eq!(
        fixture.read("indicators/usd.csv"),
        row("1.71", "provisional rounded")
    );
    let other = ["record", "usd", "2026-11-21", "1.72"];
    fixture.refused(
        &other,
        2,
        "1.71 is already recorded for 2026-11-21 (indicators/usd.csv:4) and not public",
    );
    let replace = [
        "record",
        "usd",
        "2026-11-21",
        "1.72",
        "--flag",
        "estimated",
        "--replace",
    ];

    assert_eq!(fixture.run(&replace).0, 0);
    assert_eq!(
        fixture.read("indicators/usd.csv"),
        row("1.72", "estimated"),
        "what is not given stays"
    );
    let with = |option: &'static str, text: &'static str| {
        ["record", "usd", "2026-11-22", "1.7", option, text]
    };
    fixture.refused(
        &with("--flag", "provisionl"),
        2,
        "did you mean `provisional`?",
    );
    fixture.refused(
        &with("--flag", "rounded,estimated"),
        2,
        "write `rounded estimated`",
    );
    fixture.refused(&with("--ref", " "), 2, "indicators/usd.csv: ");
    let long = "x".repeat(201);
    fixture.refused(
        &["record", "usd", "2026-11-22", "1.7", "--ref", &long],
        2,
        "200",
    );
}

#[test]
fn what_check_refuses_is_not_recorded() {
    let fixture = DatasetFixture::new();
    fixture.refused(&["record", "usd", "11/10/2026", "1.7"], 2, "date");
    fixture.refused(&["record", "usd", "2026-11-21", "1,711"], 2, "value");
    fixture.refused(&["record", "usd", "2026-11", "1.7"], 2, "full date");
    fixture.refused(
        &["record", "wage", "2026-11-20", "1"],
        2,
        "last day of its month",
    );
    fixture.refused(
        &["record", "used", "2026-11-21", "1.7"],
        2,
        "did you mean `usd`?",
    );
    fixture.refused(
        &["record", "usd", "2026-11-21", "1.7", "--published", "soon"],
        2,
        "published",
    );
    fixture.write("indicators/wage.csv", "date,wage\n");
    fixture.refused(
        &["record", "usd", "2026-11-21", "1.7"],
        2,
        "indicators/wage.csv:1: unknown column `wage`",
    );
}

#[test]
fn checks_are_written_down() {
    let fixture = DatasetFixture::new();
    assert_eq!(
        fixture
            .run(&["checked", "bank", "--error", "no, \"timed out\""])
            .0,
        0
    );
    let failed =
        "source,checked_at,error\nbank,2026-11-20T08:00:00+04:00,\"no, \"\"timed out\"\"\"\n";
    assert_eq!(fixture.read("checks.csv"), failed);
    assert_eq!(
        fixture
            .run(&["checked", "bank", "--at", "2026-11-20T10:00:00Z"])
            .0,
        0
    );
    assert_eq!(
        fixture.read("checks.csv"),
        "source,checked_at,error\nbank,2026-11-20T14:00:00+04:00,\n"
    );
    // Lines of the file as it would be are none of the operator's.
    let (_, _, stderr) = fixture.run(&["checked", "bunk", "--lang", "en"]);
    assert!(
        stderr.starts_with("checks.csv: unknown source `bunk`: did you mean `bank`?"),
        "{stderr}"
    );
    fixture.refused(&["checked", "bunk"], 2, "did you mean `bank`?");
    fixture.refused(
        &[
            "checked",
            "bank",
            "--at",
            "2026-11-20T10:00:00Z",
            "--error",
            "x",
        ],
        1,
        "not both",
    );

    fs::remove_file(fixture.dataset.join("checks.csv")).unwrap();
    assert_eq!(
        fixture
            .run(&["checked", "bank", "--at", "2026-11-20T10:00:00Z"])
            .0,
        0
    );
    assert_eq!(
        fixture.read("checks.csv"),
        "source,checked_at,error\nbank,2026-11-20T14:00:00+04:00,\n"
    );
}

#[test]
fn an_import_is_all_or_nothing() {
    let fixture = DatasetFixture::new();
    let file = fixture.dataset.parent().unwrap().join("import.csv");
    let import = |fixture: &DatasetFixture| fixture.run(&["import", file.to_str().unwrap()]);
    write(
        &file,
        "key,date,value\nusd,2026-11-21,1.71\nwage,2026-11,1,105\nusd,21.11.2026,1.7\nuse,2026-11-22,x\n",
    );
    let before = tree(&fixture.dataset);
    let (code, _, stderr) = import(&fixture);
    assert_eq!(code, 2, "{stderr}");
    for line in ["import.csv:3: ", "import.csv:4: ", "import.csv:5: "] {
        assert!(stderr.contains(line), "{stderr}");
    }

    assert!(tree(&fixture.dataset) == before);
    write(
        &file,
        "value,key,date,published\n1105,wage,2026-09,2026-10-20\n1.71,usd,2026-11-21,\n1.72,usd,2026-11-22,\n",
    );
    let (code, stdout, stderr) = import(&fixture);
    assert_eq!(code, 0, "{stderr}");
    let last = format!(
        "2026-09-30  1105, the first observation\n{}: rows written: 3, already recorded: 0\n",
        file.display()
    );
    assert!(stdout.ends_with(&last), "{stdout}");
    assert_eq!(
        fixture.read("indicators/usd.csv"),
        "date,value\n2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n2026-11-22,1.72\n"
    );
    assert_eq!(
        fixture.read("indicators/wage.csv"),
        "date,value,published\n2026-09,1105,2026-10-20\n2026-10,1103.8,\n"
    );
}
