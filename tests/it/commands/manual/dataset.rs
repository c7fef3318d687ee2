//! JSON has no comments: what a field or a column of a dataset means is said in the manual, and nothing that there is not.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::page::{LANGUAGES, Page, is_member, words};
use crate::support::{TempDir, outcome, project, tree};

const NAME: &str = "indicatord-dataset.5";

/// The names of fields in a schema, and the words that fields may have as values.
fn of_schema(schema: &Value, fields: &mut BTreeSet<String>, values: &mut BTreeSet<String>) {
    for (word, inner) in schema.as_object().into_iter().flatten() {
        match word.as_str() {
            "properties" => fields.extend(
                inner
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.clone()),
            ),
            "enum" => {
                let words = inner
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str);
                values.extend(words.map(str::to_owned));
            }
            _ => {}
        }

        of_schema(inner, fields, values);
    }
}

/// The columns of the tables that `init` writes: all that there are.
fn columns() -> BTreeSet<String> {
    let dir = TempDir::new();
    let dataset = dir.join("dataset");
    assert_eq!(outcome(&["init", "--full", dataset.to_str().unwrap()]).0, 0);
    let mut found = BTreeSet::new();
    for (path, bytes) in tree(&dataset)
        .iter()
        .filter(|(path, _)| path.ends_with(".csv"))
    {
        let text = std::str::from_utf8(bytes).unwrap();
        let head = text
            .lines()
            .next()
            .unwrap_or_else(|| panic!("{path} is empty"));
        found.extend(head.split(',').map(str::to_owned));
    }

    found
}

/// The flags, as the help names them.
fn flags() -> BTreeSet<String> {
    let (_, help, _) = outcome(&[
        "record", "--flag", "nothing", "x", "x", "x", "--help", "--lang", "en",
    ]);
    let of_option = help
        .split_once("--flag <flags>")
        .unwrap()
        .1
        .split_once("\n  --")
        .unwrap()
        .0;
    let list = of_option.rsplit_once(": ").unwrap().1;
    list.split(',').map(|flag| flag.trim().to_owned()).collect()
}

#[test]
fn the_manual_has_every_field_of_a_dataset() {
    let (mut fields, mut values) = (BTreeSet::new(), BTreeSet::new());
    for subject in ["dataset", "indicator", "table"] {
        let schema =
            fs::read_to_string(project(&format!("packaging/schema/{subject}.json"))).unwrap();
        of_schema(
            &serde_json::from_str(&schema).unwrap(),
            &mut fields,
            &mut values,
        );
    }

    let (columns, flags) = (columns(), flags());
    assert!(
        fields.len() > 30 && columns.len() > 13 && flags.len() == 8,
        "{fields:?} {columns:?} {flags:?}"
    );
    for language in LANGUAGES {
        let page = Page::read(language, NAME);
        let terms: BTreeSet<&str> = page
            .sections
            .iter()
            .flat_map(|section| words(&section.terms))
            .collect();
        // A field that is explained in a sentence of another one is set in bold there.
        let bold: BTreeSet<&str> = page.bold().into_iter().flat_map(words).collect();
        let missing = |names: &BTreeSet<String>, among: &BTreeSet<&str>| -> Vec<String> {
            names
                .iter()
                .filter(|name| !among.contains(name.as_str()))
                .cloned()
                .collect()
        };
        assert_eq!(missing(&columns, &terms), [""; 0], "{}: columns", page.path);
        assert_eq!(missing(&flags, &terms), [""; 0], "{}: flags", page.path);
        assert_eq!(missing(&values, &bold), [""; 0], "{}: values", page.path);
        assert_eq!(missing(&fields, &bold), [""; 0], "{}: fields", page.path);
        let members = bold.iter().copied().filter(is_member);
        let invented: Vec<&str> = members.filter(|member| !fields.contains(*member)).collect();
        assert_eq!(invented, [""; 0], "{}: fields that no file has", page.path);
    }
}
