//! Rows of SDMX-ML: an observation with its period and value, which are the first two columns, and its attributes, which
//! are left out where they are empty.

use super::*;

/// Observations as pairs of a concept and a value.
pub struct Generic {
    pub has_attributes: bool,
    column: usize,
}

/// Observations with their concepts as attributes of XML.
pub struct Specific;

impl Generic {
    pub fn new(has_attributes: bool) -> Self {
        Generic { has_attributes, column: 0 }
    }
}

impl RowFormat for Generic {
    fn begin(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"<gen:Obs>");
        self.column = 0;
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &Cell<'_>) {
        self.column += 1;
        if self.column == 3 {
            text.extend_from_slice(b"<gen:Attributes>");
        }
        if cell.is_empty() {
            return;
        }
        match self.column {
            1 => text.extend_from_slice(b"<gen:ObsDimension"),
            2 => text.extend_from_slice(b"<gen:ObsValue"),
            _ => ["<gen:Value id=\"", name, "\""].iter().for_each(|part| text.extend(part.bytes())),
        }
        text.extend_from_slice(b" value=\"");
        add_value(text, cell);
        text.extend_from_slice(b"\"/>");
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        let end = if self.has_attributes { "</gen:Attributes></gen:Obs>\n" } else { "</gen:Obs>\n" };
        text.extend_from_slice(end.as_bytes());
    }
}

impl RowFormat for Specific {
    fn begin(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"<Obs");
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &Cell<'_>) {
        if cell.is_empty() {
            return;
        }
        [" ", name, "=\""].iter().for_each(|part| text.extend(part.bytes()));
        add_value(text, cell);
        text.push(b'"');
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"/>\n");
    }
}

fn add_value(text: &mut Vec<u8>, cell: &Cell<'_>) {
    match cell {
        Cell::Date(Some(date)) => push_date(text, *date),
        Cell::Value(value) => value.with_digits(|digits| text.extend_from_slice(digits.as_bytes())),
        Cell::Text(words) | Cell::Origin(words) => text.extend(xml::attribute(words).bytes()),
        Cell::Plain(name) => text.extend_from_slice(xml::attribute(name).as_bytes()),
        Cell::Number(number) => text.extend_from_slice(number.as_bytes()),
        Cell::Timestamp(instant) => text.extend_from_slice(instant.as_bytes()),
        Cell::Flags(flags) => text.extend_from_slice(flags.to_string().as_bytes()),
        Cell::Null | Cell::Date(None) => {}
    }
}
