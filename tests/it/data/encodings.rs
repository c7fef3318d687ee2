//! Bytes that are not the text that belongs there: encodings, control characters, depth and length.

use std::fs;

use crate::support::checked::{base, check, check_with};
use crate::support::{TempDir, for_each, replace, write};

const CSV: &str = "indicators/m2.csv";
const JSON: &str = "indicators/m2.json";

#[test]
fn other_encodings_are_named() {
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| {
        text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    let text = "\u{feff}date,value\n2026-07-31,1\n";
    for (bytes, expected) in [
        (
            utf16(text, u16::to_le_bytes),
            "not UTF-8 at byte 0 (looks like UTF-16)",
        ),
        (
            utf16(text, u16::to_be_bytes),
            "not UTF-8 at byte 0 (looks like UTF-16)",
        ),
        (
            utf16(&text[3..], u16::to_le_bytes),
            "not UTF-8 at byte 0 (looks like UTF-16)",
        ),
        (
            utf16(&text[3..], u16::to_be_bytes),
            "not UTF-8 at byte 0 (looks like UTF-16)",
        ),
        (
            b"date,value\n\x8c\xa0\xe0\xe2,1\n".to_vec(),
            "not UTF-8 at byte 11 (looks like IBM866)",
        ),
        (b"date,value\nao\xfbt,1\n".to_vec(), "not UTF-8 at byte 13"),
        (
            b"date,value\n\xed\xa0\x80,1\n".to_vec(),
            "not UTF-8 at byte 11",
        ),
        (
            b"date,value\n2026-07-31,1\xc3".to_vec(),
            "not UTF-8 at byte 23",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1".to_vec(),
            "a workbook or an archive",
        ),
    ] {
        check_with(CSV, bytes).assert_errors(&[&format!("{CSV}: {expected}")]);
    }
}

#[test]
fn control_characters_are_errors_and_do_not_reach_the_terminal() {
    for (bytes, line) in [
        (&b"date,value\n2026-07-31,1\0\n"[..], 2),
        (b"date,value\n\n2026-07-31\x1b[2J,1\n", 3),
        (b"date,value\n2026-07-31,\"1\n\"\n", 2),
        (b"date,value\n2026-07-31,1\r2026-08-31,2\r", 2),
        (b"date,value\r2026-07-31,1\r", 1),
        (b"da\0te,value\n2026-07-31,1\n", 1),
    ] {
        let checked = check_with(CSV, bytes);
        checked.assert_errors(&[&format!("{CSV}:{line}: ")]);
        assert!(
            checked.report.chars().all(|c| c == '\n' || !c.is_control()),
            "{checked:?}"
        );
    }

    check_with(JSON, b"{ \"name\": \"a\0b\" }").assert_errors(&[
        &format!("{JSON}:1: not JSON at column 13: a control character"),
        // The only indicator of its release cannot be read, so nothing is said of the calendar.
    ]);
}

/// The files of a dataset, each with a text that stands in it and what is said of that text's place.
const TEXTS: [(&str, &str, &str); 13] = [
    ("dataset.json", "млн манатов", "`ru`"),
    ("dataset.json", "azn_per_usd", "`azn_per_usd"),
    ("dataset.json", "State Statistical", "`en`"),
    ("dataset.json", "Economy", "`en`"),
    ("dataset.json", "https://www.cbar.az/", "`url`"),
    (JSON, "Money supply", "`en`"),
    (JSON, "В млн", "`ru`"),
    (JSON, "month_end", "`periodType`"),
    (JSON, "cbar-money", "`release`"),
    ("calendar.csv", "ssc-prices", "release"),
    ("checks.csv", "connection", "error"),
    (CSV, "bulletin", "ref"),
    ("tables/money.json", "M2 monthly", "`note`"),
];

/// The dataset `base` with a definition of a file and an origin, and with `text` behind a text of one file.
fn report_with(file: &str, place: &str, text: &str) -> String {
    let dir = TempDir::new();
    let dataset = base(&dir);
    write(
        &dataset.join("tables/money.json"),
        r#"{ "source": "cbar", "note": "M2 monthly", "series": { "m2": { "where": { "IND": "M2" } } } }"#,
    );
    write(
        &dataset.join(CSV),
        "date,value,ref\n2026-07-31,1,bulletin\n",
    );
    assert_eq!(check(&dataset).code, Some(0), "before {file}");

    let path = dataset.join(file);
    let content = fs::read_to_string(&path).unwrap();
    let end = content.find(place).unwrap() + place.len();
    write(
        &path,
        format!("{}{text}{}", &content[..end], &content[end..]),
    );
    let checked = check(&dataset);
    assert_eq!(checked.code, Some(2), "{file}: {place}{text:?}");
    checked.report
}

#[test]
fn invisible_characters_are_errors_in_every_text() {
    let invisible = [
        "\u{200b}",
        "\u{202e}",
        "\u{2066}",
        "\u{200d}",
        "\u{feff}",
        "\u{ad}",
        "\u{9b}",
        "\u{2028}",
        "\u{61c}",
        "\u{e0041}",
        "\u{3164}",
    ];

    for (turn, (file, place, name)) in TEXTS.into_iter().enumerate() {
        for character in invisible.iter().cycle().skip(turn).take(3) {
            let code = u32::from(character.chars().next().unwrap());
            let expected = format!("contains the invisible character U+{code:04X}: remove it");
            let report = report_with(file, place, character);
            assert!(
                report.contains(name) && report.contains(&expected),
                "{report}"
            );
            assert!(!report.contains(character), "{report:?}");
        }
    }

    for place in ["Money supply", "month_end"] {
        let report = report_with(JSON, place, "\\u202E");
        assert!(
            report.contains("contains the invisible character U+202E"),
            "{report}"
        );
    }
}

#[test]
fn passwords_in_addresses_are_errors_in_every_text() {
    let written = [
        " https://user:pw@host.example/",
        " see http://anna@host.example",
        " (ftp://a:b@c)",
    ];
    for (file, place, name) in TEXTS {
        if matches!(place, "https://www.cbar.az/" | "ssc-prices") {
            continue;
        }

        for address in written {
            let report = report_with(file, place, address);
            let expected = "has a user or a password in an address: remove what stands before `@`";
            assert!(
                report.contains(name) && report.contains(expected),
                "{report}"
            );
        }
    }

    for [before, after] in [
        ["https://www.cbar.az/", "https://user:pw@www.cbar.az/"],
        ["https://www.cbar.az/", "https://user@www.cbar.az"],
        ["https://www.cbar.az/", "http://a\\\\@b/"],
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        replace(&dataset.join("dataset.json"), before, after);
        check(&dataset).assert_errors(&["dataset.json:15: "]);
    }

    // Of no address, or behind the host.
    for text in [
        "write to desk@host.example",
        "https://host.example/@user",
        "https://h.example/?a@b",
    ] {
        let dir = TempDir::new();
        let dataset = base(&dir);
        replace(&dataset.join(JSON), "In millions", text);
        assert_eq!(check(&dataset).code, Some(0), "{text}");
    }
}

#[test]
fn files_without_content_are_errors() {
    for file in ["dataset.json", "checks.csv", "calendar.csv", CSV, JSON] {
        for content in ["", "\n", "\u{feff}", " \r\n\t\r\n"] {
            check_with(file, content).assert_errors(&[&format!("{file}: the file is empty")]);
        }
    }
}

#[test]
fn depth_and_length_end() {
    let deep = 100_000;
    let lists = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
    let objects = format!("{}1{}", "{\"a\":".repeat(deep), "}".repeat(deep));
    let name = "\"name\": {\"ru\": \"x\", \"en\": \"x\"}, \"unit\": \"azn_mn\", \"periodType\": \"month_end\"";
    // Longer than a report may be.
    let long = |c: &str| c.repeat(2 << 20);
    let cases = [
        (JSON, lists.clone(), "1: expected an object, found a list"),
        (
            JSON,
            "[".repeat(deep),
            "1: not JSON at column 100000: the file ends early",
        ),
        (
            JSON,
            "{\"a\":".repeat(deep),
            "1: not JSON at column 500000: the file ends early",
        ),
        (
            JSON,
            format!("{{{name},\n\"release\": \"cbar-money\",\n\"x\": {lists}}}"),
            "3: unknown field `x`",
        ),
        (
            JSON,
            format!("{{{name},\n\"release\": \"cbar-money\",\n\"source\": {objects}}}"),
            "3: `source` must be text, not an object",
        ),
        (
            JSON,
            format!(
                "{{{name},\n\"release\": \"cbar-money\",\n\"{}\": 1}}",
                long("x")
            ),
            "3: unknown field `xxx",
        ),
        (
            JSON,
            format!(
                "{{{name},\n\"release\": \"cbar-money\",\n\"source\": \"{}\"}}",
                long("x")
            ),
            "3: unknown source `xxx",
        ),
        (
            JSON,
            format!(
                "{{{name},\n\"release\": \"cbar-money\",\n\"measure\": {}}}",
                long("9")
            ),
            "3: `measure` must be text, not a number",
        ),
        (
            CSV,
            format!("date,value\n2026-07-31,{}\n", long("9")),
            "2: value is longer than 100 characters",
        ),
        (
            CSV,
            format!("date,value\n2026-07-31,{}\n", long("x")),
            "2: value `xxx",
        ),
        (
            CSV,
            format!("date,value\n{},1\n", long("2")),
            "2: date `222",
        ),
        (
            CSV,
            format!("date,value\n2026-07-31,1{}\n", long(",")),
            "2: 2097154 cells for 2 columns",
        ),
        (
            CSV,
            format!("date,value\n2026-07-31,\"1\"{}\n", long(",")),
            "2: 2097154 cells for 2 columns",
        ),
        (
            CSV,
            format!("date,value\n2026-07-31,\"{}\n", "1\n".repeat(1 << 20)),
            "2: the quotation mark is never closed",
        ),
        (CSV, long(","), "1: no header"),
        (CSV, long("x"), "1: no header"),
    ];

    for_each(&cases, |(file, content, expected)| {
        let checked = check_with(file, content);
        assert!(
            checked.says(&format!("{file}:{expected}")),
            "{expected}: {}",
            checked.report.get(..2000).unwrap_or(&checked.report)
        );
        checked.assert_sound();
        assert!(
            checked.report.len() < 1 << 20,
            "{expected}: a report of {} bytes",
            checked.report.len()
        );
    });
}
