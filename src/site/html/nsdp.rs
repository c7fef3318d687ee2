//! `/nsdp`: the National Summary Data Page in the IMF's standard form: by sector and data category the latest figures and the
//! ones before, with links to files and metadata.

use super::*;

use crate::model::NsdpCategory;

#[derive(Template)]
#[template(path = "nsdp.html", config = "src/site/templates/askama.toml")]
pub struct NsdpPage<'a> {
    layout: Layout<'a>,
    nsdp: &'a Nsdp,
    /// The title with the country, where the dataset names it.
    title: String,
    /// The day on which its newest figure became public.
    updated: Option<NaiveDate>,
    sectors: Vec<(Sector, Categories<'a>)>,
}

/// Those of a sector, with their series that have a figure.
type Categories<'a> = Vec<(&'a NsdpCategory, Vec<NsdpRow>)>;

struct NsdpRow {
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
    flag_words: Option<String>,
}

impl<'a> NsdpPage<'a> {
    pub fn new(inputs: &DatasetInputs<'a>, nsdp: &'a Nsdp, lang: Lang) -> Self {
        let (t, dataset) = (text::page(lang), inputs.dataset);
        let title = match dataset
            .sdmx
            .as_ref()
            .and_then(|sdmx| sdmx.area_name.as_ref())
        {
            Some(country) => text::nsdp_of(country.get(lang), lang),
            None => t.nsdp_title.to_owned(),
        };

        let row = |(place, ..): (usize, _, _)| {
            let input = inputs.pages.get(place)?;
            Some(NsdpRow::new(
                input.indicator,
                input.effective,
                inputs.summary.today(),
                lang,
            ))
        };

        let rows = |category: &'a NsdpCategory| {
            let rows: Vec<NsdpRow> = dataset.nsdp_series(&category.id).filter_map(row).collect();
            (category, rows)
        };
        let sector = |sector: Sector| {
            let categories = nsdp
                .categories
                .iter()
                .filter(|category| category.sector == sector);
            let categories = categories.map(rows).filter(|(_, rows)| !rows.is_empty());
            (sector, categories.collect::<Categories<'_>>())
        };
        NsdpPage {
            layout: Layout::new(inputs.service(), urls::NSDP, &title, t.nsdp_meaning, lang),
            nsdp,
            title: text::nbsp(&title),
            updated: last_update(dataset, nsdp),
            sectors: Sector::ALL
                .map(sector)
                .into_iter()
                .filter(|(_, all)| !all.is_empty())
                .collect(),
        }
    }
}

/// The newest day of publication among the figures of the page, else their newest date.
fn last_update(dataset: &Dataset, nsdp: &Nsdp) -> Option<NaiveDate> {
    let series = || {
        nsdp.categories
            .iter()
            .flat_map(|category| dataset.nsdp_series(&category.id))
    };
    let observations = || series().flat_map(|(_, indicator, _)| indicator.series.observations());
    let published = observations()
        .filter_map(|observation| observation.published)
        .max();
    published.or_else(|| {
        observations()
            .filter_map(|observation| observation.date)
            .max()
    })
}

impl NsdpRow {
    fn new(
        indicator: &Indicator,
        effective: &EffectiveStatus,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        let series = &indicator.series;
        let InForce { current, since, .. } = series.in_force(as_of);
        let before = former(series, since);
        let before = before.filter(|before| before.0.series_key == current.series_key);
        let is_compared = |before: &&Observation| {
            Difference::between(before, current, effective.status).is_some()
        };
        let change = before
            .map(|before| before.0)
            .filter(is_compared)
            .and_then(|before| current.percentage_from(before));
        let key = indicator.key.as_str();
        let source = indicator.source.as_ref().and_then(|source| {
            Some(Link::new(
                &text::nbsp(source.name.get(lang)),
                source.url.clone()?,
            ))
        });
        let metadata = urls::localized(lang, &urls::of(urls::VIEW, key));
        let links = [
            Link::new(text::page(lang).metadata, metadata + "#details"),
            Link::to_resource("CSV", urls::HISTORY_TABLE, key, lang),
        ];
        let figure = |row: &Observation, date| NsdpFigure {
            number: text::number(&indicator.shown(row), lang),
            period: text::period_in_table(&row.series_key, date, as_of, lang),
            flag_words: text::flag_words(row.flags, lang).map(|words| text::nbsp(&words)),
        };
        NsdpRow {
            link: Link::to(&indicator.key, &indicator.name, lang),
            unit: text::nbsp(current.series_key.unit.text.get(lang)),
            latest: figure(current, since),
            previous: before.map(|(row, since)| figure(row, since)),
            change: change.map(|change| text::percent(&change, lang)),
            more: links.into_iter().chain(source).collect(),
        }
    }
}
