//! For search engines: `/robots.txt`, and `/sitemap.xml` with the pages for people in every language (sitemaps.org); only
//! where the public address is known, since a sitemap has no relative addresses. For those who find a vulnerability:
//! `/.well-known/security.txt`. For language models: `/llms.txt`.

use super::*;

use super::text;
use crate::model::is_security_address;

#[derive(Template)]
#[template(path = "sitemap.xml", config = "src/site/templates/askama.toml")]
struct Sitemap {
    pages: Vec<[Address; Lang::ALL.len()]>,
}

struct Address {
    lang: &'static str,
    href: String,
}

/// `general` are the paths of the pages that are not of one indicator or category.
pub fn content(
    dataset: &Dataset,
    general: impl Iterator<Item = &'static str>,
    url: &PublicUrl,
) -> Result<Texts, SiteError> {
    let address = |lang: Lang, path: &str| {
        let path =
            if path == urls::OVERVIEW { urls::home(lang).to_owned() } else { urls::localized(lang, path) };
        Address { lang: lang.tag(), href: url.join(&path) }
    };
    let views = dataset.indicators().map(|indicator| urls::of(urls::VIEW, indicator.key.as_str()));
    let categories =
        dataset.categories.iter().map(|category| urls::of_category(urls::CATEGORY, &category.id));
    let paths = general.map(str::to_owned).chain(categories).chain(views);
    let sitemap = Sitemap { pages: paths.map(|path| Lang::ALL.map(|lang| address(lang, &path))).collect() };
    Ok(Texts::of(xml::document(&sitemap)?))
}

/// Everything may be searched.
pub fn robots(options: &SiteOptions) -> String {
    let sitemap = options.public_url.as_ref().map(|url| format!("\nSitemap: {}\n", url.join(urls::SITEMAP)));
    "User-agent: *\nAllow: /\n".to_owned() + &sitemap.unwrap_or_default()
}

/// RFC 9116: where a vulnerability is reported, by the dataset's `security`, else its `contact`. It expires a year after
/// the dataset's date, so that nobody is sent to an address that was forgotten.
pub fn security(dataset: &Dataset) -> Option<String> {
    let contact = dataset.contact.as_ref().map(|contact| &contact.url);
    let address = dataset.security.as_ref().or(contact.filter(|url| is_security_address(url)))?;
    let expires = dataset.offset.timestamp(dataset.as_of.checked_add_months(Months::new(12))?);
    let languages = Lang::ALL.map(Lang::tag).join(", ");
    Some(format!("Contact: {address}\nExpires: {expires}\nPreferred-Languages: {languages}\n"))
}

/// What is where, in the form of llmstxt.org. Addresses are relative where the public one is not known.
pub fn guide(dataset: &Dataset, options: &SiteOptions) -> String {
    let base = options.public_url.as_ref().map(ToString::to_string).unwrap_or_default();
    let title = text::service(dataset.title.as_ref(), Lang::En);
    let description = dataset.description.as_ref().map(|text| format!("> {}\n\n", text.get(Lang::En)));
    let links = include_str!("schema/llms.txt").replace("BASE", &base);
    format!("# {title}\n\n{}{links}", description.unwrap_or_default())
}
