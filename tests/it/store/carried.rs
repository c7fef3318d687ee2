//! A release that is carried by hand: made on one side, on a stick, taken on the other, by the commands of the manual and the
//! configuration of each side. A stick that is pulled out too early, a clock that is wrong, keys that nobody may read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{
    TempDir, edit, finish, outcome, program, replace, tree, without_privileges, write,
};

/// An office that edits, a stick, and a machine that serves; `None`, said aloud, where there is no minisign.
struct Sides {
    dir: TempDir,
    dataset: PathBuf,
    stick: PathBuf,
    keys: PathBuf,
    store: PathBuf,
}

impl Sides {
    fn new() -> Option<Self> {
        let dir = TempDir::new();
        let dataset = dir.copy_of("tests/fixtures/clean", "office/dataset");
        let [stick, keys, store] =
            ["stick", "server/keys", "server/store"].map(|path| dir.join(path));
        [&stick, &keys]
            .into_iter()
            .for_each(|path| fs::create_dir_all(path).unwrap());
        let sides = Sides {
            dir,
            dataset,
            stick,
            keys,
            store,
        };
        let [public, secret] =
            ["stick/office.pub", "office/office.key"].map(|path| sides.dir.join(path));
        let made = minisign(&["-GW", "-p", text(&public), "-s", text(&secret)]);
        if made.is_none() {
            eprintln!("no minisign on this machine: nothing is carried");
            return None;
        }

        // Once, by whoever looks after the machine that serves.
        fs::copy(public, sides.keys.join("office.pub")).unwrap();
        Some(sides)
    }

    /// The one command of the office, and its signature.
    fn make(&self, source: &str, name: &str, more: &[&str]) -> (PathBuf, String) {
        let bundle = self.stick.join(name);
        let made = [
            &["bundle", source, "--out", text(&bundle), "--lang", "en"],
            more,
        ]
        .concat();
        let (code, stdout, stderr) = outcome(&made);
        assert_eq!(code, 0, "{stderr}");
        self.sign(&bundle);
        (bundle, stdout)
    }

    fn sign(&self, bundle: &Path) {
        let secret = self.dir.join("office/office.key");
        minisign(&["-S", "-s", text(&secret), "-m", text(bundle)]).expect("it is signed");
    }

    /// The one command of the other side, which the configuration tells where its store and keys are.
    fn publish(&self, mut program: Command, bundle: &Path) -> (i32, String, String) {
        program.args([
            "publish",
            text(bundle),
            "--new-store",
            "--lang",
            "en",
            "--yes",
            "--no-reload",
        ]);

        program
            .env("INDICATORD_STORE", &self.store)
            .env("INDICATORD_KEYS", &self.keys);
        finish(program.stdin(Stdio::null()))
    }

    fn take(&self, bundle: &Path) -> (i32, String, String) {
        self.publish(Command::new(program()), bundle)
    }

    fn live(&self) -> String {
        fs::read_link(self.store.join("current"))
            .unwrap()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn highest_sequence(&self) -> u64 {
        let journal = fs::read_to_string(self.store.join("journal.jsonl")).unwrap();
        let lines = journal
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines
            .filter_map(|line| line["bundle"]["sequence"].as_u64())
            .max()
            .unwrap()
    }
}

/// The output of minisign; `None` where there is no such program, or it has failed.
fn minisign(arguments: &[&str]) -> Option<String> {
    let output = Command::new("minisign")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn milliseconds() -> u64 {
    let output = Command::new("date").arg("+%s%3N").output().unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

#[test]
fn a_release_is_carried_by_one_command_on_each_side() {
    let Some(sides) = Sides::new() else { return };
    let (bundle, said) = sides.make(text(&sides.dataset), "1.bundle", &[]);
    assert!(
        said.contains(&format!(
            "sign it: `minisign -S -s SECRET.key -m {}`",
            bundle.display()
        )),
        "{said}"
    );
    let (code, stdout, stderr) = sides.take(&bundle);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("bundle clean.1: signed with key "),
        "{stdout}"
    );
    assert_eq!(sides.live(), "clean.1");
    // The next day nobody writes a number anywhere.
    write(
        &sides.dataset.join("indicators/usd.csv"),
        "date,value\n2026-10-20,1.7\n2026-11-20,1.71\n",
    );
    let (bundle, said) = sides.make(text(&sides.dataset), "2.bundle", &[]);
    assert!(said.contains("2.bundle: 20"), "{said}");
    let (code, _, stderr) = sides.take(&bundle);
    assert_eq!(code, 0, "{stderr}");
    let number = sides.live();
    assert!(
        number.starts_with("20") && number.ends_with(".1"),
        "{number}"
    );
    let (code, stdout, _) = sides.take(&bundle);
    assert!(
        code == 0 && stdout.contains("nothing was done"),
        "brought twice: {stdout}"
    );
}

/// The office has a store of its own, and what is carried is what is live there, under its number.
#[test]
fn a_release_of_a_store_is_carried_as_it_is() {
    let Some(sides) = Sides::new() else { return };
    let own = sides.dir.join("office/store");
    let publish = [
        "publish",
        text(&sides.dataset),
        "--new-store",
        "--store",
        text(&own),
        "--yes",
        "--no-reload",
    ];

    assert_eq!(outcome(&publish).0, 0);
    edit(
        &sides.dataset,
        "clean.2",
        "2026-10-20,1.7\n2026-11-20,1.71\n",
    );
    assert_eq!(outcome(&publish).0, 0);
    let notes = tree(&sides.dataset);
    for (source, version) in [
        (format!("{}@clean.1", own.display()), "clean.1"),
        (text(&own).to_owned(), "clean.2"),
    ] {
        let (bundle, said) = sides.make(&source, version, &[]);
        assert!(said.contains(&format!("{version}, sequence ")), "{said}");
        let (code, _, stderr) = sides.take(&bundle);
        assert_eq!(code, 0, "{stderr}");
        assert_eq!(sides.live(), version);
        let release = format!("releases/{version}");
        assert!(
            tree(&own.join(&release)) == tree(&sides.store.join(&release)),
            "{version}"
        );
    }

    assert!(
        tree(&sides.dataset) == notes,
        "nothing of it concerns the directory"
    );
    // A release that was never live is not carried, and neither is an altered one.
    edit(
        &sides.dataset,
        "clean.3",
        "2026-10-20,1.7\n2026-11-20,1.72\n",
    );
    assert_eq!(
        outcome(&["stage", text(&sides.dataset), "--store", text(&own)]).0,
        0
    );
    let out = sides.stick.join("refused");
    let refused = |version: &str, code: i32, words: &str| {
        let source = format!("{}@{version}", own.display());
        let (found, _, stderr) = outcome(&["bundle", &source, "--out", text(&out), "--lang", "en"]);
        assert!(
            found == code && stderr.contains(words),
            "{version}: {found} {stderr}"
        );
        assert!(!out.exists(), "{version}");
    };

    refused("clean.3", 1, "no release clean.3");
    refused("clean.4", 1, "no release clean.4");
    write(
        &own.join("releases/clean.1/indicators/usd.csv"),
        "date,value\n2026-11-20,1.9\n",
    );
    refused("clean.1", 2, "indicators/usd.csv");
}

#[test]
fn a_stick_that_was_pulled_out_leaves_a_bundle_that_says_how_much_is_missing() {
    let Some(sides) = Sides::new() else { return };
    let (bundle, _) = sides.make(text(&sides.dataset), "1.bundle", &[]);
    let bytes = fs::read(&bundle).unwrap();
    let whole = bytes.len();
    let cut = |length: usize, words: &str| {
        write(&bundle, &bytes[..length]);
        let (code, _, stderr) = sides.take(&bundle);
        assert!(
            code == 2 && stderr.contains(words),
            "{length}: {code} {stderr}"
        );
        assert!(!sides.store.exists(), "{length}: nothing is left");
    };

    for length in [whole - 1, whole - 1024, whole / 2, 4096, 1024] {
        cut(
            length,
            &format!("the bundle is incomplete: {length} of {whole} bytes; copy it again"),
        );
    }

    for (length, words) in [(512, "512 bytes"), (1, "1 byte"), (0, "0 bytes")] {
        cut(
            length,
            &format!("the bundle is incomplete: only {words}; copy it again"),
        );
    }

    // Whole, and not what was signed: blocks that never reached the stick.
    let mut altered = bytes.clone();
    altered[whole - 4096..].fill(0);
    write(&bundle, altered);
    assert!(
        sides
            .take(&bundle)
            .2
            .contains("damaged on its way (copy it again)")
    );
    write(&bundle, &bytes);
    assert_eq!(sides.take(&bundle).0, 0);
}

/// A number far ahead would close the store to its key, and is refused on both sides.
#[test]
fn a_sequence_that_is_far_ahead_is_neither_made_nor_taken() {
    let Some(sides) = Sides::new() else { return };
    let dataset = text(&sides.dataset);
    let out = sides.stick.join("far.bundle");
    let day = 86_400_000;
    for sequence in [milliseconds() + day + 60_000, u64::MAX] {
        let sequence = sequence.to_string();
        let far = [
            "bundle",
            dataset,
            "--out",
            text(&out),
            "--sequence",
            &sequence,
            "--lang",
            "en",
        ];

        let (code, _, stderr) = outcome(&far);
        assert!(
            code == 1 && stderr.contains(&format!("sequence {sequence} is more than a day ahead")),
            "{stderr}"
        );
        assert!(
            stderr.contains("in milliseconds since 1970") && !out.exists(),
            "{stderr}"
        );
    }

    // Signed all the same, by whoever has the key.
    let (bundle, _) = sides.make(dataset, "1.bundle", &["--sequence", "7"]);
    let unpacked = sides.dir.join("unpacked");
    fs::create_dir(&unpacked).unwrap();
    let tar = |arguments: &[&str]| {
        assert!(
            Command::new("tar")
                .args(arguments)
                .current_dir(&unpacked)
                .status()
                .unwrap()
                .success()
        );
    };

    tar(&["-xf", text(&bundle)]);
    let manifest = fs::read_to_string(unpacked.join("manifest.json")).unwrap();
    let far = format!("\"sequence\": {}", u64::MAX);
    write(
        &unpacked.join("manifest.json"),
        manifest.replace("\"sequence\": 7", &far),
    );
    let files = [
        "manifest.json",
        "dataset.json",
        "checks.csv",
        "indicators/usd.csv",
        "indicators/usd.json",
    ];
    let forged = sides.stick.join("forged.bundle");
    let head = ["--format=ustar", "-b1", "-cf", text(&forged)];
    tar(&[
        &head[..],
        &files,
        &["indicators/wage.csv", "indicators/wage.json"],
    ]
    .concat());
    sides.sign(&forged);
    let (code, _, stderr) = sides.take(&forged);
    assert!(
        code == 1 && stderr.contains("is more than a day ahead of this machine's clock"),
        "{stderr}"
    );
    assert!(!sides.store.exists(), "the first one of all, too");
    assert_eq!(sides.take(&bundle).0, 0);
    assert_eq!(
        sides.highest_sequence(),
        7,
        "the store is still open to the key"
    );
    // A key whose sequences are ahead names the way on.
    edit(
        &sides.dataset,
        "clean.2",
        "2026-10-20,1.7\n2026-11-20,1.71\n",
    );
    let tomorrow = (milliseconds() + day / 2).to_string();
    let (bundle, _) = sides.make(dataset, "2.bundle", &["--sequence", &tomorrow]);
    assert_eq!(sides.take(&bundle).0, 0);
    edit(
        &sides.dataset,
        "clean.3",
        "2026-10-20,1.7\n2026-11-20,1.72\n",
    );
    let (bundle, _) = sides.make(dataset, "3.bundle", &[]);
    let (code, _, stderr) = sides.take(&bundle);
    let next = (tomorrow.parse::<u64>().unwrap() + 1).to_string();
    assert!(
        code == 1 && stderr.contains(&format!("make it with `--sequence {next}`")),
        "{stderr}"
    );
    let (bundle, _) = sides.make(dataset, "4.bundle", &["--sequence", &next]);
    let (code, _, stderr) = sides.take(&bundle);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn keys_that_nobody_may_read_are_named_with_the_remedy() {
    let Some(sides) = Sides::new() else { return };
    let (bundle, _) = sides.make(text(&sides.dataset), "1.bundle", &[]);
    let key = sides.keys.join("office.pub");
    for path in [&key, &sides.keys] {
        let open = fs::metadata(path).unwrap().permissions();
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        let (code, _, stderr) = sides.publish(without_privileges(program()), &bundle);
        fs::set_permissions(path, open).unwrap();
        assert!(
            code == 1 && stderr.contains(&format!("chmod a+rX {}`", path.display())),
            "{stderr}"
        );
    }

    assert_eq!(sides.take(&bundle).0, 0);
}

/// A bundle of the trial site, signed with the same key, does not become public on the real one.
#[test]
fn a_bundle_is_taken_by_the_site_that_it_is_for() {
    let Some(sides) = Sides::new() else { return };
    let (bundle, _) = sides.make(
        text(&sides.dataset),
        "a.bundle",
        &["--for", "baku", "--valid", "7"],
    );
    fs::create_dir(&sides.store).unwrap();
    for (settings, why) in [
        (
            "{}",
            "the bundle is for `baku`, but this store has no name: if it is that one, call `indicatord settings site=baku`",
        ),
        (
            "{\"site\":\"trial\"}",
            "the bundle is for `baku`, but this store is `trial`",
        ),
        ("{\"site\":\"Baku\"}", "`Baku` is no name of a site"),
    ] {
        write(&sides.store.join("settings.json"), settings);
        let (code, _, stderr) = sides.take(&bundle);
        assert!(code == 1 && stderr.contains(why), "{stderr}");
    }

    write(&sides.store.join("settings.json"), "{\"site\":\"baku\"}");
    let (code, _, stderr) = sides.take(&bundle);
    assert!(code == 0 && !stderr.contains("overdue"), "{stderr}");
    // One for any site is taken as ever.
    replace(&sides.dataset.join("indicators/usd.csv"), "1.7\n", "1.71\n");
    let (bundle, _) = sides.make(text(&sides.dataset), "b.bundle", &[]);
    let (code, _, stderr) = sides.take(&bundle);
    assert_eq!(code, 0, "{stderr}");
    let (code, _, stderr) = outcome(&[
        "bundle",
        text(&sides.dataset),
        "--out",
        "x",
        "--for",
        "a b",
        "--lang",
        "en",
    ]);

    assert!(
        code == 1 && stderr.contains("`a b` is no name of a site"),
        "{stderr}"
    );
}

/// The first bundle can be looked at where there is no store yet, and nothing is made of it.
#[test]
fn the_first_bundle_is_looked_at_before_there_is_a_store() {
    let Some(sides) = Sides::new() else { return };
    let (bundle, _) = sides.make(text(&sides.dataset), "a.bundle", &[]);
    let look = [
        "publish",
        text(&bundle),
        "--dry-run",
        "--new-store",
        "--store",
        text(&sides.store),
        "--trusted-keys",
        text(&sides.keys),
        "--lang",
        "en",
    ];

    let (code, stdout, stderr) = outcome(&look);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("bundle clean.1: signed with key "),
        "{stdout}"
    );
    assert!(!sides.store.exists());
}
