//! What of tiny_http's request matters here: the question, its size on the wire, and how the connection goes on.

use tiny_http::{HTTPVersion, Header, Request};

use crate::server::reply::Ask;

/// How a connection goes on after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// It is kept.
    Kept,
    /// tiny_http takes no further request and closes by itself.
    Closes,
    /// tiny_http would go on, or wait for a body: we end it.
    Ended,
}

/// tiny_http reads bodies up to this length before it delivers the request.
const BUFFERED: usize = 1024;

/// About how many bytes the request had on the wire: head and buffered body. Exact but for unusual white space.
pub fn size(request: &Request) -> (usize, usize) {
    let line = request.method().as_str().len() + request.url().len() + "  HTTP/1.1\r\n\r\n".len();
    let field = |header: &Header| header.field.as_str().len() + header.value.len() + ": \r\n".len();
    let head = line + request.headers().iter().map(field).sum::<usize>();
    (head, request.body_length().filter(|&length| length <= BUFFERED).unwrap_or(0))
}

/// The question and how the connection goes on. One pass over the headers.
pub fn read(request: &Request) -> (Ask<'_>, After) {
    let mut ask = Ask { method: request.method().as_str(), target: request.url(), ..Ask::default() };
    let (mut connection, mut close, mut lengths, mut body) = (None, false, 0, false);
    for header in request.headers() {
        let (name, value) = (header.field.as_str().as_str(), header.value.as_str());
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("accept-encoding") {
            ask.accept_encoding.push(value);
        } else if is("if-none-match") {
            ask.if_none_match.push(value);
        } else if is("if-modified-since") {
            ask.if_modified_since = ask.if_modified_since.or(Some(value));
        } else if is("connection") {
            close |= value.split(',').any(|token| token.trim().eq_ignore_ascii_case("close"));
            connection = connection.or(Some(value));
        } else if is("content-length") {
            lengths += 1;
        } else if is("transfer-encoding") || is("expect") {
            body = true;
        }
    }
    body |= lengths > 1 || (lengths == 1 && request.body_length().is_none_or(|length| length > BUFFERED));
    let old = *request.http_version() < HTTPVersion(1, 0);
    let after = if body || old {
        After::Ended
    } else if library_closes(request.http_version(), connection) {
        After::Closes
    } else if close {
        After::Ended
    } else {
        After::Kept
    };
    (ask, after)
}

/// Whether tiny_http takes no request after one with this first `Connection` header; as it decides itself.
fn library_closes(version: &HTTPVersion, connection: Option<&str>) -> bool {
    let value = connection.map(str::to_ascii_lowercase).unwrap_or_default();
    let keeps = *version != HTTPVersion(1, 0) || value.contains("keep-alive");
    value.contains("close") || value.contains("upgrade") || !keeps
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_http::TestRequest;

    fn request(headers: &[&str]) -> Request {
        let add = |request: TestRequest, header: &&str| request.with_header(header.parse().unwrap());
        headers.iter().fold(TestRequest::new().with_path("/data.json"), add).into()
    }

    #[test]
    fn the_size_is_that_of_the_usual_way_of_writing() {
        let written = "GET /data.json HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nConnection: close\r\n\r\n";
        let (head, body) = size(&request(&["Host: a", "Accept: */*", "Connection: close"]));
        // `TestRequest` adds `Content-Length: 0`.
        assert!([written.len(), written.len() + 19].contains(&head), "{head}");
        assert_eq!(body, 0);
    }

    #[test]
    fn the_connection_goes_on_as_the_headers_say() {
        for (headers, after) in [
            (&[][..], After::Kept),
            (&["Connection: keep-alive"], After::Kept),
            (&["Connection: close"], After::Closes),
            (&["Connection: Keep-Alive, Close"], After::Closes),
            (&["Connection: Upgrade, HTTP2-Settings"], After::Closes),
            (&["Connection: keep-alive", "Connection: close"], After::Ended),
            (&["Transfer-Encoding: chunked"], After::Ended),
            (&["Transfer-Encoding: chunked", "Connection: close"], After::Ended),
            (&["Expect: 100-continue"], After::Ended),
        ] {
            assert_eq!(read(&request(headers)).1, after, "{headers:?}");
        }
        assert!(library_closes(&HTTPVersion(1, 0), None));
        assert!(!library_closes(&HTTPVersion(1, 0), Some("Keep-Alive")));
    }

    #[test]
    fn the_question_has_all_values_of_its_headers() {
        let request = request(&["accept-encoding: br", "Accept-Encoding: gzip", "If-None-Match: \"a\""]);
        let (ask, _) = read(&request);
        assert_eq!((ask.method, ask.target), ("GET", "/data.json"));
        assert_eq!((&ask.accept_encoding[..], &ask.if_none_match[..]), (&["br", "gzip"][..], &["\"a\""][..]));
    }
}
