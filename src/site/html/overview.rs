//! `/` and `/en/`: all indicators at a glance, and the latest publications.

use super::*;

use super::latest::Week;
use crate::site::text;

/// From so many indicators on the tables are folded, and the charts are on the pages of the categories alone.
const FOLDED_FROM: usize = 150;

#[derive(Template)]
#[template(path = "overview.html", config = "src/site/templates/askama.toml")]
pub struct OverviewPage<'a> {
    layout: Layout,
    words: OverviewWords,
    /// The National Summary Data Page, where there is one.
    nsdp: Option<Link>,
    is_folded: bool,
    description: String,
    /// The day of the dataset, and its meaning for the figures.
    as_of: String,
    version: &'a str,
    size: String,
    status: StatusFigure,
    meaning: Option<&'static str>,
    /// Whether some indicators have another status than others.
    has_statuses: bool,
    has_changes: bool,
    featured: Vec<Row>,
    week: Week,
    categories: Vec<CategoryTable<'a>>,
    has_next: bool,
}

struct CategoryTable<'a> {
    id: &'a str,
    /// To the page of the category.
    link: Link,
    /// The years that the small charts of the table share; none where there are no charts.
    years: Option<String>,
    /// How many there are, and their unit where it is the same.
    size: String,
    rows: Vec<Row>,
}

impl<'a> OverviewPage<'a> {
    /// At the instant of the summary.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        inputs: &[IndicatorInput<'a>],
        service: Service<'a>,
        lang: Lang,
    ) -> Self {
        let as_of = dataset.offset.day(dataset.as_of);
        let find = |key| inputs.iter().find(|input| &input.indicator.key == key);
        let featured: Vec<&IndicatorInput<'a>> = dataset.featured.iter().filter_map(find).collect();
        let shared = Shared::new(featured.iter().map(|input| input.member()), as_of, lang);
        // Outside its category an indicator has its full name.
        let headline = |input: &&IndicatorInput<'a>| Row::new(input.member(), &input.indicator.name, &shared);
        let featured = featured.iter().map(headline).collect();
        let is_folded = inputs.len() >= FOLDED_FROM;
        let categories: Vec<CategoryTable<'a>> = inputs
            .chunk_by(|a, b| a.category_id == b.category_id)
            .filter_map(|inputs| category(inputs, is_folded, as_of, lang))
            .collect();
        let has = |is: fn(&Row) -> bool| categories.iter().flat_map(|category| &category.rows).any(is);
        let all = summary.count(summary.status) == summary.statuses.len();
        let meaning = if all { text::all_are } else { text::some_are };
        let subject = Subject {
            title: service.title(lang),
            description: service.description(lang),
            keywords: Lang::ALL.iter().flat_map(|lang| names(dataset, *lang)).collect(),
        };
        let forms = Some([urls::COLLECTION, urls::TABLE]);
        OverviewPage {
            layout: Layout::new(&service, subject, urls::OVERVIEW, forms, lang),
            words: text::overview(lang),
            nsdp: dataset.nsdp.as_ref().map(|_| Link {
                label: text::nsdp(lang).title.to_owned(),
                href: urls::localized(lang, urls::NSDP),
            }),
            is_folded,
            description: service.description(lang),
            as_of: text::nbsp(&text::as_of(text::full_day(as_of, lang), lang)),
            version: &summary.version,
            size: text::size(summary.statuses.len(), summary.observations, lang),
            status: StatusFigure::new(summary.status, lang),
            meaning: Some(meaning(summary.status, lang)).filter(|text| !text.is_empty()),
            has_statuses: !all,
            has_changes: has(|row| row.change.is_some()),
            has_next: has(|row| row.next.is_some()),
            featured,
            week: Week::new(inputs, as_of, lang),
            categories,
        }
    }
}

/// The names of the categories, under which a reader may look for the overview.
fn names(dataset: &Dataset, lang: Lang) -> impl Iterator<Item = String> {
    dataset.categories.iter().map(move |category| category.name.get(lang).clone())
}

fn category<'a>(
    inputs: &[IndicatorInput<'a>],
    is_folded: bool,
    as_of: NaiveDate,
    lang: Lang,
) -> Option<CategoryTable<'a>> {
    let first = inputs.first()?;
    let shared = Shared::new(inputs.iter().map(IndicatorInput::member), as_of, lang);
    let row = |input: &IndicatorInput<'_>| {
        let member = input.member();
        let write = if is_folded { Row::without_chart } else { Row::new };
        write(member, member.indicator.name_among_others(), &shared)
    };
    let mut rows: Vec<Row> = inputs.iter().map(row).collect();
    let mut size = text::indicators(inputs.len(), lang);
    let unit = &first.indicator.series.in_force(as_of).current.series_key.unit;
    let has_unit =
        |input: &IndicatorInput<'_>| input.indicator.series.in_force(as_of).current.series_key.unit == *unit;
    if inputs.iter().all(has_unit) && rows.iter().all(|row| row.figure.unit.is_some()) {
        rows.iter_mut().for_each(|row| row.figure.unit = None);
        size += &format!(", {}", text::nbsp(unit.text.get(lang)));
    }
    Some(CategoryTable {
        id: first.category_id,
        link: Link::to_category(first.category_id, first.category, lang),
        years: (!is_folded).then(|| shared.years()),
        size,
        rows,
    })
}
