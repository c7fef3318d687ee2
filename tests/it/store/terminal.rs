//! At a terminal commands say the most important in about twenty lines and count the rest; in a pipe they say all of it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;

use crate::support::store::StoreFixture;
use crate::support::{has_terminal, program, project, write};

/// The lines that fit beside the prompt of a terminal.
const LINES: usize = 20;

impl StoreFixture {
    /// The lines that a command with `--store` prints at a terminal, where this is typed, and its exit code.
    fn at_terminal(&self, arguments: &str, typed: &str) -> (Vec<String>, i32) {
        let program = program();
        let line = format!(
            "NO_COLOR=1 {program} {arguments} --store {} --lang en",
            self.store.display()
        );
        let script = format!("printf '{typed}\\n' | script -qeEnever -c '{line}' /dev/null");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        (
            said.lines().map(str::to_owned).collect(),
            output.status.code().unwrap_or(-1),
        )
    }
}

/// A store and a directory in which each of these indicators has two more observations.
fn with_changes(indicators: usize) -> StoreFixture {
    let fixture = StoreFixture::new();
    let keys: Vec<String> = (0..indicators)
        .map(|number| format!("rate-{number:02}"))
        .collect();
    let listed: String = keys.iter().map(|key| format!("\"{key}\", ")).collect();
    fixture.replace("dataset.json", "[\"usd\",", &format!("[{listed}\"usd\","));
    let definition = fixture.read("indicators/usd.json");
    for key in &keys {
        fixture.write(&format!("indicators/{key}.json"), &definition);
        fixture.write(
            &format!("indicators/{key}.csv"),
            "date,value\n2026-11-18,1.7\n",
        );
    }

    assert_eq!(fixture.publish(&[]).0, 0);
    for key in &keys {
        let rows = "date,value\n2026-11-18,1.7\n2026-11-19,1.71\n2026-11-20,1.72\n";
        fixture.write(&format!("indicators/{key}.csv"), rows);
    }

    fixture
}

#[test]
fn what_is_long_is_cut_at_a_terminal_and_whole_in_a_pipe() {
    if !has_terminal("the length of what is said there is not looked at") {
        return;
    }

    let fixture = with_changes(30);
    let dataset = fixture.dataset.to_str().unwrap();
    let (lines, code) = fixture.at_terminal(&format!("publish --no-reload {dataset}"), "n");
    assert_eq!(code, 1);
    let typed = lines.iter().filter(|line| line.starts_with("+ rate-"));
    assert_eq!(typed.count(), 30, "what was typed is never cut: {lines:#?}");
    assert!(
        lines.iter().any(|line| line.contains("[y/N]")),
        "{lines:#?}"
    );
    let (code, stdout, _) = fixture.publish(&["--dry-run"]);
    assert_eq!(
        (
            code,
            stdout
                .lines()
                .filter(|line| line.starts_with("+ rate-"))
                .count()
        ),
        (0, 30)
    );

    // A refusal: the cases that fit, and the line that says what to do.
    let rows: String = (0..30)
        .map(|number| format!("rate-{number:02},2026-11-21,17\n"))
        .collect();
    let table = fixture.dir.join("table.csv");
    write(&table, format!("key,date,value\n{rows}"));
    let import = format!("import --dataset {dataset} {}", table.display());
    let (lines, code) = fixture.at_terminal(&import, "");
    assert!(code == 1 && lines.len() <= LINES + 1, "{lines:#?}");
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("(all through `2>&1 | less`)")),
        "{lines:#?}"
    );
    assert!(lines.last().unwrap().contains("--allow jump"), "{lines:#?}");
    let (_, _, stderr) = fixture.run(&[
        "import",
        "--lang",
        "en",
        "--dataset",
        dataset,
        table.to_str().unwrap(),
    ]);
    assert_eq!(
        stderr
            .lines()
            .filter(|line| line.starts_with("  jump rate-"))
            .count(),
        30,
        "{stderr}"
    );

    // The journal: its last entries.
    let mut journal = OpenOptions::new()
        .append(true)
        .open(fixture.store.join("journal.jsonl"))
        .unwrap();
    for number in 0..40 {
        let entry = format!(
            "{{\"at\":\"2026-11-20T09:00:00+04:00\",\"user\":\"a\",\"uid\":1,\"action\":\"withdraw\",\"version\":\"w.{number}\"}}"
        );
        writeln!(journal, "{entry}").unwrap();
    }

    let (lines, _) = fixture.at_terminal("log", "");
    assert!(
        lines.len() <= LINES && lines[0].contains("earlier entries"),
        "{lines:#?}"
    );
    assert!(lines.last().unwrap().contains("w.39"), "{lines:#?}");
    assert_eq!(fixture.run(&["log"]).1.lines().count(), 41);
}

/// Before a publication stands what was typed, in full, and then each import in a line: no figure that somebody typed is
/// hidden behind exchange rates.
#[test]
fn what_was_typed_comes_first_and_an_import_is_a_line() {
    if !has_terminal("what is cut there is not looked at") {
        return;
    }

    let fixture = StoreFixture::new();
    fs::remove_dir_all(&fixture.dataset).unwrap();
    fixture.dir.copy_of("dataset", "dataset");
    assert_eq!(fixture.publish(&["--allow", "order"]).0, 0);

    let rates = project("tests/fixtures/bulletins/2026-09-04.xml");
    let bulletin = fixture.dir.join("20.11.2026.xml");
    let of_today = fs::read_to_string(rates).unwrap();
    write(&bulletin, of_today.replace("04.09.2026", "20.11.2026"));
    let table = fixture.dir.join("prices.csv");
    let prices = "cpi-food-12m,2026-09-30,7.1\ncpi-nonfood-12m,2026-09-30,3.2\ncpi-services-12m,2026-09-30,5.1\n";
    write(&table, format!("key,date,value\n{prices}"));
    for file in [&bulletin, &table] {
        let (code, _, stderr) = fixture.files.run(&["import", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{stderr}");
    }

    let (code, _, stderr) = fixture.files.run(&["record", "m2", "2026-09", "45800"]);
    assert_eq!(code, 0, "{stderr}");
    let by_hand = fixture.read("indicators/cpi-12m.csv") + "2026-09-30,5.6,,\n";
    fixture.write("indicators/cpi-12m.csv", by_hand);
    // A rate of the bulletin that somebody changed by hand is typed.
    fixture.replace(
        "indicators/eur.csv",
        "2026-11-20,1.9765",
        "2026-11-20,1.9875",
    );

    let publish = format!("publish --no-reload {}", fixture.dataset.display());
    let (lines, _) = fixture.at_terminal(&publish, "n");
    let changes: Vec<&str> = lines
        .iter()
        .map(|line| line.trim_end())
        .filter(|line| line.trim_start().starts_with(['+', '~']))
        .collect();
    assert_eq!(
        changes[0],
        "+ m2       2026-09-30  45800, previously 38309, +19.55%"
    );
    let typed = [
        "+ cpi-12m  2026-09-30  5.6, previously 5.7, -0.1 pp",
        "+ eur      2026-11-20  1.9875, previously 1.9763, +0.57%",
    ];
    assert!(
        typed.iter().all(|line| changes[1..3].contains(line)),
        "{changes:#?}"
    );
    assert!(
        changes[3].starts_with("~ 23 indicators  checks.csv: "),
        "{changes:#?}"
    );
    let of_imports = [
        "+ 22 rows from 20.11.2026.xml, largest jpy -1.83%",
        "+ 3 rows from prices.csv, largest cpi-nonfood-12m -0.5 pp",
        "    + cpi-nonfood-12m   2026-09-30  3.2, previously 3.7, -0.5 pp",
        "    + cpi-food-12m      2026-09-30  7.1, previously 7.2, -0.1 pp",
        "    + cpi-services-12m  2026-09-30  5.1, previously 5, +0.1 pp",
    ];
    assert_eq!(changes[4..], of_imports);

    // The person who approves reads the same.
    let (code, _, stderr) = fixture.run(&["stage", fixture.dataset.to_str().unwrap()]);
    assert_eq!(code, 0, "{stderr}");
    let journal = fixture.journal();
    let staged = journal.last().unwrap()["version"].as_str().unwrap();
    let (lines, _) = fixture.at_terminal(&format!("approve --no-reload {staged}"), "n");
    let changes = lines.iter().map(|line| line.trim_end());
    let signed = changes.filter(|line| line.trim_start().starts_with(['+', '~']));
    let approved: Vec<&str> = signed.collect();
    assert!(
        typed.iter().all(|line| approved[1..3].contains(line)),
        "{approved:#?}"
    );
    assert_eq!(approved[4..], of_imports);

    // Where there is no room, single rows of imports are left out, and nothing else.
    for key in [
        "aud", "cad", "chf", "gbp", "jpy", "sdr", "cny", "rub", "try", "xag", "xau", "xpt",
    ] {
        let path = format!("indicators/{key}.csv");
        let text = fixture.read(&path);
        fixture.write(&path, text.replacen(",https", ",by hand https", 1));
    }

    let (lines, _) = fixture.at_terminal(&publish, "n");
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("(`diff` shows them)")),
        "{lines:#?}"
    );
    for line in typed.iter().chain(&of_imports[..2]) {
        assert!(
            lines.iter().any(|shown| shown.trim_end() == *line),
            "{line}: {lines:#?}"
        );
    }

    assert!(
        !lines.iter().any(|line| line.starts_with("    + cpi-")),
        "{lines:#?}"
    );
}
