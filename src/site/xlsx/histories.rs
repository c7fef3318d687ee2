//! The rows of histories, in a workbook of their own and in the sheet of their category.

use std::sync::Arc;

use super::rows::{Cell, Rows, Style};
use super::strings::{SeriesStrings, Strings};
use super::{Block, FIRST_ROW, MOST_ROWS};
use crate::model::{Indicator, Observation, Reference, Series};
use crate::site::inputs::DatasetInputs;
use crate::site::page::SiteError;
use crate::site::parallel;
use crate::site::segment::Segment;

/// Rows in a block: so few that their text is packed with the tables of codes that pack it best.
const BLOCK_ROWS: usize = 240;

/// Keeps the result for a key while the key stays the same.
struct LastValue<K, V>(Option<(K, V)>);

impl<K: PartialEq, V> LastValue<K, V> {
    fn new() -> Self {
        LastValue(None)
    }

    fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let kept = self.0.take().filter(|(known, _)| *known == key).unwrap_or_else(|| (key, make()));
        &self.0.insert(kept).1
    }
}

/// The rows of all histories, in the order of the dataset, with the texts that they refer to.
pub struct HistoryRows<'a> {
    pub strings: Strings<'a>,
    /// For each category those of its indicators.
    pub categories: Vec<Vec<Arc<Vec<Block>>>>,
}

impl<'a> HistoryRows<'a> {
    /// Written once for all languages; anew where texts or rows before them are others than in the snapshot before.
    pub fn new(of: &DatasetInputs<'a>) -> Result<Self, SiteError> {
        let mut strings = Strings::default();
        let mut series = Vec::new();
        for category in &of.dataset.categories {
            let mut next = FIRST_ROW;
            for indicator in &category.indicators {
                series.push((&indicator.series, Arc::new(strings.of_series(indicator)), next));
                next = places(next, indicator.series.observations().len())
                    .last()
                    .map_or(next, |(first, count)| first + count);
            }
        }
        let blocks = parallel::map(&series, |inputs| {
            let (series, strings, first) = inputs;
            let stand_in = |name| vec![Block::stand_in(&Segment::stand_in(name), *first)];
            of.memo.get("rows", inputs, stand_in, || Ok(blocks(series, strings, *first)))
        })?;
        let mut blocks = blocks.into_iter();
        let of_category = |count| blocks.by_ref().take(count).collect();
        let counts = of.dataset.categories.iter().map(|category| category.indicators.len());
        Ok(HistoryRows { strings, categories: counts.map(of_category).collect() })
    }
}

/// Where the blocks of a history stand that begins at row `next`, or in a further sheet where there is no room: first row
/// and number of rows.
fn places(mut next: usize, mut rows: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        let count = rows.min(BLOCK_ROWS);
        rows -= count;
        let first = if next + count > MOST_ROWS + 1 { FIRST_ROW } else { next };
        next = first + count;
        (count > 0).then_some((first, count))
    })
}

/// The rows of a history from row `first` on. They are written again whenever they are sent: no other form of the histories
/// is as long, and few ask for it.
fn blocks(series: &Arc<Series>, strings: &Arc<SeriesStrings>, first: usize) -> Vec<Block> {
    let mut begin = 0;
    places(first, series.observations().len())
        .map(|(first, count)| {
            let (series, strings, own) = (Arc::clone(series), Arc::clone(strings), begin..begin + count);
            begin = own.end;
            Block::rewritten(first, move || {
                rows(series.observations().get(own.clone()).unwrap_or_default(), &strings, first)
            })
        })
        .collect()
}

fn rows(observations: &[Observation], strings: &SeriesStrings, first: usize) -> Rows {
    let mut rows = Rows::from(first);
    let [key, name] = &[strings.key, strings.name].map(Cell::shared);
    let (mut basis, mut origin) = (LastValue::new(), LastValue::new());
    for of in observations {
        let basis: &[Cell; 4] = basis.of(&of.series_key, || {
            let known = strings.series_keys.iter().find(|(key, _)| *key == of.series_key);
            known.map_or([0; 4], |(_, numbers)| *numbers).map(Cell::shared)
        });
        let origin: &[Cell; 2] = origin.of((&of.reference, of.flags), || {
            let reference = of.reference.as_ref().map_or("", Reference::as_str);
            [reference, &of.flags.to_string()].map(|text| Cell::text(text, Style::Usual))
        });
        let row = rows.row().cell(key).cell(name).date(of.date).number(&of.value.to_string());
        let row = basis.iter().fold(row, |row, cell| row.cell(cell)).date(of.published);
        origin.iter().fold(row, |row, cell| row.cell(cell)).end();
    }
    rows
}

/// The history of one indicator, alone in its workbook.
pub fn of_indicator(indicator: &Indicator) -> (Strings<'_>, Vec<Block>) {
    let mut strings = Strings::default();
    let own = Arc::new(strings.of_series(indicator));
    (strings, blocks(&indicator.series, &own, FIRST_ROW))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_goes_on_in_a_further_sheet_where_it_finds_no_room() {
        let places = |next, rows| places(next, rows).collect::<Vec<_>>();
        assert_eq!(places(2, 0), []);
        assert_eq!(places(2, 241), [(2, 240), (242, 1)]);
        assert_eq!(places(MOST_ROWS, 1), [(MOST_ROWS, 1)]);
        assert_eq!(places(MOST_ROWS - 240, 481), [(MOST_ROWS - 240, 240), (2, 240), (242, 1)]);
        assert_eq!(places(MOST_ROWS - 239, 240), [(MOST_ROWS - 239, 240)]);
        assert_eq!(places(MOST_ROWS - 238, 240), [(2, 240)]);
    }
}
