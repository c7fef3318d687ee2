//! Numbers as pages write them, read back: the same fraction, in groups of three, with the digits that were asked for.

use proptest::prelude::*;

use super::{fixed, grouped, number};
use crate::model::properties::{decimal, ratio};
use crate::model::{Lang, Number, word};

/// The plain decimal that a written number stands for; panics where it is not written as its language does.
fn read_back(written: &str, lang: Lang, least: usize) -> String {
    let (separator, point) = word!(lang, ('\u{202f}', ','), (',', '.'));
    let (minus, unsigned) = written.strip_prefix('\u{2212}').map_or(("", written), |rest| ("-", rest));
    let (whole, fraction) = match unsigned.split_once(point) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    let groups: Vec<&str> = whole.split(separator).collect();
    let digits: String = groups.concat();
    assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "{written}");
    assert_eq!(groups.len() > 1, digits.len() >= least, "{written}");
    assert!(groups.len() == 1 || (1..=3).contains(&groups[0].len()), "{written}");
    assert!(groups[1..].iter().all(|group| group.len() == 3), "{written}");
    fraction.map_or(format!("{minus}{digits}"), |fraction| format!("{minus}{digits}.{fraction}"))
}

fn equal(one: &str, other: &str) -> bool {
    let ((a, b), (c, d)) = (ratio(one), ratio(other));
    a * d == c * b
}

proptest! {
    #[test]
    fn a_written_number_is_the_number(text in decimal(), lang in prop::sample::select(Lang::ALL.to_vec())) {
        let value: Number = text.parse().unwrap();
        let least = word!(lang, 5, 4);
        prop_assert!(equal(&read_back(&number(&value, lang), lang, least), &text));
        prop_assert!(equal(&read_back(&grouped(&value, lang), lang, 4), &text));
    }

    #[test]
    fn neighbours_have_as_many_digits_as_the_longest(
        text in decimal(),
        decimals in 0u8..16,
        lang in prop::sample::select(Lang::ALL.to_vec()),
    ) {
        let value: Number = text.parse().unwrap();
        let least = word!(lang, 5, 4);
        let plain = read_back(&fixed(&value, decimals, lang), lang, least);
        let own = value.to_string();
        let behind_point = |text: &str| text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        prop_assert!(equal(&plain, &text));
        prop_assert_eq!(behind_point(&plain), behind_point(&own).max(usize::from(decimals)));
    }
}
