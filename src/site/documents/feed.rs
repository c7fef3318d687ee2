//! `/feed.atom` and `/feed/{category}.atom`: the newest figures for feed readers (RFC 4287, [D13]).
//!
//! A release of a store has the list of its publications, and the feed is that list: one entry for each figure that is
//! public with the value that was noted, at the instant of the newest publication that brought it. A directory that is
//! served has no list; its figures are told at the days of publication that their rows name. Daily series are no news: only
//! the feed of their category has the newest row of each.

use super::*;

use super::html::Service;
use super::text;
use crate::model::{PublishedFigure, ValueDigest};

/// The inputs of the feed of all categories, or of one.
#[derive(Clone, Hash)]
pub struct FeedInputs<'a> {
    pub service: Service<'a>,
    offset: Offset,
    /// When the dataset was compiled, where the feed has no entry.
    as_of: Option<Timestamp>,
    categories: &'a [Category],
    is_of_one_category: bool,
    /// The publications of these categories, where the release has a list.
    publications: Option<Vec<&'a PublishedFigure>>,
    /// The instant of the newest row of each daily series, in the order of the collection; none in the feed of all.
    daily_instants: Vec<Option<Timestamp>>,
}

const MAX_ENTRIES: usize = 100;
/// The host of identifiers where the public one is not known: a name that is never given to anybody (RFC 2606).
pub const NO_HOST: &str = "indicatord.invalid";

pub fn document(inputs: &FeedInputs, lang: Lang) -> Result<String, SiteError> {
    let name = text::service(inputs.service.title, lang);
    let mut feed = Feed {
        inputs,
        lang,
        name,
        title: name.to_owned(),
        path: urls::FEED.to_owned(),
        page: urls::OVERVIEW.to_owned(),
        entries: inputs.entries(MAX_ENTRIES),
    };

    if let [category] = inputs.categories
        && inputs.is_of_one_category
    {
        feed.title = format!("{name}: {}", category.name.get(lang));
        feed.path = urls::of(urls::CATEGORY_FEED, &category.id);
        feed.page = urls::of(urls::CATEGORY, &category.id);
    }

    xml::document(&feed)
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
    /// The name of the service.
    name: &'a str,
    title: String,
    /// Its own, without the language.
    path: String,
    /// The path of the page that shows the same figures, without the language.
    page: String,
    entries: Vec<Entry<'a>>,
}

/// A figure that became public at an instant.
struct Entry<'a> {
    category: &'a Category,
    indicator: &'a Indicator,
    observation: &'a Observation,
    at: Timestamp,
    /// The end of its identifier, which tells this publication of the figure from others.
    publication: Cow<'a, str>,
    /// The revision that it replaces.
    before: Option<&'a Observation>,
    /// Another value was public before.
    is_revision: bool,
}

impl<'a> FeedInputs<'a> {
    /// The inputs of the feed of a category; without one, of all.
    pub fn new(
        dataset: &'a Dataset,
        options: &'a SiteOptions,
        category: Option<&'a Category>,
    ) -> Self {
        let categories = match category {
            Some(category) => std::slice::from_ref(category),
            None => &dataset.categories,
        };
        let list = dataset.publications.as_ref();
        let mut inputs = FeedInputs {
            service: Service::new(dataset, options),
            offset: dataset.offset,
            as_of: None,
            categories,
            is_of_one_category: category.is_some(),
            publications: list.map(|list| publications_of(list, categories)),
            daily_instants: Vec::new(),
        };

        for indicator in category.iter().flat_map(|category| &category.indicators) {
            if indicator.is_daily() {
                let instant = daily_instant(dataset, indicator);
                inputs.daily_instants.push(instant);
            }
        }

        if inputs.entries(1).is_empty() {
            inputs.as_of = Some(dataset.as_of);
        }

        inputs
    }

    /// The indicators with their categories, in the order of the collection.
    fn members(&self) -> impl Iterator<Item = (&'a Category, &'a Indicator)> + use<'a> {
        self.categories.iter().flat_map(Category::members)
    }

    /// The newest entries, then by key, then the latest date first.
    fn entries(&self, max: usize) -> Vec<Entry<'a>> {
        let mut entries = match &self.publications {
            Some(publications) => self.noted_entries(publications, max),
            None => self.dated_entries(),
        };

        entries.extend(self.daily_entries());

        if entries.len() > max {
            // Only the newest need to be in order.
            entries.select_nth_unstable_by_key(max, Entry::order);
            entries.truncate(max);
        }

        entries.sort_by_key(Entry::order);
        entries
    }

    /// An entry for each figure of the list that is public with the value that was noted.
    fn noted_entries(&self, publications: &[&'a PublishedFigure], max: usize) -> Vec<Entry<'a>> {
        let mut members = HashMap::new();
        for (category, indicator) in self.members() {
            members.insert(&indicator.key, (category, indicator));
        }

        let mut entries = Vec::new();
        let mut told = HashSet::new();
        for (number, figure) in publications.iter().enumerate() {
            if entries.len() == max {
                break;
            }

            let Some((category, indicator)) = members.get(&figure.key) else {
                continue;
            };

            let Some(mut entry) = Entry::noted(category, indicator, figure) else {
                continue;
            };

            if told.insert((&figure.key, figure.date)) {
                let mut earlier = publications[number + 1..].iter();
                entry.is_revision |=
                    earlier.any(|other| other.is_of_same_date(figure) && other.value.is_some());
                entries.push(entry);
            }
        }

        entries
    }

    /// An entry for each row that names its day of publication.
    fn dated_entries(&self) -> Vec<Entry<'a>> {
        let mut entries = Vec::new();
        for (category, indicator) in self.members() {
            if indicator.series.has_publications() && !indicator.is_daily() {
                entries.extend(dated_entries_of(category, indicator, self.offset));
            }
        }

        entries
    }

    /// An entry for the newest row of each daily series.
    fn daily_entries(&self) -> Vec<Entry<'a>> {
        let daily = self.members().filter(|(_, indicator)| indicator.is_daily());
        let mut entries = Vec::new();
        for ((category, indicator), instant) in daily.zip(&self.daily_instants) {
            let Some(at) = instant else { continue };
            entries.push(Entry {
                category,
                indicator,
                observation: indicator.series.current(),
                at: *at,
                publication: Cow::Borrowed("daily"),
                before: None,
                is_revision: false,
            });
        }

        entries
    }
}

/// The publications of the indicators of these categories, the newest first.
fn publications_of<'a>(
    list: &'a Publications,
    categories: &[Category],
) -> Vec<&'a PublishedFigure> {
    let indicators = categories.iter().flat_map(|category| &category.indicators);
    let keys: HashSet<&Key> = indicators.map(|indicator| &indicator.key).collect();
    let figures = list.figures().iter();
    figures
        .filter(|figure| keys.contains(&figure.key))
        .collect()
}

/// The end of the day of the newest row, or the as-of instant if that is earlier.
fn daily_instant(dataset: &Dataset, indicator: &Indicator) -> Option<Timestamp> {
    let day = indicator.series.current().date?;
    let end = dataset.offset.end_of(day)?;
    Some(end.min(dataset.as_of))
}

impl Feed<'_> {
    fn id(&self, specific: &str) -> String {
        let service = &self.inputs.service;
        let host = service.public_url.and_then(PublicUrl::host_name);
        let (host, root) = (host.unwrap_or(NO_HOST), service.root);
        let separator = if root.is_empty() || specific.starts_with('/') {
            ""
        } else {
            "/"
        };

        format!("tag:{host},2026:{root}{separator}{specific}")
    }

    /// Absolute where the public address is known.
    fn href(&self, path: &str) -> String {
        self.inputs.service.address(self.lang, path)
    }

    fn updated(&self) -> String {
        let newest = self.entries.first().map(|entry| entry.at);
        self.timestamp(&newest.or(self.inputs.as_of).unwrap_or_default())
    }

    fn timestamp(&self, at: &Timestamp) -> String {
        self.inputs.offset.timestamp(*at)
    }
}

impl<'a> Entry<'a> {
    /// `None` for a figure that is not public with the value that was noted.
    fn noted(
        category: &'a Category,
        indicator: &'a Indicator,
        figure: &'a PublishedFigure,
    ) -> Option<Self> {
        let series = &indicator.series;
        let place = series.place_of(figure.date)?;
        let observation = series.observations().get(place)?;
        let value = ValueDigest::of(&observation.value);
        let before = series.revision_before(place);
        (figure.value == Some(value)).then_some(Entry {
            category,
            indicator,
            observation,
            at: figure.at,
            publication: Cow::Borrowed(&figure.version),
            before,
            is_revision: before.is_some(),
        })
    }

    fn order(&self) -> impl Ord + use<'a> {
        let date = Reverse(self.observation.date);
        (
            Reverse(self.at),
            &self.indicator.key,
            date,
            Reverse(self.observation.published),
        )
    }

    fn name(&self) -> String {
        let (key, publication) = (&self.indicator.key, &self.publication);
        match self.observation.date {
            Some(date) => format!("{key}/{date}/{publication}"),
            None => format!("{key}/undated/{publication}"),
        }
    }

    fn title(&self, lang: &Lang) -> String {
        text::feed_title(self.indicator, self.observation, self.before, *lang)
            .replace(['\n', '\t'], " ")
    }

    /// With the change against the observation before it, as that was known on the day of the publication.
    fn summary(&self, lang: &Lang, offset: &Offset) -> String {
        let series = &self.indicator.series;
        let day = self.observation.published.unwrap_or(offset.day(self.at));
        let place = series.place_of(self.observation.date);
        let former_place = place.and_then(|place| place.checked_sub(1));
        let former = former_place.and_then(|place| series.known_on(place, day));
        text::feed_summary(self.indicator, self.observation, self.before, former, *lang)
    }
}

fn dated_entries_of<'a>(
    category: &'a Category,
    indicator: &'a Indicator,
    offset: Offset,
) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    let mut last: Option<&Observation> = None;
    for observation in indicator.series.revisions() {
        let former = last.replace(observation);
        let before = former.filter(|former| former.date == observation.date);
        let Some(published) = observation.published else {
            continue;
        };

        entries.push(Entry {
            category,
            indicator,
            observation,
            at: offset.start_of(published).unwrap_or_default(),
            publication: Cow::Owned(published.to_string()),
            before,
            is_revision: before.is_some(),
        });
    }

    entries
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
        let observation = |&(date, value, published): &(&str, &str, &str)| {
            let rows = observations(PeriodType::EffectiveFrom, &[&format!("{date} {value}")]);
            Observation {
                published: published.parse().ok(),
                ..rows[0].clone()
            }
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
        document(&FeedInputs::new(&dataset, &options, None), Lang::En).unwrap()
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
                    "1,234.75 {unit}, from 3 January 2026. Change from the previous value (1,235.00 {unit}, \
                     from 2 January 2026): \u{2212}0.25 {unit} (\u{2212}0.02%)."
                ),
                format!("1,230.00 {unit}, from 1 January 2026. Revised from 1,234.50 {unit}."),
                format!(
                    "1,235.00 {unit}, from 2 January 2026. Change from the previous value (1,234.50 {unit}, \
                     from 1 January 2026): +0.50 {unit} (+0.04%)."
                ),
                format!("1,234.50 {unit}, from 1 January 2026."),
            ]
        );
    }

    #[test]
    fn a_category_has_a_feed_of_its_own() {
        let instant = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let options = SiteOptions::default();
        for category in &dataset.categories {
            let feed = FeedInputs::new(&dataset, &options, Some(category));
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
        let options = SiteOptions::default();
        let named = |max: usize| -> Vec<_> {
            let entries = FeedInputs::new(&dataset, &options, None).entries(max);
            entries
                .into_iter()
                .map(|entry| {
                    (
                        Reverse(entry.at),
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
