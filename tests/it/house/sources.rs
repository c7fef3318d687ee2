//! The sources of the program, as the tests beside this one read them.

use crate::support::{project, tree};

/// A file below `src`.
pub struct SourceFile {
    /// Relative to `src`.
    pub path: String,
    /// Without its tests.
    pub text: String,
    /// Without comments as well, and without what stands in strings.
    pub code: String,
}

impl SourceFile {
    /// The part of the program: a folder, or a file at the top.
    pub fn layer(&self) -> &str {
        self.path.split('/').next().unwrap().trim_end_matches(".rs")
    }

    /// The path of the module, empty for the root.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        path.split('/')
            .filter(|name| *name != "main")
            .map(str::to_owned)
            .collect()
    }
}

/// Every file, without those that are tests alone.
pub fn sources() -> Vec<SourceFile> {
    const TESTS: &str = "#[cfg(test)]\n";
    let mut files = Vec::new();
    let mut tests = Vec::new();
    for (path, bytes) in tree(&project("src")) {
        if !path.ends_with(".rs") {
            continue;
        }

        let text = String::from_utf8(bytes).unwrap();
        let folder = path
            .strip_suffix("mod.rs")
            .or_else(|| path.strip_suffix("main.rs"));
        let folder = folder.map_or_else(|| path.replace(".rs", "/"), str::to_owned);
        let mut rest = text.as_str();
        let mut code = String::new();
        // A module of tests that is a file goes with the file; another item goes up to its closing brace.
        while let Some((before, behind)) = rest.split_once(TESTS) {
            code.push_str(before);
            let indent: String = before.chars().rev().take_while(|c| *c == ' ').collect();
            let item = behind.trim_start().split(['{', ';']).next().unwrap();
            let is_statement = behind.trim_start()[item.len()..].starts_with(';');
            let end = if is_statement {
                ";\n".to_owned()
            } else {
                format!("\n{indent}}}\n")
            };

            if let (true, Some(name)) = (is_statement, item.split("mod ").nth(1)) {
                tests.push(format!("{folder}{}", name.trim()));
            }

            let one_line = behind.lines().next().unwrap().ends_with('}');
            let end = if one_line { "\n" } else { &end };
            rest = behind.split_once(end).map_or("", |(_, rest)| rest);
        }

        code.push_str(rest);
        files.push(SourceFile {
            code: without_words(&code),
            path,
            text: code,
        });
    }

    files.retain(|file| {
        let is_test = |test: &String| {
            file.path == format!("{test}.rs") || file.path.starts_with(&format!("{test}/"))
        };
        !tests.iter().any(is_test)
    });
    assert!(files.len() > 20, "the sources are where this test looks");
    files
}

/// The code without comments, and with empty strings.
fn without_words(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let raw = rest
            .strip_prefix('r')
            .map(|raw| raw.len() - raw.trim_start_matches('#').len());
        let is_raw = raw.is_some_and(|hashes| rest[1 + hashes..].starts_with('"'))
            && !kept.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if is_raw {
            let hashes = raw.unwrap_or_default();
            let end = format!("\"{}", "#".repeat(hashes));
            rest = rest[2 + hashes..]
                .split_once(&end)
                .map_or("", |(_, rest)| rest);
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            kept.push_str("\"\"");
            rest = end.map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with("'\"'") {
            rest = &rest[3..];
        } else {
            kept.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }

    kept
}

#[test]
fn words_are_cut_out_of_code() {
    let code = "let a = \"x // \\\" y\"; // crate::b\nlet c = r#\"\"crate::d\"#; let e = '\"'; f(\"\\\\\")";
    assert_eq!(
        without_words(code),
        "let a = \"\"; \nlet c = ; let e = ; f(\"\")"
    );
}
