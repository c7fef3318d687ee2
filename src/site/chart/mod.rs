//! The history of an indicator as a picture that does not mislead [D15.1 to D15.8]: where everything stands, in
//! parts of a field. A page and a picture of its own write it down, each in its way.

mod ends;
mod form;
mod ink;
mod joins;
mod lines;
mod panel;
mod path;
#[cfg(test)]
pub mod samples;
mod scale;
mod sparkline;
mod steps;
mod time;
mod years;

use chrono::NaiveDate;

use super::text;
use crate::model::{Localized, Observation, Series};
pub use ends::End;
use form::Form;
pub use panel::Panel;
pub use sparkline::{Sparkline, Window};
use time::Axis;

/// With fewer observations a sentence says more than axes.
const FEWEST: usize = 3;
/// Former units and measures that are drawn; a series that changes more often is read from its table.
const MOST_PANELS: usize = 4;

/// One of the series in a chart.
#[derive(Clone, PartialEq)]
pub struct Subject<'a> {
    /// What it is called beside the others.
    pub name: &'a Localized<String>,
    pub series: &'a Series,
    /// Whether it is known that nothing has changed since its last observation.
    pub is_verified: bool,
}

/// Everything that a chart depends on.
#[derive(Clone, PartialEq)]
pub struct ChartView<'a> {
    pub own: Subject<'a>,
    /// What is drawn beside it, of the same unit and period type.
    pub with: Vec<Subject<'a>>,
    /// The day up to which a rate in force is drawn.
    pub as_of: NaiveDate,
    /// Digits behind the point of values that stand in the chart.
    pub decimals: u8,
}

/// A chart: one part for each unit and measure, the present one first. Only its texts depend on the language.
pub struct Chart {
    pub parts: Vec<Part>,
    pub has_breaks: bool,
    /// Whether the unit or the measure has changed.
    pub is_split: bool,
    /// Whether a rate is drawn on beyond the last decision that is known.
    pub has_tail: bool,
    /// The names of the series, where there are several: the ink of each.
    pub legend: Vec<(Localized<String>, &'static str)>,
}

/// What one unit and measure comes to.
pub enum Part {
    /// Axes, and what stands between them.
    Drawn(Box<Panel>),
    /// Too little for axes.
    Told(Localized<String>),
}

impl Chart {
    /// Of observations with dates, `width` parts wide and a tenth of a pixel a part high.
    pub fn new(view: &ChartView<'_>, width: i64) -> Option<Self> {
        let observations = view.own.series.observations();
        let groups = form::groups(observations);
        let last = view.own.series.current().date?;
        let first = observations.first()?.date?;
        let steps = groups.first().is_some_and(|group| group.form == Form::Steps);
        let companions: Vec<&Subject<'_>> =
            view.with.iter().filter(|subject| subject.series.current().date.is_some()).collect();
        let dates = || companions.iter().flat_map(|of| of.series.observations()).filter_map(|o| o.date);
        let last = dates().fold(last, NaiveDate::max);
        let axis =
            Axis::new(dates().fold(first, NaiveDate::min), if steps { last.max(view.as_of) } else { last });
        let breaks = breaks(observations);
        let part = |(i, group): (usize, &form::Group<'_>)| {
            if group.observations().count() < FEWEST {
                let few: Vec<_> = group.observations().collect();
                return Part::Told(Localized::build(|lang| text::no_chart(&few, view.decimals, lang)));
            }
            let with = if i == 0 { &companions[..] } else { &[] };
            Part::Drawn(Box::new(Panel::new(view, group, with, (axis, width), &breaks, i > 0)))
        };
        let parts: Vec<Part> = groups.iter().take(MOST_PANELS).enumerate().map(part).collect();
        let is_drawn = |part: &Part| matches!(part, Part::Drawn(_));
        Some(Chart {
            has_breaks: !breaks.is_empty()
                && groups.iter().zip(&parts).any(|(group, part)| group.form != Form::Years && is_drawn(part)),
            is_split: groups.len() > 1,
            has_tail: steps
                && parts.first().is_some_and(is_drawn)
                && (!view.own.is_verified || companions.iter().any(|of| !of.is_verified)),
            legend: legend(view, &companions),
            parts,
        })
    }
}

/// The first observation of each new unit, measure or period type.
fn breaks(observations: &[Observation]) -> Vec<NaiveDate> {
    let pairs = observations.windows(2).filter(|pair| pair[0].basis != pair[1].basis);
    pairs.filter_map(|pair| pair[1].date).collect()
}

fn legend(view: &ChartView<'_>, companions: &[&Subject<'_>]) -> Vec<(Localized<String>, &'static str)> {
    let subjects = std::iter::once(&view.own).chain(companions.iter().copied());
    let named = subjects.enumerate().map(|(i, subject)| (subject.name.clone(), ink::ink(i).name));
    if companions.is_empty() { Vec::new() } else { named.collect() }
}

#[cfg(test)]
mod tests {
    use super::samples::series;
    use super::*;
    use crate::model::{Lang, PeriodType};

    fn chart(series: &Series, is_verified: bool) -> Chart {
        let name = Localized::build(|_| "own".to_owned());
        let own = Subject { name: &name, series, is_verified };
        let as_of = "2026-11-20".parse().unwrap();
        Chart::new(&ChartView { own, with: Vec::new(), as_of, decimals: 2 }, 10_000).unwrap()
    }

    fn drawn(part: &Part) -> &Panel {
        match part {
            Part::Drawn(panel) => panel,
            Part::Told(text) => panic!("{text:?}"),
        }
    }

    #[test]
    fn fewer_than_three_observations_are_told() {
        let two = series(PeriodType::MonthEnd, &["2023-07-31 21372", "2025-04-30 28096.5"]);
        assert!(matches!(&chart(&two, true).parts[..], [Part::Told(_)]));
        let three = series(PeriodType::MonthEnd, &["2023-07-31", "2025-04-30", "2025-05-31"]);
        assert!(matches!(&chart(&three, true).parts[..], [Part::Drawn(_)]));
    }

    #[test]
    fn a_unit_and_a_measure_have_axes_of_their_own() {
        let rows = [
            "2025-01-31 100 azn index",
            "2025-02-28 101 azn index",
            "2025-03-31 102 azn index",
            "2025-04-30 1 azn growth",
            "2025-05-31 3 azn growth",
            "2025-06-30 2 azn growth",
        ];
        let found = chart(&series(PeriodType::Monthly, &rows), true);
        assert!(found.is_split && found.has_breaks && found.parts.len() == 2);
        let [growth, index] = [drawn(&found.parts[0]), drawn(&found.parts[1])];
        let highest = |panel: &Panel| panel.scale.last().unwrap().text.get(Lang::En).clone();
        assert_eq!((highest(growth).as_str(), highest(index).as_str()), ("3", "102.0"));
        // From 31 January to 30 June 150 days, the first of the new kind after 89.
        assert_eq!(growth.breaks, "M5933 0v2600");
        assert!(growth.holds_zero && !index.holds_zero);
    }

    #[test]
    fn a_rate_is_solid_only_as_far_as_it_is_known() {
        let rates = series(PeriodType::EffectiveFrom, &["2025-11-20 7", "2026-02-28 6", "2026-05-24 5"]);
        let strokes = |is_verified| {
            let found = chart(&rates, is_verified);
            let panel = drawn(&found.parts[0]);
            (found.has_tail, panel.strokes.iter().map(|s| (s.class, s.path.clone())).collect::<Vec<_>>())
        };
        let (known, verified) = strokes(true);
        let (unknown, seed) = strokes(false);
        assert!(!known && unknown);
        assert_eq!(verified.len(), 2);
        assert!(verified[0].1.ends_with("h4932") && verified[0].0 == "line own");
        assert!(!seed[0].1.ends_with("h4932") && seed[1].0 == "line own tail");
        assert!(seed[1].1.starts_with("M5068 ") && seed[1].1.ends_with("h4932"), "{}", seed[1].1);
    }

    #[test]
    fn totals_are_drawn_by_month_one_line_a_year() {
        let rows = ["2025-01-31 5", "2025-06-30 30", "2025-12-31 60", "2026-01-31 6", "2026-02-28 13"];
        let found = chart(&series(PeriodType::YearToDate, &rows), true);
        let panel = drawn(&found.parts[0]);
        assert_eq!(panel.marks.len(), 12);
        let lines: Vec<_> = panel.strokes.iter().filter(|s| s.class.starts_with("line")).collect();
        assert_eq!(lines.iter().map(|s| s.class).collect::<Vec<_>>(), ["line former", "line own"]);
        assert!(lines.iter().all(|line| line.path.starts_with("M0 ")), "both begin in January");
        assert_eq!(
            panel.ends.iter().map(|end| end.text.get(Lang::En).as_str()).collect::<Vec<_>>(),
            ["2025"]
        );
        assert_eq!(panel.inner[0].text.get(Lang::En), "2026: 13");
    }

    #[test]
    fn the_last_value_is_labelled_and_marked() {
        let rows = ["2025-01-31 5", "2025-02-28 6", "2025-03-31 7.125"];
        let found = chart(&series(PeriodType::Monthly, &rows), true);
        let panel = drawn(&found.parts[0]);
        assert_eq!(
            (panel.ends[0].text.get(Lang::Ru).as_str(), panel.ends[0].text.get(Lang::En).as_str()),
            ("7,13", "7.13")
        );
        assert!(panel.strokes.iter().any(|s| s.class == "end own" && s.path.starts_with("M10000 ")));
    }
}
