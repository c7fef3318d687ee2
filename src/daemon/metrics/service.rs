//! How reloads went, and whether the main loop still goes round.

use super::Metrics;
use super::exposition::{Text, seconds};
use crate::console::stderr;

/// Adds them.
pub fn write(text: &mut Text, metrics: &Metrics) {
    let reloads = metrics.monitor.reloads();
    text.gauge("reload_last_success", "Whether the last attempt to load a dataset succeeded.")
        .value(u8::from(reloads.last.is_none_or(|reload| reload.errors == 0)));
    text.gauge("reload_last_timestamp_seconds", "When that attempt ended.")
        .value(reloads.last.map_or(metrics.release.loaded_at, |reload| reload.at).timestamp());
    text.gauge("reload_last_problems", "Errors that it found.")
        .value(reloads.last.map_or(0, |reload| reload.errors));
    let mut results = text.counter("reloads_total", "Attempts to load another dataset, by how they ended.");
    results.sample(&[("result", "success")], reloads.succeeded);
    results.sample(&[("result", "failure")], reloads.failed);
    text.gauge("heartbeat_age_seconds", "Since the latest sign of life of the main loop.")
        .value(seconds(metrics.monitor.silence()));
    text.counter("log_lines_dropped_total", "Lines of the log that nobody read in time.")
        .value(stderr::dropped());
}
