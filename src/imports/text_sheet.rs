//! A table that a source delivers as text, with commas, semicolons or tabs between cells, as a sheet whose cells are texts.

use super::*;

use encoding_rs::WINDOWS_1251;

use super::workbook::{CellText, Cells, Sheet, decode_utf16};

const DELIMITERS: [char; 3] = [';', '\t', ','];
/// The lines by which the delimiter is chosen.
const FIRST_LINES: usize = 20;

/// The text of a file in UTF-8, in UTF-16 with its mark, or else in windows-1251; nothing where it is damaged.
pub fn decode(bytes: &[u8]) -> Option<String> {
    if let Some(text) = decode_utf16(bytes) {
        return text;
    }
    let bare = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bare) {
        Ok(text) => Some(text.to_owned()),
        Err(_) => {
            let (text, _) = WINDOWS_1251.decode_without_bom_handling(bare);
            Some(text.into_owned())
        }
    }
}

/// Returns true if Cyrillic letters stand within words of Latin ones: another 8-bit code was taken for windows-1251.
pub fn has_mixed_words(text: &str) -> bool {
    let is_cyrillic = |c: char| ('\u{400}'..='\u{4ff}').contains(&c);
    let words = text.split(|c: char| !c.is_alphabetic());
    words
        .into_iter()
        .any(|word| word.chars().any(is_cyrillic) && word.chars().any(|c| c.is_ascii_alphabetic()))
}

/// The cells of the first lines, where the head of a table is.
pub fn first_lines(text: &str) -> impl Iterator<Item = Vec<String>> {
    let end = text
        .match_indices('\n')
        .nth(FIRST_LINES)
        .map_or(text.len(), |(at, _)| at);
    let head = text.get(..end).unwrap_or_default();
    split(head, find_delimiter(head)).into_iter()
}

/// Reads the cells of a text.
pub fn read(text: &str) -> Sheet {
    let mut cells = Cells::new();
    for (row, line) in (0..).zip(split(text, find_delimiter(text))) {
        for (column, written) in (0..).zip(line) {
            if let Some(text) = CellText::plain(&written) {
                cells.insert((row, column), Value::Text(text));
            }
        }
    }
    Sheet {
        name: String::new(),
        cells,
    }
}

/// The delimiter that comes most often outside quotation marks in the first lines.
fn find_delimiter(text: &str) -> char {
    let mut counts = [0_usize; DELIMITERS.len()];
    for line in text.lines().take(FIRST_LINES) {
        let mut is_quoted = false;
        for c in line.chars() {
            is_quoted ^= c == '"';
            let delimiter = DELIMITERS.iter().position(|delimiter| *delimiter == c);
            if let Some(at) = delimiter.filter(|_| !is_quoted) {
                counts[at] += 1;
            }
        }
    }

    // A decimal comma makes commas as frequent as semicolons, never more frequent by a line.
    let mut found = ',';
    for (delimiter, count) in DELIMITERS.iter().zip(counts) {
        if count > 0 {
            found = *delimiter;
            break;
        }
    }
    found
}

/// The cells of each line. Quotation marks hold delimiters and line breaks; two stand for one.
fn split(text: &str, delimiter: char) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let (mut line, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();

    while let Some(c) = characters.next() {
        match c {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                cell.push('"');
                characters.next();
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            '\n' if !is_quoted => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            '\r' if !is_quoted => {}
            _ if c == delimiter && !is_quoted => line.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
    }

    line.push(cell);
    lines.push(line);
    lines
}
