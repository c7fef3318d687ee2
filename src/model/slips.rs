//! The numbers that a slip of the hand makes of one.

use super::*;

use super::number::small_power_of_ten;

impl Number {
    /// With its point so many places further to the right, or to the left.
    pub fn with_point_moved(self, places: i8) -> Option<Number> {
        let scale = i16::from(self.scale) - i16::from(places);
        if let Ok(scale) = u8::try_from(scale) {
            return Some(Number::from_scaled(self.mantissa, scale));
        }

        let factor = small_power_of_ten(scale.unsigned_abs().try_into().ok()?)?;
        Some(Number {
            mantissa: self.mantissa.checked_mul(factor)?,
            scale: 0,
        })
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
        let last_place = Number::from_scaled(1, self.scale).exact();
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
