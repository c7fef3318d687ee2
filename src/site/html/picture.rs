//! A chart on a page: as wide as the page leaves it, so that places across are percentages and texts keep their size.

use super::inputs::{IndicatorInput, chart_view};
use crate::model::{Lang, Localized};
use crate::site::chart::{Chart, EndLabel};
use crate::site::text;

/// The width that fields have inside.
pub const WIDTH: i64 = 10_000;
/// A scale with longer texts would push a field off a narrow page.
const MAX_LENGTH: usize = 14;
/// Characters of a label at the end of a line that the edge of the page does not cut.
const MAX_END_LENGTH: usize = 30;

/// A chart with its remarks.
pub struct Picture<'a> {
    pub chart: &'a Chart,
    lang: Lang,
    /// Pixels left of the fields, for their scales.
    pub left: i64,
    pub break_mark: Option<&'static str>,
    pub tail_meaning: Option<&'static str>,
    pub not_from_zero: &'static str,
    /// Said where there is more than one unit.
    pub remark: Option<&'static str>,
}

impl<'a> Picture<'a> {
    /// Of a chart that is [`WIDTH`] wide.
    pub fn new(chart: &'a Chart, lang: Lang) -> Self {
        Picture {
            left: left_of(chart, lang),
            break_mark: chart.has_breaks.then(|| text::break_mark(lang)),
            tail_meaning: chart.has_tail.then(|| text::tail_meaning(lang)),
            not_from_zero: text::not_from_zero(lang),
            remark: chart.is_split.then(|| text::units_apart(lang)),
            chart,
            lang,
        }
    }

    pub fn say<'t>(&self, text: &'t Localized<String>) -> &'t str {
        text.get(self.lang)
    }

    /// Percent of the width of a field.
    pub fn x(&self, parts: &i64) -> String {
        format!("{}.{:02}%", parts / 100, parts % 100)
    }

    /// Pixels from the top of a field.
    pub fn y(&self, parts: &i64) -> String {
        format!("{}.{}", parts / 10, parts % 10)
    }

    /// Pixels right of a field for the labels at the ends of its lines.
    pub fn right(&self, ends: &[EndLabel]) -> i64 {
        right_of(ends, self.lang)
    }

    /// On a narrow page, where they have no names.
    pub fn right_narrow(&self, ends: &[EndLabel]) -> i64 {
        room_for(ends.iter().map(|end| end.text.get(self.lang).chars().count()))
    }
}

/// The chart of an indicator's page, the same in all languages.
pub fn page_chart(input: &IndicatorInput<'_>) -> Option<Chart> {
    Chart::new(&chart_view(input), WIDTH)
}

/// Pixels left of the fields for their scales, one for all; 0 where a text is so long that the scales are inside.
pub fn left_of(chart: &Chart, lang: Lang) -> i64 {
    let marks = chart.panels().flat_map(|panel| &panel.scale);
    match marks.map(|mark| mark.text.get(lang).chars().count()).max().unwrap_or(0) {
        longest if longest > MAX_LENGTH => 0,
        longest => room(longest) + 4,
    }
}

/// Pixels right of a field for the labels at the ends of its lines.
pub fn right_of(ends: &[EndLabel], lang: Lang) -> i64 {
    room_for(ends.iter().map(|end| end.length(lang)))
}

fn room_for(lengths: impl Iterator<Item = usize>) -> i64 {
    lengths.max().map_or(12, |longest| room(longest.min(MAX_END_LENGTH)) + 6)
}

/// Pixels that a small text of this many characters needs.
fn room(characters: usize) -> i64 {
    i64::try_from(characters).unwrap_or(0) * 7 + 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::{chart, series};

    /// The room left of a chart of three values, the highest of which is this one.
    fn left(highest: &str) -> i64 {
        let rows = ["2026-01-31 0", "2026-02-28 0", &format!("2026-03-31 {highest}")];
        left_of(&chart(&series(PeriodType::Monthly, &rows), &[], "2026-04-01", WIDTH), Lang::En)
    }

    #[test]
    fn a_break_in_a_series_has_a_mark_with_a_meaning() {
        let one = ["2026-01-31 1 azn index", "2026-02-28 2 azn index", "2026-03-31 3 azn index"];
        let other = ["2026-04-30 1 azn growth", "2026-05-31 2 azn growth", "2026-06-30 3 azn growth"];
        let mark = |rows: &[&str], lang| {
            let series = series(PeriodType::Monthly, rows);
            Picture::new(&chart(&series, &[], "2026-07-01", WIDTH), lang).break_mark
        };
        assert_eq!(mark(&one, Lang::En), None);
        let both = [one, other].concat();
        assert_eq!(mark(&both, Lang::En), Some("break in series"));
        assert_eq!(mark(&both, Lang::Ru), Some("разрыв ряда"));
    }

    #[test]
    fn a_scale_with_long_texts_stands_inside_the_field() {
        assert_eq!(left("50"), room("50".len()) + 4);
        assert_eq!(left("50000000000"), room("50,000,000,000".len()) + 4);
        assert_eq!(left("500000000000"), 0);
    }
}
