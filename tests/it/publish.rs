//! Publishing in one command, releases that wait for their instant, and releases that wait for somebody else's word.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::server::eventually;
use crate::store::StoreFixture;
use crate::support::{PROGRAM, tree, write};

/// The instant that lies this many seconds ahead, to the second.
fn ahead(seconds: u64) -> String {
    let output = Command::new("date").args(["-u", "-d", &format!("+{seconds} seconds"), "+%FT%TZ"]).output();
    String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
}

/// Arms a release for an instant so far ahead that this machine, as busy as it is, gets it done before; says when.
fn arm_soon(fixture: &StoreFixture) -> Instant {
    for seconds in [2, 10, 30] {
        // It is rounded down to the second.
        let instant = Instant::now() + Duration::from_secs(seconds + 1);
        let (code, _, stderr) = fixture.bump(&["--at", &ahead(seconds)]);
        if code == 0 {
            return instant;
        }
        assert!(stderr.contains("has passed"), "{stderr}");
    }
    panic!("no release is armed within half a minute");
}

impl StoreFixture {
    /// Adds a row to the exchange rate.
    fn add_row(&self, row: &str) {
        let path = self.dataset.join("indicators/usd.csv");
        write(&path, fs::read_to_string(&path).unwrap() + row + "\n");
    }

    /// The text of `dataset.json`.
    fn definitions(&self) -> String {
        fs::read_to_string(self.dataset.join("dataset.json")).unwrap()
    }

    fn bump(&self, more: &[&str]) -> (i32, String, String) {
        self.publish(&[&["--bump"], more].concat())
    }
}

#[test]
fn a_bump_sets_version_and_as_of_and_nothing_else() {
    let fixture = StoreFixture::new();
    let before = fixture.definitions();
    let (code, stdout, stderr) = fixture.bump(&["--message", "the first one"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let version = fixture.current();
    assert!(version.ends_with(".1"), "{version}");
    let after = fixture.definitions();
    let differing: Vec<_> = before.lines().zip(after.lines()).filter(|(a, b)| a != b).collect();
    assert!(
        differing.iter().all(|(a, _)| a.contains("\"version\"") || a.contains("\"asOf\"")),
        "{differing:?}"
    );
    assert_eq!(before.lines().count(), after.lines().count());
    assert!(after.contains(&version));
    let mut edited = tree(&fixture.dataset);
    // What the program notes there for itself is no part of the dataset.
    edited.retain(|path, _| !path.starts_with('.'));
    assert!(tree(&fixture.store.join("current/")) == edited);
    let (code, stdout, _) = fixture.bump(&[]);
    assert_eq!(code, 0);
    assert!(stdout.contains("nothing was done"), "{stdout}");
    assert_eq!(fixture.definitions(), after);
    // The next number, also behind one that is no longer in service.
    fixture.add_row("2026-11-19,1.71");
    assert_eq!(fixture.bump(&[]).0, 0);
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    fixture.add_row("2026-11-18,1.72");
    assert_eq!(fixture.bump(&[]).0, 0);
    assert_eq!(fixture.current(), version.replace(".1", ".3"));
    let (_, listed, _) = fixture.run(&["releases", "-v", "--lang", "en"]);
    assert!(listed.contains("the first one"), "{listed}");
    assert!(listed.contains("indicators: 0 new, 1 changed, 0 gone; observations: 2; usd\n"), "{listed}");
}

#[test]
fn what_is_refused_leaves_the_directory_as_it_was() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    write(&fixture.dataset.join("indicators/usd.csv"), "date,value\n2026-11-20,1.7\n");
    let (dataset, store) = (tree(&fixture.dataset), tree(&fixture.store));
    assert_eq!(fixture.bump(&[]).0, 1, "an observation would be gone");
    assert!(tree(&fixture.dataset) == dataset && tree(&fixture.store) == store);
    write(&fixture.dataset.join("SHA256SUMS"), "");
    let (code, _, stderr) = fixture.bump(&[]);
    assert!(code == 1 && stderr.contains("SHA256SUMS"), "{stderr}");
}

#[test]
fn a_rehearsal_writes_nothing() {
    let fixture = StoreFixture::new();
    let (code, stdout, _) = fixture.bump(&["--dry-run"]);
    assert!(code == 0 && stdout.contains("nothing was written"), "{stdout}");
    assert!(!fixture.store.exists());
    fixture.publish(&[]);
    fixture.add_row("2026-11-19,18");
    let (dataset, store) = (tree(&fixture.dataset), tree(&fixture.store));
    let (code, stdout, stderr) = fixture.bump(&["--dry-run"]);
    assert!(
        code == 1 && stdout.contains("2026-11-19  18") && stderr.contains("--allow jump=usd"),
        "{stderr}"
    );
    assert_eq!(fixture.bump(&["--dry-run", "--allow", "jump"]).0, 0);
    assert!(tree(&fixture.dataset) == dataset && tree(&fixture.store) == store);
    write(&fixture.dataset.join("checks.csv"), "nonsense");
    assert_eq!(fixture.publish(&["--dry-run"]).0, 2);
}

#[test]
fn somebody_at_a_terminal_is_asked() {
    let fixture = StoreFixture::new();
    let given = Command::new("script").args(["-qec", "true"]).arg(fixture.dir.join("probe")).output();
    if !given.is_ok_and(|output| output.status.success()) {
        eprintln!("no pseudo-terminal on this machine: the question is not asked");
        return;
    }
    let (dataset, store) = (fixture.dataset.to_str().unwrap(), fixture.store.to_str().unwrap());
    let line = format!("{PROGRAM} publish {dataset} --store {store} --lang en");
    let answered = |line: &str, answer: &str| {
        let script = format!("printf '{answer}\\n' | script -qec '{line}' /dev/null");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, said) = answered(&line, "n");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("publish clean.1? [y/N]") && said.contains("not confirmed"), "{said}");
    assert!(!fixture.store.join("current").exists());
    let (code, said) = answered(&line, "y");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(fixture.current(), "clean.1");
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, said) = answered(&format!("{line} --yes"), "n");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("[y/N]"), "{said}");
}

#[test]
fn what_is_armed_waits_for_its_instant() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.add_row("2026-11-19,1.71");
    let (code, _, stderr) = fixture.bump(&["--at", "2020-01-01T00:00:00Z"]);
    assert!(code == 1 && stderr.contains("has passed"), "{stderr}");
    let (code, stdout, stderr) = fixture.bump(&["--at", &ahead(3600)]);
    assert!(code == 0 && stderr.contains("less than a day"), "{stderr}");
    assert!(stdout.contains("becomes public at"), "{stdout}");
    assert_eq!(fixture.current(), "clean.1");
    let armed: Value = serde_json::from_slice(&fs::read(fixture.store.join("armed.json")).unwrap()).unwrap();
    let version = armed["entry"]["version"].as_str().unwrap().to_owned();
    for path in
        ["armed.json".to_owned(), format!("sums/{version}"), format!("releases/{version}/dataset.json")]
    {
        let mode = fs::metadata(fixture.store.join(&path)).unwrap().mode() & 0o777;
        assert_eq!(mode, 0o640, "{path}");
    }
    // Everything else waits, too.
    for refused in [&["rollback"][..], &["publish", fixture.dataset.to_str().unwrap(), "--bump"]] {
        let (code, _, stderr) = fixture.run(&[refused, &["--lang", "en"]].concat());
        assert!(code == 1 && stderr.contains("rollback --armed"), "{stderr}");
    }
    let release = fixture.store.join("releases").join(&version);
    let out = fixture.dir.join("out");
    let export = ["export", out.to_str().unwrap(), "--dataset", release.to_str().unwrap()];
    assert_eq!(crate::support::outcome(&export).0, 1);
    assert!(!out.exists());
    let (_, listed, _) = fixture.run(&["releases", "--lang", "en"]);
    assert!(listed.contains(&format!("armed  {version}: becomes public at")), "{listed}");
    // Disarmed, it is gone, and still nobody publishes it by accident.
    assert_eq!(fixture.run(&["rollback", "--armed"]).0, 0);
    assert!(!release.exists() && !fixture.store.join("armed.json").exists());
    let (code, _, stderr) = fixture.bump(&[]);
    assert!(code == 1 && stderr.contains("early usd 2026-11-19"), "{stderr}");
    assert_eq!(fixture.bump(&["--allow", "early=usd"]).0, 0);
    assert!(!fixture.store.join("embargo.json").exists(), "what is public is no secret any more");
}

/// Killed while it arms, disarms, stages or takes back: what is armed or staged is whole, and nothing else is there.
#[test]
fn whoever_is_killed_leaves_nothing_half_armed() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n");
    let dataset = fixture.dataset.to_str().unwrap();
    let commands: [&[&str]; 4] = [
        &["publish", dataset, "--at", "2062-01-01T00:00:00Z", "--allow", "as-of", "--allow", "early"],
        &["rollback", "--armed"],
        &["stage", dataset, "--allow", "early"],
        &["rollback", "--staged", "clean.2"],
    ];
    let mut killed = 0;
    for round in 0..40 {
        let mut child = Command::new(PROGRAM)
            .args(commands[round % 4])
            .arg("--store")
            .arg(&fixture.store)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Where in its course the program is hit is up to chance: that is the test.
        thread::sleep(Duration::from_micros((round as u64 * 7919) % 40_000));
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        assert_eq!(fixture.current(), "clean.1");
        let (code, listed, said) = fixture.run(&["releases", "--lang", "en"]);
        assert_eq!(code, 0, "round {round}: {said}");
        if listed.contains("clean.2") {
            assert_eq!(
                tree(&fixture.store.join("releases/clean.2")),
                tree(&fixture.dataset),
                "round {round}"
            );
        }
    }
    assert!(killed > 0, "no command was hit");
    for command in [&["rollback", "--armed"][..], &["rollback", "--staged", "clean.2"]] {
        fixture.run(command);
    }
    assert!(!fixture.store.join("releases/clean.2").exists());
    let (code, _, said) = fixture.publish(&["--allow", "early"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(tree(&fixture.store.join("current/")), tree(&fixture.dataset));
}

#[test]
fn the_next_command_puts_in_service_what_is_due() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    fixture.add_row("2026-11-19,1.71");
    let instant = arm_soon(&fixture);
    let armed: Value = serde_json::from_slice(&fs::read(fixture.store.join("armed.json")).unwrap()).unwrap();
    let version = armed["entry"]["version"].as_str().unwrap();
    // The clock is what is waited for.
    eventually("the instant", || Instant::now() >= instant);
    let (code, _, stderr) = fixture.run(&["rollback", "--armed", "--lang", "en"]);
    assert!(code == 1 && stderr.contains(&format!("release {version} is in service")), "{stderr}");
    assert_eq!(fixture.current(), version);
    let journal = fixture.journal();
    assert_eq!(journal[1]["version"], version);
    assert_eq!(journal[1]["previous"], "clean.1");
    assert!(journal[1]["armedAt"].is_string() && journal[1]["user"].is_string());
    let mode = fs::metadata(fixture.store.join("current/dataset.json")).unwrap().mode() & 0o777;
    assert_eq!(mode, 0o644);
    assert_eq!(fixture.run(&["verify"][..]).0, 1, "verify names its store by position");
    assert_eq!(crate::support::outcome(&["verify", fixture.store.to_str().unwrap()]).0, 0);
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    assert_eq!(fixture.current(), "clean.1");
}

#[test]
fn one_stages_and_another_publishes() {
    let root = rustix_is_root();
    let login = fs::read_to_string("/proc/self/loginuid").unwrap_or_default();
    if !root || login.trim() != u32::MAX.to_string() {
        eprintln!("not root, or logged in: two people are not tried");
        return;
    }
    let fixture = StoreFixture::new();
    fs::create_dir(&fixture.store).unwrap();
    // A store of root's with a group; whoever publishes is in the group.
    Command::new("chown").args(["0:4321"]).arg(&fixture.store).status().unwrap();
    fs::set_permissions(&fixture.store, fs::Permissions::from_mode(0o2775)).unwrap();
    write(&fixture.store.join("settings.json"), "{\"approval\":2}");
    let reachable = Command::new("setpriv")
        .args(["--reuid", "4001", "--regid", "4001", "--groups", "4321", "ls"])
        .arg(&fixture.store)
        .output()
        .is_ok_and(|output| output.status.success());
    if !reachable {
        eprintln!("others cannot enter the directory of the tests: two people are not tried");
        return;
    }
    let by = |uid: &str, arguments: &[&str]| {
        let output = Command::new("setpriv")
            .args(["--reuid", uid, "--regid", uid, "--groups", "4321", "--inh-caps=-all"])
            .arg(PROGRAM)
            .args(arguments)
            .args(["--lang", "en", "--store", fixture.store.to_str().unwrap()])
            .env("USER", "somebody-else")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let dataset = fixture.dataset.to_str().unwrap();
    let (code, _, stderr) = by("4001", &["publish", dataset]);
    assert!(code == 1 && stderr.contains("asks for two people"), "{stderr}");
    let (code, stdout, stderr) = by("4001", &["stage", dataset]);
    assert!(code == 0 && stdout.contains("--staged clean.1"), "{stdout}{stderr}");
    assert!(!fixture.store.join("current").exists());
    let (code, _, stderr) = by("4001", &["publish", "--staged", "clean.1"]);
    assert!(code == 1 && stderr.contains("the same user"), "{stderr}");
    let (code, _, stderr) = by("4002", &["publish", "--staged", "clean.1"]);
    assert_eq!(code, 0, "{stderr}");
    let journal = fixture.journal();
    assert_eq!((&journal[0]["uid"], &journal[0]["staged"]["uid"]), (&4002.into(), &4001.into()));
    assert_eq!(journal[0]["user"], "uid 4002", "the environment is not asked");
    // The first one can publish after the second, and take back what they have staged.
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n");
    assert_eq!(by("4002", &["stage", dataset]).0, 0);
    let (code, _, stderr) = by("4001", &["publish", "--staged", "clean.2"]);
    assert_eq!(code, 0, "{stderr}");
    let mode = fs::metadata(fixture.store.join("current/dataset.json")).unwrap().mode() & 0o777;
    assert_eq!(mode, 0o664);
    let (code, _, stderr) = by("4002", &["rollback"]);
    assert_eq!(code, 0, "a rollback needs one person: {stderr}");
}

/// Whether the tests run as root, as they do in CI.
pub fn rustix_is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

#[test]
fn settings_that_are_not_understood_are_not_passed_over() {
    let fixture = StoreFixture::new();
    fixture.publish(&[]);
    for bad in ["{\"aproval\":2}", "{\"approval\":3}", "[]", ""] {
        write(&fixture.store.join("settings.json"), bad);
        let (code, _, stderr) = fixture.publish(&[]);
        assert!(
            code == 1 && stderr.contains("settings.json: the settings cannot be read"),
            "{bad}: {stderr}"
        );
    }
    write(&fixture.store.join("settings.json"), "{\"signed\":true}");
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(code == 1 && stderr.contains("signed bundles only"), "{stderr}");
    assert_eq!(fixture.run(&["releases"]).0, 0, "whoever only looks is not kept from it");
}

#[test]
fn old_warnings_are_counted_and_new_ones_shown() {
    let fixture = StoreFixture::new();
    let months = |more: &str| format!("date,value\n2026-01,900\n2026-03,910\n{more}");
    let wage = fixture.dataset.join("indicators/wage.csv");
    write(&wage, months(""));
    let (_, _, stderr) = fixture.publish(&[]);
    assert!(stderr.contains("warning: "), "{stderr}");
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.7\n2026-11-21,1.71\n");
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    assert!(code == 0 && !stderr.contains("warning: ") && stderr.contains("1 more warnings"), "{stderr}");
    let (_, _, stderr) = fixture.publish(&["--dry-run", "--all"]);
    assert!(stderr.contains("warning: "), "{stderr}");
    write(&fixture.dataset.join("indicators/usd.csv"), "date,value\n2026-11-20,\"1,7\"\n");
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    assert!(
        code == 2 && stderr.starts_with("indicators/usd.csv:2: ") && !stderr.contains("warning: "),
        "{stderr}"
    );
}
