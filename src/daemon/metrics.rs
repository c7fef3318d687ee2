//! `/metrics`: the Prometheus text, computed for every request.

use super::*;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::fs;

use rustix::process::{Resource, getrlimit};

use crate::console::stderr;
use crate::model::{Check, Status};
use crate::server::{Counts, Reason, library_panics};
use crate::site::page::{Caching, Facts, Page, Texts};

const FACTS: Facts = Facts::of("text/plain; version=0.0.4");

pub struct Metrics {
    pub site: Arc<Site>,
    pub release: Arc<Release>,
    pub dataset: Arc<Dataset>,
    pub monitor: Arc<Monitor>,
    /// How long the pages took to compute.
    pub took: Duration,
}

impl Metrics {
    pub fn page(&self, counts: &Counts, now: Timestamp) -> Page {
        let mut text = Text::default();
        self.write_dataset(&mut text);
        self.write_reloads(&mut text);
        write_sources(&mut text, &self.dataset, now);
        write_http(&mut text, counts);
        write_process(&mut text, self.monitor.started);
        Page { caching: Caching::NoStore, ..Page::passing(&FACTS, Texts::of(text.text)) }
    }

    fn write_dataset(&self, text: &mut Text) {
        let (summary, release) = (self.site.summary(), &self.release);
        text.gauge("build_info", "Version of the program.")
            .sample(&[("version", env!("CARGO_PKG_VERSION"))], 1);
        let labels = [
            ("version", summary.version.as_str()),
            ("origin", release.origin),
            ("snapshot", self.site.snapshot()),
        ];
        text.gauge("dataset_info", "The live dataset: its version, origin and snapshot.").sample(&labels, 1);
        text.gauge("dataset_as_of_timestamp_seconds", "Time as of which the live dataset was compiled.")
            .value(summary.as_of.timestamp());
        text.gauge("dataset_loaded_timestamp_seconds", "Time at which the live dataset was loaded.")
            .value(release.loaded_at.timestamp());
        text.gauge("dataset_warnings", "Warnings in the live dataset.").value(summary.warnings);
        text.gauge(
            "dataset_fallback",
            "1 if the live dataset replaces a release that could not be served at start, else 0.",
        )
        .value(u8::from(release.is_fallback()));
        text.gauge("indicators", "Indicators by status.");
        for status in Status::ALL {
            text.sample(&[("status", status.name())], summary.count(status));
        }
        if let Some(next) = self.site.expires() {
            text.gauge(
                "next_change_timestamp_seconds",
                "Time of the next status change, unless the data change first.",
            )
            .value(next.timestamp());
        }
        text.gauge("snapshot_build_seconds", "Seconds that building the live pages took.")
            .value(seconds(self.took));
    }

    fn write_reloads(&self, text: &mut Text) {
        let reloads = self.monitor.reloads();
        text.gauge("reload_last_success", "1 if the last attempt to load a dataset succeeded, else 0.")
            .value(u8::from(reloads.last.is_none_or(|reload| reload.errors == 0)));
        text.gauge(
            "reload_last_timestamp_seconds",
            "Time at which the last attempt to load a dataset ended.",
        )
        .value(reloads.last.map_or(self.release.loaded_at, |reload| reload.at).timestamp());
        text.gauge("reload_last_problems", "Errors found by the last attempt to load a dataset.")
            .value(reloads.last.map_or(0, |reload| reload.errors));
        text.counter("reloads_total", "Attempts to load a dataset, by result.")
            .sample(&[("result", "success")], reloads.succeeded)
            .sample(&[("result", "failure")], reloads.failed);
        text.gauge("heartbeat_age_seconds", "Seconds since the main loop last reported.")
            .value(seconds(self.monitor.heartbeat.age()));
        text.counter(
            "log_lines_dropped_total",
            "Log lines dropped because they could not be written in time.",
        )
        .value(stderr::dropped());
    }
}

fn write_sources(text: &mut Text, dataset: &Dataset, now: Timestamp) {
    let sources = dataset.indicators().filter_map(|indicator| indicator.source.as_ref());
    let checks: BTreeMap<_, _> = sources.map(|source| (source.id.as_str(), source.check.as_ref())).collect();
    let checked_at = |check: Option<&Check>| check.and_then(|check| check.checked_at);
    text.gauge("source_check_age_seconds", "Seconds since the last successful check of a source.");
    for (id, check) in &checks {
        if let Some(checked_at) = checked_at(*check) {
            text.sample(&[("source", id)], (now - checked_at).num_seconds());
        }
    }
    text.gauge("source_check_failed", "1 if the last check of a source failed, else 0.");
    for (id, check) in &checks {
        let has_failed = check.is_some_and(|check| check.error.is_some());
        text.sample(&[("source", id)], u8::from(has_failed));
    }
    text.gauge("source_ever_checked", "1 if a check of a source has ever succeeded, else 0.");
    for (id, check) in &checks {
        text.sample(&[("source", id)], u8::from(checked_at(*check).is_some()));
    }
}

fn write_http(text: &mut Text, counts: &Counts) {
    text.counter("http_requests_total", "Responses by status class.");
    for class in 2..=5 {
        let count = counts.responses.get(&class).copied().unwrap_or_default();
        text.sample(&[("class", &format!("{class}xx"))], count);
    }
    text.counter("http_response_bytes_total", "Bytes sent in responses, headers included.")
        .value(counts.bytes);
    let help = "Malformed HTTP requests answered with 400. Requests dropped by the HTTP library are not counted: a byte of \
                128 or more in a header ends the connection without a response.";
    text.counter("http_malformed_requests_total", help).value(counts.malformed);
    text.gauge("http_connections", "Open connections.").value(counts.connections);
    let help = "Connections that are still open ten seconds after the server has ended them.";
    text.gauge("http_connections_stuck", help).value(counts.stuck);
    let help = "Connections that the HTTP library gave up because of a fault of its own, such as for want of descriptors.";
    text.counter("http_library_panics_total", help).value(library_panics());
    text.gauge("http_workers", "Threads that answer requests.").value(counts.workers);
    text.counter("http_listeners_replaced_total", "Listener restarts.").value(counts.listeners_replaced);
    let help = "Connections closed by the server, by the limit exceeded.";
    text.counter("http_disconnections_total", help);
    for reason in Reason::ALL {
        let count = counts.disconnected.get(&reason).copied().unwrap_or_default();
        text.sample(&[("reason", reason.name())], count);
    }
}

/// Resources of the process, under the names that every program has for them; unknown ones are left out.
fn write_process(text: &mut Text, started: Timestamp) {
    text.family("process_start_time_seconds", "gauge", "Start time of the process.")
        .value(started.timestamp());
    if let Some(bytes) = memory::resident() {
        text.family("process_resident_memory_bytes", "gauge", "Resident memory size in bytes.").value(bytes);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        text.family("process_open_fds", "gauge", "Number of open file descriptors.").value(open.count());
    }
    if let Some(limit) = getrlimit(Resource::Nofile).current {
        text.family("process_max_fds", "gauge", "Maximum number of open file descriptors.").value(limit);
    }
}

/// The text format 0.0.4: families of samples, each with its meaning.
#[derive(Default)]
struct Text {
    text: String,
    family: String,
}

impl Text {
    fn gauge(&mut self, name: &str, help: &str) -> &mut Self {
        self.family(&format!("indicatord_{name}"), "gauge", help)
    }

    fn counter(&mut self, name: &str, help: &str) -> &mut Self {
        self.family(&format!("indicatord_{name}"), "counter", help)
    }

    /// A family under its whole name: those of `process_` are called the same in every program.
    fn family(&mut self, name: &str, kind: &str, help: &str) -> &mut Self {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        name.clone_into(&mut self.family);
        self
    }

    fn value(&mut self, value: impl Display) {
        self.sample(&[], value);
    }

    fn sample(&mut self, labels: &[(&str, &str)], value: impl Display) -> &mut Self {
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels: Vec<String> =
            labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.text, "{}{labels} {value}", self.family);
        self
    }
}

fn seconds(span: Duration) -> String {
    format!("{}.{:06}", span.as_secs(), span.subsec_micros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_and_samples() {
        let mut text = Text::default();
        text.gauge("up", "Whether.").value(1);
        text.counter("x_total", "How often.")
            .sample(&[("a", "b\"\\\n")], seconds(Duration::from_millis(1500)));
        let expected = "# HELP indicatord_up Whether.\n# TYPE indicatord_up gauge\nindicatord_up 1\n\
                        # HELP indicatord_x_total How often.\n# TYPE indicatord_x_total counter\n\
                        indicatord_x_total{a=\"b\\\"\\\\\\n\"} 1.500000\n";
        assert_eq!(text.text, expected);
    }
}
