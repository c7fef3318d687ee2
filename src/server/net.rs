//! Addresses of a server, and the smallest client that can tell whether one answers: one request, read to its end for its
//! status.

use super::*;

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpStream};
use std::str::FromStr;

/// The addresses of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// For readers.
    pub public: Vec<SocketAddr>,
    /// Where alone `/metrics` and `/status.json` are answered [D32.4]; without it, they are answered for readers too.
    pub monitoring: Option<SocketAddr>,
}

/// Reads an address to listen on, as options and the configuration write it.
pub fn listen_address(text: &str) -> Result<SocketAddr, Message> {
    if text.starts_with("unix:") {
        return Err(msg::unix_socket_for_http());
    }
    text.parse().map_err(|_| msg::bad_listen())
}

/// The address of a socket that is bound there, from this machine.
pub fn loopback_of(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };

    SocketAddr::new(ip, bound.port())
}

/// A socket that is given up at an instant, however often a little comes: from then on every operation ends with
/// `TimedOut`.
pub struct DeadlineStream<'a> {
    socket: &'a Socket,
    deadline: Instant,
}

impl<'a> DeadlineStream<'a> {
    /// For this long from now on.
    pub fn within(socket: &'a Socket, limit: Duration) -> Self {
        DeadlineStream {
            socket,
            deadline: Instant::now() + limit,
        }
    }

    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            Err(io::ErrorKind::TimedOut.into())
        } else {
            Ok(Some(remaining))
        }
    }
}

impl Read for DeadlineStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.remaining()?)?;
        // Not by `recv`, which is defined anew for tiny_http (`tiny/interposed.rs`).
        match rustix::io::read(self.socket, buffer) {
            Ok(length) => Ok(length),
            Err(errno) => Err(as_timeout(errno.into())),
        }
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.remaining()?)?;
        self.socket.write(buffer).map_err(as_timeout)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The system says `WouldBlock` where a limit has passed.
pub fn as_timeout(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}

const HEALTH: &str = "/healthz";
/// Bytes of an answer, at most.
const LONGEST: u64 = 256 << 20;

/// A page that is asked for to see whether a server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeTarget {
    server: SocketAddr,
    path: String,
}

impl ProbeTarget {
    /// The health of a server that listens on `address`, from this machine.
    pub fn health_of(address: SocketAddr) -> Self {
        ProbeTarget {
            server: loopback_of(address),
            path: HEALTH.to_owned(),
        }
    }
}

impl FromStr for ProbeTarget {
    type Err = ();

    /// `http://127.0.0.1:8080/data.json`, `http://[::1]:8080`
    fn from_str(text: &str) -> Result<Self, ()> {
        let rest = text.strip_prefix("http://").ok_or(())?;
        let end = rest.find('/').unwrap_or(rest.len());
        let (address, path) = rest.split_at(end);
        let server = match address.parse() {
            Ok(server) => server,
            Err(_) => format!("{address}:80").parse().map_err(|_| ())?,
        };

        if !path.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(());
        }

        let path = if path.is_empty() { HEALTH } else { path };
        Ok(ProbeTarget {
            server,
            path: path.to_owned(),
        })
    }
}

impl fmt::Display for ProbeTarget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "http://{}{}", self.server, self.path)
    }
}

/// Asks for a page and takes all of it within `limit`; returns the status.
pub fn get(target: &ProbeTarget, limit: Duration) -> io::Result<u16> {
    let (server, path) = (target.server, &target.path);
    let socket = Socket::from(TcpStream::connect_timeout(&server, limit)?);
    let mut stream = DeadlineStream::within(&socket, limit);
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n"
    )?;
    answer(stream.take(LONGEST))
}

fn answer(stream: impl Read) -> io::Result<u16> {
    let mut stream = BufReader::new(stream);
    let mut lines = stream.by_ref().lines();
    let line = lines.next().transpose()?.unwrap_or_default();
    let status = read_status(&line).ok_or_else(|| invalid("not an answer in HTTP/1.1"))?;
    let mut length = 0;
    loop {
        let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
        if line.is_empty() {
            break;
        }

        let Some((name, value)) = line.split_once(':') else {
            return Err(invalid("a header that is none"));
        };

        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse();
            length = number.map_err(|_| invalid("a length that is none"))?;
        }
    }

    if io::copy(&mut stream, &mut io::sink())? < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }

    Ok(status)
}

fn read_status(line: &str) -> Option<u16> {
    let rest = line.strip_prefix("HTTP/1.")?;
    rest.get(2..5)?.parse().ok()
}

fn invalid(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    #[test]
    fn targets() {
        for (text, shown) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/healthz"),
            (
                "http://127.0.0.1/data.json?pretty=0",
                "http://127.0.0.1:80/data.json?pretty=0",
            ),
            ("http://[::1]:8080/", "http://[::1]:8080/"),
        ] {
            assert_eq!(
                text.parse::<ProbeTarget>().map(|target| target.to_string()),
                Ok(shown.to_owned())
            );
        }

        for text in [
            "localhost:8080",
            "http://localhost:8080/",
            "https://127.0.0.1/",
            "unix:/run/s",
            "http://",
            "",
        ] {
            assert!(text.parse::<ProbeTarget>().is_err(), "{text}");
        }

        assert!("http://127.0.0.1/a b".parse::<ProbeTarget>().is_err());
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 80));
        assert_eq!(
            ProbeTarget::health_of(everywhere).to_string(),
            "http://127.0.0.1:80/healthz"
        );
    }

    #[test]
    fn answers() {
        let status = |text: &str| answer(text.as_bytes()).ok();
        assert_eq!(
            status("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
            Some(200)
        );
        assert_eq!(status("HTTP/1.0 503 No\r\n\r\nanything"), Some(503));
        for cut in [
            "",
            "HTTP/1.1 200",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no",
            "SSH-2.0\r\n",
            "HTTP/1.1 \r\n\r\n",
        ] {
            assert_eq!(status(cut), None, "{cut:?}");
        }
    }

    #[test]
    fn an_answer_without_end_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let target = ProbeTarget::health_of(listener.local_addr().unwrap());
        let server = thread::spawn(move || {
            let mut stream = listener.accept().unwrap().0;
            // Never silent for as long as anybody waits.
            while stream.write_all(b"H").is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let error = get(&target, Duration::from_millis(50)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        server.join().unwrap();
    }
}
