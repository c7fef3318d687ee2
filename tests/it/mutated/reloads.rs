//! A server that is told to reload a damaged dataset: what it serves afterwards is wholly what it served before, or wholly
//! the new dataset, and no answer in between is of both.

use std::collections::{BTreeMap, HashMap};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, thread};

use super::damage::{damaged_dataset, misprinted_dataset, valid_datasets};
use super::extent;
use crate::support::server::{Client, Server};
use crate::support::{TempDir, for_each, program, tree, write};

/// Datasets that are written before the first of them is read: one that was written just now is waited for.
const AT_ONCE: u64 = 100;

/// Bodies by path.
type Bodies = BTreeMap<String, Vec<u8>>;

#[test]
fn a_damaged_dataset_is_served_wholly_or_not_at_all() {
    let (count, first) = extent();
    let valid = valid_datasets();
    let dir = TempDir::new();
    let link = dir.join("dataset");
    valid[1]
        .iter()
        .for_each(|(path, bytes)| write(&dir.join("valid").join(path), bytes));
    symlink(dir.join("valid"), &link).unwrap();
    let server = Server::of_dataset(&link);
    let mut served = exported(&dir.join("valid"), &dir.join("valid-pages")).expect("it is valid");
    let (mut taken, mut refused) = (0, 0);
    // A twentieth of what is checked: each is compared page by page.
    let seeds: Vec<u64> = (first..first + count.div_ceil(20)).collect();
    for batch in seeds.chunks(AT_ONCE as usize) {
        let place = |seed: u64| dir.join(&format!("{seed}"));
        for seed in batch {
            // Hardly any damage leaves a dataset valid; a misprint does.
            let files = match seed % 2 {
                0 => damaged_dataset(&valid, *seed, 4),
                _ => misprinted_dataset(&valid, *seed),
            };

            files
                .iter()
                .for_each(|(path, bytes)| write(&place(*seed).join("dataset").join(path), bytes));
        }

        let pages: HashMap<u64, Option<Bodies>> = all_exported(batch, place);
        for seed in batch {
            fs::remove_file(&link).unwrap();
            symlink(place(*seed).join("dataset"), &link).unwrap();
            let (before, line) = watched(&server, || server.reload());
            assert!(
                before.iter().all(|line| !line.contains("panicked")),
                "seed {seed}: {before:#?}"
            );
            match &pages[seed] {
                Some(new) => {
                    assert!(!line.contains("refused"), "seed {seed}: {line}");
                    served = new.clone();
                    taken += 1;
                }
                None => {
                    let file = line.split("refused, still serving").nth(1);
                    let file = file.unwrap_or_else(|| panic!("seed {seed}: not refused: {line}"));
                    assert!(
                        file.contains(".json") || file.contains(".csv"),
                        "seed {seed}: {line}"
                    );
                    refused += 1;
                }
            }

            assert_serves(&server, &served, *seed);
            fs::remove_dir_all(place(*seed)).unwrap();
        }
    }

    println!("{taken} damaged datasets taken, {refused} refused");
    assert!(
        taken > 0 && refused > 0,
        "both are tried: {taken} taken, {refused} refused"
    );
    let (code, said) = server.end();
    assert!(
        code == Some(0) && said.iter().all(|line| !line.contains("panicked")),
        "{code:?}: {said:#?}"
    );
}

/// The export of a dataset; `None` where the program refuses it.
fn exported(dataset: &Path, out: &Path) -> Option<Bodies> {
    let output = Command::new(program())
        .arg("export")
        .arg(out)
        .arg("--dataset")
        .arg(dataset)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{}: {said}", dataset.display());
    output.status.success().then(|| tree(out))
}

fn all_exported(
    seeds: &[u64],
    place: impl Fn(u64) -> std::path::PathBuf + Sync,
) -> HashMap<u64, Option<Bodies>> {
    let pages = std::sync::Mutex::new(HashMap::new());
    for_each(seeds, |seed| {
        let bodies = exported(&place(*seed).join("dataset"), &place(*seed).join("pages"));
        pages.lock().unwrap().insert(*seed, bodies);
    });
    pages.into_inner().unwrap()
}

/// Does something while a client asks for the two collections on one connection: what has one snapshot's id has one
/// snapshot's bytes.
fn watched<T>(server: &Server, what: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut client = server.connect();
            let mut seen: HashMap<(String, &str), Vec<u8>> = HashMap::new();
            while !stop.load(Relaxed) {
                for path in ["/data.json", "/en/data.json"] {
                    let response = ask(server, &mut client, path);
                    let key = (response.the("Snapshot-Id").to_owned(), path);
                    let known = seen.entry(key).or_insert_with(|| response.body.clone());
                    assert!(*known == response.body, "{path}: one snapshot, two answers");
                }
            }
        });

        let result = what();
        stop.store(true, Relaxed);
        watcher.join().expect("nothing is mixed");
        result
    })
}

/// Every page is the one that was exported.
fn assert_serves(server: &Server, expected: &Bodies, seed: u64) {
    let mut client = server.connect();
    let mut snapshot = None;
    for (file, body) in expected {
        let path = match file.strip_suffix("/index.html").unwrap_or(file) {
            "index.html" => "/".to_owned(),
            "en" => "/en/".to_owned(),
            path => format!("/{path}"),
        };

        let response = ask(server, &mut client, &path);
        assert_eq!(response.status, 200, "seed {seed}: {path}");
        let both = [&response.body, body].map(|body| without_queries(body));
        // The description of an export has no search either.
        let is_same = response.body == *body
            || path == "/openapi.json"
            || both[0].is_some() && both[0] == both[1];
        assert!(is_same, "seed {seed}: {path} is of another dataset");
        let id = response.the("Snapshot-Id").to_owned();
        assert_eq!(
            *snapshot.get_or_insert_with(|| id.clone()),
            id,
            "seed {seed}: {path}"
        );
    }
}

/// Takes out of a page what needs a query, which an export does not answer: the form of the search, and the link to the
/// table of a range, the last in the form of the chart.
fn without_queries(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    let (before, rest) = text.split_once("<form class=\"search\"")?;
    let (_, after) = rest.split_once("</form>")?;

    let Some((head, tail)) = after.split_once(" name=\"to\"") else {
        return Some(format!("{before}{after}"));
    };

    let (label, rest) = tail.split_once("</label>")?;
    let (_, end_of_form) = rest.split_once("</p>")?;
    Some(format!("{before}{head}{label}{end_of_form}"))
}

fn ask(server: &Server, client: &mut Client, path: &str) -> crate::support::server::Response {
    let response = client.ask(&format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n"));
    if response.header("Connection") == Some("close") {
        *client = server.connect();
    }
    response
}
