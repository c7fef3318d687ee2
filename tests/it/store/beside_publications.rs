//! `status --verify` beside commands that remove what it is about to look at: it is stopped while it reads one release, a
//! command removes another, and it goes on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::store::StoreFixture;
use crate::support::{program, write};

impl StoreFixture {
    /// A store that keeps so many releases, with these, published one after the other.
    fn keeping(keep: usize, versions: &[&str]) -> Self {
        let fixture = StoreFixture::new();
        write(
            &fixture.store.join("settings.json"),
            format!("{{\"keep\": {keep}}}"),
        );
        fixture.publish_all(versions);
        fixture
    }

    fn publish_all(&self, versions: &[&str]) {
        for version in versions {
            self.edit(version, "2026-10-20,1.7\n2026-11-20,1.71\n");
            let (code, _, said) = self.publish(&[]);
            assert_eq!(code, 0, "{version}: {said}");
        }
    }

    /// `status --verify`, stopped while it reads a release. One that was faster is started again.
    fn stopped_status(&self, version: &str) -> Child {
        let release = self.store.join("releases").join(version);
        let release = release.canonicalize().unwrap();
        loop {
            let mut status = Command::new(program())
                .args(["status", "--verify", "--lang", "en", "--store"])
                .arg(&self.store)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            if stop_while_reading(&mut status, &release) {
                return status;
            }

            assert_eq!(status.wait().unwrap().code(), Some(0));
        }
    }
}

fn stop_while_reading(status: &mut Child, release: &Path) -> bool {
    let pid = Pid::from_child(status);
    while status.try_wait().unwrap().is_none() {
        if !is_reading(status.id(), release) {
            continue;
        }

        kill_process(pid, Signal::STOP).unwrap();
        while !is_stopped(status.id()) {}
        if is_reading(status.id(), release) {
            return true;
        }

        kill_process(pid, Signal::CONT).unwrap();
    }

    false
}

/// Returns true if a process has something open in a directory, or the directory itself.
fn is_reading(process: u32, directory: &Path) -> bool {
    let Ok(descriptors) = fs::read_dir(format!("/proc/{process}/fd")) else {
        return false;
    };

    descriptors
        .flatten()
        .filter_map(|descriptor| fs::read_link(descriptor.path()).ok())
        .any(|path| path.starts_with(directory))
}

/// Returns true if a process does nothing any more, stopped or ended.
fn is_stopped(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, state) = state.rsplit_once(") ").unwrap();
    state.starts_with(['T', 'Z'])
}

fn go_on(status: Child) -> Output {
    kill_process(Pid::from_child(&status), Signal::CONT).unwrap();
    status.wait_with_output().unwrap()
}

/// The exit code of what was stopped, and all that it says.
fn finish(status: Child) -> (Option<i32>, String) {
    let output = go_on(status);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn a_release_that_goes_before_it_is_read_is_no_fault() {
    let fixture = StoreFixture::keeping(3, &["z.1", "a.1", "b.1"]);
    let status = fixture.stopped_status("a.1");
    fixture.publish_all(&["c.1"]);
    assert!(!fixture.store.join("releases/z.1").exists());
    let (code, said) = finish(status);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("c.1") && !said.contains("z.1"), "{said}");
}

#[test]
fn a_release_that_goes_while_it_is_read_is_no_fault() {
    let fixture = StoreFixture::keeping(2, &["z.1", "a.1"]);
    let status = fixture.stopped_status("z.1");
    fixture.publish_all(&["b.1"]);
    assert!(!fixture.store.join("releases/z.1").exists());
    let (code, said) = finish(status);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("b.1") && !said.contains("z.1"), "{said}");
}

#[test]
fn a_live_release_that_is_replaced_and_goes_is_no_fault() {
    let fixture = StoreFixture::keeping(1, &["a.1", "z.1"]);
    let status = fixture.stopped_status("a.1");
    fixture.publish_all(&["b.1", "c.1"]);
    assert!(!fixture.store.join("releases/z.1").exists());
    let (code, said) = finish(status);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("c.1") && !said.contains("z.1"), "{said}");
}

#[test]
fn a_staged_release_that_is_taken_back_is_no_fault() {
    let fixture = StoreFixture::keeping(2, &["a.1"]);
    fixture.edit("z.1", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let dataset = fixture.dataset.to_str().unwrap();
    assert_eq!(fixture.run(&["stage", dataset]).0, 0);
    let status = fixture.stopped_status("a.1");
    assert_eq!(fixture.run(&["withdraw", "z.1"]).0, 0);
    let (code, said) = finish(status);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("a.1") && !said.contains("z.1"), "{said}");
}

/// Beside a publication, what is really wrong is still said.
#[test]
fn what_is_altered_is_a_fault_beside_a_publication_too() {
    let fixture = StoreFixture::keeping(3, &["z.1", "a.1", "b.1"]);
    let status = fixture.stopped_status("a.1");
    write(&fixture.store.join("releases/a.1/dataset.json"), "{}");
    fixture.publish_all(&["c.1"]);
    let (code, said) = finish(status);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a.1") && !said.contains("z.1"), "{said}");
}
