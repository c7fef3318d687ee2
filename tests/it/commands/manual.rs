//! The manual page names what the program has: every command, every option, and nothing else.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{outcome, project};

/// The commands that the program's help lists.
fn commands() -> BTreeSet<String> {
    let (code, help, _) = outcome(&["--help"]);
    assert_eq!(code, 0);
    let listed = help.split_once("\nCommands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    // A name stands two spaces in; what follows on further lines stands further in.
    let names =
        listed.lines().filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// The long options that a text names.
fn options(text: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        rest[..end].trim_end_matches('-').to_owned()
    };
    text.split("--").skip(1).map(name).filter(|name| !name.is_empty() && name != "help").collect()
}

/// The options of a command, from the list in its help.
fn options_of(command: &str) -> BTreeSet<String> {
    let (code, help, _) = outcome(&[command, "--help"]);
    assert_eq!(code, 0);
    let list = help.split_once("\nOptions:\n").unwrap().1.split("\n\n").next().unwrap();
    let starts = list.lines().filter(|line| line.trim_start().starts_with('-'));
    starts.flat_map(|line| options(line.split("  ").find(|part| part.contains("--")).unwrap())).collect()
}

#[test]
fn the_manual_page_has_every_command_and_option() {
    let page = fs::read_to_string(project("packaging/man/indicatord.1")).unwrap().replace("\\-", "-");
    assert!(
        page.contains(&format!("\"indicatord {}\"", env!("CARGO_PKG_VERSION"))),
        "the version in its head"
    );
    let described = page.split_once(".SH COMMANDS\n").unwrap().1.split_once(".SH EXIT STATUS").unwrap().0;
    let sections: Vec<(&str, &str)> =
        described.split(".SS ").skip(1).map(|s| s.split_once('\n').unwrap()).collect();
    let named: BTreeSet<String> = sections.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(named, commands());
    for (name, section) in sections {
        let entries: Vec<&str> =
            section.lines().filter(|l| l.starts_with(".B --") || l.starts_with(".BI --")).collect();
        assert_eq!(options(&entries.join("\n")), options_of(name), "of {name}");
    }
    for word in
        ["SIGHUP", "SIGTERM", "SIGINT", "NO_COLOR", "LISTEN_FDS", "journal.jsonl", "checks.csv", "SHA256SUMS"]
    {
        assert!(page.contains(word), "{word}");
    }
}

/// JSON has no comments: what a field means is said here alone.
#[test]
fn the_manual_page_has_every_field_of_a_dataset() {
    let page = fs::read_to_string(project("packaging/man/indicatord.1")).unwrap().replace("\\-", "-");
    let fields = page.split_once(".SH FIELDS\n").unwrap().1;
    let words: BTreeSet<&str> = fields.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let columns = "date value published reported_change_pct ref flag not_before unit period_type measure \
                   source checked_at error release";
    let mut names: BTreeSet<String> = columns.split_whitespace().map(str::to_owned).collect();
    for subject in ["dataset", "indicator"] {
        let schema = fs::read_to_string(project(&format!("packaging/schema/{subject}.json"))).unwrap();
        names_of_properties(&serde_json::from_str(&schema).unwrap(), &mut names);
    }
    assert!(names.len() > 45, "fields are found: {names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn names_of_properties(schema: &serde_json::Value, names: &mut BTreeSet<String>) {
    let inside = schema.as_object().into_iter().flatten();
    for (word, inner) in inside {
        if word == "properties" {
            names.extend(inner.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        }
        names_of_properties(inner, names);
    }
}
