//! Where it listens, and how it stops.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::support::program;
use crate::support::server::{Client, PATIENCE, Response, Server, eventually};

/// A directory of its own, removed when dropped.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("indicatord-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Directory(path)
    }

    fn socket(&self) -> String {
        self.0.join("http.sock").to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ask_unix(path: &str) -> Response {
    let stream = UnixStream::connect(path).expect("it accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    Client::over(stream).ask("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n")
}

#[test]
fn it_listens_on_every_address_given() {
    let directory = Directory::new("every");
    let unix = format!("unix:{}", directory.socket());
    let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--listen", &unix];
    if TcpListener::bind("[::1]:0").is_ok() {
        args.extend(["--listen", "[::1]:0"]);
    }
    let server = Server::start(&args);
    let first = server.get("/data.json", "");
    assert_eq!(server.addresses[1], unix);
    for address in &server.addresses {
        let response = match address.strip_prefix("unix:") {
            Some(path) => ask_unix(path),
            None => {
                let address = address.strip_prefix("http://").expect("an URL");
                let stream = TcpStream::connect(address).expect("it accepts");
                stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
                Client::over(stream).ask("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n")
            }
        };
        assert_eq!((response.status, response.the("ETag")), (200, first.the("ETag")), "{address}");
    }
    server.signal("TERM");
    assert!(server.wait().success());
    assert!(fs::metadata(directory.socket()).is_err(), "its socket is gone");
}

#[test]
fn what_is_no_address_is_refused_in_a_sentence() {
    let occupied = TcpListener::bind("127.0.0.1:0").expect("a port");
    let occupied = occupied.local_addr().expect("an address").to_string();
    let directory = Directory::new("refused");
    let missing = format!("unix:{}/no/such/directory/http.sock", directory.0.display());
    for (listen, says) in [
        ("localhost:8080", "numeric"),
        ("8080", "numeric"),
        (":8080", "numeric"),
        ("127.0.0.1", "numeric"),
        ("unix:", "path"),
        (&occupied, "already used"),
        (&missing, "no such file"),
    ] {
        let output = Command::new(program()).args(["serve", "--listen", listen]).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && errors.contains(says), "{listen}: {errors}");
        assert!(!errors.contains("panicked") && !errors.contains("listening on"), "{listen}: {errors}");
    }
}

#[test]
fn a_socket_left_behind_is_replaced_and_one_in_use_is_not() {
    let directory = Directory::new("left");
    let listen = format!("unix:{}", directory.socket());
    drop(UnixListener::bind(directory.socket()).expect("a socket that nobody serves"));
    let server = Server::start(&["serve", "--listen", &listen]);
    assert_eq!(ask_unix(&directory.socket()).status, 200);
    let second = Command::new(program()).args(["serve", "--listen", &listen]).output().expect("it runs");
    assert!(!second.status.success());
    assert_eq!(ask_unix(&directory.socket()).status, 200, "the first one still serves");
    drop(server);
}

#[test]
fn what_is_no_socket_is_not_replaced() {
    let directory = Directory::new("file");
    let listen = format!("unix:{}", directory.socket());
    fs::write(directory.socket(), "somebody's").expect("a file");
    // One that did replace it would serve for ever.
    let serve = ["60", program(), "serve", "--listen", &listen];
    let output = Command::new("timeout").args(serve).output().expect("it runs");
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(directory.socket()).expect("it is there"), "somebody's");
}

#[test]
fn everybody_who_reaches_its_directory_may_connect_to_a_socket() {
    let directory = Directory::new("mode");
    let _server = Server::start(&["serve", "--listen", &format!("unix:{}", directory.socket())]);
    let mode = fs::metadata(directory.socket()).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o666);
}

/// Runs the binary with `listener` as its descriptor 3, as a service manager does.
fn hand_over(listener: OwnedFd) -> Server {
    let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --listen 127.0.0.1:1 3<&0 0</dev/null";
    let mut command = Command::new("sh");
    command.args(["-c", script, program()]).stdin(Stdio::from(listener));
    Server::run(&mut command, 1)
}

#[test]
fn a_socket_that_is_handed_over_outlives_the_process() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    for _ in 0..2 {
        let server = hand_over(listener.try_clone().expect("a duplicate").into());
        assert_eq!(server.addresses, [format!("http://{address}")]);
        assert_eq!(server.get("/healthz", "").status, 200);
        server.signal("TERM");
        assert!(server.wait().success());
        assert!(
            TcpStream::connect(address).is_ok(),
            "between two processes clients wait, and are not refused"
        );
    }
}

#[test]
fn a_unix_socket_that_is_handed_over_keeps_its_path() {
    let directory = Directory::new("handed");
    let listener = UnixListener::bind(directory.socket()).expect("a socket");
    let server = hand_over(listener.try_clone().expect("a duplicate").into());
    assert_eq!(ask_unix(&directory.socket()).status, 200);
    server.signal("TERM");
    assert!(server.wait().success());
    assert!(UnixStream::connect(directory.socket()).is_ok(), "between two processes clients wait");
}

#[test]
fn all_sockets_that_are_handed_over_are_served() {
    let directory = Directory::new("both");
    let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
    let unix = UnixListener::bind(directory.socket()).expect("a socket");
    let address = tcp.local_addr().expect("an address");
    let script =
        "LISTEN_PID=$$ LISTEN_FDS=2 exec \"$0\" serve --listen 127.0.0.1:1 3<&0 4<&1 0</dev/null 1>&2";
    let mut command = Command::new("sh");
    command.args(["-c", script, program()]).stdin(OwnedFd::from(tcp)).stdout(OwnedFd::from(unix));
    let server = Server::run(&mut command, 2);
    assert_eq!(server.addresses, [format!("http://{address}"), format!("unix:{}", directory.socket())]);
    assert_eq!(server.get("/healthz", "").status, 200);
    assert_eq!(ask_unix(&directory.socket()).status, 200);
}

/// The variables are inherited, and so reach processes that they are not meant for.
#[test]
fn a_socket_that_is_meant_for_another_process_is_left_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let script = "LISTEN_PID=1 LISTEN_FDS=1 exec \"$0\" serve --listen 127.0.0.1:0 3<&0 0</dev/null";
    let mut command = Command::new("sh");
    command.args(["-c", script, program()]).stdin(OwnedFd::from(listener));
    let server = Server::run(&mut command, 1);
    assert_ne!(server.addresses, [format!("http://{address}")]);
    assert_eq!(server.get("/healthz", "").status, 200);
}

#[test]
fn it_stops_after_what_is_under_way() {
    let server = Server::serve(&[]);
    let mut idle = server.connect();
    assert_eq!(idle.ask("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n").status, 200);
    let mut asking = server.connect();
    asking.send("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n".repeat(50));
    let first = asking.answer(false);
    server.signal("TERM");
    let answered = 1 + std::iter::from_fn(|| asking.try_answer(false))
        .inspect(|it| assert!(it.body == first.body))
        .count();
    assert!(answered > 1, "what had arrived is answered, whole or not at all");
    assert!(idle.is_closed());
    let address = server.address().to_owned();
    eventually("it accepts no more", || TcpStream::connect(&address).is_err());
    assert!(server.wait().success());
}

#[test]
fn nobody_is_refused_while_one_process_follows_another() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let next = || hand_over(listener.try_clone().expect("a duplicate").into());
    let (answered, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let ask = || {
        while !done.load(Ordering::SeqCst) {
            let stream = TcpStream::connect(address).expect("it accepts");
            stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
            assert_eq!(Client::over(stream).ask("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n").status, 200);
            answered.fetch_add(1, Ordering::SeqCst);
        }
    };
    thread::scope(|scope| {
        (0..4).for_each(|_| drop(scope.spawn(ask)));
        for _ in 0..5 {
            let (server, before) = (next(), answered.load(Ordering::SeqCst));
            eventually("it is busy", || answered.load(Ordering::SeqCst) > before + 20);
            server.signal("TERM");
            let line = server.line("stop: ");
            let took = line.rsplit("; ").next().and_then(|took| took.strip_suffix(" ms")).expect("how long");
            assert!(took.parse::<u32>().expect("a number") < 3000, "clients who come do not keep it: {line}");
            assert!(server.wait().success());
        }
        let last = next();
        let before = answered.load(Ordering::SeqCst);
        eventually("it is busy", || answered.load(Ordering::SeqCst) > before + 4);
        done.store(true, Ordering::SeqCst);
        last
    });
}

/// Returns a connection from the local port `port`, or from any when it is 0, which is then the one that it got. The socket
/// before it may live a moment longer than its last owner here: a test that starts a program at the same time has a copy
/// of every descriptor until the program's first instruction, and until then the port is not free.
fn connected_from(port: &mut u16, address: std::net::SocketAddr) -> socket2::Socket {
    let mut connected = None;
    eventually("the port is free", || {
        let socket =
            socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).expect("a socket");
        socket.set_reuse_address(true).expect("an option");
        // Gone without a trace as soon as it is dropped, so that its port is free at once.
        socket.set_linger(Some(std::time::Duration::ZERO)).expect("an option");
        let here = std::net::SocketAddr::from(([127, 0, 0, 1], *port));
        match socket.bind(&here.into()).and_then(|()| socket.connect(&address.into())) {
            Ok(()) => connected = Some(socket),
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::AddrNotAvailable | std::io::ErrorKind::AddrInUse
                ) => {}
            Err(error) => panic!("it accepts: {error}"),
        }
        connected.is_some()
    });
    let socket = connected.expect("it is connected");
    *port = socket.local_addr().expect("a name").as_socket().expect("an address").port();
    socket
}

/// A client may come again from the port that it had, before the server has noticed that it went.
#[test]
fn a_client_port_that_was_just_used_is_answered() {
    let server = Server::serve(&[]);
    let address: std::net::SocketAddr = server.address().parse().expect("an address");
    let mut port = 0;
    for round in 0..20 {
        for request in [
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5000\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n",
        ] {
            let socket = connected_from(&mut port, address);
            socket.set_read_timeout(Some(PATIENCE)).expect("a time limit");
            let answer = Client::over(TcpStream::from(socket)).send(request).try_answer(false);
            assert!(answer.is_some(), "round {round}: no answer to {request}");
        }
    }
}
