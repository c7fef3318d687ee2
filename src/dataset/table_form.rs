//! The form of a table: how its cells, numbers and dates are written. A spreadsheet with Russian settings saves semicolons,
//! decimal commas and dates as 20.11.2026. Such a table is read like any other, and an edit writes its rows in the same form.

use super::*;

use crate::model::last_day_of_month;

/// Spaces and apostrophes between groups of digits.
pub const SPACES: [char; 7] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}', '\'', '’'];

/// How the dates of a table are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateForm {
    /// `2026-11-20` and `2026-11`.
    #[default]
    Iso,
    /// `20.11.2026`
    Days,
    /// `11.2026`
    Months,
}

/// How the cells of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableForm {
    pub delimiter: char,
    pub dates: DateForm,
    /// The first of each month stands for the month.
    pub has_firsts: bool,
}

impl TableForm {
    /// The form that the header shows: semicolons where it has no commas.
    pub fn of_header(content: &str) -> Self {
        let mut lines = content.lines();
        let header = lines.find(|line| !line.trim().is_empty() && !is_hint(line));
        let parts = header.unwrap_or_default().split('"');
        let outside_quotes: String = parts.step_by(2).collect();
        let has_semicolons = outside_quotes.contains(';') && !outside_quotes.contains(',');
        TableForm {
            delimiter: if has_semicolons { ';' } else { ',' },
            dates: DateForm::default(),
            has_firsts: false,
        }
    }

    /// Returns true if a comma is the decimal mark.
    pub fn has_decimal_commas(self) -> bool {
        self.delimiter == ';'
    }

    /// Notes how a date is written.
    pub fn note_date(&mut self, written: &str) {
        match written.trim().matches('.').count() {
            2 => self.dates = DateForm::Days,
            1 => self.dates = DateForm::Months,
            _ => {}
        }
    }

    /// Rewrites a cell of a column, or of the header, as this program writes it; `None` where it is so already. The error
    /// says why a number is in doubt.
    pub fn read_cell(self, column: Option<&str>, cell: &str) -> Result<Option<String>, Message> {
        let bare = cell.trim();
        let read = match column {
            Some("date" | "published") => read_date(bare),
            Some(column) if self.has_decimal_commas() && is_of_numbers(column) => {
                check_number(column, bare)?;
                read_number(bare)
            }
            _ => None,
        };

        // With commas between cells blanks are a mistake that is reported.
        let trimmed = (self.has_decimal_commas() && bare != cell).then(|| bare.to_owned());
        Ok(read.or(trimmed))
    }

    /// A cell as this table has it.
    pub fn write_cell<'c>(self, column: &str, cell: &'c str) -> Cow<'c, str> {
        match column {
            "date" => self.write_date(cell),
            "published" if self.dates != DateForm::Iso => match dates::calendar_day(cell) {
                Some(day) => day.format("%d.%m.%Y").to_string().into(),
                None => cell.into(),
            },
            _ if self.has_decimal_commas() && is_of_numbers(column) => {
                cell.replace('.', ",").into()
            }
            _ => cell.into(),
        }
    }

    fn write_date(self, cell: &str) -> Cow<'_, str> {
        let Some(mut date) = calendar_date(cell) else {
            return cell.into();
        };

        if self.has_firsts {
            date = date.with_day(1).unwrap_or(date);
        }

        match self.dates {
            DateForm::Iso if self.has_firsts => date.to_string().into(),
            DateForm::Iso => cell.into(),
            DateForm::Days => date.format("%d.%m.%Y").to_string().into(),
            DateForm::Months => date.format("%m.%Y").to_string().into(),
        }
    }

    /// A cell as it stands between delimiters.
    pub fn quote_cell(self, cell: &str) -> Cow<'_, str> {
        match cell.contains(['"', self.delimiter, '\r', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")).into(),
            false => cell.into(),
        }
    }
}

/// The hint to itself with which Excel begins a table.
pub fn is_hint(line: &str) -> bool {
    line.starts_with("sep=")
}

/// The columns of texts, in which a comma or a point is one.
const TEXTS: [&str; 15] = [
    "key",
    "ref",
    "flag",
    "name",
    "unit",
    "unit_code",
    "measure",
    "period_type",
    "frequency",
    "not_before",
    "source",
    "checked_at",
    "error",
    "release",
    "period",
];

fn is_of_numbers(column: &str) -> bool {
    !TEXTS.contains(&column)
}

/// `20.11.2026` or, for a month, `11.2026` or `окт.26`.
fn read_date(cell: &str) -> Option<String> {
    let parts: Vec<&str> = cell.split('.').collect();
    match parts[..] {
        [day, month, year] if has_digits(day, 2) && has_digits(month, 2) && has_digits(year, 4) => {
            Some(format!("{year}-{month}-{day}"))
        }
        [month, year] if has_digits(month, 2) && has_digits(year, 4) => {
            Some(format!("{year}-{month}"))
        }
        _ => read_month_name(cell),
    }
}

fn has_digits(text: &str, count: usize) -> bool {
    text.len() == count && has_digits_alone(text)
}

/// A month as Excel shows it: `окт.26`, `Oct-26`. The years are those from 1950 to 2049.
fn read_month_name(cell: &str) -> Option<String> {
    let (name, year) = cell.rsplit_once(['.', '-'])?;
    let is_name = name.chars().all(|c| c.is_alphabetic() || c == '.');
    if !has_digits(year, 2) || !is_name {
        return None;
    }

    let month = suggest::date(cell)?;
    dates::calendar_month(&month).is_some().then_some(month)
}

/// `-1 234,5` with any kind of space between groups of three digits; other groups have lost a digit.
fn read_number(cell: &str) -> Option<String> {
    let (sign, unsigned) = match cell.strip_prefix(['-', '\u{2212}']) {
        Some(unsigned) => ("-", unsigned),
        None => ("", cell),
    };

    let number = match unsigned.split_once(',') {
        None => format!("{sign}{}", join_groups(unsigned, &SPACES)?),
        Some((whole, fraction)) if has_digits_alone(fraction) => {
            format!("{sign}{}.{fraction}", join_groups(whole, &SPACES)?)
        }
        Some(_) => return None,
    };

    (number != cell).then_some(number)
}

/// The digits of a whole number in one; `None` where groups have not three of them.
pub fn join_groups(whole: &str, separators: &[char]) -> Option<String> {
    let groups: Vec<&str> = whole.split(separators).collect();
    let (first, rest) = groups.split_first()?;
    let are_thousands = rest.is_empty() || first.len() <= 3;
    let are_groups = has_digits_alone(first) && rest.iter().all(|group| has_digits(group, 3));
    (are_thousands && are_groups).then(|| groups.concat())
}

/// Refuses `45.310`, where a comma is the decimal mark: the point may part thousands or decimals.
fn check_number(column: &str, cell: &str) -> Result<(), Message> {
    let unsigned = cell.trim_start_matches(['-', '\u{2212}']);
    let Some((whole, rest)) = unsigned.split_once('.') else {
        return Ok(());
    };

    let has_group = has_digits(rest, 3) && has_digits_alone(whole);
    if !has_group || whole.len() > 3 || whole.starts_with('0') {
        return Ok(());
    }

    let (thousands, decimal) = (cell.replace('.', ""), cell.replace('.', ","));
    Err(msg::number_in_doubt(column, cell, thousands, decimal))
}

/// The month for which a first of a month stands; `None` for another date.
pub fn month_of_first(date: &str) -> Option<&str> {
    let day = dates::calendar_day(date)?;
    (day.day() == 1).then(|| &date[..7])
}

/// The last day of the period that a date cell names, where firsts of months may stand for the months.
pub fn date_of_cell(cell: &str, has_firsts: bool) -> Option<NaiveDate> {
    let date = calendar_date(cell)?;
    Some(if has_firsts {
        last_day_of_month(date)
    } else {
        date
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_may_be_apart_by_any_space_and_a_minus_be_of_either_kind() {
        for cell in [
            "1 234,5",
            "1\u{a0}234,5",
            "1\u{202f}234,5",
            "1\u{2009}234,5",
            "1234,5",
        ] {
            assert_eq!(read_number(cell).as_deref(), Some("1234.5"), "{cell}");
            assert_eq!(
                read_number(&format!("\u{2212}{cell}")).as_deref(),
                Some("-1234.5"),
                "{cell}"
            );
            assert_eq!(
                read_number(&format!("-{cell}")).as_deref(),
                Some("-1234.5"),
                "{cell}"
            );
        }
    }

    #[test]
    fn what_is_doubtful_stays_as_it_is() {
        for cell in [
            "1 23,4",
            "1.234,5",
            "1,2,3",
            "",
            "-",
            "1 2345",
            "1234 567",
            "12 345 67",
        ] {
            assert_eq!(read_number(cell), None, "{cell}");
        }

        for cell in ["1.2.2026", "2026-11-20", "20.11.26", "20/11/2026"] {
            assert_eq!(read_date(cell), None, "{cell}");
        }
    }
}
