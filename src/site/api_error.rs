//! What the service answers when it refuses a request: one page a refusal and language [D6].

use serde::Serialize;

use super::page::{Caching, HTML, JSON, Page, SiteError};
use super::view::SCHEMA_VERSION;
use super::{html, json, text};
use crate::model::{Lang, Localized};

/// Why the service itself refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// 404: the path has the shape of an indicator's, its key is not known.
    UnknownKey,
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
    /// 503: the program's main loop gives no sign of life; `/healthz` only.
    Unhealthy,
}

impl ApiError {
    pub const ALL: [ApiError; 7] = [
        ApiError::UnknownKey,
        ApiError::UnknownPath,
        ApiError::UnknownPage,
        ApiError::MethodNotAllowed,
        ApiError::TargetTooLong,
        ApiError::BadRequest,
        ApiError::Unhealthy,
    ];

    fn status(self) -> u16 {
        match self {
            ApiError::UnknownKey | ApiError::UnknownPath | ApiError::UnknownPage => 404,
            ApiError::MethodNotAllowed => 405,
            ApiError::TargetTooLong => 414,
            ApiError::BadRequest => 400,
            ApiError::Unhealthy => 503,
        }
    }

    /// Stable, for programs.
    pub fn code(self) -> &'static str {
        match self {
            ApiError::UnknownKey => "unknown_key",
            ApiError::UnknownPath | ApiError::UnknownPage => "unknown_path",
            ApiError::MethodNotAllowed => "method_not_allowed",
            ApiError::TargetTooLong => "target_too_long",
            ApiError::BadRequest => "bad_request",
            ApiError::Unhealthy => "unhealthy",
        }
    }
}

/// A page for each of them in each language.
pub struct ApiErrors(Vec<(ApiError, Localized<Page>)>);

impl ApiErrors {
    /// Writes the pages of a service.
    pub fn new(service: html::Service<'_>) -> Result<Self, SiteError> {
        let page = |error: ApiError, lang| -> Result<Page, SiteError> {
            let (facts, content) = if error == ApiError::UnknownPage {
                (&HTML, html::content(&html::MissingPage::new(service, lang))?)
            } else {
                (&JSON, json::no_store(&ErrorView::new(error, lang))?)
            };
            let (status, caching) = (error.status(), Caching::NoStore);
            Ok(Page { status, caching, lang: Some(lang), ..Page::new(facts, content) })
        };
        let pages = |error| Ok((error, Localized::try_build(|lang| page(error, lang))?));
        Ok(ApiErrors(ApiError::ALL.into_iter().map(pages).collect::<Result<_, SiteError>>()?))
    }

    pub fn page(&self, error: ApiError, lang: Lang) -> &Page {
        let found = self.0.iter().find(|(own, _)| *own == error).unwrap_or(&self.0[0]);
        found.1.get(lang)
    }
}

/// What the service itself answers [D6].
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
        ErrorView { schema_version: SCHEMA_VERSION, error: text::refusal(error, lang), code: error.code() }
    }
}
