//! `/history.csv`: all observations of all indicators in one long table [D8.history].

use super::SiteError;
use super::inputs::SeriesInputs;
use super::page::{Form, Page, Variant};
use super::parts::SeriesParts;
use super::piece::{Piece, Pool};
use super::row_writer::RowWriter;
use super::series_texts::{SeriesRow, SeriesTexts, Unchanged};
use super::table::{self, Cell, Dialect, text_cell};
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
///
/// # Errors
/// As [`table::head`].
pub fn page(parts: &[&SeriesParts], lang: Lang) -> Result<Page, SiteError> {
    let variant = |form: Form| {
        let head = Piece::new(table::head(COLUMNS, Dialect::of(form, lang))?);
        let rows = parts.iter().map(|parts| {
            let [plain, excel] = parts.long_table.get(lang);
            if form == Form::Default { plain } else { excel }
        });
        Ok::<_, SiteError>(Variant::of_pieces(&[&head].into_iter().chain(rows).cloned().collect::<Vec<_>>()))
    };
    Ok(table::of(lang, variant(Form::Default)?, variant(Form::Alternate)?))
}

/// The beginning of it, of one indicator: its first observations, at most two.
///
/// # Errors
/// As [`page`].
pub fn sample(indicator: &Indicator, lang: Lang) -> Result<String, SiteError> {
    let texts = SeriesTexts::of(indicator.series.observations().iter().take(2));
    let head = table::head(COLUMNS, Dialect::Plain)?;
    Ok(String::from_utf8([head, rows(indicator, &texts, Dialect::Plain, lang)?].concat())?)
}

/// The rows of a series, for programs and for spreadsheets.
///
/// # Errors
/// As [`page`].
pub fn pieces(
    inputs: &SeriesInputs<'_>,
    texts: &SeriesTexts<'_>,
) -> Result<Localized<[Piece; 2]>, SiteError> {
    let mut pool = Pool::default();
    Localized::try_build(|lang| {
        let mut piece =
            |dialect| Ok::<_, SiteError>(pool.piece(rows(&inputs.indicator, texts, dialect, lang)?));
        Ok([piece(Dialect::Plain)?, piece(Dialect::Excel(lang))?])
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
    let (name, mut basis, mut origin) = (table::cells(&name, dialect)?, Unchanged::new(), Unchanged::new());
    for row in texts.observations() {
        let SeriesRow { observation: of, date, value, published, .. } = row;
        rows.written(&name);
        rows.plain(date);
        rows.number(value);
        rows.written(basis.get(&of.basis, || {
            let cells = [
                Some(Cell::Text(of.basis.unit.text.get(lang))),
                Some(Cell::Text(&of.basis.unit.id)),
                Some(Cell::Plain(of.basis.measure.name())),
                Some(Cell::Plain(of.basis.period_type.name())),
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
