//! The control socket of a running server: commands ask for a reload over it, or what is served, and are told.
//!
//! A signal brings no answer back, and a store does not say which of its releases a server could serve. A client writes one
//! line, the name of its question, and reads one JSON object. The socket's mode, 0660, and its directory decide who may ask.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use socket2::{Domain, SockAddr, Socket, Type};

use super::socket_file::{self, SocketFile};
use super::{DeadlineStream, timed_out};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp, named};

named! {
    pub enum Question {
        /// The data are to be read again.
        Reload = "reload",
        /// What is served now.
        Status = "status",
    }
}

impl Question {
    fn line(self) -> String {
        format!("{}\n", self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub subject: Subject,
    pub outcome: Outcome,
}

/// The origin of a server's data, by canonical path as the server sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    Embedded,
    Dataset(OsString),
    Store(OsString),
}

impl Answer {
    /// The same with every sentence and version on a line, and without characters that a terminal would obey: whoever holds
    /// the socket may be another program than ours. A path is compared with that of a store, and is escaped when it is shown.
    fn printable(mut self) -> Self {
        match &mut self.outcome {
            Outcome::Served { version, snapshot, .. } => {
                (*version, *snapshot) = (msg::escaped(version), msg::escaped(snapshot));
            }
            Outcome::Refused { version, why, .. } => {
                *version = msg::escaped(version);
                why.values_mut().flatten().for_each(|sentence| *sentence = msg::escaped(sentence));
            }
        }
        self
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Served {
        version: String,
        snapshot: String,
        /// When the release was taken, which is when the reload ended where one was asked for.
        #[serde(with = "instant")]
        since: Timestamp,
        /// Whether the last reload was refused.
        is_refused: bool,
        /// Whether it is a release, and not what is served where none was ever live.
        is_published: bool,
    },
    Refused {
        /// The version that is still served.
        version: String,
        fault: Fault,
        #[serde(flatten)]
        why: BTreeMap<String, Vec<String>>,
    },
}

impl Outcome {
    /// One sentence each; empty unless refused.
    pub fn reasons(self, lang: Lang) -> Vec<String> {
        match self {
            Outcome::Served { .. } => Vec::new(),
            Outcome::Refused { mut why, .. } => why.remove(lang.tag()).unwrap_or_default(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// A later attempt may succeed.
    Unread,
    Content,
}

/// RFC 3339, in UTC.
mod instant {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::model::Timestamp;

    pub fn serialize<S: Serializer>(instant: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&instant.to_rfc3339())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Bytes of an answer, at most.
const LONGEST: u64 = 1 << 20;

#[derive(Debug)]
pub enum NoAnswer {
    NobodyListens,
    CouldNotAsk(io::Error),
    /// Whether the server has taken the data is not known.
    Broken(io::Error),
    /// The same, after this time.
    Late(Duration),
}

impl NoAnswer {
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

/// Asks the server at `path`, and waits at most `wait` for the result.
pub fn ask(path: &Path, question: Question, wait: Duration) -> Result<Answer, NoAnswer> {
    let socket = connect(path, wait).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => NoAnswer::NobodyListens,
        io::ErrorKind::TimedOut => NoAnswer::Late(wait),
        _ => NoAnswer::CouldNotAsk(error),
    })?;
    exchange(question, DeadlineStream::within(&socket, wait)).map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut => NoAnswer::Late(wait),
        _ => NoAnswer::Broken(error),
    })
}

/// The limit counts for the place in the queue as well.
fn connect(path: &Path, wait: Duration) -> io::Result<Socket> {
    let address = SockAddr::unix(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_write_timeout(Some(wait))?;
    socket.connect(&address).map_err(timed_out)?;
    Ok(socket)
}

fn exchange(question: Question, mut stream: DeadlineStream<'_>) -> io::Result<Answer> {
    stream.write_all(question.line().as_bytes())?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    if answer.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_slice::<Answer>(&answer)?.printable())
}

/// For a client to write its request, and again to read its answer.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(5);
/// Clients whose reloads are waited for, at most; each has a descriptor.
const MAX_WAITING: usize = 64;
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
const THREADS: usize = 8;
const BACKLOG: i32 = 128;

/// A socket that is listened on; its path is free again when it is dropped.
pub struct ControlSocket {
    socket: Arc<Socket>,
    _file: SocketFile,
}

/// A client that waits for an answer. Dropped without one, it learns that there is none.
#[derive(Debug)]
pub struct Request {
    pub question: Question,
    client: Socket,
    /// All that wait, this client among them.
    _waiting: Arc<()>,
}

impl Request {
    /// Answers on a thread of its own, since a client may read slowly or not at all; without one, not at all.
    pub fn answer(self, answer: Answer) {
        let write = move || {
            let written = serde_json::to_vec(&answer).map_err(io::Error::from);
            let mut stream = DeadlineStream::within(&self.client, CLIENT_TIMEOUT);
            if let Err(error) = written.and_then(|bytes| stream.write_all(&bytes)) {
                log::debug!("control socket: {error}");
            }
        };
        if let Err(error) = thread::Builder::new().name("answer".to_owned()).spawn(write) {
            log::error!("control socket: {error}");
        }
    }
}

impl ControlSocket {
    /// Begins to listen. An abandoned socket is replaced; a live one is not, nor is any other file, and no link is followed.
    pub fn open(path: &Path) -> Result<Self, Message> {
        let (socket, file) = socket_file::listen(path, BACKLOG)
            .map_err(|error| msg::cannot_listen(path.display(), msg::reason(&error)))?;
        Ok(ControlSocket { socket: Arc::new(socket), _file: file })
    }

    /// Passes requests on to `pass_on` from now on: the threads only read, so that clients who wait for a reload keep nobody
    /// waiting.
    pub fn receive(&self, pass_on: impl Fn(Request) + Clone + Send + 'static) -> io::Result<()> {
        let waiting = Arc::new(());
        for _ in 0..THREADS {
            let (socket, pass_on, waiting) =
                (Arc::clone(&self.socket), pass_on.clone(), Arc::clone(&waiting));
            let receive = move || loop {
                let accepted = socket.accept().and_then(|(client, _)| receive(client, &waiting, &pass_on));
                if let Err(error) = accepted {
                    log::debug!("control socket: {error}");
                    // Without descriptors every attempt would fail at once.
                    thread::sleep(ACCEPT_PAUSE);
                }
            };
            thread::Builder::new().name("control".to_owned()).spawn(receive)?;
        }
        Ok(())
    }
}

fn receive(client: Socket, waiting: &Arc<()>, pass_on: &impl Fn(Request)) -> io::Result<()> {
    let line = read_line(DeadlineStream::within(&client, CLIENT_TIMEOUT))?;
    // A client that only finds out whether a server listens sends nothing.
    if line.is_empty() {
        return Ok(());
    }
    let asked = Question::ALL.into_iter().find(|question| question.line().as_bytes() == line);
    let question = asked.ok_or(io::ErrorKind::InvalidData)?;
    if question == Question::Reload && Arc::strong_count(waiting) >= THREADS + MAX_WAITING {
        return Err(io::Error::other("too many clients wait for a reload"));
    }
    pass_on(Request { question, client, _waiting: Arc::clone(waiting) });
    Ok(())
}

/// What a client sends up to the end of its line, as far as a question may be long.
fn read_line(mut stream: DeadlineStream<'_>) -> io::Result<Vec<u8>> {
    let longest = Question::ALL.map(|question| question.line().len()).into_iter().max().unwrap_or_default();
    let (mut line, mut part) = (Vec::new(), [0; 16]);
    while line.len() < longest && !line.ends_with(b"\n") {
        match stream.read(&mut part)? {
            0 => break,
            length => line.extend_from_slice(&part[..length]),
        }
    }
    Ok(line)
}

#[cfg(test)]
mod tests;
