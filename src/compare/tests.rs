//! Two datasets are equal if every body that they would be published as is: the finished bytes are compared. And small
//! datasets for the tests of this directory.

use super::*;

use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::dataset::{self, DataFile, Diagnostics};
use crate::site::{Caching, Form, Query, Site, SiteOptions};

const AT: &str = "2026-11-20T12:00:00+04:00";

/// Edits of the small dataset: a file, a text in it, and what takes its place.
const EDITS: [(&str, &str, &str); 30] = [
    ("dataset.json", r#""version":"1""#, r#""version":"2""#),
    ("dataset.json", "2026-11-20T09:00:00", "2026-11-20T10:00:00"),
    ("dataset.json", "2026-11-20T09:00:00", "2026-11-18T09:00:00"),
    ("dataset.json", r#""featured":[]"#, r#""featured":["a"]"#),
    (
        "dataset.json",
        r#""title":{"ru":"t","en":"t"}"#,
        r#""title":{"ru":"t","en":"T"}"#,
    ),
    (
        "dataset.json",
        r#""featured""#,
        r#""license":{"name":{"ru":"l","en":"l"},"url":"https://x.example"},"featured""#,
    ),
    (
        "dataset.json",
        r#""units""#,
        r#""contact":{"name":{"ru":"m","en":"m"},"url":"mailto:m@x.example"},"units""#,
    ),
    (
        "dataset.json",
        r#""units""#,
        r#""security":"https://x.example/security","units""#,
    ),
    ("dataset.json", r#"["a","b"]"#, r#"["b","a"]"#),
    ("dataset.json", r#"["a","b"]},"#, r#"["a"]},"#),
    ("dataset.json", r#""u":{"ru":"u""#, r#""u":{"ru":"U""#),
    ("dataset.json", r#""refArea":"AZ""#, r#""refArea":"GE""#),
    (
        "dataset.json",
        r#""refArea":"AZ""#,
        r#""refArea":"AZ","refAreaName":{"ru":"m","en":"n"}"#,
    ),
    (
        "dataset.json",
        r#""sourceStatus":"verified""#,
        r#""sourceStatus":"seed""#,
    ),
    (
        "dataset.json",
        r#""name":{"ru":"s","en":"s"}"#,
        r#""name":{"ru":"s","en":"S"}"#,
    ),
    (
        "dataset.json",
        r#""utcOffset":"+04:00""#,
        r#""utcOffset":"+05:00""#,
    ),
    ("dataset.json", r#""refArea":"XX""#, r#""refArea":"YY""#),
    (
        "dataset.json",
        r#""sector":"real""#,
        r#""sector":"external""#,
    ),
    (
        "indicators/a.json",
        r#""indicator":"A_IX""#,
        r#""indicator":"B_IX""#,
    ),
    ("checks.csv", "T08:00", "T07:00"),
    ("checks.csv", "2026-11-20T08:00", "2026-11-17T08:00"),
    ("indicators/a.csv", "2026-11-19,1.5", "2026-11-19,1.50"),
    ("indicators/a.csv", "2026-11-19,1.5", "2026-11-19,2"),
    (
        "indicators/a.csv",
        "2026-11-18,1,2026-11-18",
        "2026-11-18,1,2026-11-19",
    ),
    ("indicators/b.csv", "2026-11-19,7", "2026-11-21,7"),
    ("indicators/b.csv", "2026-11-19,7,\n", ""),
    ("indicators/c.json", r#""en":"c""#, r#""en":"C""#),
    (
        "indicators/c.json",
        r#""source":"s""#,
        r#""notes":{"ru":"n","en":"n"},"source":"s""#,
    ),
    (
        "indicators/c.json",
        r#""source":"s""#,
        r#""chartWith":["a"],"source":"s""#,
    ),
    (
        "indicators/c.json",
        r#""source":"s""#,
        r#""keywords":{"ru":["c"],"en":["c","cc"]},"source":"s""#,
    ),
];

/// The dataset with these edits, each made once; the first of two that contradict each other counts.
fn edited(edits: &[usize]) -> FullDataset {
    let definition = |key: &str, period: &str| {
        format!(
            r#"{{"name":{{"ru":"{key}","en":"{key}"}},"unit":"u","periodType":"{period}","source":"s"}}"#
        )
    };
    let mut files = BTreeMap::from([
        (
            "dataset.json",
            r#"{"format":1,"version":"1","asOf":"2026-11-20T09:00:00+04:00","utcOffset":"+04:00","sourceStatus":"verified",
                "title":{"ru":"t","en":"t"},"description":{"ru":"d","en":"d"},"featured":[],
                "sdmx":{"agency":"TEST","dataflow":"MACRO","refArea":"AZ"},
                "nsdp":{"refArea":"XX","dsbb":"https://x.example","seasonal":{"ru":"s","en":"s"},
                        "categories":[{"id":"P","name":{"ru":"p","en":"p"},"sector":"real"}]},
                "units":{"u":{"ru":"u","en":"u","sdmx":{"unitMeasure":"U"}}},
                "sources":{"s":{"name":{"ru":"s","en":"s"},"staleAfterHours":48}},
                "categories":[{"id":"x","name":{"ru":"x","en":"x"},"indicators":["a","b"]},
                              {"id":"y","name":{"ru":"y","en":"y"},"indicators":["c"]}]}"#
                .to_owned(),
        ),
        ("checks.csv", "source,checked_at,error\ns,2026-11-20T08:00:00+04:00,\n".to_owned()),
        ("indicators/a.csv", "date,value,published\n2026-11-18,1,2026-11-18\n2026-11-19,1.5,\n".to_owned()),
        (
            "indicators/a.json",
            definition("a", "daily").replace(
                r#""source""#,
                r#""nsdp":[{"category":"P","indicator":"A_IX","counterpart":"_Z"}],"source""#,
            ),
        ),
        ("indicators/b.csv", "date,value,published\n2026-01-19,5,\n2026-11-19,7,\n".to_owned()),
        ("indicators/b.json", definition("b", "effective_from")),
        ("indicators/c.csv", "date,value,published\n2026-08-10,5,\n2026-08-11,7,\n".to_owned()),
        ("indicators/c.json", definition("c", "daily")),
    ]);

    for (path, before, after) in edits.iter().map(|number| EDITS[*number]) {
        files
            .entry(path)
            .and_modify(|text| *text = text.replacen(before, after, 1));
    }

    if !files["dataset.json"].contains(r#""b""#) {
        files.retain(|path, _| !path.starts_with("indicators/b."));
    }

    let file = |(path, text): (&str, String)| DataFile {
        path: path.to_owned(),
        bytes: text.into_bytes(),
    };
    let files: Vec<DataFile> = files.into_iter().map(file).collect();
    dataset::check(&files, instant(AT), Diagnostics::default(), None)
        .unwrap_or_else(|problems| panic!("{}", problems.text(Lang::En)))
}

/// Every public body of a dataset by its path, each site written whole.
fn bodies(dataset: &Dataset) -> BTreeMap<String, Vec<Vec<u8>>> {
    let site = Site::build(
        &Arc::new(dataset.clone()),
        &SiteOptions::default(),
        instant(AT),
        None,
    )
    .unwrap();
    let public = site
        .pages()
        .filter(|(_, page)| page.caching == Caching::Public);
    let body = |(path, page): (&str, &crate::site::Page)| {
        let written = |form| {
            let mut bytes = Vec::new();
            match (
                page.body(form),
                site.written(page, &Query::default(), form).unwrap(),
            ) {
                (Some(body), _) => body.write_to(&mut bytes).unwrap(),
                (None, Some(written)) if form == Form::Default || page.has_forms() => {
                    written.write_to(&mut bytes).unwrap();
                }
                _ => {}
            }

            bytes
        };

        (path.to_owned(), Form::ALL.map(written).into())
    };

    public.map(body).collect()
}

fn differing(old: &Dataset, new: &Dataset) -> BTreeSet<String> {
    let before = bodies(old);
    let after = bodies(new);
    let paths = before
        .keys()
        .chain(after.keys())
        .filter(|path| before.get(*path) != after.get(*path));
    paths.cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_difference_is_that_of_every_public_body(
        both in subsequence((0..EDITS.len()).collect::<Vec<_>>(), 0..4),
        edits in subsequence((0..EDITS.len()).collect::<Vec<_>>(), 0..4),
    ) {
        let all = BTreeSet::from_iter(both.iter().chain(&edits).copied());
        let old = edited(&both);
        let new = edited(&Vec::from_iter(all));
        let difference = Difference::between(&old, &new, instant(AT)).unwrap();
        let [old, new] = [old, new].map(|dataset| Dataset::clone(&dataset.public_at(instant(AT))));
        // Data of SDMX are compared in `site/sdmx`.
        let bodies: Vec<&String> = paths(&difference.bodies);
        let expected = differing(&old, &new);
        prop_assert_eq!(bodies, Vec::from_iter(&expected));
        prop_assert_eq!(difference.is_empty(), difference.bodies.is_empty());
        let undated = Dataset { version: old.version.clone(), as_of: old.as_of, ..new.clone() };
        let whole = !difference.fields.iter().all(FieldChange::is_dated);
        let is_explained = |path: &String| match key_of(path) {
            Some(key) => whole || difference.indicators.iter().any(|change| change.key.as_str() == key),
            None => whole || !difference.indicators.is_empty(),
        };
        let left: Vec<String> =
            differing(&old, &undated).into_iter().filter(|path| !is_explained(path)).collect();
        let unexplained: Vec<&String> = paths(&difference.unexplained);
        prop_assert_eq!(unexplained, Vec::from_iter(&left));
    }
}

/// The paths of bodies, those of data of SDMX left out.
fn paths(bodies: &[DifferingBody]) -> Vec<&String> {
    let paths = bodies.iter().map(|body| &body.path);
    paths
        .filter(|path| !path.starts_with("/sdmx/data/"))
        .collect()
}

/// The key in the path of an indicator's data.
fn key_of(path: &str) -> Option<&str> {
    let path = path.strip_prefix("/en").unwrap_or(path);
    let name = path.strip_prefix("/data/")?.split('/').next()?;
    Some(name.strip_suffix(".json").unwrap_or(name))
}

pub fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The cases of a publication of `new`, typed by hand, in the place of `old`: `jump: 1.7 → 18, …`.
pub fn cases(old: &FullDataset, new: &FullDataset, now: &str) -> Vec<String> {
    let cases = guards::violations(
        guards::Occasion::Publication,
        Some(old),
        new,
        instant(now),
        &Origins::default(),
    );
    cases
        .iter()
        .map(|case| format!("{}: {}", case.kind.name(), case.message.get(Lang::En)))
        .collect()
}

/// A dataset as of this instant with one daily indicator for each key: its rows of date, value and publication, or of the
/// columns in a header of their own.
pub fn daily(as_of: &str, indicators: &[(&str, String)]) -> FullDataset {
    dataset(as_of, indicators, r#""periodType":"daily""#)
}

/// One indicator of monthly growth rates.
pub fn monthly_growth(as_of: &str, rows: &str) -> FullDataset {
    dataset(
        as_of,
        &[("a", rows.to_owned())],
        r#""periodType":"monthly","measure":"growth""#,
    )
}

/// One indicator of totals since January.
pub fn total(as_of: &str, measure: &str, rows: &str) -> FullDataset {
    let members = format!(r#""periodType":"year_to_date","measure":"{measure}""#);
    dataset(as_of, &[("a", rows.to_owned())], &members)
}

/// One indicator of quarterly amounts.
pub fn quarterly(as_of: &str, rows: &str) -> FullDataset {
    dataset(
        as_of,
        &[("a", rows.to_owned())],
        r#""periodType":"month_end","frequency":"Q""#,
    )
}

fn dataset(as_of: &str, indicators: &[(&str, String)], members: &str) -> FullDataset {
    let file = |path: String, text: String| DataFile {
        path,
        bytes: text.into_bytes(),
    };
    let keys: Vec<String> = indicators
        .iter()
        .map(|(key, _)| format!("\"{key}\""))
        .collect();
    let whole = format!(
        r#"{{"format":1,"version":"1","asOf":"{as_of}","utcOffset":"+04:00","sourceStatus":"verified",
            "units":{{"u":{{"ru":"u","en":"u"}}}},"sources":{{}},
            "categories":[{{"id":"c","name":{{"ru":"c","en":"c"}},"indicators":[{}]}}]}}"#,
        keys.join(",")
    );
    let mut files = vec![file("dataset.json".to_owned(), whole)];
    for (key, rows) in indicators {
        let definition =
            format!(r#"{{"name":{{"ru":"{key}","en":"{key}"}},"unit":"u",{members}}}"#);
        let header = if rows.starts_with("date,") {
            ""
        } else {
            "date,value,published\n"
        };

        files.push(file(
            format!("indicators/{key}.csv"),
            format!("{header}{rows}"),
        ));
        files.push(file(format!("indicators/{key}.json"), definition));
    }

    dataset::check(&files, instant(as_of), Diagnostics::default(), None)
        .unwrap_or_else(|problems| panic!("{}", problems.text(Lang::En)))
}

/// Rows of one value each for the first days of 2026.
pub fn rows(values: impl IntoIterator<Item = &'static str>) -> String {
    let first = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
    values
        .into_iter()
        .zip(first.iter_days())
        .map(|(value, day)| format!("{day},{value},\n"))
        .collect()
}
