//! What the service answers when it refuses a request: one page a refusal and language (decisions, section 6).

use super::json;
use super::page::{Caching, Page};
use super::view::{ErrorView, SCHEMA_VERSION};
use super::words;
use crate::model::{ByLang, Lang};

/// Why the service itself refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// 404: the path has the shape of an indicator's, its key is not known.
    UnknownKey,
    /// 404: any other path.
    UnknownPath,
    /// 405: neither GET, HEAD nor OPTIONS.
    MethodNotAllowed,
    /// 414: a request target over 8 KiB.
    TargetTooLong,
}

impl Refusal {
    /// All of them, in the order of their discriminants.
    pub const ALL: [Refusal; 4] =
        [Refusal::UnknownKey, Refusal::UnknownPath, Refusal::MethodNotAllowed, Refusal::TargetTooLong];

    fn status(self) -> u16 {
        match self {
            Refusal::UnknownKey | Refusal::UnknownPath => 404,
            Refusal::MethodNotAllowed => 405,
            Refusal::TargetTooLong => 414,
        }
    }

    /// Stable, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Refusal::UnknownKey => "unknown_key",
            Refusal::UnknownPath => "unknown_path",
            Refusal::MethodNotAllowed => "method_not_allowed",
            Refusal::TargetTooLong => "target_too_long",
        }
    }
}

/// A page for each of them in each language.
pub struct Refusals(ByLang<[Page; Refusal::ALL.len()]>);

impl Refusals {
    /// Writes the pages.
    ///
    /// # Errors
    /// As [`json::page`].
    pub fn new() -> Result<Self, serde_json::Error> {
        let page = |refusal: Refusal, lang| {
            let view = ErrorView {
                schema_version: SCHEMA_VERSION,
                error: words::refusal(refusal, lang),
                code: refusal.code(),
            };
            let page = json::page(&view, Some(lang), Caching::NoStore)?;
            Ok(Page { status: refusal.status(), ..page })
        };
        let [unknown_key, unknown_path, method, target] = Refusal::ALL;
        let pages = |lang| {
            Ok([
                page(unknown_key, lang)?,
                page(unknown_path, lang)?,
                page(method, lang)?,
                page(target, lang)?,
            ])
        };
        Ok(Refusals(ByLang { ru: pages(Lang::Ru)?, en: pages(Lang::En)? }))
    }

    /// The page of one.
    pub fn page(&self, refusal: Refusal, lang: Lang) -> &Page {
        &self.0.get(lang)[refusal as usize]
    }
}
