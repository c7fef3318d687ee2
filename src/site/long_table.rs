//! `/history.csv`: all observations of all indicators in one long table [D8.history].

use super::body::{Interner, Segment};
use super::inputs::DatasetInputs;
use super::page::{Content, Form, SiteError, Variant};
use super::series_texts::{LastValue, SeriesRow, SeriesTexts};
use super::table::{self, Cell, Dialect, RowWriter, text_cell};
use crate::model::{Indicator, Lang, Localized};

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

/// The table, put together from what has been written of each series.
pub fn content(of: &DatasetInputs<'_>, lang: Lang) -> Result<Content, SiteError> {
    let variant = |form: Form| {
        let head = Segment::new(table::head(COLUMNS, Dialect::of(form, lang))?);
        let rows = of.parts.iter().map(|parts| parts.long_table.get(lang)[form as usize].clone());
        Ok::<_, SiteError>(Variant::of_segments(&[head].into_iter().chain(rows).collect::<Vec<_>>()))
    };
    Ok(Content { default: variant(Form::Default)?, alternate: Some(variant(Form::Alternate)?) })
}

/// The beginning of it, of one indicator: its first observations, at most two.
pub fn example(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let texts = SeriesTexts::of(indicator.series.observations().iter().take(2));
    let head = table::head(COLUMNS, Dialect::Plain)?;
    Ok(String::from_utf8([head, rows(indicator, &texts, Dialect::Plain, lang)?].concat())?)
}

/// The rows of a series, by form.
pub fn segments(
    indicator: &Indicator,
    texts: &SeriesTexts<'_>,
) -> Result<Localized<[Segment; 2]>, SiteError> {
    let mut interner = Interner::default();
    Localized::try_build(|lang| {
        let mut segment =
            |dialect| Ok::<_, SiteError>(interner.segment(rows(indicator, texts, dialect, lang)?));
        Ok([segment(Dialect::Plain)?, segment(Dialect::Excel(lang))?])
    })
}

fn rows(
    indicator: &Indicator,
    texts: &SeriesTexts<'_>,
    dialect: Dialect,
    lang: Lang,
) -> Result<Vec<u8>, SiteError> {
    let mut rows = RowWriter::new(dialect, texts.len());
    let name = [Some(Cell::Text(indicator.key.as_str())), Some(Cell::Text(indicator.name.get(lang)))];
    let (name, mut series_key, mut origin) =
        (table::cells(&name, dialect)?, LastValue::new(), LastValue::new());
    for row in texts.observations() {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.written(&name);
        rows.plain(date);
        rows.number(value);
        rows.written(series_key.get(&of.series_key, || {
            let cells = [
                Some(Cell::Text(of.series_key.unit.text.get(lang))),
                Some(Cell::Text(&of.series_key.unit.id)),
                Some(Cell::Plain(of.series_key.measure.name())),
                Some(Cell::Plain(of.series_key.period_type.name())),
            ];
            table::cells(&cells, dialect)
        })?);
        rows.plain(published);
        rows.written(origin.get((&of.reference, of.flags), || {
            let reference = of.reference.as_ref().map(|reference| reference.as_str());
            table::cells(&[text_cell(reference), text_cell(Some(&of.flags.to_string()))], dialect)
        })?);
        rows.end();
    }
    Ok(rows.finish())
}
