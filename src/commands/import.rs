//! `indicatord import`: every observation of the files, or none.

use super::*;

use std::io::{self, Read};
use std::time::Instant;

use crate::dataset::{Dataset, merge};
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
    pub fn run(self, console: Console) -> Result {
        console.begin_object(self.json, editing::MEMBERS);
        if self.files.is_empty() {
            return Err(msg::arguments_missing(msg::help::names(&["file"])).into());
        }

        let mut files = Vec::new();
        for path in &self.files {
            files.push(read(path)?);
        }

        check_options(&self, &files)?;
        if self.list {
            return list(&self, &files, console);
        }

        let directory = configuration::get().dataset(self.dataset.clone())?;
        let (mut editing, readings) = self.lock_with_readings(&directory, &files, console)?;
        editing.is_dry = self.dry_run;
        let full = editing.dataset()?.clone();
        let offset = full.offset();
        let mut diagnostics = readings.diagnostics;
        let mut merge = Merge::new(&editing.workspace, Some(offset), editing.now, self.replace);
        let taken = merge_readings(
            &self,
            &files,
            readings.imports,
            full.with_unfilled(),
            &mut merge,
            &mut diagnostics,
        );
        let merged = merge.finish();
        editing.by_machine = !taken.is_typed;
        taken.outcome.warn_of_lacking(&mut diagnostics);

        let mut summaries = taken.outcome.rows();
        for source in taken.sources {
            summaries.push(editing.note_check(&source, offset));
        }

        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let command = format!("import {}", names.join(" "));
        editing.write(command, merged, diagnostics, self.store, &self.allow)?;

        console.print_lines(&summaries);
        console.print_lines(taken.outcome.notes());
        console.print_lines(&taken.outcome.unknown_codes());
        if self.dry_run {
            console.println(&msg::import_dry_run());
        }

        Ok(())
    }

    /// Locks the dataset together with what was read of the files beside it. They are read while nobody holds the
    /// directory, and once more where somebody has edited it meanwhile: a file that takes long keeps nobody waiting.
    fn lock_with_readings(
        &self,
        directory: &Path,
        files: &[DataFile],
        console: Console,
    ) -> Result<(Editing, Readings)> {
        let begun = Instant::now();
        let mut readings: Option<Readings> = None;
        loop {
            let mut editing = Editing::begin(directory, console)?;
            match readings {
                Some(readings) if readings.dataset == editing.workspace.files() => {
                    return Ok((editing, readings));
                }
                Some(_) if begun.elapsed() > PATIENCE => {
                    return Err(msg::dataset_keeps_changing(directory.display()).into());
                }
                _ => {}
            }

            let full = editing.dataset()?.clone();
            let dataset = editing.workspace.take_files();
            drop(editing.workspace);
            readings = Some(self.read_beside(dataset, &full, editing.now, files));
        }
    }

    fn read_beside(
        &self,
        dataset: Vec<DataFile>,
        full: &FullDataset,
        now: Timestamp,
        files: &[DataFile],
    ) -> Readings {
        let public = full.public_at(now);
        let not_before = self.not_before_in(full.with_unfilled());
        let request = Request {
            not_before: not_before.as_deref(),
            ..self.request(full, &public, now)
        };

        let mut diagnostics = Diagnostics::default();
        let mut imports = Vec::new();
        for file in files {
            imports.push(imports::read(file, request, &mut diagnostics));
        }

        Readings {
            dataset,
            imports,
            diagnostics,
        }
    }

    /// Returns true if a file is of a kind that `--source` or `--published` is for.
    fn takes(&self, option: &str, file: &DataFile) -> bool {
        match Format::detect(&file.bytes) {
            Format::Table | Format::ExcelRu => option == "--published" && !self.table.is_empty(),
            Format::Html => false,
            format => format == Format::Bulletin || option == "--published",
        }
    }

    /// The end of the embargo of all rows, as the dataset writes instants.
    fn not_before_in(&self, dataset: &Dataset) -> Option<String> {
        Some(dataset.offset.timestamp(self.not_before?))
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

/// The outcome of taking rows: the sources that count as checked, and what became of each file.
#[derive(Default)]
struct Taken {
    sources: BTreeSet<String>,
    outcome: Outcome,
    /// Is true if one of the files may have been typed: a table of this program's own, whatever its format.
    is_typed: bool,
}

fn merge_readings(
    command: &Import,
    files: &[DataFile],
    imports: Vec<imports::Import>,
    dataset: &Dataset,
    merge: &mut Merge<'_>,
    diagnostics: &mut Diagnostics,
) -> Taken {
    let not_before = command.not_before_in(dataset);
    let mut checked_keys = BTreeSet::new();
    let mut taken = Taken::default();
    for (file, import) in files.iter().zip(imports) {
        let format = Format::detect(&file.bytes);
        let rule = rule(format, command.published.as_deref());
        let (mut added, mut skipped) = (0, 0);
        for (location, row) in &import.rows {
            let row = match under_embargo(row, not_before.as_deref()) {
                // A text in a workbook was typed.
                Ok(row) if format == Format::Workbook => row.in_plain_form(),
                Ok(row) => row,
                Err(message) => {
                    diagnostics.error(location.clone(), message);
                    continue;
                }
            };

            match merge.row(&row, rule, location, diagnostics) {
                merge::Outcome::Added | merge::Outcome::Replaced => added += 1,
                merge::Outcome::Skipped(_) => skipped += 1,
                merge::Outcome::Refused => {}
            }
        }

        taken.is_typed |= format != Format::Bulletin && import.delivered.is_none();
        let counts_as_check = match format {
            Format::Bulletin => !command.no_checked,
            _ => command.checked,
        };

        if counts_as_check {
            checked_keys.extend(import.rows.iter().map(|(_, row)| row.key.clone()));
        }

        if let Some(delivered) = import.delivered.as_ref().filter(|_| !command.no_checked) {
            if delivered.is_older {
                diagnostics.error(Location::file(file.path.as_str()), msg::table_older());
            } else if !delivered.has_waiting
                && !delivered.has_passed
                && command.not_before.is_none()
            {
                taken.sources.extend(delivered.sources.iter().cloned());
            }
        }

        taken.outcome.add(&file.path, added, skipped, import);
    }

    taken
        .sources
        .extend(editing::sources_of(dataset, &checked_keys));
    taken
}

impl Import {
    fn request<'a>(
        &'a self,
        full: &'a FullDataset,
        public: &'a Dataset,
        now: Timestamp,
    ) -> Request<'a> {
        let dataset = full.with_unfilled();
        Request {
            dataset,
            public,
            definitions: full.tables(),
            key: self.key.as_deref(),
            source: self.source.as_deref(),
            tables: &self.table,
            published: self.published.as_deref(),
            not_before: None,
            today: dataset.offset.day(now),
            now,
        }
    }
}

/// Lists the observations that can be read from files, and those that an import would refuse. Writes nothing, and needs no
/// dataset.
fn list(command: &Import, files: &[DataFile], console: Console) -> Result {
    let now = at(None);
    let directory = configuration::get().dataset(command.dataset.clone());
    let full = shared::load_dataset(&directory.map_or(Source::Embedded, Source::Directory), now)?;
    let public = full.public_at(now);
    let request = command.request(&full, &public, now);
    let mut diagnostics = Diagnostics::default();
    let mut lines = Vec::new();
    for file in files {
        lines.extend(imports::list(file, request, &mut diagnostics));
    }

    console.print_lines(&lines);
    if !diagnostics.problems().is_empty() {
        console.report(&diagnostics);
    }

    if diagnostics.errors() > 0 {
        let faults = msg::list_with_faults(diagnostics.errors());
        if lines.is_empty() {
            return Err(CommandError::BadContent(vec![faults]));
        }
        console.eprintln(&faults);
    }

    Ok(())
}

/// Refuses options of bulletins where none of the files is one.
fn check_options(command: &Import, files: &[DataFile]) -> Result {
    let option = if command.source.is_some() {
        "--source"
    } else if command.published.is_some() {
        "--published"
    } else {
        return Ok(());
    };

    if files.iter().any(|file| command.takes(option, file)) {
        return Ok(());
    }

    Err(msg::option_of_bulletins(option).into())
}

/// A row with the instant that was given for all of them; refused where it names another one.
fn under_embargo(row: &NewRow, not_before: Option<&str>) -> Result<NewRow, Message> {
    let Some(not_before) = not_before else {
        return Ok(row.clone());
    };

    if !row.not_before.is_empty() && edit::instant(&row.not_before) != edit::instant(not_before) {
        return Err(msg::other_instant(&row.not_before, not_before));
    }

    Ok(NewRow {
        not_before: not_before.to_owned(),
        ..row.clone()
    })
}

fn rule(format: Format, published: Option<&str>) -> Rule {
    match (format, published) {
        (Format::Bulletin, None) => Rule::Bulletin,
        (Format::Bulletin, Some(_)) => Rule::CorrectedBulletin,
        _ => Rule::Table,
    }
}

/// A file, or the standard input for `-`.
fn read(path: &Path) -> Result<DataFile> {
    let shown = path.display().to_string();
    match read_bytes(path) {
        Ok(None) => Err(msg::not_a_file(&shown).into()),
        Ok(Some(bytes)) if bytes.len() as u64 > MAX_BYTES => {
            Err(msg::import_too_large(&shown, MAX_BYTES >> 20).into())
        }
        Ok(Some(bytes)) => Ok(DataFile { path: shown, bytes }),
        Err(error) => Err(msg::cannot_read_file(&shown, msg::reason(&error)).into()),
    }
}

/// As many bytes as a file may have, and one more where there are more; `None` for what is no file.
fn read_bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        let stdin = io::stdin().lock();
        stdin.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        return Ok(Some(bytes));
    }

    // A pipe would keep the program waiting for somebody at its other end.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }

    let file = File::open(path)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
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
                read(&path).is_ok_and(|file| file.bytes.len() as u64 == length),
                is_read,
                "{length}"
            );
        }
    }
}
