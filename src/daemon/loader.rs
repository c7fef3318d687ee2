//! Apart from the loop: what there is to be served is read, checked, and built to the last byte.

use std::sync::Arc;
use std::time::Instant as Stopwatch;

use log::{error, info, warn};

use super::built::{Built, Release};
use super::clock::now;
use super::load_error::LoadError;
use super::monitor::Monitor;
use super::origin::{Choice, EMBEDDED, Origin};
use super::waiting::{self, Waiting};
use crate::messages as say;
use crate::model::{Lang, Timestamp};
use crate::site::SiteOptions;

/// What is said of a store without a release.
const NOTHING_PUBLISHED: &str =
    "nothing has been published in the store, the dataset inside the program is served";

/// What is the same for every load.
pub struct Loader {
    /// What the daemon was told to serve.
    pub origin: Origin,
    /// What the operator decided about the pages.
    pub options: SiteOptions,
    /// The daemon's own state.
    pub monitor: Arc<Monitor>,
    /// The language of reports in the log.
    pub lang: Lang,
}

/// A load that is asked for.
#[derive(Clone)]
pub struct LoadJob {
    /// Since when.
    pub since: Stopwatch,
    /// What is served; `None` at the start, when a fallback may be (decisions, section 16).
    pub serving: Option<Arc<Built>>,
    /// The latest instant at which a release that had waited became public: a clock that was set back since does not
    /// withdraw it.
    pub reached: Option<Timestamp>,
    /// The instant that a release waits for, as far as is known.
    pub until: Option<Timestamp>,
}

/// What came of it.
pub struct Loaded {
    /// What was asked for.
    pub job: LoadJob,
    /// What is to be served.
    pub outcome: Result<Arc<Built>, LoadError>,
    /// What waits for its instant; `None` where that could not be found out.
    pub waiting: Option<Option<Waiting>>,
}

/// The instants that a load depends on.
#[derive(Clone, Copy)]
struct Moment {
    /// The present one.
    at: Timestamp,
    /// The present one, unless a later one was reached before: by it the store is read.
    seen: Timestamp,
    /// When what is read now will no longer be in service, as far as is known.
    until: Option<Timestamp>,
}

impl Loader {
    /// Reads what there is to be served now, and what waits for its instant.
    pub fn load(&self, job: &LoadJob) -> Loaded {
        let at = now();
        let seen = job.reached.map_or(at, |reached| reached.max(at));
        let found = waiting::find(self, seen);
        let until = found.as_ref().map_or(job.until, |found| found.as_ref().map(|(instant, _)| *instant));
        let moment = Moment { at, seen, until };
        let outcome = match &job.serving {
            Some(serving) => self.reload(serving, moment),
            None => self.start(moment),
        };
        let outcome = outcome.map(Arc::new);
        let before = outcome.as_ref().ok().or(job.serving.as_ref()).map(Arc::as_ref);
        let waiting = found.map(|found| found.map(|found| waiting::prepare(self, found, at, before)));
        Loaded { job: job.clone(), outcome, waiting }
    }

    /// What is said of a load that has panicked.
    pub fn panicked(job: &LoadJob, why: String) -> Loaded {
        let outcome = Err(LoadError::unread(say::loading_failed_inside(why)));
        Loaded { job: job.clone(), outcome, waiting: None }
    }

    fn reload(&self, serving: &Built, moment: Moment) -> Result<Built, LoadError> {
        let choice = self.origin.choice(moment.seen)?;
        match &choice {
            Choice::NothingPublished(store) if serving.release.origin != EMBEDDED => {
                Err(LoadError::unread(say::nothing_in_service_any_more(store.display())))
            }
            _ => self.build(self.release(&choice, moment.at, Some(serving))?, moment, Some(serving)),
        }
    }

    fn start(&self, moment: Moment) -> Result<Built, LoadError> {
        let choice = self.origin.choice(moment.seen);
        let loaded = choice.as_ref().map_err(Clone::clone);
        let mut error = match loaded.and_then(|choice| self.release(choice, moment.at, None)) {
            Ok(release) => return self.build(release, moment, None),
            Err(error) => error,
        };
        let mut tried: Vec<String> = choice.iter().filter_map(Choice::version).map(str::to_owned).collect();
        for choice in self.origin.fallbacks() {
            let Some(version) = choice.version().filter(|version| !tried.iter().any(|t| t == version)) else {
                continue;
            };
            match self.release(&choice, moment.at, None) {
                Ok(release) => return self.build(self.fallback(release, &error), moment, None),
                Err(next) => error = error.and(next),
            }
            tried.push(version.to_owned());
        }
        Err(error)
    }

    fn build(&self, release: Release, moment: Moment, previous: Option<&Built>) -> Result<Built, LoadError> {
        Ok(Built::new(Arc::new(release), moment.at, moment.until, previous, &self.monitor)?)
    }

    /// Reads what was chosen; what is as in `serving` lies in memory once.
    fn release(&self, choice: &Choice, at: Timestamp, serving: Option<&Built>) -> Result<Release, LoadError> {
        let mut dataset = choice.load(at)?.public_at(at);
        if let Some(serving) = serving {
            Arc::make_mut(&mut dataset).share(&serving.release.dataset);
        }
        let nothing_published = matches!(choice, Choice::NothingPublished(_));
        if nothing_published {
            warn!("{NOTHING_PUBLISHED}");
        }
        Ok(Release {
            dataset,
            options: self.options.clone(),
            origin: choice.origin(),
            warning: nothing_published.then(|| NOTHING_PUBLISHED.to_owned()),
            is_fallback: false,
            loaded_at: at,
        })
    }

    /// Marks a release that stands in for what should be in service, and says so.
    fn fallback(&self, release: Release, error: &LoadError) -> Release {
        let version = &release.dataset.version;
        error!("start: what is in service cannot be served: {}", error.headline(self.lang));
        error.sentences(self.lang).iter().for_each(|sentence| info!("start: {sentence}"));
        error!("start: {version}, which was put in service before, is served in its place");
        let warning = format!(
            "what is in service in the store cannot be served ({}): {version}, which was put in service before, is \
             served in its place",
            error.headline(Lang::En)
        );
        Release { warning: Some(warning), is_fallback: true, ..release }
    }
}
