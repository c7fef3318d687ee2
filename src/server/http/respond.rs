//! A request's head → a response: refusals first, then the page, in the form and encoding that the client asks for.

use super::*;

use super::gate::Admission;
use super::negotiation::ByteRange;
use super::response::{Head, Representation};
use super::route::{RequestTarget, Route};
use crate::server::outgoing::{Compressor, Passing};
use crate::site::{LEAST_PACKED, Query, TextHash};

/// Written bodies of more rows are run for their hash in turns.
const LONG: usize = 10_000;

/// Whether a long body may be run for its hash and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody has asked yet.
    Unasked,
    Granted,
    /// Too many others wait.
    Refused,
}

/// Writes the head of the answer to `request` into `buffer`, in place of its content. `None` where a turn is needed first.
pub fn respond(
    request: &RequestHead<'_>,
    served: &Served,
    context: &ResponseContext<'_>,
    turn: Turn,
    buffer: &mut Vec<u8>,
) -> Option<Response> {
    if let Some(gate) = context.gate {
        match gate.admit(request) {
            Admission::Granted => {}
            Admission::Entered(path) => {
                Head::write_admission(buffer, &path, &gate.cookie(), context);
                return Some(Response { status: 303, body: None });
            }
            Admission::Refused => {
                let sentence = Body::plain(format!("{}\n", gate.refusal()));
                Head::write_refusal(buffer, sentence.len(), context);
                let body = (request.method != "HEAD").then_some(Outgoing::Stored(sentence, None));
                return Some(Response { status: 403, body });
            }
        }
    }
    let answer = Answer { request, target: RequestTarget::parse(request.target), served, context, turn };
    let path = answer.target.path().unwrap_or_default();
    if let Some(refusal) = answer.refusal() {
        return Some(answer.refuse(refusal, None, buffer));
    }
    if request.method == "OPTIONS" {
        return Some(answer.options(buffer));
    }
    match route::find(&served.snapshot, context.scope, &answer.target, path, &request.accept) {
        Route::Page(path, page) => answer.page(page, Some(&path), buffer),
        Route::Data(data) => answer.write_rows(&data.page, &data.written, buffer),
        Route::Refusal(page) => answer.page(page, None, buffer),
        Route::Made(page) => answer.page(&page, None, buffer),
        Route::Live(live) => {
            let counts = lock(context.counters).clone();
            answer.page(&live(&counts), None, buffer)
        }
        Route::Moved { location, is_cross_origin } => {
            Some(answer.redirect(&location, is_cross_origin, buffer))
        }
    }
}

struct Answer<'a> {
    request: &'a RequestHead<'a>,
    target: RequestTarget<'a>,
    served: &'a Served,
    context: &'a ResponseContext<'a>,
    turn: Turn,
}

/// The body of a page in one form.
#[derive(Clone, Copy)]
enum Source<'a> {
    Stored(&'a Body),
    Written(&'a Written),
}

/// A body before it is sent: its page, and the figures that the head has of it.
struct Entity<'a> {
    page: &'a Page,
    source: Source<'a>,
    hash: TextHash,
    /// Bytes of its text.
    len: usize,
    has_gzip: bool,
    modified: u64,
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
    fn page(&self, page: &Page, path: Option<&str>, buffer: &mut Vec<u8>) -> Option<Response> {
        let form = self.form_of(page);
        let written =
            self.query(page).and_then(|query| self.served.snapshot.site.written(page, &query, form));
        match (written, page.body(form)) {
            (Err(refusal), _) => Some(self.refuse(refusal, None, buffer)),
            (Ok(Some(written)), _) => self.write_rows(page, &written, buffer),
            (Ok(None), Some(body)) => {
                let modified = match path {
                    Some(path) => self.served.modified(path, form),
                    None => unix_seconds(self.context.now),
                };
                let (source, hash, len) = (Source::Stored(body), body.hash(), body.len());
                let has_gzip = body.gzip().is_some();
                Some(self.entity(&Entity { page, source, hash, len, has_gzip, modified }, buffer))
            }
            (Ok(None), None) => Some(self.refuse(ApiError::UnknownPath, None, buffer)),
        }
    }

    /// The form of a page that the query selects.
    fn form_of(&self, page: &Page) -> Form {
        let is_selected = page.facts.selector.is_some_and(|selector| self.target.selects(selector));
        if is_selected && page.has_forms() { Form::Alternate } else { Form::Default }
    }

    /// The part of the rows of a page that the request asks for.
    fn query(&self, page: &Page) -> Result<Query, ApiError> {
        let Some(taken) = page.listed.filter(|parameters| !parameters.is_empty()) else {
            return Ok(Query::default());
        };
        let parameters = self.target.parameters();
        let parameters: Vec<(&str, &str)> =
            parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        let query = Query::read(&parameters, taken).map_err(ApiError::BadParameter)?;
        Ok(query.unwrap_or_default())
    }

    /// A body that is written for this request. It is run once for its hash and its length, in a turn where it is long.
    fn write_rows(&self, page: &Page, written: &Written, buffer: &mut Vec<u8>) -> Option<Response> {
        let modified = self.served.written_modified(written);
        if self.is_unmodified(modified) {
            let head = self.head(304, buffer);
            head.entity_headers(&self.representation(page, None, modified, !written.is_archive));
            return Some(Response { status: 304, body: None });
        }
        let has_length = !written.is_archive || self.request.is_1_1;
        if written.rows > LONG && (written.known().is_none() || !has_length) {
            match self.turn {
                Turn::Unasked => return None,
                Turn::Granted => {}
                Turn::Refused => return Some(self.busy(page, buffer)),
            }
        }
        // Nothing that is written into a hash can fail.
        let Ok(measured) = written.measure() else { return Some(self.busy(page, buffer)) };
        let (source, hash, len) = (Source::Written(written), measured.hash, measured.len);
        let has_gzip = !written.is_archive && len >= LEAST_PACKED;
        Some(self.entity(&Entity { page, source, hash, len, has_gzip, modified }, buffer))
    }

    /// Whether `If-Modified-Since` is the only condition of the request, and the body is no newer.
    fn is_unmodified(&self, modified: u64) -> bool {
        let request = self.request;
        request.if_none_match.is_empty()
            && request.if_match.is_empty()
            && request.if_unmodified_since.is_none()
            && negotiation::is_unchanged(request, &[], modified)
    }

    fn busy(&self, page: &Page, buffer: &mut Vec<u8>) -> Response {
        let site = &self.served.snapshot.site;
        let refusal = match page.facts.by_accept {
            true => site.sdmx_busy(),
            false => site.refusal(ApiError::Busy, page.lang.unwrap_or_else(|| Lang::of_path(""))),
        };
        self.refuse_with(refusal, None, true, buffer)
    }

    /// A body in one form: refused, known to the client already, in part, or whole.
    fn entity(&self, entity: &Entity<'_>, buffer: &mut Vec<u8>) -> Response {
        let Entity { page, hash, len, modified, .. } = *entity;
        let is_get = self.request.method == "GET";
        // Several lines count for none.
        let range = match self.request.range[..] {
            [range] if is_get && page.has_byte_ranges() => Some(ByteRange::read(range, len)),
            _ => None,
        };
        let range = range.filter(|range| *range != ByteRange::Whole);
        let (tag, gzip_tag) = (hash.tag(), hash.gzip_tag());
        let tags: &[&str] = if entity.has_gzip { &[&tag, &gzip_tag] } else { &[&tag] };
        let is_found = page.status == 200;
        if is_found && negotiation::is_other_state(self.request, tags, modified) {
            return self.refuse(ApiError::PreconditionFailed, None, buffer);
        }
        let is_unchanged = is_found && negotiation::is_unchanged(self.request, tags, modified);
        let is_same =
            || self.request.if_range.is_none_or(|named| negotiation::is_same_state(named, &tag, modified));
        let part = match range.filter(|_| !is_unchanged && is_same()) {
            Some(ByteRange::Unsatisfiable) => {
                return self.refuse(ApiError::RangeNotSatisfiable, Some(len), buffer);
            }
            Some(ByteRange::Part(part)) => Some(part),
            _ => None,
        };
        let accepts_gzip = || negotiation::prefers_gzip(self.request.accept_encoding.iter().copied());
        let prefers_gzip = part.is_none() && entity.has_gzip && accepts_gzip();
        let status = match part {
            Some(_) => 206,
            None if is_unchanged => 304,
            None => page.status,
        };
        let is_sent = !is_unchanged && self.request.method != "HEAD";
        let Some(body) = self.outgoing(entity, part.clone(), prefers_gzip, is_sent) else {
            return self.busy(page, buffer);
        };
        let mut head = self.head(status, buffer);
        let is_gzip = body.is_gzip();
        if !is_unchanged {
            let part = part.as_ref().map(|part| (part, len));
            head.content_headers(page, is_gzip, body.content_length(), part);
        }
        let tag = is_found.then_some(if is_gzip { &*gzip_tag } else { &*tag });
        head.entity_headers(&self.representation(page, tag, modified, entity.has_gzip));
        Response { status, body: is_sent.then_some(body) }
    }

    /// The bytes of a body; `None` where a workbook finds no compressor.
    fn outgoing(
        &self,
        entity: &Entity<'_>,
        range: Option<Range<usize>>,
        prefers_gzip: bool,
        is_sent: bool,
    ) -> Option<Outgoing> {
        let written = match entity.source {
            Source::Stored(body) if prefers_gzip => return Some(Outgoing::StoredGzip(body.clone())),
            Source::Stored(body) => return Some(Outgoing::Stored(body.clone(), range)),
            Source::Written(written) => written,
        };
        let packs = written.is_archive || (prefers_gzip && self.request.is_1_1);
        let compressor = if packs && is_sent { Compressor::take() } else { None };
        if written.is_archive && is_sent && compressor.is_none() {
            return None;
        }
        let is_gzip = packs && !written.is_archive && (compressor.is_some() || !is_sent);
        let is_chunked = (written.is_archive || is_gzip) && self.request.is_1_1;
        let len = match written.is_archive && !is_chunked {
            true => written.packed_len().ok()?,
            false => entity.len,
        };
        let (written, snapshot) = (written.clone(), self.served.number);
        let passing = Passing { written, len, range, is_gzip, is_chunked, _compressor: compressor, snapshot };
        Some(Outgoing::Written(passing))
    }

    fn representation<'p>(
        &self,
        page: &'p Page,
        tag: Option<&'p str>,
        modified: u64,
        varies: bool,
    ) -> Representation<'p> {
        let (max_age_left, has_script) = (self.max_age_left(), self.served.snapshot.site.has_script());
        Representation {
            page,
            tag,
            modified,
            varies,
            max_age_left,
            unsatisfied: None,
            is_busy: false,
            has_script,
        }
    }

    /// The page that says why the request is refused; `unsatisfied` is the length of the body without the range.
    fn refuse(&self, refusal: ApiError, unsatisfied: Option<usize>, buffer: &mut Vec<u8>) -> Response {
        let lang = Lang::of_path(self.target.path().unwrap_or_default());
        self.refuse_with(self.served.snapshot.site.refusal(refusal, lang), unsatisfied, false, buffer)
    }

    fn refuse_with(
        &self,
        page: &Page,
        unsatisfied: Option<usize>,
        is_busy: bool,
        buffer: &mut Vec<u8>,
    ) -> Response {
        let body = page.body(self.form_of(page)).cloned().unwrap_or_else(|| Body::plain(""));
        let mut head = self.head(page.status, buffer);
        head.content_headers(page, false, Some(body.len()), None);
        let now = unix_seconds(self.context.now);
        let representation = self.representation(page, None, now, false);
        head.entity_headers(&Representation { unsatisfied, is_busy, max_age_left: None, ..representation });
        let is_sent = self.request.method != "HEAD";
        Response { status: page.status, body: is_sent.then_some(Outgoing::Stored(body, None)) }
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
