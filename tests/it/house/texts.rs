//! Texts are data: no language is told apart outside the catalogues, and the words of the table of terms hold everywhere.

use super::sources::sources;
use crate::support::{project, tree};

/// Where texts stand in all languages side by side.
const CATALOGUES: [&str; 3] = ["model/lang.rs", "messages/", "site/text/"];
/// The marks of a language.
const COMPARISONS: [&str; 7] = [
    "== Lang::",
    "!= Lang::",
    "Lang::Ru",
    "Lang::En =>",
    "tag() == \"",
    "tag() != \"",
    "prefix() == \"",
];

/// Words that no text uses, each with its replacement.
const FORBIDDEN: [(&str, &str); 40] = [
    ("резервные данные", "начальные данные"),
    ("резервных данных", "начальных данных"),
    ("fallback data", "initial data"),
    ("отсчитан", "указан на"),
    ("counted to", "as of"),
    ("Наблюдение только одно", "Известно одно значение"),
    ("до сих пор не поступила", "в наборе данных её нет"),
    ("has not arrived", "not in this dataset"),
    (
        "There is no month-on-month",
        "No month-on-month change is calculated",
    ),
    (
        "There is no year-on-year",
        "No year-on-year change is calculated",
    ),
    (
        "the nearest value does not replace it",
        "the nearest observation is not used instead",
    ),
    (
        "ближайшее по дате его не заменяет",
        "ближайшее по дате вместо него не используется",
    ),
    ("turn stale", "will be marked stale"),
    ("stands out", "is in bold"),
    ("must not be taken for", "must not be treated as"),
    ("Neighbouring", "Other"),
    ("Skip to the content", "Skip to content"),
    ("that is meant", "is intended"),
    ("waits for its instant", "is embargoed until"),
    ("disarm", "withdraw"),
    ("снятые выпуски", "отозванные выпуски"),
    ("выпуск, который в работе", "действующий выпуск"),
    ("состояние службы", "состояние сервиса"),
    ("mistyped", "check the spelling"),
    ("Change against", "Change from"),
    ("Marks at values", "Observation flags"),
    ("взято из текста", "округлено в источнике"),
    ("против предыдущего", "по сравнению с предыдущим"),
    ("the one that counts", "the current value"),
    ("state of the service", "service status"),
    ("an URL", "a URL"),
    ("this is meant", "it is intended"),
    ("перезагруз", "перечитать"),
    ("former release", "previous release"),
    ("in service", "live"),
    ("не слушается", "не удаётся принимать подключения на"),
    ("MAINPID names", "MAINPID is"),
    ("half a character", "incomplete character"),
    ("point slipped", "decimal point"),
    ("this is no fault", "this is not a fault"),
];

#[test]
fn no_language_is_told_apart_outside_the_catalogues() {
    let mut wrong = Vec::new();
    let files = sources();
    for file in files
        .iter()
        .filter(|file| !CATALOGUES.iter().any(|place| file.path.starts_with(place)))
    {
        for (number, line) in file.text.lines().enumerate() {
            let found = COMPARISONS
                .into_iter()
                .find(|comparison| line.contains(comparison));
            wrong.extend(found.map(|found| format!("src/{}:{}: {found}", file.path, number + 1)));
        }
    }

    assert!(
        files
            .iter()
            .any(|file| file.path.starts_with(CATALOGUES[0])),
        "the catalogues are where they were"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_thing_has_one_name() {
    let read = |(path, bytes): (String, Vec<u8>)| (path, String::from_utf8(bytes).unwrap());
    let is_text = |path: &str| {
        CATALOGUES.iter().any(|place| path.starts_with(place))
            || path.starts_with("site/templates/")
            || path.starts_with("cli/")
    };
    let mut texts: Vec<(String, String)> = sources()
        .into_iter()
        .map(|file| (format!("src/{}", file.path), file.text))
        .collect();
    texts.extend(
        tree(&project("src"))
            .into_iter()
            .filter(|(path, _)| !path.ends_with(".rs"))
            .map(|(path, bytes)| read((format!("src/{path}"), bytes))),
    );
    texts.retain(|(path, _)| is_text(path.trim_start_matches("src/")));
    texts.extend(
        tree(&project("packaging/man"))
            .into_iter()
            .filter(|(path, _)| path.ends_with(".md"))
            .map(|(path, bytes)| read((format!("packaging/man/{path}"), bytes))),
    );
    texts.push((
        "README.md".to_owned(),
        std::fs::read_to_string(project("README.md")).unwrap(),
    ));
    let mut wrong = Vec::new();
    for (path, text) in &texts {
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let found = FORBIDDEN
                .into_iter()
                .filter(|(words, _)| line.contains(words));
            wrong.extend(found.map(|(words, instead)| {
                format!("{path}:{}: `{words}`: write `{instead}`", number + 1)
            }));
        }
    }

    assert!(texts.len() > 50, "the texts are where this test looks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
