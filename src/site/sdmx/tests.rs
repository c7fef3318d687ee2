//! Every message and table of a dataset with all period types, byte for byte.

use super::*;

use std::fmt::Write;
use std::path::Path;

use crate::dataset::{Source, load};

/// An answer: its status, its media type and its text.
fn answer(
    sdmx: &SdmxPages,
    pages: &[Arc<Page>],
    target: &str,
    accept: Option<&str>,
) -> (u16, &'static str, String) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let parameters = query.split('&').filter_map(|pair| pair.split_once('='));
    let accepted = accept.map(|name| {
        vec![MediaRange {
            name,
            parameters: Vec::new(),
        }]
    });
    let mut text = Vec::new();
    let mut stored = |page: &Page| {
        page.body(Form::Default)
            .unwrap()
            .write_to(&mut text)
            .unwrap();
        (page.status, page.facts.media_type)
    };
    let (status, media_type) = match sdmx.locate(path, parameters, accepted.as_deref()) {
        Located::Page(path) => stored(
            pages
                .iter()
                .find(|page| page.path.as_deref() == Some(&path))
                .unwrap(),
        ),
        Located::Made(refusal) => stored(&refusal),
        Located::Data(data) => {
            data.written.write_to(&mut text).unwrap();
            (data.page.status, data.page.facts.media_type)
        }
    };

    (status, media_type, String::from_utf8(text).unwrap())
}

#[test]
fn messages_and_tables_are_the_golden_ones() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = Source::Directory(project.join("tests/fixtures/all-types"));
    let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let mut dataset =
        crate::dataset::Dataset::clone(&load(&source, instant).unwrap().public_at(instant));
    let area_name = Some(Localized::build(|lang| {
        lang.pick(["Азербайджан", "Azerbaijan"]).to_owned()
    }));
    let (agency, dataflow, ref_area) = ("AG".to_owned(), "MACRO".to_owned(), "AZ".to_owned());
    dataset.sdmx = Some(Sdmx {
        agency,
        dataflow,
        ref_area,
        area_name,
    });
    let data = |dataset: Dataset| {
        let summary = Summary::new(&dataset, instant);
        Arc::new(SiteData::new(
            &Arc::new(dataset),
            &SiteOptions::default(),
            summary,
        ))
    };
    let without = data(Dataset {
        sdmx: None,
        ..dataset.clone()
    });
    let with = data(dataset);
    let (sdmx, pages) = SdmxPages::new(&with, &Bodies::after([].into_iter())).unwrap();
    let mut all = BTreeMap::new();
    for page in &pages {
        let mut text = Vec::new();
        page.body(Form::Default)
            .unwrap()
            .write_to(&mut text)
            .unwrap();
        let text = String::from_utf8(text).unwrap();
        all.insert(
            page.path.as_deref().unwrap().to_owned(),
            (page.status, page.facts.media_type, text),
        );
    }

    for path in differing_paths(&with, &without).unwrap() {
        let (group, form) = path.split_once('?').unwrap_or((&path, ""));
        let group = group.strip_prefix("/sdmx/data/").unwrap();
        let key = if group.len() == 1 || group == "_U" {
            format!("{group}..")
        } else {
            group.to_owned()
        };

        let (query, accept) = match form {
            "accept=structurespecificdata" => {
                ("", Some("application/vnd.sdmx.structurespecificdata+xml"))
            }
            query => (query, None),
        };

        let answer = answer(
            &sdmx,
            &pages,
            &format!("/sdmx/data/MACRO/{key}?{query}"),
            accept,
        );
        all.insert(path, answer);
    }

    let mut answers = String::new();
    for (path, (status, media_type, text)) in &all {
        let _ = write!(answers, "=== {path} {status} {media_type}\n{text}\n");
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
        let (status, _, text) = answer(&sdmx, &pages, target, None);
        let _ = write!(answers, "=== {target} {status}\n{text}\n");
    }

    let golden = project.join("tests/sdmx/all-types.txt");
    if std::fs::read_to_string(&golden).unwrap_or_default() != answers {
        let now = std::env::temp_dir().join(format!("indicatord-{}-sdmx.txt", std::process::id()));
        std::fs::write(&now, answers).unwrap();
        panic!(
            "{} differs from {}: copy it if that is intended",
            now.display(),
            golden.display()
        );
    }
}
