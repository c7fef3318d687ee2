//! How long functions may be, and that each file says what it is for.

use std::collections::BTreeMap;

use crate::support::{project, tree};

const MAX_LINES_OF_A_FUNCTION: usize = 60;

/// The functions of a source as rustfmt writes it: where each begins, and its lines.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let head = line.trim_start();
        let is_function = head.starts_with("fn ")
            || head.starts_with("pub") && head.contains(" fn ")
            || head.starts_with("const fn ");
        if !is_function {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - head.len()]);
        let body = lines[start..]
            .iter()
            .position(|line| *line == end || line.ends_with(';') && !head.ends_with('{'));
        found.extend(body.map(|length| (start + 1, length + 1)));
    }
    found
}

#[test]
fn the_figures_hold() {
    let files = tree(&project("src"));
    let mut wrong = Vec::new();
    let rust: BTreeMap<&String, &str> = files
        .iter()
        .filter(|(path, _)| path.ends_with(".rs"))
        .map(|(path, bytes)| (path, std::str::from_utf8(bytes).unwrap()))
        .collect();
    for (path, text) in &rust {
        if !text.starts_with("//! ") {
            wrong.push(format!("src/{path} does not say what it is for"));
        }
        let long = functions(text)
            .into_iter()
            .filter(|(_, lines)| *lines > MAX_LINES_OF_A_FUNCTION);
        wrong.extend(
            long.map(|(line, lines)| format!("src/{path}:{line} is a function of {lines} lines")),
        );
    }
    println!("{}", wrong.join("\n"));
    assert!(wrong.is_empty(), "{} figures do not hold", wrong.len());
}
