//! What a number would be had it been typed otherwise, by which a slip of the hand is recognized.

use super::*;

impl Number {
    /// With its point so many places further to the right, or to the left.
    pub fn with_point_moved(self, places: i8) -> Option<Number> {
        let scale = i16::from(self.scale) - i16::from(places);
        match u8::try_from(scale) {
            Ok(scale) => Some(Number::from_scaled(self.mantissa, scale)),
            Err(_) => {
                let factor = super::power_of_ten(scale.unsigned_abs().try_into().ok()?)?;
                Some(Number { mantissa: self.mantissa.checked_mul(factor)?, scale: 0 })
            }
        }
    }

    /// Every number that differs from it by the exchange of two neighbouring digits.
    pub fn with_digits_exchanged(self) -> Vec<Number> {
        let text = self.to_string();
        let places: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let exchanged = places.windows(2).filter_map(|pair| {
            let mut digits = text.clone().into_bytes();
            digits.swap(pair[0], pair[1]);
            String::from_utf8(digits).ok()?.parse().ok().filter(|number| *number != self)
        });
        exchanged.collect()
    }

    /// The digits that it is known by: without zeros before and behind them.
    pub fn significant_digits(self) -> usize {
        let digits = self.exact_size().to_string().replace('.', "");
        digits.trim_matches('0').len()
    }

    /// Whether its text is the beginning of the other's, which goes on.
    pub fn begins(self, longer: Number) -> bool {
        self != longer && longer.to_string().starts_with(&self.to_string())
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
            assert_eq!(number(from).with_point_moved(places), Some(number(to)), "{from} {places}");
        }
        assert_eq!(number("1234567890123456789012345678").with_point_moved(100), None);
    }

    #[test]
    fn neighbouring_digits_are_exchanged_over_the_point_as_well() {
        let exchanged =
            |text| number(text).with_digits_exchanged().iter().map(Number::to_string).collect::<Vec<_>>();
        assert_eq!(exchanged("1.84"), ["8.14", "1.48"]);
        assert_eq!(exchanged("-20"), ["-2"]);
        assert_eq!(exchanged("77"), [""; 0]);
    }

    #[test]
    fn digits_are_counted_between_the_zeros() {
        for (text, count) in [("41005.5", 6), ("0.0405", 3), ("41000", 2), ("-1.7", 2), ("0", 0), ("1005", 4)]
        {
            assert_eq!(number(text).significant_digits(), count, "{text}");
        }
    }

    #[test]
    fn a_cut_number_begins_the_whole_one() {
        assert!(number("113.9").begins(number("113.9315")));
        assert!(!number("113.9315").begins(number("113.9")));
        assert!(!number("113.9").begins(number("113.9")));
        assert!(!number("13.9").begins(number("113.9")));
    }
}
