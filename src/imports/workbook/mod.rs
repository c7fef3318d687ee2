//! Workbooks as Excel and its like write them: `.xlsx`, `.xlsm`, and `.xls` of 1997 to 2003, as sheets of sparse cells.
//!
//! The crate that is usual for this aborts on two cells at far corners, reserves what a file declares, has panicked on
//! damaged files, and brings fifteen others. This reader needs the two crates that the program has already for ZIP and XML,
//! takes no memory but for what is in the file, and never panics. It knows cells and nothing else: no styles but the formats
//! that make a number a day, no merged cells, no links, no macros.

mod cells;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
mod xls;
mod xlsx;

use super::*;

use cells::{Book, MAX_CELLS, MAX_UNPACKED, NumberFormat, take_cell, u16_at, u32_at};

pub use cells::{Cells, Sheet, Value, address};

/// How archives and compound files begin.
const ZIP: &[u8] = b"PK";
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0";

/// Whether a file is an archive or a compound file, of whatever kind.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP) || bytes.starts_with(COMPOUND)
}

/// Reads the sheets of a workbook.
///
/// # Errors
/// The fault of the file, or the advice to save it in a form that can be read.
pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>, Message> {
    let mut budget = MAX_CELLS;
    if bytes.starts_with(COMPOUND) {
        xls::read(bytes, &mut budget)
    } else {
        xlsx::read(bytes, &mut budget)
    }
}
