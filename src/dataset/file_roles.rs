//! Finds the role of each file of a dataset, and compares the listed indicators with the files that are there.

use super::*;

use super::calendar_file::CALENDAR;
use super::dataset_file::Categories;
use super::listing::MAX_INDICATORS;
use super::publications_file::PUBLICATIONS;

/// The sums of a dataset's files as `sha256sum` writes them, which may lie beside them.
pub const SUMS_FILE: &str = "SHA256SUMS";
const INDICATORS: &str = "indicators";

/// Returns true for a file that commands write into a release or a bundle; those of a directory are not read.
pub fn is_written_for_release(path: &str) -> bool {
    matches!(path, PUBLICATIONS | IMPORTS)
}

#[derive(Default)]
pub struct FileRoles<'a> {
    /// Every file that is there and has a role, by its path; `None` for one that could not be read, which has been reported.
    files: BTreeMap<String, Option<&'a DataFile>>,
    /// The indicators that have a file which could be read.
    pub indicators: BTreeSet<Key>,
    /// True unless the definition of an indicator is there and could not be read.
    pub has_all_definitions: bool,
    /// Definitions of files of sources, by their ids.
    pub tables: BTreeMap<&'a str, &'a DataFile>,
}

impl<'a> FileRoles<'a> {
    /// Reports every file that does not belong, and a missing `dataset.json`. The report has had nothing yet but what
    /// could not be read.
    pub fn new(files: &'a [DataFile], report: &Report) -> Self {
        let mut roles = FileRoles {
            has_all_definitions: true,
            ..FileRoles::default()
        };
        for unread in report.diagnostics().files() {
            if unread.starts_with(INDICATORS) && !unread.ends_with(".csv") {
                roles.has_all_definitions = false;
            }

            roles.files.insert(unread.to_owned(), None);
        }

        let mut misplaced = Vec::new();
        for file in files {
            if file.path == INDICATORS {
                roles.leave_out_indicators(msg::file_instead_of_directory(), report);
                continue;
            }

            match roles.note_role(file, report) {
                Err(problem) => misplaced.push((file.path.as_str(), problem)),
                Ok(()) => {
                    roles.files.insert(file.path.clone(), Some(file));
                }
            }
        }

        for (path, problem) in misplaced {
            let problem = roles.explain_name(path).unwrap_or(problem);
            report.error(Location::file(path), problem);
        }

        if !roles.files.contains_key(dataset_file::FILE) {
            report.error(Location::file(dataset_file::FILE), msg::missing_file());
        }

        let count = roles.indicators.len();
        if count > MAX_INDICATORS {
            roles.indicators.clear();
            let message = msg::too_many_indicators(count, MAX_INDICATORS);
            roles.leave_out_indicators(message, report);
        }

        roles
    }

    fn leave_out_indicators(&mut self, why: Message, report: &Report) {
        report.error(Location::file(INDICATORS), why);
        self.files.insert(INDICATORS.to_owned(), None);
        self.has_all_definitions = false;
    }

    /// Notes the indicator or the table to which a file belongs. The error says why a file does not belong.
    fn note_role(&mut self, file: &'a DataFile, report: &Report) -> Result<(), Message> {
        let path = file.path.as_str();
        let own = [dataset_file::FILE, CHECKS, CALENDAR];
        // The others are for publishers of the dataset; they say nothing of the data.
        if own.contains(&path) || [PUBLICATIONS, SUMS_FILE, IMPORTS].contains(&path) {
            return Ok(());
        }

        if let Some(name) = path.strip_prefix("tables/") {
            let id = name.strip_suffix(".json").filter(|id| is_plain_id(id));
            let id = id.ok_or_else(|| msg::bad_table_id(name))?;
            self.tables.insert(id, file);
            return Ok(());
        }

        let Some(name) = path.strip_prefix("indicators/") else {
            return Err(msg::does_not_belong(report.nearest(path, own)));
        };

        let Some((key, "json" | "csv")) = name.rsplit_once('.') else {
            return Err(msg::does_not_belong_in_indicators());
        };

        let key = key.parse().map_err(|()| msg::bad_key(key))?;
        self.indicators.insert(key);
        Ok(())
    }

    /// Names the file that this one seems to be a copy of. Where that is not there, this one takes its place, and nothing
    /// else is said of it.
    fn explain_name(&mut self, path: &str) -> Option<Message> {
        let original = original_of_copy(path)?;
        if self.file(&original).is_some() {
            return Some(msg::copy_of_file(original));
        }

        self.files.insert(original.clone(), None);
        Some(msg::renamed_file(original))
    }

    /// The file with this path, if it could be read.
    pub fn file(&self, path: &str) -> Option<&'a DataFile> {
        *self.files.get(path)?
    }

    /// Returns true if an indicator has a definition and no table.
    pub fn lacks_table(&self, key: &Key) -> bool {
        self.has_definition(key) && !self.has_table(key)
    }

    fn has_definition(&self, key: &Key) -> bool {
        self.files.contains_key(&definition_path(key))
    }

    fn has_table(&self, key: &Key) -> bool {
        self.files.contains_key(&observations_path(key))
    }

    /// Every indicator is listed in a category, and everything listed has its definition. A table may be missing.
    pub fn check_listing(&self, categories: &Categories, report: &Report) {
        if self.files.contains_key(INDICATORS) {
            return;
        }

        let mut listed: BTreeMap<&Key, &Location> = BTreeMap::new();
        for category in &categories.list {
            listed.extend(category.indicators.iter().map(|(key, place)| (key, place)));
        }

        let mut without_files: BTreeSet<&str> = BTreeSet::new();
        for (key, place) in &listed {
            let definition = definition_path(key);
            if self.files.contains_key(&definition) {
                continue;
            }

            let problem = match self.has_table(key) {
                true => msg::listed_without(key, place),
                false => {
                    without_files.insert(key.as_str());
                    msg::listed_without_files(key, place)
                }
            };
            report.error(Location::file(definition), problem);
        }

        if !categories.is_complete {
            return;
        }

        for key in &self.indicators {
            if listed.contains_key(key) {
                continue;
            }

            let definition = definition_path(key);
            let path = match self.file(&definition) {
                Some(_) => definition,
                None => observations_path(key),
            };
            // The name that was meant is listed, and has no files.
            let nearest = report.nearest(key.as_str(), without_files.iter().copied());
            report.error(Location::file(path), msg::not_listed(key.as_str(), nearest));
        }
    }
}

/// Words that file managers put into the names of copies, beside numbers.
const COPY_WORDS: [&str; 9] = [
    "copy",
    "of",
    "another",
    "копия",
    "другая",
    "surət",
    "surəti",
    "kopya",
    "nüsxə",
];

/// The path that this one is a copy of: the name has words added to it, or is in capital letters.
fn original_of_copy(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let lower = name.to_lowercase();
    let (stem, extension) = lower.rsplit_once('.')?;

    let mut words = stem.split([' ', '\u{a0}', '(', ')']);
    let original: Key = words.find(|word| !is_copy_mark(word))?.parse().ok()?;
    if !words.all(is_copy_mark) {
        return None;
    }

    let name = format!("{original}.{extension}");
    let is_known = match folder {
        "indicators" => matches!(extension, "json" | "csv"),
        "tables" => extension == "json",
        _ => [dataset_file::FILE, CHECKS, CALENDAR].contains(&name.as_str()),
    };

    let path = match folder {
        "" => name,
        _ => format!("{folder}/{name}"),
    };
    is_known.then_some(path)
}

/// Returns true for a dash, a number (`2`, `3rd`) and the words of copies.
fn is_copy_mark(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    matches!(ending, "" | "-" | "–" | "—" | "st" | "nd" | "rd" | "th") || COPY_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_known_by_what_is_added_to_a_name() {
        for name in [
            "usd (1).csv",
            "usd — копия.csv",
            "usd - Copy.csv",
            "usd - Copy (2).csv",
            "usd — копия (3).csv",
            "usd copy 2.csv",
            "usd (копия).csv",
            "usd (3rd copy).csv",
            "Copy of usd.csv",
            "Копия usd.csv",
            "usd - Surət.csv",
            "USD.CSV",
            "usd .csv",
        ] {
            let original = original_of_copy(&format!("indicators/{name}"));
            assert_eq!(original.as_deref(), Some("indicators/usd.csv"), "{name}");
        }

        for (path, original) in [
            ("checks (1).csv", Some("checks.csv")),
            ("Dataset.json", Some("dataset.json")),
            ("tables/cbar - Copy.json", Some("tables/cbar.json")),
            ("usd (1).csv", None),
            ("indicators/usd eur.csv", None),
            ("indicators/New Text Document.csv", None),
            ("indicators/usd (1).xlsx", None),
            ("indicators/(1).csv", None),
            ("indicators/курс.csv", None),
        ] {
            assert_eq!(original_of_copy(path).as_deref(), original, "{path}");
        }
    }
}
