//! `/` and `/en/`: all indicators at a glance, and the latest publications.

use super::*;

/// With this many indicators the tables are folded, and only the pages of the categories have charts.
const FOLDED_FROM: usize = 150;
/// The fewest observations that are drawn.
const LEAST_DRAWN: usize = 4;

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
    /// True if some indicators have another status than others.
    has_statuses: bool,
    has_changes: bool,
    featured: Vec<IndicatorRow>,
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
    /// The number of indicators, and their unit where it is the same.
    size: String,
    rows: Vec<IndicatorRow>,
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
        let table = TableContext::new(featured.iter().map(|input| input.member()), as_of, lang);
        // Outside its category an indicator has its full name.
        let headline =
            |input: &&IndicatorInput<'a>| IndicatorRow::new(input.member(), &input.indicator.name, &table);
        let featured = featured.iter().map(headline).collect();
        let is_folded = inputs.len() >= FOLDED_FROM;
        let categories: Vec<CategoryTable<'a>> = inputs
            .chunk_by(|a, b| a.category_id == b.category_id)
            .filter_map(|inputs| category(inputs, is_folded, as_of, lang))
            .collect();
        let has =
            |is: fn(&IndicatorRow) -> bool| categories.iter().flat_map(|category| &category.rows).any(is);
        let all = summary.count(summary.status) == summary.statuses.len();
        let meaning = if all { text::all_are } else { text::some_are };
        // A reader may look for the overview by the name of a category.
        let names = |lang| dataset.categories.iter().map(move |category| category.name.get(lang).clone());
        let meta = PageMeta {
            title: service.title(lang),
            description: service.description(lang),
            keywords: Lang::ALL.into_iter().flat_map(names).collect(),
        };
        let forms = Some([urls::COLLECTION, urls::TABLE]);
        OverviewPage {
            layout: Layout::new(&service, meta, urls::OVERVIEW, forms, lang),
            words: text::overview(lang),
            nsdp: dataset
                .nsdp
                .as_ref()
                .map(|_| Link::new(text::nsdp(lang).title, urls::localized(lang, urls::NSDP))),
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

fn category<'a>(
    inputs: &[IndicatorInput<'a>],
    is_folded: bool,
    as_of: NaiveDate,
    lang: Lang,
) -> Option<CategoryTable<'a>> {
    let first = inputs.first()?;
    let table = TableContext::new(inputs.iter().map(IndicatorInput::member), as_of, lang);
    let row = |input: &IndicatorInput<'_>| {
        let member = input.member();
        let write = if is_folded { IndicatorRow::without_chart } else { IndicatorRow::new };
        write(member, member.indicator.name_among_others(), &table)
    };
    let mut rows: Vec<IndicatorRow> = inputs.iter().map(row).collect();
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
        years: (!is_folded).then(|| table.years()),
        size,
        rows,
    })
}

/// The properties that the rows of a table share.
#[derive(Clone, Copy)]
pub struct TableContext {
    /// The axis of time of the small charts.
    window: Window,
    as_of: NaiveDate,
    /// The day up to which they are drawn.
    drawn_to: NaiveDate,
    pub lang: Lang,
}

/// An indicator among others: a row of the overview, a headline figure, or a card of its category.
pub struct IndicatorRow {
    pub link: Link,
    pub figure: Figure,
    /// The values before the figure and a year earlier, without their unit where it is that of the figure.
    pub previous: Option<String>,
    pub year_earlier: Option<String>,
    /// The change on a year earlier.
    pub change: Option<Change>,
    /// The day of the next publication.
    pub next: Option<String>,
    pub sparkline: Option<Sparkline>,
    pub status: StatusFigure,
}

impl TableContext {
    pub fn new<'a>(members: impl Iterator<Item = Member<'a>> + Clone, as_of: NaiveDate, lang: Lang) -> Self {
        let drawn_to = drawn_to(members.clone().map(|member| member.indicator), as_of);
        let window = Window::new(members.flat_map(|member| member.indicator.series.observations()), drawn_to);
        TableContext { window, as_of, drawn_to, lang }
    }

    /// The years of the axis of time.
    pub fn years(&self) -> String {
        text::years_between(self.window.years())
    }
}

impl IndicatorRow {
    pub fn new(member: Member<'_>, name: &Localized<String>, table: &TableContext) -> Self {
        let (series, is_verified) = (&member.indicator.series, member.effective.status == Status::Verified);
        let decimals = member.indicator.decimals_of(&series.current().series_key);
        let sparkline =
            Sparkline::new(series, is_verified, decimals, table.window, table.drawn_to, table.lang);
        let sparkline = sparkline.filter(|_| series.observations().len() >= LEAST_DRAWN);
        IndicatorRow { sparkline, ..Self::without_chart(member, name, table) }
    }

    fn without_chart(member: Member<'_>, name: &Localized<String>, table: &TableContext) -> Self {
        let (indicator, status) = (member.indicator, member.effective.status);
        let TableContext { as_of, lang, .. } = *table;
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let comparison = Comparison::of(&indicator.series, current, status, Comparand::Year);
        let value = |row: &Observation| beside(indicator, row, current, lang);
        let (next, is_late) = next_publication(indicator, member.effective, as_of);
        IndicatorRow {
            link: Link::to(indicator, name, lang),
            figure: Figure::in_table(indicator, as_of, lang),
            previous: former(indicator.series.observations(), since).map(value),
            year_earlier: comparison.base.map(value),
            change: Change::of(indicator, &comparison, lang),
            next: next.filter(|_| !is_late).map(|date| text::short_day(date, lang)),
            sparkline: None,
            status: StatusFigure::new(status, lang),
        }
    }

    /// The line below a headline figure: the value before for rates and growth, else the change on a year earlier.
    pub fn below(&self, t: &PageWords) -> Option<(&'static str, &str, Option<&'static str>)> {
        match &self.change {
            Some(change) if self.figure.unit.is_some() => Some((t.year, &change.text, change.arrow)),
            // The value before a total is one of other months.
            _ if self.figure.full_year.is_some() => None,
            _ => self.previous.as_ref().map(|previous| (t.previous_value, previous.as_str(), None)),
        }
    }
}
