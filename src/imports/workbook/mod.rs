//! Workbooks as Excel and its like write them: `.xlsx`, `.xlsm`, and `.xls` of 1997 to 2003, as sheets of sparse cells.
//!
//! The crate that is usual for this aborts on two cells at far corners, reserves what a file declares, has panicked on
//! damaged files, and brings fifteen others. This reader needs the two crates that the program has already for ZIP and XML,
//! takes no memory but for what is in the file, and never panics. It knows cells and nothing else: no styles but the formats
//! that make a number a day, no merged cells, no links, no macros.

mod archive;
mod cells;
mod xls;
mod xlsx;

pub use cells::{Sheet, Value, Workbook, address, without_exponent};

use super::*;

use cells::{Budget, Cell, NumberFormat, bytes_at, u16_at, u32_at};

/// How archives and compound files begin.
const ZIP: &[u8] = b"PK";
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0";

/// Whether a file is an archive or a compound file, of whatever kind.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP) || bytes.starts_with(COMPOUND)
}

/// Reads a workbook.
///
/// # Errors
/// The fault of the file, or the advice to save it in a form that can be read.
pub fn read(bytes: &[u8]) -> Result<Workbook, Message> {
    if bytes.starts_with(COMPOUND) { xls::read(bytes) } else { xlsx::read(bytes) }
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
