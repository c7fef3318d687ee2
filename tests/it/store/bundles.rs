//! Bundles: signed with Debian's minisign, carried, verified, and refused where anything about them is wrong.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::store::StoreFixture;
use crate::support::{edit, is_root, outcome, set_version, write};

/// A fixture with a key pair, and another one that nobody trusts; `None`, said aloud, where there is no minisign.
pub fn with_keys() -> Option<(StoreFixture, PathBuf)> {
    let fixture = StoreFixture::new();
    let keys = fixture.dir.join("keys");
    fs::create_dir(&keys).unwrap();
    for (public, secret) in [
        (keys.join("office.pub"), "office.key"),
        (fixture.dir.join("other.pub"), "other.key"),
    ] {
        let made = Command::new("minisign")
            .arg("-GWf")
            .args([
                "-p".as_ref(),
                public.as_os_str(),
                "-s".as_ref(),
                fixture.dir.join(secret).as_os_str(),
            ])
            .stdin(Stdio::null())
            .output();

        if !made.is_ok_and(|output| output.status.success()) {
            eprintln!("no minisign on this machine: bundles are not tried");
            return None;
        }
    }

    Some((fixture, keys))
}

pub fn sign(fixture: &StoreFixture, bundle: &Path, key: &str) {
    let output = Command::new("minisign")
        .args(["-S", "-t", "carried by hand", "-s"])
        .arg(fixture.dir.join(key))
        .arg("-m")
        .arg(bundle)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The signature that a minisign before 0.10 makes.
fn old_way(fixture: &StoreFixture, bundle: &Path) -> String {
    let signature = fixture.dir.join("old.minisig");
    let output = Command::new("minisign")
        .args(["-S", "-l", "-s"])
        .arg(fixture.dir.join("office.key"))
        .args([
            "-x".as_ref(),
            signature.as_os_str(),
            "-m".as_ref(),
            bundle.as_os_str(),
        ])
        .stdin(Stdio::null())
        .output()
        .unwrap();

    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    fs::read_to_string(signature).unwrap()
}

impl StoreFixture {
    /// `bundle` into a file of this name.
    fn try_bundle(&self, name: &str, more: &[&str]) -> (i32, String, String) {
        let out = self.dir.join(name);
        let command = [
            "bundle",
            self.dataset.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
            "--lang",
            "en",
        ];
        outcome(&[&command, more].concat())
    }

    fn bundle(&self, name: &str, more: &[&str]) -> PathBuf {
        let (code, _, stderr) = self.try_bundle(name, more);
        assert_eq!(code, 0, "{stderr}");
        self.dir.join(name)
    }

    fn take(&self, bundle: &Path, keys: &Path, more: &[&str]) -> (i32, String, String) {
        let command = [
            "publish",
            bundle.to_str().unwrap(),
            "--trusted-keys",
            keys.to_str().unwrap(),
        ];
        self.run(&[&command[..], &["--lang", "en"], more].concat())
    }
}

#[test]
fn a_signed_bundle_is_published() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let bundle = fixture.bundle("a.bundle", &["--sequence", "7"]);
    let (code, _, stderr) = fixture.take(&bundle, &keys, &[]);
    assert!(code == 2 && stderr.contains("the signature"), "{stderr}");
    sign(&fixture, &bundle, "office.key");
    let (code, stdout, stderr) = fixture.take(&bundle, &keys, &["--dry-run"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("sequence 7, made at ")
            && stdout.contains("; carried by hand\n")
            && stdout.contains("checked: clean.1 can be published"),
        "{stdout}"
    );
    let (code, _, stderr) = fixture.take(&bundle, &keys, &[]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(fixture.current(), "clean.1");
    let entry = &fixture.journal()[0]["bundle"];
    assert_eq!(
        (&entry["sequence"], &entry["comment"]),
        (&7.into(), &"carried by hand".into())
    );
    let public = fs::read_to_string(keys.join("office.pub")).unwrap();
    // One key in sixteen begins with a zero, which minisign leaves out.
    let key = entry["key"].as_str().unwrap().trim_start_matches('0');
    assert!(
        public.contains(&format!(" {key}\n")),
        "minisign names it so: {public}"
    );
    assert!(
        fixture
            .run(&["log", "-v", "--lang", "en"])
            .1
            .contains("from a bundle signed with key")
    );
    // The same one again, and one with a lower number, are not taken.
    fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
    for sequence in ["7", "6"] {
        let bundle = fixture.bundle(&format!("{sequence}.bundle"), &["--sequence", sequence]);
        sign(&fixture, &bundle, "office.key");
        let (code, _, stderr) = fixture.take(&bundle, &keys, &[]);
        assert!(
            code == 1 && stderr.contains("is not higher than 7"),
            "{stderr}"
        );
    }

    assert_eq!(fixture.current(), "clean.1");
    // A bundle is never numbered here: one with a number that was used is refused.
    let used = fixture.dir.copy_of("tests/fixtures/clean", "used");
    edit(&used, "clean.1", "2026-10-20,1.7\n2026-11-20,1.75\n");
    let out = fixture.dir.join("used.bundle");
    let bundled = outcome(&[
        "bundle",
        used.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--sequence",
        "9",
    ]);
    assert_eq!(bundled.0, 0, "{}", bundled.2);
    sign(&fixture, &out, "office.key");
    let (code, _, stderr) = fixture.take(&out, &keys, &[]);
    assert!(
        code == 1 && stderr.contains("number clean.1 was already used"),
        "{stderr}"
    );
    // Into a store that takes nothing else.
    write(&fixture.store.join("settings.json"), "{\"signed\":true}");
    assert_eq!(fixture.publish(&[]).0, 1);
    let bundle = fixture.bundle("8.bundle", &["--sequence", "8"]);
    sign(&fixture, &bundle, "office.key");
    assert_eq!(fixture.take(&bundle, &keys, &[]).0, 0);
    // Brought twice, nothing is done.
    let (code, stdout, stderr) = fixture.take(&bundle, &keys, &[]);
    assert!(
        code == 0 && stdout.contains("nothing was done"),
        "{stdout}{stderr}"
    );
}

#[test]
fn what_was_forged_is_not_taken() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let bundle = fixture.bundle("a.bundle", &[]);
    sign(&fixture, &bundle, "office.key");
    let signature = fixture.dir.join("a.bundle.minisig");
    let (bytes, signed) = (
        fs::read(&bundle).unwrap(),
        fs::read_to_string(&signature).unwrap(),
    );
    let refused = |code: i32, words: &str| {
        let (found, _, stderr) = fixture.take(&bundle, &keys, &[]);
        assert!(
            found == code && stderr.contains(words),
            "{words}: {found} {stderr}"
        );
        assert!(!fixture.store.join("current").exists());
    };
    let mut altered = bytes.clone();
    let last = altered.len() - 2000;
    altered[last] ^= 1;
    write(&bundle, &altered);
    refused(2, "the signature does not match this bundle");
    write(&bundle, &bytes);
    write(
        &signature,
        signed.replace("carried by hand", "carried by Mallory"),
    );
    refused(2, "the signature does not match this bundle");
    write(&signature, "untrusted comment: x\nAAAA\n");
    refused(
        2,
        "a.bundle.minisig: not a minisign signature, or only part of one: copy it again",
    );
    write(&signature, &signed[..signed.len() / 2]);
    refused(2, "not a minisign signature, or only part of one");
    sign(&fixture, &bundle, "other.key");
    refused(
        2,
        "a.bundle.minisig: the signature does not verify with any trusted key (",
    );
    write(&signature, old_way(&fixture, &bundle));
    refused(
        2,
        "a signature of the kind that minisign made before 0.10: sign again with -H",
    );
    let (code, _, stderr) = fixture.run(&["publish", bundle.to_str().unwrap(), "--lang", "en"]);
    assert!(code == 1 && stderr.contains("--trusted-keys"), "{stderr}");
    write(&signature, &signed);
    write(&keys.join("not-a.pub"), "untrusted comment: x\nnonsense\n");
    refused(1, "not-a.pub: not a minisign public key");
    fs::remove_file(keys.join("not-a.pub")).unwrap();
    fs::rename(keys.join("office.pub"), keys.join("office.old")).unwrap();
    refused(1, "no public keys");
    fs::rename(keys.join("office.old"), keys.join("office.pub")).unwrap();
    assert_eq!(fixture.take(&bundle, &keys, &[]).0, 0);
}

/// Signed by somebody who is trusted, and still not what a bundle is.
#[test]
fn only_regular_files_that_the_manifest_names_are_unpacked() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let good = fixture.bundle("good.bundle", &[]);
    let inside = fixture.dir.join("inside");
    fs::create_dir(&inside).unwrap();
    let tar = |arguments: &[&str]| {
        let output = Command::new("tar")
            .args(arguments)
            .current_dir(&inside)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };

    tar(&["-xf", good.to_str().unwrap()]);
    let manifest = fs::read_to_string(inside.join("manifest.json")).unwrap();
    let files = "manifest.json dataset.json checks.csv indicators/usd.csv indicators/usd.json indicators/wage.csv indicators/wage.json";
    let files: Vec<&str> = files.split(' ').collect();
    let refused = |name: &str, members: &[&str], words: &str| {
        let bundle = fixture.dir.join(name);
        let options = [
            "--format=ustar",
            "-b1",
            "-P",
            "-cf",
            bundle.to_str().unwrap(),
        ];
        tar(&[&options[..], members].concat());
        sign(&fixture, &bundle, "office.key");
        let (code, _, stderr) = fixture.take(&bundle, &keys, &[]);
        assert!(
            code == 2 && stderr.contains(words),
            "{name}: {code} {stderr}"
        );
        assert!(!fixture.store.join("current").exists(), "{name}");
    };

    refused("no-manifest", &files[1..], "begins with a manifest.json");
    refused(
        "short",
        &files[..5],
        "or its checksum differs from manifest.json",
    );
    write(&inside.join("extra.csv"), "x");
    refused(
        "extra",
        &[&files[..], &["extra.csv"]].concat(),
        "manifest.json does not list it",
    );
    refused(
        "twice",
        &[&files[..], &["--hard-dereference", "dataset.json"]].concat(),
        "the bundle contains `dataset.json`",
    );
    write(&fixture.dir.join("outside.csv"), "x");
    refused(
        "leaving",
        &[&files[..], &["../outside.csv"]].concat(),
        "not a regular file of a dataset",
    );
    refused(
        "absolute",
        &[&files[..], &["/etc/hostname"]].concat(),
        "not a regular file of a dataset",
    );
    refused(
        "directory",
        &[&files[..], &["--no-recursion", "indicators"]].concat(),
        "not a regular file",
    );
    std::os::unix::fs::symlink("/etc/passwd", inside.join("link.csv")).unwrap();
    refused(
        "link",
        &[&files[..], &["link.csv"]].concat(),
        "not a regular file of a dataset",
    );
    write(
        &inside.join("manifest.json"),
        manifest.replace("\"format\": 1", "\"format\": 2"),
    );
    refused("format", &files, "manifest.json of format 1");
    write(
        &inside.join("manifest.json"),
        manifest.replace("clean.1", "clean.2"),
    );
    refused("version", &files, "manifest.json has version clean.2");
    write(&inside.join("manifest.json"), &manifest);
    write(
        &inside.join("indicators/usd.csv"),
        "date,value\n2026-11-20,1.8\n",
    );
    refused(
        "altered",
        &files,
        "or its checksum differs from manifest.json",
    );
    write(&fixture.dir.join("text"), "this is no tar");
    sign(&fixture, &fixture.dir.join("text"), "office.key");
    let (code, _, stderr) = fixture.take(&fixture.dir.join("text"), &keys, &[]);
    assert!(
        code == 2 && stderr.contains("not an indicatord bundle"),
        "{stderr}"
    );
}

/// The file holds what is not public yet: its owner alone reads it, and both file and manifest say so.
#[test]
fn a_bundle_with_rows_under_embargo_is_its_owners_alone() {
    use std::os::unix::fs::MetadataExt;
    let fixture = StoreFixture::new();
    let rows = "date,value,not_before\n2026-11-20,1.7,\n2061-12-31,1.8,2062-01-01T00:00:00Z\n";
    fixture.write("indicators/usd.csv", rows);
    let (code, stdout, stderr) = fixture.try_bundle("a.bundle", &[]);
    assert_eq!(code, 0, "{stderr}");
    let out = fixture.dir.join("a.bundle");
    assert!(
        stdout.contains("the bundle has 1 embargoed row")
            && stdout.contains("2062-01-01T04:00:00+04:00")
    );
    assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o600);
    assert!(String::from_utf8_lossy(&fs::read(&out).unwrap()).contains("\"embargoed\": 1"));
}

/// A bundle of a directory is noted there, and its number not given again.
#[test]
fn a_second_bundle_has_the_next_number() {
    let fixture = StoreFixture::new();
    let before = fs::read(fixture.dataset.join("dataset.json")).unwrap();
    let made = |name: &str| {
        let (code, stdout, stderr) = fixture.try_bundle(name, &[]);
        assert_eq!(code, 0, "{stderr}");
        stdout
    };
    assert!(made("1.bundle").contains("1.bundle: clean.1, sequence"));
    let second = made("2.bundle");
    assert!(
        second.contains("2.bundle: 20") && second.contains(".1, sequence"),
        "{second}"
    );
    assert!(made("3.bundle").contains(".2, sequence"));
    assert_eq!(
        fs::read(fixture.dataset.join("dataset.json")).unwrap(),
        before
    );
    // One that cannot be noted is not made: its number might be given again.
    fs::remove_file(fixture.dataset.join(".edits.jsonl")).unwrap();
    fs::create_dir(fixture.dataset.join(".edits.jsonl")).unwrap();
    let (code, _, stderr) = fixture.try_bundle("4.bundle", &[]);
    let out = fixture.dir.join("4.bundle");
    let said =
        "/dataset: the number of the bundle cannot be noted in .edits.jsonl, so nothing was done: ";
    assert!(
        code == 1 && stderr.contains(said) && !out.exists(),
        "{stderr}"
    );
}

/// A publication is noted also where no command has edited the directory; where it cannot be, that is said.
#[test]
fn a_number_that_was_published_is_not_bundled_again() {
    let fixture = StoreFixture::new();
    assert_eq!(fixture.publish(&[]).0, 0);
    let (code, stdout, stderr) = fixture.try_bundle("1.bundle", &[]);
    assert!(
        code == 0 && stdout.contains("1.bundle: 20"),
        "{stdout}{stderr}"
    );
    // Nor is the number of a bundle published as something else.
    edit(
        &fixture.dataset,
        "clean.1",
        "2026-10-20,1.7\n2026-11-20,1.71\n",
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    assert!(fixture.current().ends_with(".2"), "{}", fixture.current());
    if !is_root() {
        eprintln!("not root: there is no directory of somebody else");
        return;
    }

    assert!(
        Command::new("chown")
            .args(["-R", "1"])
            .arg(&fixture.dataset)
            .status()
            .unwrap()
            .success()
    );
    fixture.edit("clean.1", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("published: 20"), "{stdout}");
    let expected =
        "/dataset/.edits.jsonl (belongs to daemon): without --store `undo` does not know of it";
    assert!(
        stderr.contains(expected) && !stderr.contains("run the command"),
        "{stderr}"
    );
}

#[test]
fn equal_datasets_give_equal_bundles() {
    let fixture = StoreFixture::new();
    let first = fixture.bundle("1.bundle", &["--sequence", "1"]);
    fs::remove_file(fixture.dataset.join(".edits.jsonl")).unwrap();
    let second = fixture.bundle("2.bundle", &["--sequence", "2"]);
    let blank = |path: &Path| {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let lines = text
            .lines()
            .filter(|line| !line.contains("\"sequence\"") && !line.contains("\"created\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(blank(&first)[1..], blank(&second)[1..]);
    let (code, _, stderr) = fixture.try_bundle("1.bundle", &[]);
    assert_eq!(code, 1, "what is there is not overwritten: {stderr}");
    fixture.write("checks.csv", "nonsense");
    assert_eq!(fixture.try_bundle("3.bundle", &[]).0, 2);
    assert!(!fixture.dir.join("3.bundle").exists());
}

/// The lines of a publication that say what differs.
fn changes(said: &str) -> Vec<&str> {
    let lines = said.lines().map(str::trim_start);
    lines.filter(|line| line.starts_with(['+', '~'])).collect()
}

/// The person who takes a bundle reads typed rows line by line, and the rows of an import in one line, as at their origin.
#[test]
fn a_bundle_says_which_rows_an_import_has_brought() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let dataset = fixture.dataset.to_str().unwrap().to_owned();
    let edit = |arguments: &[&str]| {
        let (code, _, stderr) = outcome(&[arguments, &["--dataset", &dataset]].concat());
        assert_eq!(code, 0, "{stderr}");
    };
    let trusted = format!("--trusted-keys {}", keys.display());
    let publish = |what: &str, store: &Path| {
        let store = ["--lang", "en", "--store", store.to_str().unwrap()];
        let words: Vec<&str> = what.split_whitespace().chain(store).collect();
        let (code, said, stderr) = outcome(&words);
        assert_eq!(code, 0, "{stderr}");
        said
    };
    let bundle = |named: &str, out: &str| {
        let out = fixture.dir.join(out);
        let (code, _, stderr) = outcome(&["bundle", named, "--out", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{stderr}");
        sign(&fixture, &out, "office.key");
        out.to_str().unwrap().to_owned()
    };
    assert_eq!(fixture.publish(&[]).0, 0);
    let office = fixture.store.clone();
    let [first, second] = ["first", "second"].map(|name| fixture.dir.join(name));
    let former = bundle(office.to_str().unwrap(), "former.bundle");
    for replica in [&first, &second] {
        let take = format!("publish {former} {trusted} --yes --no-reload --new-store");
        publish(&take, replica);
    }

    let table = fixture.dir.join("table.csv");
    write(
        &table,
        "date,usd\n2026-10-21,1.7\n2026-10-22,1.7001\n2026-10-23,1.7002\n2026-10-24,1.7003\n",
    );
    edit(&["import", table.to_str().unwrap()]);
    edit(&["record", "usd", "2026-10-25", "1.7004"]);
    edit(&["record", "usd", "2026-10-23", "1.7005", "--replace"]);
    set_version(&fixture.dataset, "clean.2");
    // The notes in a copy of a release on another directory count nowhere.
    let claimed = r#"[{"files":"typed.csv","byMachine":true,"rows":[
        {"key":"usd","date":"2026-10-25","published":"","value":"1.7004"}]}]"#;
    fixture.write("imports.json", claimed);

    let expected = [
        "+ usd  2026-10-23  1.7005, previously 1.7001, +0.02%; 2026-10-25  1.7004, +0.01%",
        "+ 3 rows from table.csv, largest usd -0.01%",
    ];
    let of_directory = bundle(&dataset, "directory.bundle");
    let take = format!("publish {of_directory} {trusted} --yes --no-reload");
    let said = publish(&take, &first);
    assert_eq!(changes(&said)[..2], expected, "{said}");

    let of_store = bundle(first.to_str().unwrap(), "store.bundle");
    let said = publish(&format!("stage {of_store} {trusted}"), &second);
    assert_eq!(changes(&said)[..2], expected, "{said}");
    let said = publish("approve clean.2 --yes --no-reload", &second);
    assert_eq!(changes(&said)[..2], expected, "{said}");

    let said = publish(&format!("publish {dataset} --yes --no-reload"), &office);
    assert_eq!(changes(&said)[..2], expected, "{said}");
}

#[test]
fn keys_that_everybody_may_write_are_named() {
    let Some((fixture, keys)) = with_keys() else {
        return;
    };

    let key = keys.join("office.pub");
    let bundle = fixture.bundle("a.bundle", &[]);
    sign(&fixture, &bundle, "office.key");
    for (directory_mode, key_mode, named) in [
        (0o755, 0o644, &[][..]),
        (0o775, 0o664, &[]),
        (0o777, 0o644, &[&keys]),
        (0o1777, 0o644, &[&keys]),
        (0o755, 0o666, &[&key]),
        (0o777, 0o666, &[&keys, &key]),
    ] {
        fs::set_permissions(&keys, Permissions::from_mode(directory_mode)).unwrap();
        fs::set_permissions(&key, Permissions::from_mode(key_mode)).unwrap();
        let (code, _, stderr) = fixture.take(&bundle, &keys, &["--dry-run"]);

        assert_eq!(code, 0, "{stderr}");
        let open = stderr.matches(": everybody may write here").count();
        assert_eq!(open, named.len(), "{stderr}");
        for path in named {
            let cure = format!("`chmod o-w {}`", path.display());
            assert!(stderr.contains(&cure), "{stderr}");
        }
    }
}
