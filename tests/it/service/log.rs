//! The log when nobody reads it: a stream that is full holds up nothing but itself.

use std::fs;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};

use crate::support::server::{Client, eventually, signal};
use crate::support::{TempDir, program, write};

/// A server whose standard error is a stream that is read by nobody from `listening on` onwards.
struct Unheard {
    child: Child,
    address: String,
    stderr: UnixStream,
    /// Its messages until it began to listen.
    said: String,
}

impl Unheard {
    fn serve(dataset: &str) -> Self {
        Self::serve_as(&mut Command::new(program()), dataset)
    }

    fn serve_as(command: &mut Command, dataset: &str) -> Self {
        let (mut reader, writer) = UnixStream::pair().unwrap();
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log-level",
            "debug",
            "--dataset",
            dataset,
        ]);

        let child = command
            .stderr(Stdio::from(OwnedFd::from(writer)))
            .spawn()
            .unwrap();
        let (mut bytes, mut byte) = (Vec::new(), [0]);
        let mut said = String::new();
        while !said.contains("listening on http://") {
            assert_eq!(reader.read(&mut byte).unwrap(), 1, "{said}");
            bytes.push(byte[0]);
            if byte == *b"\n" {
                said = String::from_utf8_lossy(&bytes).into_owned();
            }
        }

        let address = said
            .split("listening on http://")
            .nth(1)
            .unwrap()
            .trim()
            .to_owned();
        Unheard {
            child,
            address,
            stderr: reader,
            said,
        }
    }

    fn get(&self, path: &str) -> serde_json::Value {
        Client::connect(&self.address)
            .ask(&format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n"))
            .json()
    }

    fn signal(&self, name: &str) {
        signal(&self.child, name);
    }
}

impl Drop for Unheard {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_log_that_nobody_reads_holds_up_nothing() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let good = fs::read(dataset.join("indicators/usd.csv")).unwrap();
    let mut server = Unheard::serve(dataset.to_str().unwrap());
    // Reports of a thousand lines each, which no stream takes: each is followed by the next.
    let bad: String = (0..1500)
        .map(|row| format!("2026-11-20,wrong{row}\n"))
        .collect();
    write(
        &dataset.join("indicators/usd.csv"),
        format!("date,value\n{bad}"),
    );
    for _ in 0..8 {
        let before = server.get("/status.json")["lastReload"]["at"].clone();
        // Timestamps have whole seconds: another second is another reload.
        eventually("the reload is refused", || {
            server.signal("HUP");
            let last = &server.get("/status.json")["lastReload"];
            last["ok"] == false && last["at"] != before
        });
    }

    write(&dataset.join("indicators/usd.csv"), good);
    server.signal("HUP");
    eventually("a good one is taken", || {
        server.get("/status.json")["lastReload"]["ok"] == true
    });
    server.signal("TERM");
    eventually("it ends", || server.child.try_wait().unwrap().is_some());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let mut said = Vec::new();
    server.stderr.read_to_end(&mut said).unwrap();
    assert!(!said.is_empty(), "what fitted is there");
}

/// As of every command: by `--lang`, INDICATORD_LANG, or else the locale.
#[test]
fn a_start_is_logged_in_the_language_of_the_service() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let ru = "start: clean.1: 2 показателя, 3 наблюдения; ";
    let en = "start: clean.1: 2 indicators, 3 observations; ";
    for (variables, expected) in [
        (&[("INDICATORD_LANG", "ru")][..], ru),
        (&[("INDICATORD_LANG", "en"), ("LANG", "ru_RU.UTF-8")], en),
        (&[("LANG", "ru_RU.UTF-8")], ru),
        (&[("LANG", "C")], en),
    ] {
        let mut command = Command::new(program());
        command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANG")
            .envs(variables.iter().copied());
        let server = Unheard::serve_as(&mut command, dataset.to_str().unwrap());
        assert!(
            server.said.contains(expected),
            "{variables:?}: {}",
            server.said
        );
    }
}
