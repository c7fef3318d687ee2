//! The commands of README are pasted here, and answer as README says.

use std::fs;
use std::process::Command;

use crate::support::{TempDir, program, project, unasked, write};

/// A command of README, and what README says that it prints.
struct Pasted {
    command: String,
    answer: Vec<String>,
}

/// Lines that begin with `$ ` in indented blocks, each with the indented lines after it.
fn pasted(readme: &str) -> Vec<Pasted> {
    let mut found: Vec<Pasted> = Vec::new();
    for line in readme.lines().filter_map(|line| line.strip_prefix("    ")) {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push(Pasted {
                command: command.to_owned(),
                answer: Vec::new(),
            }),
            (None, Some(last)) => last.answer.push(line.to_owned()),
            (None, None) => panic!("an answer without a command: {line}"),
        }
    }

    found
}

/// The part of a line that is the same on every day, for every user.
fn lasting(line: &str) -> String {
    let mut text = String::new();
    for c in line.trim_end().chars() {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if !(c == '0' && text.ends_with('0')) {
            text.push(c);
        }
    }

    match text.rsplit_once(", ") {
        Some((before, user)) if user.ends_with(')') => format!("{before}, USER)"),
        _ => text,
    }
}

/// Returns true if an answer is the expected one, in which `…` stands for any lines.
fn fits(expected: &[String], said: &[&str]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=said.len()).any(|from| fits(rest, &said[from..]))
        }
        Some((first, rest)) => said
            .split_first()
            .is_some_and(|(line, more)| lasting(first) == lasting(line) && fits(rest, more)),
    }
}

/// `indicatord` is the program under test, servers take free ports, and `curl` asks the newest. A server has a terminal of its
/// own, and has begun when it says so; `cargo` runs the program.
const PRELUDE: &str = r#"
export INDICATORD_LANG=en INDICATORD_LISTEN=127.0.0.1:0 INDICATORD_CONF="$HOME/empty.conf"
cargo() { [ "$1 $2 $3" = "run --release --" ] && exec indicatord "${@:4}"; }
curl() { command curl "${@/127.0.0.1:8080/$address}"; }
man() { mandoc "${@:2}"; }
begun() {
    while read -r line <&4; do
        case $line in "listening on http://"*) address=${line#listening on http://}; return ;; esac
    done
}
end() { kill $(jobs -p); wait; }
trap end EXIT
"#;

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let readme = fs::read_to_string(project("README.md")).unwrap();
    let (before, rest) = readme.split_once("## Install it\n").unwrap();
    let (installing, after) = rest.split_once("\n## ").unwrap();
    // An administrator's commands are tried in containers.
    for Pasted { command, .. } in pasted(installing) {
        let tried = ["run", "suite.sh"].map(|name| project(&format!("tests/packaging/{name}")));
        assert!(
            tried
                .iter()
                .any(|path| fs::read_to_string(path).unwrap().contains(&command)),
            "{command}"
        );
    }

    let mut commands: Vec<Pasted> = [before, after].into_iter().flat_map(pasted).collect();
    if Command::new("lowdown").arg("/dev/null").output().is_err() {
        eprintln!("no lowdown: the man pages of README are not made");
        commands.retain(|Pasted { command, .. }| !command.contains("/man/"));
    }

    // The program under test is on the path already.
    commands.retain(|Pasted { command, .. }| !command.starts_with("export PATH="));
    assert!(commands.len() > 13, "{}", commands.len());

    let home = TempDir::new();
    fs::create_dir(home.join("bin")).unwrap();
    std::os::unix::fs::symlink(program(), home.join("bin/indicatord")).unwrap();
    write(&home.join("empty.conf"), "");
    let mut script = PRELUDE.to_owned();
    for Pasted { command, .. } in &commands {
        script.push_str("echo '==== '\n");
        if command.ends_with(" serve") {
            script += &format!(
                "rm -f ~/log; mkfifo ~/log; exec 4<>~/log\n{{ {command}; }} >&4 2>&4 &\nbegun; true\n"
            );
        } else {
            script += &format!("{}\n", unasked(command));
        }

        script.push_str("echo \"==== $?\"\n");
    }

    let path = format!(
        "{}:{}",
        home.join("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let output = Command::new("bash")
        .args(["-c", &format!("{{ {script} }} 2>&1")])
        .env("HOME", home.join(""))
        .env("PATH", path)
        .current_dir(project(""))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut answers = said.split("==== \n").skip(1);
    for Pasted { command, answer } in &commands {
        let (text, code) = answers.next().unwrap().rsplit_once("==== ").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        if answer.is_empty() {
            assert_eq!(code.lines().next(), Some("0"), "{command}: {text}");
        } else {
            assert!(fits(answer, &lines), "{command}:\n{text}");
        }
    }
}
