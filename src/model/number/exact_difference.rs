//! Differences of numbers with all their digits, to be compared and multiplied.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};

use super::plain;

/// The difference of two numbers with all its digits, which may be more than a [`Number`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDifference {
    pub(super) mantissa: BigInt,
    pub(super) scale: u8,
}

impl ExactDifference {
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

    /// So many percent of its size.
    pub fn percent(&self, percent: u32) -> Self {
        let ExactDifference { mantissa, scale } = self.times(percent);
        ExactDifference { mantissa, scale: scale.saturating_add(2) }
    }

    pub fn larger(self, other: Self) -> Self {
        if self.compare_sizes(&other) == Ordering::Less { other } else { self }
    }

    /// The order of the two, signs aside.
    pub fn compare_sizes(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        let at_scale = |of: &Self| (&of.mantissa * power_of_ten(scale - of.scale)).into_parts().1;
        at_scale(self).cmp(&at_scale(other))
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
    use crate::model::Number;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn sizes_of_any_scale_are_compared() {
        let size = number("-12.5").exact_size();
        assert_eq!(size.percent(2).to_string(), "0.25");
        let two_tenths = ExactDifference::of_hundredths(20);
        assert_eq!(two_tenths.clone().larger(size.percent(2)).to_string(), "0.25");
        assert_eq!(two_tenths.larger(size.percent(1)).to_string(), "0.2");
        assert_eq!(number("1").percent_from(number("8")).unwrap().exact_size().to_string(), "87.5");
    }
}
