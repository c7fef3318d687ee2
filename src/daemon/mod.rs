//! `indicatord serve`: load, put in service, follow the clock. Keeps the last good dataset.
//!
//! `timeline` is what is served, and what comes next and when; `event_loop` decides what is loaded, built and served,
//! without time, threads or sockets; `service` brings that about. `loader` reads releases (`origin`) and builds their
//! states (`built`), on threads of its own (`worker`): the loop never waits for files or pages. Here alone are real time
//! and the queue (`inbox`) that the loop is fed from.

mod built;
mod effects;
mod event_loop;
mod inbox;
mod load_error;
mod loader;
mod metrics;
#[cfg(test)]
mod model;
mod monitor;
mod origin;
mod service;
mod timeline;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant as Stopwatch};

use log::{debug, info};

use crate::console::{CommandError, announce};
use crate::messages as msg;
use crate::model::{Lang, Timestamp};
use crate::server::control::ControlSocket;
use crate::server::{Limits, ListenAddress, Notifier, Server};
use crate::site::SiteOptions;
use built::Built;
use effects::{LoadFrom, LoadJob, Time};
use event_loop::EventLoop;
use inbox::{Event, Message};
use load_error::LoadError;
use loader::Loader;
use monitor::Monitor;
pub use origin::Origin;
use service::{BuilderJob, Service};
use timeline::{LoadId, Moment, State, Timeline};
use worker::Worker;

/// The clock may be set: it is looked at this often at least, so that everything turns within 100 ms of its instant.
const CLOCK_POLL: Duration = Duration::from_millis(50);
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
    /// Where commands ask for a reload.
    pub control: Option<PathBuf>,
    /// What clients may hold.
    pub limits: Limits,
    /// The language of reports in the log.
    pub lang: Lang,
}

/// The present instant: nothing else that data depend on reads the clock.
#[expect(clippy::disallowed_methods, reason = "the daemon is where the clock is read")]
fn clock() -> Timestamp {
    chrono::Utc::now()
}

/// Whether what `origin` has to be served at `now` could be: without a fallback.
///
/// # Errors
/// Why it could not be.
pub fn check(origin: &Origin, now: Timestamp) -> Result<(), CommandError> {
    Ok(origin.choice().and_then(|choice| choice.load(now)).map(drop)?)
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When there is nothing that could be served, an address cannot be listened on, or a part of the program has ended.
pub fn run(settings: Settings) -> Result<(), CommandError> {
    let started = Stopwatch::now();
    let Settings { origin, options, listen, control, limits, lang } = settings;
    let (sender, inbox) = mpsc::channel();
    // Before anything else: a SIGHUP that comes early must not end the program.
    let signals = inbox::forward_signals(sender.clone()).map_err(msg::cannot_receive_signals)?;
    let control = control.as_deref().map(ControlSocket::open).transpose()?;
    if let Some(control) = &control {
        inbox::forward_requests(control, sender.clone()).map_err(msg::cannot_start_thread)?;
    }
    let monitor = Arc::new(Monitor::new(clock()));
    let loader = Arc::new(Loader { origin, options, monitor: Arc::clone(&monitor), lang });
    let (loader, builder) = workers(&loader, &sender)?;
    let Some(FirstLoad { timeline, asked }) = first_load(&loader, &inbox)? else { return Ok(()) };
    let server = Server::start(&listen, limits, timeline.present().served.clone())?;
    monitor.follow(server.heartbeat());
    info!("start: {}; {} ms", timeline.present(), started.elapsed().as_millis());
    for address in server.addresses() {
        // Not a matter of log levels: whoever started the program on port 0 has no other way to find it.
        announce(&format!("listening on {address}\n"));
    }
    let manager = Notifier::from_environment();
    let service = Service { server, manager, monitor, loader, builder, lang };
    service.manager.ready(&service.status(timeline.present()));
    service.manager.watch(service.server.addresses());
    let mut event_loop = EventLoop::new(service, timeline);
    let time = move || Time { clock: clock(), uptime: started.elapsed() };
    asked.into_iter().for_each(|event| event_loop.handle(event, time()));
    let outcome = serve(&mut event_loop, &inbox, &signals, time);
    let stopping = Stopwatch::now();
    let (Service { server, manager, .. }, serving) = event_loop.into_parts();
    manager.stopping();
    server.stop(GRACE);
    info!("stop: {serving}; {} ms", stopping.elapsed().as_millis());
    outcome
}

/// The threads that load and build.
fn workers(
    loader: &Arc<Loader>,
    inbox: &Sender<Message>,
) -> Result<(Worker<LoadJob<Built>>, Worker<BuilderJob>), CommandError> {
    // Nobody listens any more only where the program is ending.
    let report = |inbox: &Sender<Message>, event| drop(inbox.send(Message::Event(event)));
    let failed = |why| LoadError::unread(msg::loading_failed_inside(why));
    let (own, done, panicked) = (Arc::clone(loader), inbox.clone(), inbox.clone());
    let loads = Worker::start(
        "loader",
        move |job| report(&done, Event::Loaded(own.load(job))),
        move |_, why| report(&panicked, Event::Loaded(Err(failed(why)))),
    );
    let (own, done, panicked) = (Arc::clone(loader), inbox.clone(), inbox.clone());
    let builds = Worker::start(
        "builder",
        move |job| {
            match job {
                BuilderJob::Build(job) => report(&done, Event::Built(job.serving.load(), own.build(job))),
                // The worker drops a job that is done.
                BuilderJob::GiveBack(former) => debug!("no longer needed: {}", former.version()),
            }
        },
        move |job, why| {
            if let BuilderJob::Build(job) = job {
                report(&panicked, Event::Built(job.serving.load(), Err(failed(why))));
            }
        },
    );
    Ok((loads.map_err(msg::cannot_start_thread)?, builds.map_err(msg::cannot_start_thread)?))
}

/// What the first load has brought.
struct FirstLoad {
    timeline: Timeline<Built>,
    /// What came meanwhile.
    asked: Vec<Event>,
}

/// Waits for the first load, and keeps what comes meanwhile. Returns `None` where the end was asked for.
fn first_load(
    loader: &Worker<LoadJob<Built>>,
    inbox: &Receiver<Message>,
) -> Result<Option<FirstLoad>, CommandError> {
    let give = |from| {
        let now = clock();
        loader.give(LoadJob { id: LoadId(0), moment: Moment { statuses: now, rows: now }, from });
    };
    give(LoadFrom::Start);
    let mut asked = Vec::new();
    for message in inbox {
        match message {
            Message::Event(Event::Loaded(outcome)) => {
                let loaded = outcome?;
                // The clock was set back meanwhile: nothing is served before its instant.
                if loaded.present.moment().statuses > clock() {
                    give(LoadFrom::Read(loaded.present));
                    continue;
                }
                let mut timeline = Timeline::new(loaded);
                timeline.tick(clock());
                return Ok(Some(FirstLoad { timeline, asked }));
            }
            Message::Event(event) => asked.push(event),
            Message::Stop => break,
        }
    }
    info!("stop: nothing was served yet");
    Ok(None)
}

/// Feeds the loop until the program is to end.
fn serve(
    event_loop: &mut EventLoop<Service>,
    inbox: &Receiver<Message>,
    signals: &JoinHandle<()>,
    time: impl Fn() -> Time,
) -> Result<(), CommandError> {
    loop {
        event_loop.effects().server.heartbeat().beat();
        let now = clock();
        let left = event_loop.timeline().ends(now).and_then(|end| (end - now).to_std().ok());
        let mut next = inbox.recv_timeout(left.map_or(CLOCK_POLL, |left| left.min(CLOCK_POLL)));
        // All that has come, before anybody is told that nothing is left to do.
        loop {
            match next {
                Ok(Message::Event(event)) => event_loop.handle(event, time()),
                Ok(Message::Stop) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(msg::part_has_ended("loader").into()),
            }
            next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        event_loop.turn(time());
        // A program whose parts do not work together any more is better started anew.
        if signals.is_finished() {
            return Err(msg::part_has_ended("signals").into());
        }
        if !event_loop.effects().server.is_running() {
            return Err(msg::part_has_ended("server").into());
        }
    }
}
