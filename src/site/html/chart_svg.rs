//! `/data/{key}/chart.svg`: the chart of an indicator's page alone, with everything that must stand beside it inside the
//! picture. It has its own paper and colours, so that it can be read on white and in a dark page, and refers to nothing.

use askama::Template;

use super::inputs::{IndicatorInput, chart_view};
use super::picture::{left_of, right_of};
use crate::model::{Lang, Localized, Status};
use crate::site::chart::{Chart, ChartView, Panel, Part, Stroke, StrokeKind};
use crate::site::page::{Content, Localised};
use crate::site::{text, xml};

/// Pixels: the whole width, the margin, and the lines of title and small text.
const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width of a field whose texts are measured, in parts: months can still be told apart.
const MEASURED: i64 = 100;
/// Above and under a field: its caption, and its axis of time.
const CAPTION: i64 = 38;
const AXIS: i64 = 44;
/// Characters that a line has room for, of the title and of small text, and the lines that a text may have.
const TITLE_LENGTH: usize = 64;
const LENGTH: usize = 104;
const MAX_LINES: usize = 3;

/// The input of an indicator's picture in all languages: neither checks of the source nor the page beside the chart.
#[derive(Clone, PartialEq, Hash)]
pub struct PictureInput<'a> {
    name: &'a Localized<String>,
    view: ChartView<'a>,
    source: Option<&'a Localized<String>>,
    status: Status,
}

impl<'a> PictureInput<'a> {
    pub fn of(page: &IndicatorInput<'a>) -> Self {
        PictureInput {
            name: &page.indicator.name,
            view: chart_view(page),
            source: page.indicator.source.as_ref().map(|source| &source.name),
            status: page.effective.status,
        }
    }

    /// Source, day of the last observation, and the status where it is not verified.
    fn remarks(&self, lang: Lang) -> impl Iterator<Item = String> {
        let source = self.source.map(|name| text::source_of(name.get(lang), lang));
        let last = self
            .view
            .own
            .series
            .current()
            .date
            .map(|date| text::last_observation(text::full_day(date, lang), lang));
        let status = (self.status != Status::Verified)
            .then(|| text::status_of(text::status_word(self.status, lang), lang));
        [source, last, status].into_iter().flatten().map(|text| text::nbsp(&text))
    }
}

pub fn chart_picture(input: &PictureInput<'_>) -> Localised {
    let chart = FittedChart::new(input);
    let picture = |lang| Ok(Content::of(xml::valid(ChartSvg::new(input, &chart, lang).render()?)));
    Localized::try_build(picture)
}

#[derive(Template)]
#[template(path = "chart.svg", config = "src/site/templates/askama.toml")]
pub struct ChartSvg<'a> {
    lang: Lang,
    title: String,
    width: i64,
    height: i64,
    /// Pixels from the top, and the text.
    heading: Vec<(i64, String)>,
    fields: Vec<Field<'a>>,
    remarks: Vec<(i64, String)>,
}

/// A field at its place.
struct Field<'a> {
    panel: &'a Panel,
    caption: String,
    /// Whether the texts of its scale are too long to be beside it: they are inside, above their rules.
    is_inside: bool,
    x: i64,
    y: i64,
    width: i64,
}

impl Field<'_> {
    /// Pixels from the left and from the top, of parts of the field.
    fn at(&self, x: &i64, y: &i64) -> (String, String) {
        let pixels = |parts: i64| format!("{}.{}", parts / 10, parts % 10);
        (pixels(self.x * 10 + x), pixels(self.y * 10 + y))
    }
}

/// The chart of the pictures in all languages, with room for the longest of their texts.
pub struct FittedChart {
    chart: Option<Chart>,
    /// Pixels left of the fields, and their width.
    left: i64,
    width: i64,
}

impl FittedChart {
    pub fn new(input: &PictureInput<'_>) -> Self {
        let view = &input.view;
        // The texts beside a field do not depend on its width: a narrow one will do.
        let measured = Chart::new(view, MEASURED);
        let longest = |length: fn(&Chart, Lang) -> i64| {
            let lengths = measured.iter().flat_map(|chart| Lang::ALL.map(|lang| length(chart, lang)));
            lengths.max().unwrap_or(0)
        };
        let right = |chart: &Chart, lang| {
            chart.panels().map(|panel| right_of(&panel.drawing.ends, lang)).max().unwrap_or(0)
        };
        let (left, right) = (longest(left_of), longest(right));
        let width = WIDTH - 2 * MARGIN - left - right;
        FittedChart { chart: measured.and_then(|_| Chart::new(view, width * 10)), left, width }
    }
}

impl<'a> ChartSvg<'a> {
    pub fn new(input: &PictureInput<'_>, fitted: &'a FittedChart, lang: Lang) -> Self {
        let title = text::nbsp(input.name.get(lang));
        let mut y = MARGIN;
        let heading = stacked(&mut y, TITLE_LINE, wrapped(&title, TITLE_LENGTH, MAX_LINES));
        let (mut fields, mut remarks) = (Vec::new(), Vec::new());
        for part in fitted.chart.iter().flat_map(|chart| &chart.parts) {
            match part {
                Part::Sentence(text) => remarks.push(text.get(lang).clone()),
                Part::Drawn(panel) => {
                    y += CAPTION;
                    fields.push(Field {
                        panel,
                        caption: caption(panel, lang),
                        is_inside: fitted.left == 0,
                        x: MARGIN + fitted.left,
                        y,
                        width: fitted.width,
                    });
                    y += panel.height + AXIS;
                }
            }
        }
        match &fitted.chart {
            None => remarks.push(text::page(lang).no_chart.to_owned()),
            Some(chart) if chart.has_tail => remarks.push(format!("- - - {}", text::tail_meaning(lang))),
            Some(_) => {}
        }
        remarks.extend(input.remarks(lang));
        y += 8;
        let lines = remarks.iter().flat_map(|text| wrapped(text, LENGTH, MAX_LINES));
        let remarks = stacked(&mut y, LINE, lines);
        ChartSvg { lang, title, width: WIDTH, height: y + MARGIN, heading, fields, remarks }
    }

    fn say<'t>(&self, text: &'t Localized<String>) -> &'t str {
        text.get(self.lang)
    }
}

fn stacked(y: &mut i64, height: i64, lines: impl IntoIterator<Item = String>) -> Vec<(i64, String)> {
    let place = |line| {
        *y += height;
        (*y, line)
    };
    lines.into_iter().map(place).collect()
}

/// The unit, and whether the scale does without zero.
fn caption(panel: &Panel, lang: Lang) -> String {
    let from_zero = if panel.holds_zero { "" } else { text::not_from_zero(lang) };
    let caption = [panel.unit.get(lang).as_str(), from_zero].join(" · ");
    wrapped(caption.trim_end_matches(" · "), LENGTH, 1).concat()
}

/// A text in lines of at most `length` characters, cut with an ellipsis where it does not fit.
fn wrapped(text: &str, length: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| broken(word, length)) {
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
fn broken(word: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if characters.is_empty() {
        return vec![String::new()];
    }
    characters.chunks(length).map(|part| part.iter().collect()).collect()
}

/// The attributes of a stroke, which a page leaves to its stylesheet.
fn attributes(stroke: &Stroke) -> String {
    const JOINED: &str = "stroke-linejoin=\"round\"";
    const ROUND: &str = "stroke-linecap=\"round\"";
    let (width, ends) = match stroke.kind {
        StrokeKind::Line | StrokeKind::Tail => (stroke.palette.width, JOINED),
        StrokeKind::Dots => (40, ROUND),
        StrokeKind::End => (70, ROUND),
    };
    let dashes = if stroke.kind == StrokeKind::Tail { " stroke-dasharray=\"30 40\"" } else { "" };
    let colour = stroke.palette.colour;
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {ends}{dashes}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart;

    #[test]
    fn strokes_have_attributes_of_their_own() {
        let all = "fill=\"none\" stroke=\"#1d5068\" stroke-width=";
        for (kind, own) in [
            (StrokeKind::Line, "\"20\" stroke-linejoin=\"round\""),
            (StrokeKind::Tail, "\"20\" stroke-linejoin=\"round\" stroke-dasharray=\"30 40\""),
            (StrokeKind::Dots, "\"40\" stroke-linecap=\"round\""),
            (StrokeKind::End, "\"70\" stroke-linecap=\"round\""),
        ] {
            let stroke = Stroke { kind, palette: chart::palette(0), path: String::new() };
            assert_eq!(attributes(&stroke), format!("{all}{own}"));
        }
        let beside = Stroke { kind: StrokeKind::Line, palette: chart::palette(1), path: String::new() };
        assert!(attributes(&beside).contains("stroke=\"#a14a2b\" stroke-width=\"15\""));
    }

    #[test]
    fn long_texts_are_wrapped_and_cut() {
        assert_eq!(wrapped("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrapped("one two", 6, 3), ["one", "two"]);
        assert_eq!(wrapped("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrapped(&"x".repeat(100), 5, 2), ["xxxxx", "xxxxx…"]);
        assert_eq!(wrapped("xxxxxxx y", 5, 2), ["xxxxx", "xx y"]);
        assert_eq!(wrapped("one  two", 9, 1), ["one  two"]);
    }
}
