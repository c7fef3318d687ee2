//! Attacks of clients on a server with a public address, scaled down; the bounds are lowered by options.
//!
//! While an attack goes on, a well-behaved client's requests all succeed; afterwards everything is given back.

use std::io::Write;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::support::server::{Client, Server, eventually};
use crate::support::{Xorshift, for_each};

const COLLECTION: &str = "GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n";

/// A client that has asked for nothing for this long is not busy to the server.
const BUSY: Duration = Duration::from_millis(100);

/// A client that asks politely, on a kept connection and on new ones, until it is stopped.
struct WellBehaved {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    thread: JoinHandle<Result<(), String>>,
}

impl WellBehaved {
    fn start(server: &Server) -> Self {
        let (stop, answered) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(AtomicUsize::new(0)),
        );
        let (address, ends, count) = (
            server.address().to_owned(),
            Arc::clone(&stop),
            Arc::clone(&answered),
        );
        let thread = thread::spawn(move || {
            let connect = || {
                let stream = std::net::TcpStream::connect(&address)
                    .map_err(|error| format!("refused: {error}"))?;
                stream
                    .set_read_timeout(Some(crate::support::server::PATIENCE))
                    .map_err(|error| error.to_string())?;
                Ok::<_, String>(Client::over(stream))
            };
            let (mut kept, mut asked) = (connect()?, Instant::now());
            while !ends.load(Relaxed) {
                let answer = (kept.send(COLLECTION).try_answer(false), asked.elapsed());
                asked = Instant::now();
                // Who connects asks at once: one that only connects is what the bound on connections is for.
                let new = (
                    connect()?.send(COLLECTION).try_answer(false),
                    asked.elapsed(),
                );
                for ((answer, took), which) in [answer, new].into_iter().zip(["kept", "new"]) {
                    match answer {
                        // Where the machine has kept this client from asking, it was idle, and comes again.
                        None if took > BUSY => kept = connect()?,
                        Some(answer) if answer.status == 200 => {
                            // A server that starts accepting anew says good-bye to older connections.
                            if answer.header("Connection") == Some("close") {
                                kept = connect()?;
                            }
                        }
                        other => return Err(format!("{which}: {other:?} after {count:?}")),
                    }
                }

                count.fetch_add(1, Relaxed);
            }

            Ok(())
        });

        WellBehaved {
            stop,
            answered,
            thread,
        }
    }

    /// Lets it ask this many times more, while what is under test goes on.
    fn goes_on(&self, times: usize) {
        let goal = self.answered.load(Relaxed) + times;
        eventually("answers to a well-behaved client", || {
            self.answered.load(Relaxed) >= goal || self.thread.is_finished()
        });
    }

    fn stop(self) {
        self.stop.store(true, Relaxed);
        if let Err(problem) = self.thread.join().expect("it does not panic") {
            panic!("a well-behaved client was not served: {problem}");
        }
    }
}

/// A server with these options, attacked; what the attack returns is kept until the well-behaved client was served
/// some more. Afterwards memory, threads and descriptors are as they were.
fn withstand<T>(options: &[&str], attack: impl FnOnce(&Server) -> T) {
    let server = Server::serve(options);
    server.get("/data.json", "");
    let before = server.threads_and_descriptors();
    let client = WellBehaved::start(&server);
    let held = attack(&server);
    client.goes_on(20);
    assert!(server.memory() < 256, "{} MB", server.memory());
    drop(held);
    client.goes_on(20);
    client.stop();
    given_back(&server, before);
}

/// Waits until threads and descriptors are as they were. Each server of tiny_http keeps four idle threads, and there is one
/// for each processor: not all of them may have begun when the threads were counted.
pub(super) fn given_back(server: &Server, before: (usize, usize)) {
    let idle = 4 * thread::available_parallelism().map_or(1, usize::from);
    eventually("threads and descriptors are given back", || {
        let (threads, descriptors) = server.threads_and_descriptors();
        threads <= before.0 + idle && descriptors <= before.1
    });
}

pub(super) fn connect_all(server: &Server, count: usize, first: &str) -> Vec<Client> {
    let open = |_| {
        let mut client = server.connect();
        client.send(first);
        client
    };
    (0..count).map(open).collect()
}

#[test]
fn bodies_that_are_announced_and_never_sent() {
    let begin = "POST / HTTP/1.1\r\nHost: test\r\n";
    withstand(&[], |server| {
        let mut clients = connect_all(
            server,
            64,
            &format!("{begin}Transfer-Encoding: chunked\r\n\r\n5\r\nhe"),
        );
        // Up to such as are longer than any memory.
        let lengths = (20..63).map(|power| 1u64 << power).chain([
            u64::MAX,
            i64::MAX as u64,
            5 << 32,
            9 << 32,
        ]);
        for length in lengths {
            clients.extend(connect_all(
                server,
                2,
                &format!("{begin}Content-Length: {length}\r\n\r\n"),
            ));
        }

        clients
    });
}

#[test]
fn bodies_without_end() {
    withstand(&[], |server| {
        attackers(server, 4, |client| {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000000000\r\n\r\n");
            while client.socket().write_all(&[b'x'; 65536]).is_ok() {}
        })
    });
}

#[test]
fn pipelines_that_are_never_read() {
    withstand(&["--response-timeout", "2"], |server| {
        let mut clients = connect_all(server, 16, "");
        for client in &mut clients {
            client
                .socket()
                .set_write_timeout(Some(Duration::from_millis(500)))
                .expect("a time limit");
            client.send(COLLECTION.repeat(400));
        }

        clients
    });
}

/// Each sends its next thousand requests when somebody who asks politely has been answered: an attack that keeps pace
/// with the server. One that has more of the processor than the server has is not held by this (indicatord-operations(7), LIMITS).
#[test]
fn pipelines_without_end() {
    withstand(&["--response-timeout", "2"], |server| {
        let address = server.address().to_owned();
        attackers(server, 4, move |client| {
            let one = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";
            let many = one.repeat(1000);
            while client.socket().write_all(many.as_bytes()).is_ok() {
                let Ok(polite) = std::net::TcpStream::connect(&address) else {
                    continue;
                };
                let _ = polite.set_read_timeout(Some(Duration::from_secs(5)));
                let _ = Client::over(polite).send(one).try_answer(false);
            }
        })
    });
}

/// Memory that a crowd takes that sends and does not read, and how others are answered meanwhile: 100 MB as the program is
/// shipped. Without optimisation it takes requests more slowly than the library reads them, and more of them wait.
fn stays_small(count: usize, request: &str) {
    withstand(&[], |server| {
        let is_shipped = std::env::var_os("INDICATORD_PROGRAM").is_some();
        let most = if is_shipped { 100 } else { 150 };
        let before = server.memory();
        let mut clients = Vec::new();
        for client in connect_all(server, count, "") {
            let socket = client.socket();
            drop(socket.set_nonblocking(true));
            drop((&*socket).write(request.as_bytes()));
            clients.push(client);
        }

        for _ in 0..20 {
            assert_eq!(server.ask(COLLECTION).status, 200);
            let held = server.memory().saturating_sub(before);
            assert!(held < most, "{held} MB");
        }

        clients
    });
}

#[test]
fn a_thousand_pipelines_of_tiny_requests_stay_small() {
    stays_small(1000, &"GET / HTTP/1.1\r\nHost:\r\n\r\n".repeat(1250));
}

#[test]
fn pipelines_of_long_requests_stay_small() {
    let one = format!("GET / HTTP/1.1\r\nHost:\r\nX: {}\r\n\r\n", "x".repeat(1900));
    stays_small(1000, &one.repeat(16));
}

#[test]
fn unfinished_heads_stay_small() {
    stays_small(
        1000,
        &format!("GET / HTTP/1.1\r\nHost:\r\n{}", "a:b\r\n".repeat(6490)),
    );
    stays_small(
        1000,
        &format!("GET / HTTP/1.1\r\nHost:\r\nX: {}", "x".repeat(32_000)),
    );
}

#[test]
fn sixteen_requests_wait_and_the_next_one_ends_the_connection() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    client.send(COLLECTION.repeat(16));
    for _ in 0..16 {
        assert_eq!(client.answer(false).status, 200);
    }

    // As many again, once they are answered.
    client.send(COLLECTION.repeat(16));
    for _ in 0..16 {
        assert_eq!(client.answer(false).status, 200);
    }

    let field = |count| {
        format!(
            "GET /healthz HTTP/1.1\r\nHost: test\r\n{}\r\n",
            "a: b\r\n".repeat(count)
        )
    };
    assert_eq!(server.ask(&field(99)).status, 200);
    assert!(
        server
            .connect()
            .send(field(100))
            .try_answer(false)
            .is_none()
    );
}

#[test]
fn headers_without_end() {
    withstand(&[], |server| {
        attackers(server, 16, |client| {
            client.send("GET / HTTP/1.1\r\nHost: test\r\nX: ");
            while client.socket().write_all(&[b'x'; 65536]).is_ok() {}
        })
    });
}

#[test]
fn connections_that_send_nothing() {
    withstand(&["--max-connections", "50"], |server| {
        connect_all(server, 300, "")
    });
}

/// The oldest go first, so those that are left have high descriptors behind a long row of free ones.
#[test]
fn connections_behind_a_gap_are_not_forgotten() {
    withstand(
        &["--max-connections", "20", "--idle-timeout", "1"],
        |server| {
            let mut clients = connect_all(server, 600, "");
            assert!(
                clients.iter_mut().all(Client::is_closed),
                "each is idle for long enough in the end"
            );
        },
    );
}

#[test]
fn requests_that_come_a_byte_at_a_time() {
    withstand(&["--request-timeout", "1"], |server| {
        let mut clients = connect_all(server, 50, "");
        let begun = Instant::now();
        for byte in "GET /data.json HTTP/1.1\r\nHost: t".bytes() {
            clients.iter_mut().for_each(|client| {
                client.send([byte]);
            });
            thread::sleep(Duration::from_millis(50));
        }

        assert!(begun.elapsed() >= Duration::from_secs(1));
        assert!(
            clients.iter_mut().all(Client::is_closed),
            "no byte keeps a request alive"
        );
    });
}

#[test]
fn random_bytes() {
    withstand(&[], |server| {
        let mut random = Xorshift::new(1);
        for length in (0..3000).step_by(31) {
            let mut client = server.connect();
            client.send(
                (0..length)
                    .map(|_| random.below(256) as u8)
                    .collect::<Vec<_>>(),
            );
        }
    });
}

#[test]
fn connections_opened_and_closed_at_once() {
    withstand(&[], |server| {
        for _ in 0..20 {
            drop(connect_all(server, 50, ""));
        }
    });
}

#[test]
fn many_clients_at_once() {
    withstand(&[], |server| {
        for _ in 0..5 {
            let mut clients = connect_all(server, 200, COLLECTION);
            assert!(
                clients
                    .iter_mut()
                    .all(|client| client.answer(false).status == 200),
                "everybody is answered"
            );
        }
    });
}

#[test]
fn more_connections_than_descriptors() {
    let server = Server::serve(&[]);
    let before = server.threads_and_descriptors();
    let limit = |limit: &str| {
        let status = Command::new("prlimit")
            .args(["--pid", &server.pid(), limit])
            .status();
        assert!(status.expect("prlimit runs").success());
    };
    limit("--nofile=100:");
    let crowd = connect_all(&server, 300, "");
    for _ in 0..20 {
        // The library hangs up on whom it has accepted with the last descriptor (`server/tiny/facts.rs`, 6): they come again.
        let answer = (0..20).find_map(|_| server.connect().send(COLLECTION).try_answer(false));
        assert_eq!(answer.expect("it goes on accepting").status, 200);
    }

    drop(crowd);
    given_back(&server, before);
    assert_eq!(server.get("/data.json", "").status, 200);
}

/// A server that accepts in place of one that has ended is not taken for it, though its socket may have the same number.
#[test]
fn connections_last_as_long_as_before_once_a_server_accepts_again() {
    let server = Server::serve(&[]);
    let limit_descriptors = |limit: &str| {
        let status = Command::new("prlimit")
            .args(["--pid", &server.pid(), &format!("--nofile={limit}:")])
            .status();
        assert!(status.expect("prlimit runs").success());
    };

    // A thread that accepts has its first descriptor before it waits, and no second one now: it hangs up, and ends.
    eventually("a server accepts in place of another", || {
        limit_descriptors("3");
        let mut client = server.connect();
        let wait = Some(Duration::from_millis(500));
        client
            .socket()
            .set_read_timeout(wait)
            .expect("a time limit");
        let is_ended = client.is_closed();
        limit_descriptors("1000");
        is_ended
    });
    eventually("the other accepts", || {
        let metrics = server.text("/metrics");
        !metrics.contains("indicatord_http_listeners_replaced_total 0\n")
    });

    // For longer than the connections of a server that ends may be idle.
    let mut clients: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for client in &mut clients {
        assert_eq!(client.send(COLLECTION).answer(false).status, 200);
    }

    let mut idle = server.connect();
    let wait = Some(Duration::from_secs(3));
    idle.socket().set_read_timeout(wait).expect("a time limit");
    assert!(!idle.is_closed());
    for client in &mut clients {
        assert_eq!(client.send(COLLECTION).answer(false).status, 200);
    }
}

#[test]
fn a_header_section_may_be_as_long_as_its_limit() {
    let server = Server::serve(&["--header-limit", "4096"]);
    let begin = "GET /data.json HTTP/1.1\r\nHost: test\r\nX: ";
    let of = |length: usize| format!("{begin}{}\r\n\r\n", "x".repeat(length - begin.len() - 4));
    assert_eq!(server.connect().send(of(4096)).answer(false).status, 200);
    assert!(server.connect().send(of(4097)).try_answer(false).is_none());
    assert!(
        server.connect().send(&of(5000)[..4998]).is_closed(),
        "its end is not waited for"
    );
}

/// Each reason has its own count, and a connection is counted once.
#[test]
fn what_has_ended_a_connection_is_counted() {
    const REASONS: [&str; 6] = [
        "request_timeout",
        "idle_timeout",
        "response_timeout",
        "header_limit",
        "max_connections",
        "pipeline",
    ];

    let counts = |server: &Server| {
        let text = server.text("/metrics");
        REASONS.map(|reason| {
            let name = format!("indicatord_http_disconnections_total{{reason=\"{reason}\"}} ");
            let line = text.lines().find_map(|line| line.strip_prefix(&name));
            line.unwrap_or_else(|| panic!("{name} in {text}"))
                .parse::<u64>()
                .expect("a number")
        })
    };

    // Clients that send this, of which those behind the first have been answered before: each is closed and counted.
    let long = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(5000));
    let cases = [
        (
            ["--request-timeout", "3"],
            2,
            "GET /data.json HTTP/1.1\r\nHo",
            [2, 0, 0, 0, 0, 0],
        ),
        (["--idle-timeout", "3"], 2, "", [0, 2, 0, 0, 0, 0]),
        (
            ["--response-timeout", "3"],
            1,
            &COLLECTION.repeat(16),
            [0, 0, 1, 0, 0, 0],
        ),
        (
            ["--idle-timeout", "60"],
            2,
            &COLLECTION.repeat(60),
            [0, 0, 0, 0, 0, 2],
        ),
        (["--header-limit", "4096"], 1, &long, [0, 0, 0, 1, 0, 0]),
    ];

    for_each(&cases, |(option, clients, text, expected)| {
        let server = Server::serve(option);
        let mut clients = connect_all(&server, *clients, "");
        clients[1..]
            .iter_mut()
            .for_each(|client| assert_eq!(client.ask(COLLECTION).status, 200));
        for client in &mut clients {
            client.send(text);
        }

        eventually("each is counted", || {
            counts(&server).iter().sum::<u64>() == clients.len() as u64
        });
        assert!(clients.iter_mut().all(Client::is_closed));
        assert_eq!(counts(&server), *expected, "{option:?}");
    });

    let server = Server::serve(&["--max-connections", "8"]);
    let _crowd = connect_all(&server, 9, "");
    eventually("it is counted", || counts(&server)[4] >= 1);
    let counts = counts(&server);
    assert_eq!(counts.iter().sum::<u64>(), counts[4], "{counts:?}");
}

#[test]
fn a_reload_under_load_fails_nobody_and_mixes_nothing() {
    let server = Server::serve(&[]);
    let clients: Vec<_> = (0..4).map(|_| WellBehaved::start(&server)).collect();
    for _ in 0..20 {
        server.signal("HUP");
        clients[0].goes_on(2);
        let mut client = server.connect();
        let (a, b) = (client.ask(COLLECTION), client.ask(COLLECTION));
        assert!(a.the("Snapshot-Id") != b.the("Snapshot-Id") || a.body == b.body);
    }

    clients.into_iter().for_each(WellBehaved::stop);
}

/// Threads that each attack on a connection of their own, and on a new one whenever that was ended, until dropped.
struct Attackers(Arc<AtomicBool>, Vec<JoinHandle<()>>);

fn attackers(
    server: &Server,
    count: usize,
    attack: impl Fn(&mut Client) + Clone + Send + 'static,
) -> Attackers {
    let stop = Arc::new(AtomicBool::new(false));
    let start = |_| {
        let (stop, attack, address) = (
            Arc::clone(&stop),
            attack.clone(),
            server.address().to_owned(),
        );
        thread::spawn(move || {
            while !stop.load(Relaxed) {
                let Ok(stream) = std::net::TcpStream::connect(&address) else {
                    continue;
                };

                // So that an attack which the server merely ignores ends as well.
                let _ = stream.set_write_timeout(Some(Duration::from_millis(500)));
                attack(&mut Client::over(stream));
            }
        })
    };

    let threads = (0..count).map(start).collect();
    Attackers(stop, threads)
}

impl Drop for Attackers {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
        self.1
            .drain(..)
            .for_each(|thread| thread.join().expect("an attacker does not panic"));
    }
}
