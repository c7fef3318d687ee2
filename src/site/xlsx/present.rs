//! The first sheet of `/data.xlsx`: the present figures, in the columns of `/data.csv` under headings for people.

use std::sync::Arc;

use super::rows::{Row, Rows, Style};
use super::{Block, FIRST_ROW};
use crate::model::{Lang, Localized};
use crate::site::csv::collection::{self, COLUMNS};
use crate::site::inputs::{Chunk, DatasetInputs};
use crate::site::json::indicator::IndicatorView;
use crate::site::page::SiteError;
use crate::site::parallel;
use crate::site::rows::Cell;
use crate::site::segment::Segment;

/// In characters.
pub const WIDTHS: [u8; COLUMNS.len()] =
    [18, 44, 30, 24, 28, 22, 22, 26, 14, 20, 18, 20, 18, 24, 16, 30, 44, 27, 14, 22];

/// A block for each chunk of indicators.
pub type PresentRows = Vec<Arc<Localized<Block>>>;

pub fn rows(of: &DatasetInputs<'_>) -> Result<PresentRows, SiteError> {
    let mut next = FIRST_ROW;
    let chunks = Chunk::cut(&of.dataset.categories, &of.indicators);
    let chunks: Vec<(usize, Chunk<'_>)> = chunks
        .into_iter()
        .filter(|chunk| !chunk.members.is_empty())
        .map(|chunk| {
            next += chunk.members.len();
            (next - chunk.members.len(), chunk)
        })
        .collect();
    parallel::map(&chunks, |inputs| {
        let (first, chunk) = inputs;
        let stand_in = |name| {
            let segment = Segment::stand_in(name);
            Localized::build(|_| Block::stand_in(&segment, *first))
        };
        of.memo.get("present", inputs, stand_in, || Ok(Localized::build(|lang| block(chunk, *first, lang))))
    })
}

fn block(chunk: &Chunk<'_>, first: usize, lang: Lang) -> Block {
    let mut rows = Rows::from(first);
    for inputs in &chunk.members {
        let view = &IndicatorView::new(inputs, lang);
        let of = collection::Row { inputs, view, lang };
        COLUMNS.iter().fold(rows.row(), |row, column| add(row, &column.cell(&of))).end();
    }
    Block::new(rows)
}

fn add<'r>(row: Row<'r>, cell: &Cell<'_>) -> Row<'r> {
    match cell {
        Cell::Null | Cell::Number("") => row.empty(),
        Cell::Number(number) => row.number(number),
        Cell::Value(value) => row.number(&value.to_string()),
        Cell::Date(day) => row.date(*day),
        Cell::Text(text) | Cell::Timestamp(text) => row.text(text, Style::Usual),
        Cell::Plain(text) => row.text(text, Style::Usual),
        Cell::Flags(flags) => row.text(&flags.to_string(), Style::Usual),
    }
}
