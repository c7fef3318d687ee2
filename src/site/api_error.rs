//! What the service answers when it refuses a request: one page a refusal and language [D6].

use super::SiteError;
use super::html;
use super::json;
use super::page::{Caching, Page};
use super::text;
use super::view::{ErrorView, SCHEMA_VERSION};
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
    /// All of them, in the order of their discriminants.
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

    /// Whether a page for people says it, not JSON.
    pub fn is_for_people(self) -> bool {
        self == ApiError::UnknownPage
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
pub struct ApiErrors(Localized<Vec<Page>>);

impl ApiErrors {
    /// Writes the pages of a service.
    ///
    /// # Errors
    /// As [`json::page`].
    pub fn new(service: html::Service<'_>) -> Result<Self, SiteError> {
        let page = |refusal: ApiError, lang| -> Result<Page, SiteError> {
            if refusal.is_for_people() {
                let page = html::page(&html::MissingPage::new(service, lang), lang)?;
                return Ok(Page { status: refusal.status(), caching: Caching::NoStore, ..page });
            }
            let view = ErrorView {
                schema_version: SCHEMA_VERSION,
                error: text::refusal(refusal, lang),
                code: refusal.code(),
            };
            let page = json::live_page(&view, Some(lang))?;
            Ok(Page { status: refusal.status(), ..page })
        };
        let pages = |lang| -> Result<Vec<Page>, SiteError> {
            ApiError::ALL.into_iter().map(|refusal| page(refusal, lang)).collect()
        };
        Ok(ApiErrors(Localized::try_build(pages)?))
    }

    /// The page of one.
    pub fn page(&self, refusal: ApiError, lang: Lang) -> &Page {
        &self.0.get(lang)[refusal as usize]
    }
}
