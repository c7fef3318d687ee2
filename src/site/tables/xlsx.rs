//! Workbooks of Office Open XML, written by hand: a library would take numbers as binary floats and lose digits, and would
//! collect what it writes. `/data.xlsx` and `/data/{key}/history.xlsx` [D10.xlsx].

use super::*;

use std::iter::Enumerate;
use std::vec;

use super::history::{
    CHANGE_COLUMNS, HistoryColumn, HistoryRow, LONG_COLUMNS, Selections, observations,
};
use super::html::Service;
use super::present::{PRESENT_COLUMNS, PresentRow};
use super::sheet::{HEADING, Sheet, USUAL, shorten};
use super::text;

pub static WORKBOOK: SeriesListing = SeriesListing::workbook(of_dataset);
pub static HISTORY_WORKBOOK: SeriesListing = SeriesListing::workbook(of_indicator);

/// The rows that a sheet may have below the one with its titles.
const MAX_ROWS_BELOW_TITLES: usize = 1_048_576 - 1;
const MAX_NAME: usize = 31;
/// The places in [`LONG_COLUMNS`] of the key, the name, the code of the unit, the measure, the type of the period and the
/// frequency: in the history of one indicator they say the same in each row.
const CODES: &[usize] = &[0, 1, 5, 6, 7, 11];
/// The first columns of changes, which are there whatever the others have.
const DATE_AND_VALUE: usize = 2;
/// The widths of columns, in characters: of present figures, of histories, of changes, of what a workbook says of itself.
const PRESENT_WIDTHS: &[u8; PRESENT_COLUMNS.len()] = &[
    18, 44, 30, 24, 28, 22, 22, 26, 14, 20, 18, 20, 18, 24, 16, 30, 44, 27, 14, 22, 16, 24,
];
const LONG_WIDTHS: &[u8; LONG_COLUMNS.len()] = &[18, 44, 12, 18, 22, 16, 20, 22, 14, 44, 24, 16];
const CHANGE_WIDTHS: &[u8] = &[12, 18, 22, 22, 22, 22, 22, 22];
const ABOUT_WIDTHS: &[u8] = &[24, 90];
/// On paper a sheet lies across, as wide as a page.
const SHEET_END: &[u8] =
    b"</sheetData><pageSetup paperSize=\"9\" orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>";

/// A label of the last sheet and the text beside it; `None` where it is not known.
type Fact = (&'static str, Option<String>);

/// A sheet as it is before its cells.
struct SheetPlan {
    name: String,
    /// The rows that stay in sight and begin each printed page.
    headings: u8,
    /// The widths of its columns in characters.
    widths: &'static [u8],
    /// The places of columns that are there for programs, and do not stand between readers and the figures.
    hidden: &'static [usize],
}

/// The sheets of a workbook in their order.
#[derive(Default)]
struct SheetPlans(Vec<SheetPlan>);

impl SheetPlans {
    fn add(&mut self, name: &str, headings: u8, widths: &'static [u8], hidden: &'static [usize]) {
        self.0.push(SheetPlan {
            name: self.free_name(name),
            headings,
            widths,
            hidden,
        });
    }

    /// A name that no other sheet has, whatever its case: at most 31 characters, without those that are forbidden.
    fn free_name(&self, text: &str) -> String {
        let words = text.split(is_between_words).filter(|word| !word.is_empty());
        let words = Vec::from_iter(words).join(" ");
        // Neither the first nor the last character may be an apostrophe.
        let stem = match words.trim_matches(['\'', ' ']) {
            "" => "-",
            stem => stem,
        };

        let mut name = shorten_name(stem, MAX_NAME).to_owned();
        let mut number = 1;
        while self.is_taken(&name) {
            number += 1;
            let end = format!(" ({number})");
            name = shorten_name(stem, MAX_NAME - end.len()).to_owned() + &end;
        }

        name
    }

    /// Returns true for the name of another sheet, and for that of the sheet that a spreadsheet makes itself.
    fn is_taken(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let mut plans = self.0.iter();
        name == "history" || plans.any(|plan| plan.name.to_lowercase() == name)
    }
}

/// Returns true for a space, and for what the name of a sheet may not have.
fn is_between_words(c: char) -> bool {
    c.is_whitespace() || c.is_control() || ":\\/?*[]\u{fffe}\u{ffff}".contains(c)
}

fn shorten_name(stem: &str, longest: usize) -> &str {
    shorten(stem, longest).trim_end_matches([' ', '\''])
}

/// A workbook whose sheets are written one after the other.
struct Workbook<'p> {
    parts: &'p mut dyn Parts,
    /// Those that are still to be written.
    plans: Enumerate<vec::IntoIter<SheetPlan>>,
    sheet: Sheet,
}

impl<'p> Workbook<'p> {
    /// Begins a workbook with these sheets. The numbers of one that has `decimals` look as pages show them.
    fn new(parts: &'p mut dyn Parts, plans: SheetPlans, decimals: Option<u8>) -> io::Result<Self> {
        for part in [
            "[Content_Types].xml",
            "_rels/.rels",
            "xl/workbook.xml",
            "xl/_rels/workbook.xml.rels",
            "xl/styles.xml",
        ] {
            parts.begin(part)?;
            let part = Part {
                part,
                sheets: &plans.0,
                decimals: decimals.unwrap_or_default().into(),
            };
            write_template(&part, parts)?;
        }

        Ok(Workbook {
            parts,
            plans: plans.0.into_iter().enumerate(),
            sheet: Sheet::new(decimals.is_some()),
        })
    }

    fn begin_sheet(&mut self) -> io::Result<()> {
        let Some((place, sheet)) = self.plans.next() else {
            return Ok(());
        };

        self.sheet.row = 0;
        let path = format!("xl/worksheets/sheet{}.xml", place + 1);
        self.parts.begin(&path)?;
        write_template(&SheetBegin { sheet }, self.parts)
    }

    /// Adds a sheet of rows below their titles; with `has_names`, below the names of the columns too.
    fn add_rows<'a, K: RowKind>(
        &mut self,
        titles: &[&str],
        columns: &[TableColumn<K>],
        has_names: bool,
        rows: impl Iterator<Item = K::TableRow<'a>>,
    ) -> io::Result<()> {
        self.begin_sheet()?;
        let mut head = Vec::new();
        let titles = titles.iter().map(|title| (*title, HEADING));
        self.sheet.add_texts(&mut head, titles);
        if has_names {
            let names = columns.iter().map(|column| (column.name, USUAL));
            self.sheet.add_texts(&mut head, names);
        }

        self.parts.write_all(&head)?;
        write(&mut self.parts, &mut self.sheet, columns, rows)?;
        self.parts.write_all(SHEET_END)
    }

    /// Adds the sheet that says what a workbook is, with a label and a text in each row, and ends the workbook. What is not
    /// known has no row.
    fn finish(mut self, about: &[Fact]) -> io::Result<()> {
        self.begin_sheet()?;
        let mut rows = Vec::new();
        for (label, text) in about {
            if let Some(text) = text {
                let cells = [(*label, HEADING), (text.as_str(), USUAL)];
                self.sheet.add_texts(&mut rows, cells);
            }
        }

        self.parts.write_all(&rows)?;
        self.parts.write_all(SHEET_END)?;
        self.parts.begin("xl/sharedStrings.xml")?;
        self.sheet.strings.write_to(&mut self.parts)
    }
}

fn write_template(template: &impl Template, parts: &mut dyn Parts) -> io::Result<()> {
    let text = template.render().map_err(io::Error::other)?;
    parts.write_all(text.as_bytes())
}

/// The workbook of an indicator: its observations, what follows from them, where something does, and what it is.
fn of_indicator(
    data: &SiteData,
    series: &mut Selections<'_, '_>,
    lang: Lang,
    parts: &mut dyn Parts,
) -> io::Result<()> {
    let Some(selected) = series.next() else {
        return Ok(());
    };

    let t = text::sheets(lang);
    // All in memory: which columns of changes are needed is known after the last row.
    let rows: Vec<HistoryRow> = observations(&selected, lang).collect();
    let (titles, columns) = filled_columns(&rows, lang);
    let has_changes = columns.len() > DATE_AND_VALUE;

    let mut plans = SheetPlans::default();
    plans.add(t.history, 2, LONG_WIDTHS, CODES);
    if has_changes {
        plans.add(t.changes, 1, CHANGE_WIDTHS, &[]);
    }

    plans.add(t.about, 0, ABOUT_WIDTHS, &[]);

    let indicator = selected.indicator;
    let decimals = indicator.decimals_of(&indicator.series.current().series_key);
    let mut workbook = Workbook::new(parts, plans, Some(decimals))?;
    let history = observations(&selected, lang);
    workbook.add_rows(&text::sheet_columns(lang), &LONG_COLUMNS, true, history)?;
    if has_changes {
        workbook.add_rows(&titles, &columns, false, rows.into_iter())?;
    }

    workbook.finish(&describe_indicator(data, indicator, lang))
}

/// The facts on the last sheet of the workbook of an indicator.
fn describe_indicator(data: &SiteData, indicator: &Indicator, lang: Lang) -> Vec<Fact> {
    let t = text::sheets(lang);
    let path = urls::of(urls::HISTORY_WORKBOOK, &indicator.key);
    let service = Service::new(&data.dataset, &data.options);
    let (source, notes) = (indicator.source.as_ref(), indicator.notes.as_ref());
    let license = data.dataset.license.as_ref();
    vec![
        (t.title, Some(indicator.name.get(lang).clone())),
        (t.key, Some(indicator.key.to_string())),
        (t.unit, Some(indicator.unit.text.get(lang).clone())),
        (t.source, source.map(|source| source_text(source, lang))),
        (t.notes, notes.map(|notes| notes.get(lang).clone())),
        (t.license, license.map(|license| license.text(lang))),
        (t.address, Some(service.address(lang, &path))),
    ]
}

/// The titles and the columns of changes that have a figure in some row, after those of the date and the value.
fn filled_columns(rows: &[HistoryRow], lang: Lang) -> (Vec<&'static str>, Vec<HistoryColumn>) {
    let (mut titles, mut columns) = (Vec::new(), Vec::new());
    for (title, column) in text::change_columns(lang).into_iter().zip(CHANGE_COLUMNS) {
        let is_filled = rows.iter().any(|row| column.is_filled(row));
        if is_filled || columns.len() < DATE_AND_VALUE {
            titles.push(title);
            columns.push(column);
        }
    }

    (titles, columns)
}

/// The workbook of a dataset: the present figures, then the histories of each category, in further sheets where one has no
/// room for them.
fn of_dataset(
    data: &SiteData,
    series: &mut Selections<'_, '_>,
    lang: Lang,
    parts: &mut dyn Parts,
) -> io::Result<()> {
    let dataset = &data.dataset;
    let mut workbook = Workbook::new(parts, plan_sheets(dataset, lang), None)?;
    let members = data.summary.members(dataset);
    let rows =
        members.map(|(category, member)| PresentRow::new(dataset, &category.name, member, lang));
    workbook.add_rows(&text::present_columns(lang), &PRESENT_COLUMNS, true, rows)?;

    for category in &dataset.categories {
        let inside = (&mut *series).take(category.indicators.len());
        let mut rows = inside.flat_map(|selected| observations(&selected, lang));
        for _ in 0..count_sheets(category) {
            let rows = rows.by_ref().take(MAX_ROWS_BELOW_TITLES);
            workbook.add_rows(&text::sheet_columns(lang), &LONG_COLUMNS, false, rows)?;
        }
    }

    workbook.finish(&describe_dataset(data, lang))
}

/// The sheets of the workbook of a dataset.
fn plan_sheets(dataset: &Dataset, lang: Lang) -> SheetPlans {
    let t = text::sheets(lang);
    let mut plans = SheetPlans::default();
    plans.add(t.present, 2, PRESENT_WIDTHS, &[]);
    for category in &dataset.categories {
        for _ in 0..count_sheets(category) {
            plans.add(category.name.get(lang), 1, LONG_WIDTHS, &[]);
        }
    }

    plans.add(t.about, 0, ABOUT_WIDTHS, &[]);
    plans
}

/// The facts on the last sheet of the workbook of a dataset.
fn describe_dataset(data: &SiteData, lang: Lang) -> Vec<Fact> {
    let (t, dataset) = (text::sheets(lang), &data.dataset);
    let title = text::service(dataset.title.as_ref(), lang);
    let (description, license) = (dataset.description.as_ref(), dataset.license.as_ref());
    let as_of = text::moment(dataset.as_of, dataset.offset, lang);
    let status = text::status_word(data.summary.status, lang);
    let mut about = vec![
        (t.title, Some(title.to_owned())),
        (
            t.description,
            description.map(|text| text.get(lang).clone()),
        ),
        (t.license, license.map(|license| license.text(lang))),
        (t.version, Some(dataset.version.clone())),
        (t.as_of, Some(as_of)),
        (t.status, Some(status.to_owned())),
    ];

    let mut ids = HashSet::new();
    for source in dataset.indicators().filter_map(|it| it.source.as_deref()) {
        if ids.insert(&source.id) {
            about.push((t.source, Some(source_text(source, lang))));
        }
    }

    let service = Service::new(dataset, &data.options);
    let address = service.address(lang, urls::WORKBOOK);
    about.push((t.address, Some(address)));
    about
}

/// The sheets that the histories of a category need.
fn count_sheets(category: &Category) -> usize {
    let indicators = category.indicators.iter();
    let rows: usize = indicators.map(|it| it.series.observations().len()).sum();
    rows.div_ceil(MAX_ROWS_BELOW_TITLES).max(1)
}

fn source_text(source: &Source, lang: Lang) -> String {
    let name = source.name.get(lang);
    match &source.url {
        Some(url) => format!("{name}, {url}"),
        None => name.clone(),
    }
}

/// A part of a workbook that is there before its sheets.
#[derive(Template)]
#[template(path = "xlsx/part.xml", config = "src/site/templates/askama.toml")]
struct Part<'a> {
    part: &'a str,
    sheets: &'a [SheetPlan],
    decimals: usize,
}

/// The beginning of a sheet.
#[derive(Template)]
#[template(
    path = "xlsx/sheet_begin.xml",
    config = "src/site/templates/askama.toml"
)]
struct SheetBegin {
    sheet: SheetPlan,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_unique_and_without_forbidden_characters() {
        let mut plans = SheetPlans::default();
        for (text, name) in [
            ("Денежные агрегаты", "Денежные агрегаты"),
            ("ДЕНЕЖНЫЕ агрегаты", "ДЕНЕЖНЫЕ агрегаты (2)"),
            ("a/b: [c]*?\\", "a b c"),
            ("'quoted'", "quoted"),
            ("=1+1", "=1+1"),
            ("\n\u{ffff}", "-"),
            ("///", "- (2)"),
            ("History", "History (2)"),
            (
                "Международные резервы и внешний долг",
                "Международные резервы и внешний",
            ),
            (
                "Международные резервы и внешний долг",
                "Международные резервы и вне (2)",
            ),
        ] {
            assert_eq!(plans.free_name(text), name);
            plans.add(text, 0, &[], &[]);
        }

        let name = plans.free_name(&"🙂".repeat(40));
        assert!(name.encode_utf16().count() <= MAX_NAME);
    }
}
