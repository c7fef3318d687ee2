//! Numbers as people write them: a comma or a point, groups of three digits, a minus sign that is one.

use std::fmt::Display;

use crate::model::{Lang, RoundedToHundredths};

/// Between groups of digits in Russian: narrow, and the number is not broken there.
const NARROW_SPACE: &str = "\u{202f}";
/// Between a number and its percent sign in Russian.
const NO_BREAK_SPACE: &str = "\u{a0}";

/// A plain decimal: `45 310,555`, `45,310.555`. Russian leaves four digits together.
pub fn number(value: &impl Display, lang: Lang) -> String {
    let text = value.to_string();
    let (minus, unsigned) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("\u{2212}", rest));
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let (separator, point, least) = match lang {
        Lang::Ru => (NARROW_SPACE, ",", 5),
        Lang::En => (",", ".", 4),
    };
    let mut written = minus.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        let left = whole.len() - i;
        if i > 0 && left % 3 == 0 && whole.len() >= least {
            written += separator;
        }
        written.push(digit);
    }
    if !fraction.is_empty() {
        written += point;
        written += fraction;
    }
    written
}

/// The same with a plus sign, where it is above zero.
fn signed(value: &RoundedToHundredths, lang: Lang) -> String {
    let plus = if value.sign().is_gt() { "+" } else { "" };
    format!("{plus}{}", number(value, lang))
}

/// A value with its unit: `7,5 %`, `38 309 млн манатов`.
pub fn quantity(value: &impl Display, unit: &str, lang: Lang) -> String {
    let space = if is_percent(unit) && lang == Lang::En { "" } else { NO_BREAK_SPACE };
    format!("{}{space}{unit}", number(value, lang))
}

/// Whether values in this unit are percentages, whose differences are percentage points.
pub fn is_percent(unit: &str) -> bool {
    unit == "%"
}

/// A difference with its unit; that of percentages is in percentage points (specification, 2.4).
pub fn difference(value: &RoundedToHundredths, unit: &str, lang: Lang) -> String {
    let value = signed(value, lang);
    match (lang, unit) {
        (Lang::Ru, "%") => format!("{value}{NO_BREAK_SPACE}п.{NO_BREAK_SPACE}п."),
        (Lang::En, "%") => format!("{value} pp"),
        // In brackets the unit need not agree with the number, as no table of units could make it.
        (Lang::Ru, unit) => format!("{value} ({unit})"),
        (Lang::En, unit) => format!("{value} {unit}"),
    }
}

/// A change in percent.
pub fn percent(value: &RoundedToHundredths, lang: Lang) -> String {
    let space = if lang == Lang::Ru { NO_BREAK_SPACE } else { "" };
    format!("{}{space}%", signed(value, lang))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Number;

    #[test]
    fn digits_stand_in_groups() {
        for (value, ru, en) in [
            ("0", "0", "0"),
            ("1234.5", "1234,5", "1,234.5"),
            ("-12345", "\u{2212}12\u{202f}345", "\u{2212}12,345"),
            ("1234567.0123", "1\u{202f}234\u{202f}567,0123", "1,234,567.0123"),
            ("999", "999", "999"),
        ] {
            assert_eq!((number(&value, Lang::Ru).as_str(), number(&value, Lang::En).as_str()), (ru, en));
        }
    }

    #[test]
    fn differences_have_signs_and_units() {
        let value = |text: &str| text.parse::<Number>().unwrap().rounded();
        assert_eq!(difference(&value("439.355"), "млн манатов", Lang::Ru), "+439,36 (млн манатов)");
        assert_eq!(difference(&value("-0.25"), "%", Lang::Ru), "\u{2212}0,25\u{a0}п.\u{a0}п.");
        assert_eq!(difference(&value("0"), "%", Lang::En), "0 pp");
        assert_eq!(difference(&value("1"), "AZN mn", Lang::En), "+1 AZN mn");
        assert_eq!(percent(&value("3.9"), Lang::Ru), "+3,9\u{a0}%");
        assert_eq!(percent(&value("-3.9"), Lang::En), "\u{2212}3.9%");
    }
}
