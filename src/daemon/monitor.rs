//! The state of the daemon itself: the clock, its reloads, its memory, and the pages that show all of it, computed for
//! every request.

use super::*;

use std::collections::BTreeMap;
use std::fs;

use askama::Template;
use rustix::process::{Resource, getrlimit};

use crate::console::stderr;
use crate::model::{Check, Status};
use crate::server::{Counts, Heartbeat, Reason, library_panics};
use crate::site::Texts;
use crate::site::page::{Facts, LivePage, Page};
use crate::site::status::{self, ServiceState};

/// The present instant: nothing else that data depend on reads the clock.
#[expect(
    clippy::disallowed_methods,
    reason = "the daemon is where the clock is read"
)]
pub fn clock() -> Timestamp {
    chrono::Utc::now()
}

/// The facts on the daemon that its pages show.
pub struct Monitor {
    pub started: Timestamp,
    pub heartbeat: Heartbeat,
    reloads: Mutex<Reloads>,
}

/// How many reloads there were, and the last one.
#[derive(Clone, Copy, Default)]
pub struct Reloads {
    pub succeeded: u64,
    pub failed: u64,
    pub last: Option<Reload>,
}

impl Monitor {
    pub fn new(started: Timestamp) -> Self {
        Monitor {
            started,
            heartbeat: Heartbeat::default(),
            reloads: Mutex::default(),
        }
    }

    pub fn reloads(&self) -> Reloads {
        *lock(&self.reloads)
    }

    pub fn note_reload(&self, at: Timestamp, errors: usize) {
        let mut reloads = lock(&self.reloads);
        let count = if errors == 0 {
            &mut reloads.succeeded
        } else {
            &mut reloads.failed
        };

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
    let mut lines = membership.lines();
    let group = lines.find_map(|line| line.strip_prefix("0::"))?;
    let limit = limit(Path::new(GROUPS), group)?;
    let needed = resident()?.saturating_add(estimate_memory(files));
    if needed <= limit {
        return None;
    }

    Some(msg::does_not_fit_into_memory(
        needed / MEGABYTE,
        limit / MEGABYTE,
    ))
}

/// Bytes that loading these files needs at its peak.
fn estimate_memory(files: &[DataFile]) -> u64 {
    let mut bytes = 0;
    for file in files {
        if file.path.starts_with("indicators/") && file.path.ends_with(".csv") {
            let rows = file.bytes.iter().filter(|byte| **byte == b'\n').count();
            bytes += PER_INDICATOR + PER_ROW * rows as u64;
        }
    }

    bytes
}

/// The smallest `memory.max` of a group and of those that it is in; `None` where none of them has a limit.
fn limit(groups: &Path, group: &str) -> Option<u64> {
    let mut smallest = None;
    let directory = groups.join(group.trim_start_matches('/'));
    for path in directory.ancestors() {
        if !path.starts_with(groups) {
            break;
        }

        let text = fs::read_to_string(path.join("memory.max")).unwrap_or_default();
        if let Ok(limit) = text.trim().parse::<u64>() {
            smallest = Some(smallest.map_or(limit, |other: u64| other.min(limit)));
        }
    }

    smallest
}

/// Bytes of memory that the process has; `None` where the system does not say.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A state as the pages show it that are computed for every request.
pub struct LiveState {
    pub site: Arc<Site>,
    pub release: Arc<Release>,
    pub dataset: Arc<Dataset>,
    pub monitor: Arc<Monitor>,
    /// How long the pages took to compute.
    pub took: Duration,
}

impl LiveState {
    pub fn page(&self, page: LivePage, counts: &Counts) -> Result<Page, SiteError> {
        match page {
            LivePage::Status => self.status(),
            LivePage::Metrics => self.metrics(counts, clock()),
        }
    }

    fn status(&self) -> Result<Page, SiteError> {
        let release = &self.release;
        let warning = release.warnings.join("; ");
        let state = ServiceState {
            origin: release.source.name(),
            warning: Some(&*warning).filter(|warning| !warning.is_empty()),
            loaded_at: release.loaded_at,
            last_reload: self.monitor.reloads().last,
        };
        status::page(self.site.snapshot(), self.site.summary(), &state)
    }

    fn metrics(&self, counts: &Counts, now: Timestamp) -> Result<Page, SiteError> {
        const FACTS: Facts = Facts::of("text/plain; version=0.0.4");
        let mut checks = BTreeMap::new();
        for indicator in self.dataset.indicators() {
            if let Some(source) = &indicator.source {
                let check = source.check.clone().unwrap_or_default();
                checks.insert(escaped(&source.id), check);
            }
        }

        let reloads = self.monitor.reloads();
        let metrics = Metrics {
            now,
            state: self,
            reloads,
            last_reload: reloads.last.unwrap_or(Reload {
                at: self.release.loaded_at,
                errors: 0,
            }),
            checks,
            counts,
            descriptors: fs::read_dir("/proc/self/fd").ok().map(Iterator::count),
        };

        let text = metrics.render()?;
        Ok(Page::passing(&FACTS, Texts::of(text)))
    }
}

/// `/metrics` in the text format 0.0.4 of Prometheus. Figures of the process that the system does not have are left out.
#[derive(Template)]
#[template(path = "metrics.txt", config = "src/site/templates/askama.toml")]
struct Metrics<'a> {
    now: Timestamp,
    state: &'a LiveState,
    reloads: Reloads,
    last_reload: Reload,
    /// By the id of the source.
    checks: BTreeMap<String, Check>,
    counts: &'a Counts,
    /// How many are open.
    descriptors: Option<usize>,
}

/// A text as the value of a label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
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
        let file = |path: &str, text: &str| DataFile {
            path: path.to_owned(),
            bytes: text.into(),
        };
        let files = [
            file("dataset.json", "{\n}\n"),
            file("indicators/a.csv", "date,value\n2026-01,1\n"),
            file("indicators/a.json", "{\n}\n"),
            file("indicators/b.csv", "date,value\n2026-01,1\n2026-02,1\n"),
        ];
        assert_eq!(estimate_memory(&files), 2 * PER_INDICATOR + 5 * PER_ROW);
    }

    #[test]
    fn labels_and_seconds() {
        assert_eq!(escaped("b\"\\\n"), "b\\\"\\\\\\n");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.500000");
    }
}
