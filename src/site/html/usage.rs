//! `/use`: recipes for programs.

use askama::Template;

use super::super::recipes::{self, Recipe};
use super::super::text::{self, UsageWords};
use super::super::urls;
use super::layout::{Layout, Service, Subject};
use crate::dataset::Dataset;
use crate::model::Lang;

/// The page, in one language.
#[derive(Template)]
#[template(path = "usage.html", config = "src/site/templates/askama.toml")]
pub struct UsagePage {
    layout: Layout,
    words: &'static UsageWords,
    rules: [&'static str; 4],
    recipes: Vec<Described>,
    /// Whether the recipes name an address that the reader has to replace.
    is_local: bool,
}

struct Described {
    recipe: Recipe,
    sentence: &'static str,
}

impl UsagePage {
    /// With recipes about a dataset's own figures.
    pub fn new(dataset: &Dataset, service: Service<'_>, lang: Lang) -> Self {
        let words = text::usage(lang);
        let recipes = recipes::all(dataset, service.public_url, lang).into_iter();
        let subject = Subject {
            title: format!("{} — {}", words.title, service.title(lang)),
            description: words.meaning.to_owned(),
            keywords: Vec::new(),
        };
        UsagePage {
            layout: Layout::new(&service, subject, urls::USE, None, lang),
            words,
            rules: text::usage_rules(lang),
            recipes: recipes
                .map(|recipe| Described {
                    sentence: text::recipe(recipe.id, lang).unwrap_or_default(),
                    recipe,
                })
                .collect(),
            is_local: service.public_url.is_none(),
        }
    }
}
