//! The parts of a workbook to which cells refer, and the bounds of its size.

use super::*;

use super::cell::{DateParts, Place, ReadCell};

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
    pub fn take_cell(&mut self) -> Result<(), Message> {
        self.cells += 1;
        if self.cells > MAX_CELLS {
            return Err(msg::workbook_too_many_cells(MAX_CELLS));
        }

        Ok(())
    }

    pub fn take_text(&mut self, length: usize) -> Result<(), Message> {
        self.text += length + TEXT_COST;
        if self.text > MAX_TEXT || length > LONGEST_TEXT {
            let longest = LONGEST_TEXT / 4;
            return Err(msg::workbook_too_much_text(MAX_TEXT >> 20, longest));
        }

        Ok(())
    }

    /// Puts the cells of a sheet in order, without those that lie hidden below the first of a merged range. Refuses a
    /// place that comes twice.
    pub fn arrange(
        &mut self,
        mut cells: Vec<ReadCell>,
        merged: &[(Place, Place)],
        part: &str,
    ) -> Result<Cells, Message> {
        cells.sort_unstable_by_key(|(place, _)| *place);
        if cells.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(msg::workbook_damaged(part));
        }

        for (first, last) in merged {
            let start = cells.partition_point(|(place, _)| place <= first);
            for (place, value) in cells.iter_mut().skip(start) {
                self.merged += 1;
                if self.merged > MAX_MERGED {
                    return Err(msg::workbook_too_many_cells(MAX_CELLS));
                }

                if *place > *last {
                    break;
                }

                if (first.1..=last.1).contains(&place.1) {
                    *value = None;
                }
            }
        }

        Ok(Cells::from_sorted(cells))
    }
}

/// The parts of a workbook to which cells refer by numbers.
#[derive(Default)]
pub struct Book {
    pub strings: Vec<Option<Arc<CellText>>>,
    /// The format of each style.
    pub formats: Vec<Arc<NumberFormat>>,
    pub is_1904: bool,
    /// True if the results of all formulas are still to be calculated.
    pub asks_for_calculation: bool,
}

impl Book {
    /// The format of a style; the general one where there is none.
    fn format(&self, style: usize) -> Arc<NumberFormat> {
        self.formats.get(style).cloned().unwrap_or_default()
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

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let number = bytes.get(at..)?.first_chunk().copied()?;
    Some(u16::from_le_bytes(number))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..)?.first_chunk().copied()?;
    Some(u32::from_le_bytes(number))
}
