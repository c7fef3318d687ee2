//! The head of a response, line by line, and the one place that knows which headers there are.

use std::fmt::Display;
use std::io::Write;

use super::{caching, date};
use crate::server::snapshot::Encoding;
use crate::site::{Body, Page};

/// What the methods are, for `Allow`.
const METHODS: &str = "GET, HEAD, OPTIONS";
/// What pages of other origins may read.
const EXPOSED: &str = "ETag, Last-Modified, Content-Language, Snapshot-Id";
/// Of a page for people: nothing but the service's own stylesheet and pictures, and its `robots.txt` for who audits a
/// page from inside it; nobody may frame it or send a form.
const DOCUMENT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                               base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A response whose head has been written; its body is shared with the page that it is of.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// What follows the head: `None` for `HEAD`, and where there is nothing.
    pub body: Option<Body>,
}

impl Response {
    pub fn body_length(&self) -> usize {
        self.body.as_ref().map_or(0, Body::len)
    }
}

/// What stands in every head, whatever is answered.
#[derive(Clone, Copy, Debug)]
pub struct Common<'a> {
    /// Seconds since 1970, for `Date`.
    pub second: u64,
    /// `Snapshot-Id` [D8.2].
    pub snapshot: &'a str,
    /// `Connection`, where the connection goes on otherwise than the version of the request implies.
    pub connection: Option<&'static str>,
}

/// One representation of a page: a body, how it is encoded, and since when it is served.
#[derive(Clone, Copy, Debug)]
pub struct Representation<'a> {
    pub page: &'a Page,
    pub body: &'a Body,
    pub encoding: Encoding,
    /// Whether there is another encoding of the same.
    pub varies: bool,
    /// Seconds since 1970 at which these bytes last changed on this server.
    pub modified: u64,
    /// Seconds until the next known change of the snapshot, if one is known.
    pub left: Option<u64>,
}

/// A head as it grows. Writing to memory does not fail.
pub struct Head<'a>(&'a mut Vec<u8>);

impl<'a> Head<'a> {
    /// The status line, and the lines that stand in every head.
    pub fn begin(buffer: &'a mut Vec<u8>, status: u16, common: &Common<'_>) -> Self {
        buffer.clear();
        let mut head = Head(buffer);
        head.text("HTTP/1.1 ");
        head.value(status);
        head.text(" ");
        head.text(reason(status));
        head.line("Date", date::write(common.second));
        if let Some(connection) = common.connection {
            head.field("Connection", connection);
        }
        head.field("X-Content-Type-Options", "nosniff");
        head.field("Snapshot-Id", common.snapshot);
        head
    }

    /// The lines of a page that is sent, or is known to the client already and therefore not sent.
    pub fn entity_headers(mut self, of: &Representation<'_>, is_sent: bool) {
        let page = of.page;
        if is_sent {
            self.field("Content-Type", page.facts.media_type);
            self.line("Content-Length", of.body.len());
            if of.encoding == Encoding::Gzip {
                self.field("Content-Encoding", "gzip");
            }
            if let Some(name) = page.file_name() {
                self.line("Content-Disposition", format_args!("inline; filename=\"{name}\""));
            }
        }
        if let Some(lang) = page.lang {
            self.field("Content-Language", lang.tag());
        }
        if page.status == 200 {
            self.field("ETag", of.body.tag());
            self.line("Last-Modified", date::write(of.modified));
        }
        self.field("Cache-Control", &caching::control(page.caching, of.left));
        if of.varies {
            self.field("Vary", "Accept-Encoding");
        }
        if page.facts.cross_origin {
            self.field("Access-Control-Allow-Origin", "*");
            self.field("Access-Control-Expose-Headers", EXPOSED);
        }
        if page.status == 405 {
            self.field("Allow", METHODS);
        }
        let links = page.links();
        if !links.is_empty() {
            self.field("Link", &links);
        }
        if page.facts.is_document() {
            self.field("Content-Security-Policy", DOCUMENT_POLICY);
            self.field("Referrer-Policy", "no-referrer");
        }
        self.end();
    }

    /// The answer to `OPTIONS`, for every path: a page must be allowed to ask before it can be told that nothing is
    /// there.
    pub fn options(mut self) {
        self.field("Allow", METHODS);
        self.field("Access-Control-Allow-Origin", "*");
        self.field("Access-Control-Allow-Methods", METHODS);
        // Without it a page could not send `If-None-Match` of its own.
        self.field("Access-Control-Allow-Headers", "*");
        self.field("Access-Control-Max-Age", "86400");
        self.field("Access-Control-Expose-Headers", EXPOSED);
        self.end();
    }

    /// A redirect to `location`, which may be kept as long as a page.
    pub fn redirect(mut self, location: &str, query: &str, cache_control: &str) {
        let mark = if query.is_empty() { "" } else { "?" };
        self.line("Location", format_args!("{location}{mark}{query}"));
        self.field("Content-Length", "0");
        self.field("Cache-Control", cache_control);
        self.end();
    }

    fn end(self) {
        self.0.extend_from_slice(b"\r\n\r\n");
    }

    fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: impl Display) {
        let _ = write!(self.0, "{value}");
    }

    fn field(&mut self, name: &str, value: &str) {
        for part in ["\r\n", name, ": ", value] {
            self.text(part);
        }
    }

    fn line(&mut self, name: &str, value: impl Display) {
        self.field(name, "");
        self.value(value);
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        304 => "Not Modified",
        308 => "Permanent Redirect",
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
    use crate::site::page::{self, Variant};

    /// The head with which a page of this status is sent.
    fn head(status: u16) -> String {
        let page = Page { status, ..Page::new(&page::TEXT, Variant::plain(b"x".to_vec())) };
        let body = &page.content.default.identity;
        let of = Representation {
            page: &page,
            body,
            encoding: Encoding::Identity,
            varies: false,
            modified: 0,
            left: None,
        };
        let mut buffer = Vec::new();
        let common = Common { second: 0, snapshot: "x", connection: None };
        Head::begin(&mut buffer, status, &common).entity_headers(&of, true);
        String::from_utf8(buffer).unwrap()
    }

    #[test]
    fn status_lines_have_the_phrases_of_their_standard() {
        for (status, phrase) in [
            (200, "OK"),
            (204, "No Content"),
            (304, "Not Modified"),
            (308, "Permanent Redirect"),
            (400, "Bad Request"),
            (404, "Not Found"),
            (405, "Method Not Allowed"),
            (414, "URI Too Long"),
            (501, "Not Implemented"),
            (503, "Service Unavailable"),
        ] {
            assert!(head(status).starts_with(&format!("HTTP/1.1 {status} {phrase}\r\n")), "{status}");
        }
    }

    #[test]
    fn only_what_was_found_has_a_tag_and_a_date() {
        for (status, has) in [(200, true), (400, false), (404, false), (405, false)] {
            assert_eq!(head(status).contains("\r\nETag: "), has, "{status}");
            assert_eq!(head(status).contains("\r\nLast-Modified: "), has, "{status}");
        }
    }

    #[test]
    fn who_uses_another_method_is_told_which_there_are() {
        for (status, has) in [(200, false), (404, false), (405, true)] {
            assert_eq!(head(status).contains("\r\nAllow: GET, HEAD, OPTIONS\r\n"), has, "{status}");
        }
    }
}
