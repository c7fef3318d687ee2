//! Two datasets, indicator by indicator, each with the rows that are new or changed.

use super::*;

use super::rows::is_changed;
use crate::model::a_year_before;

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

    /// Compares the public rows of both at `now`, and the new one's rows under embargo. Calls `judge` with the pair, which cannot
    /// be returned: it borrows from the public views of both, which live only here.
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
        let before = revisions.find(|row| revision_name(row) == revision_name(after));
        let is_new = before.is_none_or(|before| is_changed(before, after));
        if row.coming.counts && is_new {
            let row = ComparedRow::coming(&row, new.offset());
            coming.entry(key).or_default().push(row);
        }
    }

    coming
}
