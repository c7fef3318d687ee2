//! The pages of both languages have the same literals: options, paths, names of fields, and examples.

use std::collections::BTreeSet;

use super::page::{PAGES, Page, words};
use crate::support::{project, tree};

/// The names of the pages in a folder.
fn pages(folder: &str) -> BTreeSet<String> {
    let files = tree(&project(folder))
        .into_keys()
        .filter(|file| !file.contains('/'));
    files
        .filter_map(|file| file.strip_suffix(".md").map(str::to_owned))
        .collect()
}

#[test]
fn the_manual_has_the_same_pages_in_both_languages() {
    let all: BTreeSet<String> = PAGES.map(str::to_owned).into();
    assert_eq!(
        [pages("packaging/man"), pages("packaging/man/ru")],
        [all.clone(), all]
    );
}

/// Words of code, by their form: what has a path, an option, an underscore, a capital inside, or nothing but capitals.
fn is_code(word: &str) -> bool {
    let inside = word.get(1..).unwrap_or_default();
    let has_capital_inside = inside.chars().any(|c| c.is_ascii_uppercase());
    word.len() > 1 && (word.starts_with("--") || word.contains(['_', '/']) || has_capital_inside)
}

fn without<'a>(some: &BTreeSet<&'a str>, others: &BTreeSet<&str>) -> Vec<&'a str> {
    some.iter()
        .filter(|word| !others.contains(*word))
        .copied()
        .collect()
}

#[test]
fn the_manual_has_the_same_literals_in_both_languages() {
    for name in PAGES {
        let [english, russian] = ["", "ru/"].map(|language| Page::read(language, name));
        let bold = [&english, &russian].map(|page| {
            let in_latin = |piece: &&str| piece.is_ascii();
            page.bold()
                .into_iter()
                .filter(in_latin)
                .flat_map(words)
                .collect::<BTreeSet<_>>()
        });
        assert_eq!(
            without(&bold[0], &bold[1]),
            [""; 0],
            "{name}: bold in English and not in Russian"
        );
        assert_eq!(
            without(&bold[1], &bold[0]),
            [""; 0],
            "{name}: bold in Russian and not in English"
        );
        let texts = [english.text(), russian.text()];
        // In Russian a name in its own letters may stand before the dot.
        let all = [&texts[0], &texts[1]].map(|text| {
            words(text)
                .into_iter()
                .map(|word| word.trim_matches('.'))
                .collect::<BTreeSet<_>>()
        });
        // Latin letters in the Russian page were taken from the English one.
        assert_eq!(
            without(&all[1], &all[0]),
            [""; 0],
            "{name}: Latin words of the Russian page alone"
        );
        let code = all[0]
            .iter()
            .copied()
            .filter(|word| is_code(word) && !is_placeholder(word))
            .collect();
        assert_eq!(
            without(&code, &all[1]),
            [""; 0],
            "{name}: code of the English page alone"
        );
        let examples = [&english, &russian].map(|page| {
            let commands = page
                .sections
                .iter()
                .flat_map(|section| section.examples.clone());
            commands.filter(|line| line.is_ascii()).collect::<Vec<_>>()
        });
        assert_eq!(examples[0], examples[1], "{name}: examples");
    }
}

/// Names in capitals and units of bytes, which each language writes in its own letters, and words of English prose.
fn is_placeholder(word: &str) -> bool {
    ["KiB", "MiB", "GiB"].contains(&word)
        || word.chars().all(|c| c.is_ascii_uppercase() || c == '-')
}

#[test]
fn the_russian_manual_is_in_russian() {
    for name in PAGES {
        let text = Page::read("ru/", name).text();
        let (cyrillic, latin): (Vec<char>, Vec<char>) = text
            .chars()
            .filter(|c| c.is_alphabetic())
            .partition(|c| ('\u{400}'..='\u{4ff}').contains(c));
        assert!(
            cyrillic.len() > latin.len(),
            "{name}: {} and {}",
            cyrillic.len(),
            latin.len()
        );
    }
}
