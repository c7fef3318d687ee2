//! `/sitemap.xml`: the pages for people in both languages, for search engines (sitemaps.org). Only where the public
//! address is known, since a sitemap has no relative addresses.

use super::page::{Page, Variant};
use super::{urls, xml};
use crate::dataset::Dataset;
use crate::model::{Lang, PublicUrl};

/// The page.
pub fn page(dataset: &Dataset, url: &PublicUrl) -> Page {
    let views = dataset.indicators().map(|indicator| urls::view(indicator.key.as_str()));
    let general = [urls::OVERVIEW, urls::METHOD, urls::USE].map(str::to_owned);
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset \
                    xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                    xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n"
        .to_owned();
    for path in general.into_iter().chain(views) {
        let address = |lang| url.join(&localized(lang, &path));
        let alternates: String = Lang::ALL
            .map(|lang| {
                let (tag, address) = (lang.tag(), address(lang));
                let address = xml::attribute(&address);
                format!("<xhtml:link rel=\"alternate\" hreflang=\"{tag}\" href=\"{address}\"/>")
            })
            .concat();
        for lang in Lang::ALL {
            text += &format!("<url><loc>{}</loc>{alternates}</url>\n", xml::content(&address(lang)));
        }
    }
    text += "</urlset>\n";
    Page::new("application/xml", Variant::compressed(text.into_bytes()))
}

fn localized(lang: Lang, path: &str) -> String {
    if path == urls::OVERVIEW { urls::home(lang).to_owned() } else { urls::localized(lang, path) }
}
