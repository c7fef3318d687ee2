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
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Lacking {
    pub keys: String,
    pub former: NaiveDate,
}

/// The outcome of a file that was read by definitions.
#[derive(Default)]
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
        let delivered = import.delivered.as_ref();
        self.files.push(FileOutcome {
            path: path.to_owned(),
            added,
            skipped: skipped + delivered.map_or(0, |delivered| delivered.skipped),
            import,
        });
    }

    /// Warns of what bulletins lack; what several lack alike is said once [D27.4].
    pub fn warn_of_lacking(&self, diagnostics: &mut Diagnostics) {
        let mut alike: BTreeMap<&Lacking, Vec<&str>> = BTreeMap::new();
        for file in &self.files {
            if let Some(lacking) = &file.import.lacking {
                alike.entry(lacking).or_default().push(&file.path);
            }
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
        let count = self.files.len();
        if count > MAX_LISTED {
            let added = self.files.iter().map(|file| file.added).sum::<usize>();
            let skipped = self.files.iter().map(|file| file.skipped).sum::<usize>();
            return vec![msg::imports_summary(count, added, skipped)];
        }

        let mut lines = Vec::new();
        for file in &self.files {
            lines.push(match (&file.import.delivered, file.added) {
                (Some(delivered), _) => delivery_line(file, delivered),
                (None, 0) => msg::import_seen(&file.path),
                (None, rows) => msg::import_summary(&file.path, rows, file.skipped),
            });
        }

        lines
    }

    /// The notes of the readers of files.
    pub fn notes(&self) -> impl Iterator<Item = &Message> {
        self.files.iter().flat_map(|file| &file.import.notes)
    }

    /// How many codes no indicator has.
    pub fn unknown_codes(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        let mut all = BTreeSet::new();
        for FileOutcome { path, import, .. } in &self.files {
            all.extend(&import.unknown);
            if !import.unknown.is_empty() {
                lines.push(msg::cbar_unknown_codes(path, import.unknown.len()));
            }
        }

        if self.files.len() > MAX_LISTED && !all.is_empty() {
            return vec![msg::cbar_unknown_codes_of_all(all.len())];
        }

        lines
    }
}

/// The line of a file that was read by definitions.
fn delivery_line(file: &FileOutcome, delivered: &Delivered) -> Message {
    let newest = delivered.newest.map(|day| day.to_string());
    msg::table_summary(
        &file.path,
        delivered.tables.join(", "),
        file.added.saturating_sub(delivered.revised),
        delivered.revised,
        file.skipped,
        newest.unwrap_or_default(),
    )
}
