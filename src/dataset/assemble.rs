//! Reads the files of a dataset and checks their references to each other.

use super::*;

use super::calendar_and_checks::Calendar;
use super::dataset_file::{CategoryDefinition, DatasetFile};
use super::file_roles::{FileRoles, Files};
use super::indicator_file::PartialIndicator;
use super::snapshot::Places;

/// Checks files that have been read, and adds to what reading them has found; `at` is the instant by which something lies
/// in the future. Series that are the same in `previous` are taken from there as soon as they are read.
pub fn check(
    files: &[DataFile],
    at: Timestamp,
    diagnostics: Diagnostics,
    previous: Option<&FullDataset>,
) -> Result<FullDataset, Diagnostics> {
    check_for(Purpose::Edit, files, at, diagnostics, previous)
}

/// As [`check`], for a service: mistakes that only editors can mend are warnings.
pub fn check_to_serve(
    files: &[DataFile],
    at: Timestamp,
    diagnostics: Diagnostics,
    previous: Option<&FullDataset>,
) -> Result<FullDataset, Diagnostics> {
    check_for(Purpose::Serve, files, at, diagnostics, previous)?.filled()
}

fn check_for(
    purpose: Purpose,
    files: &[DataFile],
    at: Timestamp,
    diagnostics: Diagnostics,
    previous: Option<&FullDataset>,
) -> Result<FullDataset, Diagnostics> {
    // A directory that could not be read at all has said why; that its files are missing follows.
    if files.is_empty() && diagnostics.errors() > 0 {
        return Err(diagnostics.sorted());
    }

    let report = Report::new(diagnostics, purpose);
    let roles = FileRoles::new(files, &report);
    let previous = match previous {
        Some(previous) => previous.with_all_rows().series_by_key(),
        None => SeriesByKey::default(),
    };
    let dataset = Reader::new(&roles, at, previous, &report).dataset();
    dataset.ok_or_else(|| report.into_diagnostics().sorted())
}

pub fn load(source: &Source, at: Timestamp) -> Result<FullDataset, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let files = read(source, &mut diagnostics);
    check(&files, at, diagnostics, None)
}

/// As [`read_or_default`], for a table, which may be in windows-1251.
fn read_table_or_default<T: Default>(
    file: Option<&DataFile>,
    report: &Report,
    read: impl FnOnce(&Text<'_>) -> T,
) -> T {
    let file = file.map(table_form::in_utf8);
    read_or_default(file.as_deref(), report, read)
}

/// Reads the text of a file; returns the default where there is no such file, or it is not text.
fn read_or_default<T: Default>(
    file: Option<&DataFile>,
    report: &Report,
    read: impl FnOnce(&Text<'_>) -> T,
) -> T {
    match file.and_then(|file| Text::decode(file, report)) {
        Some(text) => read(&text),
        None => T::default(),
    }
}

struct Reader<'a> {
    roles: &'a FileRoles<'a>,
    report: &'a Report,
    definitions: DatasetFile,
    calendar: Calendar,
    at: Timestamp,
    previous: SeriesByKey<'a>,
    /// The rows of all indicators so far.
    row_count: usize,
    indicators: BTreeMap<&'a Key, ReadIndicator>,
}

/// An indicator as far as its files could be read.
struct ReadIndicator {
    definition: PartialIndicator,
    /// `None` where something is wrong with its rows; empty where its first observations are still to come.
    series: Option<Arc<Series>>,
    embargoed: Option<EmbargoedSeries>,
}

impl<'a> Reader<'a> {
    fn new(
        roles: &'a FileRoles<'a>,
        at: Timestamp,
        previous: SeriesByKey<'a>,
        report: &'a Report,
    ) -> Self {
        let mut definitions = read_or_default(roles.definitions, report, DatasetFile::read);
        let mut checks = read_table_or_default(roles.checks, report, |text| {
            calendar_and_checks::checks(text, &definitions.sources, at)
        });
        for (code, source) in definitions.sources.iter_mut() {
            Arc::make_mut(source).check = checks.remove(code);
        }

        let calendar = read_table_or_default(roles.calendar, report, Calendar::read);
        Reader {
            roles,
            report,
            definitions,
            calendar,
            at,
            previous,
            row_count: 0,
            indicators: BTreeMap::new(),
        }
    }

    /// Everything; `None` where something is wrong.
    fn dataset(mut self) -> Option<FullDataset> {
        for (key, files) in &self.roles.indicators {
            let indicator = self.indicator(key, files);
            self.indicators.insert(key, indicator);
        }

        self.check_references();
        let (tables, problems) = self.tables();
        let problems = match self.report.purpose {
            Purpose::Edit => problems,
            Purpose::Serve => problems.into_warnings(),
        };

        self.report.diagnostics().append(problems);
        if self.report.errors() > 0 {
            return None;
        }

        let definitions = self.definitions;
        let releases = self.calendar.releases();
        let mut categories = Vec::new();
        let mut embargoed = BTreeMap::new();
        let mut unfilled = BTreeSet::new();
        for CategoryDefinition {
            id,
            name,
            indicators: listed,
        } in definitions.categories.list
        {
            let mut indicators = Vec::new();
            for (key, _) in listed {
                let ReadIndicator {
                    definition,
                    series,
                    embargoed: rows,
                } = self.indicators.remove(&key)?;
                embargoed.extend(rows.map(|rows| (key.clone(), rows)));
                let indicator =
                    definition.complete(key.clone(), series?, &releases, definitions.declared)?;
                if indicator.series.observations().is_empty() {
                    unfilled.insert(key);
                } else if let Some(release) = &indicator.release
                    && indicator.is_overdue_by_guess()
                {
                    let table = Location::file(edit::observations_path(&indicator.key));
                    let message = msg::calendar_without_periods(&release.id);
                    self.report.warning(table, message);
                }

                indicators.push(indicator);
            }

            categories.push(Category {
                id,
                name: name?,
                indicators,
            });
        }

        let (instant, as_of) = definitions.as_of?;
        let publications = read_or_default(
            self.roles.publications,
            self.report,
            publications_file::read,
        );
        if self.report.errors() > 0 {
            return None;
        }

        let dataset = Dataset {
            version: definitions.version?,
            title: definitions.title,
            description: definitions.description,
            license: definitions.license,
            publisher: definitions.publisher,
            contact: definitions.contact,
            security: definitions.security,
            featured: definitions::without_locations(definitions.featured),
            sdmx: definitions.sdmx,
            nsdp: definitions.nsdp.nsdp,
            as_of: instant,
            offset: definitions.offset?,
            declared: definitions.declared?,
            categories,
            publications,
            warnings: std::mem::take(&mut *self.report.diagnostics()),
        };

        let places = Places {
            as_of,
            data_categories: definitions.nsdp.places,
        };
        Some(FullDataset::new(
            dataset,
            &unfilled,
            embargoed,
            places,
            tables.into(),
            self.at,
        ))
    }

    /// Reads the definitions of files of sources, when all indicators are known, and what is wrong with them.
    fn tables(&self) -> (Tables, Diagnostics) {
        let report = Report::default();
        let mut tables = Tables::default();
        for (id, file) in &self.roles.tables {
            let definition = Text::decode(file, &report).and_then(|text| {
                tables::read(id, &text, &self.definitions.sources, |key, location| {
                    self.defaults_of(key, location, &report);
                })
            });
            tables.add(&file.path, &file.bytes, definition);
        }

        let mut sources = Vec::new();
        for indicator in self.indicators.values() {
            if indicator.series.is_some() {
                sources.extend(indicator.definition.source_of_code());
            }
        }

        for (_, check) in CHECKS {
            check(&tables.definitions, &sources, &report);
        }

        (tables, report.into_diagnostics())
    }

    fn check_references(&self) {
        for (key, location) in &self.definitions.featured {
            self.defaults_of(key, location, self.report);
        }

        for (key, ReadIndicator { definition, .. }) in &self.indicators {
            let own = &definition.defaults;
            self.check_alike(key, own, &definition.chart_with, &IN_CHART);
            self.check_alike(key, own, &definition.below, &AS_LIMITS);
            self.check_alike(key, own, &definition.between, &AS_LIMITS);
        }

        let mut series = Vec::new();
        let mut followed = BTreeSet::new();
        let mut are_sound = self.roles.definitions_known;
        let mut are_all_followed = self.roles.definitions_known;
        for (key, ReadIndicator { definition, .. }) in &self.indicators {
            let defaults = &definition.defaults;
            let nature = (defaults.frequency.flatten(), defaults.period_type);
            series.push((*key, nature, &definition.nsdp));
            followed.extend(definition.release.as_deref());
            are_sound &= definition.is_sound();
            are_all_followed &= definition.release_known;
        }

        let nsdp = &self.definitions.nsdp;
        nsdp.check(series.into_iter(), are_sound, self.report);

        let categories = &self.definitions.categories;
        for category in &categories.list {
            for (key, _) in &category.indicators {
                are_all_followed &= self.roles.indicators.contains_key(key);
            }
        }

        let calendar = &self.calendar;
        calendar.check_followed(&followed, are_all_followed, self.report);
        self.roles.check_listing(categories, self.report);
    }

    fn indicator(&mut self, key: &Key, files: &Files<'_>) -> ReadIndicator {
        let mark = self.report.diagnostics().mark();
        if let Some(message) = indicator_file::misread_key(key) {
            let file = Location::file(format!("indicators/{key}.json"));
            self.report.warning(file, message);
        }

        let definitions = &self.definitions;
        let definition = read_or_default(files.json, self.report, |text| {
            PartialIndicator::read(text, &definitions.units, &definitions.sources)
        });
        let rows = read_table_or_default(files.csv, self.report, |text| {
            observations_file::read(
                text,
                &definition.defaults,
                definitions,
                self.at,
                &mut self.row_count,
            )
        });

        if rows.is_hidden {
            self.report.diagnostics().embargo_since(mark);
        }

        let unit = definition.defaults.unit.as_ref();
        nsdp::check_units(&definition.nsdp, unit, rows.observed.as_ref(), self.report);
        let is_unfilled = rows.is_unfilled || self.roles.lacks_table(key);
        if is_unfilled {
            let mut diagnostics = self.report.diagnostics();
            diagnostics.unfilled(Severity::Warning, key);
        }

        let Some(observed) = rows.observed else {
            return ReadIndicator {
                definition,
                series: is_unfilled.then(|| Arc::new(Series::unfilled())),
                embargoed: None,
            };
        };

        // Which rows are public decides on the warnings of a series with embargoes.
        if let (None, Some(offset)) = (&observed.embargoed, self.definitions.offset) {
            let context = warnings::Context::new(
                key,
                offset.day(self.at),
                definition.plausible(),
                observed.series.observations(),
            );
            warnings::check(&observed, &context, &mut self.report.diagnostics());
        }

        let previous = self.previous.get(key).copied();
        let series = Arc::new(observed.series).shared(previous);
        ReadIndicator {
            definition,
            series: Some(series),
            embargoed: observed.embargoed,
        }
    }

    /// Indicators of one chart, and those whose values are compared, are others than the one that names them, and share
    /// its unit and period type.
    fn check_alike(&self, own_key: &Key, ours: &Defaults, named: &KeyList, unlike: &Unlike) {
        for (key, location) in named {
            if key == own_key {
                self.report.error(location.clone(), (unlike.itself)(key));
                continue;
            }

            let Some(theirs) = self.defaults_of(key, location, self.report) else {
                continue;
            };

            if let (Some(ours), Some(theirs)) = (&ours.unit, &theirs.unit)
                && ours.id != theirs.id
            {
                let message = (unlike.unit)(key, &theirs.id, &ours.id);
                self.report.error(location.clone(), message);
            }

            if let (Some(ours), Some(theirs)) = (ours.period_type, theirs.period_type)
                && ours != theirs
            {
                let message = (unlike.period)(key, theirs.name(), ours.name());
                self.report.error(location.clone(), message);
            }
        }
    }

    /// The defaults of an indicator. Another one is reported only where all indicators are known; of one that a category
    /// lists, it is the file that is missing.
    fn defaults_of(&self, key: &Key, location: &Location, report: &Report) -> Option<&Defaults> {
        let indicator = self.indicators.get(key);
        let categories = &self.definitions.categories;
        if indicator.is_none() && self.roles.definitions_known && !categories.have(key) {
            let keys = self.indicators.keys().map(|key| key.as_str());
            let nearest = report.nearest(key.as_str(), keys);
            let message = msg::unknown_indicator(key.as_str(), nearest);
            report.error(location.clone(), message);
        }

        indicator.map(|indicator| &indicator.definition.defaults)
    }
}

/// The sentences on an indicator that another one names, and that is not like it.
struct Unlike {
    itself: fn(&Key) -> Message,
    unit: fn(&Key, &str, &str) -> Message,
    period: fn(&Key, &str, &str) -> Message,
}

const IN_CHART: Unlike = Unlike {
    itself: |key| msg::chart_with_itself(key),
    unit: |key, theirs, ours| msg::chart_with_other_unit(key, theirs, ours),
    period: |key, theirs, ours| msg::chart_with_other_period(key, theirs, ours),
};
const AS_LIMITS: Unlike = Unlike {
    itself: |key| msg::limited_by_itself(key),
    unit: |key, theirs, ours| msg::limited_by_other_unit(key, theirs, ours),
    period: |key, theirs, ours| msg::limited_by_other_period(key, theirs, ours),
};

/// A check of definitions of files, given the sources that have indicators with codes of a bulletin.
type Check = fn(&[TableDefinition], &[&str], &Report);

/// Checks of a dataset as a whole, each with the name under which the manual lists it. A file of its own is checked where it is
/// read.
pub const CHECKS: [(&str, Check); 2] = [
    ("tables-share-a-source", tables_share_a_source),
    ("table-beside-bulletin", table_beside_bulletin),
];

/// Warns where one source has definitions of several files: a check of one would keep the others fresh.
fn tables_share_a_source(tables: &[TableDefinition], _: &[&str], report: &Report) {
    for (at, table) in tables.iter().enumerate() {
        let earlier = tables
            .iter()
            .take(at)
            .find(|earlier| earlier.source == table.source);
        if let Some(earlier) = earlier {
            let message = msg::table_source_shared(&table.source, earlier.path());
            report.warning(Location::file(table.path()), message);
        }
    }
}

/// Warns where the source of a definition also has codes of a bulletin.
fn table_beside_bulletin(tables: &[TableDefinition], sources_with_codes: &[&str], report: &Report) {
    for table in tables {
        if !sources_with_codes.contains(&&*table.source) {
            continue;
        }

        report.warning(
            Location::file(table.path()),
            msg::table_source_of_bulletin(&table.source),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_every_check() {
        for page in [
            "packaging/man/indicatord-dataset.5.md",
            "packaging/man/ru/indicatord-dataset.5.md",
        ] {
            let text = std::fs::read_to_string(page).unwrap();
            for (name, _) in CHECKS {
                assert!(text.contains(&format!("`{name}`")), "{page}: {name}");
            }
        }
    }
}
