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

/// The dataset of the program, each series with its last row taken out, published in a store.
struct Published {
    dir: TempDir,
    typed: BTreeMap<String, TypedRow>,
}

impl Published {
    fn new() -> Self {
        let dir = TempDir::new();
        let dataset = dir.copy_of("dataset", "public");
        let mut typed = BTreeMap::new();
        for entry in fs::read_dir(dataset.join("indicators")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                typed.insert(name, TypedRow::take_from(&path));
            }
        }

        assert!(typed.len() > 70);

        let published = Published { dir, typed };
        let (code, _, stderr) = published.publish(&dataset);
        assert_eq!(code, 0, "{stderr}");
        published
    }

    fn publish(&self, dataset: &Path) -> (i32, String, String) {
        let store = self.dir.join("store");
        let paths = [dataset, &store].map(|path| path.to_str().unwrap());
        let command = ["publish", paths[0], "--store", paths[1]];
        let options = ["--new-store", "--yes", "--no-reload", "--lang", "en"];
        outcome(&[&command, &options[..]].concat())
    }

    /// Edits every series, and asserts that each edit is an error of `check` or asked about by `publish`. An edit is the
    /// file that there was and the row that is typed.
    fn assert_noticed(&self, what: &str, edit: impl Fn(&str, &TypedRow) -> String) {
        let public = self.dir.join("public");
        let edited = self.dir.copy_of("dataset", "edited");
        for (name, row) in &self.typed {
            let before = fs::read_to_string(public.join("indicators").join(name)).unwrap();
            fs::write(edited.join("indicators").join(name), edit(&before, row)).unwrap();
        }

        // Files that `check` refuses are put back, and `publish` judges the rest.
        let (_, report, _) = outcome(&["check", edited.to_str().unwrap(), "--lang", "en"]);
        let mut left = Vec::new();
        for name in self.typed.keys() {
            let place = format!("indicators/{name}:");
            let is_error = |line: &&str| line.starts_with(&place) && !line.contains(": warning: ");
            if let Some(error) = report.lines().find(is_error) {
                let names_it = ["comma", "reported_change_pct"]
                    .iter()
                    .any(|word| error.contains(word));
                assert!(names_it, "{what}: {error}");
                let file = Path::new("indicators").join(name);
                fs::copy(public.join(&file), edited.join(&file)).unwrap();
            } else {
                left.push(name.strip_suffix(".csv").unwrap());
            }
        }

        if !left.is_empty() {
            let (code, stdout, stderr) = self.publish(&edited);
            assert_eq!(code, 1, "{what}: {stdout}");
            for key in left {
                let date = &self.typed[&format!("{key}.csv")].date;
                let is_case = |kind: &&str| stderr.contains(&format!("  {kind} {key} {date}"));
                assert!(
                    ["slip", "jump"].iter().any(is_case),
                    "{what}: {key}: {stderr}"
                );
            }
        }

        fs::remove_dir_all(edited).unwrap();
    }
}

#[test]
fn no_series_takes_a_decimal_comma_without_a_word() {
    let published = Published::new();
    for form in 0..3 {
        published.assert_noticed(&format!("form {form}"), |before, row| {
            before.to_owned() + &row.with_empty_cells()[form]
        });
    }
}

#[test]
fn no_column_behind_the_value_takes_its_end_without_a_word() {
    let published = Published::new();
    for column in [
        "published",
        "reported_change_pct",
        "unit",
        "period_type",
        "measure",
        "ref",
        "flag",
        "not_before",
    ] {
        for ending in ["", "%", " ", "p", " %"] {
            let what = format!("{column} with {ending:?}");
            published.assert_noticed(&what, |before, row| {
                let (header, mut rows) = with_column_behind_value(before, column);
                let mut cells = vec![row.date.clone()];
                cells.extend(row.value.split(',').map(str::to_owned));
                cells[2] += ending;
                cells.resize(header.len(), String::new());
                rows.push(cells);
                table(&header, &rows)
            });
        }
    }
}

/// The header and the rows of a file, with a column behind the value: taken from where it is, or empty.
fn with_column_behind_value(file: &str, column: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(file.as_bytes());
    let mut rows = Vec::new();
    for row in reader.deserialize::<Vec<String>>() {
        rows.push(row.unwrap());
    }

    let former = rows[0].iter().position(|name| name == column);
    for row in &mut rows {
        let cell = former.map(|at| row.remove(at)).unwrap_or_default();
        row.insert(2, cell);
    }

    column.clone_into(&mut rows[0][2]);
    let header = rows.remove(0);
    (header, rows)
}

fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }

    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn no_command_takes_the_end_of_a_number_for_a_word() {
    let dir = TempDir::new();
    let dataset = dir.copy_of("dataset", "edited");
    let table = dir.join("table.csv");
    let [dataset, table_path] = [&dataset, &table].map(|path| path.to_str().unwrap());
    for column in ["published", "ref", "flag", "not_before"] {
        for end in ["6", "6%", "6p", "6 ", "06"] {
            let option = format!("--{}", column.replace('_', "-"));
            let record = [
                "record",
                "npl-ratio",
                "2026-08-31",
                "2",
                &option,
                end,
                "--dataset",
                dataset,
            ];

            let rows = format!("key,date,value,{column}\nnpl-ratio,2026-08-31,2,{end}\n");
            fs::write(&table, rows).unwrap();
            let import = ["import", table_path, "--dataset", dataset];
            for command in [&record[..], &import[..]] {
                let (code, _, stderr) = outcome(&[command, &["--lang", "en"]].concat());
                assert_eq!(code, 2, "{command:?}: {stderr}");
                assert!(stderr.contains("a decimal comma?"), "{command:?}: {stderr}");
            }
        }
    }
}
