//! The direction of data, held by reading the source: who may use whom, who may touch files, sockets and words.

use super::sources::sources;

/// The modules that a file names by `crate::`.
fn used(source: &str) -> Vec<&str> {
    let name = |rest: &'_ str| {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len())
    };
    source
        .split("crate::")
        .skip(1)
        .map(|rest| &rest[..name(rest)])
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    // The layers that each may name beside its own parts.
    let allowed = |layer: &str| -> &'static [&'static str] {
        match layer {
            "hash" | "directory" => &[],
            "model" => &["hash"],
            "dataset" => &["directory", "hash", "messages", "model"],
            "site" => &["dataset", "hash", "model"],
            "server" => &["directory", "messages", "site", "model"],
            "messages" => &["model"],
            "compare" => &["messages", "site", "dataset", "model"],
            "imports" => &["messages", "dataset", "model"],
            "store" => &["directory", "messages", "dataset", "hash", "model"],
            "console" => &["messages", "site", "dataset", "model"],
            "daemon" => &[
                "console", "messages", "server", "site", "store", "dataset", "model",
            ],
            "commands" => &[
                "cli",
                "daemon",
                "console",
                "server",
                "site",
                "imports",
                "store",
                "compare",
                "directory",
                "messages",
                "dataset",
                "model",
            ],
            "cli" => &[
                "console",
                "directory",
                "messages",
                "dataset",
                "server",
                "model",
            ],
            "main" => &["cli", "commands", "console", "messages"],
            other => panic!("`{other}` is a new part: say here what it may use"),
        }
    };

    for file in sources() {
        let own = file.layer();
        for name in used(&file.code) {
            assert!(
                name == own || allowed(own).contains(&name),
                "src/{} uses crate::{name}",
                file.path
            );
        }
    }
}

/// Invariant 3, and no layer above `server` knows the library or a dataset's files.
#[test]
fn files_and_sockets_have_their_places() {
    for file in sources() {
        let (path, source, own) = (&file.path, &file.code, file.layer());
        let files = source.contains("std::fs") || source.contains("File::");
        assert!(
            !files
                || matches!(own, "directory" | "dataset" | "store" | "commands" | "server")
                // The kernel's files on the process.
                || matches!(path.as_str(), "daemon/memory.rs" | "daemon/monitor.rs"),
            "src/{path} touches files"
        );
        let sockets = [
            "TcpStream",
            "TcpListener",
            "UdpSocket",
            "std::os::unix::net",
            "tiny_http",
            "socket2",
        ]
        .iter()
        .any(|name| source.contains(name));

        assert!(!sockets || own == "server", "src/{path} touches sockets");
        assert!(
            own != "server" || !source.contains("Indicator"),
            "src/{path} knows what it sends"
        );
    }
}

/// Invariant 4: words for readers of the API stand in one file; those for operators in the reports'; names of months and of
/// copies of files beside what reads them.
#[test]
fn words_have_their_places() {
    let allowed = [
        "site/text",
        "messages/",
        "model/lang.rs",
        "dataset/encoding.rs",
        "dataset/label_shapes.rs",
        "dataset/label_words.rs",
        "dataset/pattern.rs",
        "dataset/file_roles.rs",
    ];
    for file in sources() {
        let path = &file.path;
        let code = file
            .text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let cyrillic = code
            .flat_map(str::chars)
            .any(|c| ('\u{400}'..'\u{500}').contains(&c));
        assert!(
            !cyrillic || allowed.iter().any(|place| path.starts_with(place)),
            "src/{path} has Russian words"
        );
    }
}

/// Invariant 7: no binary float between a dataset and a response, nor anywhere else but where the numbers of a workbook
/// become decimals.
#[test]
fn there_are_no_binary_floats() {
    for file in sources()
        .into_iter()
        .filter(|file| !file.path.starts_with("imports/workbook/"))
    {
        let words = file.code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(
            words.into_iter().all(|word| word != "f32" && word != "f64"),
            "src/{} has a binary float",
            file.path
        );
    }
}
