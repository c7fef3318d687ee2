//! What must be said of a drawing beside it: names, kinds of strokes, doubtful observations, few days.

use chrono::{Datelike, NaiveDate};

use super::groups::{Form, Group};
use super::palette::{self, Palette};
use super::panel::Panel;
use super::stroke::StrokeKind;
use super::{ChartView, years};
use crate::model::{Flags, Localized, Observation, PeriodType};
use crate::site::text;

/// Days of a daily series of which more are missing than there are. Five of seven days are expected.
const SPARSE_DAYS: i32 = 60;

/// What must be said of a drawing beside it.
pub struct Legend {
    /// The ink of the indicator itself.
    pub own: &'static Palette,
    /// The series, where their names do not all stand at their lines.
    pub names: Vec<(Localized<String>, &'static Palette)>,
    /// Whether they stand there on a wide page.
    pub is_narrow: bool,
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
    pub older: Option<(i32, i32)>,
    /// Of days of which few are known.
    pub sparse: Option<Localized<String>>,
}

impl Legend {
    /// Of groups, each with its panel if it has one.
    pub fn new(view: &ChartView<'_>, groups: &[Group<'_>], panels: &[Option<&Panel>]) -> Self {
        let drawn =
            || groups.iter().zip(panels).filter_map(|(group, panel)| panel.map(|panel| (group, panel)));
        let panels = || drawn().map(|(_, panel)| panel);
        let has = |kind| panels().any(|panel| panel.drawing.has(kind));
        let is_unnamed = panels().any(|panel| panel.drawing.inner.is_unnamed);
        let is_unnamed_narrow = panels().any(|panel| panel.drawing.inner.is_unnamed_narrow);
        let others = view.with.iter().map(|(subject, _)| subject.series.observations());
        let own = drawn().flat_map(|(group, _)| group.observations());
        let all = || own.clone().chain(others.clone().flatten());
        let has_today = panels().any(|panel| !panel.today.is_empty());
        Legend {
            own: palette::own(view.own_place),
            names: if is_unnamed || is_unnamed_narrow { names(view, groups) } else { Vec::new() },
            is_narrow: !is_unnamed,
            has_tail: has(StrokeKind::Tail),
            has_bridges: has(StrokeKind::Bridge),
            today: has_today.then_some(view.as_of),
            doubtful: all().map(|of| of.flags.doubtful()).fold(Flags::default(), Flags::with),
            has_rings: has(StrokeKind::Hole),
            has_thin: has(StrokeKind::Thin),
            older: drawn()
                .find(|(group, _)| group.form == Form::Years)
                .and_then(|(group, _)| years::unnamed(group)),
            sparse: drawn().next().and_then(|(group, _)| sparse(group)),
        }
    }
}

fn names(view: &ChartView<'_>, groups: &[Group<'_>]) -> Vec<(Localized<String>, &'static Palette)> {
    if let Some(totals) = groups.iter().find(|group| group.form == Form::Years) {
        return years::current(totals, view)
            .into_iter()
            .map(|name| (name, palette::own(view.own_place)))
            .collect();
    }
    let own = (view.own.name.clone(), palette::own(view.own_place));
    let beside = view.with.iter().map(|(subject, place)| (subject.name.clone(), palette::beside(*place)));
    [own].into_iter().chain(beside).collect()
}

/// How many of its days a daily series has, where these are fewer than half of the working days.
fn sparse(group: &Group<'_>) -> Option<Localized<String>> {
    let all: Vec<&Observation> = group.observations().collect();
    let (first, last) = (all.first()?, all.last()?);
    let (from, to) = first.date.zip(last.date)?;
    let days = to.num_days_from_ce() - from.num_days_from_ce() + 1;
    let possible = usize::try_from(days * 5 / 7).ok()?;
    let joined = group.runs.iter().filter_map(|run| Some((run.first()?.date?, run.last()?.date?)));
    let joined: i32 = joined.map(|(from, to)| to.num_days_from_ce() - from.num_days_from_ce()).sum();
    let is_sparse = joined * 2 < days
        && first.series_key.period_type == PeriodType::Daily
        && days > SPARSE_DAYS
        && all.len() * 2 < possible;
    is_sparse.then(|| Localized::build(|lang| text::sparse(all.len(), round(possible), (from, to), lang)))
}

/// To two digits.
fn round(count: usize) -> usize {
    let unit = (0..).map(|power| 10_usize.pow(power)).find(|unit| count / unit < 100).unwrap_or(1);
    (count + unit / 2) / unit * unit
}
