//! Reads the files of a dataset and checks their references to each other.

use super::*;

use super::calendar_file::{CALENDAR, Calendar};
use super::checks_file::read_checks;
use super::dataset_file::DatasetFile;
use super::file_roles::FileRoles;
use super::full_dataset::Places;
use super::indicator_file::PartialIndicator;
use super::misread_key::misread_key;
use super::table_checks::TABLE_CHECKS;

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
    let previous = previous.map(|previous| previous.with_all_rows().series_by_key());
    let reader = Reader::new(&roles, at, previous.unwrap_or_default(), &report);
    reader
        .assemble()
        .ok_or_else(|| report.into_diagnostics().sorted())
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
    let file = file.map(in_utf8);
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
        let mut definitions = read_or_default(roles.file(DATASET_FILE), report, DatasetFile::read);
        let mut checks = read_table_or_default(roles.file(CHECKS), report, |text| {
            read_checks(text, &definitions.sources, at)
        });
        for (code, source) in definitions.sources.iter_mut() {
            Arc::make_mut(source).check = checks.remove(code);
        }

        let calendar = read_table_or_default(roles.file(CALENDAR), report, Calendar::read);
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
    fn assemble(mut self) -> Option<FullDataset> {
        for key in &self.roles.indicators {
            let indicator = self.read_indicator(key);
            self.indicators.insert(key, indicator);
        }

        self.check_references();
        let (tables, problems) = self.read_tables();
        let problems = match self.report.purpose {
            Purpose::Edit => problems,
            Purpose::Serve => problems.into_warnings(),
        };

        self.report.diagnostics().append(problems);
        if self.report.errors() > 0 {
            return None;
        }

        self.into_dataset(tables)
    }

    fn into_dataset(mut self, tables: Tables) -> Option<FullDataset> {
        let definitions = self.definitions;
        let releases = self.calendar.releases();
        let mut categories = Vec::new();
        let mut embargoed = BTreeMap::new();
        let mut unfilled = BTreeSet::new();
        for category in definitions.categories.list {
            let mut indicators = Vec::new();
            for (key, _) in category.indicators {
                let read = self.indicators.remove(&key)?;
                embargoed.extend(read.embargoed.map(|rows| (key.clone(), rows)));

                let indicator = read.definition.complete(
                    key.clone(),
                    read.series?,
                    &releases,
                    definitions.declared,
                )?;
                if indicator.series.observations().is_empty() {
                    unfilled.insert(key);
                } else if let Some(release) = &indicator.release
                    && indicator.is_overdue_by_guess()
                {
                    let table = Location::file(observations_path(&indicator.key));
                    let message = msg::calendar_without_periods(&release.id);
                    self.report.warning(table, message);
                }

                indicators.push(indicator);
            }

            categories.push(Category {
                id: category.id,
                name: category.name?,
                indicators,
            });
        }

        let (instant, as_of) = definitions.as_of?;
        let publications = read_or_default(
            self.roles.file(PUBLICATIONS),
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
            featured: key_list::without_locations(definitions.featured),
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
    fn read_tables(&self) -> (Tables, Diagnostics) {
        let report = Report::default();
        let mut tables = Tables::default();
        for (id, file) in &self.roles.tables {
            let definition = Text::decode(file, &report).and_then(|text| {
                table_definitions::read(id, &text, &self.definitions.sources, |key, location| {
                    self.defaults_of(key, location, &report);
                })
            });
            tables.add(&file.path, &file.bytes, definition);
        }

        let mut sources_with_codes = Vec::new();
        for indicator in self.indicators.values() {
            if indicator.series.is_some() {
                sources_with_codes.extend(indicator.definition.source_of_code());
            }
        }

        for (_, check) in TABLE_CHECKS {
            check(&tables.definitions, &sources_with_codes, &report);
        }

        (tables, report.into_diagnostics())
    }

    /// Checks the keys, releases and data categories that files name.
    fn check_references(&self) {
        for (key, location) in &self.definitions.featured {
            self.defaults_of(key, location, self.report);
        }

        let mut definitions = Vec::new();
        let mut followed = BTreeSet::new();
        let mut are_sound = self.roles.has_all_definitions;
        let mut are_all_followed = are_sound;
        for (key, ReadIndicator { definition, .. }) in &self.indicators {
            let own = &definition.defaults;
            self.check_alike(key, own, &definition.chart_with, &IN_CHART);
            self.check_alike(key, own, &definition.below, &AS_LIMITS);
            self.check_alike(key, own, &definition.between, &AS_LIMITS);

            definitions.push((*key, definition));
            followed.extend(definition.release.as_deref());
            are_sound &= definition.is_sound();
            are_all_followed &= definition.release_known;
        }

        let DatasetFile {
            nsdp, categories, ..
        } = &self.definitions;
        nsdp_checks::check_series(nsdp, &definitions, are_sound, self.report);

        let mut listed = categories.keys();
        are_all_followed &= listed.all(|key| self.roles.indicators.contains(key));
        self.calendar
            .check_followed(&followed, are_all_followed, self.report);
        self.roles.check_listing(categories, self.report);
    }

    fn read_indicator(&mut self, key: &Key) -> ReadIndicator {
        let mark = self.report.diagnostics().mark();
        if let Some(message) = misread_key(key) {
            let file = Location::file(definition_path(key));
            self.report.warning(file, message);
        }

        let definitions = &self.definitions;
        let file = self.roles.file(&definition_path(key));
        let definition = read_or_default(file, self.report, |text| {
            PartialIndicator::read(text, &definitions.units, &definitions.sources)
        });
        let file = self.roles.file(&observations_path(key));
        let rows = read_table_or_default(file, self.report, |text| {
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

        nsdp_checks::check_units(&definition, rows.observed.as_ref(), self.report);
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
        let mut listed = self.definitions.categories.keys();
        if indicator.is_none()
            && self.roles.has_all_definitions
            && !listed.any(|other| other == key)
        {
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
