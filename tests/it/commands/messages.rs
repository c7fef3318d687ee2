//! The catalogue of sentences for operators: none lacks its twin, and the program speaks the language it is asked to.

use std::fs;

use crate::support::{TempDir, has_terminal, outcome, program, project, tree, write};

/// The literals of a catalogue's entries, in pairs: Russian and English.
fn pairs(source: &str) -> Vec<(String, String)> {
    let body = source
        .split_once("catalogue! {")
        .map_or("", |(_, body)| body);
    let body = body.split("\n}\n").next().unwrap();
    let body = body.replace("\\\"", "");
    let mut literals = body.split('"').skip(1).step_by(2).map(str::to_owned);
    let mut pairs = Vec::new();
    while let (Some(ru), Some(en)) = (literals.next(), literals.next()) {
        pairs.push((ru, en));
    }

    pairs
}

#[test]
fn every_sentence_has_its_twin() {
    let mut count = 0;
    for (path, source) in tree(&project("src/messages")) {
        for (ru, en) in pairs(&String::from_utf8(source).unwrap()) {
            count += 1;
            let cyrillic = |text: &str| text.chars().any(|c| ('\u{400}'..'\u{500}').contains(&c));
            // Words beside those of the values.
            let words = |text: &str| {
                let fixed = text
                    .split('{')
                    .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
                text != "null" && fixed.flat_map(str::chars).any(char::is_alphabetic)
            };
            assert!(!cyrillic(&en), "{path}: {en}");
            assert!(cyrillic(&ru) || !words(&ru) || ru == en, "{path}: {ru}");
            assert_eq!(
                ru.trim().is_empty(),
                en.trim().is_empty(),
                "{path}: {ru} / {en}"
            );
            // Both fill in the same values.
            let gaps = |text: &str| {
                let mut gaps: Vec<String> = text
                    .split('{')
                    .skip(1)
                    .map(|g| g.split('}').next().unwrap().to_owned())
                    .collect();
                gaps.sort();
                gaps.dedup();
                gaps
            };

            assert_eq!(gaps(&ru), gaps(&en), "{path}: {ru} / {en}");
        }
    }

    assert!(
        count > 100,
        "{count} sentences: the catalogue is where this test looks"
    );
}

#[test]
fn reports_are_in_the_operators_language() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    write(
        &dataset.join("indicators/usd.csv"),
        "date,value\n2026-11-20,\"1,7\"\n",
    );
    let dataset = dataset.to_str().unwrap();
    let ru = "indicators/usd.csv:2: value `1,7` — не число: пишите `1.7`\n1 ошибка\n";
    let en = "indicators/usd.csv:2: value `1,7` is not a number: write `1.7`\n1 error\n";
    assert_eq!(
        outcome(&["check", dataset, "--lang", "ru"]),
        (2, ru.to_owned(), String::new())
    );
    assert_eq!(
        outcome(&["check", dataset, "--lang", "en"]),
        (2, en.to_owned(), String::new())
    );
    for (variables, expected) in [
        (&[("LANG", "ru_RU.UTF-8")][..], ru),
        (&[("LANG", "en_GB.UTF-8")], en),
        (&[("LANG", "C")], en),
        (&[("LC_MESSAGES", "ru")], ru),
        (&[("LC_ALL", "ru_RU.UTF-8")], ru),
        (
            &[
                ("LC_ALL", "en_GB.UTF-8"),
                ("LC_MESSAGES", "ru"),
                ("LANG", "ru"),
            ],
            en,
        ),
        (&[("LC_MESSAGES", "ru"), ("LANG", "en")], ru),
        (&[("LC_ALL", ""), ("LANG", "ru_RU.UTF-8")], ru),
    ] {
        let mut command = std::process::Command::new(program());
        command
            .args(["check", dataset])
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANG");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            expected,
            "{variables:?}"
        );
    }
}

#[test]
fn colour_and_json_for_whom_they_are() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("tests/fixtures/clean", "dataset");
    write(
        &dataset.join("indicators/usd.csv"),
        "date,value\n2026-11-20,x\n",
    );
    let path = dataset.to_str().unwrap();
    let (code, stdout, _) = outcome(&["check", path, "--json", "--lang", "en"]);
    assert_eq!(code, 2);
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (report["errors"].as_u64(), report["warnings"].as_u64()),
        (Some(1), Some(0))
    );
    let problem = &report["problems"][0];
    assert_eq!(
        (problem["file"].as_str(), problem["line"].as_u64()),
        (Some("indicators/usd.csv"), Some(2))
    );
    assert_eq!(problem["severity"], "error");
    let doubtful = dir.copy_of("tests/fixtures/clean", "doubtful");
    write(
        &doubtful.join("indicators/usd.csv"),
        "date,value\n2026-11-19,1.7\n2026-11-20,170\n",
    );
    let (code, stdout, _) = outcome(&[
        "check",
        doubtful.to_str().unwrap(),
        "--json",
        "--lang",
        "en",
    ]);
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (code, report["errors"].as_u64(), report["warnings"].as_u64()),
        (0, Some(0), Some(1)),
        "{stdout}"
    );
    assert_eq!(
        (
            &report["problems"][0]["severity"],
            &report["problems"][0]["kind"]
        ),
        (&"warning".into(), &"fivefold".into())
    );
    if !has_terminal("colour is not looked at") {
        return;
    }

    let terminal = |environment: &str| {
        let program = program();
        let line = format!("{environment} {program} check {path} --lang en");
        let typescript = dir.join("typescript");
        let output = std::process::Command::new("script")
            .args(["-qec", &line])
            .arg(&typescript)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        fs::read_to_string(typescript).unwrap()
    };

    assert!(terminal("").contains("\x1b[31mindicators/usd.csv:2: "));
    assert!(!terminal("NO_COLOR=1").contains('\x1b'));
}

/// Faults of a command line are reported in the language that it asks for, or else that of LANG.
#[test]
fn mistakes_of_the_command_line_are_in_the_operators_language() {
    let probe = "http://127.0.0.1:1";
    for (words, ru, en) in [
        (
            &["probe", "X"][..],
            "url `X`: к такому адресу",
            "url `X`: not a URL",
        ),
        (&["probe"], "не указано: `url`", "missing argument: `url`"),
        (
            &["check", "x", "more"],
            "неизвестный аргумент `more`",
            "unknown argument `more`",
        ),
        (
            &["nonsense"],
            "нет команды `nonsense`; список",
            "no command `nonsense`; see --help",
        ),
        (
            &["publsh", "x"],
            "нет команды `publsh`: может быть, `publish`",
            "no command `publsh`: did you mean `publish`",
        ),
        (
            &["check"],
            "каталог набора данных не указан",
            "no dataset directory given",
        ),
        (&["rollback"], "хранилище не указано", "no store given"),
        (
            &["check", "x", "--nonsense"],
            "неизвестный аргумент `--nonsense`",
            "unknown argument `--nonsense`",
        ),
        (
            &["check", "--help", "--json"],
            "--help не принимает",
            "--help takes no arguments",
        ),
        (
            &["check", "x", "--at"],
            "для `--at` не указано",
            "`--at` needs a value",
        ),
        (
            &["check", "x", "--at", "now"],
            "--at `now`: не время",
            "--at `now`: not an RFC 3339",
        ),
        (
            &["bundle", "x", "--out", "y", "--sequence", "a"],
            "--sequence `a`: ожидается целое",
            "--sequence `a`: not a",
        ),
        (
            &["publish", "--store", "x", "--store", "y"],
            "`--store` указан дважды",
            "`--store` is given twice",
        ),
        (
            &["export", "/nowhere", "--dataset", "/nowhere"],
            "/nowhere",
            "/nowhere",
        ),
        (
            &["probe", probe],
            "не отвечает: в соединении отказано",
            "does not answer: connection refused",
        ),
        (&[], "не указана команда", "no command given"),
    ] {
        let run = |command: &mut std::process::Command| {
            let output = command.output().unwrap();
            assert!(
                matches!(output.status.code(), Some(1 | 2)),
                "{words:?}: {output:?}"
            );
            String::from_utf8(output.stderr).unwrap()
        };
        for (lang, environment, expected) in [("ru", "ru_RU.UTF-8", ru), ("en", "en_GB.UTF-8", en)]
        {
            let mut command = std::process::Command::new(program());
            command
                .args(words)
                .env_remove("LC_ALL")
                .env_remove("LC_MESSAGES")
                .env("LANG", environment);
            let said = run(&mut command);
            assert!(said.contains(expected), "{words:?}: {said}");
            let cyrillic = said.chars().any(|c| ('\u{400}'..'\u{500}').contains(&c));
            assert_eq!(cyrillic, lang == "ru", "{words:?}: {said}");
            // Where a word is missing at the end, `--lang` would take its place.
            if words.last().is_some_and(|last| !matches!(*last, "--at")) {
                let mut command = std::process::Command::new(program());
                let other = if lang == "ru" { "C" } else { "ru_RU.UTF-8" };
                command
                    .args(words)
                    .args(["--lang", lang])
                    .env_remove("LC_ALL")
                    .env("LANG", other);
                let said = run(&mut command);
                assert!(said.contains(expected), "{words:?} --lang {lang}: {said}");
            }
        }
    }
}

/// Help follows `--lang`, the configuration and the locale.
#[test]
fn help_is_in_the_operators_language() {
    let usage = |words: &[&str], variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(program());
        command
            .args(words)
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANG");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        let help = String::from_utf8(output.stdout).unwrap();
        help.split_once(':').unwrap().0.to_owned()
    };

    let (ru, en) = ("Использование", "Usage");
    for (words, variables, expected) in [
        (&["--help"][..], &[("INDICATORD_LANG", "ru")][..], ru),
        (&["--help"], &[], en),
        (
            &["publish", "--help", "--lang", "ru"],
            &[("INDICATORD_LANG", "en")],
            ru,
        ),
        (
            &["publish", "--lang", "en", "--help"],
            &[("INDICATORD_LANG", "ru")],
            en,
        ),
        (&["serve", "--help"], &[("INDICATORD_LANG", "ru")], ru),
        (&["serve", "--help"], &[("LANG", "ru_RU.UTF-8")], ru),
    ] {
        assert_eq!(usage(words, variables), expected, "{words:?} {variables:?}");
    }
}
