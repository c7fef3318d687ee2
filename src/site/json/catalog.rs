//! `/catalog.json`: which indicators there are, and where to find them [D8.catalog].

use super::*;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CatalogView<'a> {
    schema_version: &'static str,
    dataset_version: &'a str,
    /// The terms of the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<LicenseView<'a>>,
    categories: Vec<CategoryView<'a>>,
}

#[derive(Serialize)]
struct LicenseView<'a> {
    name: &'a str,
    url: &'a str,
}

#[derive(Serialize)]
struct CategoryView<'a> {
    id: &'a str,
    name: &'a str,
    indicators: Vec<EntryView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryView<'a> {
    key: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_name: Option<&'a str>,
    unit: &'a str,
    unit_code: &'a str,
    /// The codes that the unit has in SDMX.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_measure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_multiplier: Option<u8>,
    measure: &'static str,
    period_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<&'a str>,
    observations: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_date: Option<NaiveDate>,
    /// The day on which the newest one was published, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_published: Option<NaiveDate>,
    /// The hash of the text of `history.csv`.
    history_tag: String,
    links: JsonObject<String>,
}

/// Paths of the same language.
const LINKS: [(&str, &str); 12] = [
    ("self", urls::INDICATOR),
    ("history", urls::HISTORY),
    ("historyCsv", urls::HISTORY_TABLE),
    ("explain", urls::EXPLANATION),
    ("historyXlsx", urls::HISTORY_WORKBOOK),
    ("latest", urls::LATEST),
    ("changes", urls::CHANGES),
    ("changesCsv", urls::CHANGE_TABLE),
    ("vintages", urls::VINTAGES),
    ("vintagesCsv", urls::VINTAGES_TABLE),
    ("chart", urls::PICTURE),
    ("page", urls::VIEW),
];

pub fn catalog(inputs: &DatasetInputs, lang: Lang) -> Result<Texts, SiteError> {
    let dataset = inputs.dataset;
    let license = dataset.license.as_ref();
    let mut categories = Vec::new();
    for category in &dataset.categories {
        let indicators = category.indicators.iter();
        categories.push(CategoryView {
            id: &category.id,
            name: category.name.get(lang),
            indicators: indicators
                .map(|indicator| EntryView::new(indicator, inputs, lang))
                .collect(),
        });
    }

    content(&CatalogView {
        schema_version: SCHEMA_VERSION,
        dataset_version: &dataset.version,
        license: license.map(|license| LicenseView {
            name: license.name.get(lang),
            url: &license.url,
        }),
        categories,
    })
}

impl<'a> EntryView<'a> {
    fn new(indicator: &'a Indicator, inputs: &DatasetInputs, lang: Lang) -> Self {
        let observations = indicator.series.observations();
        let (source, release) = (indicator.source.as_deref(), indicator.release.as_ref());
        let (key, sdmx) = (indicator.key.as_str(), indicator.unit.sdmx.as_ref());
        let history = inputs.history_hashes.get(key);
        let [first, last] = [observations.first(), observations.last()];
        EntryView {
            key,
            name: indicator.name.get(lang),
            short_name: optional(indicator.short_name.as_ref(), lang),
            unit: indicator.unit.text.get(lang),
            unit_code: &indicator.unit.id,
            unit_measure: sdmx.map(|sdmx| sdmx.measure.as_str()),
            unit_multiplier: sdmx.map(|sdmx| sdmx.multiplier),
            measure: indicator.measure.name(),
            period_type: indicator.period_type.name(),
            frequency: indicator.frequency_code(),
            source: source_name(indicator, lang),
            source_url: source.and_then(|source| source.url.as_deref()),
            release: release.map(|release| release.id.as_str()),
            observations: observations.len(),
            first_date: first.and_then(|row| row.date),
            last_date: last.and_then(|row| row.date),
            last_published: last.and_then(|row| row.published),
            history_tag: history.map_or_else(String::new, |hashes| hashes.get(lang).hex()),
            links: links(inputs.options.root(), key, lang),
        }
    }
}

/// The paths of the forms of an indicator.
fn links(root: &str, key: &str, lang: Lang) -> JsonObject<String> {
    let mut links = Vec::new();
    for (name, path) in LINKS {
        let path = urls::localized(lang, &urls::of(path, key));
        links.push((name, format!("{root}{path}")));
    }

    JsonObject(links)
}
