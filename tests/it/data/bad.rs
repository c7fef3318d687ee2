//! Every case of `tests/bad.txt`: a dataset with one fault, and what `check` prints of it.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use crate::support::checked::{base, check};
use crate::support::{AT, TempDir, for_each, project, write};

/// Set to rewrite what the cases expect; the changes want to be read before they are kept.
const RENEW: &str = "INDICATORD_RENEW";

struct Case<'a> {
    name: &'a str,
    changes: &'a str,
    expected: &'a str,
}

/// The text before the first case, which explains the format, and the cases.
fn cases(text: &str) -> (&str, Vec<Case<'_>>) {
    let mut parts = text.split("\n== ");
    let head = parts.next().unwrap();
    let cases = parts.map(|part| {
        let (name, rest) = part.split_once('\n').unwrap();
        let (changes, expected) = rest
            .split_once("=>\n")
            .unwrap_or_else(|| panic!("{name} does not say what it expects"));
        Case {
            name,
            changes,
            expected: expected.trim_end_matches('\n'),
        }
    });

    (head, cases.collect())
}

#[test]
fn every_mistake_is_reported_word_for_word() {
    let file = project("tests/bad.txt");
    let text = fs::read_to_string(&file).unwrap();
    let (head, cases) = cases(&text);
    let reports = Mutex::new(vec![String::new(); cases.len()]);
    for_each(&(0..cases.len()).collect::<Vec<_>>(), |index| {
        let report = report_on(&cases[*index]);
        reports.lock().unwrap()[*index] = report;
    });
    let reports = reports.into_inner().unwrap();
    if std::env::var_os(RENEW).is_some() {
        let renewed = cases.iter().zip(&reports).map(|(case, report)| {
            format!(
                "\n== {}\n{}=>\n{}\n",
                case.name,
                case.changes,
                report.trim_end()
            )
        });
        return fs::write(file, format!("{head}{}", renewed.collect::<String>())).unwrap();
    }

    let failures: Vec<String> = cases
        .iter()
        .zip(&reports)
        .filter(|(case, report)| case.expected != report.trim_end())
        .map(|(case, report)| format!("{}\n{}", case.name, difference(case.expected, report)))
        .collect();
    let renewal = format!("{RENEW}=1 cargo test --test it data::bad");
    assert!(
        failures.is_empty(),
        "{}\n{} differ; to renew: {renewal}",
        failures.join("\n"),
        failures.len()
    );
}

/// A valid dataset is valid: else none of the others has one mistake only.
#[test]
fn the_base_has_no_problem() {
    let dir = TempDir::new();
    let checked = check(&base(&dir));
    assert_eq!(
        (checked.code, checked.report.lines().count()),
        (Some(0), 1),
        "{checked:#?}"
    );
}

fn report_on(case: &Case) -> String {
    let dir = TempDir::new();
    let dataset = base(&dir);
    for change in format!("\n{}", case.changes).split("\n-- ").skip(1) {
        let (path, lines) = change.split_once('\n').unwrap_or((change, ""));
        apply(&dataset, path, lines);
    }

    let checked = check(&dataset);
    checked.assert_sound();
    assert!(checked.complaints.is_empty(), "{checked:#?}");
    assert!(
        checked.report.lines().count() > 1,
        "{} at {AT} has no problem",
        case.name
    );
    checked.report
}

/// Changes a file of a dataset as the lines of a case say; the head of `tests/bad.txt` explains them.
fn apply(dataset: &Path, path: &str, lines: &str) {
    if let Some(path) = path.strip_suffix(" (removed)") {
        fs::remove_file(dataset.join(path)).unwrap();
        let _ = fs::remove_dir(dataset.join(path).parent().unwrap());
        return;
    }

    let (path, former) = match path.strip_suffix(" (new)") {
        Some(path) => (path, Vec::new()),
        None => (path, fs::read(dataset.join(path)).unwrap()),
    };

    let former: Vec<&[u8]> = former.split_inclusive(|byte| *byte == b'\n').collect();
    let lines: Vec<(&str, Vec<u8>)> = lines
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| (&line[..1], unescape(line.get(2..).unwrap_or_default())))
        .collect();
    let (mut content, mut position) = (Vec::new(), 0);
    for block in lines.chunk_by(|a, b| (a.0 == "+") == (b.0 == "+")) {
        if block[0].0 == "+" {
            content.extend(block.iter().flat_map(|(_, line)| line.clone()));
            continue;
        }

        let matches = |start: &usize| {
            block
                .iter()
                .enumerate()
                .all(|(i, (_, line))| former.get(start + i).is_some_and(|f| f == line))
        };
        let start = (position..former.len()).find(matches);
        let start = start.unwrap_or_else(|| panic!("{path} has no such lines: {block:?}"));
        content.extend(former[position..start].concat());
        content.extend(
            block
                .iter()
                .filter(|(sign, _)| *sign == " ")
                .flat_map(|(_, line)| line.clone()),
        );
        position = start + block.len();
    }

    content.extend(former[position..].concat());
    write(&dataset.join(path), content);
}

/// The bytes of a line: `\r`, `\t`, `\xNN` and `\\` are one each, and a backslash at the end means no line feed.
fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes();
    loop {
        rest = match rest {
            [] => {
                bytes.push(b'\n');
                return bytes;
            }
            [b'\\'] => return bytes,
            [b'\\', b'x', high, low, rest @ ..] => {
                let digits = [*high, *low];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
                rest
            }
            [b'\\', escaped, rest @ ..] => {
                bytes.push(match escaped {
                    b'r' => b'\r',
                    b't' => b'\t',
                    _ => *escaped,
                });
                rest
            }
            [byte, rest @ ..] => {
                bytes.push(*byte);
                rest
            }
        };
    }
}

/// The lines that only one of the two has.
fn difference(expected: &str, report: &str) -> String {
    let only = |sign: &str, these: &str, others: &str| -> String {
        let others: Vec<&str> = others.lines().collect();
        these
            .lines()
            .filter(|line| !others.contains(line))
            .map(|line| format!("  {sign} {line}\n"))
            .collect()
    };
    only("-", expected, report) + &only("+", report, expected)
}
