//! Numbers as people write them: a comma or a point, groups of three digits, a minus sign that is one.

use super::*;

use crate::model::RoundedToHundredths;

/// The forms of a noun behind a number, for each language in the order of its categories of numbers.
pub type Forms = [&'static [&'static str]; Lang::ALL.len()];

const POINTS: Forms = [
    &["пункт", "пункта", "пунктов", "пункта"],
    &["point", "points"],
];

/// A plain decimal: `45 310,555`, `45,310.555`. Russian leaves four digits together.
pub fn number(value: &impl Display, lang: Lang) -> String {
    write_digits(&value.to_string(), lang.numbers().least_grouped, lang)
}

/// A decimal in a column where others have five digits: four are then grouped as well.
pub fn grouped(value: &impl Display, lang: Lang) -> String {
    write_digits(&value.to_string(), 4, lang)
}

fn write_digits(text: &str, least: usize, lang: Lang) -> String {
    let (minus, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("\u{2212}", unsigned),
        None => ("", text),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut written = String::with_capacity(text.len() + 8);
    written += minus;
    for (i, digit) in whole.chars().enumerate() {
        if whole.len() >= least && i > 0 && (whole.len() - i) % 3 == 0 {
            written.push(lang.numbers().group);
        }
        written.push(digit);
    }

    if !fraction.is_empty() {
        written.push(char::from(lang.numbers().decimal));
        written += fraction;
    }

    written
}

fn plus_sign(sign: Ordering) -> &'static str {
    if sign.is_gt() { "+" } else { "" }
}

/// A value with its unit as the page of its indicator writes it.
pub fn value_with_unit(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    let value = indicator.shown(observation);
    nbsp(&measured(&value, &observation.series_key.unit, lang))
}

/// A value with its unit, which agrees with it where its forms are known: `7,5 %`, `21 евро`.
pub fn measured(value: &Shown, unit: &Unit, lang: Lang) -> String {
    quantity(value, unit.text_for(value, lang), lang)
}

/// A value with its unit: `7,5 %`, `38 309 млн евро`.
pub fn quantity(value: &impl Display, unit: &str, lang: Lang) -> String {
    let space = match is_percent_sign(unit) {
        true => lang.numbers().before_percent,
        false => "\u{a0}",
    };

    format!("{}{space}{unit}", number(value, lang))
}

/// Returns true if a unit is read as one with the number before it.
pub fn is_percent_sign(unit: &str) -> bool {
    unit == "%"
}

/// A unit where it stands right behind a number that is one of several: per cent and points, which others have in a caption.
pub fn unit_at_number(unit: &str, lang: Lang) -> String {
    if is_percent_sign(unit) {
        format!("{}%", lang.numbers().before_percent)
    } else if unit == points(lang) {
        format!("\u{a0}{unit}")
    } else {
        String::new()
    }
}

texts! {
    /// The unit of a difference of percentages.
    points { "п.\u{a0}п.", "pp" }
}

/// A difference of values of one series with its unit: in percentage points of percentages [S2.4], in points of indices.
pub fn difference(value: &Shown, key: &SeriesKey, lang: Lang) -> String {
    let unit = match key.measure {
        _ if key.unit.is_percent() => points(lang),
        Measure::Index => points_of_index(value, lang),
        _ => key.unit.text_for(value, lang),
    };

    format!("{}\u{a0}{unit}", with_sign(value, lang))
}

/// A difference beside its unit: without it, except percentage points, which are another one.
pub fn short_difference(value: &Shown, key: &SeriesKey, lang: Lang) -> String {
    if key.unit.is_percent() {
        difference(value, key, lang)
    } else {
        with_sign(value, lang)
    }
}

fn with_sign(value: &Shown, lang: Lang) -> String {
    let sign = if value.is_zero() || value.is_negative() {
        ""
    } else {
        "+"
    };

    format!("{sign}{}", number(value, lang))
}

fn points_of_index(value: &Shown, lang: Lang) -> &'static str {
    let form = lang.plural(value.whole(), value.has_fraction(), lang.pick(POINTS));
    form.copied().unwrap_or_default()
}

/// A change that the source printed, in percent, with its sign.
pub fn signed_percent(value: Number, lang: Lang) -> String {
    format!("{}{}", plus_sign(value.sign()), quantity(&value, "%", lang))
}

/// A change in percent, with two decimals like all others of its column.
pub fn percent(value: &RoundedToHundredths, lang: Lang) -> String {
    let mut text = value.to_string();
    let (_, fraction) = text.split_once('.').unwrap_or_default();
    let zeros = match fraction.len() {
        0 => ".00",
        1 => "0",
        _ => "",
    };
    text += zeros;
    format!("{}{}", plus_sign(value.sign()), quantity(&text, "%", lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    use crate::model::properties::{decimal, ratio};

    #[test]
    fn digits_stand_in_groups() {
        for (value, ru, en) in [
            ("0", "0", "0"),
            ("1234.5", "1234,5", "1,234.5"),
            ("-12345", "\u{2212}12\u{202f}345", "\u{2212}12,345"),
            (
                "1234567.0123",
                "1\u{202f}234\u{202f}567,0123",
                "1,234,567.0123",
            ),
            ("999", "999", "999"),
        ] {
            assert_eq!(
                (
                    number(&value, Lang::Ru).as_str(),
                    number(&value, Lang::En).as_str()
                ),
                (ru, en)
            );
        }
    }

    #[test]
    fn values_have_the_digits_that_pages_show() {
        for (value, decimals, written) in [
            ("1.7", 4, "1,7000"),
            ("2", 1, "2,0"),
            ("2", 0, "2"),
            ("12000", 0, "12\u{202f}000"),
            ("0.0000129", 4, "0,0000129"),
        ] {
            let value: Number = value.parse().unwrap();
            assert_eq!(number(&value.shown(decimals), Lang::Ru), written);
        }

        assert_eq!(
            (number(&"1234", Lang::Ru), grouped(&"1234", Lang::Ru)),
            ("1234".into(), "1\u{202f}234".into())
        );
    }

    #[test]
    fn differences_have_signs_and_units() {
        let said = |value: &str, decimals, unit: &str, measure, lang| {
            let value = value
                .parse::<Number>()
                .unwrap()
                .exactly_minus("0".parse().unwrap())
                .shown(decimals);
            let key = SeriesKey::sample(unit, PeriodType::Monthly, measure);
            (
                difference(&value, &key, lang).replace('\u{a0}', " "),
                short_difference(&value, &key, lang),
            )
        };

        let amount =
            |value, decimals, unit, lang| said(value, decimals, unit, Measure::Amount, lang).0;
        assert_eq!(
            amount("439.355", 1, "млн манатов", Lang::Ru),
            "+439,4 млн манатов"
        );
        assert_eq!(
            amount("-0.0036", 4, "манатов", Lang::Ru),
            "\u{2212}0,0036 манатов"
        );
        assert_eq!(amount("-0.25", 1, "%", Lang::Ru), "\u{2212}0,25 п. п.");
        assert_eq!(amount("0", 1, "%", Lang::En), "0 pp");
        assert_eq!(amount("1", 0, "AZN mn", Lang::En), "+1 AZN mn");
        let index = |value, lang| said(value, 1, "индекс, 2015 = 100", Measure::Index, lang).0;
        for (value, ru) in [
            ("1.3", "+1,3 пункта"),
            ("5", "+5,0 пункта"),
            ("-2.5", "\u{2212}2,5 пункта"),
        ] {
            assert_eq!(index(value, Lang::Ru), ru);
        }

        let whole = |value| said(value, 0, "i", Measure::Index, Lang::Ru).0;
        assert_eq!(
            ["1", "22", "5"].map(whole),
            ["+1 пункт", "+22 пункта", "+5 пунктов"]
        );
        assert_eq!(said("1", 0, "i", Measure::Index, Lang::En).0, "+1 point");
        assert_eq!(
            said("556.5", 1, "млн манатов", Measure::Amount, Lang::Ru).1,
            "+556,5"
        );
        assert_eq!(
            said("0.5", 1, "%", Measure::Rate, Lang::En).1,
            "+0.5\u{a0}pp"
        );
    }

    #[test]
    fn percentages_have_signs() {
        assert_eq!(
            signed_percent("1.7".parse().unwrap(), Lang::Ru),
            "+1,7\u{a0}%"
        );
        let percent = |text: &str, lang| percent(&text.parse::<Number>().unwrap().rounded(), lang);
        assert_eq!(percent("3.9", Lang::Ru), "+3,90\u{a0}%");
        assert_eq!(percent("-3", Lang::En), "\u{2212}3.00%");
        assert_eq!(percent("12.25", Lang::En), "+12.25%");
    }

    /// Numbers with fewer digits before the point are not grouped.
    const LEAST_GROUPED: [usize; 2] = [5, 4];

    /// The plain decimal of a written number; panics where it is not written as its language does.
    fn read_back(written: &str, lang: Lang, least: usize) -> String {
        let (separator, point) = lang.pick([('\u{202f}', ','), (',', '.')]);
        let (minus, unsigned) = written
            .strip_prefix('\u{2212}')
            .map_or(("", written), |rest| ("-", rest));
        let (whole, fraction) = match unsigned.split_once(point) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (unsigned, None),
        };

        let groups: Vec<&str> = whole.split(separator).collect();
        let digits: String = groups.concat();
        assert!(
            digits.bytes().all(|byte| byte.is_ascii_digit()),
            "{written}"
        );
        assert_eq!(groups.len() > 1, digits.len() >= least, "{written}");
        assert!(
            groups.len() == 1 || (1..=3).contains(&groups[0].len()),
            "{written}"
        );
        assert!(
            groups[1..].iter().all(|group| group.len() == 3),
            "{written}"
        );
        fraction.map_or(format!("{minus}{digits}"), |fraction| {
            format!("{minus}{digits}.{fraction}")
        })
    }

    fn equal(written: &str, read: &str) -> bool {
        let ((a, b), (c, d)) = (ratio(written), ratio(read));
        a * d == c * b
    }

    proptest! {
        #[test]
        fn a_written_number_is_the_number(text in decimal(), lang in prop::sample::select(Lang::ALL.to_vec())) {
            let value: Number = text.parse().unwrap();
            let least = lang.pick(LEAST_GROUPED);
            prop_assert!(equal(&read_back(&number(&value, lang), lang, least), &text));
            prop_assert!(equal(&read_back(&grouped(&value, lang), lang, 4), &text));
        }

        #[test]
        fn a_value_is_written_with_the_digits_that_are_shown(
            text in decimal(),
            decimals in 0u8..16,
            lang in prop::sample::select(Lang::ALL.to_vec()),
        ) {
            let value: Number = text.parse().unwrap();
            let plain = read_back(&number(&value.shown(decimals), lang), lang, lang.pick(LEAST_GROUPED));
            prop_assert_eq!(plain, value.shown(decimals).to_string());
        }
    }
}
