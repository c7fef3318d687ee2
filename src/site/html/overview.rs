//! `/` and `/en/`: all indicators at a glance, and the latest publications.

use super::*;

/// With this many indicators the tables are folded, and only the pages of the categories have charts.
const FOLDED_FROM: usize = 150;
/// The fewest observations that are drawn.
const LEAST_DRAWN: usize = 4;

#[derive(Template)]
#[template(path = "overview.html", config = "src/site/templates/askama.toml")]
pub struct OverviewPage<'a> {
    layout: Layout<'a>,
    dataset: &'a Dataset,
    summary: &'a Summary,
    is_folded: bool,
    /// The day of the dataset, and its meaning for the figures.
    as_of: String,
    /// The meaning of the status, if it needs one.
    meaning: &'static str,
    /// True if some indicators have another status than others.
    has_statuses: bool,
    has_changes: bool,
    featured: Vec<IndicatorRow<'a>>,
    week: Week,
    categories: Vec<CategoryTable<'a>>,
    has_next: bool,
}

struct CategoryTable<'a> {
    id: &'a str,
    link: Link,
    /// The years that the small charts of the table share; none where there are no charts.
    years: Option<String>,
    /// The number of indicators, and their unit where it is the same.
    size: String,
    rows: Vec<IndicatorRow<'a>>,
}

impl<'a> OverviewPage<'a> {
    /// At the instant of the summary.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        pages: &[PageInputs<'a>],
        service: Service<'a>,
        lang: Lang,
    ) -> Self {
        let as_of = dataset.offset.day(dataset.as_of);
        let find = |key| pages.iter().find(|page| &page.indicator.key == key);
        let featured: Vec<Member<'a>> = dataset
            .featured
            .iter()
            .filter_map(find)
            .map(PageInputs::member)
            .collect();
        let table = TableContext::new(featured.iter().copied(), true, as_of, lang);
        // Outside its category an indicator has its full name.
        let headline =
            |member: &Member<'a>| IndicatorRow::new(*member, &member.indicator.name, &table);
        let featured = featured.iter().map(headline).collect();
        let is_folded = pages.len() >= FOLDED_FROM;
        let categories: Vec<CategoryTable<'a>> = pages
            .chunk_by(|a, b| a.category_id == b.category_id)
            .map(|pages| category(pages, is_folded, as_of, lang))
            .collect();
        let has = |is: fn(&IndicatorRow<'_>) -> bool| {
            categories.iter().flat_map(|table| &table.rows).any(is)
        };
        let all = summary.count(summary.status) == summary.statuses.len();
        let meaning = if all { text::all_are } else { text::some_are };
        // A reader may look for the overview by the name of a category.
        let names = |lang| {
            dataset
                .categories
                .iter()
                .map(move |category| category.name.get(lang).clone())
        };
        OverviewPage {
            layout: Layout {
                title: service.title(lang),
                keywords: Lang::ALL.into_iter().flat_map(names).collect(),
                forms: Some([urls::COLLECTION, urls::TABLE].map(str::to_owned)),
                ..Layout::new(
                    service,
                    urls::OVERVIEW,
                    "",
                    &service.description(lang),
                    lang,
                )
            },
            dataset,
            summary,
            is_folded,
            as_of: text::nbsp(&text::as_of(text::full_day(as_of, lang), lang)),
            meaning: meaning(summary.status, lang),
            has_statuses: !all,
            has_changes: has(|row| row.change.is_some()),
            has_next: has(|row| row.next.is_some()),
            featured,
            week: Week::new(pages, as_of, lang),
            categories,
        }
    }
}

/// The table of a category, of which there is at least one indicator.
fn category<'a>(
    pages: &[PageInputs<'a>],
    is_folded: bool,
    as_of: NaiveDate,
    lang: Lang,
) -> CategoryTable<'a> {
    let table = TableContext::new(
        pages.iter().map(PageInputs::member),
        !is_folded,
        as_of,
        lang,
    );
    let row = |page: &PageInputs<'a>| {
        IndicatorRow::new(page.member(), page.indicator.name_among_others(), &table)
    };
    let mut rows: Vec<IndicatorRow<'_>> = pages.iter().map(row).collect();
    let mut size = text::indicators(pages.len(), lang);
    let unit = |page: &PageInputs<'a>| {
        &page
            .indicator
            .series
            .in_force(as_of)
            .current
            .series_key
            .unit
    };
    let first = &pages[0];
    if pages.iter().all(|page| unit(page) == unit(first))
        && rows.iter().all(|row| row.figure.unit.is_some())
    {
        rows.iter_mut().for_each(|row| row.figure.unit = None);
        size += &format!(", {}", text::nbsp(unit(first).text.get(lang)));
    }
    CategoryTable {
        id: first.category_id,
        link: Link::to_category(first.category_id, first.category, lang),
        years: table.years(),
        size,
        rows,
    }
}

/// The properties that the rows of a table share.
pub struct TableContext {
    /// The time of the small charts, if there are some.
    window: Option<Window>,
    as_of: NaiveDate,
    lang: Lang,
}

/// An indicator among others: a row of the overview, a headline figure, or a card of its category.
pub struct IndicatorRow<'a> {
    pub key: &'a str,
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
    pub status: Status,
}

impl TableContext {
    pub fn new<'a>(
        members: impl Iterator<Item = Member<'a>> + Clone,
        has_charts: bool,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        let last_drawn_day = last_drawn_day(members.clone().map(|member| member.indicator), as_of);
        let all = members.map(|member| &*member.indicator.series);
        let window = has_charts.then(|| Window::new(all, last_drawn_day));
        TableContext {
            window,
            as_of,
            lang,
        }
    }

    /// The years of the axis of time.
    pub fn years(&self) -> Option<String> {
        self.window
            .map(|window| text::years_between(window.years()))
    }

    /// The small chart of an indicator that has observations enough for one.
    fn sparkline(&self, indicator: &Indicator, status: Status) -> Option<Sparkline> {
        let window = self
            .window
            .filter(|_| indicator.series.observations().len() >= LEAST_DRAWN)?;
        Sparkline::new(indicator, status == Status::Verified, window, self.lang)
    }
}

impl<'a> IndicatorRow<'a> {
    pub fn new(member: Member<'a>, name: &Localized<String>, table: &TableContext) -> Self {
        let (indicator, status) = (member.indicator, member.effective.status);
        let TableContext { as_of, lang, .. } = *table;
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let comparison = Comparison::of(&indicator.series, current, status, Comparand::Year);
        let value = |row: &Observation| value_beside(indicator, row, current, lang);
        let (next, is_late) = next_publication(indicator, member.effective, as_of);
        IndicatorRow {
            key: indicator.key.as_str(),
            link: Link::to(&indicator.key, name, lang),
            figure: Figure::in_table(indicator, as_of, lang),
            previous: last_before(indicator.series.observations(), since).map(value),
            year_earlier: comparison.base.map(value),
            change: Change::of(indicator, &comparison, lang),
            next: next
                .filter(|_| !is_late)
                .map(|date| text::short_day(date, lang)),
            sparkline: table.sparkline(indicator, status),
            status,
        }
    }

    /// The line below a headline figure: the value before for rates and growth, else the change on a year earlier.
    pub fn below(&self, t: &PageWords) -> Option<(&'static str, &str, Option<&'static str>)> {
        match &self.change {
            Some(change) if self.figure.unit.is_some() => {
                Some((t.year, &change.text, change.arrow))
            }
            // The value before a total is one of other months.
            _ if self.figure.full_year.is_some() => None,
            _ => self
                .previous
                .as_ref()
                .map(|previous| (t.previous_value, previous.as_str(), None)),
        }
    }
}
