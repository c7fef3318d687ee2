//! `/nsdp`: the National Summary Data Page in the IMF's standard form: by sector and data category the latest figures and the
//! ones before, with links to files and metadata.

use super::*;

#[derive(Template)]
#[template(path = "nsdp.html", config = "src/site/templates/askama.toml")]
pub struct NsdpPage {
    layout: Layout,
    words: text::NsdpWords,
    /// The title with the country, where the dataset names it.
    title: String,
    standards: String,
    /// The day on which its newest figure became public.
    updated: Option<String>,
    seasonal: String,
    sectors: Vec<SectorTable>,
}

struct SectorTable {
    id: &'static str,
    name: &'static str,
    categories: Vec<CategoryRows>,
}

struct CategoryRows {
    name: String,
    /// The path of its file.
    file: String,
    rows: Vec<SeriesRow>,
}

struct SeriesRow {
    link: Link,
    unit: String,
    latest: NsdpFigure,
    previous: Option<NsdpFigure>,
    change: Option<String>,
    more: Vec<Link>,
}

struct NsdpFigure {
    number: String,
    period: String,
    marks: Option<String>,
}

impl NsdpPage {
    pub fn new(inputs: &DatasetInputs<'_>, nsdp: &Nsdp, lang: Lang) -> Self {
        let (words, service, dataset) = (text::nsdp(lang), inputs.service(), inputs.dataset);
        let title = match dataset.sdmx.as_ref().and_then(|sdmx| sdmx.area_name.as_ref()) {
            Some(country) => text::nsdp_of(country.get(lang), lang),
            None => words.title.to_owned(),
        };
        let meta = PageMeta::new(&title, words.meaning, &service, lang);
        let table = |sector: Sector| {
            let of_sector = nsdp.categories.iter().filter(|category| category.sector == sector);
            let categories = of_sector.filter_map(|category| {
                let series = dataset.nsdp_series(&category.id);
                let row = |(place, ..): (usize, _, _)| {
                    let input = inputs.indicators.get(place)?;
                    Some(SeriesRow::new(input.indicator, input.effective, inputs.as_of(), lang))
                };
                let rows: Vec<SeriesRow> = series.filter_map(row).collect();
                let name = text::nbsp(category.name.get(lang));
                let file = urls::of_domain(&category.id);
                (!rows.is_empty()).then_some(CategoryRows { name, file, rows })
            });
            let categories: Vec<CategoryRows> = categories.collect();
            let (id, name) = (sector.name(), text::sector(sector, lang));
            (!categories.is_empty()).then_some(SectorTable { id, name, categories })
        };
        let updated = last_update(dataset, nsdp);
        NsdpPage {
            layout: Layout::new(&service, meta, urls::NSDP, None, lang),
            words,
            title: text::nbsp(&title),
            standards: nsdp.dsbb.clone(),
            updated: updated.map(|day| text::nbsp(&text::nsdp_updated(text::full_day(day, lang), lang))),
            seasonal: text::nbsp(nsdp.seasonal.get(lang)),
            sectors: Sector::ALL.into_iter().filter_map(table).collect(),
        }
    }
}

/// The newest day of publication among the figures of the page, else their newest date.
fn last_update(dataset: &Dataset, nsdp: &Nsdp) -> Option<NaiveDate> {
    let series = || nsdp.categories.iter().flat_map(|category| dataset.nsdp_series(&category.id));
    let observations = || series().flat_map(|(_, indicator, _)| indicator.series.observations());
    let published = observations().filter_map(|observation| observation.published).max();
    published.or_else(|| observations().filter_map(|observation| observation.date).max())
}

impl SeriesRow {
    fn new(indicator: &Indicator, effective: &EffectiveStatus, as_of: NaiveDate, lang: Lang) -> Self {
        let series = &indicator.series;
        let InForce { current, since, .. } = series.in_force(as_of);
        let before = former(series.observations(), since);
        let before = before.filter(|before| before.series_key == current.series_key);
        let is_compared =
            |before: &&Observation| Difference::between(before, current, effective.status).is_some();
        let change = before.filter(is_compared).and_then(|before| current.percentage_from(before));
        let key = indicator.key.as_str();
        let source = indicator
            .source
            .as_ref()
            .and_then(|source| Some(Link::new(&text::nbsp(source.name.get(lang)), source.url.clone()?)));
        let metadata = urls::localized(lang, &urls::of(urls::VIEW, key));
        let links = [
            Link::new(text::nsdp(lang).metadata, metadata + "#details"),
            Link::to_resource("CSV", urls::HISTORY_TABLE, key, lang),
        ];
        SeriesRow {
            link: Link::to(indicator, &indicator.name, lang),
            unit: text::nbsp(current.series_key.unit.text.get(lang)),
            latest: NsdpFigure::new(indicator, current, since, as_of, lang),
            previous: before.map(|before| NsdpFigure::new(indicator, before, before.date, as_of, lang)),
            change: change.map(|change| text::percent(&change, lang)),
            more: links.into_iter().chain(source).collect(),
        }
    }
}

impl NsdpFigure {
    fn new(
        indicator: &Indicator,
        observation: &Observation,
        date: Option<NaiveDate>,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        let series_key = &observation.series_key;
        NsdpFigure {
            number: text::number(&indicator.shown(observation), lang),
            period: text::period_in_table(series_key, date, as_of, lang),
            marks: text::flag_words(observation.flags, lang).map(|words| text::nbsp(&words)),
        }
    }
}
