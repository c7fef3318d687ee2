//! The third stage of a publication: what readers will notice, and the violations that need an override.

use super::*;

use crate::compare::guards::Occasion;
use crate::compare::{Kind, RowChange};
use crate::model::Reason;
use crate::store::{ChangedRow, Changes};

/// Keys that the journal names of those that a release changes.
const KEYS: usize = 12;
/// Rows that it names: those of a bulletin and of some tables.
const ROWS: usize = 60;

/// A release beside the current one.
pub struct Compared {
    pub checked: Checked,
    /// The store as it was when this was compared; `None` where it was not there.
    pub state: Option<StoreState>,
    pub baseline: Baseline,
    pub previous: Option<String>,
    /// `None` at the first publication, or where the current release is not known for certain.
    pub difference: Option<Difference>,
    pub origins: Origins,
    pub warnings: NewWarnings,
    /// Sentences about sources that were not checked.
    pub stale_sources: Vec<Message>,
    pub violations: Vec<Violation>,
    /// The rows that a rollback takes out of service; `None` where the current release is not known for certain.
    pub withdrawal: Option<Withdrawal>,
}

impl Compared {
    pub fn new(
        checked: Checked,
        state: Option<StoreState>,
        baseline: Baseline,
        request: &Request,
    ) -> Result<Self, CommandError> {
        let (public, now) = (baseline.dataset(), request.now);
        let difference = public
            .map(|public| Difference::between(public, &checked.dataset, now))
            .transpose()?;
        let previous = state
            .as_ref()
            .map(StoreState::current)
            .transpose()?
            .flatten();
        let origins = checked.submitted.origins();
        let mut report = checked.dataset.report();
        report.append(guards::repetitions(public, &checked.dataset, &origins));
        report.append(warn_of_invented(&checked.dataset));
        let stale = difference
            .as_ref()
            .map(|difference| stale_sources(difference, &checked.dataset, now));
        // Without a comparison no warning is new, and a rollback is no time for them.
        let is_unread = baseline.dataset.as_ref().is_err_and(|why| !why.is_empty());
        let mut warnings = NewWarnings::default();
        if !is_unread && !request.is_rollback() {
            warnings = NewWarnings::new(&report, public);
        }

        let mut violations = guards::violations(
            Occasion::Publication,
            public,
            &checked.dataset,
            now,
            &origins,
        );
        if let (Some(state), Some(public)) = (&state, public) {
            let rolled_back = rolled_back_rows(state, public, now);
            violations.extend(guards::withdrawn(
                &rolled_back,
                public,
                &checked.dataset,
                now,
            ));
        }

        let allowed = checked.submitted.allowed_cases(&checked.dataset);
        violations.retain(|violation| !allowed.contains(&violation.name()));
        let withdrawal = public
            .filter(|_| request.is_rollback())
            .map(|public| Withdrawal::between(public, &checked.dataset, now));
        if request.is_rollback() {
            // A rollback is there to take rows away; an embargo holds all the same.
            violations.retain(|violation| violation.kind == GuardKind::Early);
        } else {
            let unread = baseline.dataset.as_ref().err().into_iter().flatten();
            violations
                .extend(unread.map(|reason| Violation::whole(GuardKind::Unread, reason.clone())));
        }

        Ok(Compared {
            checked,
            state,
            baseline,
            previous,
            difference,
            origins,
            warnings,
            stale_sources: stale.unwrap_or_default(),
            violations,
            withdrawal,
        })
    }

    /// The release as the journal will have it.
    pub fn record(&self, request: &Request) -> Record {
        let Checked {
            submitted,
            dataset,
            content,
            ..
        } = &self.checked;
        let staged = match &submitted.from {
            Provenance::Staged { record, .. } => record.message.clone(),
            _ => None,
        };

        let mut changes = self.difference.as_ref().map(changes);
        if let (Purpose::Stage(_), Some(changes)) = (&request.purpose, &mut changes) {
            // Everybody may read the journal, and these rows are not public yet.
            changes.rows.clear();
        }

        Record {
            version: dataset.version().to_owned(),
            content: content.clone(),
            indicators: dataset.with_all_rows().indicators().count(),
            message: request.message.clone().or(staged),
            changes,
            bundle: submitted.origin().cloned(),
        }
    }
}

/// Warns, at every publication, of figures that are still those of a new dataset.
fn warn_of_invented(dataset: &FullDataset) -> Diagnostics {
    let mut count = 0;
    for indicator in dataset.with_all_rows().indicators() {
        let source = indicator.source.as_ref();
        count += usize::from(source.is_some_and(|source| source.id == init::INVENTED_SOURCE));
    }

    let mut warnings = Diagnostics::default();
    if count > 0 {
        let message = msg::figures_are_invented(count, init::INVENTED_SOURCE);
        warnings.warning(Location::file(DATASET_FILE), message);
    }

    warnings
}

/// A sentence for each source whose check is out of date although a figure of it becomes public.
fn stale_sources(difference: &Difference, dataset: &FullDataset, now: Timestamp) -> Vec<Message> {
    let mut stale: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let public = dataset.public_at(now);
    for indicator in public.indicators() {
        let has_new_row = difference.indicators.iter().any(|changed| {
            changed.key == indicator.key && changed.rows.iter().any(|row| row.after.is_some())
        });
        let reason = indicator.effective(now, dataset.offset()).reason;
        let is_stale = matches!(reason, Reason::CheckFailed | Reason::CheckOverdue);
        if let Some(source) = indicator
            .source
            .as_ref()
            .filter(|_| has_new_row && is_stale)
        {
            stale
                .entry(source.id.as_str())
                .or_default()
                .push(indicator.key.as_str());
        }
    }

    stale
        .iter()
        .map(|(source, keys)| msg::published_stale(source, keys.join(", ")))
        .collect()
}

fn changes(difference: &Difference) -> Changes {
    let mut changes = Changes::default();
    for indicator in &difference.indicators {
        match indicator.kind {
            Kind::Added => changes.added += 1,
            Kind::Removed => changes.removed += 1,
            Kind::Changed => changes.changed += 1,
        }

        changes.observations += indicator.rows.len();
        changes.keys.push(indicator.key.to_string());
        for change in &indicator.rows {
            changes
                .rows
                .push(changed_row(indicator.key.as_str(), change));
        }
    }

    changes.keys.truncate(KEYS);
    changes.rows.truncate(ROWS);
    changes
}

fn changed_row(key: &str, change: &RowChange) -> ChangedRow {
    ChangedRow {
        key: key.to_owned(),
        date: change.date_text(),
        value: change.after.as_ref().map(write_value),
        former: change.before.as_ref().map(write_value),
    }
}

fn write_value(row: &Observation) -> String {
    row.value.to_string()
}
