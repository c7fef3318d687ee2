//! Rendered pages and pictures, and the stylesheet and the icon that browsers ask for beside them.

use std::sync::LazyLock;

use askama::Template;

use super::chart_svg::{ChartSvg, FittedChart, PictureInput};
use super::indicator::IndicatorPage;
use super::inputs::IndicatorInput;
use super::picture::page_chart;
use crate::model::Localized;
use crate::site::body::Body;
use crate::site::page::{Content, Localised, SiteError};
use crate::site::{urls, xml};

pub const CSS: &str = include_str!("style.css");
pub const ICON: &str = include_str!("favicon.svg");

/// The stylesheet's address with a part of its tag: browsers that have kept an earlier one ask again.
pub static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let body = Body::new(CSS.as_bytes().to_vec());
    format!("{}?v={}", urls::STYLE, body.tag().trim_matches('"').get(..12).unwrap_or_default())
});

pub fn content(template: &impl Template) -> Result<Content, SiteError> {
    Ok(Content::of(template.render()?))
}

pub fn indicator_page(input: &IndicatorInput<'_>) -> Localised {
    let chart = page_chart(input);
    Localized::try_build(|lang| content(&IndicatorPage::new(input, chart.as_ref(), lang)))
}

pub fn chart_picture(input: &PictureInput<'_>) -> Localised {
    let chart = FittedChart::new(input);
    let picture = |lang| Ok(Content::of(xml::valid(ChartSvg::new(input, &chart, lang).render()?)));
    Localized::try_build(picture)
}
