//! Properties of the model over random inputs, against definitions that are written down as plainly as possible: exact
//! fractions, and for changes the rules for bases and for null one by one over years, months and days as plain numbers.

use super::*;

use num_bigint::BigInt;
use proptest::prelude::*;

/// A decimal as text, of at most 28 digits.
pub fn decimal() -> impl Strategy<Value = String> {
    ("-?", "[0-9]{1,14}", prop::option::of("[0-9]{1,14}")).prop_map(|(sign, whole, fraction)| {
        match fraction {
            Some(fraction) => format!("{sign}{whole}.{fraction}"),
            None => format!("{sign}{whole}"),
        }
    })
}

/// Numerator and denominator of a decimal, digit by digit as at school.
pub fn ratio(text: &str) -> (BigInt, BigInt) {
    let (mut numerator, mut denominator) = (BigInt::from(0), BigInt::from(1));
    let mut behind_point = false;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                numerator = numerator * 10 + digit;
                if behind_point {
                    denominator *= 10;
                }
            }
            None => behind_point |= c == '.',
        }
    }

    (
        if text.starts_with('-') {
            -numerator
        } else {
            numerator
        },
        denominator,
    )
}

/// Returns true if `text` is `numerator / denominator` rounded to hundredths, half away from zero, in its shortest form.
pub fn is_rounded(text: &str, numerator: &BigInt, denominator: &BigInt) -> bool {
    let (shown, scale) = ratio(text);
    let hundredths = shown * 100 / scale;
    // 2 × |exact − shown| ≤ 1 hundredth, and on a tie the one further from zero.
    let (exact, shown): (BigInt, BigInt) = (numerator * 100, &hundredths * denominator);
    let twice: BigInt = (&exact - &shown) * 2;
    let (distance, unit) = (twice.magnitude().clone(), denominator.magnitude().clone());
    let nearest = match distance.cmp(&unit) {
        Ordering::Less => true,
        Ordering::Equal => shown.magnitude() > exact.magnitude(),
        Ordering::Greater => false,
    };

    nearest && is_shortest(text)
}

fn is_shortest(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let no_zeros = !unsigned.contains('.') || !(unsigned.ends_with('0') || unsigned.ends_with('.'));
    let no_leading =
        unsigned.len() == 1 || !unsigned.starts_with('0') || unsigned.starts_with("0.");
    no_zeros && no_leading && text != "-0"
}

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Returns true if a decimal is the fraction `numerator / denominator`.
fn is(text: &str, numerator: &BigInt, denominator: &BigInt) -> bool {
    let (a, b) = ratio(text);
    a * denominator == numerator * b
}

fn magnitude(number: BigInt) -> BigInt {
    if number < BigInt::from(0) {
        -number
    } else {
        number
    }
}

proptest! {
    #[test]
    fn a_number_is_written_as_it_was_meant(text in decimal()) {
        let number: Number = text.parse().unwrap();
        let written = number.to_string();
        let ((a, b), (c, d)) = (ratio(&text), ratio(&written));
        prop_assert_eq!(a * d, c * b);
        prop_assert!(is_shortest(&written), "{}", written);
        prop_assert_eq!(written.parse::<Number>(), Ok(number));
    }

    #[test]
    fn rounding_is_to_the_nearest_hundredth(text in decimal()) {
        let (numerator, denominator) = ratio(&text);
        let rounded = text.parse::<Number>().unwrap().rounded().to_string();
        prop_assert!(is_rounded(&rounded, &numerator, &denominator), "{} → {}", text, rounded);
    }

    #[test]
    fn changes_are_exact_and_rounded_once(current in decimal(), base in decimal()) {
        let ((a, b), (c, d)) = (ratio(&current), ratio(&base));
        let (current, base): (Number, Number) = (current.parse().unwrap(), base.parse().unwrap());
        // a/b − c/d
        let (numerator, denominator) = (&a * &d - &c * &b, &b * &d);
        let abs = current.exactly_minus(base).rounded().to_string();
        prop_assert!(is_rounded(&abs, &numerator, &denominator), "{} − {} → {}", current, base, abs);
        // (a/b − c/d) / (c/d) × 100
        match current.percent_from(base) {
            None => prop_assert_eq!(c, BigInt::from(0)),
            Some(pct) => {
                let (mut numerator, mut denominator): (BigInt, BigInt) = (numerator * &d * 100, denominator * &c);
                if denominator < BigInt::from(0) {
                    (numerator, denominator) = (-numerator, -denominator);
                }
                let pct = pct.to_string();
                prop_assert!(is_rounded(&pct, &numerator, &denominator), "{} / {} → {} %", current, base, pct);
            }
        }
    }

    #[test]
    fn the_base_is_the_very_month_or_day(
        monthly in any::<bool>(),
        days in prop::collection::btree_set(0u64..900, 1..80),
        months in prop_oneof![Just(1u32), Just(12u32)],
    ) {
        let start = NaiveDate::from_ymd_opt(2023, 12, 1).unwrap();
        let mut dates: Vec<NaiveDate> = days.iter().map(|day| start + Days::new(*day)).collect();
        if monthly {
            dates = dates.into_iter().map(last_day_of_month).collect();
            dates.dedup();
        }
        let period_type = if monthly { PeriodType::Monthly } else { PeriodType::Daily };
        let series = series(period_type, &dates);
        let comparand = if months == 1 { Comparand::Month } else { Comparand::Year };
        let base = Comparison::new(&series, Status::Verified, comparand).base.and_then(|base| base.date);
        // Every date is looked at, with nothing but its year, month and day.
        let current = *dates.last().unwrap();
        let count = |date: NaiveDate| date.year() * 12 + date.month0() as i32;
        let naive = dates.iter().copied().find(|date| {
            count(*date) == count(current) - months as i32 && (monthly || date.day() == current.day())
        });
        prop_assert_eq!(base, naive);
    }
}

fn series(period_type: PeriodType, dates: &[NaiveDate]) -> Series {
    let observation = |date: &NaiveDate| Observation::sample(period_type, &date.to_string(), "1.5");
    Series::new(dates.iter().map(observation).collect()).unwrap()
}

proptest! {
    #[test]
    fn a_difference_has_all_its_digits(value in decimal(), base in decimal()) {
        let ((a, b), (c, d)) = (ratio(&value), ratio(&base));
        let difference = number(&value).exactly_minus(number(&base)).to_string();
        prop_assert!(is(&difference, &(&a * &d - &c * &b), &(&b * &d)), "{} − {}: {}", value, base, difference);
    }

    #[test]
    fn the_order_is_that_of_the_fractions(value in decimal(), base in decimal()) {
        let ((a, b), (c, d)) = (ratio(&value), ratio(&base));
        prop_assert_eq!(number(&value).cmp(&number(&base)), (&a * &d).cmp(&(&c * &b)));
        prop_assert_eq!(number(&value).sign(), a.cmp(&BigInt::from(0)));
    }

    #[test]
    fn an_excess_is_the_ratio_to_three_digits(value in decimal(), base in decimal()) {
        let ((a, b), (c, d)) = (ratio(&value), ratio(&base));
        let excess = number(&value).excess_to(number(&base));
        prop_assert_eq!(&excess, &number(&value).exact().excess_to(&number(&base).exact()));
        let (left, right) = (&a * &d, &c * &b);
        prop_assert_eq!(excess.is_some(), left.sign() == right.sign() && left.sign() != num_bigint::Sign::NoSign);
        if let Some(excess) = excess {
            let (left, right) = (magnitude(left), magnitude(right));
            let (smaller, larger) = (left.clone().min(right.clone()), left.max(right));
            let thousandths = (larger - &smaller) * 1000 / smaller;
            prop_assert!(is(&excess.to_string(), &thousandths, &BigInt::from(1000)));
        }
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
    let value =
        prop_oneof![6 => decimal(), 1 => Just("0".to_owned()), 1 => Just("-0.00".to_owned())];
    let unit = prop_oneof![9 => Just("azn"), 1 => Just("usd")];
    let period_type =
        prop_oneof![12 => Just(usual), 1 => prop::sample::select(PeriodType::ALL.to_vec())];
    let measure =
        prop_oneof![9 => Just(Measure::Amount), 1 => prop::sample::select(Measure::ALL.to_vec())];
    (0..26i32, day, value, unit, period_type, measure).prop_map(
        move |(month, day, value, unit, period_type, measure)| {
            let (year, month) = (2023 + (month + 10) / 12, (month + 10) as u32 % 12 + 1);
            let last = days_in(year, month);
            let day = if usual.is_month_dated() {
                last
            } else {
                day.min(last)
            };

            Row {
                day: (year, month, day),
                value,
                unit,
                period_type,
                measure,
            }
        },
    )
}

/// A period type and observations of it for the most part, one a date.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let period_type = prop::sample::select(PeriodType::ALL.to_vec());
    period_type
        .prop_flat_map(|period_type| prop::collection::vec(row(period_type), 1..60))
        .prop_map(|mut rows| {
            rows.sort_by_key(|row| row.day);
            rows.dedup_by_key(|row| row.day);
            rows
        })
}

/// The result by the rules: how it ends, the number of the rule, and the base where there is one.
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
        let same = rows
            .iter()
            .filter(|row| (row.day.0, row.day.1) == (year, month));
        same.max_by_key(|row| row.day)
    };
    let (rule, base) = match (current.period_type, months) {
        _ if status == Status::Seed || status == Status::Unknown => {
            return (Outcome::Status, 9, None);
        }
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
        Some(base) if base.period_type != current.period_type => {
            (Outcome::TypeDiffers, 5, Some(base))
        }
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
fn assert_difference(found: Option<Difference>, current: &str, base: &str) {
    let ((a, b), (c, d)) = (ratio(current), ratio(base));
    let (difference, denominator): (BigInt, BigInt) = (&a * &d - &c * &b, &b * &d);
    let Some(Difference { abs, pct }) = found else {
        panic!("{current} and {base} are comparable")
    };

    assert!(
        is_rounded(&abs.rounded().to_string(), &difference, &denominator),
        "{current} − {base} is not {abs}"
    );
    match pct {
        Some(pct) => {
            // The denominator of the quotient has the sign of the base.
            let sign = if c < BigInt::from(0) { -1 } else { 1 };
            let (numerator, denominator) =
                (&difference * &d * 100 * sign, &denominator * &c * sign);
            assert!(
                is_rounded(&pct.to_string(), &numerator, &denominator),
                "{current} / {base}: {pct}"
            );
        }
        None => assert_eq!(c, BigInt::from(0), "{current} / {base}"),
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
                Some(base) => assert_difference(comparison.difference(), &current.value, &base.value),
                None => prop_assert_eq!(comparison.difference(), None),
            }
        }
        let (last, current) = (
            Comparison::of_each(&series, status, comparand).next_back().unwrap(),
            Comparison::new(&series, status, comparand),
        );
        prop_assert_eq!((current.outcome, current.difference()), (last.outcome, last.difference()));
    }
}
