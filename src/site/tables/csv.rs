//! CSV for programs and for spreadsheets: the same rows in two dialects; and `/data.csv`, all indicators in one flat table
//! [D8.csv].

use super::*;

use super::rows::push_date;

#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    delimiter: u8,
    /// The mark before the fraction of a number.
    decimal: u8,
    /// A spreadsheet opens it: with a byte-order mark, texts and instants as it reads them.
    is_for_spreadsheets: bool,
}

impl Dialect {
    /// RFC 4180.
    pub const PLAIN: Dialect = Dialect {
        delimiter: b',',
        decimal: b'.',
        is_for_spreadsheets: false,
    };

    /// For a spreadsheet in the locale of a language: Russian semicolon and decimal comma, English comma and decimal point
    /// [D10.excel].
    pub fn excel(lang: Lang) -> Self {
        let numbers = lang.numbers();
        Dialect {
            delimiter: numbers.cell_delimiter,
            decimal: numbers.decimal,
            is_for_spreadsheets: true,
        }
    }

    /// The dialect in which a form of a page is written.
    pub fn of(form: Form, lang: Lang) -> Self {
        match form {
            Form::Default => Dialect::PLAIN,
            Form::Alternate => Dialect::excel(lang),
        }
    }

    /// Words that a spreadsheet reads as they are.
    fn literal(self, text: &str) -> Cow<'_, str> {
        match self.is_for_spreadsheets && is_misread(text) {
            true => Cow::Owned(format!("'{text}")),
            false => Cow::Borrowed(text),
        }
    }

    /// Date and time as the dataset's offset has them: spreadsheets know no offsets.
    fn instant(self, text: &str) -> Cow<'_, str> {
        match (text.get(..10), text.get(11..19)) {
            (Some(date), Some(time)) if self.is_for_spreadsheets => {
                Cow::Owned(format!("{date} {time}"))
            }
            _ => Cow::Borrowed(text),
        }
    }
}

/// Rows of a table in a dialect.
pub struct Csv(pub Dialect);

impl RowFormat for Csv {
    fn begin(&mut self, _: &mut Vec<u8>) {}

    fn cell(&mut self, text: &mut Vec<u8>, _: &str, cell: &Cell<'_>) {
        let Csv(dialect) = *self;
        let start = text.len();
        match cell {
            Cell::Null | Cell::Date(None) => {}
            Cell::Date(Some(date)) => push_date(text, *date),
            Cell::Value(value) => {
                value.with_digits(|digits| text.extend_from_slice(digits.as_bytes()))
            }
            Cell::Number(number) => text.extend_from_slice(number.as_bytes()),
            Cell::Text(words) | Cell::Origin(words) => {
                add_quoted(text, &dialect.literal(words), dialect)
            }
            Cell::Plain(name) => add_quoted(text, name, dialect),
            Cell::Timestamp(instant) => text.extend_from_slice(dialect.instant(instant).as_bytes()),
            Cell::Flags(flags) => text.extend_from_slice(flags.to_string().as_bytes()),
        }

        if matches!(cell, Cell::Value(_) | Cell::Number(_))
            && let Some(point) = text[start..].iter_mut().find(|byte| **byte == b'.')
        {
            *point = dialect.decimal;
        }

        text.push(dialect.delimiter);
    }

    /// Ends a row, in which there is at least one cell.
    fn end(&mut self, text: &mut Vec<u8>) {
        text.pop();
        text.extend_from_slice(b"\r\n");
    }
}

/// The byte-order mark, where the dialect has one, and the row of the names of columns.
pub fn head<K: Kind>(columns: &[Column<K>], dialect: Dialect) -> Vec<u8> {
    head_of_names(columns.iter().map(|column| column.name), dialect)
}

pub fn head_of_names<'a>(names: impl Iterator<Item = &'a str>, dialect: Dialect) -> Vec<u8> {
    let mark = if dialect.is_for_spreadsheets {
        "\u{feff}"
    } else {
        ""
    };

    let (mut head, mut format) = (mark.as_bytes().to_vec(), Csv(dialect));
    // The keys of indicators are among the names, and may look like numbers or days.
    names.for_each(|name| format.cell(&mut head, name, &Cell::Text(name)));
    format.end(&mut head);
    head
}

/// A table with its head.
#[cfg(test)]
pub fn table<'a, K: Kind>(
    columns: &[Column<K>],
    dialect: Dialect,
    rows: impl Iterator<Item = K::Row<'a>>,
) -> Vec<u8> {
    let mut text = head(columns, dialect);
    write(&mut text, &mut Csv(dialect), columns, rows).unwrap();
    text
}

/// Adds a cell, quoted where RFC 4180 asks for it.
fn add_quoted(text: &mut Vec<u8>, cell: &str, dialect: Dialect) {
    let needs_quotes = |byte| matches!(byte, b'"' | b'\r' | b'\n') || byte == dialect.delimiter;
    if cell.bytes().any(needs_quotes) {
        text.extend(["\"", &cell.replace('"', "\"\""), "\""].concat().bytes());
    } else {
        text.extend_from_slice(cell.as_bytes());
    }
}

/// Returns true if a spreadsheet would take a text for a formula, which must never run, or for a number or a date, which
/// must not replace it. An apostrophe before it is the spreadsheets' own sign for text.
fn is_misread(text: &str) -> bool {
    let text = text.trim_start();
    let formula = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let number = text
        .starts_with(|first: char| first.is_ascii_digit() || matches!(first, '.' | ','))
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || ".,:/-+%eE".contains(c));
    formula || number
}

/// An indicator at the instant of the snapshot, in tables.
pub struct PresentRow<'a> {
    category: &'a Localized<String>,
    indicator: &'a Indicator,
    view: IndicatorView<'a>,
    lang: Lang,
}

impl<'a> PresentRow<'a> {
    pub fn new(
        category: &'a Localized<String>,
        member: Member<'a>,
        offset: Offset,
        lang: Lang,
    ) -> Self {
        let view = IndicatorView::new(member, offset, lang);
        PresentRow {
            category,
            indicator: member.indicator,
            view,
            lang,
        }
    }
}

/// Present figures.
pub enum Present {}

impl Kind for Present {
    type Row<'a> = PresentRow<'a>;
}

/// The columns of present figures, the same in both languages. New ones come at the end.
pub const COLUMNS: [Column<Present>; 22] = [
    Column::new("key", |row| Cell::Text(row.view.key)),
    Column::new("name", |row| Cell::Text(row.indicator.name.get(row.lang))),
    Column::new("category", |row| Cell::Text(row.category.get(row.lang))),
    Column::new("value", |row| Cell::Number(row.view.value.as_str().into())),
    Column::new("value_raw", |row| {
        Cell::Number(row.view.value_raw.as_str().into())
    }),
    Column::new("unit", |row| Cell::Text(row.view.unit)),
    Column::new("period_type", |row| {
        Cell::plain(row.view.period.period_type)
    }),
    Column::new("period_label", |row| Cell::Text(&row.view.period.label)),
    Column::new("period_date", |row| {
        Cell::Date(row.indicator.series.unchanged_since())
    }),
    Column::new("mom_abs", |row| number(&row.view.change.mom.abs)),
    Column::new("mom_pct", |row| number(&row.view.change.mom.pct)),
    Column::new("yoy_abs", |row| number(&row.view.change.yoy.abs)),
    Column::new("yoy_pct", |row| number(&row.view.change.yoy.pct)),
    Column::new("reported_change_pct", |row| {
        number(&row.view.reported_change_pct)
    }),
    Column::new("source_status", |row| Cell::plain(row.view.source_status)),
    Column::new("source", |row| {
        Cell::Text(row.view.source.unwrap_or_default())
    }),
    Column::new("notes", |row| {
        Cell::Text(row.view.notes.unwrap_or_default())
    }),
    Column::new("checked_at", |row| {
        Cell::Timestamp(row.view.checked_at.as_deref().unwrap_or_default())
    }),
    Column::new("publication_date", |row| {
        Cell::Date(row.indicator.series.current().published)
    }),
    Column::new("expected_next_publication", |row| {
        Cell::Date(row.indicator.expected_next_publication())
    }),
    Column::new("frequency", |row| {
        Cell::plain(row.indicator.frequency_code().unwrap_or_default())
    }),
    Column::new("flag", |row| {
        Cell::Flags(row.indicator.series.current().flags)
    }),
];

fn number(number: &Option<Decimal>) -> Cell<'_> {
    Cell::Number(number.as_ref().map_or("", Decimal::as_str).into())
}

/// `/data.csv`.
pub fn present_table(
    inputs: &DatasetInputs<'_>,
    lang: Lang,
    form: Form,
) -> Result<Vec<u8>, SiteError> {
    let dialect = Dialect::of(form, lang);
    let mut text = head(&COLUMNS, dialect);
    let rows = inputs
        .pages
        .iter()
        .map(|page| PresentRow::new(page.category, page.member(), page.offset, lang));
    write(&mut text, &mut Csv(dialect), &COLUMNS, rows)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use ::csv::{Terminator, WriterBuilder};

    use super::*;

    /// Rows of cells that a test names.
    pub enum Given {}

    impl Kind for Given {
        type Row<'a> = [&'a str; 4];
    }

    const COLUMNS: [Column<Given>; 4] = [
        Column::new("a", |row| Cell::Text(row[0])),
        Column::new("b", |row| Cell::Number(row[1].into())),
        Column::new("c", |row| Cell::Timestamp(row[2])),
        Column::new("d", |row| Cell::Text(row[3])),
    ];

    fn written(dialect: Dialect) -> String {
        let rows = [
            ["=1+1", "-1.5", "2026-11-20T08:00:00+04:00", "a;b, \"c\"\nd"],
            ["2026-01-01", "", "", ""],
        ];
        String::from_utf8(table(&COLUMNS, dialect, rows.into_iter())).unwrap()
    }

    #[test]
    fn programs_get_what_the_dataset_says() {
        let expected = "a,b,c,d\r\n=1+1,-1.5,2026-11-20T08:00:00+04:00,\"a;b, \"\"c\"\"\nd\"\r\n2026-01-01,,,\r\n";
        assert_eq!(written(Dialect::PLAIN), expected);
    }

    #[test]
    fn spreadsheets_get_numbers_dates_and_texts_that_stay_texts() {
        let expected = "\u{feff}a;b;c;d\r\n'=1+1;-1,5;2026-11-20 08:00:00;\"a;b, \"\"c\"\"\nd\"\r\n'2026-01-01;;;\r\n";
        assert_eq!(written(Dialect::excel(Lang::Ru)), expected);
        let expected = "\u{feff}a,b,c,d\r\n'=1+1,-1.5,2026-11-20 08:00:00,\"a;b, \"\"c\"\"\nd\"\r\n'2026-01-01,,,\r\n";
        assert_eq!(written(Dialect::excel(Lang::En)), expected);
    }

    #[test]
    fn a_key_that_looks_like_a_day_stays_a_heading() {
        let head = |dialect| {
            let names = ["date", "2026-01-01", "m2"].into_iter();
            String::from_utf8(head_of_names(names, dialect)).unwrap()
        };
        assert_eq!(head(Dialect::PLAIN), "date,2026-01-01,m2\r\n");
        assert_eq!(
            head(Dialect::excel(Lang::Ru)),
            "\u{feff}date;'2026-01-01;m2\r\n"
        );
    }

    #[test]
    fn texts_that_a_spreadsheet_would_misread() {
        for text in [
            "=A1", " =A1", "\t@x", "+7", "-", "\n-1", "007", "1e5", "1,5", ".5", "12.5", "1/2",
            "50%", "10:30",
        ] {
            assert!(is_misread(text), "{text:?}");
        }

        for text in ["", "%", "m2", "28 цифр", "1st", "a=b", "USD/AZN"] {
            assert!(!is_misread(text), "{text:?}");
        }
    }

    #[test]
    fn rows_are_those_of_the_library() {
        for dialect in [
            Dialect::PLAIN,
            Dialect::excel(Lang::Ru),
            Dialect::excel(Lang::En),
        ] {
            let row = ["a;b, \"c\"\nd\r", "-1.5", "", "=1"];
            let mut rows = Vec::new();
            write(&mut rows, &mut Csv(dialect), &COLUMNS, [row].into_iter()).unwrap();
            let mut library = WriterBuilder::new();
            let mut library = library
                .delimiter(dialect.delimiter)
                .terminator(Terminator::CRLF)
                .from_writer(Vec::new());
            let number = row[1].replace('.', &char::from(dialect.decimal).to_string());
            library
                .write_record([
                    &*dialect.literal(row[0]),
                    &number,
                    row[2],
                    &dialect.literal(row[3]),
                ])
                .unwrap();
            let expected = library.into_inner().unwrap();
            assert_eq!(String::from_utf8(rows), String::from_utf8(expected));
        }
    }
}
