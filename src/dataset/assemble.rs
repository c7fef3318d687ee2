//! From the files of a dataset to what they say: each is read, and what one says of another is held against it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::dataset_file::{CategoryDefinition, DatasetFile};
use super::embargo::EmbargoedSeries;
use super::indicator_file::{IndicatorFile, Outline};
use super::key_list::{self, KeyList, Known};
use super::layout::{Files, Layout};
use super::named::{SharedSources, SharedUnits};
use super::observations_file::{self, Observed, RowContext, RowsLeft};
use super::{DataFile, Dataset, Diagnostics, Location, MAX_ROWS, Text, calendar_file, checks_file, warnings};
use crate::model::{Category, DeclaredStatus, Indicator, Key, Offset, Release, Timestamp};

/// What files without an error come to.
pub struct Assembled {
    /// All rows, and no warnings.
    pub dataset: Dataset,
    /// The series that have embargoes.
    pub embargoed: BTreeMap<Key, EmbargoedSeries>,
    /// Where the as-of instant stands.
    pub as_of: Location,
}

/// Reads the files and reports everything wrong in them and between them.
pub fn assemble(files: &[DataFile], at: Timestamp, diagnostics: &mut Diagnostics) -> Option<Assembled> {
    let sorted = Layout::new(files, diagnostics);
    let text = sorted.definitions.and_then(|file| Text::decode(file, diagnostics));
    let definitions = text.map(|text| DatasetFile::read(&text, diagnostics)).unwrap_or_default();
    let text = sorted.checks.and_then(|file| Text::decode(file, diagnostics));
    let mut checks =
        text.map(|text| checks_file::read(&text, &definitions.sources, at, diagnostics)).unwrap_or_default();
    let text = sorted.calendar.and_then(|file| Text::decode(file, diagnostics));
    let releases = text.map(|text| calendar_file::read(&text, diagnostics)).unwrap_or_default();

    let units: SharedUnits = definitions.units.map(Arc::new);
    let sources: SharedSources = definitions.sources.map(|mut source| {
        source.check = checks.remove(&source.id);
        Arc::new(source)
    });
    let reader =
        Reader { units, sources, at, offset: definitions.offset, rows_left: RowsLeft::new(MAX_ROWS) };
    let found = reader.indicators(&sorted, diagnostics);
    found.known.check_featured(&definitions.featured, diagnostics);
    for (key, chart_with) in &found.charts {
        found.known.check_chart(key, chart_with, diagnostics);
    }
    let mut listed = definitions.categories.iter().flat_map(|category| &category.indicators);
    let all_followed_known = found.all_followed_known
        && sorted.definitions_known
        && listed.all(|(key, _)| sorted.indicators.contains_key(key));
    calendar_file::check_followed(&releases, &found.followed, all_followed_known, diagnostics);
    sorted.check_listing(&definitions.categories, definitions.categories_complete, diagnostics);

    let releases: BTreeMap<String, Arc<Release>> = releases
        .into_iter()
        .map(|(id, (_, dates))| (id.clone(), Arc::new(Release { id, dates: dates.into_iter().collect() })))
        .collect();
    let (as_of, as_of_location) = definitions.as_of?;
    let declared = definitions.declared?;
    let (categories, embargoed) = found.categories(definitions.categories, &releases, declared)?;
    let dataset = Dataset {
        version: definitions.version?,
        title: definitions.title,
        description: definitions.description,
        featured: key_list::keys(definitions.featured),
        sdmx: definitions.sdmx,
        as_of,
        offset: definitions.offset?,
        declared,
        categories,
        warnings: Diagnostics::default(),
    };
    Some(Assembled { dataset, embargoed, as_of: as_of_location })
}

/// What it takes to read an indicator's files.
struct Reader {
    units: SharedUnits,
    sources: SharedSources,
    at: Timestamp,
    offset: Option<Offset>,
    rows_left: RowsLeft,
}

/// What the files of all indicators say.
struct Indicators<'a> {
    /// Those of which nothing is wrong.
    complete: HashMap<&'a Key, (IndicatorFile, Observed)>,
    known: Known<'a>,
    charts: Vec<(&'a Key, KeyList)>,
    followed: BTreeSet<String>,
    /// Whether it is certain which releases are followed.
    all_followed_known: bool,
}

impl Reader {
    fn indicators<'a>(mut self, sorted: &'a Layout<'a>, diagnostics: &mut Diagnostics) -> Indicators<'a> {
        let known = Known { indicators: BTreeMap::new(), complete: sorted.definitions_known };
        let mut found = Indicators {
            complete: HashMap::new(),
            known,
            charts: Vec::new(),
            followed: BTreeSet::new(),
            all_followed_known: true,
        };
        for (key, files) in &sorted.indicators {
            let (outline, observed) = self.indicator(key, files, diagnostics);
            found.all_followed_known &= outline.release_known;
            found.followed.extend(outline.release);
            found.known.indicators.insert(key, outline.defaults);
            found.charts.push((key, outline.chart_with));
            found.complete.extend(outline.complete.zip(observed).map(|both| (key, both)));
        }
        found
    }

    fn indicator(
        &mut self,
        key: &Key,
        files: &Files<'_>,
        diagnostics: &mut Diagnostics,
    ) -> (Outline, Option<Observed>) {
        let mark = diagnostics.mark();
        let text = files.json.and_then(|file| Text::decode(file, diagnostics));
        let outline = text
            .map(|text| IndicatorFile::read(&text, &self.units, &self.sources, diagnostics))
            .unwrap_or_default();
        let text = files.csv.and_then(|file| Text::decode(file, diagnostics));
        let Some(text) = text else { return (outline, None) };
        let context = RowContext { units: &self.units, at: self.at, offset: self.offset };
        let read =
            observations_file::read(&text, &outline.defaults, &context, &mut self.rows_left, diagnostics);
        if read.is_hidden {
            diagnostics.embargo_since(mark);
        }
        // Which rows are public decides on the warnings of a series with embargoes.
        let plain = read.observed.as_ref().filter(|observed| observed.embargoed.is_none());
        if let (Some(observed), Some(offset)) = (plain, self.offset) {
            let context = warnings::Context {
                file: Location::file(format!("indicators/{key}.csv")),
                today: offset.day(self.at),
                plausible: outline.complete.as_ref().and_then(|file| file.plausible.as_ref()),
            };
            warnings::check(observed, &context, diagnostics);
        }
        (outline, read.observed)
    }
}

impl Indicators<'_> {
    /// The categories with their indicators, and the series that have embargoes; nothing where something is wrong with one
    /// of them.
    fn categories(
        mut self,
        definitions: Vec<CategoryDefinition>,
        releases: &BTreeMap<String, Arc<Release>>,
        declared: DeclaredStatus,
    ) -> Option<(Vec<Category>, BTreeMap<Key, EmbargoedSeries>)> {
        let mut charts: BTreeMap<&Key, KeyList> = self.charts.into_iter().collect();
        let (mut categories, mut embargoed) = (Vec::new(), BTreeMap::new());
        for category in definitions {
            let mut members = Vec::new();
            for (key, _) in category.indicators {
                let (definition, observed) = self.complete.remove(&key)?;
                embargoed.extend(observed.embargoed.map(|series| (key.clone(), series)));
                let release = definition.release.map(|id| {
                    let known = releases.get(&id).cloned();
                    known.unwrap_or_else(|| Arc::new(Release { id, dates: Vec::new() }))
                });
                let chart_with = charts.remove(&key).map(key_list::keys).unwrap_or_default();
                members.push(Indicator {
                    key,
                    name: definition.name,
                    unit: definition.unit,
                    period_type: definition.period_type,
                    measure: definition.measure,
                    source: definition.source,
                    release,
                    declared: definition.declared.unwrap_or(declared),
                    notes: definition.notes,
                    short_name: definition.short_name,
                    decimals: definition.decimals,
                    chart_with,
                    source_code: definition.source_code,
                    nominal: definition.nominal,
                    plausible: definition.plausible,
                    series: Arc::new(observed.series),
                });
            }
            categories.push(Category { id: category.id, name: category.name?, indicators: members });
        }
        Some((categories, embargoed))
    }
}
