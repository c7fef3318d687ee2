//! Notices to the service manager (`NOTIFY_SOCKET`, see `sd_notify(3)`), and its watchdog.
//!
//! Nothing here fails: without a service manager nothing is sent, and one that does not listen is not waited for long.

use super::*;

use std::ffi::OsString;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixDatagram};

use rustix::time::ClockId;

const SEND_TIMEOUT: Duration = Duration::from_secs(1);

/// The socket of the service manager, where there is one.
#[derive(Clone, Debug, Default)]
pub struct Notifier(Option<Arc<(UnixDatagram, UnixAddress)>>);

impl Notifier {
    pub fn from_environment() -> Self {
        let name = std::env::var_os("NOTIFY_SOCKET").unwrap_or_default();
        if name.is_empty() {
            return Notifier::default();
        }

        Notifier(open(&name).ok().map(Arc::new))
    }

    /// The service is ready, for the first time or again.
    pub fn ready(&self, status: &str) {
        self.send(&format!("READY=1\n{}", one_line(status)));
    }

    pub fn status(&self, status: &str) {
        self.send(&one_line(status));
    }

    /// Until [`Notifier::ready`], the former dataset is served.
    pub fn reloading(&self) {
        let microseconds = system::time_of(ClockId::Monotonic).as_micros();
        self.send(&format!("RELOADING=1\nMONOTONIC_USEC={microseconds}"));
    }

    pub fn stopping(&self) {
        self.send("STOPPING=1");
    }

    /// Keeps the service manager's watchdog quiet (`WATCHDOG_USEC`) while a request to the first of our addresses is
    /// answered, and the main loop beats.
    pub fn watch(&self, addresses: &[SocketAddr], heartbeat: Heartbeat) {
        let Some(interval) = watchdog_interval() else {
            return;
        };

        let Some(address) = addresses.first() else {
            return;
        };

        let notifier = self.clone();
        let target = ProbeTarget::health_of(*address);
        let builder = thread::Builder::new().name("watchdog".to_owned());
        let started = builder.spawn(move || {
            loop {
                // A slow answer is a sign of life in time.
                notifier.probe_once(&target, interval / 2, &heartbeat);
                thread::sleep(interval / 4);
            }
        });
        if let Err(error) = started {
            log::error!("watchdog: cannot start: {error}");
        }
    }

    /// A server before its first release is well, and answers 503.
    fn probe_once(&self, target: &ProbeTarget, limit: Duration, heartbeat: &Heartbeat) {
        match get(target, limit) {
            Ok(200 | 503) if !heartbeat.is_silent() => self.send("WATCHDOG=1"),
            Ok(status) => log::warn!("watchdog: our own request was answered {status}"),
            Err(error) => log::warn!("watchdog: our own request was not answered: {error}"),
        }
    }

    fn send(&self, message: &str) {
        let Some((socket, manager)) = self.0.as_deref() else {
            return;
        };

        loop {
            match socket.send_to_addr(message.as_bytes(), manager) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return log::debug!("the service manager cannot be told: {error}"),
                Ok(_) => return,
            }
        }
    }
}

/// A path, or an abstract name after `@`.
fn open(name: &OsString) -> io::Result<(UnixDatagram, UnixAddress)> {
    let address = match name.as_bytes().strip_prefix(b"@") {
        Some(name) => UnixAddress::from_abstract_name(name)?,
        None => UnixAddress::from_pathname(name)?,
    };

    let socket = UnixDatagram::unbound()?;
    socket.set_write_timeout(Some(SEND_TIMEOUT))?;
    Ok((socket, address))
}

/// A number that the service manager has put into the environment.
pub fn numeric_variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// How often the service manager expects a sign of life from this process.
fn watchdog_interval() -> Option<Duration> {
    let process = u64::from(std::process::id());
    if numeric_variable("WATCHDOG_PID").unwrap_or(process) != process {
        return None;
    }

    let interval = Duration::from_micros(numeric_variable("WATCHDOG_USEC")?);
    (!interval.is_zero()).then_some(interval)
}

/// A message has one assignment a line.
fn one_line(status: &str) -> String {
    format!("STATUS={}", status.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use super::*;

    fn heard(name: &str, address: &UnixAddress) -> String {
        let manager = UnixDatagram::bind_addr(address).unwrap();
        let notifier = Notifier(Some(Arc::new(open(&name.into()).unwrap())));
        notifier.ready("two\nlines");
        let mut message = [0; 256];
        let length = manager.recv(&mut message).unwrap();
        String::from_utf8(message[..length].to_vec()).unwrap()
    }

    #[test]
    fn abstract_names_and_paths() {
        let name = format!("indicatord-notify-{}", std::process::id());
        let address = UnixAddress::from_abstract_name(&name).unwrap();
        assert_eq!(
            heard(&format!("@{name}"), &address),
            "READY=1\nSTATUS=two lines"
        );
        let path = std::env::temp_dir().join(name);
        let address = UnixAddress::from_pathname(&path).unwrap();
        assert_eq!(
            heard(path.to_str().unwrap(), &address),
            "READY=1\nSTATUS=two lines"
        );
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn only_a_server_that_is_well_gives_a_sign_of_life() {
        let name = format!("indicatord-notify-well-{}", std::process::id());
        let manager =
            UnixDatagram::bind_addr(&UnixAddress::from_abstract_name(&name).unwrap()).unwrap();
        let notifier = Notifier(Some(Arc::new(open(&format!("@{name}").into()).unwrap())));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let target = ProbeTarget::health_of(listener.local_addr().unwrap());
        let answers = [
            "500 Internal Server Error",
            "404 Not Found",
            "204 No Content",
            "200 OK",
        ];
        let server = thread::spawn(move || {
            for answer in answers {
                let mut stream = listener.accept().unwrap().0;
                // All of it: unread bytes would turn the end into a reset.
                let request = BufReader::new(stream.try_clone().unwrap())
                    .lines()
                    .map(Result::unwrap);
                let request: Vec<String> = request.take_while(|line| !line.is_empty()).collect();
                assert_eq!(request[0], "GET /healthz HTTP/1.1");
                write!(stream, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n").unwrap();
            }
        });

        let heartbeat = Heartbeat::default();
        for _ in answers {
            notifier.probe_once(&target, Duration::from_secs(60), &heartbeat);
        }

        server.join().unwrap();
        manager.set_nonblocking(true).unwrap();
        let mut message = [0; 256];
        let length = manager.recv(&mut message).unwrap();
        assert_eq!(&message[..length], b"WATCHDOG=1");
        assert!(manager.recv(&mut message).is_err(), "once");
    }

    #[test]
    fn without_a_manager_nothing_is_said() {
        let notifier = Notifier::default();
        assert!(notifier.0.is_none());
        notifier.reloading();
        notifier.stopping();
    }
}
