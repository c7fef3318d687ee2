//! `/feed.atom`: the newest figures for feed readers (RFC 4287, [D13]).

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dataset::{Source, load};
    use crate::model::{Category, Indicator, Localized, Observation, PeriodType, Series};
    use crate::site::chart::samples::observations;

    /// The English feed of one indicator with this name and these publications: date, value, day.
    fn feed(name: &str, rows: &[(&str, &str, &str)], public_url: Option<&str>) -> String {
        let observation = |&(date, value, published): &(&str, &str, &str)| Observation {
            published: published.parse().ok(),
            ..observations(PeriodType::Daily, &[&format!("{date} {value}")]).remove(0)
        };
        let series = Series::new(rows.iter().map(observation).collect()).unwrap();
        let name = Localized::build(|_| name.to_owned());
        let indicators = vec![Indicator { name: name.clone(), ..Indicator::of_series(series) }];
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let mut dataset = Dataset::clone(&dataset);
        dataset.categories = vec![Category { id: "c".to_owned(), name, indicators }];
        let options = SiteOptions { public_url: public_url.map(|url| url.parse().unwrap()) };
        document(&dataset, &options, MOST_ENTRIES, Lang::En)
    }

    /// What stands in the elements of this name.
    fn texts<'a>(feed: &'a str, name: &str) -> Vec<&'a str> {
        let (begin, end) = (format!("<{name}>"), format!("</{name}>"));
        feed.split(&begin).skip(1).filter_map(|rest| rest.split(&end).next()).collect()
    }

    #[test]
    fn a_revision_says_what_was_published_just_before_it() {
        let rows = [
            ("2026-01-01", "1", "2026-01-02"),
            ("2026-01-01", "2", "2026-01-03"),
            ("2026-01-01", "3", "2026-01-04"),
        ];
        let feed = feed("x", &rows, None);
        let revised: Vec<bool> =
            texts(&feed, "title").iter().map(|title| title.contains("revised")).collect();
        assert_eq!(revised, [false, true, true, false], "{feed}");
        let titles = texts(&feed, "title");
        assert!(titles[1].starts_with("x: 3") && titles[1].contains("was 2"), "{}", titles[1]);
        assert!(titles[2].starts_with("x: 2") && titles[2].contains("was 1"), "{}", titles[2]);
        let kinds: Vec<bool> =
            feed.split("<entry>").skip(1).map(|entry| entry.contains("term=\"revision\"")).collect();
        assert_eq!(kinds, [true, true, false]);
    }

    #[test]
    fn a_title_is_one_line() {
        let feed = feed("a\nb\tc", &[("2026-01-01", "1", "2026-01-02")], None);
        assert!(texts(&feed, "title")[1].starts_with("a b c: 1"), "{feed}");
    }

    #[test]
    fn every_figure_has_an_identifier_of_its_own_under_the_public_name() {
        let rows = [
            ("2026-01-01", "1", "2026-01-02"),
            ("2026-01-01", "2", "2026-01-03"),
            ("2026-01-02", "2", "2026-01-03"),
        ];
        let known = feed("x", &rows, Some("https://example.org"));
        let expected = [
            "tag:example.org,2026:/en/feed.atom",
            "tag:example.org,2026:x/2026-01-02/2026-01-03",
            "tag:example.org,2026:x/2026-01-01/2026-01-03",
            "tag:example.org,2026:x/2026-01-01/2026-01-02",
        ];
        assert_eq!(texts(&known, "id"), expected);
        let unknown = feed("x", &rows, None);
        let unknown: BTreeSet<_> = texts(&unknown, "id").into_iter().collect();
        assert_eq!(unknown.len(), 4);
        assert!(unknown.iter().all(|id| id.starts_with("tag:indicatord.invalid,2026:")));
        let undated = feed("x", &[("-", "1", "2026-01-02")], None);
        assert_eq!(texts(&undated, "id")[1], "tag:indicatord.invalid,2026:x/undated/2026-01-02");
    }

    #[test]
    fn the_newest_hundred_figures_stand_in_it() {
        let days: Vec<String> =
            (0..101).map(|day| format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28)).collect();
        let rows: Vec<_> = days.iter().map(|day| (day.as_str(), "1", day.as_str())).collect();
        let feed = feed("x", &rows, None);
        assert_eq!(texts(&feed, "id").len(), 1 + 100);
        assert!(!feed.contains("2026-01-01") && feed.contains("2026-01-02"));
    }
}
