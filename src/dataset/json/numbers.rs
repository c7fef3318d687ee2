//! Numbers among the values of JSON: whole ones within bounds, and decimals, which stand in quotation marks.

use super::Node;
use crate::dataset::diagnostic::Diagnostics;
use crate::messages as msg;
use crate::model::{Number, ParseNumberError};

impl Node<'_> {
    /// A whole number that is not negative.
    pub fn whole_number(&self, diagnostics: &mut Diagnostics) -> Option<u32> {
        match serde_json::from_str::<u32>(self.raw) {
            Ok(number) => Some(number),
            Err(_) => self.refuse(msg::kind_whole_number(0, u32::MAX), diagnostics),
        }
    }

    /// A whole number from `least` to `most`.
    pub fn whole_number_within(&self, least: u32, most: u32, diagnostics: &mut Diagnostics) -> Option<u32> {
        match serde_json::from_str::<u32>(self.raw) {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ if self.raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                diagnostics
                    .error(self.location(), msg::number_out_of_range(self.named(), self.raw, least, most));
                None
            }
            _ => self.refuse(msg::kind_whole_number(least, most), diagnostics),
        }
    }

    /// A decimal in quotation marks: JSON readers make binary fractions of bare ones.
    pub fn decimal(&self, diagnostics: &mut Diagnostics) -> Option<Number> {
        if !self.raw.starts_with('"') {
            return self.refuse(msg::kind_decimal(), diagnostics);
        }
        let written = self.string(diagnostics)?;
        let problem = match written.parse::<Number>() {
            Ok(number) => return Some(number),
            Err(ParseNumberError::TooManyDigits) => {
                msg::too_many_digits(self.named(), &written, Number::MAX_DIGITS)
            }
            Err(ParseNumberError::TooLong) => msg::number_too_long(self.named(), Number::MAX_LENGTH),
            Err(ParseNumberError::Syntax) => match crate::dataset::suggest::number(&written) {
                Some(meant) => msg::not_a_number_meant(self.named(), &written, &meant),
                None => msg::not_a_number(self.named(), &written),
            },
        };
        diagnostics.error(self.location(), problem);
        None
    }
}
