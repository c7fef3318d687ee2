//! The second stage of a publication: a dataset without errors, under the number that it will have [D26.2].

use super::baseline::Baseline;
use super::request::{Purpose, Request};
use super::submitted::{Provenance, Submitted};
use super::{rules, warnings};
use crate::console::CommandError;
use crate::dataset::{self, DATASET_FILE, DataFile, FullDataset, stamp};
use crate::messages::{self as msg, Message};
use crate::model::{Offset, Timestamp};
use crate::store::{Content, OffsetTimestamp, View};

/// Files that make a dataset, as they will be installed.
pub struct Checked {
    /// What was submitted; `dataset.json` with the number that the release will have.
    pub submitted: Submitted,
    /// What the files say.
    pub dataset: FullDataset,
    /// Their sums, as the journal will have them.
    pub content: Content,
    /// By whom the number was given.
    pub number: Number,
}

/// By whom a release was numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// By its files.
    Written,
    /// Here: version and as-of instant are in the release, and not in the directory.
    Given,
}

/// What came of a check.
pub enum Outcome {
    /// There is nothing to be done, and why.
    Nothing(Message),
    /// A dataset that can be compared.
    Checked(Box<Checked>),
}

impl Outcome {
    /// Checks what was submitted, once, and numbers it.
    ///
    /// # Errors
    /// Rules of the store that are not kept, everything that is wrong with the dataset, or a number that was used before.
    pub fn of(
        mut submitted: Submitted,
        view: Option<&View>,
        baseline: &Baseline,
        request: &Request,
    ) -> Result<Self, CommandError> {
        let is_new = matches!(request.purpose, Purpose::Publish | Purpose::Stage);
        if let Baseline::Release(public) = baseline {
            if is_new && submitted.sums == public.sums {
                return Ok(Outcome::Nothing(msg::published_already(public.dataset.version())));
            }
        }
        rules::check(request, &submitted, view)?;
        if let (Provenance::Former { version, .. }, Some(view)) = (&submitted.from, view) {
            if view.current().map_err(super::refused)?.as_ref() == Some(version) {
                return Ok(Outcome::Nothing(msg::in_service_already(version)));
            }
        }
        let found = std::mem::take(&mut submitted.found);
        let mut dataset = dataset::check(&submitted.files, request.now, found)
            .map_err(|found| warnings::errors_first(found, baseline.dataset(), request.warnings))?;
        if let Provenance::Bundle { named, .. } = &submitted.from {
            if named != dataset.version() {
                let said = msg::bundle_other_version(msg::shown(named), msg::shown(dataset.version()));
                return Err(CommandError::BadContent(vec![said]));
            }
        }
        let mut number = Number::Written;
        if is_new {
            let used = view.map(View::versions).transpose().map_err(super::refused)?.unwrap_or_default();
            // A version that was never used is meant, even where nothing else differs.
            if used.iter().any(|used| used == dataset.version()) {
                if let Baseline::Release(public) = baseline {
                    if is_same_but_stamp(&submitted.files, &public.files) {
                        return Ok(Outcome::Nothing(msg::nothing_to_publish(public.dataset.version())));
                    }
                }
                if !matches!(submitted.from, Provenance::Directory(_)) {
                    return Err(msg::version_was_used(dataset.version()).into());
                }
                give(&mut submitted, &mut dataset, &used, request.now);
                number = Number::Given;
            }
        }
        let content = Content::of(&submitted.files);
        Ok(Outcome::Checked(Box::new(Checked { submitted, dataset, content, number })))
    }
}

impl Checked {
    /// The as-of instant, as it is written.
    pub fn as_of(&self) -> OffsetTimestamp {
        OffsetTimestamp::new(self.dataset.as_of(), self.dataset.offset())
    }
}

/// Gives the next number of the day.
fn give(submitted: &mut Submitted, dataset: &mut FullDataset, used: &[String], now: Timestamp) {
    let version = next_version(used, dataset.offset(), now);
    stamp_files(&mut submitted.files, &version, &dataset.offset().timestamp(now));
    *dataset = dataset.stamped(version, now);
}

/// Sets version and as-of instant in `dataset.json`.
pub fn stamp_files(files: &mut [DataFile], version: &str, as_of: &str) {
    if let Some(file) = files.iter_mut().find(|file| file.path == DATASET_FILE) {
        // A dataset that was checked has both members, once.
        if let Some(bytes) = stamp::stamped(&file.bytes, version, as_of) {
            file.bytes = bytes;
        }
    }
}

/// `2026-11-21.2` where `2026-11-21.1` was used.
pub fn next_version(used: &[String], offset: Offset, now: Timestamp) -> String {
    let day = offset.day(now).to_string();
    let numbers = used.iter().filter_map(|version| version.strip_prefix(&day)?.strip_prefix('.'));
    let highest = numbers.filter_map(|number| number.parse::<u32>().ok()).max().unwrap_or(0);
    format!("{day}.{}", highest.saturating_add(1))
}

/// Whether two datasets are the same but for version and as-of instant.
fn is_same_but_stamp(a: &[DataFile], b: &[DataFile]) -> bool {
    let same = |(a, b): (&DataFile, &DataFile)| {
        let bytes =
            a.bytes == b.bytes || (a.path == DATASET_FILE && stamp::same_but_stamp(&a.bytes, &b.bytes));
        a.path == b.path && bytes
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_day_go_on_behind_the_highest_that_was_used() {
        let now = "2026-11-20T21:00:00Z".parse().unwrap();
        let next = |used: &[&str]| {
            let used: Vec<String> = used.iter().map(|version| (*version).to_owned()).collect();
            next_version(&used, "+04:00".parse().unwrap(), now)
        };
        assert_eq!(next(&[]), "2026-11-21.1", "the day is that of the dataset");
        assert_eq!(next(&["2026-11-21.9", "2026-11-21.10", "2026-11-20.11", "clean.12"]), "2026-11-21.11");
        assert_eq!(next(&["2026-11-21.x", "2026-11-21"]), "2026-11-21.1");
    }

    #[test]
    fn only_version_and_as_of_may_differ() {
        let file = |path: &str, bytes: &str| DataFile { path: path.to_owned(), bytes: bytes.into() };
        let definitions = |version: &str, title: &str| {
            let text = format!(r#"{{"version":"{version}","asOf":"{version}","title":"{title}"}}"#);
            file(DATASET_FILE, &text)
        };
        let public = [definitions("1", "a"), file("usd.csv", "1")];
        assert!(is_same_but_stamp(&[definitions("2", "a"), file("usd.csv", "1")], &public));
        for other in [
            vec![definitions("2", "b"), file("usd.csv", "1")],
            vec![definitions("2", "a"), file("usd.csv", "2")],
            vec![definitions("2", "a"), file("eur.csv", "1")],
            vec![definitions("2", "a")],
        ] {
            assert!(!is_same_but_stamp(&other, &public));
        }
    }
}
