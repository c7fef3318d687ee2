//! Each file says what it is for.

use crate::support::{project, tree};

#[test]
fn each_file_begins_with_its_purpose() {
    let silent: Vec<String> = tree(&project("src"))
        .into_iter()
        .filter(|(path, text)| path.ends_with(".rs") && !text.starts_with(b"//! "))
        .map(|(path, _)| path)
        .collect();

    assert!(silent.is_empty(), "{silent:?}");
}
