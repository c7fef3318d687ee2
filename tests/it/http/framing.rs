//! Requests as raw bytes over connections: kept or closed, in pieces, in a row, with bodies, and against the rules of HTTP. Two
//! programs in a row must not read one request in two ways.

use super::check;
use crate::support::server::{Response, Server, eventually};

/// A request behind another one.
const FOLLOWER: &str = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";

/// The answer to these bytes, and whatever comes after it up to the end of the connection.
fn answer(server: &Server, bytes: impl AsRef<[u8]>) -> (Option<Response>, Vec<u8>) {
    let mut client = server.connect();
    let answer = client.send(bytes).try_answer(false);
    (answer, client.rest())
}

/// Asserts that these bytes are one bad request, and that nothing behind it is read.
fn refused(server: &Server, bytes: impl AsRef<[u8]>) {
    let text = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    let (response, rest) = answer(server, [bytes.as_ref(), FOLLOWER.as_bytes()].concat());
    let response = response.unwrap_or_else(|| panic!("no answer to {text:?}"));
    assert_eq!(
        (response.status, response.the("Connection")),
        (400, "close"),
        "{text:?}"
    );
    assert_eq!(
        (response.the("Content-Type"), response.the("Cache-Control")),
        ("application/json; charset=utf-8", "no-store")
    );
    assert_eq!(response.the("Access-Control-Allow-Origin"), "*");
    let error = response.json();
    assert_eq!(
        (&error["schemaVersion"], &error["code"]),
        (&"1.0".into(), &"bad_request".into()),
        "{text:?}"
    );
    assert_eq!(rest, b"", "{text:?}");
}

#[test]
fn a_connection_is_kept_or_closed_as_the_client_says() {
    let server = Server::serve(&[]);
    for (version, connection, kept, says) in [
        ("1.1", "", true, None),
        ("1.1", "Connection: keep-alive\r\n", true, None),
        ("1.1", "Connection: close\r\n", false, Some("close")),
        ("1.1", "connection: CLOSE\r\n", false, Some("close")),
        (
            "1.1",
            "Connection: keep-alive, close\r\n",
            false,
            Some("close"),
        ),
        (
            "1.1",
            "Connection: keep-alive\r\nConnection: close\r\n",
            false,
            Some("close"),
        ),
        (
            "1.1",
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n",
            false,
            Some("close"),
        ),
        ("1.0", "", false, Some("close")),
        (
            "1.0",
            "Connection: Keep-Alive\r\n",
            true,
            Some("keep-alive"),
        ),
        ("1.0", "Connection: close\r\n", false, Some("close")),
    ] {
        for path in ["/healthz", "/data.json", "/nowhere.json"] {
            let mut client = server.connect();
            let request = format!("GET {path} HTTP/{version}\r\nHost: test\r\n{connection}\r\n");
            let response = client.ask(&request);
            check(&response);
            assert_eq!(response.header("Connection"), says, "{request}");
            if kept {
                assert_eq!(client.ask(&request).body, response.body, "{request}");
            } else {
                assert_eq!(client.rest(), b"", "{request}");
            }
        }
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = Server::serve(&[]);
    let paths = [
        "/data.json",
        "/healthz",
        "/nowhere",
        "/en/data.json?pretty=0",
        "/data/x.json",
    ];
    let alone: Vec<_> = paths.iter().map(|path| server.get(path, "").body).collect();
    let mut client = server.connect();
    let request = |path: &&str| format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n");
    let all: String = paths.iter().map(request).collect();
    for round in 0..40 {
        client.send(&all);
        for (path, body) in paths.iter().zip(&alone) {
            assert!(
                client.answer(false).body == *body,
                "{path} in round {round}"
            );
        }
    }

    client.send("GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: test\r\n\r\n");
    assert_eq!(client.answer(false).status, 200);
    assert_eq!(client.rest(), b"", "nothing is answered after close");
}

#[test]
fn a_request_may_come_in_pieces() {
    let server = Server::serve(&[]);
    let mut client = server.connect();
    client.socket().set_nodelay(true).expect("no delay");
    let mut body = Vec::new();
    for byte in "GET /healthz HTTP/1.1\r\nhOST:test\r\naccept:   */*  \r\n\r\n".bytes() {
        client.send([byte]);
        // Others are answered meanwhile.
        body = server.get("/healthz", "").body;
    }

    assert_eq!(client.answer(false).body, body);
}

/// Nor is memory set aside for it, whatever length it announces.
#[test]
fn a_body_is_never_waited_for() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let before = server.memory();
    for (method, announced, status) in [
        ("POST", "Content-Length: 1000000", 405),
        ("GET", "Content-Length: 1000000", 200),
        ("POST", "Content-Length: 1000000000000", 405),
        ("POST", "Content-Length: 9223372036854775807", 405),
        ("POST", "Content-Length: 18446744073709551615", 405),
        ("POST", "Content-Length: 99999999999999999999999999", 405),
        ("POST", "Transfer-Encoding: chunked", 405),
        ("POST", "Transfer-Encoding: gzip, chunked", 405),
        ("PUT", "Content-Length: 5000\r\nExpect: 100-continue", 405),
        ("PUT", "Content-Length: 5\r\nExpect: 100-continue", 405),
        (
            "PUT",
            "Content-Length: 5000000\r\nExpect: 100-continue",
            405,
        ),
        (
            "POST",
            "Expect: 100-Continue\r\nContent-Length: 9223372036854775807",
            405,
        ),
        (
            "GET",
            "Content-Length: 1048577\r\nExpect: 100-continue",
            200,
        ),
        (
            "POST",
            "Transfer-Encoding: chunked\r\nExpect: 100-continue",
            405,
        ),
    ] {
        let request = format!("{method} /data.json HTTP/1.1\r\nHost: test\r\n{announced}\r\n\r\n");
        let (response, rest) = answer(&server, request);
        let response = response.expect("an answer");
        check(&response);
        assert_eq!(
            (response.status, response.the("Connection")),
            (status, "close"),
            "{announced}"
        );
        assert_eq!(rest, b"", "{announced}");
    }

    assert!(
        server.memory() < before + 64,
        "{before} MB before, {} MB after",
        server.memory()
    );
}

/// It is the client who is late: what waits for the server has more time.
#[test]
fn what_has_not_come_whole_waits_for_the_client() {
    let server = Server::serve(&["--request-timeout", "1", "--response-timeout", "3600"]);
    let texts = [
        "\n\n",
        "GET /data.json HTTP/1.1\n\n",
        "GET /data.json HTTP/1.1\r\nHost: test\r\nX: a\n\n",
        "POST /data.json HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhell",
        "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1024\r\n\r\n\r\n\r\n",
    ];
    for text in texts {
        assert_eq!(server.connect().send(text).rest(), b"", "{text:?}");
    }

    let counted = "indicatord_http_disconnections_total{reason=\"request_timeout\"} 5\n";
    assert!(server.text("/metrics").contains(counted));
}

/// Its lines are no lines of a head, and its blank lines end none.
#[test]
fn a_body_may_have_any_lines() {
    let server = Server::serve(&[]);
    let rows = "1,2\r\n".repeat(400);
    let numbers = format!("[\n{}  1\n]", "  1,\n".repeat(150));
    let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n";
    let chunk = "4\r\na\r\n\r\n\r\n".repeat(100);
    for (announced, body) in [
        (None, &rows[..]),
        (None, &rows[..1000]),
        (None, &numbers),
        (None, &part.repeat(40)),
        (None, &"\n".repeat(600)),
        (None, &"\r\n".repeat(5000)),
        (None, &"GET / HTTP/1.1\r\nHost: test\r\n\r\n".repeat(30)),
        (
            Some("Transfer-Encoding: chunked"),
            &format!("{chunk}0\r\n\r\n"),
        ),
    ] {
        let length = format!("Content-Length: {}", body.len());
        let announced = announced.unwrap_or(&length);
        let head = format!("POST /data.json HTTP/1.1\r\nHost: test\r\n{announced}\r\n\r\n");
        let (response, rest) = answer(&server, format!("{head}{body}"));
        let response = response.unwrap_or_else(|| panic!("no answer to {head}{body}"));
        assert_eq!(response.status, 405, "{head}{body}");
        assert_eq!(rest, b"", "{head}{body}");
    }

    let metrics = server.text("/metrics");
    for reason in ["header_limit", "pipeline"] {
        let counted = format!("indicatord_http_disconnections_total{{reason=\"{reason}\"}} 0\n");
        assert!(metrics.contains(&counted), "{reason}");
    }
}

#[test]
fn what_follows_a_refused_body_is_no_request() {
    let server = Server::serve(&[]);
    for (announced, bodies) in [
        ("Content-Length: 5", &["hello", FOLLOWER][..]),
        (
            "Transfer-Encoding: chunked",
            &[
                "5\r\nhello\r\n0\r\n\r\n",
                "0\r\n\r\n",
                "0;x\r\n\r\n",
                "1\r\nZ\r\n0\r\n\r\n",
                "",
            ],
        ),
        ("Transfer-Encoding: Chunked", &["0\r\n\r\n"]),
        ("Transfer-Encoding: gzip, chunked", &["0\r\n\r\n", ""]),
    ] {
        for (body, (method, status)) in bodies
            .iter()
            .flat_map(|body| [("GET", 200), ("POST", 405)].map(|m| (body, m)))
        {
            let head = format!("{method} /data.json HTTP/1.1\r\nHost: test\r\n{announced}\r\n\r\n");
            let (response, rest) = answer(&server, format!("{head}{body}{FOLLOWER}"));
            let response = response.expect("an answer");
            assert_eq!(
                (response.status, response.the("Connection")),
                (status, "close"),
                "{head}{body}"
            );
            assert_eq!(rest, b"", "{head}{body}");
        }
    }

    let mut client = server.connect();
    client
        .send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 500000\r\n\r\n")
        .send(vec![b'x'; 500_000]);
    let status = client.answer(false).status;
    assert_eq!(
        status, 405,
        "a client that sends its body all the same reads the answer"
    );
}

#[test]
fn what_http_forbids_is_answered_400_and_the_end() {
    let server = Server::serve(&[]);
    let bad = [
        "GET /data.json HTTP/1.1\r\n\r\n",
        "GET /data.json HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /data.json HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n",
        "GET /data.json HTTP/1.0\r\nHost: a\r\nHost: b\r\nConnection: keep-alive\r\n\r\n",
        "GET /data.json HTTP/1.1\r\nHost: a b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /a\x01b HTTP/1.1\r\nHost: a\r\n\r\n",
        "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX(Y): a\r\n\r\n",
    ];

    bad.iter().for_each(|bytes| refused(&server, bytes));
    let english = answer(&server, "GET /en/data.json HTTP/1.1\r\n\r\n")
        .0
        .expect("an answer");
    assert_eq!(
        (english.status, english.the("Content-Language")),
        (400, "en")
    );
    let counted = format!("indicatord_http_malformed_requests_total {}", bad.len() + 1);
    eventually("each is counted", || {
        server.text("/metrics").contains(&counted)
    });
}

/// CVE-2026-66752: `Transfer-Encoding` other than `chunked`, or beside `Content-Length`, read in another way than by
/// the program in front. No body is ever read here, and nothing behind one is taken for a request.
#[test]
fn cve_2026_66752_transfer_encoding_smuggles_nothing() {
    let server = Server::serve(&[]);
    for line in [
        "Transfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
    ] {
        for body in ["", "0\r\n\r\n", "5c\r\n"] {
            refused(
                &server,
                format!("POST / HTTP/1.1\r\nHost: a\r\n{line}\r\n\r\n{body}"),
            );
        }
    }
}

/// CVE-2026-66753: CR or LF inside a header's value. A request that has one is refused, NUL included, and no value of a
/// request is ever written into a response.
#[test]
fn cve_2026_66753_line_ends_inside_values_are_refused() {
    let server = Server::serve(&[]);
    for value in [
        "a\nInjected: 1",
        "a\rInjected: 1",
        "a\0b",
        "a\n\nb",
        "a\r\rb",
    ] {
        for name in [
            "X",
            "Accept-Encoding",
            "If-None-Match",
            "Connection",
            "Host",
        ] {
            let host = if name == "Host" { "" } else { "Host: a\r\n" };
            refused(
                &server,
                format!("GET /data.json HTTP/1.1\r\n{host}{name}: {value}\r\n\r\n"),
            );
        }
    }

    for target in [
        "/en?a%0d%0aInjected:%201",
        "/en?Injected:1",
        "/%0d%0aInjected:%201",
        "/view/usd/?%0aInjected:1",
    ] {
        let response = server.get(target, "");
        assert!(response.header("Injected").is_none(), "{target}");
    }
}

/// Bytes that the library takes away before anything here sees them: none of them puts a request into another one's mouth.
#[test]
fn what_is_not_seen_does_no_harm() {
    let server = Server::serve(&["--request-timeout", "1"]);
    // CR and LF around a value are gone, and the value is that of a request like any other.
    for value in ["gzip\r", "\ngzip", " \n\r gzip \n "] {
        let (response, _) = answer(
            &server,
            format!(
                "GET /data.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: {value}\r\n\r\n"
            ),
        );
        assert_eq!(
            response.expect("an answer").header("Content-Encoding"),
            Some("gzip"),
            "{value:?}"
        );
    }

    // A line that goes on is a line of its own: a header where it has a colon, otherwise the library's own 400.
    let folded = "GET /data.json HTTP/1.1\r\nHost: a\r\nX: a\r\n Content-Length: 5\r\n\r\nhello";
    let (response, rest) = answer(&server, format!("{folded}{FOLLOWER}"));
    assert_eq!(response.expect("an answer").the("Connection"), "close");
    assert_eq!(rest, b"", "nothing behind it is a request");
    let mut client = server.connect();
    client.send(format!(
        "GET /data.json HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n{FOLLOWER}"
    ));
    let rest = client.rest();
    assert!(
        rest.starts_with(b"HTTP/1.1 400 ")
            && rest.windows(5).filter(|w| w == b"HTTP/").count() == 1
    );
    // A short body is waited for by the library: without it the connection ends, and there is no answer.
    for length in ["+5", "5"] {
        let request =
            format!("GET /data.json HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\nhell");
        let (response, rest) = answer(&server, request);
        assert!(response.is_none() && rest.is_empty(), "{length}");
    }
}

/// tiny_http ends such a connection without a word, and nobody but the client knows. The others are served.
#[test]
fn a_byte_of_128_or_more_ends_its_own_connection_only() {
    let server = Server::serve(&[]);
    let mut other = server.connect();
    for line in [
        "User-Agent: Яндекс",
        "Cookie: şəhər=Bakı",
        "Referer: http://example.org/é",
    ] {
        let (response, rest) = answer(
            &server,
            format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{line}\r\n\r\n"),
        );
        assert!(response.is_none() && rest.is_empty(), "{line}");
        assert_eq!(
            other.ask("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").status,
            200
        );
    }
}
