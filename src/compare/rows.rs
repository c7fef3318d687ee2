//! The rows of two datasets: date by date, the new and changed ones among their neighbours and as of the day on which each
//! becomes public, and one line for each.

use super::*;

use std::cmp::Reverse;

use crate::model::{Steps, a_year_before};

/// The rows of an edit that are written out.
const MAX_LISTED: usize = 8;

/// An observation before and after, `None` where a series has none of its date.
pub type Sides<'a> = (Option<&'a Observation>, Option<&'a Observation>);

/// Every date that one of the series has, oldest first; nothing where they are equal.
pub fn by_date<'a>(before: Option<&'a Series>, after: Option<&'a Series>) -> Vec<Sides<'a>> {
    if before == after {
        return Vec::new();
    }

    let mut rows: BTreeMap<Option<NaiveDate>, Sides<'a>> = BTreeMap::new();
    for observation in before.into_iter().flat_map(Series::observations) {
        rows.entry(observation.date).or_default().0 = Some(observation);
    }

    for observation in after.into_iter().flat_map(Series::observations) {
        rows.entry(observation.date).or_default().1 = Some(observation);
    }

    rows.into_values().collect()
}

/// Whether both datasets have an indicator or a row, or only the new or the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Added,
    Removed,
    Changed,
}

/// The rows of one date before and after, of which at least one is there.
#[derive(Clone, Debug)]
pub struct RowChange {
    pub before: Option<Observation>,
    pub after: Option<Observation>,
    /// The value of the observation before it, where it is new.
    pub previous: Option<Number>,
}

impl RowChange {
    pub fn kind(&self) -> Kind {
        match (&self.before, &self.after) {
            (None, Some(_)) => Kind::Added,
            (Some(_), None) => Kind::Removed,
            _ => Kind::Changed,
        }
    }

    pub fn newest(&self) -> Option<&Observation> {
        self.after.as_ref().or(self.before.as_ref())
    }

    /// The values that are compared: the new one with the one that it replaces, else with the one before it.
    fn values(&self) -> Option<(Number, &Observation)> {
        let after = self.after.as_ref()?;
        let before = self.before.as_ref().map(|before| before.value);
        let former = before.or(self.previous)?;
        (former != after.value).then_some((former, after))
    }

    pub fn change(&self) -> Option<Message> {
        let (former, after) = self.values()?;
        describe_change(former, after)
    }

    /// The size of the change, for an order of those that are told.
    pub fn size(&self) -> Option<RoundedToHundredths> {
        let (former, after) = self.values()?;
        change_size(former, after)
    }

    /// The length of the step in hundredths of the longest that is usual in its series; very long where none is known.
    pub fn weigh(&self, steps: Option<&Steps<'_>>) -> u64 {
        let weight = steps
            .zip(self.after.as_ref())
            .and_then(|(steps, after)| steps.hundredths_of_limit(self.before.as_ref(), after));
        weight.unwrap_or(u64::MAX)
    }
}

/// A row that is new or changed, among its neighbours.
pub struct ComparedRow<'a> {
    pub before: Option<&'a Observation>,
    pub after: &'a Observation,
    pub previous: Option<&'a Observation>,
    pub next: Option<&'a Observation>,
    /// The same month a year before, to which a total since January is compared.
    a_year_before: Option<&'a Observation>,
    pub day: NaiveDate,
    /// The instant until which it is under embargo.
    pub not_before: Option<Timestamp>,
}

impl<'a> ComparedRow<'a> {
    /// Whether its value is new, or one of something else; else only its day of publication is.
    pub fn is_another_figure(&self) -> bool {
        let is_same = |before: &&Observation| {
            before.value == self.after.value && before.series_key == self.after.series_key
        };
        self.before.as_ref().is_none_or(|before| !is_same(before))
    }

    /// Whether its value replaces another one without a new day of publication.
    pub fn is_silent_revision(&self) -> bool {
        self.before.is_some_and(|before| {
            before.value != self.after.value && self.after.published <= before.published
        })
    }

    /// Whether its value is that which it replaces with fewer digits, rounded or cut, and no word of the source.
    pub fn has_lost_digits(&self) -> bool {
        let has_lost = |before: &Observation| self.after.value.has_fewer_digits_than(before.value);
        self.is_silent_revision() && self.before.is_some_and(has_lost)
    }

    /// The value to compare it with: the one that it replaces, or else the one before it. A total since January says
    /// nothing beside one of more or fewer months.
    fn former(&self) -> Option<&'a Observation> {
        let key = &self.after.series_key;
        let is_total = key.period_type == PeriodType::YearToDate && key.measure.adds_up();
        self.before
            .or(self.a_year_before.filter(|_| is_total))
            .or(self.previous)
    }

    /// The size of the change from the former value in per cent, for an order of importance.
    fn step(&self) -> Option<RoundedToHundredths> {
        change_size(self.former()?.value, self.after)
    }

    /// A row under embargo, as of the day on which it comes.
    pub fn coming(row: &EmbargoedRow<'a>, offset: Offset) -> Self {
        let coming = &row.coming;
        ComparedRow {
            before: coming.replaces,
            after: &coming.row.observation,
            previous: coming.previous,
            next: coming.next,
            a_year_before: a_year_before(
                row.indicator.series.observations(),
                &coming.row.observation,
            ),
            day: offset.day(coming.not_before),
            not_before: Some(coming.not_before),
        }
    }
}

/// One indicator as it was, where it was, and as it will be.
pub struct Pair<'a> {
    pub old: Option<&'a Indicator>,
    pub new: &'a Indicator,
    /// The rows that are new or changed for readers, oldest first.
    pub rows: Vec<ComparedRow<'a>>,
    /// The rows under embargo that are new or changed and will count, in the order in which they come [D19a.4].
    pub coming: Vec<ComparedRow<'a>>,
}

impl<'a> Pair<'a> {
    pub fn all_rows(&self) -> impl Iterator<Item = &ComparedRow<'a>> {
        self.rows.iter().chain(&self.coming)
    }
}

/// The indicators of a dataset by their keys.
type ByKey<'a> = HashMap<&'a Key, &'a Indicator>;

/// Two datasets at the instant at which the new one becomes public.
pub struct Comparison<'a> {
    /// The public dataset; `None` at a first publication.
    pub old: Option<&'a Dataset>,
    pub new: &'a Dataset,
    pub old_full: Option<&'a FullDataset>,
    pub new_full: &'a FullDataset,
    pub now: Timestamp,
    pub origins: &'a Origins,
    /// The public indicators of both.
    pub old_by_key: ByKey<'a>,
    pub new_by_key: ByKey<'a>,
    /// Every indicator of the new dataset, and those that are wholly under embargo in it.
    pub pairs: Vec<Pair<'a>>,
}

impl<'a> Comparison<'a> {
    /// The indicators of both datasets, each as it was and as it will be.
    pub fn common(&self) -> impl Iterator<Item = (&'a Indicator, &'a Indicator)> {
        self.pairs
            .iter()
            .filter_map(|pair| Some((pair.old?, pair.new)))
    }

    /// Compares the public rows of both at `now`, and the new one's rows under embargo.
    pub fn with<T>(
        old_full: Option<&FullDataset>,
        new_full: &FullDataset,
        now: Timestamp,
        origins: &Origins,
        judge: impl FnOnce(&Comparison<'_>) -> T,
    ) -> T {
        let (old, new) = (
            old_full.map(|old| old.public_at(now)),
            new_full.public_at(now),
        );
        let (old, new) = (old.as_deref(), &*new);
        let old_by_key: ByKey<'_> = old
            .into_iter()
            .flat_map(Dataset::indicators)
            .map(|i| (&i.key, i))
            .collect();
        let new_by_key: ByKey<'_> = new.indicators().map(|i| (&i.key, i)).collect();
        let mut coming = coming(old_full, new_full, now);
        let hidden = new_full
            .with_all_rows()
            .indicators()
            .filter(|i| !new_by_key.contains_key(&i.key));
        let mut pairs = Vec::new();
        for indicator in new.indicators().chain(hidden) {
            let key = &indicator.key;
            let old = old_by_key.get(key).copied();
            let rows = new_by_key
                .get(key)
                .map(|new| changes(old, new, new_full.offset().day(now)));
            let coming = coming.remove(key).unwrap_or_default();
            pairs.push(Pair {
                old,
                new: indicator,
                rows: rows.unwrap_or_default(),
                coming,
            });
        }

        judge(&Comparison {
            old,
            new,
            old_full,
            new_full,
            now,
            origins,
            old_by_key,
            new_by_key,
            pairs,
        })
    }
}

/// Whether readers would see another figure, or the same one of something else.
fn is_changed(before: &Observation, after: &Observation) -> bool {
    before.value != after.value
        || before.series_key != after.series_key
        || before.published != after.published
}

fn changes<'a>(
    old: Option<&'a Indicator>,
    new: &'a Indicator,
    day: NaiveDate,
) -> Vec<ComparedRow<'a>> {
    let sides = by_date(old.map(|old| &*old.series), Some(&new.series));
    let rows: Vec<_> = sides
        .into_iter()
        .filter_map(|(before, after)| Some((before, after?)))
        .collect();
    let row =
        |(position, (before, after)): (usize, &(Option<&'a Observation>, &'a Observation))| {
            let after_at = |at: usize| rows.get(at).map(|(_, after)| *after);
            before
                .is_none_or(|before| is_changed(before, after))
                .then(|| ComparedRow {
                    before: *before,
                    after,
                    previous: position.checked_sub(1).and_then(after_at),
                    next: after_at(position + 1),
                    a_year_before: a_year_before(new.series.observations(), after),
                    day,
                    not_before: None,
                })
        };

    rows.iter().enumerate().filter_map(row).collect()
}

/// The rows of the new dataset under embargo that the old one does not have, neither public nor under embargo.
fn coming<'a>(
    old: Option<&'a FullDataset>,
    new: &'a FullDataset,
    now: Timestamp,
) -> BTreeMap<&'a Key, Vec<ComparedRow<'a>>> {
    let embargoed = new.embargoed_at(now);
    let keys: BTreeSet<&Key> = embargoed.iter().map(|row| &row.indicator.key).collect();
    let old = old
        .into_iter()
        .flat_map(|old| old.with_all_rows().indicators());
    let old_rows: HashMap<_, &Observation> = old
        .filter(|indicator| keys.contains(&indicator.key))
        .flat_map(|i| {
            i.series
                .revisions()
                .map(|row| ((&i.key, row.date, row.published), row))
        })
        .collect();
    let mut by_key: BTreeMap<&'a Key, Vec<ComparedRow<'a>>> = BTreeMap::new();
    for row in embargoed.iter().filter(|row| row.coming.counts) {
        let (key, after) = (&row.indicator.key, &row.coming.row.observation);
        if old_rows
            .get(&(key, after.date, after.published))
            .is_none_or(|before| is_changed(before, after))
        {
            by_key
                .entry(key)
                .or_default()
                .push(ComparedRow::coming(row, new.offset()));
        }
    }

    by_key
}

/// One line for each observation that an edit has written, those under embargo last. Of many only those that changed
/// most: the others are counted.
pub fn row_summary(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Message> {
    Comparison::with(old, new, now, &Origins::default(), |comparison| {
        let of_pairs = comparison.pairs.iter();
        let mut rows: Vec<(&Key, &ComparedRow<'_>)> = of_pairs
            .flat_map(|pair| pair.all_rows().map(move |row| (&pair.new.key, row)))
            .collect();
        rows.sort_by_key(|(_, row)| row.not_before.is_some());
        let more = rows.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            rows.sort_by_cached_key(|(_, row)| (row.step().is_some(), Reverse(row.step())));
            rows.truncate(MAX_LISTED);
        }

        let lines = rows
            .into_iter()
            .map(|(key, row)| line(key, row, new.offset()));
        lines
            .chain((more > 0).then(|| msg::and_smaller_changes(more)))
            .collect()
    })
}

/// The new value, the one that it replaces or else the one before it, and the change between them.
pub fn line(key: &Key, row: &ComparedRow<'_>, offset: Offset) -> Message {
    let line = msg::recorded(
        format!("indicators/{key}.csv"),
        or_dash(row.after.date),
        row.after.value,
    );
    let line = match row.former() {
        None => msg::recorded_first(line),
        Some(former) => {
            let line = if former.date == row.after.date {
                msg::recorded_for(line, former.value)
            } else {
                msg::recorded_after(line, former.value, or_dash(former.date))
            };

            match describe_change(former.value, row.after) {
                Some(change) => msg::with_change(line, change),
                None => line,
            }
        }
    };

    match row.not_before {
        Some(instant) => msg::under_embargo_until(line, offset.timestamp(instant)),
        None => line,
    }
}

/// The change from one value to another with its sign: in points of percentages, else in per cent, with extra digits if
/// two decimals would show a change as zero. `None` from zero in per cent.
fn describe_change(before: Number, after: &Observation) -> Option<Message> {
    let is_in_points = after.series_key.unit.is_percent();
    let change = if is_in_points {
        after.value.exactly_minus(before).number()?
    } else {
        after.value.percent_for_readers(before)?
    };

    let plus = if change.sign().is_gt() { "+" } else { "" };
    let text = format!("{plus}{}", change.shown(change.decimals().min(2)));
    Some(if is_in_points {
        msg::in_points(text)
    } else {
        msg::in_percent(text)
    })
}

/// The size of a change in points of percentages, else in per cent.
fn change_size(before: Number, after: &Observation) -> Option<RoundedToHundredths> {
    let change = if after.series_key.unit.is_percent() {
        after.value.exactly_minus(before).rounded()
    } else {
        after.value.percent_from(before)?
    };

    Some(change.absolute())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Difference;
    use crate::compare::tests::{daily, instant, rows};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    fn dataset(values: impl IntoIterator<Item = &'static str>) -> FullDataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// The lines of one series where `after` takes the place of `before`.
    fn summary(before: &[&'static str], after: &[&'static str]) -> Vec<String> {
        let (old, new) = (
            dataset(before.iter().copied()),
            dataset(after.iter().copied()),
        );
        row_summary(Some(&old), &new, instant(AS_OF))
            .iter()
            .map(|line| line.get(Lang::En))
            .collect()
    }

    #[test]
    fn a_value_is_told_against_what_it_replaces_else_against_the_one_before_it() {
        assert_eq!(
            summary(&["10", "20"], &["10", "25", "24"]),
            [
                "indicators/a.csv: 2026-01-02  25, replacing 20, +25%",
                "indicators/a.csv: 2026-01-03  24, previously 25 (2026-01-02), -4%",
            ]
        );
        assert_eq!(summary(&["10", "20"], &["10", "20"]), [""; 0]);
        let small = summary(&["24111"], &["24111", "24111.5"]);
        assert_eq!(
            small,
            ["indicators/a.csv: 2026-01-02  24111.5, previously 24111 (2026-01-01), +0.00207%"]
        );
    }

    #[test]
    fn a_total_since_january_is_told_against_the_same_months() {
        let year = "2025-01-31,90,\n2025-12-31,1200,\n";
        let summary = |before: &str, row: &str| {
            let dataset = |rows: &str| crate::compare::tests::total(AS_OF, "amount", rows);
            let lines = row_summary(
                Some(&dataset(before)),
                &dataset(&format!("{before}{row}")),
                instant(AS_OF),
            );
            lines
                .iter()
                .map(|line| line.get(Lang::En))
                .collect::<Vec<_>>()
        };

        let line = "indicators/a.csv: 2026-01-31  99, previously 90 (2025-01-31), +10%";
        assert_eq!(summary(year, "2026-01-31,99,\n"), [line]);
        let line = "indicators/a.csv: 2025-12-31  1200, previously 90 (2025-01-31), +1233.33%";
        assert_eq!(
            summary("2025-01-31,90,\n", "2025-12-31,1200,\n"),
            [line],
            "nothing else to tell it against"
        );
    }

    #[test]
    fn of_many_rows_those_that_changed_most_are_written_out() {
        let after = [
            "101", "102", "99", "90", "100", "140", "101", "98", "100.5", "103",
        ];
        let before = ["100"; 10];
        assert_eq!(
            summary(&before[..8], &after[..8]).len(),
            7,
            "one of them has not changed"
        );
        let lines = summary(&before, &after);
        let changes: Vec<&str> = lines
            .iter()
            .map(|line| line.rsplit(", ").next().unwrap())
            .collect();
        let most = [
            "+40%", "-10%", "+3%", "+2%", "-2%", "+1%", "-1%", "+1%", "… and ",
        ];
        assert!(
            changes
                .iter()
                .zip(most)
                .all(|(change, expected)| change.starts_with(expected)),
            "{lines:?}"
        );
        assert_eq!(changes.len(), most.len());
    }

    #[test]
    fn the_observations_of_a_difference_are_told_from_the_oldest_on() {
        let difference = Difference::between(
            &dataset(["1", "2", "3"]),
            &dataset(["4", "2", "5", "6"]),
            instant(AS_OF),
        )
        .unwrap();
        let days: Vec<String> = difference
            .indicators
            .iter()
            .flat_map(|i| &i.rows)
            .map(|row| row.after.as_ref().unwrap().date.unwrap().to_string())
            .collect();
        assert_eq!(days, ["2026-01-01", "2026-01-03", "2026-01-04"]);
    }
}
