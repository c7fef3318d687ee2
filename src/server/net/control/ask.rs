//! The client's end: asks a server for a reload, and waits for what comes of it, but not for ever.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use socket2::{Domain, SockAddr, Socket, Type};

use super::{Answer, REQUEST};
use crate::messages::{self as msg, Message};
use crate::server::net::deadline::{Until, timed_out};

/// No answer is longer.
const LONGEST: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// No server listens at the path.
    NobodyListens,
    /// The server could not be asked.
    CouldNotAsk(io::Error),
    /// The server was asked, and the connection broke before it answered: whether it has taken the data is not known.
    Broken(io::Error),
    /// The server did not answer within this time: likewise.
    Late(Duration),
}

impl NoAnswer {
    /// The sentence for whoever has asked at `path`.
    pub fn message(&self, path: &Path) -> Message {
        let path = path.display();
        match self {
            NoAnswer::NobodyListens => msg::nobody_listens(path),
            NoAnswer::CouldNotAsk(error) => msg::cannot_ask(path, msg::reason(error)),
            NoAnswer::Broken(error) => msg::reload_unanswered(msg::reason(error)),
            NoAnswer::Late(wait) => msg::reload_answer_is_late(wait.as_secs()),
        }
    }
}

/// Has the server that listens at `path` read its data again, and waits at most `wait` for what comes of it.
///
/// # Errors
/// There is no answer; what is served is then to be found out otherwise.
pub fn ask(path: &Path, wait: Duration) -> Result<Answer, NoAnswer> {
    let stream = connect(path, wait).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => NoAnswer::NobodyListens,
        io::ErrorKind::TimedOut => NoAnswer::Late(wait),
        _ => NoAnswer::CouldNotAsk(error),
    })?;
    exchange(Until::within(&stream, wait)).map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut => NoAnswer::Late(wait),
        _ => NoAnswer::Broken(error),
    })
}

/// A connection: the limit counts for the place in the queue as well.
fn connect(path: &Path, wait: Duration) -> io::Result<UnixStream> {
    let address = SockAddr::unix(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_write_timeout(Some(wait))?;
    socket.connect(&address).map_err(timed_out)?;
    Ok(UnixStream::from(std::os::fd::OwnedFd::from(socket)))
}

fn exchange(mut stream: Until<&UnixStream>) -> io::Result<Answer> {
    stream.write_all(REQUEST.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    if answer.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_slice(&answer)?)
}
