//! The parts of a request's head that matter here, and whether HTTP allows it at all (RFC 9110 and 9112).

use crate::model::{has_digits_alone, has_only};

/// A request line and the headers that decide on the answer.
#[derive(Debug, Default)]
pub struct RequestHead<'a> {
    /// As it was sent: case matters.
    pub method: &'a str,
    pub target: &'a str,
    /// HTTP/1.1, where a connection is kept by default, and not 1.0.
    pub is_1_1: bool,
    pub host: Option<&'a str>,
    pub cookies: Vec<&'a str>,
    pub accept: Vec<&'a str>,
    pub accept_encoding: Vec<&'a str>,
    pub if_none_match: Vec<&'a str>,
    pub if_match: Vec<&'a str>,
    pub if_modified_since: Option<&'a str>,
    pub if_unmodified_since: Option<&'a str>,
    pub range: Vec<&'a str>,
    pub if_range: Option<&'a str>,
    /// How the page that asks is related to this origin (Fetch Metadata).
    pub fetch_site: Option<&'a str>,
    pub connection: Option<&'a str>,
    /// One of the values of `Connection` is `close`.
    pub closes: bool,
    /// The length that `Content-Length` announces; the greatest there is where it announces more.
    pub content_length: Option<u64>,
    /// A body in another framing is announced, or the client waits to be told to send it.
    pub has_other_body: bool,
    /// It violates HTTP, and is answered 400 with an end of the connection: a request that two programs in a row read in
    /// two ways lets one client smuggle requests into another's connection.
    pub is_malformed: bool,
}

impl<'a> RequestHead<'a> {
    /// Reads the headers below a request line, each a name and a value without the white space around it.
    pub fn with_headers(self, headers: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut head = self;
        let RequestHead {
            method,
            target,
            is_1_1,
            ..
        } = head;
        head.is_malformed = !is_token(method)
            || target.is_empty()
            || target.bytes().any(|byte| byte.is_ascii_control());
        let mut encodings = 0;
        for (name, value) in headers {
            head.is_malformed |= !is_token(name) || value.contains(['\r', '\n', '\0']);
            match name.to_ascii_lowercase().as_str() {
                "host" => {
                    head.is_malformed |= head.host.is_some() || !is_host(value);
                    head.host = Some(value);
                }
                "connection" => {
                    let mut tokens = value.split(',');
                    head.closes |= tokens.any(|token| token.trim().eq_ignore_ascii_case("close"));
                    keep_first(&mut head.connection, value);
                }
                "content-length" => {
                    let is_first = head.content_length.is_none();
                    head.is_malformed |= !is_first || !has_digits_alone(value);
                    head.content_length = Some(value.parse().unwrap_or(u64::MAX));
                }
                "transfer-encoding" => {
                    encodings += 1;
                    let last = value.rsplit(',').next().unwrap_or_default().trim();
                    head.is_malformed |=
                        encodings > 1 || !is_1_1 || !last.eq_ignore_ascii_case("chunked");
                    head.has_other_body = true;
                }
                "expect" => head.has_other_body = true,
                "cookie" => head.cookies.push(value),
                "accept" => head.accept.push(value),
                "accept-encoding" => head.accept_encoding.push(value),
                "if-none-match" => head.if_none_match.push(value),
                "if-match" => head.if_match.push(value),
                "range" => head.range.push(value),
                "if-modified-since" => keep_first(&mut head.if_modified_since, value),
                "if-unmodified-since" => keep_first(&mut head.if_unmodified_since, value),
                "if-range" => keep_first(&mut head.if_range, value),
                "sec-fetch-site" => keep_first(&mut head.fetch_site, value),
                _ => {}
            }
        }

        head.is_malformed |= is_1_1 && head.host.is_none();
        head.is_malformed |= encodings > 0 && head.content_length.is_some();
        head
    }
}

/// Of a header that may come once, the first line counts.
fn keep_first<'a>(field: &mut Option<&'a str>, value: &'a str) {
    field.get_or_insert(value);
}

/// RFC 9110, 5.6.2.
fn is_token(text: &str) -> bool {
    !text.is_empty() && has_only(text, b"!#$%&'*+-.^_`|~")
}

/// A host and a port as an URL may have them, or nothing at all.
fn is_host(text: &str) -> bool {
    has_only(text, b"-._~!$&'()*+,;=:[]%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(method: &'a str, target: &'a str) -> RequestHead<'a> {
        RequestHead {
            method,
            target,
            is_1_1: true,
            ..RequestHead::default()
        }
    }

    fn head<'a>(headers: &[(&'a str, &'a str)]) -> RequestHead<'a> {
        line("GET", "/data.json").with_headers(headers.iter().copied())
    }

    #[test]
    fn the_head_has_all_values_of_its_headers() {
        let head = head(&[
            ("host", "a"),
            ("accept-encoding", "br"),
            ("Accept-Encoding", "gzip"),
            ("If-None-Match", "\"a\""),
            ("If-Modified-Since", "the first"),
            ("If-Modified-Since", "the second"),
            ("Connection", "keep-alive"),
            ("connection", "Upgrade, Close"),
            ("Content-Length", "17"),
        ]);

        assert!(!head.is_malformed);
        assert_eq!((head.method, head.target), ("GET", "/data.json"));
        assert_eq!(
            (&head.accept_encoding[..], &head.if_none_match[..]),
            (&["br", "gzip"][..], &["\"a\""][..])
        );
        assert_eq!(head.if_modified_since, Some("the first"));
        assert_eq!(
            (head.connection, head.closes, head.content_length),
            (Some("keep-alive"), true, Some(17))
        );
    }

    #[test]
    fn what_http_forbids_is_a_fault() {
        let chunked = ("Transfer-Encoding", "chunked");
        for fields in [
            &[("Host", "b")][..],
            &[("Content-Length", "+5")],
            &[("Content-Length", "-1")],
            &[("Content-Length", "")],
            &[("Content-Length", "0x5")],
            &[("Content-Length", "5, 5")],
            &[("Content-Length", "5"), ("Content-Length", "5")],
            &[("X", "a\nb")],
            &[("X", "a\rb")],
            &[("X", "a\0b")],
            &[("X\0", "a")],
            &[("", "a")],
            &[("Transfer-Encoding", "identity")],
            &[("Transfer-Encoding", "chunked, gzip")],
            &[("Transfer-Encoding", "xchunked")],
            &[chunked, chunked],
            &[chunked, ("Content-Length", "5")],
            &[("Content-Length", "5"), chunked],
        ] {
            assert!(
                head(&[&[("Host", "a")], fields].concat()).is_malformed,
                "{fields:?}"
            );
        }

        for hosts in [
            &[][..],
            &[("Host", "a b")],
            &[("Host", "a/b")],
            &[("Host", "user@a")],
        ] {
            assert!(head(hosts).is_malformed, "{hosts:?}");
        }

        for (method, target) in [
            ("G\0T", "/"),
            ("", "/"),
            ("GET", ""),
            ("GET", "/\0"),
            ("GET", "/a\tb"),
        ] {
            let head = line(method, target).with_headers([("Host", "a")].into_iter());
            assert!(head.is_malformed, "{method:?} {target:?}");
        }
    }

    #[test]
    fn what_http_allows_is_none() {
        for headers in [
            &[("Host", "")][..],
            &[("Host", "[::1]:8080")],
            &[
                ("Host", "xn--e1afmkfd.xn--p1ai:80"),
                ("X", "tab\there"),
                ("Y", ""),
            ],
            &[
                ("Host", "a"),
                ("Content-Length", "99999999999999999999999999"),
            ],
            &[("Host", "a"), ("Transfer-Encoding", "gzip, Chunked")],
            &[("Host", "a"), ("Content-Length", "007")],
        ] {
            assert!(!head(headers).is_malformed, "{headers:?}");
        }

        let old = RequestHead {
            is_1_1: false,
            ..line("GET", "/")
        }
        .with_headers(std::iter::empty());
        assert!(!old.is_malformed, "HTTP/1.0 knows no Host");
    }
}
