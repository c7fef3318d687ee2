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
pub struct Files<'a> {
    pub json: Option<&'a DataFile>,
    pub csv: Option<&'a DataFile>,
}

#[derive(Default)]
pub struct FileRoles<'a> {
    pub definitions: Option<&'a DataFile>,
    pub checks: Option<&'a DataFile>,
    pub calendar: Option<&'a DataFile>,
    /// Releases of a store have it.
    pub publications: Option<&'a DataFile>,
    pub indicators: BTreeMap<Key, Files<'a>>,
    /// Definitions of files of sources, by their ids.
    pub tables: BTreeMap<&'a str, &'a DataFile>,
    /// True if the definitions of all indicators are at hand.
    pub definitions_known: bool,
    /// Files that are there and could not be read, which has been reported: they are not missing.
    unread: BTreeSet<String>,
}

impl<'a> FileRoles<'a> {
    /// Reports every file that does not belong, and a missing `dataset.json`. The report has had nothing yet but what
    /// could not be read.
    pub fn new(files: &'a [DataFile], report: &Report) -> Self {
        let unread: BTreeSet<String> = report.diagnostics().files().map(str::to_owned).collect();
        let definitions_known = !unread
            .iter()
            .any(|path| path.starts_with(INDICATORS) && !path.ends_with(".csv"));
        let mut roles = FileRoles {
            definitions_known,
            unread,
            ..FileRoles::default()
        };
        let mut misplaced = Vec::new();
        for file in files {
            match file.path.as_str() {
                dataset_file::FILE => roles.definitions = Some(file),
                CHECKS => roles.checks = Some(file),
                CALENDAR => roles.calendar = Some(file),
                PUBLICATIONS => roles.publications = Some(file),
                // For publishers of the dataset; they say nothing of the data.
                SUMS_FILE | IMPORTS => {}
                INDICATORS => roles.without_indicators(msg::file_instead_of_directory(), report),
                path => {
                    if let Err(problem) = roles.add(file, report) {
                        misplaced.push((path, problem));
                    }
                }
            }
        }

        for (path, problem) in misplaced {
            let problem = roles.explain_name(path, files).unwrap_or(problem);
            report.error(Location::file(path), problem);
        }

        if roles.definitions.is_none() && !roles.unread.contains(dataset_file::FILE) {
            report.error(Location::file(dataset_file::FILE), msg::missing_file());
        }

        if roles.indicators.len() > MAX_INDICATORS {
            let message = msg::too_many_indicators(roles.indicators.len(), MAX_INDICATORS);
            roles.indicators.clear();
            roles.without_indicators(message, report);
        }

        roles
    }

    fn without_indicators(&mut self, why: Message, report: &Report) {
        report.error(Location::file(INDICATORS), why);
        self.unread.insert(INDICATORS.to_owned());
        self.definitions_known = false;
    }

    /// Adds one of the indicators' files, or a definition of a source's file; another one does not belong.
    fn add(&mut self, file: &'a DataFile, report: &Report) -> Result<(), Message> {
        if let Some(name) = file.path.strip_prefix("tables/") {
            let id = name.strip_suffix(".json").filter(|id| is_plain_id(id));
            self.tables
                .insert(id.ok_or_else(|| msg::bad_table_id(name))?, file);
        } else if let Some(name) = file.path.strip_prefix("indicators/") {
            let Some((stem, extension @ ("json" | "csv"))) = name.rsplit_once('.') else {
                return Err(msg::does_not_belong_in_indicators());
            };

            let key = stem.parse().map_err(|()| msg::bad_key(stem))?;
            let files = self.indicators.entry(key).or_default();
            *(if extension == "json" {
                &mut files.json
            } else {
                &mut files.csv
            }) = Some(file);
        } else {
            let names = [dataset_file::FILE, CHECKS, CALENDAR];
            return Err(msg::does_not_belong(report.nearest(&file.path, names)));
        }

        Ok(())
    }

    /// Names the file that this one seems to be a copy of. Where that is not there, this one takes its place, and nothing
    /// else is said of it.
    fn explain_name(&mut self, path: &str, files: &[DataFile]) -> Option<Message> {
        let original = original_of_copy(path)?;
        if files.iter().any(|file| file.path == original) {
            return Some(msg::copy_of_file(original));
        }

        self.unread.insert(original.clone());
        Some(msg::renamed_file(original))
    }

    /// Returns true if an indicator has a definition and no table.
    pub fn lacks_table(&self, key: &Key) -> bool {
        self.has_file(key, "json") && !self.has_file(key, "csv")
    }

    /// Returns true if an indicator has a file, even one that could not be read.
    fn has_file(&self, key: &Key, extension: &str) -> bool {
        let files = self.indicators.get(key);
        let file = match extension {
            "json" => files.and_then(|files| files.json),
            _ => files.and_then(|files| files.csv),
        };

        let path = format!("{INDICATORS}/{key}.{extension}");
        file.is_some() || self.unread.contains(&path)
    }

    /// Every indicator is listed in a category, and everything listed has its definition. A table may be missing.
    pub fn check_listing(&self, categories: &Categories, report: &Report) {
        if self.unread.contains(INDICATORS) {
            return;
        }

        let listed = categories
            .list
            .iter()
            .flat_map(|category| &category.indicators);
        let listed: BTreeMap<&Key, &Location> =
            listed.map(|(key, location)| (key, location)).collect();
        let mut without_files: BTreeSet<&str> = BTreeSet::new();
        for (key, place) in &listed {
            let problem = match (self.has_file(key, "json"), self.has_file(key, "csv")) {
                (true, _) => continue,
                (false, true) => msg::listed_without(key, place),
                (false, false) => {
                    without_files.insert(key.as_str());
                    msg::listed_without_files(key, place)
                }
            };

            let missing = Location::file(format!("{INDICATORS}/{key}.json"));
            report.error(missing, problem);
        }

        if !categories.complete {
            return;
        }

        for (key, files) in self
            .indicators
            .iter()
            .filter(|(key, _)| !listed.contains_key(key))
        {
            let extension = if files.json.is_some() { "json" } else { "csv" };
            let location = Location::file(format!("indicators/{key}.{extension}"));
            // The name that was meant is listed, and has no files.
            let nearest = report.nearest(key.as_str(), without_files.iter().copied());
            report.error(location, msg::not_listed(key.as_str(), nearest));
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

    let mut original: Option<Key> = None;
    for word in stem.split([' ', '\u{a0}', '(', ')']) {
        if is_copy_mark(word) {
            continue;
        }

        if original.is_some() {
            return None;
        }

        original = Some(word.parse().ok()?);
    }

    let name = format!("{}.{extension}", original?);
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
