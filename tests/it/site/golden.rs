//! The bodies of a dataset with all period types, statuses and rules, byte for byte: every one for programs, and some
//! pages, workbooks and charts, of which other tests hold what they show.

use std::fs;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{AT, TempDir, Tree, export, finish, outcome, project, tree, write};

const DATASET: &str = "tests/fixtures/all-types";
const GOLDEN: &str = "tests/golden";
/// Before the path of each body in a file that has several.
const HEADING: &str = "==== ";
/// The ending of such a file.
const BUNDLE: &str = ".bodies";
/// Set to write the golden files anew; the changes want to be read before they are kept.
pub const RENEW: &str = "INDICATORD_RENEW";
/// A former program, of which a test prints how its description of the interface differs.
const FORMER: &str = "INDICATORD_FORMER";

/// The golden bodies by their paths. Texts of an indicator stand in one file, in both languages, each below its
/// path.
pub fn golden_bodies() -> Tree {
    let mut bodies = Tree::new();
    for (path, bytes) in tree(&project(GOLDEN)) {
        if !path.ends_with(BUNDLE) {
            bodies.insert(path, bytes);
            continue;
        }

        let text = String::from_utf8(bytes).unwrap();
        for section in text.split(HEADING).skip(1) {
            let (path, body) = section.split_once('\n').unwrap();
            bodies.insert(path.to_owned(), body.as_bytes().to_vec());
        }
    }

    bodies
}

/// Writes bodies to the files from which [`golden_bodies`] reads them.
fn write_golden_bodies(bodies: &Tree) {
    let mut files = Tree::new();
    for (path, bytes) in bodies {
        match path.trim_start_matches("en/").strip_prefix("data/") {
            Some(resource) if std::str::from_utf8(bytes).is_ok() => {
                let key = resource.split(['/', '.']).next().unwrap();
                let file = files.entry(format!("data/{key}{BUNDLE}")).or_default();
                file.extend([HEADING.as_bytes(), path.as_bytes(), b"\n", bytes].concat());
            }
            _ => drop(files.insert(path.clone(), bytes.clone())),
        }
    }

    files
        .iter()
        .for_each(|(path, bytes)| write(&project(GOLDEN).join(path), bytes));
}

#[test]
fn export_writes_the_golden_bytes() {
    let expected = golden_bodies();
    let mut found = export(&project(DATASET), &[]);
    // Pages for people, and what the reference implementation writes on its own: other tests hold them.
    let is_held_elsewhere = |path: &str| {
        let ends = [
            ".html",
            ".xlsx",
            ".svg",
            ".css",
            ".js",
            "openapi.json",
            "/changes.json",
            "/changes.csv",
        ];

        ends.iter().any(|end| path.ends_with(end))
    };

    found.retain(|path, _| expected.contains_key(path) || !is_held_elsewhere(path));
    if std::env::var_os(RENEW).is_some() {
        write_golden_bodies(&found);
    }

    let differing: Vec<&String> = found
        .keys()
        .chain(expected.keys())
        .filter(|path| found.get(*path) != expected.get(*path))
        .collect();
    assert!(
        differing.is_empty(),
        "these differ, and {RENEW}=1 writes them anew: {differing:?}"
    );
}

/// The description follows from the tables of resources and is long, so its hash is kept in its place.
#[test]
fn the_description_is_the_one_whose_hash_is_kept() {
    const KEPT: &str = "tests/description.sha256";
    let dataset = project(DATASET);
    let description = export(&dataset, &[]).remove("openapi.json").unwrap();
    let mut hash: String = Sha256::digest(&description)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    hash.push('\n');
    if std::env::var_os(RENEW).is_some() {
        write(&project(KEPT), &hash);
    }

    if fs::read_to_string(project(KEPT)).unwrap() == hash {
        return;
    }

    let former = std::env::var_os(FORMER).unwrap_or_else(|| {
        panic!("openapi.json is another: {RENEW}=1 keeps its hash, {FORMER}=PROGRAM says what has changed since a program")
    });
    let dir = TempDir::new();
    let (out, now) = (dir.join("former"), dir.join("now.json"));
    let mut export = Command::new(former);
    export
        .arg("export")
        .arg(&out)
        .args(["--at", AT, "--dataset"]);
    assert_eq!(finish(export.arg(&dataset)).0, 0);
    write(&now, description);
    let mut diff = Command::new("diff");
    let (_, differences, _) = finish(diff.arg("-u").arg(out.join("openapi.json")).arg(&now));
    panic!("openapi.json is another:\n{differences}");
}

/// The examples in the description are the resources of a dataset that is made up and stays as it is.
#[test]
fn the_examples_of_the_description_are_resources_of_a_fixed_dataset() {
    const EXAMPLES: &str = "src/site/schema/examples.json";
    let tree = export(&project("tests/fixtures/example"), &[]);
    let description: Value = serde_json::from_slice(&tree["openapi.json"]).unwrap();
    let mut examples = Vec::new();
    for path in description["paths"].as_object().unwrap().keys() {
        let is_text = [".json", ".csv", ".atom", ".ics"]
            .iter()
            .any(|end| path.ends_with(end));
        let is_described = is_text && !path.starts_with("/schema/") && path != "/openapi.json";
        // Its one indicator and its one category.
        let file = path
            .trim_start_matches('/')
            .replace("{key}", "price-index")
            .replace("{category}", "prices");
        let Some(body) = tree.get(&file).filter(|_| is_described) else {
            continue;
        };

        let text = String::from_utf8(body.clone()).unwrap();
        let is_json = file.ends_with(".json");
        let written = if is_json {
            text.trim_end().replace('\n', "\n  ")
        } else {
            serde_json::to_string(&text).unwrap()
        };

        examples.push(format!(
            "  {}: {written}",
            serde_json::to_string(path).unwrap()
        ));
    }

    assert!(examples.len() > 25);
    let examples = format!("{{\n{}\n}}\n", examples.join(",\n"));
    if std::env::var_os(RENEW).is_some() {
        write(&project(EXAMPLES), &examples);
    }

    assert!(
        fs::read_to_string(project(EXAMPLES)).unwrap() == examples,
        "{RENEW}=1 writes {EXAMPLES} anew, and then the hash of the description"
    );
}

/// Invariant 1: whatever the order of directory entries, and wherever the dataset lies.
#[test]
fn the_order_of_files_plays_no_part() {
    let dir = TempDir::new();
    let files = tree(&project(DATASET));
    let (forward, backward) = (dir.join("forward"), dir.join("backward"));
    files
        .iter()
        .for_each(|(path, bytes)| write(&forward.join(path), bytes));
    files
        .iter()
        .rev()
        .for_each(|(path, bytes)| write(&backward.join(path), bytes));
    assert!(export(&forward, &[]) == export(&backward, &[]));
}

#[test]
fn a_directory_that_is_not_empty_is_refused() {
    let dir = TempDir::new();
    let out = dir.join("out");
    write(&out.join("kept"), "kept");
    let (code, _, stderr) = outcome(&["export", out.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(stderr.contains("is not empty"), "{stderr}");
    assert_eq!(fs::read_to_string(out.join("kept")).unwrap(), "kept");
    assert_eq!(tree(&out).len(), 1);
}

#[test]
fn the_embedded_dataset_is_the_one_in_the_repository() {
    let dir = TempDir::new();
    let embedded = dir.join("embedded");
    let (code, _, stderr) = outcome(&["export", embedded.to_str().unwrap(), "--at", AT]);
    assert_eq!(code, 0, "{stderr}");
    assert!(tree(&embedded) == export(&project("dataset"), &[]));
}
