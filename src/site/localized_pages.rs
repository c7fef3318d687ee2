//! Every page of one language.

use super::calendar::{CalendarView, Releases};
use super::catalog::CatalogView;
use super::explain::ExplainView;
use super::history::HistoryView;
use super::latest::LatestView;
use super::openapi::Examples;
use super::page::{Caching, Page};
use super::view::{CollectionView, IndicatorView};
use super::vintages::VintagesView;
use super::xlsx::Block;
use super::{
    SiteError, SiteOptions, Summary, data_csv, feed, html, ics, json, links, long_table, urls, workbooks,
};
use crate::dataset::Dataset;
use crate::model::{EffectiveStatus, Indicator, Lang};

/// The pages by their paths, and what they look like.
pub struct LocalizedPages {
    pub pages: Vec<(String, Page)>,
    pub examples: Examples,
}

/// What the pages of a language are made of.
struct PagesBuilder<'a> {
    dataset: &'a Dataset,
    options: &'a SiteOptions,
    summary: &'a Summary,
    releases: &'a Releases<'a>,
    lang: Lang,
    pages: Vec<(String, Page)>,
    /// The rows of each indicator for workbooks.
    blocks: Vec<Vec<Block>>,
}

impl LocalizedPages {
    /// Writes every page in `lang`.
    ///
    /// # Errors
    /// As [`json::page`].
    pub fn new(
        dataset: &Dataset,
        options: &SiteOptions,
        summary: &Summary,
        releases: &Releases<'_>,
        lang: Lang,
    ) -> Result<Self, SiteError> {
        let mut builder =
            PagesBuilder { dataset, options, summary, releases, lang, pages: Vec::new(), blocks: Vec::new() };
        let views =
            builder.statuses().map(|(of, effective)| IndicatorView::new(of, effective, dataset.offset, lang));
        let metrics: Vec<IndicatorView<'_>> = views.collect();
        for ((indicator, effective), view) in builder.statuses().zip(&metrics) {
            builder.add_indicator(indicator, effective, view)?;
        }
        builder.add_overviews(&metrics)?;
        builder.add_views()?;
        let examples = builder.examples(&metrics)?;
        Ok(LocalizedPages { pages: builder.pages, examples })
    }
}

impl<'a> PagesBuilder<'a> {
    fn statuses(&self) -> impl Iterator<Item = (&'a Indicator, &'a EffectiveStatus)> + use<'a> {
        self.dataset.indicators().zip(self.summary.statuses.iter().map(|(_, effective)| effective))
    }

    fn add(&mut self, path: &str, mut page: Page) {
        links::add(&mut page, path, self.lang);
        page.file_name = urls::file_name(path);
        self.pages.push((urls::localized(self.lang, path), page));
    }

    fn add_indicator(
        &mut self,
        indicator: &Indicator,
        effective: &EffectiveStatus,
        view: &IndicatorView<'_>,
    ) -> Result<(), SiteError> {
        let (key, lang, offset) = (indicator.key.as_str(), Some(self.lang), self.dataset.offset);
        self.add(&urls::indicator(key), json::page(view, lang, Caching::Public)?);
        let history = HistoryView::new(indicator, self.lang);
        self.add(&urls::history(key), json::page(&history, lang, Caching::Public)?);
        self.add(&urls::history_table(key), history.csv()?);
        let explain = ExplainView::new(indicator, effective, offset, self.lang);
        self.add(&urls::explanation(key), json::page(&explain, lang, Caching::Public)?);
        let latest = LatestView::new(indicator, effective, self.lang);
        self.add(&urls::latest(key), json::page(&latest, lang, Caching::Public)?);
        let vintages = VintagesView::new(indicator, self.lang);
        self.add(&urls::vintages(key), json::page(&vintages, lang, Caching::Public)?);
        self.add(&urls::vintages_table(key), vintages.csv()?);
        let blocks = workbooks::blocks(indicator, self.lang);
        let workbook = workbooks::of_indicator(indicator, &blocks, self.options, self.lang)?;
        self.add(&urls::workbook(key), workbook);
        self.blocks.push(blocks);
        Ok(())
    }

    /// The pages that are about all indicators.
    fn add_overviews(&mut self, metrics: &[IndicatorView<'_>]) -> Result<(), SiteError> {
        let (dataset, releases, lang) = (self.dataset, self.releases, self.lang);
        let collection = CollectionView::new(dataset, self.summary.status.name(), metrics);
        self.add(urls::COLLECTION, json::page(&collection, Some(lang), Caching::Public)?);
        self.add(urls::TABLE, data_csv::page(dataset, metrics, lang)?);
        self.add(urls::CATALOG, json::page(&CatalogView::new(dataset, lang), Some(lang), Caching::Public)?);
        let calendar = CalendarView::new(releases, usize::MAX, lang);
        self.add(urls::CALENDAR, json::page(&calendar, Some(lang), Caching::Public)?);
        self.add(urls::LONG_TABLE, long_table::page(dataset, lang)?);
        let workbook = workbooks::of_dataset(dataset, self.summary, &self.blocks, self.options, lang)?;
        self.add(urls::WORKBOOK, workbook);
        self.add(urls::FEED, feed::page(dataset, self.options, lang));
        self.add(urls::EVENTS, ics::page(releases, dataset.as_of, dataset.offset, lang));
        Ok(())
    }

    /// The pages for people.
    fn add_views(&mut self) -> Result<(), SiteError> {
        let (dataset, summary, lang) = (self.dataset, self.summary, self.lang);
        let url = self.options.public_url.as_ref();
        let inputs = html::inputs(dataset, summary, url);
        let service = html::Service::new(dataset, url);
        let overview = html::OverviewPage::new(dataset, summary, &inputs, service, lang);
        self.add(urls::OVERVIEW, html::page(&overview, lang)?);
        self.add(urls::METHOD, html::page(&html::MethodPage::new(&inputs, service, lang), lang)?);
        for input in &inputs {
            let view = html::IndicatorPage::new(input, lang);
            let key = input.indicator.key.as_str();
            self.add(&urls::view(key), html::page(&view, lang)?);
            self.add(&urls::picture(key), html::picture(&html::ChartSvg::new(input, lang), lang)?);
        }
        Ok(())
    }

    /// The beginning of each page, by the name of its schema.
    fn examples(&self, metrics: &[IndicatorView<'_>]) -> Result<Examples, SiteError> {
        let (dataset, releases, lang) = (self.dataset, self.releases, self.lang);
        let first = metrics.get(..1).unwrap_or_default();
        let collection = CollectionView::new(dataset, self.summary.status.name(), first);
        let table = data_csv::sample(dataset, first, lang)?;
        let events = ics::text(releases, 1, dataset.as_of, dataset.offset, lang);
        let mut examples = Examples::from([
            ("collection", json::text(&collection)?),
            ("table", json::text(&table)?),
            ("catalog", json::text(&CatalogView::sample(dataset, lang))?),
            ("calendar", json::text(&CalendarView::new(releases, 1, lang))?),
            ("events", json::text(&events)?),
            ("feed", json::text(&feed::document(dataset, self.options, 1, lang))?),
        ]);
        if let (Some((indicator, effective)), Some(view)) = (self.statuses().next(), metrics.first()) {
            let history = HistoryView::sample(indicator, lang);
            let explain = ExplainView::new(indicator, effective, dataset.offset, lang);
            examples.insert("indicator", json::text(view)?);
            examples.insert("history", json::text(&history)?);
            examples.insert("historyTable", json::text(&history.csv_text()?)?);
            examples.insert("explanation", json::text(&explain)?);
            examples.insert("latest", json::text(&LatestView::new(indicator, effective, lang))?);
            let revised = self.dataset.indicators().find(|of| of.series.is_revised()).unwrap_or(indicator);
            let vintages = VintagesView::sample(revised, lang);
            examples.insert("vintages", json::text(&vintages)?);
            examples.insert("vintagesTable", json::text(&vintages.csv_text()?)?);
            examples.insert("longTable", json::text(&long_table::sample(indicator, lang)?)?);
        }
        Ok(examples)
    }
}
