//! Tables as people's spreadsheets write them, read strictly: every cell with its line, and nothing guessed; and files with
//! a header of known columns, whose cells are asked for by name.
//!
//! The general readers take a quotation mark that never closes, or text behind one that does, without a word; a
//! row of figures would vanish that way. They also lose count of lines at blank ones.

use super::*;

use super::suggest::PartedNumber;

/// A row: offsets of its first character and of its line end, and its cells, quotation marks resolved.
pub struct Record<'a> {
    pub start: usize,
    pub end: usize,
    pub cells: Vec<Cow<'a, str>>,
}

/// Iterates over the rows that are not blank, with their cells as this program writes them. A row that breaks RFC
/// 4180 is reported and left out.
pub struct Records<'a> {
    pub text: &'a Text<'a>,
    pub form: TableForm,
    header: Option<Vec<String>>,
    next: usize,
}

impl<'a> Records<'a> {
    pub fn new(text: &'a Text<'a>) -> Self {
        Records {
            text,
            form: TableForm::of_header(text.content),
            header: None,
            next: 0,
        }
    }

    /// Iterates over the rows of a table with another delimiter, whose cells stay as they are.
    pub fn verbatim(text: &'a Text<'a>, delimiter: char) -> impl Iterator<Item = Record<'a>> {
        let mut records = Records::new(text);
        records.form.delimiter = delimiter;
        std::iter::from_fn(move || records.record())
    }

    fn record(&mut self) -> Option<Record<'a>> {
        while self.next < self.text.content.len() {
            let start = self.next;
            let after = self.after_line(start);
            let line = self.text.content[start..after].trim_end_matches('\n');
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.bytes().all(|b| matches!(b, b' ' | b'\t')) {
                self.next = after;
                continue;
            }

            if !line.bytes().any(|b| matches!(b, b'"' | b'\r')) {
                self.next = after;
                let delimiter = self.form.delimiter;
                let cells = line.split([delimiter]).map(Cow::Borrowed).collect();
                return Some(Record {
                    start,
                    end: start + line.len(),
                    cells,
                });
            }

            if let Some(cells) = self.quoted_row() {
                let end = self.next;
                self.next = self.after_line(end);
                return Some(Record { start, end, cells });
            }
        }

        None
    }

    /// Where the line ends in which an offset is. Most lines are too short for a search that begins by words.
    fn after_line(&self, from: usize) -> usize {
        let rest = &self.text.content.as_bytes()[from..];
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => from + end + 1,
            None => self.text.content.len(),
        }
    }

    /// A row with quotation marks, which may go over several lines. Returns `None` if it is malformed: then the line in
    /// which that cell begins is left out, and no other.
    fn quoted_row(&mut self) -> Option<Vec<Cow<'a, str>>> {
        let mut cells = Vec::new();
        loop {
            let start = self.next;
            match self.cell() {
                Ok(cell) => cells.push(cell),
                Err(problem) => {
                    self.next = self.after_line(start);
                    return self.text.report.refuse(self.text.at(start), problem);
                }
            }

            if !self.text.content[self.next..].starts_with(self.form.delimiter) {
                return Some(cells);
            }

            self.next += self.form.delimiter.len_utf8();
        }
    }

    /// A cell; afterwards `next` is where it ends: at a delimiter, or at the end of a line.
    fn cell(&mut self) -> Result<Cow<'a, str>, Message> {
        let delimiter = self.form.delimiter;
        let rest = &self.text.content[self.next..];
        let Some(inside) = rest.strip_prefix('"') else {
            let cell = &rest[..rest.find([delimiter, '\n']).unwrap_or(rest.len())];
            let ends_line = !rest[cell.len()..].starts_with(delimiter);
            let cell = if ends_line {
                cell.strip_suffix('\r').unwrap_or(cell)
            } else {
                cell
            };

            self.next += cell.len();
            return match cell {
                _ if cell.contains('"') => Err(msg::quote_inside_cell()),
                _ if cell.contains('\r') => Err(msg::lone_carriage_return()),
                _ => Ok(Cow::Borrowed(cell)),
            };
        };

        let length = closing_mark(inside).ok_or_else(msg::quote_not_closed)?;
        let (inside, behind) = (&inside[..length], &inside[length + 1..]);
        let closes = self.next + 1 + length;
        if !(behind.is_empty()
            || behind.starts_with([delimiter, '\n'])
            || behind.starts_with("\r\n")
            || behind == "\r")
        {
            return Err(match inside.contains('\n') {
                true => msg::quote_closed_below(self.text.line(closes)),
                false => msg::text_after_quote(),
            });
        }

        self.next = closes + 1;
        Ok(if inside.contains('"') {
            inside.replace("\"\"", "\"").into()
        } else {
            inside.into()
        })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let mut record = self.record()?;
        while self.is_skipped(&record) {
            record = self.record()?;
        }

        for (position, cell) in record.cells.iter_mut().enumerate() {
            let column = self
                .header
                .as_ref()
                .map(|header| header.get(position).map_or("", String::as_str));
            if column == Some("date") {
                self.form.note_date(cell);
            }

            match self.form.read_cell(column, cell) {
                Ok(Some(read)) => *cell = read.into(),
                Ok(None) => {}
                Err(problem) => self.text.report.error(self.text.at(record.start), problem),
            }
        }

        if self.header.is_none() {
            let names = record.cells.iter().map(|cell| cell.to_string());
            self.header = Some(names.collect());
        }

        Some(record)
    }
}

impl Records<'_> {
    /// Returns true for Excel's hint to itself, and for a row of empty cells, which spreadsheets write below a table.
    fn is_skipped(&self, record: &Record<'_>) -> bool {
        let line = &self.text.content[record.start..record.end];
        if table_form::is_hint(line) {
            return true;
        }

        self.header.is_some() && record.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// The offset of the quotation mark that closes a cell; doubled ones belong to its text.
fn closing_mark(inside: &str) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut at = 0;
    while let Some(mark) = inside[at..].find('"') {
        at += mark;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }

    None
}

pub fn join_cells<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let commas = TableForm::of_header("");
    let quoted: Vec<_> = cells.map(|cell| commas.quote_cell(cell)).collect();
    quoted.join(",")
}

pub struct Columns {
    pub known: &'static [&'static str],
    /// The columns without which a row says nothing.
    pub required: &'static [&'static str],
}

impl Columns {
    fn find(&self, name: &str) -> Option<&'static str> {
        let mut known = self.known.iter().copied();
        known.find(|known| *known == name)
    }
}

pub struct Table<'a> {
    text: &'a Text<'a>,
    records: Records<'a>,
    header: Vec<&'static str>,
}

pub struct TableRow<'a, 't> {
    table: &'t Table<'a>,
    record: Record<'a>,
    line: u32,
}

impl<'a> Table<'a> {
    /// Reads the header; nothing where the rows could not be understood by it.
    pub fn open(mut records: Records<'a>, columns: &Columns) -> Option<Self> {
        let before = records.text.report.errors();
        let header = records.next()?;
        Table::with_header(&header, records, columns, before)
    }

    /// As [`Table::open`], with a header that was read already. `before` is the number of errors before that.
    pub fn with_header(
        header: &Record<'a>,
        records: Records<'a>,
        columns: &Columns,
        before: usize,
    ) -> Option<Self> {
        let text = records.text;
        let report = records.text.report;
        // Where the first line could not be read, what came next is not the header.
        if report.errors() > before {
            return None;
        }

        let location = text.at(header.start);
        if matches!(header.cells.as_slice(), [cell] if cell.contains('\t')) {
            return report.refuse(text.location.clone(), msg::tabs());
        }

        // No table is so wide; a file in a single line may be.
        let mut meant = Vec::new();
        for cell in header.cells.iter().take(100) {
            let column = columns.find(cell);
            meant.push(column.or_else(|| report.nearest(cell, columns.known.iter().copied())));
        }

        if meant.iter().all(Option::is_none) {
            return report.refuse(
                location,
                msg::no_header(msg::verbatim(columns.known.join(", "))),
            );
        }

        let mut names: Vec<&'static str> = Vec::new();
        for (position, cell) in header.cells.iter().enumerate() {
            let problem = match columns.find(cell) {
                Some(name) if names.contains(&name) => msg::repeated_column(name),
                Some(name) => {
                    names.push(name);
                    continue;
                }
                // Spreadsheets write columns that were used once. What stands in one is reported with its row.
                None if cell.trim().is_empty() => {
                    names.push("");
                    continue;
                }
                None => {
                    let nearest = meant.get(position).copied().flatten();
                    msg::unknown_column(cell, nearest, &columns.known.join(", "))
                }
            };

            report.error(location.clone(), problem);
        }

        for name in columns.required {
            // One that was meant by a mistyped name has been mentioned.
            if !meant.contains(&Some(*name)) {
                report.error(location.clone(), msg::missing_column(name));
            }
        }

        (report.errors() == before).then_some(Table {
            text,
            records,
            header: names,
        })
    }

    /// Returns true if every date is the first of a month.
    pub fn has_firsts_alone(&self) -> bool {
        let unheard = Report::default();
        let text = Text {
            location: self.text.location.clone(),
            content: self.text.content,
            report: &unheard,
            starts: Vec::new(),
        };
        let mut records = Records::new(&text);
        let Some(header) = records.next() else {
            return false;
        };

        let Some(column) = header.cells.iter().position(|cell| cell == "date") else {
            return false;
        };

        let mut count = 0;
        for record in records {
            let date = record.cells.get(column).map_or("", Cow::as_ref);
            if month_of_first(date).is_none() {
                return false;
            }
            count += 1;
        }

        count > 0
    }

    pub fn has(&self, column: &str) -> bool {
        self.header.contains(&column)
    }

    /// Says what keeps the header from telling what each cell is.
    fn find_problem(&self, cells: &[Cow<'_, str>]) -> Option<Message> {
        if cells.len() != self.header.len() {
            return Some(describe_width(
                cells,
                &self.header,
                self.records.form.delimiter,
            ));
        }

        let mut columns = self.header.iter().zip(cells);
        let unnamed = columns.position(|(name, cell)| name.is_empty() && !cell.trim().is_empty());
        unnamed.map(|place| msg::unnamed_column(place + 1))
    }

    /// The next row that the header fits; others are reported.
    pub fn next_row(&mut self) -> Option<TableRow<'a, '_>> {
        loop {
            let record = self.records.next()?;
            let Some(problem) = self.find_problem(&record.cells) else {
                return Some(TableRow {
                    line: self.text.line(record.start),
                    table: self,
                    record,
                });
            };

            let location = self.text.at(record.start);
            self.text.report.error(location, problem);
        }
    }
}

impl TableRow<'_, '_> {
    pub fn location(&self) -> Location {
        self.table.text.location.line(self.line)
    }

    pub fn report(&self) -> &Report {
        self.table.text.report
    }

    pub fn error(&self, message: Message) {
        self.report().error(self.location(), message);
    }

    pub fn warning(&self, message: Message) {
        self.report().warning(self.location(), message);
    }

    pub fn line(&self) -> u32 {
        self.line
    }

    /// The text in a column; empty where the file does not have that column.
    pub fn text(&self, column: &str) -> &str {
        let position = self.table.header.iter().position(|name| *name == column);
        match position {
            Some(position) => self.record.cells.get(position).map_or("", Cow::as_ref),
            None => "",
        }
    }

    /// The problem of a cell of digits alone where a text or a date belongs: a decimal comma has cut it off from its number.
    pub fn find_cut_number(&self, column: &str) -> Option<Message> {
        let written = self.text(column);
        if !is_end_of_number(written) {
            return None;
        }

        Some(match self.number_that_was_cut(column) {
            Some(number) => msg::cut_number_meant(column, written, number),
            None => msg::cut_number(column, written),
        })
    }

    /// The number that ends in a column, where it is certain: its beginning is the cell before.
    fn number_that_was_cut(&self, column: &str) -> Option<String> {
        let at = self.table.header.iter().position(|name| *name == column)?;
        let before = at.checked_sub(1)?;
        let cells = &self.record.cells;
        let fraction = cells
            .get(at)?
            .trim_end_matches(|c: char| !c.is_ascii_digit());
        let number = PartedNumber::join(cells.get(before)?, fraction.trim_start())?;
        number.thousands.is_none().then_some(number.decimal)
    }

    pub fn cell(&self, column: &'static str) -> Cell<'_> {
        Cell {
            text: self.text(column).into(),
            name: column,
            location: self.location(),
            report: self.report(),
        }
    }

    /// As [`TableRow::optional`], where digits alone are the end of a number that a decimal comma has parted.
    pub fn optional_word<T>(
        &self,
        column: &'static str,
        read: impl FnOnce(Cell<'_>) -> Option<T>,
    ) -> Result<Option<T>, Reported> {
        self.optional(column, |cell| match self.find_cut_number(column) {
            Some(problem) => cell.refuse(problem),
            None => read(cell),
        })
    }

    pub fn optional<T>(
        &self,
        column: &'static str,
        read: impl FnOnce(Cell<'_>) -> Option<T>,
    ) -> Result<Option<T>, Reported> {
        match self.text(column) {
            "" => Ok(None),
            _ => read(self.cell(column)).map(Some).ok_or(Reported),
        }
    }
}

/// Returns true for digits alone, blanks and one `%` or letter behind them aside.
fn is_end_of_number(text: &str) -> bool {
    let bare: String = text.split_whitespace().collect();
    let digits = bare.strip_suffix(|c: char| c == '%' || c.is_alphabetic());
    has_digits_alone(digits.unwrap_or(&bare))
}

/// Finds the number of which a comma has made two cells. In a row with too few cells it is that of a column of numbers,
/// since dates may be digits as well.
fn find_parted_number(cells: &[Cow<'_, str>], header: &[impl AsRef<str>]) -> Option<PartedNumber> {
    let is_wide = cells.len() > header.len();
    for (at, pair) in cells.windows(2).enumerate() {
        let is_number = header.get(at).is_some_and(|name| name.as_ref() == "value");
        if !is_wide && !is_number {
            continue;
        }

        if let Some(number) = PartedNumber::join(&pair[0], &pair[1]) {
            return Some(number);
        }
    }

    None
}

/// Says what is wrong with a row that has more cells than the header, or fewer.
pub fn describe_width(
    cells: &[Cow<'_, str>],
    header: &[impl AsRef<str>],
    delimiter: char,
) -> Message {
    let count = cells.len();
    let expected = header.len();
    match find_parted_number(cells, header) {
        Some(PartedNumber {
            thousands: Some(thousands),
            decimal,
        }) => msg::cells_with_comma(count, expected, thousands, decimal),
        Some(number) => msg::cells_with_decimal_comma(count, expected, number.decimal),
        None => describe_count(cells, expected, delimiter),
    }
}

/// The same of cells that are not numbers.
pub fn describe_count(cells: &[Cow<'_, str>], expected: usize, delimiter: char) -> Message {
    let count = cells.len();
    if count > expected {
        return msg::too_many_cells(count, expected, delimiter);
    }

    // Numbers and texts of a file with semicolons contain commas.
    let (other, most) = if delimiter == ',' {
        (';', expected)
    } else {
        (',', 1)
    };
    if count <= most && cells.iter().any(|cell| cell.contains(other)) {
        return msg::other_delimiter(count, expected, delimiter, other);
    }

    msg::too_few_cells(count, expected, delimiter)
}

#[cfg(test)]
mod tests {
    use crate::dataset::tests::reported;

    use super::*;

    fn read(csv: &str) -> (Vec<(u32, Vec<String>)>, Vec<String>) {
        let mut rows = Vec::new();
        let said = reported("x.csv", csv, |text| {
            let cells =
                |record: Record<'_>| record.cells.into_iter().map(Cow::into_owned).collect();
            rows.extend(Records::new(text).map(|record| (text.line(record.start), cells(record))));
        });
        (rows, said)
    }

    fn rows(expected: &[(u32, &[&str])]) -> Vec<(u32, Vec<String>)> {
        expected
            .iter()
            .map(|(line, cells)| (*line, cells.iter().map(|c| (*c).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn lines_are_right_after_blank_ones_and_in_quotes() {
        let (records, said) = read("a,b\r\n\r\n \t\n1,\n\"x\ny\",\"say \"\"z\"\"\"\r\n,\"\"\r\n,x");
        assert_eq!(
            records,
            rows(&[
                (1, &["a", "b"]),
                (4, &["1", ""]),
                (5, &["x\ny", "say \"z\""]),
                (8, &["", "x"])
            ])
        );

        assert_eq!(said, [""; 0]);
    }

    #[test]
    fn what_is_malformed_is_said_and_the_rest_read() {
        let (records, said) = read("\"a\"b,1\nc\"d,2\ne,\"f\ng\"h\ni\rj\nk,3\n\"l,4\nm,5");
        assert_eq!(records, rows(&[(6, &["k", "3"]), (8, &["m", "5"])]));
        let begins = |n: usize, text: &str| assert!(said[n].starts_with(text), "{said:?}");
        begins(0, "x.csv:1: text after a closing quotation mark");
        begins(1, "x.csv:2: a quotation mark inside a cell");
        begins(2, "x.csv:3: the quotation mark is closed only in line 4");
        begins(3, "x.csv:4: a quotation mark inside a cell");
        begins(4, "x.csv:5: a carriage return");
        begins(5, "x.csv:7: the quotation mark is never closed");
        assert_eq!(said.len(), 6);
    }

    #[test]
    fn a_mark_that_is_never_closed_costs_its_own_line_only() {
        let (records, said) = read("a,b\n\"1,2\n3,4\n5,\"6\"\"\n7,8\n");
        assert_eq!(
            records,
            rows(&[(1, &["a", "b"]), (3, &["3", "4"]), (5, &["7", "8"])])
        );
        assert_eq!(said.len(), 2, "{said:?}");
    }

    #[test]
    fn a_line_of_a_million_cells_is_read_once() {
        let (records, said) = read(&format!("\"a\"{}", ",b".repeat(1_000_000)));
        assert_eq!(records[0].1.len(), 1_000_001);
        assert_eq!(said, [""; 0]);
    }

    const COLUMNS: Columns = Columns {
        known: &["date", "value", "published"],
        required: &["date", "value"],
    };

    fn said(csv: &str) -> Vec<String> {
        reported("x.csv", csv, |text| {
            if let Some(mut table) = Table::open(Records::new(text), &COLUMNS) {
                while table.next_row().is_some() {}
            }
        })
    }

    #[test]
    fn one_mistake_in_a_header_is_one_problem() {
        assert_eq!(
            said("Date,value\n1,2\n"),
            ["x.csv:1: unknown column `Date`: did you mean `date`?"]
        );
        assert_eq!(
            said("2026-07-31,5\n"),
            [
                "x.csv:1: no header: the first line must name the columns; use date, value, published"
            ]
        );
        assert_eq!(
            said("date,value,\n1,2,\n,,\n1,2,3\n"),
            ["x.csv:4: column 3 has no name: remove it and its cells"]
        );
        assert_eq!(said("\"date\"x,value\n1,2\n").len(), 1);
    }

    #[test]
    fn a_decimal_comma_is_recognised_where_it_is_certain() {
        assert!(said("date,value\n2026-07-31,45310,55\n")[0].contains("write `45310.55`"));
        assert!(said("date,value\n2026-07-31,45,310\n")[0].contains("write `45310` or `45.310`"));
        assert!(said("date,value\n2026-07-31;45\n")[0].contains("not with `;`"));
    }

    #[test]
    fn too_many_cells_are_told_from_too_few() {
        let problems = said("date,value\n2026-07-31\n2026-07-31;5\nx,y,2\n");
        assert!(
            problems[0].contains("an empty cell needs its own too"),
            "{problems:?}"
        );
        assert!(problems[1].contains("not with `;`"), "{problems:?}");
        assert!(
            problems[2].contains("remove each extra `,`"),
            "{problems:?}"
        );
        let wide = said("date,value,published\n45310,55\n");
        assert!(
            !wide[0].contains("45310.55"),
            "nothing is too many: {wide:?}"
        );
    }
}
