//! What a snapshot is written from, for as long as it is served: written bodies are run over it.

use super::*;

use super::written::MeasuredBodies;

/// An indicator at the instant of a snapshot.
#[derive(Clone, Copy)]
pub struct IndicatorInputs<'a> {
    pub indicator: &'a Indicator,
    pub category: &'a Localized<String>,
    pub effective: &'a EffectiveStatus,
    pub offset: Offset,
}

pub struct SiteData {
    pub dataset: Arc<Dataset>,
    pub options: SiteOptions,
    pub summary: Summary,
    pub measured: MeasuredBodies,
    /// Of each indicator in the order of the collection: its category, and its place there.
    places: Vec<(usize, usize)>,
    by_key: HashMap<Key, usize>,
}

impl SiteData {
    /// `summary` is that of `dataset`.
    pub fn new(dataset: &Arc<Dataset>, options: &SiteOptions, summary: Summary) -> Self {
        let categories = dataset.categories.iter().enumerate();
        let places: Vec<(usize, usize)> = categories
            .flat_map(|(number, category)| (0..category.indicators.len()).map(move |place| (number, place)))
            .collect();
        let keys = dataset.indicators().map(|indicator| indicator.key.clone());
        SiteData {
            by_key: keys.zip(0..).collect(),
            dataset: Arc::clone(dataset),
            options: options.clone(),
            summary,
            measured: MeasuredBodies::default(),
            places,
        }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The place of an indicator in the collection.
    pub fn place(&self, key: &str) -> Option<usize> {
        self.by_key.get(&key.parse::<Key>().ok()?).copied()
    }

    /// The places of the indicators of a category that has any.
    pub fn category(&self, id: &str) -> Option<Range<usize>> {
        let category = self.dataset.categories.iter().position(|category| category.id == id)?;
        let start = self.places.partition_point(|(c, _)| *c < category);
        let end = self.places.partition_point(|(c, _)| *c <= category);
        (start < end).then_some(start..end)
    }

    pub fn indicator(&self, place: usize) -> &Indicator {
        let (category, place) = self.places[place];
        &self.dataset.categories[category].indicators[place]
    }

    /// What a query selects of the observations of an indicator.
    pub fn selected(&self, place: usize, query: &Query) -> Selected<'_> {
        let (_, effective) = &self.summary.statuses[place];
        Selected::new(self.indicator(place), effective.status, query)
    }

    /// All indicators at the instant of the snapshot, in the order of the collection.
    pub fn indicators(&self) -> impl Iterator<Item = IndicatorInputs<'_>> {
        let categories = self.dataset.categories.iter();
        let all = categories
            .flat_map(|category| category.indicators.iter().map(move |indicator| (category, indicator)));
        all.zip(&self.summary.statuses).map(|((category, indicator), (_, effective))| IndicatorInputs {
            indicator,
            category: &category.name,
            effective,
            offset: self.dataset.offset,
        })
    }
}
