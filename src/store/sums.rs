//! `SHA256SUMS`, as `sha256sum` writes it: what was put on the stick is what came off it.

use super::hash::Hash;
use crate::dataset::{DataFile, SUMS_FILE as FILE};
use crate::messages::{self as msg, Message};

/// Compares every file with the sums, if there are any: what is changed, missing, or in no line, one sentence each.
pub fn verify(files: &[DataFile]) -> Vec<Message> {
    let Some(sums) = files.iter().find(|file| file.path == FILE) else { return Vec::new() };
    let mut problems = Vec::new();
    let mut covered = Vec::new();
    for (number, line) in
        String::from_utf8_lossy(&sums.bytes).lines().enumerate().filter(|(_, line)| !line.is_empty())
    {
        // Two spaces, or a space and an asterisk for what was read as binary.
        let Some((sum, path)) = line.split_once("  ").or_else(|| line.split_once(" *")) else {
            problems.push(msg::sums_line(number + 1));
            continue;
        };
        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path.to_owned());
        match files.iter().find(|file| file.path == path) {
            None => problems.push(msg::sums_missing(number + 1, path)),
            Some(file) if !Hash::of(&file.bytes).is_written_as(sum) => {
                problems.push(msg::sums_differ(path));
            }
            Some(_) => {}
        }
    }
    let uncovered =
        files.iter().map(|file| &file.path).filter(|path| *path != FILE && !covered.contains(path));
    problems.extend(uncovered.map(msg::sums_without));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_held_against_its_line_and_every_line_against_its_file() {
        let file = |path: &str, bytes: &str| DataFile { path: path.to_owned(), bytes: bytes.into() };
        let files = |sums: &str| vec![file(FILE, sums), file("a", "1"), file("b", "2"), file("c/d", "3")];
        let [a, b, d] = ["1", "2", "3"].map(|text| Hash::of(text.as_bytes()).to_string());
        assert_eq!(verify(&files("")[1..]), [], "without sums there is nothing to compare");
        let upper = b.to_uppercase();
        assert_eq!(verify(&files(&format!("{a}  a\n\n{upper} *b\n{d}  ./c/d\n"))), []);
        let found = verify(&files(&format!("{b}  a\nnonsense\n\n{a}  e\n{d}  c/d\n")));
        assert_eq!(
            found,
            [msg::sums_differ("a"), msg::sums_line(2), msg::sums_missing(4, "e"), msg::sums_without("b")]
        );
    }
}
