//! `indicatord serve`: load, serve, follow the clock. Keeps the last good dataset.
//!
//! `timeline` has the state that is served and the next one; `event_loop` decides on loads, builds and states, without
//! time, threads or sockets; `service` carries that out. `loader` reads releases (`origin`) and builds their states
//! (`built`), on threads of its own: the loop never waits for files or pages. Real time is in this file alone.

mod built;
mod event_loop;
mod load_error;
mod loader;
mod memory;
mod monitor;
mod origin;
mod service;
#[cfg(test)]
mod tests;
mod timeline;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant as Stopwatch};

use chrono::TimeDelta;
use log::info;
use signal_hook::consts::SIGHUP;

use crate::console::{CommandError, announce};
use crate::dataset::{DataFile, Dataset, Diagnostics};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp};
use crate::server::control::Outcome;
use crate::server::{Addresses, ControlSocket, Limits, Notifier, Request, Server, lock};
use crate::site::status::Reload;
use crate::site::{Site, SiteError, SiteOptions};
use built::BuiltRelease;
use event_loop::{EventLoop, LoadFrom, LoadJob, Time};
use load_error::{LoadError, Result};
use loader::{BuilderJob, Event, Incoming, Job, Loader};
use memory::why_too_large;
use monitor::{Monitor, clock};
use origin::{Release, ReleaseSource};
use service::Service;
use timeline::{LoadId, Loaded, Moment, State, Timeline};

pub use origin::Origin;

/// The clock may be set: it is looked at this often at least, so that everything turns within 100 ms of its instant.
const CLOCK_POLL: Duration = Duration::from_millis(50);
/// The same while nobody is connected.
const IDLE_POLL: Duration = Duration::from_millis(500);
/// How long requests under way may take when the program ends.
const GRACE: Duration = Duration::from_secs(4);

pub struct Settings {
    pub origin: Origin,
    pub options: SiteOptions,
    pub listen: Addresses,
    /// Where commands ask for a reload.
    pub control: Option<PathBuf>,
    pub limits: Limits,
    pub lang: Lang,
}

/// From now on SIGHUP does not end the program. One that comes before [`run`] listens for it needs no answer: nothing was
/// read yet.
pub fn survive_early_hangup() {
    // Where no handler can be set, `run` says so.
    let _ = signal_hook::flag::register(SIGHUP, Arc::default());
}

/// Checks whether the data of `origin` could be served at `now`, without a fallback. Returns the reasons for which they may
/// differ from the release that was published.
pub fn check(origin: &Origin, now: Timestamp) -> Result<Vec<Message>, CommandError> {
    let read = origin.choice()?.read()?;
    let doubts = read.doubts.clone();
    read.check(now, None)?;
    Ok(doubts)
}

/// Serves until SIGTERM or SIGINT; fails when nothing could be served, an address cannot be listened on, or a part of the
/// program has ended.
pub fn run(settings: Settings) -> Result<(), CommandError> {
    let started = Stopwatch::now();
    let Settings {
        origin,
        options,
        listen,
        control,
        limits,
        lang,
    } = settings;

    let (sender, inbox) = mpsc::channel();
    let signals = loader::forward_signals(sender.clone()).map_err(msg::cannot_receive_signals)?;
    let control = control.as_deref().map(ControlSocket::open).transpose()?;
    if let Some(control) = &control {
        loader::forward_requests(control, sender.clone()).map_err(msg::cannot_start_thread)?;
    }

    let monitor = Arc::new(Monitor::new(clock()));
    let loader = Arc::new(Loader {
        origin,
        options,
        monitor: Arc::clone(&monitor),
        lang,
    });
    let (loader, builder) =
        loader::start_workers(&loader, &sender).map_err(msg::cannot_start_thread)?;

    let mut early = Vec::new();
    let Some(timeline) = first_load(&loader, &inbox, &mut early, lang)? else {
        return Ok(());
    };

    let first = timeline.present();
    let heartbeat = monitor.heartbeat.clone();
    let server = Server::start(&listen, limits, first.served.clone(), heartbeat, None)?;
    log_lifecycle("start", first, started, lang);
    announce_addresses(&server.serving.addresses);

    let service = Service {
        server,
        manager: Notifier::from_environment(),
        monitor,
        loader,
        builder,
        lang,
    };
    service.announce_start(first);

    let mut event_loop = EventLoop::new(service, timeline);
    let time = move || Time {
        clock: clock(),
        uptime: started.elapsed(),
    };
    for event in early {
        event_loop.handle(event, time());
    }

    let outcome = serve(&mut event_loop, &inbox, &signals, time);
    let stopping = Stopwatch::now();
    let Service {
        server, manager, ..
    } = event_loop.effects;
    manager.stopping();
    server.serving.stop(GRACE);
    log_lifecycle("stop", event_loop.timeline.present(), stopping, lang);
    outcome
}

/// Logs the start or the stop with what is served, and how long it took.
fn log_lifecycle(event: &str, serving: &BuiltRelease, since: Stopwatch, lang: Lang) {
    let summary = serving.summary_with_warnings().get(lang);
    info!("{event}: {summary}; {} ms", since.elapsed().as_millis());
}

/// Prints the addresses, whatever the log level: of port 0 they are not known otherwise.
fn announce_addresses(Addresses { public, monitoring }: &Addresses) {
    for address in public {
        announce(&format!("listening on http://{address}\n"));
    }

    if let Some(address) = monitoring {
        announce(&format!("monitoring on http://{address}\n"));
    }
}

fn request_first_load(loader: &Sender<Job>, from: LoadFrom<BuiltRelease>) {
    let now = clock();
    let _ = loader.send(LoadJob {
        id: LoadId(0),
        moment: Moment {
            statuses: now,
            rows: now,
        },
        from,
    });
}

/// Waits for the first load, and keeps other events that come meanwhile. `None` where the end was asked for.
fn first_load(
    loader: &Sender<Job>,
    inbox: &Receiver<Incoming>,
    early: &mut Vec<Event>,
    lang: Lang,
) -> Result<Option<Timeline<BuiltRelease>>, CommandError> {
    request_first_load(loader, LoadFrom::Start);
    for message in inbox {
        match message {
            Incoming::Event(Event::Loaded(outcome)) => {
                let loaded = outcome?;
                // The clock was set back meanwhile: nothing is served before its instant.
                if loaded.present.span().moment.statuses > clock() {
                    request_first_load(loader, LoadFrom::Read(loaded.present));
                    continue;
                }

                let mut timeline = Timeline::new(loaded);
                timeline.tick(clock());
                return Ok(Some(timeline));
            }
            Incoming::Event(event) => early.push(event),
            Incoming::Stop => break,
        }
    }

    info!("stop: {}", msg::nothing_served_yet().get(lang));
    Ok(None)
}

/// Until the next look at the clock: when the present state ends, or earlier.
fn pause(event_loop: &EventLoop<Service>) -> Duration {
    let poll = if event_loop.effects.server.is_idle() {
        IDLE_POLL
    } else {
        CLOCK_POLL
    };

    let now = clock();
    let Some(end) = event_loop.timeline.ends(now) else {
        return poll;
    };

    (end - now).to_std().map_or(poll, |left| left.min(poll))
}

/// Feeds the loop until the program is to end.
fn serve(
    event_loop: &mut EventLoop<Service>,
    inbox: &Receiver<Incoming>,
    signals: &JoinHandle<()>,
    time: impl Fn() -> Time,
) -> Result<(), CommandError> {
    loop {
        event_loop.effects.monitor.heartbeat.beat();
        let mut next = inbox.recv_timeout(pause(event_loop));
        // All events that have come, before the service manager and clients are answered.
        loop {
            match next {
                Ok(Incoming::Event(event)) => event_loop.handle(event, time()),
                Ok(Incoming::Stop) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(msg::part_has_ended("loader").into());
                }
            }

            next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }

        event_loop.turn(time());
        // A program whose parts do not work together any more is better started anew.
        if signals.is_finished() {
            return Err(msg::part_has_ended("signals").into());
        }
    }
}
