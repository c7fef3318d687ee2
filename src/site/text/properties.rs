//! Properties over random values, in both languages: a written number read back is the number, and the label of a period
//! is as the tables of captions and names of months have it.

use super::*;

use proptest::prelude::*;

use crate::model::properties::{decimal, ratio};

/// Numbers with fewer digits before the point are not grouped.
const LEAST_GROUPED: [usize; 2] = [5, 4];

/// The plain decimal of a written number; panics where it is not written as its language does.
fn read_back(written: &str, lang: Lang, least: usize) -> String {
    let (separator, point) = lang.pick([('\u{202f}', ','), (',', '.')]);
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

fn equal(written: &str, read: &str) -> bool {
    let ((a, b), (c, d)) = (ratio(written), ratio(read));
    a * d == c * b
}

/// The caption of each type, and its form of a date: a day, a month, or the months of a year so far.
const CAPTIONS: &str = "\
month_end|На конец месяца|Month-end|day
monthly|За месяц|Month|month
year_to_date|С начала года|Year to date|months
year_to_date_average|В среднем с начала года|Year-to-date average|months
daily|За день|Daily|day
point_in_time|По состоянию на дату|As of|day
effective_from|Действует с|Effective from|day
unknown|Период не определён|Period unknown|day";

const NOMINATIVE: &str = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь";
const GENITIVE: &str = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря";
const ENGLISH: &str = "January February March April May June July August September October November December";

fn name(names: &str, month: u32) -> String {
    names.split(' ').nth(month as usize - 1).unwrap().to_owned()
}

fn by_table(period_type: PeriodType, (year, month, day): (i32, u32, u32), lang: Lang) -> String {
    let line = CAPTIONS.lines().find(|line| line.starts_with(&format!("{}|", period_type.name()))).unwrap();
    let cells: Vec<&str> = line.split('|').collect();
    let (caption, alone, behind_day) =
        lang.pick([(cells[1], NOMINATIVE, GENITIVE), (cells[2], ENGLISH, ENGLISH)]);
    let date = match cells[3] {
        "day" => format!("{day} {} {year}", name(behind_day, month)),
        "months" if month > 1 => format!("{}\u{2013}{} {year}", name(alone, 1), name(alone, month)),
        _ => format!("{} {year}", name(alone, month)),
    };
    format!("{caption} \u{b7} {date}")
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
        let plain = read_back(&fixed(&value, decimals, lang), lang, lang.pick(LEAST_GROUPED));
        prop_assert_eq!(plain, value.shown(decimals).to_string());
    }

    #[test]
    fn a_label_is_the_caption_and_the_date(
        period_type in prop::sample::select(PeriodType::ALL.to_vec()),
        lang in prop::sample::select(Lang::ALL.to_vec()),
        days in 0u64..80_000,
    ) {
        let date = NaiveDate::from_ymd_opt(1900, 1, 1).unwrap() + Days::new(days);
        let expected = by_table(period_type, (date.year(), date.month(), date.day()), lang);
        prop_assert_eq!(period_label(period_type, Some(date), lang), expected);
    }
}
