//! What the clock brings about: statuses that turn, and a release whose instant comes. Built ahead and apart from the
//! loop, which swaps a pointer.

use std::sync::Arc;
use std::time::{Duration, Instant as Stopwatch};

use chrono::TimeDelta;
use log::{debug, error, info};

use super::Daemon;
use super::built::{Built, Release};
use super::clock::now;
use super::load_error::LoadError;
use super::loader::Loader;
use super::origin::Published;
use super::waiting::UNUSABLE;
use crate::messages as say;
use crate::model::{Lang, Timestamp};

/// How long before a status turns the pages that follow are built, however quickly that goes.
const AHEAD: Duration = Duration::from_secs(10);
/// How long, at its instant, the store may take to say whether a release still waits: it may have been disarmed, and
/// nobody has told the server.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long to wait after pages could not be built.
const RETRY: Duration = Duration::from_secs(10);

/// A job of the builder.
pub enum BuilderJob {
    /// Build what is served as it is at an instant.
    Build {
        /// What is served.
        release: Arc<Release>,
        /// Its pages until then.
        previous: Arc<Built>,
        /// The instant.
        at: Timestamp,
        /// When another release takes its place, as far as is known.
        until: Option<Timestamp>,
    },
    /// Ask the store whether this release still waits for this instant.
    Ask(Timestamp, Published),
    /// Give back the memory of what is no longer served.
    Forget(Arc<Built>),
}

/// What came of a job.
pub enum BuilderResult {
    /// Pages, or why there are none.
    Built(Result<Arc<Built>, LoadError>),
    /// Whether a release still waits for this instant, if that could be found out.
    Asked(Timestamp, Option<bool>),
    /// Nothing to be told.
    Done,
}

/// Pages that are built ahead.
#[derive(Default)]
pub struct PagesAhead {
    /// The pages, once they are built.
    next: Option<Arc<Built>>,
    is_building: bool,
    /// They are to be served at once.
    is_refresh: bool,
    /// When they could not be built.
    failed: Option<Stopwatch>,
}

impl BuilderJob {
    /// Does it.
    pub fn run(&self, loader: &Loader) -> BuilderResult {
        match self {
            BuilderJob::Build { release, previous, at, until } => {
                let built = Built::new(Arc::clone(release), *at, *until, Some(previous), &loader.monitor);
                BuilderResult::Built(built.map(Arc::new).map_err(LoadError::from))
            }
            BuilderJob::Ask(instant, release) => {
                BuilderResult::Asked(*instant, loader.origin.still_waits(*instant, release).ok())
            }
            // The worker drops a job that is done.
            BuilderJob::Forget(former) => {
                debug!("no longer served: {}", former.version());
                BuilderResult::Done
            }
        }
    }

    /// What is said of one that has panicked.
    pub fn panicked(&self, why: String) -> BuilderResult {
        match self {
            BuilderJob::Build { .. } => {
                BuilderResult::Built(Err(LoadError::unread(say::loading_failed_inside(why))))
            }
            BuilderJob::Ask(instant, _) => BuilderResult::Asked(*instant, None),
            BuilderJob::Forget(_) => BuilderResult::Done,
        }
    }
}

impl Daemon {
    /// Until something turns, but not longer than the clock can be trusted to go on as it does.
    pub(super) fn until_look(&self, longest: Duration) -> Duration {
        let instants = self.next_transition().into_iter().chain(self.until());
        let left = instants.min().and_then(|instant| (instant - now()).to_std().ok());
        left.map_or(longest, |left| left.min(longest))
    }

    /// The first whole millisecond at which a status has turned: at the instant itself, it has not.
    fn next_transition(&self) -> Option<Timestamp> {
        self.serving.site.expires()?.checked_add_signed(TimeDelta::milliseconds(1))
    }

    /// Puts in service what the clock has made right, and has built what it will.
    pub(super) fn follow_clock(&mut self) {
        let at = now();
        self.follow_waiting(at);
        let transition = self.next_transition();
        let is_turned = transition.is_some_and(|transition| at >= transition);
        if is_turned || at < self.serving.site.summary().built_at {
            match self.ahead.next.take().filter(|next| next.site.summary().built_at <= at) {
                Some(next) => self.make_transition(next),
                None => self.build(at),
            }
        } else if self.ahead.next.is_none() {
            // Where building takes long, it begins early.
            let ahead = TimeDelta::from_std(AHEAD.max(self.serving.took * 4)).unwrap_or(TimeDelta::MAX);
            if let Some(transition) = transition.filter(|transition| *transition - at < ahead) {
                self.build(transition);
            }
        }
    }

    /// Takes what the builder has done.
    pub(super) fn take_built(&mut self, result: BuilderResult) {
        match result {
            BuilderResult::Built(Ok(built)) => {
                self.ahead.is_building = false;
                // Another release may have come into service meanwhile.
                let next = Some(built).filter(|next| Arc::ptr_eq(&next.release, &self.serving.release));
                match next {
                    Some(next) if std::mem::take(&mut self.ahead.is_refresh) => self.publish(next),
                    next => self.ahead.next = next,
                }
            }
            BuilderResult::Built(Err(error)) => {
                (self.ahead.is_building, self.ahead.failed) = (false, Some(Stopwatch::now()));
                error!("statuses cannot be turned: {}", error.headline(Lang::En));
            }
            BuilderResult::Asked(instant, answer) => self.asked(instant, answer),
            BuilderResult::Done => {}
        }
    }

    /// The store has said whether what waits for this instant, which has come, still does.
    fn asked(&mut self, instant: Timestamp, answer: Option<bool>) {
        if self.until() != Some(instant) {
            return;
        }
        match answer {
            Some(true) => self.make_public(),
            Some(false) => {
                self.waiting = None;
                debug!("what had waited for {instant} waits no longer");
                self.load();
            }
            None => {
                error!("it cannot be found out whether a release still waits for {instant}");
                self.make_public();
            }
        }
    }

    fn make_transition(&mut self, next: Arc<Built>) {
        let since = Stopwatch::now();
        self.publish(next);
        self.manager.status(&self.status());
        info!("statuses turned: {}; {} ms", self.serving, since.elapsed().as_millis());
    }

    fn build(&mut self, at: Timestamp) {
        let is_early = self.ahead.failed.is_some_and(|failed| failed.elapsed() < RETRY);
        if !self.ahead.is_building && !is_early {
            (self.ahead.is_building, self.ahead.failed) = (true, None);
            let (release, previous) = (Arc::clone(&self.serving.release), Arc::clone(&self.serving));
            self.builder.give(BuilderJob::Build { release, previous, at, until: self.until() });
        }
    }

    /// When another release takes the place of what is served, as far as is known.
    pub(super) fn until(&self) -> Option<Timestamp> {
        self.waiting.as_ref().map(|waiting| waiting.instant)
    }

    /// Has what is served built anew: how long caches may keep it has changed.
    pub(super) fn refresh(&mut self) {
        self.ahead.is_refresh = !self.ahead.is_building;
        self.build(now());
    }

    /// What waits becomes public at its instant, unless the store says that it waits no longer.
    fn follow_waiting(&mut self, at: Timestamp) {
        let Some(waiting) = self.waiting.as_mut().filter(|waiting| at >= waiting.instant) else { return };
        match waiting.asked {
            None => {
                waiting.asked = Some(Stopwatch::now());
                self.builder.give(BuilderJob::Ask(waiting.instant, waiting.release.clone()));
            }
            Some(since) if since.elapsed() < PATIENCE => {}
            Some(_) => self.make_public(),
        }
    }

    /// Puts what has waited in service; it stays so whatever the clock is set to afterwards.
    fn make_public(&mut self) {
        let Some(waiting) = self.waiting.take() else { return };
        self.reached = self.reached.max(Some(waiting.instant));
        match waiting.built {
            Some(built) => {
                self.publish(built);
                self.manager.status(&self.status());
                info!("in service: {}; it had waited for {}", self.serving, waiting.instant);
            }
            None => error!("{UNUSABLE}; still serving {}", self.serving.version()),
        }
    }
}
