//! The inputs of pages. A writer of a page is given one of these values and nothing else, and its pages are found again by
//! a fingerprint of the whole value: an input that decides on a page cannot be forgotten.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::NaiveDate;

use super::calendar::{self, Releases};
use super::html;
pub use super::html::{
    CategoryInput as CategoryInputs, IndicatorInput as PageInputs, PictureInput as PictureInputs,
};
use super::memo::Memo;
pub use super::options::SiteOptions;
use super::page::Forms;
use super::ranges::{Blocks, SeriesRows};
use super::segment::Segment;
use super::summary::Summary;
use crate::dataset::Dataset;
use crate::model::{
    Category, DeclaredStatus, EffectiveStatus, Fingerprint, Indicator, Key, Localized, NamedLink, Offset,
    Source, Timestamp,
};

/// The definition of an indicator and its observations: neither the clock, nor a status, nor the publication.
#[derive(Hash)]
pub struct SeriesInputs<'a> {
    /// Without anything that decides on its status: no check of its source, no release calendar, nothing declared.
    pub indicator: Indicator,
    pub options: &'a SiteOptions,
    pub license: Option<&'a NamedLink>,
}

/// The same with the parts that are written once for several resources.
pub struct SeriesContext<'a> {
    pub inputs: &'a SeriesInputs<'a>,
    pub parts: &'a Arc<SeriesParts>,
    pub memo: &'a Memo<'a>,
}

/// The parts of a series in resources that are put together from all series.
pub struct SeriesParts {
    pub rows: SeriesRows,
    pub long_table: Blocks,
}

/// An indicator at the instant of a snapshot.
#[derive(Clone, Copy, Hash)]
pub struct IndicatorInputs<'a> {
    pub indicator: &'a Indicator,
    pub category: &'a Localized<String>,
    pub effective: &'a EffectiveStatus,
    pub offset: Offset,
}

pub struct DatasetInputs<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub releases: Releases<'a>,
    pub options: &'a SiteOptions,
    pub indicators: Vec<IndicatorInputs<'a>>,
    /// For the page of each indicator.
    pub pages: Vec<PageInputs<'a>>,
    /// For the page of each category.
    pub categories: Vec<CategoryInputs<'a>>,
    pub parts: HashMap<&'a Key, &'a Arc<SeriesParts>>,
    pub memo: &'a Memo<'a>,
}

/// What a feed is made of: that of all categories, or of one.
#[derive(Clone, Copy, Hash)]
pub struct FeedInputs<'a> {
    pub title: Option<&'a Localized<String>>,
    pub description: Option<&'a Localized<String>>,
    pub license: Option<&'a NamedLink>,
    pub offset: Offset,
    /// When the dataset was compiled, where nothing in it has a day of publication.
    pub as_of: Option<Timestamp>,
    pub options: &'a SiteOptions,
    pub categories: &'a [Category],
    pub is_of_one_category: bool,
}

/// A run of indicators of one category, the unit in which collections are written.
#[derive(Hash)]
pub struct Chunk<'a> {
    pub id: &'a str,
    pub category: &'a Localized<String>,
    pub is_first_category: bool,
    pub is_first: bool,
    pub opens: bool,
    pub closes: bool,
    /// The indicators; there is none in an empty category alone.
    pub members: Vec<IndicatorInputs<'a>>,
}

/// How many indicators a chunk has at most: with one changed value this many elements are written anew.
const CHUNK: usize = 64;

impl<'a> SeriesInputs<'a> {
    pub fn new(indicator: &Indicator, options: &'a SiteOptions, license: Option<&'a NamedLink>) -> Self {
        let source = |source: &Arc<Source>| Arc::new(Source { check: None, ..Source::clone(source) });
        let indicator = Indicator {
            source: indicator.source.as_ref().map(source),
            release: None,
            declared: DeclaredStatus::Unrecognised,
            ..indicator.clone()
        };
        SeriesInputs { indicator, options, license }
    }
}

impl SeriesParts {
    pub fn stand_in(name: Fingerprint, indicator: &Indicator) -> Self {
        let segment = Segment::stand_in(name);
        SeriesParts {
            rows: SeriesRows::new(indicator),
            long_table: Localized::build(|_| Forms::build(|_| [segment.clone()].into())),
        }
    }
}

impl<'a> IndicatorInputs<'a> {
    pub fn of(page: &PageInputs<'a>) -> Self {
        let PageInputs { indicator, category, effective, offset, .. } = *page;
        IndicatorInputs { indicator, category, effective, offset }
    }

    pub fn key(&self) -> &'a str {
        self.indicator.key.as_str()
    }
}

impl<'a> DatasetInputs<'a> {
    /// Without `parts`; `summary` is that of `dataset`.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        options: &'a SiteOptions,
        memo: &'a Memo<'a>,
    ) -> Self {
        let pages = html::inputs(dataset, summary, options);
        DatasetInputs {
            dataset,
            summary,
            releases: calendar::releases(dataset),
            options,
            indicators: pages.iter().map(IndicatorInputs::of).collect(),
            categories: CategoryInputs::all(dataset, &pages, options),
            pages,
            parts: HashMap::new(),
            memo,
        }
    }

    /// The written parts of these series, in their order.
    pub fn parts_of<'i>(&self, indicators: impl Iterator<Item = &'i Indicator>) -> Vec<&'a Arc<SeriesParts>> {
        indicators.filter_map(|indicator| self.parts.get(&indicator.key).copied()).collect()
    }

    /// The day of the dataset.
    pub fn as_of(&self) -> NaiveDate {
        self.dataset.offset.day(self.dataset.as_of)
    }

    pub fn service(&self) -> html::Service<'a> {
        html::Service::released(self.dataset, self.options)
    }
}

impl<'a> FeedInputs<'a> {
    pub fn of_all(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        Self::new(dataset, options, &dataset.categories, false)
    }

    pub fn of_one(dataset: &'a Dataset, options: &'a SiteOptions, category: &'a Category) -> Self {
        Self::new(dataset, options, std::slice::from_ref(category), true)
    }

    fn new(
        dataset: &'a Dataset,
        options: &'a SiteOptions,
        categories: &'a [Category],
        is_of_one_category: bool,
    ) -> Self {
        let mut indicators = categories.iter().flat_map(|category| &category.indicators);
        let is_dated = indicators.any(|of| of.series.revisions().any(|of| of.published.is_some()));
        FeedInputs {
            title: dataset.title.as_ref(),
            description: dataset.description.as_ref(),
            license: dataset.license.as_ref(),
            offset: dataset.offset,
            as_of: (!is_dated).then_some(dataset.as_of),
            options,
            categories,
            is_of_one_category,
        }
    }
}

impl<'a> Chunk<'a> {
    /// Cuts `all`, the indicators of `categories` in order.
    pub fn cut(categories: &'a [Category], all: &[IndicatorInputs<'a>]) -> Vec<Self> {
        let (mut chunks, mut rest, mut is_first) = (Vec::new(), all, true);
        for category in categories {
            let (own, others) = rest.split_at_checked(category.indicators.len()).unwrap_or((rest, &[]));
            rest = others;
            let runs: Vec<_> = if own.is_empty() { vec![own] } else { own.chunks(CHUNK).collect() };
            for (number, members) in runs.iter().enumerate() {
                chunks.push(Chunk {
                    id: &category.id,
                    category: &category.name,
                    is_first_category: chunks.is_empty(),
                    is_first,
                    opens: number == 0,
                    closes: number + 1 == runs.len(),
                    members: members.to_vec(),
                });
                is_first &= members.is_empty();
            }
        }
        chunks
    }
}
