//! A price for one number of units as the price for another number of them, exactly or not at all.

use num_bigint::{BigInt, Sign};

use super::Number;

impl Number {
    /// `self × by / divisor`; `None` if that is no decimal of at most [`Number::MAX_DIGITS`] significant digits.
    pub fn scaled(self, by: u32, divisor: u32) -> Option<Number> {
        let dividend = BigInt::from(self.mantissa) * by;
        // A fraction terminates if the divisor has no other prime factors than those of ten: with as many digits more
        // as it has factors, which are fewer than its bits, the division leaves nothing.
        let digits = u32::BITS;
        let (quotient, rest) = {
            let scaled = dividend * BigInt::from(10).pow(digits);
            let divisor = BigInt::from(divisor);
            if divisor.sign() == Sign::NoSign {
                return None;
            }
            (&scaled / &divisor, &scaled % &divisor)
        };
        if rest.sign() != Sign::NoSign {
            return None;
        }
        let (mut mantissa, mut scale) = (quotient, u32::from(self.scale) + digits);
        let ten = BigInt::from(10);
        while scale > 0 && (&mantissa % &ten).sign() == Sign::NoSign {
            mantissa /= &ten;
            scale -= 1;
        }
        let most = BigInt::from(10).pow(Self::MAX_DIGITS as u32);
        if *mantissa.magnitude() >= *most.magnitude() {
            return None;
        }
        Some(Number { mantissa: i128::try_from(mantissa).ok()?, scale: u8::try_from(scale).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_or_not_at_all() {
        let number = |text: &str| text.parse::<Number>().unwrap();
        assert_eq!(number("1.1593").scaled(1, 100), Some(number("0.011593")));
        assert_eq!(number("0.011593").scaled(100, 1), Some(number("1.1593")));
        assert_eq!(number("1.7").scaled(100, 100), Some(number("1.7")));
        assert_eq!(number("0").scaled(1, 3), Some(number("0")));
        assert_eq!(number("3").scaled(1, 3), Some(number("1")));
        assert_eq!(number("1").scaled(1, 3), None);
        assert_eq!(number("1").scaled(1, 0), None);
        assert_eq!(number("1").scaled(1, 1 << 31), Some(number("0.0000000004656612873077392578125")));
        assert_eq!(number("1.0000001").scaled(1, 1 << 31), None, "more than 28 digits");
        assert_eq!(number("-1").scaled(1, 8), Some(number("-0.125")));
    }
}
