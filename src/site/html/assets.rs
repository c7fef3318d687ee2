//! Finished pages, and what browsers and search engines ask for beside them: stylesheet, icon, robots.txt.

use std::sync::LazyLock;

use askama::Template;

use crate::model::{Lang, PublicUrl};
use crate::site::body::Body;
use crate::site::page::{Page, Variant};
use crate::site::{SiteError, urls, xml};

const CSS: &str = include_str!("style.css");
const ICON: &str = include_str!("favicon.svg");
const ROBOTS: &str = "User-agent: *\nAllow: /\n";

/// The stylesheet's address with a part of its tag: browsers that have kept an earlier one ask again.
pub static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let body = Body::new(CSS.as_bytes().to_vec());
    format!("{}?v={}", urls::STYLE, body.tag().trim_matches('"').get(..12).unwrap_or_default())
});

pub fn style() -> Page {
    plain("text/css; charset=utf-8", CSS.to_owned())
}

pub fn icon() -> Page {
    plain("image/svg+xml", ICON.to_owned())
}

/// Everything may be searched; where the public address is known, it says where the sitemap is.
pub fn robots(public_url: Option<&PublicUrl>) -> Page {
    let sitemap = public_url.map(|url| format!("\nSitemap: {}\n", url.join(urls::SITEMAP)));
    plain("text/plain; charset=utf-8", ROBOTS.to_owned() + &sitemap.unwrap_or_default())
}

pub fn page(template: &impl Template, lang: Lang) -> Result<Page, SiteError> {
    Ok(Page { lang: Some(lang), ..plain("text/html; charset=utf-8", template.render()?) })
}

/// A picture, which pages of other origins may show.
pub fn picture(template: &impl Template, lang: Lang) -> Result<Page, SiteError> {
    let picture = plain("image/svg+xml", xml::valid(template.render()?));
    Ok(Page { lang: Some(lang), cross_origin: true, ..picture })
}

fn plain(media_type: &'static str, text: String) -> Page {
    Page::new(media_type, Variant::compressed(text.into_bytes()))
}
