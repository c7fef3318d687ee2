//! The server's end of the control socket: its file, and the clients that ask there. The socket's mode, 0660, and its
//! directory decide who may ask. The file is taken over from a dead process, and removed by its owner.

use super::*;

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::control::{Answer, Question};
use super::net::DeadlineStream;
use crate::directory;

/// For a client to write its question: those that say nothing keep others waiting.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(1);
/// Bytes of a question, at most.
const LONGEST_QUESTION: u64 = 16;
/// For a client to read its answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Clients whose reloads are waited for, at most; each has a descriptor.
pub const MAX_WAITING: usize = 64;
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
        let builder = thread::Builder::new().name("answer".to_owned());
        let started = builder.spawn(move || {
            if let Err(error) = self.write(&answer) {
                log::debug!("control socket: {error}");
            }
        });
        if let Err(error) = started {
            log::error!("control socket: {error}");
        }
    }

    fn write(&self, answer: &Answer) -> io::Result<()> {
        let bytes = serde_json::to_vec(answer)?;
        DeadlineStream::within(&self.client, ANSWER_TIMEOUT).write_all(&bytes)
    }
}

impl ControlSocket {
    /// Begins to listen. An abandoned socket is replaced; a live one is not, nor is any other file, and no link is
    /// followed.
    pub fn open(path: &Path) -> Result<Self, Message> {
        listen(path, BACKLOG)
            .map_err(|error| msg::cannot_listen(path.display(), msg::reason(&error)))
    }

    /// Passes requests on to `pass_on` from now on: the threads only read, so that clients who wait for a reload keep
    /// nobody waiting.
    pub fn receive(&self, pass_on: impl Fn(Request) + Clone + Send + 'static) -> io::Result<()> {
        let waiting = Arc::new(());
        for _ in 0..THREADS {
            let socket = Arc::clone(&self.socket);
            let waiting = Arc::clone(&waiting);
            let pass_on = pass_on.clone();
            let builder = thread::Builder::new().name("control".to_owned());
            builder.spawn(move || receive_all(&socket, &waiting, &pass_on))?;
        }

        Ok(())
    }
}

fn receive_all(socket: &Socket, waiting: &Arc<()>, pass_on: &impl Fn(Request)) {
    loop {
        if let Err(error) = receive(socket, waiting, pass_on) {
            log::debug!("control socket: {error}");
            // Without descriptors every attempt would fail at once.
            thread::sleep(ACCEPT_PAUSE);
        }
    }
}

/// Accepts a client, by a call that is not the HTTP library's (`tiny/interposed.rs`), and passes on its question.
fn receive(socket: &Socket, waiting: &Arc<()>, pass_on: &impl Fn(Request)) -> io::Result<()> {
    let (client, _) = socket.accept_raw()?;
    client.set_cloexec(true)?;
    let mut line = Vec::new();
    let stream = DeadlineStream::within(&client, QUESTION_TIMEOUT).take(LONGEST_QUESTION);
    BufReader::new(stream).read_until(b'\n', &mut line)?;
    // A client that only finds out whether a server listens sends nothing.
    if line.is_empty() {
        return Ok(());
    }

    let question = Question::read(&line).ok_or(io::ErrorKind::InvalidData)?;
    if question == Question::Reload && Arc::strong_count(waiting) >= THREADS + MAX_WAITING {
        return Err(io::Error::other("too many clients wait for a reload"));
    }

    pass_on(Request {
        question,
        client,
        _waiting: Arc::clone(waiting),
    });
    Ok(())
}

/// How long another process may hold the lock of a directory.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

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
    let no_link = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let bound = rustix::fs::open(path, no_link, Mode::empty())?;
    let stat = rustix::fs::fstat(&bound)?;
    let control = ControlSocket {
        socket: Arc::new(socket),
        path: path.to_owned(),
        device: stat.st_dev,
        inode: stat.st_ino,
    };
    // Through the descriptor, and before anybody can connect: there may be a link at the path by now.
    let permissions = Permissions::from_mode(MODE);
    fs::set_permissions(format!("/proc/self/fd/{}", bound.as_raw_fd()), permissions)?;
    control.socket.listen(backlog)?;
    Ok(control)
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        let _lock = lock_directory(&self.path);
        if let Ok(metadata) = fs::symlink_metadata(&self.path)
            && metadata.dev() == self.device
            && metadata.ino() == self.inode
        {
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
    // Empty for a name alone.
    let parent = path.parent()?;
    let directory = File::open(Path::new(".").join(parent)).ok()?;
    directory::lock(&directory, LOCK_TIMEOUT, LOCK_TIMEOUT, || ()).ok()?;
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::os::unix::net::{UnixListener, UnixStream};

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
            client
                .connect(&SockAddr::unix(&path).unwrap())
                .is_ok()
                .then_some(client)
        })
        .collect();

        assert!(!waiting.is_empty());
        assert_eq!(
            listen(&path, 1).unwrap_err().kind(),
            io::ErrorKind::AddrInUse
        );
        drop(waiting);
        assert!(
            control.socket.accept().is_ok(),
            "it still is what clients connect to"
        );
    }

    #[test]
    fn another_kind_of_file_is_left() {
        let scratch = Scratch::new();
        scratch.write("s", "text");
        assert_eq!(
            listen(&scratch.join("s"), 1).unwrap_err().kind(),
            io::ErrorKind::AddrInUse
        );
        let datagrams = Socket::new(Domain::UNIX, Type::DGRAM, None).unwrap();
        datagrams
            .bind(&SockAddr::unix(scratch.join("d")).unwrap())
            .unwrap();
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
