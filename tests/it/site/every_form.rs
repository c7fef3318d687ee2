//! Each figure in each form in which it is served: the same digits for the same date, and the same structure in both
//! languages.

use std::collections::BTreeMap;
use std::io::Read;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::support::project;
use crate::support::server::Server;

const LANGUAGES: [&str; 2] = ["", "/en"];
const DATASETS: [&str; 5] = [
    "dataset",
    "tests/fixtures/all-types",
    "tests/fixtures/clean",
    "tests/fixtures/example",
    "tests/fixtures/hostile",
];

/// A date, empty where there is none, and the digits of a value as they stand in a body.
type Figure = (String, String);

/// An observation in a JSON list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    date: Option<String>,
    #[serde(borrow)]
    value_raw: &'a RawValue,
    #[serde(default)]
    status: String,
}

impl Listed<'_> {
    fn figure(&self) -> Figure {
        let date = self.date.clone().unwrap_or_default();
        (date, self.value_raw.get().to_owned())
    }
}

/// The member of a JSON object, as it stands there.
fn member<'a>(object: &'a RawValue, name: &str) -> &'a RawValue {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(object.get()).expect("JSON");
    members[name]
}

fn listed<'a>(object: &'a RawValue, name: &str) -> Vec<Listed<'a>> {
    serde_json::from_str(member(object, name).get()).expect("a list")
}

fn raw(text: &str) -> &RawValue {
    serde_json::from_str(text).expect("JSON")
}

/// Rows of cells by the names of their columns.
fn rows(table: &str, delimiter: u8) -> Vec<BTreeMap<String, String>> {
    let table = table.trim_start_matches('\u{feff}').as_bytes();
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.delimiter(delimiter).from_reader(table);
    reader
        .deserialize()
        .map(|row| row.expect("a row"))
        .collect()
}

fn figures(rows: &[BTreeMap<String, String>], date: &str, value: &str) -> Vec<Figure> {
    let figure = |row: &BTreeMap<String, String>| (row[date].clone(), row[value].clone());
    rows.iter().map(figure).collect()
}

/// The text of a file of an archive.
fn unpack(archive: &[u8], name: &str) -> Option<String> {
    let number = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().unwrap()) as usize;
    let short =
        |at: usize| usize::from(u16::from_le_bytes(archive[at..at + 2].try_into().unwrap()));
    let end = archive.len() - 22;
    let mut entry = number(end + 16);
    for _ in 0..short(end + 10) {
        let name_end = entry + 46 + short(entry + 28);
        if &archive[entry + 46..name_end] == name.as_bytes() {
            let file = number(entry + 42);
            let start = file + 30 + short(file + 26) + short(file + 28);
            let packed = &archive[start..start + number(entry + 20)];
            let mut text = String::new();
            let mut decoder = flate2::read::DeflateDecoder::new(packed);
            decoder.read_to_string(&mut text).expect("a file of text");
            return Some(text);
        }

        entry = name_end + short(entry + 30) + short(entry + 32);
    }

    None
}

/// The numbers of a column of a sheet, as they stand there.
fn numbers(sheet: &str, column: char) -> Vec<String> {
    let mut numbers = Vec::new();
    for cell in sheet.split(&format!("<c r=\"{column}")).skip(1) {
        let (cell, _) = cell.split_once("</c>").expect("an end");
        let (attributes, content) = cell.split_once("><v>").unwrap_or_default();
        if !attributes.contains("t=\"s\"") && !content.is_empty() {
            numbers.push(content.trim_end_matches("</v>").to_owned());
        }
    }

    numbers
}

/// Fails unless two documents have the same members, and values that are no words are the same.
fn assert_same_structure(place: &str, russian: &Value, english: &Value) {
    match (russian, english) {
        (Value::Object(russian), Value::Object(english)) => {
            let names: Vec<&String> = russian.keys().collect();
            assert_eq!(names, english.keys().collect::<Vec<_>>(), "{place}");
            for (name, value) in russian {
                assert_same_structure(&format!("{place}/{name}"), value, &english[name]);
            }
        }
        (Value::Array(russian), Value::Array(english)) => {
            assert_eq!(russian.len(), english.len(), "{place}");
            for (number, pair) in russian.iter().zip(english).enumerate() {
                assert_same_structure(&format!("{place}/{number}"), pair.0, pair.1);
            }
        }
        (Value::String(russian), Value::String(english)) => {
            assert_eq!(russian.is_empty(), english.is_empty(), "{place}");
        }
        (russian, english) => assert_eq!(russian, english, "{place}"),
    }
}

/// Fails unless every list and table of one indicator has these figures, each with these digits.
fn assert_everywhere(server: &Server, language: &str, key: &str, expected: &[Figure]) {
    let at = format!("{language}/data/{key}");
    let place = |form: &str| format!("{at} in {form}");
    let (_, newest) = expected.last().expect("a figure");
    let is_russian = language.is_empty();

    let history = server.text(&format!("{at}/history.json"));
    let in_list: Vec<Figure> = listed(raw(&history), "observations")
        .iter()
        .map(Listed::figure)
        .collect();
    assert_eq!(in_list, expected, "{}", place("history.json"));

    let compact = server.text(&format!("{at}/history.json?pretty=0"));
    let in_list: Vec<Figure> = listed(raw(&compact), "observations")
        .iter()
        .map(Listed::figure)
        .collect();
    assert_eq!(in_list, expected, "{}", place("compact history.json"));

    let table = server.text(&format!("{at}/history.csv?dialect=excel"));
    let (delimiter, mark) = if is_russian { (b';', ",") } else { (b',', ".") };
    let in_mark: Vec<Figure> = expected
        .iter()
        .map(|(date, value)| (date.clone(), value.replace('.', mark)))
        .collect();
    let in_excel = figures(&rows(&table, delimiter), "date", "value");
    assert_eq!(in_excel, in_mark, "{}", place("CSV for spreadsheets"));

    let long = server.text(&format!("{language}/history.csv?keys={key}"));
    let in_long = figures(&rows(&long, b','), "date", "value");
    assert_eq!(in_long, expected, "{}", place("the long table"));

    let changes = server.text(&format!("{at}/changes.csv"));
    let in_changes = figures(&rows(&changes, b','), "date", "value");
    assert_eq!(in_changes, expected, "{}", place("changes.csv"));

    let changes = server.text(&format!("{at}/changes.json"));
    let in_changes: Vec<Figure> = listed(raw(&changes), "changes")
        .iter()
        .map(Listed::figure)
        .collect();
    assert_eq!(in_changes, expected, "{}", place("changes.json"));

    let vintages = server.text(&format!("{at}/vintages.json"));
    let current: Vec<Figure> = listed(raw(&vintages), "vintages")
        .iter()
        .filter(|row| row.status == "current")
        .map(Listed::figure)
        .collect();
    assert_eq!(current, expected, "{}", place("vintages.json"));

    let mut vintages = rows(&server.text(&format!("{at}/vintages.csv")), b',');
    vintages.retain(|row| row["status"] == "current");
    let current = figures(&vintages, "date", "value");
    assert_eq!(current, expected, "{}", place("vintages.csv"));

    let latest = server.text(&format!("{at}/latest.json"));
    let latest = raw(&latest);
    let current = member(member(latest, "current"), "valueRaw");
    assert_eq!(current.get(), newest, "{}", place("latest.json"));
    let recent: Vec<Figure> = listed(latest, "recent")
        .iter()
        .map(Listed::figure)
        .collect();
    assert!(expected.ends_with(&recent), "{}", place("latest.json"));

    let one = server.text(&format!("{at}.json"));
    assert_eq!(member(raw(&one), "valueRaw").get(), newest, "{at}.json");
    let explanation = server.text(&format!("{at}/explain.json"));
    for comparand in ["mom", "yoy"] {
        let change = member(member(raw(&explanation), "change"), comparand);
        assert_eq!(member(change, "currentValueRaw").get(), newest, "{at}");
    }

    let workbook = server.get(&format!("{at}/history.xlsx"), "").body;
    let sheet = unpack(&workbook, "xl/worksheets/sheet1.xml").expect("a sheet");
    let digits: Vec<String> = expected.iter().map(|(_, value)| value.clone()).collect();
    assert_eq!(numbers(&sheet, 'D'), digits, "{}", place("its workbook"));
}

/// Fails unless SDMX has the last of these figures in each of its formats, with the same digits.
fn assert_in_sdmx(server: &Server, flow: &str, key: &str, expected: &[Figure]) {
    let path = format!("/sdmx/data/{flow}/..{key}");
    let answer = server.get(&format!("{path}?format=csv"), "");
    if answer.status == 404 {
        assert!(expected.iter().all(|(date, _)| date.is_empty()), "{key}");
        return;
    }

    let table = String::from_utf8(answer.body).expect("UTF-8");
    let rows = rows(&table, b',');
    let values: Vec<&str> = rows.iter().map(|row| row["OBS_VALUE"].as_str()).collect();
    let (_, newest) = expected.last().expect("a figure");
    assert_eq!(values.last(), Some(&newest.as_str()), "{path}");
    let mut all = expected.iter().map(|(_, value)| value.as_str());
    for value in &values {
        assert!(all.any(|other| other == *value), "{path}: {value}");
    }

    for (accept, begin) in [
        (
            "application/vnd.sdmx.genericdata+xml",
            "<gen:ObsValue value=\"",
        ),
        (
            "application/vnd.sdmx.structurespecificdata+xml",
            " OBS_VALUE=\"",
        ),
    ] {
        let answer = server.get(&path, &format!("Accept: {accept}\r\n"));
        let text = String::from_utf8(answer.body).expect("UTF-8");
        let in_xml: Vec<&str> = text
            .split(begin)
            .skip(1)
            .map(|rest| rest.split('"').next().expect("an end"))
            .collect();
        assert_eq!(in_xml, values, "{path} as {accept}");
    }
}

#[test]
fn a_figure_has_the_same_digits_in_every_form_and_language() {
    for dataset in DATASETS {
        let server = Server::of_dataset(&project(dataset));
        let flows = server.get("/sdmx/dataflow", "");
        let flows = String::from_utf8(flows.body).expect("UTF-8");
        let flow = flows.split("<str:Dataflow id=\"").nth(1);
        let flow = flow.and_then(|rest| rest.split('"').next());

        for language in LANGUAGES {
            let present = rows(&server.text(&format!("{language}/data.csv")), b',');
            let collection = server.text(&format!("{language}/data.json"));
            let metrics = member(raw(&collection), "metrics");
            let metrics: Vec<&RawValue> = serde_json::from_str(metrics.get()).expect("a list");
            let wide = rows(
                &server.text(&format!("{language}/history.csv?shape=wide")),
                b',',
            );
            assert_eq!(metrics.len(), present.len(), "{dataset}");

            for (row, metric) in present.iter().zip(metrics) {
                let key = row["key"].as_str();
                let table = server.text(&format!("{language}/data/{key}/history.csv"));
                let expected = figures(&rows(&table, b','), "date", "value");
                let (_, newest) = expected.last().expect("a figure");
                assert_eq!(&row["value_raw"], newest, "{dataset} {key} in data.csv");
                let in_list = member(metric, "valueRaw").get();
                assert_eq!(in_list, newest, "{dataset} {key} in data.json");

                assert_everywhere(&server, language, key, &expected);
                if let Some(flow) = flow {
                    assert_in_sdmx(&server, flow, key, &expected);
                }

                for row in wide.iter().filter(|row| !row[key].is_empty()) {
                    let figure = (row["date"].clone(), row[key].clone());
                    assert!(expected.contains(&figure), "{key}: {figure:?}");
                }
            }
        }
    }
}

/// A number without the zeros at its end, which mean nothing.
fn shortest(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

#[test]
fn digits_are_those_of_the_files() {
    for dataset in DATASETS {
        let dataset = project(dataset);
        let server = Server::of_dataset(&dataset);
        for row in rows(&server.text("/data.csv"), b',') {
            let key = &row["key"];
            let file = dataset.join(format!("indicators/{key}.csv"));
            let file = std::fs::read_to_string(file).expect("a file");
            let written = rows(&file, b',');
            let written: Vec<&str> = written.iter().map(|row| shortest(&row["value"])).collect();
            let table = server.text(&format!("/data/{key}/history.csv"));
            for row in rows(&table, b',') {
                assert!(written.contains(&&*row["value"]), "{key}: {row:?}");
            }
        }
    }
}

#[test]
fn both_languages_have_the_same_members() {
    for dataset in DATASETS {
        let server = Server::of_dataset(&project(dataset));
        let mut paths: Vec<String> = ["data", "catalog", "calendar", "search"]
            .map(|name| format!("/{name}.json"))
            .into();
        for row in rows(&server.text("/data.csv"), b',') {
            let key = &row["key"];
            paths.push(format!("/data/{key}.json"));
            for name in ["history", "latest", "changes", "vintages", "explain"] {
                paths.push(format!("/data/{key}/{name}.json"));
            }
        }

        for path in paths {
            let [russian, english] = LANGUAGES.map(|language| {
                let answer = server.get(&format!("{language}{path}"), "");
                assert_eq!(answer.status, 200, "{path}");
                answer.json()
            });
            assert_same_structure(&path, &russian, &english);
        }
    }
}
