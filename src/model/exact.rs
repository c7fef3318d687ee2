//! Decimals with any number of digits, and results that were rounded once.

use super::*;

use num_bigint::{BigInt, BigUint, Sign};

use super::number::{plain, small_power_of_ten};

/// A result in the form that a response has: a whole number of hundredths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoundedToHundredths(pub(super) BigInt);

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
pub(super) fn small_quotient(dividend: i128, divisor: i128) -> Option<i128> {
    let size = dividend.checked_abs()?;
    let divisor_size = divisor.checked_abs()?;
    let doubled = size.checked_mul(2)?.checked_add(divisor_size)?;
    let quotient = doubled.checked_div(divisor_size.checked_mul(2)?)?;
    Some(quotient * dividend.signum() * divisor.signum())
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

/// A decimal with all its digits, which may be more than a [`Number`] holds: a difference, a size or a product of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    pub(super) mantissa: BigInt,
    pub(super) scale: u8,
}

impl Exact {
    /// The difference as a `Number`, where one holds it.
    pub fn number(&self) -> Option<Number> {
        Number::held(i128::try_from(&self.mantissa).ok()?, self.scale)
    }

    /// Rounded once to two decimals, half away from zero [S2.4].
    pub fn rounded(&self) -> RoundedToHundredths {
        let hundredths = &self.mantissa * 100;
        RoundedToHundredths(rounded_quotient(hundredths, power_of_ten(self.scale)))
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
        Exact {
            mantissa,
            scale: self.scale,
        }
    }

    /// So many hundredths.
    pub fn of_hundredths(hundredths: u32) -> Self {
        Exact {
            mantissa: hundredths.into(),
            scale: 2,
        }
    }

    /// So many thousandths of its size.
    pub fn thousandths(&self, thousandths: u32) -> Self {
        let whole = self.times(thousandths);
        Exact {
            scale: whole.scale.saturating_add(3),
            ..whole
        }
    }

    /// Its size divided, with three digits more, the rest cut off. Nothing divided by zero is zero.
    pub fn divided(&self, divisor: u32) -> Self {
        let dividend = self.times(1000).mantissa;
        let quotient = dividend.checked_div(&divisor.into());
        Exact {
            mantissa: quotient.unwrap_or_default(),
            scale: self.scale.saturating_add(3),
        }
    }

    /// By how much the larger of the two exceeds the smaller one, as a part of that, to three digits: 0.25 of 4 and 5.
    /// `None` where one is zero or their signs differ.
    pub fn excess_to(&self, other: &Self) -> Option<Self> {
        if self.is_zero() || self.mantissa.sign() != other.mantissa.sign() {
            return None;
        }

        let scale = self.scale.max(other.scale);
        let left = self.size_at(scale);
        let right = other.size_at(scale);
        let smaller = (&left).min(&right);
        let more = (&left).max(&right) - smaller;
        Some(Exact {
            mantissa: (more * 1000u32 / smaller).into(),
            scale: 3,
        })
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

    pub fn multiplied(&self, factor: &Self) -> Self {
        Exact {
            mantissa: &self.mantissa * &factor.mantissa,
            scale: self.scale.saturating_add(factor.scale),
        }
    }

    pub fn plus(&self, summand: &Self) -> Self {
        let scale = self.scale.max(summand.scale);
        Exact {
            mantissa: self.at_scale(scale) + summand.at_scale(scale),
            scale,
        }
    }

    pub fn minus(&self, subtrahend: &Self) -> Self {
        let scale = self.scale.max(subtrahend.scale);
        Exact {
            mantissa: self.at_scale(scale) - subtrahend.at_scale(scale),
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

    /// The mantissa as it would be with `scale` digits behind the point; `scale` is not below its own.
    fn at_scale(&self, scale: u8) -> BigInt {
        &self.mantissa * power_of_ten(scale - self.scale)
    }

    /// The size of that.
    fn size_at(&self, scale: u8) -> BigUint {
        self.at_scale(scale).into_parts().1
    }

    /// As [`Exact::size_at`]; `None` if it does not fit.
    fn small_size_at(&self, scale: u8) -> Option<u128> {
        let factor = small_power_of_ten(scale - self.scale)?.unsigned_abs();
        let size = u128::try_from(self.mantissa.magnitude()).ok()?;
        size.checked_mul(factor)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(
            self.mantissa.magnitude(),
            self.mantissa.sign() == Sign::Minus,
            usize::from(self.scale),
        ))
    }
}

pub(super) fn power_of_ten(exponent: u8) -> BigInt {
    match small_power_of_ten(exponent) {
        Some(small) => small.into(),
        None => BigInt::from(10).pow(exponent.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn sizes_of_any_scale_are_compared_and_divided() {
        let size = number("-12.5").exact_size();
        assert_eq!(size.thousandths(20).to_string(), "0.25");
        assert_eq!(size.divided(3).to_string(), "4.1666");
        assert!(size.compare_sizes(&Exact::of_hundredths(1249)).is_gt());
        assert!(size.compare_sizes(&Exact::of_hundredths(1250)).is_eq());
    }

    #[test]
    fn a_sum_has_all_its_digits() {
        let sum = |numbers: [&str; 3]| {
            let [a, b, c] = numbers.map(|text| number(text).exact());
            a.plus(&b).minus(&c)
        };
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
}
