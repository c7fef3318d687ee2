//! The inputs of bodies. What renders the bodies of an indicator or a category is given one of these values and nothing else,
//! and they are found again by a hash of the whole value: an input that decides on a body cannot be forgotten.

use super::*;

use super::calendar::Releases;

pub use super::html::{CategoryInput as CategoryInputs, IndicatorInput as PageInputs};

pub struct DatasetInputs<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub releases: Releases<'a>,
    pub options: &'a SiteOptions,
    pub indicators: Vec<IndicatorInputs<'a>>,
    /// For the bodies of each indicator.
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
        let pages = html::inputs(dataset, summary, options);
        DatasetInputs {
            dataset,
            summary,
            releases: calendar::releases(dataset),
            options,
            indicators: data.indicators().collect(),
            categories: CategoryInputs::all(dataset, &pages, options),
            pages,
            history_hashes: HashMap::new(),
        }
    }

    /// The day of the dataset.
    pub fn as_of(&self) -> NaiveDate {
        self.dataset.offset.day(self.dataset.as_of)
    }

    pub fn service(&self) -> html::Service<'a> {
        html::Service::released(self.dataset, self.options)
    }
}
