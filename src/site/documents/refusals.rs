//! Why the service itself refuses a request, and the page that says so [D6].

use super::*;

use super::{json, text};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// 404: the path has the shape of an indicator's, its key is not known.
    UnknownKey,
    /// 404: no category has this identifier, or none of its indicators is public.
    UnknownCategory,
    /// 404: any other path.
    UnknownPath,
    /// 404: a path under which people look, answered by a page for them [D10.missing].
    UnknownPage,
    /// 405: neither GET, HEAD nor OPTIONS.
    MethodNotAllowed,
    /// 414: a request target over 8 KiB.
    TargetTooLong,
    /// 400: a request that HTTP forbids; the connection is closed.
    BadRequest,
    /// 400: a parameter that the resource cannot answer [D20].
    BadParameter(BadParameter),
    /// 412: `If-Match` names another state of the resource, or it has changed since `If-Unmodified-Since` [D23.match].
    PreconditionFailed,
    /// 416: a range of bytes that the body has not [D23.range].
    RangeNotSatisfiable,
    /// 503: too many long bodies are asked for.
    Busy,
    /// 503: the program's main loop gives no sign of life; `/healthz` only.
    Unhealthy,
}

impl ApiError {
    pub fn all() -> impl Iterator<Item = ApiError> {
        let others = [
            ApiError::UnknownKey,
            ApiError::UnknownCategory,
            ApiError::UnknownPath,
            ApiError::UnknownPage,
            ApiError::MethodNotAllowed,
            ApiError::TargetTooLong,
            ApiError::BadRequest,
            ApiError::PreconditionFailed,
            ApiError::RangeNotSatisfiable,
            ApiError::Busy,
            ApiError::Unhealthy,
        ];
        others
            .into_iter()
            .chain(BadParameter::all().map(ApiError::BadParameter))
    }

    /// The HTTP status, and a stable code for programs.
    pub fn status_and_code(self) -> (u16, &'static str) {
        match self {
            ApiError::UnknownKey => (404, "unknown_key"),
            ApiError::UnknownCategory => (404, "unknown_category"),
            ApiError::UnknownPath | ApiError::UnknownPage => (404, "unknown_path"),
            ApiError::MethodNotAllowed => (405, "method_not_allowed"),
            ApiError::TargetTooLong => (414, "target_too_long"),
            ApiError::BadRequest => (400, "bad_request"),
            ApiError::BadParameter(_) => (400, "bad_parameter"),
            ApiError::PreconditionFailed => (412, "precondition_failed"),
            ApiError::RangeNotSatisfiable => (416, "range_not_satisfiable"),
            ApiError::Busy => (503, "busy"),
            ApiError::Unhealthy => (503, "unhealthy"),
        }
    }
}

/// The body of a refusal.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    schema_version: &'static str,
    /// A sentence in the language of the path.
    error: &'static str,
    /// Stable, for programs.
    code: &'static str,
}

impl ErrorView {
    pub fn new(error: ApiError, lang: Lang) -> Self {
        let (_, code) = error.status_and_code();
        ErrorView {
            schema_version: SCHEMA_VERSION,
            error: text::refusal(error, lang),
            code,
        }
    }
}

/// The pages of refusals, in every language.
pub type Refusals = Vec<(ApiError, Localized<Page>)>;

pub fn refusals(service: html::Service<'_>) -> Result<Refusals, SiteError> {
    let bodies = Bodies::after([].into_iter());
    let page = |error: ApiError, lang| {
        let page = if error == ApiError::UnknownPage {
            Page::new(
                &HTML,
                html::content(&html::MissingPage::new(service, lang))?,
                &bodies,
            )?
        } else {
            Page::passing(&JSON, json::content(&ErrorView::new(error, lang))?)
        };
        let (status, _) = error.status_and_code();
        Ok::<_, SiteError>(Page {
            status,
            caching: Caching::NoStore,
            lang: Some(lang),
            ..page
        })
    };
    let pages = |error| Ok((error, Localized::try_build(|lang| page(error, lang))?));
    ApiError::all().map(pages).collect()
}
