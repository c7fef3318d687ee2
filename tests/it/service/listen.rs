//! Where it listens, and how it stops.

use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::support::program;
use crate::support::server::{Client, PATIENCE, Server, eventually};

/// The status of the answer to `GET path` at `http://ADDRESS`.
fn status(address: &str, path: &str) -> u16 {
    Client::connect(address.strip_prefix("http://").expect("an URL"))
        .ask(&format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n"))
        .status
}

#[test]
fn it_listens_on_every_address_given() {
    let mut args = vec![
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--listen",
        "127.0.0.2:0",
    ];
    if TcpListener::bind("[::1]:0").is_ok() {
        args.extend(["--listen", "[::1]:0"]);
    }

    let server = Server::start(&args);
    for address in &server.addresses {
        assert_eq!(status(address, "/data.json"), 200, "{address}");
    }

    server.signal("TERM");
    assert!(server.wait().success());
}

/// Where what an operator watches is answered, and where what readers ask for.
const WATCHED: [&str; 2] = ["/metrics", "/status.json"];
const READ: [&str; 5] = [
    "/",
    "/data.json",
    "/en/data/usd.json",
    "/sdmx/dataflow",
    "/openapi.json",
];

#[test]
fn what_is_watched_is_answered_at_its_own_address_alone() {
    let server = Server::serve(&["--listen", "127.0.0.2:0", "--monitoring", "127.0.0.1:0"]);
    let line = server.line("monitoring on ");
    let monitoring = line.strip_prefix("monitoring on ").expect("an address");
    for address in &server.addresses {
        assert_eq!(
            READ.map(|path| status(address, path)),
            [200; 5],
            "{address}"
        );
        assert_eq!(
            WATCHED.map(|path| status(address, path)),
            [404; 2],
            "{address}"
        );
        assert_eq!(status(address, "/healthz"), 200, "{address}");
    }

    assert_eq!(WATCHED.map(|path| status(monitoring, path)), [200; 2]);
    assert_eq!(READ.map(|path| status(monitoring, path)), [404; 5]);
    assert_eq!(status(monitoring, "/healthz"), 200);
    // Without one, everything is answered everywhere.
    let server = Server::serve(&[]);
    assert_eq!(
        WATCHED.map(|path| status(&server.addresses[0], path)),
        [200; 2]
    );
}

#[test]
fn the_address_of_what_is_watched_may_be_configured_and_must_be_free() {
    let mut command = Command::new(program());
    command
        .args(["serve", "--listen", "127.0.0.1:0"])
        .env("INDICATORD_MONITORING", "127.0.0.1:0");
    let server = Server::run(&mut command, 1);
    assert!(
        server
            .line("monitoring on ")
            .starts_with("monitoring on http://127.0.0.1:")
    );
    let address = server.address();
    for (option, environment, says) in [
        (Some(address), None, "already used"),
        (None, Some(address), "already used"),
        (Some("unix:/run/s"), None, "give 127.0.0.1:8080"),
    ] {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        command.args(option.iter().flat_map(|address| ["--monitoring", address]));
        command.envs(environment.map(|address| ("INDICATORD_MONITORING", address)));
        let output = command.output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(says), "{errors}");
    }
}

#[test]
fn what_is_no_address_is_refused_in_a_sentence() {
    let occupied = TcpListener::bind("127.0.0.1:0").expect("a port");
    let occupied = occupied.local_addr().expect("an address").to_string();
    for (listen, says) in [
        ("localhost:8080", "numeric"),
        ("8080", "numeric"),
        (":8080", "numeric"),
        ("127.0.0.1", "numeric"),
        ("unix:", "give 127.0.0.1:8080"),
        ("unix:/run/indicatord/http.sock", "give 127.0.0.1:8080"),
        (&occupied, "already used"),
    ] {
        let output = Command::new(program())
            .args(["serve", "--listen", listen])
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && errors.contains(says),
            "{listen}: {errors}"
        );
        assert!(
            !errors.contains("panicked") && !errors.contains("listening on"),
            "{listen}: {errors}"
        );
    }
}

/// Runs the binary with `listener` as its descriptor 3, as a service manager does.
fn hand_over(listener: OwnedFd) -> Server {
    let script =
        "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --listen 127.0.0.1:1 3<&0 0</dev/null";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, program()])
        .stdin(Stdio::from(listener));
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
fn a_unix_socket_that_is_handed_over_is_refused() {
    let path = std::env::temp_dir().join(format!("indicatord-{}-handed", std::process::id()));
    let listener = UnixListener::bind(&path).expect("a socket");
    let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve 3<&0 0</dev/null";
    let mut command = Command::new("timeout");
    command
        .args(["60", "sh", "-c", script, program()])
        .stdin(OwnedFd::from(listener));
    let output = command.output().expect("it runs");
    std::fs::remove_file(&path).expect("it was there");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("LISTEN_FDS: descriptor 3: ") && errors.contains("127.0.0.1:8080"),
        "{errors}"
    );
}

#[test]
fn all_sockets_that_are_handed_over_are_served_and_one_may_be_for_what_is_watched() {
    let (first, second) = (
        TcpListener::bind("127.0.0.1:0"),
        TcpListener::bind("127.0.0.2:0"),
    );
    let [first, second] = [first, second].map(|listener| listener.expect("a port"));
    let [at_first, at_second] = [&first, &second]
        .map(|listener| format!("http://{}", listener.local_addr().expect("an address")));
    let hand_over = |options: &str, addresses: usize| {
        let script = format!(
            "LISTEN_PID=$$ LISTEN_FDS=2 exec \"$0\" serve --listen 127.0.0.1:1 {options} 3<&0 4<&1 0</dev/null 1>&2"
        );
        let (first, second) = (
            first.try_clone().expect("a duplicate"),
            second.try_clone().expect("a duplicate"),
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, program()])
            .stdin(OwnedFd::from(first))
            .stdout(OwnedFd::from(second));
        Server::run(&mut command, addresses)
    };

    let server = hand_over("", 2);
    assert_eq!(server.addresses, [at_first.clone(), at_second.clone()]);
    assert_eq!(
        server
            .addresses
            .iter()
            .map(|address| status(address, "/metrics"))
            .collect::<Vec<_>>(),
        [200; 2]
    );
    server.end();
    let server = hand_over(
        &format!("--monitoring {}", at_second.trim_start_matches("http://")),
        1,
    );
    assert_eq!(server.addresses, std::slice::from_ref(&at_first));
    assert_eq!(
        [&at_first, &at_second].map(|address| status(address, "/metrics")),
        [404, 200]
    );
    assert_eq!(
        [&at_first, &at_second].map(|address| status(address, "/data.json")),
        [200, 404]
    );
}

/// The variables are inherited, and so reach processes that they are not meant for.
#[test]
fn a_socket_that_is_meant_for_another_process_is_left_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let script =
        "LISTEN_PID=1 LISTEN_FDS=1 exec \"$0\" serve --listen 127.0.0.1:0 3<&0 0</dev/null";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, program()])
        .stdin(OwnedFd::from(listener));
    let server = Server::run(&mut command, 1);
    assert_ne!(server.addresses, [format!("http://{address}")]);
    assert_eq!(server.get("/healthz", "").status, 200);
}

#[test]
fn it_stops_after_what_is_under_way() {
    let server = Server::serve(&[]);
    let mut idle = server.connect();
    assert_eq!(
        idle.ask("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n")
            .status,
        200
    );
    let mut asking = server.connect();
    asking.send("GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n".repeat(16));
    let first = asking.answer(false);
    server.signal("TERM");
    let answered = 1 + std::iter::from_fn(|| asking.try_answer(false))
        .inspect(|it| assert!(it.body == first.body))
        .count();
    assert!(
        answered > 1,
        "what had arrived is answered, whole or not at all"
    );
    assert!(idle.is_closed());
    let address = server.address().to_owned();
    eventually("it accepts no more", || {
        TcpStream::connect(&address).is_err()
    });
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
            assert_eq!(
                Client::connect(address)
                    .ask("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n")
                    .status,
                200
            );
            answered.fetch_add(1, Ordering::SeqCst);
        }
    };

    thread::scope(|scope| {
        (0..4).for_each(|_| drop(scope.spawn(ask)));
        for _ in 0..5 {
            let (server, before) = (next(), answered.load(Ordering::SeqCst));
            eventually("it is busy", || {
                answered.load(Ordering::SeqCst) > before + 20
            });
            server.signal("TERM");
            let line = server.line("stop: ");
            let took = line
                .rsplit("; ")
                .next()
                .and_then(|took| took.strip_suffix(" ms"))
                .expect("how long");
            assert!(
                took.parse::<u32>().expect("a number") < 3000,
                "clients who come do not keep it: {line}"
            );
            assert!(server.wait().success());
        }

        let last = next();
        let before = answered.load(Ordering::SeqCst);
        eventually("it is busy", || {
            answered.load(Ordering::SeqCst) > before + 4
        });
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
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None)
            .expect("a socket");
        socket.set_reuse_address(true).expect("an option");
        socket
            .set_read_timeout(Some(PATIENCE))
            .expect("a time limit");
        // Gone without a trace as soon as it is dropped, so that its port is free at once.
        socket
            .set_linger(Some(std::time::Duration::ZERO))
            .expect("an option");
        let here = std::net::SocketAddr::from(([127, 0, 0, 1], *port));
        match socket
            .bind(&here.into())
            .and_then(|()| socket.connect(&address.into()))
        {
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
    *port = socket
        .local_addr()
        .expect("a name")
        .as_socket()
        .expect("an address")
        .port();
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
            let answer = Client::over(TcpStream::from(socket))
                .send(request)
                .try_answer(false);
            assert!(answer.is_some(), "round {round}: no answer to {request}");
        }
    }
}

/// The port of a client that went while its requests wait is given to another one, whose requests are its own.
#[test]
fn a_client_is_not_taken_for_one_that_had_its_port() {
    let server = Server::serve(&[]);
    let address: std::net::SocketAddr = server.address().parse().expect("an address");
    let one = "GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n";
    let mut ports = [0; 100];
    for round in 0..20 {
        let mut connect_all = |requests: usize| {
            let mut clients = Vec::new();
            for port in &mut ports {
                let mut client = Client::over(TcpStream::from(connected_from(port, address)));
                client.send(one.repeat(requests));
                clients.push(client);
            }

            clients
        };

        drop(connect_all(16));
        for mut client in connect_all(1) {
            let answer = client.try_answer(false);
            assert!(answer.is_some(), "round {round}: no answer");
        }
    }
}
