//! The state of the daemon itself: the clock, its reloads, and the pages that show them, computed for every request.

use super::*;

use std::collections::BTreeMap;
use std::fs;

use askama::Template;
use rustix::process::{Resource, getrlimit};

use super::memory::resident_memory;
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

    #[test]
    fn labels_and_seconds() {
        assert_eq!(escaped("b\"\\\n"), "b\\\"\\\\\\n");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.500000");
    }
}
