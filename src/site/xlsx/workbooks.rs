//! `/data.xlsx` and `/data/{key}/history.xlsx`: the same figures for spreadsheets [D10.xlsx].

use std::collections::HashSet;
use std::sync::Arc;

use super::{Block, Rows, Style, Workbook, cells};
use crate::model::{Indicator, Lang, Localized, SeriesKey, Source};
use crate::site::csv::long_table::COLUMNS;
use crate::site::inputs::{DatasetInputs, SeriesContext, SeriesInputs, SeriesParts, SiteOptions};
use crate::site::memo::Memo;
use crate::site::page::{Content, Localised, SiteError, Variant};
use crate::site::series_texts::{LastValue, SeriesRow, SeriesTexts};
use crate::site::{text, urls};

/// The widths of the columns of a history, in characters.
const WIDTHS: [u8; COLUMNS.len()] = [18, 44, 12, 18, 22, 16, 12, 22, 14, 44, 24];
const ABOUT_WIDTHS: [u8; 2] = [24, 90];
/// Rows in a block: well below the limit of a sheet, so that little is left empty at its end.
const BLOCK_ROWS: usize = 65_536;

/// The rows of an indicator.
pub fn blocks(indicator: &Indicator, texts: &SeriesTexts<'_>, lang: Lang) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rows = Rows::default();
    let name = cells(&[indicator.key.as_str(), indicator.name.get(lang)]);
    let (mut basis, mut origin) = (LastValue::new(), LastValue::new());
    for row in texts.observations() {
        let SeriesRow { observation: of, value, .. } = row;
        if rows.count == BLOCK_ROWS {
            blocks.push(Block::new(std::mem::take(&mut rows)));
        }
        let basis = basis.of(&of.series_key, || {
            let SeriesKey { unit, period_type, measure } = &*of.series_key;
            cells(&[unit.text.get(lang), &unit.id, measure.name(), period_type.name()])
        });
        let origin =
            origin.of((&of.reference, of.flags), || cells(&[row.reference(), &of.flags.to_string()]));
        let row = rows.row().written(&name).date(of.date).number(value);
        row.written(basis).date(of.published).written(origin).end();
    }
    blocks.push(Block::new(rows));
    blocks
}

/// The workbook of an indicator. It depends on nothing that a snapshot says.
pub fn of_indicator(of: &SeriesContext<'_>) -> Localised {
    let SeriesInputs { indicator, options } = of.inputs;
    Localized::try_build(|lang| {
        let t = text::sheets(lang);
        let mut workbook = Workbook::new(of.memo);
        workbook.add(
            t.history,
            &WIDTHS,
            &heading(&text::sheet_columns(lang), of.memo),
            of.parts.blocks.get(lang),
        )?;
        let path = urls::of(urls::HISTORY_WORKBOOK, indicator.key.as_str());
        let mut about = vec![
            (t.title, indicator.name.get(lang).clone()),
            (t.key, indicator.key.to_string()),
            (t.unit, indicator.unit.text.get(lang).clone()),
        ];
        about.extend(indicator.source.iter().map(|source| (t.source, source_text(source, lang))));
        about.extend(indicator.notes.iter().map(|notes| (t.notes, notes.get(lang).clone())));
        about.push((t.address, address(&path, options, lang)));
        add_about(&mut workbook, t.about, about)?;
        content(workbook)
    })
}

pub fn of_dataset(of: &DatasetInputs<'_>, lang: Lang) -> Result<Content, SiteError> {
    let (t, dataset) = (text::sheets(lang), of.dataset);
    let joined = |series: Vec<&Arc<SeriesParts>>| {
        series.into_iter().flat_map(|parts| parts.blocks.get(lang).clone()).collect::<Vec<Block>>()
    };
    let mut workbook = Workbook::new(of.memo);
    workbook.add(t.all, &WIDTHS, &heading(&COLUMNS, of.memo), &joined(of.parts_of(dataset.indicators())))?;
    let columns = heading(&text::sheet_columns(lang), of.memo);
    for category in &dataset.categories {
        let own = joined(of.parts_of(category.indicators.iter()));
        workbook.add(category.name.get(lang), &WIDTHS, &columns, &own)?;
    }
    let mut about = vec![(t.title, text::service(dataset.title.as_ref(), lang).to_owned())];
    about.extend(dataset.description.iter().map(|text| (t.description, text.get(lang).clone())));
    about.push((t.version, dataset.version.clone()));
    about.push((t.as_of, dataset.offset.timestamp(dataset.as_of)));
    about.push((t.status, text::status_word(of.summary.status, lang).to_owned()));
    let mut known = HashSet::new();
    let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_deref());
    let sources = sources.filter(|source| known.insert(&source.id));
    about.extend(sources.map(|source| (t.source, source_text(source, lang))));
    about.push((t.address, address(urls::WORKBOOK, of.options, lang)));
    add_about(&mut workbook, t.about, about)?;
    content(workbook)
}

fn heading(texts: &[&str], memo: &Memo<'_>) -> Block {
    let mut rows = Rows::default();
    rows.texts(texts.iter().copied(), Style::Heading);
    Block::interned(rows, memo)
}

fn content(workbook: Workbook<'_>) -> Result<Content, SiteError> {
    // An archive is compressed already.
    Ok(Variant { identity: workbook.finish()?, gzip: None }.into())
}

/// Adds the sheet that says what a workbook is, with a label and a text in each row.
fn add_about<'a>(
    workbook: &mut Workbook<'_>,
    name: &str,
    texts: impl IntoIterator<Item = (&'a str, String)>,
) -> Result<(), SiteError> {
    let mut rows = Rows::default();
    for (label, text) in texts {
        rows.row().text(label, Style::Heading).text(&text, Style::Usual).end();
    }
    workbook.add(name, &ABOUT_WIDTHS, &Block::new(rows), &[])
}

fn source_text(source: &Source, lang: Lang) -> String {
    let name = source.name.get(lang);
    source.url.as_ref().map_or_else(|| name.clone(), |url| format!("{name}, {url}"))
}

fn address(path: &str, options: &SiteOptions, lang: Lang) -> String {
    let path = urls::localized(lang, path);
    options.public_url.as_ref().map_or_else(|| path.clone(), |url| url.join(&path))
}
