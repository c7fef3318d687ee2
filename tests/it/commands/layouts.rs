//! Workbooks as others write them, by `tests/workbooks/layouts.py`: what a cell shows counts, and what is not understood
//! refuses the file.

use std::fs;

use super::tables::listed;
use crate::support::{project, samples};

/// The output of `--list` for a workbook by a definition, without warnings and the line that counts faults.
fn listed_layout(name: &str, definition: &str) -> Vec<String> {
    let content = fs::read(project(&format!("tests/workbooks/layouts/{name}"))).unwrap();
    // The year of the file, for those of which it is taken.
    let name = name.replace('/', "-").replace('.', " 2025.");
    let mut lines = listed(definition, &name, content, &["--table", "bank"]);
    lines.retain(|line| !line.starts_with("warning: ") && !line.contains("cannot be read"));
    lines
}

const M3: &str = r#""sheet": "A", "labels": ["M3"], "series": { "m3": {} }"#;

/// Adds members to the definition above.
fn m3_with(members: &str) -> String {
    format!("{M3}, {members}")
}

#[track_caller]
fn reads(name: &str, definition: &str, expected: &[&str]) {
    assert_eq!(listed_layout(name, definition), expected, "{name}");
}

/// The only fault is this one.
#[track_caller]
fn refuses(name: &str, definition: &str, fault: &str) {
    let lines = listed_layout(name, definition);
    let faults: Vec<&String> = lines
        .iter()
        .filter(|line| !line.starts_with("A!"))
        .collect();
    assert!(
        faults.len() == 1 && faults[0].contains(fault),
        "{name}: {lines:#?}\n{fault}"
    );
}

#[test]
fn a_date_has_no_year_but_the_one_that_is_shown() {
    let months = [
        "A!B3  m3  2025-01  1250",
        "A!B4  m3  2025-02  1260",
        "A!B5  m3  2025-03  1270",
    ];
    reads("months.xlsx", &m3_with(r#""year": "file""#), &months);
    reads("months.xlsx", &m3_with(r#""year": "Buraxılış *""#), &months);
    refuses("months.xlsx", M3, "A!A3: the year of `Jan` is not known");
    reads(
        "months.xls",
        M3,
        &["A!C2  m3  2025-01  1.5", "A!C3  m3  2025-02  2.5"],
    );
    let daily = r#""sheet": "A", "labels": ["M3"], "year": "file", "series": { "daily": {} }"#;
    reads(
        "days.xlsx",
        daily,
        &["A!B2  daily  2025-01-25  1", "A!B3  daily  2025-02-25  2"],
    );
    let annual = r#""sheet": "A", "labels": ["M3"], "series": { "pay": {} }"#;
    reads(
        "years.xlsx",
        annual,
        &["A!B2  pay  2024  1", "A!B3  pay  2025  2"],
    );
}

#[test]
fn a_number_means_what_its_format_shows() {
    let rate = |members: &str| {
        format!(r#""sheet": "A", "labels": ["M3"]{members}, "series": {{ "rate": {{}} }}"#)
    };
    let marked = rate(r#", "flags": { "p": "provisional" }, "scale": 100"#);
    for name in ["shown.xlsx", "shown.xls"] {
        let lines = [
            "A!B2  rate  2025-01  510",
            "A!B4  rate  2025-03  520  provisional",
            "A!B5  rate  2025-04  5.3",
            "A!B6  rate  2025-05  550",
        ];
        reads(name, &marked, &lines);
        refuses(name, &rate(""), "A!B4: `5.2p` is not a number");
    }

    refuses("scaled.xlsx", M3, "A!B2: `46311 / 1000…` is not a number");
    reads("merged.xlsx", M3, &["A!B2  m3  2025-01  1"]);
}

#[test]
fn raised_characters_are_no_part_of_a_period_or_a_number() {
    for name in ["raised.xlsx", "raised-year.xlsx"] {
        reads(
            name,
            M3,
            &["A!B3  m3  2025-11  11", "A!B4  m3  2025-12  12"],
        );
    }

    refuses("raised-value.xlsx", M3, "A!B2: `12.51` is not a number");
    let known = m3_with(r#""flags": { "1": "" }"#);
    reads("raised-value.xlsx", &known, &["A!B2  m3  2025-01  12.5"]);
}

#[test]
fn a_formula_without_a_result_is_a_fault() {
    for name in ["uncalculated.xlsx", "uncalculated-openpyxl.xlsx"] {
        refuses(name, M3, "A!C2: a formula without a result");
    }
}

#[test]
fn no_label_beside_a_figure_is_passed_over() {
    let matrix = r#""sheet": "A", "layout": "matrix", "labels": [], "series": { "rate": {} }"#;
    refuses("matrix.xlsx", matrix, "A!D1: `2025?` is no period");
    refuses("newest.xlsx", M3, "A!A2: `2025-03 p` is no period");
    refuses(
        "totals.xlsx",
        M3,
        "A!A15: `2024` has months above it and none below",
    );
    let across = r#""sheet": "A", "layout": "columns", "labels": ["Val"], "series": { "pay": {} }"#;
    refuses("flags.xlsx", across, "A!C2: beside the value stands `b`");
    let flags = format!(r#"{across}, "flag": "right", "flags": {{ "b": "", "p": "provisional" }}"#);
    reads(
        "flags.xlsx",
        &flags,
        &["A!B2  pay  2023  1.6", "A!D2  pay  2024  1.7  provisional"],
    );
    refuses(
        "firsts.xlsx",
        M3,
        "A!A2: `2025-02-01` is the first of a month",
    );
    let previous = m3_with(r#""firstOfMonth": "previous""#);
    reads(
        "firsts.xlsx",
        &previous,
        &["A!B2  m3  2025-01  1", "A!B3  m3  2025-02  2"],
    );
    let same = m3_with(r#""firstOfMonth": "same""#);
    reads(
        "firsts.xlsx",
        &same,
        &["A!B2  m3  2025-02  1", "A!B3  m3  2025-03  2"],
    );
}

#[test]
fn headings_in_two_languages_lead_to_one_column() {
    let import = r#""sheet": "A", "labels": ["Import"], "series": { "m3": {} }"#;
    reads(
        "bilingual.xlsx",
        import,
        &["A!C4  m3  2025-01  5", "A!C5  m3  2025-02  6"],
    );
    let fiscal = listed_layout("fiscal.xlsx", &m3_with(r#""yearStart": 7"#));
    let (first, last) = (fiscal.first().unwrap(), fiscal.last().unwrap());
    assert_eq!(first, "A!B3  m3  2025-07  0");
    assert_eq!(last, "A!B16  m3  2026-07  20");
    assert_eq!(fiscal.len(), 13, "{fiscal:#?}");
}

#[test]
fn what_libreoffice_saves_is_read_as_what_it_opened() {
    let import = r#""sheet": "A", "labels": ["Import"], "series": { "m3": {} }"#;
    let matrix = r#""sheet": "A", "layout": "matrix", "labels": [], "series": { "rate": {} }"#;
    let shown = r#""sheet": "A", "labels": ["M3"], "flags": { "p": "provisional" }, "series": { "rate": {} }"#;
    let fiscal = m3_with(r#""yearStart": 7"#);
    for (original, copy, definition) in [
        ("fiscal.xlsx", "fiscal.xls", fiscal.as_str()),
        ("matrix.xlsx", "matrix.xls", matrix),
        ("raised.xlsx", "raised.xls", M3),
        ("bilingual.xlsx", "bilingual.xlsx", import),
        ("shown.xlsx", "shown.xlsx", shown),
        ("totals.xlsx", "totals.xlsx", M3),
    ] {
        let expected = listed_layout(original, definition);
        let found = listed_layout(&format!("libreoffice/{copy}"), definition);
        assert!(
            found == expected && !found.is_empty(),
            "{copy}: {found:#?}\n{expected:#?}"
        );
    }
}

/// Commas, semicolons and tabs, in UTF-8, UTF-16 and windows-1251.
#[test]
fn a_text_is_read_as_a_sheet() {
    let definition = r#""labels": ["M3"], "decimal": ",", "series": { "m3": {} }"#;
    let utf16 = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let tabs = "Tarix\tM3\nyanvar 2026\t1,5\nfevral 2026\t\"1 234,5\"\n";
    let mut cyrillic = b"\xcf\xe5\xf0\xe8\xee\xe4;M3\r\n".to_vec();
    cyrillic.extend(b"31.01.2026 \xe3.;1,5\r\n28.02.2026 \xe3.;1234,5\r\n");
    for (name, content) in [
        ("a.tsv", tabs.as_bytes().to_vec()),
        ("a.txt", utf16(tabs)),
        (
            "a.csv",
            tabs.replace(',', ".")
                .replace('\t', ",")
                .replace("1.5", "\"1,5\"")
                .replace("234.5", "234,5")
                .into_bytes(),
        ),
        ("b.csv", cyrillic),
    ] {
        let lines = listed(definition, name, content, &["--table", "bank"]);
        assert_eq!(
            lines,
            ["B2  m3  2026-01  1.5", "B3  m3  2026-02  1234.5"],
            "{name}"
        );
    }

    for (content, fault) in [
        (
            &b"Dx\xf6vr;M3\nAyl\xfdq b\xfclleten;1\n"[..],
            "looks like windows-1254",
        ),
        (b"P;M3\n2026-01;1,5\n2026-02;2,5 \xc9\x99\xc9", "not UTF-8"),
        (b"\x8f\xa5\xe0\xa8\xae\xa4;M3\n2026-01;1,5\n", "not UTF-8"),
        (b"", "empty"),
    ] {
        let lines = listed(definition, "c.csv", content.to_vec(), &["--table", "bank"]);
        assert!(lines.concat().contains(fault), "{fault}: {lines:#?}");
    }
}

/// Tables whose months are numbers beside their years, and months in two languages.
#[test]
fn months_are_told_by_the_heading_above_their_numbers() {
    let definition = r#""labels": ["M3"], "series": { "m3": {} }"#;
    for (content, expected) in [
        (
            "Year,Month,M3\n2025,12,1.5\n2026,1,2.5\n",
            ["C2  m3  2025-12  1.5", "C3  m3  2026-01  2.5"],
        ),
        (
            "İl;Ay;M3\n2025;12;1,5\n;;\n2026;1;2,5\n",
            ["C2  m3  2025-12  1.5", "C4  m3  2026-01  2.5"],
        ),
        (
            "P,M3\nDekabr / December 2025,1.5\nYanvar/January 2026,2.5\n",
            ["B2  m3  2025-12  1.5", "B3  m3  2026-01  2.5"],
        ),
    ] {
        let lines = listed(definition, "a.csv", content.into(), &["--table", "bank"]);
        assert_eq!(lines, expected, "{content}");
    }

    // A rank is no month.
    let ranks = "Year,Rank,M3\n2025,12,1.5\n2026,1,2.5\n";
    let lines = listed(definition, "a.csv", ranks.into(), &["--table", "bank"]);
    assert!(lines.concat().contains("heads nothing"), "{lines:#?}");
}

/// Files of other programs, whatever their name.
#[test]
fn a_file_of_another_format_is_called_what_it_is() {
    let archive = |part: &str| samples::archive(&[(part.to_owned(), b"x".to_vec())]);
    let spreadsheet = "<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'/>";
    for (content, said) in [
        (b"%PDF-1.7".to_vec(), "format (PDF)"),
        (b"\x1f\x8b\x08".to_vec(), "an archive of files"),
        (b"Rar!\x1a\x07".to_vec(), "an archive of files"),
        (archive("a.pdf"), "an archive of files"),
        (archive("Index/Document.iwa"), "format (.numbers)"),
        (archive("mimetype"), "format (.ods)"),
        (archive("xl/workbook.xml"), "the workbook is damaged"),
        (spreadsheet.into(), "format (XML Spreadsheet 2003)"),
        (b"<!-- saved -->\n<tr><td>1".to_vec(), "a web page"),
        (b"\xff\xfe<\0t\0r\0>\0".to_vec(), "a web page"),
        (b"CHARSET=\"ANSI\";\n".to_vec(), "format (PX)"),
    ] {
        let lines = listed(M3, "a.xls", content, &["--table", "bank"]);
        assert!(lines.concat().contains(said), "{said}: {lines:#?}");
    }
}

/// Attributes, groups, secrecy and embargoes of messages.
#[test]
fn a_message_says_what_its_values_are() {
    let definition = r#""series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let csv = |name: &str, first: &str, second: &str| {
        format!("FREQ,TIME_PERIOD,OBS_VALUE,{name}\nM,2026-01,1,{first}\nM,2026-02,2,{second}\n")
    };
    for (name, first, second, fault) in [
        (
            "BASE_PER",
            "2020",
            "2025",
            "`BASE_PER` is left open, it has 2020, 2025",
        ),
        ("CURRENCY", "AZN", "USD", "`CURRENCY` is left open"),
        ("PRICES", "V", "L", "`PRICES` is left open"),
        ("DECIMALS", "1", "2", ""),
        ("TITLE", "a", "b", ""),
        ("OBS_COM", "a", "b", ""),
        ("CONF_STATUS", "F", "N", "3: CONF_STATUS is N"),
        ("OBS_CONF", "C", "", "2: OBS_CONF is C"),
        ("OBS_CONF", "F", "", ""),
        (
            "EMBARGO_TIME",
            "2020-01-01T00:00:00Z",
            "2099-01-01T00:00:00Z",
            "3: EMBARGO_TIME is 2099",
        ),
        (
            "OBS_STATUS",
            "A",
            "F",
            "3: the status `F` is not known, or means a forecast",
        ),
        ("OBS_FLAG", "b", "c", "3: the status `c` is not known"),
    ] {
        let text = csv(name, first, second);
        let lines = listed(definition, "a.csv", text.into_bytes(), &["--table", "bank"]);
        let is_read = lines
            .iter()
            .any(|line| line.starts_with("3  m3  2026-02  2"));
        assert!(
            is_read == fault.is_empty() && lines.concat().contains(fault),
            "{name}: {lines:#?}"
        );
    }

    let grouped = |second: &str| {
        format!(
            r#"<m:StructureSpecificData xmlns:m="m"><m:DataSet><Group GEO="AZ" UNIT_MULT="6"/><Group GEO="GE" UNIT_MULT="{second}"/>
            <Series FREQ="M" GEO="AZ"><Obs TIME_PERIOD="2026-01" OBS_VALUE="1"/></Series></m:DataSet></m:StructureSpecificData>"#
        )
    };
    let by_unit = r#""series": { "m3": { "where": { "UNIT_MULT": "6" } } }"#;
    for second in ["3", "9"] {
        let lines = listed(
            by_unit,
            "a.xml",
            grouped(second).into_bytes(),
            &["--table", "bank"],
        );
        assert_eq!(lines, ["M.AZ 2026-01  m3  2026-01  1"]);
    }
}
