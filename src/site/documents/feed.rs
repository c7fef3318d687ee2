//! `/feed.atom` and `/feed/{category}.atom`: the newest figures for feed readers (RFC 4287, [D13]).

use super::*;

use super::text;

/// What a feed is made of: that of all categories, or of one.
#[derive(Clone, Copy, Hash)]
pub struct FeedInputs<'a> {
    pub title: Option<&'a Localized<String>>,
    pub description: Option<&'a Localized<String>>,
    pub license: Option<&'a NamedLink>,
    pub publisher: Option<&'a NamedLink>,
    pub offset: Offset,
    /// When the dataset was compiled, where nothing in it has a day of publication.
    pub as_of: Option<Timestamp>,
    pub options: &'a SiteOptions,
    pub categories: &'a [Category],
    pub is_of_one_category: bool,
}

const MAX_ENTRIES: usize = 100;
/// The host of identifiers where the public one is not known: a name that is never given to anybody (RFC 2606).
const NO_HOST: &str = "indicatord.invalid";

pub fn document(inputs: &FeedInputs<'_>, lang: Lang) -> Result<String, SiteError> {
    let service = text::service(inputs.title, lang);
    let (title, path) = match inputs.categories {
        [category] if inputs.is_of_one_category => (
            format!("{service}: {}", category.name.get(lang)),
            urls::of_category(urls::CATEGORY_FEED, &category.id),
        ),
        _ => (service.to_owned(), urls::FEED.to_owned()),
    };
    let entries = newest(inputs.categories, MAX_ENTRIES);
    xml::document(&Feed {
        inputs,
        lang,
        service,
        title,
        path,
        entries,
    })
}

#[derive(Template)]
#[template(
    path = "feed.atom",
    config = "src/site/templates/askama.toml",
    whitespace = "preserve"
)]
struct Feed<'a> {
    inputs: &'a FeedInputs<'a>,
    lang: Lang,
    service: &'a str,
    title: String,
    /// Its own, without the language.
    path: String,
    entries: Vec<Entry<'a>>,
}

/// A figure that was published on a known day.
struct Entry<'a> {
    category: &'a Category,
    indicator: &'a Indicator,
    observation: &'a Observation,
    published: NaiveDate,
    /// The revision that it replaces.
    before: Option<&'a Observation>,
    /// The place of its date in the series.
    place: usize,
}

impl<'a> FeedInputs<'a> {
    pub fn of_all(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        Self::new(dataset, options, None)
    }

    pub fn of_one(dataset: &'a Dataset, options: &'a SiteOptions, category: &'a Category) -> Self {
        Self::new(dataset, options, Some(category))
    }

    fn new(dataset: &'a Dataset, options: &'a SiteOptions, category: Option<&'a Category>) -> Self {
        let categories = category.map_or(&dataset.categories[..], std::slice::from_ref);
        let mut indicators = categories.iter().flat_map(|category| &category.indicators);
        let is_dated = indicators.any(|indicator| indicator.series.has_publications());
        FeedInputs {
            title: dataset.title.as_ref(),
            description: dataset.description.as_ref(),
            license: dataset.license.as_ref(),
            publisher: dataset.publisher.as_ref(),
            offset: dataset.offset,
            as_of: (!is_dated).then_some(dataset.as_of),
            options,
            categories,
            is_of_one_category: category.is_some(),
        }
    }
}

impl Feed<'_> {
    fn id(&self, specific: &str) -> String {
        let url = self.inputs.options.public_url.as_ref();
        let host = url.and_then(PublicUrl::host_name).unwrap_or(NO_HOST);
        format!("tag:{host},2026:{specific}")
    }

    /// Absolute where the public address is known.
    fn href(&self, path: &str) -> String {
        self.inputs.options.address(self.lang, path)
    }

    fn updated(&self) -> String {
        match self.entries.first() {
            Some(newest) => self.timestamp(&newest.published),
            None => self
                .inputs
                .offset
                .timestamp(self.inputs.as_of.unwrap_or_default()),
        }
    }

    fn timestamp(&self, day: &NaiveDate) -> String {
        let offset = self.inputs.offset;
        offset.timestamp(offset.start_of(*day).unwrap_or_default())
    }
}

impl Entry<'_> {
    fn name(&self) -> String {
        let date = self
            .observation
            .date
            .map_or_else(|| "undated".to_owned(), |date| date.to_string());
        format!("{}/{date}/{}", self.indicator.key, self.published)
    }

    fn title(&self, lang: &Lang) -> String {
        text::feed_title(self.indicator, self.observation, self.before, *lang)
            .replace(['\n', '\t'], " ")
    }

    /// With the change against the observation before it, as that was known on the day of the publication.
    fn summary(&self, lang: &Lang) -> String {
        let before = self.place.checked_sub(1);
        let before = before.and_then(|place| self.indicator.series.known_on(place, self.published));
        text::feed_summary(self.indicator, self.observation, self.before, before, *lang)
    }
}

/// The newest figures by the day of their publication, then by key, then the latest date first.
fn newest(categories: &[Category], max: usize) -> Vec<Entry<'_>> {
    let indicators = categories.iter().flat_map(|category| {
        category
            .indicators
            .iter()
            .map(move |indicator| (category, indicator))
    });
    let published = indicators.filter(|(_, indicator)| indicator.series.has_publications());
    let mut entries: Vec<Entry<'_>> = published
        .flat_map(|(category, indicator)| of_indicator(category, indicator))
        .collect();
    let order = |entry: &Entry<'_>| {
        (
            Reverse(entry.published),
            entry.indicator.key.as_str().to_owned(),
            Reverse(entry.observation.date),
        )
    };
    if entries.len() > max {
        // Only the newest need to be in order.
        entries.select_nth_unstable_by(max, |a, b| order(a).cmp(&order(b)));
        entries.truncate(max);
    }
    entries.sort_by_cached_key(order);
    entries
}

fn of_indicator<'a>(
    category: &'a Category,
    indicator: &'a Indicator,
) -> impl Iterator<Item = Entry<'a>> {
    let mut last: Option<&Observation> = None;
    let mut place = 0;
    indicator.series.revisions().filter_map(move |observation| {
        let former = last.replace(observation);
        let before = former.filter(|last| last.date == observation.date);
        place += usize::from(former.is_some() && before.is_none());
        Some(Entry {
            category,
            indicator,
            observation,
            published: observation.published?,
            before,
            place,
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dataset::{Dataset, Source, load};
    use crate::model::{Category, Indicator, Localized, Observation, PeriodType, Series};
    use crate::site::SiteOptions;
    use crate::site::chart::samples::observations;

    /// The English feed of one indicator with this name and these publications: date, value, day.
    fn feed(name: &str, rows: &[(&str, &str, &str)], public_url: Option<&str>) -> String {
        let observation = |&(date, value, published): &(&str, &str, &str)| Observation {
            published: published.parse().ok(),
            ..observations(PeriodType::Daily, &[&format!("{date} {value}")]).remove(0)
        };
        let series = Series::new(rows.iter().map(observation).collect()).unwrap();
        let name = Localized::build(|_| name.to_owned());
        let indicators = vec![Indicator {
            name: name.clone(),
            ..Indicator::of_series(series)
        }];
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let mut dataset = Dataset::clone(&dataset);
        dataset.categories = vec![Category {
            id: "c".to_owned(),
            name,
            indicators,
        }];
        let options = SiteOptions {
            public_url: public_url.map(|url| url.parse().unwrap()),
            ..SiteOptions::default()
        };
        document(&FeedInputs::of_all(&dataset, &options), Lang::En).unwrap()
    }

    /// The contents of the elements of this name.
    fn texts<'a>(feed: &'a str, name: &str) -> Vec<&'a str> {
        let (begin, end) = (format!("<{name}>"), format!("</{name}>"));
        feed.split(&begin)
            .skip(1)
            .filter_map(|rest| rest.split(&end).next())
            .collect()
    }

    #[test]
    fn a_revision_says_what_was_published_just_before_it() {
        let rows = [
            ("2026-01-01", "1", "2026-01-02"),
            ("2026-01-01", "2", "2026-01-03"),
            ("2026-01-01", "3", "2026-01-04"),
        ];
        let feed = feed("x", &rows, None);
        let revised: Vec<bool> = texts(&feed, "title")
            .iter()
            .map(|title| title.contains("revised"))
            .collect();
        assert_eq!(revised, [false, true, true, false], "{feed}");
        let titles = texts(&feed, "title");
        assert!(
            titles[1].starts_with("x: 3") && titles[1].contains("from 2"),
            "{}",
            titles[1]
        );
        assert!(
            titles[2].starts_with("x: 2") && titles[2].contains("from 1"),
            "{}",
            titles[2]
        );
        let kinds: Vec<bool> = feed
            .split("<entry>")
            .skip(1)
            .map(|entry| entry.contains("term=\"revision\""))
            .collect();
        assert_eq!(kinds, [true, true, false]);
    }

    #[test]
    fn a_summary_has_the_change_against_the_one_before_as_it_was_known() {
        let rows = [
            ("2026-01-01", "1234.5", "2026-01-02"),
            ("2026-01-02", "1235", "2026-01-03"),
            ("2026-01-01", "1230", "2026-01-04"),
            ("2026-01-03", "1234.75", "2026-01-05"),
        ];
        let feed = feed("x", &rows, None);
        let summaries: Vec<String> = texts(&feed, "summary")
            .iter()
            .map(|text| text.replace('\u{a0}', " "))
            .collect();
        let unit = &summaries[3]["1,234.50 ".len()..summaries[3].find(", ").unwrap()];
        assert_eq!(
            summaries,
            [
                format!(
                    "1,234.75 {unit}, 3 January 2026. Change from the previous value (1,235.00 {unit}, \
                     2 January 2026): \u{2212}0.25 {unit} (\u{2212}0.02%)."
                ),
                format!("1,230.00 {unit}, 1 January 2026. Revised from 1,234.50 {unit}."),
                format!(
                    "1,235.00 {unit}, 2 January 2026. Change from the previous value (1,234.50 {unit}, \
                     1 January 2026): +0.50 {unit} (+0.04%)."
                ),
                format!("1,234.50 {unit}, 1 January 2026."),
            ]
        );
    }

    #[test]
    fn a_category_has_a_feed_of_its_own() {
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let options = SiteOptions::default();
        for category in &dataset.categories {
            let feed = FeedInputs::of_one(&dataset, &options, category);
            let text = document(&feed, Lang::En).unwrap();
            assert!(
                text.contains(&format!("href=\"/en/feed/{}.atom\"", category.id)),
                "{text}"
            );
            assert!(texts(&text, "title")[0].ends_with(&**category.name.get(Lang::En)));
            let beginning = format!("<category term=\"{}\" label=", category.id);
            assert_eq!(
                text.matches(&beginning).count(),
                text.matches("<entry>").count()
            );
        }
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
        let feed_of_host = feed("x", &rows, Some("https://example.org"));
        let expected = [
            "tag:example.org,2026:/en/feed.atom",
            "tag:example.org,2026:x/2026-01-02/2026-01-03",
            "tag:example.org,2026:x/2026-01-01/2026-01-03",
            "tag:example.org,2026:x/2026-01-01/2026-01-02",
        ];
        assert_eq!(texts(&feed_of_host, "id"), expected);
        let unknown = feed("x", &rows, None);
        let unknown: BTreeSet<_> = texts(&unknown, "id").into_iter().collect();
        assert_eq!(unknown.len(), 4);
        assert!(
            unknown
                .iter()
                .all(|id| id.starts_with("tag:indicatord.invalid,2026:"))
        );
        let undated = feed("x", &[("-", "1", "2026-01-02")], None);
        assert_eq!(
            texts(&undated, "id")[1],
            "tag:indicatord.invalid,2026:x/undated/2026-01-02"
        );
    }

    #[test]
    fn the_newest_hundred_figures_stand_in_it() {
        let days: Vec<String> = (0..101)
            .map(|day| format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28))
            .collect();
        let rows: Vec<_> = days
            .iter()
            .map(|day| (day.as_str(), "1", day.as_str()))
            .collect();
        let feed = feed("x", &rows, None);
        assert_eq!(texts(&feed, "id").len(), 1 + 100);
        assert!(!feed.contains("2026-01-01") && feed.contains("2026-01-02"));
    }

    #[test]
    fn the_newest_are_the_first_of_all() {
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let named = |max: usize| -> Vec<_> {
            let entries = newest(&dataset.categories, max).into_iter();
            entries
                .map(|entry| {
                    (
                        Reverse(entry.published),
                        &entry.indicator.key,
                        Reverse(entry.observation.date),
                    )
                })
                .collect()
        };
        let all = named(usize::MAX);
        assert!(all.len() > 10 && all.is_sorted());
        for max in [0, 1, 5, all.len() - 1, all.len(), all.len() + 1] {
            assert_eq!(named(max), all[..max.min(all.len())], "{max}");
        }
    }
}
