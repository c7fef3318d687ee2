//! `/data/{key}/chart.svg`: the chart of an indicator's page alone, with everything that must stand beside it inside the
//! picture. It has its own paper and colours, so that it can be read on white and in a dark page, and refers to nothing.

use askama::Template;

use super::chart_legend::legend;
use super::inputs::{IndicatorInput, chart_view};
use super::layout::Service;
use crate::model::{Key, Lang, Localized, Status};
use crate::site::chart::{Canvas, Chart, ChartView, Panel, Part, Parts, Room, Shown, Stroke, StrokeKind};
use crate::site::page::{Localised, Texts};
use crate::site::{text, urls, xml};

const PAPER: &str = "#fdfcf8";
/// Pixels: the whole width, the margin, and the lines of title and small text.
const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width inside the margins, of which a tenth of a pixel is a part.
const INSIDE: i64 = WIDTH - 2 * MARGIN;
const CANVAS: Canvas =
    Canvas { room: Room { narrow: INSIDE, wide: INSIDE }, parts: Parts::PerPixel(10), column: 20 };
/// Above and under a field: its caption, and its axis of time.
const CAPTION: i64 = 38;
const AXIS: i64 = 44;
/// Characters that a line has room for, of the title and of small text, and the lines that a text may have.
const TITLE_LENGTH: usize = 64;
const LENGTH: usize = 104;
/// The width of a sample of strokes with the space after it, and as many characters.
const SAMPLE: i64 = 32;
const SAMPLE_LENGTH: usize = 5;
const MAX_LINES: usize = 3;

/// The input of an indicator's picture in all languages: neither checks of the source nor the page beside the chart.
pub struct PictureInput<'a> {
    service: Service<'a>,
    key: &'a Key,
    name: &'a Localized<String>,
    view: ChartView<'a>,
    source: Option<&'a Localized<String>>,
    status: Status,
}

impl<'a> PictureInput<'a> {
    pub fn of(page: &IndicatorInput<'a>) -> Self {
        PictureInput {
            service: page.service,
            key: &page.indicator.key,
            name: &page.indicator.name,
            view: chart_view(page),
            source: page.indicator.source.as_ref().map(|source| &source.name),
            status: page.effective.status,
        }
    }

    /// Source, the last value, or the rate in force, with its period and flags, the status where it is not verified, and where the picture
    /// comes from: it is seen without its page.
    fn remarks(&self, lang: Lang) -> impl Iterator<Item = String> {
        let source = self.source.map(|name| text::source_of(name.get(lang), lang));
        let last = latest(&self.view, lang);
        let status = (self.status != Status::Verified)
            .then(|| text::status_of(text::status_word(self.status, lang), lang));
        let page = urls::localized(lang, &urls::of(urls::VIEW, self.key.as_str()));
        let service = match self.service.public_url {
            Some(url) => format!("{} · {}", self.service.title(lang), url.join(&page)),
            None => self.service.title(lang),
        };
        [source, last, status, Some(service)].into_iter().flatten().map(|text| text::nbsp(&text))
    }
}

pub fn chart_picture(page: &IndicatorInput<'_>) -> Localised {
    let input = &PictureInput::of(page);
    let chart = Chart::new(&input.view, CANVAS);
    let picture = |lang| Ok(Texts::of(xml::valid(ChartSvg::new(input, chart.as_ref(), lang).render()?)));
    Localized::try_build(picture)
}

#[derive(Template)]
#[template(path = "chart.svg", config = "src/site/templates/askama.toml")]
pub struct ChartSvg<'a> {
    lang: Lang,
    title: String,
    /// The charts in words.
    described: String,
    width: i64,
    height: i64,
    /// Pixels from the top, and the text.
    heading: Vec<(i64, String)>,
    fields: Vec<Field<'a>>,
    /// Samples of strokes that are explained: pixels from the top, and the strokes.
    samples: Vec<(i64, Vec<Stroke>)>,
    /// Pixels from the left and from the top, and the text.
    remarks: Vec<(i64, i64, String)>,
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

impl<'a> ChartSvg<'a> {
    pub fn new(input: &PictureInput<'_>, chart: Option<&'a Chart>, lang: Lang) -> Self {
        let title = text::nbsp(input.name.get(lang));
        let mut y = MARGIN;
        let heading = stacked(&mut y, TITLE_LINE, wrapped(&title, TITLE_LENGTH, MAX_LINES));
        let (mut fields, mut remarks): (Vec<Field<'_>>, Vec<String>) = (Vec::new(), Vec::new());
        let [left, right] = chart
            .map_or([0, 0], |chart| [&chart.margins.left, &chart.margins.right].map(|all| *longest(all)));
        for part in chart.iter().flat_map(|chart| &chart.parts) {
            match part {
                Part::Sentence(text) => remarks.push(text.get(lang).clone()),
                Part::Drawn(panel) => {
                    y += CAPTION;
                    let (is_inside, x, width) = (left == 0, MARGIN + left, INSIDE - left - right);
                    fields.push(Field { panel, caption: caption(panel, lang), is_inside, x, y, width });
                    y += panel.height + AXIS;
                }
            }
        }
        y += 8;
        let (mut samples, mut below) = (Vec::new(), Vec::new());
        let lines = chart.map(|chart| legend(chart, lang)).unwrap_or_default();
        for line in lines.into_iter().filter(|line| !line.is_narrow) {
            samples.push((y + LINE, line.strokes));
            let texts = stacked(&mut y, LINE, wrapped(&line.text, LENGTH - SAMPLE_LENGTH, MAX_LINES));
            below.extend(texts.into_iter().map(|(y, text)| (MARGIN + SAMPLE, y, text)));
        }
        match chart {
            None => remarks.push(text::page(lang).no_chart.to_owned()),
            Some(chart) => remarks.extend(chart.legend.remarks.iter().map(|remark| remark.get(lang).clone())),
        }
        remarks.extend(input.remarks(lang));
        let lines = remarks.iter().flat_map(|text| wrapped(text, LENGTH, MAX_LINES));
        below.extend(stacked(&mut y, LINE, lines).into_iter().map(|(y, text)| (MARGIN, y, text)));
        let remarks = below;
        let described = chart.iter().flat_map(|chart| chart.panels());
        let described =
            described.map(|panel| panel.described.get(lang).as_str()).collect::<Vec<_>>().join(" ");
        let height = y + MARGIN;
        ChartSvg { lang, title, described, width: WIDTH, height, heading, fields, samples, remarks }
    }

    fn say<'t>(&self, text: &'t Localized<String>) -> &'t str {
        text.get(self.lang)
    }
}

/// The last value, or the rate in force where another is to come.
fn latest(view: &ChartView<'_>, lang: Lang) -> Option<String> {
    text::last_value(&view.own.series.in_force(view.as_of), view.as_of, view.decimals, lang)
}

/// A picture is drawn once for all languages.
fn longest(all: &Localized<i64>) -> &i64 {
    let [first, rest @ ..] = Lang::ALL.map(|lang| all.get(lang));
    rest.into_iter().fold(first, |longest, other| longest.max(other))
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
    let caption = [panel.caption.get(lang).as_str(), from_zero].join(" · ");
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
    let palette = stroke.palette;
    let (colour, width, dashes) = match stroke.kind {
        StrokeKind::Line => (palette.colour, palette.width, palette.dashes),
        StrokeKind::Tail => (palette.colour, palette.width, "30 40"),
        StrokeKind::Coming => (palette.colour, palette.width, "60 40"),
        StrokeKind::Bridge => (palette.colour, 8, "30 40"),
        StrokeKind::Thin => (palette.colour, 8, ""),
        StrokeKind::Dots => (palette.colour, 40, ""),
        StrokeKind::Lone => (palette.colour, 55, ""),
        StrokeKind::Ring | StrokeKind::End => (palette.colour, 70, ""),
        StrokeKind::Hole => (PAPER, 35, ""),
        StrokeKind::Today => ("#635f56", 10, "10 30"),
        StrokeKind::Break => ("#8a4b14", 15, "30 40"),
    };
    let ends = if stroke.is_dots() { "stroke-linecap" } else { "stroke-linejoin" };
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {ends}=\"round\"{dashes}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::Subject;
    use crate::site::chart::samples::{chart, panel, series};

    #[test]
    fn strokes_have_attributes_of_their_own() {
        let rows = ["2026-01-31 1", "2026-02-28 2", "2026-04-30 3"];
        let [own, other] = [&rows, &rows].map(|rows| series(PeriodType::Monthly, rows));
        let chart = chart(&own, &[&other], "2026-05-01", 10_000);
        let strokes = &panel(&chart).drawing.strokes;
        let of = |class: &str| attributes(strokes.iter().find(|stroke| stroke.class() == class).unwrap());
        let all = "fill=\"none\" stroke=\"#1d5068\" stroke-width=";
        assert_eq!(of("line own c1"), format!("{all}\"20\" stroke-linejoin=\"round\""));
        assert_eq!(of("dots own c1"), format!("{all}\"40\" stroke-linecap=\"round\""));
        assert_eq!(of("dots own c1 lone"), format!("{all}\"55\" stroke-linecap=\"round\""));
        assert_eq!(of("dots own c1 end"), format!("{all}\"70\" stroke-linecap=\"round\""));
        let beside = "fill=\"none\" stroke=\"#a14a2b\" stroke-width=\"15\" stroke-linejoin=\"round\"";
        assert_eq!(of("line c2"), format!("{beside} stroke-dasharray=\"70 25\""));
    }

    #[test]
    fn a_picture_tells_the_rate_in_force() {
        let rates =
            series(PeriodType::EffectiveFrom, &["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"]);
        let name = Localized::build(|_| "rate".to_owned());
        let said = |as_of: &str| {
            let own = Subject { name: &name, series: &rates, is_verified: true };
            let as_of = as_of.parse().unwrap();
            let view = ChartView {
                own,
                own_place: 0,
                with: Vec::new(),
                as_of,
                decimals: 0,
                since: None,
                is_of_changes: false,
            };
            latest(&view, Lang::En).unwrap().replace('\u{a0}', " ")
        };
        assert_eq!(said("2026-11-20"), "Value in force: 9% (from 1 January 2026).");
        assert_eq!(said("2026-12-15"), "Latest value: 8% (from 15 December 2026).");
        assert_eq!(said("2024-11-20"), "Latest value: 10% (from 1 January 2025).");
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
