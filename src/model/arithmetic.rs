//! Exact arithmetic of numbers, rounded once where it is rounded, and their order.

use super::*;

use num_bigint::{BigInt, Sign};

use super::exact::{power_of_ten, rounded_quotient, small_quotient};
use super::number::small_power_of_ten;

/// The digits behind the point of a percentage that two would write as zero.
const PERCENT_DECIMALS: u8 = 12;

impl Number {
    /// With room for any digits.
    pub fn exact(self) -> Exact {
        Exact {
            mantissa: self.mantissa.into(),
            scale: self.scale,
        }
    }

    /// Rounded to two decimals, half away from zero [D2.2].
    pub fn rounded(self) -> RoundedToHundredths {
        self.exact().rounded()
    }

    /// `(self − base) / base × 100`, exactly, then rounded once; nothing where the base is zero
    /// (with the sign of the base, [D2.5]).
    pub fn percent_from(self, base: Number) -> Option<RoundedToHundredths> {
        self.percent_rounded(base, 2).map(RoundedToHundredths)
    }

    /// The percentage as a `Number`, with more digits if two decimals would round a change to zero; `None` if it has too many.
    pub fn percent_for_readers(self, base: Number) -> Option<Number> {
        let rounded = self.percent_with(base, 2)?;
        let vanishes = rounded.sign().is_eq() && self != base;
        if vanishes {
            self.percent_with(base, PERCENT_DECIMALS)
        } else {
            Some(rounded)
        }
    }

    fn percent_with(self, base: Number, decimals: u8) -> Option<Number> {
        let units = i128::try_from(self.percent_rounded(base, decimals)?).ok()?;
        has_digits_of_number(units).then(|| Number::from_scaled(units, decimals))
    }

    /// The percentage in units of its last decimal.
    fn percent_rounded(self, base: Number, decimals: u8) -> Option<BigInt> {
        if base.mantissa == 0 {
            return None;
        }

        if let Some(small) = self.small_percentage(base, decimals) {
            return Some(small.into());
        }

        let Exact { mantissa, scale } = self.exactly_minus(base);
        let units = mantissa * power_of_ten(decimals + 2);
        Some(rounded_quotient(units, base.at_scale(scale)))
    }

    /// The same for numbers of everyday size, without big integers: a table has several in each row.
    fn small_percentage(self, base: Number, decimals: u8) -> Option<i128> {
        let [value, base] = self.aligned(base)?;
        let units = small_power_of_ten(decimals + 2)?;
        small_quotient(value.checked_sub(base)?.checked_mul(units)?, base)
    }

    /// As [`Exact::excess_to`].
    pub fn excess_to(self, other: Number) -> Option<Exact> {
        // Every step of a series is asked for; few numbers are so long that they need a big integer.
        if let Some([left, right]) = self.aligned(other)
            && left.signum() * right.signum() > 0
            && let Some(more) = left.abs_diff(right).checked_mul(1000)
        {
            let smaller = left.unsigned_abs().min(right.unsigned_abs());
            return Some(Exact {
                mantissa: (more / smaller).into(),
                scale: 3,
            });
        }

        self.exact().excess_to(&other.exact())
    }

    /// The number times a small count, for comparing totals of periods of different length.
    pub fn times(self, count: u32) -> Option<Number> {
        Some(Number {
            mantissa: self.mantissa.checked_mul(i128::from(count))?,
            scale: self.scale,
        })
    }

    /// The exact product, `None` where it has more digits than a number.
    pub fn multiplied(self, factor: Number) -> Option<Number> {
        let mantissa = { self.mantissa }.checked_mul(factor.mantissa)?;
        Number::held(mantissa, self.scale.checked_add(factor.scale)?)
    }

    /// The exact sum, `None` where it has more digits than a number.
    pub fn plus(self, summand: Number) -> Option<Number> {
        let [left, right] = self.aligned(summand)?;
        Number::held(left.checked_add(right)?, self.scale.max(summand.scale))
    }

    pub(super) fn held(mantissa: i128, scale: u8) -> Option<Number> {
        let number = Number::from_scaled(mantissa, scale);
        has_digits_of_number(number.mantissa).then_some(number)
    }

    pub fn exactly_minus(self, base: Number) -> Exact {
        let scale = self.scale.max(base.scale);
        Exact {
            mantissa: self.at_scale(scale) - base.at_scale(scale),
            scale,
        }
    }

    /// Without its sign, with all its digits.
    pub fn exact_size(self) -> Exact {
        self.exact().size()
    }

    /// `self × by / divisor`; `None` if that is no decimal of at most [`Number::MAX_DIGITS`] significant digits.
    pub fn scaled(self, by: u32, divisor: u32) -> Option<Number> {
        if divisor == 0 {
            return None;
        }

        // A fraction terminates if the divisor has no other prime factors than those of ten: with as many digits more
        // as it has factors, which are fewer than its bits, the division leaves nothing.
        let digits = u32::BITS as u8;
        let dividend = BigInt::from(self.mantissa) * by * power_of_ten(digits);
        let is_decimal = (&dividend % divisor).sign() == Sign::NoSign;
        let scale = self.scale.checked_add(digits).filter(|_| is_decimal)?;
        Exact {
            mantissa: dividend / divisor,
            scale,
        }
        .without_zeros()
        .number()
    }

    /// Below, at or above zero.
    pub fn sign(self) -> Ordering {
        { self.mantissa }.cmp(&0)
    }

    /// Returns true if `next` differs from it by more than `percent` of it, upwards or downwards; of a zero never.
    pub fn moves_by_more_than(self, percent: Number, next: Number) -> bool {
        let scale = self.scale.max(next.scale);
        let from = self.at_scale(scale);
        let to = next.at_scale(scale);
        // |to − from| / |from| > p / (100 × 10^s) without a division.
        let moved = (to - &from).magnitude() * power_of_ten(percent.scale).magnitude() * 100u32;
        self.mantissa != 0 && moved > from.magnitude() * percent.mantissa.unsigned_abs()
    }

    /// The mantissa as it would be with `scale` digits behind the point; `scale` is not below its own.
    fn at_scale(self, scale: u8) -> BigInt {
        match self.mantissa_at(scale) {
            Some(small) => small.into(),
            None => self.mantissa * power_of_ten(scale - self.scale),
        }
    }

    /// As [`Number::at_scale`]; `None` if it does not fit.
    fn mantissa_at(self, scale: u8) -> Option<i128> {
        let factor = small_power_of_ten(scale - self.scale)?;
        self.mantissa.checked_mul(factor)
    }

    /// The mantissas of two numbers with as many digits behind the point; `None` if one does not fit.
    fn aligned(self, other: Number) -> Option<[i128; 2]> {
        let scale = self.scale.max(other.scale);
        Some([self.mantissa_at(scale)?, other.mantissa_at(scale)?])
    }
}

/// Returns true if a [`Number`] may have the digits of this mantissa.
fn has_digits_of_number(mantissa: i128) -> bool {
    mantissa.unsigned_abs() < 10_u128.pow(Number::MAX_DIGITS as u32)
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        // Two numbers of everyday size are compared without numbers of any size.
        match self.aligned(*other) {
            Some([left, right]) => left.cmp(&right),
            None => {
                let scale = self.scale.max(other.scale);
                self.at_scale(scale).cmp(&other.at_scale(scale))
            }
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn rounded_half_away_from_zero_once() {
        for (raw, rounded) in [
            ("1.005", "1.01"),
            ("-1.005", "-1.01"),
            ("2.675", "2.68"),
            ("-0.004", "0"),
            ("0.00499999999999999999999999999", "0"),
            ("1.7", "1.7"),
            (
                "9999999999999999999999999.995",
                "10000000000000000000000000",
            ),
        ] {
            assert_eq!(number(raw).rounded().to_string(), rounded);
        }
    }

    #[test]
    fn changes_are_exact_before_they_are_rounded() {
        assert_eq!(
            number("9999999999999999999999999999")
                .exactly_minus(number("0.0000000000000000000000000001"))
                .rounded()
                .to_string(),
            "9999999999999999999999999999"
        );
        assert_eq!(
            number("-5")
                .exactly_minus(number("-10"))
                .rounded()
                .to_string(),
            "5"
        );
        assert_eq!(
            number("-5")
                .percent_from(number("-10"))
                .unwrap()
                .to_string(),
            "-50"
        );
        assert_eq!(
            number("6347.7")
                .percent_from(number("6182.6"))
                .unwrap()
                .to_string(),
            "2.67"
        );
        assert_eq!(
            number("80.01")
                .percent_from(number("80"))
                .unwrap()
                .to_string(),
            "0.01"
        );
        assert_eq!(
            number("7.9996")
                .percent_from(number("8"))
                .unwrap()
                .to_string(),
            "-0.01"
        );
        assert_eq!(number("1").percent_from(number("0.0")), None);
    }

    #[test]
    fn an_excess_is_the_same_upwards_and_downwards() {
        let excess = |a: &str, b: &str| {
            let excess = number(a).excess_to(number(b))?;
            Some(excess.to_string())
        };
        assert_eq!(excess("5", "4").as_deref(), Some("0.25"));
        assert_eq!(excess("-4", "-5").as_deref(), Some("0.25"));
        assert_eq!(
            excess("0.049999", "0.01").as_deref(),
            Some("3.999"),
            "cut, not rounded"
        );
        assert_eq!(excess("1.7", "1.70").as_deref(), Some("0"));
        assert_eq!([excess("0", "1"), excess("1", "-1")], [None, None]);
        let product = |a, b| number(a).exact().multiplied(&number(b).exact());
        let excess = product("70", "100").excess_to(&product("650", "105"));
        assert_eq!(excess.unwrap().to_string(), "8.75");
        assert_eq!(product("-70", "1").excess_to(&product("70", "1")), None);
        let excess = product("-70", "1").excess_to(&product("35", "-1"));
        assert_eq!(excess.unwrap().to_string(), "1");
    }

    #[test]
    fn the_scale_plays_no_part_in_the_order() {
        assert!(
            number("1.10") < number("1.2")
                && number("-3") < number("-2.99")
                && number("10") > number("9.9")
        );
        assert_eq!(number("1.0").cmp(&number("1")), Ordering::Equal);
        let (large, small) = (
            "9999999999999999999999999999",
            "0.0000000000000000000000000001",
        );
        assert!(number(large) > number(small) && number(&format!("-{large}")) < number(small));
        assert!(number(large) > number("9999999999999999999999999998"));
        assert_eq!(
            [number("-1").sign(), number("0").sign()],
            [Ordering::Less, Ordering::Equal]
        );
    }
    #[test]
    fn a_move_is_measured_exactly_and_either_way() {
        let moves = |from: &str, percent: &str, to: &str| {
            number(from).moves_by_more_than(number(percent), number(to))
        };
        assert!(!moves("1.7", "10", "1.87"));
        assert!(moves("1.7", "10", "1.8700000001"));
        assert!(!moves("1.7", "10", "1.53"));
        assert!(moves("1.7", "10", "1.5299"));
        assert!(moves("-5", "0.5", "-5.03"));
        assert!(moves("5", "100", "-0.1"));
        assert!(!moves("0", "1", "1000"));
    }

    #[test]
    fn exactly_or_not_at_all() {
        assert_eq!(number("1.1593").scaled(1, 100), Some(number("0.011593")));
        assert_eq!(number("0.011593").scaled(100, 1), Some(number("1.1593")));
        assert_eq!(number("1.7").scaled(100, 100), Some(number("1.7")));
        assert_eq!(number("0").scaled(1, 3), Some(number("0")));
        assert_eq!(number("3").scaled(1, 3), Some(number("1")));
        assert_eq!(number("1").scaled(1, 3), None);
        assert_eq!(number("1").scaled(1, 0), None);
        assert_eq!(
            number("1").scaled(1, 1 << 31),
            Some(number("0.0000000004656612873077392578125"))
        );
        assert_eq!(
            number("1.0000001").scaled(1, 1 << 31),
            None,
            "more than 28 digits"
        );
        assert_eq!(number("-1").scaled(1, 8), Some(number("-0.125")));
    }
}
