//! The rows of two datasets: date by date, the new and changed ones among their neighbours and as of the day on which each
//! becomes public, and one line for each.

use super::*;

use std::cmp::Reverse;
use std::hash::Hash;

use crate::model::{Flag, Reference, Steps, a_year_before};

/// The rows of an edit that are written out.
const MAX_LISTED: usize = 8;

/// An observation before and after; `None` if a series lacks its date.
pub type Sides<'a> = (Option<&'a Observation>, Option<&'a Observation>);

/// The rows of two lists that have the same name, in the order of the names.
pub fn pair_up<'a, Name: Ord>(
    before: impl Iterator<Item = &'a Observation>,
    after: impl Iterator<Item = &'a Observation>,
    name: fn(&Observation) -> Name,
) -> BTreeMap<Name, Sides<'a>> {
    let mut rows = BTreeMap::<Name, Sides<'a>>::new();
    for observation in before {
        rows.entry(name(observation)).or_default().0 = Some(observation);
    }

    for observation in after {
        rows.entry(name(observation)).or_default().1 = Some(observation);
    }

    rows
}

/// The date, day of publication and value of a row, which tell it from others of its indicator.
pub fn identity(row: &Observation) -> impl Hash + Ord + use<> {
    (row.date, row.published, row.value)
}

/// How an indicator or a row differs: only the new dataset has it, only the old one, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Added,
    Removed,
    Changed,
}

impl Kind {
    pub fn of<T>(before: Option<T>, after: Option<T>) -> Self {
        match (before, after) {
            (None, _) => Kind::Added,
            (_, None) => Kind::Removed,
            _ => Kind::Changed,
        }
    }
}

pub const FLAGS: &str = "flags";

/// The cells of a row beside its value, by their names in schema 1.0.
pub fn cells(row: &Observation) -> [(&'static str, Option<String>); 7] {
    let key = &row.series_key;
    let reference = row.reference.as_ref().map(Reference::as_str);
    let flags = join(row.flags.iter().map(Flag::name), " ");
    [
        ("published", to_text(row.published)),
        ("reportedChangePct", to_text(row.reported_change())),
        ("unit", to_text(Some(&key.unit.id))),
        ("periodType", to_text(Some(key.period_type.name()))),
        ("measure", to_text(Some(key.measure.name()))),
        ("ref", to_text(reference)),
        (FLAGS, Some(flags).filter(|flags| !flags.is_empty())),
    ]
}

/// The rows of one date before and after. At least one is there.
#[derive(Clone, Debug)]
pub struct RowChange {
    pub before: Option<Observation>,
    pub after: Option<Observation>,
    /// The value of the observation before it, where it is new.
    pub previous: Option<Number>,
}

impl RowChange {
    pub fn new(before: Option<&Observation>, after: Option<&Observation>) -> Self {
        RowChange {
            before: before.cloned(),
            after: after.cloned(),
            previous: None,
        }
    }

    pub fn kind(&self) -> Kind {
        Kind::of(self.before.as_ref(), self.after.as_ref())
    }

    pub fn newest(&self) -> Option<&Observation> {
        self.after.as_ref().or(self.before.as_ref())
    }

    pub fn date_text(&self) -> Option<String> {
        to_text(self.newest()?.date)
    }

    /// The value that the new one is compared with: the one that it replaces, else the one before it. `None` where they are
    /// equal.
    fn former(&self) -> Option<(Number, &Observation)> {
        let after = self.after.as_ref()?;
        let before = self.before.as_ref().map(|before| before.value);
        let former = before.or(self.previous)?;
        (former != after.value).then_some((former, after))
    }

    pub fn change(&self) -> Option<Message> {
        let (former, after) = self.former()?;
        describe_change(former, after)
    }

    /// The size of the change, by which changes are ordered.
    pub fn size(&self) -> Option<RoundedToHundredths> {
        let (former, after) = self.former()?;
        change_size(former, after)
    }

    /// The length of the step in hundredths of the longest usual one of its series; `None` if that is not known.
    pub fn weigh(&self, steps: &Steps) -> Option<u64> {
        steps.hundredths_of_limit(self.before.as_ref(), self.after.as_ref()?)
    }
}

/// A row that is new or changed, among its neighbours.
pub struct ComparedRow<'a> {
    pub key: &'a Key,
    pub before: Option<&'a Observation>,
    pub after: &'a Observation,
    pub previous: Option<&'a Observation>,
    pub next: Option<&'a Observation>,
    /// The same month a year before, to which a total since January is compared.
    a_year_before: Option<&'a Observation>,
    pub day: NaiveDate,
    /// The instant until which it is under embargo.
    pub not_before: Option<Timestamp>,
    /// False if a machine wrote the file that it is from.
    pub is_typed: bool,
}

impl<'a> ComparedRow<'a> {
    /// A row under embargo, as of the day on which it comes.
    pub fn coming(row: &EmbargoedRow<'a>, offset: Offset) -> Self {
        let coming = &row.coming;
        let after = &coming.row.observation;
        let Indicator { key, series, .. } = row.indicator;
        ComparedRow {
            key,
            before: coming.replaces,
            after,
            previous: coming.previous,
            next: coming.next,
            a_year_before: a_year_before(series.observations(), after),
            day: offset.day(coming.not_before),
            not_before: Some(coming.not_before),
            is_typed: true,
        }
    }

    /// Returns true if its value is new, or one of something else; false if only its day of publication is.
    pub fn is_another_figure(&self) -> bool {
        self.before
            .is_none_or(|before| is_another_figure(before, self.after))
    }

    /// The value that it replaces without a new day of publication.
    fn silently_replaced(&self) -> Option<Number> {
        let Observation {
            value, published, ..
        } = *self.before?;
        let is_silent = value != self.after.value && self.after.published <= published;
        is_silent.then_some(value)
    }

    /// Returns true if its value replaces another one without a new day of publication.
    pub fn is_silent_revision(&self) -> bool {
        self.silently_replaced().is_some()
    }

    /// Returns true if its value is the one that it replaces with fewer digits, rounded or cut, and no word of the source.
    pub fn has_lost_digits(&self) -> bool {
        let replaced = self.silently_replaced();
        replaced.is_some_and(|replaced| self.after.value.has_fewer_digits_than(replaced))
    }

    /// The observation before it, or where there is none, the one after it.
    pub fn neighbour(&self) -> Option<&'a Observation> {
        self.previous.or(self.next)
    }

    /// The value to compare it with: the one that it replaces, or else the one before it. A total since January says
    /// nothing beside one of more or fewer months.
    fn former(&self) -> Option<&'a Observation> {
        let is_total = self.after.series_key.is_total();
        let a_year_before = self.a_year_before.filter(|_| is_total);
        self.before.or(a_year_before).or(self.previous)
    }

    /// The size of the change from the former value in per cent, for an order of importance.
    fn step(&self) -> Option<RoundedToHundredths> {
        change_size(self.former()?.value, self.after)
    }
}

/// One indicator as it was, where it was, and as it will be.
pub struct IndicatorPair<'a> {
    pub old: Option<&'a Indicator>,
    pub new: &'a Indicator,
    /// The rows that are new or changed for readers, oldest first.
    pub rows: Vec<ComparedRow<'a>>,
    /// The rows under embargo that are new or changed and will count, in the order in which they come [D19a.4].
    pub coming: Vec<ComparedRow<'a>>,
}

impl<'a> IndicatorPair<'a> {
    pub fn all_rows(&self) -> impl Iterator<Item = &ComparedRow<'a>> {
        self.rows.iter().chain(&self.coming)
    }

    /// The rows whose value is new, or one of something else.
    pub fn other_figures(&self) -> impl Iterator<Item = &ComparedRow<'a>> {
        self.all_rows().filter(|row| row.is_another_figure())
    }

    /// The public rows whose value replaces another one without a new day of publication.
    pub fn silent_revisions(&self) -> impl Iterator<Item = &ComparedRow<'a>> {
        self.rows.iter().filter(|row| row.is_silent_revision())
    }

    /// The rows of dates that the series did not have.
    pub fn new_rows(&self) -> impl Iterator<Item = &'a Observation> {
        let new = self.all_rows().filter(|row| row.before.is_none());
        new.map(|row| row.after)
    }

    /// The observations that are public already.
    pub fn old_rows(&self) -> &'a [Observation] {
        self.old.map_or(&[], |old| old.series.observations())
    }
}

/// Two datasets at the instant at which the new one becomes public.
pub struct DatasetPair<'a> {
    /// The public dataset; `None` at a first publication.
    pub old: Option<&'a Dataset>,
    pub new: &'a Dataset,
    pub old_full: Option<&'a FullDataset>,
    pub new_full: &'a FullDataset,
    pub now: Timestamp,
    /// Every indicator of the new dataset, and those that are wholly under embargo in it.
    pub pairs: Vec<IndicatorPair<'a>>,
}

impl<'a> DatasetPair<'a> {
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
        judge: impl FnOnce(&DatasetPair) -> T,
    ) -> T {
        let old = old_full.map(|old| old.public_at(now));
        let old = old.as_deref();
        let new = &*new_full.public_at(now);
        let old_by_key = old.map(with_categories).unwrap_or_default();
        let public = new.series_by_key();
        let hidden = new_full.with_all_rows().indicators();
        let hidden = hidden.filter(|indicator| !public.contains_key(&indicator.key));
        let day = new_full.offset().day(now);
        let mut coming = coming_rows(old_full, new_full, now);

        let mut pairs = Vec::new();
        for new in new.indicators().chain(hidden) {
            let old = old_by_key.get(&new.key).map(|(_, old)| *old);
            let mut pair = IndicatorPair {
                old,
                new,
                rows: Vec::new(),
                coming: coming.remove(&new.key).unwrap_or_default(),
            };
            if public.contains_key(&new.key) {
                pair.rows = changed_rows(old, new, day);
            }

            for row in pair.rows.iter_mut().chain(&mut pair.coming) {
                row.is_typed = origins.may_be_typed(row.key, row.after);
            }

            pairs.push(pair);
        }

        judge(&DatasetPair {
            old,
            new,
            old_full,
            new_full,
            now,
            pairs,
        })
    }
}

/// Returns true if readers would see another value, or one of something else.
fn is_another_figure(before: &Observation, after: &Observation) -> bool {
    before.value != after.value || before.series_key != after.series_key
}

/// Returns true if readers would see another figure, or another day of its publication.
fn is_changed(before: &Observation, after: &Observation) -> bool {
    is_another_figure(before, after) || before.published != after.published
}

/// The public rows that are new or changed.
fn changed_rows<'a>(
    old: Option<&'a Indicator>,
    new: &'a Indicator,
    day: NaiveDate,
) -> Vec<ComparedRow<'a>> {
    let mut rows = Vec::new();
    if old.is_some_and(|old| old.series == new.series) {
        return rows;
    }

    let observations = new.series.observations();
    let mut previous = None;
    for (place, after) in observations.iter().enumerate() {
        let before = old.and_then(|old| old.series.on(after.date));
        if before.is_none_or(|before| is_changed(before, after)) {
            rows.push(ComparedRow {
                key: &new.key,
                before,
                after,
                previous,
                next: observations.get(place + 1),
                a_year_before: a_year_before(observations, after),
                day,
                not_before: None,
                is_typed: true,
            });
        }

        previous = Some(after);
    }

    rows
}

/// The rows of the new dataset under embargo that the old one has neither public nor under embargo.
fn coming_rows<'a>(
    old: Option<&FullDataset>,
    new: &'a FullDataset,
    now: Timestamp,
) -> BTreeMap<&'a Key, Vec<ComparedRow<'a>>> {
    let old = old.map(|old| old.with_all_rows().series_by_key());
    let old = old.unwrap_or_default();
    let mut coming = BTreeMap::<_, Vec<_>>::new();
    for row in new.embargoed_at(now) {
        let key = &row.indicator.key;
        let after = &row.coming.row.observation;
        let mut revisions = old.get(key).into_iter().flat_map(|old| old.revisions());
        let before = revisions.find(|former| revision_name(former) == revision_name(after));
        let is_new = before.is_none_or(|before| is_changed(before, after));
        if row.coming.counts && is_new {
            let row = ComparedRow::coming(&row, new.offset());
            coming.entry(key).or_default().push(row);
        }
    }

    coming
}

/// One line for each observation that an edit has written, those under embargo last. Of many only those that changed
/// most: the others are counted.
pub fn row_summary(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Message> {
    DatasetPair::with(old, new, now, &Origins::default(), |datasets| {
        let pairs = datasets.pairs.iter();
        let mut rows: Vec<_> = pairs.flat_map(IndicatorPair::all_rows).collect();
        rows.sort_by_key(|row| row.not_before.is_some());
        let more = rows.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            rows.sort_by_cached_key(|row| (row.step().is_some(), Reverse(row.step())));
            rows.truncate(MAX_LISTED);
        }

        let mut lines = Vec::new();
        for row in rows {
            lines.push(line(row, new.offset()));
        }

        if more > 0 {
            lines.push(msg::and_smaller_changes(more));
        }

        lines
    })
}

/// The new value, the one that it replaces or else the one before it, and the change between them.
pub fn line(row: &ComparedRow, offset: Offset) -> Message {
    let after = row.after;
    let path = format!("indicators/{}.csv", row.key);
    let recorded = msg::recorded(path, or_dash(after.date), after.value);
    let mut line = match row.former() {
        None => msg::recorded_first(recorded),
        Some(former) if former.date == after.date => msg::recorded_for(recorded, former.value),
        Some(former) => msg::recorded_after(recorded, former.value, or_dash(former.date)),
    };
    if let Some(former) = row.former()
        && let Some(change) = describe_change(former.value, after)
    {
        line = msg::with_change(line, change);
    }

    match row.not_before {
        Some(instant) => msg::under_embargo_until(line, offset.timestamp(instant)),
        None => line,
    }
}

/// The change from one value to another with its sign: in points of percentages, else in per cent, with extra digits if
/// two decimals would show a change as zero. `None` from zero in per cent.
fn describe_change(before: Number, after: &Observation) -> Option<Message> {
    Some(if after.series_key.unit.is_percent() {
        let change = after.value.exactly_minus(before).number()?;
        msg::in_points(with_sign(change))
    } else {
        let change = after.value.percent_for_readers(before)?;
        msg::in_percent(with_sign(change))
    })
}

fn with_sign(change: Number) -> String {
    let plus = if change.sign().is_gt() { "+" } else { "" };
    format!("{plus}{}", change.shown(change.decimals().min(2)))
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
