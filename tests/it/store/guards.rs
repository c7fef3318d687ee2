//! Cases that need an override before they become public: they are refused with a reason, and published with the override.

use std::fs;
use std::process::Command;

use crate::support::store::{StoreFixture, listed_cases};
use crate::support::{for_each, outcome, program, tree, write};

/// A month of the exchange rate, day by day.
fn october(rate: impl Fn(u32) -> String) -> String {
    let rows = (1..=30).map(|day| format!("2026-10-{day:02},{}\n", rate(day)));
    format!("date,value\n{}", rows.collect::<String>())
}

impl StoreFixture {
    /// A release with a month of the exchange rate is in service, and another one has its number.
    fn in_service() -> Self {
        let fixture = StoreFixture::new();
        fixture.write("indicators/usd.csv", october(|_| "1.7".to_owned()));
        let said = "clean.1: 2 indicators, 31 observations; 2 stale\npublished: clean.1, the first release\n";
        assert_eq!(fixture.publish(&[]), (0, said.into(), "".into()));
        fixture.replace("dataset.json", "clean.1", "clean.2");
        fixture
    }

    /// Refused with exactly these cases and this proposal, nothing changed; published with what was proposed.
    #[track_caller]
    fn needs(&self, cases: &[&str], proposal: &str) {
        let before = tree(&self.store);
        let (code, _, stderr) = self.publish(&[]);
        assert_eq!(code, 1, "{cases:?} {stderr}");
        assert_eq!(listed_cases(&stderr), cases);
        assert!(
            stderr.contains(&format!("run the command again with {proposal}\n")),
            "{stderr}"
        );
        assert!(
            tree(&self.store) == before,
            "a refusal has changed the store"
        );
        let words: Vec<&str> = proposal.split(' ').collect();
        let (code, _, stderr) = self.publish(&words);
        assert_eq!(code, 0, "{stderr}");
    }
}

#[test]
fn a_value_that_moves_further_than_values_do() {
    let cases = [
        ("2026-10-31,17.1", "1.7 → 17.1, a fivefold change or more"),
        ("2026-10-31,0.16", "1.7 → 0.16, a fivefold change or more"),
        ("2026-10-31,0", "0, but this series has never been zero"),
        (
            "2026-10-31,-1.7",
            "-1.7: this series would change sign for the first time",
        ),
    ];

    for_each(&cases, |(row, what)| {
        let fixture = StoreFixture::in_service();
        fixture.replace(
            "indicators/usd.csv",
            "2026-10-30,1.7\n",
            &format!("2026-10-30,1.7\n{row}\n"),
        );
        fixture.needs(
            &[&format!("jump usd 2026-10-31: {what}")],
            "--allow jump=usd",
        );
    });

    // The series has moved by nothing: three per cent are let pass.
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,1.7\n",
        "2026-10-30,1.7\n2026-10-31,1.751\n",
    );
    assert_eq!(fixture.publish(&["--dry-run"]).0, 0, "three per cent");
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-31,1.751\n",
        "2026-10-31,1.7528\n",
    );
    let case = "jump usd 2026-10-31: 1.7 → 1.7528, further than this series goes in one step (up to 1.03 times)";
    fixture.needs(&[case], "--allow jump=usd");
}

#[test]
fn a_balance_is_held_against_its_usual_step() {
    let fixture = StoreFixture::in_service();
    let balance = october(|day| ["60.5", "-3.5", "-58.4", "0.2"][day as usize % 4].to_owned());
    fixture.write("indicators/usd.csv", balance);
    assert_eq!(
        fixture
            .publish(&["--allow", "jump", "--allow", "slip", "--allow", "revision"])
            .0,
        0
    );
    fixture.replace("dataset.json", "clean.2", "clean.3");
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,-58.4\n",
        "2026-10-30,-58.4\n2026-10-31,0.1\n",
    );
    assert_eq!(
        fixture.publish(&[]).0,
        0,
        "near zero any factor is as usual"
    );
    fixture.replace("dataset.json", "clean.3", "clean.4");
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-31,0.1\n",
        "2026-10-31,0.1\n2026-11-01,605\n",
    );
    let case =
        "jump usd 2026-11-01: 0.1 → 605, further than this series goes in one step (up to 241)";
    fixture.needs(&[case], "--allow jump=usd");
}

#[test]
fn what_has_no_observation_before_it_is_held_against_what_it_has() {
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-01,1.7\n",
        "2026-09-30,170\n2026-10-01,1.7\n",
    );
    fixture.needs(
        &["jump usd 2026-09-30: 1.7 → 170, a fivefold change or more"],
        "--allow jump=usd",
    );
    let fixture = StoreFixture::in_service();
    fixture.replace("indicators/wage.csv", "1103.8", "11038.1");
    fixture.needs(
        &["jump wage 2026-10-31: 1103.8 → 11038.1, a fivefold change or more"],
        "--allow jump=wage",
    );
}

#[test]
fn what_was_public_would_be_gone() {
    let fixture = StoreFixture::in_service();
    fixture.replace("indicators/usd.csv", "2026-10-30,1.7\n", "");
    fixture.needs(
        &["loss usd 2026-10-30: 1.7 was published and would disappear"],
        "--allow loss=usd",
    );
    let fixture = StoreFixture::in_service();
    fixture.replace("dataset.json", ", \"wage\"", "");
    fs::remove_file(fixture.dataset.join("indicators/wage.json")).unwrap();
    fs::remove_file(fixture.dataset.join("indicators/wage.csv")).unwrap();
    fixture.needs(
        &["loss wage: the indicator was published and would disappear"],
        "--allow loss=wage",
    );
}

#[test]
fn many_values_change_without_a_word_of_their_source() {
    let revised = |count: u32| october(|day| if day <= count { "171" } else { "170" }.to_owned());
    let live = || {
        let fixture = StoreFixture::in_service();
        fixture.write("indicators/usd.csv", revised(0));
        let (code, _, stderr) = fixture.publish(&["--allow", "jump", "--allow", "revision"]);
        assert_eq!(code, 0, "{stderr}");
        fixture.replace("dataset.json", "clean.2", "clean.3");
        fixture
    };
    let fixture = live();
    fixture.write("indicators/usd.csv", revised(4));
    fixture.needs(
        &["revision usd: published values that would change without a new `published` date: 4 of 30"],
        "--allow revision=usd",
    );
    let fixture = live();
    fixture.write("indicators/usd.csv", revised(3));
    assert_eq!(fixture.publish(&[]).0, 0, "three may be corrected");
    let fixture = live();
    let published = revised(4)
        .replace("date,value", "date,value,published")
        .replace("171\n", "171,2026-11-02\n");
    fixture.write("indicators/usd.csv", published.replace("170\n", "170,\n"));
    assert_eq!(fixture.publish(&[]).0, 0, "the source has revised them");
}

#[test]
fn what_the_figures_are_figures_of() {
    let cases = [
        (
            "dataset.json",
            "\"en\": \"AZN\"",
            "\"en\": \"AZN mn\"",
            "definition usd: unit (en): AZN → AZN mn",
        ),
        (
            "indicators/usd.json",
            "daily",
            "point_in_time",
            "definition usd: period type: daily → point_in_time",
        ),
        (
            "indicators/usd.json",
            "rate",
            "index",
            "definition usd: measure: rate → index",
        ),
        (
            "dataset.json",
            "Fixture Bank",
            "Other Bank",
            "definition usd: source (en): Fixture Bank → Other Bank",
        ),
        (
            "dataset.json",
            "\"staleAfterHours\"",
            "\"url\": \"https://bank.example/\", \"staleAfterHours\"",
            "definition usd: source URL: - → https://bank.example/",
        ),
        (
            "dataset.json",
            "\"verified\"",
            "\"verifyed\"",
            "definition usd: status: verified → unknown",
        ),
    ];

    for_each(&cases, |(file, before, after, what)| {
        let fixture = StoreFixture::in_service();
        fixture.replace(file, before, after);
        let (code, _, stderr) = fixture.publish(&[]);
        assert_eq!(code, 1, "{what}");
        assert!(stderr.contains(&format!("\n  {what}\n")), "{stderr}");
        assert_eq!(fixture.publish(&["--allow", "definition"]).0, 0);
    });
    let fixture = StoreFixture::new();
    fixture.replace("indicators/wage.json", "monthly", "month_end");
    fixture.replace("indicators/wage.csv", "2026-10", "2026-09");
    assert_eq!(fixture.publish(&[]).0, 0);
    fixture.replace("dataset.json", "clean.1", "clean.2");
    fixture.replace(
        "indicators/wage.json",
        "\"month_end\"",
        "\"month_end\", \"frequency\": \"Q\"",
    );
    fixture.needs(
        &["definition wage: frequency: - → Q"],
        "--allow definition=wage",
    );
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "dataset.json",
        "\"utcOffset\": \"+04:00\"",
        "\"utcOffset\": \"+05:00\"",
    );
    fixture.needs(
        &["definition: utcOffset: +04:00 → +05:00"],
        "--allow definition",
    );
}

#[test]
fn a_row_of_another_unit() {
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "dataset.json",
        "\"units\": {",
        "\"units\": { \"pc\": { \"ru\": \"%\", \"en\": \"%\" },",
    );
    write(
        &fixture.dataset.join("indicators/wage.csv"),
        "date,value,unit\n2026-09,1100,\n2026-10,1103.8,pc\n",
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  definition wage: unit code: azn → pc\n"),
        "{stderr}"
    );
}

#[test]
fn days_that_are_still_to_come() {
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,1.7\n",
        "2026-10-30,1.7\n2062-10-31,1.7\n",
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  future usd 2062-10-31: the period ends on 2062-10-31, but today is "),
        "{stderr}"
    );
    assert_eq!(
        fixture.publish(&["--allow", "future=wage"]).0,
        1,
        "allowed of another indicator"
    );
    assert_eq!(fixture.publish(&["--allow", "future=usd"]).0, 0);
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,1.7\n",
        "2026-10-30,1.71\n",
    );
    assert_eq!(
        fixture.publish(&[]).0,
        0,
        "what is public already needs no further word"
    );
}

#[test]
fn the_as_of_instant_keeps_its_order() {
    let fixture = StoreFixture::in_service();
    let row = "2026-10-30,1.7\n2026-10-31,1.7\n";
    fixture.replace("indicators/usd.csv", "2026-10-30,1.7\n", row);
    fixture.replace("dataset.json", "2026-11-20T09", "2026-11-19T09");
    fixture.needs(
        &["as-of: `asOf` 2026-11-19T09:00:00+04:00 is earlier than that of the live release (2026-11-20T09:00:00+04:00)"],
        "--allow as-of",
    );
    let fixture = StoreFixture::in_service();
    fixture.replace("indicators/usd.csv", "2026-10-30,1.7\n", row);
    fixture.replace("dataset.json", "2026-11-20T09", "2062-11-20T09");
    fixture.needs(
        &["as-of: `asOf` 2062-11-20T09:00:00+04:00 is in the future"],
        "--allow as-of",
    );
    let fixture = StoreFixture::in_service();
    fixture.replace("dataset.json", "2026-11-20T09", "2026-11-20T01");
    fixture.write(
        "indicators/wage.csv",
        "date,value,published\n2026-10,1103.8,2026-11-21\n",
    );
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("is earlier than the latest `published` (2026-11-21)"),
        "{stderr}"
    );
}

#[test]
fn a_first_publication_needs_a_word_for_the_future_only() {
    let fixture = StoreFixture::new();
    fixture.edit("clean.1", "2026-10-29,0\n2026-10-30,170\n2062-10-31,-1.7\n");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert_eq!(
        stderr.lines().filter(|line| line.starts_with("  ")).count(),
        1,
        "{stderr}"
    );
    assert!(stderr.contains("\n  future usd 2062-10-31: "), "{stderr}");
}

#[test]
fn a_word_that_is_none_is_refused() {
    let fixture = StoreFixture::in_service();
    let (code, _, stderr) = fixture.publish(&["--allow", "jmup=usd"]);
    assert_eq!(
        (code, stderr.as_str()),
        (
            1,
            "indicatord: --allow: unknown kind `jmup`: did you mean `jump`?\n"
        )
    );
}

#[test]
fn an_edit_of_a_file_needs_the_same_words() {
    let fixture = StoreFixture::in_service();
    let dataset = fixture.dataset.to_str().unwrap();
    let record = |more: &[&str]| {
        let arguments = ["record", "usd", "2026-10-31", "17.7", "--dataset", dataset];
        outcome(&[&arguments[..], more].concat())
    };
    let before = tree(&fixture.dataset);
    let (code, _, stderr) = record(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  jump usd 2026-10-31: 1.7 → 17.7, a fivefold change or more\n"),
        "{stderr}"
    );
    assert!(tree(&fixture.dataset) == before);
    assert_eq!(record(&["--allow", "jump=usd"]).0, 0);
}

/// A row that a rollback took out of service comes back with an override only, and the refusal does not propose it.
#[test]
fn what_was_withdrawn_comes_back_with_a_word() {
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,1.7\n",
        "2026-10-30,1.7\n2026-10-31,1.72\n",
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    let rollback = [
        "rollback",
        "--lang",
        "en",
        "--dataset",
        fixture.dataset.to_str().unwrap(),
    ];
    let (code, stdout, stderr) = fixture.run(&rollback);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("- usd  2026-10-31  1.72"),
        "the difference is shown: {stdout}"
    );
    assert!(
        stderr.contains("the withdrawn row usd 2026-10-31 1.72 is still here"),
        "{stderr}"
    );
    fixture.replace("indicators/wage.csv", "1103.8", "1103.9");
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  withdrawn usd 2026-10-31: 1.72 was withdrawn by a rollback\n"),
        "{stderr}"
    );
    assert!(
        !stderr.contains("--allow withdrawn") && stderr.contains("withdrawn: allow only"),
        "{stderr}"
    );
    // Another value of the same date is another row.
    fixture.replace("indicators/usd.csv", "2026-10-31,1.72", "2026-10-31,1.71");
    assert_eq!(fixture.publish(&["--dry-run"]).0, 0);
    fixture.replace("indicators/usd.csv", "2026-10-31,1.71", "2026-10-31,1.72");
    assert_eq!(fixture.publish(&["--allow", "withdrawn=usd"]).0, 0);
    fixture.replace("indicators/wage.csv", "1103.9", "1104.1");
    assert_eq!(fixture.publish(&[]).0, 0, "it is in service again");
}

#[test]
fn a_rollback_looks_for_its_rows_in_the_directory_that_the_environment_names() {
    let fixture = StoreFixture::in_service();
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-30,1.7\n",
        "2026-10-30,1.7\n2026-10-31,1.72\n",
    );
    assert_eq!(fixture.publish(&[]).0, 0);
    let mut rollback = Command::new(program());
    rollback
        .args(["rollback", "--lang", "en", "--no-reload", "--store"])
        .arg(&fixture.store);
    let output = rollback
        .env("INDICATORD_DATASET", &fixture.dataset)
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(
        stderr.contains("the withdrawn row usd 2026-10-31 1.72 is still here"),
        "{stderr}"
    );
}

/// An embargo holds in a rollback as well: the emergency brake shows a row before its instant with a word only.
#[test]
fn a_rollback_does_not_end_an_embargo() {
    let fixture = StoreFixture::in_service();
    let rows = "date,value,not_before\n2026-10-29,1.7,\n2026-10-30,1.7,2062-01-01T00:00:00Z\n";
    fixture.write("indicators/usd.csv", rows);
    let (code, _, stderr) = fixture.publish(&["--allow", "loss"]);
    assert_eq!(code, 0, "{stderr}");
    let rollback = |more: &[&str]| fixture.run(&[&["rollback", "--lang", "en"], more].concat());
    let (code, _, stderr) = rollback(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("\n  early usd 2026-10-30: ") && !stderr.contains("--allow early"),
        "{stderr}"
    );
    let (code, _, stderr) = rollback(&["--allow", "early=usd"]);
    assert_eq!(code, 0, "{stderr}");
}

/// A revision that waits, and is taken out by a rollback: its figure is not for readers before the instant, whatever day of
/// publication it is given; another one corrects what is public.
#[test]
fn the_embargo_of_a_revision_outlasts_a_rollback() {
    let fixture = StoreFixture::in_service();
    let rows =
        |revision: &str| format!("date,value,published,not_before\n2026-10-30,1.7,,\n{revision}");
    let write_usd = |revision: &str| fixture.write("indicators/usd.csv", rows(revision));
    write_usd("2026-10-30,1.71,,2062-01-01T00:00:00Z\n");
    let (code, _, stderr) = fixture.publish(&["--allow", "loss"]);
    assert_eq!(code, 0, "{stderr}");
    let (code, _, stderr) = fixture.run(&["rollback", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    for (revision, is_early) in [
        ("2026-10-30,1.71,2026-11-02,\n", true),
        ("2026-10-30,1.71,2061-01-01,2061-01-01T00:00:00Z\n", true),
        ("2026-10-30,1.72,2026-11-02,\n", false),
        ("2026-10-30,1.71,,2062-01-01T00:00:00Z\n", false),
        ("", false),
    ] {
        write_usd(revision);
        let (_, _, stderr) = fixture.publish(&["--dry-run"]);
        let said = stderr.contains("  early usd 2026-10-30: embargoed until 2062-01-01");
        assert_eq!(said, is_early, "{revision}: {stderr}");
    }
}

/// A rollback takes a row out with its embargo, which holds all the same when the row comes back.
#[test]
fn an_embargo_outlasts_a_rollback() {
    let fixture = StoreFixture::in_service();
    let write_usd = |rows: &str| fixture.write("indicators/usd.csv", embargoed(rows));
    write_usd("2026-10-31,1.71,2062-01-01T00:00:00Z\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    let (code, _, stderr) = fixture.run(&["rollback", "--lang", "en"]);
    assert_eq!(code, 0, "{stderr}");
    let early = |rows: &str| {
        write_usd(rows);
        let (code, _, stderr) =
            fixture.publish(&["--dry-run", "--allow", "future", "--allow", "withdrawn"]);
        assert_eq!(
            code == 1,
            stderr.contains("  early usd 2026-10-31: embargoed until 2062-01-01"),
            "{stderr}"
        );
        assert!(!stderr.contains("--allow early"), "{stderr}");
        code == 1
    };

    assert!(early("2026-10-31,1.71,\n"), "at once");
    assert!(
        early("2026-10-31,1.72,2061-01-01T00:00:00Z\n"),
        "sooner, and another value"
    );
    assert!(
        !early("2026-10-31,1.71,2062-01-01T00:00:00Z\n"),
        "as it was"
    );
    assert!(!early(""), "never");
    write_usd("2026-10-31,1.71,2061-01-01T00:00:00Z\n");
    assert_eq!(fixture.publish(&["--allow", "early=usd"]).0, 0);
    fixture.replace("indicators/wage.csv", "1103.8", "1104.1");
    assert_eq!(
        fixture.publish(&[]).0,
        0,
        "the live release has the row now"
    );
}

/// Rows beside a revision that waits: what is compared is what changed.
#[test]
fn a_waiting_revision_is_compared_with_what_changed_beside_it() {
    let fixture = StoreFixture::in_service();
    let october = |rows: &str| {
        let public =
            october(|_| "1.7".to_owned()).replace("date,value", "date,value,published,not_before");
        let (header, public) = public.split_once('\n').unwrap();
        let text = format!("{header}\n{}{rows}", public.replace('\n', ",,\n"));
        fixture.write("indicators/usd.csv", text);
    };
    let needs = |rows: &str| {
        october(rows);
        let (_, _, stderr) =
            fixture.publish(&["--dry-run", "--allow", "history", "--allow", "revision"]);
        let cases = listed_cases(&stderr).into_iter();
        cases
            .map(|case| case.split(':').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };

    let waiting = "2026-10-30,1.71,,2062-01-01T00:00:00Z\n";
    for (beside, cases) in [
        // The figure itself would be public at once, in the release that places it under embargo.
        (
            "2026-10-30,1.71,2026-11-01,\n",
            &["early usd 2026-10-30"][..],
        ),
        (
            "2026-10-30,1.71,,2061-01-01T00:00:00Z\n",
            &["early usd 2026-10-30"],
        ),
        // Another value, published before it, corrects what is public.
        ("2026-10-30,1.69,2026-11-01,\n", &[]),
        ("", &[]),
    ] {
        assert_eq!(needs(&format!("{beside}{waiting}")), cases, "{beside}");
    }

    // Two rows that wait already do so until they change, whatever else is published.
    let two = format!("2026-10-30,1.71,,2061-01-01T00:00:00Z\n{waiting}");
    october(&two);
    let (code, _, stderr) = fixture.publish(&["--allow", "early=usd"]);
    assert_eq!(code, 0, "{stderr}");
    fixture.replace("indicators/wage.csv", "1103.8", "1104.1");
    assert_eq!(needs(&two), [""; 0]);
    assert_eq!(needs(waiting), ["loss usd 2026-10-30"], "one of two");
    assert_eq!(
        needs(&format!("2026-10-30,1.69,2026-11-01,\n{waiting}")),
        ["loss usd 2026-10-30"]
    );
}

/// The rows of the exchange rate: what is public, and this under embargo.
fn embargoed(rows: &str) -> String {
    let public = october(|_| "1.7".to_owned()).replace("date,value", "date,value,not_before");
    let (header, public) = public.split_once('\n').unwrap();
    format!("{header}\n{}{rows}", public.replace('\n', ",\n"))
}

#[test]
fn a_row_under_embargo_is_judged_as_of_its_instant_and_listed_apart() {
    let fixture = StoreFixture::in_service();
    let write_usd = |rows: &str| fixture.write("indicators/usd.csv", embargoed(rows));
    // A jump, and a day that has not come at the instant; the second is compared with the first.
    write_usd("2061-12-30,18,2062-01-01T00:00:00Z\n2062-02-01,18.1,2062-01-01T00:00:00Z\n");
    let before = tree(&fixture.store);
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!(
        (code, listed_cases(&stderr)),
        (
            1,
            vec![
                "jump usd 2061-12-30: 1.7 → 18, a fivefold change or more",
                "future usd 2062-02-01: the period ends on 2062-02-01, but today is 2062-01-01"
            ]
        ),
        "{stderr}"
    );

    assert!(tree(&fixture.store) == before);
    let listed: Vec<&str> = stdout
        .lines()
        .skip_while(|line| !line.starts_with("embargoed rows"))
        .skip(1)
        .collect();
    assert_eq!(
        listed,
        [
            "    indicators/usd.csv: 2061-12-30  18, previously 1.7 (2026-10-30), +958.82%, embargoed until 2062-01-01T04:00:00+04:00",
            "    indicators/usd.csv: 2062-02-01  18.1, previously 18 (2061-12-30), +0.56%, embargoed until 2062-01-01T04:00:00+04:00"
        ]
    );
    let (code, _, stderr) = fixture.publish(&["--allow", "jump", "--allow", "future"]);
    assert_eq!(code, 0, "{stderr}");
    // On the next day nothing is new of them.
    fixture.replace("indicators/wage.csv", "1103.8", "1103.9");
    let (code, stdout, stderr) = fixture.publish(&[]);
    assert_eq!(code, 0, "{stderr}");
    assert!(!stdout.contains("embargoed until"), "{stdout}");
}

#[test]
fn a_row_is_public_before_the_end_of_its_embargo_with_a_word_only() {
    let fixture = StoreFixture::in_service();
    let write_usd = |rows: &str| fixture.write("indicators/usd.csv", embargoed(rows));
    write_usd("2026-10-31,1.71,2062-01-01T00:00:00Z\n");
    assert_eq!(fixture.publish(&[]).0, 0);
    for (rows, comes) in [
        ("2026-10-31,1.71,\n", None),
        ("2026-10-31,1.72,\n", None),
        (
            "2026-10-31,1.71,2061-12-31T23:59:59Z\n",
            Some("2062-01-01T03:59:59+04:00"),
        ),
    ] {
        write_usd(rows);
        let (code, _, stderr) = fixture.publish(&["--allow", "future", "--allow", "jump"]);
        assert_eq!(code, 1, "{rows}");
        let case = "  early usd 2026-10-31: embargoed until 2062-01-01T04:00:00+04:00, but would be public on ";
        assert!(
            stderr.contains(&format!("{case}{}", comes.unwrap_or_default())),
            "{stderr}"
        );
        assert!(
            !stderr.contains("--allow early"),
            "the embargo is not broken by pasting a line: {stderr}"
        );
    }

    write_usd("2026-10-31,1.71,2062-01-02T00:00:00Z\n");
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    assert_eq!(code, 0, "it comes later: {stderr}");
    // It would never come, and nobody would hear of it at nine o'clock.
    write_usd("");
    let (code, _, stderr) = fixture.publish(&["--dry-run"]);
    let lost =
        "  loss usd 2026-10-31: 1.71, embargoed until 2062-01-01T04:00:00+04:00, would disappear\n";
    assert!(code == 1 && stderr.contains(lost), "{stderr}");
    assert!(
        stderr.ends_with("run the command again with --allow loss=usd\n"),
        "{stderr}"
    );
    write_usd("2026-10-31,1.71,2061-12-31T23:59:59Z\n");
    assert_eq!(fixture.publish(&["--allow", "early=usd"]).0, 0);
    // A public row that gets an instant to come would be gone.
    let rows = embargoed("").replace("2026-10-30,1.7,\n", "2026-10-30,1.7,2062-01-01T00:00:00Z\n");
    fixture.write("indicators/usd.csv", rows);
    let (code, _, stderr) = fixture.publish(&[]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("  loss usd 2026-10-30: 1.7 was published and would disappear"),
        "{stderr}"
    );
}
