//! The state of the daemon itself: the clock, its reloads, its memory, and `/metrics`, the Prometheus text that shows all of
//! it, computed for every request.

use super::*;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::fs;

use rustix::process::{Resource, getrlimit};

use crate::console::stderr;
use crate::model::{Check, Status};
use crate::server::{Counts, Heartbeat, Reason, library_panics};
use crate::site::page::{Caching, Facts, Page, Texts};

/// The present instant: nothing else that data depend on reads the clock.
#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
pub fn clock() -> Timestamp {
    chrono::Utc::now()
}

pub struct Monitor {
    pub started: Timestamp,
    pub heartbeat: Heartbeat,
    reloads: Mutex<Reloads>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reloads {
    pub succeeded: u64,
    pub failed: u64,
    pub last: Option<Reload>,
}

impl Monitor {
    pub fn new(started: Timestamp) -> Self {
        Monitor { started, heartbeat: Heartbeat::default(), reloads: Mutex::default() }
    }

    pub fn reloads(&self) -> Reloads {
        *lock(&self.reloads)
    }

    pub fn note_reload(&self, at: Timestamp, errors: usize) {
        let mut reloads = lock(&self.reloads);
        let count = if errors == 0 { &mut reloads.succeeded } else { &mut reloads.failed };
        *count += 1;
        reloads.last = Some(Reload { at, errors });
    }
}

/// Bytes that a load needs at its peak for each row: 190 to 240 were measured over 400,000 rows that had all changed.
const PER_ROW: u64 = 250;
/// The same for the pages and charts of each indicator, beside its rows: 32 kB were measured.
const PER_INDICATOR: u64 = 40 * 1024;
/// Where control groups (version 2) are, and which of them this process is in.
const GROUPS: &str = "/sys/fs/cgroup";
const OWN_GROUP: &str = "/proc/self/cgroup";
const MEGABYTE: u64 = 1_000_000;

/// Why the dataset of these files would not fit beside what is resident; `None` where it does, or no limit is known. Beyond
/// `memory.max` of the control group the kernel would end the process, and nobody would be served.
pub fn why_too_large(files: &[DataFile]) -> Option<Message> {
    let membership = fs::read_to_string(OWN_GROUP).ok()?;
    let group = membership.lines().find_map(|line| line.strip_prefix("0::"))?;
    let limit = limit(Path::new(GROUPS), group)?;
    let needed = resident()?.saturating_add(estimate(files));
    let sentence = || msg::does_not_fit_into_memory(needed / MEGABYTE, limit / MEGABYTE);
    (needed > limit).then(sentence)
}

/// Bytes that loading these files needs at its peak.
fn estimate(files: &[DataFile]) -> u64 {
    let tables =
        files.iter().filter(|file| file.path.starts_with("indicators/") && file.path.ends_with(".csv"));
    let rows = |file: &DataFile| file.bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    tables.map(|file| PER_INDICATOR + PER_ROW * rows(file)).sum()
}

/// The smallest `memory.max` of a group and of those that it is in; `None` where none of them has a limit.
fn limit(groups: &Path, group: &str) -> Option<u64> {
    let directory = groups.join(group.trim_start_matches('/'));
    let parents = directory.ancestors().take_while(|path| path.starts_with(groups));
    let limits = parents.filter_map(|path| fs::read_to_string(path.join("memory.max")).ok());
    limits.filter_map(|text| text.trim().parse::<u64>().ok()).min()
}

/// Bytes of memory that the process has; `None` where the system does not say.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

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
    if let Some(bytes) = resident() {
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
    use crate::scratch::Scratch;

    #[test]
    fn the_smallest_limit_on_the_way_up_counts() {
        let root = Scratch::new();
        root.write("system.slice/indicatord.service/memory.max", "max\n");
        let limit = |group| super::limit(&root.join(""), group);
        assert_eq!(limit("/system.slice/indicatord.service"), None);
        root.write("system.slice/memory.max", "2000\n");
        root.write("memory.max", "3000\n");
        assert_eq!(limit("/system.slice/indicatord.service"), Some(2000));
        root.write("system.slice/indicatord.service/memory.max", "1000\n");
        assert_eq!(limit("/system.slice/indicatord.service"), Some(1000));
        assert_eq!((limit("/"), limit("/elsewhere")), (Some(3000), Some(3000)));
    }

    #[test]
    fn a_load_is_estimated_by_rows_and_indicators() {
        let file = |path: &str, text: &str| DataFile { path: path.to_owned(), bytes: text.into() };
        let files = [
            file("dataset.json", "{\n}\n"),
            file("indicators/a.csv", "date,value\n2026-01,1\n"),
            file("indicators/a.json", "{\n}\n"),
            file("indicators/b.csv", "date,value\n2026-01,1\n2026-02,1\n"),
        ];
        assert_eq!(estimate(&files), 2 * PER_INDICATOR + 5 * PER_ROW);
    }

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
