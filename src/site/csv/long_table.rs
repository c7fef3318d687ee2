//! `/history.csv`: all observations of all indicators in one long table [D8.history].

use super::{Cell, Dialect, RowWriter, cells, head};
use std::sync::Arc;

use crate::model::{Indicator, Lang, SeriesKey};
use crate::site::gzip::Effort;
use crate::site::inputs::SeriesParts;
use crate::site::page::{Content, Form, SiteError, Text, Variant};
use crate::site::segment::Segment;
use crate::site::series_texts::{LastValue, SeriesRow};

/// The columns, which are also those of workbooks.
pub const COLUMNS: [&str; 11] = [
    "key",
    "name",
    "date",
    "value",
    "unit",
    "unit_code",
    "measure",
    "period_type",
    "published",
    "ref",
    "flag",
];

pub fn content(series: &[&Arc<SeriesParts>], lang: Lang) -> Result<Content, SiteError> {
    Content::in_forms(|form| {
        let rows = series.iter().flat_map(|parts| parts.long_table.get(lang).get(form)).cloned();
        Ok(Variant::of_segments(&with_head(rows, lang, form)))
    })
}

/// The table of these rows.
pub fn with_head(rows: impl Iterator<Item = Segment>, lang: Lang, form: Form) -> Vec<Segment> {
    let head = Segment::passing(head(COLUMNS, Dialect::of(form, lang)), Effort::Usual);
    [head].into_iter().chain(rows).collect()
}

/// So many rows of a series.
pub fn rows(
    indicator: &Indicator,
    all: &mut dyn Iterator<Item = SeriesRow<'_>>,
    count: usize,
    lang: Lang,
    form: Form,
) -> Text {
    let dialect = Dialect::of(form, lang);
    let mut rows = RowWriter::new(dialect, count);
    let name = cells(&[Cell::Text(indicator.key.as_str()), Cell::Text(indicator.name.get(lang))], dialect);
    let (mut basis, mut origin) = (LastValue::new(), LastValue::new());
    for row in all {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.written(&name);
        rows.plain(date);
        rows.number(value);
        rows.written(basis.of(&of.series_key, || {
            let SeriesKey { unit, period_type, measure, .. } = &*of.series_key;
            let [unit, id] = [unit.text.get(lang), &unit.id].map(|text| Cell::Text(text));
            cells(&[unit, id, Cell::Plain(measure.name()), Cell::Plain(period_type.name())], dialect)
        }));
        rows.plain(published);
        rows.written(origin.of((&of.reference, of.flags), || {
            cells(&[Cell::Text(row.reference()), Cell::Text(&of.flags.to_string())], dialect)
        }));
        rows.end();
    }
    Ok(rows.finish())
}
