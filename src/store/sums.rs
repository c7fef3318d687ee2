//! `SHA256SUMS`, as `sha256sum` writes it: what was put on the stick is what came off it.

use sha2::{Digest, Sha256};

use crate::dataset::{DataFile, SUMS_FILE as FILE};

/// Compares every file with the sums, if there are any: what is changed, missing, or in no line, one sentence each.
pub fn verify(files: &[DataFile]) -> Vec<String> {
    let Some(sums) = files.iter().find(|file| file.path == FILE) else { return Vec::new() };
    let mut problems = Vec::new();
    let mut covered = Vec::new();
    for (number, line) in
        String::from_utf8_lossy(&sums.bytes).lines().enumerate().filter(|(_, line)| !line.is_empty())
    {
        // Two spaces, or a space and an asterisk for what was read as binary.
        let Some((sum, path)) = line.split_once("  ").or_else(|| line.split_once(" *")) else {
            problems.push(format!(
                "{FILE}:{}: not a line of sha256sum: write `sha256sum FILE...` to it",
                number + 1
            ));
            continue;
        };
        let path = path.strip_prefix("./").unwrap_or(path);
        covered.push(path.to_owned());
        match files.iter().find(|file| file.path == path) {
            None => problems.push(format!("{FILE}:{}: `{path}` is missing", number + 1)),
            Some(file) if !hex(&Sha256::digest(&file.bytes)).eq_ignore_ascii_case(sum) => {
                problems.push(format!("{path}: differs from its sum in {FILE}: copy it again"));
            }
            Some(_) => {}
        }
    }
    let uncovered =
        files.iter().map(|file| &file.path).filter(|path| *path != FILE && !covered.contains(path));
    problems.extend(uncovered.map(|path| format!("{path}: has no sum in {FILE}")));
    problems
}

/// Hexadecimal digits, lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
