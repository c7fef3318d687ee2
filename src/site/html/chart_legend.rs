//! What must be said of a chart's drawing beside it: a line for each kind of stroke that needs one, with a sample of it.

use crate::model::Lang;
use crate::site::chart::{Chart, Mark, Named, Palette, Stroke, StrokeKind};
use crate::site::text;

pub struct LegendLine {
    /// Its sample.
    pub strokes: Vec<Stroke>,
    pub text: String,
    /// Whether it says what stands in the drawing on a wide page.
    pub is_narrow: bool,
}

/// Paths in a sample of 24 by 10 pixels, in tenths.
const ACROSS: &str = "M0 50h240";
const DOWN: &str = "M120 -30v160";
const DOT: &str = "M120 50h0";

impl LegendLine {
    fn new(strokes: Vec<Stroke>, text: &str) -> Self {
        LegendLine { strokes, text: text::nbsp(text), is_narrow: false }
    }

    /// What is drawn in one ink, with a sample of how it is drawn.
    fn marked(mark: Mark, palette: &'static Palette, text: &str) -> Self {
        let strokes = match mark {
            Mark::Line => vec![stroke(StrokeKind::Line, palette)],
            Mark::Dots => vec![stroke(StrokeKind::Lone, palette)],
            Mark::Rings => ring(palette),
        };
        Self::new(strokes, text)
    }
}

fn stroke(kind: StrokeKind, palette: &'static Palette) -> Stroke {
    let path = match kind {
        StrokeKind::Today | StrokeKind::Break => DOWN,
        StrokeKind::Dots | StrokeKind::Lone | StrokeKind::Ring | StrokeKind::End | StrokeKind::Hole => DOT,
        StrokeKind::Line | StrokeKind::Tail | StrokeKind::Coming | StrokeKind::Bridge | StrokeKind::Thin => {
            ACROSS
        }
    };
    Stroke { kind, palette, path: path.to_owned() }
}

fn ring(palette: &'static Palette) -> Vec<Stroke> {
    vec![stroke(StrokeKind::Ring, palette), stroke(StrokeKind::Hole, palette)]
}

pub fn legend(chart: &Chart, lang: Lang) -> Vec<LegendLine> {
    let legend = &chart.legend;
    let name = |named: &Named| LegendLine {
        is_narrow: named.is_narrow,
        ..LegendLine::marked(named.mark, named.palette, named.name.get(lang))
    };
    let own = |kind, text: &str| LegendLine::new(vec![stroke(kind, legend.own)], text);
    let mut lines: Vec<LegendLine> = legend.names.iter().map(name).collect();
    if let Some((years, mark)) = legend.older {
        lines.push(LegendLine::marked(mark, legend.older_ink, &text::older_years(years)));
    }
    if legend.has_bridges {
        lines.push(own(StrokeKind::Bridge, text::bridge_meaning(lang)));
    }
    if legend.has_tail {
        lines.push(own(StrokeKind::Tail, text::tail_meaning(lang)));
    }
    if let Some(day) = legend.today {
        lines.push(own(StrokeKind::Today, &text::coming_meaning(text::full_day(day, lang), lang)));
    }
    if legend.has_thin || legend.has_rings {
        let thin = legend.has_thin.then(|| stroke(StrokeKind::Thin, legend.own));
        let rings = if legend.has_rings { ring(legend.own) } else { Vec::new() };
        let text = text::flag_words(legend.doubtful, lang).unwrap_or_default();
        lines.push(LegendLine::new(thin.into_iter().chain(rings).collect(), &text));
    }
    if chart.has_breaks {
        lines.push(own(StrokeKind::Break, text::break_mark(lang)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::{chart, series};

    #[test]
    fn a_sample_is_drawn_like_what_it_explains() {
        // Lines that end together have no room for their names.
        let rows = ["2026-01-31 1", "2026-02-28 2", "2026-03-31 3"];
        let [own, one, other] = [&rows, &rows, &rows].map(|rows| series(PeriodType::Monthly, rows));
        let drawn = chart(&own, &[&one, &other], "2026-05-01", 10_000);
        let lines = legend(&drawn, Lang::En);
        let dashes: Vec<_> = lines.iter().map(|line| line.strokes[0].palette.dashes).collect();
        assert_eq!(dashes, ["", "70 25", "120 25 25 25"]);
        assert!(lines.iter().all(|line| line.strokes[0].kind == StrokeKind::Line));
    }

    #[test]
    fn a_break_in_a_series_has_a_mark_with_a_meaning() {
        let one = ["2026-01-31 1 azn index", "2026-02-28 2 azn index", "2026-03-31 3 azn index"];
        let other = ["2026-04-30 1 azn growth", "2026-05-31 2 azn growth", "2026-06-30 3 azn growth"];
        let said = |rows: &[&str], lang| {
            let series = series(PeriodType::Monthly, rows);
            let lines = legend(&chart(&series, &[], "2026-07-01", 10_000), lang);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(said(&one, Lang::En), Vec::<String>::new());
        let both = [one, other].concat();
        assert_eq!(said(&both, Lang::En), ["break in series"]);
        assert_eq!(said(&both, Lang::Ru), ["разрыв ряда"]);
    }
}
