//! The outcome of an import: the rows of each file with what is said beside them, and a line for each file, or one for many.

use super::*;

/// The most files that have a line each.
const MAX_LISTED: usize = 3;

#[derive(Default)]
pub struct Import {
    /// Its observations, each with its location.
    pub rows: Vec<(Location, NewRow)>,
    /// Notes for the operator.
    pub notes: Vec<Message>,
    /// The codes of a bulletin that no indicator has.
    pub unknown: BTreeSet<String>,
    /// The indicators that a bulletin lacks.
    pub lacking: Option<Lacking>,
    /// The outcome of a file that was read by definitions.
    pub delivered: Option<Delivered>,
}

/// The indicators that a bulletin lacks, and the day of the bulletin that had them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lacking {
    pub keys: String,
    pub former: NaiveDate,
}

/// The outcome of a file that was read by definitions.
#[derive(Debug, Default)]
pub struct Delivered {
    /// The paths of the definitions that it was read by, and their sources.
    pub tables: Vec<String>,
    pub sources: BTreeSet<String>,
    /// Figures that are recorded already, and rows that are revisions.
    pub skipped: usize,
    pub revised: usize,
    pub newest: Option<NaiveDate>,
    /// True if every series ends before what is recorded of it.
    pub is_older: bool,
    /// True if a figure is recorded only in a row that waits.
    pub has_waiting: bool,
    /// True if a figure was passed over that neither the program nor the definition names.
    pub has_passed: bool,
}

#[derive(Default)]
pub struct Outcome {
    files: Vec<FileOutcome>,
}

struct FileOutcome {
    path: String,
    /// Rows that were written, and rows that were there.
    added: usize,
    skipped: usize,
    import: Import,
}

impl Outcome {
    pub fn add(&mut self, path: &str, added: usize, skipped: usize, import: Import) {
        let skipped = skipped
            + import
                .delivered
                .as_ref()
                .map_or(0, |delivered| delivered.skipped);
        self.files.push(FileOutcome {
            path: path.to_owned(),
            added,
            skipped,
            import,
        });
    }

    /// Warns of what bulletins lack; what several lack alike is said once [D27.4].
    pub fn warn_of_lacking(&self, diagnostics: &mut Diagnostics) {
        let mut alike: BTreeMap<&Lacking, Vec<&str>> = BTreeMap::new();
        for file in &self.files {
            file.import
                .lacking
                .iter()
                .for_each(|lacking| alike.entry(lacking).or_default().push(&file.path));
        }

        for (Lacking { keys, former }, paths) in alike {
            let Some((first, others)) = paths.split_first() else {
                continue;
            };

            let message = match others.len() {
                0 => msg::cbar_lacks(keys, *former),
                more => msg::cbar_lack(keys, *former, more),
            };

            diagnostics.warning(Location::file(*first), message);
        }
    }

    /// How many rows of each file were written.
    pub fn rows(&self) -> Vec<Message> {
        if self.files.len() > MAX_LISTED {
            let sum =
                |count: fn(&FileOutcome) -> usize| self.files.iter().map(count).sum::<usize>();
            return vec![msg::imports_summary(
                self.files.len(),
                sum(|f| f.added),
                sum(|f| f.skipped),
            )];
        }

        let line = |file: &FileOutcome| match (&file.import.delivered, file.added) {
            (Some(delivered), _) => delivery_line(file, delivered),
            (None, 0) => msg::import_seen(&file.path),
            (None, rows) => msg::import_summary(&file.path, rows, file.skipped),
        };
        self.files.iter().map(line).collect()
    }

    /// The notes of the readers of files.
    pub fn notes(&self) -> impl Iterator<Item = &Message> {
        self.files.iter().flat_map(|file| &file.import.notes)
    }

    /// How many codes no indicator has.
    pub fn unknown_codes(&self) -> Vec<Message> {
        if self.files.len() > MAX_LISTED {
            let all: BTreeSet<&String> = self
                .files
                .iter()
                .flat_map(|file| &file.import.unknown)
                .collect();
            return (!all.is_empty())
                .then(|| msg::cbar_unknown_codes_of_all(all.len()))
                .into_iter()
                .collect();
        }

        let files = self
            .files
            .iter()
            .filter(|file| !file.import.unknown.is_empty());
        files
            .map(|file| msg::cbar_unknown_codes(&file.path, file.import.unknown.len()))
            .collect()
    }
}

/// The line of a file that was read by definitions.
fn delivery_line(file: &FileOutcome, delivered: &Delivered) -> Message {
    let Delivered {
        tables,
        revised,
        newest,
        ..
    } = delivered;
    let newest = newest.map(|day| day.to_string()).unwrap_or_default();
    let added = file.added.saturating_sub(*revised);
    msg::table_summary(
        &file.path,
        tables.join(", "),
        added,
        *revised,
        file.skipped,
        newest,
    )
}
