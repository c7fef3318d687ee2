//! The outcome of an import: a line for each file, or one for many files.

use super::*;

/// The most files that have a line each.
const MAX_LISTED: usize = 3;

#[derive(Default)]
pub struct Outcome {
    files: Vec<FileOutcome>,
}

struct FileOutcome {
    path: String,
    /// Rows that were written, and rows that were there.
    added: usize,
    skipped: usize,
    /// Codes that no indicator has.
    unknown: BTreeSet<String>,
    lacking: Option<Lacking>,
    delivered: Option<Delivered>,
}

impl Outcome {
    pub fn add(&mut self, path: &str, added: usize, skipped: usize, import: Import) {
        let Import { unknown, lacking, delivered, .. } = import;
        let skipped = skipped + delivered.as_ref().map_or(0, |delivered| delivered.skipped);
        self.files.push(FileOutcome { path: path.to_owned(), added, skipped, unknown, lacking, delivered });
    }

    /// Warns of what bulletins lack; what several lack alike is said once [D27.4].
    pub fn warn_of_lacking(&self, diagnostics: &mut Diagnostics) {
        let mut alike: BTreeMap<&Lacking, Vec<&str>> = BTreeMap::new();
        for (lacking, path) in self.files.iter().filter_map(|file| Some((file.lacking.as_ref()?, &file.path)))
        {
            alike.entry(lacking).or_default().push(path);
        }
        for (Lacking { keys, former }, paths) in alike {
            let Some((first, others)) = paths.split_first() else { continue };
            let said = match others.len() {
                0 => msg::cbar_lacks(keys, *former),
                more => msg::cbar_lack(keys, *former, more),
            };
            diagnostics.warning(Location::file(*first), said);
        }
    }

    /// How many rows of each file were written.
    pub fn rows(&self) -> Vec<Message> {
        if self.files.len() > MAX_LISTED {
            let sum = |count: fn(&FileOutcome) -> usize| self.files.iter().map(count).sum::<usize>();
            return vec![msg::imports_summary(self.files.len(), sum(|f| f.added), sum(|f| f.skipped))];
        }
        let line = |file: &FileOutcome| match (&file.delivered, file.added) {
            (Some(delivered), _) => delivery_line(file, delivered),
            (None, 0) => msg::import_seen(&file.path),
            (None, rows) => msg::import_summary(&file.path, rows, file.skipped),
        };
        self.files.iter().map(line).collect()
    }

    /// How many codes no indicator has.
    pub fn unknown_codes(&self) -> Vec<Message> {
        if self.files.len() > MAX_LISTED {
            let all: BTreeSet<&String> = self.files.iter().flat_map(|file| &file.unknown).collect();
            return (!all.is_empty())
                .then(|| msg::cbar_unknown_codes_of_all(all.len()))
                .into_iter()
                .collect();
        }
        let files = self.files.iter().filter(|file| !file.unknown.is_empty());
        files.map(|file| msg::cbar_unknown_codes(&file.path, file.unknown.len())).collect()
    }
}

/// The line of a file that was read by definitions.
fn delivery_line(file: &FileOutcome, delivered: &Delivered) -> Message {
    let Delivered { tables, revised, newest, .. } = delivered;
    let newest = newest.map(|day| day.to_string()).unwrap_or_default();
    let added = file.added.saturating_sub(*revised);
    msg::table_summary(&file.path, tables.join(", "), added, *revised, file.skipped, newest)
}
