//! Every path, parameter, header, member, column and metric that a running server has is in the manual of its interface.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::page::{LANGUAGES, Page, words};
use crate::support::dataset::DatasetFixture;
use crate::support::project;
use crate::support::server::Server;

const NAME: &str = "indicatord-api.7";

/// The headers of every answer of a web server, and those that tell browsers how to treat a page.
const OF_ANY_SERVER: &[&str] = &[
    "Allow",
    "Content-Security-Policy",
    "Location",
    "Referrer-Policy",
    "X-Content-Type-Options",
];

/// The names in the description.
#[derive(Default)]
struct Described {
    parameters: BTreeSet<String>,
    headers: BTreeSet<String>,
    members: BTreeSet<String>,
    codes: BTreeSet<String>,
}

impl Described {
    fn add(&mut self, value: &Value) {
        let object = value.as_object().into_iter().flatten();
        if let (Some(name), Some("query")) = (value["name"].as_str(), value["in"].as_str()) {
            self.parameters.insert(name.to_owned());
        }

        for (word, inner) in object {
            let names = || {
                inner
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.clone())
            };
            match word.as_str() {
                "headers" => self
                    .headers
                    .extend(names().filter(|name| name.contains('-') || name == "Vary")),
                "properties" => self.members.extend(names()),
                "code" => self.codes.extend(inner.as_str().map(str::to_owned)),
                _ => {}
            }

            self.add(inner);
        }

        value
            .as_array()
            .into_iter()
            .flatten()
            .for_each(|inner| self.add(inner));
    }
}

/// The path as the manual has it: once for both languages.
fn in_manual(path: &str) -> &str {
    match path.strip_prefix("/en") {
        Some("") => "/",
        Some(rest) if rest.starts_with('/') => rest,
        _ => path,
    }
}

/// Names of files begin so, too.
fn is_metric(word: &&str) -> bool {
    ["indicatord_", "process_"]
        .iter()
        .any(|begin| word.len() > begin.len() && word.starts_with(begin))
        && !word.contains('.')
}

fn metrics(server: &Server) -> BTreeSet<String> {
    let text = server.text("/metrics");
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Data that were checked just now will be stale one day, which has a metric of its own.
fn metrics_of_checked_data() -> BTreeSet<String> {
    let fixture = DatasetFixture::new();
    assert_eq!(fixture.run(&["checked", "bank"]).0, 0);
    let names = metrics(&Server::of_dataset(&fixture.dataset));
    assert!(
        names.contains("indicatord_next_change_timestamp_seconds"),
        "{names:?}"
    );
    names
}

#[test]
fn the_manual_has_everything_that_a_server_offers() {
    let server = Server::serve(&[]);
    let description: Value = serde_json::from_str(&server.text("/openapi.json")).unwrap();
    let paths = description["paths"].as_object().unwrap();
    let mut described = Described::default();
    described.add(&description);
    let Described {
        parameters,
        headers,
        members,
        codes,
    } = &described;
    let metrics: BTreeSet<String> = metrics(&server)
        .union(&metrics_of_checked_data())
        .cloned()
        .collect();
    let mut columns = BTreeSet::new();
    for path in [
        "/data.csv",
        "/catalog.csv",
        "/history.csv",
        "/data/usd/history.csv",
        "/data/usd/vintages.csv",
    ] {
        columns.extend(
            server
                .text(path)
                .lines()
                .next()
                .unwrap()
                .split(',')
                .map(str::to_owned),
        );
    }

    assert!(
        paths.len() > 50 && parameters.len() > 6 && headers.len() > 9,
        "{parameters:?} {headers:?}"
    );
    assert!(
        members.len() > 60 && codes.len() > 6 && metrics.len() > 20 && columns.len() > 25,
        "{members:?} {metrics:?}"
    );
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let text = page.text();
        let lost: Vec<&str> = paths
            .keys()
            .map(|path| in_manual(path))
            .filter(|path| !text.contains(path))
            .collect();
        assert_eq!(lost, [""; 0], "{}: paths", page.path);
        let bold: BTreeSet<&str> = page.bold().into_iter().flat_map(words).collect();
        let invented: Vec<&str> = bold
            .iter()
            .copied()
            .filter(is_metric)
            .filter(|metric| !metrics.contains(*metric))
            .collect();
        assert_eq!(
            invented, [""; 0],
            "{}: metrics that no server has",
            page.path
        );
        for (what, names) in [
            ("parameters", parameters),
            ("headers", headers),
            ("members", members),
            ("codes", codes),
            ("metrics", &metrics),
            ("columns", &columns),
        ] {
            let is_special = |name: &str| what == "headers" && OF_ANY_SERVER.contains(&name);
            let missing: Vec<&String> = names
                .iter()
                .filter(|name| !bold.contains(name.as_str()) && !is_special(name))
                .collect();
            assert!(missing.is_empty(), "{}: {what}: {missing:?}", page.path);
        }
    }
}

/// The metrics of alerts, and those that an administrator is told to watch, are explained.
#[test]
fn the_manual_has_every_metric_that_is_watched() {
    let rules = fs::read_to_string(project("packaging/examples/prometheus-alerts.yml")).unwrap();
    for language in LANGUAGES {
        let operations = Page::read(language, "indicatord-operations.7").text();
        let explained = Page::read(language, NAME).text();
        let explained = words(&explained);
        let named = words(&rules).into_iter().chain(words(&operations));
        let metrics: BTreeSet<&str> = named.filter(is_metric).collect();
        assert!(metrics.len() > 12, "{metrics:?}");
        let unknown: Vec<&&str> = metrics.difference(&explained).collect();
        assert!(unknown.is_empty(), "{language}: {unknown:?}");
    }
}
