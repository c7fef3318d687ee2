//! SIGHUP, the clock, and the end: what is served changes at once and together, or not at all.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::server::{Server, before_an_instant, eventually, signal};
use crate::support::{TempDir, patient_program, program, set_version, write};

const CLEAN: &str = "tests/fixtures/clean";

/// Every value of the collection, and the version, are of one generation.
fn set_generation(dataset: &Path, generation: u32) {
    set_version(dataset, &format!("g.{generation}"));
    write(
        &dataset.join("indicators/usd.csv"),
        format!("date,value\n2026-11-20,{generation}\n"),
    );
    write(
        &dataset.join("indicators/wage.csv"),
        format!("date,value\n2026-10,{generation}\n"),
    );
}

fn values(body: &str) -> Vec<String> {
    let collection: Value = serde_json::from_str(body).unwrap();
    collection["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|metric| metric["valueRaw"].to_string())
        .collect()
}

#[test]
fn a_good_dataset_replaces_the_old_one() {
    let dir = TempDir::new();
    let dataset = dir.copy_of(CLEAN, "dataset");
    let running = Server::of_dataset(&dataset);
    assert_eq!(values(&running.text("/data.json")), ["1.7", "1103.8"]);
    set_generation(&dataset, 7);
    running.signal("HUP");
    let line = running.line("reload: ");
    // The statuses depend on the day on which this runs.
    assert!(
        line.contains("g.7: 2 indicators, 2 observations; "),
        "{line}"
    );
    assert!(
        line.contains(" verified") || line.contains(" stale"),
        "{line}"
    );
    assert!(line.ends_with(" ms"), "{line}");
    assert_eq!(values(&running.text("/data.json")), ["7", "7"]);
    let status: Value = serde_json::from_str(&running.text("/status.json")).unwrap();
    assert_eq!(status["dataset"]["version"], "g.7");
    assert_eq!(status["lastReload"]["ok"], true);
    let metrics = running.text("/metrics");
    let resident = metrics
        .lines()
        .find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    let resident = resident
        .expect("a count")
        .parse::<usize>()
        .expect("a number")
        >> 20;
    assert!(
        resident.abs_diff(running.memory()) < 16,
        "{resident} MB, {} MB",
        running.memory()
    );
}

/// Invariant 6: a failed reload changes nothing but what `/status.json` and `/metrics` say of it.
#[test]
fn a_bad_dataset_changes_nothing() {
    let dir = TempDir::new();
    let dataset = dir.copy_of(CLEAN, "dataset");
    let running = Server::of_dataset(&dataset);
    let pages = [
        "/data.json",
        "/en/data.json",
        "/data/usd.json",
        "/en/data/wage.json",
        "/data.json?pretty=0",
    ];
    let undated = |path: &str| {
        let response = running.get(path, "");
        // How long it may be kept depends on the instant at which it is asked for.
        let lasting = response
            .undated()
            .into_iter()
            .filter(|(name, _)| name != "Cache-Control");
        (lasting.collect::<Vec<_>>(), response.body)
    };

    let before = pages.map(undated);
    write(
        &dataset.join("indicators/usd.csv"),
        "date,value\n2026-11-20,\"1,7\"\n",
    );
    write(&dataset.join("indicators/wage.json"), "{ \"name\": 1 }");
    running.signal("HUP");
    let line = running.line("reload: refused");
    // One line at level error: how many, and the first of them; the whole report, sorted, at level info.
    assert!(
        line.contains("[ERROR]") && line.contains("still serving clean.1: 4 errors: "),
        "{line}"
    );
    assert!(
        line.contains("indicators/usd.csv:2: value `1,7` is not a number"),
        "{line}"
    );
    let first = running.line("indicators/usd.csv:2: value `1,7` is not a number: write `1.7`");
    assert!(first.contains("[INFO]"), "{first}");
    running.line("indicators/wage.json:1: ");
    assert_eq!(pages.map(undated), before);
    let status: Value = serde_json::from_str(&running.text("/status.json")).unwrap();
    assert_eq!(status["lastReload"]["ok"], false);
    assert_eq!(status["dataset"]["version"], "clean.1");
    assert!(
        running
            .text("/metrics")
            .contains("\nindicatord_reload_last_success 0\n")
    );
    set_generation(&dataset, 1);
    write(
        &dataset.join("indicators/wage.json"),
        fs::read(crate::support::project(CLEAN).join("indicators/wage.json")).unwrap(),
    );
    running.signal("HUP");
    running.line("reload: g.1");
    assert!(
        running
            .text("/metrics")
            .contains("\nindicatord_reload_last_success 1\n")
    );
}

/// Invariant 5, and files that change while they are read: whatever somebody is writing, one body is of one state.
#[test]
fn states_are_never_mixed() {
    let dir = TempDir::new();
    let dataset = dir.copy_of(CLEAN, "dataset");
    set_generation(&dataset, 0);
    let mut command = patient_program();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--dataset"])
        .arg(&dataset);
    let running = Server::run(&mut command, 1);
    let writing = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            for generation in 1..=60 {
                set_generation(&dataset, generation);
                running.signal("HUP");
                // The pace of somebody who copies files; nothing is waited for.
                thread::sleep(Duration::from_millis(20));
            }

            writing.store(false, Ordering::SeqCst);
        });

        while writing.load(Ordering::SeqCst) {
            let body = running.text("/data.json");
            let values = values(&body);
            assert_eq!(values[0], values[1], "{body}");
        }
    });

    running.signal("HUP");
    running.line("reload: g.60");
    while values(&running.text("/data.json")) != ["60", "60"] {}
}

#[test]
fn a_status_turns_by_the_clock_alone() {
    before_an_instant(|ahead| {
        let dir = TempDir::new();
        let dataset = dir.copy_of(CLEAN, "dataset");
        let checked_at = ahead.plus(-48 * 3600);
        write(
            &dataset.join("checks.csv"),
            format!("source,checked_at,error\nbank,{checked_at},\n"),
        );
        let running = Server::of_dataset(&dataset);
        let status = |path: &str| {
            serde_json::from_str::<Value>(&running.text(path)).unwrap()["sourceStatus"].clone()
        };
        assert_eq!(status("/data/usd.json"), "verified");
        let tag = |path: &str| running.get(path, "").the("ETag").to_owned();
        let before = tag("/data/usd.json");
        ahead.comes();
        let line = running.line("statuses changed: ");
        assert!(line.contains("; 2 stale"), "{line}");
        assert_eq!(status("/data/usd.json"), "stale");
        assert_eq!(status("/en/data.json"), "stale");
        assert_ne!(tag("/data/usd.json"), before);
        let page: Value = serde_json::from_str(&running.text("/status.json")).unwrap();
        assert_eq!(page["indicators"][0]["reason"], "check_overdue");
        assert!(
            page.get("nextChange").is_none(),
            "nothing is left to turn: {page}"
        );
    });
}

/// A directory that somebody writes to is waited for; whoever asks for the end meanwhile is not kept waiting.
#[test]
fn the_first_load_is_not_waited_for() {
    let dir = TempDir::new();
    let dataset = dir.copy_of(CLEAN, "dataset");
    let mut command = patient_program();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--dataset"])
        .arg(&dataset);
    let writing = AtomicBool::new(true);
    let output = thread::scope(|scope| {
        scope.spawn(|| {
            for generation in 0.. {
                if !writing.load(Ordering::SeqCst) {
                    return;
                }
                set_generation(&dataset, generation);
                thread::sleep(Duration::from_millis(20));
            }
        });

        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        let threads = format!("/proc/{}/task", child.id());
        let name =
            |entry: fs::DirEntry| fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
        eventually("it loads", || {
            fs::read_dir(&threads)
                .unwrap()
                .any(|entry| name(entry.unwrap()) == "loader\n")
        });
        signal(&child, "TERM");
        let output = child.wait_with_output().unwrap();
        writing.store(false, Ordering::SeqCst);
        output
    });

    // A load that was waited for would have ended in an error after twenty seconds.
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("stop: nothing was served yet"), "{said}");
}

#[test]
fn it_ends_when_it_is_asked_to() {
    for signal in ["TERM", "INT"] {
        let running = Server::serve(&[]);
        assert!(
            running
                .text("/en/data.json")
                .contains("\"sourceStatus\": \"seed\"")
        );
        running.signal(signal);
        let line = running.line("stop: ");
        assert!(line.ends_with(" ms"), "{line}");
        assert_eq!(running.wait().code(), Some(0));
    }
}

#[test]
fn an_address_in_use_ends_the_program_with_1() {
    let running = Server::serve(&[]);
    let (code, _, stderr) = crate::support::outcome(&["serve", "--listen", running.address()]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains(running.address()), "{stderr}");
}

/// Returns true if this process may give another one control groups of its own.
fn may_unshare() -> bool {
    let mount = ["-m", "sh", "-c", "mount -t tmpfs none /sys/fs/cgroup"];
    Command::new("unshare")
        .args(mount)
        .status()
        .is_ok_and(|status| status.success())
}

/// Beyond `memory.max` the kernel would end the process, and nobody would be served.
#[test]
fn a_reload_that_would_not_fit_into_memory_is_refused() {
    if !may_unshare() {
        eprintln!("not permitted to mount: no limit of memory is tried");
        return;
    }

    let dir = TempDir::new();
    let dataset = dir.copy_of(CLEAN, "dataset");
    let begin =
        "mount -t tmpfs none /sys/fs/cgroup; echo 1000000 >/sys/fs/cgroup/memory.max; exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-ec", begin, "sh", program()]);
    command
        .args([
            "serve",
            "--lang",
            "en",
            "--listen",
            "127.0.0.1:0",
            "--dataset",
        ])
        .arg(&dataset);

    let server = Server::run(&mut command, 1);
    let said = |lines: &[String]| {
        lines
            .iter()
            .any(|line| line.contains("`memory.max` of the service is 1 MB"))
    };
    assert!(
        said(&server.before),
        "at a start it is a warning: {:?}",
        server.before
    );
    assert!(server.text("/status.json").contains("`memory.max`"));
    let before = server.text("/data.json");
    set_generation(&dataset, 7);
    server.signal("HUP");
    let refused = server.line("reload: refused");
    assert!(
        refused.contains("`memory.max` of the service is 1 MB: raise `MemoryMax=`"),
        "{refused}"
    );
    assert_eq!(server.text("/data.json"), before);
    let raise = "echo max >/sys/fs/cgroup/memory.max";
    let raised = Command::new("nsenter")
        .args(["-t", &server.pid(), "-m", "sh", "-ec", raise])
        .status();
    assert!(raised.unwrap().success());
    server.signal("HUP");
    server.line("reload: g.7");
    assert_eq!(values(&server.text("/data.json")), ["7", "7"]);
}
