//! `/method`: what periods, statuses, changes, revisions, flags and charts mean, with examples from the dataset itself.
//! And `/use`: recipes for programs.

use super::*;

use crate::site::recipes::Recipe;

#[derive(Template)]
#[template(path = "method.html", config = "src/site/templates/askama.toml")]
pub struct MethodPage<'a> {
    layout: Layout<'a>,
    /// The examples come from these.
    indicators: &'a [PageInputs<'a>],
}

impl<'a> MethodPage<'a> {
    pub fn new(inputs: &'a DatasetInputs<'a>, lang: Lang) -> Self {
        let t = text::page(lang);
        let service = inputs.service();
        MethodPage {
            layout: Layout::new(service, urls::METHOD, t.method, t.method_meaning, lang),
            indicators: &inputs.pages,
        }
    }
}

/// The examples of a section: an indicator, and what it shows.
fn examples(section: &str, inputs: &[PageInputs], lang: Lang) -> Vec<(Link, String)> {
    let kinds: &[Example] = match section {
        "periods" => &[old_figure],
        "changes" => &[
            |input, lang| change_sentence(input, Comparand::Year, Outcome::Calculated, lang),
            |input, lang| change_sentence(input, Comparand::Month, Outcome::NoBase, lang),
            |input, lang| change_sentence(input, Comparand::Month, Outcome::NotCalculated, lang),
        ],
        "revisions" => &[revised_values],
        _ => &[],
    };

    let mut examples = Vec::new();
    for example in kinds {
        for input in inputs {
            if let Some(text) = example(input, lang) {
                let link = Link::to(&input.indicator.key, &input.indicator.name, lang);
                examples.push((link, text::nbsp(&text)));
                break;
            }
        }
    }

    examples
}

/// The text of an example, of the first indicator that has one.
type Example = fn(&PageInputs, Lang) -> Option<String>;

fn old_figure(input: &PageInputs, lang: Lang) -> Option<String> {
    let figure = Figure::new(input.indicator, input.as_of, lang);
    let InForce { current, since, .. } = input.indicator.series.in_force(input.as_of);
    let period = text::period_in_text(&current.series_key, since, input.as_of, lang);
    Some(format!("{}, {period} ({}).", figure.value(), figure.age?))
}

/// The sentence of a comparison with this outcome, as of verified data: the arithmetic does not depend on the status.
fn change_sentence(
    input: &PageInputs,
    comparand: Comparand,
    outcome: Outcome,
    lang: Lang,
) -> Option<String> {
    let series = &input.indicator.series;
    let comparison = Comparison::new(series, Status::Verified, comparand);
    let is_rate = series.current().series_key.period_type == PeriodType::EffectiveFrom;
    if comparison.outcome != outcome || is_rate {
        return None;
    }

    let decimals = input.indicator.decimals_of(&comparison.current.series_key);
    let status = Status::Verified;
    Some(text::change(&comparison, decimals, status, comparand, lang))
}

/// A value before it was revised.
fn revised_values(input: &PageInputs, lang: Lang) -> Option<String> {
    let revision = revisions(input.indicator, lang).into_iter().next()?;
    let mut values = Vec::new();
    for (value, published) in revision.values {
        values.push(match published {
            Some(published) => format!("{value} ({published})"),
            None => value,
        });
    }

    Some(format!("{}: {}", revision.period, values.join(" → ")))
}

#[derive(Template)]
#[template(path = "usage.html", config = "src/site/templates/askama.toml")]
pub struct UsagePage<'a> {
    layout: Layout<'a>,
    recipes: Vec<Recipe>,
}

impl<'a> UsagePage<'a> {
    pub fn new(inputs: &DatasetInputs<'a>, lang: Lang) -> Self {
        let (t, service) = (text::page(lang), inputs.service());
        let recipes = recipes::all(inputs.dataset, service.public_url, lang);
        let layout = Layout::new(service, urls::USE, t.use_title, t.use_meaning, lang);
        UsagePage { layout, recipes }
    }
}
