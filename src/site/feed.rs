//! `/feed.atom`: the newest figures for feed readers (RFC 4287, [D13]).

use std::cmp::Reverse;

use askama::Template;
use chrono::NaiveDate;

use super::inputs::SiteOptions;
use super::page::SiteError;
use super::{text, urls, xml};
use crate::dataset::Dataset;
use crate::model::{Category, Indicator, Lang, Observation, PublicUrl};

pub const MAX_ENTRIES: usize = 100;
/// The host of identifiers where the public one is not known: a name that is never given to anybody (RFC 2606).
const NO_HOST: &str = "indicatord.invalid";

pub fn document(
    dataset: &Dataset,
    options: &SiteOptions,
    max: usize,
    lang: Lang,
) -> Result<String, SiteError> {
    let title = text::service(dataset.title.as_ref(), lang);
    let public_url = options.public_url.as_ref();
    xml::document(&Feed { dataset, public_url, lang, title, entries: newest(dataset, max) })
}

#[derive(Template)]
#[template(path = "feed.atom", config = "src/site/templates/askama.toml", whitespace = "preserve")]
struct Feed<'a> {
    dataset: &'a Dataset,
    public_url: Option<&'a PublicUrl>,
    lang: Lang,
    title: &'a str,
    entries: Vec<Entry<'a>>,
}

/// A figure that was published on a known day.
struct Entry<'a> {
    category: &'a Category,
    indicator: &'a Indicator,
    of: &'a Observation,
    published: NaiveDate,
    /// The revision that it replaces.
    before: Option<&'a Observation>,
}

impl Feed<'_> {
    fn id(&self, specific: &str) -> String {
        let host = self.public_url.and_then(PublicUrl::host_name).unwrap_or(NO_HOST);
        format!("tag:{host},2026:{specific}")
    }

    /// Absolute where the public address is known.
    fn href(&self, path: &str) -> String {
        let path = urls::localized(self.lang, path);
        self.public_url.map_or_else(|| path.clone(), |url| url.join(&path))
    }

    fn updated(&self) -> String {
        match self.entries.first() {
            Some(newest) => self.timestamp(&newest.published),
            None => self.dataset.offset.timestamp(self.dataset.as_of),
        }
    }

    fn timestamp(&self, day: &NaiveDate) -> String {
        let offset = self.dataset.offset;
        offset.timestamp(offset.start_of(*day).unwrap_or(self.dataset.as_of))
    }
}

impl Entry<'_> {
    fn name(&self) -> String {
        let date = self.of.date.map_or_else(|| "undated".to_owned(), |date| date.to_string());
        format!("{}/{date}/{}", self.indicator.key, self.published)
    }

    fn title(&self, lang: &Lang) -> String {
        text::feed_title(self.indicator, self.of, self.before, *lang).replace(['\n', '\t'], " ")
    }
}

/// The newest figures by the day of their publication, then by key, then the latest date first.
fn newest(dataset: &Dataset, max: usize) -> Vec<Entry<'_>> {
    let indicators = dataset
        .categories
        .iter()
        .flat_map(|category| category.indicators.iter().map(move |indicator| (category, indicator)));
    let mut entries: Vec<Entry<'_>> =
        indicators.flat_map(|(category, indicator)| of_indicator(category, indicator)).collect();
    let order = |entry: &Entry<'_>| {
        (Reverse(entry.published), entry.indicator.key.as_str().to_owned(), Reverse(entry.of.date))
    };
    if entries.len() > max {
        // Only the newest need to be in order.
        entries.select_nth_unstable_by(max, |a, b| order(a).cmp(&order(b)));
        entries.truncate(max);
    }
    entries.sort_by_cached_key(order);
    entries
}

fn of_indicator<'a>(category: &'a Category, indicator: &'a Indicator) -> impl Iterator<Item = Entry<'a>> {
    let mut last: Option<&Observation> = None;
    indicator.series.revisions().filter_map(move |of| {
        let before = last.replace(of).filter(|last| last.date == of.date);
        Some(Entry { category, indicator, of, published: of.published?, before })
    })
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
        document(&dataset, &options, MAX_ENTRIES, Lang::En).unwrap()
    }

    /// The contents of the elements of this name.
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

    #[test]
    fn the_newest_are_the_first_of_all() {
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let named = |max: usize| -> Vec<_> {
            let entries = newest(&dataset, max).into_iter();
            entries
                .map(|entry| (Reverse(entry.published), &entry.indicator.key, Reverse(entry.of.date)))
                .collect()
        };
        let all = named(usize::MAX);
        assert!(all.len() > 10 && all.is_sorted());
        for max in [0, 1, 5, all.len() - 1, all.len(), all.len() + 1] {
            assert_eq!(named(max), all[..max.min(all.len())], "{max}");
        }
    }
}
