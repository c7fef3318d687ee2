//! The third stage of a publication: what readers will notice, and the violations that need an override.

use super::*;

use crate::compare::Kind;
use crate::compare::guards::Occasion;
use crate::store::{ChangedRow, Changes};

/// Keys that the journal names of those that a release changes.
const KEYS: usize = 12;
/// Rows that it names: those of a bulletin and of some tables.
const ROWS: usize = 60;

/// A release beside the current one.
pub struct Compared {
    pub checked: Checked,
    /// The store as it was when this was compared.
    pub baseline: Baseline,
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
    pub fn new(checked: Checked, baseline: Baseline, request: &Request) -> Result<Self> {
        let public = baseline.dataset.as_ref();
        let now = request.now;
        let dataset = &checked.dataset;
        let origins = checked.submitted.origins();
        let mut difference = None;
        let mut stale_sources = Vec::new();
        if let Some(public) = public {
            let found = Difference::between(public, dataset, now)?;
            stale_sources = find_stale_sources(&found, dataset, now);
            difference = Some(found);
        }

        let mut violations =
            guards::violations(Occasion::Publication, public, dataset, now, &origins);
        if let (Some(state), Some(public)) = (&baseline.state, public) {
            let rolled_back = rolled_back_rows(state, public, now);
            violations.extend(guards::withdrawn(&rolled_back, public, dataset, now));
        }

        let allowed = checked.submitted.allowed_cases(dataset);
        violations.retain(|violation| !allowed.contains(&violation.name()));

        // Without a comparison no warning is new, and a rollback is no time for them.
        let mut warnings = NewWarnings::default();
        let mut withdrawal = None;
        if request.is_rollback() {
            // A rollback is there to take rows away; an embargo holds all the same.
            violations.retain(|violation| violation.kind == GuardKind::Early);
            withdrawal = public.map(|public| Withdrawal::between(public, dataset, now));
        } else if !baseline.doubts.is_empty() {
            for doubt in &baseline.doubts {
                violations.push(Violation::whole(GuardKind::Unread, doubt.clone()));
            }
        } else {
            let mut report = dataset.report();
            report.append(guards::repetitions(public, dataset, &origins));
            report.append(warn_of_invented(dataset));
            warnings = NewWarnings::new(&report, public);
        }

        Ok(Compared {
            checked,
            baseline,
            difference,
            origins,
            warnings,
            stale_sources,
            violations,
            withdrawal,
        })
    }

    /// The release as the journal will have it.
    pub fn record(&self, request: &Request) -> Record {
        let checked = &self.checked;
        let staged = match &checked.submitted.from {
            Provenance::Staged { record, .. } => record.message.clone(),
            _ => None,
        };

        let mut changes = self.difference.as_ref().map(changes);
        if let (Purpose::Stage(_), Some(changes)) = (&request.purpose, &mut changes) {
            // Everybody may read the journal, and these rows are not public yet.
            changes.rows.clear();
        }

        Record {
            version: checked.dataset.version().to_owned(),
            content: checked.content.clone(),
            indicators: checked.dataset.with_all_rows().indicators().count(),
            message: request.message.clone().or(staged),
            changes,
            bundle: checked.submitted.origin().cloned(),
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
fn find_stale_sources(
    difference: &Difference,
    dataset: &FullDataset,
    now: Timestamp,
) -> Vec<Message> {
    let mut renewed = BTreeSet::new();
    for changed in &difference.indicators {
        if changed.rows.iter().any(|row| row.after.is_some()) {
            renewed.insert(&changed.key);
        }
    }

    let mut stale: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let public = dataset.public_at(now);
    for indicator in public.indicators() {
        let Some(source) = &indicator.source else {
            continue;
        };

        let is_stale = has_old_check(indicator, now, dataset.offset());
        if is_stale && renewed.contains(&indicator.key) {
            let keys = stale.entry(&source.id).or_default();
            keys.push(indicator.key.as_str());
        }
    }

    let mut sentences = Vec::new();
    for (source, keys) in stale {
        sentences.push(msg::published_stale(source, keys.join(", ")));
    }

    sentences
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
            changes.rows.push(ChangedRow {
                key: indicator.key.to_string(),
                date: change.date_text(),
                value: change.after.as_ref().map(write_value),
                former: change.before.as_ref().map(write_value),
            });
        }
    }

    changes.keys.truncate(KEYS);
    changes.rows.truncate(ROWS);
    changes
}

fn write_value(row: &Observation) -> String {
    row.value.to_string()
}
