//! A dataset whose tables were saved by a spreadsheet with Russian settings: it says the same, and keeps the form that it has.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::checked::{base, check};
use crate::support::{TempDir, export, outcome, tree};

/// A character of windows-1251 as its byte.
fn in_windows_1251(text: &str) -> Vec<u8> {
    let byte = |c: char| match u32::from(c) {
        code @ 0..=0x7f => code as u8,
        code @ 0x410..=0x44f => (code - 0x410 + 0xc0) as u8,
        0x401 => 0xa8,
        0x451 => 0xb8,
        0x2116 => 0xb9,
        0x2014 => 0x97,
        _ => panic!("{c} is not in the sample"),
    };

    text.chars().map(byte).collect()
}

/// A plain table with semicolons, decimal commas, CRLF and dates as 20.11.2026.
fn saved_by_excel(table: &str) -> String {
    let mut saved = String::new();
    for line in table.lines() {
        let cells = line
            .split(',')
            .map(|cell| match cell.split('-').collect::<Vec<_>>()[..] {
                [year, month, day] if year.len() == 4 && day.len() == 2 => {
                    format!("{day}.{month}.{year}")
                }
                [year, month] if year.len() == 4 && month.len() == 2 => format!("{month}.{year}"),
                _ if cell.parse::<f64>().is_ok() => cell.replace('.', ","),
                _ => cell.to_owned(),
            });

        saved += &(cells.collect::<Vec<_>>().join(";") + "\r\n");
    }

    saved
}

fn tables(dataset: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(dataset.join("indicators")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.extend(["calendar.csv", "checks.csv"].map(|name| dataset.join(name)));
    paths.retain(|path| path.extension().is_some_and(|end| end == "csv") && path.exists());
    paths
}

/// A dataset says the same when its tables are written in a form. Those with quotation marks are left as they are.
#[track_caller]
fn assert_says_the_same(form: fn(&str) -> String) {
    let dir = TempDir::new();
    let dataset = base(&dir);
    let before = export(&dataset, &[]);
    for path in tables(&dataset) {
        let table = fs::read_to_string(&path).unwrap();
        if !table.contains('"') {
            fs::write(&path, form(&table)).unwrap();
        }
    }

    check(&dataset).assert_sound();
    assert_eq!(export(&dataset, &[]), before, "{}", form("date,value\n"));
}

#[test]
fn a_dataset_that_excel_saved_says_the_same() {
    assert_says_the_same(saved_by_excel);
}

/// A table with something behind each line, and before each.
fn framed(table: &str, before: &str, behind: &str) -> String {
    let lines = table
        .lines()
        .map(|line| format!("{before}{line}{behind}\n"));
    lines.collect()
}

/// Cells that were used once are written as empty ones by every spreadsheet.
#[test]
fn what_spreadsheets_add_around_a_table_says_nothing() {
    let forms: [fn(&str) -> String; 5] = [
        |table| table.to_owned() + ",,,\n,,,\n",
        |table| framed(table, "", ",") + ",,\n",
        |table| framed(table, ",", ",,"),
        |table| saved_by_excel(table) + ";;;\r\n",
        |table| framed(&saved_by_excel(table), ";", ";"),
    ];

    for form in forms {
        assert_says_the_same(form);
    }
}

fn run(arguments: &[&str], dataset: &Path) {
    let options = ["--dataset", dataset.to_str().unwrap(), "--lang", "en"];
    let (code, _, stderr) = outcome(&[arguments, &options].concat());
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
}

#[test]
fn commands_write_their_rows_in_the_form_of_the_file() {
    for (before, arguments, after) in [
        (
            "date;value;ref\r\n30.06.2026;45310,5;Отчёт № 6\r\n",
            ["2026-07", "45500.25", "ЦБА"],
            "date;value;ref\r\n30.06.2026;45310,5;Отчёт № 6\r\n31.07.2026;45500,25;ЦБА\r\n",
        ),
        (
            "date;value;ref\n06.2026;45310,5;\n",
            ["2026-07-31", "45500.25", "a;b"],
            "date;value;ref\n06.2026;45310,5;\n07.2026;45500,25;\"a;b\"\n",
        ),
        (
            "date,value,ref\n2026-05-01,45300,\n2026-06-01,45310.5,\n",
            ["2026-07", "45500.25", "CBAR"],
            "date,value,ref\n2026-05-01,45300,\n2026-06-01,45310.5,\n2026-07-01,45500.25,CBAR\n",
        ),
        (
            "date;value;ref\nиюн.26;45310,5;\n",
            ["2026-07", "45500.25", "CBAR"],
            "date;value;ref\nиюн.26;45310,5;\n07.2026;45500,25;CBAR\n",
        ),
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        let file = dataset.join("indicators/m2.csv");
        for to_bytes in [in_windows_1251, |text: &str| text.as_bytes().to_vec()] {
            fs::write(&file, to_bytes(before)).unwrap();
            check(&dataset).assert_sound();
            let [date, value, reference] = arguments;
            run(&["record", "m2", date, value, "--ref", reference], &dataset);
            assert_eq!(fs::read(&file).unwrap(), to_bytes(after), "{before}");

            check(&dataset).assert_sound();
            run(&["undo"], &dataset);
            assert_eq!(fs::read(&file).unwrap(), to_bytes(before), "{before}");
        }
    }
}

#[test]
fn what_is_in_doubt_in_another_form_is_refused() {
    for (table, problem) in [
        (
            "date;value\n30.06.2026;45.310\n",
            "may be `45310` or `45,310`",
        ),
        ("date;value\n30.06.2026;1,2,3\n", "value `1,2,3`"),
        ("date,value\n2026-05-01,1\n2026-06-30,2\n", "2026-05-01"),
        ("date;value\n01.05.2026;1\n30.06.2026;2\n", "2026-05-01"),
        ("date;value\n26.июн;1\n", "26.июн"),
        (
            "date;value;ref\n30.06.2026;1,5;a;b\n",
            "remove each extra `;`",
        ),
        ("date;value;ref\n30.06.2026;1,5\n", "lacks `;`"),
        ("date;value\n30.06.2026,5\n", "with `;`, not with `,`"),
        ("date,value\n2026-06-30;5\n", "with `,`, not with `;`"),
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        fs::write(dataset.join("indicators/m2.csv"), table).unwrap();
        let checked = check(&dataset);
        assert!(checked.report.contains(problem), "{table}: {checked:?}");
        assert_eq!(checked.code, Some(2));
    }
}

/// Latin letters of windows-1252 and 1254, and KOI8-R, are not taken for Cyrillic ones.
#[test]
fn words_that_another_code_has_made_are_refused() {
    for reference in [
        &b"T\xfcrkiye"[..],
        b"\xd0elf \xfcreti",
        b"na\xefve",
        b"\xed\xc9\xce\xc6\xc9\xce",
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        let table = [b"date;value;ref\n30.06.2026;1,5;", reference, b"\n"].concat();
        fs::write(dataset.join("indicators/m2.csv"), table).unwrap();
        let checked = check(&dataset);
        let problem = "save the file as UTF-8";
        assert!(checked.report.contains(problem), "{checked:?}");
    }
}

/// Checks and the calendar keep their form as well.
#[test]
fn a_check_is_written_in_the_form_of_its_table() {
    let dir = TempDir::new();
    let dataset = base(&dir);
    let checks = dataset.join("checks.csv");
    fs::write(&checks, "source;checked_at;error\r\n").unwrap();
    let source = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    let id = source
        .split("\"sources\"")
        .nth(1)
        .unwrap()
        .split('"')
        .nth(1)
        .unwrap();
    run(&["checked", id, "--at", "2026-11-20T08:00:00Z"], &dataset);
    let written = fs::read_to_string(&checks).unwrap();
    assert!(
        written.ends_with(&format!("\r\n{id};2026-11-20T12:00:00+04:00;\r\n")),
        "{written}"
    );
    assert!(!tree(&dataset).is_empty());
}
