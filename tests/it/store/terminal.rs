//! At a terminal commands say the most important in about twenty lines and count the rest; in a pipe they say all of it.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;

use crate::support::store::StoreFixture;
use crate::support::{has_terminal, program, write};

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
    assert!(lines.len() <= LINES, "{lines:#?}");
    let counted = lines
        .iter()
        .find(|line| line.ends_with("(`diff` shows them)"))
        .unwrap();
    let shown = lines
        .iter()
        .filter(|line| line.starts_with("+ rate-"))
        .count();
    assert_eq!(
        counted,
        &format!("… and {} more lines (`diff` shows them)", 30 - shown),
        "{lines:#?}"
    );
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
