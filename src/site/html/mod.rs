//! Pages for people: an overview and a page for each indicator, without a script and without a request to anywhere
//! but for the one stylesheet.

mod assets;
mod chart_svg;
mod citation;
mod facts;
mod figures;
mod indicator;
mod inputs;
mod layout;
mod marks;
mod method;
mod missing;
mod news;
mod observations;
mod overview;
mod picture;
mod revisions;
mod usage;

use std::sync::LazyLock;

use askama::Template;

use super::body::Body;
use super::page::Page;
use super::{SiteError, urls, xml};
use crate::model::Lang;
pub use assets::{icon, robots, style};
pub use chart_svg::{ChartSvg, FittedChart, PictureInput};
pub use figures::written;
pub use indicator::{IndicatorInput, IndicatorPage, page_chart};
pub use inputs::of as inputs;
pub use layout::Service;
pub use method::MethodPage;
pub use missing::MissingPage;
pub use overview::OverviewPage;
pub use usage::UsagePage;

/// A finished page.
///
/// # Errors
/// When a template cannot be written, which none of this program's can be brought to.
pub fn page(template: &impl Template, lang: Lang) -> Result<Page, SiteError> {
    Ok(Page { lang: Some(lang), ..assets::plain("text/html; charset=utf-8", template.render()?) })
}

/// A finished picture, which pages of other origins may show.
///
/// # Errors
/// As [`page`].
pub fn picture(template: &impl Template, lang: Lang) -> Result<Page, SiteError> {
    let picture = assets::plain("image/svg+xml", xml::valid(template.render()?));
    Ok(Page { lang: Some(lang), cross_origin: true, ..picture })
}

/// The stylesheet's address, with what tells one stylesheet from another: whoever has kept an earlier one asks again.
static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let tag = Body::new(assets::CSS.as_bytes().to_vec());
    format!("{}?v={}", urls::STYLE, tag.tag().trim_matches('"').get(..12).unwrap_or_default())
});
