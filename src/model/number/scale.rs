//! Numbers as whole counts of a power of ten, for drawing them to scale without a binary float.

use super::Number;

impl Number {
    /// The digits that a scaled value may have, so that it can still be multiplied by a length on paper.
    pub const MAX_SCALED_DIGITS: u32 = 32;

    pub fn decimals(self) -> u8 {
        self.scale
    }

    pub fn whole_digits(self) -> u32 {
        let digits = { self.mantissa }.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1);
        digits.saturating_sub(u32::from(self.scale)).max(1)
    }

    /// `value × 10^decimals`, truncated; the caller guarantees at most [`Number::MAX_SCALED_DIGITS`] digits.
    pub fn to_scaled(self, decimals: u8) -> i128 {
        if decimals >= self.scale {
            power_of_ten(decimals - self.scale).map_or(0, |factor| self.mantissa.saturating_mul(factor))
        } else {
            power_of_ten(self.scale - decimals).map_or(0, |divisor| self.mantissa / divisor)
        }
    }

    /// The number with at most this many digits behind the point, half away from zero.
    pub fn to_decimals(self, decimals: u8) -> Number {
        let divisor = power_of_ten(self.scale.saturating_sub(decimals));
        match divisor {
            Some(divisor) if decimals < self.scale => {
                let (quotient, rest) = (self.mantissa / divisor, self.mantissa % divisor);
                let away = i128::from(rest.abs() >= divisor - rest.abs()) * self.mantissa.signum();
                Number::from_scaled(quotient + away, decimals)
            }
            Some(_) => self,
            // More digits are cut off than any mantissa has.
            None => Number { mantissa: 0, scale: 0 },
        }
    }

    /// The number `scaled × 10^-decimals`.
    pub fn from_scaled(mut units: i128, mut decimals: u8) -> Number {
        while decimals > 0 && units % 10 == 0 {
            units /= 10;
            decimals -= 1;
        }
        Number { mantissa: units, scale: decimals }
    }
}

/// All powers of ten that are not larger than any mantissa.
const POWERS: [i128; 39] = {
    let mut powers = [1; 39];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// `None` if it is larger than any mantissa.
pub(super) fn power_of_ten(exponent: u8) -> Option<i128> {
    POWERS.get(usize::from(exponent)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn counts_of_units_are_exact_where_they_can_be() {
        for (text, decimals, units) in [
            ("1.7", 4, 17_000),
            ("-0.05", 2, -5),
            ("1234.5678", 2, 123_456),
            ("0", 30, 0),
            ("0.0000000000000000000000000000000000000000000000001", 4, 0),
        ] {
            assert_eq!(number(text).to_scaled(decimals), units, "{text}");
        }
        assert_eq!(Number::from_scaled(17_000, 4), number("1.7"));
        assert_eq!(Number::from_scaled(0, 4), number("0"));
        assert_eq!(Number::from_scaled(-500, 0), number("-500"));
    }

    #[test]
    fn rounding_to_decimals_is_half_away_from_zero() {
        for (text, decimals, rounded) in [
            ("1.005", 2, "1.01"),
            ("-1.005", 2, "-1.01"),
            ("1.0049", 2, "1"),
            ("0.5", 0, "1"),
            ("-0.4", 0, "0"),
            ("1.7", 4, "1.7"),
            ("0.00000000000000000000000000000000000000000000000009", 4, "0"),
            ("9999999999999999999999999.995", 2, "10000000000000000000000000"),
        ] {
            assert_eq!(number(text).to_decimals(decimals), number(rounded), "{text}");
        }
    }

    #[test]
    fn digits_before_the_point_are_counted() {
        for (text, digits) in [("0", 1), ("0.99", 1), ("-12.5", 2), ("9999999999999999999999999999", 28)] {
            assert_eq!(number(text).whole_digits(), digits, "{text}");
        }
    }
}
