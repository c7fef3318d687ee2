//! A preview: on this machine only, follows the files, shows their errors over the last good state, marks what differs
//! from the release in service.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{PROGRAM, TempDir, edit, outcome, write};

struct PreviewServer {
    child: Child,
    address: String,
}

impl PreviewServer {
    fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .arg("preview")
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--lang", "en"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| line.unwrap().strip_prefix("listening on http://").map(str::to_owned))
            .expect("it listens");
        thread::spawn(move || lines.for_each(drop));
        PreviewServer { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// The page, once it has these words; they come by themselves.
    #[track_caller]
    fn shows(&self, path: &str, words: &str) -> String {
        for _ in 0..300 {
            let page = self.get(path);
            if page.contains(words) {
                return page;
            }
            thread::sleep(Duration::from_millis(200));
        }
        panic!("{path} never has `{words}`: {}", self.get(path));
    }
}

impl Drop for PreviewServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_preview_follows_the_files_and_marks_what_differs() {
    let dir = TempDir::new();
    let (dataset, store) = (dir.copy_of("tests/fixtures/clean", "dataset"), dir.join("store"));
    assert_eq!(outcome(&["publish", text(&dataset), "--new-store", "--store", text(&store)]).0, 0);
    let preview = PreviewServer::new(&[text(&dataset), "--store", text(&store)]);
    let page = preview.shows("/en/", "Preview, not published");
    assert!(!page.contains("Differences from release") && !page.contains("<mark"), "{page}");
    assert!(page.to_ascii_lowercase().contains("cache-control: no-store"), "{page}");
    edit(&dataset, "clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let page = preview.shows("/en/view/usd", "Differences from release clean.1");
    assert!(page.contains("<mark title=\"1.7 → 1.71\">"), "{page}");
    assert!(preview.get("/").contains("<mark title=\"1.7 → 1.71\">"));
    assert!(!preview.get("/en/view/wage").contains("Differences from release"));
    // Errors are shown over the last good state, which is still there.
    write(&dataset.join("indicators/usd.csv"), "date,value\n2026-11-20,\"<b>\"\n");
    let page = preview.shows("/en/", "indicators/usd.csv:2: value `&#60;b&#62;` is not a number");
    assert!(page.contains("The files have errors"), "{page}");
    assert!(preview.get("/data/usd.json").contains("1.71"));
    edit(&dataset, "clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let page = preview.shows("/en/view/usd", "1.7 → 1.72");
    assert!(!page.contains("The files have errors"));
}

#[test]
fn without_a_good_state_the_problems_stand_alone() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    write(&dataset.join("checks.csv"), "nonsense");
    let preview = PreviewServer::new(&[text(&dataset)]);
    let page = preview.shows("/", "checks.csv:1: ");
    assert!(page.contains("1 error, 0 warnings"), "{page}");
    assert!(preview.get("/data.json").starts_with("HTTP/1.1 404"), "nothing of another dataset is shown");
    write(&dataset.join("checks.csv"), "source,checked_at,error\n");
    preview.shows("/en/", "US dollar");
}

#[test]
fn a_preview_shows_another_instant() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let status = |at| {
        let preview = PreviewServer::new(&[text(&dataset), "--at", at]);
        let page = preview.get("/data/usd.json");
        page.split_once("\"sourceStatus\": \"").unwrap().1.split('"').next().unwrap().to_owned()
    };
    assert_eq!(status("2026-11-22T08:00:00+04:00"), "verified");
    assert_eq!(status("2026-11-22T08:00:01+04:00"), "stale");
}

#[test]
fn a_preview_is_for_this_machine_only() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let (code, _, stderr) = outcome(&["preview", text(&dataset), "--listen", "0.0.0.0:0", "--lang", "en"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("a preview is for this machine only"), "{stderr}");
}
