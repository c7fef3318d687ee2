//! Tables in workbooks, and what this program exports, come in like CSV.

use std::fs;

use crate::support::dataset::DatasetFixture;
use crate::support::samples::{xls, xlsx};
use crate::support::{TempDir, tree, write};

impl DatasetFixture {
    /// Imports a file, and returns exit code and everything that is said.
    pub fn import_file(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
        options: &[&str],
    ) -> (i32, String) {
        let path = self.dir.join(name);
        write(&path, content);
        let (code, stdout, stderr) =
            self.run(&[&["import", "--lang", "en", path.to_str().unwrap()], options].concat());
        (code, stdout + &stderr)
    }
}

#[test]
fn a_table_in_a_workbook_is_read_like_csv() {
    let table = "From the bank||||\n||||\nkey|date|value|published|note\n\
                 usd|@2026-11-05|1.7001|@2026-11-05|\n||||\nusd|'2026-11-06|'1.7002|'2026-11-06|\n";
    for book in [
        xlsx(&[("Notes", "anything"), ("Rates", table)]),
        xls(&[("Rates", table)]),
    ] {
        let fixture = DatasetFixture::new();
        let before = fixture.read("indicators/usd.csv");
        let (code, said) = fixture.import_file("rates.xlsx", &book, &[]);
        assert!(
            code != 0 && said.contains("rates.xlsx, Rates:3: unknown column `note`"),
            "{said}"
        );
        assert_eq!(fixture.read("indicators/usd.csv"), before);
    }

    let table = table.replace("|note", "").replace("|\n", "\n");
    for (name, book) in [
        ("a.xlsx", xlsx(&[("Rates", &table)])),
        ("a.xls", xls(&[("Rates", &table)])),
    ] {
        let fixture = DatasetFixture::new();
        let (code, said) = fixture.import_file(name, book, &[]);
        assert!(code == 0 && said.contains("rows written: 2"), "{said}");
        let rows = fixture.read("indicators/usd.csv");
        assert!(
            rows.contains("2026-11-05,1.7001,2026-11-05\n2026-11-06,1.7002,2026-11-06\n"),
            "{rows}"
        );
    }
}

#[test]
fn a_column_for_each_indicator_is_read_in_a_workbook_too() {
    for (table, written) in [
        (
            "date|usd\n@2026-11-05|1.7001\n@2026-11-06|1.7002\n",
            "2026-11-05,1.7001\n2026-11-06,1.7002\n",
        ),
        (
            "From the bank|\n|\ndate|usd|wage\n'05.11.2026|'1,7001|\n",
            "2026-11-05,1.7001\n",
        ),
        (
            "published|usd|date\n@2026-11-05|1.7001|@2026-11-05\n",
            "2026-11-05,1.7001,2026-11-05\n",
        ),
    ] {
        for book in [xlsx(&[("Rates", table)]), xls(&[("Rates", table)])] {
            let fixture = DatasetFixture::new();
            let (code, said) = fixture.import_file("rates.xlsx", &book, &[]);
            assert_eq!(code, 0, "{said}");
            let rows = fixture.read("indicators/usd.csv");
            assert!(rows.contains(written), "{table}\n{rows}");
        }
    }

    // A heading that is no indicator may be one of a source.
    let fixture = DatasetFixture::new();
    let book = xlsx(&[("Rates", "date|usd|euro\n@2026-11-05|1.7001|1.9\n")]);
    let (code, said) = fixture.import_file("rates.xlsx", &book, &[]);
    let expected = "no table with the column names key, date, value";
    assert!(code != 0 && said.contains(expected), "{said}");
}

/// Texts of a workbook are typed by people, whose dates and numbers are taken where they have one meaning.
#[test]
fn texts_of_a_workbook_are_read_as_people_type_them() {
    for (row, written) in [
        ("usd|'06.11.2026|'1,7002", "2026-11-06,1.7002\n"),
        ("usd|'2026-11-06|'1,71", "2026-11-06,1.71\n"),
        ("usd|@2026-11-06|'1,7", "2026-11-06,1.7\n"),
        ("wage|'11.2026|'1 104,5", "2026-11,1104.5\n"),
        ("wage|'Nov-26|'1104", "2026-11,1104\n"),
    ] {
        let table = format!("key|date|value\n{row}\n");
        for book in [xlsx(&[("Rates", &table)]), xls(&[("Rates", &table)])] {
            let fixture = DatasetFixture::new();
            let (code, said) = fixture.import_file("rates.xlsx", book, &["--allow", "future"]);
            assert_eq!(code, 0, "{row}: {said}");
            let (key, _) = row.split_once('|').unwrap();
            let rows = fixture.read(&format!("indicators/{key}.csv"));
            assert!(rows.contains(written), "{row}: {rows}");
        }
    }

    for value in ["1,104", "1.104,5,2", "n/a"] {
        let fixture = DatasetFixture::new();
        let before = tree(&fixture.dataset);
        let table = format!("key|date|value\nwage|'2026-11|'{value}\n");
        let (code, said) = fixture.import_file("w.xlsx", xlsx(&[("Rates", &table)]), &[]);
        assert!(
            code == 2 && said.contains("w.xlsx, Rates:2: ") && said.contains(value),
            "{value}: {said}"
        );
        assert!(tree(&fixture.dataset) == before);
    }
}

/// A title may stand above the names of the columns, a row of the table may not.
#[test]
fn a_row_above_the_names_of_its_columns_is_refused() {
    let table = "Rates of 2026||\nusd|@2026-11-05|1.7001\nkey|date|value\nusd|@2026-11-06|1.7002\n";
    for book in [xlsx(&[("Rates", table)]), xls(&[("Rates", table)])] {
        let fixture = DatasetFixture::new();
        let before = tree(&fixture.dataset);
        let (code, said) = fixture.import_file("rates.xlsx", book, &[]);
        let words =
            "rates.xlsx, Rates:2: the row is above the names of the columns: move it below them";
        assert!(
            code == 2 && said.contains(words) && !said.contains("Rates:1:"),
            "{said}"
        );
        assert!(tree(&fixture.dataset) == before);
    }
}

#[test]
fn numbers_of_workbooks_have_fifteen_digits_and_texts_all() {
    let fixture = DatasetFixture::new();
    let table = "date|value\n@2026-11-05|1.7000000000000002\n@2026-11-06|'1.70000000000000000001\n";
    let (code, said) = fixture.import_file("a.xlsx", xlsx(&[("a", table)]), &["--key", "usd"]);
    assert_eq!(code, 0, "{said}");
    let rows = fixture.read("indicators/usd.csv");
    assert!(
        rows.contains("\n2026-11-05,1.7") && rows.contains("\n2026-11-06,1.70000000000000000001"),
        "{rows}"
    );
    let (code, said) = fixture.import_file("b.xlsx", xlsx(&[("a", table)]), &[]);
    assert!(
        code != 0 && said.contains("no table with the column names key, date, value"),
        "{said}"
    );
    let other = "key,date,value\nusd,2026-11-05,1.7\n";
    let (code, said) = fixture.import_file("b.csv", other, &["--key", "m2"]);
    assert!(
        code != 0 && said.contains("b.csv:2: the row is of indicator `usd`, but --key names `m2`"),
        "{said}"
    );
}

#[test]
fn what_the_program_exports_comes_back() {
    // Of the built-in dataset the rubles, which have rows in another unit than the indicator's.
    for (origin, keys) in [("tests/fixtures/clean", None), ("dataset", Some("rub"))] {
        let dir = TempDir::new();
        let dataset = dir.copy_of(origin, "dataset");
        let fixture = DatasetFixture { dir, dataset };
        let site = fixture.dir.join("site");
        let (code, _, stderr) = fixture.run(&["export", site.to_str().unwrap()]);
        assert_eq!(code, 0, "{stderr}");
        let before = tree(&fixture.dataset);
        let (mut whole, mut workbooks) = (0, 0);
        for (path, bytes) in tree(&site) {
            let name = path.rsplit_once('/').map_or(&*path, |(_, name)| name);
            let key = path.strip_prefix("data/").or(path.strip_prefix("en/data/"));
            let key = key
                .and_then(|rest| rest.split_once('/'))
                .map(|(key, _)| key);
            let is_wanted = keys.is_none() || key.is_none() || key == keys;
            let options = match (name, key) {
                ("history.csv" | "history.xlsx", _) if !is_wanted => continue,
                ("history.csv", Some(key)) => vec!["--key", key],
                ("history.csv" | "history.xlsx", _) => vec![],
                _ => continue,
            };

            whole += usize::from(key.is_none());
            workbooks += usize::from(name == "history.xlsx");
            let (code, said) = fixture.import_file(name, &bytes, &options);
            assert!(
                code == 0 && said.contains("everything is already recorded"),
                "{path}: {said}"
            );
        }

        assert!(whole > 0 && workbooks > 0 && tree(&fixture.dataset) == before);
        let text = fs::read_to_string(site.join("history.csv")).unwrap();
        let other = text.replacen(",daily,", ",monthly,", 1);
        assert!(other != text);
        let (code, said) = fixture.import_file("history.csv", other, &[]);
        assert!(
            code != 0 && said.contains("period_type is `monthly`, but indicator `"),
            "{said}"
        );
    }
}
