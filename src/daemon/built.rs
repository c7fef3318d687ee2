//! A release that was loaded, and its pages at a moment to the last byte: the unit that the loop swaps.

use super::*;

use super::monitor::{Metrics, Reloads};
use super::timeline::Span;
use crate::console;
use crate::server::{Live, Served, Snapshot, give_back_memory};
use crate::site::LivePage;
use crate::site::status::{self, ServiceState};

pub struct BuiltRelease {
    pub release: Arc<Release>,
    /// Its public rows.
    pub dataset: Arc<Dataset>,
    pub site: Arc<Site>,
    pub served: Arc<Served>,
    /// The latest instant at which rows became public.
    pub embargo_ended: Option<Timestamp>,
    span: Span,
}

impl State for BuiltRelease {
    fn span(&self) -> Span {
        self.span
    }
}

impl BuiltRelease {
    /// Computes the pages of a release at a moment. A body that `previous` served at the same path keeps its age.
    pub fn new(
        release: Arc<Release>,
        moment: Moment,
        previous: Option<&BuiltRelease>,
        monitor: &Arc<Monitor>,
    ) -> Result<Arc<Self>, SiteError> {
        let since = Stopwatch::now();
        let dataset = release.full.public_at(moment.rows);
        let rows_until = release.full.next_embargo_end(moment.rows);
        let embargo_ended = release.full.newest_instant(moment.rows);
        let former = previous.map(|built| &*built.site);
        let site = Arc::new(Site::build(&dataset, &release.options, moment.statuses, former)?);
        // The first whole millisecond at which a status has turned: at the instant itself, it has not.
        let expires = site.expires();
        let statuses_until = expires.and_then(|end| end.checked_add_signed(TimeDelta::milliseconds(1)));
        let metrics = Metrics {
            site: Arc::clone(&site),
            release: Arc::clone(&release),
            dataset: Arc::clone(&dataset),
            monitor: Arc::clone(monitor),
            took: since.elapsed(),
        };
        let metrics: Live = Arc::new(move |counts| metrics.page(counts, clock()));
        let status = status_page(&site, &release, monitor)?;
        let live = |page| match page {
            LivePage::Status => Arc::clone(&status),
            LivePage::Metrics => Arc::clone(&metrics),
        };
        let snapshot = Snapshot {
            site: Arc::clone(&site),
            live: Site::live_pages().map(|(path, page)| (path.to_owned(), live(page))).collect(),
            next_change: expires.into_iter().chain(rows_until).min().map(Into::into),
        };
        let served = Served::new(snapshot, previous.map(|built| &*built.served), moment.statuses.into());
        give_back_memory();
        let (served, took) = (Arc::new(served), since.elapsed());
        let span = Span { load: release.load, moment, statuses_until, rows_until, took };
        Ok(Arc::new(BuiltRelease { release, dataset, site, served, embargo_ended, span }))
    }

    pub fn version(&self) -> &str {
        &self.dataset.version
    }

    /// The dataset in numbers.
    pub fn summary(&self) -> Message {
        console::summary(self.site.summary())
    }

    /// The same, and the number of warnings.
    pub fn summary_with_warnings(&self) -> Message {
        msg::with_warnings(self.summary(), self.dataset.warnings.warnings())
    }
}

/// `/status.json`, written again only when a reload has ended since.
fn status_page(site: &Arc<Site>, release: &Arc<Release>, monitor: &Arc<Monitor>) -> Result<Live, SiteError> {
    let (site, release, monitor) = (Arc::clone(site), Arc::clone(release), Arc::clone(monitor));
    let write = move |reloads: Reloads| {
        let state = ServiceState {
            origin: release.origin,
            warning: release.warning.as_deref(),
            loaded_at: release.loaded_at,
            last_reload: reloads.last,
        };
        status::page(site.snapshot(), site.summary(), &state).map(|page| (reloads, page))
    };
    let written = Mutex::new(write(monitor.reloads())?);
    Ok(Arc::new(move |_| {
        let (reloads, mut written) = (monitor.reloads(), lock(&written));
        if written.0 != reloads {
            if let Ok(anew) = write(reloads) {
                *written = anew;
            }
        }
        written.1.clone()
    }))
}
