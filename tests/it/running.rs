//! The program while it serves: started on a free port, asked over HTTP, ended when the test ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::PROGRAM;

/// Longer than anything takes that works.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that serves.
pub struct Running {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
    log: Mutex<Receiver<String>>,
    /// What it said before it listened.
    before: String,
}

impl Running {
    /// Serves a dataset directory.
    pub fn dataset(dataset: &Path) -> Self {
        Self::start(&["--dataset", dataset.to_str().unwrap()])
    }

    /// Serves with these arguments, on a free port of its own choice.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, log) = channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut running =
            Running { child, address: String::new(), log: Mutex::new(log), before: String::new() };
        let (before, line) = running.wait_for("listening on http://");
        running.address = line.split_once("http://").unwrap().1.to_owned();
        running.before = before;
        running
    }

    /// Whether it said something before it listened.
    pub fn line_before_start(&self, words: &str) {
        assert!(self.before.contains(words), "{}", self.before);
    }

    /// The next line of the log that contains `words`.
    pub fn line(&self, words: &str) -> String {
        self.wait_for(words).1
    }

    fn wait_for(&self, words: &str) -> (String, String) {
        let mut before = String::new();
        loop {
            match self.log.lock().unwrap().recv_timeout(PATIENCE) {
                Ok(line) if line.contains(words) => return (before, line),
                Ok(line) => before += &format!("{line}\n"),
                Err(_) => panic!("no line with `{words}` in the log:\n{before}"),
            }
        }
    }

    /// Sends a signal, by its name without SIG.
    pub fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// The body of a page.
    pub fn get(&self, path: &str) -> String {
        let (head, body) = exchange(&self.address, path);
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {head}");
        body
    }

    /// How it ended; it has been asked to.
    pub fn ended(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for a page on a connection of its own: head and body.
pub fn exchange(address: &str, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}
