//! A manual page as it is written: its sections, the terms that its lists explain, and its words in bold.

use std::collections::BTreeSet;
use std::fs;

use crate::support::project;

/// The folders of the languages below `packaging/man`.
pub const LANGUAGES: [&str; 2] = ["", "ru/"];

pub struct Page {
    pub path: String,
    /// What its first request says: name, section, day, version.
    pub head: String,
    pub sections: Vec<Section>,
}

/// A section or a subsection, up to the next one.
pub struct Section {
    pub title: String,
    /// The first paragraph.
    pub begin: String,
    /// What the lists explain: the line after each `.TP`, the words of each `.IP`.
    pub terms: String,
    /// The lines of its examples.
    pub examples: Vec<String>,
    /// All of it, without what a reader does not see.
    pub text: String,
    /// What is set in bold, piece by piece.
    pub bold: Vec<String>,
}

impl Page {
    pub fn read(language: &str, name: &str) -> Self {
        let path = format!("packaging/man/{language}{name}");
        let text = fs::read_to_string(project(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut head, mut sections) = (String::new(), vec![Section::new("")]);
        let (mut is_term, mut is_example) = (false, false);
        for line in text.lines().filter(|line| !line.starts_with(".\\\"")) {
            let (request, rest) = split(line);
            let section = sections.last_mut().unwrap();
            match request {
                ".SH" | ".SS" => sections.push(Section::new(&plain(rest.trim_matches('"')))),
                ".TH" => rest.clone_into(&mut head),
                ".TP" => is_term = true,
                ".IP" => section.add_item(rest),
                ".nf" | ".EX" => is_example = true,
                ".fi" | ".EE" => is_example = false,
                ".PP" => section.close_paragraph(),
                "" | ".B" | ".I" | ".BR" | ".RB" | ".BI" | ".IB" | ".IR" | ".RI" => {
                    let (shown, bold) = set(request, rest);
                    section.add(&shown, bold, is_term, is_example);
                    is_term = false;
                }
                _ => section.text += &format!("{}\n", plain(rest)),
            }
        }
        Page { path, head, sections }
    }

    /// What is set in bold, but for the titles of sections that the page refers to.
    pub fn bold(&self) -> BTreeSet<&str> {
        let all = self.sections.iter().flat_map(|section| &section.bold).map(String::as_str);
        let is_title = |piece: &&str| self.sections.iter().any(|section| section.title == *piece);
        all.filter(|piece| !is_title(piece)).collect()
    }

    pub fn text(&self) -> String {
        self.sections.iter().map(|section| format!("{}\n{}", section.title, section.text)).collect()
    }

    /// The section with a list that explains this.
    pub fn section_with(&self, term: &str) -> &Section {
        let found = self.sections.iter().find(|section| words(&section.terms).contains(term));
        found.unwrap_or_else(|| panic!("{}: no list explains {term}", self.path))
    }
}

impl Section {
    fn new(title: &str) -> Self {
        let title = title.to_owned();
        let [begin, terms, text] = [const { String::new() }; 3];
        Section { title, begin, terms, examples: Vec::new(), text, bold: Vec::new() }
    }

    fn close_paragraph(&mut self) {
        if self.begin.is_empty() {
            self.begin.clone_from(&self.text);
        }
    }

    /// The head of an item: a term, unless it is a number or a dot.
    fn add_item(&mut self, rest: &str) {
        let arguments = arguments(rest);
        let head = arguments.first().map(String::as_str).unwrap_or_default();
        if !head.starts_with(|c: char| c.is_ascii_digit()) && !head.starts_with("\\(") {
            let (shown, bold) = set("", head);
            self.add(&shown, bold, true, false);
        }
    }

    fn add(&mut self, shown: &str, bold: Vec<String>, is_term: bool, is_example: bool) {
        self.text += &format!("{shown}\n");
        self.bold.extend(bold);
        if is_term {
            self.close_paragraph();
            self.terms += &format!("{shown}\n");
        }
        if is_example {
            self.examples.push(shown.to_owned());
        }
    }
}

/// The request of a line, and the rest of it.
fn split(line: &str) -> (&str, &str) {
    match line.split_once(' ') {
        Some((request, rest)) if request.starts_with('.') => (request, rest),
        None if line.starts_with('.') => (line, ""),
        _ => ("", line),
    }
}

/// The text of a line, and what of it is bold.
fn set(request: &str, rest: &str) -> (String, Vec<String>) {
    let fonts: Vec<char> = request.trim_start_matches('.').chars().collect();
    match fonts[..] {
        [] => {
            let bold = rest.split("\\fB").skip(1).map(|piece| plain(piece.split("\\f").next().unwrap()));
            (plain(rest), bold.collect())
        }
        [font] => {
            let text = plain(&arguments(rest).join(" "));
            (text.clone(), if font == 'B' { vec![text] } else { Vec::new() })
        }
        _ => {
            let pieces: Vec<String> = arguments(rest).iter().map(|piece| plain(piece)).collect();
            let bold = pieces.iter().zip(fonts.iter().cycle()).filter(|(_, font)| **font == 'B');
            (pieces.concat(), bold.map(|(piece, _)| piece.clone()).collect())
        }
    }
}

/// The arguments of a request: words, or what stands between quotation marks.
fn arguments(text: &str) -> Vec<String> {
    let (mut found, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => found.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    found.push(word);
    found.retain(|word| !word.is_empty());
    found
}

/// A text without the escapes of roff.
fn plain(text: &str) -> String {
    let signs = [("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~")];
    let nothing = ["\\&", "\\fB", "\\fI", "\\fR", "\\fP"].map(|escape| (escape, ""));
    let escapes = signs.into_iter().chain(nothing).chain([("\\e", "\\")]);
    escapes.fold(text.to_owned(), |text, (escape, shown)| text.replace(escape, shown))
}

/// Words as code has them: letters of the Latin alphabet, digits, and what joins them.
pub fn words(text: &str) -> BTreeSet<&str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let words = text.split(|c| !is_of_word(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| !word.is_empty()).collect()
}

/// Names of members as JSON has them, with a capital inside: no word of a sentence looks so.
pub fn is_member(word: &&str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
        && word.contains(|c: char| c.is_ascii_uppercase())
}
