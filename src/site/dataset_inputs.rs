//! The inputs of stored bodies, while a snapshot is built.

use super::*;

use super::calendar::Releases;

pub use super::html::{CategoryInputs, PageInputs};

/// The inputs of stored bodies. A renderer of an indicator or a category is given its value in `pages` or `categories` and
/// nothing else. Its bodies are found again by a hash of that whole value: an input that decides on a body cannot be forgotten.
pub struct DatasetInputs<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub releases: Releases<'a>,
    pub options: &'a SiteOptions,
    /// For the bodies of each indicator, in the order of the collection.
    pub pages: Vec<PageInputs<'a>>,
    /// For those of each category.
    pub categories: Vec<CategoryInputs<'a>>,
    /// The hash of the history of each indicator, by its key.
    pub history_hashes: HashMap<&'a str, Localized<TextHash>>,
}

impl<'a> DatasetInputs<'a> {
    /// Without hashes of histories.
    pub fn new(data: &'a SiteData) -> Self {
        let (dataset, options, summary) = (&*data.dataset, &data.options, &data.summary);
        let pages = PageInputs::all(dataset, summary, options);
        DatasetInputs {
            dataset,
            summary,
            releases: calendar::releases(dataset),
            options,
            categories: CategoryInputs::all(dataset, &pages, options),
            pages,
            history_hashes: HashMap::new(),
        }
    }

    pub fn members(&self) -> impl Iterator<Item = Member<'a>> {
        self.pages.iter().map(PageInputs::member)
    }

    pub fn service(&self) -> html::Service<'a> {
        html::Service::released(self.dataset, self.options)
    }
}
