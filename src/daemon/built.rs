//! A release that was loaded, and its pages at a moment to the last byte: what the loop swaps.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant as Stopwatch;

use chrono::TimeDelta;

use super::metrics::Metrics;
use super::monitor::{Monitor, clock};
use super::release::Release;
use super::timeline::{Moment, Span, State};
use crate::dataset::Dataset;
use crate::model::Timestamp;
use crate::server::{Served, Snapshot, give_back_memory};
use crate::site::status::{self, ServiceState};
use crate::site::{Page, Site, SiteError, urls};

/// A release at a moment.
pub struct BuiltRelease {
    pub release: Arc<Release>,
    /// What is public of it.
    pub dataset: Arc<Dataset>,
    pub site: Arc<Site>,
    /// Every response, written.
    pub served: Arc<Served>,
    /// The newest instant at which rows of it became public.
    pub embargo_ended: Option<Timestamp>,
    span: Span,
}

impl State for BuiltRelease {
    fn span(&self) -> Span {
        self.span
    }
}

impl BuiltRelease {
    /// Computes the pages of a release at a moment, and writes every response. A body that `previous` served at the same
    /// place keeps its age. No cache keeps a page beyond the state's end.
    pub fn new(
        release: Arc<Release>,
        moment: Moment,
        previous: Option<&BuiltRelease>,
        monitor: &Arc<Monitor>,
    ) -> Result<Self, SiteError> {
        let since = Stopwatch::now();
        let dataset = release.full.public_at(moment.rows);
        let rows_until = release.full.next_embargo_end(moment.rows);
        let embargo_ended = release.full.newest_instant(moment.rows);
        let former = previous.map(|built| &*built.site);
        let site = Arc::new(Site::build(&dataset, &release.options, moment.statuses, former)?);
        // The first whole millisecond at which a status has turned: at the instant itself, it has not.
        let expires = site.expires();
        let statuses_until = expires.and_then(|end| end.checked_add_signed(TimeDelta::milliseconds(1)));
        let metrics = Metrics::new(&site, &release, &dataset, monitor, since.elapsed());
        let status = StatusPage::new(&site, &release, monitor)?;
        let snapshot = Snapshot {
            site: Arc::clone(&site),
            live: vec![
                (urls::STATUS.to_owned(), Arc::new(move |_| status.page())),
                (urls::METRICS.to_owned(), Arc::new(move |counts| metrics.page(counts, clock()))),
            ],
            next_change: expires.into_iter().chain(rows_until).min().map(Into::into),
        };
        let served = Served::new(snapshot, previous.map(|built| &*built.served), moment.statuses.into());
        give_back_memory();
        let (served, took) = (Arc::new(served), since.elapsed());
        let span = Span { load: release.load, moment, statuses_until, rows_until, took };
        Ok(BuiltRelease { release, dataset, site, served, embargo_ended, span })
    }

    pub fn version(&self) -> &str {
        &self.dataset.version
    }
}

impl fmt::Display for BuiltRelease {
    /// As `check` has it, and how many warnings there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {} warnings", self.site.summary(), self.dataset.warnings.warnings())
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
        warning: release.warning(),
        loaded_at: release.loaded_at,
        last_reload: reloads.last,
    };
    Ok((reloads.succeeded + reloads.failed, status::page(site.snapshot(), site.summary(), &state)?))
}
