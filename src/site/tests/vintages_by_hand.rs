//! Vintages and the latest difference of random series, against what somebody would find with the list of publications
//! in hand.

use super::*;

use super::super::history::{TableLayout, Writer};

use num_bigint::BigInt;
use proptest::prelude::*;

use crate::model::properties::{decimal, is_rounded, ratio};
use crate::site::history::VINTAGE_TABLE;
use crate::site::json::indicator::LatestView;

/// The published values by their dates and their days of publication, where those are known.
type Publications = BTreeMap<(NaiveDate, Option<NaiveDate>), String>;

fn publications() -> impl Strategy<Value = Publications> {
    let day = |number: u64| NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(number);
    let published = prop::option::of((200u64..205).prop_map(day));
    let value = prop_oneof![5 => decimal(), 1 => Just("0.00".to_owned())];
    prop::collection::btree_map(((0u64..20).prop_map(day), published), value, 1..40)
}

fn indicator(publications: &Publications, period_type: PeriodType) -> Indicator {
    let observation =
        |((date, published), value): (&(NaiveDate, Option<NaiveDate>), &String)| Observation {
            published: *published,
            ..Observation::sample(period_type, &date.to_string(), value)
        };
    // Not in the order of time.
    let mut observations: Vec<Observation> = publications.iter().map(observation).collect();
    observations.reverse();
    Indicator::of_series(Series::new(observations).unwrap())
}

fn plain(value: &str) -> String {
    value.parse::<Number>().unwrap().to_string()
}

fn written(day: Option<NaiveDate>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

/// The value that counts for each date: of several the one published last, an unknown day before all others.
fn counting(publications: &Publications) -> BTreeMap<NaiveDate, &String> {
    publications
        .iter()
        .map(|((date, _), value)| (*date, value))
        .collect()
}

proptest! {
    #[test]
    fn every_vintage_counts_until_the_next(publications in publications()) {
        let indicator = indicator(&publications, PeriodType::Daily);
        let key = &indicator.series.current().series_key;
        let (unit, code, measure) = (key.unit.text.get(Lang::En), &key.unit.id, key.measure.name());
        let mut expected =
            "date,value,realtime_start,realtime_end,status,unit,unit_code,period_type,measure\r\n".to_owned();
        for ((date, published), value) in &publications {
            let later = publications.keys().filter(|(later_date, when)| later_date == date && when > published);
            let next = later.map(|(_, when)| *when).min();
            let status = if next.is_some() { "revised" } else { "current" };
            let (value, start, end) = (plain(value), written(*published), written(next.flatten()));
            expected += &format!("{date},{value},{start},{end},{status},{unit},{code},daily,{measure}\r\n");
        }
        let Writer::Text(writer) = &VINTAGE_TABLE.writer else { unreachable!() };
        let mut rows = Vec::new();
        writer.write(&mut [Selected::new(&indicator, Status::Verified, &Query::default())].into_iter(), TableLayout { lang: Lang::En, form: Form::Default, shape: Shape::Long }, &mut rows).unwrap();
        prop_assert_eq!(String::from_utf8(rows).unwrap(), expected);
    }

    #[test]
    fn the_latest_difference_is_that_of_the_last_two(
        publications in publications(),
        period_type in prop::sample::select(PeriodType::ALL.to_vec()),
        status in prop::sample::select(Status::ALL.to_vec()),
    ) {
        let counting: Vec<(NaiveDate, &String)> = counting(&publications).into_iter().collect();
        let indicator = indicator(&publications, period_type);
        let effective = EffectiveStatus { status, reason: Reason::Checked, stale_at: None };
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let member = Member { indicator: &indicator, effective: &effective };
        let json = serde_json::to_string(&LatestView::new(member, day, Lang::En)).unwrap();
        let recent: Vec<String> = counting[counting.len().saturating_sub(12)..]
            .iter()
            .map(|(date, value)| format!("{{\"date\":\"{date}\",\"valueRaw\":{}}}", plain(value)))
            .collect();
        let recent = format!("\"recent\":[{}]}}", recent.join(","));
        prop_assert!(json.ends_with(&recent), "{}", json);
        let difference = json.split("\"difference\":").nth(1).unwrap();
        let cumulative =
            matches!(period_type, PeriodType::YearToDate | PeriodType::YearToDateAverage | PeriodType::Unknown);
        let [.., (previous_date, previous), (_, current)] = counting.as_slice() else {
            prop_assert!(difference.starts_with("{\"abs\":null,\"pct\":null}"), "{}", json);
            prop_assert!(!json.contains("\"previous\""), "{}", json);
            return Ok(());
        };
        let shown = format!("\"previous\":{{\"date\":\"{previous_date}\",");
        prop_assert!(json.contains(&shown), "{}", json);
        if cumulative || matches!(status, Status::Seed | Status::Unknown) {
            prop_assert!(difference.starts_with("{\"abs\":null,\"pct\":null}"), "{}", json);
            return Ok(());
        }
        let member = |name: &str| {
            let rest = difference.split(&format!("\"{name}\":")).nth(1).unwrap();
            rest[..rest.find([',', '}']).unwrap()].to_owned()
        };
        let ((a, b), (c, d), (e, f)) = (ratio(current), ratio(previous), ratio(&member("abs")));
        let (mut numerator, mut denominator): (BigInt, BigInt) = (&a * &d - &c * &b, &b * &d);
        prop_assert_eq!(&numerator * &f, &denominator * &e, "exact: {}", json);
        if c == BigInt::from(0) {
            prop_assert_eq!(member("pct"), "null");
        } else {
            (numerator, denominator) = (numerator * &d * 100, denominator * &c);
            if denominator < BigInt::from(0) {
                (numerator, denominator) = (-numerator, -denominator);
            }
            prop_assert!(is_rounded(&member("pct"), &numerator, &denominator), "{}", json);
        }
    }
}
