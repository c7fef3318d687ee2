//! The notices at the top of pages for people while a dataset is previewed.

use super::*;

/// The notices of a preview.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Notices {
    pub title: String,
    pub problems: Option<Section>,
    pub differences: Option<Section>,
    /// The differences of each indicator that has some; its page has no others.
    pub differences_by_key: BTreeMap<Key, Section>,
}

/// A text below its heading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    pub heading: String,
    pub text: String,
}

/// The notice of a page.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Notice<'a> {
    pub title: &'a str,
    pub problems: Option<&'a Section>,
    pub differences: Option<&'a Section>,
}

impl Notices {
    /// The notice of a page that is of no indicator.
    pub fn general(&self) -> Notice<'_> {
        Notice {
            title: &self.title,
            problems: self.problems.as_ref(),
            differences: self.differences.as_ref(),
        }
    }

    pub fn of_indicator(&self, key: &Key) -> Notice<'_> {
        Notice {
            differences: self.differences_by_key.get(key),
            ..self.general()
        }
    }
}
