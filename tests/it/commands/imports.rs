//! Files of sources: tables long and wide, those of a Russian Excel, the bulletins of the central bank.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::dataset::DatasetFixture;
use crate::support::{program, project, tree, write};

const RATE: &str = r#"{ "name": { "ru": "К", "en": "R" }, "unit": "azn", "periodType": "daily", "measure": "rate", "source": "bank""#;

impl DatasetFixture {
    /// The fixture with three more rates, which a bulletin has as well.
    fn with_rates() -> Self {
        let fixture = DatasetFixture::new();
        fixture.replace(
            "dataset.json",
            "[\"usd\",",
            "[\"jpy\", \"rub100\", \"xau\", \"usd\",",
        );
        for (key, code, first) in [
            ("usd", r#""sourceCode": "USD""#, "1.7"),
            ("jpy", r#""sourceCode": "JPY", "nominal": 100"#, "1.16"),
            ("rub100", r#""sourceCode": "RUB", "nominal": 100"#, "2.1"),
            ("xau", r#""sourceCode": "XAU""#, "7600"),
        ] {
            fixture.write(
                &format!("indicators/{key}.json"),
                format!("{RATE}, {code} }}"),
            );
            fixture.write(
                &format!("indicators/{key}.csv"),
                format!("date,value\n2026-09-03,{first}\n"),
            );
        }

        fixture
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.dir.join(name);
        write(&path, content);
        path.to_str().unwrap().to_owned()
    }

    fn import(&self, arguments: &[&str]) -> (i32, String, String) {
        self.run(&[&["import", "--lang", "en"], arguments].concat())
    }

    /// The import is refused, says this, and changes nothing.
    #[track_caller]
    fn not_imported(&self, arguments: &[&str], words: &str) {
        let before = tree(&self.dataset);
        let (code, _, stderr) = self.import(arguments);
        assert!(code == 1 || code == 2, "{arguments:?} is not refused");
        assert!(stderr.contains(words), "{stderr}");
        assert!(
            tree(&self.dataset) == before,
            "{arguments:?} has changed something"
        );
    }
}

/// The bulletin of 4 September 2026, with another text in a place.
fn bulletin(before: &str, after: &str) -> String {
    let text = fs::read_to_string(project("tests/fixtures/bulletins/2026-09-04.xml")).unwrap();
    assert!(text.contains(before), "the bulletin has no `{before}`");
    text.replacen(before, after, 1)
}

#[test]
fn a_bulletin_fills_the_indicators_of_its_codes() {
    let fixture = DatasetFixture::with_rates();
    let real = project("tests/fixtures/bulletins/2026-09-04.xml");
    let (code, stdout, stderr) = fixture.import(&[real.to_str().unwrap(), "--checked"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("codes that no indicator has: 38\n"),
        "{stdout}"
    );
    assert!(
        stdout.contains("rows written: 4, already recorded: 0"),
        "{stdout}"
    );
    assert!(
        stdout.contains(
            "indicators/xau.csv: 2026-09-04  7605.494, previously 7600 (2026-09-03), +0.07%"
        ),
        "{stdout}"
    );
    assert_eq!(
        fixture.read("indicators/usd.csv"),
        "date,value,published\n2026-09-03,1.7,\n2026-09-04,1.7,2026-09-04\n"
    );
    // The bulletin has the ruble for 1 or for 100, the indicator has it for 100.
    let text = fs::read_to_string(&real).unwrap();
    let entry = text
        .split("Code=\"RUB\"")
        .nth(1)
        .unwrap()
        .split("</Valute>")
        .next()
        .unwrap();
    let inside = |name: &str| {
        entry
            .split(&format!("<{name}>"))
            .nth(1)
            .unwrap()
            .split('<')
            .next()
            .unwrap()
            .to_owned()
    };

    let (nominal, value) = (inside("Nominal"), inside("Value"));
    let shift = if nominal == "1" {
        value.replace('.', "").trim_start_matches('0').to_owned()
    } else {
        value.replace('.', "")
    };

    let written = fixture.read("indicators/rub100.csv").replace('.', "");
    assert!(written.contains(shift.trim_end_matches('0')), "{written}");
    assert!(
        !fixture.read("checks.csv").contains("2026-11-20T08:00:00"),
        "the check is noted"
    );
    let before = tree(&fixture.dataset);
    let (code, stdout, _) = fixture.import(&[real.to_str().unwrap(), "--no-checked"]);
    assert_eq!(code, 0);
    assert!(
        stdout.contains("everything is already recorded"),
        "{stdout}"
    );
    assert!(tree(&fixture.dataset) == before);
}

/// Codes that the dataset has from the bulletin before, and that this one lacks.
#[test]
fn a_bulletin_that_lacks_an_indicator_says_which() {
    let fixture = DatasetFixture::with_rates();
    let cut = fixture.file("cut.xml", bulletin("Code=\"JPY\"", "Code=\"YEN\""));
    let (code, stdout, stderr) = fixture.import(&[&cut]);
    assert_eq!(code, 0, "{stderr}");
    let said = "cut.xml: warning: the bulletin lacks indicators that the previous one of 2026-09-03 had: jpy\n";
    assert!(stderr.contains(said), "{stderr} {stdout}");
    // The next one is compared with that, which did not have it.
    let next = bulletin("Code=\"JPY\"", "Code=\"YEN\"").replace("04.09.2026", "07.09.2026");
    let next = fixture.file("next.xml", next);
    let (code, stdout, stderr) = fixture.import(&[&next]);
    assert!(code == 0 && !stderr.contains("lacks"), "{stdout} {stderr}");
}

#[test]
fn several_bulletins_and_a_corrected_one() {
    let fixture = DatasetFixture::with_rates();
    let files: Vec<String> = (4..=8)
        .map(|day| {
            fixture.file(
                &format!("{day}.xml"),
                bulletin("Date=\"04.09.2026\"", &format!("Date=\"0{day}.09.2026\"")),
            )
        })
        .collect();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let (code, stdout, stderr) = fixture.import(&names);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("files: 5, rows written: 20, already recorded: 0\n"),
        "{stdout}"
    );
    assert_eq!(fixture.read("indicators/usd.csv").lines().count(), 7);
    let corrected = fixture.file("corrected.xml", bulletin("<Value>1.7<", "<Value>1.71<"));
    fixture.not_imported(
        &[&corrected],
        "1.7 is already recorded for 2026-09-04 (indicators/usd.csv:3) and not public yet: replace it with --replace",
    );
    // Of what is public, or may be, another value is a revision.
    let notes = fixture.read(".edits.jsonl");
    fixture.write(".edits.jsonl", "");
    fixture.not_imported(
        &[&corrected],
        "give the day of the correction with --published; replace an unpublished value",
    );
    fixture.write(".edits.jsonl", notes);
    let (code, stdout, stderr) = fixture.import(&[&corrected, "--replace"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("rows written: 1, already recorded: 3"),
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/usd.csv")
            .contains("2026-09-04,1.71,2026-09-04\n")
    );
    assert_eq!(fixture.run(&["undo"]).0, 0);
    let (code, stdout, stderr) = fixture.import(&[&corrected, "--published", "2026-09-05"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("rows written: 1, already recorded: 3"),
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/usd.csv")
            .contains("2026-09-04,1.71,2026-09-05\n")
    );
    let first = fixture.file(
        "first.xml",
        bulletin("Date=\"04.09.2026\"", "Date=\"01.01.2006\""),
    );
    let (code, _, stderr) = fixture.import(&[&first, "--allow", "date"]);
    assert_eq!(code, 0, "the first day of the manat: {stderr}");
    // Two bulletins of one day in one call contradict each other.
    let fixture = DatasetFixture::with_rates();
    fixture.not_imported(
        &[names[0], &corrected],
        "is already recorded for 2026-09-04 (",
    );
}

#[test]
fn forged_and_strange_bulletins_are_refused() {
    let fixture = DatasetFixture::with_rates();
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    for (before, after, words) in [
        (
            declaration,
            "<!DOCTYPE ValCurs [<!ENTITY a \"1.7\">]>",
            "the file has a DOCTYPE",
        ),
        ("ValCurs Date", "Rates Date", "not XML ("),
        (
            "Date=\"04.09.2026\"",
            "Date=\"09/04/2026\"",
            "Date `09/04/2026` is not a date",
        ),
        (
            "Date=\"04.09.2026\"",
            "Date=\"04.09.2005\"",
            "rates before 2006 are in the old manat",
        ),
        (
            "Date=\"04.09.2026\"",
            "Date=\"31.12.2005\"",
            "rates before 2006 are in the old manat",
        ),
        ("Date=\"04.09.2026\"", "", "Date `` is not a date"),
        (
            "Date=\"04.09.2026\"",
            "Date=\"31.02.2026\"",
            "is not a date",
        ),
        (
            "Date=\"04.09.2026\"",
            "Date=\"04.09.2062\"",
            "future usd 2062-09-04",
        ),
        (
            "<Value>1.7<",
            "<Value>1,7<",
            "USD: Value `1,7` is not a number above zero",
        ),
        (
            "<Value>1.7<",
            "<Value>0<",
            "USD: Value `0` is not a number above zero",
        ),
        (
            "<Value>1.7<",
            "<Value>17.1<",
            "jump usd 2026-09-04: 1.7 → 17.1, a fivefold change or more",
        ),
        (
            "<Nominal>1 t.u.<",
            "<Nominal>one<",
            "Nominal `one` is not a whole number",
        ),
        (
            "<Nominal>1 t.u.<",
            "<Nominal>0 t.u.<",
            "Nominal `0 t.u.` is not a whole number",
        ),
        ("Code=\"XPD\"", "Code=\"XPT\"", "code `XPT` is repeated"),
        (
            "Code=\"XPD\"",
            &(0..1001).map(|n| format!("a{n}=\"\" ")).collect::<String>(),
            "more than 1000 attributes or namespaces in one element",
        ),
        ("Code=\"XPD\"", "Code=\"\"", "`Valute` has no `Code`"),
        ("</ValCurs>", "", "not XML ("),
    ] {
        let file = fixture.file("forged.xml", bulletin(before, after));
        fixture.not_imported(&[&file], words);
    }

    for (content, words) in [
        (
            "<Rates Date=\"04.09.2026\"/>",
            "the root element is `Rates`",
        ),
        ("<ValCurs Date=\"04.09.2026\"></ValCurs>", "no rates at all"),
        ("<", "not XML ("),
        (
            "<ValCurs Date=\"04.09.2026\"><ValType><Valute Code=\"JPY\"><Nominal>3</Nominal><Value>1</Value></Valute></ValType></ValCurs>",
            "1 for 3 cannot be converted exactly to 100: the decimal does not terminate",
        ),
        (
            "<ValCurs Date=\"04.09.2026\"><ValType><Valute Code=\"ABC\"><Nominal>1</Nominal><Value>1</Value></Valute></ValType></ValCurs>",
            "no indicator has a `sourceCode` from this bulletin",
        ),
    ] {
        let file = fixture.file("forged.xml", content);
        fixture.not_imported(&[&file], words);
    }

    let file = fixture.file("forged.xml", b"<ValCurs Date=\"\xff\"/>");
    fixture.not_imported(&[&file], "not UTF-8");
}

#[test]
fn codes_that_indicators_of_several_sources_share() {
    let fixture = DatasetFixture::with_rates();
    let json = fixture.read("dataset.json");
    let other =
        "\"sources\": { \"other\": { \"name\": { \"ru\": \"Другой\", \"en\": \"Other\" } }, ";
    fixture.write("dataset.json", json.replace("\"sources\": {", other));
    let path = fixture.dataset.join("indicators/jpy.json");
    write(
        &path,
        fixture
            .read("indicators/jpy.json")
            .replace("\"bank\"", "\"other\"")
            .replace("JPY", "USD"),
    );
    let real = project("tests/fixtures/bulletins/2026-09-04.xml");
    let real = real.to_str().unwrap();
    fixture.not_imported(
        &[real],
        "indicators of several sources have these codes (bank, other)",
    );
    let table = fixture.file("table.csv", "date,usd\n2026-09-05,1.7\n");
    for option in [["--source", "bank"], ["--published", "2026-09-05"]] {
        let refused = format!(
            "{} is valid only with bulletins, and none of the files is one",
            option[0]
        );
        fixture.not_imported(&[&table, option[0], option[1]], &refused);
    }

    let before = fixture.read("checks.csv");
    assert_eq!(
        fixture
            .import(&[real, "--source", "bank", "--no-checked"])
            .0,
        0
    );
    assert_eq!(fixture.read("checks.csv"), before);
    assert_eq!(
        fixture.import(&[real, &table, "--source", "bank"]).0,
        0,
        "a bulletin and a table"
    );
    assert!(!fixture.read("indicators/jpy.csv").contains("2026-09-04"));
    let checks = fixture.read("checks.csv");
    assert!(
        checks.contains("\nbank,") && !checks.contains("\nother,"),
        "{checks}"
    );
}

#[test]
fn long_and_wide_tables_add_what_is_new_and_skip_what_is_there() {
    let fixture = DatasetFixture::with_rates();
    let long = fixture.file(
        "long.csv",
        "key,date,value,ref\nusd,2026-09-03,1.70,\nusd,2026-09-04,1.71,https://bank.example/\n",
    );
    let (code, stdout, stderr) = fixture.import(&[&long]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("rows written: 1, already recorded: 1"),
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/usd.csv")
            .ends_with("2026-09-04,1.71,https://bank.example/\n")
    );
    let wide = fixture.file(
        "wide.csv",
        "date,usd,xau,published\n2026-09-05,1.72,,2026-09-05\n2026-09-06,,7601,\n",
    );
    let (code, stdout, stderr) = fixture.import(&[&wide]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("rows written: 2, already recorded: 0"),
        "{stdout}"
    );
    assert!(
        fixture
            .read("indicators/xau.csv")
            .ends_with("2026-09-06,7601\n")
    );
    for (row, problem) in [
        ("2026-09-06,1,7,7601", "(a decimal comma?): write `1.7`"),
        ("2026-09-06,1.7,7,601", "write `7601` or `7.601`"),
        ("2026-09-06,1.7", "lacks `,`"),
    ] {
        let typed = fixture.file("typed.csv", format!("date,usd,xau\n{row}\n"));
        fixture.not_imported(&[&typed], problem);
    }
    let empty = fixture.file("empty.csv", "");
    fixture.not_imported(&[&empty], "empty.csv: the file is empty: fill it in\n");
    let other = fixture.file("other.csv", "date,usd\n2026-09-03,1.69\n");
    fixture.not_imported(&[&other], "other.csv:2: 1.7 is already recorded for 2026-09-03 (indicators/usd.csv:2): correct it with `record --replace`, or for a revision, give another date");
    let twice = fixture.file("twice.csv", "date,usd\n2026-09-07,1.7\n2026-09-07,1.71\n");
    fixture.not_imported(
        &[&twice],
        &format!("{twice}:3: 1.7 is already recorded for 2026-09-07 ({twice}:2)"),
    );
    let revised = fixture.file(
        "revised.csv",
        "date,usd,published\n2026-09-03,1.69,2026-09-05\n",
    );
    assert_eq!(fixture.import(&[&revised]).0, 0);
    assert_eq!(
        fixture.import(&[&revised]).1.lines().count(),
        1,
        "seen before"
    );
}

#[test]
fn what_a_russian_excel_saves_is_understood_and_shown() {
    let fixture = DatasetFixture::with_rates();
    let content = b"date;usd;xau\r\n04.09.2026;1,71;7\xa0601,5\r\n05.09.2026;1,72;\r\n;;\r\n";
    let mut child = Command::new(program())
        .args(["import", "-", "--lang", "en", "--dataset"])
        .arg(&fixture.dataset)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(content).unwrap();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let understood = "\n-: read as windows-1251, semicolons, decimal commas, dates DD.MM.YYYY\n";
    assert!(stdout.contains(understood), "{stdout}");
    assert!(stdout.contains("→  2026-09-04,1.71,7601.5\n"), "{stdout}");
    assert!(
        fixture
            .read("indicators/xau.csv")
            .ends_with("2026-09-04,7601.5\n")
    );
    let lost = fixture.file("lost.csv", "date;usd\r\n06.09.2026;1 7,1\r\n");
    fixture.not_imported(
        &[&lost],
        &format!("{lost}:2: value `1 7,1` is not a number"),
    );
    let book = fixture.file("book.xlsx", b"PK\x03\x04\x14\x00");
    fixture.not_imported(
        &[&book],
        "book.xlsx: the workbook is damaged (ZIP): download it again",
    );
}

#[test]
fn what_comes_from_another_program_is_bounded() {
    let fixture = DatasetFixture::with_rates();
    let mut import = fixture.command(&["import", "-", "--lang", "en"]);
    let mut child = import
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut table = b"date,usd\n2026-09-05,1.72\n".to_vec();
    table.resize((16 << 20) + 1, b'\n');
    // The last byte may not be taken any more.
    let _ = child.stdin.take().unwrap().write_all(&table);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(1) && stderr.contains("16 MiB"),
        "{stderr}"
    );
}

/// Mistakes in a list of figures: nothing of it is written.
#[test]
fn mistakes_of_a_day_are_refused() {
    let fixture = DatasetFixture::with_rates();
    let first = "date,value\n2026-08,1100\n2026-09,1103.8\n2026-10,1110\n";
    fixture.write("indicators/wage.csv", first);
    for (content, words) in [
        // A shifted column, a wrong indicator.
        (
            "date,usd,xau\n2026-09-04,7601,1.7\n",
            "jump usd 2026-09-04: 1.7 → 7601, a fivefold change or more",
        ),
        (
            "key,date,value\nxau,2026-09-04,1.7\n",
            "jump xau 2026-09-04: 7600 → 1.7, a fivefold change or more",
        ),
        ("key,value,date\nusd,2026-09-04,1.7\n", ":2: "),
        (
            "key,date,value\nused,2026-09-04,1.7\n",
            ":2: unknown indicator `used`: did you mean `usd`?",
        ),
        (
            "date,usd,xua\n2026-09-04,1.7,7601\n",
            ":1: unknown indicator `xua`: did you mean `xau`?",
        ),
        // Lost digits, a lost point, a wrong unit, a sign.
        (
            "key,date,value\nxau,2026-09-04,759\n",
            "jump xau 2026-09-04: 7600 → 759",
        ),
        (
            "key,date,value\nusd,2026-09-04,17001\n",
            "a fivefold change or more",
        ),
        (
            "key,date,value\nwage,2026-11,1.11\n",
            "jump wage 2026-11-30: 1110 → 1.11",
        ),
        (
            "key,date,value\nusd,2026-09-04,-1.7\n",
            "this series would change sign for the first time",
        ),
        (
            "key,date,value\nusd,2026-09-04,0\n",
            "0, but this series has never been zero",
        ),
        ("key,date,value\nusd,2026-09-04,\n", ":2: value is empty"),
        (
            "key,date,value\nusd,2026-09-04,1.7%\n",
            ":2: value `1.7%` is not a number",
        ),
        ("key,date,value\nusd,2026-09-04,1,7\n", ":2: "),
        (
            "key;date;value\nusd;04.09.2026;1 7,1\n",
            ":2: value `1 7,1` is not a number",
        ),
        // Dates in the future, turned, of another form, of no day.
        (
            "key,date,value\nusd,2062-09-04,1.7\n",
            "future usd 2062-09-04",
        ),
        (
            "key,date,value\nusd,2026-09-31,1.7\n",
            ":2: date `2026-09-31` is not a date",
        ),
        (
            "key,date,value\nusd,2026-09,1.7\n",
            ":2: date `2026-09` is not a day",
        ),
        (
            "key,date,value\nwage,2026-09-15,1104\n",
            "last day of its month",
        ),
        (
            "key,date,value,published\nusd,2026-09-04,1.7,2062-09-05\n",
            "`published` is 2062-09-05",
        ),
        // A file that is cut off, or says two things of a day.
        ("key,date,value\nusd,2026-09-04,1.71\nusd,2026-09-0", ":3: "),
        (
            "key,date,value\nusd,2026-09-04,1.71\nusd,2026-09-05",
            ":3: 2 of 3 cells",
        ),
        (
            "key,date,value\nusd,2026-09-04,1.71\nusd,2026-09-04,1.17\n",
            "1.71 is already recorded for 2026-09-04",
        ),
        (
            "key,date,value\nwage,2026-09,1130.8\n",
            "1103.8 is already recorded for 2026-09-30 (indicators/wage.csv:3)",
        ),
        ("key,date,value\n", "no observations"),
        ("", "the file is empty"),
    ] {
        let file = fixture.file("mistake.csv", content);
        fixture.not_imported(&[&file], words);
    }

    fixture.not_imported(
        &[Path::new("/dev/zero").to_str().unwrap()],
        "is not a regular file",
    );
}

/// A file that takes long to read keeps nobody else from editing: a row that is recorded meanwhile is in the dataset, and
/// the import judges its own rows beside it.
#[test]
fn reading_a_long_file_holds_no_lock() {
    let fixture = DatasetFixture::with_rates();
    let mut table = "key,date,value\nusd,2026-11-21,1.71\n".to_owned();
    // Rows that are there already: they take their time and change nothing.
    while table.len() < 8 << 20 {
        table.push_str("usd,2026-09-03,1.7\n");
    }

    let long = fixture.file("long.csv", &table);
    let mut import = Command::new(program())
        .args(["import", &long, "--lang", "en", "--dataset"])
        .arg(&fixture.dataset)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();

    for (key, value) in [("jpy", "1.15"), ("xau", "7610"), ("rub100", "2.11")] {
        let (code, _, stderr) = fixture.run(&["record", key, "2026-09-04", value]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{key}");
    }

    assert!(import.try_wait().unwrap().is_none(), "it is still reading");

    let output = import.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    for (key, row) in [("usd", "2026-11-21,1.71"), ("jpy", "2026-09-04,1.15")] {
        let file = fixture.dataset.join(format!("indicators/{key}.csv"));
        assert!(fs::read_to_string(file).unwrap().contains(row), "{key}");
    }
}
