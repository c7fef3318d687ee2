//! From inputs to pages, through the memo.

use std::sync::Arc;

use super::api_error::ApiError;
use super::body::Segment;
use super::inputs::{
    Chunk, DatasetInputs, IndicatorInputs, PageInputs, PictureInputs, SeriesContext, SeriesInputs,
    SeriesParts,
};
use super::memo::Memo;
use super::page::{Caching, Content, Form, HTML, JSON, Localised, Page, PagesByPath, SiteError, Variant};
use super::resource::{Collection, Render, Resource};
use super::resources::RESOURCES;
use super::sdmx::{self, SdmxPages};
use super::series_texts::SeriesTexts;
use super::view::{ErrorView, IndicatorView};
use super::{gzip, html, json, long_table, openapi, parallel, urls, workbooks};
use crate::model::{Fingerprint, Lang, Localized};

/// With at most this many indicators, a collection is written in one segment: it is short, and one segment compresses
/// better than many.
const FEW: usize = 128;

/// The pages of some resources in all their languages.
type Pages = Vec<Arc<Page>>;

struct WrittenSeries {
    parts: SeriesParts,
    pages: Pages,
}

/// What has been written of an indicator; the pages by what they depend on.
struct WrittenIndicator {
    series: Arc<WrittenSeries>,
    others: [Arc<Pages>; 3],
}

/// What a chunk contributes to each collection, by form.
type WrittenChunk<T> = Vec<Localized<[T; 2]>>;

/// Every page, and what answers requests of SDMX.
pub fn pages(inputs: DatasetInputs<'_>) -> Result<(PagesByPath, SdmxPages), SiteError> {
    let indicators = indicators(&inputs)?;
    let inputs = DatasetInputs { parts: indicators.iter().map(|of| &of.series.parts).collect(), ..inputs };
    let mut pages = collections(&inputs)?;
    let all: Vec<&'static Resource> = RESOURCES.iter().collect();
    let of_dataset = parallel::map(&all, |resource| of_dataset(resource, &inputs))?;
    pages.extend(of_dataset.into_iter().flatten());
    let of_indicators = indicators
        .iter()
        .flat_map(|of| of.series.pages.iter().chain(of.others.iter().flat_map(|pages| pages.iter())));
    pages.extend(of_indicators.cloned());
    let (sdmx, own) = SdmxPages::new(inputs.dataset, inputs.memo)?;
    gzip::release_compressors();
    let by_path = |page: Arc<Page>| Some((page.path.clone()?, page));
    Ok((pages.into_iter().filter_map(by_path).chain(own).collect(), sdmx))
}

/// A page for each refusal in each language.
pub type Refusals = Vec<(ApiError, Localized<Page>)>;

pub fn refusals(service: html::Service<'_>) -> Result<Refusals, SiteError> {
    let page = |error: ApiError, lang| {
        let (facts, content) = if error == ApiError::UnknownPage {
            (&HTML, html::content(&html::MissingPage::new(service, lang))?)
        } else {
            (&JSON, json::no_store(&ErrorView::new(error, lang))?)
        };
        let (status, caching) = (error.status(), Caching::NoStore);
        Ok::<_, SiteError>(Page { status, caching, lang: Some(lang), ..Page::new(facts, content) })
    };
    let pages = |error| Ok((error, Localized::try_build(|lang| page(error, lang))?));
    ApiError::ALL.into_iter().map(pages).collect()
}

/// The fingerprints of everything that [`pages`] finds in its memo.
pub fn fingerprints(inputs: &DatasetInputs<'_>) -> Result<(), SiteError> {
    indicators(inputs)?;
    chunks(inputs, &Chunk::cut(&inputs.dataset.categories, &inputs.indicators))?;
    sdmx::series(inputs.dataset, inputs.memo)?;
    Ok(())
}

fn indicators(inputs: &DatasetInputs<'_>) -> Result<Vec<WrittenIndicator>, SiteError> {
    let both: Vec<_> = inputs.indicators.iter().zip(&inputs.pages).collect();
    parallel::map(&both, |(of, page)| indicator(of, page, inputs))
}

fn indicator(
    of: &IndicatorInputs<'_>,
    page: &PageInputs<'_>,
    inputs: &DatasetInputs<'_>,
) -> Result<WrittenIndicator, SiteError> {
    let (key, memo) = (of.key(), inputs.memo);
    let series = SeriesInputs::new(of.indicator, inputs.options);
    let picture = PictureInputs::of(page);
    let nothing = |_: Fingerprint| Pages::new();
    Ok(WrittenIndicator {
        series: memo.get(
            "series",
            &series,
            |name| WrittenSeries { parts: SeriesParts::stand_in(name, of.indicator), pages: Pages::new() },
            || WrittenSeries::new(&series, memo),
        )?,
        others: [
            memo.get("indicator", of, nothing, || {
                rendered(key, |render| match render {
                    Render::Indicator(write) => Some(Localized::try_build(|lang| write(of, lang))),
                    _ => None,
                })
            })?,
            memo.get("page", page, nothing, || {
                rendered(key, |render| match render {
                    Render::Page(write) => Some(write(page)),
                    _ => None,
                })
            })?,
            memo.get("picture", &(key, &picture), nothing, || {
                rendered(key, |render| match render {
                    Render::Picture(write) => Some(write(&picture)),
                    _ => None,
                })
            })?,
        ],
    })
}

impl WrittenSeries {
    fn new(inputs: &SeriesInputs<'_>, memo: &Memo<'_>) -> Result<Self, SiteError> {
        let texts = &SeriesTexts::new(&inputs.indicator);
        let parts = SeriesParts {
            long_table: long_table::segments(&inputs.indicator, texts)?,
            blocks: Localized::build(|lang| workbooks::blocks(&inputs.indicator, texts, lang)),
        };
        let context = SeriesContext { inputs, texts, parts: &parts, memo };
        let pages = rendered(inputs.indicator.key.as_str(), |render| match render {
            Render::Series(write) => Some(write(&context)),
            _ => None,
        })?;
        Ok(WrittenSeries { parts, pages })
    }
}

/// The pages of the resources that `write` writes.
fn rendered(key: &str, write: impl Fn(&Render) -> Option<Localised>) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        if let Some(content) = write(&resource.render) {
            pages.extend(with_paths(resource, &urls::of(resource.path, key), content?));
        }
    }
    Ok(pages)
}

fn with_paths(resource: &'static Resource, path: &str, content: Localized<Content>) -> [Arc<Page>; 2] {
    Lang::ALL.map(|lang| {
        let path = Some(urls::localized(lang, path).into());
        Arc::new(Page { lang: Some(lang), path, ..Page::new(&resource.facts, content.get(lang).clone()) })
    })
}

/// The pages of a resource that is made from the whole dataset, if it is.
fn of_dataset(resource: &'static Resource, inputs: &DatasetInputs<'_>) -> Result<Pages, SiteError> {
    let content = match &resource.render {
        Render::Dataset(write) => {
            let content = Localized::try_build(|lang| write(inputs, lang))?;
            return Ok(with_paths(resource, resource.path, content).into());
        }
        Render::Single(write) => write(inputs),
        Render::Public(write) => match &inputs.options.public_url {
            Some(url) => write(inputs, url)?,
            None => return Ok(Pages::new()),
        },
        Render::Description => openapi::content(inputs)?,
        Render::Health => Variant::plain(b"ok".to_vec()).into(),
        _ => return Ok(Pages::new()),
    };
    let page = Page::new(&resource.facts, content);
    Ok(vec![Arc::new(Page { path: Some(resource.path.into()), caching: resource.caching(), ..page })])
}

fn all_collections() -> impl Iterator<Item = (&'static Resource, &'static Collection)> {
    RESOURCES.iter().filter_map(|resource| match &resource.render {
        Render::Collection(of) => Some((resource, of)),
        _ => None,
    })
}

fn collections(inputs: &DatasetInputs<'_>) -> Result<Pages, SiteError> {
    let chunks = Chunk::cut(&inputs.dataset.categories, &inputs.indicators);
    let is_short = inputs.indicators.len() <= FEW;
    let (texts, segments) = if is_short {
        (parallel::map(&chunks, texts)?, Vec::new())
    } else {
        (Vec::new(), self::chunks(inputs, &chunks)?)
    };
    let all: Vec<_> = all_collections().enumerate().collect();
    let pages = parallel::map(&all, |(number, (resource, of))| {
        let variant = |lang, form: Form| {
            let (mut head, tail) = (of.envelope)(inputs, lang, form)?;
            let own =
                |chunk: &WrittenChunk<Segment>| Some(chunk.get(*number)?.get(lang)[form as usize].clone());
            Ok::<_, SiteError>(if is_short {
                let own =
                    texts.iter().filter_map(|chunk| Some(&chunk.get(*number)?.get(lang)[form as usize]));
                own.for_each(|text| head.extend(text));
                head.extend(tail);
                Variant::uncompressed(head)
            } else {
                let middle = segments.iter().filter_map(|chunk| own(chunk));
                let [head, tail] = [head, tail].map(Segment::uncompressed);
                Variant::of_segments(&[head].into_iter().chain(middle).chain([tail]).collect::<Vec<_>>())
            })
        };
        let content = Localized::try_build(|lang| {
            let alternate = Some(variant(lang, Form::Alternate)?);
            Ok::<_, SiteError>(Content { default: variant(lang, Form::Default)?, alternate })
        })?;
        Ok::<_, SiteError>(with_paths(resource, resource.path, content))
    })?;
    Ok(pages.into_iter().flatten().collect())
}

/// What the chunks of long collections contribute.
fn chunks(
    inputs: &DatasetInputs<'_>,
    chunks: &[Chunk<'_>],
) -> Result<Vec<Arc<WrittenChunk<Segment>>>, SiteError> {
    let stand_in = |name| {
        let segment = Segment::stand_in(name);
        all_collections().map(|_| Localized::build(|_| [segment.clone(), segment.clone()])).collect()
    };
    let segments = |chunk: &Chunk<'_>| -> Result<WrittenChunk<Segment>, SiteError> {
        let segments = |of: Localized<[Vec<u8>; 2]>| of.map(|_, texts| texts.map(Segment::uncompressed));
        Ok(texts(chunk)?.into_iter().map(segments).collect())
    };
    parallel::map(chunks, |chunk| inputs.memo.get("chunk", chunk, stand_in, || segments(chunk)))
}

fn texts(chunk: &Chunk<'_>) -> Result<WrittenChunk<Vec<u8>>, SiteError> {
    let views = |lang| chunk.members.iter().map(|of| IndicatorView::new(of, lang)).collect::<Vec<_>>();
    let views = Localized::build(views);
    let texts = |(_, of): (_, &Collection)| {
        Localized::try_build(|lang| {
            let text = |form| (of.chunk)(chunk, views.get(lang), lang, form);
            Ok([text(Form::Default)?, text(Form::Alternate)?])
        })
    };
    all_collections().map(texts).collect()
}
