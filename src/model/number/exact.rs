//! Differences that are not rounded.

use std::fmt;

use num_bigint::{BigInt, Sign};

use super::{Number, plain};

/// The difference of two numbers with all its digits, which may be more than a [`Number`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDifference {
    mantissa: BigInt,
    scale: u8,
}

impl Number {
    /// `self − base`, exactly.
    pub fn exactly_minus(self, base: Number) -> ExactDifference {
        let scale = self.scale.max(base.scale);
        ExactDifference { mantissa: self.at_scale(scale) - base.at_scale(scale), scale }
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
