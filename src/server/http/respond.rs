//! A request's head → a response: refusals first, then the page, in the form and encoding that the client asks for.

use std::ops::Range;

use super::byte_range::ByteRange;
use super::gate::Admission;
use super::response::{Head, Representation, ResponseContext};
use super::route::{self, LONGEST_TARGET, RequestTarget, Route};
use super::{RequestHead, Response, date, negotiation};
use crate::model::Lang;
use crate::server::liveness::lock;
use crate::server::snapshot::{Encoding, Served};
use crate::site::{ApiError, Assembled, Content, Encodings, Form, Page, Query, urls};

/// Writes the head of the answer to `request` into `buffer`, in place of its content.
pub fn respond(
    request: &RequestHead<'_>,
    served: &Served,
    context: &ResponseContext<'_>,
    buffer: &mut Vec<u8>,
) -> Response {
    if let Some(gate) = context.gate {
        match gate.admit(request) {
            Admission::Granted => {}
            Admission::Entered(path) => {
                Head::entered(buffer, &path, &gate.cookie(), context);
                return Response { status: 303, body: None };
            }
            Admission::Refused => {
                let sentence = Content::of(format!("{}\n", gate.refusal())).default.identity;
                Head::closed(buffer, sentence.len(), context);
                let body = (request.method != "HEAD").then_some(sentence);
                return Response { status: 403, body };
            }
        }
    }
    let answer = Answer { request, target: RequestTarget::parse(request.target), served, context };
    let path = answer.target.path().unwrap_or_default();
    if let Some(refusal) = answer.refusal() {
        return answer.refused(refusal, None, buffer);
    }
    if request.method == "OPTIONS" {
        return answer.options(buffer);
    }
    match route::find(&served.snapshot, context.scope, &answer.target, path, &request.accept) {
        Route::Page(path, page) => answer.page(page, Some(&path), buffer),
        Route::Data(data) => {
            let instants = data.changes_with.iter().map(|path| served.rows_modified(path, Form::Default));
            let modified = instants.max().unwrap_or(served.since);
            answer.variant(&data.page, &data.page.content.default, |_| modified, buffer)
        }
        Route::Refusal(page) => answer.page(page, None, buffer),
        Route::Live(live) => {
            let counts = lock(context.counters).clone();
            answer.page(&live(&counts), None, buffer)
        }
        Route::Moved { location, is_cross_origin } => answer.redirect(&location, is_cross_origin, buffer),
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
        let now = || date::seconds(self.context.now);
        match self.rows(page, path, form) {
            Ok(Some((variant, modified))) => self.variant(page, &variant, |_| modified, buffer),
            Ok(None) => {
                let modified =
                    |encoding| path.map_or_else(now, |path| self.served.modified(path, form, encoding));
                self.variant(page, variant, modified, buffer)
            }
            Err(refusal) => self.refused(refusal, None, buffer),
        }
    }

    /// The page with the rows that the query asks for, and since when they are served; `None` of a page without rows, and
    /// where it asks for all of them.
    fn rows(
        &self,
        page: &Page,
        path: Option<&str>,
        form: Form,
    ) -> Result<Option<(Assembled, u64)>, ApiError> {
        let Some(((rows, lang), path)) = page.rows.as_ref().zip(page.lang).zip(path) else { return Ok(None) };
        let parameters = self.target.parameters();
        let parameters: Vec<(&str, &str)> =
            parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        let query = Query::read(&parameters, rows.parameters()).map_err(ApiError::BadParameter)?;
        let Some(query) = query else { return Ok(None) };
        // What is known of a day may change where the page of today does not.
        let modified = match query.as_of {
            Some(_) => self.served.since,
            None => self.served.rows_modified(path, form),
        };
        Ok(rows.select(&query, lang, form)?.map(|variant| (variant, modified)))
    }

    /// A page in one form: refused, known to the client already, in part, or whole.
    fn variant(
        &self,
        page: &Page,
        variant: &impl Encodings,
        modified: impl FnOnce(Encoding) -> u64,
        buffer: &mut Vec<u8>,
    ) -> Response {
        let is_get = self.request.method == "GET";
        // Of several lines none counts.
        let range = match self.request.range[..] {
            [range] if is_get && page.has_byte_ranges() => {
                Some(ByteRange::read(range, variant.identity().len()))
            }
            _ => None,
        };
        let range = range.filter(|range| *range != ByteRange::Whole);
        let accepted = || negotiation::prefers_gzip(self.request.accept_encoding.iter().copied());
        let gzip = (range.is_none() && accepted()).then(|| variant.gzip()).flatten();
        let (encoding, body) = match gzip {
            Some(gzip) => (Encoding::Gzip, gzip),
            None => (Encoding::Identity, variant.identity()),
        };
        let (modified, tag) = (modified(encoding), body.tag());
        let is_found = page.status == 200;
        if is_found && negotiation::is_other_state(self.request, tag, modified) {
            return self.refused(ApiError::PreconditionFailed, None, buffer);
        }
        let is_unchanged = is_found && negotiation::is_unchanged(self.request, tag, modified);
        let is_same = || self.request.if_range.is_none_or(|of| negotiation::is_same_state(of, tag, modified));
        let part = match range.filter(|_| !is_unchanged && is_same()) {
            Some(ByteRange::Unsatisfiable) => {
                return self.refused(ApiError::RangeNotSatisfiable, Some(body.len()), buffer);
            }
            Some(ByteRange::Part(part)) => Some(part),
            _ => None,
        };
        let (varies, max_age_left) = (variant.vary(), self.max_age_left());
        let representation = Representation {
            page,
            body: &body,
            encoding,
            varies,
            modified,
            max_age_left,
            unsatisfied: None,
            has_script: self.served.snapshot.site.has_script(),
        };
        self.sent(&representation, is_unchanged, part, buffer)
    }

    fn sent(
        &self,
        of: &Representation<'_>,
        is_unchanged: bool,
        part: Option<Range<usize>>,
        buffer: &mut Vec<u8>,
    ) -> Response {
        let status = match part {
            Some(_) => 206,
            None if is_unchanged => 304,
            None => of.page.status,
        };
        let mut head = self.head(status, buffer);
        if !is_unchanged {
            head.content_headers(of, part.as_ref());
        }
        head.entity_headers(of);
        let is_sent = !is_unchanged && self.request.method != "HEAD";
        let body = is_sent.then(|| part.map_or_else(|| of.body.clone(), |part| of.body.part(part)));
        Response { status, body }
    }

    /// The page that says why the request is refused; `unsatisfied` is the length of the body without the range.
    fn refused(&self, refusal: ApiError, unsatisfied: Option<usize>, buffer: &mut Vec<u8>) -> Response {
        let lang = Lang::of_path(self.target.path().unwrap_or_default());
        let page = self.served.snapshot.site.refusal(refusal, lang);
        let is_selected = page.facts.selector.is_some_and(|selector| self.target.selects(selector));
        let variant =
            page.content.alternate.as_ref().filter(|_| is_selected).unwrap_or(&page.content.default);
        let representation = Representation {
            page,
            body: &variant.identity,
            encoding: Encoding::Identity,
            varies: false,
            modified: date::seconds(self.context.now),
            max_age_left: None,
            unsatisfied,
            has_script: self.served.snapshot.site.has_script(),
        };
        self.sent(&representation, false, None, buffer)
    }

    fn options(&self, buffer: &mut Vec<u8>) -> Response {
        self.head(204, buffer).options();
        Response { status: 204, body: None }
    }

    fn redirect(&self, location: &str, is_cross_origin: bool, buffer: &mut Vec<u8>) -> Response {
        let mut head = self.head(308, buffer);
        if is_cross_origin {
            head.cross_origin_headers();
        }
        head.redirect(location, self.target.query, self.max_age_left());
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
