//! `/data/{key}/chart.svg`: the chart of an indicator's page alone, with everything that must stand beside it inside the
//! picture. It has its own paper and ink, so that it can be read on white and in a dark page, and refers to nothing.

use askama::Template;

use super::super::chart::{Chart, ChartView, Panel, Part};
use super::super::text;
use super::indicator::{IndicatorInput, chart_view};
use super::picture::{left_of, right_of};
use crate::model::{Lang, Localized, Status};

/// Pixels: the whole width, the margin, and the lines of title and small text.
const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width of a field whose texts are measured, in parts: months can still be told apart.
const MEASURED: i64 = 100;
/// Under a field: its axis of time.
const AXIS: i64 = 44;
/// Characters that a line has room for, of the title and of small text, and the most lines of a title.
const TITLE_LENGTH: usize = 64;
const LENGTH: usize = 104;
const MOST_LINES: usize = 3;

/// What the picture of an indicator depends on, but for the language: neither checks of the source nor what stands beside
/// the chart on the page.
#[derive(Clone, PartialEq)]
pub struct PictureInput<'a> {
    name: &'a Localized<String>,
    view: ChartView<'a>,
    source: Option<&'a Localized<String>>,
    status: Status,
}

impl<'a> PictureInput<'a> {
    /// What of the page of an indicator its picture depends on.
    pub fn of(page: &IndicatorInput<'a>) -> Self {
        PictureInput {
            name: &page.indicator.name,
            view: chart_view(page),
            source: page.indicator.source.as_ref().map(|source| &source.name),
            status: page.effective.status,
        }
    }
}

/// The picture.
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

/// A field, and where it stands.
struct Field<'a> {
    panel: &'a Panel,
    caption: String,
    /// Whether the texts of its scale are so long that they stand inside, above their rules.
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

/// What both languages' pictures have in common: a chart that leaves room for the longer texts of the two.
pub struct FittedChart {
    chart: Option<Chart>,
    /// Pixels left of the fields, and their width.
    left: i64,
    width: i64,
}

impl FittedChart {
    /// Of an indicator.
    pub fn new(input: &PictureInput<'_>) -> Self {
        let view = &input.view;
        // The texts beside a field do not depend on its width, which is what they leave: a narrow one will do.
        let measured = Chart::new(view, MEASURED);
        let longest = |length: fn(&Chart, Lang) -> i64| {
            let lengths = measured.iter().flat_map(|chart| Lang::ALL.map(|lang| length(chart, lang)));
            lengths.max().unwrap_or(0)
        };
        let (left, right) = (longest(left_of), longest(widest));
        let width = WIDTH - 2 * MARGIN - left - right;
        FittedChart { chart: measured.and_then(|_| Chart::new(view, width * 10)), left, width }
    }
}

impl<'a> ChartSvg<'a> {
    /// Of an indicator, in one language.
    pub fn new(input: &PictureInput<'_>, chart: &'a FittedChart, lang: Lang) -> Self {
        let title = text::set(input.name.get(lang));
        let mut y = MARGIN;
        let mut heading = Vec::new();
        for line in wrapped(&title, TITLE_LENGTH, MOST_LINES) {
            y += TITLE_LINE;
            heading.push((y, line));
        }
        let (mut fields, mut remarks) = (Vec::new(), Vec::new());
        let mut told = Vec::new();
        let FittedChart { chart, left, width } = chart;
        let has_tail = chart.as_ref().is_some_and(|chart| chart.has_tail);
        if chart.is_none() {
            told.push(text::page(lang).no_chart.to_owned());
        }
        for part in chart.iter().flat_map(|chart| &chart.parts) {
            match part {
                Part::Told(text) => told.push(text.get(lang).clone()),
                Part::Drawn(panel) => {
                    y += LINE + 20;
                    let from_zero = if panel.holds_zero { "" } else { text::not_from_zero(lang) };
                    let caption = [panel.unit.get(lang).as_str(), from_zero].join(" · ");
                    let caption = wrapped(caption.trim_end_matches(" · "), LENGTH, 1).concat();
                    let height = panel.height;
                    let is_inside = *left == 0;
                    fields.push(Field { panel, caption, is_inside, x: MARGIN + left, y, width: *width });
                    y += height + AXIS;
                }
            }
        }
        told.extend(has_tail.then(|| format!("- - - {}", text::tail_meaning(lang))));
        told.extend(said_of_status(input, lang));
        y += 8;
        for line in told.iter().flat_map(|text| wrapped(text, LENGTH, MOST_LINES)) {
            y += LINE;
            remarks.push((y, line));
        }
        ChartSvg { lang, title, width: WIDTH, height: y + MARGIN, heading, fields, remarks }
    }
}

impl ChartSvg<'_> {
    /// A text in the language of the picture.
    fn say<'t>(&self, text: &'t Localized<String>) -> &'t str {
        text.get(self.lang)
    }
}

/// Source, day of the last observation, and the status where it is not verified.
fn said_of_status(input: &PictureInput<'_>, lang: Lang) -> Vec<String> {
    let source = input.source.map(|name| text::source_of(name.get(lang), lang));
    let last = input.view.own.series.current().date.map(|date| text::last_observation(date, lang));
    let status = input.status;
    let status = (status != Status::Verified).then(|| text::status_of(status, lang));
    [source, last, status].into_iter().flatten().map(|text| text::set(&text)).collect()
}

/// Pixels right of the fields.
fn widest(chart: &Chart, lang: Lang) -> i64 {
    let panels = chart.parts.iter().filter_map(|part| match part {
        Part::Drawn(panel) => Some(right_of(&panel.ends, true, lang)),
        Part::Told(_) => None,
    });
    panels.max().unwrap_or(0)
}

/// A text in lines of at most `length` characters; what does not fit into them all is cut, and an ellipsis says so.
fn wrapped(text: &str, length: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| broken(word, length)) {
        let is_full = lines.len() == most;
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
fn attributes(class: &str) -> String {
    let has = |word: &str| class.split(' ').any(|part| part == word);
    let width = match (has("line"), has("end"), has("own")) {
        (true, _, true) => 20,
        (true, _, false) => 15,
        (false, true, _) => 70,
        (false, false, _) => 40,
    };
    let ends = if has("line") { "stroke-linejoin=\"round\"" } else { "stroke-linecap=\"round\"" };
    let dashes = if has("tail") { " stroke-dasharray=\"30 40\"" } else { "" };
    let ink = class.split(' ').find_map(colour).unwrap_or("#1d5068");
    format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" {ends}{dashes}")
}

/// The colour of an ink.
fn colour(ink: &str) -> Option<&'static str> {
    Some(match ink {
        "own" => "#1d5068",
        "with1" => "#a14a2b",
        "with2" => "#5d6f2e",
        "with3" => "#6d4b86",
        "with4" => "#8a6d1f",
        "former" => "#8d897b",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_and_cut() {
        assert_eq!(wrapped("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrapped("one two", 6, 3), ["one", "two"]);
        assert_eq!(wrapped("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrapped(&"x".repeat(100), 5, 2), ["xxxxx", "xxxxx…"]);
        assert_eq!(wrapped("xxxxxxx y", 5, 2), ["xxxxx", "xx y"]);
        assert_eq!(wrapped("one  two", 9, 1), ["one  two"]);
    }

    #[test]
    fn strokes_have_attributes_of_their_own() {
        assert!(attributes("line own tail").contains("stroke-dasharray"));
        assert!(attributes("dots former").contains("#8d897b"));
        assert!(attributes("end own").contains("stroke-width=\"70\""));
    }

    #[test]
    fn every_ink_has_a_colour_of_its_own() {
        let inks = ["own", "with1", "with2", "with3", "with4", "former"];
        let colours: std::collections::BTreeSet<&str> = inks.into_iter().filter_map(colour).collect();
        assert_eq!(colours.len(), inks.len());
        assert_eq!(colour("line"), None);
    }
}
