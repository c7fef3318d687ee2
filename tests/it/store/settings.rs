//! The rules of a store, how they are changed, and who reads its files: without a line of JSON that somebody types.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

use crate::support::dataset::DatasetFixture;
use crate::support::store::StoreFixture;
use crate::support::{can_be_others, finish, outcome, program, write};

#[test]
fn each_change_of_a_setting_is_in_the_journal() {
    let fixture = StoreFixture::with_two_releases();
    let entries = fixture.journal().len();
    for (change, shown) in [
        (
            "keep=5",
            "keep=5\napproval=1\nsigned=false\nreaders=\nsite=\n",
        ),
        (
            "approval=2",
            "keep=5\napproval=2\nsigned=false\nreaders=\nsite=\n",
        ),
        (
            "site=2026",
            "keep=5\napproval=2\nsigned=false\nreaders=\nsite=2026\n",
        ),
        (
            "keep=",
            "keep=20\napproval=2\nsigned=false\nreaders=\nsite=2026\n",
        ),
    ] {
        let (code, stdout, stderr) = fixture.run(&["settings", change]);
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, shown, ""));
        let journal = fixture.journal();
        let last = journal.last().unwrap();
        let (name, value) = change.split_once('=').unwrap();
        assert_eq!(last["action"], "settings");
        assert_eq!(last["changed"][name], value, "{last}");
    }

    assert_eq!(fixture.journal().len(), entries + 4);

    let (_, stdout, _) = fixture.run(&["log", "-v"]);
    assert!(stdout.contains("      approval=2\n"), "{stdout}");
    let mut settings = stdout.lines().filter(|line| line.contains("  settings  "));
    assert!(
        settings.all(|line| line.starts_with(' ') && !line.contains('?')),
        "no release is gone, and nothing is counted: {stdout}"
    );
    let (_, stdout, _) = fixture.run(&["settings", "approval=2", "--lang", "en"]);
    assert!(stdout.contains("nothing was changed"), "{stdout}");
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(code == 1 && stderr.contains("stage"), "{stderr}");
    assert_eq!(fixture.status().0, 0);
}

#[test]
fn a_setting_that_is_none_changes_nothing() {
    let fixture = StoreFixture::with_two_releases();
    for (change, says) in [
        ("keep", "is no setting: write NAME=VALUE"),
        ("kept=5", "unknown name `kept`"),
        ("keep=many", "settings.json:1: "),
        ("approval=3", "settings.json:1: "),
        ("signed=perhaps", "settings.json:1: "),
        (
            "readers=nobody-has-this-group",
            "no group `nobody-has-this-group`",
        ),
        ("site=two words", "settings.json:1: "),
    ] {
        let (code, _, stderr) = fixture.run(&["settings", "keep=7", change, "--lang", "en"]);
        let is_twice = change.starts_with("keep=");
        assert_eq!(code, 1, "{change}");
        assert!(
            stderr.contains(says) || (is_twice && stderr.contains("twice")),
            "{change}: {stderr}"
        );
    }

    assert!(!fixture.store.join("settings.json").exists());
    assert!(
        fixture
            .journal()
            .iter()
            .all(|entry| entry["action"] != "settings")
    );
}

/// An editor, who may write the store, tightens its rules, and the owner alone loosens them.
#[test]
fn rules_are_loosened_by_the_owner_of_the_store() {
    if !can_be_others() {
        eprintln!("other users are not to be had");
        return;
    }

    let fixture = StoreFixture::with_two_releases();
    let nobody = 65534;
    let store = &fixture.store;
    for path in [
        store.clone(),
        store.join("releases"),
        store.join("sums"),
        store.join("journal.jsonl"),
        store.join(".lock"),
    ] {
        let mode = if path.is_dir() { 0o2775 } else { 0o664 };
        chown(&path, None, Some(nobody)).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    }

    for path in store
        .ancestors()
        .skip(1)
        .take_while(|path| path.parent().is_some())
    {
        let mode = fs::metadata(path).unwrap().mode() | 0o055;
        fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    let as_editor = |change: &str| {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            program(),
        ]);
        command
            .args(["settings", change, "--lang", "en", "--store"])
            .arg(store);
        finish(&mut command)
    };

    for change in ["approval=2", "signed=true", "keep=4"] {
        assert_eq!(as_editor(change).0, 0, "{change}: {}", as_editor(change).2);
    }

    for change in ["approval=1", "approval=", "signed=false", "readers=daemon"] {
        let (code, _, stderr) = as_editor(change);
        assert!(
            code == 1 && stderr.contains("only root may loosen"),
            "{change}: {stderr}"
        );
    }

    assert_eq!(fixture.run(&["settings", "approval=1", "signed="]).0, 0);
}

/// The configured store, and a dataset that was never published from.
struct Configured {
    files: DatasetFixture,
}

impl Configured {
    fn publish(&self, store: &Path, more: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(program());
        command
            .args(["publish", "--yes", "--no-reload", "--lang", "en"])
            .args(more)
            .arg(&self.files.dataset)
            .env("INDICATORD_STORE", store);
        finish(&mut command)
    }
}

#[test]
fn the_configured_store_is_made_by_the_first_publication() {
    for prepared in ["missing", "empty", "lost+found"] {
        let configured = Configured {
            files: DatasetFixture::new(),
        };
        let store = configured.files.dir.join("store");
        match prepared {
            "empty" => fs::create_dir(&store).unwrap(),
            "lost+found" => fs::create_dir_all(store.join("lost+found")).unwrap(),
            _ => {}
        }

        let (code, stdout, stderr) = configured.publish(&store, &[]);
        assert_eq!(code, 0, "{prepared}: {stderr}");
        assert!(stdout.contains("the first release"), "{stdout}");
    }
}

#[test]
fn a_store_that_should_be_there_is_not_made_anew() {
    let configured = Configured {
        files: DatasetFixture::new(),
    };
    let dir = &configured.files.dir;
    let store = dir.join("store");
    // Something else is there, or the directory above is not.
    write(&store.join("photo.jpg"), "mine");
    let (code, _, stderr) = configured.publish(&store, &[]);
    assert!(code == 1 && stderr.contains("other files"), "{stderr}");
    let (code, _, stderr) = configured.publish(&dir.join("not/mounted"), &[]);
    assert!(
        code == 1 && stderr.contains("is the file system mounted?"),
        "{stderr}"
    );
    assert!(!dir.join("not").exists());

    // It was published before, and the store is gone; a bundle that was carried away is no publication here.
    let bundle = dir.join("carried.bundle").to_str().unwrap().to_owned();
    let dataset = configured.files.dataset.to_str().unwrap();
    assert_eq!(outcome(&["bundle", "--out", &bundle, dataset]).0, 0);
    fs::remove_dir_all(&store).unwrap();
    let (code, _, stderr) = configured.publish(&store, &[]);
    assert_eq!(code, 0, "{stderr}");
    fs::rename(&store, dir.join("unmounted")).unwrap();
    for is_mount_point in [false, true] {
        if is_mount_point {
            fs::create_dir(&store).unwrap();
        }

        let (code, _, stderr) = configured.publish(&store, &[]);
        assert!(
            code == 1 && stderr.contains("was published from this directory"),
            "{stderr}"
        );
    }

    let named = store.to_str().unwrap().to_owned();
    assert_eq!(
        configured
            .publish(&store, &["--store", &named, "--new-store"])
            .0,
        0
    );
}

/// The next publication gives the journal its group and mode again, if somebody has changed them.
#[test]
fn a_publication_gives_the_journal_its_mode_again() {
    for mode in [0o600, 0o660, 0o666, 0o444] {
        let fixture = StoreFixture::with_two_releases();
        let journal = fixture.store.join("journal.jsonl");
        let right = fs::metadata(&journal).unwrap();
        fs::set_permissions(&journal, PermissionsExt::from_mode(mode)).unwrap();
        if can_be_others() {
            chown(&journal, None, Some(65534)).unwrap();
        }

        fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
        assert_eq!(fixture.publish(&[]).0, 0, "{mode:o}");
        let now = fs::metadata(&journal).unwrap();
        // A journal that was closed stays closed: what was hidden may be in it.
        let expected = if mode & 0o004 == 0 {
            0o640
        } else {
            right.mode() & 0o777
        };

        assert_eq!(now.mode() & 0o777, expected, "{mode:o}");
        assert!(mode & 0o004 != 0 || now.gid() == right.gid(), "{mode:o}");
    }
}
