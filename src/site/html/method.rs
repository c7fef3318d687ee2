//! `/method`: what periods, statuses, changes, revisions, marks and charts mean, with examples from the dataset itself.
//! And `/use`: recipes for programs.

use super::*;

use super::text::MethodSection;
use crate::site::recipes::Recipe;

#[derive(Template)]
#[template(path = "method.html", config = "src/site/templates/askama.toml")]
pub struct MethodPage {
    layout: Layout,
    example: &'static str,
    arithmetic_only: &'static str,
    /// Each with its examples: an indicator, and what it shows.
    sections: Vec<(Vec<(Link, String)>, MethodSection)>,
    flags: Vec<(&'static str, &'static str)>,
}

impl MethodPage {
    /// The sections, with examples from these indicators where they have some.
    pub fn new(inputs: &[IndicatorInput<'_>], service: Service<'_>, lang: Lang) -> Self {
        let (t, sections) = (text::page(lang), text::method(lang).into_iter());
        let meta = PageMeta::new(t.method, t.method_meaning, &service, lang);
        MethodPage {
            layout: Layout::new(&service, meta, urls::METHOD, None, lang),
            example: text::example(lang),
            arithmetic_only: text::arithmetic_only(lang),
            sections: sections.map(|section| (examples(section.id, inputs, lang), section)).collect(),
            flags: Flag::MARKS
                .iter()
                .map(|flag| (text::flag_word(*flag, lang), text::flag(*flag, lang)))
                .collect(),
        }
    }
}

/// The examples of a section from the indicators.
fn examples(section: &str, inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<(Link, String)> {
    let first = |text: &dyn Fn(&IndicatorInput<'_>) -> Option<String>| {
        inputs.iter().find_map(|input| {
            let text = text::nbsp(&text(input)?);
            Some((Link::to(input.indicator, &input.indicator.name, lang), text))
        })
    };
    let compared = |comparand, outcome| first(&|input| change(input, comparand, outcome, lang));
    let examples = match section {
        "periods" => vec![first(&|input| old(input, lang))],
        "changes" => vec![
            compared(Comparand::Year, Outcome::Calculated),
            compared(Comparand::Month, Outcome::NoBase),
            compared(Comparand::Month, Outcome::NotCalculated),
        ],
        "revisions" => vec![first(&|input| revised(input, lang))],
        _ => Vec::new(),
    };
    examples.into_iter().flatten().collect()
}

fn old(input: &IndicatorInput<'_>, lang: Lang) -> Option<String> {
    let figure = Figure::new(input.indicator, input.as_of, lang);
    let InForce { current, since, .. } = input.indicator.series.in_force(input.as_of);
    let period = text::period_in_text(&current.series_key, since, input.as_of, lang);
    Some(format!("{}, {period} ({}).", figure.value(), figure.age?))
}

/// The sentence of a comparison with this outcome, as of verified data: the arithmetic does not depend on the status.
fn change(input: &IndicatorInput<'_>, comparand: Comparand, outcome: Outcome, lang: Lang) -> Option<String> {
    let series = &input.indicator.series;
    let comparison = Comparison::new(series, Status::Verified, comparand);
    let is_rate = series.current().series_key.period_type == PeriodType::EffectiveFrom;
    if comparison.outcome != outcome || is_rate {
        return None;
    }
    let decimals = input.indicator.decimals_of(&comparison.current.series_key);
    Some(text::change(&comparison, decimals, Status::Verified, comparand, lang))
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

#[derive(Template)]
#[template(path = "usage.html", config = "src/site/templates/askama.toml")]
pub struct UsagePage {
    layout: Layout,
    words: text::UsageWords,
    rules: [&'static str; 4],
    recipes: Vec<(&'static str, Recipe)>,
    /// True if the recipes name an address that the reader has to replace.
    is_local: bool,
}

impl UsagePage {
    pub fn new(dataset: &Dataset, service: Service<'_>, lang: Lang) -> Self {
        let words = text::usage(lang);
        let meta = PageMeta::new(words.title, words.meaning, &service, lang);
        let recipes = recipes::all(dataset, service.public_url, lang).into_iter();
        UsagePage {
            layout: Layout::new(&service, meta, urls::USE, None, lang),
            words,
            rules: text::usage_rules(lang),
            recipes: recipes
                .map(|recipe| (text::recipe(recipe.id, lang).unwrap_or_default(), recipe))
                .collect(),
            is_local: service.public_url.is_none(),
        }
    }
}
