//! What pages are taken over from where they are made of the same: the snapshot before, or what stands in for pages that
//! nobody asks for.

use std::collections::HashMap;
use std::sync::Arc;

use super::build::{BuiltChunk, BuiltIndicator};
use super::inputs::{Chunk, IndicatorInputs, PageInputs};
use super::{Site, SiteOptions, Summary, html};
use crate::dataset::Dataset;

/// What has been written, with the inputs that it was written from.
pub struct Former<'a> {
    /// By key.
    pub indicators: HashMap<&'a str, Known<'a>>,
    /// By their names.
    pub chunks: HashMap<(&'a str, &'a str), (Chunk<'a>, Arc<BuiltChunk>)>,
    /// What the operator had decided.
    pub options: &'a SiteOptions,
}

/// An indicator of which something has been written.
#[derive(Clone)]
pub struct Known<'a> {
    /// What its pages for programs were made of.
    pub inputs: IndicatorInputs<'a>,
    /// What its pages for people were made of.
    pub page: PageInputs<'a>,
    /// What was written.
    pub built: Arc<BuiltIndicator>,
}

impl<'a> Former<'a> {
    /// The snapshot before.
    pub fn of(site: &'a Site) -> Self {
        let mut indicators = site.built.indicators.iter().cloned();
        let mut chunks = site.built.chunks.iter().cloned();
        Former::new(&site.dataset, &site.summary, &site.options, |_| indicators.next(), |_| chunks.next())
    }

    /// Stand-ins for all that would be written of a dataset.
    pub fn stand_ins(dataset: &'a Dataset, summary: &'a Summary, options: &'a SiteOptions) -> Self {
        Former::new(
            dataset,
            summary,
            options,
            |inputs| Some(BuiltIndicator::stand_in(inputs.indicator)),
            |chunk| Some(BuiltChunk::stand_in(chunk)),
        )
    }

    /// What has been written of a dataset: `indicator` and `chunk` give it for each in the order of the collection.
    fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        options: &'a SiteOptions,
        mut indicator: impl FnMut(&IndicatorInputs<'a>) -> Option<Arc<BuiltIndicator>>,
        mut chunk: impl FnMut(&Chunk<'a>) -> Option<Arc<BuiltChunk>>,
    ) -> Self {
        let all = IndicatorInputs::all(dataset, summary);
        let chunks = Chunk::cut(&dataset.categories, &all).into_iter();
        let pages = html::inputs(dataset, summary, options.public_url.as_ref());
        let known = |(inputs, page): (&IndicatorInputs<'a>, PageInputs<'a>)| {
            let built = indicator(inputs)?;
            Some((inputs.indicator.key.as_str(), Known { inputs: *inputs, page, built }))
        };
        Former {
            indicators: all.iter().zip(pages).filter_map(known).collect(),
            chunks: chunks.filter_map(|of| chunk(&of).map(|built| (of.name(), (of, built)))).collect(),
            options,
        }
    }
}
