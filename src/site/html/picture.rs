//! `/data/{key}/chart.svg`: the first chart of the page of an indicator, with everything that must stand beside it inside the
//! picture. It has its own paper and colours, so that it can be read on white and in a dark page, and refers to nothing.

use super::*;

use super::charts::{implied_figures, views};
use crate::site::chart::{Canvas, Figures, Parts, Room, Stroke, largest, latest_value};

/// Pixels: the whole width, the margin, and the lines of title and small text.
pub const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width inside the margins. The drawing counts it in tenths of a pixel.
const INSIDE: i64 = WIDTH - 2 * MARGIN;
const CANVAS: Canvas = Canvas {
    room: Room {
        narrow: INSIDE,
        wide: INSIDE,
    },
    parts: Parts::PerPixel(10),
};
/// Pixels above a field, for its caption, under it, for its axis of time, and between both and the text below.
const CAPTION: i64 = 38;
const AXIS: i64 = 44;
const GAP: i64 = 8;
/// The most characters in a line of the title and in one of small text, and the most lines of a text.
const TITLE_LENGTH: usize = 64;
const LENGTH: usize = 104;
const MAX_LINES: usize = 3;
/// The width of a sample of strokes with the space after it, in pixels and in characters.
const SAMPLE: i64 = 32;
const SAMPLE_LENGTH: usize = 5;

pub fn chart_picture(input: &PageInputs) -> Result<Localized<Texts>, SiteError> {
    let chart = first_chart(input);
    Localized::try_build(|lang| {
        let picture = ChartSvg::new(input, chart.as_ref(), lang).render()?;
        Ok(Texts::of(&*xml::valid(&picture)))
    })
}

/// The chart that a page shows first, for a picture.
///
/// # Errors
/// The sentence that takes its place.
fn first_chart(input: &PageInputs) -> Result<Chart, Localized<String>> {
    // Changes come after the values, and have no more points.
    let view = chart_view(input);
    let figures: Vec<Figures> = implied_figures(&input.indicator.series).collect();
    // Totals of few months imply fewer figures still: where those are too few, the totals themselves are drawn.
    for view in views(&view, &figures) {
        if let Ok(chart) = Chart::new(&view, CANVAS) {
            return Ok(chart);
        }
    }

    Chart::new(&view, CANVAS)
}

#[derive(Template)]
#[template(path = "chart.svg", config = "src/site/templates/askama.toml")]
struct ChartSvg<'a> {
    lang: Lang,
    title: String,
    chart: Option<&'a Chart>,
    height: i64,
    /// The title in lines, each with the pixels from the top.
    heading: Vec<(i64, String)>,
    /// The upper edge of the field, and what is beside it.
    y: i64,
    left: i64,
    right: i64,
    /// Samples of strokes that are explained: pixels from the top, and the strokes.
    samples: Vec<(i64, &'a [Stroke])>,
    /// Pixels from the left and from the top, and the text.
    remarks: Vec<(i64, i64, String)>,
}

impl<'a> ChartSvg<'a> {
    fn new(
        input: &PageInputs,
        chart: Result<&'a Chart, &'a Localized<String>>,
        lang: Lang,
    ) -> Self {
        let title = text::nbsp(input.indicator.name.get(lang));
        let mut y = MARGIN;
        let mut heading = Vec::new();
        for line in wrap(&title, TITLE_LENGTH, MAX_LINES) {
            y += TITLE_LINE;
            heading.push((y, line));
        }

        let mut svg = ChartSvg {
            lang,
            title,
            chart: chart.ok(),
            height: y + GAP,
            heading,
            y,
            left: 0,
            right: 0,
            samples: Vec::new(),
            remarks: Vec::new(),
        };
        match chart {
            Ok(chart) => svg.add_chart(chart),
            Err(sentence) => svg.add_text(MARGIN, sentence.get(lang), LENGTH),
        }

        for remark in remarks(input, svg.chart, lang) {
            svg.add_text(MARGIN, &remark, LENGTH);
        }

        svg.height += MARGIN;
        svg
    }

    /// Adds the field of a chart, what its strokes mean, and what is to be said of it.
    fn add_chart(&mut self, chart: &'a Chart) {
        self.left = largest(|lang| *chart.margins.left.get(lang));
        self.right = largest(|lang| *chart.margins.right.get(lang));
        self.y += CAPTION;
        self.height += CAPTION + chart.height + AXIS;

        for line in &chart.legend {
            self.samples.push((self.height + LINE, &line.strokes));
            let text = line.text.get(self.lang);
            self.add_text(MARGIN + SAMPLE, text, LENGTH - SAMPLE_LENGTH);
        }

        for remark in &chart.remarks {
            self.add_text(MARGIN, remark.get(self.lang), LENGTH);
        }
    }

    /// Adds the lines of a text below everything else.
    fn add_text(&mut self, x: i64, text: &str, length: usize) {
        for line in wrap(&text::nbsp(text), length, MAX_LINES) {
            self.height += LINE;
            self.remarks.push((x, self.height, line));
        }
    }
}

/// Source, the last value, or the rate in force, with its period and flags, the status where it is not verified, and where
/// the picture comes from: it is seen without its page.
fn remarks(input: &PageInputs, chart: Option<&Chart>, lang: Lang) -> Vec<String> {
    let indicator = input.indicator;
    let mut remarks = Vec::new();
    if let Some(source) = &indicator.source {
        remarks.push(text::source_of(source.name.get(lang), lang));
    }

    let latest = match chart {
        Some(chart) => chart.latest.get(lang).clone(),
        None => latest_value(&chart_view(input)).get(lang).clone(),
    };
    if !latest.is_empty() {
        remarks.push(latest);
    }

    remarks.extend(text::status_unless_verified(input.effective.status, lang));

    let mut service = input.service.title(lang);
    if let Some(url) = input.service.public_url {
        let page = urls::of(urls::VIEW, &indicator.key);
        service += &format!(" · {}", url.join(&urls::localized(lang, &page)));
    }

    remarks.push(service);
    remarks
}

/// The unit, and whether the scale does without zero.
fn caption(chart: &Chart, lang: Lang) -> String {
    let mut caption = chart.caption.get(lang).clone();
    if !chart.holds_zero {
        caption += &format!(" · {}", text::not_from_zero(lang));
    }

    wrap(&caption, LENGTH, 1).concat()
}

/// A text in lines of at most `length` characters, cut with an ellipsis where it does not fit.
fn wrap(text: &str, length: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| split_word(word, length)) {
        let is_full = lines.len() == max_lines;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= length => {
                line.push(' ');
                *line += &word;
            }
            Some(line) if is_full => {
                line.push('…');
                break;
            }
            _ => lines.push(word),
        }
    }

    lines
}

/// A word in parts of at most `length` characters.
fn split_word(word: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if characters.is_empty() {
        return vec![String::new()];
    }

    let parts = characters.chunks(length);
    parts.map(|part| part.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::{series, view};

    #[test]
    fn a_picture_tells_the_rate_in_force() {
        let rates = series(
            PeriodType::EffectiveFrom,
            &["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"],
        );
        let said = |as_of: &str| {
            let said = latest_value(&view(&rates, &[], as_of));
            said.get(Lang::En).replace('\u{a0}', " ")
        };
        assert_eq!(
            said("2026-11-20"),
            "Value in force: 9.00% (from 1 January 2026)."
        );
        assert_eq!(
            said("2026-12-15"),
            "Latest value: 8.00% (from 15 December 2026)."
        );
        assert_eq!(
            said("2024-11-20"),
            "Latest value: 10.00% (from 1 January 2025)."
        );
    }

    #[test]
    fn long_texts_are_wrapped_and_cut() {
        assert_eq!(wrap("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrap("one two", 6, 3), ["one", "two"]);
        assert_eq!(wrap("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrap(&"x".repeat(100), 5, 2), ["xxxxx", "xxxxx…"]);
        assert_eq!(wrap("xxxxxxx y", 5, 2), ["xxxxx", "xx y"]);
        assert_eq!(wrap("one  two", 9, 1), ["one  two"]);
    }
}
