//! Random sequences of publications, staged releases, rollbacks, reloads and kills, against a model of a store that fits
//! on a page. After each of them the store, its journal and the server are what the model says, and no resource has a value
//! that waits or that is of another release than the one that is served.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::support::server::Server;
use crate::support::store::{StoreFixture, release_tree};
use crate::support::{program, tree, write};

/// A row that goes back has a release of today, which the datasets are older than.
const ALLOW: [&str; 2] = ["--allow", "as-of"];

/// An action of somebody.
#[derive(Clone, Debug)]
enum Action {
    Publish,
    /// A publication that is killed after this many milliseconds.
    PublishKilled(u32),
    Stage,
    /// One of the releases that are staged, or none.
    Approve(prop::sample::Index),
    Withdraw(prop::sample::Index),
    Rollback,
    /// A new release, in which one row is as it was before it came.
    RollbackOfRow,
    /// To one of the releases there are.
    RollbackTo(prop::sample::Index),
    Reload,
    /// The server is killed, and another one started.
    Kill,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => Just(Action::Publish),
        2 => (5u32..400).prop_map(Action::PublishKilled),
        2 => Just(Action::Stage),
        2 => any::<prop::sample::Index>().prop_map(Action::Approve),
        1 => any::<prop::sample::Index>().prop_map(Action::Withdraw),
        2 => Just(Action::Rollback),
        2 => Just(Action::RollbackOfRow),
        1 => any::<prop::sample::Index>().prop_map(Action::RollbackTo),
        2 => Just(Action::Reload),
        1 => Just(Action::Kill),
    ]
}

/// A store as one thinks of it.
struct Model {
    /// Each release that was published, and what was in service before it.
    published: BTreeMap<String, Option<String>>,
    in_service: String,
    /// The number of the dataset of which each release has the exchange rate.
    rates: BTreeMap<String, u32>,
    /// The releases that were in service, oldest first.
    history: Vec<String>,
    /// The releases that a rollback has replaced, each with the rate that it took away.
    rolled_back: BTreeMap<String, Option<u32>>,
    staged: Vec<String>,
    served: String,
    /// Returns true if the last change was a rollback.
    went_back: bool,
    /// The number of the newest dataset; a number is never given twice.
    newest: u32,
}

impl Model {
    fn go_back_to(&mut self, version: &str) {
        if self.in_service == version {
            return;
        }

        let left = std::mem::replace(&mut self.in_service, version.to_owned());
        let rate = self.rates[&left];
        let is_gone = self.rates[version] != rate;
        self.rolled_back.remove(version);
        self.rolled_back.insert(left, is_gone.then_some(rate));
        self.history.push(version.to_owned());
        self.went_back = true;
    }

    /// The rate that was in service before the present one, and that no rollback has taken away.
    fn earlier_rate(&self) -> Option<u32> {
        let mut wrong: BTreeSet<u32> = self.rolled_back.values().copied().flatten().collect();
        wrong.insert(self.rates[&self.in_service]);
        let earlier = self.history.iter().rev();
        let mut kept = earlier.filter(|version| !self.rolled_back.contains_key(*version));
        let version = kept.find(|version| !wrong.contains(&self.rates[*version]))?;
        Some(self.rates[version])
    }
}

/// The model, and what it is a model of.
struct Both {
    model: Model,
    fixture: StoreFixture,
    server: Server,
    /// The files of each dataset.
    datasets: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

impl Both {
    fn new() -> Self {
        let fixture = StoreFixture::new();
        fixture.edit("v1", &rows(1));
        assert_eq!(fixture.publish(&[]).0, 0);
        let server = Server::serve(&["--store", fixture.store.to_str().unwrap()]);
        let model = Model {
            published: [("v1".to_owned(), None)].into(),
            in_service: "v1".to_owned(),
            rates: [("v1".to_owned(), 1)].into(),
            history: vec!["v1".to_owned()],
            rolled_back: BTreeMap::new(),
            staged: Vec::new(),
            served: "v1".to_owned(),
            went_back: false,
            newest: 1,
        };

        let datasets = [("v1".to_owned(), data_of(&fixture.dataset))].into();
        Both {
            model,
            fixture,
            server,
            datasets,
        }
    }

    /// Edits the dataset, and says what the new version is called.
    fn edited(&mut self) -> String {
        self.model.newest += 1;
        let version = format!("v{}", self.model.newest);
        self.model.rates.insert(version.clone(), self.model.newest);
        self.write_waiting(self.model.newest);
        self.fixture.edit(&version, &rows(self.model.newest));
        self.datasets
            .insert(version.clone(), data_of(&self.fixture.dataset));
        version
    }

    fn write_waiting(&self, number: u32) {
        let rows = format!(
            "2026-10,1103.8,\n2026-11,{},2062-12-20T09:00:00+04:00\n",
            waiting(number)
        );
        let path = self.fixture.dataset.join("indicators/wage.csv");
        write(&path, format!("date,value,not_before\n{rows}"));
    }

    /// One of the releases that are staged.
    fn chosen(&self, which: &prop::sample::Index) -> Option<String> {
        let staged = &self.model.staged;
        (!staged.is_empty()).then(|| which.get(staged).clone())
    }

    fn put_in_service(&mut self, version: String) {
        let before = std::mem::replace(&mut self.model.in_service, version.clone());
        self.model.history.push(version.clone());
        self.model.published.insert(version, Some(before));
        self.model.went_back = false;
    }

    /// Takes the exchange rate back: the other rows stay as they are in service.
    fn restore_row(&mut self) {
        let rows_of = ["rollback", "--rows", "usd=2026-11-20"];
        let (code, _, stderr) = self.fixture.run(&rows_of);
        let Some(rate) = self.model.earlier_rate() else {
            assert_eq!(code, 1, "{stderr}");
            return;
        };

        assert_eq!(code, 0, "{stderr}");

        let (version, live) = (self.fixture.current(), self.model.in_service.clone());
        let mut files = self.datasets[&live].clone();
        let table = format!("date,value\n{}", rows(rate));
        files.insert("indicators/usd.csv".to_owned(), table.into_bytes());
        let stamped = std::fs::read(self.fixture.store.join("current/dataset.json")).unwrap();
        files.insert("dataset.json".to_owned(), stamped);
        self.datasets.insert(version.clone(), files);
        self.model.rates.insert(version.clone(), rate);
        self.model
            .published
            .insert(version.clone(), Some(live.clone()));
        self.model.go_back_to(&version);
        self.stays_away(&live);
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Publish => {
                let version = self.edited();
                let (code, _, stderr) = self.fixture.publish(&ALLOW);
                assert_eq!(code, 0, "{stderr}");
                self.put_in_service(version);
            }
            Action::PublishKilled(milliseconds) => {
                let version = self.edited();
                let after = format!("0.{milliseconds:03}");
                let mut command = Command::new("timeout");
                command
                    .args(["-s", "KILL", &after, program(), "publish", "--yes"])
                    .arg(&self.fixture.dataset);
                command
                    .arg("--no-reload")
                    .args(ALLOW)
                    .arg("--store")
                    .arg(&self.fixture.store);
                command.output().unwrap();
                let current = self.fixture.current();
                if current != self.model.in_service {
                    assert_eq!(current, version, "it is the one or the other");
                    self.put_in_service(version);
                }
            }
            Action::Stage => {
                let version = self.edited();
                let (code, _, stderr) = self.fixture.run(
                    &[
                        &["stage", self.fixture.dataset.to_str().unwrap()][..],
                        &ALLOW,
                    ]
                    .concat(),
                );
                assert_eq!(code, 0, "{stderr}");
                self.model.staged.push(version);
            }
            Action::Approve(which) => {
                let Some(version) = self.chosen(which) else {
                    return;
                };

                let (code, _, stderr) = self
                    .fixture
                    .run(&[&["approve", &version][..], &ALLOW].concat());
                assert_eq!(code, 0, "{stderr}");
                self.model.staged.retain(|staged| *staged != version);
                self.put_in_service(version);
            }
            Action::Withdraw(which) => {
                let Some(version) = self.chosen(which) else {
                    return;
                };

                let (code, _, stderr) = self.fixture.run(&["withdraw", &version]);
                assert_eq!(code, 0, "{stderr}");
                self.model.staged.retain(|staged| *staged != version);
            }
            Action::RollbackOfRow => self.restore_row(),
            Action::Rollback => {
                let (code, _, stderr) = self.fixture.run(&["rollback"]);
                let former = self.model.published[&self.model.in_service].clone();
                match former.filter(|_| !self.model.went_back) {
                    Some(former) => {
                        assert_eq!(code, 0, "{stderr}");
                        let withdrawn = self.model.in_service.clone();
                        self.model.go_back_to(&former);
                        self.stays_away(&withdrawn);
                    }
                    None => assert_eq!(code, 1, "{stderr}"),
                }
            }
            Action::RollbackTo(which) => {
                let versions: Vec<&String> = self.model.published.keys().collect();
                let version = which.get(&versions).to_string();
                let (code, _, stderr) = self.fixture.run(&["rollback", "--to", &version]);
                assert_eq!(code, 0, "{stderr}");
                self.model.go_back_to(&version);
            }
            Action::Reload => {
                let (_, line) = self.server.reload();
                assert!(!line.contains("refused"), "{line}");
                self.model.served.clone_from(&self.model.in_service);
            }
            Action::Kill => {
                self.server = Server::serve(&["--store", self.fixture.store.to_str().unwrap()]);
                self.model.served.clone_from(&self.model.in_service);
            }
        }
    }

    /// Rows that a rollback withdrew do not come back from the directory, even if it still has them.
    fn stays_away(&self, withdrawn: &str) {
        if withdrawn == format!("v{}", self.model.newest) {
            let (code, _, stderr) = self.fixture.publish(&[]);
            assert!(
                code == 1 && stderr.contains("  withdrawn usd 2026-11-20: "),
                "{stderr}"
            );
        }
    }

    /// No resource has a value of a release that is not served, or one that waits.
    fn hides_the_rest(&self, after: &Action) {
        let hidden: Vec<String> = (1..=self.model.newest)
            .flat_map(|number| {
                let is_served = self.model.rates[&self.model.served] == number;
                let public = (!is_served).then(|| value(number));
                public.into_iter().chain([waiting(number)])
            })
            .collect();
        for path in RESOURCES {
            let body = self.server.text(path);
            let told = hidden.iter().find(|value| body.contains(value.as_str()));
            assert_eq!(told, None, "{path} has it, after {after:?}");
        }
    }

    fn compare(&self, after: &Action) {
        let (model, store) = (&self.model, &self.fixture.store);
        assert_eq!(self.fixture.current(), model.in_service, "after {after:?}");
        assert!(
            release_tree(&store.join("current")) == self.datasets[&model.in_service],
            "whole, after {after:?}"
        );
        for version in &model.staged {
            assert!(
                release_tree(&store.join("releases").join(version)) == self.datasets[version],
                "after {after:?}"
            );
        }

        let status = self.server.get("/status.json", "").json();
        assert_eq!(
            status["dataset"]["version"], *model.served,
            "after {after:?}"
        );
        let usd = self.server.get("/data/usd.json", "").json();
        let value = rows(model.rates[&model.served]);
        assert!(
            value.ends_with(&format!(",{}\n", usd["valueRaw"])),
            "{value} after {after:?}"
        );
        self.hides_the_rest(after);
    }

    fn end(&self) {
        // The next command that takes the lock finishes or takes back unfinished work.
        let (code, _, stderr) = self
            .fixture
            .run(&["rollback", "--to", &self.model.in_service]);
        assert_eq!(code, 0, "{stderr}");
        let (code, said) = self.fixture.status();
        assert_eq!(code, 0, "{said}");
        let mut journal = self.fixture.journal();
        journal.retain(|entry| entry["action"] != "stage" && entry["action"] != "withdraw");
        assert_eq!(journal.last().unwrap()["version"], *self.model.in_service);
        for pair in journal.windows(2) {
            assert_eq!(pair[1]["previous"], pair[0]["version"], "{journal:#?}");
        }
    }
}

/// The files of a dataset, without what commands note beside them.
fn data_of(dataset: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(dataset);
    files.retain(|path, _| !path.starts_with('.'));
    files
}

/// The observations of a dataset; those of one number are those of no other.
fn rows(number: u32) -> String {
    format!("2026-10-20,1.7\n2026-11-20,{}\n", value(number))
}

fn value(number: u32) -> String {
    format!("1.7{number:02}1")
}

/// The wage of a month, which waits for its instant in every dataset.
fn waiting(number: u32) -> String {
    format!("12{number:02}.71")
}

/// Every kind of resource: data, pages, feeds, calendars, descriptions, and what is said of the service.
const RESOURCES: &[&str] = &[
    "/",
    "/en/",
    "/data.json",
    "/en/data.json",
    "/data.csv",
    "/catalog.csv",
    "/catalog.json",
    "/history.csv",
    "/feed.atom",
    "/en/feed/one.atom",
    "/calendar",
    "/calendar.ics",
    "/calendar.json",
    "/category/one",
    "/data/usd.json",
    "/data/usd/history.csv",
    "/data/usd/vintages.json",
    "/data/wage.json",
    "/data/wage/chart.svg",
    "/data/wage/explain.json",
    "/data/wage/history.csv",
    "/data/wage/history.json",
    "/data/wage/latest.json",
    "/data/wage/vintages.csv",
    "/en/data/usd/latest.json",
    "/view/usd",
    "/en/view/wage",
    "/method",
    "/status.json",
    "/metrics",
];

proptest! {
    #![proptest_config(Config {
        cases: std::env::var("PROPTEST_CASES").map_or(24, |cases| cases.parse().expect("a whole number")),
        max_shrink_iters: 20,
        ..Config::default()
    })]

    #[test]
    fn a_store_is_what_its_model_says(actions in prop::collection::vec(action(), 6..14)) {
        let mut both = Both::new();
        for action in &actions {
            both.act(action);
            both.compare(action);
        }
        both.end();
    }
}
