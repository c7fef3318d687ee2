//! The program's own descriptions: commands, options, exit codes, names of the configuration, kinds of cases.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::page::{LANGUAGES, PAGES, Page, words};
use crate::support::{TempDir, outcome, program, project, tree, write};

const NAME: &str = "indicatord.1";

fn help(arguments: &[&str]) -> String {
    let (code, help, stderr) = outcome(&[arguments, &["--help", "--lang", "en"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    help
}

/// The first words of a list in a help.
fn listed(help: &str, heading: &str) -> Vec<String> {
    let list = help
        .split_once(&format!("\n{heading}:\n"))
        .unwrap()
        .1
        .split("\n\n")
        .next()
        .unwrap();
    // An entry stands two spaces in; what follows on further lines stands further in.
    let entries = list.lines().filter_map(|line| {
        line.strip_prefix("  ")
            .filter(|rest| !rest.starts_with(' '))
    });
    entries
        .map(|entry| entry.split("  ").next().unwrap().to_owned())
        .collect()
}

fn commands() -> BTreeSet<String> {
    let commands: BTreeSet<String> = listed(&help(&[]), "Commands").into_iter().collect();
    for command in ["reload", "probe", "settings"] {
        assert!(commands.contains(command), "the help lacks {command}");
    }
    commands
}

/// The options that a text names, short ones too.
fn options(text: &str) -> BTreeSet<String> {
    let is_option = |word: &&str| word.starts_with('-') && word.chars().any(char::is_alphabetic);
    words(text)
        .into_iter()
        .filter(is_option)
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_manual_has_every_command_with_every_option() {
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let titles: Vec<&str> = page
            .sections
            .iter()
            .map(|section| section.title.as_str())
            .collect();
        let commands = commands();
        let described = titles
            .iter()
            .filter(|title| commands.contains(**title))
            .count();
        assert_eq!(described, commands.len(), "{}: {titles:?}", page.path);
        let common = options(&page.section_with("--lang").terms);
        for section in page
            .sections
            .iter()
            .filter(|section| commands.contains(&section.title))
        {
            let mut found = options(&section.begin);
            let expected = options(&listed(&help(&[&section.title]), "Options").join(" "));
            // Of every command, and said once.
            found.extend(["-h", "--help", "--lang"].map(str::to_owned));
            assert_eq!(
                found, expected,
                "{}: the synopsis of {}",
                page.path, section.title
            );
            let known: BTreeSet<String> = options(&section.terms).union(&common).cloned().collect();
            assert!(
                expected.is_subset(&known),
                "{}: {}: {expected:?}",
                page.path,
                section.title
            );
        }
    }
}

#[test]
fn the_manual_has_every_exit_code() {
    let codes: BTreeSet<String> = listed(&help(&[]), "Exit codes").into_iter().collect();
    assert!(codes.len() > 3);
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let found: BTreeSet<String> = words(&page.section_with("3").terms)
            .into_iter()
            .map(str::to_owned)
            .collect();
        assert_eq!(found, codes, "{}", page.path);
    }
}

/// The list of known words at the end of an error.
fn known(stderr: &str) -> BTreeSet<String> {
    let list = stderr.trim().rsplit(": ").next().unwrap();
    list.split(", ")
        .filter_map(|name| name.split_whitespace().last())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_manual_has_every_name_of_the_configuration() {
    let dir = TempDir::new();
    let file = dir.join("indicatord.conf");
    write(&file, "NOTHING=1\n");
    let output = Command::new(program())
        .args(["check", "x", "--lang", "en"])
        .env("INDICATORD_CONF", &file)
        .output();
    let names = known(&String::from_utf8(output.unwrap().stderr).unwrap());
    assert!(names.len() > 7, "{names:?}");
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let terms = &page.section_with("INDICATORD_DATASET").terms;
        assert_eq!(
            words(terms),
            names.iter().map(String::as_str).collect(),
            "{}",
            page.path
        );
    }
}

/// The variables that the sources ask for by their names.
fn variables() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let is_test = |path: &str| path.contains("/tests/") || path.ends_with("/tests.rs");
    let is_of_program = |path: &str| path.ends_with(".rs") && !is_test(path);
    for (_, bytes) in tree(&project("src"))
        .iter()
        .filter(|(path, _)| is_of_program(path))
    {
        let text = std::str::from_utf8(bytes).unwrap();
        for statement in text.split(";\n") {
            let asks = ["var(", "var_os(", "number(\"", "variable(\""]
                .iter()
                .any(|call| statement.contains(call));
            let names = statement.split('"').skip(1).step_by(2);
            let is_name = |name: &&str| {
                name.len() > 3 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
            };
            let names = names
                .filter(is_name)
                .filter(|name| asks || name.starts_with("INDICATORD_"));
            found.extend(names.map(str::to_owned));
        }
    }

    found
}

/// A variable for tests, which tests/README.md describes.
const OF_TESTS: &str = "INDICATORD_REST_MS";

#[test]
fn the_manual_has_every_variable_of_the_environment() {
    let mut variables = variables();
    assert!(variables.remove(OF_TESTS));
    assert!(
        fs::read_to_string(project("tests/README.md"))
            .unwrap()
            .contains(OF_TESTS)
    );
    assert!(
        variables.contains("LISTEN_FDS") && variables.contains("INDICATORD_CONF"),
        "{variables:?}"
    );
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let of_configuration = words(&page.section_with("INDICATORD_DATASET").terms);
        let others = words(&page.section_with("NO_COLOR").terms);
        let found: BTreeSet<String> = of_configuration
            .union(&others)
            .map(|name| (*name).to_owned())
            .collect();
        assert_eq!(found, variables, "{}", page.path);
    }
}

#[test]
fn the_manual_has_every_kind_of_case() {
    let command = [
        "publish", "x", "--store", "y", "--allow", "nothing", "--lang", "en",
    ];
    let kinds = known(&outcome(&command).2);
    assert!(kinds.len() > 12, "{kinds:?}");
    for language in LANGUAGES {
        let page = Page::read(language, "indicatord-editing.7");
        let found = words(&page.section_with("as-of").terms);
        assert_eq!(
            found,
            kinds.iter().map(String::as_str).collect(),
            "{}",
            page.path
        );
    }
}

/// The commands of an example, each with its words, behind the prompt of whoever runs it.
fn run_in(line: &str) -> Vec<Vec<&str>> {
    let commands = line
        .split(['|', ';', '&'])
        .map(|command| command.split_whitespace().collect::<Vec<_>>());
    let is_prompt = |word: &str| word.ends_with(['$', '#']) || word == "sudo" || word == "--";
    let of_program = commands.filter_map(|words| {
        let at = words.iter().position(|word| *word == "indicatord")?;
        let is_run = at == 0 || is_prompt(words[at - 1]);
        is_run.then(|| words[at + 1..].to_vec())
    });
    of_program.filter(|words| !words.is_empty()).collect()
}

#[test]
fn the_examples_of_the_manual_are_commands_with_their_options() {
    let names = commands();
    let mut count = 0;
    for page in PAGES {
        let page = Page::read("", page);
        let examples = page
            .sections
            .iter()
            .flat_map(|section| &section.examples)
            .map(String::as_str);
        // A command in the middle of a sentence is in bold.
        for line in examples.chain(page.bold()) {
            for words in run_in(line)
                .into_iter()
                .filter(|words| !words[0].starts_with('-'))
            {
                assert!(names.contains(words[0]), "{}: {line}", page.path);
                let known = options(&listed(&help(&[words[0]]), "Options").join(" "));
                let given: BTreeSet<String> = words.iter().flat_map(|word| options(word)).collect();
                assert!(given.is_subset(&known), "{}: {line}", page.path);
                count += 1;
            }
        }
    }

    assert!(count > 60, "{count} examples");
}
