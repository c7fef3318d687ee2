//! Resources that are put together of parts: collections of those of chunks of indicators, the long table of those of
//! series.

use std::collections::HashMap;
use std::sync::Arc;

use super::inputs::{Chunk, DatasetInputs, SeriesParts};
use super::json::indicator::IndicatorView;
use super::page::{Content, Form, SiteError, Variant};
use super::ranges::SeriesRows;
use super::resources::{Collection, RESOURCES, Render, Resource};
use super::segment::Segment;
use super::{history, json, parallel};
use crate::model::{Indicator, Lang, Localized};

/// With at most this many indicators, a collection is written in one segment: it is short, and one segment compresses
/// better than many.
const FEW: usize = 128;

/// The part of a chunk in each collection, by the collection's path.
type WrittenChunk<T> = HashMap<(&'static str, Lang, Form), T>;

pub fn of_series(indicator: &Indicator) -> Arc<SeriesParts> {
    let rows = SeriesRows::new(indicator);
    Arc::new(SeriesParts { long_table: rows.write(&history::long_table_rows), rows })
}

fn all_collections() -> impl Iterator<Item = (&'static Resource, &'static Collection)> {
    RESOURCES.iter().filter_map(|resource| match &resource.render {
        Render::Collection(of) => Some((resource, of)),
        _ => None,
    })
}

pub fn collections(
    inputs: &DatasetInputs<'_>,
) -> Result<Vec<(&'static Resource, Localized<Content>)>, SiteError> {
    let chunks = Chunk::cut(&inputs.dataset.categories, &inputs.indicators);
    let is_short = inputs.indicators.len() <= FEW;
    let (texts, segments) = if is_short {
        (parallel::map(&chunks, texts)?, Vec::new())
    } else {
        (Vec::new(), self::chunks(inputs, &chunks)?)
    };
    let all: Vec<_> = all_collections().collect();
    parallel::map(&all, |(resource, of)| {
        let variant = |lang, form| {
            let (head, tail) = (of.envelope)(inputs, lang, form)?;
            let own = &(resource.path, lang, form);
            if is_short {
                let list: Vec<&[u8]> = texts.iter().filter_map(|chunk| Some(&**chunk.get(own)?)).collect();
                let list = list.concat();
                return Ok(Variant::uncompressed([&*head, &*list, json::tail_after(&list, &tail)].concat()));
            }
            let [head, tail] = [head, tail].map(Segment::uncompressed);
            let middle = segments.iter().filter_map(|chunk| chunk.get(own).cloned());
            Ok(Variant::of_segments(&[head].into_iter().chain(middle).chain([tail]).collect::<Vec<_>>()))
        };
        Ok((*resource, Localized::try_build(|lang| Content::in_forms(|form| variant(lang, form)))?))
    })
}

pub fn chunks(
    inputs: &DatasetInputs<'_>,
    chunks: &[Chunk<'_>],
) -> Result<Vec<Arc<WrittenChunk<Segment>>>, SiteError> {
    let stand_in = |name| {
        let segment = Segment::stand_in(name);
        places().map(|(_, place)| (place, segment.clone())).collect()
    };
    let segments = |chunk: &Chunk<'_>| -> Result<WrittenChunk<Segment>, SiteError> {
        Ok(texts(chunk)?.into_iter().map(|(place, text)| (place, Segment::uncompressed(text))).collect())
    };
    parallel::map(chunks, |chunk| inputs.memo.get("chunk", chunk, stand_in, || segments(chunk)))
}

fn texts(chunk: &Chunk<'_>) -> Result<WrittenChunk<Vec<u8>>, SiteError> {
    let views = |lang| chunk.members.iter().map(|of| IndicatorView::new(of, lang)).collect::<Vec<_>>();
    let views = Localized::build(views);
    let text = |(of, (path, lang, form)): (&Collection, _)| {
        Ok(((path, lang, form), (of.chunk)(chunk, views.get(lang), lang, form)?))
    };
    places().map(text).collect()
}

fn places() -> impl Iterator<Item = (&'static Collection, (&'static str, Lang, Form))> {
    all_collections().flat_map(|(resource, of)| {
        let forms = move |lang| Form::ALL.map(|form| (of, (resource.path, lang, form)));
        Lang::ALL.into_iter().flat_map(forms)
    })
}
