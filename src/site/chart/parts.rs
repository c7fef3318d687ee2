//! The parts of a chart: which of its series, units and measures have axes, and over which time.

use chrono::NaiveDate;

use super::axes::Axis;
use super::drawing::{self, Palette};
use super::groups::{Form, Group, groups};
use super::panel::{Frame, Panel};
use super::{ChartView, Subject};
use crate::model::{Localized, Observation};
use crate::site::text;

/// With fewer observations a sentence says more than axes.
const MIN_OBSERVATIONS: usize = 3;
/// Former units and measures that are drawn; a series that changes more often is read from its table.
const MAX_PANELS: usize = 4;

/// A chart: one part for each unit and measure, the present one first. Only its texts depend on the language.
pub struct Chart {
    pub parts: Vec<Part>,
    pub has_breaks: bool,
    pub is_split: bool,
    /// Whether a rate is drawn on beyond the last decision that is known.
    pub has_tail: bool,
    pub legend: Vec<(Localized<String>, &'static Palette)>,
}

pub enum Part {
    /// Axes, and series between them.
    Drawn(Box<Panel>),
    /// Too little for axes.
    Sentence(Localized<String>),
}

impl Chart {
    /// Of observations with dates, `width` parts wide and a tenth of a pixel a part high.
    pub fn new(view: &ChartView<'_>, width: i64) -> Option<Self> {
        let observations = view.own.series.observations();
        let groups = groups(observations);
        let has_steps = groups.first().is_some_and(|group| group.form == Form::Steps);
        let companions: Vec<&Subject<'_>> =
            view.with.iter().filter(|subject| subject.series.current().date.is_some()).collect();
        let own = [observations.first()?.date?, view.own.series.current().date?];
        let others = || companions.iter().flat_map(|of| of.series.observations()).filter_map(|of| of.date);
        let first = others().chain(own).min()?;
        let last = others().chain(own).chain(has_steps.then_some(view.as_of)).max()?;
        let frame = Frame {
            view,
            axis: Axis { first, last, width, has_month_ends: false },
            breaks: breaks(observations),
            companions,
        };
        let parts: Vec<Part> =
            groups.iter().take(MAX_PANELS).enumerate().map(|(i, group)| part(&frame, i, group)).collect();
        let is_drawn = |part: &Part| matches!(part, Part::Drawn(_));
        Some(Chart {
            has_breaks: !frame.breaks.is_empty()
                && groups.iter().zip(&parts).any(|(group, part)| group.form != Form::Years && is_drawn(part)),
            is_split: groups.len() > 1,
            has_tail: has_steps
                && parts.first().is_some_and(is_drawn)
                && frame.companions.iter().chain([&&view.own]).any(|of| !of.is_verified),
            legend: legend(&frame),
            parts,
        })
    }

    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.parts.iter().filter_map(|part| match part {
            Part::Drawn(panel) => Some(&**panel),
            Part::Sentence(_) => None,
        })
    }
}

fn part<'a>(frame: &Frame<'a>, index: usize, group: &Group<'a>) -> Part {
    let all: Vec<&Observation> = group.observations().collect();
    if all.len() < MIN_OBSERVATIONS {
        return Part::Sentence(Localized::build(|lang| text::no_chart(&all, frame.view.decimals, lang)));
    }
    Part::Drawn(Box::new(if index == 0 { frame.present(group) } else { frame.former(group) }))
}

/// The first observation of each new unit, measure or period type.
fn breaks(observations: &[Observation]) -> Vec<NaiveDate> {
    let pairs = observations.windows(2).filter(|pair| pair[0].series_key != pair[1].series_key);
    pairs.filter_map(|pair| pair[1].date).collect()
}

fn legend(frame: &Frame<'_>) -> Vec<(Localized<String>, &'static Palette)> {
    if frame.companions.is_empty() {
        return Vec::new();
    }
    let subjects = [&frame.view.own].into_iter().chain(frame.companions.iter().copied());
    subjects.enumerate().map(|(i, subject)| (subject.name.clone(), drawing::palette(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lang, PeriodType, Series};
    use crate::site::chart::samples::{panel, series};

    fn chart(series: &Series, is_verified: bool) -> Chart {
        let name = Localized::build(|_| "own".to_owned());
        let own = Subject { name: &name, series, is_verified };
        let as_of = "2026-11-20".parse().unwrap();
        Chart::new(&ChartView { own, with: Vec::new(), as_of, decimals: 2 }, 10_000).unwrap()
    }

    #[test]
    fn fewer_than_three_observations_are_told() {
        let two = series(PeriodType::MonthEnd, &["2023-07-31 21372", "2025-04-30 28096.5"]);
        assert!(matches!(&chart(&two, true).parts[..], [Part::Sentence(_)]));
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
        let Part::Drawn(index) = &found.parts[1] else { panic!() };
        let growth = panel(&found);
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
            let panel = panel(&found);
            (
                found.has_tail,
                panel.drawing.strokes.iter().map(|s| (s.class(), s.path.clone())).collect::<Vec<_>>(),
            )
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
        let panel = panel(&found);
        assert_eq!(panel.marks.len(), 12);
        let lines: Vec<_> = panel.drawing.strokes.iter().filter(|s| s.class().starts_with("line")).collect();
        assert_eq!(lines.iter().map(|s| s.class()).collect::<Vec<_>>(), ["line former", "line own"]);
        assert!(lines.iter().all(|line| line.path.starts_with("M0 ")), "both begin in January");
        assert_eq!(
            panel.drawing.ends.iter().map(|end| end.text.get(Lang::En).as_str()).collect::<Vec<_>>(),
            ["2025"]
        );
        assert_eq!(panel.drawing.inner[0].text.get(Lang::En), "2026: 13");
    }

    #[test]
    fn the_last_value_is_labelled_and_marked() {
        let rows = ["2025-01-31 5", "2025-02-28 6", "2025-03-31 7.125"];
        let found = chart(&series(PeriodType::Monthly, &rows), true);
        let panel = panel(&found);
        assert_eq!(
            (
                panel.drawing.ends[0].text.get(Lang::Ru).as_str(),
                panel.drawing.ends[0].text.get(Lang::En).as_str()
            ),
            ("7,13", "7.13")
        );
        assert!(
            panel.drawing.strokes.iter().any(|s| s.class() == "end own" && s.path.starts_with("M10000 "))
        );
    }
}
