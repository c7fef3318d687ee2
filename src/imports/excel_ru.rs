//! What a Russian Excel saves as CSV, written again as the tables of this program are: line by line, so that every
//! line keeps its number.

use encoding_rs::WINDOWS_1251;

use crate::dataset::{DataFile, quoted};
use crate::messages::{self as msg, Message};

/// The rows that are shown beside what was understood.
const SHOWN: usize = 3;

/// The file in commas and points, and what was understood of it. A cell that is neither a date nor a number of that
/// dialect stays as it is: reading the table says what is wrong with it.
pub fn plain(file: &DataFile) -> (DataFile, Vec<Message>) {
    let (text, encoding) = match std::str::from_utf8(&file.bytes) {
        Ok(text) => (text.to_owned(), "UTF-8"),
        Err(_) => (WINDOWS_1251.decode_without_bom_handling(&file.bytes).0.into_owned(), "windows-1251"),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut notes = vec![msg::excel_ru_understood(&file.path, encoding)];
    let (mut header, mut plain, mut shown): (Vec<String>, String, usize) = (Vec::new(), String::new(), 0);
    for line in records(text) {
        let bare = line.trim_end_matches(['\r', '\n']);
        let end = line.get(bare.len()..).unwrap_or_default();
        let cells = cells(bare);
        // Excel's own hint to itself, and lines of empty cells below the table.
        if bare.starts_with("sep=") || cells.iter().all(String::is_empty) {
            plain.push_str(end);
            continue;
        }
        if header.is_empty() {
            header = cells;
            plain.push_str(&(joined(&header) + end));
            continue;
        }
        let column = |at: usize| header.get(at).map_or("", String::as_str);
        let understood: Vec<String> =
            cells.iter().enumerate().map(|(at, cell)| understood(column(at), cell)).collect();
        let written = joined(&understood);
        if shown < SHOWN && written != bare {
            notes.push(msg::excel_ru_row(bare, &written));
            shown += 1;
        }
        plain.push_str(&(written + end));
    }
    (DataFile { path: file.path.clone(), bytes: plain.into_bytes() }, notes)
}

/// The text in rows with their line ends; a line feed in quotation marks ends none.
fn records(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split_inclusive(move |c| {
        quoted ^= c == '"';
        c == '\n' && !quoted
    })
}

/// The cells of a row, quotation marks resolved.
fn cells(row: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = row.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' => quoted = !quoted,
            ';' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
    }
    cells.push(cell);
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn joined(cells: &[String]) -> String {
    cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",")
}

fn understood(column: &str, cell: &str) -> String {
    let other = match column {
        "key" | "ref" | "flag" => None,
        "date" | "published" => date(cell),
        _ => number(cell),
    };
    other.unwrap_or_else(|| cell.to_owned())
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
    let cell = cell.replace('\u{2212}', "-");
    let (sign, unsigned) = cell.strip_prefix('-').map_or(("", cell.as_str()), |rest| ("-", rest));
    let (whole, fraction) = match unsigned.split_once(',') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let groups: Vec<&str> = whole.split([' ', '\u{a0}', '\u{202f}', '\u{2009}']).collect();
    let (first, rest) = groups.split_first()?;
    let grouped = rest.is_empty() || first.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    if !grouped || !groups.iter().all(|group| digits(group)) || !fraction.is_none_or(digits) {
        return None;
    }
    let point = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
    Some(format!("{sign}{}{point}", groups.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bytes: &[u8]) -> String {
        let file = DataFile { path: "x.csv".into(), bytes: bytes.to_vec() };
        String::from_utf8(plain(&file).0.bytes).unwrap()
    }

    #[test]
    fn cells_are_written_as_this_program_has_them() {
        assert_eq!(
            written(b"sep=;\r\nkey;date;value;ref\r\nm2;31.10.2026;45\xa0310,55;\xcc\xe8\xed, 12\r\n;;;\r\nm0;10.2026;-1 234;\r\n"),
            "\r\nkey,date,value,ref\r\nm2,2026-10-31,45310.55,\"Мин, 12\"\r\n\r\nm0,2026-10,-1234,\r\n"
        );
        assert_eq!(written("date;usd\n\"20.11.2026\";1,7".as_bytes()), "date,usd\n2026-11-20,1.7");
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
        assert_eq!(plain(&file).1.len(), 1 + SHOWN);
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
