//! Slips of the hand, and rows and texts that change in silence: each needs a word of its own kind.

use crate::support::store::{StoreFixture, listed_cases};
use crate::support::{for_each, write};

const RATES: [&str; 9] = [
    "1.6912", "1.6931", "1.6905", "1.6898", "1.6942", "1.6927", "1.6891", "1.6876", "1.6902",
];

/// Nine days of a rate of exchange are live, published day by day.
fn live() -> StoreFixture {
    let fixture = StoreFixture::new();
    let rows = RATES
        .iter()
        .zip(1..)
        .map(|(rate, day)| format!("2026-11-{day:02},{rate},2026-11-{day:02},unofficial\n"));
    let rows = rows.collect::<String>();
    fixture.write(
        "indicators/usd.csv",
        format!("date,value,published,flag\n{rows}"),
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    fixture.replace("dataset.json", "clean.1", "clean.2");
    fixture
}

/// The refusals of an edit of one file, which pass with their kind.
#[track_caller]
fn needs(file: &str, before: &str, after: &str, cases: &[&str]) {
    let fixture = live();
    fixture.replace(file, before, after);
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!((code, &listed_cases(&stderr)[..]), (1, cases), "{stderr}");
    let words: Vec<&str> = cases
        .iter()
        .flat_map(|case| ["--allow", case.split([' ', ':']).next().unwrap_or_default()])
        .collect();
    assert_eq!(fixture.publish(&words).0, 0, "{words:?}");
}

#[test]
fn a_slip_needs_a_word() {
    let last = "2026-11-09,1.6902,2026-11-09,unofficial\n";
    let far = "further than this series goes in one step (up to 1.03 times)";
    let exchanged = format!(
        "jump usd 2026-11-10: 1.6902 → 1.6092, {far}; two digits may be exchanged (1.6902)"
    );
    let cases = [
        (
            "1.7902",
            format!("jump usd 2026-11-10: 1.6902 → 1.7902, {far}"),
        ),
        ("1.6092", exchanged),
    ];
    for_each(&cases, |(value, case)| {
        let after = format!("{last}2026-11-10,{value},2026-11-10,unofficial\n");
        needs("indicators/usd.csv", last, &after, &[case]);
    });
}

#[test]
fn what_was_published_on_a_day_is_not_rewritten_in_silence() {
    needs(
        "indicators/usd.csv",
        "1.6942",
        "1.6943",
        &[
            "history usd 2026-11-05: 1.6942 → 1.6943 with the same `published` (2026-11-05): this rewrites what was \
           published that day",
        ],
    );

    needs(
        "indicators/usd.csv",
        "1.6942,2026-11-05",
        "1.6942,2025-11-05",
        &[
            "history usd 2026-11-05: 1.6942 was published on 2025-11-05, before the end of its period",
        ],
    );
}

#[test]
fn a_day_of_publication_and_a_check_do_not_go_back_in_silence() {
    needs(
        "indicators/usd.csv",
        "1.6942,2026-11-05",
        "1.6942,",
        &["history usd 2026-11-05: a `published` date would be gone or earlier (observations: 1)"],
    );
    let fixture = live();
    let checks = fixture.dataset.join("checks.csv");
    let text = std::fs::read_to_string(&checks).unwrap();
    let year = text.find("2026-").unwrap();
    write(
        &checks,
        format!("{}2025{}", &text[..year], &text[year + 4..]),
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert!(
        code == 1
            && stderr.contains("  status: checks.csv: the check of `bank` would go back: 2026-"),
        "{stderr}"
    );
}

#[test]
fn doubts_names_and_terms_do_not_change_in_silence() {
    needs(
        "indicators/usd.csv",
        "1.6902,2026-11-09,unofficial",
        "1.6902,2026-11-09,",
        &[
            "status usd 2026-11-09: a flag of doubt would be gone without a new `published` date: unofficial (observations: 1)",
        ],
    );
    let cases = [
        (
            "indicators/usd.json",
            "\"unit\"",
            "\"decimals\": 0, \"unit\"",
            "definition usd: decimals: - → 0",
        ),
        (
            "dataset.json",
            "\"version\"",
            "\"title\": { \"ru\": \"Т\", \"en\": \"T\" }, \"version\"",
            "definition: title (en): - → T",
        ),
    ];

    for_each(&cases, |(file, before, after, what)| {
        let fixture = live();
        fixture.replace(file, before, after);
        let (code, _, stderr) = fixture.publish(&[]);
        assert_eq!(code, 1, "{what}");
        assert!(stderr.contains(&format!("\n  {what}")), "{stderr}");
        assert_eq!(fixture.publish(&["--allow", "definition"]).0, 0);
    });
}
