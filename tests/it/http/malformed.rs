//! Requests that HTTP forbids, as raw bytes: two programs in a row must not read one of them in two ways.

use crate::support::server::{Response, Server, eventually};

/// The answer to these bytes, and whatever comes after it up to the end of the connection.
fn answer(server: &Server, bytes: impl AsRef<[u8]>) -> (Option<Response>, Vec<u8>) {
    let mut client = server.connect();
    let answer = client.send(bytes).try_answer(false);
    (answer, client.rest())
}

/// Asserts that these bytes are one bad request, and that nothing behind it is read.
fn refused(server: &Server, bytes: impl AsRef<[u8]>) {
    let text = String::from_utf8_lossy(bytes.as_ref()).into_owned();
    let follower = b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";
    let (response, rest) = answer(server, [bytes.as_ref(), follower].concat());
    let response = response.unwrap_or_else(|| panic!("no answer to {text:?}"));
    assert_eq!((response.status, response.the("Connection")), (400, "close"), "{text:?}");
    assert_eq!(
        (response.the("Content-Type"), response.the("Cache-Control")),
        ("application/json", "no-store")
    );
    assert_eq!(response.the("Access-Control-Allow-Origin"), "*");
    let error = response.json();
    assert_eq!((&error["schemaVersion"], &error["code"]), (&"1.0".into(), &"bad_request".into()), "{text:?}");
    assert_eq!(rest, b"", "{text:?}");
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
    let english = answer(&server, "GET /en/data.json HTTP/1.1\r\n\r\n").0.expect("an answer");
    assert_eq!((english.status, english.the("Content-Language")), (400, "en"));
    let counted = format!("indicatord_http_malformed_requests_total {}", bad.len() + 1);
    eventually("each is counted", || server.text("/metrics").contains(&counted));
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
            refused(&server, format!("POST / HTTP/1.1\r\nHost: a\r\n{line}\r\n\r\n{body}"));
        }
    }
    let smuggled = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";
    for coding in ["chunked", "Chunked", "gzip, chunked"] {
        for body in ["0\r\n\r\n", "0;x\r\n\r\n", "", "1\r\nZ\r\n0\r\n\r\n"] {
            let request =
                format!("GET /data.json HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: {coding}\r\n\r\n");
            let (response, rest) = answer(&server, format!("{request}{body}{smuggled}"));
            let response = response.expect("an answer");
            assert_eq!((response.status, response.the("Connection")), (200, "close"), "{coding}");
            assert_eq!(rest, b"", "nothing behind it is a request");
        }
    }
}

/// CVE-2026-66753: CR or LF inside a header's value. A request that has one is refused, NUL included, and no value of a
/// request is ever written into a response.
#[test]
fn cve_2026_66753_line_ends_inside_values_are_refused() {
    let server = Server::serve(&[]);
    for value in ["a\nInjected: 1", "a\rInjected: 1", "a\0b", "a\n\nb", "a\r\rb"] {
        for name in ["X", "Accept-Encoding", "If-None-Match", "Connection", "Host"] {
            let host = if name == "Host" { "" } else { "Host: a\r\n" };
            refused(&server, format!("GET /data.json HTTP/1.1\r\n{host}{name}: {value}\r\n\r\n"));
        }
    }
    for target in
        ["/en?a%0d%0aInjected:%201", "/en?Injected:1", "/%0d%0aInjected:%201", "/view/usd/?%0aInjected:1"]
    {
        let response = server.get(target, "");
        assert!(response.header("Injected").is_none(), "{target}");
    }
}

/// What the library takes away before anything here sees it: nothing of it puts a request into another one's mouth.
#[test]
fn what_is_not_seen_does_no_harm() {
    let server = Server::serve(&["--request-timeout", "1"]);
    let follower = "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n";
    // CR and LF around a value are gone, and the value is that of a request like any other.
    for value in ["gzip\r", "\ngzip", " \n\r gzip \n "] {
        let (response, _) = answer(
            &server,
            format!(
                "GET /data.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: {value}\r\n\r\n"
            ),
        );
        assert_eq!(response.expect("an answer").header("Content-Encoding"), Some("gzip"), "{value:?}");
    }
    // A line that goes on is a line of its own: a header where it has a colon, otherwise the library's own 400.
    let folded = "GET /data.json HTTP/1.1\r\nHost: a\r\nX: a\r\n Content-Length: 5\r\n\r\nhello";
    let (response, rest) = answer(&server, format!("{folded}{follower}"));
    assert_eq!(response.expect("an answer").the("Connection"), "close");
    assert_eq!(rest, b"", "nothing behind it is a request");
    let mut client = server.connect();
    client.send(format!("GET /data.json HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n{follower}"));
    let rest = client.rest();
    assert!(rest.starts_with(b"HTTP/1.1 400 ") && rest.windows(5).filter(|w| w == b"HTTP/").count() == 1);
    // A short body is waited for by the library: without it the connection ends, and there is no answer.
    for length in ["+5", "5"] {
        let request = format!("GET /data.json HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\nhell");
        let (response, rest) = answer(&server, request);
        assert!(response.is_none() && rest.is_empty(), "{length}");
    }
}

/// The third of them has no number: memory is set aside for whatever `Content-Length` announces.
#[test]
fn an_announced_length_sets_no_memory_aside() {
    let server = Server::serve(&[]);
    server.get("/data.json", "");
    let before = server.memory();
    for length in ["1000000000000", "9223372036854775807", "18446744073709551615", "99999999999999999999999"]
    {
        let request = format!("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n");
        let (response, rest) = answer(&server, request);
        assert_eq!((response.expect("an answer").status, &*rest), (405, &b""[..]), "{length}");
    }
    assert!(server.memory() < before + 64, "{before} MB before, {} MB after", server.memory());
    assert_eq!(server.get("/healthz", "").status, 200);
}

/// tiny_http ends such a connection without a word, and nobody but the client knows. The others are served.
#[test]
fn a_byte_of_128_or_more_ends_its_own_connection_only() {
    let server = Server::serve(&[]);
    let mut other = server.connect();
    for line in ["User-Agent: Яндекс", "Cookie: şəhər=Bakı", "Referer: http://example.org/é"] {
        let (response, rest) = answer(&server, format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{line}\r\n\r\n"));
        assert!(response.is_none() && rest.is_empty(), "{line}");
        assert_eq!(other.ask("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").status, 200);
    }
}
