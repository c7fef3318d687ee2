//! Exact decimals: from the text of a dataset to the text of a response without a binary float on the way.

mod exact;
#[cfg(test)]
mod exact_arithmetic;
mod order;
mod scaled;
mod units;

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, Sign};

pub use exact::ExactDifference;

/// A decimal as somebody wrote it: up to 28 significant digits, at any scale [D2.1, D2.4].
///
/// Held without trailing zeros, so that equal numbers are equal values; and packed, since there are millions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, packed)]
pub struct Number {
    mantissa: i128,
    /// How many of the mantissa's digits stand behind the point.
    scale: u8,
}

/// Why a text is not a [`Number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseNumberError {
    /// Not `-?digits[.digits]`.
    Syntax,
    /// More than [`Number::MAX_DIGITS`] significant digits.
    TooManyDigits,
    /// More than [`Number::MAX_LENGTH`] characters: a run of zeros that no indicator has.
    TooLong,
}

impl Number {
    /// The significant digits that a number may have: all that are written, leading zeros aside.
    pub const MAX_DIGITS: usize = 28;
    /// The characters that a number may have.
    pub const MAX_LENGTH: usize = 100;

    /// Rounded to two decimals, half away from zero [D2.2].
    pub fn rounded(self) -> RoundedToHundredths {
        RoundedToHundredths(rounded_quotient(self.mantissa * BigInt::from(100), power_of_ten(self.scale)))
    }

    /// `self − base`, exactly, then rounded once [S2.4].
    pub fn minus(self, base: Number) -> RoundedToHundredths {
        let scale = self.scale.max(base.scale);
        let difference = self.at_scale(scale) - base.at_scale(scale);
        RoundedToHundredths(rounded_quotient(difference * 100, power_of_ten(scale)))
    }

    /// `(self − base) / base × 100`, exactly, then rounded once; nothing where the base is zero
    /// (with the sign of the base, [D2.5]).
    pub fn percent_from(self, base: Number) -> Option<RoundedToHundredths> {
        if base.mantissa == 0 {
            return None;
        }
        let scale = self.scale.max(base.scale);
        let base = base.at_scale(scale);
        let difference = self.at_scale(scale) - &base;
        Some(RoundedToHundredths(rounded_quotient(difference * 10_000, base)))
    }

    /// Whether it is more than ten times `other`, signs aside. Never said of a zero.
    pub fn exceeds_tenfold(self, other: Number) -> bool {
        let scale = self.scale.max(other.scale);
        other.mantissa != 0 && self.magnitude_at(scale) > other.magnitude_at(scale) * 10
    }

    /// The number times a small count, for comparing totals of periods of different length.
    pub fn times(self, count: u32) -> Option<Number> {
        Some(Number { mantissa: self.mantissa.checked_mul(i128::from(count))?, scale: self.scale })
    }

    /// The mantissa as it would be with `scale` digits behind the point; `scale` is not below its own.
    fn at_scale(self, scale: u8) -> BigInt {
        self.mantissa * power_of_ten(scale.saturating_sub(self.scale))
    }

    fn magnitude_at(self, scale: u8) -> BigInt {
        BigInt::from_biguint(Sign::Plus, self.at_scale(scale).magnitude().clone())
    }
}

impl FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        if text.len() > Self::MAX_LENGTH {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
            return Err(if plain { ParseNumberError::TooLong } else { ParseNumberError::Syntax });
        }
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (unsigned, None),
        };
        let digits_only = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits_only(whole) || !fraction.is_none_or(digits_only) {
            return Err(ParseNumberError::Syntax);
        }
        let fraction = fraction.unwrap_or("");
        let digits = [whole, fraction].concat();
        let significant = digits.trim_start_matches('0');
        if significant.len() > Self::MAX_DIGITS {
            return Err(ParseNumberError::TooManyDigits);
        }
        let magnitude = significant.bytes().fold(0, |sum: i128, digit| sum * 10 + i128::from(digit - b'0'));
        let scale = u8::try_from(fraction.len()).map_err(|_| ParseNumberError::TooLong)?;
        Ok(Number::of_units(if negative { -magnitude } else { magnitude }, scale))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (magnitude, scale) = ({ self.mantissa }.unsigned_abs(), usize::from(self.scale));
        let sign = if self.mantissa < 0 { "-" } else { "" };
        // Nearly all fit into a word, whose digits are found several times as fast.
        match u64::try_from(magnitude).ok().zip(10_u64.checked_pow(self.scale.into())) {
            Some((magnitude, 1)) => write!(f, "{sign}{magnitude}"),
            Some((magnitude, one)) => write!(f, "{sign}{}.{:0scale$}", magnitude / one, magnitude % one),
            None => f.write_str(&plain(&magnitude, self.mantissa < 0, scale)),
        }
    }
}

/// A result in the form that a response has: a whole number of hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundedToHundredths(BigInt);

impl RoundedToHundredths {
    /// Below, at or above zero: what the direction of a change is.
    pub fn sign(&self) -> std::cmp::Ordering {
        self.0.cmp(&BigInt::from(0))
    }
}

impl fmt::Display for RoundedToHundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(self.0.magnitude(), self.0.sign() == Sign::Minus, 2))
    }
}

/// `±magnitude / 10^scale` as the shortest plain decimal: no exponent, no trailing zeros, never `-0` [D2.3].
fn plain(magnitude: &impl fmt::Display, is_negative: bool, scale: usize) -> String {
    let mut text = format!("{magnitude:0>width$}", width = scale + 1);
    if scale > 0 {
        text.insert(text.len() - scale, '.');
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if is_negative {
        text.insert(0, '-');
    }
    text
}

/// The quotient to the nearest whole number, half away from zero; `divisor` is not zero.
fn rounded_quotient(dividend: BigInt, divisor: BigInt) -> BigInt {
    let sign = if dividend.sign() == divisor.sign() { Sign::Plus } else { Sign::Minus };
    let (dividend, divisor) = (dividend.magnitude(), divisor.magnitude());
    BigInt::from_biguint(sign, (dividend * 2u32 + divisor) / (divisor * 2u32))
}

fn power_of_ten(exponent: u8) -> BigInt {
    BigInt::from(10).pow(u32::from(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn written_as_the_shortest_plain_decimal() {
        for (stored, written) in [
            ("1.70", "1.7"),
            ("5.00", "5"),
            ("-0", "0"),
            ("-0.000", "0"),
            ("007.10", "7.1"),
            ("100", "100"),
            ("-0.05", "-0.05"),
            ("9999999999999999999999999999", "9999999999999999999999999999"),
            ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
            ("0.00000001234567890123456789012345678", "0.00000001234567890123456789012345678"),
        ] {
            assert_eq!(number(stored).to_string(), written);
        }
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
            ("9999999999999999999999999.995", "10000000000000000000000000"),
        ] {
            assert_eq!(number(raw).rounded().to_string(), rounded);
        }
    }

    #[test]
    fn changes_are_exact_before_they_are_rounded() {
        assert_eq!(
            number("9999999999999999999999999999")
                .minus(number("0.0000000000000000000000000001"))
                .to_string(),
            "9999999999999999999999999999"
        );
        assert_eq!(number("-5").minus(number("-10")).to_string(), "5");
        assert_eq!(number("-5").percent_from(number("-10")).unwrap().to_string(), "-50");
        assert_eq!(number("6347.7").percent_from(number("6182.6")).unwrap().to_string(), "2.67");
        assert_eq!(number("80.01").percent_from(number("80")).unwrap().to_string(), "0.01");
        assert_eq!(number("7.9996").percent_from(number("8")).unwrap().to_string(), "-0.01");
        assert_eq!(number("1").percent_from(number("0.0")), None);
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in
            ["", "-", ".", "1.", ".5", "+1", "1e3", "1,5", " 1", "1 ", "١", "--1", "1.2.3", "0x1", "NaN"]
        {
            assert_eq!(text.parse::<Number>(), Err(ParseNumberError::Syntax), "{text}");
        }
        assert_eq!("12345678901234567890123456789".parse::<Number>(), Err(ParseNumberError::TooManyDigits));
        assert_eq!("1.0000000000000000000000000000".parse::<Number>(), Err(ParseNumberError::TooManyDigits));
        assert_eq!(format!("0.{}", "0".repeat(99)).parse::<Number>(), Err(ParseNumberError::TooLong));
    }

    #[test]
    fn a_run_of_zeros_has_an_end() {
        let longest = format!("0.{}1", "0".repeat(97));
        assert_eq!(longest.len(), Number::MAX_LENGTH);
        assert_eq!(number(&longest).to_string(), longest);
        assert_eq!(format!("-{longest}").parse::<Number>(), Err(ParseNumberError::TooLong));
        assert_eq!("x".repeat(101).parse::<Number>(), Err(ParseNumberError::Syntax));
    }

    #[test]
    fn tenfold_is_strict_and_blind_to_signs() {
        assert!(number("10.01").exceeds_tenfold(number("-1")));
        assert!(!number("10").exceeds_tenfold(number("1")));
        assert!(!number("25").exceeds_tenfold(number("5")));
        assert!(!number("10").exceeds_tenfold(number("0")));
    }
}
