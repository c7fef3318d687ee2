//! Rows under embargo while a server runs: nothing of them is seen before their instant, everything at once then, and no
//! load, rollback or status takes anything back [D19.1, D19a].

use super::served;
use crate::support::dataset::DatasetFixture;
use crate::support::server::{Ahead, Server, before_an_instant};
use crate::support::{edit, now, outcome, rfc3339};

impl DatasetFixture {
    fn with_v1() -> Self {
        let fixture = DatasetFixture::new();
        fixture.set("v1", "1.71", None);
        fixture
    }

    /// Another version, with this value of the exchange rate in public, and perhaps a later one from an instant on.
    fn set(&self, version: &str, value: &str, coming: Option<(&str, &str)>) {
        let mut rows = format!("2026-10-20,1.7,\n2026-11-20,{value},\n");
        if let Some((value, not_before)) = coming {
            rows.push_str(&format!("2026-11-21,{value},{not_before}\n"));
        }

        edit(&self.dataset, version, &rows);
        self.write(
            "indicators/usd.csv",
            format!("date,value,not_before\n{rows}"),
        );
    }

    fn serve(&self) -> Server {
        Server::serve(&[
            "--log-level",
            "debug",
            "--dataset",
            self.dataset.to_str().unwrap(),
        ])
    }

    fn reload(&self, server: &Server, version: &str) -> Vec<String> {
        server.signal("HUP");
        let (before, line) = server.wait_for("reload: ");
        assert!(line.contains(&format!("reload: {version}: ")), "{line}");
        before
    }
}

fn pair(version: &str, value: &str) -> (String, String) {
    (version.to_owned(), value.to_owned())
}

/// That a row is public now, which it was not before its instant.
fn comes(server: &Server, ahead: &Ahead) -> (Vec<String>, String) {
    ahead.comes();
    server.wait_for("live: ")
}

#[test]
fn everything_changes_at_the_instant_and_nothing_before() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let server = fixture.serve();
        let page = |path: &str| {
            let response = server.get(path, "");
            (response.header("ETag").map(str::to_owned), response.body)
        };
        let paths = [
            "/data/usd.json",
            "/data/usd/history.csv",
            "/en/data/usd/history.json",
            "/data/usd/chart.svg",
        ];
        let before = paths.map(page);
        let snapshot = server.get("/data.json", "").the("Snapshot-Id").to_owned();
        let not_before = ahead.plus(0);
        fixture.set("v1", "1.71", Some(("1.7299", &not_before)));
        fixture.reload(&server, "v1");
        assert_eq!(paths.map(page), before);
        assert_eq!(
            server.get("/data.json", "").the("Snapshot-Id"),
            snapshot,
            "the same bytes as without the row"
        );
        let left = (ahead.instant - now()).num_seconds() + 1;
        // That something comes is all that caches are told.
        let kept = server.get("/data.json", "").the("Cache-Control").to_owned();
        let seconds = kept
            .strip_prefix("public, max-age=")
            .and_then(|rest| rest.split(',').next());
        assert!(
            seconds.unwrap().parse::<i64>().unwrap() <= left && !kept.contains("stale"),
            "{kept}"
        );
        for path in ["/status.json", "/metrics"] {
            assert!(
                !server.text(path).contains("1.7299") && !server.text(path).contains(&not_before),
                "{path}"
            );
        }

        let (said, line) = comes(&server, ahead);
        assert!(
            said.iter()
                .all(|line| line.contains("[DEBUG]") || !line.contains("embargo")),
            "{said:?}"
        );
        assert!(
            line.contains("live: v1: ") && line.contains("; rows embargoed until 20"),
            "{line}"
        );
        assert_eq!(served(&server), pair("v1", "1.7299"));
        assert!(
            paths
                .map(page)
                .iter()
                .zip(&before)
                .all(|(now, before)| now != before)
        );
        // A reload and a start serve what is public.
        fixture.reload(&server, "v1");
        assert_eq!(served(&server), pair("v1", "1.7299"));
        assert_eq!(served(&fixture.serve()), pair("v1", "1.7299"));
    });
}

#[test]
fn a_start_before_the_instant_keeps_the_row_back() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        fixture.set("v1", "1.71", Some(("1.72", &ahead.plus(0))));
        let server = fixture.serve();
        assert_eq!(served(&server), pair("v1", "1.71"));
        comes(&server, ahead);
        assert_eq!(served(&server), pair("v1", "1.72"));
    });
}

/// An indicator all of whose rows are under embargo, and a key that is unknown, get the same answer.
#[test]
fn an_indicator_without_a_public_row_does_not_exist() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let instant = ahead.plus(0);
        fixture.write(
            "indicators/usd.csv",
            format!("date,value,not_before\n2026-10-20,1.7,{instant}\n2026-11-20,1.71,{instant}\n"),
        );
        let server = fixture.serve();
        let answer = |key: &str| {
            let response = server.get(&format!("/data/{key}.json"), "");
            (
                response.status,
                response.undated(),
                String::from_utf8(response.body).unwrap(),
            )
        };
        assert_eq!(answer("usd"), answer("xyz"));
        assert!(!server.text("/en/data.json").contains("usd"));
        comes(&server, ahead);
        assert_eq!(answer("usd").0, 200);
        assert!(server.text("/en/data.json").contains("\"usd\""));
    });
}

/// A state that was built ahead for one release is never served once another is in service, and no row of both is lost.
#[test]
fn a_reload_just_before_the_instant_keeps_the_release_that_it_brought() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let instant = ahead.plus(0);
        fixture.set("v1", "1.71", Some(("1.72", &instant)));
        // Ten seconds before the instant, or later: its pages are built at once.
        let server = fixture.serve();
        fixture.set("v2", "1.81", Some(("1.82", &instant)));
        fixture.reload(&server, "v2");
        assert_eq!(served(&server), pair("v2", "1.81"));
        let (said, line) = comes(&server, ahead);
        assert!(line.contains("live: v2: "), "{line}");
        assert!(
            said.iter().all(|line| !line.contains("live: v1")),
            "{said:?}"
        );
        assert_eq!(served(&server), pair("v2", "1.82"));
    });
}

#[test]
fn a_row_that_is_taken_away_or_moved_does_not_come_at_its_former_instant() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let (first, second) = (ahead.plus(0), ahead.plus(2));
        fixture.set("v1", "1.71", Some(("1.72", &first)));
        let server = fixture.serve();
        fixture.set("v2", "1.71", Some(("1.73", &second)));
        fixture.reload(&server, "v2");
        comes(&server, ahead);
        assert_eq!(served(&server), pair("v2", "1.73"));
        let now = rfc3339(now());
        assert!(now >= second, "{now} {second}");
    });
}

/// A reload some seconds before a status turns is not undone by the pages that were built ahead for it.
#[test]
fn a_status_that_turns_brings_no_former_release_back() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let checked_at = ahead.plus(-48 * 3600);
        fixture.write(
            "checks.csv",
            format!("source,checked_at,error\nbank,{checked_at},\n"),
        );
        let server = fixture.serve();
        fixture.set("v2", "1.9", None);
        fixture.reload(&server, "v2");
        ahead.comes();
        let (_, line) = server.wait_for("statuses changed: ");
        assert!(line.contains("statuses changed: v2: "), "{line}");
        assert_eq!(served(&server), pair("v2", "1.9"));
    });
}

/// A dataset that is refused leaves what is served, and what comes next.
#[test]
fn a_bad_release_leaves_what_comes_next() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let instant = ahead.plus(0);
        fixture.set("v1", "1.71", Some(("1.72", &instant)));
        let server = fixture.serve();
        fixture.set("v2", "1.71", Some(("1,7399", &instant)));
        server.signal("HUP");
        let (said, line) = server.wait_for("reload: refused");
        assert!(
            line.contains("still serving v1") && line.contains("indicators/usd.csv:4"),
            "{line}"
        );
        let (more, _) = comes(&server, ahead);
        let lines = said
            .iter()
            .chain([&line])
            .chain(&more)
            .filter(|line| !line.contains("[DEBUG]"));
        lines.for_each(|line| assert!(!line.contains("7399") && !line.contains("1.72"), "{line}"));
        assert_eq!(served(&server), pair("v1", "1.72"));
    });
}

/// A rollback takes rows away like any others, and brings those of the release that it goes to.
#[test]
fn after_a_rollback_rows_come_of_the_release_in_service_alone() {
    before_an_instant(|ahead| {
        let fixture = DatasetFixture::with_v1();
        let store = fixture.dir.join("store");
        let name = store.to_str().unwrap();
        let publish = || {
            let command = [
                "publish",
                "--yes",
                fixture.dataset.to_str().unwrap(),
                "--new-store",
                "--store",
                name,
            ];
            let (code, _, stderr) =
                outcome(&[&command[..], &["--allow", "future", "--allow", "early"]].concat());
            assert_eq!(code, 0, "{stderr}");
        };

        let serve = || Server::serve(&["--log-level", "debug", "--store", name]);
        publish();
        fixture.set("v2", "1.72", Some(("1.78", &ahead.plus(2))));
        publish();
        fixture.set("v3", "1.73", Some(("1.79", &ahead.plus(0))));
        publish();
        let server = serve();
        assert_eq!(served(&server), pair("v3", "1.73"));
        let (code, _, stderr) = outcome(&["rollback", "--store", name]);
        assert_eq!(code, 0, "{stderr}");
        server.signal("HUP");
        server.line("reload: v2");
        assert_eq!(served(&server), pair("v2", "1.72"));
        let (said, line) = comes(&server, ahead);
        assert!(line.contains("live: v2: "), "{line}");
        assert!(said.iter().all(|line| !line.contains("live: ")), "{said:?}");
        assert_eq!(served(&server), pair("v2", "1.78"));
    });
}
