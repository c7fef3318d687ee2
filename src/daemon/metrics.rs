//! `/metrics`: the Prometheus text, computed for every request from what the daemon and the server know.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::console::stderr;
use crate::dataset::Dataset;
use crate::model::{Source, Status, Timestamp};
use crate::server::{Counts, Reason};
use crate::site::status::{self, Reload};
use crate::site::{Caching, Page, Site, Variant};

/// What changes with a reload or a transition of statuses only.
pub struct Facts {
    site: Arc<Site>,
    origin: &'static str,
    loaded_at: Timestamp,
    last_reload: Option<Reload>,
    /// How long the pages took to compute.
    took: Duration,
    /// The last successful check of each source that has one.
    checks: BTreeMap<String, Timestamp>,
}

impl Facts {
    /// What is known of the snapshot in service.
    pub fn new(site: &Arc<Site>, dataset: &Dataset, facts: &status::Facts, took: Duration) -> Self {
        let status::Facts { origin, loaded_at, last_reload, .. } = *facts;
        let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_ref());
        let checked_at = |source: &Arc<Source>| Some((source.id.clone(), source.check.as_ref()?.checked_at?));
        let checks = sources.filter_map(checked_at).collect();
        Facts { site: site.clone(), origin, loaded_at, last_reload, took, checks }
    }

    /// The page at `now`.
    pub fn page(&self, counts: &Counts, now: Timestamp) -> Page {
        let text = Variant::plain(self.text(counts, now).into_bytes());
        Page { caching: Caching::NoStore, ..Page::new("text/plain; version=0.0.4", text) }
    }

    fn text(&self, counts: &Counts, now: Timestamp) -> String {
        let mut text = Text(String::new());
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        text.family("build_info", "gauge", "The program.").sample(&version, 1);
        let summary = self.site.summary();
        let snapshot = self.site.snapshot();
        let dataset =
            [("version", summary.version.as_str()), ("origin", self.origin), ("snapshot", snapshot)];
        text.family("dataset_info", "gauge", "The dataset in service.").sample(&dataset, 1);
        text.family("dataset_as_of_timestamp_seconds", "gauge", "As-of of the dataset in service.")
            .sample(&[], summary.as_of.timestamp());
        text.family("dataset_loaded_timestamp_seconds", "gauge", "When the dataset in service was loaded.")
            .sample(&[], self.loaded_at.timestamp());
        text.family("reload_last_success", "gauge", "Whether the last attempt to load a dataset succeeded.")
            .sample(&[], u8::from(self.last_reload.is_none_or(|reload| reload.errors == 0)));
        text.family("reload_last_timestamp_seconds", "gauge", "When that attempt ended.")
            .sample(&[], self.last_reload.map_or(self.loaded_at, |reload| reload.at).timestamp());
        let mut indicators = text.family("indicators", "gauge", "Indicators by their status.");
        for status in Status::ALL {
            indicators.sample(&[("status", status.name())], summary.count(status));
        }
        let help = "Seconds since the last successful check of a source.";
        let mut checks = text.family("source_check_age_seconds", "gauge", help);
        for (source, checked_at) in &self.checks {
            checks.sample(&[("source", source)], (now - checked_at).num_seconds());
        }
        let build = format!("{}.{:06}", self.took.as_secs(), self.took.subsec_micros());
        text.family("snapshot_build_seconds", "gauge", "How long the pages in service took to compute.")
            .sample(&[], build);
        let mut requests =
            text.family("http_requests_total", "counter", "Requests answered, by class of status.");
        for (class, count) in ["2xx", "3xx", "4xx", "5xx"].into_iter().zip(counts.responses) {
            requests.sample(&[("class", class)], count);
        }
        text.family("http_response_bytes_total", "counter", "Bytes of all responses, heads included.")
            .sample(&[], counts.bytes);
        text.family("http_connections", "gauge", "Open connections.").sample(&[], counts.connections);
        text.family("http_workers", "gauge", "Threads that answer requests.").sample(&[], counts.workers);
        text.family("http_listeners_replaced_total", "counter", "How often accepting had to begin anew.")
            .sample(&[], counts.listeners_replaced);
        let help = "Connections that the server ended, by the bound that was exceeded.";
        let mut ended = text.family("http_disconnections_total", "counter", help);
        for (reason, count) in Reason::ALL.into_iter().zip(counts.disconnected) {
            ended.sample(&[("reason", reason.name())], count);
        }
        text.family("log_lines_dropped_total", "counter", "Lines of the log that nobody read in time.")
            .sample(&[], stderr::dropped());
        text.0
    }
}

/// The text as it grows.
struct Text(String);

/// One family of samples.
struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
}

impl Text {
    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "# HELP indicatord_{name} {help}\n# TYPE indicatord_{name} {kind}");
        Family { text: &mut self.0, name }
    }
}

impl Family<'_> {
    fn sample(&mut self, labels: &[(&str, &str)], value: impl Display) {
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels: Vec<String> =
            labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.text, "indicatord_{}{labels} {value}", self.name);
    }
}
