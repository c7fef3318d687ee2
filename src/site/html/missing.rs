//! What a person is told at an address where there is nothing.

use askama::Template;

use super::layout::{Layout, Service, Subject};
use crate::model::Lang;
use crate::site::text;

/// The page of an unknown address, in one language.
#[derive(Template)]
#[template(path = "missing.html", config = "src/site/templates/askama.toml")]
pub struct MissingPage {
    layout: Layout,
}

impl MissingPage {
    /// It names nothing that was asked for.
    pub fn new(service: Service<'_>, lang: Lang) -> Self {
        let t = text::page(lang);
        let subject = Subject {
            title: format!("{} — {}", t.not_found, service.title(lang)),
            description: t.not_found_meaning.to_owned(),
            keywords: Vec::new(),
        };
        // It has no address of its own that could be canonical.
        let service = Service { public_url: None, ..service };
        MissingPage { layout: Layout::new(&service, subject, "/", None, lang) }
    }
}
