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
    assert!(
        lines.concat().contains("A2: `2025` is a period, but none"),
        "{lines:#?}"
    );
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

    // With --not-before its rows are under embargo here, too.
    for first in [
        "2099-01-01T00:00:00Z",
        "2099-01-01",
        "2099-01-01T09:00:00+04:00",
    ] {
        let text = csv("EMBARGO_TIME", first, first).into_bytes();
        let options = ["--table", "bank", "--not-before", "2099-01-01T00:00:00Z"];
        let lines = listed(definition, "a.csv", text, &options);
        assert_eq!(lines, ["2  m3  2026-01  1", "3  m3  2026-02  2"], "{first}");
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

/// The faults of a text by a definition of one series.
fn faults_of_text(key: &str, members: &str, content: &str) -> String {
    let definition = format!(r#""labels": ["V"]{members}, "series": {{ "{key}": {{}} }}"#);
    listed(&definition, "a.csv", content.into(), &["--table", "bank"]).concat()
}

#[test]
fn a_part_of_a_year_is_in_doubt_among_years() {
    for part in [
        "2025 (Jan-Oct)",
        "Oct 2025",
        "2025 Q3",
        "10 мес. 2025",
        "yanvar-iyun 2025-ci il",
    ] {
        let content = format!("P;V\n2023;1\n2024;2\n{part};3\n");
        let said = faults_of_text("pay", "", &content);
        let expected = format!("A4: `{part}` is a part of a year among whole ones");
        assert!(said.contains(&expected), "{said}");

        for members in [
            r#", "only": "years""#,
            &format!(r#", "names": {{ "{part}": "" }}"#),
        ] {
            let said = faults_of_text("pay", members, &content);
            assert_eq!(said, "B2  pay  2023  1B3  pay  2024  2", "{part}{members}");
        }
    }

    // Beside their own year parts are passed over.
    for content in [
        "P;V\n2023;1\n2024;2\n2024 Q4;3\n2025 Q1;4\n",
        "P;V\nJan-Jun 2023;0\nJan-Dec 2023;1\nJan-Dec 2024;2\nJan-Jun 2025;3\n",
        "P;V\n2023;1\nyanvar;5\nfevral;6\n2024;2\nyanvar;7\n",
    ] {
        let said = faults_of_text("pay", "", content);
        assert!(!said.contains("among whole ones"), "{content}{said}");
        assert!(said.contains("  pay  2024  2"), "{content}{said}");
    }
}

#[test]
fn months_beside_their_quarters_are_passed_over() {
    let content = "P;V\n2024;9\n2024 Q3;1\n2024 Q4;2\n2024 NOV;3\n2024 DEC;2\n2025 JAN;4\n";
    let said = faults_of_text("debt", "", content);
    assert_eq!(said, "B3  debt  2024-Q3  1B4  debt  2024-Q4  2");
}

#[test]
fn numbers_up_to_four_below_years_may_be_quarters() {
    let content = "P;V\n2024;\n1;10\n2;20\n3;30\n4;40\n2025;\n1;11\n2;21\n3;31\n4;41\n";
    for (key, content) in [
        ("debt", content),
        ("debt", "P;V\n2024;\n1;10\n2;20\n"),
        ("m3", content),
    ] {
        let said = faults_of_text(key, "", content);
        let expected = "A3: `1` may be a month or a quarter";
        assert!(said.contains(expected), "{key}: {said}");
    }

    let names = r#", "names": { "1": "I rüb", "2": "II rüb", "3": "III rüb", "4": "IV rüb" }"#;
    let said = faults_of_text("debt", names, content);
    let expected =
        "B3  debt  2024-Q1  10B4  debt  2024-Q2  20B5  debt  2024-Q3  30B6  debt  2024-Q4  40";
    assert!(said.starts_with(expected), "{said}");

    // Months of one year, and those of whole years.
    let said = faults_of_text("m3", "", "P;V\n2025;\n1;10\n2;20\n3;30\n4;40\n");
    assert!(said.ends_with("B6  m3  2025-04  40"), "{said}");
    let said = faults_of_text("debt", "", "P;V\n2025;\n1;10\n2;20\n3;30\n6;60\n");
    assert_eq!(said, "B5  debt  2025-Q1  30B6  debt  2025-Q2  60");
}

#[test]
fn a_text_has_no_sheet_whatever_its_name() {
    let text = b"P;M3\n2025-01;1,5\n".to_vec();
    for name in ["a.xlsx", "a.xls", "a.csv"] {
        let lines = listed(M3, name, text.clone(), &["--table", "bank"]);
        let said = "no sheet is called “A”: the file is a text (CSV)";
        assert!(lines.concat().contains(said), "{lines:#?}");
    }
}

/// The names of columns are the same in either case; a semicolon between cells makes the comma a decimal mark.
#[test]
fn sdmx_csv_is_read_as_people_save_it() {
    let upper = r#""series": { "m3": { "where": { "FREQ": "M", "ITEM": "1.234" } } }"#;
    let lower = upper.replace("FREQ", "freq").replace("ITEM", "item");
    for (content, last) in [
        (
            "FREQ,ITEM,TIME_PERIOD,OBS_VALUE,OBS_STATUS\nM,1.234,2026-01,1.5,P\nM,1.234,2026-02,101.234,\n",
            "101.234",
        ),
        (
            "dataflow,freq,item,time_period,obs_value,obs_status\nx,M,1.234,2026-01,1.5,p\nx,M,1.234,2026-02,101.234,\n",
            "101.234",
        ),
        (
            "FREQ;ITEM;TIME_PERIOD;OBS_VALUE;OBS_STATUS\nM;1.234;2026-01;1,5;P\nM;1.234;2026-02;101,234;\n;;;;\n",
            "101.234",
        ),
        (
            "Freq;Item;Time_Period;Obs_Value;Obs_Flag\nM;1.234;2026-01;1.5;p\nM;1.234;2026-02;101.234;\n",
            "101.234",
        ),
        (
            "STRUCTURE[;],STRUCTURE_ID,FREQ: F,ITEM: I,TIME_PERIOD: T,OBS_VALUE: V,OBS_STATUS: S\nd,x,M: a,1.234: b,2026-01: c,1.5,P: d\nd,x,M: a,1.234: b,2026-02: c,2000,A: d\n",
            "2000",
        ),
    ] {
        for definition in [upper, &lower] {
            let lines = listed(definition, "a.csv", content.into(), &["--table", "bank"]);
            let expected = [
                "2  m3  2026-01  1.5  provisional".to_owned(),
                format!("3  m3  2026-02  {last}"),
            ];
            assert_eq!(lines, expected, "{content}");
        }
    }

    let doubt = "FREQ;ITEM;TIME_PERIOD;OBS_VALUE\nM;1.234;2026-01;1,5\nM;1.234;2026-02;101.234\n";
    let lines = listed(upper, "a.csv", doubt.into(), &["--table", "bank"]);
    let said = "OBS_VALUE `101.234` may be `101234` or `101,234`";
    assert!(lines.concat().contains(said), "{lines:#?}");
}

/// The example of the manual, in both languages: its table in a workbook, read by its definition.
#[test]
fn the_example_of_the_manual_is_read_as_it_says() {
    for folder in ["packaging/man", "packaging/man/ru"] {
        let page = fs::read_to_string(project(&format!("{folder}/indicatord-dataset.5.md")));
        let page = page.unwrap();
        let (_, section) = page.split_once("## tables/ID.json").unwrap();
        let blocks: Vec<&str> = section.split("```").collect();
        let (table, definition) = (blocks[1].trim_matches('\n'), blocks[3].trim());

        // The columns begin where the second line has its words.
        let lines: Vec<&str> = table.lines().collect();
        let starts = [
            lines[1].find("Total").unwrap(),
            lines[1].find("Growth").unwrap(),
        ];
        let mut grid = String::new();
        for line in &lines {
            let line = format!("{line:40}");
            let (first, rest) = line.split_at(starts[0]);
            let (second, third) = rest.split_at(starts[1] - starts[0]);
            let [second, third] = match second.ends_with(' ') {
                true => [second, third],
                // A heading over both.
                false => [rest, ""],
            };
            grid += &format!("{}|{}|{}\n", first.trim(), second.trim(), third.trim());
        }

        let book = samples::xlsx(&[("1.1", &grid)]);
        let definition = definition.trim_matches(['{', '}', ' ', '\n']);
        let definition = definition
            .replace("\"source\": \"cbar\",", "")
            .replace("\"gdp-growth\"", "\"cpi\"")
            .replace("\"gdp\"", "\"profit\"");
        let mut closed = definition.trim_end().to_owned();
        while closed.matches('{').count() > closed.matches('}').count() {
            closed.push('}');
        }

        let lines = listed(&closed, "a.xlsx", book, &["--table", "bank"]);
        let expected = [
            "1.1!B4  profit  2021-07  47262.3",
            "1.1!B5  profit  2021-08  54730.2",
            "1.1!C4  cpi  2021-07  2.7",
            "1.1!C5  cpi  2021-08  3.6",
        ];
        assert_eq!(lines, expected, "{folder}");
    }
}

/// Every value of workbooks as offices and banks lay out their tables.
#[test]
fn tables_of_offices_and_banks_are_read_value_by_value() {
    let quarterly = r#""sheet": "A", "layout": "columns", "flag": "right", "flags": { "E": "estimated", "P": "provisional" }"#;
    let below = r#""sheet": "A", "layout": "columns", "flag": "below", "flags": { "e": "estimated", "p": "provisional" }"#;
    for (name, definition, expected) in [
        (
            "commodities.xlsx",
            r#""sheet": "A", "series": { "rate": { "labels": ["Crude oil, Brent"] }, "profit": { "labels": ["Crude oil, average", "($/bbl)"] } }"#
                .to_owned(),
            "C6 rate 2025-11 63.1, C8 rate 2026-01 60.123, C9 rate 2026-02 58.5, \
             B6 profit 2025-11 62.5, B7 profit 2025-12 60.25, B8 profit 2026-01 59.984",
        ),
        (
            "countries.xlsx",
            r#""sheet": "A", "layout": "columns", "series": { "m3": { "labels": ["Reserves, Total"] }, "rate": { "labels": ["Prices, CPI", "2010=100"] } }"#
                .to_owned(),
            "D4 m3 2025-01 11000.5, E4 m3 2025-02 11100, D5 rate 2025-01 201.1, E5 rate 2025-02 202.2, F5 rate 2025-03 203.3",
        ),
        (
            "quarters.xlsx",
            format!(r#"{quarterly}, "series": {{ "debt": {{ "labels": ["Australia"] }} }}"#),
            "C4 debt 2024-Q1 1.5, E4 debt 2024-Q2 2.5 estimated, G4 debt 2024-Q3 3.5 provisional",
        ),
        (
            "quarters.xlsx",
            format!(r#"{quarterly}, "series": {{ "debt": {{ "labels": ["Austria"] }} }}"#),
            "C5 debt 2024-Q1 11.5 estimated, E5 debt 2024-Q2 12.5",
        ),
        (
            "aggregates.xlsx",
            r#""sheet": "A", "firstOfMonth": "previous", "decimal": ",", "flags": { "*": "provisional" }, "series": {
                "m3": { "labels": ["Денежная масса (М2)"] }, "m2": { "labels": ["из нее", "Переводные депозиты"] } }"#
                .to_owned(),
            "B5 m3 2024-12 117252.6, B6 m3 2025-01 115123.4, B7 m3 2025-02 116000, \
             D5 m2 2024-12 33000, D6 m2 2025-01 33100.5 provisional",
        ),
        (
            "prices.xlsx",
            r#""sheet": "A", "names": { "Ocak*": "January", "Şubat*": "February" }, "decimal": ",", "series": {
                "rate": { "labels": ["Index"] }, "cpi-month": { "labels": ["Monthly change"] } }"#
                .to_owned(),
            "C4 rate 2025-01 2819.65, C5 rate 2025-02 2883.75, C6 rate 2025-03 2954.69, \
             D4 cpi-month 2025-01 5.03, D5 cpi-month 2025-02 2.27, D6 cpi-month 2025-03 2.46",
        ),
        (
            "industry.xlsx",
            r#""sheet": "A", "layout": "matrix", "labels": ["Sənaye məhsulunun istehsalı, mln. manat"], "names": { "İl üzrə": "" },
                "decimal": ",", "series": { "rate": {} }"#
                .to_owned(),
            "B3 rate 2024-01 100, C3 rate 2024-02 101, D3 rate 2024-03 102, E3 rate 2024-04 103, F3 rate 2024-05 104, \
             G3 rate 2024-06 105, H3 rate 2024-07 106, I3 rate 2024-08 107, J3 rate 2024-09 108, K3 rate 2024-10 109, \
             L3 rate 2024-11 110, M3 rate 2024-12 111, B4 rate 2025-01 200, C4 rate 2025-02 200.5",
        ),
        (
            "stacked.xlsx",
            r#""sheet": "A", "layout": "columns", "series": { "pay": { "labels": ["Table 2*", "Total"] } }"#.to_owned(),
            "B8 pay 2024 20, C8 pay 2025 21",
        ),
        (
            "stacked.xlsx",
            r#""sheet": "A", "layout": "columns", "series": { "pay": { "labels": ["Table 3*", "Total"] } }"#.to_owned(),
            "B13 pay 2023 -9, C13 pay 2024 -10",
        ),
        (
            "blocks.xlsx",
            r#""sheet": "A", "names": { "A": "" }, "series": { "rate": { "labels": ["Volume*", "Non-oil"] },
                "cpi-month": { "labels": ["Growth*", "Non-oil"] } }"#
                .to_owned(),
            "C4 rate 2025-01 2, C5 rate 2025-02 6, E4 cpi-month 2025-01 4, E5 cpi-month 2025-02 8",
        ),
        (
            "below.xlsx",
            format!(r#"{below}, "series": {{ "m3": {{ "labels": ["M3"] }}, "m2": {{ "labels": ["M2"] }} }}"#),
            "D2 m3 2025-01 1, C2 m3 2025-02 2, B2 m3 2025-03 3 provisional, \
             D4 m2 2025-01 4, C4 m2 2025-02 5 estimated, B4 m2 2025-03 6",
        ),
        (
            "since-1904.xlsx",
            r#""sheet": "A", "firstOfMonth": "same", "series": { "m3": { "labels": ["M3"] }, "rate": { "labels": ["Rate"] } }"#
                .to_owned(),
            "B12 m3 2025-01 21001.1, B13 m3 2025-02 21002.1, B14 m3 2025-03 21003.1, \
             C12 rate 2025-01 6.25, C13 rate 2025-02 7.25, C14 rate 2025-03 8.25",
        ),
    ] {
        let mut lines = Vec::new();
        for line in listed_layout(name, &definition) {
            lines.push(line.trim_start_matches("A!").replace("  ", " "));
        }

        assert_eq!(lines.join(", "), expected, "{name}");
    }
}

/// Figures that look like years are no periods, whatever labels stand above them.
#[test]
fn a_row_of_figures_that_look_like_years_is_in_doubt() {
    let definition =
        r#""layout": "columns", "labels": ["Persons", "Women"], "series": { "pay": {} }"#;
    for content in [
        ";2023;2024\nPersons;;\nMen;2010;2015\nWomen;7;8\n",
        ";2023;2024\nFirms;1;2\nPersons;;\nAll;1999;2001\nWomen;7;8\n",
    ] {
        let lines = listed(definition, "a.csv", content.into(), &["--table", "bank"]);
        let said = "could both be the period";
        assert!(lines.concat().contains(said), "{lines:#?}");
    }
}

/// A sign behind a period is a mark, whether or not the period is known without it.
#[test]
fn a_sign_behind_the_words_of_a_period_is_a_mark() {
    // A year with a sign is a text beside numbers.
    let marked = r#""sheet": "A", "flags": { "*": "provisional" }"#;
    let matrix = format!(
        r#"{marked}, "layout": "matrix", "labels": ["Year"], "series": {{ "debt": {{}} }}"#
    );
    let book = samples::xlsx(&[("A", "Year|I|II\n2023|1|2\n2024*|5|6\n")]);
    let lines = listed(&matrix, "a.xlsx", book, &["--table", "bank"]);
    let expected = [
        "A!B2  debt  2023-Q1  1",
        "A!C2  debt  2023-Q2  2",
        "A!B3  debt  2024-Q1  5  provisional",
        "A!C3  debt  2024-Q2  6  provisional",
    ];
    let lines: Vec<_> = lines
        .iter()
        .filter(|line| !line.starts_with("warning"))
        .collect();
    assert_eq!(lines, expected);

    let members = r#", "flags": { "*": "provisional", "**": "estimated", "r": "" }"#;
    for (key, period, date, flag) in [
        ("debt", "Q3 2025*", "2025-Q3", "provisional"),
        ("debt", "IV kv. 2025 **", "2025-Q4", "estimated"),
        ("rate", "Mart 2025*", "2025-03", "provisional"),
        ("rate", "2025-03 *", "2025-03", "provisional"),
        ("profit", "yanvar-iyun 2025 (*)", "2025-06", "provisional"),
        ("m3", "31 dekabr 2025*", "2025-12", "provisional"),
        ("rate", "Noyabr 2025", "2025-11", ""),
        ("rate", "dekabr", "2024-12", ""),
    ] {
        let content = format!("P;V\n2024;\n{period};7\n");
        let said = faults_of_text(key, members, &content);
        let expected = format!("B3  {key}  {date}  7  {flag}");
        assert_eq!(said, expected.trim_end(), "{period}");
    }
}

/// Tables of many countries or items have columns of names and codes between the heading and the figures.
#[test]
fn columns_of_names_before_the_figures_are_no_periods() {
    let definition = r#""layout": "columns", "labels": ["Azerbaijan"], "series": { "pay": {} }"#;
    let head = "\"Data Source\",\"World Development Indicators\",\n\n\"Last Updated Date\",\"2025-10-07\",\n\n";
    for (content, expected) in [
        (
            format!(
                "{head}Country,Code,Indicator,Unit,2023,2024,\nAzerbaijan,AZE,GDP,USD,72.4,,\nGeorgia,GEO,GDP,USD,30.7,33,\n"
            ),
            "E6  pay  2023  72.4",
        ),
        (
            "Country,Code,Indicator,Unit,Scale,2023,2024\nAzerbaijan,AZE,GDP,USD,mn,72.4,73.5\n"
                .to_owned(),
            "F2  pay  2023  72.4G2  pay  2024  73.5",
        ),
        (
            "No.,Country,Item,Note,2024 r.\n1,Azerbaijan,GDP,x,73.5\n".replace(" r.", " г."),
            "E2  pay  2024  73.5",
        ),
    ] {
        let lines = listed(
            definition,
            "a.csv",
            content.into_bytes(),
            &["--table", "bank"],
        );
        assert_eq!(lines.concat(), expected);
    }

    // A figure without a period is none of them.
    let content = "Country,Weight,Share,2024\nAzerbaijan,5,6,73.5\n";
    let lines = listed(definition, "a.csv", content.into(), &["--table", "bank"]);
    assert!(
        lines.concat().contains("B1: `Weight` is no period"),
        "{lines:#?}"
    );
}

#[test]
fn a_year_below_its_months_is_their_total_if_it_stands_above_them_too() {
    let content =
        "P;V\n2023 год;\nноябрь;1\nдекабрь;2\n2023 год;3\n2024 год;\nянварь;4\n2024 год;5\n";
    let said = faults_of_text("rate", "", content);
    let expected = "B3  rate  2023-11  1B4  rate  2023-12  2B7  rate  2024-01  4";
    assert_eq!(said, expected);

    let content = "P;V\n2023;\nноябрь;1\nдекабрь;2\n2024;3\n";
    let said = faults_of_text("rate", "", content);
    assert!(said.contains("A5: `2024` has months above it"), "{said}");
}

/// A total since January that is named by its year alone, below the months of that year.
#[test]
fn a_year_below_its_months_is_the_total_until_december() {
    for (key, content, expected) in [
        (
            "profit",
            "P;V\nноябрь 2025;11\n2025 год;12\n",
            "B2  profit  2025-11  11B3  profit  2025-12  12",
        ),
        (
            "cpi",
            "P;V\n2024 год;\nЯнварь;4.6\nЯнварь-февраль;6.1\nIV квартал;5\n2024 год;4.7\n2025 год;\nЯнварь;2.2\n",
            "B3  cpi  2024-01  4.6B4  cpi  2024-02  6.1B6  cpi  2024-12  4.7B8  cpi  2025-01  2.2",
        ),
        // The same value as that of December.
        (
            "profit",
            "P;V\n30.11.2024;11\n31.12.2024;12\n2024;12\n31.01.2025;1\n",
            "B2  profit  2024-11  11B3  profit  2024-12  12B5  profit  2025-01  1",
        ),
        // Above its months it is their heading, and without any no month of the series.
        (
            "profit",
            "P;V\n2022;90\n2023;100\nyanvar;8\nfevral;9\n2024;110\nyanvar;10\n",
            "B4  profit  2023-01  8B5  profit  2023-02  9B7  profit  2024-01  10",
        ),
        // What is no total has no period of a year.
        (
            "rate",
            "P;V\nноябрь 2025;11\nдекабрь 2025;13\n2025 год;12\n",
            "B2  rate  2025-11  11B3  rate  2025-12  13",
        ),
    ] {
        let said = faults_of_text(key, "", content);
        let read = said.split("warning").next().unwrap_or_default();
        assert!(read.starts_with(expected), "{content}{said}");
        assert_eq!(
            read.matches(key).count(),
            expected.matches(key).count(),
            "{said}"
        );
    }

    let twice = "P;V\nnoyabr 2025;11\ndekabr 2025;12\n2025-ci il;13\n";
    let said = faults_of_text("profit", "", twice);
    assert!(
        said.contains("for 2025-12-31 B3 has 12 and B4 has 13"),
        "{said}"
    );

    let across = r#""layout": "columns", "labels": ["V"], "series": { "profit": {} }"#;
    let content = ";yanvar 2025;yanvar-iyun 2025;2025-ci il;yanvar 2026\nV;1;6;12;2\n";
    let lines = listed(across, "a.csv", content.into(), &["--table", "bank"]);
    assert!(
        lines.contains(&"D2  profit  2025-12  12".to_owned()),
        "{lines:#?}"
    );
}

/// Where no period fits, the first label is named, and what is wrong with it.
#[test]
fn a_heading_without_periods_of_the_series_says_what_stands_there() {
    let other = "is a period, but none of those that the series has";
    for (key, members, label, reason) in [
        ("pay", r#", "yearStart": 4"#, "2021-22", other),
        ("rate", "", "2021 Q3", other),
        ("m3", "", "2024", other),
        ("pay", "", "Jan 2025", other),
        (
            "daily",
            "",
            "1/2/2025",
            "could be read in two ways: give the order",
        ),
        ("m3", "", "01.25", "is no period"),
        ("m3", "", "45688", "is no period"),
        ("m3", "", "Période", "is no period"),
    ] {
        let content = format!("P;V\n{label};5\n");
        let said = faults_of_text(key, members, &content);
        let expected = format!("A2: `{label}` {reason}");
        assert!(said.contains(&expected), "{label}: {said}");
    }
}
