//! The program serves the figures of any country, and speaks of none: only the dataset inside it and the import of one
//! bank's bulletin do.

use super::sources::sources;
use crate::support::{project, tree};

/// Parts of words, in small letters: of the country whose figures lie in the repository, its people, money and bank.
const PARTS: [&str; 13] = [
    "azerb",
    "азерб",
    "manat",
    "манат",
    "qəpik",
    "гяпик",
    "baku",
    "bakı",
    "баку",
    "azn",
    "cbar",
    "цба",
    "+994",
];
/// Whole words, as they are written.
const WORDS: [&str; 3] = ["AZ", "az", "CBA"];
/// The reader of the bulletin, the names of months, and those of the currencies of all countries.
const PLACES: [&str; 6] = [
    "imports/",
    "dataset/label_words.rs",
    "commands/import.rs",
    "messages/imports.rs",
    "messages/help_import.txt",
    "site/text/codes.tsv",
];

/// The words of a country in a text.
fn found(text: &str) -> Vec<&'static str> {
    let small = text.to_lowercase();
    let mut of_text = text.split(|c: char| !c.is_alphanumeric());
    let parts = PARTS.into_iter().filter(|part| small.contains(part));
    let mut all: Vec<_> = parts.collect();
    all.extend(of_text.find_map(|word| WORDS.into_iter().find(|known| *known == word)));
    all
}

#[test]
fn no_country_has_a_word_in_the_program() {
    // Sources without their tests, and everything else below `src` as it is.
    let mut texts: Vec<(String, String)> = sources()
        .into_iter()
        .map(|file| (file.path, file.text))
        .collect();
    let others = tree(&project("src"))
        .into_iter()
        .filter(|(path, _)| !path.ends_with(".rs"));
    texts.extend(others.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())));
    let mut wrong = Vec::new();
    for (path, text) in &texts {
        if PLACES.iter().any(|place| path.starts_with(place)) {
            continue;
        }

        for (number, line) in text.lines().enumerate() {
            wrong.extend(
                found(line)
                    .into_iter()
                    .map(|word| format!("src/{path}:{}: {word}", number + 1)),
            );
        }
    }

    assert!(texts.len() > 100, "the files are where this test looks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_word_is_found_in_any_form() {
    for text in [
        "Азербайджана",
        "21 маната",
        "azn_mn",
        "refArea: \"AZ\"",
        "https://www.cbar.az/",
        "Asia/Baku",
    ] {
        assert!(!found(text).is_empty(), "{text}");
    }

    for text in ["AZURE", "a-z", "million euros", "lazy", "табак"] {
        assert_eq!(found(text), Vec::<&str>::new(), "{text}");
    }
}
