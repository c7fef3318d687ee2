//! A request's head → a response: refusals first, then the page, in the form and encoding that the client asks for.

use super::*;

use super::gate::Admission;
use super::negotiation::{ByteRange, State};
use super::request_target::RequestTarget;
use super::response::Head;
use super::route::Route;
use crate::server::outgoing::Content;
use crate::site::{LEAST_PACKED, Measured, Query};

/// Seconds after which a busy service is to be asked again.
const RETRY_AFTER: &str = "5";
/// A body of more rows waits for a turn before it is hashed.
const MAX_UNQUEUED_ROWS: usize = 10_000;

/// How a request goes on.
pub enum Plan {
    Respond(Response),
    /// A long body is to be run first, for which a turn is needed.
    Wait,
}

impl Plan {
    fn without_body(status: u16) -> Self {
        Plan::Respond(Response { status, body: None })
    }
}

/// Writes the head of the answer to `request` into `buffer`, in place of its content.
pub fn plan(
    request: &RequestHead<'_>,
    current: &Current,
    context: &ResponseContext<'_>,
    buffer: &mut Vec<u8>,
) -> Plan {
    if let Some(gate) = context.gate
        && let Some(plan) = answer_at_gate(gate, request, context, buffer)
    {
        return plan;
    }

    let answer = Answer {
        request,
        target: RequestTarget::parse(request.target, current.served.site.root()),
        current,
        served: &current.served,
        context,
    };
    match answer.plan(buffer) {
        Ok(plan) => plan,
        Err(refusal) => Plan::Respond(answer.refuse(&refusal, buffer)),
    }
}

/// The answer of the gate to a request that it does not admit as it is; `None` where it admits it.
fn answer_at_gate(
    gate: &Gate,
    request: &RequestHead<'_>,
    context: &ResponseContext<'_>,
    buffer: &mut Vec<u8>,
) -> Option<Plan> {
    match gate.admit(request) {
        Admission::Granted => None,
        Admission::Entered(path) => {
            let mut head = Head::begin(buffer, 303, context);
            head.field("Location", &path);
            head.field("Set-Cookie", &gate.cookie());
            head.field("Content-Length", "0");
            head.field("Cache-Control", "no-store");
            head.field("Referrer-Policy", "no-referrer");
            head.end();
            Some(Plan::without_body(303))
        }
        Admission::Refused => {
            let sentence = Body::plain(format!("{}\n", gate.refusal));
            let mut head = Head::begin(buffer, 403, context);
            head.field("Content-Type", "text/plain; charset=utf-8");
            head.line("Content-Length", sentence.len());
            head.field("Cache-Control", "no-store");
            head.end();
            let body = (request.method != "HEAD").then_some(Outgoing::stored(sentence));
            Some(Plan::Respond(Response { status: 403, body }))
        }
    }
}

/// Everything on which the answer to one request depends.
struct Answer<'a> {
    request: &'a RequestHead<'a>,
    target: RequestTarget<'a>,
    current: &'a Current,
    served: &'a Served,
    context: &'a ResponseContext<'a>,
}

/// Why another page than the one that was asked for is the answer.
enum Refusal {
    Error(ApiError),
    /// A body of this length has no bytes in the range.
    Range(usize),
    Busy {
        is_sdmx: bool,
    },
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Refusal::Error(error)
    }
}

impl Answer<'_> {
    fn plan(&self, buffer: &mut Vec<u8>) -> Result<Plan, Refusal> {
        let path = self.path()?;
        if self.request.method == "OPTIONS" {
            self.head(204, buffer).options();
            return Ok(Plan::without_body(204));
        }

        let scope = self.context.scope;
        let accept = &self.request.accept;
        match route::find(self.served, scope, &self.target, path, accept) {
            Route::Page(path, page) => self.plan_page(page, Some(&path), buffer),
            Route::Data(data) => self.write_rows(&data.page, &data.written, buffer),
            Route::Made(page) => self.plan_page(&page, None, buffer),
            Route::Live(live) => {
                let counts = lock(self.context.counters).clone();
                let page = live(&counts).map_err(|_| ApiError::Unhealthy)?;
                self.plan_page(&page, None, buffer)
            }
            Route::Moved(redirect) => {
                let mut head = self.head(301, buffer);
                if redirect.is_cross_origin {
                    head.cross_origin_headers();
                }

                let location = format!("{}{}", self.served.site.root(), redirect.location);
                head.redirect(&location, self.target.query, self.max_age_left());
                Ok(Plan::without_body(301))
            }
        }
    }

    /// The path that is asked for. The error refuses the request whatever page there is.
    fn path(&self) -> Result<&str, ApiError> {
        if self.request.is_malformed {
            return Err(ApiError::BadRequest);
        }

        if self.request.target.len() > LONGEST_TARGET {
            return Err(ApiError::TargetTooLong);
        }

        match (self.request.method, self.target.path()) {
            ("OPTIONS", path) => Ok(path.unwrap_or_default()),
            ("GET" | "HEAD", Some(urls::HEALTH)) if self.context.is_silent => {
                Err(ApiError::Unhealthy)
            }
            ("GET" | "HEAD", path) => path.ok_or(ApiError::UnknownPath),
            _ => Err(ApiError::MethodNotAllowed),
        }
    }

    /// A page of the snapshot, at this path; without a path one that is no older than the answer.
    fn plan_page(
        &self,
        page: &Page,
        path: Option<&str>,
        buffer: &mut Vec<u8>,
    ) -> Result<Plan, Refusal> {
        let form = self.form_of(page);
        let query = self.query(page)?;
        if let Some(written) = self.served.site.written(page, &query, form)? {
            return self.write_rows(page, &written, buffer);
        }

        let body = page.body(form).ok_or(ApiError::UnknownPath)?;
        // Two pages of one second that are written for one answer each may differ.
        let modified = path.and_then(|path| self.last_modified(self.current.modified(path, form)));
        self.plan_entity(page, Content::Stored(body.clone()), modified, buffer)
    }

    /// The form of a page that the query selects.
    fn form_of(&self, page: &Page) -> Form {
        let selector = page.facts.selector;
        if page.has_forms() && selector.is_some_and(|selector| self.target.selects(selector)) {
            Form::Alternate
        } else {
            Form::Default
        }
    }

    /// The part of the rows of a page that the request asks for.
    fn query(&self, page: &Page) -> Result<Query, ApiError> {
        let taken = self.served.site.row_parameters(page);
        if taken.is_empty() {
            return Ok(Query::default());
        }

        let parameters = self.target.parameters();
        let parameters: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        let selector = page.facts.selector.map(|selector| selector.parameter);
        Query::read(&parameters, taken, selector).map_err(ApiError::BadParameter)
    }

    /// A body that is written for this request. It is run once for its hash and its length, in a turn where it is long.
    fn write_rows(
        &self,
        page: &Page,
        written: &Written,
        buffer: &mut Vec<u8>,
    ) -> Result<Plan, Refusal> {
        let modified = self.last_modified(self.current.written_modified(written));
        if self.is_unmodified(modified) {
            let mut head = self.head(304, buffer);
            head.state_headers(page, None, modified);
            self.end_page(head, page, !written.is_archive);
            return Ok(Plan::without_body(304));
        }

        let has_length = !written.is_archive || self.request.is_1_1;
        if written.rows > MAX_UNQUEUED_ROWS && (written.known().is_none() || !has_length) {
            match self.context.turn {
                Turn::Unasked => return Ok(Plan::Wait),
                Turn::Granted => {}
                Turn::Refused => return Err(busy_refusal(page)),
            }
        }

        self.plan_entity(page, Content::Written(written.clone()), modified, buffer)
    }

    /// The instant of the last change, unless that is later than `Date` [RFC 9110 §8.8.2.1].
    fn last_modified(&self, changed: u64) -> Option<u64> {
        Some(changed).filter(|changed| *changed <= unix_seconds(self.context.now))
    }

    /// Returns true if `If-Modified-Since` is the only condition of the request, and names this state.
    fn is_unmodified(&self, modified: Option<u64>) -> bool {
        let request = self.request;
        let untagged = State {
            tags: Vec::new(),
            modified,
        };
        request.if_none_match.is_empty()
            && request.if_match.is_empty()
            && request.if_unmodified_since.is_none()
            && untagged.is_known_to(request)
    }

    /// A body in one form: refused, known to the client already, in part, or whole.
    fn plan_entity(
        &self,
        page: &Page,
        content: Content,
        modified: Option<u64>,
        buffer: &mut Vec<u8>,
    ) -> Result<Plan, Refusal> {
        // Nothing that is written into a hash can fail.
        let Measured { hash, len } = content.measure().map_err(|_| busy_refusal(page))?;
        let has_gzip = match &content {
            Content::Stored(body) => body.gzip().is_some(),
            Content::Written(written) => !written.is_archive && len >= LEAST_PACKED,
        };

        let mut tags = vec![hash.tag(false)];
        if has_gzip {
            tags.push(hash.tag(true));
        }

        let request = self.request;
        let state = State { tags, modified };
        let is_found = page.status == 200;
        if is_found && state.fails_precondition(request) {
            return Err(ApiError::PreconditionFailed.into());
        }

        let is_unchanged = is_found && state.is_known_to(request);
        let part = if is_unchanged {
            None
        } else {
            self.find_part(page, &state, len)?
        };

        let encodings = request.accept_encoding.iter().copied();
        let prefers_gzip = part.is_none() && has_gzip && negotiation::prefers_gzip(encodings);
        let status = match part {
            Some(_) => 206,
            None if is_unchanged => 304,
            None => page.status,
        };

        let is_sent = !is_unchanged && request.method != "HEAD";
        let body = match content {
            Content::Stored(body) => Outgoing {
                range: part,
                ..Outgoing::encoded(body, prefers_gzip)
            },
            Content::Written(written) => self
                .outgoing_rows(written, len, part, prefers_gzip, is_sent)
                .ok_or(busy_refusal(page))?,
        };

        let mut head = self.head(status, buffer);
        if !is_unchanged {
            head.content_headers(page, &body);
        }

        let tag = is_found.then(|| hash.tag(body.is_gzip));
        head.state_headers(page, tag.as_deref(), modified);
        self.end_page(head, page, has_gzip);
        Ok(Plan::Respond(Response {
            status,
            body: is_sent.then_some(body),
        }))
    }

    /// The part of a body of `len` bytes that the request asks for; `None` where the whole body is the answer.
    fn find_part(
        &self,
        page: &Page,
        state: &State,
        len: usize,
    ) -> Result<Option<Range<usize>>, Refusal> {
        let request = self.request;
        let is_same = request
            .if_range
            .is_none_or(|if_range| state.is_named_by(if_range));
        if request.method != "GET" || !page.has_byte_ranges() || !is_same {
            return Ok(None);
        }

        // Several `Range` lines are ignored.
        let [range] = request.range[..] else {
            return Ok(None);
        };

        match ByteRange::read(range, len) {
            ByteRange::Whole => Ok(None),
            ByteRange::Part(part) => Ok(Some(part)),
            ByteRange::Unsatisfiable => Err(Refusal::Range(len)),
        }
    }

    /// Written rows as they are sent, with a text of `len` bytes; `None` where a workbook finds no compressor.
    fn outgoing_rows(
        &self,
        written: Written,
        len: usize,
        range: Option<Range<usize>>,
        prefers_gzip: bool,
        is_sent: bool,
    ) -> Option<Outgoing> {
        let is_archive = written.is_archive;
        let packs = is_archive || (prefers_gzip && self.request.is_1_1);
        let compressor = if packs && is_sent {
            self.context.compressors.take()
        } else {
            None
        };

        let is_packed = packs && (compressor.is_some() || !is_sent);
        if is_archive && !is_packed {
            return None;
        }

        let is_chunked = is_packed && self.request.is_1_1;
        let whole_len = if is_archive && !is_chunked {
            written.packed_len().ok()?
        } else {
            len
        };

        Some(Outgoing {
            content: Content::Written(written),
            whole_len,
            range,
            is_gzip: is_packed && !is_archive,
            is_chunked,
            _compressor: compressor,
            snapshot: Some(self.current.number),
        })
    }

    /// Answers with the page that says why the request is refused.
    fn refuse(&self, refusal: &Refusal, buffer: &mut Vec<u8>) -> Response {
        let site = &self.served.site;
        let error = match refusal {
            Refusal::Error(error) => error,
            Refusal::Range(_) => &ApiError::RangeNotSatisfiable,
            Refusal::Busy { .. } => &ApiError::Busy,
        };

        let page = match refusal {
            Refusal::Busy { is_sdmx: true } => site.sdmx_busy().clone(),
            _ => site.refusal(error, Lang::of_path(self.target.path().unwrap_or_default())),
        };

        let body = page.body(self.form_of(&page)).cloned();
        let body = Outgoing::stored(body.unwrap_or_else(|| Body::plain("")));
        let mut head = self.head(page.status, buffer);
        head.content_headers(&page, &body);
        head.state_headers(&page, None, None);
        match refusal {
            Refusal::Busy { .. } => head.field("Retry-After", RETRY_AFTER),
            Refusal::Range(length) => head.line("Content-Range", format_args!("bytes */{length}")),
            _ => {}
        }

        self.end_page(head, &page, false);
        let is_sent = self.request.method != "HEAD";
        Response {
            status: page.status,
            body: is_sent.then_some(body),
        }
    }

    /// Begins a head, which names the snapshot [D8.2].
    fn head<'a>(&self, status: u16, buffer: &'a mut Vec<u8>) -> Head<'a> {
        let mut head = Head::begin(buffer, status, self.context);
        head.field("Snapshot-Id", self.served.site.snapshot());
        head
    }

    fn end_page(&self, head: Head<'_>, page: &Page, varies: bool) {
        head.policy_headers(page, varies, self.max_age_left(), &self.served.site);
    }

    /// Seconds until the next known change of the snapshot, if one is known.
    fn max_age_left(&self) -> Option<u64> {
        let change = self.served.next_change?;
        let left = change.duration_since(self.context.now);
        Some(left.unwrap_or_default().as_secs())
    }
}

fn busy_refusal(page: &Page) -> Refusal {
    Refusal::Busy {
        is_sdmx: page.facts.by_accept,
    }
}
