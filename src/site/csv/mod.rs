//! Tables of the snapshot and of series.

pub mod collection;

use super::memo::Memo;
use super::page::{Content, Localised, Variant};
use super::rows::csv::{Dialect, head};
use super::rows::{Column, Kind};
use super::segment::Interner;
use crate::model::{Lang, Localized};

/// A table of a series in both languages and dialects. Rows that are the same in several of them are kept once.
pub fn of_series<K: Kind>(
    memo: &Memo<'_>,
    columns: &[Column<K>],
    rows: impl Fn(Dialect, Lang) -> Vec<u8>,
) -> Localised {
    let mut interner = Interner::default();
    Localized::try_build(|lang| {
        Content::in_forms(|form| {
            let dialect = Dialect::of(form, lang);
            let head = memo.interned(head(columns, dialect));
            Ok(Variant::of_segments(&[head, interner.segment(rows(dialect, lang))]))
        })
    })
}
