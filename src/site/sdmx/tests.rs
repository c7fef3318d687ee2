//! Every message and table of a dataset with all period types, byte for byte.

use std::fmt::Write;
use std::path::Path;

use super::*;
use crate::dataset::{Source, load};

fn text(page: &Page) -> String {
    let mut bytes = Vec::new();
    page.content.default.identity.write_to(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn messages_and_tables_are_the_golden_ones() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = Source::Directory(project.join("tests/fixtures/all-types"));
    let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let mut dataset = crate::dataset::Dataset::clone(&load(&source, instant).unwrap().public_at(instant));
    dataset.sdmx =
        Some(Sdmx { agency: "AG".to_owned(), dataflow: "MACRO".to_owned(), ref_area: "AZ".to_owned() });
    let (sdmx, pages) = SdmxPages::new(&dataset, &Memo::after(None)).unwrap();
    let mut found = String::new();
    for (path, page) in &pages {
        let _ = write!(found, "=== {path} {} {}\n{}\n", page.status, page.facts.media_type, text(page));
    }
    for path in ["/sdmx/data/elsewhere", "/sdmx/data/MACRO?startPeriod=2026"] {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameters = query.split_once('=').into_iter();
        let refusal = sdmx.locate(path, parameters).unwrap_err();
        let _ = write!(found, "=== {path}?{query} {}\n{}\n", refusal.status, text(refusal));
    }
    let golden = project.join("tests/sdmx/all-types.txt");
    if std::fs::read_to_string(&golden).unwrap_or_default() != found {
        let now = std::env::temp_dir().join(format!("indicatord-{}-sdmx.txt", std::process::id()));
        std::fs::write(&now, found).unwrap();
        panic!("{} differs from {}: copy it if that is intended", now.display(), golden.display());
    }
    let located = sdmx.locate("/sdmx/data/MACRO/all", [("format", "csv")].into_iter());
    assert_eq!(located.unwrap(), "/sdmx/data/all?format=csv");
}
