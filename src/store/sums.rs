//! `SHA256SUMS`, as `sha256sum` writes it: what was put on the stick is what came off it.

use super::hash::sha256;
use crate::dataset::{DataFile, SUMS_FILE as FILE};
use crate::messages::{self as say, Message};

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
            problems.push(say::sums_line(number + 1));
            continue;
        };
        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path.to_owned());
        match files.iter().find(|file| file.path == path) {
            None => problems.push(say::sums_missing(number + 1, path)),
            Some(file) if !sha256(&file.bytes).eq_ignore_ascii_case(sum) => {
                problems.push(say::sums_differ(path));
            }
            Some(_) => {}
        }
    }
    let uncovered =
        files.iter().map(|file| &file.path).filter(|path| *path != FILE && !covered.contains(path));
    problems.extend(uncovered.map(say::sums_without));
    problems
}
