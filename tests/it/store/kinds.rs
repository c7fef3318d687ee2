//! Each kind of case that decision 27.3 adds: needed, named, and passed with its word.

use chrono::Datelike;

use crate::support::store::{StoreFixture, listed_cases};
use crate::support::{for_each, in_seconds, outcome, write};

/// A case: the files before, an edit of one, the kinds of cases that it needs, and what is said of the first.
struct Case {
    before: &'static [(&'static str, &'static str)],
    edit: (&'static str, &'static str, &'static str),
    said: &'static str,
}

const TOTAL: (&str, &str) = (
    "indicators/wage.json",
    r#"{ "name": { "ru": "С", "en": "T" }, "unit": "azn", "periodType": "year_to_date", "source": "bank" }"#,
);
const RATE: &str =
    r#""unit": "azn", "periodType": "effective_from", "measure": "rate", "source": "bank""#;

impl StoreFixture {
    fn with(files: &[(&str, &str)]) -> Self {
        let fixture = StoreFixture::new();
        for (file, text) in files {
            fixture.write(file, text);
        }
        fixture
    }

    fn cases(&self, more: &[&str]) -> (i32, Vec<String>) {
        let (code, _, stderr) = self.publish(more);
        (
            code,
            listed_cases(&stderr)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        )
    }

    /// Refused with this case alone, and published with its kind.
    #[track_caller]
    fn asks(&self, said: &str) {
        assert_eq!(self.cases(&[]), (1, vec![said.to_owned()]));
        let kind = said.split([' ', ':']).next().unwrap();
        assert_eq!(self.cases(&["--allow", kind]), (0, Vec::new()), "{said}");
    }
}

fn each(cases: &[Case]) {
    for_each(
        cases,
        |Case {
             before,
             edit: (file, from, to),
             said,
         }| {
            let fixture = StoreFixture::with(before);
            let (code, cases) = fixture.cases(&[]);
            assert_eq!(code, 0, "{said}: {cases:?}");
            fixture.replace(file, from, to);
            fixture.asks(said);
        },
    );
}

#[test]
fn a_revision_that_does_not_count_or_is_early() {
    const WAGE: &str = "indicators/wage.csv";
    let revised = &[(WAGE, "date,value,published\n2026-10,1103.8,2026-11-14\n")][..];
    each(&[
        Case {
            before: revised,
            edit: (
                WAGE,
                "1103.8,",
                "1103.8,2026-11-14\n2026-10,1099,2026-11-10\n2026-09,1098,",
            ),
            said: "history wage 2026-10-31: the revision 1099 (`published` 2026-11-10) has no effect: the later one, 1103.8 (2026-11-14), applies",
        },
        Case {
            before: revised,
            edit: (WAGE, "2026-10,1103.8", "2026-10,1099,\n2026-10,1103.8"),
            said: "history wage 2026-10-31: the revision 1099 (`published` -) has no effect: the later one, 1103.8 (2026-11-14), applies",
        },
        Case {
            before: &[(WAGE, "date,value,published\n2026-09,1100,2026-10-14\n")],
            edit: (
                WAGE,
                "2026-10-14\n",
                "2026-10-14\n2026-10,1103.8,2026-10-30\n",
            ),
            said: "history wage 2026-10-31: 1103.8 was published on 2026-10-30, before the end of its period",
        },
    ]);
}

#[test]
fn a_total_that_falls_within_its_year() {
    const WAGE: &str = "indicators/wage.csv";
    each(&[
        Case {
            before: &[TOTAL, (WAGE, "date,value\n2026-08,80\n2026-09,90\n")],
            edit: (WAGE, "2026-09,90\n", "2026-09,90\n2026-10,89.9\n"),
            said: "order wage 2026-10-31: the total since January falls: 90 (2026-09-30) → 89.9 (2026-10-31)",
        },
        Case {
            before: &[TOTAL, (WAGE, "date,value\n2026-08,80\n2026-10,90\n")],
            edit: (WAGE, "2026-10,90\n", "2026-09,91\n2026-10,90\n"),
            said: "order wage 2026-09-30: the total since January falls: 91 (2026-09-30) → 90 (2026-10-31)",
        },
    ]);

    for rows in ["2025-12,90\n2026-01,8\n", "2026-08,-80\n2026-09,-90\n"] {
        let fixture = StoreFixture::with(&[TOTAL, (WAGE, &format!("date,value\n{rows}"))]);
        assert_eq!(
            fixture.cases(&[]),
            (0, Vec::new()),
            "another year, and a balance: {rows}"
        );
    }

    let fixture = StoreFixture::with(&[TOTAL, (WAGE, "date,value\n2026-08,80\n2026-09,70\n")]);
    fixture.asks(
        "order wage 2026-09-30: the total since January falls: 80 (2026-08-31) → 70 (2026-09-30)",
    );
}

/// A rate, and the corridor of which the other one is an end.
fn corridor(limits: &str, rate: &str, end: &str) -> StoreFixture {
    let definition =
        |limits: &str| format!(r#"{{ "name": {{ "ru": "С", "en": "R" }}, {RATE}{limits} }}"#);
    StoreFixture::with(&[
        ("indicators/usd.json", &definition(limits)),
        ("indicators/usd.csv", &format!("date,value\n{rate}")),
        ("indicators/wage.json", &definition("")),
        ("indicators/wage.csv", &format!("date,value\n{end}")),
    ])
}

#[test]
fn what_definitions_exclude() {
    let below = r#", "below": "wage""#;
    let fixture = corridor(below, "2026-01-01,7\n", "2026-01-01,8\n2026-06-01,7\n");
    assert_eq!(
        fixture.cases(&[]),
        (0, Vec::new()),
        "as high as the other one"
    );
    fixture.replace(
        "indicators/usd.csv",
        "2026-01-01,7\n",
        "2026-01-01,7\n2026-07-01,7.5\n",
    );
    fixture.asks(
        "order usd 2026-07-01: 7.5 is above `wage` (7); if both change, `import` them in one table",
    );
    fixture.replace(
        "indicators/wage.csv",
        "2026-06-01,7\n",
        "2026-06-01,7\n2026-08-01,7.4\n",
    );
    fixture
        .asks("order usd 2026-08-01: 7.5 is above `wage` (7.4); if both change, `import` them in one table");
    let fixture = corridor(below, "2026-01-01,7\n", "2026-01-01,6\n");
    fixture.asks("order usd 2026-01-01: 7 is above `wage` (6)");
}

#[test]
fn dates_that_are_unlikely() {
    const USD: &str = "indicators/usd.csv";
    let fixture = StoreFixture::new();
    let first = chrono::NaiveDate::from_ymd_opt(2026, 10, 5).unwrap();
    let days = first
        .iter_days()
        .filter(|day| day.weekday().number_from_monday() < 6)
        .take(20);
    let rows: String = days.map(|day| format!("{day},1.7\n")).collect();
    fixture.write(USD, format!("date,value\n{rows}"));
    assert_eq!(fixture.cases(&[]), (0, Vec::new()));
    let add = |row: &str| fixture.replace(USD, "date,value\n", &format!("date,value\n{row}"));
    add("2026-11-01,1.7\n");
    fixture.asks(
        "date usd 2026-11-01: 1.7 is for a weekday on which this series has had no observations",
    );
    add("2026-01-06,1.7\n");
    assert_eq!(fixture.cases(&["--dry-run"]), (0, Vec::new()), "299 days");
    add("2026-01-05,1.7\n2024-10-30,1.7\n");
    fixture.asks("date usd 2024-10-30: 2 rows dated long before the last public one (2026-11-01)");
}

#[test]
fn what_makes_figures_look_better_than_they_are() {
    const DATASET: &str = "dataset.json";
    const CALENDAR: (&str, &str) = (
        "calendar.csv",
        "release,date\nwages,2062-12-01\nwages,2020-12-01\n",
    );

    const FOLLOWED: (&str, &str) = (
        "indicators/wage.json",
        r#"{ "name": { "ru": "З", "en": "W" }, "unit": "azn", "periodType": "monthly", "source": "bank", "release": "wages",
             "plausible": { "min": "1", "max": "5000" } }"#,
    );

    each(&[
        Case {
            before: &[],
            edit: (
                DATASET,
                "\"staleAfterHours\": 48",
                "\"staleAfterHours\": 480",
            ),
            said: "status: `staleAfterHours` of source `bank`: 48 → 480",
        },
        Case {
            before: &[],
            edit: (DATASET, ", \"staleAfterHours\": 48", ""),
            said: "status: `staleAfterHours` of source `bank`: 48 → -",
        },
        Case {
            before: &[],
            edit: (DATASET, "\"verified\"", "\"seed\""),
            said: "status: sourceStatus: verified → seed",
        },
        Case {
            before: &[],
            edit: (
                "indicators/usd.json",
                "\"unit\"",
                "\"sourceStatus\": \"seed\", \"unit\"",
            ),
            said: "status usd: sourceStatus: verified → seed",
        },
        Case {
            before: &[CALENDAR, FOLLOWED],
            edit: ("indicators/wage.json", "\"min\": \"1\", ", ""),
            said: "status wage: plausible.min: 1 → -",
        },
        Case {
            before: &[CALENDAR, FOLLOWED],
            edit: ("calendar.csv", "2062-12-01", "2062-12-02"),
            said: "status wage: calendar.csv: future publications of `wages` would disappear: 2062-12-01",
        },
    ]);

    let fixture = StoreFixture::with(&[CALENDAR, FOLLOWED]);
    assert_eq!(fixture.cases(&[]), (0, Vec::new()));
    fixture.replace("calendar.csv", "wages,2020-12-01\n", "wages,2062-12-31\n");
    assert_eq!(
        fixture.cases(&[]),
        (0, Vec::new()),
        "what is past may go, and more may come"
    );
}

#[test]
fn a_check_that_lies_ahead_or_is_gone() {
    let fixture = StoreFixture::new();
    let row = |at: &str| format!("source,checked_at,error\nbank,{at},\n");
    let ahead = in_seconds(3600);
    let checks = fixture.dataset.join("checks.csv");
    write(&checks, row(&ahead));
    let (code, cases) = fixture.cases(&[]);
    assert_eq!(
        (code, cases.len()),
        (1, 1),
        "at the first publication: {cases:?}"
    );
    assert!(
        cases[0].starts_with("status: checks.csv: the check of `bank` at 20"),
        "{cases:?}"
    );
    assert!(cases[0].ends_with(" is in the future"), "{cases:?}");
    assert_eq!(fixture.cases(&["--allow", "status"]), (0, Vec::new()));
    fixture.replace("indicators/wage.csv", "1103.8", "1103.9");
    assert_eq!(
        fixture.cases(&[]),
        (0, Vec::new()),
        "what is public already needs no further word"
    );
    write(&checks, row(""));
    let (code, cases) = fixture.cases(&[]);
    assert!(
        code == 1
            && cases[0].starts_with("status: checks.csv: the check of `bank` at ")
            && cases[0].ends_with(" would disappear"),
        "{cases:?}"
    );
    let dataset = fixture.dataset.to_str().unwrap();
    let (code, _, stderr) = outcome(&[
        "checked",
        "bank",
        "--at",
        &ahead,
        "--dataset",
        dataset,
        "--lang",
        "en",
    ]);

    assert_eq!(
        (code, stderr.as_str()),
        (
            1,
            "indicatord: --at is in the future: that check has not been made yet\n"
        )
    );
}
