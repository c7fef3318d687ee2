//! `/sitemap.xml`: the pages for people in every language, for search engines (sitemaps.org). Only where the public
//! address is known, since a sitemap has no relative addresses.

use askama::Template;

use super::page::{Page, Variant};
use super::{SiteError, urls, xml};
use crate::dataset::Dataset;
use crate::model::{Lang, PublicUrl};

#[derive(Template)]
#[template(path = "sitemap.xml", config = "src/site/templates/askama.toml")]
struct Sitemap {
    /// Each page in every language.
    pages: Vec<[Address; Lang::ALL.len()]>,
}

struct Address {
    lang: &'static str,
    href: String,
}

pub fn page(dataset: &Dataset, url: &PublicUrl) -> Result<Page, SiteError> {
    let address = |lang: Lang, path: &str| {
        let path =
            if path == urls::OVERVIEW { urls::home(lang).to_owned() } else { urls::localized(lang, path) };
        Address { lang: lang.tag(), href: url.join(&path) }
    };
    let views = dataset.indicators().map(|indicator| urls::view(indicator.key.as_str()));
    let paths = [urls::OVERVIEW, urls::METHOD, urls::USE].map(str::to_owned).into_iter().chain(views);
    let sitemap = Sitemap { pages: paths.map(|path| Lang::ALL.map(|lang| address(lang, &path))).collect() };
    let text = xml::document(&sitemap)?;
    Ok(Page::new("application/xml", Variant::compressed(text.into_bytes())))
}
