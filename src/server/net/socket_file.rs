//! The file of a Unix socket: taken over from a process that is no more, and removed by the one that it belongs to.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use socket2::{Domain, SockAddr, Socket, Type};

/// The file of a socket that this process listens on. While the socket is open no other file has its number.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    device: u64,
    inode: u64,
}

/// Listens at `path` with this many connections that may wait to be accepted. The file of a socket that nobody listens
/// on is replaced.
///
/// # Errors
/// Somebody listens there or may do so, another kind of file is there, or what the system says.
pub fn listen(path: &Path, backlog: i32) -> io::Result<(Socket, SocketFile)> {
    // Between binding and listening a socket looks as if nobody listened on it.
    let _alone = alone(path);
    if is_socket(path) && is_abandoned(path)? {
        fs::remove_file(path)?;
    }
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.bind(&SockAddr::unix(path)?)?;
    let found = fs::symlink_metadata(path)?;
    let file = SocketFile { path: path.to_owned(), device: found.dev(), inode: found.ino() };
    // Who may connect is decided by the directory; what is served is public.
    fs::set_permissions(path, Permissions::from_mode(0o666))?;
    socket.listen(backlog)?;
    Ok((socket, file))
}

impl SocketFile {
    /// Removes the file, unless another socket has its name by now.
    pub fn remove(&self) {
        let _alone = alone(&self.path);
        let is_own = |found: fs::Metadata| (found.dev(), found.ino()) == (self.device, self.inode);
        if fs::symlink_metadata(&self.path).is_ok_and(is_own) {
            drop(fs::remove_file(&self.path));
        }
    }
}

fn is_socket(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket())
}

/// Whether nobody listens on the socket at `path`: the refusal to connect says so, and nothing else does.
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

/// Holds the lock of the directory of `path`, where it can be had: two that start at once, or one that starts while
/// another ends, look and replace one after the other.
fn alone(path: &Path) -> Option<File> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let directory = File::open(parent).ok()?;
    flock(&directory, FlockOperation::LockExclusive).ok()?;
    Some(directory)
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
        drop(listen(&path, 1).unwrap());
        assert!(is_socket(&path), "nobody has removed it");
        let (_socket, file) = listen(&path, 1).unwrap();
        assert!(UnixStream::connect(&path).is_ok());
        file.remove();
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
        let (_second, _) = listen(&path, 1).unwrap();
        file.remove();
        assert!(UnixStream::connect(&path).is_ok());
    }
}
