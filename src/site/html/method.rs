//! `/method`: what periods, statuses, changes, revisions, marks and charts mean, with examples from the dataset itself.

use askama::Template;

use super::figures::Figure;
use super::inputs::IndicatorInput;
use super::layout::{Layout, Link, Service, Subject};
use super::observations::revisions;
use crate::model::{Comparand, Comparison, Flag, Lang, Outcome, PeriodType, Status};
use crate::site::text::MethodSection;
use crate::site::{text, urls};

#[derive(Template)]
#[template(path = "method.html", config = "src/site/templates/askama.toml")]
pub struct MethodPage {
    layout: Layout,
    example: &'static str,
    arithmetic_only: &'static str,
    sections: Vec<Section>,
    flags: Vec<(&'static str, &'static str)>,
}

struct Section {
    id: &'static str,
    title: &'static str,
    paragraphs: Vec<String>,
    terms: Vec<(String, String)>,
    /// Each indicator and what it shows.
    examples: Vec<(Link, String)>,
}

impl MethodPage {
    /// With examples from these indicators; where they have none, the section does without.
    pub fn new(inputs: &[IndicatorInput<'_>], service: Service<'_>, lang: Lang) -> Self {
        let t = text::page(lang);
        let section = |of: &'static MethodSection| Section {
            id: of.id,
            title: of.title,
            paragraphs: of.paragraphs.iter().map(|text| text::set(text)).collect(),
            terms: of.terms.iter().map(|(term, meaning)| (text::set(term), text::set(meaning))).collect(),
            examples: examples(of.id, inputs, lang),
        };
        let subject = Subject::general(t.method, t.method_meaning, &service, lang);
        MethodPage {
            layout: Layout::new(&service, subject, urls::METHOD, None, lang),
            example: text::example(lang),
            arithmetic_only: text::arithmetic_only(lang),
            sections: text::method(lang).iter().map(section).collect(),
            flags: Flag::ALL.map(|flag| (text::flag_letter(flag, lang), text::flag(flag, lang))).to_vec(),
        }
    }
}

/// What the indicators have to show for a section.
fn examples(section: &str, inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<(Link, String)> {
    let first = |text: &dyn Fn(&IndicatorInput<'_>) -> Option<String>| {
        inputs.iter().find_map(|input| {
            let text = text::set(&text(input)?);
            Some((Link::to(input.indicator, &input.indicator.name, lang), text))
        })
    };
    let compared = |comparand, outcome| first(&|input| change(input, comparand, outcome, lang));
    let found = match section {
        "periods" => vec![first(&|input| old(input, lang))],
        "changes" => vec![
            compared(Comparand::Year, Outcome::Calculated),
            compared(Comparand::Month, Outcome::NoBase),
            compared(Comparand::Month, Outcome::NotCalculated),
        ],
        "revisions" => vec![first(&|input| revised(input, lang))],
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// An old figure with its period and age.
fn old(input: &IndicatorInput<'_>, lang: Lang) -> Option<String> {
    let figure = Figure::new(input.indicator, input.as_of, lang);
    let (value, period) = (figure.value(), figure.period);
    Some(format!("{value}. {period}, {}. {}", figure.age?, text::counted_to(input.as_of, lang)))
}

/// The sentence of a comparison with this outcome. The arithmetic is the same whatever the status is.
fn change(input: &IndicatorInput<'_>, comparand: Comparand, outcome: Outcome, lang: Lang) -> Option<String> {
    let series = &input.indicator.series;
    let comparison = Comparison::new(series, Status::Verified, comparand);
    let is_rate = series.current().series_key.period_type == PeriodType::EffectiveFrom;
    if comparison.outcome != outcome || is_rate {
        return None;
    }
    Some(text::change(series.current(), &comparison, Status::Verified, comparand, lang))
}

/// A value before it was revised.
fn revised(input: &IndicatorInput<'_>, lang: Lang) -> Option<String> {
    let revision = revisions(input.indicator, lang).into_iter().next()?;
    let written = |(value, published): (String, Option<String>)| match published {
        Some(published) => format!("{value} ({published})"),
        None => value,
    };
    let values: Vec<String> = revision.values.into_iter().map(written).collect();
    Some(format!("{}: {}", revision.period, values.join(" → ")))
}
