//! The third stage of a publication: what readers will notice, and the violations that need an override.

use super::baseline::Baseline;
use super::checked::Checked;
use super::request::{Purpose, Request};
use super::submitted::Provenance;
use crate::commands::new_warnings::NewWarnings;
use crate::compare::guards::{self, GuardKind, Violation};
use crate::compare::{Difference, Kind};
use crate::console::CommandError;
use crate::dataset::FullDataset;
use crate::model::Timestamp;
use crate::store::{Changes, Record, StoreState};

/// Keys that the journal names of those that a release changes.
const KEYS: usize = 12;

/// A release beside the current one.
pub struct Compared {
    pub checked: Checked,
    /// The store as it was when this was compared; `None` where it was not there.
    pub state: Option<StoreState>,
    pub baseline: Baseline,
    pub previous: Option<String>,
    /// `None` at the first publication, or where the current release is not known for certain.
    pub difference: Option<Difference>,
    pub warnings: NewWarnings,
    pub violations: Vec<Violation>,
}

impl Compared {
    pub fn new(
        checked: Checked,
        state: Option<StoreState>,
        baseline: Baseline,
        request: &Request,
    ) -> Result<Self, CommandError> {
        let (public, now) = (baseline.dataset(), request.now);
        let difference =
            public.map(|public| Difference::between(public, &checked.dataset, now)).transpose()?;
        let previous = state.as_ref().map(StoreState::current).transpose()?.flatten();
        let warnings = NewWarnings::new(&checked.dataset.report(), public);
        let mut violations = guards::violations(public, &checked.dataset, now);
        if let (Some(state), Some(public)) = (&state, public) {
            violations.extend(withdrawn(state, public, &checked.dataset, now));
        }
        if request.purpose == Purpose::Rollback {
            // What a previous release lacks is what a rollback is for; an embargo holds all the same.
            violations.retain(|violation| violation.kind == GuardKind::Early);
        } else {
            let unread = baseline.dataset.as_ref().err().into_iter().flatten();
            violations.extend(unread.map(|why| Violation::whole(GuardKind::Unread, why.clone())));
        }
        Ok(Compared { checked, state, baseline, previous, difference, warnings, violations })
    }

    /// The release as the journal will have it.
    pub fn record(&self, request: &Request) -> Record {
        let Checked { submitted, dataset, content, .. } = &self.checked;
        let staged = match &submitted.from {
            Provenance::Staged { record, .. } => record.message.clone(),
            _ => None,
        };
        Record {
            version: dataset.version().to_owned(),
            content: content.clone(),
            indicators: dataset.with_all_rows().indicators().count(),
            message: request.message.clone().or(staged),
            changes: self.difference.as_ref().map(changes),
            bundle: submitted.origin().cloned(),
        }
    }
}

/// What `new` would bring back of the rows that rollbacks took out of service, or show before the end of their embargo,
/// as far as the releases are kept and can be read.
fn withdrawn(state: &StoreState, live: &FullDataset, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    let public = live.public_at(now);
    for version in state.journal().rolled_back().into_iter().filter(|version| state.keeps(version)) {
        let Ok(former) = state.read(version).check(now) else { continue };
        rows.extend(guards::withdrawn_rows(&former.public_at(now), &public));
        found.extend(guards::early_though_withdrawn(&former, live, new, now));
    }
    found.extend(guards::withdrawn(&rows, &new.public_at(now)));
    found
}

fn changes(difference: &Difference) -> Changes {
    let count = |kind| difference.indicators.iter().filter(|indicator| indicator.kind == kind).count();
    Changes {
        added: count(Kind::Added),
        removed: count(Kind::Removed),
        changed: count(Kind::Changed),
        observations: difference.indicators.iter().map(|indicator| indicator.rows.len()).sum(),
        keys: difference.indicators.iter().take(KEYS).map(|indicator| indicator.key.to_string()).collect(),
    }
}
