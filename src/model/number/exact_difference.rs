//! Differences of numbers with all their digits, to be compared and multiplied.

use super::*;

/// The difference of two numbers with all its digits, which may be more than a [`Number`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDifference {
    pub(super) mantissa: BigInt,
    pub(super) scale: u8,
}

impl ExactDifference {
    /// `added[0] + added[1] − subtracted`.
    pub fn of_sum(added: [Number; 2], subtracted: Number) -> Self {
        let scale = added.iter().map(|number| number.scale).max().unwrap_or_default().max(subtracted.scale);
        let at_scale = |number: Number| number.mantissa * power_of_ten(scale - number.scale);
        ExactDifference { mantissa: at_scale(added[0]) + at_scale(added[1]) - at_scale(subtracted), scale }
    }

    /// The same as a number, where one holds it.
    pub fn number(&self) -> Option<Number> {
        Number::held(i128::try_from(&self.mantissa).ok()?, self.scale)
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
        ExactDifference { mantissa, scale: self.scale }
    }

    /// So many hundredths.
    pub fn of_hundredths(hundredths: u32) -> Self {
        ExactDifference { mantissa: hundredths.into(), scale: 2 }
    }

    /// So many thousandths of its size.
    pub fn thousandths(&self, thousandths: u32) -> Self {
        let ExactDifference { mantissa, scale } = self.times(thousandths);
        ExactDifference { mantissa, scale: scale.saturating_add(3) }
    }

    /// Its size divided, with three digits more, the rest cut off. Nothing divided by zero is zero.
    pub fn divided(&self, divisor: u32) -> Self {
        let ExactDifference { mantissa, scale } = self.times(1000);
        let mantissa = mantissa.checked_div(&divisor.into()).unwrap_or_default();
        ExactDifference { mantissa, scale: scale.saturating_add(3) }
    }

    /// The product of both sizes.
    pub fn multiplied(&self, factor: &Self) -> Self {
        let mantissa = self.times(1).mantissa * factor.times(1).mantissa;
        ExactDifference { mantissa, scale: self.scale.saturating_add(factor.scale) }
    }

    /// The sum of both sizes.
    pub fn plus(&self, summand: &Self) -> Self {
        let scale = self.scale.max(summand.scale);
        let at_scale = |size: &Self| size.times(1).mantissa * power_of_ten(scale - size.scale);
        ExactDifference { mantissa: at_scale(self) + at_scale(summand), scale }
    }

    /// The order of the two, signs aside.
    pub fn compare_sizes(&self, difference: &Self) -> Ordering {
        let scale = self.scale.max(difference.scale);
        let at_scale = |size: &Self| (&size.mantissa * power_of_ten(scale - size.scale)).into_parts().1;
        at_scale(self).cmp(&at_scale(difference))
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
        assert!(size.compare_sizes(&ExactDifference::of_hundredths(1249)).is_gt());
        assert!(size.compare_sizes(&ExactDifference::of_hundredths(1250)).is_eq());
    }

    #[test]
    fn a_sum_has_all_its_digits() {
        let sum = |[a, b, c]: [&str; 3]| ExactDifference::of_sum([number(a), number(b)], number(c));
        assert_eq!(sum(["14.95", "120", "15"]).to_string(), "119.95");
        assert_eq!(sum(["14.95", "120", "15"]).number(), Some(number("119.95")));
        let long = sum(["9999999999999999999999999999", "0.0000000000000000000000000001", "-1"]);
        assert_eq!(long.to_string(), "10000000000000000000000000000.0000000000000000000000000001");
        assert_eq!(long.number(), None);
    }
}
