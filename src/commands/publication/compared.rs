//! The third stage of a publication: what readers will notice, and what needs a word before they do.

use super::baseline::Baseline;
use super::checked::Checked;
use super::request::{Purpose, Request};
use super::submitted::Provenance;
use super::warnings::NewWarnings;
use crate::compare::guards::{self, Concern, GuardKind, WithdrawnRow};
use crate::compare::{Difference, Kind};
use crate::console::CommandError;
use crate::dataset::{self, FullDataset};
use crate::model::Timestamp;
use crate::store::{Changes, Record, View};

/// Keys that the journal names of those that a release changes.
const KEYS: usize = 12;

/// A release beside the one in service.
pub struct Compared {
    /// The release.
    pub checked: Checked,
    /// The store as it was when this was compared; `None` where it was not there.
    pub view: Option<View>,
    /// What was in service then.
    pub baseline: Baseline,
    /// The version that was in service then.
    pub previous: Option<String>,
    /// What readers will notice, where there is something to compare with.
    pub difference: Option<Difference>,
    /// The warnings that are new.
    pub warnings: NewWarnings,
    /// What needs a word.
    pub concerns: Vec<Concern>,
}

impl Compared {
    /// Compares, once.
    ///
    /// # Errors
    /// When the pages that are compared cannot be written.
    pub fn new(
        checked: Checked,
        view: Option<View>,
        baseline: Baseline,
        request: &Request,
    ) -> Result<Self, CommandError> {
        let (public, now) = (baseline.dataset(), request.now);
        let between = |public: &FullDataset| Difference::between(public, &checked.dataset, now);
        let difference = public.map(between).transpose()?;
        let previous = view.as_ref().map(View::current).transpose().map_err(super::refused)?.flatten();
        let warnings = NewWarnings::new(&checked.dataset.report(), public, request.warnings);
        let mut concerns = guards::concerns(public, &checked.dataset, now);
        if request.purpose == Purpose::Rollback {
            // What a former release has not is what a rollback is for; an embargo holds all the same.
            concerns.retain(|concern| concern.kind == GuardKind::Early);
        } else {
            if let Baseline::Unread { why, .. } = &baseline {
                concerns.extend(why.iter().map(|why| Concern::whole(GuardKind::Unread, why.clone())));
            }
            if let (Some(view), Some(public)) = (&view, public) {
                let rows = withdrawn(view, public, now);
                concerns.extend(guards::withdrawn(&rows, &checked.dataset.public_at(now)));
            }
        }
        Ok(Compared { checked, view, baseline, previous, difference, warnings, concerns })
    }

    /// What the journal will say of the release.
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

/// The rows that rollbacks took out of service, as far as the releases are kept and can be read.
fn withdrawn(view: &View, public: &FullDataset, now: Timestamp) -> Vec<WithdrawnRow> {
    let public = public.public_at(now);
    let kept = view.journal().rolled_back().into_iter().filter(|version| view.keeps(version));
    let rows = kept.filter_map(|version| {
        let release = view.read(version);
        let former = dataset::check(&release.files, now, release.found).ok()?;
        Some(guards::withdrawn_rows(&former.public_at(now), &public))
    });
    rows.flatten().collect()
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
