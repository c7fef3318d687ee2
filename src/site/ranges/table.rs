//! `/history.csv`: the rows of all series, or of some, one series after the other.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::query::{OF_TABLE, Parameter, Query};
use crate::model::{Key, Lang};
use crate::site::api_error::ApiError;
use crate::site::gzip::Effort;
use crate::site::history::{LONG_COLUMNS, long_table_rows};
use crate::site::inputs::SeriesParts;
use crate::site::page::{Assembled, Content, Form, Selectable, SiteError, Variant};
use crate::site::rows::csv::{Dialect, head};
use crate::site::segment::Segment;

/// All series in the order of the collection, and where each is among them.
pub struct TablePage {
    series: Vec<Arc<SeriesParts>>,
    places: HashMap<Key, usize>,
}

impl fmt::Debug for TablePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows of {} series", self.series.len())
    }
}

/// The table of all series.
pub fn content(series: &[&Arc<SeriesParts>], lang: Lang) -> Result<Content, SiteError> {
    Content::in_forms(|form| {
        let rows = series.iter().flat_map(|parts| parts.long_table.get(lang).get(form)).cloned();
        Ok(Variant::of_segments(&with_head(rows, lang, form)))
    })
}

fn with_head(rows: impl Iterator<Item = Segment>, lang: Lang, form: Form) -> Vec<Segment> {
    let head = Segment::passing(head(&LONG_COLUMNS, Dialect::of(form, lang)), Effort::Usual);
    [head].into_iter().chain(rows).collect()
}

impl TablePage {
    pub fn new(series: Vec<Arc<SeriesParts>>) -> Self {
        let place = |(place, of): (usize, &Arc<SeriesParts>)| (of.rows.key().clone(), place);
        TablePage { places: series.iter().enumerate().map(place).collect(), series }
    }

    /// The series that are asked for, in the order of the collection; `None` if one of them is not known.
    fn asked(&self, query: &Query) -> Option<Vec<&SeriesParts>> {
        let Some(keys) = &query.keys else { return Some(self.series.iter().map(|of| &**of).collect()) };
        let place = |key: &String| self.places.get(&key.parse::<Key>().ok()?).copied();
        let mut places = keys.iter().map(place).collect::<Option<Vec<_>>>()?;
        places.sort_unstable();
        Some(places.into_iter().filter_map(|place| self.series.get(place)).map(|of| &**of).collect())
    }
}

impl Selectable for TablePage {
    fn parameters(&self) -> &'static [Parameter] {
        OF_TABLE
    }

    fn select(&self, query: &Query, lang: Lang, form: Form) -> Result<Option<Assembled>, ApiError> {
        let all = self.asked(query).ok_or(ApiError::UnknownKey)?;
        let rows = |of: &SeriesParts| {
            let written = of.long_table.get(lang).get(form);
            of.rows.segments(&of.rows.selected(query), written, &long_table_rows, lang, form)
        };
        Ok(Some(Assembled(with_head(all.into_iter().flat_map(rows), lang, form))))
    }
}
