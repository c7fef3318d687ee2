//! Workbooks of Office Open XML, written by hand: a library would take numbers as binary floats and lose digits, and would
//! collect what it writes. `/data.xlsx` and `/data/{key}/history.xlsx` [D10.xlsx].
//!
//! In the rows of a sheet numbers are numbers with all their digits, dates are dates, and everything else is text that nothing
//! takes for a formula. Rows and cells say where they stand: some readers (exceljs, R's openxlsx) do not count. An empty cell is
//! not written. Texts that do not come from observations are shared: cells refer to them by number.

use super::*;

use std::io::Write;

use super::history::{
    CHANGE_COLUMNS, HistoryColumn, HistoryRow, LONG_COLUMNS, Selections, observations,
};
use super::present::{PRESENT_COLUMNS, PresentRow};
use super::{text, xml};

pub static WORKBOOK: SeriesListing = SeriesListing::workbook(of_dataset);
pub static HISTORY_WORKBOOK: SeriesListing = SeriesListing::workbook(of_indicator);

/// How many rows a sheet may have.
const MOST_ROWS: usize = 1_048_576;
const MAX_NAME: usize = 31;
/// Key, name and codes in a history: in that of one indicator they say the same in each row.
const CODES: &[usize] = &[0, 1, 5, 6, 7, 11];
/// The first columns of changes, which are there whatever the others have.
const DATE_AND_VALUE: usize = 2;
/// The widths of columns, in characters: of present figures, of histories, of changes, of what a workbook says of itself.
const PRESENT_WIDTHS: &[u8] = &[
    18, 44, 30, 24, 28, 22, 22, 26, 14, 20, 18, 20, 18, 24, 16, 30, 44, 27, 14, 22, 16, 24,
];
const WIDTHS: &[u8] = &[18, 44, 12, 18, 22, 16, 20, 22, 14, 44, 24, 16];
const CHANGE_WIDTHS: &[u8] = &[12, 18, 22, 22, 22, 22, 22, 22];
const ABOUT_WIDTHS: &[u8] = &[24, 90];
/// On paper a sheet lies across, as wide as a page.
const SHEET_END: &[u8] =
    b"</sheetData><pageSetup paperSize=\"9\" orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>";

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

impl SheetPlan {
    fn new(taken: &mut HashSet<String>, name: &str, headings: u8, widths: &'static [u8]) -> Self {
        SheetPlan {
            name: take_name(taken, name),
            headings,
            widths,
            hidden: &[],
        }
    }
}

/// A workbook whose sheets are written one after the other.
struct Workbook<'p> {
    parts: &'p mut dyn Parts,
    sheets: std::vec::IntoIter<SheetPlan>,
    /// How many sheets have begun.
    count: usize,
    sheet: Sheet,
}

impl<'p> Workbook<'p> {
    /// Begins a workbook with these sheets. The numbers of one that has `decimals` look as pages show them.
    fn new(
        parts: &'p mut dyn Parts,
        sheets: Vec<SheetPlan>,
        decimals: Option<u8>,
    ) -> io::Result<Self> {
        let zeros = "0".repeat(decimals.unwrap_or_default().into());
        let number_format = match &*zeros {
            "" => "#,##0".to_owned(),
            zeros => format!("#,##0.{zeros}"),
        };

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
                sheets: &sheets,
                number_format: &number_format,
            };
            write_template(&part, parts)?;
        }

        Ok(Workbook {
            parts,
            sheets: sheets.into_iter(),
            count: 0,
            sheet: Sheet {
                has_formats: decimals.is_some(),
                ..Sheet::default()
            },
        })
    }

    fn begin_sheet(&mut self) -> io::Result<()> {
        let Some(sheet) = self.sheets.next() else {
            return Ok(());
        };

        self.count += 1;
        self.sheet.row = 0;
        let path = format!("xl/worksheets/sheet{}.xml", self.count);
        self.parts.begin(&path)?;
        write_template(&SheetBegin { sheet: &sheet }, self.parts)
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
    fn finish(mut self, about: &[(&str, Option<String>)]) -> io::Result<()> {
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

    let (indicator, t) = (selected.indicator, text::sheets(lang));
    // All in memory: which columns of changes are needed is known after the last row.
    let rows: Vec<HistoryRow<'_>> = observations(&selected, lang).collect();
    let (titles, columns) = filled_columns(&rows, lang);
    let has_changes = columns.len() > DATE_AND_VALUE;

    let mut taken = HashSet::new();
    let mut plans = vec![SheetPlan {
        hidden: CODES,
        ..SheetPlan::new(&mut taken, t.history, 2, WIDTHS)
    }];
    if has_changes {
        plans.push(SheetPlan::new(&mut taken, t.changes, 1, CHANGE_WIDTHS));
    }

    plans.push(SheetPlan::new(&mut taken, t.about, 0, ABOUT_WIDTHS));

    let decimals = indicator.decimals_of(&indicator.series.current().series_key);
    let mut workbook = Workbook::new(parts, plans, Some(decimals))?;
    let history = observations(&selected, lang);
    workbook.add_rows(&text::sheet_columns(lang), &LONG_COLUMNS, true, history)?;
    if has_changes {
        workbook.add_rows(&titles, &columns, false, rows.into_iter())?;
    }

    let path = urls::of(urls::HISTORY_WORKBOOK, indicator.key.as_str());
    let (source, notes) = (indicator.source.as_ref(), indicator.notes.as_ref());
    let license = data.dataset.license.as_ref();
    workbook.finish(&[
        (t.title, Some(indicator.name.get(lang).clone())),
        (t.key, Some(indicator.key.to_string())),
        (t.unit, Some(indicator.unit.text.get(lang).clone())),
        (t.source, source.map(|source| source_text(source, lang))),
        (t.notes, notes.map(|notes| notes.get(lang).clone())),
        (t.license, license.map(|license| license.text(lang))),
        (t.address, Some(data.options.address(lang, &path))),
    ])
}

/// The titles and the columns of changes that have a figure in some row, after those of the date and the value.
fn filled_columns(rows: &[HistoryRow<'_>], lang: Lang) -> (Vec<&'static str>, Vec<HistoryColumn>) {
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
    let (t, dataset) = (text::sheets(lang), &data.dataset);
    let mut taken = HashSet::new();
    let mut plans = vec![SheetPlan::new(&mut taken, t.present, 2, PRESENT_WIDTHS)];
    for category in &dataset.categories {
        let name = category.name.get(lang);
        for _ in 0..count_sheets(category) {
            plans.push(SheetPlan::new(&mut taken, name, 1, WIDTHS));
        }
    }

    plans.push(SheetPlan::new(&mut taken, t.about, 0, ABOUT_WIDTHS));

    let mut workbook = Workbook::new(parts, plans, None)?;
    let members = data.summary.members(dataset);
    let rows =
        members.map(|(category, member)| PresentRow::new(dataset, &category.name, member, lang));
    workbook.add_rows(&text::present_columns(lang), &PRESENT_COLUMNS, true, rows)?;

    for category in &dataset.categories {
        let inside = (&mut *series).take(category.indicators.len());
        let mut rows = inside.flat_map(|selected| observations(&selected, lang));
        for _ in 0..count_sheets(category) {
            let rows = rows.by_ref().take(MOST_ROWS - 1);
            workbook.add_rows(&text::sheet_columns(lang), &LONG_COLUMNS, false, rows)?;
        }
    }

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

    let address = data.options.address(lang, urls::WORKBOOK);
    about.push((t.address, Some(address)));
    workbook.finish(&about)
}

/// The sheets that the histories of a category need.
fn count_sheets(category: &Category) -> usize {
    let indicators = category.indicators.iter();
    let rows: usize = indicators.map(|it| it.series.observations().len()).sum();
    rows.div_ceil(MOST_ROWS - 1).max(1)
}

fn source_text(source: &Source, lang: Lang) -> String {
    let name = source.name.get(lang);
    match &source.url {
        Some(url) => format!("{name}, {url}"),
        None => name.clone(),
    }
}

/// A name for a sheet that is not taken, whatever its case: at most 31 characters, none of seven.
fn take_name(taken: &mut HashSet<String>, text: &str) -> String {
    let is_forbidden = |c: char| c.is_control() || ":\\/?*[]\u{fffe}\u{ffff}".contains(c);
    let clean = text.replace(is_forbidden, " ");
    let words: Vec<&str> = clean.split_whitespace().collect();
    let clean = words.join(" ");
    // Neither the first nor the last character may be an apostrophe.
    let stem = match clean.trim_matches(['\'', ' ']) {
        "" => "-",
        stem => stem,
    };

    // The name of a sheet that the spreadsheet itself makes is not free.
    let mut name = shorten_name(stem, MAX_NAME).to_owned();
    let mut number = 1;
    while name.to_lowercase() == "history" || !taken.insert(name.to_lowercase()) {
        number += 1;
        let end = format!(" ({number})");
        name = shorten_name(stem, MAX_NAME - end.len()).to_owned() + &end;
    }

    name
}

fn shorten_name(stem: &str, longest: usize) -> &str {
    shorten(stem, longest).trim_end_matches([' ', '\''])
}

/// The beginning of a text, of at most so many UTF-16 units.
fn shorten(text: &str, longest: usize) -> &str {
    let mut units = 0;
    for (end, c) in text.char_indices() {
        units += c.len_utf16();
        if units > longest {
            return &text[..end];
        }
    }

    text
}

/// A part of a workbook that is there before its sheets.
#[derive(Template)]
#[template(path = "xlsx/part.xml", config = "src/site/templates/askama.toml")]
struct Part<'a> {
    part: &'a str,
    sheets: &'a [SheetPlan],
    number_format: &'a str,
}

/// The beginning of a sheet.
#[derive(Template)]
#[template(
    path = "xlsx/sheet_begin.xml",
    config = "src/site/templates/askama.toml"
)]
struct SheetBegin<'a> {
    sheet: &'a SheetPlan,
}

/// How many UTF-16 units a cell may hold; a longer text is cut off.
const LONGEST_TEXT: usize = 32_767;
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How a cell looks: attributes with the indices of `styles.xml`.
const USUAL: &str = "";
const DATE: &str = " s=\"1\"";
const HEADING: &str = " s=\"2\"";
const NUMBER: &str = " s=\"3\"";
const PERCENT: &str = " s=\"4\"";

/// The shared texts of a workbook, as far as its sheets are written.
#[derive(Default)]
struct Strings {
    numbers: HashMap<String, usize>,
    /// In the order of their numbers.
    elements: Vec<String>,
    /// How many cells refer to them.
    references: usize,
}

impl Strings {
    fn number(&mut self, text: &str) -> usize {
        self.references += 1;
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }

        let number = self.numbers.len();
        self.numbers.insert(text.to_owned(), number);
        self.elements.push(element(text));
        number
    }

    /// Writes `sharedStrings.xml`.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
             <sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" count=\"{}\" uniqueCount=\"{}\">",
            self.references,
            self.elements.len()
        )?;
        for element in &self.elements {
            write!(out, "<si>{element}</si>")?;
        }

        out.write_all(b"</sst>")
    }
}

/// The sheet that is being written, with the texts of all before it.
#[derive(Default)]
struct Sheet {
    strings: Strings,
    /// True if numbers look as pages show them.
    has_formats: bool,
    /// How many of its rows have begun.
    row: usize,
    column: usize,
}

impl Sheet {
    /// Adds a row of texts, each in its style.
    fn add_texts<'t>(
        &mut self,
        text: &mut Vec<u8>,
        cells: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) {
        self.begin(text);
        for (words, style) in cells {
            self.column += 1;
            if !words.is_empty() {
                self.add_shared(text, style, words);
            }
        }

        self.end(text);
    }

    fn add(&mut self, text: &mut Vec<u8>, parts: &[&str]) {
        let place = self.column - 1;
        let letter = LETTERS.get(place..=place).unwrap_or_default();
        let number = self.row.to_string();
        for part in ["<c r=\"", letter, &number, "\""].iter().chain(parts) {
            text.extend(part.as_bytes());
        }
    }

    /// The look of the numbers of a column.
    fn number_style(&self, column: &str) -> &'static str {
        match column.ends_with("_pct") {
            _ if !self.has_formats => USUAL,
            true => PERCENT,
            false => NUMBER,
        }
    }

    fn add_shared(&mut self, text: &mut Vec<u8>, style: &str, words: &str) {
        let number = self.strings.number(words).to_string();
        self.add(text, &[style, " t=\"s\"><v>", &number, "</v></c>"]);
    }

    fn add_inline(&mut self, text: &mut Vec<u8>, words: &str) {
        let element = element(words);
        self.add(text, &[" t=\"inlineStr\"><is>", &element, "</is></c>"]);
    }

    /// Adds a cell that is a number.
    fn add_number(&mut self, text: &mut Vec<u8>, style: &str, digits: &str) {
        self.add(text, &[style, "><v>", digits, "</v></c>"]);
    }
}

impl RowFormat for Sheet {
    const REPEATS: bool = false;

    fn begin(&mut self, text: &mut Vec<u8>) {
        self.row += 1;
        self.column = 0;
        let begin = format!("<row r=\"{}\">", self.row);
        text.extend(begin.bytes());
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell<'_>) {
        self.column += 1;
        if cell.is_empty() {
            return;
        }

        let style = self.number_style(name);
        match cell {
            TableCell::Null | TableCell::Date(None) => {}
            TableCell::Number(number) => self.add_number(text, style, number),
            TableCell::Value(value) => {
                value.with_digits(|digits| self.add_number(text, style, digits));
            }
            // As text where the format's calendar is wrong or has not begun.
            TableCell::Date(Some(date)) => match serial(*date) {
                Some(serial) => self.add_number(text, DATE, &serial.to_string()),
                None => self.add_inline(text, &date.to_string()),
            },
            TableCell::Origin(words) => self.add_inline(text, words),
            TableCell::Flags(flags) => self.add_shared(text, USUAL, &flags.to_string()),
            _ => self.add_shared(text, USUAL, cell.words()),
        }
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.extend(b"</row>");
    }
}

/// A text as an element.
fn element(text: &str) -> String {
    let text = literal(shorten(text, LONGEST_TEXT));
    let content = xml::content(&text);
    // Spaces inside a text stay without being asked for.
    if text.trim() == text {
        format!("<t>{content}</t>")
    } else {
        format!("<t xml:space=\"preserve\">{content}</t>")
    }
}

/// The number of a day, counted so that the format's 29 February 1900, which never was, is day 60: nothing before
/// March 1900.
fn serial(date: NaiveDate) -> Option<i64> {
    let zero = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    let serial = date.signed_duration_since(zero).num_days();
    (serial > 60).then_some(serial)
}

/// `_x0041_` in a text would be read as the character with that number (ECMA-376, 22.9.2.19): its first character is
/// written so instead.
fn literal(text: &str) -> Cow<'_, str> {
    let mut literal = Cow::Borrowed(text);
    for (at, _) in text.rmatch_indices("_x") {
        if is_escape(&text[at..]) {
            literal.to_mut().insert_str(at, "_x005F");
        }
    }

    literal
}

/// Returns true if a text begins like `_x0041_`.
fn is_escape(text: &str) -> bool {
    let digits = text.get(2..6);
    let is_hex = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    is_hex && text.get(6..7) == Some("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_unique_and_without_forbidden_characters() {
        let mut taken = HashSet::new();
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
            assert_eq!(take_name(&mut taken, text), name);
        }

        assert!(
            take_name(&mut taken, &"🙂".repeat(40))
                .encode_utf16()
                .count()
                <= MAX_NAME
        );
    }

    #[test]
    fn days_are_numbered_from_march_1900_on() {
        for (date, number) in [
            ("1900-02-28", None),
            ("1900-03-01", Some(61)),
            ("1970-01-01", Some(25_569)),
            ("2026-11-20", Some(46_346)),
        ] {
            assert_eq!(serial(date.parse().unwrap()), number, "{date}");
        }
    }

    #[test]
    fn cells_are_numbers_dates_and_texts() {
        let (mut sheet, mut text) = (Sheet::default(), Vec::new());
        let day = |day: &str| TableCell::Date(day.parse().ok());
        sheet.add_texts(&mut text, [("a&b", HEADING), ("", USUAL), ("c", USUAL)]);
        let mut flags = Flags::default();
        flags.insert(Flag::Gap);
        for row in [
            vec![
                TableCell::Origin(" =1+1"),
                TableCell::Value("-0.0000000000000000000000000001".parse().unwrap()),
                day("2026-11-20"),
                TableCell::Date(None),
                TableCell::Text("c"),
            ],
            vec![
                day("1899-12-31"),
                TableCell::Number("".into()),
                TableCell::Number("7".into()),
                TableCell::Flags(flags),
            ],
        ] {
            sheet.begin(&mut text);
            row.iter().for_each(|cell| sheet.cell(&mut text, "", cell));
            sheet.end(&mut text);
        }

        let expected = "<row r=\"1\"><c r=\"A1\" s=\"2\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row>\
            <row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> =1+1</t></is></c>\
            <c r=\"B2\"><v>-0.0000000000000000000000000001</v></c><c r=\"C2\" s=\"1\"><v>46346</v></c>\
            <c r=\"E2\" t=\"s\"><v>1</v></c></row>\
            <row r=\"3\"><c r=\"A3\" t=\"inlineStr\"><is><t>1899-12-31</t></is></c>\
            <c r=\"C3\"><v>7</v></c><c r=\"D3\" t=\"s\"><v>2</v></c></row>";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        let mut table = Vec::new();
        sheet.strings.write_to(&mut table).unwrap();
        let end = "count=\"4\" uniqueCount=\"3\"><si><t>a&amp;b</t></si><si><t>c</t></si><si><t>gap</t></si></sst>";
        assert!(String::from_utf8(table).unwrap().ends_with(end));
    }

    #[test]
    fn texts_are_taken_literally_and_cut_where_they_must() {
        assert_eq!(
            literal("_x0041_ _x00_ _x_x000D_"),
            "_x005F_x0041_ _x00_ _x_x005F_x000D_"
        );
        assert_eq!(literal("_xяяя_я"), "_xяяя_я");
        assert_eq!(
            shorten(&"🙂".repeat(20_000), LONGEST_TEXT).chars().count(),
            16_383
        );
        assert_eq!(shorten("🙂", LONGEST_TEXT), "🙂");
    }

    #[test]
    fn a_text_is_cut_where_a_cell_ends() {
        let longest = "x".repeat(LONGEST_TEXT);
        assert_eq!(shorten(&longest, LONGEST_TEXT), longest);
        assert_eq!(shorten(&format!("{longest}x"), LONGEST_TEXT), longest);
        // A character of two units does not fit into the last one.
        assert_eq!(
            shorten(&format!("{}\u{1f600}", &longest[1..]), LONGEST_TEXT),
            &longest[1..]
        );
    }
}
