//! Pages for people: an overview and a page for each indicator, without a script and without a request to anywhere
//! but for the one stylesheet.

mod chart;
mod figures;
mod indicator;
mod layout;
mod observations;
mod overview;
mod sparkline;

use std::sync::LazyLock;

use askama::Template;

use super::body::Body;
use super::page::{Page, Variant};
use super::{SiteError, urls};
use crate::model::Lang;
pub use indicator::IndicatorPage;
pub use overview::OverviewPage;

/// A finished page.
///
/// # Errors
/// When a template cannot be written, which none of this program's can be brought to.
pub fn page(template: &impl Template, lang: Lang) -> Result<Page, SiteError> {
    Ok(Page { lang: Some(lang), ..plain("text/html; charset=utf-8", template.render()?) })
}

/// The stylesheet of all pages.
pub fn style() -> Page {
    plain("text/css; charset=utf-8", CSS.to_owned())
}

fn plain(media_type: &'static str, text: String) -> Page {
    Page::new(media_type, Variant::compressed(text.into_bytes()))
}

const CSS: &str = include_str!("html/style.css");

/// The stylesheet's address, with what tells one stylesheet from another: whoever has kept an earlier one asks again.
static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let tag = Body::new(CSS.as_bytes().to_vec());
    format!("{}?v={}", urls::STYLE, tag.tag().trim_matches('"').get(..12).unwrap_or_default())
});
