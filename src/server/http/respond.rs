//! A request's head → a response: refusals first, then the page, in the form and encoding that the client asks for.

use std::time::SystemTime;

use super::response::{Common, Head, Representation};
use super::route::{self, Route};
use super::target::{LONGEST_TARGET, RequestTarget};
use super::{RequestHead, Response, caching, date, negotiation};
use crate::model::Lang;
use crate::server::counters::Counts;
use crate::server::snapshot::{Encoding, Served};
use crate::site::{ApiError, Caching, Form, Page, urls};

/// What an answer depends on beside the request and the pages.
pub struct ResponseContext<'a> {
    pub now: SystemTime,
    /// The program's main loop gives no sign of life.
    pub is_silent: bool,
    /// What `Connection` is to say, where it has to be said.
    pub connection: Option<&'static str>,
    pub counts: &'a dyn Fn() -> Counts,
}

/// Writes the head of the answer to `request` into `buffer`, in place of what was there, and says what follows it.
pub fn respond(
    request: &RequestHead<'_>,
    served: &Served,
    context: &ResponseContext<'_>,
    buffer: &mut Vec<u8>,
) -> Response {
    let answer = Answer { request, served, context };
    let target = RequestTarget::parse(request.target);
    let lang = Lang::of_path(target.path().unwrap_or_default());
    let refused = |refusal| served.refusal(refusal, lang);
    if request.error.is_some() {
        return answer.fresh(refused(ApiError::BadRequest), &target, buffer);
    }
    if request.target.len() > LONGEST_TARGET {
        return answer.fresh(refused(ApiError::TargetTooLong), &target, buffer);
    }
    match request.method {
        "OPTIONS" => return answer.options(buffer),
        "GET" | "HEAD" => {}
        _ => return answer.fresh(refused(ApiError::MethodNotAllowed), &target, buffer),
    }
    let Some(path) = target.path() else {
        return answer.fresh(refused(ApiError::UnknownPath), &target, buffer);
    };
    if path == urls::HEALTH && context.is_silent {
        return answer.fresh(refused(ApiError::Unhealthy), &target, buffer);
    }
    let path = match served.locate(path, &target.parameters()) {
        Ok(path) => path,
        Err(refusal) => return answer.fresh(refusal, &target, buffer),
    };
    match route::find(served, &path) {
        Route::Page(page) => answer.page(&path, page, &target, buffer),
        Route::Live(live) => answer.fresh(&live(&(context.counts)()), &target, buffer),
        Route::Moved(location) => answer.redirect(&location, target.query, buffer),
    }
}

struct Answer<'a> {
    request: &'a RequestHead<'a>,
    served: &'a Served,
    context: &'a ResponseContext<'a>,
}

impl Answer<'_> {
    fn page(&self, path: &str, page: &Page, target: &RequestTarget<'_>, buffer: &mut Vec<u8>) -> Response {
        self.any(page, |form, encoding| self.served.modified(path, form, encoding), target, buffer)
    }

    /// A page that was computed for this request, or a refusal: neither is older than the answer.
    fn fresh(&self, page: &Page, target: &RequestTarget<'_>, buffer: &mut Vec<u8>) -> Response {
        self.any(page, |_, _| date::seconds(self.context.now), target, buffer)
    }

    fn any(
        &self,
        page: &Page,
        modified: impl FnOnce(Form, Encoding) -> u64,
        target: &RequestTarget<'_>,
        buffer: &mut Vec<u8>,
    ) -> Response {
        let is_asked = page.facts.selector.is_some_and(|selector| target.selects(selector));
        let (form, variant) = match &page.content.alternate {
            Some(variant) if is_asked => (Form::Alternate, variant),
            _ => (Form::Default, &page.content.default),
        };
        let accepted = || negotiation::prefers_gzip(self.request.accept_encoding.iter().copied());
        let (encoding, body) = match &variant.gzip {
            Some(gzip) if accepted() => (Encoding::Gzip, gzip),
            _ => (Encoding::Identity, &variant.identity),
        };
        let representation = Representation {
            page,
            body,
            encoding,
            varies: variant.gzip.is_some(),
            modified: modified(form, encoding),
            left: self.left(),
        };
        let (tag, modified) = (representation.body.tag(), representation.modified);
        let is_unchanged = page.status == 200 && caching::is_unchanged(self.request, tag, modified);
        let status = if is_unchanged { 304 } else { page.status };
        self.head(status, buffer).entity_headers(&representation, !is_unchanged);
        let is_sent = !is_unchanged && self.request.method != "HEAD";
        Response { status, body: is_sent.then(|| representation.body.clone()) }
    }

    fn options(&self, buffer: &mut Vec<u8>) -> Response {
        self.head(204, buffer).options();
        Response { status: 204, body: None }
    }

    fn redirect(&self, location: &str, query: &str, buffer: &mut Vec<u8>) -> Response {
        let cache_control = caching::control(Caching::Public, self.left());
        self.head(308, buffer).redirect(location, query, &cache_control);
        Response { status: 308, body: None }
    }

    fn head<'a>(&self, status: u16, buffer: &'a mut Vec<u8>) -> Head<'a> {
        let second = date::seconds(self.context.now);
        let connection = self.context.connection;
        Head::begin(buffer, status, &Common { second, snapshot: self.served.snapshot_id(), connection })
    }

    /// Whole seconds until the next known change of the snapshot.
    fn left(&self) -> Option<u64> {
        let change = self.served.next_change()?;
        Some(change.duration_since(self.context.now).map_or(0, |left| left.as_secs()))
    }
}
