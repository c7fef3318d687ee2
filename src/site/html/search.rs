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
        let mut indicators = Vec::new();
        for (category, indicator) in in_order(dataset) {
            let figure = Figure::in_table(indicator, today, lang);
            let name = indicator.name.get(lang).as_str();
            let (mut names, about) = names_and_context(category, indicator);
            names.retain(|text| *text != name);
            indicators.push(Entry {
                key: indicator.key.as_str(),
                name,
                value: figure.value(),
                period: figure.period,
                names,
                about,
            });
        }

        SearchView {
            schema_version: SCHEMA_VERSION,
            indicators,
        }
    }
}

fn in_order(dataset: &Dataset) -> Vec<(&Category, &Indicator)> {
    let categories = dataset.categories.iter();
    let mut all: Vec<_> = categories.flat_map(Category::members).collect();
    all.sort_by_key(|(_, indicator)| {
        let mut featured = dataset.featured.iter();
        let place = featured.position(|key| *key == indicator.key);
        place.unwrap_or(usize::MAX)
    });
    all
}

/// The names of an indicator, and its units and category, in all languages.
fn names_and_context<'a>(
    category: &'a Category,
    indicator: &'a Indicator,
) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut names, mut about) = (Vec::new(), Vec::new());
    for lang in Lang::ALL {
        if let Some(short_name) = &indicator.short_name {
            add_new(&mut names, short_name.get(lang));
        }

        add_new(&mut names, indicator.name.get(lang));
        for word in indicator.keywords.get(lang) {
            add_new(&mut names, word);
        }

        add_new(&mut about, indicator.unit.text.get(lang));
        add_new(&mut about, category.name.get(lang));
    }

    (names, about)
}

fn add_new<'a>(list: &mut Vec<&'a str>, text: &'a str) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// The indicators that a query finds: first those with this very name, then those in whose names each of its words begins a
/// word, then those that need the words of their unit or category for that.
fn find<'a>(dataset: &'a Dataset, query: &str) -> Vec<&'a Indicator> {
    let (whole, wanted) = (text::fold(query), text::words(query));
    let stems: Vec<&str> = wanted.iter().map(|word| text::stem(word)).collect();
    if stems.is_empty() {
        return Vec::new();
    }

    let [mut called_so, mut by_name, mut by_context] = [const { Vec::new() }; 3];
    for (category, indicator) in in_order(dataset) {
        let (mut names, about) = names_and_context(category, indicator);
        names.push(indicator.key.as_str());
        if names.iter().any(|name| text::fold(name) == whole) {
            called_so.push(indicator);
        } else if begin_words(&stems, &names) {
            by_name.push(indicator);
        } else if begin_words(&stems, &[names, about].concat()) {
            by_context.push(indicator);
        }
    }

    let mut found = [called_so, by_name, by_context].concat();
    found.truncate(MAX_RESULTS);
    found
}

/// Returns true if each stem begins some word of these texts.
fn begin_words(stems: &[&str], texts: &[&str]) -> bool {
    let words: Vec<String> = texts.iter().flat_map(|text| text::words(text)).collect();
    stems
        .iter()
        .all(|stem| words.iter().any(|word| word.starts_with(stem)))
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
    pub fn new(data: &'a SiteData, query: &str, lang: Lang) -> Self {
        let (dataset, today) = (&data.dataset, data.summary.today());
        let service = Service::released(dataset, &data.options);
        let title = text::page(lang).search_title;
        let readable = query.chars().filter(|c| !c.is_control());
        let query: String = readable.take(MAX_QUERY).collect();
        let wanted = query.trim();
        let nothing_found = (!wanted.is_empty()).then(|| text::nothing_found(wanted, lang));
        let mut results = Vec::new();
        for indicator in find(dataset, &query) {
            let link = Link::to(&indicator.key, &indicator.name, lang);
            results.push((link, Figure::in_table(indicator, today, lang)));
        }

        SearchPage {
            results,
            nothing_found,
            layout: Layout {
                query: Some(query),
                ..Layout::new(service, urls::SEARCH, title, title, lang)
            },
        }
    }
}
