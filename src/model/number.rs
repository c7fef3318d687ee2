//! Exact decimals: from the text of a dataset to the text of a response, or to scale on paper, without a binary float on the
//! way.

use super::*;

/// A decimal as somebody wrote it: up to 28 significant digits, at any scale [D2.1, D2.4].
///
/// Held without trailing zeros, so that equal numbers are equal values; and packed, since there are millions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, packed)]
pub struct Number {
    pub(super) mantissa: i128,
    /// How many of the mantissa's digits stand behind the point.
    pub(super) scale: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseNumberError {
    /// Not `-?digits[.digits]`.
    Syntax,
    TooManyDigits,
    /// More than [`Number::MAX_LENGTH`] characters: a run of zeros that no indicator has.
    TooLong,
}

impl Number {
    /// The significant digits that a number may have: all that are written, leading zeros aside.
    pub const MAX_DIGITS: usize = 28;
    pub const MAX_LENGTH: usize = 100;
    /// The digits that a scaled value may have, so that it can still be multiplied by a length on paper.
    pub const MAX_SCALED_DIGITS: u32 = 32;
    pub const ZERO: Number = Number {
        mantissa: 0,
        scale: 0,
    };

    pub fn decimals(self) -> u8 {
        self.scale
    }

    pub fn whole_digits(self) -> u32 {
        self.digits().saturating_sub(u32::from(self.scale)).max(1)
    }

    /// The digits of the mantissa; one of zero.
    pub(super) fn digits(self) -> u32 {
        let log = { self.mantissa }.unsigned_abs().checked_ilog10();
        log.map_or(1, |log| log + 1)
    }

    /// `value × 10^decimals`, truncated; the caller guarantees at most [`Number::MAX_SCALED_DIGITS`] digits.
    pub fn to_scaled(self, decimals: u8) -> i128 {
        match small_power_of_ten(decimals.abs_diff(self.scale)) {
            Some(factor) if decimals >= self.scale => self.mantissa.saturating_mul(factor),
            Some(divisor) => self.mantissa / divisor,
            None => 0,
        }
    }

    /// The number with at most this many digits behind the point, half away from zero.
    pub fn to_decimals(self, decimals: u8) -> Number {
        if decimals >= self.scale {
            return self;
        }

        let Some(divisor) = small_power_of_ten(self.scale - decimals) else {
            // More digits are cut off than any mantissa has.
            return Number::ZERO;
        };

        let quotient = self.mantissa / divisor;
        let rest = self.mantissa % divisor;
        let away = i128::from(rest.abs() >= divisor - rest.abs()) * self.mantissa.signum();
        Number::from_scaled(quotient + away, decimals)
    }

    /// The number `scaled × 10^-decimals`.
    pub fn from_scaled(mut units: i128, mut decimals: u8) -> Number {
        while decimals > 0 && units % 10 == 0 {
            units /= 10;
            decimals -= 1;
        }

        Number {
            mantissa: units,
            scale: decimals,
        }
    }
}

/// Returns true for digits alone, at least one.
pub fn has_digits_alone(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        if text.len() > Self::MAX_LENGTH {
            let mut bytes = text.bytes();
            return Err(
                match bytes.all(|b| matches!(b, b'0'..=b'9' | b'.' | b'-')) {
                    true => ParseNumberError::TooLong,
                    false => ParseNumberError::Syntax,
                },
            );
        }

        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };

        let (whole, fraction) = match unsigned.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (unsigned, None),
        };

        if !has_digits_alone(whole) || !fraction.is_none_or(has_digits_alone) {
            return Err(ParseNumberError::Syntax);
        }

        let fraction = fraction.unwrap_or("");
        let significant = match whole.trim_start_matches('0') {
            "" => fraction.trim_start_matches('0').len(),
            digits => digits.len() + fraction.len(),
        };
        if significant > Self::MAX_DIGITS {
            return Err(ParseNumberError::TooManyDigits);
        }

        let fraction = fraction.trim_end_matches('0');
        let digits = whole.bytes().chain(fraction.bytes());
        let magnitude = digits.fold(0, |sum: i128, digit| sum * 10 + i128::from(digit - b'0'));
        let scale = u8::try_from(fraction.len()).map_err(|_| ParseNumberError::TooLong)?;
        Ok(Number {
            mantissa: if negative { -magnitude } else { magnitude },
            scale,
        })
    }
}

impl Number {
    /// Calls `use_text` with the number as it is displayed, without the formatter, which takes longer than the digits.
    pub fn with_digits<R>(&self, use_text: impl FnOnce(&str) -> R) -> R {
        let magnitude = { self.mantissa }.unsigned_abs();
        let scale = usize::from(self.scale);
        let sign = if self.mantissa < 0 { "-" } else { "" };
        // Nearly all fit into a word, whose digits are found several times as fast.
        match u64::try_from(magnitude) {
            Ok(magnitude) if scale < WORD_DIGITS => {
                use_text(word(magnitude, sign, scale, &mut [0; WORD_TEXT]))
            }
            _ => use_text(&plain(&magnitude, self.mantissa < 0, scale)),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_digits(|digits| f.write_str(digits))
    }
}

/// The most digits of a word.
const WORD_DIGITS: usize = 20;
/// The longest text of a word: its digits, or a zero and as many decimals less one, a point and a sign.
const WORD_TEXT: usize = WORD_DIGITS + 2;

/// `sign magnitude / 10^scale` in `text`, from its last digit on; with fewer than [`WORD_DIGITS`] decimals.
fn word<'t>(magnitude: u64, sign: &str, scale: usize, text: &'t mut [u8; WORD_TEXT]) -> &'t str {
    let mut rest = magnitude;
    let mut start = text.len();
    let mut digits = 0;
    let mut put = |byte| {
        start -= 1;
        text[start] = byte;
    };
    while digits <= scale || rest > 0 {
        if digits == scale && scale > 0 {
            put(b'.');
        }

        put(b"0123456789"[(rest % 10) as usize]);
        rest /= 10;
        digits += 1;
    }

    sign.bytes().for_each(put);
    std::str::from_utf8(&text[start..]).unwrap_or_default()
}

/// `±magnitude / 10^scale` as the shortest plain decimal: no exponent, no trailing zeros, never `-0` [D2.3].
pub(super) fn plain(magnitude: &impl fmt::Display, is_negative: bool, scale: usize) -> String {
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
pub(super) fn small_power_of_ten(exponent: u8) -> Option<i128> {
    POWERS.get(usize::from(exponent)).copied()
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
            (
                "9999999999999999999999999999",
                "9999999999999999999999999999",
            ),
            (
                "0.0000000000000000000000000001",
                "0.0000000000000000000000000001",
            ),
            (
                "0.00000001234567890123456789012345678",
                "0.00000001234567890123456789012345678",
            ),
        ] {
            assert_eq!(number(stored).to_string(), written);
        }
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in [
            "", "-", ".", "1.", ".5", "+1", "1e3", "1,5", " 1", "1 ", "١", "--1", "1.2.3", "0x1",
            "NaN",
        ] {
            assert_eq!(
                text.parse::<Number>(),
                Err(ParseNumberError::Syntax),
                "{text}"
            );
        }

        assert_eq!(
            "12345678901234567890123456789".parse::<Number>(),
            Err(ParseNumberError::TooManyDigits)
        );
        assert_eq!(
            "1.0000000000000000000000000000".parse::<Number>(),
            Err(ParseNumberError::TooManyDigits)
        );
        assert_eq!(
            format!("0.{}", "0".repeat(99)).parse::<Number>(),
            Err(ParseNumberError::TooLong)
        );
    }

    #[test]
    fn a_run_of_zeros_has_an_end() {
        let longest = format!("0.{}1", "0".repeat(97));
        assert_eq!(longest.len(), Number::MAX_LENGTH);
        assert_eq!(number(&longest).to_string(), longest);
        assert_eq!(
            format!("-{longest}").parse::<Number>(),
            Err(ParseNumberError::TooLong)
        );
        assert_eq!(
            "x".repeat(101).parse::<Number>(),
            Err(ParseNumberError::Syntax)
        );
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
            (
                "0.00000000000000000000000000000000000000000000000009",
                4,
                "0",
            ),
            (
                "9999999999999999999999999.995",
                2,
                "10000000000000000000000000",
            ),
        ] {
            assert_eq!(
                number(text).to_decimals(decimals),
                number(rounded),
                "{text}"
            );
        }
    }

    #[test]
    fn digits_before_the_point_are_counted() {
        for (text, digits) in [
            ("0", 1),
            ("0.99", 1),
            ("-12.5", 2),
            ("9999999999999999999999999999", 28),
        ] {
            assert_eq!(number(text).whole_digits(), digits, "{text}");
        }
    }
}
