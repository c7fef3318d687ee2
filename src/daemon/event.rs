//! What the loop waits for, beside the clock.

use std::io;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::loader::Loaded;
use super::transitions::BuilderResult;
use crate::server::control::{self, ReloadRequest};

/// Something that the loop reacts to.
pub enum Event {
    /// Somebody asks for the dataset to be read again: by a signal, or to be told what comes of it.
    Reload(Option<ReloadRequest>),
    /// What there is to be served was read, or could not be.
    Loaded(Box<Loaded>),
    /// The builder has done a job for the clock.
    Built(BuilderResult),
    /// Somebody asks for the end.
    Stop,
}

/// Turns signals into events from now on.
///
/// # Errors
/// When signals cannot be received.
pub fn forward_signals(events: Sender<Event>) -> io::Result<JoinHandle<()>> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let forward = move || {
        for signal in signals.forever() {
            let event = if signal == SIGHUP { Event::Reload(None) } else { Event::Stop };
            if events.send(event).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(forward)
}

/// Turns requests over the control socket into events from now on; where there can be none, signals remain.
pub fn forward_requests(events: Sender<Event>) {
    let forward = move |request| events.send(Event::Reload(Some(request))).is_ok();
    if let Err(error) = control::receive(forward) {
        log::warn!("`indicatord reload` will not learn what comes of it: {error}");
    }
}
