//! `/data/{key}/chart.svg`: the chart of an indicator's page alone, with everything that must stand beside it inside the
//! picture. It has its own paper and colours, so that it can be read on white and in a dark page, and refers to nothing.

use super::*;

use super::variants::first_chart;
use crate::site::chart::{Parts, Room, Stroke};
use crate::site::text;

/// Pixels: the whole width, the margin, and the lines of title and small text.
const WIDTH: i64 = 800;
const MARGIN: i64 = 24;
const TITLE_LINE: i64 = 26;
const LINE: i64 = 18;
/// The width inside the margins, of which a tenth of a pixel is a part.
const INSIDE: i64 = WIDTH - 2 * MARGIN;
const CANVAS: Canvas = Canvas {
    room: Room { narrow: INSIDE, wide: INSIDE, broad: INSIDE },
    parts: Parts::PerPixel(10),
    column: 20,
};
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

pub fn chart_picture(input: &IndicatorInput<'_>) -> Localised {
    let chart = first_chart(input, CANVAS);
    let picture = |lang| Ok(Texts::of(xml::valid(ChartSvg::new(input, chart.as_ref(), lang).render()?)));
    Localized::try_build(picture)
}

#[derive(Template)]
#[template(path = "chart.svg", config = "src/site/templates/askama.toml")]
struct ChartSvg<'a> {
    lang: Lang,
    title: String,
    chart: Option<&'a Chart>,
    caption: String,
    width: i64,
    height: i64,
    /// Pixels from the top, and the text.
    heading: Vec<(i64, String)>,
    /// The left and the upper edge of the field, and what is beside it.
    x: i64,
    y: i64,
    left: i64,
    right: i64,
    /// Samples of strokes that are explained: pixels from the top, and the strokes.
    samples: Vec<(i64, &'a [Stroke])>,
    /// Pixels from the left and from the top, and the text.
    remarks: Vec<(i64, i64, String)>,
}

impl<'a> ChartSvg<'a> {
    fn new(input: &IndicatorInput<'_>, chart: Result<&'a Chart, &'a Localized<String>>, lang: Lang) -> Self {
        let title = text::nbsp(input.indicator.name.get(lang));
        let mut y = MARGIN;
        let heading = stacked(&mut y, TITLE_LINE, wrapped(&title, TITLE_LENGTH, MAX_LINES));
        let sentence = chart.err().map(|sentence| sentence.get(lang).clone());
        let chart = chart.ok();
        let [left, right] =
            chart.map_or([0, 0], |chart| [&chart.margins.left, &chart.margins.right].map(widest));
        y += if chart.is_some() { CAPTION } else { 0 };
        let top = y;
        y += chart.map_or(0, |chart| chart.height + AXIS) + 8;
        let (mut samples, mut below) = (Vec::new(), Vec::new());
        for line in chart.iter().flat_map(|chart| &chart.legend) {
            samples.push((y + LINE, line.strokes.as_slice()));
            let text = text::nbsp(line.text.get(lang));
            let texts = stacked(&mut y, LINE, wrapped(&text, LENGTH - SAMPLE_LENGTH, MAX_LINES));
            below.extend(texts.into_iter().map(|(y, text)| (MARGIN + SAMPLE, y, text)));
        }
        let said = chart.iter().flat_map(|chart| &chart.remarks).map(|remark| remark.get(lang).clone());
        let remarks = sentence.into_iter().chain(said).chain(remarks(input, lang));
        let lines = remarks.flat_map(|text| wrapped(&text, LENGTH, MAX_LINES));
        below.extend(stacked(&mut y, LINE, lines).into_iter().map(|(y, text)| (MARGIN, y, text)));
        ChartSvg {
            lang,
            title,
            caption: chart.map(|chart| caption(chart, lang)).unwrap_or_default(),
            chart,
            width: WIDTH,
            height: y + MARGIN,
            heading,
            x: MARGIN + left,
            y: top,
            left,
            right,
            samples,
            remarks: below,
        }
    }
}

/// Source, the last value, or the rate in force, with its period and flags, the status where it is not verified, and where
/// the picture comes from: it is seen without its page.
fn remarks(input: &IndicatorInput<'_>, lang: Lang) -> impl Iterator<Item = String> {
    let source = input.indicator.source.as_ref().map(|source| text::source_of(source.name.get(lang), lang));
    let status = input.effective.status;
    let said = (status != Status::Verified).then(|| text::status_of(text::status_word(status, lang), lang));
    let page = urls::localized(lang, &urls::of(urls::VIEW, input.indicator.key.as_str()));
    let title = input.service.title(lang);
    let service = match input.service.public_url {
        Some(url) => format!("{title} · {}", url.join(&page)),
        None => title,
    };
    let all = [source, latest(&chart_view(input), lang), said, Some(service)];
    all.into_iter().flatten().map(|text| text::nbsp(&text))
}

/// The last value, or the rate in force where another is to come.
fn latest(view: &ChartView<'_>, lang: Lang) -> Option<String> {
    text::last_value(&view.main.series.in_force(view.as_of), view.as_of, view.decimals, lang)
}

/// A picture is drawn once for all languages.
fn widest(all: &Localized<i64>) -> i64 {
    Lang::ALL.into_iter().map(|lang| *all.get(lang)).max().unwrap_or_default()
}

fn stacked(y: &mut i64, height: i64, lines: impl IntoIterator<Item = String>) -> Vec<(i64, String)> {
    let place = |line| {
        *y += height;
        (*y, line)
    };
    lines.into_iter().map(place).collect()
}

/// The unit, and whether the scale does without zero.
fn caption(chart: &Chart, lang: Lang) -> String {
    let from_zero = if chart.holds_zero { "" } else { text::not_from_zero(lang) };
    let caption = [chart.caption.get(lang).as_str(), from_zero].join(" · ");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::{series, view};

    #[test]
    fn a_picture_tells_the_rate_in_force() {
        let rates =
            series(PeriodType::EffectiveFrom, &["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"]);
        let said = |as_of: &str| latest(&view(&rates, &[], as_of), Lang::En).unwrap().replace('\u{a0}', " ");
        assert_eq!(said("2026-11-20"), "Value in force: 9.00% (from 1 January 2026).");
        assert_eq!(said("2026-12-15"), "Latest value: 8.00% (from 15 December 2026).");
        assert_eq!(said("2024-11-20"), "Latest value: 10.00% (from 1 January 2025).");
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
