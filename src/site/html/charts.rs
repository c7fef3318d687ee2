//! The charts of an indicator. On its page they are its values, what totals since January imply of months and of whole years, and
//! changes on a year earlier, each over all of its time and over its latest years, where it has more [D24.6]. The page shows
//! the first, and the reader chooses another without a script.

use super::*;

use super::inputs::{has_coming, indicators_in_chart};
use crate::site::chart::{Figures, Outline, PAGE, Subject};

/// A chart of fewer observations is not offered as a choice.
const MIN_OBSERVATIONS: usize = 3;

/// The choice of all of its time, and those of its latest years, with their number.
const ALL: &str = "all";
const LATEST: [(&str, u32); 2] = [("five", 5), ("one", 1)];

/// One of the charts of a page, the same in all languages.
pub struct PageChart {
    quantity: Quantity,
    /// The choices of time by which it is shown: its own first, then those that have no chart of this quantity.
    ranges: Vec<&'static str>,
    unit: Arc<Unit>,
    pub chart: Chart,
}

impl PageChart {
    fn new(view: &ChartView, range: &'static str, chart: Chart) -> Self {
        PageChart {
            quantity: view.quantity,
            ranges: vec![range],
            unit: Arc::clone(&view.main.series.current().series_key.unit),
            chart,
        }
    }

    /// The choices by which it is shown, as a class.
    pub fn class(&self) -> String {
        format!("{} {}", quantity_name(self.quantity), self.ranges.join(" "))
    }

    /// The data of it for the script.
    pub fn script(&self, writing: &Writing, layout: &Layout) -> String {
        let outline = &self.chart.outline;
        let keys: Vec<&str> = outline.series.iter().map(|one| one.key.as_str()).collect();
        let table = layout.local(urls::LONG_TABLE);
        let csv = match (outline.column, keys.len()) {
            ("value", 1) => format!("{table}?keys={}&", keys[0]),
            ("value", _) => format!("{table}?keys={}&shape=wide&", keys.join(",")),
            _ => format!("{}?", writing.changes.replace('*', keys[0])),
        };

        in_json(&ChartScript {
            outline,
            unit: text::unit_at_number(self.unit.text.get(layout.lang), layout.lang),
            periods: writing.periods(self.quantity, layout.lang),
            csv,
        })
    }
}

fn in_json(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

#[derive(Serialize)]
struct ChartScript<'a> {
    #[serde(flatten)]
    outline: &'a Outline,
    /// The text right behind a value.
    unit: String,
    /// The periods of observations by the month in which they end.
    periods: Vec<String>,
    /// The address of the table of what is shown, up to the parameters of its range.
    csv: String,
}

/// The day up to which charts are drawn: the end of the month, but where something is to come.
pub fn last_drawn_day<'a>(
    indicators: impl Iterator<Item = &'a Indicator>,
    as_of: NaiveDate,
) -> NaiveDate {
    if has_coming(indicators, as_of) {
        as_of
    } else {
        last_day_of_month(as_of)
    }
}

pub fn chart_view<'a>(page: &PageInputs<'a>) -> ChartView<'a> {
    let main = page.indicator;
    let mut companions = page.companions.clone();
    companions.retain(|member| member.indicator.series.current().date.is_some());

    let keys = companions.iter().map(|member| &member.indicator.key);
    let mut keys: Vec<&Key> = keys.chain([&main.key]).collect();
    keys.sort_unstable();
    let current = main.series.current();
    let companions = companions.into_iter();
    ChartView {
        main: subject(page.member(), &keys),
        current,
        companions: companions.map(|member| subject(member, &keys)).collect(),
        as_of: last_drawn_day(indicators_in_chart(main, &page.companions), page.as_of),
        since: None,
        quantity: Quantity::Value,
        column: "value",
        decimals: main.decimals_of(&current.series_key),
    }
}

/// A series of a chart. The order of the keys gives an indicator one colour on the pages of all that are drawn together.
fn subject<'a>(member: Member<'a>, keys: &[&Key]) -> Subject<'a> {
    let indicator = member.indicator;
    Subject {
        key: indicator.key.as_str(),
        name: indicator.name_among_others(),
        series: &indicator.series,
        is_verified: member.effective.status == Status::Verified,
        place: keys.partition_point(|key| **key < indicator.key),
    }
}

/// The charts of every quantity over every time. A quantity that has none of its own over some years is shown over the next
/// longer time instead.
///
/// # Errors
/// The sentence that takes the place of charts.
pub fn page_charts(page: &PageInputs) -> Result<Vec<PageChart>, Localized<String>> {
    let (view, series) = (chart_view(page), &page.indicator.series);
    let changes = Figures::changes(series, page.effective.status).filter(has_points);
    let figures: Vec<Figures> = implied_figures(series).chain(changes).collect();
    let mut charts: Vec<PageChart> = Vec::new();

    for view in views(&view, &figures) {
        match Chart::new(&view, PAGE) {
            Ok(chart) => charts.push(PageChart::new(&view, ALL, chart)),
            Err(sentence) if view.quantity == Quantity::Value => return Err(sentence),
            Err(_) => continue,
        }

        for (range, years) in LATEST {
            if let Some(chart) = draw_latest(&view, years) {
                charts.push(PageChart::new(&view, range, chart));
            } else if let Some(longer) = charts.last_mut() {
                longer.ranges.push(range);
            }
        }
    }

    let own = ranges(&charts);
    for chart in &mut charts {
        chart.ranges.retain(|range| own.contains(range));
    }

    Ok(charts)
}

/// The chart of so many latest years. `None` where there is no other than that of a longer time.
fn draw_latest(view: &ChartView, years: u32) -> Option<Chart> {
    let first = first_day(view.main.series, years)?;
    let latest = ChartView {
        since: Some(first),
        ..view.clone()
    };
    Chart::new(&latest, PAGE).ok()
}

/// The figures that are implied by the values of a series, where they can be drawn.
pub fn implied_figures(series: &Series) -> impl Iterator<Item = Figures> {
    let derivations = series.current().series_key.derivations().iter();
    let figures = derivations.filter_map(|derivation| Figures::derived(series, *derivation));
    figures.filter(has_points)
}

fn has_points(figures: &Figures) -> bool {
    figures.series.observations().len() >= MIN_OBSERVATIONS
}

/// All that can be drawn: the sums of whole years first, unless most months have none.
pub fn views<'a>(view: &'a ChartView, figures: &'a [Figures]) -> Vec<ChartView<'a>> {
    let mut views = vec![view.clone()];
    views.extend(figures.iter().map(|figures| view.with_figures(figures)));
    let all = view.main.series.observations().len();
    views.sort_by_key(|view| rank(view, view.main.series.observations().len() * 2 >= all));
    views
}

/// The place of a view among the others. `has_most` tells whether most observations have a figure in it.
fn rank(view: &ChartView, has_most: bool) -> u8 {
    match view.quantity {
        Quantity::Derived(Derivation::Last12 | Derivation::Last4) if has_most => 0,
        Quantity::Value if view.current.series_key.derivations().is_empty() => 0,
        Quantity::Derived(Derivation::Month | Derivation::Quarter) if has_most => 1,
        Quantity::Value => 2,
        Quantity::Derived(_) => 3,
        Quantity::Change => 4,
    }
}

/// The first day of so many latest years. `None` where the series is not longer or has too few observations in them.
fn first_day(series: &Series, years: u32) -> Option<NaiveDate> {
    let (all, last) = (series.observations(), series.current().date?);
    let before = last.checked_sub_months(Months::new(12 * years))?;
    let first = before.succ_opt()?;
    let is_longer = all.first()?.date? < first;
    let inside = all.len() - all.partition_point(|row| row.date < Some(first));
    (is_longer && inside >= MIN_OBSERVATIONS).then_some(first)
}

/// The choices of time that some chart is drawn for.
fn ranges(charts: &[PageChart]) -> Vec<&'static str> {
    let mut ranges = vec![ALL];
    for (range, _) in LATEST {
        if charts.iter().any(|chart| chart.ranges[0] == range) {
            ranges.push(range);
        }
    }

    ranges
}

fn quantity_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Value => "level",
        Quantity::Change => "yoy",
        Quantity::Derived(derivation) => derivation.name(),
    }
}

/// The name of a set of exclusive choices, and the name and the label of each.
type Choices = (&'static str, Vec<(&'static str, &'static str)>);

/// The sets of choices that have more than one.
pub fn choices(charts: &[PageChart], lang: Lang) -> Vec<Choices> {
    let quantities = charts.iter().map(|chart| chart.quantity);
    let are_totals = quantities
        .clone()
        .any(|it| matches!(it, Quantity::Derived(_)));
    let mut quantities: Vec<_> = quantities.map(quantity_name).collect();
    quantities.dedup();

    let mut sets = Vec::new();
    for (set, names) in [("as", quantities), ("range", ranges(charts))] {
        let mut choices = Vec::new();
        for name in names {
            let label = match name {
                "level" if are_totals => "since",
                _ => name,
            };
            choices.push((name, text::chart_choice(label, lang).unwrap_or_default()));
        }

        if choices.len() > 1 {
            sets.push((set, choices));
        }
    }

    sets
}

/// The data of the charts of a page for the script.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Writing {
    /// The address of the values and changes of an indicator, whose key takes the place of the star.
    changes: String,
    is_steps: bool,
    /// The months of a period.
    every: u32,
    months: Vec<String>,
    /// The mark between the groups of a number, its decimal mark, and the least number that is grouped.
    group: char,
    mark: char,
    least: String,
    nothing: &'static str,
    reversed: &'static str,
    #[serde(skip)]
    period_type: PeriodType,
    /// The type of a field for a date, and the characters of its value.
    #[serde(skip)]
    pub input: (&'static str, usize),
}

impl Writing {
    pub fn new(key: &SeriesKey, changes: String, lang: Lang) -> Self {
        let mut months = Vec::new();
        for month0 in 0..12 {
            months.push(match key.frequency {
                Some(Frequency::Quarterly) => text::short_quarter(month0, lang),
                _ => lang.month(month0).short.to_owned(),
            });
        }

        let input = match (key.frequency, key.ends_with_months()) {
            (Some(Frequency::Annual), _) => ("number", 4),
            (_, true) => ("month", 7),
            (_, false) => ("date", 10),
        };

        let numbers = lang.numbers();
        Writing {
            changes,
            is_steps: key.period_type == PeriodType::EffectiveFrom,
            every: key.frequency.map_or(1, Frequency::months),
            months,
            group: numbers.group,
            mark: char::from(numbers.decimal),
            least: format!("1e{}", numbers.least_grouped - 1),
            nothing: text::range_is_empty(lang),
            reversed: text::range_is_reversed(lang),
            period_type: key.period_type,
            input,
        }
    }

    pub fn script(&self) -> String {
        in_json(self)
    }

    /// The first and the last date that is drawn, as fields have them.
    pub fn ends(&self, charts: &[PageChart]) -> Option<[String; 2]> {
        let spans = charts
            .iter()
            .map(|page_chart| page_chart.chart.outline.span);
        let [first, last] = spans.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
        let (_, length) = self.input;
        Some([first, last].map(|day| day.to_string().chars().take(length).collect()))
    }

    fn periods(&self, quantity: Quantity, lang: Lang) -> Vec<String> {
        let mut periods = Vec::new();
        for (month0, month) in (0..).zip(&self.months) {
            periods.push(match quantity {
                _ if self.input.0 == "date" => lang.month(month0).short_in_day.to_owned(),
                Quantity::Derived(derivation) => {
                    text::summed_to(derivation, lang).to_owned() + month
                }
                _ if self.period_type.is_since_january() && *month != self.months[0] => {
                    format!("{}–{month}", self.months[0])
                }
                _ => month.clone(),
            });
        }

        periods
    }
}
