//! What a series contributes to resources that are put together from all series: written, hashed and compressed once,
//! and taken over with the series.

use super::inputs::SeriesInputs;
use super::piece::Piece;
use super::series_texts::SeriesTexts;
use super::xlsx::Block;
use super::{SiteError, long_table, workbooks};
use crate::model::{Indicator, Localized};

/// The contributions of a series.
pub struct SeriesParts {
    /// Its rows in the long table, for programs and for spreadsheets.
    pub long_table: Localized<[Piece; 2]>,
    /// Its rows in workbooks.
    pub blocks: Localized<Vec<Block>>,
}

impl SeriesParts {
    /// Writes them.
    ///
    /// # Errors
    /// When a row cannot be written.
    pub fn new(inputs: &SeriesInputs<'_>, texts: &SeriesTexts<'_>) -> Result<Self, SiteError> {
        Ok(SeriesParts {
            long_table: long_table::pieces(inputs, texts)?,
            blocks: Localized::build(|lang| workbooks::blocks(&inputs.indicator, texts, lang)),
        })
    }

    /// What stands in for the contributions of a series.
    pub fn stand_in(indicator: &Indicator) -> Self {
        let piece = Piece::stand_in(indicator.key.as_str());
        let block = Block::stand_in(&piece, indicator.series.observations().len());
        SeriesParts {
            long_table: Localized::build(|_| [piece.clone(), piece.clone()]),
            blocks: Localized::build(|_| vec![block.clone()]),
        }
    }
}
