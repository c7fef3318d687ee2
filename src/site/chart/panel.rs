//! One field with its axes: everything of one unit and measure.

use chrono::NaiveDate;

use super::ends::{self, End, Inner};
use super::form::{Form, Group};
use super::ink::{Ink, ink};
use super::path::{across, dots, down};
use super::scale::Scale;
use super::time::{Axis, Mark};
use super::{ChartView, Subject, form, lines, steps, years};
use crate::model::{Localized, Observation};
use crate::site::text;

/// The height of a field in pixels, and that of fields of former units.
const HEIGHTS: [i64; 2] = [260, 130];
/// The length of a mark on the axis of time, in parts.
const TICK: i64 = 50;
/// Parts of the width that cannot be told apart.
pub(super) const COLUMN: i64 = 20;

/// A field. All places are parts: across, of the width that was asked for; down, tenths of a pixel.
pub struct Panel {
    pub unit: Localized<String>,
    /// What it shows, in words.
    pub described: Localized<String>,
    /// Pixels.
    pub height: i64,
    /// Whether zero lies on the scale.
    pub holds_zero: bool,
    pub scale: Vec<ScaleMark>,
    pub marks: Vec<Mark>,
    /// Paths: the lines at round values, the line at zero, the ends of the field, the breaks of the series.
    pub rules: String,
    pub zero: String,
    pub ticks: String,
    pub breaks: String,
    pub strokes: Vec<Stroke>,
    /// Labels beside the field, and inside it.
    pub ends: Vec<End>,
    pub inner: Vec<Inner>,
}

/// A value on the scale.
pub struct ScaleMark {
    pub y: i64,
    pub text: Localized<String>,
}

/// A path and how it is drawn: `line`, `dots` or `end`, and the ink; `tail` where nothing is known any more.
pub struct Stroke {
    pub class: &'static str,
    pub path: String,
}

/// Where a form draws: scale, axis and size of the field.
pub(super) struct Field<'a> {
    pub view: &'a ChartView<'a>,
    pub scale: &'a Scale,
    pub axis: Axis,
    pub width: i64,
    pub height: i64,
}

/// What has been drawn.
#[derive(Default)]
pub(super) struct Drawing {
    pub strokes: Vec<Stroke>,
    pub ends: Vec<End>,
    pub inner: Vec<Inner>,
}

/// How a series is drawn.
#[derive(Clone, Copy)]
pub(super) struct Pen {
    pub ink: &'static Ink,
    /// Whether its name stands at its end.
    pub is_named: bool,
}

impl Drawing {
    pub fn add(&mut self, class: &'static str, path: String) {
        if !path.is_empty() {
            self.strokes.push(Stroke { class, path });
        }
    }

    /// A dot at the latest observation, and beside it its value, with the name of the series where there are several.
    pub fn end(&mut self, field: &Field<'_>, (subject, group): (&Subject<'_>, &Group<'_>), pen: Pen) {
        let latest = group.observations().next_back().and_then(|of| Some((field.point(of)?, of)));
        let Some((point, last)) = latest else { return };
        let mut path = String::new();
        dots(&mut path, &[point]);
        let name = pen.is_named.then(|| subject.name.clone());
        self.ends.push(End::new(point.1, field.written(last), name, pen.ink.name));
        self.add(pen.ink.end, path);
    }
}

impl Field<'_> {
    /// Where an observation stands.
    pub fn point(&self, observation: &Observation) -> Option<(i64, i64)> {
        Some((self.axis.along(observation.date?, self.width), self.down(observation)))
    }

    pub fn down(&self, observation: &Observation) -> i64 {
        self.scale.down(observation.value, self.height)
    }

    /// The value of an observation, as it stands at the end of a line.
    pub fn written(&self, observation: &Observation) -> Localized<String> {
        let value = observation.value.to_decimals(self.view.decimals);
        Localized::build(|lang| text::number(&value, lang))
    }
}

impl Panel {
    /// Of a group, and of the groups of other series in the same unit and form.
    pub(super) fn new(
        view: &ChartView<'_>,
        group: &Group<'_>,
        with: &[&Subject<'_>],
        (axis, width): (Axis, i64),
        breaks: &[NaiveDate],
        is_former: bool,
    ) -> Self {
        let pixels = HEIGHTS[usize::from(is_former)];
        let height = pixels * 10;
        let with: Vec<(&Subject<'_>, Option<Group<'_>>)> = with
            .iter()
            .map(|of| (*of, form::groups(of.series.observations()).into_iter().find(|g| same(g, group))))
            .collect();
        let others = with.iter().filter_map(|(_, group)| group.as_ref()).flat_map(Group::observations);
        let scale = Scale::round(
            group.observations().chain(others).map(|of| of.value).collect::<Vec<_>>().into_iter(),
        );
        let field = Field { view, scale: &scale, axis, width, height };
        let mut drawing = Drawing::default();
        for (i, (subject, other)) in with.iter().enumerate() {
            if let Some(other) = other {
                draw(&field, &mut drawing, (subject, other), Pen { ink: ink(i + 1), is_named: true });
            }
        }
        draw(&field, &mut drawing, (&view.own, group), Pen { ink: ink(0), is_named: !with.is_empty() });
        ends::spread(&mut drawing.ends, height);
        let marks = match group.form {
            Form::Years => years::marks(width),
            Form::Lines | Form::Steps => {
                let month_ends =
                    group.observations().next_back().is_some_and(|of| of.basis.period_type.ends_months());
                axis.marks(month_ends, width)
            }
        };
        let (mut rules, mut zero, mut ticks, mut cuts) = Default::default();
        for value in scale.lines() {
            let path = if scale.rank(value) == 0 { &mut zero } else { &mut rules };
            across(path, scale.down(value, height), width);
        }
        marks.iter().for_each(|mark| down(&mut ticks, (mark.x, height), TICK));
        if group.form != Form::Years {
            breaks.iter().for_each(|day| down(&mut cuts, (axis.along(*day, width), 0), height));
        }
        let decimals = scale.lines().map(|line| line.decimals()).max().unwrap_or(0);
        let mark = |value| ScaleMark {
            y: scale.down(value, height),
            text: Localized::build(|lang| text::fixed(&value, decimals, lang)),
        };
        let shown: Vec<&Observation> = group.observations().collect();
        Panel {
            unit: match shown.last() {
                Some(last) => last.basis.unit.text.clone(),
                None => Localized::build(|_| String::new()),
            },
            described: text::described(&shown, view.decimals),
            height: pixels,
            holds_zero: scale.holds_zero(),
            scale: scale.lines().map(mark).collect(),
            marks,
            rules,
            zero,
            ticks,
            breaks: cuts,
            strokes: drawing.strokes,
            ends: drawing.ends,
            inner: drawing.inner,
        }
    }
}

/// Whether two series may share axes.
fn same(one: &Group<'_>, other: &Group<'_>) -> bool {
    let basis = |group: &Group<'_>| {
        group.observations().next().map(|of| (of.basis.unit.id.clone(), of.basis.measure, group.form))
    };
    basis(one) == basis(other)
}

fn draw(field: &Field<'_>, drawing: &mut Drawing, of: (&Subject<'_>, &Group<'_>), pen: Pen) {
    let (_, group) = of;
    match group.form {
        Form::Lines => lines::draw(field, drawing, of, pen),
        Form::Steps => steps::draw(field, drawing, of, pen),
        Form::Years => years::draw(field, drawing, group),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;
    use crate::site::chart::{Chart, Part};

    /// The strokes of a chart of manats with another series beside it.
    fn strokes(other_unit: &str) -> Vec<&'static str> {
        let rows = |unit: &str| ["01-31", "02-28", "03-31"].map(|day| format!("2026-{day} 1 {unit}"));
        let series = |rows: [String; 3]| series(PeriodType::Monthly, &rows.each_ref().map(String::as_str));
        let (own, other) = (series(rows("azn")), series(rows(other_unit)));
        let name = Localized::build(|_| "x".to_owned());
        let [own, other] = [&own, &other].map(|series| Subject { name: &name, series, is_verified: true });
        let as_of = "2026-04-01".parse().unwrap();
        let chart = Chart::new(&ChartView { own, with: vec![other], as_of, decimals: 0 }, 10_000).unwrap();
        let Part::Drawn(panel) = &chart.parts[0] else { panic!("there are axes") };
        panel.strokes.iter().map(|stroke| stroke.class).collect()
    }

    #[test]
    fn only_series_of_one_unit_share_axes() {
        assert!(strokes("azn").contains(&"line with1"));
        assert!(!strokes("usd").iter().any(|class| class.contains("with1")));
        assert!(strokes("usd").contains(&"line own"));
    }
}
