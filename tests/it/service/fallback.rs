//! The release that is served where a store does not name one, and data that never take the place of good ones [D16, D17].

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::support::server::Server;
use crate::support::{
    SocketPath, TempDir, edit, finish, outcome, program, project, tree, without_privileges, write,
};

/// A store with two releases: the value of the exchange rate is 1.71 in the first and 1.72 in the second.
struct Store {
    dir: TempDir,
    path: PathBuf,
    control: SocketPath,
}

impl Store {
    /// A directory in which nothing was ever published.
    fn empty() -> Self {
        let dir = TempDir::new();
        let path = dir.join("store");
        fs::create_dir(&path).unwrap();
        Store {
            dir,
            path,
            control: SocketPath::new(),
        }
    }

    fn new() -> Self {
        let store = Store::empty();
        store.publish("v1", "1.71");
        store.publish("v2", "1.72");
        store
    }

    fn publish(&self, version: &str, value: &str) {
        let dataset = self.dir.copy_of("tests/fixtures/clean", "dataset");
        edit(
            &dataset,
            version,
            &format!("2026-10-20,1.7\n2026-11-20,{value}\n"),
        );
        let (code, _, stderr) = outcome(&[
            "publish",
            "--yes",
            "--new-store",
            dataset.to_str().unwrap(),
            "--store",
            self.name(),
            "--allow",
            "unread",
            "--no-reload",
        ]);

        assert_eq!(code, 0, "{stderr}");
    }

    fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn current(&self) -> PathBuf {
        self.path.join("current")
    }

    fn release(&self, version: &str) -> PathBuf {
        self.path.join("releases").join(version)
    }

    fn spoil(&self, version: &str) {
        write(
            &self.release(version).join("indicators/usd.csv"),
            "date,value\n2026-11-20,\"1,7\"\n",
        );
    }

    /// A server for which permissions count.
    fn serve(&self) -> Server {
        let mut command = without_privileges(program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", self.name()]);
        Server::run(command.args(["--control", self.control.as_str()]), 1)
    }

    /// How `reload` ends, and what it says.
    fn reload(&self, lang: &str) -> (i32, String) {
        let mut command = without_privileges(program());
        command.args([
            "reload",
            "--lang",
            lang,
            "--store",
            self.name(),
            "--control",
            self.control.as_str(),
        ]);

        let (code, _, stderr) = finish(&mut command);
        (code, stderr)
    }

    /// How a start ends that finds nothing to serve, and what it says.
    fn refuses(&self) -> (i32, String) {
        let mut command = without_privileges(program());
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--lang",
            "en",
            "--store",
            self.name(),
        ]);

        let (code, _, stderr) = finish(&mut command);
        (code, stderr)
    }
}

fn usd(server: &Server) -> String {
    server.get("/data/usd.json", "").json()["valueRaw"].to_string()
}

fn status(server: &Server) -> Value {
    server.get("/status.json", "").json()
}

fn metric(server: &Server, name: &str) -> String {
    let text = server.text("/metrics");
    let line = text
        .lines()
        .find(|line| line.split([' ', '{']).next() == Some(name));
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned()
}

/// How many reloads have succeeded and failed.
fn reloads(server: &Server) -> [u32; 2] {
    let text = server.text("/metrics");
    ["success", "failure"].map(|result| {
        let name = format!("indicatord_reloads_total{{result=\"{result}\"}} ");
        text.lines()
            .find_map(|line| line.strip_prefix(&name))
            .expect("a count")
            .parse()
            .expect("a number")
    })
}

/// Does something to a store while it is served: the next reload fails and changes nothing.
fn a_reload_keeps_what_is_served(damage: impl Fn(&Store), repair: impl Fn(&Store)) {
    let store = Store::new();
    let server = store.serve();
    assert_eq!(usd(&server), "1.72");
    damage(&store);
    server.signal("HUP");
    let line = server.line("reload: refused");
    assert!(line.contains("still serving v2: 1 error"), "{line}");
    assert_eq!(usd(&server), "1.72");
    assert_eq!(status(&server)["lastReload"]["ok"], false);
    assert_eq!(metric(&server, "indicatord_reload_last_success"), "0");
    assert_eq!(metric(&server, "indicatord_reload_last_problems"), "1");
    assert_eq!(reloads(&server), [0, 1]);
    let (code, stderr) = store.reload("en");
    assert_eq!(code, 1, "{stderr}");
    repair(&store);
    server.signal("HUP");
    server.line("reload: v2");
    assert_eq!(usd(&server), "1.72");
    assert_eq!(metric(&server, "indicatord_reload_last_success"), "1");
    assert_eq!(reloads(&server)[0], 1);
    let at = status(&server)["lastReload"]["at"]
        .as_str()
        .expect("an instant")
        .to_owned();
    let at = chrono::DateTime::parse_from_rfc3339(&at)
        .expect("RFC 3339")
        .timestamp();
    assert_eq!(
        metric(&server, "indicatord_reload_last_timestamp_seconds"),
        at.to_string()
    );
}

#[test]
fn a_store_that_may_not_be_entered_keeps_what_is_served() {
    let mode = |store: &Store, mode| {
        fs::set_permissions(&store.path, Permissions::from_mode(mode)).unwrap()
    };
    a_reload_keeps_what_is_served(|store| mode(store, 0o000), |store| mode(store, 0o755));
}

#[test]
fn a_store_that_was_moved_away_keeps_what_is_served() {
    let away = |store: &Store| store.dir.join("away");
    a_reload_keeps_what_is_served(
        |store| fs::rename(&store.path, away(store)).unwrap(),
        |store| fs::rename(away(store), &store.path).unwrap(),
    );
}

#[test]
fn a_link_that_is_gone_or_leads_nowhere_keeps_what_is_served() {
    let link = |store: &Store, target: &str| {
        let _ = fs::remove_file(store.current());
        symlink(target, store.current()).unwrap();
    };
    a_reload_keeps_what_is_served(
        |store| fs::remove_file(store.current()).unwrap(),
        |store| link(store, "releases/v2"),
    );
    a_reload_keeps_what_is_served(
        |store| link(store, "releases/v9"),
        |store| link(store, "releases/v2"),
    );
    a_reload_keeps_what_is_served(
        |store| link(store, "current"),
        |store| link(store, "releases/v2"),
    );
}

/// As `cp -rL` restores a store: the link has become a directory.
#[test]
fn a_directory_in_the_place_of_the_link_keeps_what_is_served() {
    a_reload_keeps_what_is_served(
        |store| {
            fs::remove_file(store.current()).unwrap();
            for (path, bytes) in tree(&store.release("v1")) {
                write(&store.current().join(path), bytes);
            }
        },
        |store| {
            fs::remove_dir_all(store.current()).unwrap();
            symlink("releases/v2", store.current()).unwrap();
        },
    );
}

/// The mount point of a store whose file system is gone is an empty directory.
#[test]
fn an_empty_store_takes_nothing_from_readers() {
    let store = Store::new();
    let server = store.serve();
    fs::rename(&store.path, store.dir.join("away")).unwrap();
    fs::create_dir(&store.path).unwrap();
    server.signal("HUP");
    let line = server.line("reload: refused");
    assert!(line.contains("the store"), "{line}");
    assert_eq!(usd(&server), "1.72");
    // By its looks, it is a store in which nothing was ever published: the server knows better.
    for (lang, refused) in [
        (
            "en",
            "the server refused the reload and still serves v2:\nthe store",
        ),
        (
            "ru",
            "сервер не принял новые данные и по-прежнему отдаёт v2:\nв хранилище",
        ),
    ] {
        let (code, stderr) = store.reload(lang);
        assert_eq!(code, 1, "{stderr}");
        assert!(stderr.contains(refused), "{stderr}");
    }

    fs::remove_dir(&store.path).unwrap();
    fs::rename(store.dir.join("away"), &store.path).unwrap();
    store.publish("v3", "1.73");
    assert_eq!(store.reload("en"), (0, String::new()));
    assert_eq!(usd(&server), "1.73");
}

#[test]
fn a_store_in_which_nothing_was_ever_published_is_reloaded_with_success() {
    let store = Store::empty();
    let server = store.serve();
    assert_eq!(store.reload("en"), (0, String::new()));
    assert_eq!(status(&server)["dataset"]["origin"], "none");
}

#[test]
fn a_store_in_which_nothing_was_published_shows_nobody_the_figures_of_another_house() {
    let store = Store::empty();
    let server = store.serve();
    let smoke = |server: &Server| {
        let script = project("packaging/smoke.sh");
        finish(
            Command::new("sh")
                .arg(script)
                .arg(format!("http://{}", server.address())),
        )
    };

    // Programs are answered in JSON, and people by a page, at every address.
    for path in [
        "/data.json",
        "/en/data/usd.json",
        "/healthz",
        "/data/usd/history.csv",
        "/sdmx/dataflow.json",
        "/no/such/path",
        "/feed.atom",
    ] {
        let answer = server.get(path, "Accept: */*\r\n");
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (503, &"nothing_published".into()),
            "{path}"
        );
        assert_eq!(answer.the("cache-control"), "no-store", "{path}");
    }

    for (path, sentence) in [
        ("/", "Данные ещё не\u{a0}опубликованы"),
        ("/en/", "Nothing has been published yet"),
        ("/en/usd", "Nothing has been published yet"),
    ] {
        let answer = server.get(path, "Accept: text/html,*/*\r\n");
        let text = String::from_utf8(answer.body.clone()).unwrap();
        assert_eq!(
            (answer.status, answer.the("content-type")),
            (503, "text/html; charset=utf-8")
        );
        assert!(text.contains(sentence), "{text}");
    }

    let (code, said, _) = smoke(&server);
    assert!(
        code == 0 && said.starts_with("nothing published yet"),
        "{said}"
    );

    // Those who watch the service are told.
    let dataset = status(&server)["dataset"].clone();
    assert_eq!(
        (&dataset["version"], &dataset["indicators"]),
        (&"none".into(), &0.into())
    );
    assert!(server.text("/metrics").contains("origin=\"none\""));
    assert_eq!(metric(&server, "indicatord_dataset_warnings"), "0");

    // The first release is served without a restart.
    store.publish("v1", "1.71");
    assert_eq!(store.reload("en"), (0, String::new()));
    assert_eq!(usd(&server), "1.71");
    assert_eq!(server.get("/healthz", "").status, 200);
    let (code, said, _) = smoke(&server);
    assert!(code == 0 && said.contains("checks passed"), "{said}");
}

#[test]
fn at_a_start_the_release_before_stands_in_and_says_so() {
    let store = Store::new();
    store.spoil("v2");
    let server = store.serve();
    let said = server.before.join("\n");
    assert!(
        said.contains("[ERROR] start: the live release cannot be served: "),
        "{said}"
    );
    assert!(
        said.contains("v1, which was live before, is served instead"),
        "{said}"
    );
    assert_eq!(usd(&server), "1.71");
    let warning = status(&server)["warning"].as_str().unwrap().to_owned();
    assert!(
        warning.contains("v1, which was live before") && warning.contains("v2"),
        "{warning}"
    );
    assert_eq!(metric(&server, "indicatord_dataset_fallback"), "1");
    // It stays so while nothing better is there, and ends with what is.
    server.signal("HUP");
    server.line("reload: refused");
    assert_eq!(usd(&server), "1.71");
    store.publish("v3", "1.73");
    server.signal("HUP");
    server.line("reload: v3");
    assert_eq!(usd(&server), "1.73");
    assert!(status(&server).get("warning").is_none());
    assert_eq!(metric(&server, "indicatord_dataset_fallback"), "0");
}

#[test]
fn at_a_start_without_the_link_the_journal_says_what_was_in_service() {
    let store = Store::new();
    fs::remove_file(store.current()).unwrap();
    let server = store.serve();
    assert_eq!(usd(&server), "1.72");
    assert_eq!(metric(&server, "indicatord_dataset_fallback"), "1");
}

#[test]
fn what_a_rollback_has_withdrawn_does_not_come_back() {
    let store = Store::new();
    assert_eq!(
        outcome(&["rollback", "--store", store.name(), "--no-reload"]).0,
        0
    );
    store.spoil("v1");
    let (code, stderr) = store.refuses();
    assert_eq!(code, 2, "{stderr}");
    assert!(!stderr.contains("is served instead"), "{stderr}");
}

/// 1 where something could not be read, 2 where the content is wrong; the dataset inside the program in neither case.
#[test]
fn a_start_that_finds_nothing_good_ends_the_program() {
    let store = Store::new();
    ["v1", "v2"]
        .into_iter()
        .for_each(|version| store.spoil(version));
    let (code, stderr) = store.refuses();
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("indicators/usd.csv"), "{stderr}");
    fs::remove_dir_all(store.release("v1")).unwrap();
    assert_eq!(store.refuses().0, 1, "one of them could not be read");
    fs::set_permissions(&store.path, Permissions::from_mode(0o000)).unwrap();
    let (code, stderr) = store.refuses();
    fs::set_permissions(&store.path, Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("permission denied"), "{stderr}");
    let nowhere = store.dir.join("nowhere");
    let (code, _, stderr) = outcome(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--store",
        nowhere.to_str().unwrap(),
    ]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("nowhere"), "{stderr}");
}

#[test]
fn an_altered_release_is_neither_taken_nor_kept_secret() {
    let store = Store::new();
    let server = store.serve();
    let file = store.release("v2").join("indicators/usd.csv");
    let good = fs::read_to_string(&file).unwrap();
    write(&file, good.replace("1.72", "1.82"));
    server.signal("HUP");
    let line = server.line("reload: refused");
    assert!(
        line.contains("v2") && line.contains("indicators/usd.csv"),
        "{line}"
    );
    assert_eq!(usd(&server), "1.72");
    // The directory itself may be any: the store says what it should be.
    assert_eq!(
        outcome(&["check", store.release("v2").to_str().unwrap()]).0,
        0
    );
    write(&file, good);
    server.signal("HUP");
    server.line("reload: v2");
}

/// Descriptors run out: nothing is wrong with the content.
#[test]
fn what_cannot_be_read_for_want_of_descriptors_is_not_wrong() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    let mut command = Command::new("prlimit");
    command
        .args(["--nofile=4", program(), "check", "--lang", "en"])
        .arg(&dataset);
    let (code, report, _) = finish(&mut command);
    assert_eq!(code, 1, "{report}");
    assert!(
        report.contains("cannot be read: too many open files"),
        "{report}"
    );
}
