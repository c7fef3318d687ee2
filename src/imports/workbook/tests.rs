//! Workbooks that are sound are read alike in both formats; of those that are not, nothing panics, and nothing takes memory
//! that the file does not have.

use super::*;

use std::collections::BTreeSet;
use std::path::Path;

use super::book::MAX_CELLS;
use super::cell::{decimal, parse_address};
use super::format::NumberFormat;
use super::samples::{archive, compound, parts, records, xls, xlsx};
use super::xls::short_number;
use crate::model::Lang;

const GRID: &str =
    "Pul aqreqatları|\nTarix||M3\n2026|'1 234,5|-1.25\n|\n'07|@2026-07-31|24302.000000000004";

/// Every cell as `A1=…`, or what is said.
fn shown(bytes: &[u8]) -> String {
    match read(bytes) {
        Ok(sheets) => {
            let sheet = |sheet: &Sheet| {
                let cells = sheet.cells.as_slice().iter();
                let cells = cells.map(|(place, value)| {
                    let text = match value {
                        Value::Text(text) if !text.mark.is_empty() => {
                            format!("{}^{}", text.bare(), text.mark)
                        }
                        value => value.to_string(),
                    };

                    format!(" {}={text}", address(*place))
                });

                format!("{}:{}", sheet.name, cells.collect::<String>())
            };

            sheets.iter().map(sheet).collect::<Vec<_>>().join("\n")
        }
        Err(message) => message.get(Lang::En),
    }
}

#[test]
fn both_formats_have_the_same_cells() {
    let sheets = [("2.4", GRID), ("Boş", "")];
    let expected = "2.4: A1=Pul aqreqatları A2=Tarix C2=M3 A3=2026 B3=1 234,5 C3=-1.25 A5=07 B5=2026-07-31 C5=24302\nBoş:";
    assert_eq!(shown(&xlsx(&sheets)), expected);
    assert_eq!(shown(&xls(&sheets)), expected, "in small sectors");
    let long = format!("{GRID}{}", "\n1|text of some length|2.5".repeat(2000));
    assert_eq!(shown(&xls(&[("a", &long)])), shown(&xlsx(&[("a", &long)])));
}

/// A sheet of these rows in an `.xlsx`.
fn with_sheet(data: &str) -> Vec<u8> {
    let mut parts = parts(&[("a", "")]);
    parts[0].1 = format!("<worksheet><sheetData>{data}</sheetData></worksheet>").into_bytes();
    archive(&parts)
}

#[test]
fn cells_of_every_kind_are_read() {
    let data = "<row><c t='inlineStr'><is><r><t>a</t></r><r><t>b</t></r><rPh><t>c</t></rPh></is></c><c/>\
                <c t='str'><f>B1</f><v>x</v></c><c t='b'><v>1</v></c><c t='e'><v>#N/A</v></c><c><f>1/0</f></c></row>\
                <row r='7'><c r='B7' t='d'><v>2026-07-31T00:00:00</v></c><c><v>1e3</v></c><c><v>1e300</v></c></row>";
    assert_eq!(
        shown(&with_sheet(data)),
        "a: A1=ab C1=x D1=TRUE E1=#N/A F1== B7=2026-07-31 C7=1000 D7=1e300"
    );
}

/// Otherwise a footnote would be a digit of the figure, or of the year.
#[test]
fn raised_characters_are_kept_apart() {
    let run = |style: &str, text: &str| {
        format!("<r><rPr><vertAlign val='{style}'/></rPr><t>{text}</t></r>")
    };
    let cell = |first: &str, second: &str| format!("<c t='inlineStr'><is>{first}{second}</is></c>");
    let cells = [
        cell("<r><t>12.5</t></r>", &run("superscript", "1")),
        cell("<r><t>12.</t></r>", &run("baseline", "5")),
        cell("<r><t>12.5</t></r>", &run("superscript", "p")),
        cell("<r><t>M</t></r>", &run("superscript", "3")),
    ];
    let row = format!("<row>{}</row>", cells.concat());
    assert_eq!(
        shown(&with_sheet(&row)),
        "a: A1=12.5^1 B1=12.5 C1=12.5^p D1=M^3"
    );
    let record = |kind: u16, bytes: &[u8]| {
        [&kind.to_le_bytes()[..], &[bytes.len() as u8, 0], bytes].concat()
    };
    let font = |is_raised: u8| {
        record(
            0x31,
            &[&[0; 8][..], &[is_raised, 0, 0, 0, 0, 0, 0, 0]].concat(),
        )
    };
    let fonts = [0, 0, 0, 0, 1].map(font).concat();
    // Each with a run of its last character in font 5, the fifth, or in font 1.
    let string =
        |text: &[u8], at: u8, font: u8| [&[4, 0, 8, 1, 0][..], text, &[at, 0, font, 0]].concat();
    let strings = [
        string(b"12.5", 3, 1),
        string(b"1125", 3, 5),
        string(b"12.5", 3, 5),
        string(b"M33p", 3, 5),
    ]
    .concat();
    let strings = record(0xfc, &[&[4, 0, 0, 0, 4, 0, 0, 0][..], &strings].concat());
    let begin = record(0x809, &[0, 6, 0x10, 0]);
    let cell = |column: u8| record(0xfd, &[0, 0, column, 0, 0, 0, column, 0, 0, 0]);
    let sheet = [
        begin.clone(),
        (0..4).flat_map(cell).collect(),
        record(10, &[]),
    ]
    .concat();
    let offset = begin.len() + fonts.len() + strings.len() + 4 + 9 + 4;
    let bound = record(
        0x85,
        &[&(offset as u32).to_le_bytes()[..], &[0, 0, 1, 0, b'a']].concat(),
    );
    let stream = [begin, fonts, strings, bound, record(10, &[]), sheet].concat();
    assert_eq!(
        shown(&compound("Workbook", &stream)),
        "a: A1=12.5 B1=112^5 C1=12.^5 D1=M33^p"
    );
}

#[test]
fn a_cell_that_comes_twice_is_damage() {
    let data = "<row r='1'><c r='A1'><v>1</v></c><c r='A1'><v>2</v></c></row>";
    assert!(shown(&with_sheet(data)).contains("damaged"));
}

#[test]
fn a_cell_in_a_far_corner_is_a_cell() {
    let far = "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row><row r='1'><c r='A1'><v>2</v></c></row>";
    assert_eq!(shown(&with_sheet(far)), "a: A1=2 XFD1048576=1");
    for beyond in [
        "r='XFE1'",
        "r='A1048577'",
        "r='A0'",
        "r='A99999999999'",
        "r='1'",
        "t='s'",
        "t='z'",
    ] {
        let data = format!("<row><c {beyond}><v>9</v></c></row>");
        assert!(
            shown(&with_sheet(&data)).contains("xl/worksheets/sheet1.xml"),
            "{beyond}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    for (bytes, words) in [
        (
            archive(&[("mimetype".to_owned(), b"application/vnd.oasis".to_vec())]),
            ".ods",
        ),
        (compound("EncryptedPackage", b"x"), "password"),
        (compound("Book", b"x"), "Excel 95"),
        (compound("Other", b"x"), "damaged"),
        (
            compound(
                "Workbook",
                &[[9, 8, 4, 0, 0, 5, 5, 0], [10, 0, 0, 0, 0, 0, 0, 0]].concat(),
            ),
            "Excel 95",
        ),
        (
            compound("Workbook", &[9, 8, 4, 0, 0, 6, 5, 0, 0x2f, 0, 0, 0]),
            "password",
        ),
        (b"PK\x03\x04".to_vec(), "damaged"),
        (b"\xd0\xcf\x11\xe0".to_vec(), "damaged"),
    ] {
        assert!(shown(&bytes).contains(words), "{}", shown(&bytes));
    }

    let mut binary = parts(&[("a", "")]);
    for (_, bytes) in &mut binary {
        *bytes = String::from_utf8(bytes.clone())
            .unwrap()
            .replace("workbook.xml\"", "workbook.bin\"")
            .into();
    }

    assert!(shown(&archive(&binary)).contains(".xlsb"));
}

/// Writes another number of four bytes behind a mark, the last time that it comes.
fn lie(bytes: &[u8], mark: &[u8], at: usize, number: u32) -> Vec<u8> {
    let start = bytes
        .windows(mark.len())
        .rposition(|window| window == mark)
        .unwrap()
        + at;
    let mut bytes = bytes.to_vec();
    bytes[start..start + 4].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn nothing_is_taken_for_a_size_that_a_file_declares() {
    let bomb = archive(&[("xl/workbook.xml".to_owned(), vec![b' '; 1 << 20])]);
    for (declared, words) in [
        (0, "damaged"),
        (1000, "damaged"),
        (MAX_UNPACKED as u32 + 1, "128 MiB"),
    ] {
        let said = shown(&lie(&bomb, b"PK\x01\x02", 24, declared));
        assert!(said.contains(words), "{declared}: {said}");
    }

    let stream = records(&[("a", "x|y")]);
    let strings = stream
        .windows(2)
        .position(|window| window == [0xfc, 0])
        .unwrap();
    let mut lying = stream.clone();
    lying[strings + 8..strings + 12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(shown(&compound("Workbook", &lying)).contains("damaged"));
    let row = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(1000));
    let cells = row.repeat(MAX_CELLS / 1000 + 1);
    assert!(shown(&with_sheet(&cells)).contains("4000000"));
}

/// A small generator: the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// The same bytes with some of them others, cut off, or twice.
    fn damage(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        match self.below(4) {
            0 => bytes.truncate(self.below(bytes.len())),
            1 => {
                let (from, to) = (self.below(bytes.len()), self.below(bytes.len()));
                bytes.copy_within(from.min(to)..from.max(to), 0);
            }
            _ => {
                for _ in 0..=self.below(8) {
                    let at = self.below(bytes.len());
                    bytes[at] = [0, 0xff, self.below(256) as u8][self.below(3)];
                }
            }
        }

        bytes
    }
}

#[test]
fn damaged_workbooks_are_read_or_refused() {
    let sheets = [("2.4", GRID), ("b", "1|2|3\nx|@2026-01-01")];
    let (archived, records) = (parts(&sheets), records(&sheets));
    let mut numbers = Numbers(20_261_124);
    let (mut refused, count) = (0, 3000);
    for _ in 0..count {
        let damaged = match numbers.below(4) {
            0 => numbers.damage(&archive(&archived)),
            1 => numbers.damage(&compound("Workbook", &records)),
            2 => compound("Workbook", &numbers.damage(&records)),
            _ => {
                let mut parts = archived.clone();
                let part = numbers.below(parts.len());
                parts[part].1 = numbers.damage(&parts[part].1);
                archive(&parts)
            }
        };

        refused += usize::from(read(&damaged).is_err());
    }

    assert!((count / 4..count).contains(&refused), "{refused}");
}

/// The folder with what others save, where there is one; no variable that the manual describes.
const FOLDER: &str = concat!("INDICATORD", "_WORKBOOKS");

/// The cells as `tests/workbooks/cells.py` writes them; errors and formulas without a result are read in several ways.
fn lines(sheets: &[Sheet]) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for Sheet { name, cells } in sheets {
        let readable = cells.as_slice().iter().filter(
            |(_, value)| !matches!(value, Value::Other(shown) if shown.starts_with(['#', '='])),
        );
        lines.extend(readable.map(|((row, column), value)| {
            let text = value
                .to_string()
                .replace('\r', "")
                .replace('\n', "\\n")
                .replace('\t', "\\t");
            format!("{name}\t{}\t{}\t{text}", row + 1, column + 1)
        }));
    }

    lines
}

#[test]
fn workbooks_at_hand_are_read_and_survive_damage() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };

    let mut numbers = Numbers(1);
    for entry in std::fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        if !is_workbook(&bytes) {
            continue;
        }

        let ours = lines(&read(&bytes).unwrap());
        assert!(!ours.is_empty(), "{}", path.display());
        for reader in ["calamine", "openpyxl"] {
            let Ok(text) = std::fs::read_to_string(format!("{}.{reader}.cells", path.display()))
            else {
                continue;
            };

            let theirs: BTreeSet<String> = text.lines().map(str::to_owned).collect();
            // openpyxl leaves out what lies hidden below merged cells.
            let (lacking, more) = (theirs.difference(&ours), ours.difference(&theirs));
            let differing: Vec<&String> = lacking
                .chain(more.filter(|_| reader != "openpyxl"))
                .take(20)
                .collect();
            assert!(
                differing.is_empty(),
                "{} {reader}: {differing:#?}",
                path.display()
            );
        }

        (0..50).for_each(|_| drop(read(&numbers.damage(&bytes))));
    }
}

#[test]
fn a_number_is_its_double_with_fifteen_digits() {
    for (written, read) in [
        ("24302.000000000004", "24302"),
        ("31208.949999999997", "31208.95"),
        ("0.1", "0.1"),
        ("1.5E+3", "1500"),
        ("-2.5e-7", "-0.00000025"),
        ("123456789012345678", "123456789012346000"),
        ("-0", "0"),
    ] {
        assert_eq!(decimal(written).unwrap().to_string(), read, "{written}");
    }

    for written in ["", "1e300", "NaN", "inf", "1,5", "x"] {
        assert_eq!(decimal(written), None, "{written}");
    }
}

#[test]
fn a_short_number_is_whole_or_half_a_double_or_a_hundredth() {
    let half = (1.5_f64.to_bits() >> 32) as u32;
    for (word, read) in [
        (12345 << 2 | 2, "12345"),
        (12345 << 2 | 3, "123.45"),
        ((-7_i32 << 2) as u32 | 2, "-7"),
        (half, "1.5"),
        (half | 1, "0.015"),
    ] {
        assert_eq!(
            decimal(&short_number(word)).unwrap().to_string(),
            read,
            "{word:x}"
        );
    }
}

#[test]
fn a_table_keeps_what_no_double_holds() {
    for (written, read) in [
        ("24302.000000000004", "24302"),
        ("0.0000001234567890123456", "0.000000123456789012346"),
        ("1234567890123456789", "1234567890123456789"),
        ("1.5E+3", "1500"),
    ] {
        let value = NumberFormat::default().number(written, false).unwrap();
        assert_eq!(value.in_table(), read);
    }
}

#[test]
fn addresses_are_written_and_read() {
    for (row, column, text) in [
        (0, 0, "A1"),
        (6, 27, "AB7"),
        (1_048_575, 16_383, "XFD1048576"),
    ] {
        assert_eq!(address((row, column)), text);
        assert_eq!(parse_address(text), Some((row, column)));
    }

    for text in ["", "A", "7", "A0", "a1", "AAAAAAAAAA1", "A99999999999"] {
        assert_eq!(parse_address(text), None, "{text}");
    }
}
