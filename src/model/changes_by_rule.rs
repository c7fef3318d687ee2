//! Changes of random series against the rules for bases and for null, written down one by one over years, months and
//! days as plain numbers, and against exact fractions.

use super::*;

use num_bigint::BigInt;
use proptest::prelude::*;

use super::properties::{decimal, is_rounded, ratio};

/// Year, month, day.
type Day = (i32, u32, u32);

/// An observation as the test knows it.
#[derive(Clone, Debug)]
struct Row {
    day: Day,
    value: String,
    unit: &'static str,
    period_type: PeriodType,
    measure: Measure,
}

fn days_in(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn row(usual: PeriodType) -> impl Strategy<Value = Row> {
    let day = prop_oneof![Just(1u32), Just(20), 28..32u32];
    let value = prop_oneof![6 => decimal(), 1 => Just("0".to_owned()), 1 => Just("-0.00".to_owned())];
    let unit = prop_oneof![9 => Just("azn"), 1 => Just("usd")];
    let period_type = prop_oneof![12 => Just(usual), 1 => prop::sample::select(PeriodType::ALL.to_vec())];
    let measure = prop_oneof![9 => Just(Measure::Amount), 1 => prop::sample::select(Measure::ALL.to_vec())];
    (0..26i32, day, value, unit, period_type, measure).prop_map(
        move |(month, day, value, unit, period_type, measure)| {
            let (year, month) = (2023 + (month + 10) / 12, (month + 10) as u32 % 12 + 1);
            let last = days_in(year, month);
            let day = if usual.is_month_dated() { last } else { day.min(last) };
            Row { day: (year, month, day), value, unit, period_type, measure }
        },
    )
}

/// A period type and observations of it for the most part, one a date.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let period_type = prop::sample::select(PeriodType::ALL.to_vec());
    period_type.prop_flat_map(|period_type| prop::collection::vec(row(period_type), 1..60)).prop_map(
        |mut rows| {
            rows.sort_by_key(|row| row.day);
            rows.dedup_by_key(|row| row.day);
            rows
        },
    )
}

/// What the rules say: how it ends, the number of the rule, and the base where there is one.
fn by_rule<'a>(
    rows: &'a [Row],
    current: &Row,
    status: Status,
    months: i32,
) -> (Outcome, u8, Option<&'a Row>) {
    let (year, month, day) = current.day;
    let (year, month) = match (months, month) {
        (12, _) => (year - 1, month),
        (_, 1) => (year - 1, 12),
        _ => (year, month - 1),
    };
    let in_the_month = || {
        let same = rows.iter().filter(|row| (row.day.0, row.day.1) == (year, month));
        same.max_by_key(|row| row.day)
    };
    let (rule, base) = match (current.period_type, months) {
        _ if status == Status::Seed || status == Status::Unknown => return (Outcome::Status, 9, None),
        (PeriodType::Unknown, _) => return (Outcome::NotCalculated, 9, None),
        (PeriodType::EffectiveFrom, _) => return (Outcome::NotCalculated, 4, None),
        (PeriodType::YearToDate | PeriodType::YearToDateAverage, 1) => {
            return (Outcome::NotCalculated, 2, None);
        }
        (PeriodType::YearToDate | PeriodType::YearToDateAverage, _) => (2, in_the_month()),
        (PeriodType::MonthEnd | PeriodType::Monthly, _) => (1, in_the_month()),
        (PeriodType::Daily | PeriodType::PointInTime, _) if day > days_in(year, month) => {
            return (Outcome::NoSuchDay, 3, None);
        }
        (PeriodType::Daily | PeriodType::PointInTime, _) => {
            (3, rows.iter().find(|row| row.day == (year, month, day)))
        }
    };
    match base {
        None => (Outcome::NoBase, rule, None),
        Some(base) if base.unit != current.unit => (Outcome::UnitDiffers, 5, Some(base)),
        Some(base) if base.period_type != current.period_type => (Outcome::TypeDiffers, 5, Some(base)),
        Some(base) if base.measure != current.measure => (Outcome::MeasureDiffers, 8, Some(base)),
        Some(base) if ratio(&base.value).0 == BigInt::from(0) => (Outcome::BaseZero, 6, Some(base)),
        Some(base) => (Outcome::Calculated, rule, Some(base)),
    }
}

fn observation(row: &Row) -> Observation {
    Observation {
        date: NaiveDate::from_ymd_opt(row.day.0, row.day.1, row.day.2),
        series_key: SeriesKey::sample(row.unit, row.period_type, row.measure),
        ..Observation::sample(row.period_type, "", &row.value)
    }
}

/// Asserts what the members of a change are by exact fractions: a/b against c/d.
fn assert_delta(delta: &Delta, current: &str, base: &str) {
    let ((a, b), (c, d)) = (ratio(current), ratio(base));
    let (difference, denominator): (BigInt, BigInt) = (&a * &d - &c * &b, &b * &d);
    let is_abs = |abs: &RoundedToHundredths| is_rounded(&abs.to_string(), &difference, &denominator);
    match delta {
        Delta::Full { abs, pct } => {
            // The denominator of the quotient has the sign of the base.
            let sign = if c < BigInt::from(0) { -1 } else { 1 };
            let (numerator, denominator) = (&difference * &d * 100 * sign, &denominator * &c * sign);
            assert!(is_abs(abs), "{current} − {base} is not {abs}");
            assert!(is_rounded(&pct.to_string(), &numerator, &denominator), "{current} / {base}: {pct}");
        }
        Delta::Abs(abs) => assert!(c == BigInt::from(0) && is_abs(abs), "{current} − {base} is not {abs}"),
        Delta::None => panic!("{current} and {base} are comparable"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_change_is_what_the_rules_say(
        rows in rows(),
        status in prop::sample::select(Status::ALL.to_vec()),
        comparand in prop_oneof![Just(Comparand::Month), Just(Comparand::Year)],
    ) {
        let series = Series::new(rows.iter().rev().map(observation).collect()).unwrap();
        let months = if comparand == Comparand::Month { 1 } else { 12 };
        for (current, comparison) in rows.iter().zip(Comparison::of_each(&series, status, comparand)) {
            let (outcome, rule, base) = by_rule(&rows, current, status, months);
            prop_assert_eq!((comparison.outcome, comparison.rule), (outcome, rule));
            if let Some(base) = base {
                let date = NaiveDate::from_ymd_opt(base.day.0, base.day.1, base.day.2);
                prop_assert_eq!(comparison.base.and_then(|base| base.date), date);
            }
            match base.filter(|_| matches!(outcome, Outcome::Calculated | Outcome::BaseZero)) {
                Some(base) => assert_delta(&comparison.delta(), &current.value, &base.value),
                None => prop_assert_eq!(comparison.delta(), Delta::None),
            }
        }
        let (last, current) = (
            Comparison::of_each(&series, status, comparand).next_back().unwrap(),
            Comparison::new(&series, status, comparand),
        );
        prop_assert_eq!((current.outcome, current.delta()), (last.outcome, last.delta()));
    }
}
