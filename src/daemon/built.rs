//! A loaded release with its rendered pages, which the event loop swaps as one.

use super::*;

use super::monitor::LiveState;
use super::timeline::Span;
use crate::console;
use crate::server::{Live, Served, give_back_memory};

/// A release with its pages at a moment.
pub struct BuiltRelease {
    pub release: Arc<Release>,
    /// Its public rows.
    pub dataset: Arc<Dataset>,
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
        let dataset = release.public_at(moment.rows);
        let rows_until = release.full.next_embargo_end(moment.rows);
        let embargo_ended = release.full.newest_instant(moment.rows);
        let former = previous.map(|built| &built.served);
        let former_site = former.map(|served| &*served.site);
        let site = Arc::new(Site::build(
            &dataset,
            &release.options,
            moment.statuses,
            former_site,
        )?);
        // The first whole millisecond at which a status has turned: at the instant itself, it has not.
        let expires = site.expires();
        let statuses_until =
            expires.and_then(|end| end.checked_add_signed(TimeDelta::milliseconds(1)));
        let state = Arc::new(LiveState {
            site: Arc::clone(&site),
            release: Arc::clone(&release),
            dataset: Arc::clone(&dataset),
            monitor: Arc::clone(monitor),
            took: since.elapsed(),
        });
        let live = Site::live_pages().into_iter().map(|(path, page)| {
            let state = Arc::clone(&state);
            let live: Live = Box::new(move |counts| state.page(page, counts));
            (path, live)
        });
        let figures_until = site.summary().next_change();
        let changes = figures_until.into_iter().chain(rows_until);
        let next_change = changes.min().map(Into::into);
        let mut served = Served::new(
            site,
            live.collect(),
            next_change,
            former,
            moment.statuses.into(),
        );
        served.is_published = release.is_published();
        give_back_memory();
        let (served, took) = (Arc::new(served), since.elapsed());
        let span = Span {
            load: release.load,
            moment,
            statuses_until,
            rows_until,
            took,
        };
        Ok(Arc::new(BuiltRelease {
            release,
            dataset,
            served,
            embargo_ended,
            span,
        }))
    }

    pub fn version(&self) -> &str {
        &self.dataset.version
    }

    /// The dataset in numbers, if there is one.
    pub fn summary(&self) -> Message {
        if !self.release.is_published() {
            return msg::nothing_published_yet();
        }
        console::summary(self.served.site.summary())
    }

    /// The same, and the number of warnings, if there are any.
    pub fn summary_with_warnings(&self) -> Message {
        match self.dataset.warnings.warnings() {
            0 => self.summary(),
            count => msg::followed_by(self.summary(), msg::warning_count(count)),
        }
    }
}
