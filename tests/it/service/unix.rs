//! What holds on a TCP address holds on a Unix socket: many at once, limits, ends.

use std::io::Write;
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use crate::support::server::{Client, PATIENCE, Server, eventually};

/// A server on a Unix socket in a directory of its own.
struct Unix {
    server: Server,
    path: PathBuf,
}

impl Unix {
    fn serve(name: &str, options: &[&str]) -> Self {
        // A socket's path is short, which that of the project need not be.
        let path = std::env::temp_dir().join(format!("indicatord-{}-{name}.sock", std::process::id()));
        let listen = format!("unix:{}", path.display());
        Unix { server: Server::start(&[&["serve", "--listen", &listen], options].concat()), path }
    }

    fn connect(&self) -> Client<UnixStream> {
        let stream = UnixStream::connect(&self.path).expect("it accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.set_write_timeout(Some(Duration::from_secs(1))).expect("a time limit");
        Client::over(stream)
    }
}

impl Drop for Unix {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

const REQUEST: &str = "GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n";

#[test]
fn connections_that_come_together_are_all_answered() {
    let unix = Unix::serve("together", &[]);
    for count in [12, 300] {
        let mut clients: Vec<_> = (0..count).map(|_| unix.connect()).collect();
        clients.iter_mut().for_each(|client| {
            client.send(REQUEST);
        });
        // From the last to the first: that somebody else is done must not be what helps.
        assert!(clients.iter_mut().rev().all(|client| client.answer(false).status == 200), "{count}");
    }
}

#[test]
fn a_connection_is_kept_and_closed_as_over_tcp() {
    let unix = Unix::serve("kept", &[]);
    let mut client = unix.connect();
    let body = client.ask(REQUEST).body;
    for _ in 0..100 {
        assert!(client.ask(REQUEST).body == body);
    }
    let refused = client.ask("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5000\r\n\r\n");
    assert_eq!((refused.status, refused.the("Connection")), (405, "close"));
    assert_eq!(client.rest(), b"", "it is closed");
    let mut client = unix.connect();
    client.send(REQUEST.repeat(50));
    client.stream().shutdown(std::net::Shutdown::Write).expect("it is open");
    assert!((0..50).all(|_| client.answer(false).body == body), "pipelined, and the client says no more");
    assert_eq!(client.rest(), b"");
}

#[test]
fn of_too_many_an_idle_one_goes_and_not_the_busiest() {
    let unix = Unix::serve("many", &["--max-connections", "8"]);
    let mut busy = unix.connect();
    busy.ask(REQUEST);
    let mut idle = Vec::new();
    for _ in 0..20 {
        idle.push(unix.connect());
        assert_eq!(busy.ask(REQUEST).status, 200, "it asks all the time");
    }
    let mut closed = 0;
    while closed < 12 {
        assert_eq!(busy.ask(REQUEST).status, 200, "it asks all the time");
        idle.retain_mut(|client| {
            client.stream().set_read_timeout(Some(Duration::from_millis(1))).expect("a time limit");
            let open = !client.is_closed_now();
            closed += usize::from(!open);
            open
        });
    }
    assert!(unix.server.before.is_empty() || !unix.server.before.concat().contains("panicked"));
}

/// The ports of this machine on which a process listens.
fn ports(process: &str) -> Vec<u16> {
    let descriptors = std::fs::read_dir(format!("/proc/{process}/fd")).expect("it lives");
    let names = descriptors.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
    let own: Vec<String> = names.filter_map(|name| name.to_str().map(str::to_owned)).collect();
    let table = std::fs::read_to_string(format!("/proc/{process}/net/tcp")).expect("it lives");
    let port = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_own = fields.get(3) == Some(&"0A") && own.contains(&format!("socket:[{}]", fields.get(9)?));
        let port = fields.get(1)?.split(':').nth(1).filter(|_| is_own)?;
        u16::from_str_radix(port, 16).ok()
    };
    table.lines().filter_map(port).collect()
}

#[test]
fn nobody_gets_in_but_by_the_socket() {
    let unix = Unix::serve("private", &[]);
    let ports = ports(&unix.server.pid());
    assert!(!ports.is_empty(), "connections are passed on to a port");
    for port in ports {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        assert!(Client::over(stream).send(REQUEST).try_answer(false).is_none(), "{port}");
    }
    assert_eq!(unix.connect().ask(REQUEST).status, 200);
}

#[test]
fn limits_hold() {
    let options = ["--request-timeout", "3", "--idle-timeout", "3", "--header-limit", "4096"];
    let unix = Unix::serve("limits", &options);
    let mut silent = unix.connect();
    let mut slow = unix.connect();
    slow.send("GET / HTTP/1.1\r\nHo");
    assert_eq!(silent.rest(), b"", "idle for too long");
    assert_eq!(slow.rest(), b"", "a request that is not finished");
    let mut endless = unix.connect();
    endless.send("GET / HTTP/1.1\r\nX: ");
    while endless.stream().write_all(&[b'x'; 65536]).is_ok() {}
    assert_eq!(unix.connect().ask(REQUEST).status, 200);
    let idle = unix.server.threads_and_descriptors();
    let mut readers: Vec<_> = (0..64).map(|_| unix.connect()).collect();
    readers.iter_mut().for_each(|reader| {
        reader.send(REQUEST.repeat(100));
    });
    assert_eq!(unix.connect().ask(REQUEST).status, 200, "readers that read nothing hold up nobody");
    drop(readers);
    eventually("all is given back", || {
        let (threads, descriptors) = unix.server.threads_and_descriptors();
        threads <= idle.0 + 4 && descriptors <= idle.1
    });
}
