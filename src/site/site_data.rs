//! The inputs of written bodies, as long as a snapshot is served.

use super::*;

use super::bodies::body::SharedMeasure;

/// Everything that written bodies are run over, for as long as a snapshot is served.
pub struct SiteData {
    pub dataset: Arc<Dataset>,
    pub options: SiteOptions,
    pub summary: Summary,
    /// The hashes and lengths of long bodies, by their names.
    measured: Mutex<HashMap<String, SharedMeasure>>,
    /// The category of each indicator and its place there, in the order of the collection.
    places: Vec<(usize, usize)>,
    by_key: HashMap<Key, usize>,
}

impl SiteData {
    /// `summary` is that of `dataset`.
    pub fn new(dataset: &Arc<Dataset>, options: &SiteOptions, summary: Summary) -> Self {
        let mut places = Vec::new();
        let mut by_key = HashMap::new();
        for (number, category) in dataset.categories.iter().enumerate() {
            for (place, indicator) in category.indicators.iter().enumerate() {
                by_key.insert(indicator.key.clone(), places.len());
                places.push((number, place));
            }
        }

        SiteData {
            by_key,
            dataset: Arc::clone(dataset),
            options: options.clone(),
            summary,
            measured: Mutex::default(),
            places,
        }
    }

    /// The place of an indicator in the collection.
    pub fn place(&self, key: &str) -> Option<usize> {
        self.by_key.get(&key.parse::<Key>().ok()?).copied()
    }

    /// The places of the indicators that a query names by their keys or their category; of all where it names none.
    ///
    /// # Errors
    /// There is no such key, or no such category with an indicator.
    pub fn places_of(&self, query: &Query) -> Result<Vec<usize>, ApiError> {
        if query.keys.is_none() && query.category.is_none() {
            return Ok((0..self.places.len()).collect());
        }

        let mut places = BTreeSet::new();
        for key in query.keys.iter().flatten() {
            let Some(place) = self.place(key) else {
                return Err(ApiError::UnknownListedKey(key.clone()));
            };

            places.insert(place);
        }

        if let Some(id) = &query.category {
            let mut inside = self.places_in(id).peekable();
            if inside.peek().is_none() {
                return Err(ApiError::UnknownCategory);
            }

            places.extend(inside);
        }

        Ok(places.into_iter().collect())
    }

    /// The places of the indicators of a category.
    fn places_in(&self, id: &str) -> impl Iterator<Item = usize> {
        let categories = &self.dataset.categories;
        let all = self.places.iter().enumerate();
        let inside = all.filter(move |(_, (number, _))| categories[*number].id == id);
        inside.map(|(place, _)| place)
    }

    pub fn indicator(&self, place: usize) -> &Indicator {
        let (category, place) = self.places[place];
        &self.dataset.categories[category].indicators[place]
    }

    /// The observations of an indicator that a query selects.
    pub fn selected(&self, place: usize, query: &Query) -> Selected<'_> {
        let (_, effective) = &self.summary.statuses[place];
        Selected::new(self.indicator(place), effective.status, query)
    }

    /// Where the measure of a body of this name is shared by all who write it.
    pub fn measure_of(&self, name: String) -> SharedMeasure {
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(measured.entry(name).or_default())
    }
}
