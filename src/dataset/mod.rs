//! From files that people wrote to a [`Dataset`] that has been checked. A `Dataset` in hand is valid.

mod bounds;
mod calendar_file;
mod checks_file;
mod csv;
mod dataset_file;
mod dates;
mod diagnostic;
pub mod edit;
mod embargo;
mod full;
mod indicator_file;
mod json;
mod json_parts;
mod json_syntax;
mod key_list;
mod layout;
mod listing;
pub mod merge;
#[cfg(test)]
mod mistakes;
mod named;
mod observations_file;
mod regular_file;
mod row_origin;
mod rows;
mod sdmx_ids;
#[cfg(test)]
pub mod second_csv_parser;
mod source;
pub mod stamp;
mod suggest;
mod table;
#[cfg(test)]
mod tables_read_twice;
mod text;
mod unit_definition;
pub mod user;
mod warnings;
mod workspace;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

pub use csv::Records;
pub use dataset_file::FILE as DATASET_FILE;
pub use diagnostic::{Diagnostic, Diagnostics, Location, Severity};
pub use full::{EmbargoedRow, FullDataset};
pub use source::{DataFile, Source, files_read, read};
pub use suggest::nearest as nearest_name;
pub use table::{Columns, Table};
pub use text::Text;
pub use workspace::{EditError, RowName, Workspace, note_publication};

use crate::model::{
    Category, DeclaredStatus, Indicator, Key, Localized, Offset, Release, Sdmx, Series, Timestamp,
};
use dataset_file::{CategoryDefinition, DatasetFile};
use embargo::EmbargoedSeries;
use indicator_file::{IndicatorFile, Outline};
use key_list::{KeyList, Known};
use layout::{Files, Layout};
use named::{SharedSources, SharedUnits};
use observations_file::{Observed, RowContext, RowsLeft};

/// The sums of a dataset's files as `sha256sum` writes them, which may lie beside them.
pub const SUMS_FILE: &str = "SHA256SUMS";
/// The indicators that a dataset may have.
const MAX_INDICATORS: usize = 10_000;
/// The rows of observations that a dataset may have.
const MAX_ROWS: usize = 2_000_000;

/// A checked dataset as readers see it at one instant.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its version.
    pub version: String,
    /// The name of the service.
    pub title: Option<Localized<String>>,
    /// A sentence about it.
    pub description: Option<Localized<String>>,
    /// The headline figures, in order; each is one of the indicators.
    pub featured: Vec<Key>,
    /// What SDMX clients call it; without it there are no SDMX resources.
    pub sdmx: Option<Sdmx>,
    /// When the snapshot was taken (specification, 2.2).
    pub as_of: Timestamp,
    /// Decides when a day ends, and how timestamps are written.
    pub offset: Offset,
    /// The status of the snapshot as a whole, as declared.
    pub declared: DeclaredStatus,
    /// Categories in order.
    pub categories: Vec<Category>,
    /// What should be looked at.
    pub warnings: Diagnostics,
}

impl Dataset {
    /// Every indicator, category by category.
    pub fn indicators(&self) -> impl Iterator<Item = &Indicator> {
        self.categories.iter().flat_map(|category| &category.indicators)
    }

    /// The indicator with this key.
    pub fn indicator(&self, key: &Key) -> Option<&Indicator> {
        self.indicators().find(|indicator| indicator.key == *key)
    }

    /// Takes over from `previous` every series that is the same, so that it lies in memory once.
    pub fn share(&mut self, previous: &Dataset) {
        let known: HashMap<&Key, &Arc<Series>> =
            previous.indicators().map(|indicator| (&indicator.key, &indicator.series)).collect();
        for indicator in self.categories.iter_mut().flat_map(|category| &mut category.indicators) {
            if let Some(series) = known.get(&indicator.key).filter(|series| ***series == indicator.series) {
                indicator.series = Arc::clone(series);
            }
        }
    }

    /// How many observations there are, the latest revision of each.
    pub fn observations(&self) -> usize {
        self.indicators().map(|indicator| indicator.series.observations().len()).sum()
    }
}

/// Reads a dataset and checks it; `at` is the instant by which something lies in the future.
///
/// # Errors
/// Everything that is wrong with it, at once, sorted by file and line.
pub fn load(source: &Source, at: Timestamp) -> Result<FullDataset, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let files = read(source, &mut diagnostics);
    check(&files, at, diagnostics)
}

/// Checks files that have been read, and adds to what reading them has found.
///
/// # Errors
/// As [`load`].
pub fn check(
    files: &[DataFile],
    at: Timestamp,
    mut diagnostics: Diagnostics,
) -> Result<FullDataset, Diagnostics> {
    // A directory that could not be read at all has said why; that its files are missing follows.
    if files.is_empty() && diagnostics.errors() > 0 {
        return Err(diagnostics.sorted());
    }
    match assemble(files, at, &mut diagnostics) {
        Some(assembled) if diagnostics.errors() == 0 => {
            let all = Dataset { warnings: diagnostics, ..assembled.dataset };
            Ok(FullDataset::new(all, assembled.embargoed, assembled.as_of, at))
        }
        _ => Err(diagnostics.sorted()),
    }
}

/// What files without an error come to.
struct Assembled {
    dataset: Dataset,
    embargoed: BTreeMap<Key, EmbargoedSeries>,
    as_of: Location,
}

fn assemble(files: &[DataFile], at: Timestamp, diagnostics: &mut Diagnostics) -> Option<Assembled> {
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

#[cfg(test)]
mod tests;
