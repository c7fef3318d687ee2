//! A stream that is given up at an instant, however often a little comes.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use socket2::SockRef;

/// A socket until an instant: from then on every operation ends with `TimedOut`.
pub struct DeadlineStream<S> {
    stream: S,
    deadline: Instant,
}

impl<S: AsFd> DeadlineStream<S> {
    /// A stream for this long from now on.
    pub fn within(stream: S, limit: Duration) -> Self {
        DeadlineStream { stream, deadline: Instant::now() + limit }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl<S: AsFd + Read> Read for DeadlineStream<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        SockRef::from(&self.stream).set_read_timeout(self.left()?)?;
        self.stream.read(buffer).map_err(timed_out)
    }
}

impl<S: AsFd + Write> Write for DeadlineStream<S> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        SockRef::from(&self.stream).set_write_timeout(self.left()?)?;
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
