//! Numbers compared exactly, whatever their scales are.

use std::cmp::Ordering;

use super::{Number, power_of_ten, units};

impl Number {
    /// Below, at or above zero.
    pub fn sign(self) -> Ordering {
        { self.mantissa }.cmp(&0)
    }

    /// Whether `next` differs from it by more than `percent` of it, upwards or downwards. Never said of a zero.
    pub fn moves_by_more_than(self, percent: Number, next: Number) -> bool {
        let scale = self.scale.max(next.scale);
        let (from, to) = (self.at_scale(scale), next.at_scale(scale));
        // |to − from| / |from| > p / (100 × 10^s) without a division.
        let moved = (to - &from).magnitude() * power_of_ten(percent.scale).magnitude() * 100u32;
        self.mantissa != 0 && moved > from.magnitude() * percent.mantissa.unsigned_abs()
    }
}

impl Number {
    /// As [`Number::at_scale`]; `None` if it does not fit.
    fn mantissa_at(self, scale: u8) -> Option<i128> {
        let factor = units::power_of_ten(scale.saturating_sub(self.scale))?;
        self.mantissa.checked_mul(factor)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        // Two numbers of everyday size are compared without numbers of any size.
        match (self.mantissa_at(scale), other.mantissa_at(scale)) {
            (Some(own), Some(others)) => own.cmp(&others),
            _ => self.at_scale(scale).cmp(&other.at_scale(scale)),
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
    fn the_scale_plays_no_part_in_the_order() {
        assert!(
            number("1.10") < number("1.2") && number("-3") < number("-2.99") && number("10") > number("9.9")
        );
        assert_eq!(number("1.0").cmp(&number("1")), Ordering::Equal);
        let (large, small) = ("9999999999999999999999999999", "0.0000000000000000000000000001");
        assert!(number(large) > number(small) && number(&format!("-{large}")) < number(small));
        assert!(number(large) > number("9999999999999999999999999998"));
        assert_eq!([number("-1").sign(), number("0").sign()], [Ordering::Less, Ordering::Equal]);
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
}
