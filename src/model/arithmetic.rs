//! Exact arithmetic of numbers, rounded once where it is rounded, and their order; differences with all their digits; and the
//! numbers that a slip of the hand makes of one.

use super::*;

use num_bigint::{BigInt, BigUint, Sign};

use super::number::{plain, small_power_of_ten};

/// The digits behind the point of a percentage that two would write as zero.
const PERCENT_DECIMALS: u8 = 12;

impl Number {
    /// Rounded to two decimals, half away from zero [D2.2].
    pub fn rounded(self) -> RoundedToHundredths {
        RoundedToHundredths(rounded_quotient(
            self.mantissa * BigInt::from(100),
            power_of_ten(self.scale),
        ))
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
        let units = self
            .small_percentage(base, decimals)
            .or_else(|| i128::try_from(self.percent_rounded(base, decimals)?).ok())?;
        let is_held = units.unsigned_abs() < 10_u128.pow(Self::MAX_DIGITS as u32);
        is_held.then(|| Number::from_scaled(units, decimals))
    }

    /// The percentage in units of its last decimal.
    fn percent_rounded(self, base: Number, decimals: u8) -> Option<BigInt> {
        if base.mantissa == 0 {
            return None;
        }

        if let Some(small) = self.small_percentage(base, decimals) {
            return Some(small.into());
        }

        let scale = self.scale.max(base.scale);
        let base = base.at_scale(scale);
        let difference = self.at_scale(scale) - &base;
        Some(rounded_quotient(
            difference * 100 * power_of_ten(decimals),
            base,
        ))
    }

    /// The same for numbers of everyday size, without big integers, as everything called `small` here.
    fn small_percentage(self, base: Number, decimals: u8) -> Option<i128> {
        let scale = self.scale.max(base.scale);
        let (value, base) = self.mantissa_at(scale).zip(base.mantissa_at(scale))?;
        let units = small_power_of_ten(decimals.checked_add(2)?)?;
        small_quotient(value.checked_sub(base)?.checked_mul(units)?, base)
    }

    /// Returns true if the larger of two numbers of one sign is less than so many times the smaller one; false also if they
    /// are too long to say it quickly.
    pub fn is_within(self, factor: u32, other: Number) -> bool {
        let scale = self.scale.max(other.scale);
        let mantissas = (self.mantissa_at(scale), other.mantissa_at(scale));
        let (Some(left), Some(right)) = mantissas else {
            return false;
        };

        let size = left.unsigned_abs();
        let other_size = right.unsigned_abs();
        left.signum() == right.signum()
            && size.max(other_size) < size.min(other_size).saturating_mul(factor.into())
    }

    /// By how much the larger of two products exceeds the smaller one, as a part of that, to three digits: 0.25 of 4 and 5.
    /// `None` where one is zero or their signs differ.
    pub fn excess(first: [Number; 2], second: [Number; 2]) -> Option<ExactDifference> {
        let [decimals, other_decimals] = [first, second].map(decimals_of_product);
        let scale = decimals.max(other_decimals);
        if let (Some(left), Some(right)) =
            (small_product(first, scale), small_product(second, scale))
        {
            if left == 0 || left.signum() != right.signum() {
                return None;
            }

            let left = left.unsigned_abs();
            let right = right.unsigned_abs();
            if let Some(more) = left.abs_diff(right).checked_mul(1000) {
                return Some(ExactDifference {
                    mantissa: (more / left.min(right)).into(),
                    scale: 3,
                });
            }
        }

        let left = product(first, scale);
        let right = product(second, scale);
        if left.sign() == Sign::NoSign || left.sign() != right.sign() {
            return None;
        }

        let left = left.magnitude();
        let right = right.magnitude();
        let smaller = left.min(right);
        let larger = left.max(right);
        let thousandths = (larger - smaller) * 1000u32 / smaller;
        Some(ExactDifference {
            mantissa: thousandths.into(),
            scale: 3,
        })
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
        let scale = self.scale.max(summand.scale);
        let sum = self
            .mantissa_at(scale)?
            .checked_add(summand.mantissa_at(scale)?)?;
        Number::held(sum, scale)
    }

    fn held(mantissa: i128, scale: u8) -> Option<Number> {
        let number = Number::from_scaled(mantissa, scale);
        let is_held = { number.mantissa }.unsigned_abs() < 10_u128.pow(Self::MAX_DIGITS as u32);
        is_held.then_some(number)
    }

    /// The mantissa as it would be with `scale` digits behind the point; `scale` is not below its own.
    fn at_scale(self, scale: u8) -> BigInt {
        self.mantissa * power_of_ten(scale.saturating_sub(self.scale))
    }

    pub fn exactly_minus(self, base: Number) -> ExactDifference {
        let scale = self.scale.max(base.scale);
        let small = self.mantissa_at(scale).zip(base.mantissa_at(scale));
        let mantissa = match small.and_then(|(value, base)| value.checked_sub(base)) {
            Some(small) => small.into(),
            None => self.at_scale(scale) - base.at_scale(scale),
        };
        ExactDifference { mantissa, scale }
    }

    /// Without its sign, with all its digits.
    pub fn exact_size(self) -> ExactDifference {
        ExactDifference {
            mantissa: self.mantissa.into(),
            scale: self.scale,
        }
        .size()
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
        ExactDifference {
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

    /// As [`Number::at_scale`]; `None` if it does not fit.
    fn mantissa_at(self, scale: u8) -> Option<i128> {
        let factor = small_power_of_ten(scale.saturating_sub(self.scale))?;
        self.mantissa.checked_mul(factor)
    }
}

fn decimals_of_product([first, second]: [Number; 2]) -> u16 {
    u16::from(first.scale) + u16::from(second.scale)
}

/// A product with so many digits behind the point, not fewer than its own; `None` if it does not fit.
fn small_product(numbers: [Number; 2], scale: u16) -> Option<i128> {
    let missing = u8::try_from(scale - decimals_of_product(numbers)).ok()?;
    let [first, second] = numbers;
    let first = small_power_of_ten(missing)?.checked_mul(first.mantissa)?;
    first.checked_mul(second.mantissa)
}

/// The same of any length.
fn product(numbers: [Number; 2], scale: u16) -> BigInt {
    let missing = u8::try_from(scale - decimals_of_product(numbers)).unwrap_or(u8::MAX);
    let [first, second] = numbers;
    power_of_ten(missing) * first.mantissa * second.mantissa
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        // Two numbers of everyday size are compared without numbers of any size.
        match (self.mantissa_at(scale), other.mantissa_at(scale)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => self.at_scale(scale).cmp(&other.at_scale(scale)),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A result in the form that a response has: a whole number of hundredths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoundedToHundredths(BigInt);

impl RoundedToHundredths {
    /// Without its sign.
    #[must_use]
    pub fn absolute(self) -> Self {
        RoundedToHundredths(BigInt::from(self.0.into_parts().1))
    }

    /// Below, at or above zero: what the direction of a change is.
    pub fn sign(&self) -> Ordering {
        self.0.cmp(&BigInt::from(0))
    }
}

impl fmt::Display for RoundedToHundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(self.0.magnitude(), self.0.sign() == Sign::Minus, 2))
    }
}

/// The quotient to the nearest whole number, half away from zero; `None` where it is too large to be found so.
fn small_quotient(dividend: i128, divisor: i128) -> Option<i128> {
    let size = dividend.checked_abs()?;
    let divisor_size = divisor.checked_abs()?;
    let doubled = size.checked_mul(2)?.checked_add(divisor_size)?;
    let quotient = doubled.checked_div(divisor_size.checked_mul(2)?)?;
    Some(if (dividend < 0) == (divisor < 0) {
        quotient
    } else {
        -quotient
    })
}

/// The quotient to the nearest whole number, half away from zero; `divisor` is not zero.
pub(super) fn rounded_quotient(dividend: BigInt, divisor: BigInt) -> BigInt {
    if let (Ok(dividend), Ok(divisor)) = (i128::try_from(&dividend), i128::try_from(&divisor))
        && let Some(quotient) = small_quotient(dividend, divisor)
    {
        return quotient.into();
    }

    let sign = if dividend.sign() == divisor.sign() {
        Sign::Plus
    } else {
        Sign::Minus
    };

    let dividend = dividend.magnitude();
    let divisor = divisor.magnitude();
    BigInt::from_biguint(sign, (dividend * 2u32 + divisor) / (divisor * 2u32))
}

/// The difference of two numbers with all its digits, which may be more than a [`Number`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDifference {
    pub(super) mantissa: BigInt,
    pub(super) scale: u8,
}

impl ExactDifference {
    /// `added[0] + added[1] − subtracted`.
    pub fn of_sum(added: [Number; 2], subtracted: Number) -> Self {
        let [first, second] = added;
        let scale = first.scale.max(second.scale).max(subtracted.scale);
        let sum = first.at_scale(scale) + second.at_scale(scale);
        ExactDifference {
            mantissa: sum - subtracted.at_scale(scale),
            scale,
        }
    }

    /// The difference as a `Number`, where one holds it.
    pub fn number(&self) -> Option<Number> {
        Number::held(i128::try_from(&self.mantissa).ok()?, self.scale)
    }

    /// Rounded once to two decimals, half away from zero [S2.4].
    pub fn rounded(&self) -> RoundedToHundredths {
        RoundedToHundredths(rounded_quotient(
            &self.mantissa * 100,
            power_of_ten(self.scale),
        ))
    }

    /// Without zeros at the end of its digits behind the point.
    pub(super) fn without_zeros(mut self) -> Self {
        while self.scale > 0 && (&self.mantissa % 10) == BigInt::ZERO {
            self.mantissa /= 10;
            self.scale -= 1;
        }
        self
    }

    pub fn is_zero(&self) -> bool {
        self.mantissa.sign() == Sign::NoSign
    }

    /// Without its sign.
    pub fn size(&self) -> Self {
        self.times(1)
    }

    /// So many times its size.
    pub fn times(&self, count: u32) -> Self {
        let mantissa = BigInt::from_biguint(Sign::Plus, self.mantissa.magnitude() * count);
        ExactDifference {
            mantissa,
            scale: self.scale,
        }
    }

    /// So many hundredths.
    pub fn of_hundredths(hundredths: u32) -> Self {
        ExactDifference {
            mantissa: hundredths.into(),
            scale: 2,
        }
    }

    /// So many thousandths of its size.
    pub fn thousandths(&self, thousandths: u32) -> Self {
        let ExactDifference { mantissa, scale } = self.times(thousandths);
        ExactDifference {
            mantissa,
            scale: scale.saturating_add(3),
        }
    }

    /// Its size divided, with three digits more, the rest cut off. Nothing divided by zero is zero.
    pub fn divided(&self, divisor: u32) -> Self {
        let ExactDifference { mantissa, scale } = self.times(1000);
        let mantissa = mantissa.checked_div(&divisor.into()).unwrap_or_default();
        ExactDifference {
            mantissa,
            scale: scale.saturating_add(3),
        }
    }

    /// Its size in hundredths of another one, the rest cut off; at most `u64::MAX`, which it is of zero.
    pub fn hundredths_of(&self, whole: &Self) -> u64 {
        let part = self.times(100).mantissa * power_of_ten(whole.scale);
        let whole = whole.size().mantissa * power_of_ten(self.scale);
        match part.checked_div(&whole) {
            Some(hundredths) => u64::try_from(hundredths).unwrap_or(u64::MAX),
            None => u64::MAX,
        }
    }

    /// The product of both sizes.
    pub fn multiplied(&self, factor: &Self) -> Self {
        let mantissa = self.times(1).mantissa * factor.times(1).mantissa;
        ExactDifference {
            mantissa,
            scale: self.scale.saturating_add(factor.scale),
        }
    }

    /// The sum of both sizes.
    pub fn plus(&self, summand: &Self) -> Self {
        let scale = self.scale.max(summand.scale);
        let sum = self.size_at(scale) + summand.size_at(scale);
        ExactDifference {
            mantissa: sum.into(),
            scale,
        }
    }

    /// The order of the two, signs aside.
    pub fn compare_sizes(&self, difference: &Self) -> Ordering {
        let scale = self.scale.max(difference.scale);
        match (self.small_size_at(scale), difference.small_size_at(scale)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => self.size_at(scale).cmp(&difference.size_at(scale)),
        }
    }

    /// Its size as it would be with `scale` digits behind the point; `scale` is not below its own.
    fn size_at(&self, scale: u8) -> BigUint {
        self.mantissa.magnitude() * power_of_ten(scale - self.scale).magnitude()
    }

    /// As [`ExactDifference::size_at`]; `None` if it does not fit.
    fn small_size_at(&self, scale: u8) -> Option<u128> {
        let factor = small_power_of_ten(scale - self.scale)?.unsigned_abs();
        u128::try_from(self.mantissa.magnitude())
            .ok()?
            .checked_mul(factor)
    }
}

impl fmt::Display for ExactDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(
            self.mantissa.magnitude(),
            self.mantissa.sign() == Sign::Minus,
            usize::from(self.scale),
        ))
    }
}

pub(super) fn power_of_ten(exponent: u8) -> BigInt {
    BigInt::from(10).pow(u32::from(exponent))
}

impl Number {
    /// With its point so many places further to the right, or to the left.
    pub fn with_point_moved(self, places: i8) -> Option<Number> {
        let scale = i16::from(self.scale) - i16::from(places);
        match u8::try_from(scale) {
            Ok(scale) => Some(Number::from_scaled(self.mantissa, scale)),
            Err(_) => {
                let factor = small_power_of_ten(scale.unsigned_abs().try_into().ok()?)?;
                Some(Number {
                    mantissa: self.mantissa.checked_mul(factor)?,
                    scale: 0,
                })
            }
        }
    }

    /// Every number that differs from it by the exchange of two neighbouring digits.
    pub fn with_digits_exchanged(self) -> Vec<Number> {
        let text = self.to_string();
        let digits = text.match_indices(|c: char| c.is_ascii_digit());
        let places: Vec<usize> = digits.map(|(at, _)| at).collect();
        let mut numbers = Vec::new();
        for pair in places.windows(2) {
            let mut digits = text.clone().into_bytes();
            digits.swap(pair[0], pair[1]);
            let exchanged = str::from_utf8(&digits).unwrap_or_default();
            if let Ok(number) = Number::from_str(exchanged)
                && number != self
            {
                numbers.push(number);
            }
        }

        numbers
    }

    /// The digits that it is known by: without zeros before and behind them.
    pub fn significant_digits(self) -> usize {
        let digits = self.exact_size().to_string().replace('.', "");
        digits.trim_matches('0').len()
    }

    /// Returns true for another number with fewer digits behind the point, rounded or cut.
    pub fn has_fewer_digits_than(self, whole: Number) -> bool {
        let last_place = ExactDifference {
            mantissa: 1.into(),
            scale: self.scale,
        };
        let lost = whole.exactly_minus(self);
        self.scale < whole.scale && !lost.is_zero() && lost.compare_sizes(&last_place).is_lt()
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
    fn within_a_factor_only_where_that_is_certain() {
        let is_within =
            |a, b| number(a).is_within(5, number(b)) && number(b).is_within(5, number(a));
        assert!(is_within("1.7", "8.4999") && is_within("-4", "-0.9") && is_within("3", "3"));
        assert!(!is_within("1.7", "8.5") && !is_within("-1", "1") && !is_within("0", "0"));
        let (large, small) = (
            "9999999999999999999999999999",
            "0.0000000000000000000000000001",
        );
        assert!(is_within(large, "8888888888888888888888888888") && !is_within(large, small));
    }

    #[test]
    fn an_excess_is_the_same_upwards_and_downwards() {
        let excess = |a: &str, b: &str| {
            let unit = number("1");
            Number::excess([number(a), unit], [number(b), unit]).map(|excess| excess.to_string())
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
        let products = Number::excess(["70", "100"].map(number), ["650", "105"].map(number));
        assert_eq!(
            products.map(|excess| excess.to_string()).as_deref(),
            Some("8.75")
        );
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

    #[test]
    fn sizes_of_any_scale_are_compared_and_divided() {
        let size = number("-12.5").exact_size();
        assert_eq!(size.thousandths(20).to_string(), "0.25");
        assert_eq!(size.divided(3).to_string(), "4.1666");
        assert!(
            size.compare_sizes(&ExactDifference::of_hundredths(1249))
                .is_gt()
        );
        assert!(
            size.compare_sizes(&ExactDifference::of_hundredths(1250))
                .is_eq()
        );
    }

    #[test]
    fn a_sum_has_all_its_digits() {
        let sum = |[a, b, c]: [&str; 3]| ExactDifference::of_sum([number(a), number(b)], number(c));
        assert_eq!(sum(["14.95", "120", "15"]).to_string(), "119.95");
        assert_eq!(sum(["14.95", "120", "15"]).number(), Some(number("119.95")));
        let long = sum([
            "9999999999999999999999999999",
            "0.0000000000000000000000000001",
            "-1",
        ]);
        assert_eq!(
            long.to_string(),
            "10000000000000000000000000000.0000000000000000000000000001"
        );
        assert_eq!(long.number(), None);
    }

    #[test]
    fn a_point_is_moved_either_way() {
        for (from, places, to) in [
            ("18.4", -1, "1.84"),
            ("18.4", 1, "184"),
            ("184", 2, "18400"),
            ("184", -2, "1.84"),
            ("-0.5", -1, "-0.05"),
            ("0", 1, "0"),
        ] {
            assert_eq!(
                number(from).with_point_moved(places),
                Some(number(to)),
                "{from} {places}"
            );
        }

        assert_eq!(
            number("1234567890123456789012345678").with_point_moved(100),
            None
        );
    }

    #[test]
    fn neighbouring_digits_are_exchanged_over_the_point_as_well() {
        let exchanged = |text| {
            number(text)
                .with_digits_exchanged()
                .iter()
                .map(Number::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(exchanged("1.84"), ["8.14", "1.48"]);
        assert_eq!(exchanged("-20"), ["-2"]);
        assert_eq!(exchanged("77"), [""; 0]);
    }

    #[test]
    fn digits_are_counted_between_the_zeros() {
        for (text, count) in [
            ("41005.5", 6),
            ("0.0405", 3),
            ("41000", 2),
            ("-1.7", 2),
            ("0", 0),
            ("1005", 4),
        ] {
            assert_eq!(number(text).significant_digits(), count, "{text}");
        }
    }

    #[test]
    fn a_rounded_or_cut_number_has_fewer_digits() {
        let has_fewer = |short, whole| number(short).has_fewer_digits_than(number(whole));
        for short in ["113.9", "113.93", "113.932", "113", "114"] {
            assert!(has_fewer(short, "113.9315"), "{short}");
        }

        for other in ["113.9315", "113.8", "112", "115", "113.93150", "113.9316"] {
            assert!(!has_fewer(other, "113.9315"), "{other}");
        }

        assert!(!has_fewer("113.9", "113.90"));
    }
}
