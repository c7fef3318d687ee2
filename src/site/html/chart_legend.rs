//! What must be said of a chart's drawing beside it: a line for each kind of stroke that needs one, with a sample of it.

use crate::model::{Lang, Localized};
use crate::site::chart::{Chart, Palette};
use crate::site::text;

pub struct LegendLine {
    /// The strokes of its sample, as the stylesheet knows them, all of one path.
    pub classes: Vec<String>,
    pub path: &'static str,
    /// The sample where there are only letters.
    pub sign: &'static str,
    pub text: String,
    /// Whether it says what stands in the drawing on a wide page.
    pub is_narrow: bool,
}

const ACROSS: &str = "M0 5h24";
const DOWN: &str = "M12 -3v16";
const DOT: &str = "M12 5h0";

pub fn legend(chart: &Chart, lang: Lang) -> Vec<LegendLine> {
    let legend = &chart.legend;
    let own = legend.own.class;
    let line = |classes: &[&str], path, sign, text: String| LegendLine {
        classes: classes.iter().map(|class| (*class).to_owned()).collect(),
        path,
        sign,
        text: text::nbsp(&text),
        is_narrow: false,
    };
    let name = |(name, palette): &(Localized<String>, &'static Palette)| LegendLine {
        is_narrow: legend.is_narrow,
        ..line(&[&format!("line {}", palette.class)], ACROSS, "", name.get(lang).clone())
    };
    let mut lines: Vec<LegendLine> = legend.names.iter().map(name).collect();
    if let Some(years) = legend.older {
        lines.push(line(&["line older"], ACROSS, "—", text::older_years(years)));
    }
    if legend.has_bridges {
        lines.push(line(
            &[&format!("line {own} bridge")],
            ACROSS,
            "- - -",
            text::bridge_meaning(lang).to_owned(),
        ));
    }
    if legend.has_tail {
        lines.push(line(
            &[&format!("line {own} tail")],
            ACROSS,
            "- - -",
            text::tail_meaning(lang).to_owned(),
        ));
    }
    if let Some(day) = legend.today {
        let text = text::coming_meaning(text::full_day(day, lang), lang);
        lines.push(line(&["today"], DOWN, "|", text));
    }
    let doubtful = || text::flag_words(legend.doubtful, lang).unwrap_or_default();
    if legend.has_thin {
        lines.push(line(&[&format!("line {own} thin")], ACROSS, "—", doubtful()));
    } else if legend.has_rings {
        lines.push(line(&[&format!("dots {own} ring"), "dots hole"], DOT, "○", doubtful()));
    }
    if chart.has_breaks {
        lines.push(line(&["break"], DOWN, "¦", text::break_mark(lang).to_owned()));
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
