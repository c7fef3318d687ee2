//! Workbooks of Office Open XML, written by hand over deflate: a library would take numbers as binary floats and lose
//! digits, and would compress the same rows for each sheet again.

mod names;
mod package;
mod rows;
pub mod workbooks;
mod zip;

use std::sync::Arc;

pub use rows::{Rows, Style, cells};

use askama::Template;

use super::body::{Body, DeflateBlock, Segment};
use super::memo::Memo;
use super::page::SiteError;
use names::Names;
use zip::Entry;

/// The rows that a sheet may have.
const MOST_ROWS: usize = 1_048_576;

/// Rows that are compressed: shared by every sheet that they stand in.
#[derive(Clone)]
pub struct Block {
    text: Arc<DeflateBlock>,
    rows: usize,
}

impl Block {
    /// Compresses what has been written.
    pub fn new(mut rows: Rows) -> Self {
        let (text, rows) = rows.take();
        Block { text: Arc::new(DeflateBlock::new(text.as_bytes())), rows }
    }

    /// The same for rows that stand in many workbooks.
    pub fn interned(mut rows: Rows, memo: &Memo<'_>) -> Self {
        let (text, rows) = rows.take();
        Block { text: interned(text, memo), rows }
    }

    /// What stands in for this many rows.
    pub fn stand_in(segment: &Segment, rows: usize) -> Self {
        Block { text: Arc::clone(segment.packed()), rows }
    }
}

/// A workbook that is being put together. The memo keeps what it has in common with others.
pub struct Workbook<'a> {
    names: Names,
    memo: &'a Memo<'a>,
    sheets: Vec<(String, Vec<Arc<DeflateBlock>>)>,
}

fn interned(text: String, memo: &Memo<'_>) -> Arc<DeflateBlock> {
    Arc::clone(memo.interned(text.into_bytes()).packed())
}

impl<'a> Workbook<'a> {
    pub fn new(memo: &'a Memo<'a>) -> Self {
        Workbook { names: Names::default(), memo, sheets: Vec::new() }
    }

    /// Adds a sheet with its heading row, the widths of its columns, and its blocks of rows. What does not fit under
    /// the limit of rows goes to a further sheet.
    pub fn add(
        &mut self,
        name: &str,
        widths: &[u8],
        heading: &Block,
        blocks: &[Block],
    ) -> Result<(), SiteError> {
        let begin = interned(package::SheetBegin { widths }.render()?, self.memo);
        let end = interned(package::SHEET_END.to_owned(), self.memo);
        let mut rest = blocks;
        loop {
            let mut rows = heading.rows;
            let fits = |block: &&Block| {
                rows += block.rows;
                rows <= MOST_ROWS
            };
            // A block alone always fits; otherwise this would not end.
            let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
            let (now, later) = rest.split_at(count);
            let texts = now.iter().map(|block| Arc::clone(&block.text));
            let head = [Arc::clone(&begin), Arc::clone(&heading.text)];
            let pieces = head.into_iter().chain(texts).chain([Arc::clone(&end)]).collect();
            self.sheets.push((self.names.take(name), pieces));
            if later.is_empty() {
                return Ok(());
            }
            rest = later;
        }
    }

    /// The file, in which blocks are shared.
    pub fn finish(self) -> Result<Body, SiteError> {
        let (names, sheets): (Vec<_>, Vec<_>) = self.sheets.into_iter().unzip();
        let part = |(name, text): (&str, String)| Entry {
            name: name.to_owned(),
            pieces: vec![interned(text, self.memo)],
        };
        let sheet = |(pieces, n)| Entry { name: package::sheet_path(n), pieces };
        let parts = package::parts(&names)?.into_iter().map(part);
        let entries: Vec<Entry> = parts.chain(sheets.into_iter().zip(1..).map(sheet)).collect();
        Ok(Body::of_parts(zip::archive(&entries)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_to_a_further_sheet() {
        let block = |rows| Block { text: Arc::new(DeflateBlock::new(b"")), rows };
        let memo = Memo::after(None);
        let mut workbook = Workbook::new(&memo);
        workbook.add("a", &[10], &block(1), &[block(600_000), block(448_575), block(1), block(1)]).unwrap();
        workbook.add("b", &[10], &block(1), &[]).unwrap();
        let found: Vec<_> =
            workbook.sheets.iter().map(|(name, pieces)| (name.as_str(), pieces.len())).collect();
        assert_eq!(found, [("a", 5), ("a (2)", 5), ("b", 3)]);
    }
}
