//! What must be said of a drawing below it: a line for each series where there are several, and for each kind of stroke
//! that needs one, with a sample.

use super::*;

use crate::site::text;

/// Paths in a sample of 24 by 10 pixels, in tenths.
const ACROSS: &str = "M0 50h240";
const DOWN: &str = "M120 -30v160";
const DOT: &str = "M120 50h0";

pub struct LegendLine {
    /// Its sample.
    pub strokes: Vec<Stroke>,
    pub text: Localized<String>,
    /// Whether it names a series.
    pub is_name: bool,
}

fn sample(kind: StrokeKind, ink: &'static str) -> Stroke {
    let path = match kind {
        StrokeKind::Today | StrokeKind::Break => DOWN,
        StrokeKind::Line | StrokeKind::Tail | StrokeKind::Coming => ACROSS,
        StrokeKind::Dots | StrokeKind::Lone | StrokeKind::Ring | StrokeKind::End | StrokeKind::Hole => DOT,
    };
    Stroke { kind, ink, path: path.to_owned() }
}

/// Of series and their strokes.
pub fn legend(
    view: &ChartView<'_>,
    series: &[Drawn<'_>],
    strokes: &[Stroke],
    (has_today, has_breaks): (bool, bool),
) -> Vec<LegendLine> {
    let has = |kind| strokes.iter().any(|stroke| stroke.kind == kind);
    let mut lines = Vec::new();
    for drawn in series.iter().filter(|_| series.len() > 1) {
        let text = drawn.subject.name.clone();
        lines.push(LegendLine { strokes: vec![sample(StrokeKind::Line, drawn.ink)], text, is_name: true });
    }
    let mut explain = |kinds: &[StrokeKind], text: Localized<String>| {
        let strokes = kinds.iter().map(|kind| sample(*kind, main_ink(view.main_place))).collect();
        lines.push(LegendLine { strokes, text, is_name: false });
    };
    if has(StrokeKind::Tail) {
        explain(&[StrokeKind::Tail], Localized::build(|lang| text::tail_meaning(lang).to_owned()));
    }
    if has_today {
        explain(&[StrokeKind::Today], coming(view));
    }
    if has(StrokeKind::Hole) {
        let rows = series.iter().flat_map(|drawn| drawn.group.observations());
        let doubtful = rows.map(|row| row.flags.doubtful()).fold(Flags::default(), Flags::with);
        let text = Localized::build(|lang| text::flag_words(doubtful, lang).unwrap_or_default());
        explain(&[StrokeKind::Ring, StrokeKind::Hole], text);
    }
    if has_breaks {
        explain(&[StrokeKind::Break], Localized::build(|lang| text::break_mark(lang).to_owned()));
    }
    lines
}

/// The meaning of the line at the as-of day, with the rates that are to come.
fn coming(view: &ChartView<'_>) -> Localized<String> {
    let rates = view.main.series.in_force(view.as_of);
    Localized::build(|lang| {
        let meaning = text::coming_meaning(text::full_day(view.as_of, lang), lang);
        let value = |row: &Observation| text::fixed(&row.value, view.decimals, lang);
        let rate =
            |row: &Observation| Some(text::coming_rate(value(row), text::full_day(row.date?, lang), lang));
        let coming: Vec<String> = rates.coming.iter().filter_map(rate).collect();
        match coming.is_empty() {
            true => meaning,
            false => format!("{meaning} ({} {})", value(rates.current), coming.join(" ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::model::{Lang, PeriodType};
    use crate::site::chart::samples::{chart, series};

    #[test]
    fn several_series_are_named_each_by_its_line() {
        let rows = ["2026-01-31 1", "2026-02-28 2", "2026-03-31 3"];
        let [main, second, third] = [&rows, &rows, &rows].map(|rows| series(PeriodType::Monthly, rows));
        let lines = chart(&main, &[&second, &third], "2026-05-01", 10_000).legend;
        let classes: Vec<_> = lines.iter().map(|line| line.strokes[0].class()).collect();
        assert_eq!(classes, ["line own c1", "line c2", "line c3"]);
        assert!(chart(&main, &[], "2026-05-01", 10_000).legend.is_empty());
    }

    #[test]
    fn a_break_inside_the_axis_has_a_mark_with_a_meaning() {
        let rows = ["2026-01-31 1 azn", "2026-02-28 2 usd", "2026-03-31 3 azn", "2026-04-30 4 azn"];
        let legend = |rows: &[&str], lang| {
            let lines = chart(&series(PeriodType::Monthly, rows), &[], "2026-07-01", 10_000).legend;
            lines.into_iter().map(|line| line.text.get(lang).clone()).collect::<Vec<_>>()
        };
        assert_eq!(legend(&rows, Lang::En), ["break in series"]);
        assert_eq!(legend(&rows, Lang::Ru), ["разрыв ряда"]);
        let same = ["2026-01-31 1", "2026-02-28 2", "2026-03-31 3"];
        assert!(legend(&same, Lang::En).is_empty());
    }
}
