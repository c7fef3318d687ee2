//! CSV as a Russian Excel saves it: semicolons, decimal commas, dates as 20.11.2026, windows-1251 or UTF-8.

use super::*;

use std::borrow::Cow;

use encoding_rs::WINDOWS_1251;

/// A cell that is neither a date nor a number of the dialect stays as it is: reading the table says what is wrong with it.
pub static DIALECT: Dialect = Dialect { delimiter: ';', is_skipped, translate };

/// The rows that are shown as they were understood.
const MAX_SHOWN: usize = 3;

/// The file in UTF-8, and the encoding that it has.
pub fn decode(file: &DataFile) -> (DataFile, &'static str) {
    let (text, encoding) = match std::str::from_utf8(&file.bytes) {
        Ok(text) => (Cow::Borrowed(text), "UTF-8"),
        Err(_) => (WINDOWS_1251.decode_without_bom_handling(&file.bytes).0, "windows-1251"),
    };
    (DataFile { path: file.path.clone(), bytes: text.into_owned().into_bytes() }, encoding)
}

pub fn notes(file: &DataFile, encoding: &str) -> Vec<Message> {
    let mut notes = vec![msg::excel_ru_understood(&file.path, encoding)];
    let report = Report::default();
    let Some(text) = Text::decode(file, &report) else { return notes };
    let understood = Records::of(&text, &DIALECT).skip(1).filter_map(|record| {
        let (written, read) =
            (&text.content[record.start..record.end], joined(record.cells.iter().map(AsRef::as_ref)));
        (written != read).then(|| msg::excel_ru_row(written, read))
    });
    notes.extend(understood.take(MAX_SHOWN));
    notes
}

/// Excel's own hint to itself, and rows of empty cells below the table.
fn is_skipped(row: &str, cells: &[Cow<'_, str>]) -> bool {
    row.starts_with("sep=") || cells.iter().all(|cell| cell.trim().is_empty())
}

fn translate(column: Option<&str>, cell: &str) -> Option<String> {
    let bare = cell.trim();
    let translated = match column {
        None | Some("key" | "ref" | "flag") => None,
        Some("date" | "published") => date(bare),
        Some(_) => number(bare),
    };
    translated.or_else(|| (bare != cell).then(|| bare.to_owned()))
}

/// `20.11.2026` or, for a month, `11.2026`.
fn date(cell: &str) -> Option<String> {
    let parts: Vec<&str> = cell.split('.').collect();
    let digits = |part: &&str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    match parts.as_slice() {
        [day, month, year] if digits(day, 2) && digits(month, 2) && digits(year, 4) => {
            Some(format!("{year}-{month}-{day}"))
        }
        [month, year] if digits(month, 2) && digits(year, 4) => Some(format!("{year}-{month}")),
        _ => None,
    }
}

/// `-1 234,5` with any kind of space between groups of three digits; other groups have lost a digit.
fn number(cell: &str) -> Option<String> {
    let (sign, unsigned) = match cell.strip_prefix(['-', '\u{2212}']) {
        Some(unsigned) => ("-", unsigned),
        None => ("", cell),
    };
    let digits = values::plain(unsigned, Some(',')).ok().filter(|_| !unsigned.contains('.'))?;
    Some(format!("{sign}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bytes: &[u8]) -> String {
        let file = DataFile { path: "x.csv".into(), bytes: bytes.to_vec() };
        let (file, _) = decode(&file);
        let report = Report::default();
        let text = Text::decode(&file, &report).unwrap();
        let records = Records::of(&text, &DIALECT);
        records.map(|record| joined(record.cells.iter().map(AsRef::as_ref)) + "\n").collect()
    }

    #[test]
    fn cells_are_written_as_this_program_has_them() {
        assert_eq!(
            written(b"sep=;\r\nkey;date;value;ref\r\nm2;31.10.2026;45\xa0310,55;\xcc\xe8\xed, 12\r\n;;;\r\nm0;10.2026;-1 234;\r\n"),
            "key,date,value,ref\nm2,2026-10-31,45310.55,\"Мин, 12\"\nm0,2026-10,-1234,\n"
        );
        assert_eq!(written("date;usd\n\"20.11.2026\";1,7".as_bytes()), "date,usd\n2026-11-20,1.7\n");
    }

    #[test]
    fn groups_may_be_apart_by_any_space_and_a_minus_be_of_either_kind() {
        for cell in ["1 234,5", "1\u{a0}234,5", "1\u{202f}234,5", "1\u{2009}234,5", "1234,5"] {
            assert_eq!(number(cell).as_deref(), Some("1234.5"), "{cell}");
            assert_eq!(number(&format!("\u{2212}{cell}")).as_deref(), Some("-1234.5"), "{cell}");
            assert_eq!(number(&format!("-{cell}")).as_deref(), Some("-1234.5"), "{cell}");
        }
    }

    #[test]
    fn where_a_figure_is_from_is_no_number_and_three_rows_are_shown() {
        let bytes =
            "key;date;value;ref;flag\nm2;10.2026;1,5;12,5;10,5\n".to_owned() + &"m2;11.2026;2;;\n".repeat(5);
        assert!(written(bytes.as_bytes()).contains("m2,2026-10,1.5,\"12,5\",\"10,5\"\n"));
        let file = DataFile { path: "x.csv".into(), bytes: bytes.into_bytes() };
        assert_eq!(notes(&file, "UTF-8").len(), 1 + MAX_SHOWN);
    }

    #[test]
    fn what_is_doubtful_stays_as_it_is() {
        for cell in ["1 23,4", "1.234,5", "1,2,3", "", "-", "1 2345", "1234 567", "12 345 67"] {
            assert_eq!(number(cell), None, "{cell}");
        }
        for cell in ["1.2.2026", "2026-11-20", "20.11.26", "20/11/2026"] {
            assert_eq!(date(cell), None, "{cell}");
        }
    }
}
