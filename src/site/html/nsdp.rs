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
type Categories<'a> = Vec<(&'a NsdpCategory, Vec<NsdpRow<'a>>)>;

struct NsdpRow<'a> {
    indicator: &'a Indicator,
    current: &'a Observation,
    latest: NsdpFigure,
    previous: Option<NsdpFigure>,
    change: Option<String>,
}

struct NsdpFigure {
    number: String,
    period: String,
    flag_words: Option<String>,
}

impl<'a> NsdpPage<'a> {
    pub fn new(inputs: &DatasetInputs<'a>, nsdp: &'a Nsdp, lang: Lang) -> Self {
        let (t, dataset) = (text::page(lang), inputs.dataset);
        let sdmx = dataset.sdmx.as_ref();
        let title = match sdmx.and_then(|sdmx| sdmx.area_name.as_ref()) {
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

fn rows_of<'a>(
    inputs: &DatasetInputs<'a>,
    category: &NsdpCategory,
    lang: Lang,
) -> Vec<NsdpRow<'a>> {
    let mut rows = Vec::new();
    for (place, ..) in inputs.dataset.nsdp_series(&category.id) {
        if let Some(input) = inputs.pages.get(place) {
            let today = inputs.summary.today();
            rows.push(NsdpRow::new(input.member(), today, lang));
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

impl<'a> NsdpRow<'a> {
    fn new(member: Member<'a>, as_of: NaiveDate, lang: Lang) -> Self {
        let indicator = member.indicator;
        let series = &indicator.series;
        let InForce { current, since, .. } = series.in_force(as_of);
        let mut change = None;
        let mut previous = None;
        if let Some((before, since)) = former(series, since)
            && before.series_key == current.series_key
        {
            previous = Some(NsdpFigure::new(indicator, before, since, as_of, lang));
            if Difference::between(before, current, member.effective.status).is_some() {
                change = current.percentage_from(before);
            }
        }

        NsdpRow {
            indicator,
            current,
            latest: NsdpFigure::new(indicator, current, since, as_of, lang),
            previous,
            change: change.map(|change| text::percent(&change, lang)),
        }
    }

    fn source_url(&self) -> Option<&str> {
        self.indicator.source.as_ref()?.url.as_deref()
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
