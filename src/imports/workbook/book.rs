//! The parts of a workbook to which cells refer, and the bounds of its size.

use super::*;

use super::format::NumberFormat;

/// What is read, or what is wrong with the file.
pub type Result<T, E = Message> = std::result::Result<T, E>;

/// The bytes that all parts may have together, unpacked.
pub const MAX_UNPACKED: usize = 128 << 20;
/// The cells that all sheets may have together.
pub const MAX_CELLS: usize = 4_000_000;
/// The bytes of all texts, each with what it takes besides, and of one: Excel has 32,767 characters at most in a cell.
const MAX_TEXT: usize = 64 << 20;
const TEXT_COST: usize = 64;
const LONGEST_TEXT: usize = 4 * 32_767;
/// The cells that may be looked at for merged ranges, which lie apart in a sound sheet.
const MAX_MERGED: usize = 16 * MAX_CELLS;

/// The cells and the text that a workbook has had so far.
#[derive(Default)]
pub struct Budget {
    cells: usize,
    text: usize,
    merged: usize,
}

impl Budget {
    pub fn take_cell(&mut self) -> Result<()> {
        count_cell(&mut self.cells, MAX_CELLS)
    }

    pub fn take_text(&mut self, length: usize) -> Result<()> {
        self.text += length + TEXT_COST;
        if self.text > MAX_TEXT || length > LONGEST_TEXT {
            let longest = LONGEST_TEXT / 4;
            return Err(msg::workbook_too_much_text(MAX_TEXT >> 20, longest));
        }

        Ok(())
    }
}

fn count_cell(count: &mut usize, most: usize) -> Result<()> {
    *count += 1;
    if *count > most {
        return Err(msg::workbook_too_many_cells(MAX_CELLS));
    }

    Ok(())
}

/// The parts of a workbook to which cells refer by numbers, and what may still be read of it.
#[derive(Default)]
pub struct Book {
    pub strings: Vec<Option<Arc<CellText>>>,
    /// The formats by their numbers, and the number of the format of each style.
    formats: HashMap<u32, NumberFormat>,
    styles: Vec<u32>,
    /// The format of a style that is not there.
    general: NumberFormat,
    pub is_1904: bool,
    /// True if the results of all formulas are still to be calculated.
    pub asks_for_calculation: bool,
    pub budget: Budget,
}

impl Book {
    pub fn add_format(&mut self, number: u32, code: &str) {
        self.formats.insert(number, NumberFormat::from_code(code));
    }

    /// Adds a style. A format without a code is built in.
    pub fn add_style(&mut self, format: u32) {
        let known = self.formats.entry(format);
        known.or_insert_with(|| NumberFormat::built_in(format));
        self.styles.push(format);
    }

    fn format(&self, style: usize) -> &NumberFormat {
        let number = self.styles.get(style);
        let format = number.and_then(|number| self.formats.get(number));
        format.unwrap_or(&self.general)
    }

    /// A number as the format of its style shows it, unless nothing is shown.
    pub fn number(&self, written: &str, style: usize) -> Option<Value> {
        self.format(style).number(written, self.is_1904)
    }

    /// A text as the format of its style shows it, unless nothing is shown.
    pub fn text(&self, text: Option<Arc<CellText>>, style: usize) -> Option<Value> {
        self.format(style).text(text?)
    }

    /// A date that is written as `2026-07-31T00:00:00`.
    pub fn iso_date(&self, written: &str, style: usize) -> Value {
        let Some(Ok(day)) = written.get(..10).map(str::parse) else {
            return Value::hour();
        };

        let shown = self.format(style).date_parts();
        Value::Date(CellDate {
            day,
            shown: shown.unwrap_or(DateParts::Day),
        })
    }
}

/// The cells of a sheet that is being read.
pub struct SheetReader<'a> {
    pub book: &'a mut Book,
    /// The part of the file where it lies.
    part: &'a str,
    /// The last row and column that a sheet has.
    last: Place,
    cells: Vec<ReadCell>,
    /// The first and the last place of each merged range.
    pub merged: Vec<(Place, Place)>,
}

impl<'a> SheetReader<'a> {
    pub fn new(book: &'a mut Book, part: &'a str, last: Place) -> Self {
        SheetReader {
            book,
            part,
            last,
            cells: Vec::new(),
            merged: Vec::new(),
        }
    }

    pub fn damaged(&self) -> Message {
        msg::workbook_damaged(self.part)
    }

    /// Takes a cell. Refuses one beyond the sheet.
    pub fn push(&mut self, place: Place, value: Option<Value>) -> Result<()> {
        if place.0 > self.last.0 || place.1 > self.last.1 {
            return Err(self.damaged());
        }

        self.book.budget.take_cell()?;
        self.cells.push((place, value));
        Ok(())
    }

    /// Puts the cells in order, without those that lie hidden below the first of a merged range. Refuses a place that comes
    /// twice.
    pub fn finish(mut self) -> Result<Cells> {
        self.cells.sort_unstable_by_key(|(place, _)| *place);
        if self.cells.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(self.damaged());
        }

        for (first, last) in &self.merged {
            let start = self.cells.partition_point(|(place, _)| place <= first);
            for (place, value) in self.cells.iter_mut().skip(start) {
                count_cell(&mut self.book.budget.merged, MAX_MERGED)?;
                if *place > *last {
                    break;
                }

                if (first.1..=last.1).contains(&place.1) {
                    *value = None;
                }
            }
        }

        Ok(Cells::from_sorted(self.cells))
    }
}
