//! `withdrawn`: rows that a rollback took out of service [D27.1].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;

use super::violation::{GuardKind, Violation};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{Indicator, Key, Number, Observation};

/// A row of a release that a rollback took out of service, and that the release in service does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawnRow {
    pub key: Key,
    pub observation: Observation,
}

/// The rows that are public in `former` and not in `public`: a rollback from the one to the other withdraws them. A row
/// is its date, its day of publication and its value [D27.1].
pub fn withdrawn_rows(former: &Dataset, public: &Dataset) -> Vec<WithdrawnRow> {
    let public: HashMap<&Key, &Indicator> = public.indicators().map(|of| (&of.key, of)).collect();
    let mut rows = Vec::new();
    for former in former.indicators() {
        let known: BTreeSet<_> =
            public.get(&former.key).into_iter().flat_map(|of| of.series.revisions()).map(name).collect();
        let gone = former.series.revisions().filter(|observation| !known.contains(&name(observation)));
        rows.extend(gone.map(|of| WithdrawnRow { key: former.key.clone(), observation: of.clone() }));
    }
    rows
}

/// Those of the withdrawn rows that are in `dataset`.
pub fn present<'a>(withdrawn: &'a [WithdrawnRow], dataset: &Dataset) -> Vec<&'a WithdrawnRow> {
    let mut by_key: BTreeMap<&Key, Vec<&WithdrawnRow>> = BTreeMap::new();
    for row in withdrawn {
        by_key.entry(&row.key).or_default().push(row);
    }
    let mut found = Vec::new();
    for indicator in dataset.indicators() {
        let Some(rows) = by_key.get(&indicator.key) else { continue };
        let present: BTreeSet<_> = indicator.series.revisions().map(name).collect();
        found.extend(rows.iter().filter(|row| present.contains(&name(&row.observation))).copied());
    }
    found
}

/// The rows that `new` would bring back of those that were withdrawn.
pub fn withdrawn(withdrawn: &[WithdrawnRow], new: &Dataset) -> Vec<Violation> {
    let violation = |row: &WithdrawnRow| {
        let of = &row.observation;
        Violation::of(GuardKind::Withdrawn, &row.key, of.date, msg::was_withdrawn(of.value))
    };
    present(withdrawn, new).into_iter().map(violation).collect()
}

/// What tells a row from others: its date, its day of publication, and its value.
fn name(of: &Observation) -> (Option<NaiveDate>, Option<NaiveDate>, Number) {
    (of.date, of.published, of.value)
}
