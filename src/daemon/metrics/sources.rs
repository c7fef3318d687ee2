//! What is known of each source's checks.

use std::collections::BTreeMap;

use super::exposition::Text;
use crate::dataset::Dataset;
use crate::model::Timestamp;

/// The checks of a source that indicators name.
pub struct SourceChecks {
    id: String,
    /// The last successful check.
    checked_at: Option<Timestamp>,
    /// Whether a later one has failed.
    has_failed: bool,
}

/// The sources of a dataset, by their codes.
pub fn checks(dataset: &Dataset) -> Vec<SourceChecks> {
    let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_ref());
    let by_id: BTreeMap<_, _> = sources.map(|source| (&source.id, &source.check)).collect();
    let checks = by_id.into_iter().map(|(id, check)| SourceChecks {
        id: id.clone(),
        checked_at: check.as_ref().and_then(|check| check.checked_at),
        has_failed: check.as_ref().is_some_and(|check| check.error.is_some()),
    });
    checks.collect()
}

/// Adds them, as they are at `now`.
pub fn write(text: &mut Text, sources: &[SourceChecks], now: Timestamp) {
    let mut age = text.gauge("source_check_age_seconds", "Since the last successful check of a source.");
    for source in sources {
        if let Some(checked_at) = source.checked_at {
            age.sample(&[("source", &source.id)], (now - checked_at).num_seconds());
        }
    }
    let mut failed = text.gauge("source_check_failed", "Whether the last check of a source failed.");
    sources.iter().for_each(|source| failed.sample(&[("source", &source.id)], u8::from(source.has_failed)));
    let mut ever = text.gauge("source_ever_checked", "Whether a check of a source has ever succeeded.");
    for source in sources {
        ever.sample(&[("source", &source.id)], u8::from(source.checked_at.is_some()));
    }
}
