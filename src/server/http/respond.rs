//! A request's head → a response: refusals first, then the page, in the form and encoding that the client asks for.

use super::response::{Head, Representation, ResponseContext};
use super::route::{self, LONGEST_TARGET, RequestTarget, Route};
use super::{RequestHead, Response, date, negotiation};
use crate::model::Lang;
use crate::server::liveness::lock;
use crate::server::snapshot::{Encoding, Served};
use crate::site::{ApiError, Form, Page, urls};

/// Writes the head of the answer to `request` into `buffer`, in place of its content.
pub fn respond(
    request: &RequestHead<'_>,
    served: &Served,
    context: &ResponseContext<'_>,
    buffer: &mut Vec<u8>,
) -> Response {
    let answer = Answer { request, target: RequestTarget::parse(request.target), served, context };
    let path = answer.target.path().unwrap_or_default();
    if let Some(refusal) = answer.refusal() {
        return answer.page(served.snapshot.site.refusal(refusal, Lang::of_path(path)), None, buffer);
    }
    if request.method == "OPTIONS" {
        return answer.options(buffer);
    }
    match route::find(&served.snapshot, path, &answer.target.parameters()) {
        Route::Page(path, page) => answer.page(page, Some(&path), buffer),
        Route::Refusal(page) => answer.page(page, None, buffer),
        Route::Live(live) => {
            let counts = lock(context.counters).clone();
            answer.page(&live(&counts), None, buffer)
        }
        Route::Moved(location) => answer.redirect(&location, buffer),
    }
}

struct Answer<'a> {
    request: &'a RequestHead<'a>,
    target: RequestTarget<'a>,
    served: &'a Served,
    context: &'a ResponseContext<'a>,
}

impl Answer<'_> {
    /// Why the request is refused, whatever page it asks for.
    fn refusal(&self) -> Option<ApiError> {
        if self.request.error.is_some() {
            return Some(ApiError::BadRequest);
        }
        if self.request.target.len() > LONGEST_TARGET {
            return Some(ApiError::TargetTooLong);
        }
        match (self.request.method, self.target.path()) {
            ("OPTIONS", _) => None,
            ("GET" | "HEAD", Some(urls::HEALTH)) if self.context.is_silent => Some(ApiError::Unhealthy),
            ("GET" | "HEAD", Some(_)) => None,
            ("GET" | "HEAD", None) => Some(ApiError::UnknownPath),
            _ => Some(ApiError::MethodNotAllowed),
        }
    }

    /// A page of the snapshot, at this path; without a path one that is no older than the answer.
    fn page(&self, page: &Page, path: Option<&str>, buffer: &mut Vec<u8>) -> Response {
        let is_selected = page.facts.selector.is_some_and(|selector| self.target.selects(selector));
        let (form, variant) = match &page.content.alternate {
            Some(variant) if is_selected => (Form::Alternate, variant),
            _ => (Form::Default, &page.content.default),
        };
        let accepted = || negotiation::prefers_gzip(self.request.accept_encoding.iter().copied());
        let (encoding, body) = match &variant.gzip {
            Some(gzip) if accepted() => (Encoding::Gzip, gzip),
            _ => (Encoding::Identity, &variant.identity),
        };
        let now = || date::seconds(self.context.now);
        let modified = path.map_or_else(now, |path| self.served.modified(path, form, encoding));
        let varies = variant.gzip.is_some();
        let max_age_left = self.max_age_left();
        let representation = Representation { page, body, encoding, varies, modified, max_age_left };
        let is_unchanged =
            page.status == 200 && negotiation::is_unchanged(self.request, body.tag(), modified);
        let status = if is_unchanged { 304 } else { page.status };
        let mut head = self.head(status, buffer);
        if !is_unchanged {
            head.content_headers(&representation);
        }
        head.entity_headers(&representation);
        let is_sent = !is_unchanged && self.request.method != "HEAD";
        Response { status, body: is_sent.then(|| body.clone()) }
    }

    fn options(&self, buffer: &mut Vec<u8>) -> Response {
        self.head(204, buffer).options();
        Response { status: 204, body: None }
    }

    fn redirect(&self, location: &str, buffer: &mut Vec<u8>) -> Response {
        self.head(308, buffer).redirect(location, self.target.query, self.max_age_left());
        Response { status: 308, body: None }
    }

    fn head<'a>(&self, status: u16, buffer: &'a mut Vec<u8>) -> Head<'a> {
        Head::begin(buffer, status, self.served.snapshot.site.snapshot(), self.context)
    }

    fn max_age_left(&self) -> Option<u64> {
        let change = self.served.snapshot.next_change?;
        Some(change.duration_since(self.context.now).map_or(0, |left| left.as_secs()))
    }
}
