//! A release that was loaded, and its pages at an instant to the last byte: what the loop swaps.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use super::clock::now;
use super::metrics::Metrics;
use super::monitor::Monitor;
use crate::dataset::Dataset;
use crate::model::Timestamp;
use crate::server::{Served, Snapshot, give_back_memory};
use crate::site::status::{self, ServiceState};
use crate::site::{Page, Site, SiteError, SiteOptions, urls};

/// A dataset that was loaded.
pub struct Release {
    /// What it says.
    pub dataset: Arc<Dataset>,
    /// What the operator decided about its pages.
    pub options: SiteOptions,
    /// `embedded` or `directory`.
    pub origin: &'static str,
    /// What an operator should know of where it comes from.
    pub warning: Option<String>,
    /// Whether it stands in for what should be in service (decisions, section 16).
    pub is_fallback: bool,
    /// When it was read.
    pub loaded_at: Timestamp,
}

/// A release at an instant.
pub struct Built {
    /// The release.
    pub release: Arc<Release>,
    /// Its pages.
    pub site: Arc<Site>,
    /// Every response, written.
    pub served: Arc<Served>,
    /// How long that took.
    pub took: Duration,
}

impl Built {
    /// Computes the pages of a release as they are at `at`, and writes every response. What `previous` served at the
    /// same place keeps the instant since when it is served. No cache keeps it beyond `until`, when another release
    /// takes its place.
    ///
    /// # Errors
    /// As [`Site::build`].
    pub fn new(
        release: Arc<Release>,
        at: Timestamp,
        until: Option<Timestamp>,
        previous: Option<&Built>,
        monitor: &Arc<Monitor>,
    ) -> Result<Self, SiteError> {
        let since = Stopwatch::now();
        let former = previous.map(|built| &*built.site);
        let site = Arc::new(Site::build(&release.dataset, &release.options, at, former)?);
        let metrics = Metrics::new(&site, &release, monitor, since.elapsed());
        let status = StatusPage::new(&site, &release, monitor)?;
        let snapshot = Snapshot {
            site: Arc::clone(&site),
            live: vec![
                (urls::STATUS.to_owned(), Arc::new(move |_| status.page())),
                (urls::METRICS.to_owned(), Arc::new(move |counts| metrics.page(counts, now()))),
            ],
            next_change: site.expires().into_iter().chain(until).min().map(Into::into),
        };
        let served = Served::new(snapshot, previous.map(|built| &*built.served), at.into());
        give_back_memory();
        Ok(Built { release, site, served: Arc::new(served), took: since.elapsed() })
    }

    /// The version of its dataset.
    pub fn version(&self) -> &str {
        &self.release.dataset.version
    }
}

impl fmt::Display for Built {
    /// As `check` has it, and how many warnings there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {} warnings", self.site.summary(), self.release.dataset.warnings.warnings())
    }
}

/// `/status.json`, written again only when a reload has ended since.
struct StatusPage {
    site: Arc<Site>,
    release: Arc<Release>,
    monitor: Arc<Monitor>,
    /// The page, and the attempts to reload that there had been when it was written.
    written: Mutex<(u64, Page)>,
}

impl StatusPage {
    fn new(site: &Arc<Site>, release: &Arc<Release>, monitor: &Arc<Monitor>) -> Result<Self, SiteError> {
        let written = Mutex::new(write(site, release, monitor)?);
        Ok(StatusPage { site: site.clone(), release: release.clone(), monitor: monitor.clone(), written })
    }

    fn page(&self) -> Page {
        let reloads = self.monitor.reloads();
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.0 != reloads.succeeded + reloads.failed {
            if let Ok(anew) = write(&self.site, &self.release, &self.monitor) {
                *written = anew;
            }
        }
        written.1.clone()
    }
}

fn write(site: &Site, release: &Release, monitor: &Monitor) -> Result<(u64, Page), SiteError> {
    let reloads = monitor.reloads();
    let state = ServiceState {
        origin: release.origin,
        warning: release.warning.as_deref(),
        loaded_at: release.loaded_at,
        last_reload: reloads.last,
    };
    Ok((reloads.succeeded + reloads.failed, status::page(site, &state)?))
}
