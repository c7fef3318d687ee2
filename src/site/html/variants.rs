//! The charts of an indicator's page: its values, what totals since January imply of months and of whole years, and changes
//! on a year earlier, each over all of its time and over its latest years, where it has more [D24.6]. The first is shown; the
//! reader chooses another without a script.

use super::*;

use super::picture::Values;
use crate::site::chart::{FURTHER, Figures, PAGE};
use crate::site::text;

/// With fewer observations there is nothing to choose.
const MIN_OBSERVATIONS: usize = 3;

/// How much of its time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    All,
    FiveYears,
    OneYear,
}

/// One of the charts, the same in all languages.
pub struct Variant {
    quantity: Quantity,
    values: Values,
    /// The choices by which it is shown: its own, and those for which there is no other of its kind.
    ranges: Vec<Range>,
    chart: Chart,
}

/// # Errors
/// The sentence that takes the place of charts.
pub fn page_charts(input: &IndicatorInput<'_>) -> Result<Vec<Variant>, Localized<String>> {
    let (view, figures) = (chart_view(input), figures(input));
    let mut variants: Vec<Variant> = Vec::new();
    for (view, column) in views(&view, &figures) {
        for range in Range::ALL {
            let Some(since) = range.since(view.main.series) else { continue };
            let canvas = if variants.is_empty() { PAGE } else { FURTHER };
            match Chart::new(&ChartView { since, ..view.clone() }, canvas) {
                Ok(chart) => variants.push(Variant {
                    quantity: view.quantity,
                    values: Values { column, decimals: view.decimals },
                    ranges: vec![range],
                    chart,
                }),
                Err(sentence) if view.quantity == Quantity::Value && since.is_none() => return Err(sentence),
                Err(_) => {}
            }
        }
    }
    complete(&mut variants);
    Ok(variants)
}

/// The chart that a page shows first, for another canvas.
///
/// # Errors
/// The sentence that takes its place.
pub fn first_chart(input: &IndicatorInput<'_>, canvas: Canvas) -> Result<Chart, Localized<String>> {
    let (view, figures) = (chart_view(input), figures(input));
    let charts = views(&view, &figures).into_iter().map(|(view, _)| Chart::new(&view, canvas));
    // Of totals of few months what they imply is less than they are.
    charts.reduce(|first, next| first.or(next)).unwrap_or_else(|| Chart::new(&view, canvas))
}

/// What is computed from the series of an indicator.
fn figures(input: &IndicatorInput<'_>) -> Vec<Figures> {
    let series = &input.indicator.series;
    let derivations = series.current().series_key.derivations();
    let derived = derivations.iter().filter_map(|derivation| Figures::derived(series, *derivation));
    let all = derived.chain(Figures::changes(series, input.effective.status));
    all.filter(|figures| figures.series.observations().len() >= MIN_OBSERVATIONS).collect()
}

/// What can be drawn, each with its column: the sums of whole years first, unless most months have none.
fn views<'a>(view: &'a ChartView<'_>, figures: &'a [Figures]) -> Vec<(ChartView<'a>, &'static str)> {
    let computed = figures.iter().map(|figures| (view.with_figures(figures), figures.column));
    let mut views: Vec<_> = [(view.clone(), "value")].into_iter().chain(computed).collect();
    let count = |view: &ChartView<'_>| view.main.series.observations().len();
    let all = count(view);
    views.sort_by_key(|(view, _)| match view.quantity {
        Quantity::Derived(Derivation::Last12 | Derivation::Last4) if count(view) * 2 >= all => 0,
        Quantity::Value if view.current.series_key.derivations().is_empty() => 0,
        Quantity::Derived(Derivation::Month | Derivation::Quarter) if count(view) * 2 >= all => 1,
        Quantity::Value => 2,
        Quantity::Derived(_) => 3,
        Quantity::Change => 4,
    });
    views
}

/// Shows a chart for every pair of choices: where values or changes have none of some years, that of the next longer time.
fn complete(variants: &mut [Variant]) {
    let is_there = |range: &Range| variants.iter().any(|variant| variant.ranges.contains(range));
    let chosen: Vec<Range> = Range::ALL.into_iter().filter(is_there).collect();
    for quantity in quantities(variants) {
        let mut longer = None;
        for range in &chosen {
            let is_it = |variant: &Variant| variant.quantity == quantity && variant.ranges.contains(range);
            let place = variants.iter().position(is_it);
            longer = place.or(longer);
            if let (None, Some(variant)) = (place, longer.and_then(|longer| variants.get_mut(longer))) {
                variant.ranges.push(*range);
            }
        }
    }
}

fn quantities(variants: &[Variant]) -> Vec<Quantity> {
    let mut quantities: Vec<Quantity> = variants.iter().map(|variant| variant.quantity).collect();
    quantities.dedup();
    quantities
}

fn name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Value => "level",
        Quantity::Change => "yoy",
        Quantity::Derived(derivation) => derivation.name(),
    }
}

impl Range {
    const ALL: [Range; 3] = [Range::All, Range::FiveYears, Range::OneYear];

    fn name(self) -> &'static str {
        match self {
            Range::All => "all",
            Range::FiveYears => "five",
            Range::OneYear => "one",
        }
    }

    /// The day from which on observations are drawn, `Some(None)` for all of them; `None` where there is no such choice.
    fn since(self, series: &Series) -> Option<Option<NaiveDate>> {
        let years = match self {
            Range::All => return Some(None),
            Range::FiveYears => 5,
            Range::OneYear => 1,
        };
        let (all, last) = (series.observations(), series.current().date?);
        let since = last.checked_sub_months(Months::new(12 * years))?;
        let is_longer = all.first()?.date? < since;
        let inside = all.len() - all.partition_point(|row| row.date < Some(since));
        (is_longer && inside >= MIN_OBSERVATIONS).then_some(Some(since))
    }
}

/// One of a set of choices, of which one is made at a time.
pub struct Choice {
    pub group: &'static str,
    pub id: &'static str,
    pub label: &'static str,
    pub is_first: bool,
}

/// What a reader can choose: of each kind of which there is more than one.
pub fn choices(variants: &[Variant], lang: Lang) -> Vec<Vec<Choice>> {
    let quantities = quantities(variants);
    let are_totals = quantities.iter().any(|quantity| matches!(quantity, Quantity::Derived(_)));
    let is_there = |range: &Range| variants.iter().any(|variant| variant.ranges.contains(range));
    let ranges = Range::ALL.into_iter().filter(is_there).map(Range::name).collect();
    let group = |group: &'static str, ids: Vec<&'static str>| {
        let choice = move |(i, id): (usize, &'static str)| {
            let label = if id == "level" && are_totals { "since" } else { id };
            let label = text::chart_choice(label, lang).unwrap_or_default();
            Choice { group, id, label, is_first: i == 0 }
        };
        ids.into_iter().enumerate().map(choice).collect::<Vec<_>>()
    };
    let groups = [group("as", quantities.into_iter().map(name).collect()), group("range", ranges)];
    groups.into_iter().filter(|choices| choices.len() > 1).collect()
}

impl Variant {
    /// As a page in one language shows it.
    pub fn picture<'a>(&'a self, input: &IndicatorInput<'_>, lang: Lang) -> Picture<'a> {
        let ranges = self.ranges.iter().map(|range| range.name());
        let class = [name(self.quantity)].into_iter().chain(ranges).collect::<Vec<_>>().join(" ");
        Picture::new(&self.chart, self.values, input, class, lang)
    }
}
