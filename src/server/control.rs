//! The control socket of a running server: over it commands ask for a reload, or for the release that is served.
//!
//! A signal brings no answer back, and a store does not say which of its releases a server could serve. A client writes one
//! line, the name of its question, and reads one JSON object. The socket's mode, 0660, and its directory decide who may ask.
//! Its file is taken over from a dead process, and removed by its owner.

use super::*;

use std::ffi::OsString;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
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
    /// The same with every sentence and version on a line, and without characters that a terminal would obey: another
    /// program than ours may hold the socket. A path is compared with that of a store, and is escaped when it is shown.
    fn printable(mut self) -> Self {
        match &mut self.outcome {
            Outcome::Served { version, snapshot, .. } => {
                (*version, *snapshot) = (msg::escaped(version), msg::escaped(snapshot));
            }
            Outcome::Refused { version, reasons, .. } => {
                *version = msg::escaped(version);
                reasons.values_mut().flatten().for_each(|sentence| *sentence = msg::escaped(sentence));
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
        /// Whether it is a release, and not the built-in dataset of a store without one.
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
            Outcome::Refused { reasons, .. } => reasons.get(lang.tag()).map_or(&[], Vec::as_slice),
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

/// For a client to write its request, and again to read its answer.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(5);
/// Clients whose reloads are waited for, at most; each has a descriptor.
const MAX_WAITING: usize = 64;
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
const THREADS: usize = 8;
const BACKLOG: i32 = 128;

/// A socket that is listened on. Dropped, it frees its path, unless another socket has its name by now. While it is open no
/// other file has its number.
#[derive(Debug)]
pub struct ControlSocket {
    socket: Arc<Socket>,
    path: PathBuf,
    device: u64,
    inode: u64,
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
        listen(path, BACKLOG).map_err(|error| msg::cannot_listen(path.display(), msg::reason(&error)))
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
    let longest = Question::ALL.map(|question| question.line().len()).into_iter().max().unwrap_or_default();
    let mut line = Vec::new();
    let stream = DeadlineStream::within(&client, CLIENT_TIMEOUT).take(longest as u64);
    BufReader::new(stream).read_until(b'\n', &mut line)?;
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

/// How long another process may hold the lock of a directory.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Owner and group may connect, whatever the umask; the directory may bar some of them.
const MODE: u32 = 0o660;

fn listen(path: &Path, backlog: i32) -> io::Result<ControlSocket> {
    // Between binding and listening a socket looks as if nobody listened on it.
    let _lock = lock_directory(path);
    if is_socket(path) && is_abandoned(path)? {
        fs::remove_file(path)?;
    }
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.bind(&SockAddr::unix(path)?)?;
    let no_link = i32::try_from((OFlags::PATH | OFlags::NOFOLLOW).bits()).map_err(io::Error::other)?;
    let bound = OpenOptions::new().read(true).custom_flags(no_link).open(path)?;
    let metadata = bound.metadata()?;
    let (device, inode) = (metadata.dev(), metadata.ino());
    let control = ControlSocket { socket: Arc::new(socket), path: path.to_owned(), device, inode };
    // Through the descriptor, and before anybody can connect: there may be a link at the path by now.
    let permissions = Permissions::from_mode(MODE);
    fs::set_permissions(format!("/proc/self/fd/{}", bound.as_raw_fd()), permissions)?;
    control.socket.listen(backlog)?;
    Ok(control)
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        let _lock = lock_directory(&self.path);
        let is_own = |metadata: fs::Metadata| (metadata.dev(), metadata.ino()) == (self.device, self.inode);
        if fs::symlink_metadata(&self.path).is_ok_and(is_own) {
            drop(fs::remove_file(&self.path));
        }
    }
}

fn is_socket(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket())
}

/// Nobody listens on a socket that refuses a connection.
fn is_abandoned(path: &Path) -> io::Result<bool> {
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    // With a full backlog the answer is not waited for.
    socket.set_nonblocking(true)?;
    match socket.connect(&SockAddr::unix(path)?) {
        Ok(()) => Ok(false),
        Err(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => Ok(true),
            // It is gone, or as many wait to be accepted as may: binding says which.
            io::ErrorKind::NotFound | io::ErrorKind::WouldBlock => Ok(false),
            _ => Err(error),
        },
    }
}

/// Locks the directory of `path`, if possible: processes that start or end at once look and replace one after the other.
fn lock_directory(path: &Path) -> Option<File> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let directory = File::open(parent).ok()?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match flock(&directory, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Some(directory),
            Err(_) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::fs;
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::{Path, PathBuf};
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

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
        Answer { subject: Subject::Store("/srv/store".into()), outcome }
    }

    /// A server that answers every request with this version.
    fn answering(path: &Path, version: &'static str) -> ControlSocket {
        let socket = ControlSocket::open(path).unwrap();
        socket.receive(move |request| request.answer(served(version))).unwrap();
        socket
    }

    #[test]
    fn what_is_answered_is_what_is_read() {
        let place = Place::new();
        let socket = answering(&place.path(), "v1");
        assert_eq!(fs::metadata(place.path()).unwrap().permissions().mode() & 0o777, 0o660);
        let answer = ask(&place.path(), Question::Reload, LONG).unwrap();
        assert_eq!(answer, served("v1"));
        drop(socket);
        assert!(matches!(ask(&place.path(), Question::Reload, LONG), Err(NoAnswer::NobodyListens)));
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
            assert_eq!(ask(&place.path(), question, LONG).unwrap(), served(question.name()));
        }
    }

    #[test]
    fn a_refusal_has_its_reasons_in_both_languages() {
        let place = Place::new();
        let refused = Answer {
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
        socket.receive(move |request| request.answer(answer.clone())).unwrap();
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
        assert_eq!(ask(&place.path(), Question::Reload, LONG).unwrap(), served("first"));
        // The file of a second server stays when the first one ends.
        fs::remove_file(place.path()).unwrap();
        let _second = answering(&place.path(), "second");
        drop(socket);
        assert_eq!(ask(&place.path(), Question::Reload, LONG).unwrap(), served("second"));
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
                all.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
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
        assert_eq!(fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777, 0o600);
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
        assert_eq!(ask(&place.path(), Question::Reload, LONG).unwrap(), served("v1"));
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
        socket.receive(move |request| requests.send(request).unwrap()).unwrap();
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
        let held: Vec<Request> = (0..MAX_WAITING).map(|_| waiting.recv_timeout(LONG).unwrap()).collect();
        assert_eq!(ask(&place.path(), Question::Status, LONG).unwrap(), served("v1"));
        // Each of them costs a descriptor: there is an end to it, and not to questions.
        assert_eq!(ask_to_reload().read(&mut [0]).unwrap(), 0);
        assert_eq!(ask(&place.path(), Question::Status, LONG).unwrap(), served("v1"));
        held.into_iter().for_each(|request| request.answer(served("v2")));
        for client in &mut clients {
            let mut answer = Vec::new();
            client.read_to_end(&mut answer).unwrap();
            assert_eq!(serde_json::from_slice::<Answer>(&answer).unwrap(), served("v2"));
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
        let Outcome::Refused { version, reasons, .. } =
            ask(&place.path(), Question::Reload, LONG).unwrap().outcome
        else {
            panic!("it refuses");
        };
        assert_eq!(
            (version.as_str(), reasons["en"][0].as_str()),
            (r"v\u{1b}[2J", r"\u{1b}]0;pwn\u{7}\n2026 [INFO] live")
        );
        let Outcome::Served { version, snapshot, .. } =
            ask(&place.path(), Question::Status, LONG).unwrap().outcome
        else {
            panic!("it serves");
        };
        assert_eq!((version.as_str(), snapshot.as_str()), (r"v\n1", r"\u{9b}"));
        server.join().unwrap();
    }

    #[test]
    fn an_abandoned_file_is_replaced() {
        let scratch = Scratch::new();
        let path = scratch.join("s");
        drop(UnixListener::bind(&path).unwrap());
        assert!(is_socket(&path), "nobody has removed it");
        let control = listen(&path, 1).unwrap();
        assert!(UnixStream::connect(&path).is_ok());
        drop(control);
        assert!(scratch.names(".").is_empty());
    }

    #[test]
    fn a_socket_with_a_full_backlog_is_in_use() {
        let scratch = Scratch::new();
        let path = scratch.join("s");
        let control = listen(&path, 0).unwrap();
        let waiting: Vec<Socket> = std::iter::from_fn(|| {
            let client = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
            client.set_nonblocking(true).unwrap();
            client.connect(&SockAddr::unix(&path).unwrap()).is_ok().then_some(client)
        })
        .collect();
        assert!(!waiting.is_empty());
        assert_eq!(listen(&path, 1).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(waiting);
        assert!(control.socket.accept().is_ok(), "it still is what clients connect to");
    }

    #[test]
    fn another_kind_of_file_is_left() {
        let scratch = Scratch::new();
        scratch.write("s", "text");
        assert_eq!(listen(&scratch.join("s"), 1).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        let datagrams = Socket::new(Domain::UNIX, Type::DGRAM, None).unwrap();
        datagrams.bind(&SockAddr::unix(scratch.join("d")).unwrap()).unwrap();
        assert!(listen(&scratch.join("d"), 1).is_err());
        assert_eq!(scratch.names("."), ["d", "s"]);
    }

    #[test]
    fn a_file_that_belongs_to_another_socket_stays() {
        let scratch = Scratch::new();
        let path = scratch.join("s");
        let first = listen(&path, 1).unwrap();
        fs::remove_file(&path).unwrap();
        let _second = listen(&path, 1).unwrap();
        drop(first);
        assert!(UnixStream::connect(&path).is_ok());
    }
}
