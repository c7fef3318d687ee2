//! A dataset as a whole: what is shared, and everything that is wrong said at once.

mod mistakes;
pub mod tables_read_twice;

use super::*;

use crate::scratch::Scratch;

/// What is reported of a file that `read` reads.
pub fn reported(path: &str, content: &str, read: impl FnOnce(&Text<'_>)) -> Vec<String> {
    let file = DataFile { path: path.to_owned(), bytes: content.as_bytes().to_vec() };
    let report = Report::default();
    read(&Text::decode(&file, &report).unwrap());
    report.into_diagnostics().sorted().problems().iter().map(|problem| problem.sentence(Lang::En)).collect()
}

/// A directory with one indicator, `usd`, that has these observations below a header, and what comes of opening it.
pub fn with_usd(rows: &str) -> (Scratch, Workspace) {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    scratch.write("indicators/usd.csv", format!("date,value,published\n{rows}"));
    let workspace = Workspace::open(scratch.as_ref(), &mut |_| ()).unwrap();
    (scratch, workspace)
}

/// An observation of `usd`.
pub fn new_row(date: &str, value: &str, published: &str) -> NewRow {
    let [key, date, value, published] = ["usd", date, value, published].map(str::to_owned);
    NewRow { key, date, value, published, ..NewRow::default() }
}

fn embedded() -> Dataset {
    let at = "2026-11-20T09:00:00Z".parse().unwrap();
    Dataset::clone(&load(&Source::Embedded, at).unwrap().public_at(at))
}

#[test]
fn equal_series_lie_in_memory_once() {
    let (mut dataset, previous) = (embedded(), embedded());
    let different = Arc::clone(&previous.categories[1].indicators[0].series);
    assert_ne!(dataset.categories[0].indicators[0].series, different);
    dataset.categories[0].indicators[0].series = Arc::clone(&different);
    dataset.share(&previous);
    let shared: Vec<bool> = dataset
        .indicators()
        .zip(previous.indicators())
        .map(|(a, b)| Arc::ptr_eq(&a.series, &b.series))
        .collect();
    assert!(!shared[0] && shared[1..].iter().all(|shared| *shared));
    assert!(
        Arc::ptr_eq(&dataset.categories[0].indicators[0].series, &different),
        "another one stays as it is"
    );
    let observations: usize = previous.indicators().map(|i| i.series.observations().len()).sum();
    assert_eq!(previous.observations(), observations);
    assert!(observations > previous.indicators().count());
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let at = "2026-11-20T09:00:00Z".parse().unwrap();
    let unreadable = || {
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(Location::file("x"), crate::messages::verbatim("unreadable"));
        diagnostics
    };
    let errors = |files: &[DataFile], diagnostics| check(files, at, diagnostics).unwrap_err().errors();
    assert!(errors(&[], Diagnostics::default()) > 0, "an empty directory is no dataset");
    assert_eq!(errors(&[], unreadable()), 1, "that its files are missing follows");
    let file = DataFile { path: "notes.txt".to_owned(), bytes: Vec::new() };
    let alone = errors(std::slice::from_ref(&file), Diagnostics::default());
    assert_eq!(errors(&[file], unreadable()), alone + 1);
    let files = read(&Source::Embedded, &mut Diagnostics::default());
    assert_eq!(errors(&files, unreadable()), 1);
    let mut warned = Diagnostics::default();
    warned.warning(Location::file("x"), crate::messages::verbatim("old"));
    assert_eq!(check(&files, at, warned).unwrap().report().warnings(), embedded().warnings.warnings() + 1);
}
