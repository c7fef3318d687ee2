//! One field with its axes: everything of one unit and measure.

use chrono::NaiveDate;

use super::drawing::{Drawing, Drawn, MAX_DOTS};
use super::end_labels::EndLabel;
use super::field::{Field, value};
use super::groups::{Form, Group};
use super::palette;
use super::path::{hline, vline};
use super::room::Room;
use super::scale::Scale;
use super::time_axis::{Axis, Label, Marks};
use super::{ChartView, Subject, years};
use crate::model::{Lang, Localized, Observation};
use crate::site::text;

/// The length of a mark on the axis of time, in parts: at a month, and at a year that is named below the months.
const TICK: i64 = 50;
const TURN: i64 = 330;
/// Pixels: of a field, and of one that is of the past or has few observations.
const HEIGHT: i64 = 260;
const LOW: i64 = 130;
/// With fewer observations a field is low.
const FEW: usize = 6;

/// A field. All places are parts: across, of the width that was asked for; down, tenths of a pixel.
pub struct Panel {
    pub caption: Localized<String>,
    /// Its content in words.
    pub described: Localized<String>,
    /// For the script: its first and its last day, or the places of January and December where every year has a line of
    /// its own.
    pub time: String,
    /// Pixels.
    pub height: i64,
    /// Whether zero lies on the scale.
    pub holds_zero: bool,
    pub scale: Vec<ScaleMark>,
    pub labels: Vec<Label>,
    pub years: Vec<Label>,
    /// Paths: the lines at round values, the line at zero, the turns of months and years, the breaks of the series, and
    /// the as-of day where something lies after it.
    pub rules: String,
    pub zero: String,
    pub ticks: String,
    pub breaks: String,
    pub today: String,
    pub drawing: Drawing,
}

pub struct ScaleMark {
    pub y: i64,
    pub text: Localized<String>,
}

/// The common parts of a chart's panels.
pub struct Frame<'a> {
    pub view: &'a ChartView<'a>,
    pub axis: Axis,
    /// Parts of the width that cannot be told apart.
    pub column: i64,
    pub breaks: Vec<NaiveDate>,
    /// Whether the kind of quantity must be said, since it was once another.
    pub says_measure: bool,
}

/// What a panel will show, before it is known how wide its field is.
pub struct Draft<'a> {
    own: Drawn<'a>,
    companions: Vec<Drawn<'a>>,
    scale: Scale,
    pixels: i64,
}

impl<'a> Frame<'a> {
    /// The present unit and measure, with the other series that share its axes.
    pub fn present(&self, group: &Group<'a>) -> Draft<'a> {
        let view = self.view;
        let companion = |(subject, place): &'a (Subject<'a>, usize)| {
            let group = view.groups(subject).into_iter().find(|other| other.shares_axes(group))?;
            let (palette, name) = (palette::beside(*place), Some(subject.name));
            Some(Drawn { subject, group, palette, name, until: view.as_of })
        };
        let companions: Vec<Drawn<'_>> = view.with.iter().filter_map(companion).collect();
        let name = (!companions.is_empty()).then_some(view.own.name);
        let own = Drawn { name, ..self.own(group, view.as_of) };
        let count = companions.iter().chain([&own]).map(|drawn| drawn.group.observations().count()).max();
        let is_low = count.is_some_and(|count| count < FEW);
        self.draft(own, companions, if is_low { LOW } else { HEIGHT })
    }

    /// A unit or measure that the series once had.
    pub fn former(&self, group: &Group<'a>) -> Draft<'a> {
        let last = group.observations().next_back().and_then(|of| of.date).unwrap_or(self.view.as_of);
        let until = self.breaks.iter().copied().find(|day| *day > last).unwrap_or(last);
        self.draft(self.own(group, until), Vec::new(), LOW)
    }

    fn own(&self, group: &Group<'a>, until: NaiveDate) -> Drawn<'a> {
        let palette = palette::own(self.view.own_place);
        Drawn { subject: &self.view.own, group: group.clone(), palette, name: None, until }
    }

    fn draft(&self, own: Drawn<'a>, companions: Vec<Drawn<'a>>, pixels: i64) -> Draft<'a> {
        let all = companions.iter().chain([&own]);
        let values: Vec<_> = all.flat_map(|drawn| drawn.group.observations()).map(|of| of.value).collect();
        let from_zero = self.view.is_of_changes || own.group.is_of_totals();
        let scale = Scale::round(values.into_iter(), pixels * 10, from_zero);
        Draft { own, companions, scale, pixels }
    }

    pub fn panel(&self, draft: Draft<'a>, room: Room) -> Panel {
        let height = draft.pixels * 10;
        let scale_marks = draft.scale_marks();
        let Draft { own, companions, scale, pixels } = draft;
        let all = || companions.iter().chain([&own]);
        let field = Field { view: self.view, scale, axis: self.axis, room, column: self.column };
        let few = all().map(|drawn| drawn.group.observations().count()).sum::<usize>() <= MAX_DOTS;
        let mut drawing = Drawing::default();
        for drawn in all() {
            match own.group.form {
                Form::Lines | Form::Steps => drawing.series(&field, drawn, few),
                Form::Years => years::draw(&field, &mut drawing, drawn),
            }
        }
        // The series of the page matters most.
        drawing.ends.reverse();
        drawing.wishes.sort_by_key(|wish| wish.palette != own.palette);
        drawing.place_labels(&field, height);
        let marks = self.marks(&own.group, room);
        let (mut rules, mut zero, mut ticks) = <(String, String, String)>::default();
        for value in field.scale.lines() {
            let path = if field.scale.rank(value) == 0 { &mut zero } else { &mut rules };
            hline(path, (0, field.scale.y(value)), self.axis.width);
        }
        marks.ticks.iter().for_each(|x| vline(&mut ticks, (*x, height), TICK));
        marks.turns.iter().for_each(|x| vline(&mut ticks, (*x, height), TURN));
        let (breaks, today) = self.days(own.group.form, height);
        let shown: Vec<&Observation> = own.group.observations().collect();
        Panel {
            caption: self.caption(&own),
            described: text::described(&text::Described {
                name: self.view.own.name,
                beside: companions.iter().map(|drawn| drawn.subject.name).collect(),
                observations: &shown,
                are_totals: own.group.form == Form::Years,
                gaps: own.group.runs.len().saturating_sub(1),
                breaks: if own.group.form == Form::Years { &[] } else { &self.breaks },
                decimals: self.view.decimals,
            }),
            time: self.time(own.group.form),
            height: pixels,
            holds_zero: field.scale.holds_zero(),
            scale: scale_marks,
            labels: marks.labels,
            years: marks.years,
            rules,
            zero,
            ticks,
            breaks,
            today,
            drawing,
        }
    }

    fn time(&self, form: Form) -> String {
        let (first, last) = match form {
            Form::Years => {
                let (january, december) = years::ends(self.axis.width);
                (january.to_string(), december.to_string())
            }
            Form::Lines | Form::Steps => (self.axis.first.to_string(), self.axis.last.to_string()),
        };
        format!("{first}/{last}")
    }

    /// The breaks of the series, and the as-of day where something lies after it.
    fn days(&self, form: Form, height: i64) -> (String, String) {
        let (mut breaks, mut today) = <(String, String)>::default();
        if form != Form::Years {
            self.breaks.iter().for_each(|day| vline(&mut breaks, (self.axis.x(*day), 0), height));
            if self.view.as_of < self.axis.last {
                vline(&mut today, (self.axis.x(self.view.as_of), 0), height);
            }
        }
        (breaks, today)
    }

    fn caption(&self, own: &Drawn<'_>) -> Localized<String> {
        let key = own.group.observations().next_back().map(|last| &last.series_key);
        Localized::build(|lang| match key {
            Some(key) if self.view.is_of_changes => {
                format!("{}, {}", key.unit.text.get(lang), text::change_on_a_year(lang))
            }
            Some(key) if self.says_measure => {
                format!("{}, {}", key.unit.text.get(lang), text::measure(key.measure, lang))
            }
            Some(key) => key.unit.text.get(lang).clone(),
            None => String::new(),
        })
    }

    fn marks(&self, group: &Group<'_>, room: Room) -> Marks {
        match group.form {
            Form::Years => years::marks(self.axis.width, room),
            Form::Lines | Form::Steps => self.axis.marks(room),
        }
    }
}

impl Draft<'_> {
    fn scale_marks(&self) -> Vec<ScaleMark> {
        let lines: Vec<_> = self.scale.lines().collect();
        let decimals = lines.iter().map(|line| line.decimals()).max().unwrap_or(0);
        let text = |value| Localized::build(|lang| text::fixed(&value, decimals, lang));
        lines.into_iter().map(|value| ScaleMark { y: self.scale.y(value), text: text(value) }).collect()
    }

    /// Characters of the longest text beside its scale.
    pub fn longest_mark(&self, lang: Lang) -> usize {
        self.scale_marks().iter().map(|mark| mark.text.get(lang).chars().count()).max().unwrap_or(0)
    }

    /// The texts that may stand at the ends of its lines.
    pub fn end_texts(&self, frame: &Frame<'_>) -> Vec<EndLabel> {
        let view = frame.view;
        if self.own.group.form == Form::Years {
            return years::end_texts(&self.own.group, self.own.palette, view);
        }
        let text = |drawn: &Drawn<'_>| {
            let last = drawn.group.observations().next_back()?;
            let day = match drawn.group.form {
                Form::Lines | Form::Years => last.date?,
                // A rate to come is drawn on to the edge.
                Form::Steps if last.date? > view.as_of => frame.axis.last,
                Form::Steps => last.date?.max(drawn.until),
            };
            let text = Some(value(last, view)).filter(|_| frame.axis.ends_near(day))?;
            Some(EndLabel::new(0, text, drawn.name.cloned(), drawn.palette).fitting())
        };
        self.companions.iter().chain([&self.own]).filter_map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::PeriodType;
    use crate::site::chart::Stroke;
    use crate::site::chart::samples::{chart, panel, series};

    /// The strokes of a chart of manats with another series beside it.
    fn strokes(other_unit: &str) -> Vec<String> {
        let rows = |unit: &str| ["01-31", "02-28", "03-31"].map(|day| format!("2026-{day} 1 {unit}"));
        let series = |rows: [String; 3]| series(PeriodType::Monthly, &rows.each_ref().map(String::as_str));
        let (own, other) = (series(rows("azn")), series(rows(other_unit)));
        panel(&chart(&own, &[&other], "2026-04-01", 10_000))
            .drawing
            .strokes
            .iter()
            .map(Stroke::class)
            .collect()
    }

    #[test]
    fn only_series_of_one_unit_share_axes() {
        assert!(strokes("azn").contains(&"line c2".to_owned()));
        assert!(!strokes("usd").iter().any(|class| class.contains("c2")));
        assert!(strokes("usd").contains(&"line own c1".to_owned()));
    }

    #[test]
    fn a_field_of_few_observations_is_low() {
        let rows = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"];
        let height = |rows: &[&str]| {
            panel(&chart(&series(PeriodType::Monthly, rows), &[], "2026-07-01", 10_000)).height
        };
        assert_eq!((height(&rows), height(&rows[1..])), (260, 130));
    }
}
