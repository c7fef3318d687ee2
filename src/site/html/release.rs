//! The release as pages of the service as a whole name it.

use super::*;

use crate::site::text;

/// The release as a page names it.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Release<'a> {
    version: &'a str,
    day: NaiveDate,
}

impl<'a> Release<'a> {
    pub fn of(dataset: &'a Dataset) -> Self {
        Release { version: &dataset.version, day: dataset.offset.day(dataset.as_of) }
    }

    /// The version, and the day of its data.
    pub fn text(&self, lang: Lang) -> (String, String) {
        (self.version.to_owned(), text::nbsp(&text::cited_as_of(text::full_day(self.day, lang), lang)))
    }
}
