//! `/history.csv`: all observations of all indicators in one long table [D8.history].

use super::{Cell, Dialect, RowWriter, cells, head};
use crate::model::{Indicator, Lang, Localized, SeriesKey};
use crate::site::inputs::SeriesParts;
use crate::site::page::{Content, Form, Forms, SiteError, Variant};
use crate::site::segment::{Interner, Segment};
use crate::site::series_texts::{LastValue, SeriesRow, SeriesTexts};

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

pub fn content(series: &[&SeriesParts], lang: Lang) -> Result<Content, SiteError> {
    Content::in_forms(|form| {
        let head = Segment::new(head(COLUMNS, Dialect::of(form, lang)));
        let rows = series.iter().map(|parts| parts.long_table.get(lang).get(form).clone());
        Ok(Variant::of_segments(&[head].into_iter().chain(rows).collect::<Vec<_>>()))
    })
}

/// The rows of a series, once where they are the same in several forms.
pub fn segments(indicator: &Indicator, texts: &SeriesTexts<'_>) -> Localized<Forms<Segment>> {
    let mut interner = Interner::default();
    Localized::build(|lang| {
        Forms::build(|form: Form| interner.segment(rows(indicator, texts, Dialect::of(form, lang), lang)))
    })
}

fn rows(indicator: &Indicator, texts: &SeriesTexts<'_>, dialect: Dialect, lang: Lang) -> Vec<u8> {
    let mut rows = RowWriter::new(dialect, texts.len());
    let name = cells(&[Cell::Text(indicator.key.as_str()), Cell::Text(indicator.name.get(lang))], dialect);
    let (mut basis, mut origin) = (LastValue::new(), LastValue::new());
    for row in texts.observations() {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.written(&name);
        rows.plain(date);
        rows.number(value);
        rows.written(basis.of(&of.series_key, || {
            let SeriesKey { unit, period_type, measure } = &*of.series_key;
            let [unit, id] = [unit.text.get(lang), &unit.id].map(|text| Cell::Text(text));
            cells(&[unit, id, Cell::Plain(measure.name()), Cell::Plain(period_type.name())], dialect)
        }));
        rows.plain(published);
        rows.written(origin.of((&of.reference, of.flags), || {
            cells(&[Cell::Text(row.reference()), Cell::Text(&of.flags.to_string())], dialect)
        }));
        rows.end();
    }
    rows.finish()
}
