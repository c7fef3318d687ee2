//! Numbers with the digits that pages show [D24.2]: as many behind the point as the indicator's values have, and more
//! where too few significant digits would be left of a small one, so that nothing but zero is written as zero.

use super::*;

use num_bigint::Sign;

use super::exact::{power_of_ten, rounded_quotient};
use super::number::plain;

/// The significant digits that are shown of a number that has as many.
const SIGNIFICANT: usize = 3;

/// A plain decimal with a fixed number of digits behind the point: `1.7000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

impl Shown {
    fn new(mut text: String, decimals: u8) -> Self {
        let behind = count_decimals(&text);
        let missing = usize::from(decimals).saturating_sub(behind);
        if missing > 0 && behind == 0 {
            text.push('.');
        }

        text.extend(std::iter::repeat_n('0', missing));
        Shown(text)
    }

    pub fn is_negative(&self) -> bool {
        self.0.starts_with('-')
    }

    pub fn is_zero(&self) -> bool {
        !self.0.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
    }

    pub fn has_fraction(&self) -> bool {
        self.decimals() > 0
    }

    /// The digits behind the point.
    pub fn decimals(&self) -> u8 {
        u8::try_from(count_decimals(&self.0)).unwrap_or(u8::MAX)
    }

    /// The digits before the point as a number: the form of a noun behind it depends on them. A number that is larger
    /// than any of this type ends in other digits, which no observation has.
    pub fn whole(&self) -> u128 {
        let unsigned = self.0.trim_start_matches('-');
        let whole = unsigned.split('.').next().unwrap_or_default();
        whole.parse().unwrap_or(u128::MAX)
    }
}

fn count_decimals(text: &str) -> usize {
    let parts = text.split_once('.');
    parts.map_or(0, |(_, fraction)| fraction.len())
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The digits behind the point of a number with so many significant digits, `scale` of them behind the point, of which some
/// are `wanted`.
fn digits_behind_point(significant: usize, scale: u8, wanted: usize, least: u8) -> u8 {
    let enough = (usize::from(scale) + wanted).saturating_sub(significant);
    u8::try_from(enough)
        .map_or(scale, |enough| enough.min(scale))
        .max(least)
}

impl Number {
    /// With `decimals` digits behind the point, or more where it is small.
    pub fn shown(self, decimals: u8) -> Shown {
        self.rounded_to(SIGNIFICANT, decimals)
    }

    fn rounded_to(self, wanted: usize, decimals: u8) -> Shown {
        let significant = self.digits() as usize;
        let decimals = digits_behind_point(significant, self.scale, wanted, decimals);
        Shown::new(self.to_decimals(decimals).to_string(), decimals)
    }

    /// With its own digits.
    pub fn in_full(self) -> Shown {
        self.shown(self.scale)
    }
}

impl Exact {
    /// With `decimals` digits behind the point, or more where it is small; none at all is 0.
    pub fn shown(&self, decimals: u8) -> Shown {
        self.rounded_to(SIGNIFICANT, decimals)
    }

    /// With `decimals` digits behind the point, or more where fewer than `wanted` significant ones would be left.
    pub(super) fn rounded_to(&self, wanted: usize, decimals: u8) -> Shown {
        if self.is_zero() {
            return Shown("0".to_owned());
        }

        // Nearly all fit into a number, which is shown in a tenth of the time.
        if let Ok(mantissa) = i128::try_from(&self.mantissa) {
            return Number::from_scaled(mantissa, self.scale).rounded_to(wanted, decimals);
        }

        let Exact {
            mut mantissa,
            mut scale,
        } = self.clone().without_zeros();
        let significant = mantissa.magnitude().to_string().len();
        let decimals = digits_behind_point(significant, scale, wanted, decimals);
        if decimals < scale {
            mantissa = rounded_quotient(mantissa, power_of_ten(scale - decimals));
            scale = decimals;
        }

        let is_negative = mantissa.sign() == Sign::Minus;
        Shown::new(
            plain(mantissa.magnitude(), is_negative, usize::from(scale)),
            decimals,
        )
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;
    use crate::model::properties::{decimal, ratio};

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn a_value_has_exactly_so_many_digits_and_a_small_one_more() {
        for (value, decimals, shown) in [
            ("1.7", 4, "1.7000"),
            ("13", 1, "13.0"),
            ("0", 2, "0.00"),
            ("0", 0, "0"),
            ("-5", 1, "-5.0"),
            ("0.0000129", 4, "0.0000129"),
            ("0.00001", 4, "0.00001"),
            ("0.0000123456", 4, "0.0000123"),
            ("0.00009996", 4, "0.0001000"),
            ("5.25", 0, "5.25"),
            ("45.678", 0, "45.7"),
            ("128000.34", 1, "128000.3"),
            ("1234.5678", 0, "1235"),
            (
                "9999999999999999999999999999",
                10,
                "9999999999999999999999999999.0000000000",
            ),
            (
                "0.0000000000000000000000000001",
                0,
                "0.0000000000000000000000000001",
            ),
            ("0.9999999999999999999999999999", 4, "1.0000"),
        ] {
            assert_eq!(
                number(value).shown(decimals).to_string(),
                shown,
                "{value}, {decimals}"
            );
        }

        assert_eq!(number("1.70").in_full().to_string(), "1.7");
    }

    #[test]
    fn a_difference_has_the_digits_of_its_values() {
        for (from, to, decimals, shown) in [
            ("0.0387", "0.0351", 4, "-0.0036"),
            ("1.7", "1.70", 4, "0"),
            ("1.70004", "1.70001", 4, "-0.00003"),
            ("6182.6", "6347.7", 1, "165.1"),
            ("2", "3", 1, "1.0"),
            ("259.63", "261.508", 1, "1.9"),
            ("27972.43", "28621.9", 0, "649"),
            ("100.004", "100.0495", 1, "0.05"),
            ("5.25", "6.75", 0, "1.50"),
            (
                "0.0000000000000000000000000001",
                "9999999999999999999999999999",
                4,
                "9999999999999999999999999999.0000",
            ),
        ] {
            let [from, to] = [from, to]
                .map(|value| Observation::sample(PeriodType::Monthly, "2026-01-31", value));
            assert_eq!(
                to.shown_difference(&from, decimals).to_string(),
                shown,
                "{} to {}",
                from.value,
                to.value
            );
        }
    }

    #[test]
    fn what_decides_on_the_form_of_a_noun() {
        let facts = |value: &str, decimals| {
            let shown = number(value).shown(decimals);
            (
                shown.whole(),
                shown.has_fraction(),
                shown.is_negative(),
                shown.is_zero(),
            )
        };

        assert_eq!(facts("-21", 0), (21, false, true, false));
        assert_eq!(facts("1", 2), (1, true, false, false));
        assert_eq!(facts("0", 2), (0, true, false, true));
        let large = number("9999999999999999999999999999");
        assert_eq!(large.shown(0).whole(), 9999999999999999999999999999);
    }

    /// Values of everyday size, and small ones.
    fn value() -> impl Strategy<Value = String> {
        prop_oneof![decimal(), "-?0\\.0{0,24}[1-9]{0,4}[0-9]"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn nothing_but_zero_is_written_as_zero(to in value(), from in value(), decimals in 0u8..=10) {
            let (to, from) = (number(&to), number(&from));
            prop_assert_eq!(to.shown(decimals).is_zero(), to.sign().is_eq());
            let difference = to.exactly_minus(from);
            prop_assert_eq!(difference.shown(decimals).is_zero(), to == from);
        }

        #[test]
        fn what_is_shown_is_the_value_to_half_of_its_last_digit(text in value(), decimals in 0u8..=10) {
            let shown = number(&text).shown(decimals).to_string();
            let behind = shown.split_once('.').map_or(0, |(_, fraction)| fraction.len());
            prop_assert!(behind >= usize::from(decimals));
            let ((a, b), (c, d)) = (ratio(&shown), ratio(&text));
            let apart = (a * &d - c * &b).magnitude() * BigInt::from(10).pow(behind as u32).magnitude() * 2u32;
            prop_assert!(apart <= *(b * d).magnitude(), "{text} is not {shown}");
        }
    }
}
