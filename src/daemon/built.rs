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
        let now = moment.statuses;
        let dataset = release.public_at(moment.rows);
        let former = previous.map(|built| &built.served);
        let former_site = former.map(|served| &*served.site);
        let site = Site::build(&dataset, &release.options, now, former_site)?;
        let site = Arc::new(site);

        let state = Arc::new(LiveState {
            site: Arc::clone(&site),
            release: Arc::clone(&release),
            dataset: Arc::clone(&dataset),
            monitor: Arc::clone(monitor),
            took: since.elapsed(),
        });

        // Ages change at midnight too.
        let statuses_until = site.expires().and_then(first_after);
        let rows_until = release.full.next_embargo_end(moment.rows);
        let next_change = next_change(&site, rows_until).map(Into::into);
        let live = live_pages(&state);
        let mut served = Served::new(site, live, next_change, former, now.into());
        served.is_published = release.is_published();
        give_back_memory();

        let span = Span {
            load: release.load,
            moment,
            statuses_until,
            rows_until,
            took: since.elapsed(),
        };
        Ok(Arc::new(BuiltRelease {
            embargo_ended: release.full.newest_instant(moment.rows),
            release,
            dataset,
            served: Arc::new(served),
            span,
        }))
    }

    pub fn version(&self) -> &str {
        &self.dataset.version
    }

    /// The name of the snapshot, which follows from all its pages.
    pub fn snapshot(&self) -> &str {
        self.served.site.snapshot()
    }

    /// The dataset in numbers, if there is one.
    pub fn summary(&self) -> Message {
        if !self.release.is_published() {
            return msg::nothing_published_yet();
        }

        console::summary(self.served.site.summary())
    }

    /// The summary, with the number of warnings if there are any.
    pub fn summary_with_warnings(&self) -> Message {
        match self.dataset.warnings.warnings() {
            0 => self.summary(),
            count => msg::followed_by(self.summary(), msg::warning_count(count)),
        }
    }
}

/// The pages that are computed anew for every request.
fn live_pages(state: &Arc<LiveState>) -> Vec<(&'static str, Live)> {
    let mut pages = Vec::new();
    for (path, page) in Site::live_pages() {
        let state = Arc::clone(state);
        let answer: Live = Box::new(move |counts| state.page(page, counts));
        pages.push((path, answer));
    }

    pages
}

/// The instant at which figures change: a status turns, a rate comes into force or an embargo ends. Midnight, which only
/// makes ages a day older, is left out.
fn next_change(site: &Site, rows_until: Option<Timestamp>) -> Option<Timestamp> {
    let figures_until = site.summary().next_change();
    figures_until.into_iter().chain(rows_until).min()
}

/// The first whole millisecond at which a status has turned: at the instant itself, it has not.
fn first_after(turn: Timestamp) -> Option<Timestamp> {
    turn.checked_add_signed(TimeDelta::milliseconds(1))
}
