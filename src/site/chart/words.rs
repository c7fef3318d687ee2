//! The words around a chart, and the legend below it. Nothing else of a chart depends on the language but its labels.

use super::*;

use super::path::main_ink;

/// Paths in a sample of a stroke, of 24 by 10 pixels, in tenths.
const ACROSS: &str = "M0 50h240";
const DOWN: &str = "M120 -30v160";
const DOT: &str = "M120 50h0";

pub struct LegendLine {
    /// Its sample.
    pub strokes: Vec<Stroke>,
    pub text: Localized<String>,
    /// True if it names a series.
    pub is_name: bool,
}

/// A sample of the strokes of one meaning.
struct Sample {
    kinds: &'static [StrokeKind],
    path: &'static str,
    text: Localized<String>,
}

/// The unit, with the kind of quantity where that is not what the series has, or was once another.
pub fn caption(view: &ChartView<'_>) -> Localized<String> {
    let rows = view.main.series.observations();
    let key = view.key();
    let has_measures = rows.iter().any(|row| row.series_key.measure != key.measure);
    Localized::build(|lang| {
        let unit = key.unit.text.get(lang);
        match view.quantity.words(lang) {
            Some(words) => format!("{unit}, {words}"),
            None if has_measures => format!("{unit}, {}", text::measure(key.measure, lang)),
            None => unit.clone(),
        }
    })
}

/// Describes a chart in words for readers who cannot see it.
pub fn describe(view: &ChartView<'_>, main: &Group<'_>) -> Localized<String> {
    let mut rows: Vec<&Observation> = main.observations().collect();
    rows.retain(|row| !row.is_to_come(view.as_of));
    let latest = latest_value(view);
    Localized::build(|lang| {
        let mut name = view.main.name.get(lang).clone();
        if let Some(words) = view.quantity.words(lang) {
            name += &format!(", {words}");
        }

        text::describe_chart(&name, &rows, latest.get(lang), view.decimals, lang)
    })
}

/// The latest value, or the one in force, as a sentence.
pub fn latest_value(view: &ChartView<'_>) -> Localized<String> {
    let leading = view.main.series.in_force(view.as_of);
    Localized::build(|lang| {
        text::last_value(&leading, view.as_of, view.decimals, lang).unwrap_or_default()
    })
}

/// The periods of the first and the last observation that are shown.
pub fn span(view: &ChartView<'_>, main: &Group<'_>) -> Localized<String> {
    let mut rows = main.observations();
    let ends = rows.next().zip(rows.next_back());
    Localized::build(|lang| {
        ends.and_then(|(first, last)| text::span(first, last, view.since, lang))
            .unwrap_or_default()
    })
}

/// Remarks on what the drawing does not show.
pub fn remarks(
    view: &ChartView<'_>,
    series: &[DrawnSeries<'_>],
    breaks: &[NaiveDate],
) -> Vec<Localized<String>> {
    let mut interruptions = Interruptions::default();
    for drawn in series {
        let of_one = drawn.group.interruptions(breaks);
        interruptions.has_gaps |= of_one.has_gaps;
        interruptions.begins_anew |= of_one.begins_anew;
    }

    // Days without a value a year earlier have no change: none is missing.
    let misses_observations = interruptions.has_gaps && view.quantity != Quantity::Change;
    let all = view.main.series.observations();
    let leaves_others_out =
        view.since.is_none() && series[0].group.observations().count() < all.len();
    let begins_anew_text = match view.key().period_type {
        PeriodType::YearToDateAverage => text::averages_begin_anew,
        _ => text::totals_begin_anew,
    };

    let mut remarks = Vec::new();
    if misses_observations {
        remarks.push(text::in_each_language(text::line_broken));
    }

    if interruptions.begins_anew {
        remarks.push(text::in_each_language(begins_anew_text));
    }

    if leaves_others_out {
        remarks.push(text::in_each_language(text::units_apart));
    }

    remarks
}

/// The legend below a drawing: a line for each series where there are several, and for each kind of stroke that needs one, with
/// a sample.
pub fn legend(
    view: &ChartView<'_>,
    series: &[DrawnSeries<'_>],
    strokes: &[Stroke],
) -> Vec<LegendLine> {
    let mut lines = Vec::new();
    if series.len() > 1 {
        for drawn in series {
            lines.push(LegendLine {
                strokes: vec![Stroke::new(StrokeKind::Line, drawn.ink, ACROSS)],
                text: drawn.subject.name.clone(),
                is_name: true,
            });
        }
    }

    let ink = main_ink(view.main.place);
    for Sample { kinds, path, text } in samples(view, series) {
        if strokes.iter().any(|stroke| kinds.contains(&stroke.kind)) {
            let strokes = kinds.iter().map(|kind| Stroke::new(*kind, ink, path));
            lines.push(LegendLine {
                strokes: strokes.collect(),
                text,
                is_name: false,
            });
        }
    }

    lines
}

/// The samples of a legend in their order, whether their strokes are drawn or not.
fn samples(view: &ChartView<'_>, series: &[DrawnSeries<'_>]) -> [Sample; 4] {
    [
        Sample {
            kinds: &[StrokeKind::Tail],
            path: ACROSS,
            text: text::in_each_language(text::tail_meaning),
        },
        Sample {
            kinds: &[StrokeKind::Today],
            path: DOWN,
            text: coming_rates(view),
        },
        Sample {
            kinds: &[StrokeKind::Ring, StrokeKind::Hole],
            path: DOT,
            text: doubts(series),
        },
        Sample {
            kinds: &[StrokeKind::Break],
            path: DOWN,
            text: text::in_each_language(text::break_mark),
        },
    ]
}

/// The words for the doubts of what is drawn.
fn doubts(series: &[DrawnSeries<'_>]) -> Localized<String> {
    let flags = all_observations(series).map(|row| row.flags.doubtful());
    let doubtful = flags.fold(Flags::default(), Flags::with);
    Localized::build(|lang| text::flag_words(doubtful, lang).unwrap_or_default())
}

/// The meaning of the line at the as-of day, with the rates that are to come.
fn coming_rates(view: &ChartView<'_>) -> Localized<String> {
    let rates = view.main.series.in_force(view.as_of);
    Localized::build(|lang| {
        let meaning = text::coming_meaning(text::full_day(view.as_of, lang), lang);
        let mut values = vec![text::number(&rates.current.shown(view.decimals), lang)];
        for rate in rates.coming {
            if let Some(date) = rate.date {
                let value = text::number(&rate.shown(view.decimals), lang);
                values.push(text::coming_rate(value, text::full_day(date, lang), lang));
            }
        }

        match values.len() {
            1 => meaning,
            _ => format!("{meaning} ({})", values.join(" ")),
        }
    })
}
