//! Complete responses, head and body in one piece, written when a site is put in service.
//!
//! Of a response only the date changes from one request to the next; it is put in once a second, in place, so
//! that a request costs neither formatting nor a copy of the body.

use std::sync::{Arc, Mutex, PoisonError};

use crate::server::date;
use crate::site::{Body, Caching, Page, Selector, Variant};

/// A page in all its forms, each as a complete response.
pub struct Prepared {
    pub status: u16,
    pub usual: Form,
    pub other: Option<(Selector, Form)>,
}

/// One form of a page.
pub struct Form {
    pub identity: Representation,
    pub gzip: Option<Representation>,
}

/// One form in one encoding.
pub struct Representation {
    pub tag: Box<str>,
    /// Seconds since 1970 at which these bytes last changed on this server.
    pub modified: u64,
    pub full: Response,
    /// The answer to a client that already has the bytes.
    pub unchanged: Response,
}

/// A response that is complete but for its date.
pub struct Response {
    /// Where its head ends.
    pub head: usize,
    date_at: usize,
    dated: Mutex<(u64, Arc<Vec<u8>>)>,
}

impl Response {
    /// The response to send at this second.
    pub fn at(&self, second: u64) -> Arc<Vec<u8>> {
        let mut dated = self.dated.lock().unwrap_or_else(PoisonError::into_inner);
        if dated.0 != second {
            // Copied only while a response of an earlier second is still on its way to somebody.
            let bytes = Arc::make_mut(&mut dated.1);
            bytes[self.date_at..self.date_at + date::LENGTH].copy_from_slice(date::write(second).as_bytes());
            dated.0 = second;
        }
        Arc::clone(&dated.1)
    }

    /// A response of its own: a status line, these lines, and the body.
    pub fn new(status: u16, lines: &[(&str, &str)], body: &[u8]) -> Self {
        let mut text = format!("HTTP/1.1 {status} {}\r\nDate: ", reason(status));
        let date_at = text.len();
        text += &date::write(0);
        for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
            text.extend(["\r\n", name, ": ", value]);
        }
        text += "\r\n\r\n";
        let head = text.len();
        let mut bytes = text.into_bytes();
        bytes.reserve_exact(body.len());
        bytes.extend_from_slice(body);
        Response { head, date_at, dated: Mutex::new((0, Arc::new(bytes))) }
    }
}

/// What is the same for every form of a page, and when each of its representations last changed.
pub struct Heading<'a> {
    pub page: &'a Page,
    /// `Snapshot-Id` (decisions, 8.2).
    pub snapshot: &'a str,
    /// Seconds since 1970 from which on a tag was served.
    pub modified: &'a dyn Fn(&str) -> u64,
}

impl Heading<'_> {
    /// Writes all responses of the page.
    pub fn prepare(&self) -> Prepared {
        let page = self.page;
        Prepared {
            status: page.status,
            usual: self.form(&page.default),
            other: page.alternate.as_ref().map(|(selector, variant)| (*selector, self.form(variant))),
        }
    }

    fn form(&self, variant: &Variant) -> Form {
        let varies = variant.gzip.is_some();
        let gzip = variant.gzip.as_ref().map(|body| self.representation(body, "gzip", varies));
        Form { identity: self.representation(&variant.identity, "", varies), gzip }
    }

    fn representation(&self, body: &Body, encoding: &str, varies: bool) -> Representation {
        let page = self.page;
        let found = page.status == 200;
        let modified = (self.modified)(body.tag());
        let (length, date) = (body.len().to_string(), date::write(modified));
        let when = |condition: bool, value| if condition { value } else { "" };
        let content = [
            ("Content-Type", page.media_type),
            ("Content-Length", length.as_str()),
            ("Content-Encoding", encoding),
        ];
        let common = [
            ("Content-Language", page.lang.map_or("", |lang| lang.tag())),
            ("ETag", when(found, body.tag())),
            ("Last-Modified", when(found, date.as_str())),
            ("Cache-Control", cache_control(page.caching)),
            ("Vary", when(varies, "Accept-Encoding")),
            ("Access-Control-Allow-Origin", when(page.cross_origin, "*")),
            ("Access-Control-Expose-Headers", when(page.cross_origin, EXPOSED)),
            ("Allow", when(page.status == 405, METHODS)),
            ("X-Content-Type-Options", "nosniff"),
            ("Snapshot-Id", self.snapshot),
        ];
        let disposition = page.file_name.as_ref().map(|name| format!("inline; filename=\"{name}\""));
        let html = page.is_document();
        let common: Vec<_> = common
            .into_iter()
            .chain([
                ("Link", page.links.as_str()),
                ("Content-Disposition", disposition.as_deref().unwrap_or_default()),
                ("Content-Security-Policy", when(html, HTML_POLICY)),
                ("Referrer-Policy", when(html, "no-referrer")),
            ])
            .collect();
        let mut bytes = Vec::with_capacity(body.len());
        // Writing to memory does not fail.
        let _ = body.write_to(&mut bytes);
        Representation {
            tag: body.tag().into(),
            modified,
            full: Response::new(page.status, &[&content[..], &common].concat(), &bytes),
            unchanged: Response::new(304, &common, b""),
        }
    }
}

/// The answer to `OPTIONS`, for every path: a page must be allowed to ask before it can be told that nothing is there.
pub fn options(snapshot: &str) -> Response {
    let lines = [
        ("Allow", METHODS),
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", METHODS),
        // Without it a page could not send `If-None-Match` of its own.
        ("Access-Control-Allow-Headers", "*"),
        ("Access-Control-Max-Age", "86400"),
        ("Access-Control-Expose-Headers", EXPOSED),
        ("X-Content-Type-Options", "nosniff"),
        ("Snapshot-Id", snapshot),
    ];
    Response::new(204, &lines, b"")
}

const METHODS: &str = "GET, HEAD, OPTIONS";
const EXPOSED: &str = "ETag, Last-Modified, Content-Language, Snapshot-Id";

/// Of a page for people: nothing but the service's own stylesheet and the icon inside the page; nobody may frame it or
/// send a form.
const HTML_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; \
                           form-action 'none'; frame-ancestors 'none'";

fn cache_control(caching: Caching) -> &'static str {
    match caching {
        Caching::Public => "public, max-age=900, stale-while-revalidate=86400",
        Caching::NoStore => "no-store",
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        304 => "Not Modified",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        414 => "URI Too Long",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_put_in_once_a_second_and_in_place() {
        let response = Response::new(200, &[("A", "b"), ("Left-Out", "")], b"body");
        let first = response.at(784_111_777);
        let text = String::from_utf8(first.to_vec()).unwrap();
        assert_eq!(text, "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nA: b\r\n\r\nbody");
        assert_eq!(&text[response.head..], "body");
        assert!(Arc::ptr_eq(&first, &response.at(784_111_777)), "nothing is done twice in a second");
        let second = response.at(784_111_778);
        assert_eq!(text.as_bytes(), *first, "what is being sent does not change");
        assert!(second.starts_with(b"HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:38 GMT"));
        let address = second.as_ptr();
        drop((first, second));
        assert_eq!(response.at(784_111_779).as_ptr(), address);
    }
}
