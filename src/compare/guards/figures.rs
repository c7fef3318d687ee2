//! Values that a movement does not explain: a step too far, a new sign, a bound that is not kept [D30.1, D30.2]; and slips
//! of the hand in typed values [D30.3].

use super::*;

use crate::dataset::{Diagnostics, Location};
use crate::model::{Exact, Implausible, Movement, Steps};

/// The rows from which on the digits of a series are clear.
const ROWS_WITH_DIGITS: usize = 3;
/// The decimals from which on figures are doubles of a spreadsheet, whose last digits say nothing.
const DECIMALS_OF_A_SPREADSHEET: u8 = 5;
/// The rows without a repetition from which on a repetition is worth a warning, whatever the value.
const ROWS_WITHOUT_REPETITION: usize = 20;
/// The significant digits from which on two values are not equal by chance.
const TELLING_DIGITS: usize = 4;
/// A step of a growth rate or a balance up to so many hundredths is never taken for a moved decimal point.
const SMALL_STEP_HUNDREDTHS: u32 = 30;
/// How near to the value before it a moved point must bring an unusual growth rate or balance, in hundredths of that value.
const NEAR_IF_UNUSUAL: u32 = 25;
/// The same for a usual one.
const NEAR_IF_USUAL: u32 = 10;
/// A neighbour older than this many days is no evidence for the decimal point.
const MAX_NEIGHBOUR_DAYS: i64 = 731;
/// A value this near to another indicator may belong there, in thousandths of that one.
const NEAR_THOUSANDTHS: u32 = 10;
/// It has to be this many times nearer to the other indicator than to its own series.
const TIMES_NEARER: u32 = 5;
/// How many unusual values are searched for in all other indicators. More of them are no slips of the hand, and each
/// search goes through every indicator.
const MAX_SEARCHES: usize = 100;

/// Judges every new figure. At a first publication only the bounds apply that the indicator itself names.
pub fn unlikely_figures(datasets: &DatasetPair, cases: &mut Cases) {
    let mut searches_left = MAX_SEARCHES;
    for pair in &datasets.pairs {
        if pair.all_rows().next().is_none() {
            continue;
        }

        let mut series = PublicSeries::new(datasets, pair);
        let mut cut = Vec::new();

        for row in pair.other_figures() {
            let mut jumps = Vec::from_iter(series.sign_or_step(row));
            jumps.extend(series.implausible(pair.new, row));
            if !jumps.is_empty() {
                for message in jumps {
                    cases.add_row(GuardKind::Jump, row, message);
                }
                continue;
            }

            if row.is_typed && row.has_lost_digits() {
                cut.push(row);
                continue;
            }

            let slip = series
                .moved_point(row)
                .or_else(|| series.value_of_another(datasets, row, &mut searches_left))
                .or_else(|| series.typed_slip(row));
            if let Some(message) = slip {
                cases.add_row(GuardKind::Slip, row, message);
            }
        }

        report_lost_digits(&cut, cases);
        report_moved_rows(pair, cases);
    }
}

/// Reports public values that lost digits, as when a program for tables has saved a file; however many, they are one case.
fn report_lost_digits(rows: &[&ComparedRow], cases: &mut Cases) {
    let [first, ..] = rows else { return };
    let Some(before) = first.before else { return };
    let date = first.after.date.filter(|_| rows.len() == 1);
    let message = msg::digits_lost(rows.len(), before.value, first.after.value);
    cases.add(GuardKind::Revision, first.key, date, message);
}

/// How a series is written and how it moves, by its public rows.
struct PublicSeries<'a> {
    /// `None` at a first publication.
    rows: Option<&'a [Observation]>,
    is_first: bool,
    steps: Steps<'a>,
    signs: BTreeSet<Ordering>,
    decimals: u8,
}

impl<'a> PublicSeries<'a> {
    fn new(datasets: &DatasetPair, pair: &IndicatorPair<'a>) -> Self {
        let mut signs = BTreeSet::new();
        let mut decimals = 0;
        for row in pair.old_rows() {
            signs.insert(row.value.sign());
            decimals = row.value.decimals().max(decimals);
        }

        PublicSeries {
            rows: pair.old.map(|old| old.series.observations()),
            is_first: datasets.old.is_none(),
            steps: Steps::new(pair.new.series.observations()),
            signs,
            decimals,
        }
    }

    fn moves_by_ratio(&self, row: &ComparedRow) -> bool {
        let movement = self.steps.movement(row.after);
        !matches!(movement, Movement::Growth | Movement::Balance)
    }

    /// A sign that the series never had, which says enough of the step, or else a step too far.
    fn sign_or_step(&self, row: &ComparedRow) -> Option<Message> {
        let value = row.after.value;
        let sign = value.sign();
        let is_new = !self.signs.is_empty() && !self.signs.contains(&sign);
        if is_new && !self.may_change_sign(row) {
            if sign.is_eq() {
                return Some(msg::becomes_zero());
            }

            if self.signs.contains(&sign.reverse()) {
                return Some(msg::changes_sign(value));
            }
        }

        if self.is_first {
            return None;
        }

        self.far_step(row.neighbour(), row)
            .or_else(|| self.far_step(row.before, row))
    }

    /// A balance passes through zero, and a growth rate in a step like others.
    fn may_change_sign(&self, row: &ComparedRow) -> bool {
        match (Movement::of(&row.after.series_key), row.previous) {
            (Movement::Balance, _) => true,
            (Movement::Growth, Some(previous)) => !self.steps.is_unusual(previous, row.after),
            _ => false,
        }
    }

    /// Reports a step of a row from its neighbour or from the row that it replaces, if it is too far [D30.2]. Fivefold is
    /// too far for any ratio; otherwise [`Steps`] has the limit, if the series is public already.
    fn far_step(&self, former: Option<&Observation>, row: &ComparedRow) -> Option<Message> {
        let former = former?;
        let after = row.after;
        let [from, to] = if former.date > after.date {
            [after, former]
        } else {
            [former, after]
        };

        if self.moves_by_ratio(row) && from.differs_fivefold(to) {
            return Some(msg::moves_fivefold(former.value, after.value));
        }

        self.rows?;
        let limit = self.steps.exceeded(from, to)?;
        let message = msg::moves_far(former.value, after.value, msg::step_limit(&limit));
        if !row.is_typed {
            return Some(message);
        }

        // Two digits exchanged may make the step a short one.
        for exchanged in after.value.with_digits_exchanged() {
            let corrected = after.with_value(exchanged);
            if self.steps.is_short(former, &corrected) {
                let reason = msg::may_be_exchanged(exchanged);
                return Some(msg::followed_by(message, reason));
            }
        }

        Some(message)
    }

    fn implausible(&self, indicator: &Indicator, row: &ComparedRow) -> Vec<Message> {
        let mut messages = Vec::new();
        let Some(plausible) = &indicator.plausible else {
            return messages;
        };

        let previous = row.previous.filter(|_| !self.is_first);
        let previous = previous.map(|former| (former, self.steps.widening(former, row.after)));
        let value = row.after.value;
        for bound in plausible.violations(previous, row.after) {
            messages.push(match bound {
                Implausible::BelowMin(min) => msg::below_plausible(value, min),
                Implausible::AboveMax(max) => msg::above_plausible(value, max),
                Implausible::ChangePct(change) => {
                    let bound = msg::bound_of_change(&change, msg::bound_by_percent);
                    msg::moves_further_than(change.before, value, bound)
                }
                Implausible::Change(change) => {
                    let bound = msg::bound_of_change(&change, msg::bound_by_unit);
                    msg::moves_further_than(change.before, value, bound)
                }
            });
        }

        messages
    }

    /// A value that with its point elsewhere would be nearer to its neighbour, to the value that it replaces, or to its
    /// neighbour moved as a year before.
    fn moved_point(&self, row: &ComparedRow) -> Option<Message> {
        self.rows?;
        let after = row.after;
        let neighbour = row.neighbour();
        let neighbour = neighbour.filter(|neighbour| is_recent(neighbour, after));
        let former = if self.moves_by_ratio(row) {
            let mut formers = [neighbour, row.before].into_iter().flatten();
            let former = formers.find(|former| former.is_a_place_from(after));
            former.or_else(|| self.steps.season_a_place_off(row.previous?, after))
        } else {
            neighbour.filter(|neighbour| self.is_a_place_off(neighbour, after))
        };

        Some(msg::may_be_a_place_off(former?.value, after.value))
    }

    /// Returns true if a moved decimal point would make an unusual step an ordinary one, or any other step a tiny one. For
    /// growth rates and balances.
    fn is_a_place_off(&self, former: &Observation, after: &Observation) -> bool {
        let hundredths = if self.steps.is_unusual(former, after) {
            NEAR_IF_UNUSUAL
        } else {
            NEAR_IF_USUAL
        };
        let former = former.value;
        let value = after.value;
        let near = former.exact_size().thousandths(hundredths * 10);
        let least = Exact::of_hundredths(SMALL_STEP_HUNDREDTHS);
        let step = former.exactly_minus(value);
        if step.compare_sizes(&least).is_le() || value.sign().is_eq() {
            return false;
        }

        for places in [-2, -1, 1, 2] {
            if let Some(moved) = value.with_point_moved(places)
                && former.exactly_minus(moved).compare_sizes(&near).is_lt()
            {
                return true;
            }
        }

        false
    }

    /// Slips that only a hand makes: a value and a reported change which may be the halves of one number; and, where values
    /// do not move by ratio, more digits than the series has. Digits are reported once, since the rows that follow have as
    /// many.
    fn typed_slip(&mut self, row: &ComparedRow) -> Option<Message> {
        let rows = self.rows?;
        let value = row.after.value;
        let decimals = value.decimals();
        let most = self.decimals;
        self.decimals = most.max(decimals);
        if !row.is_typed {
            return None;
        }

        if let Some(reported) = row.after.reported_change()
            && reported.decimals() == 0
            && decimals == 0
            && most > 0
        {
            return Some(msg::may_be_parted(value, reported));
        }

        let has_digits = rows.len() >= ROWS_WITH_DIGITS && most < DECIMALS_OF_A_SPREADSHEET;
        let is_slip = has_digits && decimals > most && !self.moves_by_ratio(row);
        is_slip.then(|| msg::more_digits(value, most))
    }

    /// A value that is unusual for its own series and belongs to another one: that series has it, or ends before its date
    /// and would go on with it.
    fn value_of_another(
        &self,
        datasets: &DatasetPair,
        row: &ComparedRow,
        searches_left: &mut usize,
    ) -> Option<Message> {
        self.rows?;
        let previous = row.previous?;
        let after = row.after;
        if !self.steps.is_unusual(previous, after) {
            return None;
        }

        *searches_left = searches_left.checked_sub(1)?;
        for other in datasets.new.indicators() {
            if other.key != *row.key && may_own(other, previous, after) {
                return Some(msg::may_be_of_another(after.value, &other.key));
            }
        }

        None
    }
}

/// Returns true if a neighbour is near enough in time to be evidence for the decimal point.
fn is_recent(neighbour: &Observation, after: &Observation) -> bool {
    let (Some(date), Some(former)) = (after.date, neighbour.date) else {
        return true;
    };

    (date - former).num_days().abs() <= MAX_NEIGHBOUR_DAYS
}

/// Returns true if an indicator has a value that follows `previous` elsewhere, or lacks its date and would go on with it.
fn may_own(indicator: &Indicator, previous: &Observation, after: &Observation) -> bool {
    let rows = indicator.series.observations();
    let (earlier, rest) = rows.split_at(rows.partition_point(|row| row.date < after.date));
    let last = earlier.last();
    let same_date = rest.first().filter(|row| row.date == after.date);
    if let Some(last) = last
        && same_date.is_none()
        && fits_better(previous, after, last)
    {
        return true;
    }

    let mut rows = [same_date, last].into_iter().flatten();
    after.value.significant_digits() >= TELLING_DIGITS && rows.any(|row| row.value == after.value)
}

/// Returns true for a value that is a short step from `another` series and a long one from `previous`, the row before it in
/// its own.
fn fits_better(previous: &Observation, after: &Observation, another: &Observation) -> bool {
    let Some(step) = previous.ratio_to(after) else {
        return false;
    };

    let Some(other_step) = another.ratio_to(after) else {
        return false;
    };

    let near = Exact::of_hundredths(100).thousandths(NEAR_THOUSANDTHS);
    let is_near_other = other_step.compare_sizes(&near).is_le();
    let is_far_from_own = step.compare_sizes(&near.times(TIMES_NEARER)).is_gt();
    let other_times = other_step.times(TIMES_NEARER);
    is_near_other && is_far_from_own && other_times.compare_sizes(&step).is_lt()
}

/// Warns of a typed last figure that equals the one before it, in a series that never had a value twice running: it is
/// seldom so, and never a reason to refuse. Without `old`, every last figure is a new one.
pub fn repetitions(old: Option<&FullDataset>, new: &FullDataset, origins: &Origins) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for Indicator { key, series, .. } in new.with_all_rows().indicators() {
        let [former @ .., last] = series.observations() else {
            continue;
        };

        let Some(previous) = former.last() else {
            continue;
        };

        if previous.value != last.value || !never_repeats(former, last) {
            continue;
        }

        let old = old.and_then(|old| old.with_all_rows().indicator(key));
        let is_new = old.is_none_or(|old| old.series.current() != last);
        if is_new && origins.may_be_typed(key, last) {
            let file = Location::file(format!("indicators/{key}.csv"));
            let message = msg::never_repeated(last.value, or_dash(previous.date));
            warnings.warning(file, message);
        }
    }

    warnings
}

/// Returns true if a repetition is hardly a coincidence. Rates of holidays repeat the day before, and a short series does
/// not show its holidays.
fn never_repeats(former: &[Observation], last: &Observation) -> bool {
    let period_type = last.series_key.period_type;
    let is_telling = last.value.significant_digits() >= TELLING_DIGITS;
    let rows_needed = match period_type {
        PeriodType::EffectiveFrom => return false,
        PeriodType::Daily => ROWS_WITHOUT_REPETITION,
        _ if is_telling => ROWS_WITH_DIGITS + 1,
        _ => ROWS_WITHOUT_REPETITION,
    };

    let mut pairs = former.windows(2);
    former.len() >= rows_needed && pairs.all(|pair| pair[0].value != pair[1].value)
}

/// Reports silent revisions to values that neighbouring dates had, as when rows move by a line; however many, they are one
/// case.
fn report_moved_rows(pair: &IndicatorPair, cases: &mut Cases) {
    let public = pair.old_rows();
    let mut replaced = HashSet::new();
    for row in pair.silent_revisions() {
        replaced.extend(row.before.map(|before| before.value));
    }

    let mut moved = Vec::new();
    for row in pair.silent_revisions() {
        let value = row.after.value;
        let place = public.partition_point(|public| public.date < row.after.date);
        let first = place.saturating_sub(1);
        let mut near = public.iter().take(place + 2).skip(first);
        if replaced.contains(&value) || near.any(|neighbour| neighbour.value == value) {
            moved.push(row);
        }
    }

    let Some(first) = moved.first() else { return };
    if moved.len() > 1 || first.after.value.significant_digits() >= TELLING_DIGITS {
        let message = msg::values_of_other_dates(moved.len());
        cases.add_row(GuardKind::Slip, first, message);
    }
}

#[cfg(test)]
mod tests {
    use crate::compare::guards::{Occasion, repetitions, violations};
    use crate::compare::tests::{daily, instant, monthly_growth, quarterly, rows};
    use crate::compare::{self, Origins};
    use crate::dataset::ImportedRows;
    use crate::dataset::{FullDataset, RecordedRow};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";
    const RATES: [&str; 10] = [
        "1.8412", "1.8431", "1.8405", "1.8398", "1.8442", "1.8427", "1.8391", "1.8376", "1.8402",
        "1.8419",
    ];
    const PLACE: &str = "the decimal point may be one place off";

    fn cases(old: &FullDataset, new: &FullDataset) -> Vec<String> {
        compare::tests::cases(old, new, AS_OF)
    }

    #[track_caller]
    fn next(before: &[&'static str], value: &'static str, expected: &[&str]) {
        let dataset = |values: Vec<&'static str>| daily(AS_OF, &[("a", rows(values))]);
        let after = before.iter().copied().chain([value]).collect();
        assert_eq!(
            cases(&dataset(before.to_vec()), &dataset(after)),
            expected,
            "{value}"
        );
    }

    #[test]
    fn a_step_too_far_is_one_case_with_its_reason() {
        next(&RATES, "1.8442", &[]);
        let far = "further than this series goes in one step (up to 1.03 times)";
        next(
            &RATES,
            "1.9419",
            &[&format!("jump: 1.8419 → 1.9419, {far}")],
        );
        let exchanged = "two digits may be exchanged";
        next(
            &RATES,
            "1.4819",
            &[&format!(
                "jump: 1.8419 → 1.4819, {far}; {exchanged} (1.8419)"
            )],
        );
        next(&RATES, "1.8149", &[]);
        next(
            &["100"],
            "500",
            &["jump: 100 → 500, a fivefold change or more"],
        );
    }

    #[test]
    fn a_machine_exchanges_no_digits() {
        let dataset = |last: &str| daily(AS_OF, &[("a", rows(RATES) + last)]);
        let row = RecordedRow {
            key: "a".to_owned(),
            date: "2026-01-11".to_owned(),
            published: String::new(),
            value: "1.4819".to_owned(),
        };
        let origins = Origins::new(vec![ImportedRows {
            files: "rates.xml".to_owned(),
            by_machine: true,
            rows: vec![row],
        }]);
        let new = dataset("2026-01-11,1.4819,\n");
        let cases = violations(
            Occasion::Publication,
            Some(&dataset("")),
            &new,
            instant(AS_OF),
            &origins,
        );
        let messages = cases
            .iter()
            .map(|case| case.message.get(Lang::En))
            .collect::<Vec<_>>();
        assert_eq!(
            messages,
            ["1.8419 → 1.4819, further than this series goes in one step (up to 1.03 times)"]
        );
    }

    #[test]
    fn a_point_is_a_place_off_beyond_the_root_of_ten() {
        // A gap of two years leaves room for a devaluation.
        let old = daily(AS_OF, &[("a", "2024-12-01,100,\n".to_owned())]);
        let with = |value: &str| {
            daily(
                AS_OF,
                &[("a", format!("2024-12-01,100,\n2026-11-20,{value},\n"))],
            )
        };
        assert_eq!(cases(&old, &with("170")), [""; 0]);
        assert_eq!(cases(&old, &with("316"))[0][..4], *"jump");
        let quarters = |last: &str| {
            let rows = "2025-03-31,100,\n2025-06-30,310,\n2025-09-30,720,\n2025-12-31,240,\n2026-03-31,105,\n";
            quarterly(AS_OF, &format!("{rows}{last}"))
        };
        let next = |value: &str| cases(&quarters(""), &quarters(&format!("2026-06-30,{value},\n")));
        assert_eq!(next("325"), [""; 0]);
        assert_eq!(
            next("35"),
            [format!("slip: 310 → 35: {PLACE}")],
            "105 is near enough"
        );
        assert_eq!(next("32.5"), [format!("slip: 105 → 32.5: {PLACE}")]);
    }

    #[test]
    fn growth_rates_are_checked_for_a_moved_decimal_point() {
        let months = "2026-01-31,0.9,\n2026-02-28,4.1,\n2026-03-31,1.2,\n";
        let dataset = |rows: &str| monthly_growth(AS_OF, &format!("{months}{rows}"));
        let next = |value: &str| cases(&dataset(""), &dataset(&format!("2026-04-30,{value},\n")));
        assert_eq!(next("4.3"), [""; 0]);
        assert_eq!(next("12.1"), [format!("slip: 1.2 → 12.1: {PLACE}")]);
        assert_eq!(
            next("-12.1"),
            ["jump: -12.1: this series would change sign for the first time"]
        );
        assert_eq!(next("0.13"), [format!("slip: 1.2 → 0.13: {PLACE}")]);
        assert_eq!(
            next("0.44"),
            ["slip: 0.44 has more decimals than this series has had (1)"]
        );
        let doubles = months.replace("1.2,", "1.20348,");
        let after_doubles = monthly_growth(AS_OF, &format!("{doubles}2026-04-30,0.440162,\n"));
        assert_eq!(
            cases(&monthly_growth(AS_OF, &doubles), &after_doubles),
            [""; 0],
            "a spreadsheet's digits"
        );
    }

    #[test]
    fn a_repetition_is_a_warning_where_a_value_never_came_twice() {
        let quarters =
            "2025-09-30,7203.5,\n2025-12-31,7240.1,\n2026-03-31,7251.8,\n2026-06-30,7263.4,\n";
        let dataset = |last: &str| quarterly(AS_OF, &format!("{quarters}{last}"));
        let again = dataset("2026-09-30,7263.4,\n");
        assert_eq!(cases(&dataset(""), &again), [""; 0]);
        let warnings = |old: Option<&FullDataset>, new: &FullDataset| {
            let warnings = repetitions(old, new, &Origins::default());
            warnings
                .problems()
                .iter()
                .map(|problem| problem.message.get(Lang::En))
                .collect::<Vec<_>>()
        };
        let warning = "7263.4 is the value of 2026-06-30, and this series has never had a value twice running";
        assert_eq!(warnings(Some(&dataset("")), &again), [warning]);
        assert_eq!(warnings(None, &again), [warning]);
        assert_eq!(warnings(Some(&again), &again), [""; 0], "it was said once");
        assert_eq!(
            warnings(Some(&dataset("")), &dataset("2026-09-30,7263.5,\n")),
            [""; 0]
        );
        let days = |values: &[&'static str]| daily(AS_OF, &[("a", rows(values.iter().copied()))]);
        assert_eq!(
            warnings(None, &days(&[&RATES[..], &["1.8419"]].concat())),
            [""; 0],
            "few rows"
        );
        assert_eq!(
            warnings(None, &days(&["1.7", "1.7", "1.8", "1.7"])),
            [""; 0]
        );
    }

    #[test]
    fn a_public_value_that_lost_digits_is_a_revision() {
        let dataset = |values: [&'static str; 3]| daily(AS_OF, &[("a", rows(values))]);
        let old = dataset(["113.8", "113.9315", "113.9467"]);
        let case = |values| cases(&old, &dataset(values));
        let cut = |count: u32, value: &str| {
            format!("revision: values that lose digits: {count} (113.9315 → {value})")
        };
        assert_eq!(case(["113.8", "113.9", "113.9467"]), [cut(1, "113.9")]);
        assert_eq!(case(["113.8", "113.932", "113.9467"]), [cut(1, "113.932")]);
        assert_eq!(case(["113.8", "113.93", "113.95"]), [cut(2, "113.93")]);
        assert_eq!(case(["113.8", "114", "113.9467"]), [cut(1, "114")]);
        assert_eq!(case(["113.8", "113.9315", "113.946700"]), [""; 0]);
        assert_eq!(
            case(["113.8", "113.7", "113.9467"]),
            [""; 0],
            "another value"
        );
        assert_eq!(cases(&dataset(["113.8", "113.9", "113.9"]), &old), [""; 0]);
    }

    /// Series whose steps of some 8 % are usual.
    const OWN: [&str; 5] = ["39005.5", "42120.2", "39188.9", "42202.4", "39190.1"];
    const OTHER: [&str; 5] = ["43120.7", "46833.1", "43480.6", "46702.8", "45911.3"];

    /// The cases of new rows of two indicators, where the rows above are public.
    #[track_caller]
    fn beside(first: &[&'static str], second: &[&'static str], expected: &[&str]) {
        let dataset = |first: &[&'static str], second: &[&'static str]| {
            let rows = |values: &[&'static str]| rows(values.iter().copied());
            daily(AS_OF, &[("own", rows(first)), ("other", rows(second))])
        };
        assert_eq!(
            cases(&dataset(&OWN, &OTHER), &dataset(first, second)),
            expected
        );
    }

    #[test]
    fn a_row_in_the_wrong_file_fits_another_indicator() {
        let with = |values: &[&'static str], value| [values, &[value]].concat();
        let case = ["slip: 45880.2 may be a value of `other`"];
        beside(&with(&OWN, "45880.2"), &OTHER, &case);
        beside(&with(&OWN, "45880.2"), &with(&OTHER, "45880.2"), &case);
        beside(&with(&OWN, "45880.2"), &with(&OTHER, "45890.1"), &[]);
        beside(&with(&OWN, "42180.2"), &with(&OTHER, "45890.1"), &[]);
    }

    #[test]
    fn rows_that_moved_by_a_line_have_the_values_of_others() {
        let moved = "slip: values that were published for other dates (observations: 2)";
        beside(
            &["39005.5", "39188.9", "42120.2", "42202.4", "39190.1"],
            &OTHER,
            &[moved],
        );
        beside(
            &["39005.5", "42120.2", "42202.4", "39190.1", "39202.3"],
            &OTHER,
            &[moved],
        );
        beside(
            &["39005.5", "42120.2", "39188.9", "42202.5", "39190.1"],
            &OTHER,
            &[],
        );
    }
}
