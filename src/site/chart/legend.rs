//! What must be said of a drawing beside it: names, kinds of strokes, doubtful observations, what is not joined.

use chrono::NaiveDate;

use super::groups::{Form, Group};
use super::palette::{self, Palette};
use super::panel::Panel;
use super::remarks::remarks;
use super::stroke::StrokeKind;
use super::{ChartView, Shown, years};
use crate::model::{Flags, Localized};

/// What must be said of a drawing beside it.
pub struct Legend {
    /// The ink of the indicator itself.
    pub own: &'static Palette,
    /// The series or years whose names do not all stand at their lines.
    pub names: Vec<Named>,
    /// Whether a rate is drawn on beyond the last decision that is known.
    pub has_tail: bool,
    pub has_bridges: bool,
    /// The as-of day, where something lies after it.
    pub today: Option<NaiveDate>,
    /// The flags of doubtful observations, and whether these are dots.
    pub doubtful: Flags,
    pub has_rings: bool,
    pub has_thin: bool,
    /// Grey years.
    pub older: Option<((i32, i32), Mark)>,
    pub older_ink: &'static Palette,
    /// Why observations are not joined.
    pub remarks: Vec<Localized<String>>,
}

/// What a series or a year is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Line,
    Dots,
    Rings,
}

impl Mark {
    /// Of this ink: a line wherever there is one.
    fn of<'a>(panels: impl Iterator<Item = &'a Panel>, palette: &'static Palette) -> Self {
        let strokes = panels.flat_map(|panel| &panel.drawing.strokes).filter(|of| of.palette == palette);
        let kinds: Vec<StrokeKind> = strokes.map(|of| of.kind).collect();
        match () {
            () if kinds.contains(&StrokeKind::Line) => Mark::Line,
            () if kinds.contains(&StrokeKind::Ring) => Mark::Rings,
            () => Mark::Dots,
        }
    }
}

/// A name that must be said beside the drawing.
pub struct Named {
    pub name: Localized<String>,
    pub palette: &'static Palette,
    pub mark: Mark,
    /// Whether it stands in the drawing on a wide page.
    pub is_narrow: bool,
}

impl Legend {
    /// Of groups, each with its panel if it has one; `breaks` are the first days of new kinds.
    pub fn new(
        view: &ChartView<'_>,
        groups: &[Group<'_>],
        panels: &[Option<&Panel>],
        breaks: &[NaiveDate],
    ) -> Self {
        let drawn =
            || groups.iter().zip(panels).filter_map(|(group, panel)| panel.map(|panel| (group, panel)));
        let panels = || drawn().map(|(_, panel)| panel);
        let has = |kind| panels().any(|panel| panel.drawing.has(kind));
        let others = view.with.iter().map(|(subject, _)| subject.series.observations());
        let own = drawn().flat_map(|(group, _)| group.observations());
        let all = || own.clone().chain(others.clone().flatten());
        let has_today = panels().any(|panel| !panel.today.is_empty());
        let totals = drawn().find(|(group, _)| group.form == Form::Years);
        let mark = |palette| Mark::of(panels(), palette);
        Legend {
            own: palette::own(view.own_place),
            names: match totals {
                Some((group, panel)) => names_of_years(view, group, panel),
                None => names(view, panels()),
            },
            has_tail: has(StrokeKind::Tail),
            has_bridges: has(StrokeKind::Bridge),
            today: has_today.then_some(view.as_of),
            doubtful: all().map(|of| of.flags.doubtful()).fold(Flags::default(), Flags::with),
            has_rings: has(StrokeKind::Hole),
            has_thin: has(StrokeKind::Thin),
            older: totals
                .and_then(|(group, _)| years::unnamed(group))
                .map(|years| (years, mark(&palette::OLDER))),
            older_ink: &palette::OLDER,
            remarks: remarks(view, &drawn().map(|(group, _)| group).collect::<Vec<_>>(), breaks),
        }
    }
}

/// All series, where one of them has no name at its line.
fn names<'a>(view: &ChartView<'_>, panels: impl Iterator<Item = &'a Panel> + Clone) -> Vec<Named> {
    let is_unnamed = panels.clone().any(|panel| panel.drawing.inner.is_unnamed);
    let is_unnamed_narrow = panels.clone().any(|panel| panel.drawing.inner.is_unnamed_narrow);
    if !is_unnamed && !is_unnamed_narrow {
        return Vec::new();
    }
    let own = (view.own.name.clone(), palette::own(view.own_place));
    let beside = view.with.iter().map(|(subject, place)| (subject.name.clone(), palette::beside(*place)));
    let named = |(name, palette)| Named { name, palette, mark: Mark::Line, is_narrow: !is_unnamed };
    [own].into_iter().chain(beside).map(named).collect()
}

/// Of the latest years those that have no name at their line, or none on a narrow page.
fn names_of_years(view: &ChartView<'_>, group: &Group<'_>, panel: &Panel) -> Vec<Named> {
    let drawing = &panel.drawing;
    let stands = |name: &Localized<String>, not: Shown| {
        let inside = drawing.inner.labels.iter().filter(|label| label.shown != not).map(|label| &label.text);
        drawing.ends.iter().map(|end| &end.text).chain(inside).any(|text| text == name)
    };
    let own = palette::own(view.own_place);
    let named = |(name, palette): (Localized<String>, &'static Palette)| {
        let (is_wide, is_narrow) = (stands(&name, Shown::Narrow), stands(&name, Shown::Wide));
        let mark = Mark::of([panel].into_iter(), palette);
        (!is_wide || !is_narrow).then_some(Named { name, palette, mark, is_narrow: is_wide })
    };
    let mut all: Vec<Named> = Vec::new();
    for named in years::names(group, own, view).into_iter().filter_map(named) {
        match all.last_mut() {
            // Years of one ink are one key.
            Some(last) if last.palette == named.palette => {
                last.name =
                    Localized::build(|lang| format!("{}, {}", named.name.get(lang), last.name.get(lang)));
                last.is_narrow &= named.is_narrow;
            }
            _ => all.push(named),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flag, Lang, PeriodType, Series};
    use crate::site::chart::samples::{chart, observations, series};

    #[test]
    fn a_key_is_drawn_like_the_marks() {
        let marks = |rows: &[&str], are_doubtful: bool| {
            let mut all = observations(PeriodType::YearToDate, rows);
            all.iter_mut().filter(|_| are_doubtful).for_each(|of| assert!(of.flags.insert(Flag::Unofficial)));
            chart(&Series::new(all).unwrap(), &[], "2026-07-01", 10_000).legend.older.unwrap().1
        };
        let rows = ["2022-01-31", "2022-02-28", "2023-01-31", "2024-01-31", "2025-01-31"];
        assert_eq!(marks(&rows, false), Mark::Line);
        assert_eq!(marks(&rows[1..], false), Mark::Dots);
        assert_eq!(marks(&rows[1..], true), Mark::Rings);
    }

    #[test]
    fn a_year_without_room_for_its_name_is_named_below() {
        let rows = ["2024-12-31 50", "2025-12-31 51", "2026-12-31 52"];
        let chart = chart(&series(PeriodType::YearToDate, &rows), &[], "2026-12-31", 10_000);
        let names: Vec<_> = chart
            .legend
            .names
            .iter()
            .map(|named| (named.name.get(Lang::En).as_str(), named.is_narrow))
            .collect();
        assert_eq!(names, [("2024, 2025", false)]);
    }
}
