//! Random tables, well-formed and not, read by the loader and by a second parser: the same rows, or refused by both.

use super::*;

use proptest::prelude::*;

/// RFC 4180 once more, character by character and as strictly as its grammar. The rows of a text, or `None` where it is not RFC 4180. Rows end with CRLF or LF, the last one as it likes.
pub fn parse(text: &str, delimiter: char) -> Option<Vec<Vec<String>>> {
    let characters: Vec<char> = text.chars().collect();
    let (mut rows, mut row, mut cell, mut at) = (Vec::new(), Vec::new(), String::new(), 0);
    let end_of_row = |at: usize| match (characters.get(at), characters.get(at + 1)) {
        (None, _) => Some(0),
        (Some('\n'), _) | (Some('\r'), None) => Some(1),
        (Some('\r'), Some('\n')) => Some(2),
        _ => None,
    };
    while at < characters.len() {
        if characters[at] == '"' {
            at += 1;
            loop {
                match (characters.get(at)?, characters.get(at + 1)) {
                    ('"', Some('"')) => {
                        cell.push('"');
                        at += 2;
                    }
                    ('"', _) => break,
                    (other, _) => {
                        cell.push(*other);
                        at += 1;
                    }
                }
            }
            at += 1;
        } else {
            while end_of_row(at).is_none() && characters[at] != delimiter {
                if matches!(characters[at], '"' | '\r') {
                    return None;
                }
                cell.push(characters[at]);
                at += 1;
            }
        }
        row.push(std::mem::take(&mut cell));
        match end_of_row(at) {
            Some(length) => {
                at += length;
                rows.push(std::mem::take(&mut row));
            }
            None if characters[at] == delimiter => {
                at += 1;
                // A delimiter at the very end is followed by an empty cell.
                if at == characters.len() {
                    row.push(String::new());
                    rows.push(std::mem::take(&mut row));
                }
            }
            None => return None,
        }
    }
    Some(rows)
}

/// What the loader reads; `None` where it reports something.
fn read(text: &str) -> Option<Vec<Vec<String>>> {
    let file = DataFile { path: "x.csv".into(), bytes: text.as_bytes().to_vec() };
    let report = Report::default();
    let text = Text::decode(&file, &report)?;
    let cells = |record: Record<'_>| record.cells.into_iter().map(Cow::into_owned).collect();
    let rows = Records::new(&text).map(cells).collect();
    (report.errors() == 0).then_some(rows)
}

/// The rows without those of one cell that has nothing but spaces and tabs.
fn not_blank(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let blank =
        |row: &Vec<String>| matches!(row.as_slice(), [one] if one.trim_matches([' ', '\t']).is_empty());
    rows.into_iter().filter(|row| !blank(row)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn both_read_the_same_or_refuse(text in "x[a\u{e9}, \",\n\r]{0,24}") {
        // A quoted cell alone in its row may be blank without being a blank line: such rows are left out of both.
        let expected = parse(&text, ',').map(not_blank);
        prop_assert_eq!(read(&text).map(not_blank), expected, "{:?}", text);
    }

    #[test]
    fn a_table_that_was_written_is_read(
        table in prop::collection::vec(prop::collection::vec(("[a\u{44f}0,\"\n ;.-]{0,6}", any::<bool>()), 2..5), 1..8),
        end in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let needs_quotes = |cell: &str| cell.contains([',', '"', '\n']);
        let written = |(cell, quoted): &(String, bool)| match *quoted || needs_quotes(cell) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |row: &Vec<(String, bool)>| row.iter().map(written).collect::<Vec<_>>().join(",") + end;
        let text: String = table.iter().map(line).collect();
        let cells: Vec<Vec<String>> =
            table.iter().map(|row| row.iter().map(|(cell, _)| cell.clone()).collect()).collect();
        prop_assert_eq!(parse(&text, ','), Some(cells.clone()), "the second parser");
        prop_assert_eq!(read(&text), Some(cells), "{:?}", text);
    }
}
