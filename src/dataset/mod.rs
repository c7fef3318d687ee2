//! From files that people wrote to a [`Dataset`] that has been checked. A `Dataset` in hand is valid.

mod calendar_file;
mod checks_file;
mod csv;
mod definitions;
mod draft;
pub mod edit;
mod indicator_file;
mod json;
mod json_parts;
mod json_syntax;
mod layout;
mod listing;
mod observations;
mod problem;
mod rows;
mod source;
mod suggest;
mod table;
mod text;
mod warnings;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::NaiveDate;

pub use draft::Draft;
pub use problem::{Place, Report, Severity};
pub use source::{DataFile, Source, files_read, read};

use crate::model::{Category, Declared, Indicator, Instant, Key, Offset, Release};
use definitions::{Definitions, SharedSources, SharedUnits};
use indicator_file::{IndicatorFile, Outline};
use layout::{Files, Layout};
use observations::{Observed, RowsLeft};
use text::Text;

/// The sums of a dataset's files as `sha256sum` writes them, which may lie beside them.
pub const SUMS_FILE: &str = "SHA256SUMS";
/// The indicators that a dataset may have.
const MAX_INDICATORS: usize = 10_000;
/// The rows of observations that a dataset may have.
const MAX_ROWS: usize = 2_000_000;

/// A checked dataset.
#[derive(Debug)]
pub struct Dataset {
    /// Its version.
    pub version: String,
    /// When the snapshot was taken (specification, 2.2).
    pub as_of: Instant,
    /// Decides when a day ends, and how timestamps are written.
    pub offset: Offset,
    /// The status of the snapshot as a whole, as declared.
    pub declared: Declared,
    /// Categories in order.
    pub categories: Vec<Category>,
    /// What should be looked at.
    pub warnings: Report,
}

impl Dataset {
    /// Every indicator, category by category.
    pub fn indicators(&self) -> impl Iterator<Item = &Indicator> {
        self.categories.iter().flat_map(|category| &category.indicators)
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
pub fn load(source: &Source, at: Instant) -> Result<Dataset, Report> {
    let mut report = Report::default();
    let files = read(source, &mut report);
    check(&files, at, report)
}

/// Checks files that have been read, and adds to what reading them has found.
///
/// # Errors
/// As [`load`].
pub fn check(files: &[DataFile], at: Instant, mut report: Report) -> Result<Dataset, Report> {
    // A directory that could not be read at all has said why; that its files are missing follows.
    if files.is_empty() && report.errors() > 0 {
        return Err(report.sorted());
    }
    match assemble(files, at, &mut report) {
        Some(dataset) if report.errors() == 0 => Ok(Dataset { warnings: report.sorted(), ..dataset }),
        _ => Err(report.sorted()),
    }
}

fn assemble(files: &[DataFile], at: Instant, report: &mut Report) -> Option<Dataset> {
    let sorted = Layout::new(files, report);
    let text = sorted.definitions.and_then(|file| Text::decode(file, report));
    let definitions = text.map(|text| Definitions::read(&text, report)).unwrap_or_default();
    let text = sorted.checks.and_then(|file| Text::decode(file, report));
    let mut checks =
        text.map(|text| checks_file::read(&text, &definitions.sources, at, report)).unwrap_or_default();
    let text = sorted.calendar.and_then(|file| Text::decode(file, report));
    let releases = text.map(|text| calendar_file::read(&text, report)).unwrap_or_default();

    let offset = definitions.offset;
    let units: SharedUnits = definitions.units.map(Arc::new);
    let sources: SharedSources = definitions.sources.map(|mut source| {
        source.check = checks.remove(&source.id);
        Arc::new(source)
    });
    let mut read = Reader { units, sources, at, offset, rows_left: RowsLeft::new(MAX_ROWS) };
    let mut indicators: HashMap<&Key, (IndicatorFile, Observed)> = HashMap::new();
    let mut followed: BTreeSet<String> = BTreeSet::new();
    let mut listed = definitions.categories.iter().flat_map(|category| &category.indicators);
    let mut all_followed_known =
        sorted.definitions_known && listed.all(|(key, _)| sorted.indicators.contains_key(key));
    for (key, files) in &sorted.indicators {
        let (outline, observed) = read.indicator(key, files, report);
        all_followed_known &= outline.release_known;
        followed.extend(outline.release);
        if let Some(both) = outline.complete.zip(observed) {
            indicators.insert(key, both);
        }
    }
    calendar_file::check_followed(&releases, &followed, all_followed_known, report);
    sorted.check_listing(&definitions.categories, definitions.categories_complete, report);

    let releases: BTreeMap<String, Arc<Release>> = releases
        .into_iter()
        .map(|(id, (_, dates))| (id.clone(), Arc::new(Release { id, dates: dates.into_iter().collect() })))
        .collect();
    let dataset_status = definitions.declared?;
    let mut categories = Vec::new();
    for category in definitions.categories {
        let mut members = Vec::new();
        for (key, _) in category.indicators {
            let (definition, observed) = indicators.remove(&key)?;
            let release = definition.release.map(|id| {
                releases
                    .get(&id)
                    .cloned()
                    .unwrap_or_else(|| Arc::new(Release { id, dates: Vec::<NaiveDate>::new() }))
            });
            members.push(Indicator {
                key,
                name: definition.name,
                unit: definition.unit,
                period_type: definition.period_type,
                measure: definition.measure,
                source: definition.source,
                release,
                declared: definition.declared.unwrap_or(dataset_status),
                notes: definition.notes,
                series: observed.series,
            });
        }
        categories.push(Category { id: category.id, name: category.name?, indicators: members });
    }
    Some(Dataset {
        version: definitions.version?,
        as_of: definitions.as_of?,
        offset: offset?,
        declared: dataset_status,
        categories,
        warnings: Report::default(),
    })
}

/// What it takes to read an indicator's files.
struct Reader {
    units: SharedUnits,
    sources: SharedSources,
    at: Instant,
    offset: Option<Offset>,
    rows_left: RowsLeft,
}

impl Reader {
    fn indicator(
        &mut self,
        key: &Key,
        files: &Files<'_>,
        report: &mut Report,
    ) -> (Outline, Option<Observed>) {
        let text = files.json.and_then(|file| Text::decode(file, report));
        let outline = text
            .map(|text| IndicatorFile::read(&text, &self.units, &self.sources, report))
            .unwrap_or_default();
        let text = files.csv.and_then(|file| Text::decode(file, report));
        let Some(text) = text else { return (outline, None) };
        let observed = observations::read(&text, &outline.defaults, &self.units, &mut self.rows_left, report);
        if let (Some(observed), Some(offset)) = (&observed, self.offset) {
            let context = warnings::Context {
                file: &Place::file(format!("indicators/{key}.csv")),
                at: self.at,
                offset,
            };
            warnings::check(observed, &context, report);
        }
        (outline, observed)
    }
}
