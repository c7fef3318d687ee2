//! Reads, checks and builds releases, on threads beside the loop; and the queue in which these, signals and clients report to it.

use super::*;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::{io, thread};

use log::{debug, error, info, warn};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::server::control::Question;
use crate::server::give_way;

pub struct Loader {
    pub origin: Origin,
    pub options: SiteOptions,
    pub monitor: Arc<Monitor>,
    pub lang: Lang,
}

impl Loader {
    /// Loads the release, and its next state too where that is due within twice the time that the load takes.
    pub fn load(&self, job: &Job) -> Result<Loaded<BuiltRelease>> {
        let since = Stopwatch::now();
        // Before a start is over, nobody is answered.
        if !matches!(job.from, LoadFrom::Start) {
            give_way();
        }

        let (release, previous) = match &job.from {
            LoadFrom::Start => (Arc::new(self.start(job)?), None),
            LoadFrom::Serving(serving) => (Arc::new(self.reload(job, serving)?), Some(&**serving)),
            LoadFrom::Read(built) => (Arc::clone(&built.release), Some(&**built)),
        };

        let present = BuiltRelease::new(release, job.moment, previous, &self.monitor)?;
        let twice = TimeDelta::from_std(since.elapsed() * 2).unwrap_or(TimeDelta::MAX);
        let now = clock();
        let mut next = None;
        if let Some(end) = present.span().until()
            && end - now <= twice
        {
            let statuses = end.max(now);
            let rows = statuses.max(job.moment.rows);
            match self.build(&present, Moment { statuses, rows }) {
                Ok(built) => next = Some(built),
                // The builder will try again.
                Err(error) => debug!("the next state: {}", error.headline(self.lang)),
            }
        }

        Ok(Loaded { present, next })
    }

    /// Builds another state of a release.
    pub fn build(&self, serving: &BuiltRelease, moment: Moment) -> Result<Arc<BuiltRelease>> {
        let release = Arc::clone(&serving.release);
        Ok(BuiltRelease::new(
            release,
            moment,
            Some(serving),
            &self.monitor,
        )?)
    }

    fn reload(&self, job: &Job, serving: &BuiltRelease) -> Result<Release> {
        let choice = self.origin.choice()?;
        if let ReleaseSource::NothingPublished(store) = &choice
            && serving.release.is_published()
        {
            let reason = msg::nothing_in_service_any_more(store.display());
            return Err(LoadError::unread(reason));
        }

        self.release(&choice, job)
    }

    /// The current release, or one before it where that cannot be served [D16].
    fn start(&self, job: &Job) -> Result<Release> {
        let choice = self.origin.choice();
        let loaded = choice.as_ref().map_err(Clone::clone);
        let mut error = match loaded.and_then(|choice| self.release(choice, job)) {
            Ok(release) => return Ok(release),
            Err(error) => error,
        };

        let mut tried: Vec<ReleaseSource> = choice.into_iter().collect();
        for choice in self.origin.fallbacks() {
            if tried.contains(&choice) {
                continue;
            }

            match self.release(&choice, job) {
                Ok(release) => return Ok(self.fallback(release, &error)),
                Err(next) => error = error.and(next),
            }

            tried.push(choice);
        }

        Err(error)
    }

    fn release(&self, choice: &ReleaseSource, job: &Job) -> Result<Release> {
        let at = job.moment.statuses;
        let read = choice.read()?;
        let mut warnings = read.doubts.clone();
        let previous = match &job.from {
            LoadFrom::Serving(serving) => Some(&serving.release.full),
            _ => None,
        };

        // A dataset that would not fit ends a reload, which leaves the former release; at a start there is nothing to lose.
        if let Some(lack) = why_too_large(&read.files) {
            if previous.is_some() {
                return Err(LoadError::unread(lack));
            }
            warnings.push(lack);
        }

        let full = read.check(at, previous)?;
        if let ReleaseSource::NothingPublished(_) = choice {
            warnings.push(msg::nothing_published_yet());
        }

        for warning in &warnings {
            warn!("{}", warning.get(self.lang));
        }

        let warnings = warnings.iter().map(|warning| warning.get(Lang::En));
        Ok(Release {
            load: job.id,
            full,
            options: self.options.clone(),
            subject: self.origin.subject(),
            source: choice.clone(),
            is_fallback: false,
            warnings: warnings.collect(),
            loaded_at: at,
        })
    }

    /// Marks a release as a substitute, and logs that.
    fn fallback(&self, mut release: Release, error: &LoadError) -> Release {
        let version = release.full.version();
        let lang = self.lang;
        let refused = msg::live_not_served(error.headline(lang));
        error!("start: {}", refused.get(lang));
        for sentence in error.sentences(lang) {
            info!("start: {sentence}");
        }

        error!("start: {}", msg::previous_served(version).get(lang));
        let warning = msg::previous_served_because(error.headline(Lang::En), version).get(Lang::En);
        release.warnings.insert(0, warning);
        release.is_fallback = true;
        release
    }
}

pub type Job = event_loop::LoadJob<BuiltRelease>;
pub type Event = event_loop::Event<BuiltRelease, LoadError, Request>;

pub enum Incoming {
    Event(Event),
    Stop,
}

pub fn forward_signals(inbox: Sender<Incoming>) -> io::Result<JoinHandle<()>> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let builder = thread::Builder::new().name("signals".to_owned());
    builder.spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGHUP => Incoming::Event(Event::Reload(None)),
                _ => Incoming::Stop,
            };
            if inbox.send(message).is_err() {
                return;
            }
        }
    })
}

pub fn forward_requests(control: &ControlSocket, inbox: Sender<Incoming>) -> io::Result<()> {
    control.receive(move |request| {
        let event = match request.question {
            Question::Reload => Event::Reload(Some(request)),
            Question::Status => Event::Status(request),
        };

        // An error only where the program is ending; the client then learns that there is no answer.
        let _ = inbox.send(Incoming::Event(event));
    })
}

pub enum BuilderJob {
    Build(Arc<BuiltRelease>, Moment),
    /// Give back the memory of a state, which may take longer than the loop has.
    GiveBack(Arc<BuiltRelease>),
}

/// Starts the threads that load and build.
pub fn start_workers(
    loader: &Arc<Loader>,
    inbox: &Sender<Incoming>,
) -> io::Result<(Sender<Job>, Sender<BuilderJob>)> {
    let (reader, done) = (Arc::clone(loader), inbox.clone());
    let loads = start_worker("loader", move |job| {
        let outcome = catch_panic(|| reader.load(&job));
        report(&done, Event::Loaded(outcome));
    })?;
    let (loader, done) = (Arc::clone(loader), inbox.clone());
    let builds = start_worker("builder", move |job| match job {
        BuilderJob::Build(serving, moment) => {
            give_way();
            let outcome = catch_panic(|| loader.build(&serving, moment));
            report(&done, Event::Built(serving.span().load, outcome));
        }
        BuilderJob::GiveBack(former) => debug!("no longer needed: {}", former.version()),
    })?;
    Ok((loads, builds))
}

fn report(inbox: &Sender<Incoming>, event: Event) {
    // An error only where the program is ending.
    let _ = inbox.send(Incoming::Event(event));
}

/// Starts a thread that does one job after the other, once: no reload fails for want of a thread.
fn start_worker<J: Send + 'static>(
    name: &str,
    work: impl Fn(J) + Send + 'static,
) -> io::Result<Sender<J>> {
    let (sender, jobs) = channel();
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || jobs.into_iter().for_each(work))?;
    Ok(sender)
}

/// Turns a panic of a job into an error, so that its thread survives it.
fn catch_panic<T>(job: impl FnOnce() -> Result<T>) -> Result<T> {
    let panicked = match catch_unwind(AssertUnwindSafe(job)) {
        Ok(outcome) => return outcome,
        Err(panicked) => panicked,
    };

    let text = panicked.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panicked.downcast_ref::<&str>().copied());
    let line = text.unwrap_or("panic").replace('\n', " ");
    Err(LoadError::unread(msg::loading_failed_inside(line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    #[test]
    fn a_job_that_panics_takes_nothing_from_the_next() {
        let (reports, inbox) = channel();
        let work = move |job: u32| {
            let outcome = catch_panic(|| {
                if job == 1 {
                    panic!("job {job}")
                } else {
                    Ok(job)
                }
            });
            reports
                .send(outcome.map_err(|error| error.headline(Lang::En)))
                .unwrap();
        };

        let worker = start_worker("test", work).unwrap();
        (0..3).for_each(|job| worker.send(job).unwrap());
        let reported: Vec<_> = inbox.iter().take(3).collect();
        assert!(reported[0] == Ok(0) && reported[2] == Ok(2));
        assert!(
            reported[1]
                .as_ref()
                .is_err_and(|error| error.contains("job 1"))
        );
    }
}
