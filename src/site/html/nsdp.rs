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

        let mut sectors = Vec::new();
        for sector in Sector::ALL {
            let mut categories = Categories::new();
            for category in &nsdp.categories {
                let rows = rows_of(inputs, category, lang);
                if category.sector == sector && !rows.is_empty() {
                    categories.push((category, rows));
                }
            }

            if !categories.is_empty() {
                sectors.push((sector, categories));
            }
        }

        NsdpPage {
            layout: Layout::new(inputs.service(), urls::NSDP, &title, t.nsdp_meaning, lang),
            nsdp,
            title: text::nbsp(&title),
            updated: last_update(dataset, nsdp),
            sectors,
        }
    }
}

fn rows_of(inputs: &DatasetInputs<'_>, category: &NsdpCategory, lang: Lang) -> Vec<NsdpRow> {
    let mut rows = Vec::new();
    for (place, ..) in inputs.dataset.nsdp_series(&category.id) {
        if let Some(input) = inputs.pages.get(place) {
            let today = inputs.summary.today();
            rows.push(NsdpRow::new(input.indicator, input.effective, today, lang));
        }
    }

    rows
}

/// The newest day of publication among the figures of the page, else their newest date.
fn last_update(dataset: &Dataset, nsdp: &Nsdp) -> Option<NaiveDate> {
    let (mut published, mut date) = (None, None);
    for category in &nsdp.categories {
        for (_, indicator, _) in dataset.nsdp_series(&category.id) {
            for observation in indicator.series.observations() {
                published = published.max(observation.published);
                date = date.max(observation.date);
            }
        }
    }

    published.or(date)
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
        let mut change = None;
        let mut previous = None;
        if let Some((before, since)) = former(series, since)
            && before.series_key == current.series_key
        {
            previous = Some(NsdpFigure::new(indicator, before, since, as_of, lang));
            if Difference::between(before, current, effective.status).is_some() {
                change = current.percentage_from(before);
            }
        }

        let key = indicator.key.as_str();
        let metadata = urls::localized(lang, &urls::of(urls::VIEW, key));
        let mut more = vec![
            Link::new(text::page(lang).metadata, metadata + "#details"),
            Link::to_resource("CSV", urls::HISTORY_TABLE, key, lang),
        ];
        if let Some(source) = &indicator.source
            && let Some(url) = &source.url
        {
            more.push(Link::new(text::page(lang).source_as_link, url.clone()));
        }

        NsdpRow {
            link: Link::to(&indicator.key, &indicator.name, lang),
            unit: text::nbsp(current.series_key.unit.text.get(lang)),
            latest: NsdpFigure::new(indicator, current, since, as_of, lang),
            previous,
            change: change.map(|change| text::percent(&change, lang)),
            more,
        }
    }
}

impl NsdpFigure {
    fn new(
        indicator: &Indicator,
        row: &Observation,
        since: Option<NaiveDate>,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        NsdpFigure {
            number: text::number(&indicator.shown(row), lang),
            period: text::period_in_table(&row.series_key, since, as_of, lang),
            flag_words: text::flag_words(row.flags, lang).map(|words| text::nbsp(&words)),
        }
    }
}
