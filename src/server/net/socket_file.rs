//! The file of a Unix socket: taken over from a dead process, and removed by its owner.

use super::*;

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

use rustix::fs::{FlockOperation, OFlags, flock};

/// How long another process may hold the lock of a directory.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Owner and group may connect, whatever the umask; the directory may bar some of them.
const MODE: u32 = 0o660;

/// The file of a socket that this process listens on; dropped, it is removed, unless another socket has its name by now.
/// While the socket is open no other file has its number.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    device: u64,
    inode: u64,
}

/// Listens at `path`. An abandoned socket file is replaced, one that may be listened on and any other file are not; no link
/// is followed.
pub fn listen(path: &Path, backlog: i32) -> io::Result<(Socket, SocketFile)> {
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
    let file = SocketFile { path: path.to_owned(), device: metadata.dev(), inode: metadata.ino() };
    // Through the descriptor, and before anybody can connect: there may be a link at the path by now.
    let permissions = Permissions::from_mode(MODE);
    fs::set_permissions(format!("/proc/self/fd/{}", bound.as_raw_fd()), permissions)?;
    socket.listen(backlog)?;
    Ok((socket, file))
}

impl Drop for SocketFile {
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
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn an_abandoned_file_is_replaced() {
        let scratch = Scratch::new();
        let path = scratch.join("s");
        let (socket, file) = listen(&path, 1).unwrap();
        std::mem::forget(file);
        drop(socket);
        assert!(is_socket(&path), "nobody has removed it");
        let (_socket, file) = listen(&path, 1).unwrap();
        assert!(UnixStream::connect(&path).is_ok());
        drop(file);
        assert!(scratch.names(".").is_empty());
    }

    #[test]
    fn a_socket_with_a_full_backlog_is_in_use() {
        let scratch = Scratch::new();
        let path = scratch.join("s");
        let (socket, _file) = listen(&path, 0).unwrap();
        let waiting: Vec<Socket> = std::iter::from_fn(|| {
            let client = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
            client.set_nonblocking(true).unwrap();
            client.connect(&SockAddr::unix(&path).unwrap()).is_ok().then_some(client)
        })
        .collect();
        assert!(!waiting.is_empty());
        assert_eq!(listen(&path, 1).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(waiting);
        assert!(socket.accept().is_ok(), "it still is what clients connect to");
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
        let (_first, file) = listen(&path, 1).unwrap();
        fs::remove_file(&path).unwrap();
        let _second = listen(&path, 1).unwrap();
        drop(file);
        assert!(UnixStream::connect(&path).is_ok());
    }
}
