//! What an import did, file by file, or of many files in one line.

use std::collections::{BTreeMap, BTreeSet};

use super::cbar::Lacking;
use super::delivery::Delivered;
use crate::dataset::{Diagnostics, Location};
use crate::messages::{self as msg, Message};

/// Of so many files each has its line.
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
    pub fn add(
        &mut self,
        path: &str,
        (added, skipped): (usize, usize),
        unknown: BTreeSet<String>,
        lacking: Option<Lacking>,
        delivered: Option<Delivered>,
    ) {
        let skipped = skipped + delivered.as_ref().map_or(0, |delivered| delivered.skipped);
        self.files.push(FileOutcome { path: path.to_owned(), added, skipped, unknown, lacking, delivered });
    }

    /// Warns of what bulletins lack; what several lack alike is said once [D27.4].
    pub fn warn_of_lacking(&self, diagnostics: &mut Diagnostics) {
        let mut alike: BTreeMap<&Lacking, Vec<&str>> = BTreeMap::new();
        for (lacking, path) in self.files.iter().filter_map(|of| Some((of.lacking.as_ref()?, &of.path))) {
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
            return vec![msg::imports_summary(self.files.len(), sum(|of| of.added), sum(|of| of.skipped))];
        }
        let line = |of: &FileOutcome| match of.added {
            _ if of.delivered.is_some() => delivery_line(of),
            0 => msg::import_seen(&of.path),
            rows => msg::import_summary(&of.path, rows, of.skipped),
        };
        self.files.iter().map(line).collect()
    }

    /// How many codes no indicator has.
    pub fn unknown_codes(&self) -> Vec<Message> {
        if self.files.len() > MAX_LISTED {
            let all: BTreeSet<&String> = self.files.iter().flat_map(|of| &of.unknown).collect();
            return (!all.is_empty())
                .then(|| msg::cbar_unknown_codes_of_all(all.len()))
                .into_iter()
                .collect();
        }
        let with = self.files.iter().filter(|of| !of.unknown.is_empty());
        with.map(|of| msg::cbar_unknown_codes(&of.path, of.unknown.len())).collect()
    }
}

/// What became of a file that was read by definitions.
fn delivery_line(file: &FileOutcome) -> Message {
    let delivered = file.delivered.as_ref();
    let (tables, revised) = delivered.map_or((String::new(), 0), |of| (of.tables.join(", "), of.revised));
    let newest = delivered.and_then(|of| of.newest).map(|day| day.to_string()).unwrap_or_default();
    msg::table_summary(&file.path, tables, file.added.saturating_sub(revised), revised, file.skipped, newest)
}
