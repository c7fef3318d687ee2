//! The subject of a page, from which its path follows.

use super::*;

/// The subject of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The service itself, or all indicators.
    Service,
    Indicator(Key),
    /// A category, by its id.
    Category(Box<str>),
    /// A data category of the National Summary Data Page, by its id.
    Domain(Box<str>),
}

impl Subject {
    /// The path of a resource of this subject, without a language; `template` is the path of the resource.
    pub fn fill_path(&self, template: &str) -> String {
        match self {
            Subject::Service => template.to_owned(),
            Subject::Indicator(key) => urls::of(template, key),
            Subject::Category(id) | Subject::Domain(id) => urls::of(template, id),
        }
    }

    /// The indicator that the page is about.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Subject::Indicator(key) => Some(key),
            _ => None,
        }
    }
}
