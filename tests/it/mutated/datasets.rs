//! Damaged datasets: `check` ends, its report and exit code agree, and every problem names a file.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::damage::{damaged_dataset, valid_datasets};
use super::extent;
use crate::support::checked::{Checked, check};
use crate::support::{TempDir, for_each, write};

#[test]
fn a_damaged_dataset_is_reported_file_by_file() {
    let (count, seed) = extent();
    let valid = valid_datasets();
    let seeds: Vec<u64> = (seed..seed + count).collect();
    let still_valid = AtomicUsize::new(0);
    for_each(&seeds, |seed| {
        let files = damaged_dataset(&valid, *seed, 4);
        let dir = TempDir::new();
        let dataset = dir.join("dataset");
        files
            .iter()
            .for_each(|(path, bytes)| write(&dataset.join(path), bytes));
        let checked = check(&dataset);
        checked.assert_sound();
        still_valid.fetch_add(usize::from(checked.code == Some(0)), Relaxed);
        assert!(checked.complaints.is_empty(), "seed {seed}: {checked:#?}");
        let known = |file: &str| {
            files.contains_key(file)
                || valid.iter().any(|files| files.contains_key(file))
                || Path::new(file) == dataset
        };
        assert!(
            checked.code == Some(0) || names_files(&checked, known),
            "seed {seed}: {checked:#?}"
        );
    });

    println!(
        "{} damaged datasets are still valid",
        still_valid.into_inner()
    );
}

/// Returns true if every problem begins with a file that is known, and there is one.
fn names_files(checked: &Checked, known: impl Fn(&str) -> bool) -> bool {
    let mut problems: Vec<&str> = checked.report.lines().collect();
    problems.pop();
    let errors = problems
        .iter()
        .filter(|problem| !problem.contains(": warning: "))
        .count();
    errors > 0
        && problems
            .iter()
            .all(|problem| problem.split(':').next().is_some_and(&known))
}
