//! The inputs from which bodies are written on request.

use super::*;

use super::bodies::body::SharedMeasure;

/// The inputs from which bodies are written on request, for as long as a snapshot is served.
pub struct SiteData {
    pub dataset: Arc<Dataset>,
    pub options: SiteOptions,
    pub summary: Summary,
    /// The hashes and lengths of long bodies, by their names.
    measured: Mutex<HashMap<String, SharedMeasure>>,
    /// Where each indicator is in the dataset, in the order of the collection.
    positions: Vec<Position>,
    by_key: HashMap<Key, usize>,
}

/// The number of an indicator's category, and its own number there.
struct Position {
    category: usize,
    index: usize,
}

impl SiteData {
    /// `summary` is that of `dataset`.
    pub fn new(dataset: &Arc<Dataset>, options: &SiteOptions, summary: Summary) -> Self {
        let mut positions = Vec::new();
        let mut by_key = HashMap::new();
        for (number, category) in dataset.categories.iter().enumerate() {
            for (index, indicator) in category.indicators.iter().enumerate() {
                by_key.insert(indicator.key.clone(), positions.len());
                positions.push(Position {
                    category: number,
                    index,
                });
            }
        }

        SiteData {
            by_key,
            dataset: Arc::clone(dataset),
            options: options.clone(),
            summary,
            measured: Mutex::default(),
            positions,
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
            return Ok((0..self.positions.len()).collect());
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
        let all = self.positions.iter().enumerate();
        let inside = all.filter(move |(_, position)| categories[position.category].id == id);
        inside.map(|(place, _)| place)
    }

    pub fn indicator(&self, place: usize) -> &Indicator {
        let Position { category, index } = self.positions[place];
        &self.dataset.categories[category].indicators[index]
    }

    /// The observations of an indicator that a query selects.
    pub fn selected(&self, place: usize, query: &Query) -> Selected<'_> {
        let (_, effective) = &self.summary.statuses[place];
        Selected::new(self.indicator(place), effective.status, query)
    }

    /// The slot that all writers of the body of this name share.
    pub fn shared_measure(&self, name: String) -> SharedMeasure {
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(measured.entry(name).or_default())
    }
}
