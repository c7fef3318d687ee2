//! A number that is typed with a decimal comma, in every series of the dataset that comes with the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{TempDir, outcome};

/// The last row of a series, typed as the next one.
struct TypedRow {
    date: String,
    value: String,
    columns: usize,
}

impl TypedRow {
    /// Takes the last row out of a file; of a file with one row, it is typed for the next year.
    fn take_from(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let mut cells = lines[lines.len() - 1].splitn(3, ',');
        let (date, value) = (cells.next().unwrap(), cells.next().unwrap());
        let date = if lines.len() > 2 {
            lines.pop();
            date.to_owned()
        } else {
            let year: u32 = date[..4].parse().unwrap();
            format!("{}{}", year + 1, &date[4..])
        };

        let value = match value.contains('.') {
            true => value.replace('.', ","),
            false => format!("{value},5"),
        };
        let columns = lines[0].split(',').count();
        fs::write(path, lines.join("\n") + "\n").unwrap();
        TypedRow {
            date,
            value,
            columns,
        }
    }

    /// The row with empty cells: as many as there are columns in all, none, or as many as a number in one cell needs.
    fn with_empty_cells(&self) -> [String; 3] {
        [self.columns - 3, 0, self.columns - 2]
            .map(|empty| format!("{},{}{}\n", self.date, self.value, ",".repeat(empty)))
    }
}

#[test]
fn no_series_takes_a_decimal_comma_without_a_word() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("dataset", "public");
    let store = dir.join("store");
    let publish = |dataset: &Path| {
        let paths = [dataset, &store].map(|path| path.to_str().unwrap());
        let options = [
            "--new-store",
            "--yes",
            "--no-reload",
            "--lang",
            "en",
            "--allow",
            "order",
        ];
        outcome(&[&["publish", paths[0], "--store", paths[1]], &options[..]].concat())
    };
    let mut typed = BTreeMap::new();
    for entry in fs::read_dir(dataset.join("indicators")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            typed.insert(name, TypedRow::take_from(&path));
        }
    }
    assert!(typed.len() > 70);
    let (code, _, stderr) = publish(&dataset);
    assert_eq!(code, 0, "{stderr}");

    for form in 0..3 {
        let edited = dir.copy_of("dataset", &format!("edited-{form}"));
        for (name, row) in &typed {
            let before = fs::read_to_string(dataset.join("indicators").join(name)).unwrap();
            let after = before + &row.with_empty_cells()[form];
            fs::write(edited.join("indicators").join(name), after).unwrap();
        }

        // What `check` refuses is put back, and `publish` judges the rest.
        let (_, report, _) = outcome(&["check", edited.to_str().unwrap(), "--lang", "en"]);
        let mut left = Vec::new();
        for name in typed.keys() {
            let place = format!("indicators/{name}:");
            let is_error = |line: &&str| line.starts_with(&place) && !line.contains(": warning: ");
            match report.lines().find(is_error) {
                Some(error) => {
                    assert!(error.contains("comma"), "{error}");
                    let file = Path::new("indicators").join(name);
                    fs::copy(dataset.join(&file), edited.join(&file)).unwrap();
                }
                None => left.push(name.strip_suffix(".csv").unwrap()),
            }
        }
        if left.is_empty() {
            continue;
        }
        let (code, stdout, stderr) = publish(&edited);
        assert_eq!(code, 1, "{stdout}");
        for key in left {
            let date = &typed[&format!("{key}.csv")].date;
            let is_case = |kind: &&str| stderr.contains(&format!("  {kind} {key} {date}"));
            assert!(["slip", "jump"].iter().any(is_case), "{key}: {stderr}");
        }
    }
}
