//! Random sequences of an editor's commands around rows under embargo, with a second store that takes bundles. Nobody sees a
//! figure before its instant, no waiting row is moved, doubled or dropped without a word, and what was withdrawn stays away,
//! whatever the order [D30.5, D30.6, D30.7].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use proptest::prelude::*;
use proptest::test_runner::Config;

use super::bundles::{sign, with_keys};
use crate::support::server::Server;
use crate::support::store::StoreFixture;
use crate::support::{in_seconds, outcome, write};

const DATES: [&str; 2] = ["2026-09", "2026-10"];
const INSTANTS: [&str; 2] = ["2062-12-12T09:00:00+04:00", "2062-12-14T10:00:00+04:00"];
/// The kinds that an editor allows in these sequences: nothing of an embargo, a loss or a withdrawal.
const ALLOWED: &[&str] = &[
    "--allow", "jump", "--allow", "slip", "--allow", "history", "--allow", "revision",
];

#[derive(Clone, Debug)]
enum Action {
    /// A row that is public with the next release.
    Record(usize),
    /// A row under embargo until one of two instants, or, without one, for a second.
    Embargo(usize, Option<usize>),
    /// Its embargo is moved, or taken away.
    Move(usize, Option<usize>),
    Revise(usize),
    Undo,
    UndoDate(usize),
    Publish,
    Stage,
    Approve,
    Rollback,
    RollbackTo(prop::sample::Index),
    /// The live release is carried to the second store.
    Carry,
    Restart,
}

fn action() -> impl Strategy<Value = Action> {
    let date = 0..DATES.len();
    let instant = proptest::option::weighted(0.7, 0..INSTANTS.len());
    prop_oneof![
        2 => date.clone().prop_map(Action::Record),
        4 => (date.clone(), instant.clone()).prop_map(|(date, instant)| Action::Embargo(date, instant)),
        3 => (date.clone(), instant).prop_map(|(date, instant)| Action::Move(date, instant)),
        1 => date.clone().prop_map(Action::Revise),
        2 => Just(Action::Undo),
        2 => date.prop_map(Action::UndoDate),
        5 => Just(Action::Publish),
        1 => Just(Action::Stage),
        1 => Just(Action::Approve),
        2 => Just(Action::Rollback),
        1 => any::<prop::sample::Index>().prop_map(Action::RollbackTo),
        2 => Just(Action::Carry),
        1 => Just(Action::Restart),
    ]
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    date: String,
    value: String,
    published: String,
    not_before: String,
}

impl Row {
    fn instant(&self) -> Option<DateTime<Utc>> {
        self.not_before.parse().ok()
    }

    fn waits(&self) -> bool {
        // The clock of the program, too: the instants of this test come while it runs.
        #[allow(clippy::disallowed_methods)]
        let now = DateTime::from(SystemTime::now());
        self.instant().is_some_and(|instant| instant > now)
    }
}

/// The wages of a dataset, in the order of its file.
fn rows(dataset: &Path) -> Vec<Row> {
    let text = fs::read_to_string(dataset.join("indicators/wage.csv")).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name| {
            header
                .iter()
                .position(|column| *column == name)
                .map_or("", |at| cells[at])
                .to_owned()
        };
        Row {
            date: cell("date")[..7].to_owned(),
            value: cell("value"),
            published: cell("published"),
            not_before: cell("not_before"),
        }
    };

    text.lines().skip(1).map(row).collect()
}

struct World {
    office: StoreFixture,
    keys: PathBuf,
    server: Server,
    /// The store of another machine, and its server once it has a release.
    site: PathBuf,
    site_server: Option<Server>,
    carried: u32,
    newest: u32,
    /// The rows that a rollback took away.
    withdrawn: BTreeSet<(String, String)>,
    versions: Vec<String>,
    staged: Vec<String>,
}

impl World {
    fn new() -> Option<Self> {
        let (office, keys) = with_keys()?;
        write(
            &office.dataset.join("indicators/wage.csv"),
            "date,value\n2026-07,1103.8\n2026-08,1104.1\n",
        );
        let (code, _, stderr) = office.publish(&[]);
        assert_eq!(code, 0, "{stderr}");
        let server = Server::serve(&["--store", office.store.to_str().unwrap()]);
        let site = office.dir.join("site");
        let versions = vec![office.current()];
        Some(World {
            office,
            keys,
            server,
            site,
            site_server: None,
            carried: 0,
            newest: 0,
            withdrawn: BTreeSet::new(),
            versions,
            staged: Vec::new(),
        })
    }

    fn edit(&self, arguments: &[&str]) -> (i32, String) {
        let [dataset, store] =
            [&self.office.dataset, &self.office.store].map(|path| path.to_str().unwrap());
        let (code, stdout, stderr) = outcome(
            &[
                arguments,
                &["--dataset", dataset, "--store", store, "--lang", "en"],
            ]
            .concat(),
        );
        (code, stdout + &stderr)
    }

    fn value(&mut self) -> String {
        self.newest += 1;
        format!("1104.{:02}7", self.newest)
    }

    /// An edit of a row; what it did to the file is what its exit code says.
    fn record(&mut self, date: usize, options: &[&str]) {
        let before = rows(&self.office.dataset);
        let value = self.value();
        let (code, said) = self.edit(
            &[
                &["record", "wage", DATES[date], &value],
                options,
                &ALLOWED[..2],
            ]
            .concat(),
        );
        let after = rows(&self.office.dataset);
        let waiting = before
            .iter()
            .any(|row| row.date == DATES[date] && row.waits());
        if code != 0 {
            assert_eq!(before, after, "{said}");
            return;
        }

        let is_revision = options.contains(&"--published");
        assert!(
            !waiting || options.contains(&"--replace") || is_revision,
            "{said}\n{before:?}\n{after:?}"
        );
        let new = after
            .iter()
            .find(|row| row.value == value)
            .expect("it is recorded");
        let not_before = options
            .iter()
            .position(|option| *option == "--not-before")
            .map(|at| options[at + 1]);
        // An instant that has passed may stay where a row that nobody has seen is replaced.
        let not_before: Option<DateTime<Utc>> = not_before.map(|instant| instant.parse().unwrap());
        assert!(
            new.instant() == not_before || !new.waits(),
            "{said}\n{after:?}"
        );
        for date in DATES {
            let waiting = after
                .iter()
                .filter(|row| row.date == date && row.waits())
                .count();
            assert!(waiting <= 1, "{said}\n{after:?}");
        }
    }

    fn live(store: &Path) -> Vec<Row> {
        rows(&store.join("current"))
    }

    /// A release came in service without a word on embargoes, losses or withdrawals: it keeps those that were there.
    fn keeps(&self, before: &[Row], after: &[Row], action: &Action) {
        for row in before.iter().filter(|row| row.waits()) {
            let same_date = || after.iter().filter(|later| later.date == row.date);
            let still = same_date().any(|later| later.instant() >= row.instant());
            assert!(
                still,
                "{row:?} was dropped or moved by {action:?}: {before:?} {after:?}"
            );
            let early: Vec<_> = same_date()
                .filter(|later| later.instant() < row.instant() && !before.contains(later))
                .filter(|later| later.published.is_empty())
                .collect();
            assert!(
                early.is_empty(),
                "{early:?} is early by {action:?}: {before:?} {after:?}"
            );
        }

        for row in after {
            let name = (row.date.clone(), row.value.clone());
            let was_there = before
                .iter()
                .any(|former| former.date == row.date && former.value == row.value);
            assert!(
                was_there || !self.withdrawn.contains(&name),
                "{row:?} came back by {action:?}"
            );
        }
    }

    fn act(&mut self, action: &Action) {
        let (before, former) = (Self::live(&self.office.store), self.office.current());
        let soon = in_seconds(1);
        let instant =
            |instant: &Option<usize>| instant.map_or(soon.clone(), |at| INSTANTS[at].to_owned());
        match action {
            Action::Record(date) => self.record(*date, &[]),
            Action::Embargo(date, until) => self.record(*date, &["--not-before", &instant(until)]),
            Action::Move(date, Some(until)) => {
                self.record(*date, &["--replace", "--not-before", INSTANTS[*until]]);
            }
            Action::Move(date, None) => self.record(*date, &["--replace"]),
            Action::Revise(date) => {
                self.record(*date, &["--published", "2026-11-20", "--allow", "revision"])
            }
            Action::Undo => drop(self.edit(&["undo", "--yes"])),
            Action::UndoDate(date) => drop(self.edit(&["undo", "wage", DATES[*date], "--yes"])),
            Action::Publish => {
                let (code, _, stderr) = self.office.publish(ALLOWED);
                assert!(code == 0 || self.office.current() == former, "{stderr}");
                self.keeps(&before, &Self::live(&self.office.store), action);
            }
            Action::Stage => {
                let dataset = self.office.dataset.clone();
                let arguments = [&["stage", dataset.to_str().unwrap(), "--json"], ALLOWED].concat();
                let (code, stdout, _) = self.office.run(&arguments);
                if code == 0 {
                    let said: serde_json::Value = serde_json::from_str(&stdout).unwrap();
                    self.staged
                        .extend(said["version"].as_str().map(str::to_owned));
                }
            }
            Action::Approve => {
                let Some(version) = self.staged.pop() else {
                    return;
                };

                let (code, _, stderr) =
                    self.office.run(&[&["approve", &version], ALLOWED].concat());
                assert!(code == 0 || self.office.current() == former, "{stderr}");
                self.keeps(&before, &Self::live(&self.office.store), action);
            }
            Action::Rollback => drop(self.office.run(&["rollback"])),
            Action::RollbackTo(which) => {
                let version = which.get(&self.versions).clone();
                drop(self.office.run(&["rollback", "--to", &version]));
            }
            Action::Carry => self.carry(action),
            Action::Restart => {
                self.server = Server::serve(&["--store", self.office.store.to_str().unwrap()]);
            }
        }

        let after = Self::live(&self.office.store);
        let names = |rows: &[Row]| -> BTreeSet<_> {
            rows.iter()
                .map(|row| (row.date.clone(), row.value.clone()))
                .collect()
        };
        if matches!(action, Action::Rollback | Action::RollbackTo(_)) {
            self.withdrawn
                .extend(names(&before).difference(&names(&after)).cloned());
        }

        for name in names(&after) {
            self.withdrawn.remove(&name);
        }

        let current = self.office.current();
        if !self.versions.contains(&current) {
            self.versions.push(current);
        }

        self.server.reload();
        self.hides(&self.server, &self.office.store, action);
        if let Some(server) = &self.site_server {
            self.hides(server, &self.site, action);
        }
    }

    /// Carries the live release to the second store, which has to accept it as any other.
    fn carry(&mut self, action: &Action) {
        self.carried += 1;
        let bundle = self.office.dir.join(&format!("{}.bundle", self.carried));
        let [out, store, site] =
            [&bundle, &self.office.store, &self.site].map(|path| path.to_str().unwrap());
        let (code, _, stderr) = outcome(&["bundle", store, "--out", out]);
        assert_eq!(code, 0, "{stderr}");
        sign(&self.office, &bundle, "office.key");
        let before = self.site_server.as_ref().map(|_| Self::live(&self.site));
        let keys = self.keys.to_str().unwrap();
        let publish = [
            "publish",
            out,
            "--trusted-keys",
            keys,
            "--store",
            site,
            "--no-reload",
            "--new-store",
            "--yes",
        ];

        let (code, _, stderr) = outcome(&[&publish[..], ALLOWED].concat());
        match (&before, &self.site_server) {
            (Some(before), Some(server)) => {
                let after = Self::live(&self.site);
                assert!(code == 0 || *before == after, "{stderr}");
                self.keeps_of_another(before, &after, action);
                server.reload();
            }
            _ => {
                assert_eq!(code, 0, "{stderr}");
                self.site_server = Some(Server::serve(&["--store", site]));
            }
        }
    }

    /// The same on the second store, which has seen no rollback of its own.
    fn keeps_of_another(&self, before: &[Row], after: &[Row], action: &Action) {
        for row in before.iter().filter(|row| row.waits()) {
            let still = after
                .iter()
                .any(|later| later.date == row.date && later.instant() >= row.instant());
            assert!(
                still,
                "{row:?} was dropped or moved there by {action:?}: {before:?} {after:?}"
            );
        }
    }

    /// No resource has a value that waits, or that is in no public row; what is public is in the vintages.
    fn hides(&self, server: &Server, store: &Path, action: &Action) {
        let live = Self::live(store);
        let bodies: Vec<(&str, String)> = RESOURCES
            .iter()
            .map(|path| {
                (
                    *path,
                    String::from_utf8_lossy(&server.get(path, "").body).into_owned(),
                )
            })
            .collect();

        for number in 1..=self.newest {
            let value = format!("1104.{number:02}7");
            let row = live.iter().find(|row| row.value == value);
            if row.is_none_or(Row::waits) {
                let told = bodies.iter().find(|(_, body)| {
                    body.contains(&value) || body.contains(&value.replace('.', ","))
                });
                assert!(
                    told.is_none(),
                    "{} has {value} after {action:?}: {live:?}",
                    told.unwrap().0
                );
            }
        }
    }
}

/// Every kind of resource that could tell of a wage.
const RESOURCES: &[&str] = &[
    "/",
    "/en/",
    "/data.json",
    "/data.csv",
    "/catalog.csv",
    "/catalog.json",
    "/history.csv",
    "/history.csv?shape=wide&keys=wage",
    "/feed.atom",
    "/en/feed/one.atom",
    "/calendar",
    "/calendar.ics",
    "/category/one",
    "/search.json",
    "/search?q=wage",
    "/data/wage.json",
    "/data/wage/chart.svg",
    "/data/wage/changes.csv",
    "/data/wage/explain.json",
    "/data/wage/history.json",
    "/data/wage/latest.json",
    "/data/wage/vintages.csv",
    "/en/view/wage",
    "/view/wage",
    "/sdmx/data/MACRO",
    "/status.json",
    "/metrics",
];

proptest! {
    #![proptest_config(Config {
        cases: std::env::var("PROPTEST_CASES").map_or(16, |cases| cases.parse().expect("a whole number")),
        max_shrink_iters: 40,
        ..Config::default()
    })]

    #[test]
    fn nobody_sees_a_figure_early_and_none_is_lost_in_silence(actions in prop::collection::vec(action(), 6..18)) {
        let Some(mut world) = World::new() else { return Ok(()) };
        for action in &actions {
            world.act(action);
        }
    }
}
