//! Workbooks of Office Open XML, written by hand: a library would take numbers as binary floats and lose digits, and would
//! collect what it writes. `/data.xlsx` and `/data/{key}/history.xlsx` [D10.xlsx].

use super::*;

use super::history::{LONG_COLUMNS, Series, SeriesRow};
use super::present::COLUMNS;
use super::rows::sheet::{Sheet, Strings, Style};
use super::text;

pub static WORKBOOK: Listing =
    Listing { parameters: &[], is_stored: false, writer: Writer::Workbook(of_dataset) };
pub static HISTORY_WORKBOOK: Listing =
    Listing { parameters: &[], is_stored: false, writer: Writer::Workbook(of_indicator) };

/// How many rows a sheet may have.
const MOST_ROWS: usize = 1_048_576;
const MAX_NAME: usize = 31;
/// The widths of columns, in characters: of present figures, of histories, of what a workbook says of itself.
const PRESENT_WIDTHS: &[u8] =
    &[18, 44, 30, 24, 28, 22, 22, 26, 14, 20, 18, 20, 18, 24, 16, 30, 44, 27, 14, 22, 16, 24];
const WIDTHS: &[u8] = &[18, 44, 12, 18, 22, 16, 20, 22, 14, 44, 24, 16];
const ABOUT_WIDTHS: &[u8] = &[24, 90];
const SHEET_END: &[u8] = b"</sheetData></worksheet>";

/// A workbook whose sheets are written one after the other.
struct Workbook<'p> {
    parts: &'p mut dyn Parts,
    strings: Strings,
    sheets: usize,
}

impl<'p> Workbook<'p> {
    /// Begins a workbook with sheets of these names.
    fn new(parts: &'p mut dyn Parts, names: &[String]) -> io::Result<Self> {
        let relationships = include_str!("templates/xlsx/relationships.xml").trim_end();
        let styles = include_str!("templates/xlsx/styles.xml").trim_end();
        for (name, text) in [
            ("[Content_Types].xml", rendered(&ContentTypes { names })?),
            ("_rels/.rels", relationships.to_owned()),
            ("xl/workbook.xml", rendered(&WorkbookPart { names })?),
            ("xl/_rels/workbook.xml.rels", rendered(&Relationships { names })?),
            ("xl/styles.xml", styles.to_owned()),
        ] {
            parts.begin(name)?;
            parts.write_all(text.as_bytes())?;
        }
        Ok(Workbook { parts, strings: Strings::default(), sheets: 0 })
    }

    fn begin_sheet(&mut self, widths: &[u8]) -> io::Result<()> {
        self.sheets += 1;
        self.parts.begin(&format!("xl/worksheets/sheet{}.xml", self.sheets))?;
        self.parts.write_all(rendered(&SheetBegin { widths })?.as_bytes())
    }

    /// Adds a sheet of rows below their titles; with `has_names`, below the names of the columns too.
    fn add_rows<'a, K: Kind>(
        &mut self,
        widths: &[u8],
        titles: &[&str],
        columns: &[Column<K>],
        has_names: bool,
        rows: impl Iterator<Item = K::Row<'a>>,
    ) -> io::Result<()> {
        self.begin_sheet(widths)?;
        let (mut sheet, mut head) = (Sheet::new(&mut self.strings), Vec::new());
        sheet.add_texts(&mut head, titles.iter().map(|title| (*title, Style::Heading)));
        if has_names {
            sheet.add_texts(&mut head, columns.iter().map(|column| (column.name, Style::Usual)));
        }
        self.parts.write_all(&head)?;
        write(&mut self.parts, &mut sheet, columns, rows)?;
        self.parts.write_all(SHEET_END)
    }

    /// Adds the sheet that says what a workbook is, with a label and a text in each row, and ends the workbook.
    fn finish<'t>(mut self, about: impl IntoIterator<Item = (&'t str, String)>) -> io::Result<()> {
        self.begin_sheet(ABOUT_WIDTHS)?;
        let (mut sheet, mut rows) = (Sheet::new(&mut self.strings), Vec::new());
        for (label, text) in about {
            sheet.add_texts(&mut rows, [(label, Style::Heading), (text.as_str(), Style::Usual)]);
        }
        self.parts.write_all(&rows)?;
        self.parts.write_all(SHEET_END)?;
        self.parts.begin("xl/sharedStrings.xml")?;
        self.strings.write_to(&mut self.parts)
    }
}

fn rendered(template: &impl Template) -> io::Result<String> {
    template.render().map_err(io::Error::other)
}

/// The workbook of an indicator. It depends on nothing that a snapshot says.
fn of_indicator(
    data: &SiteData,
    series: &mut Series<'_, '_>,
    lang: Lang,
    parts: &mut dyn Parts,
) -> io::Result<()> {
    let Some(selected) = series.next() else { return Ok(()) };
    let (indicator, t) = (selected.indicator, text::sheets(lang));
    let mut names = Names::default();
    let names = [t.history, t.about].map(|name| names.take(name));
    let mut workbook = Workbook::new(parts, &names)?;
    let rows = selected.observations().map(|observation| SeriesRow::new(indicator, observation, lang));
    workbook.add_rows(WIDTHS, &text::sheet_columns(lang), &LONG_COLUMNS, true, rows)?;
    let path = urls::of(urls::HISTORY_WORKBOOK, indicator.key.as_str());
    let mut about = vec![
        (t.title, indicator.name.get(lang).clone()),
        (t.key, indicator.key.to_string()),
        (t.unit, indicator.unit.text.get(lang).clone()),
    ];
    about.extend(indicator.source.iter().map(|source| (t.source, source_text(source, lang))));
    about.extend(indicator.notes.iter().map(|notes| (t.notes, notes.get(lang).clone())));
    about.extend(data.dataset.license.iter().map(|license| (t.license, license.text(lang))));
    about.push((t.address, address(&path, &data.options, lang)));
    workbook.finish(about)
}

/// The workbook of a dataset: the present figures, then the histories of each category, in further sheets where one has no
/// room for them.
fn of_dataset(data: &SiteData, _: &mut Series<'_, '_>, lang: Lang, parts: &mut dyn Parts) -> io::Result<()> {
    let (t, dataset) = (text::sheets(lang), &data.dataset);
    let sheets = |category: &Category| {
        let rows = category.indicators.iter().map(|indicator| indicator.series.observations().len());
        rows.sum::<usize>().div_ceil(MOST_ROWS - 1).max(1)
    };
    let mut taken = Names::default();
    let mut names = vec![taken.take(t.present)];
    for category in &dataset.categories {
        names.extend((0..sheets(category)).map(|_| taken.take(category.name.get(lang))));
    }
    names.push(taken.take(t.about));
    let mut workbook = Workbook::new(parts, &names)?;
    let rows = data.indicators().map(|inputs| present::Row::new(inputs, lang));
    workbook.add_rows(PRESENT_WIDTHS, &text::present_columns(lang), &COLUMNS, true, rows)?;
    for category in &dataset.categories {
        let indicators = category.indicators.iter();
        let mut rows = indicators.flat_map(|indicator| {
            indicator.series.observations().iter().map(move |row| SeriesRow::new(indicator, row, lang))
        });
        for _ in 0..sheets(category) {
            let rows = rows.by_ref().take(MOST_ROWS - 1);
            workbook.add_rows(WIDTHS, &text::sheet_columns(lang), &LONG_COLUMNS, false, rows)?;
        }
    }
    let mut about = vec![(t.title, text::service(dataset.title.as_ref(), lang).to_owned())];
    about.extend(dataset.description.iter().map(|text| (t.description, text.get(lang).clone())));
    about.extend(dataset.license.iter().map(|license| (t.license, license.text(lang))));
    about.push((t.version, dataset.version.clone()));
    about.push((t.as_of, text::moment(dataset.as_of, dataset.offset, lang)));
    about.push((t.status, text::status_word(data.summary.status, lang).to_owned()));
    let mut ids = HashSet::new();
    let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_deref());
    let sources = sources.filter(|source| ids.insert(&source.id));
    about.extend(sources.map(|source| (t.source, source_text(source, lang))));
    about.push((t.address, address(urls::WORKBOOK, &data.options, lang)));
    workbook.finish(about)
}

fn source_text(source: &Source, lang: Lang) -> String {
    let name = source.name.get(lang);
    source.url.as_ref().map_or_else(|| name.clone(), |url| format!("{name}, {url}"))
}

fn address(path: &str, options: &SiteOptions, lang: Lang) -> String {
    let path = urls::localized(lang, path);
    options.public_url.as_ref().map_or_else(|| path.clone(), |url| url.join(&path))
}

/// Names of sheets: at most 31 characters, none of seven, each once whatever its case.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
}

impl Names {
    fn take(&mut self, text: &str) -> String {
        let clean: String = text.chars().map(|c| if is_allowed(c) { c } else { ' ' }).collect();
        let words: Vec<&str> = clean.split_whitespace().collect();
        let clean = words.join(" ");
        // Neither the first nor the last character may be an apostrophe.
        let clean = clean.trim_matches(|c: char| c == '\'' || c == ' ');
        let stem = if clean.is_empty() { "-" } else { clean };
        // The name of a sheet that the spreadsheet itself makes is not free.
        let reserved = stem.to_lowercase() == "history";
        (1..)
            .map(|n| if n == 1 { cut(stem, MAX_NAME) } else { numbered(stem, n) })
            .skip(usize::from(reserved))
            .find(|name| self.taken.insert(name.to_lowercase()))
            .unwrap_or_default()
    }
}

fn is_allowed(c: char) -> bool {
    !c.is_control() && !matches!(c, ':' | '\\' | '/' | '?' | '*' | '[' | ']' | '\u{fffe}' | '\u{ffff}')
}

fn numbered(stem: &str, number: usize) -> String {
    let end = format!(" ({number})");
    cut(stem, MAX_NAME - end.len()) + &end
}

fn cut(text: &str, longest: usize) -> String {
    let mut units = 0;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units <= longest
    });
    kept.collect::<String>().trim_end_matches([' ', '\'']).to_owned()
}

#[derive(Template)]
#[template(path = "xlsx/content_types.xml", config = "src/site/templates/askama.toml")]
struct ContentTypes<'a> {
    names: &'a [String],
}

#[derive(Template)]
#[template(path = "xlsx/workbook.xml", config = "src/site/templates/askama.toml")]
struct WorkbookPart<'a> {
    names: &'a [String],
}

#[derive(Template)]
#[template(path = "xlsx/workbook_relationships.xml", config = "src/site/templates/askama.toml")]
struct Relationships<'a> {
    names: &'a [String],
}

/// The beginning of a sheet whose first row stays in sight, with the widths of its columns in characters.
#[derive(Template)]
#[template(path = "xlsx/sheet_begin.xml", config = "src/site/templates/askama.toml")]
struct SheetBegin<'a> {
    widths: &'a [u8],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_unique_and_without_forbidden_characters() {
        let mut names = Names::default();
        for (text, name) in [
            ("Денежные агрегаты", "Денежные агрегаты"),
            ("ДЕНЕЖНЫЕ агрегаты", "ДЕНЕЖНЫЕ агрегаты (2)"),
            ("a/b: [c]*?\\", "a b c"),
            ("'quoted'", "quoted"),
            ("=1+1", "=1+1"),
            ("\n\u{ffff}", "-"),
            ("///", "- (2)"),
            ("History", "History (2)"),
            ("Международные резервы и внешний долг", "Международные резервы и внешний"),
            ("Международные резервы и внешний долг", "Международные резервы и вне (2)"),
        ] {
            assert_eq!(names.take(text), name);
        }
        assert!(names.take(&"🙂".repeat(40)).encode_utf16().count() <= MAX_NAME);
    }
}
