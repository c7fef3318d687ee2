//! `/use`: recipes for programs.

use askama::Template;

use super::layout::{Layout, Service, Subject};
use crate::dataset::Dataset;
use crate::model::Lang;
use crate::site::recipes::{self, Recipe};
use crate::site::text::{self, UsageWords};
use crate::site::urls;

#[derive(Template)]
#[template(path = "usage.html", config = "src/site/templates/askama.toml")]
pub struct UsagePage {
    layout: Layout,
    words: &'static UsageWords,
    rules: [&'static str; 4],
    /// Each with a sentence about it.
    recipes: Vec<(&'static str, Recipe)>,
    /// Whether the recipes name an address that the reader has to replace.
    is_local: bool,
}

impl UsagePage {
    /// With recipes about a dataset's own figures.
    pub fn new(dataset: &Dataset, service: Service<'_>, lang: Lang) -> Self {
        let words = text::usage(lang);
        let subject = Subject::general(words.title, words.meaning, &service, lang);
        let recipes = recipes::all(dataset, service.public_url, lang).into_iter();
        UsagePage {
            layout: Layout::new(&service, subject, urls::USE, None, lang),
            words,
            rules: text::usage_rules(lang),
            recipes: recipes
                .map(|recipe| (text::recipe(recipe.id, lang).unwrap_or_default(), recipe))
                .collect(),
            is_local: service.public_url.is_none(),
        }
    }
}
