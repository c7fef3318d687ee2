//! Small datasets to compare.

use super::*;

use crate::dataset::{self, DataFile, Diagnostics};

pub fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// A dataset as of this instant with one daily indicator for each key: its rows of date, value and publication.
pub fn daily(as_of: &str, indicators: &[(&str, String)]) -> FullDataset {
    dataset(as_of, indicators, r#""periodType":"daily""#)
}

/// One indicator of monthly growth rates.
pub fn monthly_growth(as_of: &str, rows: &str) -> FullDataset {
    dataset(as_of, &[("a", rows.to_owned())], r#""periodType":"monthly","measure":"growth""#)
}

/// One indicator of totals since January.
pub fn total(as_of: &str, measure: &str, rows: &str) -> FullDataset {
    let members = format!(r#""periodType":"year_to_date","measure":"{measure}""#);
    dataset(as_of, &[("a", rows.to_owned())], &members)
}

/// One indicator of quarterly amounts.
pub fn quarterly(as_of: &str, rows: &str) -> FullDataset {
    dataset(as_of, &[("a", rows.to_owned())], r#""periodType":"month_end","frequency":"Q""#)
}

fn dataset(as_of: &str, indicators: &[(&str, String)], members: &str) -> FullDataset {
    let file = |path: String, text: String| DataFile { path, bytes: text.into_bytes() };
    let keys: Vec<String> = indicators.iter().map(|(key, _)| format!("\"{key}\"")).collect();
    let whole = format!(
        r#"{{"format":1,"version":"1","asOf":"{as_of}","utcOffset":"+04:00","sourceStatus":"verified",
            "units":{{"u":{{"ru":"u","en":"u"}}}},"sources":{{}},
            "categories":[{{"id":"c","name":{{"ru":"c","en":"c"}},"indicators":[{}]}}]}}"#,
        keys.join(",")
    );
    let mut files = vec![file("dataset.json".to_owned(), whole)];
    for (key, rows) in indicators {
        let definition = format!(r#"{{"name":{{"ru":"{key}","en":"{key}"}},"unit":"u",{members}}}"#);
        files.push(file(format!("indicators/{key}.csv"), format!("date,value,published\n{rows}")));
        files.push(file(format!("indicators/{key}.json"), definition));
    }
    dataset::check(&files, instant(as_of), Diagnostics::default())
        .unwrap_or_else(|problems| panic!("{}", problems.text(Lang::En)))
}

/// Rows of one value each for the first days of 2026.
pub fn rows(values: impl IntoIterator<Item = &'static str>) -> String {
    let first = chrono::NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
    values.into_iter().zip(first.iter_days()).map(|(value, day)| format!("{day},{value},\n")).collect()
}
