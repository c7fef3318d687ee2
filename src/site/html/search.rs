//! Search: `/search.json`, from which the script suggests indicators, and `/search?q=`, which does the same without it.

use super::*;

/// The most characters of a query; the rest is cut off.
const MAX_QUERY: usize = 100;
const MAX_RESULTS: usize = 50;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchView<'a> {
    schema_version: &'static str,
    indicators: Vec<Entry<'a>>,
}

/// An indicator with everything by which it is found, and its figure.
#[derive(Serialize)]
struct Entry<'a> {
    key: &'a str,
    name: &'a str,
    value: String,
    period: String,
    /// Its other names: short ones, those of other languages, search words.
    names: Vec<&'a str>,
    /// Its unit and its category.
    about: Vec<&'a str>,
}

impl<'a> SearchView<'a> {
    /// Headline figures first, then in the order of the collection.
    pub fn new(dataset: &'a Dataset, today: NaiveDate, lang: Lang) -> Self {
        let entry = |(category, indicator): (&'a Category, &'a Indicator)| {
            let figure = Figure::in_table(indicator, today, lang);
            let name = indicator.name.get(lang).as_str();
            let (mut names, about) = names_and_context(category, indicator);
            names.retain(|text| *text != name);
            let key = indicator.key.as_str();
            Entry {
                key,
                name,
                value: figure.value(),
                period: figure.period,
                names,
                about,
            }
        };

        SearchView {
            schema_version: SCHEMA_VERSION,
            indicators: in_order(dataset).into_iter().map(entry).collect(),
        }
    }
}

fn in_order<'a>(dataset: &'a Dataset) -> Vec<(&'a Category, &'a Indicator)> {
    let of_category = |category: &'a Category| {
        category
            .indicators
            .iter()
            .map(move |indicator| (category, indicator))
    };
    let mut all: Vec<_> = dataset.categories.iter().flat_map(of_category).collect();
    let place = |indicator: &Indicator| {
        dataset
            .featured
            .iter()
            .position(|key| *key == indicator.key)
    };
    all.sort_by_key(|(_, indicator)| place(indicator).unwrap_or(usize::MAX));
    all
}

/// The names of an indicator, and its units and category, in all languages.
fn names_and_context<'a>(
    category: &'a Category,
    indicator: &'a Indicator,
) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut names, mut about) = (Vec::new(), Vec::new());
    let add = |list: &mut Vec<&'a str>, text: &'a str| {
        if !list.contains(&text) {
            list.push(text);
        }
    };
    for lang in Lang::ALL {
        let short = indicator.short_name.iter().chain([&indicator.name]);
        short.for_each(|name| add(&mut names, name.get(lang)));
        indicator
            .keywords
            .get(lang)
            .iter()
            .for_each(|word| add(&mut names, word));
        add(&mut about, indicator.unit.text.get(lang));
        add(&mut about, category.name.get(lang));
    }

    (names, about)
}

/// The indicators that a query finds: those that are called so, then those of which each word begins a word of their names,
/// then those that are found by their unit and category as well.
fn find<'a>(dataset: &'a Dataset, query: &str) -> Vec<&'a Indicator> {
    let (whole, wanted) = (text::fold(query), text::words(query));
    let stems: Vec<&str> = wanted.iter().map(|word| text::stem(word)).collect();
    if stems.is_empty() {
        return Vec::new();
    }

    let words_of = |texts: &[&str]| {
        texts
            .iter()
            .flat_map(|text| text::words(text))
            .collect::<Vec<_>>()
    };
    let begin_all = |words: &[String]| {
        stems
            .iter()
            .all(|stem| words.iter().any(|word| word.starts_with(stem)))
    };
    let rank = |(category, indicator): (&'a Category, &'a Indicator)| {
        let (mut names, about) = names_and_context(category, indicator);
        names.push(indicator.key.as_str());
        if names.iter().any(|name| text::fold(name) == whole) {
            return Some((0, indicator));
        }

        let mut words = words_of(&names);
        if begin_all(&words) {
            return Some((1, indicator));
        }

        words.extend(words_of(&about));
        begin_all(&words).then_some((2, indicator))
    };

    let mut ranked: Vec<(u8, &Indicator)> =
        in_order(dataset).into_iter().filter_map(rank).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked
        .into_iter()
        .map(|(_, indicator)| indicator)
        .take(MAX_RESULTS)
        .collect()
}

#[derive(Template)]
#[template(path = "search.html", config = "src/site/templates/askama.toml")]
pub struct SearchPage<'a> {
    layout: Layout<'a>,
    /// The sentence that a query finds nothing.
    nothing_found: Option<String>,
    results: Vec<(Link, Figure)>,
}

impl<'a> SearchPage<'a> {
    pub fn new(
        dataset: &Dataset,
        today: NaiveDate,
        service: Service<'a>,
        query: &str,
        lang: Lang,
    ) -> Self {
        let title = text::page(lang).search_title;
        let query: String = query
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_QUERY)
            .collect();
        let wanted = query.trim();
        let nothing_found = (!wanted.is_empty()).then(|| text::nothing_found(wanted, lang));
        let result = |indicator: &Indicator| {
            (
                Link::to(&indicator.key, &indicator.name, lang),
                Figure::in_table(indicator, today, lang),
            )
        };
        SearchPage {
            results: find(dataset, &query).into_iter().map(result).collect(),
            nothing_found,
            layout: Layout {
                query: Some(query),
                ..Layout::new(service, urls::SEARCH, title, title, lang)
            },
        }
    }
}
