//! `/method`: what periods, statuses, changes, revisions, marks and charts mean, with examples from the dataset itself.

use askama::Template;

use super::super::{text, urls};
use super::figures::Figure;
use super::indicator::IndicatorInput;
use super::layout::{Layout, Service, Subject};
use super::revisions::Revisions;
use crate::model::{Comparand, Comparison, Flag, Lang, Observation, Outcome, PeriodType, Status};

/// The page, in one language.
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
    examples: Vec<Example>,
}

/// An indicator, and what it shows.
struct Example {
    name: String,
    href: String,
    text: String,
}

impl MethodPage {
    /// With examples from these indicators; where they have none, the section does without.
    pub fn new(inputs: &[IndicatorInput<'_>], service: Service<'_>, lang: Lang) -> Self {
        let t = text::page(lang);
        let section = |of: &'static text::MethodSection| Section {
            id: of.id,
            title: of.title,
            paragraphs: of.paragraphs.iter().map(|text| text::set(text)).collect(),
            terms: of.terms.iter().map(|(term, meaning)| (text::set(term), text::set(meaning))).collect(),
            examples: examples(of.id, inputs, lang),
        };
        let subject = Subject {
            title: format!("{} — {}", t.method, service.title(lang)),
            description: t.method_meaning.to_owned(),
            keywords: Vec::new(),
        };
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
fn examples(section: &str, inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<Example> {
    let first = |text: &dyn Fn(&IndicatorInput<'_>) -> Option<String>| {
        inputs.iter().find_map(|input| Some(example(input, text(input)?, lang)))
    };
    let found = match section {
        "periods" => vec![first(&|input| old(input, lang))],
        "changes" => vec![
            first(&|input| change(input, Comparand::Year, Outcome::Calculated, lang)),
            first(&|input| change(input, Comparand::Month, Outcome::NoBase, lang)),
            first(&|input| change(input, Comparand::Month, Outcome::NotCalculated, lang)),
        ],
        "revisions" => vec![first(&|input| revised(input, lang))],
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

fn example(input: &IndicatorInput<'_>, text: String, lang: Lang) -> Example {
    let indicator = input.indicator;
    Example {
        name: text::set(indicator.name.get(lang)),
        href: urls::localized(lang, &urls::view(indicator.key.as_str())),
        text: text::set(&text),
    }
}

/// An old figure with its period and age.
fn old(input: &IndicatorInput<'_>, lang: Lang) -> Option<String> {
    let figure = Figure::new(input.indicator, input.as_of, lang, |of: &Observation| {
        text::period(of.basis.period_type, of.date, input.as_of, lang)
    });
    let value = [Some(figure.number), figure.unit].into_iter().flatten().collect::<Vec<_>>().join("\u{a0}");
    Some(format!("{value}. {}, {}. {}", figure.period, figure.age?, text::counted_to(input.as_of, lang)))
}

/// How a comparison with this outcome is told. The arithmetic is the same whatever the status is.
fn change(input: &IndicatorInput<'_>, comparand: Comparand, outcome: Outcome, lang: Lang) -> Option<String> {
    let series = &input.indicator.series;
    let comparison = Comparison::new(series, Status::Verified, comparand);
    let is_rate = series.current().basis.period_type == PeriodType::EffectiveFrom;
    if comparison.outcome != outcome || is_rate {
        return None;
    }
    Some(text::change(series.current(), &comparison, Status::Verified, comparand, lang))
}

/// What a value was before it was revised.
fn revised(input: &IndicatorInput<'_>, lang: Lang) -> Option<String> {
    let revisions = Revisions::new(input.indicator, lang)?;
    let revision = revisions.rows.first()?;
    let written = |(value, published): &(String, Option<String>)| match published {
        Some(published) => format!("{value} ({published})"),
        None => value.clone(),
    };
    let values: Vec<String> = revision.values.iter().map(written).collect();
    Some(format!("{}: {}", revision.period, values.join(" → ")))
}
