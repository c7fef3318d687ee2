//! What browsers and search engines ask for beside the pages: stylesheet, icon, and what may be searched.

use super::super::page::{Page, Variant};
use super::super::urls;
use crate::model::PublicUrl;

pub(super) const CSS: &str = include_str!("style.css");
const ICON: &str = include_str!("favicon.svg");
const ROBOTS: &str = "User-agent: *\nAllow: /\n";

/// The stylesheet of all pages.
pub fn style() -> Page {
    plain("text/css; charset=utf-8", CSS.to_owned())
}

/// The sign of the service.
pub fn icon() -> Page {
    plain("image/svg+xml", ICON.to_owned())
}

/// Everything may be searched; where the public address is known, it says where the sitemap is.
pub fn robots(public_url: Option<&PublicUrl>) -> Page {
    let sitemap = public_url.map(|url| format!("\nSitemap: {}\n", url.join(urls::SITEMAP)));
    plain("text/plain; charset=utf-8", ROBOTS.to_owned() + &sitemap.unwrap_or_default())
}

pub(super) fn plain(media_type: &'static str, text: String) -> Page {
    Page::new(media_type, Variant::compressed(text.into_bytes()))
}
