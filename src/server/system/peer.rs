//! Who is at the other end of a Unix socket, as the kernel knows it.
#![expect(
    unsafe_code,
    reason = "the standard library has no stable call for it, and rustix takes the number of a process for one that is \
              never nought, which that of a process in another container is"
)]

use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// A process that has opened its end of a Unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its number; 0 where it cannot be seen from here.
    pub process: i32,
    /// Its user.
    pub user: u32,
}

/// Who has opened the other end of a connected Unix socket.
///
/// # Errors
/// It is no such socket.
pub fn peer(socket: impl AsFd) -> io::Result<Peer> {
    let mut found = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut length = libc::socklen_t::try_from(size_of_val(&found)).map_err(io::Error::other)?;
    let number = socket.as_fd().as_raw_fd();
    // SAFETY: the kernel writes at most `length` bytes to `found`, which is that long.
    let answer = unsafe {
        libc::getsockopt(
            number,
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            std::ptr::from_mut(&mut found).cast(),
            &mut length,
        )
    };
    if answer != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(Peer { process: found.pid, user: found.uid })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_speaks_to_oneself() {
        let (one, _other) = std::os::unix::net::UnixStream::pair().unwrap();
        let own = Peer {
            process: i32::try_from(std::process::id()).unwrap(),
            user: rustix::process::geteuid().as_raw(),
        };
        assert_eq!(peer(&one).unwrap(), own);
        assert!(peer(std::fs::File::open("/dev/null").unwrap()).is_err());
    }
}
