//! Damaged requests to one server: each is answered or its connection closed, and those who ask properly see nothing of it.

use std::io::Read;
use std::net::{Shutdown, TcpStream};

use super::damage::damage;
use super::extent;
use crate::support::server::{PATIENCE, Server};
use crate::support::{Xorshift, for_each};

/// Requests that are good, or nearly so, to begin with.
const REQUESTS: &[&str] = &[
    "GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n",
    "GET /en/data.json?pretty=0&_=123 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: br;q=1.0, gzip;q=0.8, *;q=0.1\r\n\r\n",
    "HEAD /data/usd.json HTTP/1.1\r\nHost: test\r\nIf-None-Match: W/\"abc\", \"def\"\r\nUser-Agent: x/1.0 (y)\r\n\r\n",
    "GET /data/%75sd.json HTTP/1.0\r\nConnection: keep-alive\r\nIf-Modified-Since: Fri, 20 Nov 2026 09:00:00 GMT\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: test\r\nOrigin: https://example.org\r\nAccess-Control-Request-Method: GET\r\n\r\n",
    "POST /data.json HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\nContent-Type: text/plain\r\n\r\nhello world",
    "PUT / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "GET http://test:8080/en?a=%d0%b1&b=+ HTTP/1.1\r\nHost: test:8080\r\nRange: bytes=0-10\r\nTE: trailers\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\nGET /data.csv?dialect=excel HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    "GET /sdmx/data/M/usd?startPeriod=2020&format=csv HTTP/1.1\r\nHost: [::1]:80\r\nAccept: text/html, */*;q=0.1\r\n\r\n",
    "GET /view/usd/ HTTP/1.1\r\nHost: test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nCookie: a=b; c=d\r\n\r\n",
];

/// Requests that anybody may send meanwhile.
const GOOD: &[&str] = &[
    "GET /data.json HTTP/1.1\r\nHost: test\r\n\r\n",
    "GET /en/data.json?pretty=0 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n",
    "GET /data/usd.json HTTP/1.1\r\nHost: test\r\nIf-None-Match: *\r\n\r\n",
    "GET /history.csv HTTP/1.1\r\nHost: test\r\n\r\n",
    "GET /en/ HTTP/1.1\r\nHost: test\r\n\r\n",
    "GET /nowhere.json HTTP/1.1\r\nHost: test\r\n\r\n",
];

#[test]
fn a_damaged_request_is_answered_or_closed() {
    let (count, first) = extent();
    let server = Server::serve(&["--request-timeout", "1", "--idle-timeout", "1"]);
    let answers = || {
        let asked = GOOD.iter().map(|request| server.ask(request));
        asked
            .map(|answer| (answer.status, answer.undated(), answer.body))
            .collect::<Vec<_>>()
    };
    let before = answers();
    let seeds: Vec<u64> = (first..first + count).collect();
    for_each(&seeds, |seed| {
        let (sent, waits) = damaged_request(*seed);
        let received = received(&server, &sent, waits);
        let shown = || format!("seed {seed}: {:?}", String::from_utf8_lossy(&sent));
        let received =
            received.unwrap_or_else(|| panic!("neither answered nor closed: {}", shown()));
        assert!(
            are_answers(&received),
            "{}\n{}",
            shown(),
            String::from_utf8_lossy(&received)
        );
    });

    assert!(
        answers() == before,
        "good requests are answered as before, byte for byte"
    );
    let (code, said) = server.end();
    let panics: Vec<&String> = said
        .iter()
        .filter(|line| line.contains("panicked"))
        .collect();
    assert!(
        code == Some(0) && panics.is_empty(),
        "exit code {code:?}: {panics:#?}"
    );
}

/// The bytes, and whether their client keeps its side of the connection open, so that the server has to end it.
fn damaged_request(seed: u64) -> (Vec<u8>, bool) {
    let mut random = Xorshift::new(seed);
    let mut one = || REQUESTS[random.below(REQUESTS.len())].as_bytes();
    let (mut sent, other) = (one().to_vec(), one());
    for _ in 0..=random.below(3) {
        damage(&mut sent, other, &mut random);
    }

    (sent, random.below(10) == 0)
}

/// Everything that comes back until the connection ends; `None` where it does not end.
fn received(server: &Server, sent: &[u8], waits: bool) -> Option<Vec<u8>> {
    let mut client = server.connect();
    client.send(sent);
    let mut stream: &TcpStream = client.socket();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    if !waits {
        // The server may have closed already.
        let _ = stream.shutdown(Shutdown::Write);
    }

    let (mut received, mut part) = (Vec::new(), [0; 64 * 1024]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => return Some(received),
            Ok(length) => received.extend_from_slice(&part[..length]),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock) => return None,
            // A reset is an end; what it may have taken with it cannot be judged.
            Err(_) => return Some(Vec::new()),
        }
    }
}

/// Returns true if these bytes are responses, one behind the other and each complete. Requests that the library refuses by itself it
/// answers as HTTP/1.0.
fn are_answers(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            return false;
        };

        let Ok(head) = std::str::from_utf8(&bytes[..end]) else {
            return false;
        };

        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .and_then(|line| line.strip_prefix("HTTP/1.")?.get(2..5)?.parse::<u16>().ok());
        let Some(status) = status else { return false };
        let length = lines
            .filter_map(|line| line.split_once(": "))
            .find(|(name, _)| name.eq_ignore_ascii_case("Content-Length"))
            .map_or(0, |(_, value)| value.parse().expect("a length"));
        bytes = &bytes[end + 4..];
        // An answer to HEAD has a length and no body: the next answer follows, or the end.
        let has_body = !matches!(status, 100..200 | 204 | 304)
            && !bytes.is_empty()
            && !bytes.starts_with(b"HTTP/1.");
        if has_body {
            let Some(rest) = bytes.get(length..) else {
                return false;
            };
            bytes = rest;
        }
    }

    true
}
