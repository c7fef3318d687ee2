//! No circle of files: what a file names by `use`, `crate::`, `super::`, `self::`, by a module or by a prelude does not name
//! the file again. A name that a module brings in is followed to where it is defined. The names in a `mod.rs` are its
//! prelude: they count where its files use them, not where they are passed on.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{SourceFile, sources};

/// The words of a path, aliases left out; the last is `*` for everything.
type Path = Vec<String>;

/// A module: its file, its modules and other items, what it names, and what it brings in under which name.
struct Module {
    file: String,
    children: BTreeSet<String>,
    items: BTreeSet<String>,
    named: Vec<Path>,
    imports: Vec<(String, Path)>,
    /// The names that may come from a prelude: those of types, and of modules and functions where they are used as such.
    words: BTreeSet<String>,
    has_prelude: bool,
}

/// Modules by their paths, the root's is empty.
struct Program(BTreeMap<Path, Module>);

impl Program {
    fn read(files: &[SourceFile]) -> Self {
        let modules = files.iter().map(|file| (file.module(), Module::read(file)));
        Program(modules.collect())
    }

    /// The file in which what a module names by a path is defined; none for a module, of which something is named elsewhere.
    fn defined(&self, from: &Path, path: &[String], depth: usize) -> Option<&str> {
        let (mut at, mut rest) = (from.clone(), path);
        while let [first, more @ ..] = rest {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                name if self.0.get(&at)?.children.contains(name) => at.push(name.to_owned()),
                _ => break,
            }

            rest = more;
        }

        let module = self.0.get(&at)?;
        if rest.is_empty() {
            return None;
        }

        let imported = rest.first().filter(|_| depth < 9).and_then(|name| {
            module
                .imports
                .iter()
                .filter(|(alias, _)| alias == name)
                .find_map(|(_, target)| {
                    self.defined(&at, &[target, &rest[1..]].concat(), depth + 1)
                })
        });

        Some(imported.unwrap_or(&module.file))
    }

    /// The file in which a name without a path is defined; none for a name of the module's own.
    fn defined_by_prelude(&self, from: &Path, name: &str) -> Option<&str> {
        let mut at = from.clone();
        loop {
            let module = self.0.get(&at)?;
            if let Some((_, target)) = module.imports.iter().find(|(alias, _)| alias == name) {
                return self.defined(&at, target, 0);
            }

            if module.items.contains(name) {
                return Some(&module.file);
            }

            if module.children.contains(name) || !module.has_prelude {
                return None;
            }

            at.pop();
        }
    }

    /// Which files each file names.
    fn edges(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let named = |(path, module): (&Path, &Module)| -> BTreeSet<&str> {
            let files = module
                .named
                .iter()
                .filter_map(|name| self.defined(path, name, 0));
            let words = module
                .words
                .iter()
                .filter_map(|name| self.defined_by_prelude(path, name));
            files
                .chain(words)
                .filter(|file| *file != module.file)
                .collect()
        };

        self.0
            .iter()
            .map(|entry| (entry.1.file.as_str(), named(entry)))
            .collect()
    }
}

impl Module {
    fn read(file: &SourceFile) -> Self {
        let words = words(&file.code);
        let mut module = Module {
            file: file.path.clone(),
            children: BTreeSet::new(),
            items: items(&file.code),
            named: Vec::new(),
            imports: Vec::new(),
            words: BTreeSet::new(),
            has_prelude: false,
        };

        let is_prelude = file.path.ends_with("/mod.rs");
        let bound = bound(&words);
        for (at, pair) in words.windows(3).enumerate() {
            if pair[0] == "mod"
                && (pair[2] == ";" || pair[2] == "{")
                && words[..at].last() != Some(&"::")
            {
                module.children.insert(pair[1].to_owned());
            }
        }

        let (mut at, mut in_use, mut passes_on) = (0, false, false);
        while let Some(word) = words.get(at) {
            let former = words[..at].last().copied().unwrap_or_default();
            if *word == "use" {
                (in_use, passes_on) = (true, is_prelude || matches!(former, "pub" | ")"));
            }

            in_use &= *word != ";";
            let is_used = matches!(words.get(at + 1), Some(&("::" | "(")))
                || word.starts_with(char::is_uppercase);
            if !in_use && is_used && !matches!(former, "::" | "." | "fn") && !bound.contains(*word)
            {
                module.words.insert((*word).to_owned());
            }

            let is_path =
                words.get(at + 1) == Some(&"::") && former != "::" || in_use && former == "use";
            let is_module =
                matches!(*word, "crate" | "super" | "self") || module.children.contains(*word);
            let alias = module
                .imports
                .iter()
                .find(|(alias, _)| alias == word && !in_use);
            let before = match alias {
                Some((_, target)) if is_path => target.clone(),
                _ if is_path && is_module => Vec::new(),
                _ => {
                    at += 1;
                    continue;
                }
            };

            let mut found = Vec::new();
            at = expand(
                &words,
                at + 2 * usize::from(!before.is_empty()),
                &before,
                &mut found,
            );
            for (path, alias) in found {
                if alias == "*" {
                    module.has_prelude |= path == ["super", "*"];
                    continue;
                }

                if in_use {
                    module.imports.push((alias, path.clone()));
                }

                if !passes_on || !in_use {
                    module.named.push(path);
                }
            }
        }

        module
    }
}

/// The variants and the variables of a file, which are of no other.
fn bound<'a>(words: &[&'a str]) -> BTreeSet<&'a str> {
    let mut depths = Vec::new();
    let mut bound = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let (former, next) = (
            words[..at].last().copied().unwrap_or_default(),
            words.get(at + 1).copied(),
        );
        match *word {
            "{" => depths.push(words[..at].iter().rev().take(6).any(|word| *word == "enum")),
            "}" => drop(depths.pop()),
            _ => {}
        }

        let is_variant = depths.last() == Some(&true)
            && matches!(former, "{" | "," | "]")
            && word.starts_with(char::is_uppercase);
        let is_variable = word.starts_with(char::is_lowercase)
            && (next == Some(":") || matches!(former, "let" | "mut" | "|"));
        if is_variant || is_variable {
            bound.insert(*word);
        }
    }

    bound
}

/// The names of the items that a file defines outside of others.
fn items(code: &str) -> BTreeSet<String> {
    let item = |line: &str| {
        let line = line.strip_prefix("pub").map_or(line, |rest| {
            rest.trim_start_matches(|c| c != ' ').trim_start()
        });
        let (kind, rest) = line.split_once(' ')?;
        let is_item = matches!(
            kind,
            "const" | "static" | "fn" | "struct" | "enum" | "trait" | "type"
        );
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        is_item.then(|| rest[..end].to_owned())
    };

    code.lines().filter_map(item).collect()
}

/// The paths of a tree that begins at this word, each with the name under which it is brought in; returns the word behind it.
fn expand(words: &[&str], mut at: usize, before: &Path, found: &mut Vec<(Path, String)>) -> usize {
    let mut path = before.clone();
    loop {
        match words.get(at).copied() {
            Some("{") => {
                at += 1;
                while words.get(at).is_some_and(|word| *word != "}") {
                    at = expand(words, at, &path, found) + usize::from(words.get(at) == Some(&","));
                    while words.get(at) == Some(&",") {
                        at += 1;
                    }
                }

                return at + 1;
            }
            Some(word)
                if word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_') =>
            {
                path.push(word.to_owned());
                at += 1;
            }
            _ => break,
        }

        if words.get(at) != Some(&"::") {
            break;
        }

        at += 1;
    }

    if path.len() > 1 && path.last().is_some_and(|word| word == "self") {
        path.pop();
    }

    let mut alias = path.last().cloned().unwrap_or_default();
    if words.get(at) == Some(&"as") {
        alias = words
            .get(at + 1)
            .map(|word| (*word).to_owned())
            .unwrap_or_default();
        at += 2;
    }

    found.push((path, alias));
    at
}

/// Names, `::` and single characters.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };

        if !first.is_whitespace() {
            words.push(&rest[..length]);
        }

        rest = &rest[length..];
    }

    words
}

/// Every file that can be reached from one.
fn reached<'a>(edges: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(file) = left.pop() {
        left.extend(
            edges
                .get(file)
                .into_iter()
                .flatten()
                .filter(|next| reached.insert(**next)),
        );
    }

    reached
}

#[test]
fn there_are_no_circles_of_files() {
    let files = sources();
    let program = Program::read(&files);
    let edges = program.edges();
    assert!(
        edges.values().map(BTreeSet::len).sum::<usize>() > files.len(),
        "uses are found"
    );
    let reach: BTreeMap<&str, BTreeSet<&str>> = edges
        .keys()
        .map(|file| (*file, reached(&edges, file)))
        .collect();
    let mut circles = BTreeSet::new();
    for (file, reached) in &reach {
        if reached.contains(file) {
            circles.insert(
                reached
                    .iter()
                    .filter(|other| reach[*other].contains(file))
                    .collect::<Vec<_>>(),
            );
        }
    }

    for circle in &circles {
        println!("circle of {}:", circle.len());
        for file in circle {
            let named: Vec<_> = edges[**file]
                .iter()
                .filter(|other| circle.contains(other))
                .collect();
            println!("    {file} names {named:?}");
        }
    }

    assert!(circles.is_empty(), "{} circles", circles.len());
}

#[test]
fn a_circle_is_found() {
    let file = |path: &str, code: &str| SourceFile {
        path: path.into(),
        text: String::new(),
        code: code.into(),
    };
    let files = [
        file("main.rs", "mod a; mod b;"),
        file(
            "a/mod.rs",
            "mod deep;\nmod last;\nmod other;\nuse deep::Thing;\npub use deep::{Thing, other as Other};\npub struct Own;",
        ),
        file("a/deep.rs", "use super::super::b::Item; pub struct Thing;"),
        file("a/other.rs", "use super::{Thing as T};"),
        file(
            "a/last.rs",
            "use super::*;\nfn f(own: Own) { Other::new(own) }",
        ),
        file(
            "b.rs",
            "fn f() { crate::a::Thing::new(self.x, super::a::Own) } pub struct Item;",
        ),
    ];

    let program = Program::read(&files);
    let edges = program.edges();
    let named = |path: &str| edges[path].iter().copied().collect::<Vec<_>>();
    assert_eq!(named("a/deep.rs"), ["b.rs"]);
    assert_eq!(named("a/other.rs"), ["a/deep.rs"]);
    assert_eq!(named("a/last.rs"), ["a/deep.rs", "a/mod.rs"]);
    assert_eq!(named("b.rs"), ["a/deep.rs", "a/mod.rs"]);
    assert!(reached(&edges, "b.rs").contains("b.rs"));
    assert!(!reached(&edges, "a/other.rs").contains("a/other.rs"));
}
