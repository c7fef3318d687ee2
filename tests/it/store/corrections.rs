//! A wrong figure that is public is corrected by one command, and what was allowed once is not asked again.

use std::fs;

use crate::support::store::StoreFixture;
use crate::support::{outcome, write};

impl StoreFixture {
    /// A fixture whose exchange rate has these rows, which are public.
    fn with_public_rows(rows: &str) -> Self {
        let fixture = StoreFixture::new();
        write(&fixture.dataset.join("indicators/usd.csv"), rows);
        let (code, _, stderr) = fixture.publish(&[]);
        assert_eq!(code, 0, "{stderr}");
        fixture
    }

    fn record(&self, words: &[&str]) -> (i32, String, String) {
        let dataset = self.dataset.to_str().unwrap();
        let more = ["--dataset", dataset, "--lang", "en"];
        self.run(&[&["record", "usd"], words, &more].concat())
    }

    fn rows(&self) -> String {
        fs::read_to_string(self.store.join("current/indicators/usd.csv")).unwrap()
    }
}

#[test]
fn a_public_figure_is_corrected_by_one_command() {
    for (rows, is_revision) in [
        ("date,value\n2026-10-20,1.7\n2026-11-20,1.7\n", false),
        (
            "date,value,published\n2026-10-20,1.7,\n2026-11-20,1.7,\n",
            false,
        ),
        (
            "date,value,published\n2026-10-20,1.7,\n2026-11-20,1.7,2026-11-20\n",
            true,
        ),
        (
            "date,value,published\n2026-10-20,1.7,2026-10-20\n2026-11-18,1.68,2026-11-18\n2026-11-20,1.7,2026-11-20\n",
            true,
        ),
    ] {
        let fixture = StoreFixture::with_public_rows(rows);
        let (code, _, stderr) = fixture.record(&["2026-11-20", "1.71"]);
        assert!(
            code == 2 && stderr.contains("correct it with `record --replace`"),
            "{stderr}"
        );
        let (code, stdout, stderr) = fixture.record(&["2026-11-20", "1.71", "--replace"]);
        assert_eq!(code, 0, "{rows}: {stderr}");
        let said = if is_revision {
            "a revision was recorded"
        } else {
            "corrected in its place"
        };

        assert!(stdout.contains(said), "{rows}: {stdout}");

        let (code, _, stderr) = fixture.publish(&[]);
        assert_eq!(code, 0, "{rows}: {stderr}");
        let public = fixture.rows();
        assert!(public.contains("2026-11-20,1.71"), "{public}");
        assert_eq!(
            public.contains("2026-11-20,1.7,"),
            is_revision,
            "the former value stays: {public}"
        );
    }
}

/// Jumps, slips and dates to come, of figures that were typed and of a table: allowed where they were recorded, they are
/// published without another word.
#[test]
fn what_was_allowed_once_is_not_asked_again() {
    for (date, value, kind) in [
        ("2026-11-21", "17", "jump"),
        ("2026-11-21", "7.1", "jump"),
        ("2999-01-04", "1.7", "future"),
    ] {
        for is_imported in [false, true] {
            let fixture = StoreFixture::with_two_releases();
            let allow = [
                "--allow", "jump", "--allow", "slip", "--allow", kind, "--allow", "date",
            ];
            let table = fixture.dir.join("table.csv");
            write(&table, format!("key,date,value\nusd,{date},{value}\n"));
            let dataset = fixture.dataset.to_str().unwrap();
            let words = if is_imported {
                vec!["import", table.to_str().unwrap()]
            } else {
                vec!["record", "usd", date, value]
            };

            let edit = |more: &[&str]| {
                let store = fixture.store.to_str().unwrap();
                let places = ["--dataset", dataset, "--store", store, "--lang", "en"];
                outcome(&[&words, &places[..], more].concat())
            };
            assert_eq!(edit(&[]).0, 1, "{kind} is asked once");
            assert_eq!(edit(&allow).0, 0, "{:?}", edit(&allow));
            let (code, _, stderr) = fixture.publish(&[]);
            assert_eq!(code, 0, "{kind}: {stderr}");
        }
    }
}

/// The word was given for a row: another value in it, by whatever hand, is asked again.
#[test]
fn another_value_is_asked_again() {
    let fixture = StoreFixture::with_two_releases();
    let allow = ["--allow", "jump", "--allow", "slip"];
    assert_eq!(
        fixture
            .record(&[&["2026-11-21", "17"], &allow[..]].concat())
            .0,
        0
    );
    let path = fixture.dataset.join("indicators/usd.csv");
    let rows = fs::read_to_string(&path).unwrap();
    write(&path, rows.replace("2026-11-21,17", "2026-11-21,170"));
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(code == 1 && stderr.contains("usd 2026-11-21"), "{stderr}");
    write(&path, rows);
    assert_eq!(fixture.publish(&[]).0, 0);
}

/// Input that can be read in one way only is taken, and shown as it was understood.
#[test]
fn dates_and_numbers_are_taken_as_people_write_them() {
    for (date, value, taken) in [
        ("21.11.2026", "1,71", "2026-11-21,1.71"),
        ("2026/11/21", "1.71", "2026-11-21,1.71"),
        ("2026-11-21", "1,70", "2026-11-21,1.70"),
        ("21-11-2026", " 1,71 ", "2026-11-21,1.71"),
    ] {
        let fixture = StoreFixture::with_two_releases();
        let (code, stdout, stderr) = fixture.record(&[date, value]);
        assert_eq!(code, 0, "{date} {value}: {stderr}");
        assert!(stdout.contains("2026-11-21  1.7"), "{stdout}");
        let rows = fs::read_to_string(fixture.dataset.join("indicators/usd.csv")).unwrap();
        assert!(rows.contains(taken), "{rows}");
    }

    let fixture = StoreFixture::with_two_releases();
    for (date, value) in [
        ("11/10/2026", "1.71"),
        ("2026-11-21", "1,711"),
        ("31.11.2026", "1.71"),
    ] {
        assert_eq!(fixture.record(&[date, value]).0, 2, "{date} {value}");
    }
}
