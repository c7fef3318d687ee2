//! `indicatord serve`: load, put in service, wait for what comes next. Keeps the last good dataset; the only reader of
//! the clock that data depend on.

mod metrics;
mod origin;

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant as Stopwatch};

use chrono::TimeDelta;
use log::{error, info};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::console::{CommandError, announce};
use crate::dataset::{self, Dataset, Source};
use crate::messages as say;
use crate::model::{Lang, Timestamp};
use crate::server::{Bounds, Listen, Notifier, Server, Service};
use crate::site::status::{self, Facts, Reload};
use crate::site::urls;
use crate::site::{Site, SiteError, SiteOptions};
pub use origin::Origin;

/// The clock may be set: it is looked at so often at least, so that statuses turn within a second of their instant.
const LOOK: Duration = Duration::from_millis(200);
/// So long before a status turns, the pages that follow are computed, however many they are.
const AHEAD: TimeDelta = TimeDelta::seconds(10);
/// How long requests under way may take when the program ends.
const GRACE: Duration = Duration::from_secs(4);

/// What the loop waits for, beside the clock.
enum Event {
    /// Somebody asks for the dataset to be read again.
    Reload,
    /// It has been read, and its pages computed; or it has not.
    Loaded(Box<Result<Loaded, CommandError>>, Stopwatch),
    /// Somebody asks for the end.
    Stop,
}

/// A dataset and its pages, and how long they took to compute.
struct Loaded {
    /// Where it comes from, and what an operator should know of that.
    source: (Source, Option<&'static str>),
    options: SiteOptions,
    dataset: Dataset,
    site: Arc<Site>,
    took: Duration,
}

/// What is served, and from what it was made.
struct Daemon {
    origin: Origin,
    server: Server,
    serving: Loaded,
    /// The pages from the next transition of a status on, where it is near.
    next: Option<Site>,
    facts: Facts,
    events: Sender<Event>,
    /// Whether a dataset is being read, and whether another request came meanwhile.
    loading: Option<Again>,
    manager: Notifier,
    /// The service manager waits to hear that a reload is over.
    is_awaited: bool,
}

#[derive(PartialEq, Eq)]
enum Again {
    No,
    Yes,
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When the dataset has problems, an address cannot be listened on, or signals cannot be received.
pub fn run(
    origin: Origin,
    options: SiteOptions,
    listen: &[Listen],
    bounds: Bounds,
) -> Result<(), CommandError> {
    let started = Stopwatch::now();
    let (events, inbox) = mpsc::channel();
    // Before anything else: a SIGHUP that comes early must not end the program.
    forward_signals(events.clone())?;
    let now = now();
    let serving = Loaded::read(&origin, options, now)?;
    let facts = serving.facts(now, None);
    let service = serving.service(&facts)?;
    let server = Server::start(listen, bounds, service, now.into())
        .map_err(|why| CommandError::from(say::verbatim(why)))?;
    info!("start: {serving}; {} ms", started.elapsed().as_millis());
    for address in server.addresses() {
        // Not a matter of log levels: whoever started the program on port 0 has no other way to find it.
        announce(&format!("listening on {address}\n"));
    }
    let manager = Notifier::from_environment();
    let (next, loading, is_awaited) = (None, None, false);
    let mut daemon = Daemon { origin, server, serving, next, facts, events, loading, manager, is_awaited };
    daemon.manager.ready(&daemon.status());
    daemon.manager.watch(daemon.server.addresses());
    daemon.serve(&inbox);
    let stopping = Stopwatch::now();
    let Daemon { server, serving, manager, .. } = daemon;
    manager.stopping();
    server.stop(GRACE);
    info!("stop: {serving}; {} ms", stopping.elapsed().as_millis());
    Ok(())
}

impl Daemon {
    /// The loop.
    fn serve(&mut self, inbox: &Receiver<Event>) {
        loop {
            self.server.heartbeat().beat();
            let mut next = inbox.recv_timeout(self.until_look());
            // All that has come, before anybody is told that nothing is left to do.
            loop {
                match next {
                    Ok(Event::Reload) => self.load(),
                    Ok(Event::Loaded(outcome, since)) => self.loaded(*outcome, since),
                    Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => break,
                }
                next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            self.follow_clock();
            if self.is_awaited && self.loading.is_none() {
                self.is_awaited = false;
                self.manager.ready(&self.status());
            }
        }
    }

    /// What `systemctl status` shows: what is served, and how the last reload went.
    fn status(&self) -> String {
        let summary = self.serving.site.summary();
        match self.facts.last_reload {
            None => format!("{summary}; not reloaded yet"),
            Some(Reload { at, errors: 0 }) => {
                format!("{summary}; reloaded {}", summary.offset.timestamp(at))
            }
            Some(Reload { at, errors }) => {
                let at = summary.offset.timestamp(at);
                let s = if errors == 1 { "" } else { "s" };
                format!("{summary}; reload refused {at}: {errors} error{s}, see the journal")
            }
        }
    }

    /// Until the next transition of a status, but not longer than the clock can be trusted.
    fn until_look(&self) -> Duration {
        let left = self.next_transition().and_then(|transition| (transition - now()).to_std().ok());
        left.map_or(LOOK, |left| left.min(LOOK))
    }

    /// The first whole millisecond at which a status has turned: at the instant itself, it has not.
    fn next_transition(&self) -> Option<Timestamp> {
        self.serving.site.expires()?.checked_add_signed(TimeDelta::milliseconds(1))
    }

    /// Reads the dataset apart from the loop, so that statuses turn and the end comes while files are slow.
    fn load(&mut self) {
        // Said for every request: one may have been announced after the end of the one before was.
        self.manager.reloading();
        self.is_awaited = true;
        if self.loading.is_some() {
            self.loading = Some(Again::Yes);
            return;
        }
        let (origin, options) = (self.origin.clone(), self.serving.options.clone());
        let (events, since, at) = (self.events.clone(), Stopwatch::now(), now());
        let spawned = thread::Builder::new().name("load".to_owned()).spawn(move || {
            // Nobody is told any more only where the program is ending.
            let _ = events.send(Event::Loaded(Box::new(Loaded::read(&origin, options, at)), since));
        });
        match spawned {
            Ok(_) => self.loading = Some(Again::No),
            Err(error) => error!("reload: cannot start: {error}; still serving {}", self.serving.version()),
        }
    }

    /// Takes what has been read into service, or says why not.
    fn loaded(&mut self, outcome: Result<Loaded, CommandError>, since: Stopwatch) {
        let again = self.loading.take() == Some(Again::Yes);
        let at = now();
        let failure = match outcome {
            Ok(loaded) => {
                self.facts = loaded.facts(at, None);
                (self.serving, self.next) = (loaded, None);
                None
            }
            Err(failure) => Some(failure),
        };
        let errors = failure.as_ref().map_or(0, CommandError::errors);
        self.facts.last_reload = Some(Reload { at, errors });
        self.publish(at);
        // Said when it is so: whoever reads the line and asks gets what it says.
        let took = since.elapsed().as_millis();
        match failure {
            None => info!("reload: {}; {took} ms", self.serving),
            Some(failure) => {
                let (version, why) = (self.serving.version(), failure.text(Lang::En));
                error!("reload: refused, still serving {version}; {took} ms\n{}", why.trim_end());
            }
        }
        if again {
            self.load();
        }
    }

    /// Follows the clock: past the transition of a status, and where the clock was set back, other pages are right.
    fn follow_clock(&mut self) {
        let (since, at, transition) = (Stopwatch::now(), now(), self.next_transition());
        if transition.is_some_and(|transition| at >= transition) || at < self.serving.site.summary().built_at
        {
            let prepared = self.next.take().filter(|next| next.holds_at(at));
            let Some(site) = prepared.or_else(|| self.serving.site_at(at)) else { return };
            self.serving.site = Arc::new(site);
            self.publish(at);
            self.manager.status(&self.status());
            info!("statuses turned: {}; {} ms", self.serving, since.elapsed().as_millis());
        } else if let Some(transition) =
            transition.filter(|transition| self.next.is_none() && *transition - at < AHEAD)
        {
            self.next = self.serving.site_at(transition);
        }
    }

    fn publish(&self, at: Timestamp) {
        match self.serving.service(&self.facts) {
            Ok(service) => self.server.publish(service, at.into()),
            Err(error) => error!("cannot write /status.json: {error}"),
        }
    }
}

impl Loaded {
    /// Reads and checks a dataset, and computes its pages.
    fn read(origin: &Origin, options: SiteOptions, at: Timestamp) -> Result<Self, CommandError> {
        let source = origin.source();
        let dataset = dataset::load(&source.0, at)?;
        let since = Stopwatch::now();
        let site = Arc::new(Site::build(&dataset, &options, at)?);
        Ok(Loaded { source, options, dataset, site, took: since.elapsed() })
    }

    fn facts(&self, loaded_at: Timestamp, last_reload: Option<Reload>) -> Facts {
        Facts { origin: self.source.0.origin(), warning: self.source.1, loaded_at, last_reload }
    }

    fn version(&self) -> &str {
        &self.dataset.version
    }

    fn site_at(&self, at: Timestamp) -> Option<Site> {
        Site::build(&self.dataset, &self.options, at)
            .inspect_err(|error| error!("cannot write a page: {error}"))
            .ok()
    }

    /// The snapshot, and the pages beside it.
    fn service(&self, facts: &Facts) -> Result<Service, SiteError> {
        let metrics = metrics::Facts::new(&self.site, &self.dataset, facts, self.took);
        Ok(Service {
            site: self.site.clone(),
            extra: vec![(urls::STATUS.to_owned(), status::page(&self.site, facts)?)],
            live: vec![("/metrics".to_owned(), Arc::new(move |counts| metrics.page(counts, now())))],
        })
    }
}

impl fmt::Display for Loaded {
    /// As `check` has it, and how many warnings there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {} warnings", self.site.summary(), self.dataset.warnings.warnings())
    }
}

fn forward_signals(events: Sender<Event>) -> Result<(), CommandError> {
    let cannot = |error| CommandError::from(say::cannot_receive_signals(error));
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(cannot)?;
    let forward = move || {
        for signal in signals.forever() {
            let event = if signal == SIGHUP { Event::Reload } else { Event::Stop };
            if events.send(event).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(forward).map(drop).map_err(cannot)
}

#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
fn now() -> Timestamp {
    chrono::Utc::now()
}
