//! `/data.xlsx` and `/data/{key}/history.xlsx`: the same figures for spreadsheets [D10.xlsx].

use std::collections::HashSet;

use super::histories::{self, HistoryRows};
use super::present::{self, PresentRows};
use super::rows::{Rows, Style};
use super::strings::Strings;
use super::{Block, Workbook};
use crate::model::{Lang, Localized, Source};
use crate::site::history::LONG_COLUMNS;
use crate::site::inputs::{DatasetInputs, SeriesContext, SeriesInputs, SiteOptions};
use crate::site::memo::Memo;
use crate::site::page::{Content, Localised, SiteError, Variant};
use crate::site::{text, urls};

/// The widths of the columns of a history, in characters.
const WIDTHS: [u8; LONG_COLUMNS.len()] = [18, 44, 12, 18, 22, 16, 20, 22, 14, 44, 24];
const ABOUT_WIDTHS: [u8; 2] = [24, 90];

/// What the languages of the workbook of a dataset have in common.
pub struct WorkbookParts<'a> {
    present: PresentRows,
    histories: HistoryRows<'a>,
}

impl<'a> WorkbookParts<'a> {
    pub fn new(of: &DatasetInputs<'a>) -> Result<Self, SiteError> {
        Ok(WorkbookParts { present: present::rows(of)?, histories: HistoryRows::new(of)? })
    }
}

/// The workbook of an indicator. It depends on nothing that a snapshot says.
pub fn of_indicator(of: &SeriesContext<'_>) -> Localised {
    let SeriesInputs { indicator, options, license } = of.inputs;
    let (strings, blocks) = histories::of_indicator(indicator);
    Localized::try_build(|lang| {
        let t = text::sheets(lang);
        let mut workbook = Workbook::new(of.memo);
        workbook.add(t.history, &WIDTHS, &heading(&text::sheet_columns(lang), of.memo), &blocks)?;
        let path = urls::of(urls::HISTORY_WORKBOOK, indicator.key.as_str());
        let mut about = vec![
            (t.title, indicator.name.get(lang).clone()),
            (t.key, indicator.key.to_string()),
            (t.unit, indicator.unit.text.get(lang).clone()),
        ];
        about.extend(indicator.source.iter().map(|source| (t.source, source_text(source, lang))));
        about.extend(indicator.notes.iter().map(|notes| (t.notes, notes.get(lang).clone())));
        about.extend(license.iter().map(|license| (t.license, license.text(lang))));
        about.push((t.address, address(&path, options, lang)));
        add_about(&mut workbook, t.about, about)?;
        content(workbook, &strings, lang)
    })
}

/// The workbook of a dataset: the present figures, then the histories of each category.
pub fn of_dataset(
    of: &DatasetInputs<'_>,
    parts: &WorkbookParts<'_>,
    lang: Lang,
) -> Result<Content, SiteError> {
    let (t, dataset) = (text::sheets(lang), of.dataset);
    let WorkbookParts { present, histories } = parts;
    let mut workbook = Workbook::new(of.memo);
    let blocks: Vec<Block> = present.iter().map(|blocks| blocks.get(lang).clone()).collect();
    workbook.add(t.present, &present::WIDTHS, &heading(&text::present_columns(lang), of.memo), &blocks)?;
    let columns = heading(&text::sheet_columns(lang), of.memo);
    for (category, series) in dataset.categories.iter().zip(&histories.categories) {
        let blocks: Vec<Block> = series.iter().flat_map(|blocks| blocks.iter().cloned()).collect();
        workbook.add(category.name.get(lang), &WIDTHS, &columns, &blocks)?;
    }
    let mut about = vec![(t.title, text::service(dataset.title.as_ref(), lang).to_owned())];
    about.extend(dataset.description.iter().map(|text| (t.description, text.get(lang).clone())));
    about.extend(dataset.license.iter().map(|license| (t.license, license.text(lang))));
    about.push((t.version, dataset.version.clone()));
    about.push((t.as_of, text::moment(dataset.as_of, dataset.offset, lang)));
    about.push((t.status, text::status_word(of.summary.status, lang).to_owned()));
    let mut known = HashSet::new();
    let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_deref());
    let sources = sources.filter(|source| known.insert(&source.id));
    about.extend(sources.map(|source| (t.source, source_text(source, lang))));
    about.push((t.address, address(urls::WORKBOOK, of.options, lang)));
    add_about(&mut workbook, t.about, about)?;
    content(workbook, &histories.strings, lang)
}

fn heading(texts: &[&str], memo: &Memo<'_>) -> Block {
    let mut rows = Rows::from(1);
    rows.texts(texts.iter().copied(), Style::Heading);
    Block::interned(rows, memo)
}

fn content(workbook: Workbook<'_>, strings: &Strings<'_>, lang: Lang) -> Result<Content, SiteError> {
    // An archive is compressed already.
    Ok(Variant { identity: workbook.finish(strings, lang)?, gzip: None }.into())
}

/// Adds the sheet that says what a workbook is, with a label and a text in each row.
fn add_about<'a>(
    workbook: &mut Workbook<'_>,
    name: &str,
    texts: impl IntoIterator<Item = (&'a str, String)>,
) -> Result<(), SiteError> {
    let mut rows = Rows::from(1);
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
