//! `indicatord serve`: load, put in service, wait for what comes next. Keeps the last good dataset; the only reader of
//! the clock that data depend on.
//!
//! The loop waits for signals and for the clock, and never for files or for pages: `loader` reads and builds what a
//! reload brings, `transitions` has built what the clock will bring, each on a thread of its own (`worker`), and the loop
//! swaps a pointer. `origin` says what there is to be served, `waiting` what is not yet, `built` what that is.

mod built;
mod clock;
mod event;
mod load_error;
mod loader;
mod metrics;
mod monitor;
mod origin;
mod reload;
mod requests;
mod transitions;
mod waiting;
mod worker;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant as Stopwatch};

use log::info;

use crate::console::{CommandError, announce};
use crate::messages as say;
use crate::model::{Lang, Timestamp};
use crate::server::control::ReloadRequest;
use crate::server::{Limits, ListenAddress, Notifier, Server};
use crate::site::SiteOptions;
use built::Built;
use event::Event;
use loader::{LoadJob, Loader};
use monitor::Monitor;
pub use origin::Origin;
use reload::Again;
use requests::Requests;
use transitions::{BuilderJob, PagesAhead};
use waiting::Waiting;
use worker::Worker;

/// The clock may be set: it is looked at this often at least, so that statuses turn within a second of their instant.
const LOOK: Duration = Duration::from_millis(200);
/// How long requests under way may take when the program ends.
const GRACE: Duration = Duration::from_secs(4);

/// What an operator decides about the service.
pub struct Settings {
    /// What is served.
    pub origin: Origin,
    /// What its pages say beside the dataset.
    pub options: SiteOptions,
    /// Where to listen.
    pub listen: Vec<ListenAddress>,
    /// What clients may hold.
    pub limits: Limits,
    /// The language of reports in the log.
    pub lang: Lang,
}

/// The loop and what it decides about.
struct Daemon {
    server: Server,
    manager: Notifier,
    monitor: Arc<Monitor>,
    loader: Worker<LoadJob>,
    builder: Worker<BuilderJob>,
    /// What is served.
    serving: Arc<Built>,
    ahead: PagesAhead,
    /// What is served from its instant on.
    waiting: Option<Waiting>,
    /// The latest instant at which a release that had waited became public.
    reached: Option<Timestamp>,
    /// Whether a reload is under way.
    loading: Option<Again>,
    /// The service manager waits to hear that a reload is over.
    is_awaited: bool,
    /// Those who have asked for a reload and wait to be told what came of it.
    requests: Requests,
    lang: Lang,
}

/// Whether what `origin` has to be served at `now` could be: without a fallback.
///
/// # Errors
/// Why it could not be.
pub fn check(origin: &Origin, now: Timestamp) -> Result<(), CommandError> {
    Ok(origin.choice(now).and_then(|choice| choice.load(now)).map(drop)?)
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When there is nothing that could be served, an address cannot be listened on, or a part of the program has ended.
pub fn run(settings: Settings) -> Result<(), CommandError> {
    let started = Stopwatch::now();
    let Settings { origin, options, listen, limits, lang } = settings;
    let (events, inbox) = mpsc::channel();
    // Before anything else: a SIGHUP that comes early must not end the program.
    let signals = event::forward_signals(events.clone()).map_err(say::cannot_receive_signals)?;
    event::forward_requests(events.clone());
    let monitor = Arc::new(Monitor::new(clock::now()));
    let new = || Loader { origin: origin.clone(), options: options.clone(), monitor: monitor.clone(), lang };
    let (for_loads, for_transitions) = (new(), new());
    let loader = Worker::start(
        "loader",
        events.clone(),
        move |job| Event::Loaded(Box::new(for_loads.load(job))),
        |job, why| Event::Loaded(Box::new(Loader::panicked(job, why))),
    );
    let loader = loader.map_err(say::cannot_start_thread)?;
    let builder = Worker::start(
        "builder",
        events,
        move |job: &BuilderJob| Event::Built(job.run(&for_transitions)),
        |job, why| Event::Built(job.panicked(why)),
    );
    let builder = builder.map_err(say::cannot_start_thread)?;
    loader.give(LoadJob { since: started, serving: None, reached: None, until: None });
    let Some((loaded, asked)) = first_load(&inbox) else { return Ok(()) };
    let serving = loaded.outcome?;
    let server = Server::start(&listen, limits, serving.served.clone())?;
    monitor.follow(server.heartbeat());
    info!("start: {serving}; {} ms", started.elapsed().as_millis());
    for address in server.addresses() {
        // Not a matter of log levels: whoever started the program on port 0 has no other way to find it.
        announce(&format!("listening on {address}\n"));
    }
    let manager = Notifier::from_environment();
    let (ahead, waiting, reached) = (PagesAhead::default(), loaded.waiting.flatten(), None);
    let (loading, is_awaited, requests) = (None, false, Requests::default());
    let mut daemon = Daemon {
        server,
        manager,
        monitor,
        loader,
        builder,
        serving,
        ahead,
        waiting,
        reached,
        loading,
        is_awaited,
        requests,
        lang,
    };
    daemon.manager.ready(&daemon.status());
    daemon.manager.watch(daemon.server.addresses());
    asked.into_iter().for_each(|request| daemon.reload_asked(request));
    let outcome = daemon.serve(&inbox, &signals);
    let stopping = Stopwatch::now();
    let Daemon { server, serving, manager, .. } = daemon;
    manager.stopping();
    server.stop(GRACE);
    info!("stop: {serving}; {} ms", stopping.elapsed().as_millis());
    outcome
}

/// Waits for the first load, and who has asked for another meanwhile. Returns `None` where the end was asked for.
fn first_load(inbox: &Receiver<Event>) -> Option<(loader::Loaded, Vec<Option<ReloadRequest>>)> {
    let mut asked = Vec::new();
    for event in inbox {
        match event {
            Event::Reload(request) => asked.push(request),
            Event::Loaded(loaded) => return Some((*loaded, asked)),
            Event::Built(_) => {}
            Event::Stop => {
                info!("stop: nothing was served yet");
                return None;
            }
        }
    }
    None
}

impl Daemon {
    /// The loop.
    fn serve(&mut self, inbox: &Receiver<Event>, signals: &JoinHandle<()>) -> Result<(), CommandError> {
        loop {
            self.server.heartbeat().beat();
            let mut next = inbox.recv_timeout(self.until_look(LOOK));
            // All that has come, before anybody is told that nothing is left to do.
            loop {
                match next {
                    Ok(Event::Reload(request)) => self.reload_asked(request),
                    Ok(Event::Loaded(loaded)) => self.loaded(*loaded),
                    Ok(Event::Built(result)) => self.take_built(result),
                    Ok(Event::Stop) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Err(say::part_has_ended("loader").into()),
                }
                next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            self.follow_clock();
            // A program whose parts do not work together any more is better started anew.
            if signals.is_finished() {
                return Err(say::part_has_ended("signals").into());
            }
            if !self.server.is_running() {
                return Err(say::part_has_ended("server").into());
            }
            if self.is_awaited && self.loading.is_none() {
                self.is_awaited = false;
                self.manager.ready(&self.status());
                // After the service manager: whoever has asked ends with what that takes for the result.
                self.requests.answer();
            }
        }
    }

    /// Puts other pages in the place of those that are served, at once.
    fn publish(&mut self, built: Arc<Built>) {
        self.server.publish(built.served.clone());
        // To give its memory back may take longer than the loop has.
        let former = std::mem::replace(&mut self.serving, built);
        self.builder.give(BuilderJob::Forget(former));
    }
}
