//! What the loop waits for, beside the clock: one queue for signals, clients, loads and builds.

use std::io;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::built::Built;
use super::effects;
use super::load_error::LoadError;
use crate::server::control::{ControlSocket, ReloadRequest};

/// An event of the daemon.
pub type Event = effects::Event<Built, LoadError, ReloadRequest>;

/// What is put into the queue.
pub enum Message {
    /// Something that the loop reacts to.
    Event(Event),
    /// The program is to end.
    Stop,
}

/// Turns signals into messages from now on.
///
/// # Errors
/// When signals cannot be received.
pub fn forward_signals(inbox: Sender<Message>) -> io::Result<JoinHandle<()>> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let forward = move || {
        for signal in signals.forever() {
            let message = if signal == SIGHUP { Message::Event(Event::Reload(None)) } else { Message::Stop };
            if inbox.send(message).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(forward)
}

/// Turns requests over the control socket into messages from now on.
///
/// # Errors
/// When no thread can be had.
pub fn forward_requests(control: &ControlSocket, inbox: Sender<Message>) -> io::Result<()> {
    control.receive(move |request| {
        // Nobody listens any more only where the program is ending; the client then learns that there is no answer.
        let _ = inbox.send(Message::Event(Event::Reload(Some(request))));
    })
}
