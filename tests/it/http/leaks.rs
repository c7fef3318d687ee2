//! Requests that cost the server nothing once they are over: threads, descriptors and memory of the process, as the kernel
//! counts them, before and after.

use std::net::{Shutdown, SocketAddr};
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use super::attacks::{connect_all, given_back};
use crate::support::server::{Client, Server, eventually};

/// The ways in which a client ends its connection.
const ENDS: [fn(&mut Client); 3] = [
    |_| {},
    |client| drop(client.socket().shutdown(Shutdown::Write)),
    |client| assert!(client.is_closed(), "the server ends it"),
];

/// Megabytes by which resident memory may differ: what the allocator keeps.
const KEPT: usize = 20;

/// Asserts that these requests, each whole on a connection of its own and ended in each way, leave nothing behind.
fn leave_nothing(server: &Server, requests: &[String]) {
    server.get("/data.json", "");
    let (before, memory) = (server.threads_and_descriptors(), server.memory());
    for end in ENDS {
        for request in requests {
            let mut client = server.connect();
            client.send(request);
            end(&mut client);
        }
    }

    settled(server, before, memory);
}

fn settled(server: &Server, before: (usize, usize), memory: usize) {
    given_back(server, before);
    eventually("memory is given back", || server.memory() <= memory + KEPT);
    assert_eq!(server.get("/healthz", "").status, 200);
    let metrics = || server.text("/metrics");
    assert!(metrics().contains("\nindicatord_http_connections_stuck 0\n"));
    // The one that asks.
    eventually("they are counted no longer", || {
        metrics().contains("\nindicatord_http_connections 1\n")
    });
}

#[test]
fn versions_that_are_not_spoken_are_refused_and_leave_nothing() {
    let server = Server::serve(&[]);
    let lines = [
        "GET / HTTP/2.0",
        "GET /data.json HTTP/3.0",
        "PRI * HTTP/2.0",
        "HEAD / HTTP/2.0",
        "GET / HTTP/0.9",
        "GET /data.json HTTP/1.2",
        "GET / HTTP/2",
        "GET / HTTP/3",
        "GET / HTTP/11",
        "GET / http/1.1",
    ];

    for line in lines {
        let answer = server.ask(&format!("{line}\r\nHost: test\r\n\r\n"));
        assert_eq!(answer.status, 400, "{line}");
    }

    let headers = [
        "",
        "Host: test\r\n",
        "Content-Length: 5000\r\n",
        "Connection: upgrade\r\n",
    ];
    let requests: Vec<String> = lines
        .iter()
        .flat_map(|line| headers.map(|header| format!("{line}\r\n{header}\r\n")))
        // Behind another request of the same connection, and before one.
        .flat_map(|request| {
            let before = format!("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n{request}");
            let after = format!("{request}GET / HTTP/3.0\r\n\r\n");
            [request, before, after]
        })
        .collect();

    leave_nothing(&server, &requests);
}

#[test]
fn such_versions_are_refused_wherever_they_are_cut() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let (before, memory) = (server.threads_and_descriptors(), server.memory());
    for request in [
        "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/3.0\r\nHost: test\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\n",
    ] {
        for _ in 0..3 {
            let mut clients = connect_all(&server, request.len(), "");
            let halves = || (0..request.len()).map(|at| request.split_at(at));
            for (client, (first, _)) in clients.iter_mut().zip(halves()) {
                client.send(first);
            }

            // Answers to others, while which the server reads what has come.
            assert_eq!(server.get("/healthz", "").status, 200);
            for (client, (_, second)) in clients.iter_mut().zip(halves()) {
                client.send(second);
            }

            for (at, client) in clients.iter_mut().enumerate().step_by(2) {
                assert_eq!(client.answer(false).status, 400, "{request:?} cut at {at}");
            }
        }
    }

    settled(&server, before, memory);
}

#[test]
fn an_upgrade_leaves_nothing_whatever_body_it_announces() {
    let server = Server::serve(&[]);
    let lengths = [
        "0",
        "5",
        "1024",
        "1025",
        "17000000",
        "9000000000000000000",
        "18446744073709551615",
        "x",
    ];

    let fields = [
        "",
        "Expect: 100-continue\r\n",
        "Upgrade: h2c\r\n",
        "Content-Length: 17000001\r\n",
    ];
    let connections = [
        "upgrade",
        "keep-alive, Upgrade",
        "close, upgrade",
        "upgrade\r\nConnection: close",
    ];
    let mut requests = Vec::new();
    for (connection, length) in connections
        .iter()
        .flat_map(|first| lengths.map(|length| (first, length)))
    {
        for (method, field) in ["GET", "POST"]
            .iter()
            .flat_map(|method| fields.map(|field| (method, field)))
        {
            requests.push(format!(
                "{method} /healthz HTTP/1.1\r\nHost: test\r\nConnection: {connection}\r\nContent-Length: {length}\r\n{field}\r\n"
            ));
        }
    }

    leave_nothing(&server, &requests);
}

/// A version behind a body, in the bytes that are read with the last of it.
#[test]
fn what_comes_behind_a_body_leaves_nothing() {
    let server = Server::serve(&[]);
    let request = |length: usize| {
        let body = "x".repeat(length);
        format!(
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: {length}\r\n\r\n{body}GET / HTTP/2.0\r\n\r\n"
        )
    };
    let lengths = (0..40).map(|length| length * 50).chain(2000..2060);
    leave_nothing(&server, &lengths.map(request).collect::<Vec<_>>());
}

/// A client may be gone before the library has asked for its address. That costs nobody a thread, and the log says nothing
/// that an operator could take for a fault of the service.
#[test]
fn a_client_that_resets_at_once_leaves_nothing() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let (before, memory) = (server.threads_and_descriptors(), server.memory());
    for _ in 0..1000 {
        let mut client = server.connect();
        socket2::SockRef::from(client.socket())
            .set_linger(Some(Duration::ZERO))
            .expect("an option");
        client.send("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n");
    }

    settled(&server, before, memory);
    assert!(
        server
            .text("/metrics")
            .contains("\nindicatord_http_library_panics_total 0\n")
    );
    let (_, log) = server.end();
    assert!(
        !log.iter()
            .any(|line| line.contains("panicked") || line.contains("WARN")),
        "{log:?}"
    );
}

/// Clients that come faster than they are answered, and are gone before anybody can look at them.
#[test]
fn a_flood_leaves_nothing() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let (before, memory) = (server.threads_and_descriptors(), server.memory());
    let address: SocketAddr = server.address().parse().expect("an address");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..30_000 {
                    let client = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
                    client.set_nonblocking(true).expect("an option");
                    client.set_linger(Some(Duration::ZERO)).expect("an option");
                    drop(client.connect(&address.into()));
                    drop(client.send(b"GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n"));
                }
            });
        }
    });

    settled(&server, before, memory);
}

/// Bodies that the library has begun to wait for: what it would allocate for the rest is not kept.
#[test]
fn bodies_that_are_cut_leave_nothing() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let (before, memory) = (server.threads_and_descriptors(), server.memory());
    let body = "x".repeat(20_000);
    for length in (0..200).map(|number| 4_000_000 + 60_000 * number) {
        let mut client = server.connect();
        client.send(format!(
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        assert_eq!(client.answer(false).status, 405);
    }

    settled(&server, before, memory);
}
