//! A page of the manual as it is written in Markdown: its sections, the terms that its lists explain, and its literals.

use std::collections::BTreeSet;
use std::fs;

use crate::support::project;

/// The folders of the languages below `packaging/man`.
pub const LANGUAGES: [&str; 2] = ["", "ru/"];

pub const PAGES: [&str; 5] = [
    "indicatord.1",
    "indicatord-dataset.5",
    "indicatord-api.7",
    "indicatord-editing.7",
    "indicatord-operations.7",
];

pub struct Page {
    pub path: String,
    pub sections: Vec<Section>,
}

/// A section or a subsection, up to the next one.
pub struct Section {
    pub title: String,
    /// The first paragraph.
    pub begin: String,
    /// The first line of each item that explains a term: it ends with a backslash.
    pub terms: String,
    /// The lines of its examples.
    pub examples: Vec<String>,
    /// All of it, without marks.
    pub text: String,
    /// Code and words in bold, piece by piece.
    pub bold: Vec<String>,
}

impl Page {
    /// Reads the page `NAME.SECTION` of a language.
    pub fn read(language: &str, name: &str) -> Self {
        let path = format!("packaging/man/{language}{name}.md");
        let text =
            fs::read_to_string(project(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut sections = vec![Section::new("")];
        let mut is_example = false;
        for line in text.lines() {
            let section = sections.last_mut().unwrap();
            match line {
                "" => section.close_paragraph(),
                "```" => is_example = !is_example,
                _ if is_example => section.add_example(line),
                _ if line.starts_with('#') => {
                    sections.push(Section::new(&shown(line.trim_matches(['#', ' '])).0))
                }
                _ => section.add(line),
            }
        }

        Page { path, sections }
    }

    /// Its literals, without the titles of sections that the page refers to.
    pub fn bold(&self) -> BTreeSet<&str> {
        let pieces = self
            .sections
            .iter()
            .flat_map(|section| &section.bold)
            .map(String::as_str);
        let is_title = |piece: &&str| self.sections.iter().any(|section| section.title == *piece);
        pieces.filter(|piece| !is_title(piece)).collect()
    }

    pub fn text(&self) -> String {
        self.sections
            .iter()
            .map(|section| format!("{}\n{}", section.title, section.text))
            .collect()
    }

    /// The section with a list that explains this.
    pub fn section_with(&self, term: &str) -> &Section {
        let section = self
            .sections
            .iter()
            .find(|section| words(&section.terms).contains(term));
        section.unwrap_or_else(|| panic!("{}: no list explains {term}", self.path))
    }
}

impl Section {
    fn new(title: &str) -> Self {
        let title = title.to_owned();
        let [begin, terms, text] = [const { String::new() }; 3];
        Section {
            title,
            begin,
            terms,
            examples: Vec::new(),
            text,
            bold: Vec::new(),
        }
    }

    fn close_paragraph(&mut self) {
        if self.begin.is_empty() {
            self.begin.clone_from(&self.text);
        }
    }

    fn add_example(&mut self, line: &str) {
        self.examples.push(line.to_owned());
        self.text += &format!("{line}\n");
    }

    fn add(&mut self, line: &str) {
        let is_item = is_item(line);
        if is_item {
            self.close_paragraph();
        }

        let (shown, bold) = shown(line.trim_start_matches([' ', '-']).trim_end_matches('\\'));
        self.text += &format!("{shown}\n");
        self.bold.extend(bold);
        if is_item && line.ends_with('\\') {
            self.terms += &format!("{shown}\n");
        }
    }
}

/// Returns true if a line begins an item of a list, numbered or not.
fn is_item(line: &str) -> bool {
    let (mark, _) = line.trim_start().split_once(' ').unwrap_or_default();
    let number = mark.strip_suffix('.').unwrap_or_default();
    mark == "-" || !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// A line without marks, and its pieces of code and in bold.
fn shown(line: &str) -> (String, Vec<String>) {
    let (mut text, mut bold) = (String::new(), Vec::new());
    for (number, piece) in line.split('`').enumerate() {
        if number % 2 == 1 {
            text += piece;
            bold.push(piece.to_owned());
            continue;
        }

        let piece = piece.replace("\\*", "\0").replace("\\<", "<");
        bold.extend(piece.split("**").skip(1).step_by(2).map(str::to_owned));
        text += &piece.replace('*', "").replace('\0', "*");
    }

    (text, bold)
}

/// Words as code has them: letters of the Latin alphabet, digits, and what joins them.
pub fn words(text: &str) -> BTreeSet<&str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let words = text
        .split(|c| !is_of_word(c))
        .map(|word| word.trim_end_matches('.'));
    words.filter(|word| !word.is_empty()).collect()
}

/// Names of members as JSON has them, with a capital inside: no word of a sentence looks so.
pub fn is_member(word: &&str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
        && word.contains(|c: char| c.is_ascii_uppercase())
}
