//! Workbooks as Excel and its like write them: `.xlsx`, `.xlsm`, and `.xls` of 1997 to 2003, as sheets of sparse cells.
//!
//! A container ([`archive`], [`compound`]) holds parts or a stream; of these come cells ([`xlsx`], [`xls`]), each with its
//! value and with what its number format shows of it ([`cell`], [`format`]).
//!
//! The crate that is usual for this, calamine, aborts on two cells at far corners (tafia/calamine#693), reserves what a file
//! declares, has panicked on damaged files, and brings fifteen others. This reader needs the two crates that the program has already for ZIP and XML,
//! takes memory only for what is in the file, and never panics.

mod archive;
mod book;
mod bytes;
mod cell;
mod compound;
mod format;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
mod xls;
mod xlsx;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::NaiveDate;
use roxmltree::Document;

use super::xml::{self, Element, child_text, elements, listed};
use crate::dataset::Pattern;
use crate::messages::{self as msg, Message};
use crate::model::Number;

use book::{Book, MAX_UNPACKED, Result, SheetReader};
use bytes::{u16_at, u32_at};
use cell::{ReadCell, TextParts};

pub use archive::decode_utf16;
pub use book::Budget;
pub use cell::{
    Affixes, CellDate, CellNumber, CellText, Cells, DateParts, Place, Sheet, Value, address,
};
pub use format::is_meaningless;

/// How archives and compound files begin.
const ZIP: &[u8] = b"PK";
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0";

/// Returns true if a file is an archive or a compound file, of whatever kind.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP) || bytes.starts_with(COMPOUND)
}

/// Reads the sheets of a workbook.
///
/// # Errors
/// The fault of the file, or the advice to save it in a form that can be read.
pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>> {
    match bytes.starts_with(COMPOUND) {
        true => xls::read(bytes),
        false => xlsx::read(bytes),
    }
}
