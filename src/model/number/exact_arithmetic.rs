//! What numbers are beside parsing and changes, against fractions of integers of any size.

use std::cmp::Ordering;

use num_bigint::BigInt;
use proptest::prelude::*;

use super::Number;
use crate::model::properties::{decimal, ratio};

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Whether a decimal is the fraction `numerator / denominator`.
fn is(text: &str, numerator: &BigInt, denominator: &BigInt) -> bool {
    let (a, b) = ratio(text);
    a * denominator == numerator * b
}

fn magnitude(of: BigInt) -> BigInt {
    if of < BigInt::from(0) { -of } else { of }
}

proptest! {
    #[test]
    fn a_difference_has_all_its_digits(one in decimal(), other in decimal()) {
        let ((a, b), (c, d)) = (ratio(&one), ratio(&other));
        let difference = number(&one).exactly_minus(number(&other)).to_string();
        prop_assert!(is(&difference, &(&a * &d - &c * &b), &(&b * &d)), "{} − {}: {}", one, other, difference);
    }

    #[test]
    fn the_order_is_that_of_the_fractions(one in decimal(), other in decimal()) {
        let ((a, b), (c, d)) = (ratio(&one), ratio(&other));
        prop_assert_eq!(number(&one).cmp(&number(&other)), (&a * &d).cmp(&(&c * &b)));
        prop_assert_eq!(number(&one).sign(), a.cmp(&BigInt::from(0)));
        let (own, others) = (magnitude(&a * &d), magnitude(&c * &b));
        let zero = BigInt::from(0);
        prop_assert_eq!(number(&one).exceeds_tenfold(number(&other)), c != zero && own > others * 10);
    }

    #[test]
    fn a_move_is_a_share_of_where_it_began(from in decimal(), to in decimal(), percent in "[0-9]{1,3}(\\.[0-9])?") {
        let ((a, b), (c, d), (p, q)) = (ratio(&from), ratio(&to), ratio(&percent));
        // |c/d − a/b| > |a/b| × p/q / 100, and nothing moves from zero.
        let moved: BigInt = magnitude(&c * &b - &a * &d) * &q * 100;
        let allowed: BigInt = magnitude(&a * &d) * &p;
        let expected = a != BigInt::from(0) && moved > allowed;
        prop_assert_eq!(number(&from).moves_by_more_than(number(&percent), number(&to)), expected);
    }

    #[test]
    fn decimals_are_rounded_half_away_from_zero(text in decimal(), decimals in 0u8..16) {
        let (numerator, denominator) = ratio(&text);
        let rounded = number(&text).to_decimals(decimals).to_string();
        let unit = BigInt::from(10).pow(u32::from(decimals));
        let (shown, scale) = ratio(&rounded);
        // In units of the last digit: the shown count and the exact fraction.
        let count: BigInt = &shown * &unit / &scale;
        prop_assert_eq!(&count * &scale, &shown * &unit, "no more digits than asked for");
        let twice: BigInt = magnitude(&numerator * &unit - &count * &denominator) * 2;
        let is_nearest = match twice.cmp(&denominator) {
            Ordering::Less => true,
            Ordering::Equal => magnitude(&count * &denominator) > magnitude(&numerator * &unit),
            Ordering::Greater => false,
        };
        prop_assert!(is_nearest, "{} to {} digits: {}", text, decimals, rounded);
    }

    #[test]
    fn a_price_for_another_quantity_is_exact_or_refused(text in decimal(), by in 1u32..1000, divisor in 1u32..1000) {
        let (numerator, denominator) = ratio(&text);
        if let Some(scaled) = number(&text).scaled(by, divisor) {
            let written = scaled.to_string();
            prop_assert!(is(&written, &(&numerator * by), &(&denominator * divisor)), "{}", written);
        } else {
            // It does not end, or has more digits than a number may have: ends within forty digits or never.
            let shifted: BigInt = &numerator * by * BigInt::from(10).pow(40);
            let whole: BigInt = &denominator * divisor;
            let ends = (&shifted % &whole) == BigInt::from(0);
            let digits = magnitude(&shifted / &whole).to_string();
            prop_assert!(!ends || digits.trim_end_matches('0').len() > Number::MAX_DIGITS, "{} × {} / {}", text, by, divisor);
        }
    }
}
