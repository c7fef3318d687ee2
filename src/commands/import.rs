//! `indicatord import`: every observation of the files, or none.

use super::*;

use std::io::{self, Read};
use std::time::Instant;

use crate::dataset::{Dataset, merge};
use crate::directory::{self, Kind};
use crate::imports::{self, Format, Outcome, Request};

/// The bytes that a file may have: those of the largest file of a dataset.
const MAX_BYTES: u64 = 16 << 20;
/// The time after which an import gives up because somebody edits the dataset each time while it reads the files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Record all observations of files, or none.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "import", help_triggers("-h", "--help"))]
pub struct Import {
    /// the files; - is standard input
    #[argh(positional, arg_name = "file")]
    files: Vec<PathBuf>,

    /// the indicator of tables that have no column key
    #[argh(option)]
    key: Option<String>,

    /// show what can be read of files of sources, and write nothing
    #[argh(switch)]
    list: bool,

    /// say what the import would do, and write nothing
    #[argh(switch)]
    dry_run: bool,

    /// the definition, tables/ID.json, by which files of sources are read; by default those that fit; may be repeated
    #[argh(option, arg_name = "id")]
    table: Vec<String>,

    /// the source whose indicators a bulletin updates, if several sources share its codes
    #[argh(option, arg_name = "id")]
    source: Option<String>,

    /// the day on which a bulletin was corrected, or what a source's file has was published, YYYY-MM-DD
    #[argh(option, arg_name = "date")]
    published: Option<String>,

    /// place every row under embargo until this time (RFC 3339)
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    not_before: Option<Timestamp>,

    /// replace recorded rows that are not public; without --not-before, the embargo of a row is taken away
    #[argh(switch)]
    replace: bool,

    /// note for tables, too, that the sources of their indicators were checked successfully just now
    #[argh(switch)]
    checked: bool,

    /// do not note the check for bulletins and files of sources
    #[argh(switch)]
    no_checked: bool,

    /// allow a kind of case that needs confirmation: jump, slip, revision, definition, future, history, order, date or
    /// status; for all indicators, or for one as KIND=KEY; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the store whose live release tells what is public; by default INDICATORD_STORE, else the directory's own notes
    /// tell it
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// print the result as one JSON object
    #[argh(switch)]
    json: bool,
}

impl Import {
    /// Imports all of the files, or none.
    pub fn run(self) -> Result {
        console::begin_object(self.json, editing::MEMBERS);
        if self.files.is_empty() {
            return Err(msg::arguments_missing(msg::help::names(&["file"])).into());
        }

        let mut files = Vec::new();
        for path in &self.files {
            files.push(read_file(path)?);
        }

        check_options(&self, &files)?;
        if self.list {
            return list_files(&self, &files);
        }

        let (mut editing, readings) = self.lock_with_readings(&files)?;
        let full = editing.dataset()?.clone();
        let mut diagnostics = readings.diagnostics;
        let mut merge = editing.merge(self.replace);
        let mut taken = Taken {
            not_before: self.not_before_in(&full),
            ..Taken::default()
        };
        for (file, import) in files.iter().zip(readings.imports) {
            taken.take_file(file, import, &self, &mut merge, &mut diagnostics);
        }

        let merged = merge.finish();
        taken.outcome.warn_of_lacking(&mut diagnostics);
        let mut sources = editing::sources_of(full.with_unfilled(), &taken.keys);
        sources.extend(taken.sources);
        let mut summaries = taken.outcome.rows();
        for source in sources {
            summaries.push(editing.note_check(&source, full.offset()));
        }

        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let command = format!("import {}", names.join(" "));
        editing.store = self.store;
        editing.allow = self.allow;
        editing.is_dry = self.dry_run;
        editing.by_machine = !taken.is_typed;
        editing.write(&command, merged, diagnostics)?;

        console::print_lines(&summaries);
        console::print_lines(taken.outcome.notes());
        console::print_lines(&taken.outcome.unknown_codes());
        if self.dry_run {
            console::println(msg::import_dry_run());
        }

        Ok(())
    }

    /// Locks the dataset together with what was read of the files beside it. They are read while nobody holds the
    /// directory, and once more where somebody has edited it meanwhile: a file that takes long keeps nobody waiting.
    fn lock_with_readings(&self, files: &[DataFile]) -> Result<(Editing, Readings)> {
        let begun = Instant::now();
        let mut readings = self.read_beside(Editing::begin(self.dataset.clone())?, files)?;
        loop {
            let editing = Editing::begin(self.dataset.clone())?;
            if readings.dataset == editing.workspace.files() {
                return Ok((editing, readings));
            }

            if begun.elapsed() > PATIENCE {
                let directory = editing.directory.display();
                return Err(msg::dataset_keeps_changing(directory).into());
            }

            readings = self.read_beside(editing, files)?;
        }
    }

    /// Reads the files beside a dataset that nobody holds meanwhile.
    fn read_beside(&self, mut editing: Editing, files: &[DataFile]) -> Result<Readings> {
        let full = editing.dataset()?.clone();
        let now = editing.now;
        let dataset = editing.workspace.take_files();
        drop(editing);

        let public = full.public_at(now);
        let not_before = self.not_before_in(&full);
        let request = self.request(&full, &public, not_before.as_deref(), now);
        let mut diagnostics = Diagnostics::default();
        let mut imports = Vec::new();
        for file in files {
            imports.push(imports::read(file, request, &mut diagnostics));
        }

        Ok(Readings {
            dataset,
            imports,
            diagnostics,
        })
    }

    fn request<'a>(
        &'a self,
        full: &'a FullDataset,
        public: &'a Dataset,
        not_before: Option<&'a str>,
        now: Timestamp,
    ) -> Request<'a> {
        Request {
            dataset: full.with_unfilled(),
            public,
            definitions: full.tables(),
            key: self.key.as_deref(),
            source: self.source.as_deref(),
            tables: &self.table,
            published: self.published.as_deref(),
            not_before,
            today: full.offset().day(now),
            now,
        }
    }

    /// The end of the embargo of all rows, as the dataset writes instants.
    fn not_before_in(&self, dataset: &FullDataset) -> Option<String> {
        Some(dataset.offset().timestamp(self.not_before?))
    }

    /// Returns true if a file is of a kind that `--source` or `--published` is for.
    fn takes(&self, option: &str, file: &DataFile) -> bool {
        match Format::detect(&file.bytes) {
            Format::Table | Format::ExcelRu => option == "--published" && !self.table.is_empty(),
            Format::Html => false,
            format => format == Format::Bulletin || option == "--published",
        }
    }
}

/// The files of an import as they were read beside a dataset that nobody held.
struct Readings {
    /// The files of that dataset.
    dataset: Vec<DataFile>,
    /// The observations of each file.
    imports: Vec<imports::Import>,
    diagnostics: Diagnostics,
}

/// What became of the files, and which sources count as checked: those of `keys`, too.
#[derive(Default)]
struct Taken {
    /// The end of the embargo of all rows, if they get one.
    not_before: Option<String>,
    outcome: Outcome,
    sources: BTreeSet<String>,
    keys: BTreeSet<String>,
    /// True if one of the files may have been typed: a table of this program's own, whatever its format.
    is_typed: bool,
}

impl Taken {
    /// Merges the rows of a file.
    fn take_file(
        &mut self,
        file: &DataFile,
        import: imports::Import,
        command: &Import,
        merge: &mut Merge<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let format = Format::detect(&file.bytes);
        let rule = match (format, &command.published) {
            (Format::Bulletin, None) => Rule::Bulletin,
            (Format::Bulletin, Some(_)) => Rule::CorrectedBulletin,
            _ => Rule::Table,
        };
        let not_before = self.not_before.as_deref();
        let (mut added, mut skipped) = (0, 0);
        for (location, row) in &import.rows {
            let row = match under_embargo(row, not_before) {
                // A text in a workbook was typed.
                Ok(row) if format == Format::Workbook => row.in_plain_form(),
                Ok(row) => row,
                Err(message) => {
                    diagnostics.error(location.clone(), message);
                    continue;
                }
            };

            match merge.merge_row(&row, rule, location, diagnostics) {
                merge::Outcome::Added | merge::Outcome::Replaced => added += 1,
                merge::Outcome::Skipped(_) => skipped += 1,
                merge::Outcome::Refused => {}
            }
        }

        self.is_typed |= format != Format::Bulletin && import.delivered.is_none();
        let counts_as_check = match format {
            Format::Bulletin => !command.no_checked,
            _ => command.checked,
        };
        if counts_as_check {
            let keys = import.rows.iter().map(|(_, row)| row.key.clone());
            self.keys.extend(keys);
        }

        match &import.delivered {
            Some(delivered) if delivered.is_older && !command.no_checked => {
                diagnostics.error(Location::file(&*file.path), msg::table_older());
            }
            Some(delivered) if !command.no_checked => {
                let is_whole = !delivered.has_waiting && !delivered.has_passed;
                if is_whole && not_before.is_none() {
                    self.sources.extend(delivered.sources.iter().cloned());
                }
            }
            _ => {}
        }

        self.outcome.add(&file.path, added, skipped, import);
    }
}

/// Lists the observations that can be read from files, and those that an import would refuse. Writes nothing, and needs no
/// dataset.
fn list_files(command: &Import, files: &[DataFile]) -> Result {
    let now = instant_or_now(None);
    let source = source_or_embedded(command.dataset.clone());
    let full = load_dataset(&source, now)?;
    let public = full.public_at(now);
    let not_before = command.not_before_in(&full);
    let request = command.request(&full, &public, not_before.as_deref(), now);
    let mut diagnostics = Diagnostics::default();
    let mut lines = Vec::new();
    for file in files {
        lines.extend(imports::list(file, request, &mut diagnostics));
    }

    console::print_lines(&lines);
    if !diagnostics.problems().is_empty() {
        console::eprint_report(&diagnostics);
    }

    if diagnostics.errors() > 0 {
        let faults = msg::list_with_faults(diagnostics.errors());
        if lines.is_empty() {
            return Err(CommandError::BadContent(vec![faults]));
        }
        console::eprintln(faults);
    }

    Ok(())
}

/// Refuses options of bulletins where none of the files is one.
fn check_options(command: &Import, files: &[DataFile]) -> Result<(), Message> {
    let option = match (&command.source, &command.published) {
        (Some(_), _) => "--source",
        (None, Some(_)) => "--published",
        (None, None) => return Ok(()),
    };

    if files.iter().any(|file| command.takes(option, file)) {
        return Ok(());
    }

    Err(msg::option_of_bulletins(option))
}

/// A row with the instant that was given for all of them; refused where it names another one.
fn under_embargo(row: &NewRow, not_before: Option<&str>) -> Result<NewRow, Message> {
    let Some(not_before) = not_before else {
        return Ok(row.clone());
    };

    let is_free = row.not_before.is_empty();
    if !is_free && edit::instant(&row.not_before) != edit::instant(not_before) {
        return Err(msg::other_instant(&row.not_before, not_before));
    }

    Ok(NewRow {
        not_before: not_before.to_owned(),
        ..row.clone()
    })
}

/// A file, or the standard input for `-`.
fn read_file(path: &Path) -> Result<DataFile, Message> {
    let read = match path == Path::new("-") {
        true => read_stdin().map_err(|error| directory::Error::new(path, error)),
        false => directory::regular_file(path, MAX_BYTES),
    };

    let path = path.display().to_string();
    let too_large = msg::import_too_large(&path, MAX_BYTES >> 20);
    match read {
        Ok(bytes) if bytes.len() as u64 > MAX_BYTES => Err(too_large),
        Ok(bytes) => Ok(DataFile { path, bytes }),
        Err(error) => Err(match error.kind {
            Kind::TooLarge => too_large,
            Kind::NotAFile => msg::not_a_file(path),
            _ => msg::cannot_read_file(path, msg::reason(&error.error)),
        }),
    }
}

/// As many bytes as a file may have, and one more where there are more.
fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let stdin = io::stdin().lock();
    stdin.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_file_may_be_as_long_as_the_longest_of_a_dataset() {
        let scratch = Scratch::new();
        let path = scratch.join("table.csv");
        for (length, is_read) in [(MAX_BYTES, true), (MAX_BYTES + 1, false)] {
            File::create(&path)
                .and_then(|file| file.set_len(length))
                .unwrap();
            assert_eq!(
                read_file(&path).is_ok_and(|file| file.bytes.len() as u64 == length),
                is_read,
                "{length}"
            );
        }
    }
}
