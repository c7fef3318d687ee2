//! What is served, how old it is, and how far it can be trusted.

use super::Metrics;
use super::exposition::{Text, seconds};
use crate::model::Status;

/// Adds them.
pub fn write(text: &mut Text, metrics: &Metrics) {
    let (summary, release) = (metrics.site.summary(), &metrics.release);
    text.gauge("build_info", "The program.").sample(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    let labels = [
        ("version", summary.version.as_str()),
        ("origin", release.origin),
        ("snapshot", metrics.site.snapshot()),
    ];
    text.gauge("dataset_info", "The dataset in service.").sample(&labels, 1);
    text.gauge("dataset_as_of_timestamp_seconds", "As-of of the dataset in service.")
        .value(summary.as_of.timestamp());
    text.gauge("dataset_loaded_timestamp_seconds", "When the dataset in service was loaded.")
        .value(release.loaded_at.timestamp());
    text.gauge("dataset_warnings", "Warnings of the dataset in service.").value(summary.warnings);
    text.gauge(
        "dataset_fallback",
        "Whether it stands in for a release that could not be served at the start.",
    )
    .value(u8::from(release.is_fallback));
    let mut indicators = text.gauge("indicators", "Indicators by their status.");
    for status in Status::ALL {
        indicators.sample(&[("status", status.name())], summary.count(status));
    }
    if let Some(next) = metrics.site.expires() {
        text.gauge("next_change_timestamp_seconds", "When the next status turns by the clock alone.")
            .value(next.timestamp());
    }
    text.gauge("snapshot_build_seconds", "How long the pages in service took to compute.")
        .value(seconds(metrics.took));
}
