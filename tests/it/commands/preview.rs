//! A preview: on this machine only, follows the files, shows their errors over the last good state, lists what differs
//! from the live release.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::server::Server;
use crate::support::{TempDir, edit, outcome, program, write};

struct PreviewServer {
    child: Child,
    address: String,
    /// The text behind the address, the answer to its first use, and the cookie that it is exchanged for.
    query: String,
    entered: String,
    cookie: String,
}

impl PreviewServer {
    fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(program())
            .arg("preview")
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--lang", "en"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let printed = lines
            .find_map(|line| {
                line.unwrap()
                    .strip_prefix("listening on http://")
                    .map(str::to_owned)
            })
            .expect("it listens");
        let (address, query) = printed.split_once("/?").expect("a token is printed");
        let (address, query) = (address.to_owned(), format!("/?{query}"));
        thread::spawn(move || lines.for_each(drop));
        let mut preview = PreviewServer {
            child,
            address,
            query,
            entered: String::new(),
            cookie: String::new(),
        };
        preview.entered = preview.ask("GET", &format!("/en{}", preview.query), &[]);
        let cookie = preview
            .entered
            .split_once("Set-Cookie: ")
            .expect("a cookie is given")
            .1;
        preview.cookie = cookie.split(';').next().unwrap().to_owned();
        preview
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, &[("Cookie", &self.cookie)])
    }

    /// The whole answer to a request with these headers; a `Host` among them takes the place of the address.
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.address);
        }

        headers
            .iter()
            .for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        write!(stream, "{head}\r\n").unwrap();
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
fn a_preview_follows_the_files_and_lists_what_differs() {
    let dir = TempDir::new();
    let (dataset, store) = (
        dir.copy_of("tests/fixtures/clean", "dataset"),
        dir.join("store"),
    );
    assert_eq!(
        outcome(&[
            "publish",
            "--yes",
            text(&dataset),
            "--new-store",
            "--store",
            text(&store)
        ])
        .0,
        0
    );

    let preview = PreviewServer::new(&[text(&dataset), "--store", text(&store)]);
    let page = preview.shows("/en/", "Preview, not published");
    assert!(
        !page.contains("Differences from the live release"),
        "{page}"
    );
    assert!(
        page.to_ascii_lowercase()
            .contains("cache-control: no-store"),
        "{page}"
    );
    edit(&dataset, "clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let page = preview.shows("/en/view/usd", "Differences from the live release clean.1");
    assert!(page.contains("1.7 → 1.71"), "{page}");
    assert!(
        !preview
            .get("/en/view/wage")
            .contains("Differences from the live release")
    );
    // But for the notice the pages are those of readers.
    let readers = Server::serve(&["--dataset", text(&dataset)]);
    for path in [
        "/",
        "/en/",
        "/en/view/usd",
        "/en/view/wage",
        "/en/search?q=dollar",
    ] {
        let page = preview.get(path);
        let (before, rest) = page
            .split_once("\n<aside class=\"notice\"")
            .expect("a notice");
        let (_, after) = rest.split_once("</aside>\n").expect("its end");
        let (_, before) = before.split_once("\r\n\r\n").expect("a head");
        assert_eq!(format!("{before}{after}"), readers.text(path), "{path}");
    }

    // Errors are shown over the last good state, which is still there.
    write(
        &dataset.join("indicators/usd.csv"),
        "date,value\n2026-11-20,\"<b>\"\n",
    );
    let page = preview.shows(
        "/en/",
        "indicators/usd.csv:2: value `&#60;b&#62;` is not a number",
    );
    assert!(page.contains("The files have errors"), "{page}");
    assert!(preview.get("/data/usd.json").contains("1.71"));
    edit(&dataset, "clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let page = preview.shows("/en/view/usd", "1.7 → 1.72");
    assert!(!page.contains("The files have errors"));
}

#[test]
fn a_preview_says_that_the_journal_of_the_store_is_damaged() {
    let dir = TempDir::new();
    let (dataset, store) = (
        dir.copy_of("tests/fixtures/clean", "dataset"),
        dir.join("store"),
    );
    assert_eq!(
        outcome(&[
            "publish",
            "--yes",
            text(&dataset),
            "--new-store",
            "--store",
            text(&store)
        ])
        .0,
        0
    );

    write(&store.join("journal.jsonl"), "damaged\n");
    let mut child = Command::new(program())
        .args([
            "preview",
            text(&dataset),
            "--store",
            text(&store),
            "--listen",
            "127.0.0.1:0",
            "--lang",
            "en",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();

    let lines = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let said: Vec<String> = lines
        .take_while(|line| !line.starts_with("listening on "))
        .collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.iter().any(|line| line.contains("journal")), "{said:?}");
}

#[test]
fn without_a_good_state_the_problems_stand_alone() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    write(&dataset.join("checks.csv"), "nonsense");
    let preview = PreviewServer::new(&[text(&dataset)]);
    let page = preview.shows("/", "checks.csv:1: ");
    assert!(page.contains("1 error"), "{page}");
    // Nothing of another dataset is shown.
    for path in ["/data/usd.json", "/view/usd", "/nsdp"] {
        assert!(preview.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }

    assert!(preview.get("/data.json").contains("\"metrics\": []"));
    for path in ["/en/", "/calendar", "/en/method", "/search?q=usd"] {
        let page = preview.get(path);
        assert!(page.contains("<aside class=\"notice\""), "{path}: {page}");
        assert!(!page.contains("/view/"), "{path}: {page}");
    }

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
        page.split_once("\"sourceStatus\": \"")
            .unwrap()
            .1
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };

    assert_eq!(status("2026-11-22T08:00:00+04:00"), "verified");
    assert_eq!(status("2026-11-22T08:00:01+04:00"), "stale");
}

#[test]
fn a_preview_is_for_this_machine_only() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let (code, _, stderr) = outcome(&[
        "preview",
        text(&dataset),
        "--listen",
        "0.0.0.0:0",
        "--lang",
        "en",
    ]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("a preview is available on this machine only"),
        "{stderr}"
    );
    let (code, _, stderr) = outcome(&[
        "preview",
        text(&dataset),
        "--listen",
        "unix:/run/s",
        "--lang",
        "en",
    ]);
    assert_eq!(code, 1);
    assert!(stderr.contains("give 127.0.0.1:8080"), "{stderr}");
}

const CLOSED: &str = "this preview is open only to the person who started it: the address that the command printed \
                      opens it once, in one browser; for another one, run the command again\n";

/// Nothing is told: neither what there is, nor which state it is in.
#[track_caller]
fn assert_closed(answer: &str) {
    assert!(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{answer}");
    assert!(answer.ends_with(&format!("\r\n\r\n{CLOSED}")), "{answer}");
    let head = answer.to_ascii_lowercase();
    for told in [
        "access-control",
        "snapshot-id",
        "etag",
        "set-cookie",
        "last-modified",
    ] {
        assert!(!head.contains(told), "{told}: {head}");
    }
}

#[test]
fn a_preview_is_read_by_nobody_but_who_has_the_printed_address() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let preview = PreviewServer::new(&[text(&dataset)]);
    let (query, cookie) = (preview.query.as_str(), preview.cookie.as_str());
    let entered = &preview.entered;
    assert!(
        entered.starts_with("HTTP/1.1 303 See Other\r\n"),
        "{entered}"
    );
    assert!(
        !entered.contains(query.trim_start_matches("/?token=")),
        "the cookie is another secret: {entered}"
    );
    // A person who reads the address in a history or a log comes too late.
    assert_closed(&preview.ask("GET", query, &[]));
    for line in [
        "Location: /en/\r\n",
        "; Path=/; HttpOnly; SameSite=Strict\r\n",
        "Cache-Control: no-store\r\n",
    ] {
        assert!(entered.contains(line), "{line}: {entered}");
    }

    let page = preview.get("/data/usd.json");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("\"schemaVersion\""),
        "{page}"
    );
    assert!(
        !page.contains("Access-Control"),
        "no page of another origin reads it: {page}"
    );
    assert!(
        !preview
            .ask("OPTIONS", "/data.json", &[("Cookie", cookie)])
            .contains("Access-Control")
    );
    // Another user of the machine, who knows the port.
    for path in [
        "/",
        "/data.json",
        "/unknown",
        "/healthz",
        "/metrics",
        "/status.json",
        "/?token=",
        "/?token=00",
    ] {
        assert_closed(&preview.ask("GET", path, &[]));
        assert_closed(&preview.ask("GET", path, &[("Cookie", "indicatord-preview=00")]));
    }

    for method in ["OPTIONS", "POST", "PUT"] {
        assert_closed(&preview.ask(method, "/data.json", &[("Origin", "https://evil.example")]));
    }

    // A page of another origin has no cookie to send, and a name that was made to lead here is none of this machine.
    let origin = [
        ("Origin", "https://evil.example"),
        ("Sec-Fetch-Site", "cross-site"),
    ];
    assert_closed(&preview.ask("GET", "/en/data/usd.json", &origin));
    // One of another port of this machine has it, for cookies know no ports.
    let with_cookie = |site| {
        preview.ask(
            "GET",
            "/data.json",
            &[("Cookie", cookie), ("Sec-Fetch-Site", site)],
        )
    };
    ["same-site", "cross-site"]
        .into_iter()
        .for_each(|site| assert_closed(&with_cookie(site)));
    assert!(
        ["same-origin", "none"]
            .into_iter()
            .all(|site| with_cookie(site).starts_with("HTTP/1.1 200"))
    );
    for host in [
        "evil.example",
        "evil.example:8081",
        "0.0.0.0",
        "localhost.evil.example",
    ] {
        assert_closed(&preview.ask("GET", "/data.json", &[("Host", host), ("Cookie", cookie)]));
        assert_closed(&preview.ask("GET", query, &[("Host", host)]));
    }

    let port = preview.address.rsplit_once(':').unwrap().1;
    let local = format!("localhost:{port}");
    assert!(
        preview
            .ask("GET", "/", &[("Host", &local), ("Cookie", cookie)])
            .starts_with("HTTP/1.1 200")
    );
    let head = preview.ask("HEAD", "/data.json", &[]);
    assert!(
        head.starts_with("HTTP/1.1 403") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    // The token of one preview opens no other.
    let other = PreviewServer::new(&[text(&dataset)]);
    assert_closed(&other.ask("GET", query, &[("Cookie", cookie)]));
}
