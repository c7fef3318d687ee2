//! Every resource of the snapshot but those that are written once for all: where it is, what it may depend on, and what
//! writes it. How to add one is said in [`super`].

use super::calendar::CalendarView;
use super::inputs::{Chunk, DatasetInputs, IndicatorInputs, PageInputs, PictureInputs, SeriesInputs};
use super::latest::LatestView;
use super::page::{Form, Page, Variant};
use super::parts::SeriesParts;
use super::series_texts::SeriesTexts;
use super::view::{self, IndicatorView};
use super::{
    SiteError, Summary, catalog, data_csv, explain, feed, history, html, ics, json, long_table, table, urls,
    vintages, workbooks,
};
use crate::dataset::Dataset;
use crate::model::{Lang, Localized};

/// The pages of a resource in both languages.
pub type Written = Result<Localized<Page>, SiteError>;
/// What stands before and after what is written of the indicators.
pub type Around = Result<(Vec<u8>, Vec<u8>), SiteError>;

/// What is made of the definition and the observations of one indicator.
pub struct SeriesResource {
    /// Its path without the language, by the key.
    pub path: fn(&str) -> String,
    /// Its pages.
    pub write: fn(&SeriesInputs<'_>, &SeriesTexts<'_>, &SeriesParts) -> Written,
}

/// What is made of one indicator at the instant of the snapshot.
pub struct IndicatorResource {
    /// Its path without the language, by the key.
    pub path: fn(&str) -> String,
    /// Its pages.
    pub write: fn(&IndicatorInputs<'_>) -> Written,
}

/// What people see of one indicator.
pub struct PageResource {
    /// Its path without the language, by the key.
    pub path: fn(&str) -> String,
    /// Its pages.
    pub write: fn(&PageInputs<'_>) -> Written,
}

/// The picture of one indicator.
pub struct PictureResource {
    /// Its path without the language, by the key.
    pub path: fn(&str) -> String,
    /// Its pages.
    pub write: fn(&PictureInputs<'_>) -> Written,
}

/// What is made of all indicators, chunk by chunk, between a beginning and an end.
pub struct Collection {
    /// Its path without the language.
    pub path: &'static str,
    /// The page of its two forms.
    pub page: fn(Lang, Variant, Variant) -> Page,
    /// What stands before the first chunk and after the last one.
    pub around: fn(&Dataset, &Summary, Lang, Form) -> Around,
    /// What is written for a chunk.
    pub chunk: fn(&Chunk<'_>, Lang, Form) -> Result<Vec<u8>, SiteError>,
}

/// What is made of all of it, and written anew for every snapshot.
pub struct DatasetResource {
    /// Its path without the language.
    pub path: &'static str,
    /// Its pages.
    pub write: fn(&DatasetInputs<'_>) -> Written,
}

/// Of each series.
pub const OF_SERIES: &[SeriesResource] = &[
    SeriesResource { path: urls::history, write: |inputs, texts, _| history::pages(inputs, texts) },
    SeriesResource { path: urls::history_table, write: |_, texts, _| history::tables(texts) },
    SeriesResource { path: urls::vintages, write: |inputs, texts, _| vintages::pages(inputs, texts) },
    SeriesResource { path: urls::vintages_table, write: |_, texts, _| vintages::tables(texts) },
    SeriesResource {
        path: urls::workbook,
        write: |inputs, _, parts| {
            let SeriesInputs { indicator, options } = inputs;
            Localized::try_build(|lang| {
                workbooks::of_indicator(indicator, parts.blocks.get(lang), options, lang)
            })
        },
    },
];

/// Of each indicator.
pub const OF_INDICATORS: &[IndicatorResource] = &[
    IndicatorResource {
        path: urls::indicator,
        write: |inputs| Localized::try_build(|lang| json::hot_page(&IndicatorView::new(inputs, lang), lang)),
    },
    IndicatorResource { path: urls::explanation, write: explain::page },
    IndicatorResource {
        path: urls::latest,
        write: |inputs| {
            let view = |lang| LatestView::new(inputs.indicator, inputs.effective, lang);
            Localized::try_build(|lang| json::page(&view(lang), lang))
        },
    },
];

/// For people.
pub const PAGES: &[PageResource] = &[PageResource {
    path: urls::view,
    write: |inputs| {
        let chart = html::page_chart(inputs);
        let page = |lang| html::IndicatorPage::new(inputs, chart.as_ref(), lang);
        Localized::try_build(|lang| html::page(&page(lang), lang))
    },
}];

/// For people and for the pages of others.
pub const PICTURES: &[PictureResource] = &[PictureResource {
    path: urls::picture,
    write: |inputs| {
        let chart = html::FittedChart::new(inputs);
        let picture = |lang| html::ChartSvg::new(inputs, &chart, lang);
        Localized::try_build(|lang| html::picture(&picture(lang), lang))
    },
}];

/// Of all indicators.
pub const COLLECTIONS: &[Collection] = &[
    Collection {
        path: urls::COLLECTION,
        page: |lang, pretty, compact| json::of(Some(lang), pretty, compact),
        around: view::around,
        chunk: view::chunk,
    },
    Collection {
        path: urls::CATALOG,
        page: |lang, pretty, compact| json::of(Some(lang), pretty, compact),
        around: catalog::around,
        chunk: catalog::chunk,
    },
    Collection { path: urls::TABLE, page: table::of, around: data_csv::around, chunk: data_csv::chunk },
];

/// Of the dataset as a whole.
pub const OF_DATASET: &[DatasetResource] = &[
    DatasetResource {
        path: urls::CALENDAR,
        write: |inputs| {
            Localized::try_build(|lang| {
                json::page(&CalendarView::new(&inputs.releases, usize::MAX, lang), lang)
            })
        },
    },
    DatasetResource {
        path: urls::EVENTS,
        write: |inputs| {
            let DatasetInputs { dataset, releases, .. } = inputs;
            Ok(Localized::build(|lang| ics::page(releases, dataset.as_of, dataset.offset, lang)))
        },
    },
    DatasetResource {
        path: urls::OVERVIEW,
        write: |inputs| {
            let DatasetInputs { dataset, summary, pages, .. } = inputs;
            let overview = |lang| html::OverviewPage::new(dataset, summary, pages, inputs.service(), lang);
            Localized::try_build(|lang| html::page(&overview(lang), lang))
        },
    },
    DatasetResource {
        path: urls::METHOD,
        write: |inputs| {
            let method = |lang| html::MethodPage::new(&inputs.pages, inputs.service(), lang);
            Localized::try_build(|lang| html::page(&method(lang), lang))
        },
    },
    DatasetResource {
        path: urls::USE,
        write: |inputs| {
            let usage = |lang| html::UsagePage::new(inputs.dataset, inputs.service(), lang);
            Localized::try_build(|lang| html::page(&usage(lang), lang))
        },
    },
    DatasetResource {
        path: urls::LONG_TABLE,
        write: |inputs| Localized::try_build(|lang| long_table::page(&inputs.parts, lang)),
    },
    DatasetResource {
        path: urls::WORKBOOK,
        write: |inputs| {
            let DatasetInputs { dataset, summary, options, parts, .. } = inputs;
            Localized::try_build(|lang| {
                let blocks: Vec<_> = parts.iter().map(|parts| parts.blocks.get(lang)).collect();
                workbooks::of_dataset(dataset, summary, &blocks, options, lang)
            })
        },
    },
    DatasetResource {
        path: urls::FEED,
        write: |inputs| Localized::try_build(|lang| feed::page(inputs.dataset, inputs.options, lang)),
    },
];
