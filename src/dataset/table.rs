//! A CSV file with a header of known columns: rows whose cells are asked for by name.

use super::*;

pub struct Columns {
    pub known: &'static [&'static str],
    /// Those without which a row says nothing.
    pub required: &'static [&'static str],
}

pub struct Table<'a> {
    text: &'a Text<'a>,
    records: Records<'a>,
    header: Vec<&'static str>,
}

pub struct Row<'a, 't> {
    table: &'t Table<'a>,
    record: Record<'a>,
}

impl<'a> Table<'a> {
    /// Reads the header; nothing where the rows could not be understood by it.
    pub fn open(mut records: Records<'a>, columns: &Columns) -> Option<Self> {
        let before = records.text.report.errors();
        let header = records.next()?;
        Table::of(&header, records, columns, before)
    }

    /// The same where the header has been read already; there were `before` errors before that.
    pub fn of(header: &Record<'a>, records: Records<'a>, columns: &Columns, before: usize) -> Option<Self> {
        let (text, report) = (records.text, records.text.report);
        // Where the first line could not be read, what came next is not the header.
        if report.errors() > before {
            return None;
        }
        let location = text.at(header.start);
        for (separator, message) in [(';', msg::semicolons as fn() -> _), ('\t', msg::tabs)] {
            if matches!(header.cells.as_slice(), [cell] if cell.contains(separator)) {
                return report.refuse(text.location.clone(), message());
            }
        }
        let column_names = || columns.known.iter().copied();
        let near = |cell: &str| {
            column_names().find(|name| *name == cell).or_else(|| report.nearest(cell, column_names()))
        };
        // No table is so wide; a file in a single line may be.
        let meant: Vec<_> = header.cells.iter().take(100).map(|cell| near(cell)).collect();
        if meant.iter().all(Option::is_none) {
            return report.refuse(location, msg::no_header(columns.known.join(", ")));
        }
        let error = |problem| report.error(location.clone(), problem);
        let mut names: Vec<&'static str> = Vec::new();
        for (position, cell) in header.cells.iter().enumerate() {
            match column_names().find(|name| name == cell) {
                Some(name) if names.contains(&name) => error(msg::repeated_column(name)),
                Some(name) => names.push(name),
                None if cell.trim().is_empty() => error(msg::unnamed_column(position + 1)),
                None => {
                    let nearest = meant.get(position).copied().flatten();
                    error(msg::unknown_column(cell, nearest, &columns.known.join(", ")));
                }
            }
        }
        // One that was meant by a mistyped name has been mentioned.
        for name in columns.required.iter().filter(|name| !meant.contains(&Some(**name))) {
            error(msg::missing_column(name));
        }
        (report.errors() == before).then_some(Table { text, records, header: names })
    }

    pub fn has(&self, column: &str) -> bool {
        self.header.contains(&column)
    }

    /// The next row with as many cells as the header; others are reported.
    pub fn next_row(&mut self) -> Option<Row<'a, '_>> {
        loop {
            let record = self.records.next()?;
            let (count, expected) = (record.cells.len(), self.header.len());
            if count == expected {
                return Some(Row { table: self, record });
            }
            let comma = || record.cells.windows(2).find_map(|pair| split_decimal(&pair[0], &pair[1]));
            let message = match comma().filter(|_| count > expected) {
                Some(number) => msg::cells_with_decimal_comma(count, expected, &number),
                None if count > expected => msg::too_many_cells(count, expected),
                None if record.cells.iter().any(|cell| cell.contains(';')) => {
                    msg::semicolons_in_row(count, expected)
                }
                None => msg::too_few_cells(count, expected),
            };
            self.text.report.error(self.text.at(record.start), message);
        }
    }
}

impl Row<'_, '_> {
    pub fn location(&self) -> Location {
        self.table.text.at(self.record.start)
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
        self.table.text.line(self.record.start)
    }

    /// The text in a column; empty where the file does not have that column.
    pub fn text(&self, column: &str) -> &str {
        let position = self.table.header.iter().position(|name| *name == column);
        position.and_then(|i| self.record.cells.get(i)).map_or("", Cow::as_ref)
    }

    pub fn cell(&self, column: &'static str) -> Cell<'_> {
        Cell {
            text: self.text(column).into(),
            name: column,
            location: self.location(),
            report: self.report(),
        }
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

/// Two cells that a decimal comma has torn apart; up to three digits and three more may as well be thousands.
fn split_decimal(whole: &str, fraction: &str) -> Option<String> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = whole.strip_prefix('-').unwrap_or(whole);
    let thousands = fraction.len() == 3 && unsigned.len() <= 3 && unsigned != "0";
    (digits(unsigned) && digits(fraction) && !thousands).then(|| format!("{whole}.{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::reported;

    const COLUMNS: Columns = Columns { known: &["date", "value", "published"], required: &["date", "value"] };

    fn said(csv: &str) -> Vec<String> {
        reported("x.csv", csv, |text| {
            if let Some(mut table) = Table::open(Records::new(text), &COLUMNS) {
                while table.next_row().is_some() {}
            }
        })
    }

    #[test]
    fn one_mistake_in_a_header_is_one_problem() {
        assert_eq!(said("Date,value\n1,2\n"), ["x.csv:1: unknown column `Date`: did you mean `date`?"]);
        assert_eq!(
            said("2026-07-31,5\n"),
            ["x.csv:1: no header: the first line must name the columns; use date, value, published"]
        );
        assert_eq!(said("date,value,\n")[0], "x.csv:1: column 3 has no name: remove it and its cells");
        assert_eq!(said("\"date\"x,value\n1,2\n").len(), 1);
    }

    #[test]
    fn a_decimal_comma_is_recognised_where_it_is_certain() {
        assert!(said("date,value\n2026-07-31,45310,55\n")[0].contains("write `45310.55`"));
        assert!(said("date,value\n2026-07-31,45,310\n")[0].contains("remove extra commas"));
        assert!(said("date,value\n2026-07-31;45\n")[0].contains("not semicolons"));
    }

    #[test]
    fn too_many_cells_are_told_from_too_few() {
        let problems = said("date,value\n2026-07-31\n2026-07-31;5\nx,y,2\n");
        assert!(problems[0].contains("an empty cell needs its comma too"), "{problems:?}");
        assert!(problems[1].contains("semicolons"), "{problems:?}");
        assert!(problems[2].contains("remove extra commas"), "{problems:?}");
        let wide = said("date,value,published\n45310,55\n");
        assert!(!wide[0].contains("45310.55"), "nothing is too many: {wide:?}");
    }

    #[test]
    fn three_digits_may_be_thousands() {
        let cases = [("1", "5"), ("-1", "5"), ("45310", "123"), ("0", "123"), ("45", "1234")];
        for (whole, fraction) in cases {
            assert_eq!(split_decimal(whole, fraction), Some(format!("{whole}.{fraction}")));
        }
        for (whole, fraction) in [("1", "234"), ("-123", "456"), ("1", "x"), ("x", "1"), ("", "1"), ("1", "")]
        {
            assert_eq!(split_decimal(whole, fraction), None, "{whole},{fraction}");
        }
    }
}
