//! A chart: one field with its axes, the present unit and measure of a series in it with others beside it, and everything
//! that is said around it. Only its texts depend on the language.

use super::*;

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

/// Paths in a sample of a stroke, of 24 by 10 pixels, in tenths.
const ACROSS: &str = "M0 50h240";
const DOWN: &str = "M120 -30v160";
const DOT: &str = "M120 50h0";

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

pub struct ScaleMark {
    pub y: i64,
    pub text: Localized<String>,
}

pub struct LegendLine {
    /// Its sample.
    pub strokes: Vec<Stroke>,
    pub text: Localized<String>,
    /// True if it names a series.
    pub is_name: bool,
}

impl Chart {
    /// # Errors
    /// The sentence that takes its place where there are too few observations for axes.
    pub fn new(view: &ChartView<'_>, canvas: Canvas) -> Result<Self, Localized<String>> {
        let series = series_to_draw(view)?;
        let mut axis = axis(view, &series);
        let are_few = series
            .iter()
            .all(|drawn| drawn.group.observations().count() < FEW);
        let height = if are_few { LOW } else { HEIGHT };

        let values = all_observations(&series).map(|row| row.value);
        let scale = Scale::round(values, height * 10, is_seen_from_zero(view));
        let marks_of_scale = scale_marks(&scale);
        let ends: Vec<_> = series
            .iter()
            .filter_map(|drawn| drawn.end_text(view, &axis))
            .collect();
        let margins = Margins::new(marks_of_scale.iter().map(|mark| &mark.text), ends.iter());
        let room = margins.inside(canvas);
        axis.width = match canvas.parts {
            Parts::PerField(parts) => parts,
            Parts::PerPixel(parts) => room.wide * parts,
        };

        let start = all_observations(&series).filter_map(|row| row.date).min();
        let breaks: Vec<NaiveDate> = breaks(view.main.series.observations())
            .filter(|day| start < Some(*day) && *day <= axis.last)
            .collect();
        let field = Field { view, scale, axis };
        let marks = axis.marks(room);
        let mut strokes = rules(&field, &marks, &breaks, height * 10);
        let (lines, ends) = draw(&field, &series, height * 10);
        strokes.extend(lines);
        let main = &series[0].group;
        let outline = Outline {
            series: series
                .iter()
                .map(|drawn| SeriesOutline::new(drawn, view.as_of, axis.last))
                .collect(),
            span: main_days(view, main),
            axis: [axis.first, axis.last].map(outline::milliseconds),
            scale: field.scale.ends(),
            height: height * 10,
            breaks: breaks.clone(),
            today: (view.as_of < axis.last).then_some(view.as_of),
            middle: view.days_to_middle(),
            column: view.column,
            decimals: view.decimals,
            signed: view.quantity == Quantity::Change,
        };

        Ok(Chart {
            caption: caption(view),
            description: describe(view, main),
            latest: latest_value(view),
            span: span(view, main),
            outline,
            height,
            width: axis.width,
            margins,
            holds_zero: field.scale.holds_zero(),
            scale: marks_of_scale,
            labels: marks.labels,
            years: marks.years,
            legend: legend(view, &series, &strokes),
            strokes,
            ends,
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

/// Lines at round values and at zero; at the turns of months and years; at the breaks of the series; and at the as-of day,
/// where something lies after it.
fn rules(field: &Field<'_>, marks: &Marks, breaks: &[NaiveDate], height: i64) -> Vec<Stroke> {
    let (axis, as_of) = (&field.axis, field.view.as_of);
    let mut paths = Paths::default();
    for value in field.scale.lines() {
        let kind = if field.scale.rank(value) == 0 {
            StrokeKind::Zero
        } else {
            StrokeKind::Round
        };

        path::add_hline(paths.path(kind), (0, field.scale.y(value)), axis.width);
    }

    let ticks = paths.path(StrokeKind::Tick);
    for x in &marks.ticks {
        path::add_vline(ticks, (*x, height), TICK);
    }

    for x in &marks.turns {
        path::add_vline(ticks, (*x, height), TURN);
    }

    for day in breaks {
        path::add_vline(paths.path(StrokeKind::Break), (axis.x(*day), 0), height);
    }

    if as_of < axis.last {
        path::add_vline(paths.path(StrokeKind::Today), (axis.x(as_of), 0), height);
    }

    paths.into_strokes("")
}

/// The series, that of the page first.
///
/// # Errors
/// The sentence that takes the place of a chart.
fn series_to_draw<'a>(view: &'a ChartView<'_>) -> Result<Vec<DrawnSeries<'a>>, Localized<String>> {
    let key = &view.main.series.current().series_key;
    let are_changes = view.quantity == Quantity::Change;
    let all = view.main.series.observations();
    if view.current.date.is_none() {
        return Err(text::in_each_language(|lang| text::page(lang).no_chart));
    }

    let main = Group::new(all, key, are_changes).since(view.since);
    let shown: Vec<&Observation> = main.observations().collect();
    if shown.len() < MIN_OBSERVATIONS {
        let is_whole = shown.len() == all.len();
        return Err(Localized::build(|lang| {
            text::no_chart(&shown, is_whole, view.decimals, lang)
        }));
    }

    let mut series = vec![DrawnSeries {
        subject: &view.main,
        group: main,
        ink: main_ink(view.main.place),
    }];
    for subject in &view.companions {
        let rows = subject.series.observations();
        let group = Group::new(rows, key, are_changes).since(view.since);
        if !group.runs.is_empty() {
            series.push(DrawnSeries {
                subject,
                group,
                ink: path::ink_beside(subject.place),
            });
        }
    }

    Ok(series)
}

/// Returns true if values must be seen from zero: changes, and totals, which grow from nothing each year.
fn is_seen_from_zero(view: &ChartView<'_>) -> bool {
    let key = &view.main.series.current().series_key;
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

    let first = first.max(view.since.unwrap_or(first));
    let has_steps = key.period_type == PeriodType::EffectiveFrom;
    let last = match has_steps && last > view.as_of {
        // So that a rate to come is seen.
        true => {
            let days = (last - first).num_days() / BEYOND;
            last.checked_add_days(Days::new(days.unsigned_abs()))
                .unwrap_or(last)
        }
        false if has_steps || text::is_old(key, date, view.as_of) => last.max(view.as_of),
        false => last,
    };

    let months = Months::new(key.frequency.map_or(1, Frequency::months));
    let has_month_ends = key.ends_with_months();
    let begin = match has_month_ends {
        true => last_day_of_month(first).checked_sub_months(months),
        false => None,
    };
    Axis {
        first: begin.map_or(first, last_day_of_month),
        last,
        width: 0,
        has_month_ends,
    }
}

/// The first observation of each new unit, measure or period type.
fn breaks(observations: &[Observation]) -> impl Iterator<Item = NaiveDate> {
    let pairs = observations
        .windows(2)
        .filter(|pair| pair[0].series_key != pair[1].series_key);
    pairs.filter_map(|pair| pair[1].date)
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

/// The unit, with the kind of quantity where that is not what the series has, or was once another.
fn caption(view: &ChartView<'_>) -> Localized<String> {
    let rows = view.main.series.observations();
    let key = &view.main.series.current().series_key;
    let has_measures = rows.iter().any(|row| row.series_key.measure != key.measure);
    Localized::build(|lang| {
        let unit = key.unit.text.get(lang);
        match view.quantity.words(lang) {
            Some(words) => format!("{unit}, {words}"),
            None if has_measures => format!("{unit}, {}", text::measure(key.measure, lang)),
            None => unit.clone(),
        }
    })
}

fn describe(view: &ChartView<'_>, main: &Group<'_>) -> Localized<String> {
    let mut rows: Vec<&Observation> = main.observations().collect();
    rows.retain(|row| !row.is_to_come(view.as_of));
    let latest = latest_value(view);
    Localized::build(|lang| {
        let mut name = view.main.name.get(lang).clone();
        if let Some(words) = view.quantity.words(lang) {
            name += &format!(", {words}");
        }

        text::describe_chart(&name, &rows, latest.get(lang), view.decimals, lang)
    })
}

/// The latest value, or the one in force, as a sentence.
pub fn latest_value(view: &ChartView<'_>) -> Localized<String> {
    let leading = view.main.series.in_force(view.as_of);
    Localized::build(|lang| {
        text::last_value(&leading, view.as_of, view.decimals, lang).unwrap_or_default()
    })
}

/// The periods of the first and the last observation that are shown.
fn span(view: &ChartView<'_>, main: &Group<'_>) -> Localized<String> {
    let mut rows = main.observations();
    let ends = rows.next().zip(rows.next_back());
    Localized::build(|lang| {
        ends.and_then(|(first, last)| text::span(first, last, view.since, lang))
            .unwrap_or_default()
    })
}

/// Remarks on what the drawing does not show.
fn remarks(
    view: &ChartView<'_>,
    series: &[DrawnSeries<'_>],
    breaks: &[NaiveDate],
) -> Vec<Localized<String>> {
    let (mut is_broken, mut begins_anew) = (false, false);
    for drawn in series {
        let (has_gaps, begins) = drawn.group.interruptions(breaks);
        is_broken |= has_gaps;
        begins_anew |= begins;
    }

    // Days without a value a year earlier have no change: none is missing.
    let has_gaps = is_broken && view.quantity != Quantity::Change;
    let all = view.main.series.observations();
    let has_others = view.since.is_none() && series[0].group.observations().count() < all.len();
    let anew = match view.main.series.current().series_key.period_type {
        PeriodType::YearToDateAverage => text::averages_begin_anew,
        _ => text::totals_begin_anew,
    };

    let remarks: [(bool, text::FixedText); 3] = [
        (has_gaps, text::line_broken),
        (begins_anew, anew),
        (has_others, text::units_apart),
    ];

    let mut told = Vec::new();
    for (is_true, remark) in remarks {
        if is_true {
            told.push(text::in_each_language(remark));
        }
    }

    told
}

/// The days of the first and of the last observation that are drawn.
fn main_days(view: &ChartView<'_>, main: &Group<'_>) -> [NaiveDate; 2] {
    let mut days = main.observations().filter_map(|row| row.date);
    let first = days.next().max(view.since).unwrap_or(view.as_of);
    let last = days.next_back().unwrap_or(first);
    [first, last.max(first)]
}

fn sample(kind: StrokeKind, ink: &'static str, path: &str) -> Stroke {
    Stroke {
        kind,
        ink,
        path: path.to_owned(),
    }
}

/// The legend below a drawing: a line for each series where there are several, and for each kind of stroke that needs one, with
/// a sample.
fn legend(view: &ChartView<'_>, series: &[DrawnSeries<'_>], drawn: &[Stroke]) -> Vec<LegendLine> {
    let mut lines = Vec::new();
    for one in series.iter().filter(|_| series.len() > 1) {
        lines.push(LegendLine {
            strokes: vec![sample(StrokeKind::Line, one.ink, ACROSS)],
            text: one.subject.name.clone(),
            is_name: true,
        });
    }

    let ink = main_ink(view.main.place);
    for (kind, path) in [
        (StrokeKind::Tail, ACROSS),
        (StrokeKind::Today, DOWN),
        (StrokeKind::Hole, DOT),
        (StrokeKind::Break, DOWN),
    ] {
        if drawn.iter().all(|stroke| stroke.kind != kind) {
            continue;
        }

        let mut strokes = vec![sample(kind, ink, path)];
        let text = match kind {
            StrokeKind::Tail => text::in_each_language(text::tail_meaning),
            StrokeKind::Today => coming_rates(view),
            StrokeKind::Break => text::in_each_language(text::break_mark),
            _ => {
                // A hole is in a ring.
                strokes.insert(0, sample(StrokeKind::Ring, ink, path));
                doubts(series)
            }
        };
        lines.push(LegendLine {
            strokes,
            text,
            is_name: false,
        });
    }

    lines
}

/// The words for the doubts of what is drawn.
fn doubts(series: &[DrawnSeries<'_>]) -> Localized<String> {
    let flags = all_observations(series).map(|row| row.flags.doubtful());
    let doubtful = flags.fold(Flags::default(), Flags::with);
    Localized::build(|lang| text::flag_words(doubtful, lang).unwrap_or_default())
}

/// The meaning of the line at the as-of day, with the rates that are to come.
fn coming_rates(view: &ChartView<'_>) -> Localized<String> {
    let rates = view.main.series.in_force(view.as_of);
    Localized::build(|lang| {
        let meaning = text::coming_meaning(text::full_day(view.as_of, lang), lang);
        let mut values = vec![text::number(&rates.current.shown(view.decimals), lang)];
        for rate in rates.coming {
            if let Some(date) = rate.date {
                let value = text::number(&rate.shown(view.decimals), lang);
                values.push(text::coming_rate(value, text::full_day(date, lang), lang));
            }
        }

        match values.len() {
            1 => meaning,
            _ => format!("{meaning} ({})", values.join(" ")),
        }
    })
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
