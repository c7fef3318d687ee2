//! Observations that are lost, revised silently or published anew as if on the same day; dates on which none is expected,
//! and an as-of instant out of order; and values that contradict each other [D27].

use super::*;

use chrono::{Datelike, Days, Weekday};

use crate::model::{Measure, months_between};

/// How many values of a series may be corrected without an override, and one in how many.
const CORRECTIONS: usize = 3;
const ONE_IN: usize = 20;
/// The days by which a rate may be published ahead of its day, and a decision before it takes effect.
const RATE_AHEAD: Days = Days::new(31);
const DECISION_AHEAD: Days = Days::new(366);

/// How long before the last public row nothing new is expected: in daily series, and in all others. The next month under
/// the year before is eleven months older.
const DAILY_LONG_AGO: i64 = 300;
const LONG_AGO_MONTHS: i32 = 11;
/// The daily rows from which on the weekdays of a series are clear.
const ROWS_WITH_WEEKDAYS: usize = 20;

/// Reports public rows that would be gone. An indicator that is gone is one case, whatever it had.
pub fn losses(datasets: &DatasetPair, cases: &mut Cases) {
    let Some(old) = datasets.old else { return };
    let new = datasets.new.series_by_key();
    for Indicator { key, series, .. } in old.indicators() {
        let Some(new_series) = new.get(key) else {
            cases.add(GuardKind::Loss, key, None, msg::indicator_lost());
            continue;
        };

        if series == *new_series {
            continue;
        }

        for row in series.observations() {
            if new_series.on(row.date).is_none() {
                let message = msg::observation_lost(row.value);
                cases.add(GuardKind::Loss, key, row.date, message);
            }
        }
    }
}

/// Reports a series if many of its public values change without a new date of publication. Rows under embargo always have
/// such a date.
pub fn many_silent_revisions(datasets: &DatasetPair, cases: &mut Cases) {
    for pair in &datasets.pairs {
        let public = pair.old_rows().len();
        let count = pair.silent_revisions().count();
        if count > CORRECTIONS && count * ONE_IN > public {
            let message = msg::revised_silently(count, public);
            cases.add(GuardKind::Revision, &pair.new.key, None, message);
        }
    }
}

/// Reports new revisions that do not count, and rows that were published before their period ended.
pub fn idle_revisions(datasets: &DatasetPair, cases: &mut Cases) {
    if datasets.old.is_none() {
        return;
    }

    for pair in &datasets.pairs {
        report_superseded_revisions(pair, cases);
        for row in pair.all_rows() {
            if is_published_early(row) {
                let day = or_dash(row.after.published);
                let message = msg::published_before_its_end(row.after.value, day);
                cases.add_row(GuardKind::History, row, message);
            }
        }
    }
}

/// Reports new revisions of public dates, and other values of old ones, where a later revision takes their place.
fn report_superseded_revisions(pair: &IndicatorPair, cases: &mut Cases) {
    let Some(old) = pair.old else { return };
    let Indicator { key, series, .. } = pair.new;
    let old_revisions: BTreeSet<_> = old.series.revisions().map(identity).collect();
    for row in series.superseded() {
        let is_old = old_revisions.contains(&identity(row));
        if is_old || old.series.on(row.date).is_none() {
            continue;
        }

        if let Some(current) = series.on(row.date) {
            let day = or_dash(row.published);
            let current_day = or_dash(current.published);
            let message = msg::does_not_count(row.value, day, current.value, current_day);
            cases.add(GuardKind::History, key, row.date, message);
        }
    }
}

/// Reports another value with the day of publication of the public one, since it would change what was known on that day;
/// and days of publication that are lost. A row that has a case already gets no second one.
pub fn overwritten_days(datasets: &DatasetPair, cases: &mut Cases) {
    for pair in &datasets.pairs {
        report_lost_days(pair, cases);
        for row in &pair.rows {
            let after = row.after;
            let Some(before) = row.before else { continue };
            let is_overwritten = before.published.is_some()
                && before.published == after.published
                && before.value != after.value;
            if is_overwritten && !cases.has(row) {
                let day = or_dash(before.published);
                let message = msg::overwrites(before.value, after.value, day);
                cases.add_row(GuardKind::History, row, message);
            }
        }
    }
}

/// Reports values that lose their day of publication and get no later one; however many, they are one case.
fn report_lost_days(pair: &IndicatorPair, cases: &mut Cases) {
    let mut lost = Vec::new();
    for row in &pair.rows {
        let Some(before) = row.before else { continue };
        let is_lost = before.value == row.after.value
            && before.published.is_some()
            && row.after.published < before.published;
        if is_lost && !is_published_early(row) {
            lost.push(row.after.date);
        }
    }

    if let [first, ..] = lost[..] {
        let message = msg::days_of_publication_lost(lost.len());
        cases.add(GuardKind::History, &pair.new.key, first, message);
    }
}

/// Returns true if a row was published before its period ended, and the live release does not have it so. A rate is fixed
/// ahead of its day, and a decision is taken before it takes effect, but not long before.
fn is_published_early(ComparedRow { before, after, .. }: &ComparedRow) -> bool {
    let ahead = match after.series_key.period_type {
        PeriodType::Daily => RATE_AHEAD,
        PeriodType::EffectiveFrom => DECISION_AHEAD,
        PeriodType::Unknown => return false,
        _ => Days::new(0),
    };

    let (Some(date), Some(published)) = (after.date, after.published) else {
        return false;
    };

    let first_day = date.checked_sub_days(ahead);
    first_day.is_some_and(|first_day| published < first_day)
        && before.is_none_or(|before| before.published != after.published)
}

/// Reports a date or a day of publication that is still to come when its row becomes public.
pub fn future_dates(datasets: &DatasetPair, cases: &mut Cases) {
    for row in datasets.pairs.iter().flat_map(IndicatorPair::all_rows) {
        let ComparedRow { after, day, .. } = *row;
        if let Some(date) = after.date
            && date > after.latest_date(day)
        {
            let message = msg::ends_in_the_future(date, day);
            cases.add_row(GuardKind::Future, row, message);
        }

        if let Some(published) = after.published
            && published > after.latest_published(day)
        {
            let message = msg::published_in_the_future(published, day);
            cases.add_row(GuardKind::Future, row, message);
        }
    }
}

/// Reports an as-of instant in the future, before the former one, or before the newest publication. Rows under embargo do
/// not count.
pub fn as_of_out_of_order(datasets: &DatasetPair, cases: &mut Cases) {
    let DatasetPair { old, new, now, .. } = datasets;
    let as_of = new.offset.timestamp(new.as_of);
    if new.as_of > *now {
        cases.add_whole(GuardKind::AsOf, msg::as_of_in_the_future(&as_of));
    }

    if let Some(old) = old
        && new.as_of < old.as_of
    {
        let message = msg::as_of_goes_back(&as_of, old.offset.timestamp(old.as_of));
        cases.add_whole(GuardKind::AsOf, message);
    }

    let today = new.offset.day(*now);
    let mut newest = None;
    for indicator in new.indicators() {
        for row in indicator.series.observations() {
            newest = newest.max(row.published_until(today));
        }
    }

    if let Some(newest) = newest
        && new.offset.day(new.as_of) < newest
    {
        let message = msg::as_of_before_published(&as_of, newest);
        cases.add_whole(GuardKind::AsOf, message);
    }
}

/// Reports a row of a date that the public rows make unlikely.
pub fn unlikely_dates(datasets: &DatasetPair, cases: &mut Cases) {
    for pair in &datasets.pairs {
        report_old_dates(pair, cases);
        report_unusual_weekdays(pair, cases);
    }
}

/// Reports new rows of long before the last public one; however many, they are one case.
fn report_old_dates(pair: &IndicatorPair, cases: &mut Cases) {
    let Some(last) = pair.old.and_then(|old| old.series.current().date) else {
        return;
    };

    let mut old_dates = BTreeSet::new();
    for row in pair.new_rows() {
        let Some(date) = row.date else { continue };
        let is_old = match pair.new.period_type {
            PeriodType::Daily => (last - date).num_days() >= DAILY_LONG_AGO,
            _ => months_between(date, last) >= LONG_AGO_MONTHS,
        };
        if is_old {
            old_dates.insert(row.date);
        }
    }

    if let Some(first) = old_dates.first() {
        let message = msg::long_ago(old_dates.len(), last);
        cases.add(GuardKind::Date, &pair.new.key, *first, message);
    }
}

/// Reports new daily rows on a weekday on which no public row lies. Figures of the end of a month lie on any weekday.
fn report_unusual_weekdays(pair: &IndicatorPair, cases: &mut Cases) {
    let public = pair.old_rows();
    if public.len() < ROWS_WITH_WEEKDAYS {
        return;
    }

    let usual: HashSet<_> = public.iter().map(weekday).collect();
    for row in pair.new_rows() {
        let is_daily = row.series_key.period_type == PeriodType::Daily;
        if is_daily && row.date.is_some() && !usual.contains(&weekday(row)) {
            let message = msg::other_weekday(row.value);
            cases.add(GuardKind::Date, &pair.new.key, row.date, message);
        }
    }
}

fn weekday(row: &Observation) -> Option<Weekday> {
    Some(row.date?.weekday())
}

/// Reports a total since January that falls within its year, in a series that never was negative.
pub fn falling_totals(datasets: &DatasetPair, cases: &mut Cases) {
    for pair in &datasets.pairs {
        let rows: Vec<_> = pair.other_figures().collect();
        let mut observations = pair.new.series.observations().iter();
        if rows.is_empty() || observations.any(|row| row.value.sign().is_lt()) {
            continue;
        }

        let changed: BTreeSet<_> = rows.iter().map(|row| row.after.date).collect();
        for row in rows {
            // A changed neighbour is compared with this row in its turn.
            let next = row.next.filter(|next| !changed.contains(&next.date));
            let neighbours = [row.previous, Some(row.after), next];
            let neighbours: Vec<_> = neighbours.into_iter().flatten().collect();
            for pair in neighbours.windows(2) {
                if let [earlier, later] = pair
                    && is_fall(earlier, later)
                {
                    let from = or_dash(earlier.date);
                    let to = or_dash(later.date);
                    let message = msg::falls_within_its_year(earlier.value, from, later.value, to);
                    cases.add_row(GuardKind::Order, row, message);
                }
            }
        }
    }
}

/// Returns true if the later of two totals of a year is lower.
fn is_fall(earlier: &Observation, later: &Observation) -> bool {
    let key = &earlier.series_key;
    *key == later.series_key
        && key.period_type == PeriodType::YearToDate
        && key.measure == Measure::Amount
        && earlier.year() == later.year()
        && later.value < earlier.value
}

/// The rows that are new or another figure, by indicator and date.
type Changed<'a> = BTreeSet<(&'a Key, Option<NaiveDate>)>;

/// Reports values beyond the bounds that `below` and `between` set, among public rows and among those to come.
pub fn crossed_limits(datasets: &DatasetPair, cases: &mut Cases) {
    let mut public = Changed::new();
    let mut coming = Changed::new();
    for pair in &datasets.pairs {
        for row in pair.other_figures() {
            let changed = match row.not_before {
                None => &mut public,
                Some(_) => &mut coming,
            };
            changed.insert((&pair.new.key, row.after.date));
        }
    }

    report_crossed_limits(datasets.new, &public, cases);
    report_crossed_limits(datasets.new_full.with_all_rows(), &coming, cases);
}

fn report_crossed_limits(dataset: &Dataset, changed: &Changed, cases: &mut Cases) {
    for indicator in dataset.indicators() {
        for (side, key) in indicator.limits.all() {
            if let Some(bound) = dataset.indicator(key) {
                report_crossings(indicator, bound, side, changed, cases);
            }
        }
    }
}

/// Reports every date on which `indicator` is beyond `bound`, where one of the two figures is new.
fn report_crossings(
    indicator: &Indicator,
    bound: &Indicator,
    side: Side,
    changed: &Changed,
    cases: &mut Cases,
) {
    let mut dates = BTreeSet::new();
    for indicator in [indicator, bound] {
        let observations = indicator.series.observations().iter();
        dates.extend(observations.filter_map(|row| row.date));
    }

    let key = &indicator.key;
    for date in dates {
        let Some(row) = observation_at(indicator, date) else {
            continue;
        };

        let Some(bound_row) = observation_at(bound, date) else {
            continue;
        };

        let is_changed = changed.contains(&(key, row.date));
        let is_bound_changed = changed.contains(&(&bound.key, bound_row.date));
        let has_same_unit = row.series_key.unit == bound_row.series_key.unit;
        if !has_same_unit || !(is_changed || is_bound_changed) {
            continue;
        }

        let value = row.value;
        let limit = bound_row.value;
        let mut message = match side {
            Side::NotAbove if value > limit => msg::above_other(value, &bound.key, limit),
            Side::NotBelow if value < limit => msg::below_other(value, &bound.key, limit),
            _ => continue,
        };
        // Rates that move together cannot be recorded one by one.
        if is_changed != is_bound_changed {
            message = msg::together(message);
        }

        cases.add(GuardKind::Order, key, Some(date), message);
    }
}

/// The observation of a date; for values that take effect, the one in force then.
fn observation_at(indicator: &Indicator, date: NaiveDate) -> Option<&Observation> {
    let observations = indicator.series.observations();
    let until = observations.partition_point(|row| row.date <= Some(date));
    let last = observations.get(until.checked_sub(1)?)?;
    let is_in_force = indicator.period_type == PeriodType::EffectiveFrom;
    (is_in_force || last.date == Some(date)).then_some(last)
}

#[cfg(test)]
mod tests {
    use crate::compare;
    use crate::compare::tests::total;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    /// The cases of another total of a year, as an amount or a balance.
    fn cases(measure: &str, rows: &str, row: &str) -> Vec<String> {
        let [old, new] =
            [rows.to_owned(), format!("{rows}{row}")].map(|rows| total(AS_OF, measure, &rows));
        compare::tests::cases(&old, &new, AS_OF)
    }

    #[test]
    fn the_next_period_under_the_year_before_is_asked() {
        let public = "2026-07-31,30,\n2026-08-31,35,\n2026-09-30,32,\n";
        for (date, is_asked) in [
            ("2026-10-31", false),
            ("2025-10-31", true),
            ("2025-09-30", true),
            ("2024-10-31", true),
            ("2025-11-30", false),
            ("2026-06-30", false),
        ] {
            let rows = format!("{date},31,\n{public}");
            let [old, new] = [public, &rows].map(|rows| total(AS_OF, "balance", rows));
            let cases = compare::tests::cases(&old, &new, AS_OF);
            let dates = cases.iter().any(|case| case.starts_with("date: "));
            assert_eq!(dates, is_asked, "{date}: {cases:?}");
        }
    }

    #[test]
    fn a_balance_falls_and_changes_its_sign() {
        let falls = "order: the total since January falls: 1600 (2026-08-31) → 1590 (2026-09-30)";
        let grows = "2026-06-30,1200,\n2026-07-31,1400,\n2026-08-31,1600,\n";
        assert_eq!(cases("amount", grows, "2026-09-30,1590,\n"), [falls]);
        assert_eq!(cases("balance", grows, "2026-09-30,1590,\n"), [""; 0]);
        let sign = "jump: -50: this series would change sign for the first time";
        let turns = "2026-06-30,30,\n2026-07-31,140,\n2026-08-31,8,\n";
        assert_eq!(cases("amount", turns, "2026-09-30,-50,\n"), [sign]);
        assert_eq!(cases("balance", turns, "2026-09-30,-50,\n"), [""; 0]);
    }
}
