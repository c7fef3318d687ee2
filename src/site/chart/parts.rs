//! The parts of a chart: which of its series, units and measures have axes, and over which time.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::ChartView;
use super::groups::{Form, Group};
use super::legend::Legend;
use super::neighbours::regular_months;
use super::panel::{Draft, Frame, Panel};
use super::room::{Canvas, Margins, Parts};
use super::time_axis::Axis;
use crate::model::{Localized, Observation, last_day_of_month};
use crate::site::text;

/// With fewer observations a sentence says more than axes.
const MIN_OBSERVATIONS: usize = 3;
/// Former units and measures that are drawn; a series that changes more often is read from its table.
const MAX_PANELS: usize = 4;
/// A rate to come is drawn on by so great a part of the time before it.
const BEYOND: i32 = 16;

/// A chart: one part for each unit and measure, the present one first. Only its texts depend on the language.
pub struct Chart {
    pub parts: Vec<Part>,
    pub margins: Margins,
    pub is_split: bool,
    pub has_breaks: bool,
    pub legend: Legend,
    /// From when to when its observations are.
    pub span: Localized<String>,
}

pub enum Part {
    /// Axes, and series between them.
    Drawn(Box<Panel>),
    /// Too little for axes.
    Sentence(Localized<String>),
}

impl Part {
    fn panel(&self) -> Option<&Panel> {
        match self {
            Part::Drawn(panel) => Some(panel),
            Part::Sentence(_) => None,
        }
    }
}

impl Chart {
    /// Of observations with dates.
    pub fn new(view: &ChartView<'_>, canvas: Canvas) -> Option<Self> {
        let observations = view.own.series.observations();
        let groups = view.groups(&view.own);
        let (first, last) = ends(view, groups.first()?)?;
        let has_month_ends = view.own.series.current().series_key.ends_with_months();
        let measure = |group: &Group<'_>| group.observations().next().map(|of| of.series_key.measure);
        let mut frame = Frame {
            view,
            axis: Axis { first, last, width: 0, has_month_ends },
            column: canvas.column,
            breaks: breaks(observations).into_iter().filter(|day| *day > first).collect(),
            says_measure: groups.iter().any(|group| measure(group) != groups.first().and_then(measure)),
        };
        let drafts: Vec<Result<Draft<'_>, Localized<String>>> = groups
            .iter()
            .take(MAX_PANELS)
            .enumerate()
            .map(|(i, group)| draft(&frame, i, group, groups.len() == 1))
            .collect();
        let ends: Vec<_> = drafts.iter().flatten().flat_map(|draft| draft.end_texts(&frame)).collect();
        let longest = |lang| drafts.iter().flatten().map(|draft| draft.longest_mark(lang)).max().unwrap_or(0);
        let margins = Margins::new(longest, &ends);
        let room = margins.inside(canvas);
        frame.axis.width = match canvas.parts {
            Parts::PerField(parts) => parts,
            Parts::PerPixel(parts) => room.wide * parts,
        };
        let part = |draft: Result<_, _>| match draft {
            Ok(draft) => Part::Drawn(Box::new(frame.panel(draft, room))),
            Err(sentence) => Part::Sentence(sentence),
        };
        let parts: Vec<Part> = drafts.into_iter().map(part).collect();
        let panels: Vec<Option<&Panel>> = parts.iter().map(Part::panel).collect();
        Some(Chart {
            has_breaks: !frame.breaks.is_empty()
                && groups
                    .iter()
                    .zip(&panels)
                    .any(|(group, panel)| group.form != Form::Years && panel.is_some()),
            is_split: groups.len() > 1,
            legend: Legend::new(view, &groups, &panels, &frame.breaks),
            span: span(view, &groups),
            margins,
            parts,
        })
    }

    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.parts.iter().filter_map(Part::panel)
    }
}

fn draft<'a>(
    frame: &Frame<'a>,
    index: usize,
    group: &Group<'a>,
    is_whole: bool,
) -> Result<Draft<'a>, Localized<String>> {
    let all: Vec<&Observation> = group.observations().collect();
    if all.len() < MIN_OBSERVATIONS {
        return Err(Localized::build(|lang| text::no_chart(&all, is_whole, frame.view.decimals, lang)));
    }
    Ok(if index == 0 { frame.present(group) } else { frame.former(group) })
}

/// The days from which and up to which a chart goes: from the beginning of its first period; up to the as-of day where
/// rates are in force until then, or where the figure is old.
fn ends(view: &ChartView<'_>, present: &Group<'_>) -> Option<(NaiveDate, NaiveDate)> {
    let current = view.own.series.current();
    let subjects = || [&view.own].into_iter().chain(view.with.iter().map(|(subject, _)| subject));
    let dates = || subjects().flat_map(|of| of.series.observations()).filter_map(|of| of.date);
    let (first, last) =
        (dates().filter(|date| view.since.is_none_or(|since| *date >= since)).min()?, dates().max()?);
    let is_old = text::is_old(&current.series_key, current.date?, view.as_of);
    let has_steps = present.form == Form::Steps;
    let last = match has_steps && last > view.as_of {
        // So that a rate to come is seen.
        true => {
            let days = (last.num_days_from_ce() - first.num_days_from_ce()) / BEYOND;
            last.checked_add_days(Days::new(days.unsigned_abs().into())).unwrap_or(last)
        }
        false if has_steps || is_old => last.max(view.as_of),
        false => last,
    };
    let months = regular_months(view.own.series.observations()).or_else(|| {
        let own = current.series_key.months_apart().and_then(|months| i32::try_from(months).ok());
        own.or(current.series_key.ends_with_months().then_some(1))
    });
    let before = |months: i32| {
        let begin = first.with_day(1)?.checked_sub_months(Months::new(months.unsigned_abs()))?;
        Some(if current.series_key.ends_with_months() { last_day_of_month(begin) } else { first })
    };
    let first = match view.since {
        // What was in force before is drawn from there on.
        Some(since) if has_steps => since,
        _ => months.and_then(before).unwrap_or(first),
    };
    Some((first, last))
}

/// From the first to the last observation that is shown; of a rate that was in force at the beginning, from there on.
fn span(view: &ChartView<'_>, groups: &[Group<'_>]) -> Localized<String> {
    let all = || groups.iter().flat_map(Group::observations);
    let (first, last) = (all().min_by_key(|of| of.date), all().max_by_key(|of| of.date));
    let dated = |of: Option<&Observation>| {
        let date = of?.date?;
        Some((of?.series_key.clone(), view.since.map_or(date, |since| date.max(since))))
    };
    let span = dated(first).zip(dated(last));
    Localized::build(|lang| {
        span.as_ref().map_or_else(String::new, |((first, from), (last, to))| {
            text::span((first, *from), (last, *to), lang)
        })
    })
}

/// The first observation of each new unit, measure or period type.
fn breaks(observations: &[Observation]) -> Vec<NaiveDate> {
    let pairs = observations.windows(2).filter(|pair| pair[0].series_key != pair[1].series_key);
    pairs.filter_map(|pair| pair[1].date).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lang, PeriodType, Series};
    use crate::site::chart::Subject;
    use crate::site::chart::room::PAGE;
    use crate::site::chart::samples::{panel, series};
    use crate::site::chart::stroke::StrokeKind;

    fn chart(series: &Series, is_verified: bool) -> Chart {
        let name = Localized::build(|_| "own".to_owned());
        let own = Subject { name: &name, series, is_verified };
        let as_of = "2026-11-20".parse().unwrap();
        Chart::new(
            &ChartView {
                own,
                own_place: 0,
                with: Vec::new(),
                as_of,
                decimals: 2,
                since: None,
                is_of_changes: false,
            },
            PAGE,
        )
        .unwrap()
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
        assert_eq!((highest(growth).as_str(), highest(index).as_str()), ("4", "103"));
        // From the beginning of January to the as-of day 689 days, the first of the new kind after 120.
        assert_eq!(growth.breaks, "M1742 0v1300");
        assert!(growth.holds_zero && !index.holds_zero);
    }

    #[test]
    fn a_rate_is_solid_only_as_far_as_it_is_known() {
        let rates = series(PeriodType::EffectiveFrom, &["2025-11-20 7", "2026-02-28 6", "2026-05-24 5"]);
        let strokes = |is_verified| {
            let found = chart(&rates, is_verified);
            let panel = panel(&found);
            (
                found.legend.has_tail,
                panel.drawing.strokes.iter().map(|s| (s.class(), s.path.clone())).collect::<Vec<_>>(),
            )
        };
        let (known, verified) = strokes(true);
        let (unknown, seed) = strokes(false);
        assert!(!known && unknown);
        assert_eq!(verified.len(), 2);
        assert!(verified[0].1.ends_with("h4932") && verified[0].0 == "line own c1");
        assert!(!seed[0].1.ends_with("h4932") && seed[1].0 == "line own c1 tail");
        assert!(seed[1].1.starts_with("M5068 ") && seed[1].1.ends_with("h4932"), "{}", seed[1].1);
    }

    #[test]
    fn totals_are_drawn_by_month_one_line_a_year() {
        let rows = ["2025-01-31 5", "2025-02-28 30", "2025-12-31 60", "2026-01-31 6", "2026-02-28 13"];
        let found = chart(&series(PeriodType::YearToDate, &rows), true);
        let panel = panel(&found);
        assert_eq!(panel.labels.len(), 12);
        let lines: Vec<_> = panel.drawing.strokes.iter().filter(|s| s.kind == StrokeKind::Line).collect();
        assert_eq!(lines.iter().map(|s| s.class()).collect::<Vec<_>>(), ["line former", "line own c1"]);
        assert!(lines.iter().all(|line| line.path.starts_with("M833 ")), "both begin in January");
        assert_eq!(
            panel.drawing.ends.iter().map(|end| end.text.get(Lang::En).as_str()).collect::<Vec<_>>(),
            ["2025"]
        );
        assert_eq!(panel.drawing.inner.labels[0].text.get(Lang::En), "2026: 13.00");
    }

    #[test]
    fn the_last_value_is_labelled_and_marked() {
        let rows = ["2026-08-31 5", "2026-09-30 6", "2026-10-31 7.125"];
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
            panel
                .drawing
                .strokes
                .iter()
                .any(|s| s.class() == "dots own c1 end" && s.path.starts_with("M10000 "))
        );
    }
}
