//! A day as an operator lives it: what was found becomes public by two commands, by three where two people agree, and a
//! mistake that got out is taken back and stays away.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::server::Server;
use crate::support::store::StoreFixture;
use crate::support::{SocketPath, can_be_others, program, project, write};

/// An office with its configuration, where no command names a directory.
struct Office {
    fixture: StoreFixture,
    control: SocketPath,
}

impl Office {
    fn new() -> Self {
        Office::with(StoreFixture::new())
    }

    fn with(fixture: StoreFixture) -> Self {
        let office = Office {
            fixture,
            control: SocketPath::new(),
        };
        let (dataset, store) = (
            office.fixture.dataset.display(),
            office.fixture.store.display(),
        );
        let control = office.control.as_str();
        let settings = format!(
            "INDICATORD_DATASET={dataset}\nINDICATORD_STORE={store}\nINDICATORD_CONTROL={control}\nINDICATORD_LANG=en\n"
        );
        write(&office.fixture.dir.join("indicatord.conf"), settings);
        office
    }

    /// A command behind another one: its exit code, and all that it says.
    fn run_by(&self, before: &[&str], words: &[&str]) -> (Option<i32>, String) {
        let all: Vec<&str> = before
            .iter()
            .copied()
            .chain([program()])
            .chain(words.iter().copied())
            .collect();
        let output = Command::new(all[0])
            .args(&all[1..])
            .env("INDICATORD_CONF", self.fixture.dir.join("indicatord.conf"))
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stderr) + &text(&output.stdout),
        )
    }

    #[track_caller]
    fn good(&self, words: &[&str]) -> String {
        let (code, said) = self.run_by(&[], words);
        assert_eq!(code, Some(0), "{words:?}: {said}");
        said
    }

    fn serve(&self) -> Server {
        Server::serve(&[
            "--store",
            self.fixture.store.to_str().unwrap(),
            "--control",
            self.control.as_str(),
        ])
    }

    fn table(&self, rows: &str) -> String {
        let path = self.fixture.dir.join("found.csv");
        write(&path, format!("key,date,value\n{rows}"));
        path.to_str().unwrap().to_owned()
    }
}

#[test]
fn a_plain_day_is_two_commands() {
    let office = Office::new();
    office.good(&["publish", "--yes", "--new-store", "--no-reload"]);
    let server = office.serve();
    let table = office.table("usd,2026-11-21,1.71\n");
    let said = office.good(&["import", &table]) + &office.good(&["publish", "--yes"]);
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("live since ") && last.ends_with(", served"),
        "{last}"
    );
    assert!(server.text("/data/usd.json").contains("\"value\": 1.71"));
    let said = office.good(&["status"]);
    assert!(
        said.contains("live: ") && said.contains("served: "),
        "{said}"
    );
    // A row that is there already is no change, however often it is brought.
    let said = office.good(&["import", &table]) + &office.good(&["publish", "--yes"]);
    assert!(said.contains("nothing was done"), "{said}");
    assert_eq!(office.fixture.journal().len(), 2);
}

/// The bulletin of a day has 23 rates of the dataset, which has old warnings of its own.
#[test]
fn a_day_of_23_rates_is_told_in_less_than_forty_lines() {
    let fixture = StoreFixture::new();
    fs::remove_dir_all(&fixture.dataset).unwrap();
    fixture.dir.copy_of("dataset", "dataset");
    let office = Office::with(fixture);
    office.good(&[
        "publish",
        "--yes",
        "--new-store",
        "--allow",
        "order",
        "--no-reload",
    ]);
    let server = office.serve();
    let bulletin = fs::read_to_string(project("tests/fixtures/bulletins/2026-09-04.xml")).unwrap();
    let path = office.fixture.dir.join("bulletin.xml");
    write(&path, bulletin.replace("04.09.2026", "20.11.2026"));
    let imported = office.good(&["import", path.to_str().unwrap()]);
    let published = office.good(&["publish", "--yes"]);
    let said = format!("{imported}{published}");
    assert!(
        said.lines().count() < 40 && !said.contains("warning"),
        "{said}"
    );
    assert!(
        imported
            .contains("xau.csv: 2026-11-20  7605.494, previously 7541.608 (2026-09-08), +0.85%"),
        "{imported}"
    );
    assert!(imported.contains(": rows written: 23"), "{imported}");
    // `import` has shown the rates; before they are public they are one thing.
    let line = "\n+ 23 rows from bulletin.xml, largest jpy -1.83%\n";
    assert!(published.contains(line), "{published}");
    assert!(
        published.lines().last().unwrap().ends_with(", served"),
        "{published}"
    );
    assert!(server.text("/data/xau.json").contains("7605.494"));
}

/// The bulletins of a month: one line, and the figures that moved most.
#[test]
fn a_backlog_of_a_month_is_told_in_a_line() {
    let fixture = StoreFixture::new();
    fs::remove_dir_all(&fixture.dataset).unwrap();
    fixture.dir.copy_of("dataset", "dataset");
    let office = Office::with(fixture);
    office.good(&[
        "publish",
        "--yes",
        "--new-store",
        "--allow",
        "order",
        "--no-reload",
    ]);
    let bulletin = fs::read_to_string(project("tests/fixtures/bulletins/2026-09-04.xml")).unwrap();
    let files: Vec<String> = (1..=22)
        .map(|day| {
            let path = office.fixture.dir.join(&format!("{day}.xml"));
            let eur = if day == 11 { "1.9999" } else { "1.9765" };
            assert!(bulletin.contains("1.9765"));
            write(
                &path,
                bulletin
                    .replace("04.09.2026", &format!("{day:02}.10.2026"))
                    .replace("1.9765", eur),
            );
            path.to_str().unwrap().to_owned()
        })
        .collect();

    // The same values each day are told as repeated.
    let import: Vec<&str> = ["import", "--allow", "date", "--allow", "slip"]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect();
    let imported = office.good(&import);
    assert!(
        imported.contains("\nfiles: 22, rows written: 506, already recorded: 0\n"),
        "{imported}"
    );
    assert!(
        imported.contains("\ncodes that no indicator has: 19\n") && imported.lines().count() < 15,
        "{imported}"
    );
    let published = office.good(&[
        "publish",
        "--yes",
        "--allow",
        "date",
        "--allow",
        "slip",
        "--no-reload",
    ]);

    assert!(published.lines().count() < 40, "{published}");
    assert!(
        published.contains("\n+ 506 rows from 1.xml 2.xml "),
        "{published}"
    );
    // Codes that all bulletins lack are reported once.
    for path in &files {
        let whole = fs::read_to_string(path)
            .unwrap()
            .replace(".10.2026", ".09.2026")
            .replace("\"EUR\"", "\"EUX\"");
        write(path.as_ref(), whole);
    }

    let later: Vec<&str> = import
        .iter()
        .copied()
        .take(5)
        .chain(import[15..19].iter().copied())
        .collect();
    let (_, said) = office.run_by(&[], &later);
    assert_eq!(
        said.matches("the bulletin lacks indicators").count(),
        1,
        "{said}"
    );
    assert!(said.contains(": eur; so do 3 more files\n"), "{said}");
    office.good(&["undo"]);
    // `diff` has the rows.
    let store = office.fixture.store.to_str().unwrap();
    let first = office.fixture.journal()[0]["version"]
        .as_str()
        .unwrap()
        .to_owned();
    let (_, diff) = office.run_by(&[], &["diff", &format!("{store}@{first}"), store]);
    assert!(
        diff.contains("    + 2026-10-11  1.9999, +1.18%\n"),
        "{diff}"
    );
    // The rows of a table, which may have been typed, stand below it.
    let three: String = (23..=25)
        .map(|day| format!("usd,2026-10-{day},1.7{day}\n"))
        .collect();
    office.good(&[
        "import",
        &office.table(&three),
        "--allow",
        "jump",
        "--allow",
        "date",
    ]);
    let published = office.good(&[
        "publish",
        "--yes",
        "--no-reload",
        "--allow",
        "jump",
        "--allow",
        "date",
    ]);

    let rows = "+ 3 rows from found.csv, largest usd +1.35%\n    + usd  2026-10-23  1.723, previously 1.7, +1.35%\n    + usd  2026-10-24  1.724, previously 1.723, +0.06%\n";
    assert!(published.contains(rows), "{published}");
}

#[test]
fn a_day_with_two_people_is_three_commands() {
    if !can_be_others() {
        return;
    }

    let office = Office::new();
    let store = &office.fixture.store;
    fs::create_dir(store).unwrap();
    Command::new("chown")
        .args(["0:4321"])
        .arg(store)
        .status()
        .unwrap();
    fs::set_permissions(store, fs::Permissions::from_mode(0o2775)).unwrap();
    office.good(&["publish", "--yes", "--new-store", "--no-reload"]);
    write(&store.join("settings.json"), "{\"approval\":2}");
    let by = |uid| {
        [
            "setpriv",
            "--reuid",
            uid,
            "--regid",
            uid,
            "--groups",
            "4321",
            "--inh-caps=-all",
        ]
    };

    if office.run_by(&by("4001"), &["check"]).0 != Some(0) {
        eprintln!("others cannot enter the directory of the tests: two people are not tried");
        return;
    }

    let server = office.serve();
    office.good(&["import", &office.table("usd,2026-11-21,1.71\n")]);
    let (code, said) = office.run_by(&by("4001"), &["publish", "--yes"]);
    assert!(code == Some(1) && said.contains("`stage`"), "{said}");
    let (code, said) = office.run_by(&by("4001"), &["stage"]);
    assert_eq!(code, Some(0), "{said}");
    let version = office.fixture.journal()[1]["version"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        office
            .good(&["status"])
            .contains(&format!("staged: {version}, by uid 4001"))
    );
    let (code, said) = office.run_by(&by("4001"), &["approve", &version]);
    assert!(code == Some(1) && said.contains("the same user"), "{said}");
    let (code, said) = office.run_by(&by("4002"), &["approve", &version, "--no-reload"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(server.reload().1.contains(&version));
    assert!(server.text("/data/usd.json").contains("\"value\": 1.71"));
}

#[test]
fn a_mistake_that_got_out_is_taken_back_and_stays_away() {
    let office = Office::new();
    office.good(&["publish", "--yes", "--new-store", "--no-reload"]);
    let server = office.serve();
    let value = || server.get("/data/usd.json", "").json()["valueRaw"].clone();
    office.good(&["record", "usd", "2026-11-21", "1.72"]);
    office.good(&["publish", "--yes"]);
    assert_eq!(value(), serde_json::json!(1.72));
    let said = office.good(&["rollback"]);
    assert!(
        said.contains("the withdrawn row usd 2026-11-21 1.72 is still here"),
        "{said}"
    );
    assert_eq!(value(), serde_json::json!(1.7));
    // By itself it does not come back.
    let (code, said) = office.run_by(&[], &["publish", "--yes"]);
    assert!(
        code == Some(1) && said.contains("withdrawn usd 2026-11-21"),
        "{said}"
    );
    assert_eq!(value(), serde_json::json!(1.7));
    office.good(&["undo"]);
    let said = office.good(&["publish", "--yes"]);
    assert!(said.contains("nothing was done"), "{said}");
    office.good(&["record", "usd", "2026-11-21", "1.71"]);
    office.good(&["publish", "--yes"]);
    assert_eq!(value(), serde_json::json!(1.71));
    assert!(
        office
            .good(&["status", "--verify"])
            .contains("3 kept, 3 intact")
    );
}
