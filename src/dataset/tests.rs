//! A dataset as a whole: what is shared, everything that is wrong said at once, values on a limit (`tests/bad.txt` has what
//! lies beyond), and random tables read by the loader and by a second parser: the same rows, or refused by both.

use super::*;

use std::fs;

use proptest::prelude::*;

use crate::scratch::Scratch;

/// The report on a file that `read` reads.
pub fn reported(path: &str, content: &str, read: impl FnOnce(&Text<'_>)) -> Vec<String> {
    let file = DataFile {
        path: path.to_owned(),
        bytes: content.as_bytes().to_vec(),
    };
    let report = Report::default();
    read(&Text::decode(&file, &report).unwrap());
    report
        .into_diagnostics()
        .sorted()
        .problems()
        .iter()
        .map(|problem| problem.sentence(Lang::En))
        .collect()
}

/// A directory with one indicator, `usd`, that has these observations below a header, and what comes of opening it.
pub fn with_usd(rows: &str) -> (Scratch, Workspace) {
    let scratch = Scratch::new();
    scratch.write("dataset.json", "{}");
    scratch.write(
        "indicators/usd.csv",
        format!("date,value,published\n{rows}"),
    );
    let workspace = Workspace::open(scratch.as_ref(), &mut |_| ()).unwrap();
    (scratch, workspace)
}

/// An observation of `usd`.
pub fn new_row(date: &str, value: &str, published: &str) -> NewRow {
    let [key, date, value, published] = ["usd", date, value, published].map(str::to_owned);
    NewRow {
        key,
        date,
        value,
        published,
        ..NewRow::default()
    }
}

fn embedded() -> Dataset {
    let at = "2026-11-20T09:00:00Z".parse().unwrap();
    Dataset::clone(&load(&Source::Embedded, at).unwrap().public_at(at))
}

#[test]
fn equal_series_lie_in_memory_once() {
    let (mut dataset, previous) = (embedded(), embedded());
    let different = Arc::clone(&previous.categories[1].indicators[0].series);
    assert_ne!(dataset.categories[0].indicators[0].series, different);
    dataset.categories[0].indicators[0].series = Arc::clone(&different);
    dataset.share(&previous);
    let shared: Vec<bool> = dataset
        .indicators()
        .zip(previous.indicators())
        .map(|(a, b)| Arc::ptr_eq(&a.series, &b.series))
        .collect();
    assert!(!shared[0] && shared[1..].iter().all(|shared| *shared));
    assert!(
        Arc::ptr_eq(&dataset.categories[0].indicators[0].series, &different),
        "another one stays as it is"
    );
    let observations: usize = previous
        .indicators()
        .map(|i| i.series.observations().len())
        .sum();
    assert_eq!(previous.observations(), observations);
    assert!(observations > previous.indicators().count());
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let at = "2026-11-20T09:00:00Z".parse().unwrap();
    let unreadable = || {
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(Location::file("x"), crate::messages::verbatim("unreadable"));
        diagnostics
    };
    let errors =
        |files: &[DataFile], diagnostics| check(files, at, diagnostics, None).unwrap_err().errors();
    assert!(
        errors(&[], Diagnostics::default()) > 0,
        "an empty directory is no dataset"
    );
    assert_eq!(
        errors(&[], unreadable()),
        1,
        "that its files are missing follows"
    );
    let file = DataFile {
        path: "notes.txt".to_owned(),
        bytes: Vec::new(),
    };
    let alone = errors(std::slice::from_ref(&file), Diagnostics::default());
    assert_eq!(errors(&[file], unreadable()), alone + 1);
    let files = read(&Source::Embedded, &mut Diagnostics::default());
    assert_eq!(errors(&files, unreadable()), 1);
    let mut warned = Diagnostics::default();
    warned.warning(Location::file("x"), crate::messages::verbatim("old"));
    assert_eq!(
        check(&files, at, warned, None).unwrap().report().warnings(),
        embedded().warnings.warnings() + 1
    );
}

type Tree = BTreeMap<String, Vec<u8>>;

/// Every file below a directory, by its path from `root`.
fn files_below(root: &Path, directory: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(root, &path, tree);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            tree.insert(name.to_owned(), fs::read(&path).unwrap());
        }
    }
}

fn tree(root: &Path) -> Tree {
    let mut files = Tree::new();
    files_below(root, root, &mut files);
    files
}

/// The report on the valid dataset with other bytes in some files.
fn report(base: &Tree, changed: &Tree) -> String {
    let mut files = base.clone();
    files.extend(changed.clone());
    let files: Vec<DataFile> = files
        .into_iter()
        .map(|(path, bytes)| DataFile { path, bytes })
        .collect();
    let at = "2026-11-20T09:00:00+04:00".parse().unwrap();
    let diagnostics = match check(&files, at, Diagnostics::default(), None) {
        Ok(dataset) => dataset.report(),
        Err(diagnostics) => diagnostics,
    };

    diagnostics.text(Lang::En)
}

#[test]
fn what_lies_on_a_limit_is_no_mistake() {
    let base = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/base"));
    assert_eq!(report(&base, &Tree::new()), "0 errors\n");
    let with = |path: &str, before: &str, after: &str| {
        let text = String::from_utf8(base[path].clone()).unwrap();
        assert!(text.contains(before), "{path} has no {before}");
        report(
            &base,
            &Tree::from([(
                path.to_owned(),
                text.replacen(before, after, 1).into_bytes(),
            )]),
        )
    };

    let good = "0 errors\n";
    assert_eq!(
        with("checks.csv", "T08:00:00", "T09:00:00"),
        good,
        "checked at the instant itself"
    );
    let bounds = "\"min\": \"45310\", \"max\": \"45310\"";
    let said = with("indicators/m2.json", "\"maxChangePct\": \"50\"", bounds);
    assert!(said.ends_with("\n4 warnings\n"), "{said}");
    let longest = "x".repeat(crate::model::Reference::MAX_LENGTH);
    let cells = |reference: &str, flag: &str| {
        let header = "date,value,published,reported_change_pct";
        let before = format!("{header}\n2026-06-30,44871.2,2026-07-14,1.1\n");
        let after =
            format!("{header},ref,flag\n2026-06-30,44871.2,2026-07-14,1.1,{reference},{flag}\n");
        let rest = String::from_utf8(base["indicators/m2.csv"].clone()).unwrap();
        let rest = rest.strip_prefix(&before).unwrap().replace('\n', ",,\n");
        report(
            &base,
            &Tree::from([("indicators/m2.csv".to_owned(), (after + &rest).into_bytes())]),
        )
    };

    let [first, second] =
        [crate::model::Flag::ALL[0], crate::model::Flag::ALL[1]].map(crate::model::Flag::name);
    assert_eq!(cells(&longest, &format!("{first} {second}")), good);
    for (reference, flag) in [
        (format!("{longest}x"), first.to_owned()),
        (longest, format!("{first}  {second}")),
    ] {
        let said = cells(&reference, &flag);
        assert!(
            said.starts_with("indicators/m2.csv:2: ") && said.ends_with("1 error\n"),
            "{said}"
        );
    }
}

/// Reads RFC 4180 once more, character by character and as strictly as its grammar: the rows of a text, or `None` where it is
/// not RFC 4180. Rows end with CRLF or LF, the last one as it likes.
pub fn parse(text: &str, delimiter: char) -> Option<Vec<Vec<String>>> {
    let characters: Vec<char> = text.chars().collect();
    let (mut rows, mut row, mut cell, mut at) = (Vec::new(), Vec::new(), String::new(), 0);
    let end_of_row = |at: usize| match (characters.get(at), characters.get(at + 1)) {
        (None, _) => Some(0),
        (Some('\n'), _) | (Some('\r'), None) => Some(1),
        (Some('\r'), Some('\n')) => Some(2),
        _ => None,
    };
    while at < characters.len() {
        if characters[at] == '"' {
            at += 1;
            loop {
                match (characters.get(at)?, characters.get(at + 1)) {
                    ('"', Some('"')) => {
                        cell.push('"');
                        at += 2;
                    }
                    ('"', _) => break,
                    (other, _) => {
                        cell.push(*other);
                        at += 1;
                    }
                }
            }

            at += 1;
        } else {
            while end_of_row(at).is_none() && characters[at] != delimiter {
                if matches!(characters[at], '"' | '\r') {
                    return None;
                }
                cell.push(characters[at]);
                at += 1;
            }
        }

        row.push(std::mem::take(&mut cell));
        match end_of_row(at) {
            Some(length) => {
                at += length;
                rows.push(std::mem::take(&mut row));
            }
            None if characters[at] == delimiter => {
                at += 1;
                // A delimiter at the very end is followed by an empty cell.
                if at == characters.len() {
                    row.push(String::new());
                    rows.push(std::mem::take(&mut row));
                }
            }
            None => return None,
        }
    }

    Some(rows)
}

/// The dataset that the loader reads; `None` where it reports something.
fn read_table(text: &str) -> Option<Vec<Vec<String>>> {
    let file = DataFile {
        path: "x.csv".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let report = Report::default();
    let text = Text::decode(&file, &report)?;
    let cells = |record: Record<'_>| record.cells.into_iter().map(Cow::into_owned).collect();
    let rows = Records::new(&text).map(cells).collect();
    (report.errors() == 0).then_some(rows)
}

/// The rows that have more than blanks in one of their cells.
fn not_blank(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.retain(|row| row.iter().any(|cell| !cell.trim().is_empty()));
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn both_read_the_same_or_refuse(text in "x[a\u{e9}, \",\n\r]{0,24}") {
        // A quoted cell alone in its row may be blank without being a blank line: such rows are left out of both.
        let expected = parse(&text, ',').map(not_blank);
        prop_assert_eq!(read_table(&text).map(not_blank), expected, "{:?}", text);
    }

    #[test]
    fn a_table_that_was_written_is_read(
        table in prop::collection::vec(prop::collection::vec(("[a\u{44f}0,\"\n ;.-]{0,6}", any::<bool>()), 2..5), 1..8),
        end in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let needs_quotes = |cell: &str| cell.contains([',', '"', '\n']);
        let written = |(cell, quoted): &(String, bool)| match *quoted || needs_quotes(cell) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |row: &Vec<(String, bool)>| row.iter().map(written).collect::<Vec<_>>().join(",") + end;
        let text: String = table.iter().map(line).collect();
        let cells: Vec<Vec<String>> =
            table.iter().map(|row| row.iter().map(|(cell, _)| cell.clone()).collect()).collect();
        prop_assert_eq!(parse(&text, ','), Some(cells.clone()), "the second parser");
        prop_assert_eq!(read_table(&text).map(not_blank), Some(not_blank(cells)), "{:?}", text);
    }
}

/// A release of a former version goes on being served with texts that nobody publishes any more.
#[test]
fn what_was_published_with_characters_that_nobody_sees_is_served_on() {
    let base = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/base"));
    let at = "2026-11-20T09:00:00+04:00".parse().unwrap();
    for (path, before, after, is_served) in [
        (
            "dataset.json",
            "\"name\": { \"ru\": \"",
            "\"name\": { \"ru\": \"\u{ad}",
            true,
        ),
        (
            "indicators/m2.json",
            "\"name\": { \"ru\": \"",
            "\"name\": { \"ru\": \"\u{200b}",
            true,
        ),
        (
            "indicators/m2.json",
            "\"name\": { \"ru\": \"",
            "\"name\": { \"ru\": \"\u{202e}",
            true,
        ),
        (
            "dataset.json",
            "https://www",
            "https://user:secret@www",
            true,
        ),
        (
            "checks.csv",
            "T08:00:00+04:00,",
            "T08:00:00+04:00,late\u{feff}",
            true,
        ),
        (
            "indicators/m2.json",
            "\"name\": { \"ru\": \"",
            "\"name\": { \"ru\": \"\\u0007",
            false,
        ),
    ] {
        let mut changed = base.clone();
        let text = String::from_utf8(base[path].clone()).unwrap();
        assert!(text.contains(before), "{path} has no {before}");
        changed.insert(
            path.to_owned(),
            text.replacen(before, after, 1).into_bytes(),
        );
        let files = changed.into_iter();
        let files: Vec<DataFile> = files
            .map(|(path, bytes)| DataFile { path, bytes })
            .collect();

        assert!(
            check(&files, at, Diagnostics::default(), None).is_err(),
            "{after:?}"
        );
        let served = check_to_serve(&files, at, Diagnostics::default(), None);
        assert_eq!(served.is_ok(), is_served, "{after:?}");
        if let Ok(served) = served {
            assert!(served.report().text(Lang::En).contains(path), "{after:?}");
        }
    }
}
