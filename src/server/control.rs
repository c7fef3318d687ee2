//! Questions of commands to a running server, for a reload or for the release that is served, and its answers.
//! `control_socket` has the server's end of the socket.
//!
//! A signal brings no answer back, and a store does not say which of its releases a server could serve. A client writes one
//! line, the name of its question, and reads one JSON object.

use super::*;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::net::{DeadlineStream, as_timeout};
use crate::model::{Timestamp, named};

named! {
    pub enum Question {
        /// The data are to be read again.
        Reload = "reload",
        /// The release and the snapshot that are served now are asked for.
        Status = "status",
    }
}

/// How long a command waits for the answer to [`Question::Reload`].
pub const RELOAD_TIMEOUT: Duration = Duration::from_secs(60);

impl Question {
    pub fn line(self) -> String {
        format!("{}\n", self.name())
    }

    pub fn read(line: &[u8]) -> Option<Self> {
        Question::ALL
            .into_iter()
            .find(|question| question.line().as_bytes() == line)
    }
}

/// The answer of a server, with the data that it serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub subject: Subject,
    pub outcome: Outcome,
    /// Where readers ask, if the server says it.
    #[serde(default)]
    pub address: Option<SocketAddr>,
}

/// The origin of a server's data, by canonical path as the server sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    Embedded,
    Dataset(OsString),
    Store(OsString),
}

impl Answer {
    /// The same with every sentence and version on a line, and without characters that a terminal would obey: another
    /// program than ours may hold the socket. A path is compared with that of a store, and is escaped when it is shown.
    fn printable(mut self) -> Self {
        match &mut self.outcome {
            Outcome::Served {
                version, snapshot, ..
            } => {
                *version = msg::escaped(version);
                *snapshot = msg::escaped(snapshot);
            }
            Outcome::Refused {
                version, reasons, ..
            } => {
                *version = msg::escaped(version);
                for sentence in reasons.values_mut().flatten() {
                    *sentence = msg::escaped(sentence);
                }
            }
        }

        self
    }
}

/// The release that is served now, or the refusal of a reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Served {
        version: String,
        snapshot: String,
        /// When the release was taken, which is when the reload ended where one was asked for.
        since: Timestamp,
        /// True if the last reload was refused.
        is_refused: bool,
        /// True if it is a release, and not the built-in dataset of a store without one.
        is_published: bool,
    },
    Refused {
        /// The version that is still served.
        version: String,
        fault: Fault,
        #[serde(flatten)]
        reasons: BTreeMap<String, Vec<String>>,
    },
}

impl Outcome {
    /// One sentence each; empty unless refused.
    pub fn reasons(&self, lang: Lang) -> &[String] {
        match self {
            Outcome::Served { .. } => &[],
            Outcome::Refused { reasons, .. } => match reasons.get(lang.tag()) {
                Some(reasons) => reasons,
                None => &[],
            },
        }
    }
}

/// The kind of a refusal, which decides on the exit code of `reload`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// A later attempt may succeed.
    Unread,
    Content,
}

/// Bytes of an answer, at most.
const LONGEST: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    NobodyListens,
    CouldNotAsk(io::Error),
    /// The server may have taken the data or not.
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
    let stream = DeadlineStream::within(&socket, wait);
    exchange(question, stream).map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut => NoAnswer::Late(wait),
        _ => NoAnswer::Broken(error),
    })
}

/// The limit counts for the place in the queue as well.
fn connect(path: &Path, wait: Duration) -> io::Result<Socket> {
    let address = SockAddr::unix(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_write_timeout(Some(wait))?;
    socket.connect(&address).map_err(as_timeout)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::server::control_socket::{ControlSocket, MAX_WAITING, Request};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::PathBuf;
    use std::sync::mpsc::channel;

    /// Longer than any of these takes.
    const LONG: Duration = Duration::from_secs(60);

    /// A directory whose paths are short enough for a socket.
    struct Place(Scratch);

    impl Place {
        fn new() -> Self {
            Place(Scratch::new())
        }

        fn path(&self) -> PathBuf {
            self.0.join("control")
        }
    }

    fn served(version: &str) -> Answer {
        let outcome = Outcome::Served {
            version: version.to_owned(),
            snapshot: "5d41".to_owned(),
            since: "2026-11-20T05:00:02.125Z".parse().unwrap(),
            is_refused: false,
            is_published: true,
        };
        Answer {
            subject: Subject::Store("/srv/store".into()),
            outcome,
            address: None,
        }
    }

    /// A server that answers every request with this version.
    fn answering(path: &Path, version: &'static str) -> ControlSocket {
        let socket = ControlSocket::open(path).unwrap();
        socket
            .receive(move |request| request.answer(served(version)))
            .unwrap();
        socket
    }

    #[test]
    fn what_is_answered_is_what_is_read() {
        let place = Place::new();
        let socket = answering(&place.path(), "v1");
        assert_eq!(
            fs::metadata(place.path()).unwrap().permissions().mode() & 0o777,
            0o660
        );
        let answer = ask(&place.path(), Question::Reload, LONG).unwrap();
        assert_eq!(answer, served("v1"));
        drop(socket);
        assert!(matches!(
            ask(&place.path(), Question::Reload, LONG),
            Err(NoAnswer::NobodyListens)
        ));
    }

    #[test]
    fn the_server_knows_what_it_is_asked() {
        let place = Place::new();
        let socket = ControlSocket::open(&place.path()).unwrap();
        socket
            .receive(|request| {
                let asked = request.question.name();
                request.answer(served(asked));
            })
            .unwrap();
        for question in Question::ALL {
            assert_eq!(
                ask(&place.path(), question, LONG).unwrap(),
                served(question.name())
            );
        }
    }

    #[test]
    fn a_refusal_has_its_reasons_in_both_languages() {
        let place = Place::new();
        let refused = Answer {
            address: None,
            subject: Subject::Embedded,
            outcome: Outcome::Refused {
                version: "v1".to_owned(),
                fault: Fault::Content,
                reasons: [("ru", "ж".repeat(100_000)), ("en", "bad".to_owned())]
                    .map(|(tag, reason)| (tag.to_owned(), vec![reason]))
                    .into(),
            },
        };

        let (socket, answer) = (ControlSocket::open(&place.path()).unwrap(), refused.clone());
        socket
            .receive(move |request| request.answer(answer.clone()))
            .unwrap();
        let heard = ask(&place.path(), Question::Reload, LONG).unwrap();
        assert_eq!(heard, refused);
        assert_eq!(heard.outcome.reasons(Lang::En), ["bad"]);
    }

    #[test]
    fn a_socket_that_was_left_behind_is_replaced_and_a_live_one_is_not() {
        let place = Place::new();
        drop(UnixListener::bind(place.path()).unwrap());
        let socket = answering(&place.path(), "first");
        assert!(ControlSocket::open(&place.path()).is_err());
        assert_eq!(
            ask(&place.path(), Question::Reload, LONG).unwrap(),
            served("first")
        );
        // The file of a second server stays when the first one ends.
        fs::remove_file(place.path()).unwrap();
        let _second = answering(&place.path(), "second");
        drop(socket);
        assert_eq!(
            ask(&place.path(), Question::Reload, LONG).unwrap(),
            served("second")
        );
    }

    #[test]
    fn of_servers_that_begin_at_once_one_has_the_path() {
        let place = Place::new();
        for _ in 0..20 {
            drop(UnixListener::bind(place.path()).unwrap());
            let path = place.path();
            let open = || ControlSocket::open(&path).ok();
            let sockets: Vec<_> = thread::scope(|scope| {
                let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
                all.into_iter()
                    .filter_map(|thread| thread.join().unwrap())
                    .collect()
            });
            assert_eq!(sockets.len(), 1);
            drop(sockets);
            assert!(!place.path().exists());
        }
    }

    #[test]
    fn nothing_else_is_replaced_and_no_link_is_followed() {
        let place = Place::new();
        let elsewhere = place.0.join("elsewhere");
        fs::write(&elsewhere, "kept").unwrap();
        fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o600)).unwrap();
        for obstacle in 0..3 {
            match obstacle {
                0 => symlink(&elsewhere, place.path()).unwrap(),
                1 => symlink(place.0.join("nowhere"), place.path()).unwrap(),
                _ => fs::write(place.path(), "a file").unwrap(),
            }

            assert!(ControlSocket::open(&place.path()).is_err(), "{obstacle}");
            assert!(!place.0.join("nowhere").exists());
            fs::remove_file(place.path()).unwrap();
        }

        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "kept");
        assert_eq!(
            fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_client_that_hangs_or_is_gone_takes_nothing_from_others() {
        let place = Place::new();
        let _socket = answering(&place.path(), "v1");
        let silent = UnixStream::connect(place.path()).unwrap();
        drop(UnixStream::connect(place.path()).unwrap());
        let mut gone = UnixStream::connect(place.path()).unwrap();
        gone.write_all(b"reload\n").unwrap();
        drop(gone);
        let mut nonsense = UnixStream::connect(place.path()).unwrap();
        nonsense.write_all(b"shutdown\n").unwrap();
        assert_eq!(
            ask(&place.path(), Question::Reload, LONG).unwrap(),
            served("v1")
        );
        drop((silent, nonsense));
    }

    #[test]
    fn a_server_that_says_nothing_is_not_waited_for_longer_than_that() {
        let place = Place::new();
        let socket = ControlSocket::open(&place.path()).unwrap();
        // Nobody accepts: the limit counts there, too.
        assert!(matches!(
            ask(&place.path(), Question::Reload, Duration::from_millis(50)),
            Err(NoAnswer::Late(_))
        ));
        let (requests, kept) = channel();
        socket
            .receive(move |request| requests.send(request).unwrap())
            .unwrap();
        assert!(matches!(
            ask(&place.path(), Question::Reload, Duration::from_millis(50)),
            Err(NoAnswer::Late(_))
        ));
        // It ends without an answer.
        let asked = thread::spawn({
            let path = place.path();
            move || ask(&path, Question::Reload, LONG)
        });
        while !asked.is_finished() {
            drop(kept.recv_timeout(Duration::from_millis(5)));
        }

        assert!(matches!(asked.join().unwrap(), Err(NoAnswer::Broken(_))));
    }

    #[test]
    fn clients_who_wait_for_a_reload_keep_nobody_waiting() {
        let place = Place::new();
        let socket = ControlSocket::open(&place.path()).unwrap();
        let (reloads, waiting) = channel();
        let pass_on = move |request: Request| match request.question {
            Question::Reload => reloads.send(request).unwrap(),
            Question::Status => request.answer(served("v1")),
        };
        socket.receive(pass_on).unwrap();
        let ask_to_reload = || {
            let mut client = UnixStream::connect(place.path()).unwrap();
            client.write_all(b"reload\n").unwrap();
            client
        };
        let mut clients: Vec<UnixStream> = (0..MAX_WAITING).map(|_| ask_to_reload()).collect();
        let held: Vec<Request> = (0..MAX_WAITING)
            .map(|_| waiting.recv_timeout(LONG).unwrap())
            .collect();
        assert_eq!(
            ask(&place.path(), Question::Status, LONG).unwrap(),
            served("v1")
        );
        // Each of them costs a descriptor: there is an end to it, and not to questions.
        assert_eq!(ask_to_reload().read(&mut [0]).unwrap(), 0);
        assert_eq!(
            ask(&place.path(), Question::Status, LONG).unwrap(),
            served("v1")
        );
        held.into_iter()
            .for_each(|request| request.answer(served("v2")));
        for client in &mut clients {
            let mut answer = Vec::new();
            client.read_to_end(&mut answer).unwrap();
            assert_eq!(
                serde_json::from_slice::<Answer>(&answer).unwrap(),
                served("v2")
            );
        }
    }

    #[test]
    fn what_another_program_answers_drives_no_terminal() {
        let place = Place::new();
        let listener = UnixListener::bind(place.path()).unwrap();
        let answers = [
            r#"{"subject":"Embedded","outcome":{"Refused":{"version":"v\u001b[2J","fault":"Content","en":["\u001b]0;pwn\u0007\n2026 [INFO] live"],"ru":[]}}}"#,
            r#"{"subject":"Embedded","outcome":{"Served":{"version":"v\n1","snapshot":"\u009b","since":"2026-11-20T05:00:02Z","is_refused":false,"is_published":true}}}"#,
        ];
        let server = thread::spawn(move || {
            for answer in answers {
                let mut client = listener.accept().unwrap().0;
                client.read_exact(&mut [0; 7]).unwrap();
                client.write_all(answer.as_bytes()).unwrap();
            }
        });
        let Outcome::Refused {
            version, reasons, ..
        } = ask(&place.path(), Question::Reload, LONG).unwrap().outcome
        else {
            panic!("it refuses");
        };

        assert_eq!(
            (version.as_str(), reasons["en"][0].as_str()),
            (r"v\u{1b}[2J", r"\u{1b}]0;pwn\u{7}\n2026 [INFO] live")
        );
        let Outcome::Served {
            version, snapshot, ..
        } = ask(&place.path(), Question::Status, LONG).unwrap().outcome
        else {
            panic!("it serves");
        };

        assert_eq!((version.as_str(), snapshot.as_str()), (r"v\n1", r"\u{9b}"));
        server.join().unwrap();
    }
}
