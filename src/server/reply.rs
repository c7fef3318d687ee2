//! A request's line and headers → the bytes that answer it. Pure but for live pages; knows no sockets.

use std::sync::Arc;

use crate::server::counters::Counts;
use crate::server::current::InService;
use crate::server::heartbeat::Heartbeat;
use crate::server::prepared::{Prepared, Response};
use crate::server::route::{LONGEST, Target};
use crate::server::{date, negotiate};
use crate::site::ApiError;

/// Where monitoring asks whether the service is up.
const HEALTH: &str = "/healthz";

/// What of a request decides on its answer.
#[derive(Debug, Default)]
pub struct Ask<'a> {
    pub method: &'a str,
    pub target: &'a str,
    /// The values of each header, in order.
    pub accept_encoding: Vec<&'a str>,
    pub if_none_match: Vec<&'a str>,
    pub if_modified_since: Option<&'a str>,
}

/// The bytes of an answer: `bytes[..end]`.
pub struct Reply {
    pub status: u16,
    bytes: Arc<Vec<u8>>,
    head: usize,
    end: usize,
}

impl Reply {
    /// What goes out on the wire.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// The same with a `Connection` header, for a connection that is not kept as the protocol's version implies.
    pub fn with_connection(&self, token: &str) -> Vec<u8> {
        let line = format!("Connection: {token}\r\n\r\n");
        [&self.bytes[..self.head - 2], line.as_bytes(), &self.bytes[self.head..self.end]].concat()
    }

    fn of(status: u16, response: &Response, second: u64, with_body: bool) -> Self {
        let bytes = response.at(second);
        let end = if with_body { bytes.len() } else { response.head };
        Reply { status, bytes, head: response.head, end }
    }
}

/// The answer to `ask` at this second.
pub fn to(
    ask: &Ask<'_>,
    service: &InService,
    second: u64,
    heartbeat: &Heartbeat,
    counts: impl FnOnce() -> Counts,
) -> Reply {
    let target = Target::parse(ask.target);
    let refused = |refusal| answer(ask, service.refusal(refusal, target.lang()), &target, second);
    if ask.target.len() > LONGEST {
        return refused(ApiError::TargetTooLong);
    }
    match ask.method {
        "OPTIONS" => return Reply::of(204, &service.options, second, true),
        "GET" | "HEAD" => {}
        _ => return refused(ApiError::MethodNotAllowed),
    }
    let Some(path) = target.path() else { return refused(target.missing()) };
    if path == HEALTH && heartbeat.is_silent() {
        return refused(ApiError::Unhealthy);
    }
    let path = match service.site.locate(path, &target.parameters()) {
        Ok(path) => path,
        Err(refusal) => return answer(ask, &service.fresh(refusal, second), &target, second),
    };
    let path = &*path;
    if let Some(page) = service.pages.get(path) {
        answer(ask, page, &target, second)
    } else if let Some(live) = service.live.get(path) {
        answer(ask, &service.fresh(&live(&counts()), second), &target, second)
    } else {
        refused(target.missing())
    }
}

fn answer(ask: &Ask<'_>, page: &Prepared, target: &Target<'_>, second: u64) -> Reply {
    let form = match &page.other {
        Some((selector, form)) if target.selects(*selector) => form,
        _ => &page.usual,
    };
    let gzip = form.gzip.as_ref().filter(|_| negotiate::prefers_gzip(ask.accept_encoding.iter().copied()));
    let chosen = gzip.unwrap_or(&form.identity);
    let has_it = if ask.if_none_match.is_empty() {
        ask.if_modified_since.and_then(date::read).is_some_and(|since| chosen.modified <= since)
    } else {
        negotiate::names_tag(ask.if_none_match.iter().copied(), &chosen.tag)
    };
    if page.status == 200 && has_it {
        return Reply::of(304, &chosen.unchanged, second, false);
    }
    Reply::of(page.status, &chosen.full, second, ask.method != "HEAD")
}
