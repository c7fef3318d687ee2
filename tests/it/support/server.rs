//! Starts the real binary on a port of its own choice, and speaks to it over raw sockets.

use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

use super::{now, program, rfc3339};

/// Long enough for anything that is not wrong, on any machine.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// A running `indicatord`, ended when dropped.
pub struct Server {
    child: Child,
    lines: Mutex<Receiver<String>>,
    /// Where it says that it listens, in the order of its lines.
    pub addresses: Vec<String>,
    /// Its messages on stderr before it listened.
    pub before: Vec<String>,
}

impl Server {
    /// `indicatord serve` on a free port of the loopback, with these further arguments.
    pub fn serve(args: &[&str]) -> Self {
        Server::start(&[&["serve", "--listen", "127.0.0.1:0"], args].concat())
    }

    /// `indicatord serve` of a dataset, and nothing else.
    pub fn of_dataset(dataset: &Path) -> Self {
        Server::serve(&["--dataset", dataset.to_str().expect("UTF-8")])
    }

    /// Runs the binary with exactly these arguments, until it listens.
    pub fn start(args: &[&str]) -> Self {
        Server::run(
            Command::new(program()).args(args),
            args.iter().filter(|arg| **arg == "--listen").count(),
        )
    }

    /// Runs a command that becomes the binary, until it listens on this many addresses.
    pub fn run(command: &mut Command, addresses: usize) -> Self {
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let errors = BufReader::new(child.stderr.take().expect("stderr is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            errors
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        let mut server = Server {
            child,
            lines: Mutex::new(lines),
            addresses: Vec::new(),
            before: Vec::new(),
        };
        while server.addresses.len() < addresses {
            let (before, line) = server.wait_for("listening on ");
            server.before.extend(before);
            let address = line
                .split("listening on ")
                .nth(1)
                .and_then(|rest| rest.split_whitespace().next());
            server
                .addresses
                .push(address.expect("an address").to_owned());
        }

        server
    }

    /// The next line on stderr that contains `text`.
    pub fn line(&self, text: &str) -> String {
        self.wait_for(text).1
    }

    /// The same, and the lines before it.
    pub fn wait_for(&self, text: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            match self
                .lines
                .lock()
                .expect("no reader has failed")
                .recv_timeout(PATIENCE)
            {
                Ok(line) if line.contains(text) => return (before, line),
                Ok(line) => before.push(line),
                Err(_) => panic!("no line with {text:?} after {before:?}"),
            }
        }
    }

    /// Has it read its dataset again: the line that says how that has ended, and those before it. The problems of a
    /// former reload may stand there.
    pub fn reload(&self) -> (Vec<String>, String) {
        self.signal("HUP");
        let mut before = Vec::new();
        loop {
            let (earlier, line) = self.wait_for("reload: ");
            before.extend(earlier);
            if line.ends_with(" ms") {
                return (before, line);
            }

            before.push(line);
        }
    }

    /// `127.0.0.1:43211`
    pub fn address(&self) -> &str {
        self.addresses[0]
            .strip_prefix("http://")
            .expect("a TCP address")
    }

    /// A connection of its own.
    pub fn connect(&self) -> Client {
        Client::connect(self.address())
    }

    /// The answer to one request on a connection of its own.
    pub fn ask(&self, request: &str) -> Response {
        self.connect().ask(request)
    }

    /// The answer to `GET path` with these header lines (each ending in CRLF).
    pub fn get(&self, path: &str, headers: &str) -> Response {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: test\r\n{headers}\r\n"
        ))
    }

    /// The body of a page that must be there, as text.
    pub fn text(&self, path: &str) -> String {
        let response = self.get(path, "");
        assert_eq!(response.status, 200, "{path}");
        String::from_utf8(response.body).expect("UTF-8")
    }

    /// Sends a signal, by name.
    pub fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Its process id.
    pub fn pid(&self) -> String {
        self.child.id().to_string()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }

        panic!("it does not end");
    }

    /// Ends it as a service manager does: its exit code, and what it has said that nobody has read yet.
    pub fn end(mut self) -> (Option<i32>, Vec<String>) {
        self.signal("TERM");
        let (_, empty) = channel();
        let lines = std::mem::replace(&mut self.lines, Mutex::new(empty))
            .into_inner()
            .expect("no reader has failed");
        (self.wait().code(), lines.into_iter().collect())
    }

    /// Its threads and open descriptors.
    pub fn threads_and_descriptors(&self) -> (usize, usize) {
        let count = |what| {
            fs::read_dir(format!("/proc/{}/{what}", self.pid()))
                .expect("it lives")
                .count()
        };
        (count("task"), count("fd"))
    }

    /// Its resident memory, in megabytes.
    pub fn memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("it lives");
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .expect("a line for the memory");
        line.split_whitespace()
            .nth(1)
            .and_then(|kb| kb.parse::<usize>().ok())
            .expect("a number")
            / 1024
    }

    /// The processor's time that it has used so far, of all its threads, to the hundredth of a second.
    pub fn processor_time(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid())).expect("it lives");
        let (_, fields) = stat.rsplit_once(") ").expect("the name in brackets");
        let ticks = |field: &str| field.parse::<u64>().expect("a number");
        Duration::from_millis(10 * fields.split(' ').skip(11).take(2).map(ticks).sum::<u64>())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process, by name.
pub fn signal(process: &Child, name: &str) {
    // The shell's own: not every machine has the program.
    let arguments = [
        "-c",
        "kill -s \"$0\" \"$1\"",
        name,
        &process.id().to_string(),
    ];
    assert!(
        Command::new("sh")
            .args(arguments)
            .status()
            .expect("the shell runs")
            .success()
    );
}

/// An instant that lies ahead.
pub struct Ahead {
    pub instant: DateTime<Utc>,
    is_in_time: Cell<bool>,
}

impl Ahead {
    /// The instant, or so many seconds after it, as a dataset has it.
    pub fn plus(&self, seconds: i64) -> String {
        rfc3339(self.instant + TimeDelta::seconds(seconds))
    }

    fn is_past(&self) -> bool {
        now() >= self.instant
    }

    /// Notes that what has to precede the instant is done.
    pub fn comes(&self) {
        assert!(!self.is_past(), "the instant came before");
        self.is_in_time.set(true);
    }
}

/// Runs a scenario with an instant ahead; where the machine was too busy to get to [`Ahead::comes`] before it, again with
/// one that lies four times as far ahead.
pub fn before_an_instant(scenario: impl Fn(&Ahead)) {
    let mut seconds = 4;
    loop {
        let ahead = Ahead {
            instant: now().trunc_subsecs(0) + TimeDelta::seconds(seconds),
            is_in_time: Cell::new(false),
        };
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| scenario(&ahead))) else {
            return;
        };

        if ahead.is_in_time.get() || !ahead.is_past() || seconds > 200 {
            resume_unwind(panic);
        }

        seconds *= 4;
    }
}

/// Waits until `happened`, for as long as a slow machine may need.
pub fn eventually(what: &str, mut happened: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !happened() {
        assert!(Instant::now() < end, "never came true: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// One connection to a server.
pub struct Client<S: Read + Write = TcpStream> {
    stream: BufReader<S>,
}

impl Client {
    /// To an address.
    pub fn connect(address: impl ToSocketAddrs) -> Self {
        let stream = TcpStream::connect(address).expect("the server accepts");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a time limit");
        stream
            .set_write_timeout(Some(PATIENCE))
            .expect("a time limit");
        Client::over(stream)
    }

    /// The socket itself.
    pub fn socket(&self) -> &TcpStream {
        self.stream.get_ref()
    }

    /// Waits until an answer has begun to come, and reads nothing of it.
    pub fn wait_for_answer(&self) {
        loop {
            match self.socket().peek(&mut [0]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                length => return assert_eq!(length.expect("an answer"), 1),
            }
        }
    }

    /// Returns true if the server has closed; waits for it. A reset is an end as well.
    pub fn is_closed(&mut self) -> bool {
        loop {
            match self.stream.read(&mut [0; 64 * 1024]) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return error.kind() != ErrorKind::WouldBlock,
            }
        }
    }
}

impl<S: Read + Write> Client<S> {
    /// Over any stream.
    pub fn over(stream: S) -> Self {
        Client {
            stream: BufReader::new(stream),
        }
    }

    /// Sends bytes; errors are the answer's business.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.stream.get_mut().write_all(bytes.as_ref());
        self
    }

    /// Sends a request and reads its answer.
    pub fn ask(&mut self, request: &str) -> Response {
        self.send(request).answer(request.starts_with("HEAD "))
    }

    /// Reads one answer; `head` when it has no body whatever its `Content-Length`.
    pub fn answer(&mut self, head: bool) -> Response {
        self.try_answer(head).expect("a complete answer")
    }

    /// Reads one answer, unless the connection ends before it is complete.
    pub fn try_answer(&mut self, head: bool) -> Option<Response> {
        let mut line = String::new();
        let mut lines = Vec::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).ok()? == 0 {
                return None;
            }

            match line.strip_suffix("\r\n")? {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }

        let status = lines
            .first()?
            .strip_prefix("HTTP/1.1 ")?
            .get(..3)?
            .parse()
            .ok()?;
        let field = |line: &String| {
            line.split_once(": ")
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        let mut response = Response {
            status,
            headers: lines[1..].iter().filter_map(field).collect(),
            body: Vec::new(),
        };
        assert_eq!(response.headers.len() + 1, lines.len(), "{lines:?}");
        if !head && !matches!(status, 204 | 304) {
            response.body = match response.header("Transfer-Encoding") {
                Some("chunked") => self.chunks()?,
                Some(other) => panic!("{other}"),
                None => {
                    let length = response.header("Content-Length").expect("a length");
                    self.exactly(length.parse().expect("a number"))?
                }
            };
        }

        Some(response)
    }

    fn exactly(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// A body in chunks, unless the connection ends before the last one.
    fn chunks(&mut self) -> Option<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).ok()?;
            let length = usize::from_str_radix(line.strip_suffix("\r\n")?, 16).expect("a length");
            body.extend(self.exactly(length)?);
            assert_eq!(self.exactly(2)?, b"\r\n");
            if length == 0 {
                return Some(body);
            }
        }
    }

    /// Everything up to the end of the connection.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        let _ = self.stream.read_to_end(&mut rest);
        rest
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// 200, 304, …
    pub status: u16,
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
    /// The body, as sent.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a header that may be there once at most.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self
            .headers
            .iter()
            .filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} twice");
        value
    }

    /// The value of a header that must be there.
    pub fn the(&self, name: &str) -> &str {
        self.header(name)
            .unwrap_or_else(|| panic!("no {name} in {:?}", self.headers))
    }

    /// All headers but `Date`.
    pub fn undated(&self) -> Vec<(String, String)> {
        self.headers
            .iter()
            .filter(|(name, _)| name != "Date")
            .cloned()
            .collect()
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}
