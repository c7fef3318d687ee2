//! The head of a response, line by line.

use super::*;

use std::fmt::Display;
use std::io::Write;

use httpdate::HttpDate;

use super::negotiation::CacheControl;
use crate::server::outgoing::Compressors;
use crate::site::Site;

const METHODS: &str = "GET, HEAD, OPTIONS";
/// Headers that pages of other origins may read.
const EXPOSED: &str =
    "ETag, Last-Modified, Content-Language, Snapshot-Id, Content-Range, Accept-Ranges";
/// A page for people loads nothing but the service's own stylesheet and pictures, and its `robots.txt`, which audits of a
/// page ask for from inside it; nobody may frame it or send a form.
const DOCUMENT_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                               base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The same with the service's own script [D24.10].
const SCRIPT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                             base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// A picture, where a browser opens it as a document: it has a style of its own and loads nothing.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// A response whose head has been written.
#[derive(Default)]
pub struct Response {
    pub status: u16,
    /// `None` for `HEAD`, and where there is nothing.
    pub body: Option<Outgoing>,
}

impl Response {
    /// The number of the snapshot that is held until the body is sent.
    pub fn snapshot(&self) -> Option<u64> {
        self.body.as_ref()?.snapshot
    }

    /// Returns true if the body is packed while it is sent.
    pub fn packs(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.is_chunked)
    }

    pub fn body_length(&self) -> usize {
        self.body.as_ref().map_or(0, Outgoing::len)
    }
}

/// The permission to write a long body for its hash and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody has asked yet.
    Unasked,
    Granted,
    /// Too many others wait.
    Refused,
}

/// All that an answer depends on beside the request and the pages.
pub struct ResponseContext<'a> {
    pub turn: Turn,
    pub now: SystemTime,
    pub is_silent: bool,
    pub scope: Scope,
    /// `Connection`, where the connection goes on otherwise than the version of the request implies.
    pub connection: Option<&'static str>,
    pub counters: &'a Counters,
    pub compressors: &'a Compressors,
    /// Admits the clients of a preview; no page of another origin reads those pages either.
    pub gate: Option<&'a Gate>,
}

/// A head as it grows. Writing to memory does not fail.
pub struct Head<'a> {
    buffer: &'a mut Vec<u8>,
    /// True if pages of other origins may read the answer, and caches keep it.
    is_public: bool,
}

impl<'a> Head<'a> {
    /// The status line and the headers of every answer.
    pub fn begin(buffer: &'a mut Vec<u8>, status: u16, context: &ResponseContext<'_>) -> Self {
        buffer.clear();
        let mut head = Head {
            buffer,
            is_public: context.gate.is_none(),
        };
        let _ = write!(head.buffer, "HTTP/1.1 {status} {}", reason(status));
        head.line("Date", http_date(unix_seconds(context.now)));
        if let Some(connection) = context.connection {
            head.field("Connection", connection);
        }

        head.field("X-Content-Type-Options", "nosniff");
        head
    }

    /// The headers of the body of a page, which is not known to the client already.
    pub fn content_headers(&mut self, page: &Page, body: &Outgoing) {
        self.field("Content-Type", page.facts.media_type);
        if body.is_chunked {
            self.field("Transfer-Encoding", "chunked");
        } else {
            self.line("Content-Length", body.len());
        }

        if let Some(part) = &body.range {
            let last = part.end.saturating_sub(1);
            self.line(
                "Content-Range",
                format_args!("bytes {}-{last}/{}", part.start, body.whole_len),
            );
        }

        if body.is_gzip {
            self.field("Content-Encoding", "gzip");
        }

        if let Some(name) = page.file_name() {
            self.line(
                "Content-Disposition",
                format_args!("inline; filename=\"{name}\""),
            );
        }
    }

    /// The headers of the state of a page: its entity tag, where that is known and the page is found, and the second since
    /// 1970 at which the body last changed on this server, where that may be told.
    pub fn state_headers(&mut self, page: &Page, tag: Option<&str>, modified: Option<u64>) {
        if let Some(lang) = page.lang {
            self.field("Content-Language", lang.tag());
        }

        if let Some(tag) = tag {
            self.field("ETag", tag);
        }

        if page.status == 200 {
            if let Some(modified) = modified {
                self.line("Last-Modified", http_date(modified));
            }

            if page.has_byte_ranges() {
                self.field("Accept-Ranges", "bytes");
            }
        }
    }

    /// The last headers of a page: who may keep it, and what it may load. `varies` says that there is another encoding of
    /// the same.
    pub fn policy_headers(
        mut self,
        page: &Page,
        varies: bool,
        max_age_left: Option<u64>,
        site: &Site,
    ) {
        let caching = if self.is_public {
            page.caching
        } else {
            Caching::NoStore
        };

        let cache_control = CacheControl {
            caching,
            seconds_to_change: max_age_left,
        };
        self.line("Cache-Control", cache_control);
        match (page.facts.by_accept, varies) {
            (true, _) => self.field("Vary", "Accept, Accept-Encoding"),
            (false, true) => self.field("Vary", "Accept-Encoding"),
            (false, false) => {}
        }

        if page.facts.cross_origin {
            self.cross_origin_headers();
        } else if page.facts.is_picture() && self.is_public {
            self.field("Cross-Origin-Resource-Policy", "cross-origin");
        }

        if page.status == 405 {
            self.field("Allow", METHODS);
        }

        let links = page.links(site.root());
        if !links.is_empty() {
            self.field("Link", &links);
        }

        if page.facts.is_document() {
            let policy = if site.has_script() {
                SCRIPT_POLICY
            } else {
                DOCUMENT_POLICY
            };
            self.field("Content-Security-Policy", policy);
            self.field("Referrer-Policy", "no-referrer");
        } else if page.facts.is_picture() {
            self.field("Content-Security-Policy", PICTURE_POLICY);
        }

        self.end();
    }

    /// Lets pages of other origins read the answer: a redirect too, which they could not follow otherwise.
    pub fn cross_origin_headers(&mut self) {
        if self.is_public {
            self.field("Access-Control-Allow-Origin", "*");
            self.field("Access-Control-Expose-Headers", EXPOSED);
            self.field("Cross-Origin-Resource-Policy", "cross-origin");
        }
    }

    /// The answer to `OPTIONS`, for every path: pages of other origins ask before they may learn that there is none.
    pub fn options(mut self) {
        self.field("Allow", METHODS);
        if self.is_public {
            self.field("Access-Control-Allow-Methods", METHODS);
            // Without it a page could not send `If-None-Match` of its own.
            self.field("Access-Control-Allow-Headers", "*");
            self.field("Access-Control-Max-Age", "86400");
            self.cross_origin_headers();
        }

        self.end();
    }

    /// A redirect, which may be kept as long as a page.
    pub fn redirect(mut self, location: &str, query: &str, max_age_left: Option<u64>) {
        let mark = if query.is_empty() { "" } else { "?" };
        self.line("Location", format_args!("{location}{mark}{query}"));
        self.field("Content-Length", "0");
        let cache_control = CacheControl {
            caching: Caching::Public,
            seconds_to_change: max_age_left,
        };
        self.line("Cache-Control", cache_control);
        self.end();
    }

    pub fn end(self) {
        self.buffer.extend_from_slice(b"\r\n\r\n");
    }

    pub fn field(&mut self, name: &str, value: &str) {
        for part in ["\r\n", name, ": ", value] {
            self.buffer.extend_from_slice(part.as_bytes());
        }
    }

    pub fn line(&mut self, name: &str, value: impl Display) {
        self.field(name, "");
        let _ = write!(self.buffer, "{value}");
    }
}

/// The first second that HTTP has no way to write.
const YEAR_10000: u64 = 253_402_300_800;

/// `Fri, 20 Nov 2026 09:00:00 GMT`, from seconds since 1970.
pub fn http_date(seconds: u64) -> HttpDate {
    (UNIX_EPOCH + Duration::from_secs(seconds.min(YEAR_10000 - 1))).into()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        206 => "Partial Content",
        303 => "See Other",
        304 => "Not Modified",
        301 => "Moved Permanently",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        406 => "Not Acceptable",
        405 => "Method Not Allowed",
        412 => "Precondition Failed",
        414 => "URI Too Long",
        416 => "Range Not Satisfiable",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
