//! Facts about tiny_http's insides on which we rely. The tests below, and those that are named, fail where an upgrade has
//! changed one.
//!
//! 1. It delivers a request when its head has come whole, and its body too where that has at most 1,024 bytes
//!    ([`BUFFERED`], here).
//! 2. It closes by itself after a request whose first `Connection` header says so, and else goes on ([`persistence`],
//!    here).
//! 3. A request that is dropped unanswered is answered 500; turned into a writer it is not ([`discard`], here).
//! 4. A request that is dropped waits for the body that it announces, and allocates as much as is missing
//!    (`announced_body.rs`; `attacks::bodies_that_are_announced_and_never_sent`).
//! 5. Requests that come together are delivered together, and each answer waits inside its first write for the one
//!    before (`connection.rs`; `attacks::pipelines_that_are_never_read`).
//! 6. The accepting thread ends at its first error, and panics without a descriptor
//!    (`supervisor.rs`; `attacks::more_connections_than_descriptors`).
//! 7. A new connection is given to a thread that is about to be free, even if that has been given one already; it then
//!    waits until another connection comes or goes (`Supervisor::check`; `attacks::many_clients_at_once`).
//! 8. A connection has two descriptors, one that is read and one that is written
//!    (`connection.rs`; `attacks::connections_behind_a_gap_are_not_forgotten`).
//! 9. A server that is dropped connects to its address, and removes the path of a Unix socket: it is never dropped
//!    (`dispatcher.rs`).
//! 10. It cannot tell the clients of a Unix socket apart, so that no limit could be held against one: none is listened on
//!     (`listener.rs`; `listen::*`).
//! 11. A byte of 128 or more in a head ends the connection without a word, and so nothing here sees it; white space
//!     around a value is taken away, bare CR and LF too; inside it they are delivered, and NUL is (`http/request_head.rs`; `framing::*`).
//! 12. After `HTTP/2.0` or `HTTP/3.0` the thread of the connection waits for itself for ever
//!     (`interposed.rs`; `leaks::*`, and here).
//! 13. With `Connection: upgrade` the body is the connection's own reader, and its announced length is nowhere in it
//!     (`announced_body.rs`; `leaks::*`).
//! 14. It panics where a client has reset its connection before its address is asked for
//!     (`interposed.rs`; `leaks::a_client_that_resets_at_once_leaves_nothing`).
//! 15. It asks for that address once, in the thread that has accepted and through the descriptor that is read, and hands it
//!     on with each request (`interposed.rs`; [`cookie`], here).

use super::*;

use tiny_http::{HTTPVersion, Header};

/// Bodies up to this length are read before the request is delivered.
pub const BUFFERED: usize = 1024;

/// How a connection goes on after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    Kept,
    /// tiny_http takes no further request and closes by itself.
    LibraryCloses,
    /// tiny_http would go on, or wait for a body: we have to close.
    Close,
}

/// The cookie of the socket through which a request came.
pub fn cookie(request: &Request) -> Option<u64> {
    interposed::named_cookie(*request.remote_addr()?)
}

/// The bytes of the head on the wire: exact except for unusual white space.
pub fn head_size(request: &Request) -> usize {
    let method = request.method().as_str();
    let mut size = method.len() + request.url().len() + "  HTTP/1.1\r\n\r\n".len();
    for header in request.headers() {
        let (name, value) = field(header);
        size += name.len() + value.len() + ": \r\n".len();
    }

    size
}

/// The bytes of the body that were read before the request was delivered.
pub fn buffered_size(request: &Request) -> usize {
    match request.body_length() {
        Some(length) if length <= BUFFERED && !announced_body::is_upgrade(request) => length,
        _ => 0,
    }
}

/// The head as it was sent. A version below 1.0 has none, so that what claims one is malformed.
pub fn head(request: &Request) -> RequestHead<'_> {
    let version = request.http_version();
    let head = RequestHead {
        method: request.method().as_str(),
        target: request.url(),
        is_1_1: *version == HTTPVersion(1, 1),
        ..RequestHead::default()
    };

    let mut head = head.with_headers(request.headers().iter().map(field));
    head.is_malformed |= *version < HTTPVersion(1, 0);
    head
}

fn field(header: &Header) -> (&str, &str) {
    let name = header.field.as_str();
    (name.as_str(), header.value.as_str())
}

/// It ends after any announced body, however short: a proxy in front that sees no body there would have sent other
/// clients' requests in its place.
pub fn persistence(head: &RequestHead<'_>) -> Persistence {
    let has_body = head.has_other_body || head.content_length.is_some_and(|length| length > 0);
    if has_body || head.is_malformed {
        Persistence::Close
    } else if library_closes(head) {
        Persistence::LibraryCloses
    } else if head.closes {
        Persistence::Close
    } else {
        Persistence::Kept
    }
}

/// tiny_http takes no request after this one, by its own rule.
fn library_closes(head: &RequestHead<'_>) -> bool {
    let value = head.connection.unwrap_or_default().to_ascii_lowercase();
    value.contains("close")
        || value.contains("upgrade")
        || !(head.is_1_1 || value.contains("keep-alive"))
}

pub fn discard(request: Request) {
    drop(announced_body::into_writer(request));
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;
    use tiny_http::{Header, Response, Server, TestRequest};

    fn request(headers: &[&str]) -> Request {
        let add =
            |request: TestRequest, header: &&str| request.with_header(header.parse().unwrap());
        headers
            .iter()
            .fold(TestRequest::new().with_path("/data.json"), add)
            .into()
    }

    /// A server of the library's, and a client that has sent this.
    fn ask(bytes: &str) -> (Server, TcpStream) {
        let server = Server::http("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(server.server_addr().to_ip().unwrap()).unwrap();
        client
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        client.write_all(bytes.as_bytes()).unwrap();
        (server, client)
    }

    /// The next request, which comes.
    fn delivered(server: &Server) -> Request {
        server
            .recv_timeout(Duration::from_secs(20))
            .unwrap()
            .unwrap()
    }

    #[test]
    fn the_size_is_that_of_the_usual_way_of_writing() {
        let written =
            "GET /data.json HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nConnection: close\r\n\r\n";
        let request = request(&["Host: a", "Accept: */*", "Connection: close"]);
        let head = head_size(&request);
        // `TestRequest` adds `Content-Length: 0`.
        assert!(
            [written.len(), written.len() + 19].contains(&head),
            "{head}"
        );
        assert_eq!(buffered_size(&request), 0);
    }

    #[test]
    fn the_connection_goes_on_as_the_headers_say() {
        for (headers, expected) in [
            (&["Host: a"][..], Persistence::Kept),
            (&["Host: a", "Connection: keep-alive"], Persistence::Kept),
            (
                &["Host: a", "Connection: close"],
                Persistence::LibraryCloses,
            ),
            (
                &["Host: a", "Connection: Keep-Alive, Close"],
                Persistence::LibraryCloses,
            ),
            (
                &["Host: a", "Connection: Upgrade, HTTP2-Settings"],
                Persistence::LibraryCloses,
            ),
            (
                &["Host: a", "Connection: keep-alive", "Connection: close"],
                Persistence::Close,
            ),
            (
                &["Host: a", "Transfer-Encoding: chunked"],
                Persistence::Close,
            ),
            (
                &["Host: a", "Transfer-Encoding: chunked", "Connection: close"],
                Persistence::Close,
            ),
            (&["Host: a", "Expect: 100-continue"], Persistence::Close),
            (&["Host: a", "Host: b"], Persistence::Close),
        ] {
            let request = request(headers);
            assert_eq!(persistence(&head(&request)), expected, "{headers:?}");
        }

        let host = "Host: a".parse::<Header>().unwrap();
        let request: Request = TestRequest::new().with_header(host).with_body("x").into();
        assert_eq!(
            persistence(&head(&request)),
            Persistence::Close,
            "however short the body is"
        );
    }

    #[test]
    fn a_short_body_comes_with_its_request_and_a_long_one_after_it() {
        let body = "x".repeat(BUFFERED);
        let (server, mut client) = ask(&format!(
            "POST / HTTP/1.1\r\nContent-Length: {BUFFERED}\r\n\r\n{}",
            &body[1..]
        ));
        assert!(
            server
                .recv_timeout(Duration::from_millis(200))
                .unwrap()
                .is_none(),
            "its last byte is missing"
        );
        client.write_all(b"x").unwrap();
        delivered(&server);
        let (server, _client) = ask(&format!(
            "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
            BUFFERED + 1
        ));
        std::mem::forget(delivered(&server));
    }

    #[test]
    fn the_library_closes_when_we_think_it_does() {
        for (version, connection, closes) in [
            ("1.1", "", false),
            ("1.1", "Connection: close\r\n", true),
            ("1.1", "Connection: upgrade\r\n", true),
            ("1.0", "", true),
            ("1.0", "Connection: keep-alive\r\n", false),
        ] {
            let request = format!("GET / HTTP/{version}\r\nHost: a\r\n{connection}\r\n");
            let (server, _client) = ask(&request.repeat(2));
            let first = delivered(&server);
            assert_eq!(library_closes(&head(&first)), closes, "{request}");
            let second = server
                .recv_timeout(Duration::from_millis(if closes { 200 } else { 20_000 }))
                .unwrap();
            assert_eq!(second.is_none(), closes, "{request}");
            first.respond(Response::empty(204)).unwrap();
        }
    }

    #[test]
    fn a_version_that_the_library_would_wait_for_is_no_version() {
        for line in ["GET / HTTP/2.0", "GET / HTTP/3.0", "PRI * HTTP/2.0"] {
            let (_server, mut client) = ask(&format!("{line}\r\n\r\n"));
            let mut text = String::new();
            client.read_to_string(&mut text).unwrap();
            assert_eq!(text.get(..12), Some("HTTP/1.1 400"), "{line}");
        }
    }

    #[test]
    fn a_request_tells_through_which_socket_it_came() {
        let (server, _client) = ask(&"GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2));
        let [first, second] = [(); 2].map(|()| cookie(&delivered(&server)).unwrap());
        let mut open = (0..1000).filter_map(SocketId::at);
        assert!(first == second && open.any(|socket| socket.cookie == first));
    }

    #[test]
    fn what_is_discarded_is_not_answered() {
        for (is_discarded, answer) in [(true, ""), (false, "HTTP/1.1 500")] {
            let (server, mut client) = ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
            let request = delivered(&server);
            if is_discarded {
                discard(request);
            } else {
                drop(request);
            }

            let mut text = String::new();
            client.read_to_string(&mut text).unwrap();
            assert_eq!(text.get(..12).unwrap_or_default(), answer);
        }
    }

    #[test]
    fn a_byte_of_128_or_more_ends_the_connection_without_a_word_and_without_a_request() {
        let (server, mut client) = ask("GET / HTTP/1.1\r\nUser-Agent: Яндекс\r\n\r\n");
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
        assert!(server.try_recv().unwrap().is_none());
    }

    #[test]
    fn line_ends_that_are_none_are_delivered_inside_a_value() {
        let (server, _client) = ask("GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\rc\0d\r\n\r\n");
        let request = delivered(&server);
        assert!(
            request
                .headers()
                .iter()
                .any(|header| header.value.as_str() == "a\nb\rc\0d")
        );
    }
}
