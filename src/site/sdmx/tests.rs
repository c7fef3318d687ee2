//! Every message and table of a dataset with all period types, byte for byte.

use std::fmt::Write;
use std::path::Path;

use super::*;
use crate::dataset::{Source, load};
use crate::site::memo::Memo;
use crate::site::{SiteOptions, Summary};

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
    let (options, memo) = (SiteOptions::default(), Memo::after(None));
    let summary = Summary::new(&dataset, instant);
    let (sdmx, pages) = SdmxPages::new(&DatasetInputs::new(&dataset, &summary, &options, &memo)).unwrap();
    let mut found = String::new();
    for (path, page) in &pages {
        let _ = write!(found, "=== {path} {} {}\n{}\n", page.status, page.facts.media_type, text(page));
    }
    for target in [
        "/sdmx/data/elsewhere",
        "/sdmx/data/MACRO?asOf=2026",
        "/sdmx/data/MACRO?startPeriod=x",
        "/sdmx/data/MACRO?startPeriod=2100",
        "/sdmx/data/MACRO/M..?startPeriod=2026-06&endPeriod=2026-07&lastNObservations=1",
        "/sdmx/data/MACRO/M..?lastNObservations=1&detail=dataonly",
        "/sdmx/data/MACRO/M..?lastNObservations=1&detail=dataonly&format=csv",
        "/sdmx/data/MACRO?detail=nodata",
        "/sdmx/data/MACRO?detail=serieskeysonly",
    ] {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parameters = query.split('&').filter_map(|pair| pair.split_once('='));
        let answer = match sdmx.locate(path, parameters, None) {
            Ok(SdmxAnswer::Data(data)) => data.page,
            Ok(SdmxAnswer::Page(path)) => Page::clone(&pages[&*path]),
            Err(refusal) => refusal.clone(),
        };
        let _ = write!(found, "=== {target} {}\n{}\n", answer.status, text(&answer));
    }
    let golden = project.join("tests/sdmx/all-types.txt");
    if std::fs::read_to_string(&golden).unwrap_or_default() != found {
        let now = std::env::temp_dir().join(format!("indicatord-{}-sdmx.txt", std::process::id()));
        std::fs::write(&now, found).unwrap();
        panic!("{} differs from {}: copy it if that is intended", now.display(), golden.display());
    }
    let located = sdmx.locate("/sdmx/data/MACRO/all", [("format", "csv")].into_iter(), None);
    assert!(matches!(located, Ok(SdmxAnswer::Page(path)) if path == "/sdmx/data/all?format=csv"));
}
