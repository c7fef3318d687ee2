//! A stream that is given up at an instant, however often a little comes.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// A stream whose reads and writes can be limited.
pub trait Timed: Read + Write {
    /// Limits the next read.
    ///
    /// # Errors
    /// The system refuses that.
    fn limit_read(&self, left: Duration) -> io::Result<()>;

    /// Limits the next write.
    ///
    /// # Errors
    /// The system refuses that.
    fn limit_write(&self, left: Duration) -> io::Result<()>;
}

impl Timed for &TcpStream {
    fn limit_read(&self, left: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(left))
    }

    fn limit_write(&self, left: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(left))
    }
}

impl Timed for &UnixStream {
    fn limit_read(&self, left: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(left))
    }

    fn limit_write(&self, left: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(left))
    }
}

/// A stream until an instant: from then on every operation ends with `TimedOut`.
pub struct Until<S> {
    stream: S,
    deadline: Instant,
}

impl<S: Timed> Until<S> {
    /// A stream for this long from now on.
    pub fn within(stream: S, patience: Duration) -> Self {
        Until { stream, deadline: Instant::now() + patience }
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl<S: Timed> Read for Until<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.limit_read(self.left()?)?;
        self.stream.read(buffer).map_err(timed_out)
    }
}

impl<S: Timed> Write for Until<S> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.limit_write(self.left()?)?;
        self.stream.write(buffer).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The system says `WouldBlock` where a limit has passed.
pub fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}
