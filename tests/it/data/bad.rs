//! Every folder of `tests/bad` against its `expected.txt`.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use crate::support::checked::{base, check};
use crate::support::{AT, TempDir, for_each, project, tree, write};

/// Set to rewrite every `expected.txt`; the changes want to be read before they are kept.
const RENEW: &str = "INDICATORD_RENEW";
const EXPECTED: &str = "expected.txt";
const REMOVED: &str = "removed.txt";

#[test]
fn every_mistake_is_reported_word_for_word() {
    let renew = std::env::var_os(RENEW).is_some();
    let mut folders: Vec<_> =
        fs::read_dir(project("tests/bad")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.is_dir() && !folder.ends_with("base"));
    folders.sort();
    assert!(folders.len() > 100, "the collection is where this test looks");
    let failures = Mutex::new(Vec::new());
    for_each(&folders, |folder| {
        let report = report_on(folder);
        let expected = fs::read_to_string(folder.join(EXPECTED)).unwrap_or_default();
        if renew {
            fs::write(folder.join(EXPECTED), report).unwrap();
        } else if report != expected {
            failures.lock().unwrap().push(format!(
                "{}\n{}",
                folder.display(),
                difference(&expected, &report)
            ));
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let renewal = format!("{RENEW}=1 cargo test --test it data::bad");
    assert!(failures.is_empty(), "{}\n{} differ; to renew: {renewal}", failures.join("\n"), failures.len());
}

/// A valid dataset is valid: else none of the others has one mistake only.
#[test]
fn the_base_has_no_problem() {
    let dir = TempDir::new();
    let checked = check(&base(&dir));
    assert_eq!((checked.code, checked.report.lines().count()), (Some(0), 1), "{checked:#?}");
}

fn report_on(folder: &Path) -> String {
    let dir = TempDir::new();
    let dataset = base(&dir);
    for file in fs::read_to_string(folder.join(REMOVED)).unwrap_or_default().lines() {
        fs::remove_file(dataset.join(file)).unwrap();
        let directory = dataset.join(file).parent().unwrap().to_owned();
        let _ = fs::remove_dir(directory);
    }
    for (path, bytes) in tree(folder) {
        if path != EXPECTED && path != REMOVED {
            write(&dataset.join(path), bytes);
        }
    }
    let checked = check(&dataset);
    checked.assert_sound();
    assert!(checked.complaints.is_empty(), "{checked:#?}");
    assert!(checked.report.lines().count() > 1, "{} at {AT} has no problem", folder.display());
    checked.report
}

/// The lines that only one of the two has.
fn difference(expected: &str, report: &str) -> String {
    let only = |sign: &str, these: &str, others: &str| -> String {
        let others: Vec<&str> = others.lines().collect();
        these.lines().filter(|line| !others.contains(line)).map(|line| format!("  {sign} {line}\n")).collect()
    };
    only("-", expected, report) + &only("+", report, expected)
}
