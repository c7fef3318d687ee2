//! Numbers of releases, `2026-11-21.2`: a version that was used before gets the next one of the day [D26.2].

use crate::dataset::{self, DATASET_FILE, DataFile, FullDataset};
use crate::model::{Offset, Timestamp};

/// Gives files the next number of the day, and the present instant as their as-of instant.
pub fn give(files: &mut [DataFile], dataset: &FullDataset, used: &[String], now: Timestamp) -> FullDataset {
    let version = next(used, dataset.offset(), now);
    if let Some(file) = files.iter_mut().find(|file| file.path == DATASET_FILE) {
        // A dataset that was checked has both members, once.
        if let Some(bytes) = dataset::stamped(&file.bytes, &version, &dataset.offset().timestamp(now)) {
            file.bytes = bytes;
        }
    }
    dataset.stamped(version, now)
}

/// `2026-11-21.2` where `2026-11-21.1` was used.
fn next(used: &[String], offset: Offset, now: Timestamp) -> String {
    let day = offset.day(now).to_string();
    let numbers = used.iter().filter_map(|version| version.strip_prefix(&day)?.strip_prefix('.'));
    let highest = numbers.filter_map(|number| number.parse::<u32>().ok()).max().unwrap_or(0);
    format!("{day}.{}", highest.saturating_add(1))
}

/// Whether two datasets are the same but for version and as-of instant.
pub fn is_same_but_stamp(a: &[DataFile], b: &[DataFile]) -> bool {
    let same = |(a, b): (&DataFile, &DataFile)| {
        let bytes =
            a.bytes == b.bytes || (a.path == DATASET_FILE && dataset::same_but_stamp(&a.bytes, &b.bytes));
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
            next(&used, "+04:00".parse().unwrap(), now)
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
