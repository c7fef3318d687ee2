//! Labels of periods over random dates, in both languages, against the table of captions and the names of months.

use chrono::{Datelike, Days, NaiveDate};
use proptest::prelude::*;

use super::period_label;
use crate::model::{Lang, PeriodType};

/// The caption of each type, and what its date is: a day, a month, or the months of a year so far.
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
    let (caption, alone, behind_day) = match lang {
        Lang::Ru => (cells[1], NOMINATIVE, GENITIVE),
        Lang::En => (cells[2], ENGLISH, ENGLISH),
    };
    let date = match cells[3] {
        "day" => format!("{day} {} {year}", name(behind_day, month)),
        "months" if month > 1 => format!("{}\u{2013}{} {year}", name(alone, 1), name(alone, month)),
        _ => format!("{} {year}", name(alone, month)),
    };
    format!("{caption} \u{b7} {date}")
}

proptest! {
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
