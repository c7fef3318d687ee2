//! Files at addresses that visitors know: `/robots.txt` and `/sitemap.xml` for search engines, `/llms.txt` for language
//! models, and `/.well-known/security.txt` for those who find a vulnerability.

use super::*;

use super::openapi::is_offered;
use super::text;
use crate::model::is_security_address;

#[derive(Template)]
#[template(path = "sitemap.xml", config = "src/site/templates/askama.toml")]
struct Sitemap<'a> {
    url: &'a PublicUrl,
    paths: Vec<String>,
}

impl Sitemap<'_> {
    fn address(&self, lang: Lang, path: &str) -> String {
        self.url.join(&urls::localized(lang, path))
    }
}

/// The pages for people in every language (sitemaps.org); only where the public address is known, since a sitemap has no
/// relative addresses.
pub fn sitemap(resources: &[Resource], inputs: &DatasetInputs) -> Option<Texts> {
    let url = inputs.options.public_url.as_ref()?;
    let mut paths = Vec::new();
    for resource in resources {
        let is_lasting_page =
            resource.facts.is_document() && resource.caching() != Caching::NoStore;
        if is_lasting_page && !resource.path.contains('{') && is_offered(resource, inputs) {
            paths.push(resource.path.to_owned());
        }
    }

    for category in &inputs.dataset.categories {
        paths.push(urls::of(urls::CATEGORY, &category.id));
    }

    for indicator in inputs.dataset.indicators() {
        paths.push(urls::of(urls::VIEW, &indicator.key));
    }

    // Writing to memory does not fail.
    xml::document(&Sitemap { url, paths }).ok().map(Texts::of)
}

/// Everything may be searched.
pub fn robots(options: &SiteOptions) -> String {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(url) = &options.public_url {
        text += &format!("\nSitemap: {}\n", url.join(urls::SITEMAP));
    }

    text
}

/// RFC 9116: where a vulnerability is reported, by the dataset's `security`, else its `contact`. It expires a year after
/// the dataset's date, so that nobody is sent to an address that was forgotten.
pub fn security(dataset: &Dataset) -> Option<String> {
    let contact = dataset.contact.as_ref().map(|contact| &contact.url);
    let contact = contact.filter(|url| is_security_address(url));
    let address = dataset.security.as_ref().or(contact)?;
    let expires = dataset.as_of.checked_add_months(Months::new(12))?;
    let expires = dataset.offset.timestamp(expires);
    let languages = Lang::each(Lang::tag).join(", ");
    Some(format!(
        "Contact: {address}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    ))
}

/// The list of resources, in the form of llmstxt.org.
#[derive(Template)]
#[template(
    path = "llms.txt",
    config = "src/site/templates/askama.toml",
    whitespace = "preserve"
)]
pub struct Guide<'a> {
    pub dataset: &'a Dataset,
    /// The public address; addresses are relative where it is not known.
    pub base: String,
}
