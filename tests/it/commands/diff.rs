//! Readers notice differences of the finished bytes; the list of fields explains them.

use std::fs;
use std::path::PathBuf;

use crate::support::{AT, TempDir, outcome, project, replace, write};

struct DiffFixture {
    dir: TempDir,
    old: PathBuf,
    new: PathBuf,
}

impl DiffFixture {
    fn new() -> Self {
        let dir = TempDir::new();
        let (old, new) = (
            dir.copy_of("tests/fixtures/clean", "old"),
            dir.copy_of("tests/fixtures/clean", "new"),
        );
        DiffFixture { dir, old, new }
    }

    fn replace(&self, file: &str, before: &str, after: &str) {
        replace(&self.new.join(file), before, after);
    }

    fn diff(&self, more: &[&str]) -> (i32, String) {
        let arguments = [
            "diff",
            self.old.to_str().unwrap(),
            self.new.to_str().unwrap(),
            "--at",
            AT,
            "--lang",
            "en",
        ];

        let (code, stdout, stderr) = outcome(&[&arguments[..], more].concat());
        assert_eq!(stderr, "");
        (code, stdout)
    }
}

/// Returns true if a line says this, by itself or behind the indicators that it is said of.
fn said(stdout: &str, wanted: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = squeezed(wanted);
    let is_wanted = |line: &str| {
        let line = squeezed(line);
        line == wanted
            || line
                .strip_prefix("~ ")
                .is_some_and(|line| line.ends_with(&format!(" {wanted}")))
    };
    stdout.lines().any(is_wanted)
}

#[test]
fn equal_datasets_make_equal_bytes() {
    let fixture = DiffFixture::new();
    assert_eq!(
        fixture.diff(&[]),
        (0, "no differences for readers\n".to_owned())
    );
    // Other bytes of the files, the same bytes for readers.
    fixture.replace(
        "indicators/usd.csv",
        "2026-10-20,1.7\n",
        "\n2026-10-20,1.70\n",
    );
    fixture.replace("indicators/wage.csv", "2026-10,", "2026-10-31,");
    assert_eq!(
        fixture.diff(&[]),
        (0, "no differences for readers\n".to_owned())
    );
}

#[test]
fn whatever_readers_see_is_explained() {
    for (file, before, after, line) in [
        (
            "dataset.json",
            "\"Category\"",
            "\"Group\"",
            "dataset.json: category name (en)  Category → Group",
        ),
        (
            "dataset.json",
            "\"staleAfterHours\": 48",
            "\"staleAfterHours\": 72",
            "dataset.json: stale after, hours  48 → 72",
        ),
        (
            "dataset.json",
            "\"staleAfterHours\"",
            "\"url\": \"https://bank.example/\", \"staleAfterHours\"",
            "dataset.json: source URL  none → https://bank.example/",
        ),
        (
            "dataset.json",
            "\"format\": 1,",
            "\"format\": 1, \"title\": { \"ru\": \"Цены\", \"en\": \"Prices\" },",
            "dataset.json: title (en)  none → Prices",
        ),
        (
            "indicators/usd.json",
            "\"unit\"",
            "\"shortName\": { \"ru\": \"Доллар\", \"en\": \"Dollar\" }, \"unit\"",
            "indicators/usd.json: short name (en)  none → Dollar",
        ),
        (
            "indicators/usd.csv",
            "date,value\n2026-10-20,1.7\n2026-11-20,1.7",
            "date,value,ref\n2026-10-20,1.7,\n2026-11-20,1.7,https://bank.example/",
            "2026-11-20  1.7, ref none → https://bank.example/",
        ),
    ] {
        let fixture = DiffFixture::new();
        fixture.replace(file, before, after);
        let (code, stdout) = fixture.diff(&[]);
        assert_eq!(code, 3, "{line}: {stdout}");
        assert!(said(&stdout, line), "{line}: {stdout}");
        assert!(!stdout.contains("other response"), "{line}: {stdout}");
    }

    let fixture = DiffFixture::new();
    for (dataset, dates) in [(&fixture.old, "2026-12-01"), (&fixture.new, "2026-12-02")] {
        write(
            &dataset.join("calendar.csv"),
            format!("release,date\nrates,{dates}\n"),
        );
        let usd = fs::read_to_string(dataset.join("indicators/usd.json")).unwrap();
        write(
            &dataset.join("indicators/usd.json"),
            usd.replace("\"unit\"", "\"release\": \"rates\", \"unit\""),
        );
    }

    let (code, stdout) = fixture.diff(&[]);
    assert_eq!(code, 3);
    assert!(stdout.contains("2026-12-01 → 2026-12-02"), "{stdout}");
}

/// Changes that no response shows, or not by itself, are named by file and field, or by date and value.
#[test]
fn whatever_editors_change_is_named() {
    for (file, before, after, line) in [
        (
            "indicators/usd.json",
            "{ \"maxChange\": \"100000\" }",
            "{ \"min\": \"0\", \"max\": \"5\" }",
            "indicators/usd.json: `plausible`  maxChange 100000 → min 0, max 5",
        ),
        (
            "indicators/usd.json",
            "\"unit\"",
            "\"sourceCode\": \"USD\", \"nominal\": 100, \"unit\"",
            "indicators/usd.json: nominal used by the source 1 → 100",
        ),
        (
            "indicators/usd.csv",
            "date,value\n2026-10-20,1.7\n2026-11-20,1.7",
            "date,value,published\n2026-10-20,1.7,\n2026-11-20,1.69,\n2026-11-20,1.7,2026-11-20",
            "no effect: ~ 2026-11-20 1.7 → 1.69, -0.59% (-)",
        ),
    ] {
        let fixture = DiffFixture::new();
        fixture.replace(file, before, after);
        let (_, stdout) = fixture.diff(&[]);
        assert!(said(&stdout, line), "{line}: {stdout}");
        assert!(
            !stdout.contains("other response") && !stdout.contains("only the version"),
            "{stdout}"
        );
    }
}

/// One of everything: each field, rows of every kind, indicators that come and go, what many share, rows under embargo.
/// With INDICATORD_RENEW what is said is written down; the changes want to be read before they are kept.
#[test]
fn a_difference_is_said_word_for_word() {
    let dir = TempDir::new();
    let [old, new] = ["old", "new"].map(|name| dir.copy_of("tests/fixtures/all-types", name));
    let embargoed = |rows: [(u8, &str); 3]| {
        let row = |(day, value)| format!("2026-12-0{day},{value},2026-12-0{day}T09:00:00+04:00\n");
        format!(
            "date,value,not_before\n2025-01-01,1,\n2026-01-01,2,\n{}",
            rows.map(row).concat()
        )
    };
    write(
        &old.join("indicators/seeded.csv"),
        embargoed([(1, "3"), (2, "4"), (3, "5")]),
    );
    write(
        &new.join("indicators/seeded.csv"),
        embargoed([(1, "3"), (2, "4.5"), (4, "6")]),
    );
    for end in ["json", "csv"] {
        let of = |key: &str| new.join(format!("indicators/{key}.{end}"));
        fs::rename(of("digits"), of("letters")).unwrap();
    }

    let long = "Of the market ".repeat(6);
    let texts = format!(
        r#""format": 1, "title": {{"ru": "Рынок", "en": "Market"}}, "description": {{"ru": "О рынке", "en": "{}"}},"#,
        long.trim_end()
    );
    for (file, before, after) in [
        ("dataset.json", "fixture.1", "fixture.2"),
        ("dataset.json", "T05:00:00Z", "T06:00:00Z"),
        ("dataset.json", r#"["usd", "m2","#, r#"["m2", "usd","#),
        ("dataset.json", r#""format": 1,"#, &texts),
        ("dataset.json", "AZN per USD", "AZN for USD"),
        ("dataset.json", "Fixture Statistics", "Other Statistics"),
        (
            "dataset.json",
            r#""staleAfterHours": 24"#,
            r#""url": "https://customs.example/", "staleAfterHours": 25"#,
        ),
        ("dataset.json", "Edge cases", "Edges"),
        (
            "dataset.json",
            "\"march\",\n        \"leap\",",
            "\"leap\", \"march\",",
        ),
        ("dataset.json", "\"digits\"", "\"letters\""),
        (
            "checks.csv",
            "stat,2026-11-19T10:00:00.5Z",
            "stat,2026-11-19T11:00:00Z",
        ),
        ("calendar.csv", "cb-rate,2026-12-17", "cb-rate,2026-12-18"),
        ("indicators/usd.json", "US dollar", "The US dollar"),
        ("indicators/usd.json", r#"["march"]"#, r#"["leap"]"#),
        (
            "indicators/usd.json",
            r#""source""#,
            r#""decimals": 4, "shortName": {"ru": "Доллар", "en": "Dollar"}, "notes": {"ru": "Сноска", "en": "Note"}, "source""#,
        ),
        ("indicators/seeded.json", "seed", "unknown"),
        (
            "indicators/january.json",
            r#""periodType""#,
            r#""measure": "index", "periodType""#,
        ),
        (
            "indicators/m2.csv",
            "45310.555,2026-09-01,0.98",
            "45310.6,2026-09-02,0.99",
        ),
        (
            "indicators/reserves.csv",
            "2025-01-01,10959.3,,\"Учебный бюллетень, с. 2\"\n",
            "",
        ),
        (
            "indicators/reserves.csv",
            "unofficial,a third party",
            "estimated,another party",
        ),
        (
            "indicators/usd.csv",
            "2026-11-20,",
            &(1..=13)
                .map(|day| format!("2026-11-{day:02},1.7{day},\n"))
                .chain(["2026-11-20,".to_owned()])
                .collect::<String>(),
        ),
    ] {
        replace(&new.join(file), before, after);
    }

    let diff = [
        "diff",
        old.to_str().unwrap(),
        new.to_str().unwrap(),
        "--at",
        AT,
        "--lang",
        "en",
    ];

    for (option, name) in [(None, "expected.txt"), (Some("--json"), "expected.json")] {
        let (code, stdout, stderr) = outcome(&diff.into_iter().chain(option).collect::<Vec<_>>());
        assert_eq!((code, stderr.as_str()), (3, ""));
        let path = project("tests/fixtures/difference").join(name);
        if std::env::var_os("INDICATORD_RENEW").is_some() {
            write(&path, &stdout);
        }

        assert!(
            stdout == fs::read_to_string(&path).unwrap(),
            "{name}: {stdout}"
        );
    }
}

/// The bodies of vintages differ, and the revision that makes them differ says why.
#[test]
fn a_revision_that_does_not_count_explains_what_differs() {
    let fixture = DiffFixture::new();
    let rows = "date,value,published\n2026-10-20,1.7,\n2026-11-20,1.6,2026-11-19\n2026-11-20,1.7,2026-11-20\n";
    write(&fixture.old.join("indicators/usd.csv"), rows);
    write(
        &fixture.new.join("indicators/usd.csv"),
        rows.replace("1.6", "1.65"),
    );
    let (code, stdout) = fixture.diff(&[]);
    assert_eq!(code, 3);
    assert_eq!(
        stdout,
        "~ usd  no effect:  ~ 2026-11-20  1.6 → 1.65, +3.13% (2026-11-19)\n"
    );
    let (code, json) = fixture.diff(&["--json"]);
    assert_eq!(code, 3);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["equal"], false);
    assert!(
        json["bodies"]
            .as_array()
            .unwrap()
            .iter()
            .any(|path| path == "/data/usd/vintages.csv")
    );
    assert_eq!(json["unexplained"].as_array().unwrap().len(), 0);
    assert_eq!(
        json["indicators"][0]["revisions"][0]["new"]["value"],
        "1.65"
    );
}

#[test]
fn version_and_instant_alone_are_said_to_be_alone() {
    let fixture = DiffFixture::new();
    fixture.replace("dataset.json", "clean.1", "clean.2");
    fixture.replace("dataset.json", "2026-11-20T09:00", "2026-11-20T10:00");
    let (code, stdout) = fixture.diff(&[]);
    assert_eq!(code, 3);
    assert!(
        stdout.ends_with("~ only the version and `asOf` differ\n"),
        "{stdout}"
    );
    fixture.replace("indicators/usd.csv", "2026-11-20,1.7", "2026-11-20,1.71");
    let (_, stdout) = fixture.diff(&[]);
    assert!(!stdout.contains("only the version"), "{stdout}");
}

#[test]
fn a_store_is_what_is_in_service_there() {
    let fixture = DiffFixture::new();
    let store = fixture.dir.join("store");
    let store = store.to_str().unwrap();
    assert_eq!(
        outcome(&[
            "publish",
            "--yes",
            fixture.old.to_str().unwrap(),
            "--new-store",
            "--store",
            store
        ])
        .0,
        0
    );

    let compare = || outcome(&["diff", store, fixture.new.to_str().unwrap(), "--lang", "en"]);
    assert_eq!(
        compare(),
        (0, "no differences for readers\n".to_owned(), String::new())
    );
    fixture.replace("indicators/wage.csv", "1103.8", "1104.1");
    assert_eq!(compare().0, 3);
    fixture.replace("dataset.json", "clean.1", "clean.2");
    // A release by its version, also one that is no longer current, and a directory that is called like one.
    assert_eq!(
        outcome(&[
            "publish",
            "--yes",
            fixture.new.to_str().unwrap(),
            "--store",
            store
        ])
        .0,
        0
    );

    assert_eq!(compare().0, 0);
    let first = format!("{store}@clean.1");
    let from_first = outcome(&[
        "diff",
        &first,
        fixture.new.to_str().unwrap(),
        "--lang",
        "en",
    ]);
    assert!(
        from_first.0 == 3 && from_first.1.contains("1103.8 → 1104.1"),
        "{from_first:?}"
    );
    fs::rename(&fixture.new, &first).unwrap();
    assert_eq!(
        outcome(&["diff", &first, store]).0,
        0,
        "the directory is what the store serves"
    );
    let empty = fixture.dir.join("empty");
    fs::create_dir_all(empty.join("releases")).unwrap();
    let (code, _, stderr) = outcome(&[
        "diff",
        empty.to_str().unwrap(),
        fixture.old.to_str().unwrap(),
        "--lang",
        "en",
    ]);
    assert_eq!(
        (code, stderr),
        (
            1,
            format!(
                "indicatord: {}: the store has no live release\n",
                empty.display()
            )
        )
    );
}
