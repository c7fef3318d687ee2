//! What pages are made of. A writer of a page is given one of these values and nothing else, and where the value is
//! equal to that of the snapshot before, its pages are taken over: an input that decides on a page cannot be forgotten.

use std::sync::Arc;

use super::calendar::{self, Releases};
pub use super::html::{IndicatorInput as PageInputs, PictureInput as PictureInputs};
use super::parts::SeriesParts;
use super::{SiteOptions, Summary, html};
use crate::dataset::Dataset;
use crate::model::{Category, DeclaredStatus, EffectiveStatus, Indicator, Key, Localized, Offset, Source};

/// The definition of an indicator and its observations: neither the clock, nor a status, nor the publication.
#[derive(PartialEq)]
pub struct SeriesInputs<'a> {
    /// The indicator without whatever decides on its status: no check of its source, no release calendar, nothing
    /// declared.
    pub indicator: Indicator,
    /// What the operator has decided.
    pub options: &'a SiteOptions,
}

/// An indicator as it stands at the instant of a snapshot.
#[derive(Clone, Copy, PartialEq)]
pub struct IndicatorInputs<'a> {
    /// Everything that its files say.
    pub indicator: &'a Indicator,
    /// The name of its category.
    pub category: &'a Localized<String>,
    /// Its status at the instant.
    pub effective: &'a EffectiveStatus,
    /// How timestamps are written.
    pub offset: Offset,
}

/// All of it.
pub struct DatasetInputs<'a> {
    /// What was read.
    pub dataset: &'a Dataset,
    /// What it comes to at the instant of the snapshot.
    pub summary: &'a Summary,
    /// The release calendar by date.
    pub releases: Releases<'a>,
    /// What the operator has decided.
    pub options: &'a SiteOptions,
    /// What the page of each indicator is made of.
    pub pages: Vec<PageInputs<'a>>,
    /// What has been written of each series, to be put together.
    pub parts: Vec<&'a SeriesParts>,
}

/// A run of indicators of one category, the unit in which collections are written.
#[derive(Clone, PartialEq)]
pub struct Chunk<'a> {
    /// The identifier of the category.
    pub id: &'a str,
    /// The text of the category that readers see.
    pub category: &'a Localized<String>,
    /// Whether no category is before it.
    pub is_first_category: bool,
    /// Whether no indicator is before it.
    pub is_first: bool,
    /// Whether its category begins with it.
    pub opens: bool,
    /// Whether its category ends with it.
    pub closes: bool,
    /// The indicators; there is none in an empty category alone.
    pub members: Vec<IndicatorInputs<'a>>,
}

/// How many indicators a chunk has at most: with one changed value this many elements are written anew.
const CHUNK: usize = 64;

impl<'a> SeriesInputs<'a> {
    /// Those of an indicator.
    pub fn new(indicator: &Indicator, options: &'a SiteOptions) -> Self {
        let source = |source: &Arc<Source>| Arc::new(Source { check: None, ..Source::clone(source) });
        let indicator = Indicator {
            source: indicator.source.as_ref().map(source),
            release: None,
            declared: DeclaredStatus::Unrecognised,
            ..indicator.clone()
        };
        SeriesInputs { indicator, options }
    }
}

impl<'a> IndicatorInputs<'a> {
    /// Those of every indicator, in the order of the collection; `summary` is that of `dataset`.
    pub fn all(dataset: &'a Dataset, summary: &'a Summary) -> Vec<Self> {
        let categories = dataset.categories.iter();
        let indicators =
            categories.flat_map(|category| category.indicators.iter().map(|of| (&category.name, of)));
        let inputs = |((category, indicator), (_, effective)): ((_, &'a Indicator), &'a (Key, _))| {
            IndicatorInputs { indicator, category, effective, offset: dataset.offset }
        };
        indicators.zip(&summary.statuses).map(inputs).collect()
    }
}

impl<'a> DatasetInputs<'a> {
    /// Those of a dataset; `summary` is its.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        options: &'a SiteOptions,
        parts: Vec<&'a SeriesParts>,
    ) -> Self {
        let pages = html::inputs(dataset, summary, options.public_url.as_ref());
        DatasetInputs { dataset, summary, releases: calendar::releases(dataset), options, pages, parts }
    }

    /// What a page says of the service as a whole.
    pub fn service(&self) -> html::Service<'a> {
        html::Service::new(self.dataset, self.options.public_url.as_ref())
    }
}

impl<'a> Chunk<'a> {
    /// What it is found by in another snapshot: its category and its first indicator.
    pub fn name(&self) -> (&'a str, &'a str) {
        (self.id, self.members.first().map_or("", |first| first.indicator.key.as_str()))
    }

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dataset::{self, load};

    #[test]
    fn every_chunk_has_a_name_of_its_own() {
        let now = "2026-11-20T09:00:00Z".parse().unwrap();
        let dataset = load(&dataset::Source::Embedded, now).unwrap().public_at(now);
        let summary = Summary::new(&dataset, now);
        let all = IndicatorInputs::all(&dataset, &summary);
        let chunks = Chunk::cut(&dataset.categories, &all);
        let names: BTreeSet<_> = chunks.iter().map(Chunk::name).collect();
        assert!(chunks.len() > 5 && names.len() == chunks.len());
        assert!(names.iter().all(|(id, first)| !id.is_empty() && !first.is_empty()));
    }
}
