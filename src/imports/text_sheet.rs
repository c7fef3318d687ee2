//! A table that a source delivers as text, with commas, semicolons or tabs between cells, as a sheet whose cells are texts.

use super::*;

use super::workbook::{Budget, CellText, Cells, Sheet, decode_utf16};

const DELIMITERS: [char; 3] = [';', '\t', ','];
/// The lines by which the delimiter is chosen, and among which the head of a table is looked for.
const FIRST_LINES: usize = 20;

/// Decodes a file in UTF-8, in UTF-16 with its mark, or in windows-1251; anything else is reported.
pub fn decode(file: &DataFile, report: &Report) -> Option<String> {
    if let Some(text) = decode_utf16(&file.bytes) {
        let location = Location::file(file.path.as_str());
        return text
            .ok()
            .or_else(|| report.refuse(location, msg::import_text_damaged()));
    }

    let in_utf8 = in_utf8(file);
    let text = Text::decode(&in_utf8, report)?;
    Some(text.content.to_owned())
}

/// Returns true if one of the first lines has this cell.
pub fn has_in_head(text: &str, wanted: &str) -> bool {
    let delimiter = find_delimiter(text);
    for line in text.lines().take(FIRST_LINES) {
        for cell in line.split(delimiter) {
            if cell.trim_matches(['"', ' ']) == wanted {
                return true;
            }
        }
    }

    false
}

/// Texts of cells, each kept once however many cells have it.
type KnownTexts = HashMap<String, Option<Arc<CellText>>>;

/// Reads the cells of a text, each in the row of its line. What is no text, or no table, is reported.
///
/// # Errors
/// There are too many cells, or there is too much text.
pub fn read(file: &DataFile, location: &Location, report: &Report) -> Result<Sheet, Message> {
    let content = decode(file, report).unwrap_or_default();
    let text = Text::new(location, &content, report);
    let mut budget = Budget::default();
    let mut known = KnownTexts::new();
    let mut cells = Vec::new();
    for record in Records::verbatim(&text, find_delimiter(&content)) {
        let row = text.line(record.start) - 1;
        for (column, written) in (0..).zip(record.cells) {
            if written.is_empty() {
                continue;
            }

            budget.take_cell()?;
            let text = share_text(&written, &mut known, &mut budget)?;
            cells.push(((row, column), text.map(Value::Text)));
        }
    }

    Ok(Sheet {
        name: String::new(),
        cells: Cells::from_sorted(cells),
    })
}

fn share_text(
    written: &str,
    known: &mut KnownTexts,
    budget: &mut Budget,
) -> Result<Option<Arc<CellText>>, Message> {
    if let Some(text) = known.get(written) {
        return Ok(text.clone());
    }

    budget.take_text(written.len())?;
    let text = CellText::plain(written);
    known.insert(written.to_owned(), text.clone());
    Ok(text)
}

/// Finds the delimiter of the first lines: the first that stands in two of them outside quotation marks. A decimal comma
/// makes commas as frequent as semicolons, and a title may have a semicolon.
fn find_delimiter(text: &str) -> char {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().take(FIRST_LINES) {
        lines.push(line.split('"').step_by(2).collect());
    }

    for delimiter in DELIMITERS {
        let with_delimiter = lines.iter().filter(|line| line.contains(delimiter));
        if with_delimiter.count() >= lines.len().min(2) {
            return delimiter;
        }
    }

    ','
}
