//! `/` and `/en/`: all indicators at a glance, and the latest publications.

use super::*;

use crate::site::chart::{Sparkline, Window};

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
    /// The meaning of the status, if it needs one.
    meaning: &'static str,
    /// True if some indicators have another status than others.
    has_statuses: bool,
    /// How many are verified, of how many.
    verified: [usize; 2],
    /// The others by their status, where some are verified and some are not.
    others: Vec<(&'static str, Vec<Link>)>,
    featured: Vec<IndicatorRow<'a>>,
    week: Week,
    categories: Vec<CategoryTable<'a>>,
    /// True if some row has a change on a year earlier, or the day of its next publication.
    has_changes: bool,
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
    pub fn new(inputs: &DatasetInputs<'a>, lang: Lang) -> Self {
        let DatasetInputs {
            dataset,
            summary,
            ref pages,
            ..
        } = *inputs;
        let (service, today) = (inputs.service(), summary.today());
        let mut members = Vec::new();
        for key in &dataset.featured {
            let page = pages.iter().find(|page| page.indicator.key == *key);
            members.extend(page.map(PageInputs::member));
        }

        let table = TableContext::new(members.iter().copied(), true, today, lang);
        let featured = members.into_iter();
        let is_folded = pages.len() >= FOLDED_FROM;
        let mut categories = Vec::new();
        for inside in pages.chunk_by(|a, b| a.category == b.category) {
            categories.push(category(inside, is_folded, today, lang));
        }

        let mut rows = categories.iter().flat_map(|table| &table.rows);
        let has_changes = rows.clone().any(|row| row.change.is_some());
        let has_next = rows.any(|row| !row.next.is_empty());
        let verified = summary.count(Status::Verified);
        let has_statuses = summary.count(summary.status) < pages.len();
        let (meaning, others) = match (has_statuses, verified) {
            (false, _) => (text::all_are(summary.status, lang), Vec::new()),
            (true, 0) => (text::some_are(summary.status, lang), Vec::new()),
            (true, _) => ("", by_status(pages, lang)),
        };

        let description = service.description(lang);
        OverviewPage {
            layout: Layout {
                title: service.title(lang),
                forms: Some([urls::COLLECTION, urls::TABLE].map(str::to_owned)),
                ..Layout::new(service, urls::OVERVIEW, "", &description, lang)
            },
            dataset,
            summary,
            is_folded,
            meaning,
            has_statuses,
            verified: [verified, pages.len()],
            others,
            featured: featured
                .map(|member| IndicatorRow::among_others(member, &table))
                .collect(),
            week: Week::new(pages, today, lang),
            categories,
            has_changes,
            has_next,
        }
    }
}

/// The indicators that are not verified, by their status.
fn by_status(pages: &[PageInputs], lang: Lang) -> Vec<(&'static str, Vec<Link>)> {
    let mut others = Vec::new();
    for status in Status::ALL {
        let mut links = Vec::new();
        for page in pages {
            let indicator = page.indicator;
            if status != Status::Verified && page.effective.status == status {
                let name = indicator.name_among_others();
                links.push(Link::to(&indicator.key, name, lang));
            }
        }

        if !links.is_empty() {
            others.push((text::status_word(status, lang), links));
        }
    }

    others
}

/// The table of a category with at least one indicator.
fn category<'a>(
    pages: &[PageInputs<'a>],
    is_folded: bool,
    as_of: NaiveDate,
    lang: Lang,
) -> CategoryTable<'a> {
    let members = pages.iter().map(PageInputs::member);
    let table = TableContext::new(members, !is_folded, as_of, lang);
    let mut rows = Vec::new();
    let mut units = Vec::new();
    for page in pages {
        let mut row = IndicatorRow::among_others(page.member(), &table);
        // A rate is named for its unit.
        if page.indicator.measure == Measure::Rate {
            row.figure.unit = None;
        }

        let in_force = page.indicator.series.in_force(as_of);
        units.push(&in_force.current.series_key.unit);
        rows.push(row);
    }

    let category = pages[0].category;
    let mut size = text::indicators(pages.len(), lang);
    let are_of_one_unit = units.iter().all(|unit| *unit == units[0]);
    if are_of_one_unit && rows.iter().all(|row| row.figure.unit.is_some()) {
        rows.iter_mut().for_each(|row| row.figure.unit = None);
        size += &format!(", {}", text::nbsp(units[0].text.get(lang)));
    }

    if let Some(age) = age_of_section(pages, &rows, as_of, lang) {
        size += &format!("; {}", text::nbsp(&age));
    }

    CategoryTable {
        id: category.id,
        link: Link::to_category(category, lang),
        years: table.years(),
        size,
        rows,
    }
}

/// The age of the figures of a section, or of the oldest where they are of several ages. `None` where none is old.
fn age_of_section(
    pages: &[PageInputs],
    rows: &[IndicatorRow],
    as_of: NaiveDate,
    lang: Lang,
) -> Option<String> {
    let ages = rows.iter().map(|row| &row.figure.age);
    let old = pages
        .iter()
        .zip(ages.clone())
        .filter(|(_, age)| age.is_some());
    let (_, age) =
        old.min_by_key(|(page, _)| page.indicator.series.in_force(as_of).current.date)?;
    if ages.clone().all(|other| other == age) {
        return age.clone();
    }

    let age = age.clone()?;
    Some(text::oldest_figure(age, lang))
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
    /// The day of the next publication, where that is known.
    pub next: String,
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
        let count = indicator.series.observations().len();
        let window = self.window.filter(|_| count >= LEAST_DRAWN)?;
        Sparkline::new(indicator, status == Status::Verified, window, self.lang)
    }
}

impl<'a> IndicatorRow<'a> {
    /// An indicator by its name beside others.
    pub fn among_others(member: Member<'a>, table: &TableContext) -> Self {
        let (indicator, status) = (member.indicator, member.effective.status);
        let TableContext { as_of, lang, .. } = *table;
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let comparison = Comparison::of(&indicator.series, current, status, Comparand::Year);
        let next = match next_publication(indicator, member.effective, as_of) {
            (Some(date), false) => text::short_day(date, lang),
            _ => String::new(),
        };

        // A figure of fewer months of the year says nothing of a total.
        let previous = match current.series_key.derivations() {
            [] => last_before(indicator.series.observations(), since),
            _ => None,
        };

        let year_earlier = comparison.base;
        IndicatorRow {
            key: indicator.key.as_str(),
            link: Link::to(&indicator.key, indicator.name_among_others(), lang),
            figure: Figure::in_table(indicator, as_of, lang),
            previous: previous.map(|row| value_beside(indicator, row, current, lang)),
            year_earlier: year_earlier.map(|row| value_beside(indicator, row, current, lang)),
            change: Change::of(indicator, &comparison, lang),
            next,
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
            _ => Some((t.previous_value, self.previous.as_ref()?, None)),
        }
    }
}
