//! What must be said of a chart's drawing beside it: a line for each kind of stroke that needs one, with a sample of it.

use crate::model::Lang;
use crate::site::chart::{Chart, Mark, Named};
use crate::site::text;

pub struct LegendLine {
    /// The strokes of its sample: how the stylesheet knows each, and its path.
    pub sample: Vec<(String, &'static str)>,
    /// The sample where there are only letters.
    pub sign: &'static str,
    pub text: String,
    /// Whether it says what stands in the drawing on a wide page.
    pub is_narrow: bool,
}

const ACROSS: &str = "M0 5h24";
const DOWN: &str = "M12 -3v16";
const DOT: &str = "M12 5h0";

impl LegendLine {
    fn new(sample: Vec<(String, &'static str)>, sign: &'static str, text: &str) -> Self {
        LegendLine { sample, sign, text: text::nbsp(text), is_narrow: false }
    }

    fn stroke(class: String, path: &'static str, sign: &'static str, text: &str) -> Self {
        Self::new(vec![(class, path)], sign, text)
    }

    /// What is drawn in one ink, with a sample of how it is drawn.
    fn marked(mark: Mark, ink: &str, text: &str) -> Self {
        match mark {
            Mark::Line => Self::stroke(format!("line {ink}"), ACROSS, "—", text),
            Mark::Dots => Self::stroke(format!("dots {ink} lone"), DOT, "●", text),
            Mark::Rings => Self::new(ring(ink), "○", text),
        }
    }
}

fn ring(ink: &str) -> Vec<(String, &'static str)> {
    vec![(format!("dots {ink} ring"), DOT), ("dots hole".to_owned(), DOT)]
}

pub fn legend(chart: &Chart, lang: Lang) -> Vec<LegendLine> {
    let legend = &chart.legend;
    let own = legend.own.class;
    let name = |named: &Named| LegendLine {
        is_narrow: named.is_narrow,
        ..LegendLine::marked(named.mark, named.palette.class, named.name.get(lang))
    };
    let dashed = |kind: &str, text| LegendLine::stroke(format!("line {own} {kind}"), ACROSS, "- - -", text);
    let mut lines: Vec<LegendLine> = legend.names.iter().map(name).collect();
    if let Some((years, mark)) = legend.older {
        lines.push(LegendLine::marked(mark, "older", &text::older_years(years)));
    }
    if legend.has_bridges {
        lines.push(dashed("bridge", text::bridge_meaning(lang)));
    }
    if legend.has_tail {
        lines.push(dashed("tail", text::tail_meaning(lang)));
    }
    if let Some(day) = legend.today {
        let text = text::coming_meaning(text::full_day(day, lang), lang);
        lines.push(LegendLine::stroke("today".to_owned(), DOWN, "|", &text));
    }
    if legend.has_thin || legend.has_rings {
        let thin = legend.has_thin.then(|| (format!("line {own} thin"), ACROSS));
        let rings = if legend.has_rings { ring(own) } else { Vec::new() };
        let sign = if legend.has_rings { "○" } else { "—" };
        let text = text::flag_words(legend.doubtful, lang).unwrap_or_default();
        lines.push(LegendLine::new(thin.into_iter().chain(rings).collect(), sign, &text));
    }
    if chart.has_breaks {
        lines.push(LegendLine::stroke("break".to_owned(), DOWN, "¦", text::break_mark(lang)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::{chart, series};

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
