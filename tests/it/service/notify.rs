//! Messages to the service manager: the test is the manager, with a socket of its own.

use std::fs;
use std::io::{ErrorKind, Read};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::support::server::{PATIENCE, Server};
use crate::support::{SocketPath, TempDir, program, write};

/// A service manager and its socket, and where its server is asked for a reload.
struct Manager {
    socket: UnixDatagram,
    /// Its name in `NOTIFY_SOCKET`.
    path: String,
    control: SocketPath,
}

impl Manager {
    /// With an abstract name, which leaves nothing behind.
    fn new(name: &str) -> Self {
        let name = format!("indicatord-{}-{name}", std::process::id());
        let socket =
            UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        Manager {
            socket,
            path: format!("@{name}"),
            control: SocketPath::new(),
        }
    }

    fn serve(&self, args: &[&str]) -> Server {
        let mut command = Command::new(program());
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(args)
            .env("NOTIFY_SOCKET", &self.path);
        command
            .args(["--control", self.control.as_str()])
            .env("WATCHDOG_USEC", "400000");
        Server::run(&mut command, 1)
    }

    /// The next message that is no sign of life.
    fn next(&self) -> String {
        loop {
            let message = self.any();
            if message != "WATCHDOG=1" {
                return message;
            }
        }
    }

    fn any(&self) -> String {
        let mut message = [0; 4096];
        let length = loop {
            match self.socket.recv(&mut message) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                received => break received.expect("a message"),
            }
        };

        String::from_utf8(message[..length].to_vec()).unwrap()
    }

    fn reload(&self, dataset: &Path) -> Output {
        let mut command = Command::new(program());
        command
            .args(["reload", "--dataset"])
            .arg(dataset)
            .env("NOTIFY_SOCKET", &self.path);
        command
            .env("INDICATORD_CONTROL", self.control.as_path())
            .output()
            .unwrap()
    }

    fn hears_that_it_reloads(&self) {
        let message = self.next();
        let (first, clock) = message.split_once('\n').unwrap();
        assert_eq!(first, "RELOADING=1");
        assert!(
            clock
                .strip_prefix("MONOTONIC_USEC=")
                .unwrap()
                .parse::<u64>()
                .unwrap()
                > 0
        );
    }
}

#[test]
fn it_tells_of_start_reload_and_end() {
    let dir = TempDir::new();
    let manager = Manager::new("reload");
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let server = manager.serve(&["--dataset", dataset.to_str().unwrap()]);
    let ready = manager.next();
    let status = ready.strip_prefix("READY=1\nSTATUS=").unwrap();
    assert!(
        status.starts_with("clean.1: 2 indicators, 3 observations; "),
        "{status}"
    );
    assert!(status.ends_with("; not reloaded yet"), "{status}");
    let settings = fs::read_to_string(dataset.join("dataset.json")).unwrap();

    write(
        &dataset.join("dataset.json"),
        settings.replace("clean.1", "clean.2"),
    );
    let output = manager.reload(&dataset);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    manager.hears_that_it_reloads();
    let ready = manager.next();
    assert!(
        ready.starts_with("READY=1\nSTATUS=clean.2: ") && ready.contains("; reloaded 20"),
        "{ready}"
    );
    assert!(
        server.text("/status.json").contains("\"clean.2\""),
        "what it says is so"
    );

    write(
        &dataset.join("dataset.json"),
        settings.replace("clean.1", "clean 3"),
    );
    let output = manager.reload(&dataset);
    assert_eq!(output.status.code(), Some(2));
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(
        report.starts_with("dataset.json:") && report.ends_with("1 error\n"),
        "{report}"
    );
    // The server has not heard of it: what comes next is of this signal.
    server.signal("HUP");
    manager.hears_that_it_reloads();
    let ready = manager.next();
    assert!(ready.starts_with("READY=1\nSTATUS=clean.2: "), "{ready}");
    assert!(
        ready.contains("; reload refused 20") && ready.contains(": 1 error"),
        "{ready}"
    );

    server.signal("TERM");
    assert_eq!(manager.next(), "STOPPING=1");
    assert!(server.wait().success());
}

#[test]
fn it_gives_signs_of_life_for_as_long_as_it_answers() {
    let manager = Manager::new("life");
    let server = manager.serve(&[]);
    for _ in 0..3 {
        while manager.any() != "WATCHDOG=1" {}
    }

    assert_eq!(server.get("/healthz", "").status, 200);
}

/// The variables are inherited, and so reach processes that they are not meant for.
#[test]
fn a_watchdog_that_waits_for_another_process_hears_nothing() {
    let manager = Manager::new("other");
    let mut command = Command::new(program());
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env("NOTIFY_SOCKET", &manager.path);
    let server = Server::run(
        command
            .env("WATCHDOG_USEC", "400000")
            .env("WATCHDOG_PID", "1"),
        1,
    );
    assert!(manager.any().starts_with("READY=1\n"));
    // Some of its turns would come between these.
    for _ in 0..5 {
        server.reload();
        assert!(manager.any().starts_with("RELOADING=1\n"));
        assert!(manager.any().starts_with("READY=1\n"));
    }

    server.signal("TERM");
    assert_eq!(manager.any(), "STOPPING=1");
    assert!(server.wait().success());
}

#[test]
fn a_reload_needs_a_server() {
    let nowhere = SocketPath::new();
    for pid in ["", "0", "1", "-1", "x"] {
        let mut command = Command::new(program());
        command
            .args(["reload", "--lang", "en", "--control", nowhere.as_str()])
            .env("MAINPID", pid);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{pid}");
        let said = String::from_utf8(output.stderr).unwrap();
        let nobody = format!(
            "no server answers at {}, and MAINPID is not set",
            nowhere.as_str()
        );
        assert!(said.contains(&nobody), "{pid}: {said}");
    }
}

/// `reload` reports on the load that it has asked for, however many others are under way.
#[test]
fn a_reload_that_has_succeeded_is_served() {
    let dir = TempDir::new();
    let manager = Manager::new("truth");
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let server = manager.serve(&["--dataset", dataset.to_str().unwrap()]);
    let settings = fs::read_to_string(dataset.join("dataset.json")).unwrap();
    for round in 2..12 {
        let version = format!("\"clean.{round}\"");
        (0..3).for_each(|_| server.signal("HUP"));
        let next = dataset.join("dataset.json.bak");
        write(&next, settings.replace("\"clean.1\"", &version));
        fs::rename(&next, dataset.join("dataset.json")).unwrap();
        let ready = format!("READY=1\nSTATUS=clean.{round}: ");
        thread::scope(|scope| {
            scope.spawn(|| while !manager.next().starts_with(&ready) {});
            let output = manager.reload(&dataset);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(
                server.text("/status.json").contains(&version),
                "round {round}"
            );
        });
    }
}

/// A server that takes no requests is signalled, and nothing is called a success.
#[test]
fn a_reload_whose_result_cannot_be_learned_is_no_success() {
    let manager = Manager::new("deaf");
    // A caller that ignores the signal must not make a shell that cannot trap it.
    let mut deaf = Command::new("env");
    deaf.args([
        "--default-signal=HUP",
        "sh",
        "-c",
        "trap 'exit 7' HUP; echo ready; while :; do sleep 0.1; done",
    ]);
    deaf.stdout(Stdio::piped());
    let mut deaf = deaf.spawn().unwrap();
    deaf.stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 6])
        .unwrap();
    let mut command = Command::new(program());
    command.args([
        "reload",
        "--lang",
        "en",
        "--control",
        manager.control.as_str(),
    ]);
    command
        .env("NOTIFY_SOCKET", &manager.path)
        .env("MAINPID", deaf.id().to_string());
    let output = command.output().unwrap();
    assert_eq!(deaf.wait().unwrap().code(), Some(7), "it was signalled");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("see its log for the result"));
    manager.hears_that_it_reloads();
}

/// The path is taken under any umask, given back at the end, and taken over from a server that was killed; what another
/// server listens on is not taken.
#[test]
fn the_control_socket_belongs_to_the_server_that_listens() {
    let manager = Manager::new("control");
    let path = manager.control.as_path();
    let serve = |umask: &str| {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "umask \"$0\"; exec \"$@\"",
            umask,
            program(),
            "serve",
            "--listen",
            "127.0.0.1:0",
        ]);

        Server::run(command.args(["--control", manager.control.as_str()]), 1)
    };

    let mode = || fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777;
    let reload = || {
        let mut command = Command::new(program());
        command
            .args(["reload", "--control", manager.control.as_str()])
            .output()
            .unwrap()
            .status
            .code()
    };

    let server = serve("077");
    assert_eq!(mode(), 0o660);
    let mut second = Command::new(program());
    second.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--control",
        manager.control.as_str(),
    ]);
    let output = second.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains(manager.control.as_str()));
    assert_eq!(reload(), Some(0));
    server.signal("KILL");
    server.wait();
    assert!(path.exists());
    let server = serve("000");
    assert_eq!(mode(), 0o660);
    assert_eq!(reload(), Some(0));
    server.signal("TERM");
    assert!(server.wait().success());
    assert!(!path.exists());
}

#[test]
fn a_probe_ends_with_0_when_the_page_is_there() {
    let server = Server::serve(&[]);
    let probe = |url: &str| {
        Command::new(program())
            .args(["probe", url])
            .output()
            .unwrap()
    };
    let http = format!("http://{}", server.address());
    for url in [&http, &format!("{http}/en/data.json")] {
        let output = probe(url);
        assert_eq!(output.status.code(), Some(0), "{url}: {output:?}");
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    }

    let output = probe(&format!("{http}/no/such/page"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("/no/such/page answers 404\n"));
    server.signal("TERM");
    assert!(server.wait().success());
    for url in [&http, "http://localhost/", "unix:/run/indicatord/http.sock"] {
        assert_eq!(probe(url).status.code(), Some(1), "{url}");
    }
}
