//! Every page of one language.

use super::calendar::{CalendarView, Releases};
use super::catalog::CatalogView;
use super::explain::ExplainView;
use super::history::HistoryView;
use super::openapi::Examples;
use super::page::{Caching, Page};
use super::view::{CollectionView, IndicatorView};
use super::{Summary, flat, html, ics, json, links};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, Standing};

/// The pages by their paths, and what they look like.
pub struct Edition {
    pub pages: Vec<(String, Page)>,
    pub examples: Examples,
}

/// What the pages of a language are made of.
struct Maker<'a> {
    dataset: &'a Dataset,
    summary: &'a Summary,
    releases: &'a Releases<'a>,
    lang: Lang,
    pages: Vec<(String, Page)>,
}

impl Edition {
    /// Writes every page in `lang`.
    ///
    /// # Errors
    /// As [`json::page`].
    pub fn new(
        dataset: &Dataset,
        summary: &Summary,
        releases: &Releases<'_>,
        lang: Lang,
    ) -> Result<Self, serde_json::Error> {
        let mut maker = Maker { dataset, summary, releases, lang, pages: Vec::new() };
        let views =
            maker.standings().map(|(of, standing)| IndicatorView::new(of, standing, dataset.offset, lang));
        let metrics: Vec<IndicatorView<'_>> = views.collect();
        for ((indicator, standing), view) in maker.standings().zip(&metrics) {
            maker.add_indicator(indicator, standing, view)?;
        }
        maker.add_overviews(&metrics)?;
        maker.add_views()?;
        let examples = maker.examples(&metrics)?;
        Ok(Edition { pages: maker.pages, examples })
    }
}

impl<'a> Maker<'a> {
    fn standings(&self) -> impl Iterator<Item = (&'a Indicator, &'a Standing)> + use<'a> {
        self.dataset.indicators().zip(self.summary.standings.iter().map(|(_, standing)| standing))
    }

    fn add(&mut self, path: &str, mut page: Page) {
        links::add(&mut page, path, self.lang);
        self.pages.push((format!("{}{path}", self.lang.prefix()), page));
    }

    fn add_indicator(
        &mut self,
        indicator: &Indicator,
        standing: &Standing,
        view: &IndicatorView<'_>,
    ) -> Result<(), serde_json::Error> {
        let (key, lang, offset) = (&indicator.key, Some(self.lang), self.dataset.offset);
        self.add(&format!("/data/{key}.json"), json::page(view, lang, Caching::Public)?);
        let history = HistoryView::new(indicator, self.lang);
        self.add(&format!("/data/{key}/history.json"), json::page(&history, lang, Caching::Public)?);
        self.add(&format!("/data/{key}/history.csv"), history.csv()?);
        let explain = ExplainView::new(indicator, standing, offset, self.lang);
        self.add(&format!("/data/{key}/explain.json"), json::page(&explain, lang, Caching::Public)?);
        Ok(())
    }

    /// The pages that are about all indicators.
    fn add_overviews(&mut self, metrics: &[IndicatorView<'_>]) -> Result<(), serde_json::Error> {
        let (dataset, releases, lang) = (self.dataset, self.releases, self.lang);
        let collection = CollectionView::new(dataset, self.summary.status.name(), metrics);
        self.add("/data.json", json::page(&collection, Some(lang), Caching::Public)?);
        self.add("/data.csv", flat::page(dataset, metrics, lang)?);
        self.add("/catalog.json", json::page(&CatalogView::new(dataset, lang), Some(lang), Caching::Public)?);
        let calendar = CalendarView::new(releases, usize::MAX, lang);
        self.add("/calendar.json", json::page(&calendar, Some(lang), Caching::Public)?);
        self.add("/calendar.ics", ics::page(releases, dataset.as_of, dataset.offset, lang));
        Ok(())
    }

    /// The pages for people.
    fn add_views(&mut self) -> Result<(), serde_json::Error> {
        let (dataset, lang) = (self.dataset, self.lang);
        let overview = html::OverviewPage::new(dataset, self.summary, lang);
        self.add("/", html::page(&overview, lang)?);
        let categories = dataset.categories.iter();
        let indicators =
            categories.flat_map(|category| category.indicators.iter().map(move |of| (category, of)));
        for ((category, indicator), (_, standing)) in indicators.zip(&self.summary.standings) {
            let view = html::IndicatorPage::new(dataset, category, indicator, standing, lang);
            self.add(&html::view_path(indicator.key.as_str()), html::page(&view, lang)?);
        }
        Ok(())
    }

    /// The beginning of each page, by the name of its schema.
    fn examples(&self, metrics: &[IndicatorView<'_>]) -> Result<Examples, serde_json::Error> {
        let (dataset, releases, lang) = (self.dataset, self.releases, self.lang);
        let first = metrics.get(..1).unwrap_or_default();
        let collection = CollectionView::new(dataset, self.summary.status.name(), first);
        let table = flat::sample(dataset, first, lang)?;
        let events = ics::text(releases, 1, dataset.as_of, dataset.offset, lang);
        let mut examples = Examples::from([
            ("collection", json::text(&collection)?),
            ("table", json::text(&table)?),
            ("catalog", json::text(&CatalogView::sample(dataset, lang))?),
            ("calendar", json::text(&CalendarView::new(releases, 1, lang))?),
            ("events", json::text(&events)?),
        ]);
        if let (Some((indicator, standing)), Some(view)) = (self.standings().next(), metrics.first()) {
            let history = HistoryView::sample(indicator, lang);
            let explain = ExplainView::new(indicator, standing, dataset.offset, lang);
            examples.insert("indicator", json::text(view)?);
            examples.insert("history", json::text(&history)?);
            examples.insert("historyTable", json::text(&history.csv_text()?)?);
            examples.insert("explanation", json::text(&explain)?);
        }
        Ok(examples)
    }
}
