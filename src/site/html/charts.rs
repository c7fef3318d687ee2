//! The charts of an indicator. On its page they are its values, what totals since January imply of months and of whole years, and
//! changes on a year earlier, each over all of its time and over its latest years, where it has more [D24.6]. The page shows
//! the first, and the reader chooses another without a script.
//!
//! `/data/{key}/chart.svg` is the first alone, with everything that must stand beside it inside the picture. It has its own paper
//! and colours, so that it can be read on white and in a dark page, and refers to nothing.

use super::*;

use crate::site::chart::Figures;

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
    fn new(view: &ChartView<'_>, range: &'static str, chart: Chart) -> Self {
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
    pub fn script(&self, writing: &Writing, layout: &Layout<'_>) -> String {
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

/// The charts of every quantity over every time. A quantity that has none of its own over some years is shown over the next
/// longer time instead.
///
/// # Errors
/// The sentence that takes the place of charts.
pub fn page_charts(page: &PageInputs<'_>) -> Result<Vec<PageChart>, Localized<String>> {
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
fn draw_latest(view: &ChartView<'_>, years: u32) -> Option<Chart> {
    let first = first_day(view.main.series, years)?;
    let latest = ChartView {
        since: Some(first),
        ..view.clone()
    };
    Chart::new(&latest, PAGE).ok()
}

/// The chart that a page shows first, for a picture.
///
/// # Errors
/// The sentence that takes its place.
fn first_chart(input: &PageInputs<'_>) -> Result<Chart, Localized<String>> {
    // Changes come after the values, and have no more points.
    let view = chart_view(input);
    let derived: Vec<Figures> = implied_figures(&input.indicator.series).collect();
    // Totals of few months imply fewer figures still: where those are too few, the totals themselves are drawn.
    for view in views(&view, &derived) {
        if let Ok(chart) = Chart::new(&view, CANVAS) {
            return Ok(chart);
        }
    }

    Chart::new(&view, CANVAS)
}

/// The figures that are implied by the values of a series, where they can be drawn.
fn implied_figures(series: &Series) -> impl Iterator<Item = Figures> {
    let derivations = series.current().series_key.derivations();
    derivations
        .iter()
        .filter_map(|derivation| Figures::derived(series, *derivation))
        .filter(has_points)
}

fn has_points(figures: &Figures) -> bool {
    figures.series.observations().len() >= MIN_OBSERVATIONS
}

/// All that can be drawn: the sums of whole years first, unless most months have none.
fn views<'a>(view: &'a ChartView<'_>, figures: &'a [Figures]) -> Vec<ChartView<'a>> {
    let mut views = vec![view.clone()];
    views.extend(figures.iter().map(|figures| view.with_figures(figures)));
    let all = view.main.series.observations().len();
    views.sort_by_key(|view| rank(view, view.main.series.observations().len() * 2 >= all));
    views
}

/// The place of a view among the others. `has_most` tells whether most observations have a figure in it.
fn rank(view: &ChartView<'_>, has_most: bool) -> u8 {
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
    let first = last
        .checked_sub_months(Months::new(12 * years))?
        .succ_opt()?;
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
pub type Choices = (&'static str, Vec<(&'static str, &'static str)>);

/// The sets of choices that have more than one.
pub fn choices(charts: &[PageChart], lang: Lang) -> Vec<Choices> {
    let mut quantities: Vec<Quantity> = charts.iter().map(|chart| chart.quantity).collect();
    quantities.dedup();
    let are_totals = quantities
        .iter()
        .any(|quantity| matches!(quantity, Quantity::Derived(_)));
    let quantities = quantities.into_iter().map(quantity_name).collect();

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
        let spans = charts.iter().map(|chart| chart.chart.outline.span);
        let first = spans.clone().map(|[first, _]| first).min()?;
        let last = spans.map(|[_, last]| last).max()?;
        let ends = [first, last].map(|day| day.to_string());
        Some(ends.map(|day| day.chars().take(self.input.1).collect()))
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

/// Pixels: the whole width, the margin, and the lines of title and small text.
pub const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width inside the margins. The drawing counts it in tenths of a pixel.
const INSIDE: i64 = WIDTH - 2 * MARGIN;
const CANVAS: Canvas = Canvas {
    room: Room {
        narrow: INSIDE,
        wide: INSIDE,
    },
    parts: Parts::PerPixel(10),
};
/// Pixels above a field, for its caption, and under it, for its axis of time.
const CAPTION: i64 = 38;
const AXIS: i64 = 44;
/// The most characters in a line of the title and in one of small text, and the most lines of a text.
const TITLE_LENGTH: usize = 64;
const LENGTH: usize = 104;
/// The width of a sample of strokes with the space after it, in pixels and in characters.
const SAMPLE: i64 = 32;
const SAMPLE_LENGTH: usize = 5;
const MAX_LINES: usize = 3;

pub fn chart_picture(input: &PageInputs<'_>) -> Result<Localized<Texts>, SiteError> {
    let chart = first_chart(input);
    Localized::try_build(|lang| {
        let picture = ChartSvg::new(input, chart.as_ref(), lang).render()?;
        Ok(Texts::of(&*xml::valid(&picture)))
    })
}

#[derive(Template)]
#[template(path = "chart.svg", config = "src/site/templates/askama.toml")]
struct ChartSvg<'a> {
    lang: Lang,
    title: String,
    chart: Option<&'a Chart>,
    height: i64,
    /// Pixels from the top, and the text.
    heading: Vec<(i64, String)>,
    /// The upper edge of the field, and what is beside it.
    y: i64,
    left: i64,
    right: i64,
    /// Samples of strokes that are explained: pixels from the top, and the strokes.
    samples: Vec<(i64, &'a [Stroke])>,
    /// Pixels from the left and from the top, and the text.
    remarks: Vec<(i64, i64, String)>,
}

impl<'a> ChartSvg<'a> {
    fn new(
        input: &PageInputs<'_>,
        chart: Result<&'a Chart, &'a Localized<String>>,
        lang: Lang,
    ) -> Self {
        let title = text::nbsp(input.indicator.name.get(lang));
        let mut y = MARGIN;
        let mut heading = Vec::new();
        for line in wrap(&title, TITLE_LENGTH, MAX_LINES) {
            y += TITLE_LINE;
            heading.push((y, line));
        }

        let (mut left, mut right) = (0, 0);
        let mut texts = Vec::new();
        let (mut legend, mut top) = (&[][..], y);
        match chart {
            Ok(chart) => {
                left = largest(|lang| *chart.margins.left.get(lang));
                right = largest(|lang| *chart.margins.right.get(lang));
                top += CAPTION;
                y = top + chart.height + AXIS;
                legend = &chart.legend;
                for remark in &chart.remarks {
                    texts.push(remark.get(lang).clone());
                }
            }
            Err(sentence) => texts.push(sentence.get(lang).clone()),
        }

        y += 8;
        let chart = chart.ok();
        let (mut samples, mut below) = (Vec::new(), Vec::new());
        for line in legend {
            samples.push((y + LINE, line.strokes.as_slice()));
            let text = text::nbsp(line.text.get(lang));
            for line in wrap(&text, LENGTH - SAMPLE_LENGTH, MAX_LINES) {
                y += LINE;
                below.push((MARGIN + SAMPLE, y, line));
            }
        }

        texts.extend(remarks(input, chart, lang));
        for text in texts {
            for line in wrap(&text::nbsp(&text), LENGTH, MAX_LINES) {
                y += LINE;
                below.push((MARGIN, y, line));
            }
        }

        ChartSvg {
            lang,
            title,
            chart,
            height: y + MARGIN,
            heading,
            y: top,
            left,
            right,
            samples,
            remarks: below,
        }
    }
}

/// Source, the last value, or the rate in force, with its period and flags, the status where it is not verified, and where
/// the picture comes from: it is seen without its page.
fn remarks(
    input: &PageInputs<'_>,
    chart: Option<&Chart>,
    lang: Lang,
) -> impl Iterator<Item = String> {
    let source = input
        .indicator
        .source
        .as_ref()
        .map(|source| text::source_of(source.name.get(lang), lang));
    let status = text::status_unless_verified(input.effective.status, lang);
    let page = urls::localized(lang, &urls::of(urls::VIEW, input.indicator.key.as_str()));
    let title = input.service.title(lang);
    let service = match input.service.public_url {
        Some(url) => format!("{title} · {}", url.join(&page)),
        None => title,
    };

    let latest = match chart {
        Some(chart) => chart.latest.get(lang).clone(),
        None => latest_value(&chart_view(input)).get(lang).clone(),
    };

    let latest = Some(latest).filter(|sentence| !sentence.is_empty());
    let all = [source, latest, status, Some(service)];
    all.into_iter().flatten()
}

/// The unit, and whether the scale does without zero.
fn caption(chart: &Chart, lang: Lang) -> String {
    let from_zero = if chart.holds_zero {
        ""
    } else {
        text::not_from_zero(lang)
    };

    let caption = [chart.caption.get(lang).as_str(), from_zero].join(" · ");
    wrap(caption.trim_end_matches(" · "), LENGTH, 1).concat()
}

/// A text in lines of at most `length` characters, cut with an ellipsis where it does not fit.
fn wrap(text: &str, length: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| split_word(word, length)) {
        let is_full = lines.len() == max_lines;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= length => {
                line.push(' ');
                *line += &word;
            }
            Some(line) if is_full => {
                line.push('…');
                break;
            }
            _ => lines.push(word),
        }
    }

    lines
}

/// A word in parts of at most `length` characters.
fn split_word(word: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if characters.is_empty() {
        return vec![String::new()];
    }

    characters
        .chunks(length)
        .map(|part| part.iter().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::{series, view};

    #[test]
    fn a_picture_tells_the_rate_in_force() {
        let rates = series(
            PeriodType::EffectiveFrom,
            &["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"],
        );
        let said = |as_of: &str| {
            let said = latest_value(&view(&rates, &[], as_of));
            said.get(Lang::En).replace('\u{a0}', " ")
        };
        assert_eq!(
            said("2026-11-20"),
            "Value in force: 9.00% (from 1 January 2026)."
        );
        assert_eq!(
            said("2026-12-15"),
            "Latest value: 8.00% (from 15 December 2026)."
        );
        assert_eq!(
            said("2024-11-20"),
            "Latest value: 10.00% (from 1 January 2025)."
        );
    }

    #[test]
    fn long_texts_are_wrapped_and_cut() {
        assert_eq!(wrap("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrap("one two", 6, 3), ["one", "two"]);
        assert_eq!(wrap("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrap(&"x".repeat(100), 5, 2), ["xxxxx", "xxxxx…"]);
        assert_eq!(wrap("xxxxxxx y", 5, 2), ["xxxxx", "xx y"]);
        assert_eq!(wrap("one  two", 9, 1), ["one  two"]);
    }
}
