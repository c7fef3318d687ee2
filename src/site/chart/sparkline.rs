//! A history as a small line in a table, without axes: its shape, and in words its range. All in one table share one
//! axis of time and end with a dot [D15.7].

use super::*;

/// Tenths of a pixel; the drawing's own margin is outside.
const WIDTH: i64 = 1100;
const HEIGHT: i64 = 240;
/// A run that is not longer is drawn as a dot.
const MIN_RUN: i64 = 15;
/// The most months: of a longer time the latest would be too small to be seen.
const MAX_MONTHS: u32 = 60;

/// Of fewer sums of twelve months the totals themselves are drawn.
const LEAST_SUMS: usize = 4;

/// The time that the lines of a table share.
#[derive(Clone, Copy)]
pub struct Window {
    axis: Axis,
    as_of: NaiveDate,
}

impl Window {
    /// Five years to the as-of day, or fewer where no series reaches back so far; a later observation lies inside, unless it is
    /// a rate to come, which is not drawn.
    pub fn new<'a>(all: impl Iterator<Item = &'a Series>, as_of: NaiveDate) -> Self {
        let first = as_of
            .checked_sub_months(Months::new(MAX_MONTHS))
            .unwrap_or(as_of);
        let mut earliest: Option<NaiveDate> = None;
        let mut last = as_of;
        for series in all {
            let current = series.current();
            if !current.is_to_come(as_of) {
                last = current.date.map_or(last, |date| date.max(last));
            }

            let mut rows = series.observations().iter();
            let inside = rows.find(|row| row.date >= Some(first));
            if let Some(date) = inside.and_then(|row| row.date) {
                earliest = Some(date.min(earliest.unwrap_or(as_of)));
            }
        }

        let axis = Axis {
            first: earliest.unwrap_or(first),
            last,
            width: WIDTH,
            has_month_ends: false,
        };
        Window { axis, as_of }
    }

    pub fn years(self) -> (i32, i32) {
        (self.axis.first.year(), self.axis.last.year())
    }
}

/// A line, dots where no line may be drawn, and the dot at its end.
pub struct Sparkline {
    pub label: String,
    pub strokes: Vec<Stroke>,
}

impl Sparkline {
    /// Draws the observations in the present unit inside the window; `None` where there are none, or no shape would be seen.
    pub fn new(
        indicator: &Indicator,
        is_verified: bool,
        window: Window,
        lang: Lang,
    ) -> Option<Self> {
        let Window { axis, as_of } = window;
        let sums = last_twelve_months(&indicator.series);
        let series = match &sums {
            Some(sums) => &sums.series,
            None => &*indicator.series,
        };

        let all = series.observations();
        let known = &all[..all.len() - series.in_force(as_of).coming.len()];
        let group = Group::new(known, &series.current().series_key, false).since(Some(axis.first));
        let rows: Vec<&Observation> = group.observations().collect();
        let values = rows.iter().map(|row| row.value);
        let field = Field {
            scale: Scale::tight(values, HEIGHT).at_least_a_fiftieth(),
            axis,
            as_of,
            middle: 0,
        };
        let paths = draw_shape(&field, &group, is_verified)?;

        let are_totals = !rows.first()?.series_key.derivations().is_empty();
        let decimals = indicator.decimals_of(&indicator.series.current().series_key);
        let mut label = text::sparkline_label(&rows, are_totals, decimals, lang)?;
        if let Some(words) = sums.and_then(|sums| sums.quantity.words(lang)) {
            label = format!("{words}, {label}");
        }

        Some(Sparkline {
            label,
            strokes: paths.into_strokes("own"),
        })
    }
}

fn draw_shape(field: &Field, group: &Group<'_>, is_verified: bool) -> Option<Paths> {
    let runs = field.runs(group);
    let mut paths = Paths::default();

    if group.are_steps {
        let today = field.axis.x(field.as_of);
        paths.add_steps(&runs, today, today, is_verified);
        // A step that is followed by nothing would not be seen.
        for run in runs.iter().rev().skip(1) {
            paths.add_dots(StrokeKind::Dots, run.last().copied());
        }
    } else if path::breadth(&runs.concat()) <= MIN_RUN {
        return None;
    } else {
        for run in &runs {
            // So short a time has no shape.
            match path::breadth(run) > MIN_RUN {
                true => paths.add_line(StrokeKind::Line, run),
                false => paths.add_dots(StrokeKind::Dots, run.last().copied()),
            }
        }
    }

    paths.add_dots(StrokeKind::End, runs.last()?.last().copied());
    Some(paths)
}

/// The sums of the last twelve months, where totals since January imply enough of them.
fn last_twelve_months(series: &Series) -> Option<Figures> {
    let derivations = series.current().series_key.derivations();
    let sums = [Derivation::Last12, Derivation::Last4];
    let derivation = sums.iter().find(|sum| derivations.contains(sum))?;
    let figures = Figures::derived(series, *derivation)?;
    (figures.series.observations().len() >= LEAST_SUMS).then_some(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::series;

    fn spark(series: &Series, others: &Series, is_verified: bool) -> Option<Sparkline> {
        let as_of = "2026-11-20".parse().unwrap();
        let window = Window::new([series, others].into_iter(), as_of);
        Sparkline::new(
            &Indicator::of_series(series.clone()),
            is_verified,
            window,
            Lang::En,
        )
    }

    /// The path of a kind of stroke, which is empty where there is none.
    fn path_of(sparkline: &Sparkline, kind: StrokeKind) -> String {
        let mut strokes = sparkline.strokes.iter();
        let stroke = strokes.find(|stroke| stroke.kind == kind);
        stroke.map_or(String::new(), |stroke| stroke.path.clone())
    }

    #[test]
    fn all_lines_share_one_axis_and_end_with_a_dot() {
        let old = series(PeriodType::Monthly, &["2021-11-30 1", "2021-12-31 2"]);
        let new = series(PeriodType::Monthly, &["2026-09-30 1", "2026-10-31 2"]);
        for (sparkline, begin, end) in [
            (spark(&old, &new, true), "M0 ", "M19 "),
            (spark(&new, &old, true), "M1069 ", "M1088 "),
        ] {
            let kinds = [StrokeKind::Line, StrokeKind::End];
            let [line, dot] = kinds.map(|kind| path_of(sparkline.as_ref().unwrap(), kind));
            assert!(line.starts_with(begin) && dot.starts_with(end), "{dot}");
        }
        let ancient = series(PeriodType::Monthly, &["2015-01-31 1"]);
        assert!(spark(&ancient, &new, true).is_none());
    }

    #[test]
    fn a_few_days_have_no_shape_in_five_years() {
        let years = series(PeriodType::Daily, &["2021-11-30 1", "2026-11-20 2"]);
        for rows in [
            &[
                "2026-11-16 1",
                "2026-11-17 2",
                "2026-11-18 1",
                "2026-11-20 3",
            ][..],
            &["2026-11-20 1"],
            &["2026-11-02 1", "2026-11-20 2"],
        ] {
            let short = series(PeriodType::Daily, rows);
            assert!(spark(&short, &years, true).is_none());
        }

        let rate = series(PeriodType::EffectiveFrom, &["2026-11-18 5"]);
        assert!(spark(&rate, &years, true).is_some(), "a rate goes on");
    }

    #[test]
    fn a_window_is_as_long_as_its_years() {
        let long = series(PeriodType::Monthly, &["2024-01-31 1", "2026-10-31 2"]);
        let window = Window::new([&long].into_iter(), "2026-11-20".parse().unwrap());
        assert_eq!(window.years(), (2024, 2026));
    }

    #[test]
    fn a_window_ends_with_what_is_drawn() {
        let years = |period_type, rows: &[&str]| {
            let as_of = "2026-12-30".parse().unwrap();
            Window::new([&series(period_type, rows)].into_iter(), as_of).years()
        };

        let rate = ["2024-02-01 5", "2026-07-30 6", "2027-01-13 7"];
        assert_eq!(years(PeriodType::EffectiveFrom, &rate), (2024, 2026));
        assert_eq!(
            years(PeriodType::EffectiveFrom, &rate[2..]),
            (2026, 2026),
            "no rate is in force yet"
        );

        let days = ["2026-12-30 1", "2027-01-04 2"];
        assert_eq!(years(PeriodType::Daily, &days), (2026, 2027));
    }

    #[test]
    fn values_are_told_with_their_digits() {
        let rates = series(
            PeriodType::Monthly,
            &["2026-08-31 3", "2026-09-30 4.5", "2026-10-31 4"],
        );
        assert_eq!(
            spark(&rates, &rates, true).unwrap().label,
            "2026: lowest 3.0, highest 4.5\u{a0}azn"
        );
    }

    #[test]
    fn a_decision_before_a_gap_is_a_dot() {
        let rows = ["2026-01-01 5", "2026-03-01 6", "2026-09-01 4"];
        let mut all = series(PeriodType::EffectiveFrom, &rows)
            .observations()
            .to_vec();
        assert!(all[1].flags.insert(Flag::Gap));
        let gap = Series::new(all).unwrap();
        assert_eq!(
            path_of(&spark(&gap, &gap, true).unwrap(), StrokeKind::Dots)
                .matches('M')
                .count(),
            1
        );
        let whole = spark(&series(PeriodType::EffectiveFrom, &rows), &gap, true).unwrap();
        assert!(path_of(&whole, StrokeKind::Dots).is_empty());
    }

    #[test]
    fn a_rate_that_is_not_verified_has_a_tail() {
        let rate = series(PeriodType::EffectiveFrom, &["2018-01-01 5", "2025-11-20 7"]);
        let [seed, verified] = [false, true].map(|is| spark(&rate, &rate, is).unwrap());
        let line = path_of(&seed, StrokeKind::Line);
        assert!(line.starts_with("M0 240"), "{line}");
        assert!(!path_of(&seed, StrokeKind::Tail).is_empty());
        assert!(path_of(&verified, StrokeKind::Tail).is_empty());
    }
}
