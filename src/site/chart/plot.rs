//! A chart: one field with its axes, and the present unit and measure of a series in it, with others beside it.

use super::*;

use super::drawing::draw;
use super::labels::{end_labels, spread_labels};
use super::margins::Margins;
use super::path::{ink_beside, main_ink};
use super::scale::ScaleMark;
use super::time_axis::{Label, Marks};
use super::words::{LegendLine, caption, describe, latest_value, legend, remarks, span};

/// Of fewer observations a sentence says more than axes.
const MIN_OBSERVATIONS: usize = 3;
/// A rate to come is drawn on for the time before it divided by this.
const BEYOND: i64 = 16;
/// The length of a mark on the axis of time, in parts: at a month, and at a year that is named below the months.
const TICK: i64 = 50;
const TURN: i64 = 330;
/// Pixels: of a field, and of one that has few observations.
const HEIGHT: i64 = 260;
const LOW: i64 = 130;
/// A field of fewer observations is low.
const FEW: usize = 6;

/// Places across are parts of `width`, places down are tenths of a pixel.
pub struct Chart {
    /// The unit.
    pub caption: Localized<String>,
    /// Its content in words, and of that the sentence on the latest value.
    pub description: Localized<String>,
    pub latest: Localized<String>,
    /// The periods of its first and of its last observation.
    pub span: Localized<String>,
    pub outline: Outline,
    /// Pixels.
    pub height: i64,
    pub width: i64,
    pub margins: Margins,
    /// True if zero lies on the scale.
    pub holds_zero: bool,
    pub scale: Vec<ScaleMark>,
    pub labels: Vec<Label>,
    pub years: Vec<Label>,
    /// The lines that belong to the axes, and those of the series above them.
    pub strokes: Vec<Stroke>,
    /// Labels beside the field.
    pub ends: Vec<EndLabel>,
    pub legend: Vec<LegendLine>,
    /// Remarks on what the drawing does not show.
    pub remarks: Vec<Localized<String>>,
}

impl Chart {
    /// # Errors
    /// The sentence that takes its place where there are too few observations for axes.
    pub fn new(view: &ChartView<'_>, canvas: Canvas) -> Result<Self, Localized<String>> {
        let series = series_to_draw(view)?;
        let main = &series[0].group;
        let height = match series
            .iter()
            .all(|drawn| drawn.group.observations().count() < FEW)
        {
            true => LOW,
            false => HEIGHT,
        };

        let values = all_observations(&series).map(|row| row.value);
        let mut field = Field {
            scale: Scale::round(values, height * 10, is_seen_from_zero(view)),
            axis: axis(view, &series),
            as_of: view.as_of,
            middle: view.days_to_middle(),
        };
        let scale = scale_marks(&field.scale);
        let ends = end_labels(view, &field, &series);
        let margins = Margins::new(&scale, &ends);
        let room = margins.inside(canvas);
        field.axis.width = match canvas.parts {
            Parts::PerField(parts) => parts,
            Parts::PerPixel(parts) => room.wide * parts,
        };

        let breaks = find_breaks(view, &series, field.axis.last);
        let marks = field.axis.marks(room);
        let mut strokes = draw_rules(&field, &marks, &breaks);
        strokes.extend(draw(&field, &series));

        Ok(Chart {
            caption: caption(view),
            description: describe(view, main),
            latest: latest_value(view),
            span: span(view, main),
            outline: Outline::new(view, &field, &series, &breaks),
            height,
            width: field.axis.width,
            margins,
            holds_zero: field.scale.holds_zero(),
            scale,
            labels: marks.labels,
            years: marks.years,
            legend: legend(view, &series, &strokes),
            strokes,
            ends: spread_labels(ends, field.scale.height),
            remarks: remarks(view, &series, &breaks),
        })
    }

    /// Percent of the width of the field.
    pub fn x(&self, parts: &i64) -> String {
        let hundredths = parts * 10_000 / self.width.max(1);
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// Pixels from the top of the field.
    pub fn y(&self, parts: &i64) -> String {
        format!("{}.{}", parts / 10, parts % 10)
            .trim_end_matches(".0")
            .to_owned()
    }
}

/// Draws lines at round values and at zero; at the turns of months and years; at the breaks of the series; and at the as-of
/// day, where something lies after it.
fn draw_rules(field: &Field, marks: &Marks, breaks: &[NaiveDate]) -> Vec<Stroke> {
    let Field { scale, axis, .. } = field;
    let mut paths = Paths::default();
    for value in scale.lines() {
        let kind = match scale.rank(value) {
            0 => StrokeKind::Zero,
            _ => StrokeKind::Round,
        };
        paths.add_hline(kind, (0, scale.y(value)), axis.width);
    }

    for (places, length) in [(&marks.ticks, TICK), (&marks.turns, TURN)] {
        for x in places {
            paths.add_vline(StrokeKind::Tick, (*x, scale.height), length);
        }
    }

    for day in breaks {
        paths.add_vline(StrokeKind::Break, (axis.x(*day), 0), scale.height);
    }

    if field.as_of < axis.last {
        paths.add_vline(StrokeKind::Today, (axis.x(field.as_of), 0), scale.height);
    }

    paths.into_strokes("")
}

/// The series, that of the page first.
///
/// # Errors
/// The sentence that takes the place of a chart.
fn series_to_draw<'a>(view: &'a ChartView<'_>) -> Result<Vec<DrawnSeries<'a>>, Localized<String>> {
    if view.current.date.is_none() {
        return Err(text::in_each_language(|lang| text::page(lang).no_chart));
    }

    let main = DrawnSeries::new(view, &view.main, main_ink(view.main.place));
    let shown: Vec<&Observation> = main.group.observations().collect();
    if shown.len() < MIN_OBSERVATIONS {
        let is_whole = shown.len() == view.main.series.observations().len();
        return Err(Localized::build(|lang| {
            text::no_chart(&shown, is_whole, view.decimals, lang)
        }));
    }

    let mut series = vec![main];
    for subject in &view.companions {
        let drawn = DrawnSeries::new(view, subject, ink_beside(subject.place));
        if !drawn.group.runs.is_empty() {
            series.push(drawn);
        }
    }

    Ok(series)
}

/// Returns true if values must be seen from zero: changes, and totals, which grow from nothing each year.
fn is_seen_from_zero(view: &ChartView<'_>) -> bool {
    let key = view.key();
    view.quantity == Quantity::Change
        || key.period_type == PeriodType::YearToDate && key.measure.adds_up()
}

/// The axis from the beginning of the first period. It goes on to the as-of day where rates are in force until then, or where
/// the figure is old.
fn axis(view: &ChartView<'_>, series: &[DrawnSeries<'_>]) -> Axis {
    let key = &view.current.series_key;
    let date = view.current.date.unwrap_or(view.as_of);
    let (mut first, mut last) = (date, date);
    for date in all_observations(series).filter_map(|row| row.date) {
        first = first.min(date);
        last = last.max(date);
    }

    first = first.max(view.since.unwrap_or(first));
    let has_steps = key.period_type == PeriodType::EffectiveFrom;
    if has_steps && last > view.as_of {
        // So that a rate to come is seen.
        let days = (last - first).num_days() / BEYOND;
        let beyond = last.checked_add_days(Days::new(days.unsigned_abs()));
        last = beyond.unwrap_or(last);
    } else if has_steps || text::is_old(key, date, view.as_of) {
        last = last.max(view.as_of);
    }

    let has_month_ends = key.ends_with_months();
    if has_month_ends {
        let months = Months::new(key.frequency.map_or(1, Frequency::months));
        let before = last_day_of_month(first).checked_sub_months(months);
        first = before.map_or(first, last_day_of_month);
    }

    Axis {
        first,
        last,
        width: 0,
        has_month_ends,
    }
}

/// The first days of new units, measures or period types inside what is drawn up to a day.
fn find_breaks(
    view: &ChartView<'_>,
    series: &[DrawnSeries<'_>],
    last: NaiveDate,
) -> Vec<NaiveDate> {
    let start = all_observations(series).filter_map(|row| row.date).min();
    let mut breaks = Vec::new();
    for pair in view.main.series.observations().windows(2) {
        if let Some(day) = pair[1].date
            && pair[0].series_key != pair[1].series_key
            && start < Some(day)
            && day <= last
        {
            breaks.push(day);
        }
    }

    breaks
}

fn scale_marks(scale: &Scale) -> Vec<ScaleMark> {
    let lines: Vec<_> = scale.lines().collect();
    let decimals = lines.iter().map(|line| line.decimals()).max().unwrap_or(0);
    let mut marks = Vec::new();
    for line in lines {
        marks.push(ScaleMark {
            y: scale.y(line),
            text: Localized::build(|lang| text::number(&line.shown(decimals), lang)),
        });
    }

    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::{chart, observations, series, view};

    #[test]
    fn fewer_than_three_observations_are_a_sentence() {
        let made = |rows: &[&str]| {
            Chart::new(
                &view(&series(PeriodType::MonthEnd, rows), &[], "2026-11-20"),
                PAGE,
            )
        };
        let sentence = made(&["2023-07-31 21372", "2025-04-30 28096.5"])
            .err()
            .unwrap();
        assert!(
            sentence.get(Lang::En).starts_with("Two values"),
            "{sentence:?}"
        );
        let other = made(&["2023-07-31 1 usd", "2023-08-31 2 usd", "2025-04-30 3"])
            .err()
            .unwrap();
        assert!(
            other.get(Lang::En).starts_with("One comparable value"),
            "{other:?}"
        );
        assert!(made(&["2023-07-31", "2025-04-30", "2025-05-31"]).is_ok());
    }

    #[test]
    fn former_units_are_not_drawn_and_that_is_said() {
        let former = [
            "2025-01-31 100 azn index",
            "2025-02-28 101 azn index",
            "2025-03-31 102 azn index",
        ];
        let present = [
            "2025-04-30 1 azn growth",
            "2025-05-31 3 azn growth",
            "2025-06-30 2 azn growth",
        ];
        let chart = chart(
            &series(PeriodType::Monthly, &[former, present].concat()),
            &[],
            "2025-07-01",
            10_000,
        );
        assert_eq!(chart.scale.last().unwrap().text.get(Lang::En), "4");
        assert!(
            chart.holds_zero
                && chart
                    .strokes
                    .iter()
                    .all(|stroke| stroke.kind != StrokeKind::Break)
                && chart.outline.span.map(|day| day.to_string()) == ["2025-04-30", "2025-06-30"]
        );
        let said: Vec<_> = chart
            .remarks
            .iter()
            .map(|remark| remark.get(Lang::En).as_str())
            .collect();
        assert_eq!(
            said,
            [
                "Earlier values in another unit or of another kind are not comparable and are not drawn."
            ]
        );
    }

    #[test]
    fn a_rate_is_solid_only_as_far_as_it_is_known() {
        let rates = series(
            PeriodType::EffectiveFrom,
            &["2025-11-20 7", "2026-02-28 6", "2026-05-24 5"],
        );
        let strokes = |is_verified| {
            let mut view = view(&rates, &[], "2026-11-20");
            view.main.is_verified = is_verified;
            let strokes = Chart::new(&view, PAGE).ok().unwrap().strokes;
            let all = strokes.into_iter();
            let all = all.map(|stroke| (stroke.class(), stroke.path));
            all.filter(|(class, _)| class.starts_with("line"))
                .collect::<Vec<_>>()
        };

        let (verified, seed) = (strokes(true), strokes(false));
        assert!(
            verified.len() == 1
                && verified[0].1.ends_with("h4932")
                && verified[0].0 == "line own c1"
        );
        assert!(!seed[0].1.ends_with("h4932") && seed[1].0 == "line tail own c1");
        assert!(
            seed[1].1.starts_with("M5068 ") && seed[1].1.ends_with("h4932"),
            "{}",
            seed[1].1
        );
    }

    #[test]
    fn totals_begin_anew_each_year_and_from_zero() {
        let rows = [
            "2025-01-31 50",
            "2025-02-28 80",
            "2025-12-31 90",
            "2026-01-31 60",
            "2026-02-28 83",
        ];
        let chart = chart(
            &series(PeriodType::YearToDate, &rows),
            &[],
            "2026-03-20",
            10_000,
        );
        let lines: Vec<_> = chart
            .strokes
            .iter()
            .filter(|stroke| stroke.kind == StrokeKind::Line)
            .collect();
        assert!(lines.len() == 1 && lines[0].path.matches('M').count() == 2 && chart.holds_zero);
        assert_eq!(chart.ends[0].text.get(Lang::En), "83.00");
        let said: Vec<_> = chart
            .remarks
            .iter()
            .map(|remark| remark.get(Lang::En).as_str())
            .collect();
        assert_eq!(
            said,
            [
                "Gaps: no observations.",
                "Each year starts anew: totals are counted from January."
            ]
        );
    }

    #[test]
    fn a_line_that_is_broken_says_why_and_a_whole_one_nothing() {
        let said = |series: &Series| {
            let chart = chart(series, &[], "2026-07-01", 10_000);
            chart
                .remarks
                .iter()
                .map(|remark| remark.get(Lang::Ru).clone())
                .collect::<Vec<_>>()
        };
        let rows = ["2026-01-31", "2026-02-28", "2026-04-30", "2026-05-31"];
        assert_eq!(
            said(&series(PeriodType::Monthly, &rows)),
            ["Разрывы линии: наблюдений нет."]
        );
        assert!(
            said(&series(
                PeriodType::Monthly,
                &["2026-03-31", "2026-04-30", "2026-05-31"]
            ))
            .is_empty()
        );
        assert!(
            said(&series(
                PeriodType::Daily,
                &["2026-03-20", "2026-03-30", "2026-03-31"]
            ))
            .is_empty()
        );
        let mut decisions = observations(PeriodType::EffectiveFrom, &rows);
        decisions[1].flags.insert(Flag::Gap);
        assert_eq!(
            said(&Series::new(decisions).unwrap()),
            ["Разрывы линии: наблюдений нет."]
        );
    }

    #[test]
    fn only_series_of_one_unit_share_axes() {
        let rows =
            |unit: &str| ["01-31", "02-28", "03-31"].map(|day| format!("2026-{day} 1 {unit}"));
        let series =
            |rows: [String; 3]| series(PeriodType::Monthly, &rows.each_ref().map(String::as_str));
        let has_second = |unit: &str| {
            let (main, second) = (series(rows("azn")), series(rows(unit)));
            let strokes = chart(&main, &[&second], "2026-04-01", 10_000).strokes;
            strokes.iter().any(|stroke| stroke.class() == "line c2")
        };
        assert!(has_second("azn") && !has_second("usd"));
    }

    #[test]
    fn a_field_of_few_observations_is_low() {
        let rows = [
            "2026-01-31",
            "2026-02-28",
            "2026-03-31",
            "2026-04-30",
            "2026-05-31",
            "2026-06-30",
        ];
        let height = |rows: &[&str]| {
            chart(
                &series(PeriodType::Monthly, rows),
                &[],
                "2026-07-01",
                10_000,
            )
            .height
        };

        assert_eq!((height(&rows), height(&rows[1..])), (260, 130));
    }

    #[test]
    fn several_series_are_named_each_by_its_line() {
        let rows = ["2026-01-31 1", "2026-02-28 2", "2026-03-31 3"];
        let [main, second, third] =
            [&rows, &rows, &rows].map(|rows| series(PeriodType::Monthly, rows));
        let lines = chart(&main, &[&second, &third], "2026-05-01", 10_000).legend;
        let classes: Vec<_> = lines.iter().map(|line| line.strokes[0].class()).collect();
        assert_eq!(classes, ["line own c1", "line c2", "line c3"]);
        assert!(chart(&main, &[], "2026-05-01", 10_000).legend.is_empty());
    }

    #[test]
    fn a_break_inside_the_axis_has_a_mark_with_a_meaning() {
        let rows = [
            "2026-01-31 1 azn",
            "2026-02-28 2 usd",
            "2026-03-31 3 azn",
            "2026-04-30 4 azn",
        ];
        let legend = |rows: &[&str], lang| {
            let lines = chart(
                &series(PeriodType::Monthly, rows),
                &[],
                "2026-07-01",
                10_000,
            )
            .legend;
            lines
                .into_iter()
                .map(|line| line.text.get(lang).clone())
                .collect::<Vec<_>>()
        };

        assert_eq!(legend(&rows, Lang::En), ["break in series"]);
        assert_eq!(legend(&rows, Lang::Ru), ["разрыв ряда"]);
        let same = ["2026-01-31 1", "2026-02-28 2", "2026-03-31 3"];
        assert!(legend(&same, Lang::En).is_empty());
    }
}
