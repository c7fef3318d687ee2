//! The vertical scale of a chart: exact, on whole numbers, with round values at its lines.

use super::*;

/// More lines than this crowd a chart.
const MAX_STEPS: i128 = 5;
/// The least distance of a value from the edge, as a part of the values' range.
const PADDING: i128 = 25;

/// A line of the scale with its value.
pub struct ScaleMark {
    pub y: i64,
    pub text: Localized<String>,
}

/// The values of a chart from the lowest to the highest, in units of the last decimal.
pub struct Scale {
    pub height: i64,
    low: i128,
    high: i128,
    step: i128,
    decimals: u8,
}

impl Scale {
    /// A scale exactly as wide as the values.
    pub fn tight(values: impl Iterator<Item = Number> + Clone, height: i64) -> Self {
        let decimals = values.clone().map(Number::decimals).max().unwrap_or(0);
        let whole = values.clone().map(Number::whole_digits).max().unwrap_or(1);
        // Beyond these digits nothing could be told apart on paper.
        let room = Number::MAX_SCALED_DIGITS.saturating_sub(whole);
        let room = u8::try_from(room).unwrap_or(u8::MAX);
        let decimals = decimals.saturating_add(1).min(room);

        let units = values.map(|value| value.to_scaled(decimals));
        Scale {
            height,
            low: units.clone().min().unwrap_or(0),
            high: units.max().unwrap_or(0),
            step: 1,
            decimals,
        }
    }

    /// Widens a scale to one fiftieth of the largest value: a line without axes would otherwise fall as deep by a thousandth
    /// as by a tenth.
    pub fn at_least_a_fiftieth(mut self) -> Self {
        let least = self.low.abs().max(self.high.abs()) / 50;
        let missing = least - (self.high - self.low);
        if missing > 0 {
            self.low -= missing / 2;
            self.high = self.low + least;
        }

        self
    }

    /// A scale from one round value to another, with the values between them. It begins at zero where values come near it, or
    /// must be seen from it.
    pub fn round(
        values: impl Iterator<Item = Number> + Clone,
        height: i64,
        from_zero: bool,
    ) -> Self {
        let mut scale = Self::tight(values, height);
        if scale.low > 0 && (from_zero || scale.low <= scale.high * 2 / 5) {
            scale.low = 0;
        }

        if scale.high < 0 && (from_zero || scale.high >= scale.low * 2 / 5) {
            scale.high = 0;
        }

        if scale.low == scale.high {
            let around = (scale.low.abs() / 10).max(1);
            scale.low -= around;
            scale.high += around;
        } else {
            scale.pad();
        }

        for step in round_steps() {
            scale.step = step;
            let low = scale.low.div_euclid(step);
            let high = -(-scale.high).div_euclid(step);
            if high - low <= MAX_STEPS {
                scale.low = low * step;
                scale.high = high * step;
                break;
            }
        }

        scale
    }

    /// Keeps the values off the edges; zero is an edge where nothing lies beyond it.
    fn pad(&mut self) {
        let padding = (self.high - self.low) / PADDING + 1;
        self.low = match self.low < 0 {
            true => self.low - padding,
            false => (self.low - padding).max(0),
        };
        self.high = match self.high > 0 {
            true => self.high + padding,
            false => (self.high + padding).min(0),
        };
    }

    pub fn lines(&self) -> impl Iterator<Item = Number> {
        let count = (self.high - self.low) / self.step;
        (0..=count).map(|i| Number::from_scaled(self.low + i * self.step, self.decimals))
    }

    /// The lowest and the highest value.
    pub fn ends(&self) -> [String; 2] {
        let ends = [self.low, self.high];
        ends.map(|units| Number::from_scaled(units, self.decimals).to_string())
    }

    pub fn holds_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// A number that grows with the value, and differs wherever a difference could be shown.
    pub fn rank(&self, value: Number) -> i128 {
        value.to_scaled(self.decimals)
    }

    /// Parts below the top.
    pub fn y(&self, value: Number) -> i64 {
        let (above, range) = (self.high - self.rank(value), self.high - self.low);
        if range == 0 {
            return self.height / 2;
        }

        let parts = (above * i128::from(self.height) * 2 + range) / (range * 2);
        i64::try_from(parts).unwrap_or(self.height)
    }
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn round_steps() -> impl Iterator<Item = i128> {
    (0..Number::MAX_SCALED_DIGITS + 2)
        .flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i128.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(values: &[&str]) -> Vec<String> {
        let numbers: Vec<Number> = values.iter().map(|value| value.parse().unwrap()).collect();
        let scale = Scale::round(numbers.iter().copied(), 1000, false);
        for number in numbers {
            assert!((0..=1000).contains(&scale.y(number)));
        }

        scale.lines().map(|line| line.to_string()).collect()
    }

    #[test]
    fn lines_stand_at_round_values() {
        assert_eq!(
            lines(&["1.7", "1.7025", "1.6998"]),
            ["1.699", "1.7", "1.701", "1.702", "1.703"]
        );
        assert_eq!(
            lines(&["4732.3", "40393.7"]),
            ["0", "10000", "20000", "30000", "40000", "50000"]
        );
        assert_eq!(lines(&["-3", "7"]), ["-5", "0", "5", "10"]);
    }

    #[test]
    fn a_single_value_stands_in_the_middle() {
        assert_eq!(lines(&["0"]), ["-0.1", "0", "0.1"]);
        let value: Number = "5".parse().unwrap();
        assert_eq!(Scale::round([value].into_iter(), 100, false).y(value), 50);
        assert_eq!(Scale::tight([value].into_iter(), 100).y(value), 50);
    }

    #[test]
    fn the_largest_and_smallest_numbers_fit() {
        let most = "9999999999999999999999999999";
        assert!(lines(&[most, &format!("-{most}"), "0.0000000000000000000000000001"]).len() > 2);
        assert!(lines(&[most, "9999999999999999999999999998"]).len() > 2);
        assert!(lines(&[&format!("0.{}1", "0".repeat(90)), "0"]).len() > 2);
    }

    #[test]
    fn values_near_zero_are_seen_from_zero() {
        assert_eq!(lines(&["18", "47"]), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(lines(&["20", "47"]), ["10", "20", "30", "40", "50"]);
        assert_eq!(
            lines(&["-47", "-18"]),
            ["-50", "-40", "-30", "-20", "-10", "0"]
        );
        assert_eq!(lines(&["-47", "-20"]), ["-50", "-40", "-30", "-20", "-10"]);
    }
}
