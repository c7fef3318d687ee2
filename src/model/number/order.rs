//! Numbers compared exactly, whatever their scales are.

use std::cmp::Ordering;

use super::Number;

impl Number {
    /// Below, at or above zero.
    pub fn sign(self) -> Ordering {
        self.mantissa.cmp(&0)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.at_scale(scale).cmp(&other.at_scale(scale))
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
        assert_eq!([number("-1").sign(), number("0").sign()], [Ordering::Less, Ordering::Equal]);
    }
}
