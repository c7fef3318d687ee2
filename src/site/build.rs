//! From inputs to pages, through the memo.

use std::hash::Hash;
use std::sync::Arc;

use super::api_error::ApiError;
use super::html::OpenPages;
use super::inputs::{
    CategoryInputs, Chunk, DatasetInputs, FeedInputs, IndicatorInputs, PageInputs, PictureInputs,
    SeriesContext, SeriesInputs, SeriesParts,
};
use super::json::indicator::ErrorView;
use super::memo::Memo;
use super::page::{
    Caching, Content, HTML, JSON, Localised, Page, PagesByPath, Selectable, SiteError, Variant,
};
use super::ranges::TablePage;
use super::resources::{RESOURCES, Render, Resource};
use super::sdmx::{self, SdmxPages};
use super::xlsx::workbooks::{self, WorkbookParts};
use super::{feed, gzip, html, json, openapi, parallel, parts, ranges, urls};
use crate::model::{Key, Lang, Localized};

/// The pages of some resources in all their languages.
type Pages = Vec<Arc<Page>>;

struct WrittenSeries {
    parts: Arc<SeriesParts>,
    pages: Pages,
}

/// The pages of an indicator, apart by their inputs.
struct WrittenIndicator<'a> {
    key: &'a Key,
    series: Arc<WrittenSeries>,
    others: [Arc<Pages>; 2],
    /// With the release.
    released: Pages,
}

/// Every page, and the answers to requests of SDMX.
pub fn pages(inputs: DatasetInputs<'_>) -> Result<(PagesByPath, SdmxPages), SiteError> {
    let indicators = indicators(&inputs)?;
    let parts = indicators.iter().map(|of| (of.key, &of.series.parts)).collect();
    let inputs = DatasetInputs { parts, ..inputs };
    let collections = parts::collections(&inputs)?.into_iter();
    let mut pages: Pages =
        collections.flat_map(|(of, content)| in_languages(of, of.path, content, None)).collect();
    let all: Vec<&'static Resource> = RESOURCES.iter().collect();
    let of_dataset = parallel::map(&all, |resource| of_dataset(resource, &inputs))?;
    pages.extend(of_dataset.into_iter().flatten());
    let of_indicators = indicators.iter().flat_map(|of| {
        of.series.pages.iter().chain(&of.released).chain(of.others.iter().flat_map(|pages| pages.iter()))
    });
    pages.extend(of_indicators.cloned());
    let (sdmx, own) = SdmxPages::new(&inputs)?;
    gzip::release_compressors();
    let by_path = |page: Arc<Page>| Some((page.path.clone()?, page));
    Ok((pages.into_iter().filter_map(by_path).chain(own).collect(), sdmx))
}

pub type Refusals = Vec<(ApiError, Localized<Page>)>;

pub fn refusals(service: html::Service<'_>) -> Result<Refusals, SiteError> {
    let page = |error: ApiError, lang| {
        let (facts, content) = if error == ApiError::UnknownPage {
            (&HTML, html::content(&html::MissingPage::new(service, lang))?)
        } else {
            (&JSON, json::no_store(&ErrorView::new(error, lang))?)
        };
        let (status, _) = error.status_and_code();
        let page = Page::new(facts, content);
        Ok::<_, SiteError>(Page { status, caching: Caching::NoStore, lang: Some(lang), ..page })
    };
    let pages = |error| Ok((error, Localized::try_build(|lang| page(error, lang))?));
    ApiError::all().map(pages).collect()
}

/// The fingerprints of everything that [`pages`] finds in its memo.
pub fn fingerprints(inputs: &DatasetInputs<'_>) -> Result<(), SiteError> {
    indicators(inputs)?;
    parts::chunks(inputs, &Chunk::cut(&inputs.dataset.categories, &inputs.indicators))?;
    WorkbookParts::new(inputs)?;
    RESOURCES
        .iter()
        .filter(|of| matches!(of.render, Render::CategoryFeed | Render::Category(_)))
        .try_for_each(|of| of_dataset(of, inputs).map(drop))?;
    sdmx::series(inputs)?;
    Ok(())
}

fn indicators<'a>(inputs: &DatasetInputs<'a>) -> Result<Vec<WrittenIndicator<'a>>, SiteError> {
    let release = release(inputs)?;
    parallel::map(&inputs.pages, |page| indicator(page, inputs, &release))
}

fn indicator<'a>(
    page: &PageInputs<'a>,
    inputs: &DatasetInputs<'_>,
    release: &Localized<html::WrittenRelease>,
) -> Result<WrittenIndicator<'a>, SiteError> {
    let (of, memo) = (IndicatorInputs::of(page), inputs.memo);
    let (indicator, key) = (of.indicator, of.key());
    let series = SeriesInputs::new(indicator, inputs.options, inputs.dataset.license.as_ref());
    let picture = PictureInputs::of(page);
    Ok(WrittenIndicator {
        key: &indicator.key,
        series: memo.get(
            "series",
            &series,
            |name| WrittenSeries {
                parts: Arc::new(SeriesParts::stand_in(name, indicator)),
                pages: Pages::new(),
            },
            || WrittenSeries::new(&series, memo),
        )?,
        others: [
            rendered(memo, "indicator", &of, key, |render| match render {
                Render::Indicator(write) => Some(Localized::try_build(|lang| write(&of, lang))),
                _ => None,
            })?,
            rendered(memo, "picture", &(key, &picture), key, |render| match render {
                Render::Picture(write) => Some(write(&picture)),
                _ => None,
            })?,
        ],
        released: of_pages(page, release, memo)?,
    })
}

/// The release as pages for people name it.
fn release(inputs: &DatasetInputs<'_>) -> Result<Localized<html::WrittenRelease>, SiteError> {
    let release = html::Release::of(inputs.dataset);
    Localized::try_build(|lang| html::WrittenRelease::new(&release, lang))
}

/// The pages of a resource for people: they are kept without the release, which is put into its places.
fn released(
    resource: &'static Resource,
    path: &str,
    memo: &Memo<'_>,
    inputs: &impl Hash,
    release: &Localized<html::WrittenRelease>,
    write: impl FnOnce() -> OpenPages,
) -> Result<Pages, SiteError> {
    let stand_in = |name| Localized::build(|_| html::OpenPage::stand_in(name));
    let open = memo.get(resource.path, inputs, stand_in, write)?;
    let content = Localized::build(|lang| open.get(lang).released(release.get(lang)));
    Ok(in_languages(resource, path, content, None))
}

/// The pages for people about an indicator.
fn of_pages(
    page: &PageInputs<'_>,
    release: &Localized<html::WrittenRelease>,
    memo: &Memo<'_>,
) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        if let Render::Page(write) = resource.render {
            let path = urls::of(resource.path, page.indicator.key.as_str());
            pages.extend(released(resource, &path, memo, page, release, || write(page))?);
        }
    }
    Ok(pages)
}

impl WrittenSeries {
    fn new(inputs: &SeriesInputs<'_>, memo: &Memo<'_>) -> Result<Self, SiteError> {
        let parts = parts::of_series(&inputs.indicator);
        let context = SeriesContext { inputs, parts: &parts, memo };
        let key = inputs.indicator.key.as_str();
        let mut pages = pages_of(key, |render| match render {
            Render::Series(write) => Some(write(&context)),
            _ => None,
        })?;
        for resource in RESOURCES {
            if let Render::Rows(of) = resource.render {
                let (content, page) = of.page(&context)?;
                pages.extend(in_languages(
                    resource,
                    &urls::of(resource.path, key),
                    content,
                    Some(Arc::new(page)),
                ));
            }
        }
        Ok(WrittenSeries { parts, pages })
    }
}

fn rendered(
    memo: &Memo<'_>,
    name: &str,
    inputs: &impl Hash,
    key: &str,
    write: impl Fn(&Render) -> Option<Localised>,
) -> Result<Arc<Pages>, SiteError> {
    memo.get(name, inputs, |_| Pages::new(), || pages_of(key, write))
}

/// The pages of an indicator's resources that `write` writes.
fn pages_of(key: &str, write: impl Fn(&Render) -> Option<Localised>) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        if let Some(content) = write(&resource.render) {
            pages.extend(in_languages(resource, &urls::of(resource.path, key), content?, None));
        }
    }
    Ok(pages)
}

fn in_languages(
    resource: &'static Resource,
    path: &str,
    content: Localized<Content>,
    rows: Option<Arc<dyn Selectable>>,
) -> Pages {
    let page = |lang, content| {
        let path = Some(urls::localized(lang, path).into());
        Arc::new(Page { lang: Some(lang), path, rows: rows.clone(), ..Page::new(&resource.facts, content) })
    };
    Lang::ALL.map(|lang| page(lang, content.get(lang).clone())).into()
}

fn category_feeds(resource: &'static Resource, inputs: &DatasetInputs<'_>) -> Result<Pages, SiteError> {
    let pages = parallel::map(&inputs.dataset.categories, |category| {
        let of = &FeedInputs::of_one(inputs.dataset, inputs.options, category);
        let write = |lang| Ok::<_, SiteError>(Content::of(feed::document(of, feed::MAX_ENTRIES, lang)?));
        let path = urls::of_category(urls::CATEGORY_FEED, &category.id);
        let pages = || Ok(in_languages(resource, &path, Localized::try_build(write)?, None));
        inputs.memo.get("feed", of, |_| Pages::new(), pages)
    })?;
    Ok(pages.iter().flat_map(|pages| pages.iter().cloned()).collect())
}

fn category_pages(
    resource: &'static Resource,
    write: fn(&CategoryInputs<'_>) -> OpenPages,
    inputs: &DatasetInputs<'_>,
) -> Result<Pages, SiteError> {
    let release = release(inputs)?;
    let pages = parallel::map(&inputs.categories, |of| {
        let path = urls::of_category(urls::CATEGORY, of.id);
        released(resource, &path, inputs.memo, of, &release, || write(of))
    })?;
    Ok(pages.into_iter().flatten().collect())
}

/// The pages of a resource that is rendered from the whole dataset; none for others.
fn of_dataset(resource: &'static Resource, inputs: &DatasetInputs<'_>) -> Result<Pages, SiteError> {
    let in_languages = |write: &dyn Fn(Lang) -> Result<Content, SiteError>| {
        Ok(in_languages(resource, resource.path, Localized::try_build(write)?, None))
    };
    let content = match &resource.render {
        Render::Dataset(write) => return in_languages(&|lang| write(inputs, lang)),
        Render::CategoryFeed => return category_feeds(resource, inputs),
        Render::Category(write) => return category_pages(resource, *write, inputs),
        Render::LongTable => {
            let series = inputs.parts_of(inputs.dataset.indicators());
            let content = Localized::try_build(|lang| ranges::table(&series, lang))?;
            let page = TablePage::new(series.into_iter().cloned().collect());
            return Ok(self::in_languages(resource, resource.path, content, Some(Arc::new(page))));
        }
        Render::Workbook => {
            let parts = WorkbookParts::new(inputs)?;
            return in_languages(&|lang| workbooks::of_dataset(inputs, &parts, lang));
        }
        Render::Single(write) => write(inputs),
        Render::Public(write) => match &inputs.options.public_url {
            Some(url) => write(inputs, url)?,
            None => return Ok(Pages::new()),
        },
        Render::Script if inputs.options.without_script => return Ok(Pages::new()),
        Render::Script => Content::of(html::SCRIPT),
        Render::Description => openapi::content(inputs)?,
        Render::Health => Variant::plain(b"ok".to_vec()).into(),
        _ => return Ok(Pages::new()),
    };
    let page = Page::new(&resource.facts, content);
    Ok(vec![Arc::new(Page { path: Some(resource.path.into()), caching: resource.caching(), ..page })])
}
