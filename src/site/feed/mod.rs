//! `/feed.atom`: the newest figures for feed readers (RFC 4287; decisions-2, section 13).

mod entries;

use super::page::{Page, Variant};
use super::{SiteOptions, text, urls, xml};
use crate::dataset::Dataset;
use crate::model::{Lang, PublicUrl};
use entries::Entry;

/// What feeds are sent as.
const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";
/// How many figures it has.
const MOST_ENTRIES: usize = 100;
/// The host of identifiers where the public one is not known: a name that is never given to anybody (RFC 2606).
const NO_HOST: &str = "indicatord.invalid";

/// The page.
pub fn page(dataset: &Dataset, options: &SiteOptions, lang: Lang) -> Page {
    let text = document(dataset, options, MOST_ENTRIES, lang);
    let text = Variant::compressed(text.into_bytes());
    Page { lang: Some(lang), cross_origin: true, ..Page::new(MEDIA_TYPE, text) }
}

/// The feed with at most this many figures.
pub fn document(dataset: &Dataset, options: &SiteOptions, most: usize, lang: Lang) -> String {
    let addresses = Addresses { url: options.public_url.as_ref(), lang };
    let entries = entries::newest(dataset, most);
    let newest = entries.first().and_then(|entry| dataset.offset.start_of(entry.published));
    let updated = dataset.offset.timestamp(newest.unwrap_or(dataset.as_of));
    let title = xml::content(text::service(dataset.title.as_ref(), lang)).into_owned();
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         \x20 <id>{}</id>\n  <title>{title}</title>\n",
        lang.tag(),
        addresses.id(&urls::localized(lang, urls::FEED)),
    );
    if let Some(description) = &dataset.description {
        feed += &format!("  <subtitle>{}</subtitle>\n", xml::content(description.get(lang)));
    }
    feed += &format!(
        "  <updated>{updated}</updated>\n  <author><name>{title}</name></author>\n{}{}",
        addresses.link("self", urls::FEED, "application/atom+xml"),
        addresses.link("alternate", urls::OVERVIEW, "text/html"),
    );
    for entry in &entries {
        add(&mut feed, entry, dataset, &addresses);
    }
    feed + "</feed>\n"
}

fn add(feed: &mut String, entry: &Entry<'_>, dataset: &Dataset, addresses: &Addresses<'_>) {
    let lang = addresses.lang;
    let (key, of) = (entry.indicator.key.as_str(), entry.of);
    let date = of.date.map_or_else(|| "undated".to_owned(), |date| date.to_string());
    let day = dataset.offset.start_of(entry.published).unwrap_or(dataset.as_of);
    let at = dataset.offset.timestamp(day);
    let title = text::feed_title(entry.indicator, of, entry.before, lang);
    let kind = if entry.before.is_some() { "revision" } else { "new" };
    feed.extend([
        "  <entry>\n    <id>",
        &addresses.id(&format!("{key}/{date}/{}", entry.published)),
        "</id>\n    <title>",
        &xml::content(&title.replace(['\n', '\t'], " ")),
        &format!("</title>\n    <updated>{at}</updated>\n    <published>{at}</published>\n"),
    ]);
    for (path, media_type) in [
        (urls::view(key), "text/html"),
        (urls::indicator(key), "application/json"),
        (urls::history_table(key), "text/csv"),
    ] {
        feed.extend(["  ", &addresses.link("alternate", &path, media_type)]);
    }
    feed.extend([
        "    <category term=\"",
        &xml::attribute(&entry.category.id),
        "\" label=\"",
        &xml::attribute(entry.category.name.get(lang)),
        &format!("\"/>\n    <category term=\"{kind}\"/>\n  </entry>\n"),
    ]);
}

/// Where the feed and what it links to is found.
struct Addresses<'a> {
    url: Option<&'a PublicUrl>,
    lang: Lang,
}

impl Addresses<'_> {
    /// A tag URI (RFC 4151).
    fn id(&self, specific: &str) -> String {
        let host = self.url.and_then(PublicUrl::host_name).unwrap_or(NO_HOST);
        format!("tag:{host},2026:{specific}")
    }

    /// A link to a path of this language: absolute where the public address is known.
    fn link(&self, relation: &str, path: &str, media_type: &str) -> String {
        let path = urls::localized(self.lang, path);
        let href = self.url.map_or_else(|| path.clone(), |url| url.join(&path));
        format!(
            "  <link rel=\"{relation}\" type=\"{media_type}\" hreflang=\"{}\" href=\"{href}\"/>\n",
            self.lang.tag()
        )
    }
}
