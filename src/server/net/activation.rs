//! Socket activation: the listening sockets that the service manager hands over (`sd_listen_fds(3)`).

use std::io;
use std::os::fd::RawFd;

use super::listener::Listener;
use crate::messages::{self as msg, Message};

/// The first descriptor that is handed over.
const FIRST: u32 = 3;

/// The sockets that `LISTEN_PID` and `LISTEN_FDS` name: none, where they name none or another process.
///
/// # Errors
/// A sentence, when something else than listening stream sockets is handed over.
pub fn inherited(servers: usize) -> Result<Vec<Listener>, Message> {
    let variable = |name| std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok());
    if variable("LISTEN_PID") != Some(std::process::id()) {
        return Ok(Vec::new());
    }
    let numbers = FIRST..FIRST + variable("LISTEN_FDS").unwrap_or(0);
    let take = |number: u32| Listener::inherit(RawFd::try_from(number).map_err(io::Error::other)?, servers);
    numbers
        .map(|number| take(number).map_err(|error| msg::inherited_unusable(number, msg::reason(&error))))
        .collect()
}
