//! Tables with a header of known columns, whose cells are asked for by name.

use super::*;

use super::parted_number::{PartedNumber, is_end_of_number};

/// No table has more columns; a file in a single line may have.
const MAX_COLUMNS: usize = 100;

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

pub struct TableRow<'t> {
    table: &'t Table<'t>,
    record: Record<'t>,
    pub line: u32,
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
        let report = text.report;
        // Where the first line could not be read, what came next is not the header.
        if report.errors() > before {
            return None;
        }

        let location = text.at(header.start);
        if matches!(header.cells.as_slice(), [cell] if cell.contains('\t')) {
            return report.refuse(text.location.clone(), msg::tabs());
        }

        let mut meant = Vec::new();
        for cell in header.cells.iter().take(MAX_COLUMNS) {
            let column = columns.find(cell);
            meant.push(column.or_else(|| report.nearest(cell, columns.known.iter().copied())));
        }

        let known = columns.known.join(", ");
        if meant.iter().all(Option::is_none) {
            return report.refuse(location, msg::no_header(msg::verbatim(known)));
        }

        let mut names = Vec::new();
        for (position, cell) in header.cells.iter().enumerate() {
            let name = columns.find(cell).unwrap_or_default();
            // Spreadsheets write columns that were used once. What stands in one is reported with its row.
            if name.is_empty() && !cell.trim().is_empty() {
                let nearest = meant.get(position).copied().flatten();
                report.error(location.clone(), msg::unknown_column(cell, nearest, &known));
            } else if !name.is_empty() && names.contains(&name) {
                report.error(location.clone(), msg::repeated_column(name));
            }

            names.push(name);
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
        let Some(column) = self.position("date") else {
            return false;
        };

        let unheard = Report::default();
        let text = Text::new(&self.text.location, self.text.content, &unheard);
        let mut rows = Records::new(&text).skip(1);
        rows.all(|row| {
            let date = row.cells.get(column);
            date.is_some_and(|date| month_of_first(date).is_some())
        })
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.header.iter().position(|name| *name == column)
    }

    pub fn has(&self, column: &str) -> bool {
        self.header.contains(&column)
    }

    /// Says what keeps the header from telling what each cell is.
    fn find_problem(&self, cells: &[Cow<'_, str>]) -> Option<Message> {
        if cells.len() != self.header.len() {
            let delimiter = self.records.form.delimiter;
            return Some(describe_width(cells, &self.header, delimiter));
        }

        let mut columns = self.header.iter().zip(cells);
        let unnamed = columns.position(|(name, cell)| name.is_empty() && !cell.trim().is_empty());
        Some(msg::unnamed_column(unnamed? + 1))
    }

    /// The next row that the header fits; others are reported.
    pub fn next_row(&mut self) -> Option<TableRow<'_>> {
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

impl TableRow<'_> {
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

    /// The text in a column; empty where the file does not have that column.
    pub fn text(&self, column: &str) -> &str {
        match self.table.position(column) {
            Some(at) => &self.record.cells[at],
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
        let at = self.table.position(column)?;
        let before = self.record.cells.get(at.checked_sub(1)?)?;
        let digits = self
            .text(column)
            .trim_end_matches(|c: char| !c.is_ascii_digit());
        let number = PartedNumber::join(before, digits.trim_start())?;
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

#[cfg(test)]
mod tests {
    use crate::dataset::tests::reported;

    use super::*;

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
