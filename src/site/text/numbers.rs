//! Numbers as people write them: a comma or a point, groups of three digits, a minus sign that is one.

use std::cmp::Ordering;
use std::fmt::Display;

use crate::model::{ExactDifference, Lang, Number, RoundedToHundredths, Unit};

/// A plain decimal: `45 310,555`, `45,310.555`. Russian leaves four digits together.
pub fn number(value: &impl Display, lang: Lang) -> String {
    written(&value.to_string(), lang.numbers().least_grouped, lang)
}

/// A decimal in a column where others have five digits: four are then grouped as well.
pub fn grouped(value: &impl Display, lang: Lang) -> String {
    written(&value.to_string(), 4, lang)
}

/// A value on a scale: with as many digits behind the point as its neighbours have.
pub fn fixed(value: &Number, decimals: u8, lang: Lang) -> String {
    let mut text = value.to_string();
    let missing = usize::from(decimals.saturating_sub(value.decimals()));
    if missing > 0 && value.decimals() == 0 {
        text.push('.');
    }
    text.extend(std::iter::repeat_n('0', missing));
    number(&text, lang)
}

fn written(text: &str, least: usize, lang: Lang) -> String {
    let (minus, unsigned) = text.strip_prefix('-').map_or(("", text), |rest| ("\u{2212}", rest));
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut written = String::with_capacity(text.len() + 8);
    written += minus;
    if whole.len() < least {
        written += whole;
    } else {
        for (i, digit) in whole.chars().enumerate() {
            if i > 0 && (whole.len() - i) % 3 == 0 {
                written.push(lang.numbers().group);
            }
            written.push(digit);
        }
    }
    if !fraction.is_empty() {
        written.push(char::from(lang.numbers().decimal));
        written += fraction;
    }
    written
}

fn plus(sign: Ordering) -> &'static str {
    if sign.is_gt() { "+" } else { "" }
}

fn signed(value: &RoundedToHundredths, lang: Lang) -> String {
    format!("{}{}", plus(value.sign()), number(value, lang))
}

/// A value with its unit, which agrees with it where its forms are known: `7,5 %`, `21 евро`.
pub fn measured(value: Number, unit: &Unit, lang: Lang) -> String {
    quantity(&value, unit.text_for(value, 0, lang), lang)
}

/// A value with its unit: `7,5 %`, `38 309 млн евро`.
pub fn quantity(value: &impl Display, unit: &str, lang: Lang) -> String {
    let space = if is_percent(unit) { lang.numbers().before_percent } else { "\u{a0}" };
    format!("{}{space}{unit}", number(value, lang))
}

/// Whether values in this unit are percentages, whose differences are percentage points.
pub fn is_percent(unit: &str) -> bool {
    unit == "%"
}

fn points(lang: Lang) -> &'static str {
    lang.pick(["п.\u{a0}п.", "pp"])
}

/// A difference with its unit; that of percentages is in percentage points [S2.4].
pub fn difference(value: &RoundedToHundredths, unit: &Unit, lang: Lang) -> String {
    let text = unit.text.get(lang).as_str();
    let unit = if is_percent(text) {
        points(lang)
    } else {
        // A difference has more digits than any value only where it is far beyond what a form depends on.
        value.to_string().parse().map_or(text, |value: Number| unit.text_for(value, 0, lang))
    };
    format!("{}\u{a0}{unit}", signed(value, lang))
}

/// The same with all its digits.
pub fn exact_difference(value: &ExactDifference, unit: &Unit, lang: Lang) -> String {
    let text = unit.text.get(lang).as_str();
    let written = value.to_string();
    let sign = if value.is_zero() || written.starts_with('-') { "" } else { "+" };
    let of_unit = || written.parse().map_or(text, |value: Number| unit.text_for(value, 0, lang));
    let unit = if is_percent(text) { points(lang) } else { of_unit() };
    format!("{sign}{}\u{a0}{unit}", number(&written, lang))
}

/// A change that the source printed, in percent, with its sign.
pub fn signed_percent(value: Number, lang: Lang) -> String {
    format!("{}{}", plus(value.sign()), quantity(&value, "%", lang))
}

/// A change in percent.
pub fn percent(value: &RoundedToHundredths, lang: Lang) -> String {
    format!("{}{}%", signed(value, lang), lang.numbers().before_percent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Localized;

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
    fn neighbours_have_as_many_digits() {
        for (value, decimals, written) in
            [("1.7", 3, "1,700"), ("2", 1, "2,0"), ("2", 0, "2"), ("12000", 0, "12\u{202f}000")]
        {
            assert_eq!(fixed(&value.parse().unwrap(), decimals, Lang::Ru), written);
        }
        assert_eq!(
            (number(&"1234", Lang::Ru), grouped(&"1234", Lang::Ru)),
            ("1234".into(), "1\u{202f}234".into())
        );
    }

    #[test]
    fn differences_have_signs_and_units() {
        let value = |text: &str| text.parse::<Number>().unwrap().rounded();
        let unit = |text: &str| Unit::new(String::new(), Localized::build(|_| text.to_owned()));
        assert_eq!(difference(&value("439.355"), &unit("млн манатов"), Lang::Ru), "+439,36\u{a0}млн манатов");
        assert_eq!(difference(&value("-0.25"), &unit("%"), Lang::Ru), "\u{2212}0,25\u{a0}п.\u{a0}п.");
        assert_eq!(difference(&value("0"), &unit("%"), Lang::En), "0\u{a0}pp");
        assert_eq!(difference(&value("1"), &unit("AZN mn"), Lang::En), "+1\u{a0}AZN mn");
        assert_eq!(signed_percent("1.7".parse().unwrap(), Lang::Ru), "+1,7\u{a0}%");
        assert_eq!(percent(&value("3.9"), Lang::Ru), "+3,9\u{a0}%");
        assert_eq!(percent(&value("-3.9"), Lang::En), "\u{2212}3.9%");
    }

    #[test]
    fn values_of_a_scale_have_the_same_digits_behind_the_point() {
        for (value, decimals, written) in
            [("5", 0, "5"), ("5", 2, "5.00"), ("1.5", 2, "1.50"), ("1.5", 1, "1.5")]
        {
            assert_eq!(fixed(&value.parse().unwrap(), decimals, Lang::En), written);
        }
    }
}
