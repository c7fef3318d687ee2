//! A store in bad hands and on bad disks: altered, linked elsewhere, cut off, full, under another umask, somebody else's.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use crate::support::server::Server;
use crate::support::store::StoreFixture;
use crate::support::{SocketPath, finish, is_root, outcome, program, tree, write};

/// The program behind a shell that prepares something first.
fn behind(script: &str, arguments: &[&str], fixture: &StoreFixture) -> Output {
    let script = format!("{script}; exec \"$@\"");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script, "bash", program()])
        .args(arguments);
    if arguments[0] == "publish" {
        command.args(["--new-store", "--yes"]);
    }

    command
        .args(["--no-reload", "--lang", "en", "--store"])
        .arg(&fixture.store)
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Old releases go in the course of time; the one in service never does.
#[test]
fn a_release_that_is_gone_is_an_error_only_where_it_is_in_service() {
    let fixture = StoreFixture::with_two_releases();
    for (version, code) in [("clean.1", 0), ("clean.2", 1)] {
        fs::remove_dir_all(fixture.store.join("releases").join(version)).unwrap();
        let (found, said) = fixture.status();
        assert_eq!(found, code, "{said}");
        assert_eq!(
            said.contains(&format!("release {version} cannot be read")),
            code == 1,
            "{said}"
        );
    }
}

/// To mount something or to make a dataset would not mend this fault.
#[test]
fn a_release_without_files_is_said_to_have_none() {
    let fixture = StoreFixture::with_two_releases();
    let release = fixture.store.join("releases/clean.1");
    fs::remove_dir_all(&release).unwrap();
    fs::create_dir(&release).unwrap();
    let (code, said) = fixture.status();
    assert!(
        code == 2 && said.contains("releases/clean.1: the release has no files"),
        "{said}"
    );
    assert!(
        !said.contains("mounted") && !said.contains("init"),
        "{said}"
    );
}

/// The one before is gone, and older ones are kept: the operator is told what there is to go back to.
#[test]
fn a_rollback_without_its_release_names_the_others() {
    let fixture = StoreFixture::with_two_releases();
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    fs::remove_dir_all(fixture.store.join("releases/clean.2")).unwrap();
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    let words = "the previous release clean.2 is no longer kept; `rollback --to` restores one of: clean.1\n";
    assert!(code == 1 && said.contains(words), "{said}");
    fs::remove_dir_all(fixture.store.join("releases/clean.1")).unwrap();
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    assert!(
        code == 1 && said.contains("the store has no previous release"),
        "{said}"
    );
}

/// A server that begins with an altered live release serves the one before, and no reload takes the altered one.
#[test]
fn what_is_served_in_place_of_an_altered_release_is_no_matter_of_a_reload() {
    let fixture = StoreFixture::with_two_releases();
    write(
        &fixture.store.join("current/indicators/usd.csv"),
        "date,value\n2026-11-20,1.71\n",
    );
    let (control, store) = (SocketPath::new(), fixture.store.to_str().unwrap());
    let _server = Server::serve(&["--store", store, "--control", control.as_str()]);
    let (code, _, said) = fixture.run(&["status", "--control", control.as_str(), "--lang", "en"]);
    assert!(
        code == 2 && said.contains("run `rollback` or `publish --allow unread`"),
        "{said}"
    );
    assert!(
        said.contains("the server serves clean.1") && !said.contains("systemctl reload"),
        "{said}"
    );
}

/// A server that commands reach and readers do not: it was moved, it is over its limits, or it hangs.
#[test]
fn a_status_asks_what_readers_ask() {
    let fixture = StoreFixture::with_two_releases();
    let store = fs::canonicalize(&fixture.store).unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let is_well = Server::serve(&["--store", store.to_str().unwrap()]);
    for (address, code, words) in [
        (is_well.address().to_owned(), 0, None),
        (
            closed.to_string(),
            2,
            Some("does not answer readers at 127.0.0.1:"),
        ),
        (
            silent.local_addr().unwrap().to_string(),
            2,
            Some("does not answer readers at 127.0.0.1:"),
        ),
    ] {
        let control = SocketPath::new();
        let listener = UnixListener::bind(control.as_path()).unwrap();
        let path: Vec<String> = store
            .as_os_str()
            .as_bytes()
            .iter()
            .map(u8::to_string)
            .collect();
        let answer = format!(
            r#"{{"subject":{{"Store":{{"Unix":[{}]}}}},"outcome":{{"Served":{{"version":"clean.2","snapshot":"0","since":"2026-11-20T05:00:02Z","is_refused":false,"is_published":true}}}},"address":"{address}"}}"#,
            path.join(",")
        );
        let server = thread::spawn(move || {
            let mut client = listener.accept().unwrap().0;
            client.read_exact(&mut [0; 7]).unwrap();
            client.write_all(answer.as_bytes()).unwrap();
        });
        let arguments = ["status", "--control", control.as_str(), "--lang", "en"];
        let (found, _, said) = fixture.run(&arguments);
        server.join().unwrap();
        assert_eq!(found, code, "{said}");
        assert!(words.is_none_or(|words| said.contains(words)), "{said}");
    }
}

#[test]
fn a_release_that_was_altered_is_named_and_not_put_back() {
    let fixture = StoreFixture::with_two_releases();
    assert_eq!(fixture.status().0, 0);
    let release = fixture.store.join("releases/clean.1");
    write(
        &release.join("indicators/usd.csv"),
        "date,value\n2026-11-20,\"1,9\"\n",
    );
    fs::remove_file(release.join("checks.csv")).unwrap();
    write(&release.join("notes.txt"), "x");
    let (code, said) = fixture.status();
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("releases: 2 kept, 1 intact according to the journal"),
        "{said}"
    );
    let rollback = fixture.run(&["rollback", "--lang", "en"]);
    assert_eq!(rollback.0, 2);
    let fault = "indicators/usd.csv:2: value `1,9` is not a number";
    assert!(said.contains(fault), "{said}");
    for said in [said, rollback.2] {
        for line in [
            "the files of release clean.1 were altered",
            "indicators/usd.csv: the file was changed",
            "checks.csv: the file was removed",
            "notes.txt: the file was added",
        ] {
            assert!(said.contains(line), "{line}: {said}");
        }
    }

    assert_eq!(fixture.current(), "clean.2");
    // The release in service, altered: what was public is not known, and that needs a word.
    write(
        &fixture.store.join("current/indicators/usd.csv"),
        "date,value\n2026-11-20,1.71\n",
    );
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (code, _, said) = fixture.publish(&[]);
    assert!(
        code == 1
            && said.contains("--allow unread")
            && said.contains("usd.csv: the file was changed"),
        "{said}"
    );
    assert_eq!(fixture.publish(&["--allow", "unread"]).0, 0);
}

#[test]
fn links_in_the_way_lead_nowhere() {
    let fixture = StoreFixture::with_two_releases();
    let victim = fixture.dir.join("victim");
    let treasure = fixture.dir.join("treasure");
    let reset = || {
        write(&victim, "precious");
        write(&treasure.join("clean.9/file"), "precious");
    };
    reset();
    let intact = || {
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert_eq!(
            fs::read_to_string(treasure.join("clean.9/file")).unwrap(),
            "precious"
        );
    };
    fixture.edit("clean.9", "2026-10-20,1.7\n2026-11-20,1.72\n");
    for name in [".lock", "journal.jsonl", "settings.json"] {
        let path = fixture.store.join(name);
        let kept = fs::read(&path).ok();
        let _ = fs::remove_file(&path);
        symlink(&victim, &path).unwrap();
        let (code, _, said) = fixture.publish(&[]);
        assert!(
            code == 1 && said.contains("not a regular file"),
            "{name}: {said}"
        );
        fs::remove_file(&path).unwrap();
        kept.into_iter().for_each(|bytes| write(&path, bytes));
        intact();
    }

    // The program removes a file before it writes it anew, and follows no link there.
    for name in [
        ".journal.jsonl.new",
        ".publishing",
        ".current.new",
        ".reserve",
        ".removing.clean.9",
    ] {
        let path = fixture.store.join(name);
        let _ = fs::remove_file(&path);
        symlink(&victim, &path).unwrap();
    }

    symlink(&treasure, fixture.store.join(".incoming")).unwrap();
    let (code, _, said) = fixture.publish(&[]);
    assert!(
        code == 1 && said.contains("not a regular file"),
        "a marker that is a link: {said}"
    );
    fs::remove_file(fixture.store.join(".publishing")).unwrap();
    assert_eq!(fixture.publish(&[]).0, 0);
    intact();
    // A marker beside a `releases` that leads elsewhere.
    let releases = fixture.store.join("releases");
    fs::rename(&releases, fixture.dir.join("kept")).unwrap();
    symlink(&treasure, &releases).unwrap();
    let marker = r#"{"at":"2026-11-20T09:00:00Z","user":"x","uid":1,"action":"withdraw","version":"clean.9"}"#;
    write(&fixture.store.join(".publishing"), marker);
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    assert!(
        code == 1 && said.contains("releases: must be a real directory"),
        "{said}"
    );
    intact();
    fs::remove_file(&releases).unwrap();
    fs::rename(fixture.dir.join("kept"), &releases).unwrap();
    for version in ["../victim", "..", "/etc", "a/b", ""] {
        write(
            &fixture.store.join(".publishing"),
            marker.replace("clean.9", version),
        );
        assert_eq!(
            fixture.run(&["rollback", "--to", version]).0,
            1,
            "{version}"
        );
    }

    intact();
    // Pipes are not waited for.
    fs::remove_file(fixture.store.join(".lock")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(fixture.store.join(".lock"))
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(fixture.run(&["rollback"]).0, 1);
}

#[test]
fn the_umask_does_not_count() {
    for umask in ["077", "027", "000"] {
        let fixture = StoreFixture::new();
        let dataset = fixture.dataset.to_str().unwrap();
        let output = behind(&format!("umask {umask}"), &["publish", dataset], &fixture);
        assert!(output.status.success(), "{}", stderr(&output));
        let mode = |path: &str| fs::metadata(fixture.store.join(path)).unwrap().mode() & 0o777;
        for directory in [
            "",
            "releases",
            "releases/clean.1",
            "releases/clean.1/indicators",
            "sums",
        ] {
            assert_eq!(mode(directory), 0o755, "umask {umask}: {directory}");
        }

        for file in [
            "releases/clean.1/dataset.json",
            "releases/clean.1/indicators/usd.csv",
            "journal.jsonl",
        ] {
            assert_eq!(mode(file), 0o644, "umask {umask}: {file}");
        }
    }
}

#[test]
fn a_store_of_somebody_else_is_left_alone() {
    if !is_root() {
        eprintln!("not root: there is no store of somebody else");
        return;
    }

    let fixture = StoreFixture::with_two_releases();
    for path in [fixture.store.clone(), fixture.store.join("releases")] {
        assert!(
            Command::new("chown")
                .arg("1:1")
                .arg(path)
                .status()
                .unwrap()
                .success()
        );
    }

    let before = tree(&fixture.store);
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (code, _, said) = fixture.publish(&[]);
    assert!(
        code == 1 && said.contains("sudo -u daemon indicatord"),
        "{said}"
    );
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    assert!(code == 1 && said.contains("sudo -u"), "{said}");
    assert!(tree(&fixture.store) == before);
    assert_eq!(fixture.run(&["status"]).0, 0, "whoever only looks may");
}

#[test]
fn a_line_that_was_cut_off_blocks_nobody() {
    let fixture = StoreFixture::with_two_releases();
    let path = fixture.store.join("journal.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    write(&path, format!("{whole}{{\"at\":\"2026-11-2"));
    let (code, listed, said) = fixture.run(&["log", "--lang", "en"]);
    assert!(code == 0 && listed.lines().count() == 2, "{listed}");
    assert!(
        said.contains("the last line of the journal is cut off"),
        "{said}"
    );
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    assert!(code == 0 && said.contains("is cut off"), "{said}");
    let journal = fixture.journal();
    assert_eq!(journal.len(), 3);
    assert_eq!(journal[2]["action"], "rollback");
    // A line in the middle, too: it is named, and the others hold.
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    write(
        &path,
        format!("{}\nnonsense\n{}\n{}\n", lines[0], lines[1], lines[2]),
    );
    let (code, _, said) = fixture.run(&["rollback", "--to", "clean.2", "--lang", "en"]);
    assert!(code == 0 && said.contains("cannot be read: 2"), "{said}");
    assert!(
        fs::read_to_string(&path).unwrap().contains("\nnonsense\n"),
        "it is left to be mended"
    );
}

#[test]
fn a_full_disk_does_not_block_a_rollback() {
    let fixture = StoreFixture::with_two_releases();
    // No file may grow beyond nothing: stands for a disk without room, also where nobody may mount one.
    let output = behind("ulimit -f 0", &["rollback"], &fixture);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("no space for the journal entry"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fixture.current(), "clean.1");
    let (code, said) = fixture.status();
    assert!(
        code == 0 && said.contains("the last journal entry is about clean.2"),
        "{said}"
    );
    assert!(!said.contains("a command was interrupted"), "{said}");
    assert_eq!(fixture.run(&["rollback", "--to", "clean.2"]).0, 0);
    let versions: Vec<_> = fixture
        .journal()
        .iter()
        .map(|entry| entry["version"].clone())
        .collect();
    assert_eq!(
        versions,
        ["clean.1", "clean.2", "clean.1", "clean.2"],
        "the next command noted it"
    );
}

/// A disk that is really full, where the tests may mount one.
#[test]
fn a_rollback_finds_room_where_there_is_none() {
    let fixture = StoreFixture::new();
    fs::create_dir(&fixture.store).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=512k,mode=0755", "tmpfs"])
        .arg(&fixture.store)
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        eprintln!("not allowed to mount: no disk is filled");
        return;
    }

    let tried = std::panic::catch_unwind(|| {
        assert_eq!(fixture.publish(&[]).0, 0);
        fixture.edit("clean.2", "2026-10-20,1.7\n2026-11-20,1.71\n");
        assert_eq!(fixture.publish(&[]).0, 0);
        let full = fs::write(fixture.store.join("filler"), vec![0; 1 << 20]);
        assert!(full.is_err(), "the disk is full");
        fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
        let (code, _, said) = fixture.publish(&[]);
        assert!(
            code == 1
                && said.contains("the previous release is live")
                && said.contains("`indicatord settings keep=5`"),
            "{said}"
        );
        assert_eq!(fixture.current(), "clean.2");
        let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(fixture.current(), "clean.1");
        let journal = fixture.journal();
        assert_eq!(
            journal.last().unwrap()["action"],
            "rollback",
            "its reserve had room for the line"
        );
        // Releases that the settings keep no longer make room for the next one.
        fs::remove_file(fixture.store.join("filler")).unwrap();
        for release in 3..=5 {
            fixture.edit(
                &format!("clean.{release}"),
                &format!("2026-10-20,1.7\n2026-11-20,1.7{release}\n"),
            );
            assert_eq!(fixture.publish(&[]).0, 0);
        }

        assert!(
            fs::write(fixture.store.join("filler"), vec![0; 1 << 20]).is_err(),
            "the disk is full again"
        );
        let (code, stdout, said) = fixture.run(&["settings", "keep=2"]);
        assert!(code == 0 && stdout.contains("keep=2\n"), "{said}");
        fixture.edit("clean.6", "2026-10-20,1.7\n2026-11-20,1.76\n");
        let (code, stdout, said) = fixture.publish(&[]);
        assert_eq!(code, 0, "{said}");
        assert!(
            stdout.contains("old releases removed: clean.3, clean.1, clean.2, clean.4"),
            "{stdout}"
        );
        assert_eq!(fixture.status().0, 0);
    });

    let unmounted = Command::new("umount")
        .arg(&fixture.store)
        .status()
        .unwrap()
        .success();
    assert!(tried.is_ok() && unmounted);
}

#[test]
fn a_link_that_is_gone_or_none_can_be_put_back() {
    let fixture = StoreFixture::with_two_releases();
    let current = fixture.store.join("current");
    fs::remove_file(&current).unwrap();
    let (code, said) = fixture.status();
    assert!(
        code == 1 && said.contains("rollback --to clean.2"),
        "{said}"
    );
    assert!(
        said.contains("no release is live; releases kept: 2"),
        "{said}"
    );
    let journal = fixture.store.join("journal.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    fs::remove_file(&journal).unwrap();
    for command in ["status", "log", "rollback"] {
        let (_, stdout, stderr) = fixture.run(&[command, "--lang", "en"]);
        let said = stdout + &stderr;
        assert!(
            said.contains("what was published is unknown; releases kept: 2"),
            "{command}: {said}"
        );
        assert!(
            !said.contains("nothing has been published"),
            "{command}: {said}"
        );
    }

    write(&journal, whole);
    assert_eq!(fixture.run(&["rollback"]).0, 0);
    assert_eq!(fixture.current(), "clean.2");
    // A store as `cp -rL` copies it.
    fs::remove_file(&current).unwrap();
    fs::create_dir(&current).unwrap();
    write(&current.join("dataset.json"), "{}");
    for command in [
        &["rollback"][..],
        &["status"],
        &["publish", fixture.dataset.to_str().unwrap()],
    ] {
        let (code, _, said) = fixture.run(&[command, &["--lang", "en"]].concat());
        assert!(
            code == 1 && said.contains("not a link to a release"),
            "{said}"
        );
    }

    let (code, _, said) = fixture.run(&["rollback", "--lang", "ru"]);
    assert!(code == 1 && said.contains("не ссылка на выпуск"), "{said}");
}

/// The remedy for a lost link depends on the releases that are kept.
#[test]
fn a_store_whose_releases_are_lost_names_what_helps() {
    let fixture = StoreFixture::with_two_releases();
    fs::remove_file(fixture.store.join("current")).unwrap();
    fs::remove_dir_all(fixture.store.join("releases/clean.2")).unwrap();
    let (code, said) = fixture.status();
    assert!(
        code == 1 && said.contains("`rollback --to` restores one of: clean.1"),
        "{said}"
    );
    fs::remove_dir_all(fixture.store.join("releases/clean.1")).unwrap();
    let remedy = "publish the dataset (`publish --allow unread`)";
    let (code, said) = fixture.status();
    assert!(
        code == 1 && said.contains(remedy) && !said.contains("rollback"),
        "{said}"
    );
    let (code, _, said) = fixture.run(&["rollback", "--lang", "en"]);
    assert!(code == 1 && said.contains(remedy), "{said}");
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (code, _, said) = fixture.publish(&["--allow", "unread"]);
    assert!(code == 0 && fixture.current() == "clean.3", "{said}");
}

/// An account that the system refuses is told who has access, and how to get it.
#[test]
fn want_of_permission_is_said_with_who_has_it() {
    if !is_root() {
        eprintln!("not root: nobody else can be tried");
        return;
    }

    let fixture = StoreFixture::with_two_releases();
    fixture.edit("clean.3", "2026-10-20,1.7\n2026-11-20,1.72\n");
    let (dataset, store) = (
        fixture.dataset.to_str().unwrap(),
        fixture.store.to_str().unwrap(),
    );
    let by = |groups: &[&str], arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=1", "--regid=1"])
            .args(groups)
            .arg(program())
            .args(arguments);
        let (code, _, stderr) = finish(command.args(["--lang", "en"]));
        (code, stderr)
    };

    let alone = &["--clear-groups"][..];
    let publish = ["publish", dataset, "--store", store, "--yes", "--no-reload"];
    let mode = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap()
    };
    for path in fixture
        .store
        .ancestors()
        .skip(1)
        .take_while(|path| path.parent().is_some())
    {
        mode(path, fs::metadata(path).unwrap().mode() | 0o055);
    }

    mode(&fixture.store, 0o755);
    let (code, said) = by(alone, &publish);
    assert!(code == 1 && said.contains("permission denied; you are daemon, and only root has access: run the command with `sudo -u root`"), "{said}");
    // The group may write; 2 is `bin` on every Debian.
    assert!(
        Command::new("chown")
            .args(["-R", "0:2"])
            .arg(&fixture.store)
            .status()
            .unwrap()
            .success()
    );
    for path in [
        fixture.store.clone(),
        fixture.store.join("releases"),
        fixture.store.join("sums"),
    ] {
        mode(&path, 0o2775);
    }

    mode(&fixture.store.join(".lock"), 0o664);
    mode(&fixture.store.join("journal.jsonl"), 0o664);
    let (code, said) = by(alone, &publish);
    assert!(
        code == 1
            && said.contains(
                "the group `bin` has access: ask an administrator to add you (`usermod -aG bin daemon`)"
            ),
        "{said}"
    );
    assert_eq!(by(&["--groups=2"], &publish).0, 0);
    // The directory of the dataset likewise.
    let (code, said) = by(alone, &["checked", "bank", "--dataset", dataset]);
    assert!(code == 1 && said.contains("only root has access"), "{said}");
}

#[test]
fn the_journal_names_who_is_there_and_not_what_the_environment_says() {
    let fixture = StoreFixture::new();
    let output = behind(
        "export SUDO_USER=mallory LOGNAME=mallory USER=mallory",
        &["publish", fixture.dataset.to_str().unwrap()],
        &fixture,
    );
    assert!(output.status.success());
    let journal = fixture.journal();
    assert_ne!(journal[0]["user"], "mallory");
    assert!(journal[0]["uid"].is_u64());
}

/// The directory may be anything: the journal has never heard of it.
#[test]
fn what_was_copied_into_a_store_is_named_and_never_put_in_service() {
    let fixture = StoreFixture::with_two_releases();
    let copied = fixture.store.join("releases/copied");
    for (path, bytes) in tree(&fixture.dataset) {
        write(&copied.join(path), bytes);
    }

    let (code, _, said) = fixture.run(&["rollback", "--to", "copied", "--lang", "en"]);
    assert!(
        code == 1 && said.contains("the store has no release copied"),
        "{said}"
    );
    let (code, said) = fixture.status();
    assert!(
        code == 2 && said.contains("releases/copied: the journal has no such release"),
        "{said}"
    );
    let (code, _, said) = fixture.run(&["status", "--lang", "en"]);
    assert!(
        code == 2 && said.contains("releases/copied"),
        "without --verify as well: {said}"
    );
    fs::remove_dir_all(copied).unwrap();
    assert_eq!(fixture.status().0, 0);
    // Without the last line of the journal nothing says what the release in service should be.
    let journal = fs::read_to_string(fixture.store.join("journal.jsonl")).unwrap();
    write(
        &fixture.store.join("journal.jsonl"),
        &journal[..journal.len() - 9],
    );
    let (code, said) = fixture.status();
    assert!(
        code == 2 && said.contains("releases/clean.2: the journal has no such release"),
        "{said}"
    );
    assert!(
        said.contains("the last line of the journal is cut off"),
        "{said}"
    );
    write(&fixture.store.join("journal.jsonl"), "");
    let (code, said) = fixture.status();
    assert!(
        code == 2 && said.contains("clean.2 is live, but the journal has no record of it"),
        "{said}"
    );
    let (code, _, said) = outcome(&[
        "status",
        "--store",
        fixture.dataset.to_str().unwrap(),
        "--lang",
        "en",
    ]);
    assert!(code == 1 && said.contains("no store here"), "{said}");
}

/// A file that could not be read was not altered: 1, and another attempt may succeed.
#[test]
fn what_cannot_be_read_was_not_altered() {
    if !Command::new("strace")
        .arg("-V")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        eprintln!("no strace on this machine: nothing is made unreadable");
        return;
    }

    let fixture = StoreFixture::with_two_releases();
    let store = fixture.store.to_str().unwrap();
    let mut unread = 0;
    for command in [
        &["status", "--verify", "--store", store][..],
        &[
            "rollback",
            "--to",
            "clean.1",
            "--no-reload",
            "--store",
            store,
        ],
    ] {
        // Libraries are read first; of the rest every third.
        for number in (4..400).step_by(3) {
            let inject = format!("inject=read:error=EIO:when={number}");
            let mut strace = Command::new("strace");
            strace
                .args(["-f", "-e", "trace=read", "-e", &inject, "-o"])
                .arg(fixture.dir.join("trace"));
            let (code, _, said) =
                finish(strace.arg(program()).args(command).args(["--lang", "en"]));
            let traced = fs::read_to_string(fixture.dir.join("trace")).unwrap();
            if !traced.contains("INJECTED") {
                break;
            }

            assert!(
                !said.contains("altered") && code != 2,
                "read {number}: {said}"
            );
            unread += usize::from(code == 1);
            if command[0] == "rollback" && code == 0 {
                assert_eq!(fixture.run(&["rollback", "--to", "clean.2"]).0, 0);
            }
        }
    }

    assert!(
        unread > 10,
        "files of the releases were among what could not be read"
    );
}

#[test]
fn a_group_that_may_write_still_may() {
    let fixture = StoreFixture::new();
    fs::create_dir(&fixture.store).unwrap();
    fs::set_permissions(&fixture.store, fs::Permissions::from_mode(0o2775)).unwrap();
    assert_eq!(fixture.publish(&[]).0, 0);
    let mode = |path: &str| fs::metadata(fixture.store.join(path)).unwrap().mode() & 0o7777;
    assert_eq!(mode("releases/clean.1"), 0o2775);
    assert_eq!(mode("releases/clean.1/dataset.json"), 0o664);
    assert_eq!(mode("journal.jsonl"), 0o664);
    let group = |path: &Path| fs::metadata(path).unwrap().gid();
    assert_eq!(
        group(&fixture.store),
        group(&fixture.store.join("releases/clean.1/dataset.json"))
    );
}
