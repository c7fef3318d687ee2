//! From inputs to pages: what is as it was in the snapshot before is taken over, the rest is written anew.

use std::sync::Arc;

use super::former::{Former, Known};
use super::inputs::{Chunk, IndicatorInputs, PageInputs, PictureInputs, SeriesInputs};
use super::page::{Form, Page, Variant};
use super::parts::SeriesParts;
use super::piece::Piece;
use super::registry::{COLLECTIONS, Collection, OF_INDICATORS, OF_SERIES, PAGES, PICTURES, Written};
use super::series_texts::SeriesTexts;
use super::{SiteError, SiteOptions, Summary, html, parallel, urls};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, Localized};

/// With at most this many indicators, a collection is written in one piece: it is short, and one piece compresses better
/// than many.
const FEW: usize = 128;

/// A page of each language, shared with other snapshots.
pub type Pages = Localized<Arc<Page>>;

/// What has been written of an indicator.
pub struct BuiltIndicator {
    parts: Arc<SeriesParts>,
    of_series: Arc<[Pages]>,
    of_indicator: Arc<[Pages]>,
    pages: Arc<[Pages]>,
    pictures: Arc<[Pages]>,
}

/// What has been written of a chunk: by collection, the pieces of the default and the alternate form.
pub struct BuiltChunk(Vec<Localized<[Piece; 2]>>);

/// What has been written of all indicators.
pub struct Built {
    pub indicators: Vec<Arc<BuiltIndicator>>,
    pub chunks: Vec<Arc<BuiltChunk>>,
    pub collections: Vec<Pages>,
}

impl Built {
    /// Writes what `former` has not got.
    ///
    /// # Errors
    /// When a page cannot be written.
    pub fn new(
        dataset: &Dataset,
        options: &SiteOptions,
        summary: &Summary,
        former: Option<&Former<'_>>,
    ) -> Result<Self, SiteError> {
        let all = IndicatorInputs::all(dataset, summary);
        let pages = html::inputs(dataset, summary, options.public_url.as_ref());
        let both: Vec<_> = all.iter().zip(&pages).collect();
        let indicators = parallel::map(&both, |(inputs, page)| {
            let known = former.and_then(|former| Some((former.indicators.get(key(inputs))?, former.options)));
            BuiltIndicator::new(inputs, page, known, options)
        })?;
        let chunks = Chunk::cut(&dataset.categories, &all);
        let is_short = all.len() <= FEW;
        let built = if is_short {
            Vec::new()
        } else {
            parallel::map(&chunks, |chunk| {
                let known = former.and_then(|former| former.chunks.get(&chunk.name()));
                match known.filter(|(inputs, _)| inputs == chunk) {
                    Some((_, built)) => Ok(Arc::clone(built)),
                    None => BuiltChunk::new(chunk),
                }
            })?
        };
        let collections =
            parallel::map(&COLLECTIONS.iter().enumerate().collect::<Vec<_>>(), |(number, of)| {
                let variant = |lang, form| {
                    let around = (of.around)(dataset, summary, lang, form)?;
                    if is_short {
                        whole(of, around, &chunks, lang, form)
                    } else {
                        Ok(joined(around, built.iter().filter_map(|chunk| chunk.piece(*number, lang, form))))
                    }
                };
                let page = |lang| {
                    Ok::<_, SiteError>((of.page)(
                        lang,
                        variant(lang, Form::Default)?,
                        variant(lang, Form::Alternate)?,
                    ))
                };
                finished(Localized::try_build(page), of.path)
            })?;
        Ok(Built { indicators, chunks: built, collections })
    }

    /// What each series contributes to resources of all series.
    pub fn parts(&self) -> Vec<&SeriesParts> {
        self.indicators.iter().map(|built| built.parts()).collect()
    }
}

/// A short collection.
fn whole(
    of: &Collection,
    (mut text, tail): (Vec<u8>, Vec<u8>),
    chunks: &[Chunk<'_>],
    lang: Lang,
    form: Form,
) -> Result<Variant, SiteError> {
    for chunk in chunks {
        text.extend((of.chunk)(chunk, lang, form)?);
    }
    text.extend(tail);
    Ok(Variant::kept(text))
}

/// A long one.
fn joined<'a>((head, tail): (Vec<u8>, Vec<u8>), pieces: impl Iterator<Item = &'a Piece>) -> Variant {
    let pieces = [Piece::kept(head)].into_iter().chain(pieces.cloned()).chain([Piece::kept(tail)]);
    Variant::of_pieces(&pieces.collect::<Vec<_>>())
}

impl BuiltIndicator {
    /// Writes what is made of other inputs than in `known`, which has been written under its options.
    ///
    /// # Errors
    /// When a page cannot be written.
    pub fn new(
        inputs: &IndicatorInputs<'_>,
        page: &PageInputs<'_>,
        known: Option<(&Known<'_>, &SiteOptions)>,
        options: &SiteOptions,
    ) -> Result<Arc<Self>, SiteError> {
        let series = SeriesInputs::new(inputs.indicator, options);
        let same =
            known.filter(|(known, options)| SeriesInputs::new(known.inputs.indicator, options) == series);
        let (parts, of_series) = match same {
            Some((known, _)) => (Arc::clone(&known.built.parts), Arc::clone(&known.built.of_series)),
            None => {
                let texts = SeriesTexts::new(&series.indicator);
                let parts = Arc::new(SeriesParts::new(&series, &texts)?);
                let of_series =
                    OF_SERIES.iter().map(|of| ((of.path)(key(inputs)), (of.write)(&series, &texts, &parts)));
                let of_series = written(of_series)?;
                (parts, of_series)
            }
        };
        let same = known.filter(|(known, _)| known.inputs == *inputs);
        let of_indicator = match same {
            Some((known, _)) => Arc::clone(&known.built.of_indicator),
            None => written(OF_INDICATORS.iter().map(|of| ((of.path)(key(inputs)), (of.write)(inputs))))?,
        };
        let same = known.filter(|(known, _)| known.page == *page);
        let pages = match same {
            Some((known, _)) => Arc::clone(&known.built.pages),
            None => written(PAGES.iter().map(|of| ((of.path)(key(inputs)), (of.write)(page))))?,
        };
        let picture = PictureInputs::of(page);
        let same = same.or(known.filter(|(known, _)| PictureInputs::of(&known.page) == picture));
        let pictures = match same {
            Some((known, _)) => Arc::clone(&known.built.pictures),
            None => written(PICTURES.iter().map(|of| ((of.path)(key(inputs)), (of.write)(&picture))))?,
        };
        Ok(Arc::new(BuiltIndicator { parts, of_series, of_indicator, pages, pictures }))
    }

    /// What the series contributes to resources of all series.
    pub fn parts(&self) -> &SeriesParts {
        &self.parts
    }

    /// What stands in for all that is written of an indicator: no pages, and parts that nothing is written in.
    pub fn stand_in(indicator: &Indicator) -> Arc<Self> {
        BuiltIndicator::of_parts(Arc::new(SeriesParts::stand_in(indicator)))
    }

    /// The same indicator without its pages.
    pub fn without_pages(&self) -> Arc<Self> {
        BuiltIndicator::of_parts(Arc::clone(&self.parts))
    }

    fn of_parts(parts: Arc<SeriesParts>) -> Arc<Self> {
        let none = || Arc::from(Vec::new());
        Arc::new(BuiltIndicator {
            parts,
            of_series: none(),
            of_indicator: none(),
            pages: none(),
            pictures: none(),
        })
    }

    /// The paths of the pages of an indicator, without the language.
    pub fn paths(key: &str) -> impl Iterator<Item = String> {
        let of_series = OF_SERIES.iter().map(|of| of.path);
        let of_indicators = OF_INDICATORS.iter().map(|of| of.path);
        let for_people = PAGES.iter().map(|of| of.path).chain(PICTURES.iter().map(|of| of.path));
        of_series.chain(of_indicators).chain(for_people).map(move |path| path(key))
    }

    /// Its pages.
    pub fn pages(&self) -> impl Iterator<Item = &Pages> {
        let for_people = self.pages.iter().chain(self.pictures.iter());
        self.of_series.iter().chain(self.of_indicator.iter()).chain(for_people)
    }
}

impl BuiltChunk {
    /// What stands in for all that is written of a chunk.
    pub fn stand_in(chunk: &Chunk<'_>) -> Arc<Self> {
        let (category, first) = chunk.name();
        let piece = Piece::stand_in(&format!("{category}/{first}"));
        let pieces = || Localized::build(|_| [piece.clone(), piece.clone()]);
        Arc::new(BuiltChunk(COLLECTIONS.iter().map(|_| pieces()).collect()))
    }

    fn new(chunk: &Chunk<'_>) -> Result<Arc<Self>, SiteError> {
        let pieces = |of: &Collection| {
            Localized::try_build(|lang| {
                let piece = |form| Ok::<_, SiteError>(Piece::kept((of.chunk)(chunk, lang, form)?));
                Ok([piece(Form::Default)?, piece(Form::Alternate)?])
            })
        };
        Ok(Arc::new(BuiltChunk(COLLECTIONS.iter().map(pieces).collect::<Result<_, SiteError>>()?)))
    }

    fn piece(&self, collection: usize, lang: Lang, form: Form) -> Option<&Piece> {
        let [default, alternate] = self.0.get(collection)?.get(lang);
        Some(match form {
            Form::Default => default,
            Form::Alternate => alternate,
        })
    }
}

fn key<'a>(inputs: &IndicatorInputs<'a>) -> &'a str {
    inputs.indicator.key.as_str()
}

fn written(pages: impl Iterator<Item = (String, Written)>) -> Result<Arc<[Pages]>, SiteError> {
    pages.map(|(path, written)| finished(written, &path)).collect()
}

/// Pages that know where they are.
pub fn finished(written: Written, path: &str) -> Result<Pages, SiteError> {
    Ok(written?.map(|lang, mut page| {
        page.path = Some(urls::localized(lang, path).into());
        Arc::new(page)
    }))
}
