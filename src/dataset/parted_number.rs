//! Numbers that a decimal comma has cut into two cells, and rows that do not have the cells of their header.

use super::*;

/// A number that a comma has parted.
#[derive(Debug, PartialEq, Eq)]
pub struct PartedNumber {
    /// The number, if the comma parts its thousands: up to three digits stand before it and three behind.
    pub thousands: Option<String>,
    /// The number, if the comma parts its decimals.
    pub decimal: String,
}

impl PartedNumber {
    /// Joins two cells of digits.
    pub fn join(whole: &str, fraction: &str) -> Option<Self> {
        let unsigned = whole.strip_prefix('-').unwrap_or(whole);
        if !has_digits_alone(unsigned) || !has_digits_alone(fraction) {
            return None;
        }

        let in_doubt = fraction.len() == 3 && unsigned.len() <= 3 && unsigned != "0";
        Some(PartedNumber {
            thousands: in_doubt.then(|| format!("{whole}{fraction}")),
            decimal: format!("{whole}.{fraction}"),
        })
    }

    /// Finds the number in a row. In one with too few cells it is that of a column of numbers, since dates may be digits as
    /// well.
    fn find(cells: &[Cow<'_, str>], header: &[impl AsRef<str>]) -> Option<Self> {
        let is_wide = cells.len() > header.len();
        for (at, pair) in cells.windows(2).enumerate() {
            let is_number = header.get(at).is_some_and(|name| name.as_ref() == "value");
            if (is_wide || is_number)
                && let Some(number) = PartedNumber::join(&pair[0], &pair[1])
            {
                return Some(number);
            }
        }

        None
    }
}

/// Returns true for digits alone, blanks and one `%` or letter behind them aside.
pub fn is_end_of_number(text: &str) -> bool {
    let bare: String = text.split_whitespace().collect();
    let digits = bare.strip_suffix(|c: char| c == '%' || c.is_alphabetic());
    has_digits_alone(digits.unwrap_or(&bare))
}

/// Says what is wrong with a row that has more cells than the header, or fewer.
pub fn describe_width(
    cells: &[Cow<'_, str>],
    header: &[impl AsRef<str>],
    delimiter: char,
) -> Message {
    let (count, expected) = (cells.len(), header.len());
    let Some(number) = PartedNumber::find(cells, header) else {
        return describe_count(cells, expected, delimiter);
    };

    match number.thousands {
        Some(thousands) => msg::cells_with_comma(count, expected, thousands, number.decimal),
        None => msg::cells_with_decimal_comma(count, expected, number.decimal),
    }
}

/// The same of cells that are not numbers.
pub fn describe_count(cells: &[Cow<'_, str>], expected: usize, delimiter: char) -> Message {
    let count = cells.len();
    if count > expected {
        return msg::too_many_cells(count, expected, delimiter);
    }

    // Numbers and texts of a file with semicolons contain commas.
    let (other, most) = match delimiter {
        ',' => (';', expected),
        _ => (',', 1),
    };
    if count <= most && cells.iter().any(|cell| cell.contains(other)) {
        return msg::other_delimiter(count, expected, delimiter, other);
    }

    msg::too_few_cells(count, expected, delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_may_be_thousands() {
        let cases = [
            ("1", "5"),
            ("-1", "5"),
            ("45310", "123"),
            ("0", "123"),
            ("45", "1234"),
        ];
        for (whole, fraction) in cases {
            let number = PartedNumber::join(whole, fraction).unwrap();
            assert_eq!(number.decimal, format!("{whole}.{fraction}"));
            assert_eq!(number.thousands, None);
        }

        let in_doubt = PartedNumber::join("-123", "456").unwrap();
        assert_eq!(in_doubt.thousands.as_deref(), Some("-123456"));
        for (whole, fraction) in [("1", "x"), ("x", "1"), ("", "1"), ("1", "")] {
            assert_eq!(
                PartedNumber::join(whole, fraction),
                None,
                "{whole},{fraction}"
            );
        }
    }
}
