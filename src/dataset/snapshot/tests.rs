//! Rows under embargo do not exist before their instant, whatever depends on them.

use super::*;

/// The instant of the check.
const NOW: &str = "2026-11-20T09:00:00Z";
/// The instant of the embargo.
const THEN: &str = "2026-12-12T05:00:00Z";

fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// A dataset of these indicators: key, category, unit, further members of the definition, rows.
fn files(as_of: &str, indicators: &[(&str, &str, &str, &str, &str)], featured: &str) -> Vec<DataFile> {
    let file = |path: String, text: String| DataFile { path, bytes: text.into_bytes() };
    let mut categories: Vec<&str> = indicators.iter().map(|(_, category, ..)| *category).collect();
    categories.dedup();
    let category = |id: &&str| {
        let keys = indicators.iter().filter(|(_, category, ..)| category == id);
        let keys: Vec<String> = keys.map(|(key, ..)| format!("\"{key}\"")).collect();
        format!(r#"{{"id":"{id}","name":{{"ru":"{id}","en":"{id}"}},"indicators":[{}]}}"#, keys.join(","))
    };
    let categories: Vec<String> = categories.iter().map(category).collect();
    let mut files = vec![file(
        "dataset.json".to_owned(),
        format!(
            r#"{{"format":1,"version":"1","asOf":"{as_of}","utcOffset":"+04:00","sourceStatus":"verified","featured":[{featured}],
            "units":{{"u":{{"ru":"u","en":"u"}},"v":{{"ru":"v","en":"v"}}}},"sources":{{}},"categories":[{}]}}"#,
            categories.join(",")
        ),
    )];
    for (key, _, unit, more, rows) in indicators {
        let definition = format!(
            "{{\"name\":{{\"ru\":\"{key}\",\"en\":\"{key}\"}},\"unit\":\"{unit}\",\"periodType\":\"daily\"{more}}}"
        );
        files.push(file(format!("indicators/{key}.json"), definition));
        files.push(file(format!("indicators/{key}.csv"), (*rows).to_owned()));
    }
    files
}

fn checked(files: &[DataFile]) -> FullDataset {
    check(files, instant(NOW), Diagnostics::default())
        .unwrap_or_else(|problems| panic!("{}", problems.text(Lang::En)))
}

/// What readers see, in a form that can be compared.
fn seen(full: &FullDataset, at: &str) -> (Vec<Category>, Vec<Key>, Timestamp, String) {
    let public = full.public_at(instant(at));
    (public.categories.clone(), public.featured.clone(), public.as_of, public.warnings.text(Lang::En))
}

#[test]
fn until_its_instant_a_row_is_not_there_and_nothing_that_only_it_uses() {
    let rows = "date,value,published,not_before\n2026-11-18,1,2026-11-18,\n2026-11-19,2,2026-11-19,\n";
    let with = format!("{rows}2026-11-20,900,,{THEN}\n2026-11-19,3,,{THEN}\n");
    let hidden = format!("date,value,not_before\n2026-11-20,5,{THEN}\n");
    let shown = "date,value\n2026-11-18,1\n";
    let embargoed = checked(&files(
        "2026-11-20T08:00:00Z",
        &[
            ("a", "one", "u", ",\"chartWith\":[\"h\",\"b\"]", &with),
            ("b", "one", "u", "", shown),
            ("h", "two", "u", ",\"sourceStatus\":\"nonsense\"", &hidden),
        ],
        "\"h\",\"b\"",
    ));
    let plain = checked(&files(
        "2026-11-20T08:00:00Z",
        &[("a", "one", "u", ",\"chartWith\":[\"b\"]", rows), ("b", "one", "u", "", shown)],
        "\"b\"",
    ));
    for at in [NOW, "2026-12-12T04:59:59Z"] {
        assert_eq!(seen(&embargoed, at), seen(&plain, at), "{at}");
    }
    let then = embargoed.public_at(instant(THEN));
    assert_eq!(then.as_of, instant(THEN), "what has come is what the dataset is as of");
    let keys: Vec<&str> = then.indicators().map(|indicator| indicator.key.as_str()).collect();
    assert_eq!((keys, then.featured.len()), (vec!["a", "b", "h"], 2));
    let first = then.indicators().next().unwrap();
    let values: Vec<String> = first.series.observations().iter().map(|row| row.value.to_string()).collect();
    assert_eq!(values, ["1", "3", "900"], "the revision counts as well");
    let days: Vec<_> = then.indicators().map(|indicator| indicator.series.current().published).collect();
    assert_eq!(days[0], "2026-12-12".parse().ok(), "published on the day of the instant");
    assert_eq!(embargoed.next_embargo_end(instant(NOW)), Some(instant(THEN)));
    assert_eq!(embargoed.next_embargo_end(instant(THEN)), None);
}

#[test]
fn a_warning_of_a_row_under_embargo_is_for_the_editors_alone() {
    let rows = format!(
        "date,value,not_before\n2026-11-19,2,\n2026-11-20,21,{THEN}\n2026-12-30,22,{THEN}\n2026-12-01,20,{THEN}\n"
    );
    let full = checked(&files("2026-11-20T08:00:00Z", &[("a", "one", "u", "", &rows)], ""));
    assert_eq!(full.public_at(instant(NOW)).warnings.warnings(), 0);
    let report = full.report();
    let said: Vec<String> = report.problems().iter().map(|problem| problem.sentence(Lang::En)).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("indicators/a.csv:3: warning: 21 after 2: "), "{said:?}");
    assert!(
        said[1].starts_with("indicators/a.csv:4: warning: date `2026-12-30` is in the future"),
        "{said:?}"
    );
    assert_eq!(report.without_embargoed().warnings(), 0);
}

#[test]
fn an_error_in_a_row_under_embargo_is_public_by_its_place_alone() {
    let sentences = |rows: &str| {
        let files = files("2026-11-20T08:00:00Z", &[("a", "one", "w", "", rows)], "");
        let problems = check(&files, instant(NOW), Diagnostics::default()).unwrap_err();
        let public = problems.clone().without_embargoed();
        assert_eq!(problems.errors(), public.errors());
        public.problems().iter().map(|problem| problem.sentence(Lang::En)).collect::<Vec<_>>()
    };
    let hidden_line = |line: u32| {
        format!("indicators/a.csv:{line}: an error in an embargoed row: `indicatord check` shows it")
    };
    let said = sentences(&format!(
        "date,value,not_before\n2026-11-19,x,\n2026-11-20,y,{THEN}\n2026-11-21,z,soon\n2026-11-22,4;5\n"
    ));
    assert_eq!(
        said[0],
        "indicators/a.csv:2: value `x` is not a number: write digits with a decimal point, without spaces or an exponent"
    );
    assert_eq!(&said[1..5], [hidden_line(3), hidden_line(4), hidden_line(4), hidden_line(5)]);
    assert!(said[5].starts_with("indicators/a.json:1: unknown unit `w`"), "{said:?}");
    let hidden = sentences(&format!("date,value,not_before\n2026-11-20,1,{THEN}\n"));
    assert!(!hidden[0].contains("unit"), "its definition is under embargo as well: {hidden:?}");
}

#[test]
fn what_comes_is_seen_among_what_will_be_there_then() {
    let later = "2026-12-13T05:00:00Z";
    let rows = format!(
        "date,value,published,not_before\n2026-11-18,1,2026-11-18,\n2026-11-20,4,,{later}\n2026-11-19,2,,{THEN}\n2026-11-18,1.5,,{THEN}\n2026-11-20,3,,{THEN}\n"
    );
    let full = checked(&files("2026-11-20T08:00:00Z", &[("a", "one", "u", "", &rows)], ""));
    let value =
        |row: Option<&crate::model::Observation>| row.map(|row| row.value.to_string()).unwrap_or_default();
    let rows = full.embargoed_at(instant(NOW));
    let cells = |EmbargoedRow { coming, .. }: &EmbargoedRow<'_>| {
        [Some(&coming.row.observation), coming.replaces, coming.previous, coming.next].map(value)
    };
    let seen: Vec<[String; 4]> = rows.iter().map(cells).collect();
    let expected = [["1.5", "1", "", "2"], ["2", "", "1.5", "3"], ["3", "", "2", ""], ["4", "3", "2", ""]]
        .map(|row| row.map(str::to_owned));
    assert_eq!(seen, expected);
    assert!(rows.iter().all(|row| row.coming.counts));
    assert_eq!(full.embargoed_at(instant(THEN)).len(), 1);
}

#[test]
fn a_stamped_dataset_is_the_same_under_another_version() {
    let rows = format!("date,value,published,not_before\n2026-11-18,1,2026-11-19,\n2026-11-19,2,,{THEN}\n");
    for rows in [rows.as_str(), "date,value,published\n2026-11-18,1,2026-11-19\n"] {
        let old = checked(&files("2026-11-01T08:00:00Z", &[("a", "one", "u", "", rows)], ""));
        assert_eq!(old.public_at(instant(NOW)).warnings.warnings(), 1, "the as-of instant is behind");
        let stamped = old.stamped("2".to_owned(), instant(NOW));
        let public = stamped.public_at(instant(NOW));
        assert_eq!(
            (public.version.as_str(), public.as_of, public.warnings.warnings()),
            ("2", instant(NOW), 0)
        );
        assert_eq!(public.categories, old.public_at(instant(NOW)).categories);
    }
}

#[test]
fn equal_series_of_two_releases_lie_in_memory_once() {
    let embedded = || load(&crate::dataset::Source::Embedded, instant(NOW)).unwrap();
    let (previous, mut next) = (embedded(), embedded());
    next.share(&previous);
    let pairs = next.with_all_rows().indicators().zip(previous.with_all_rows().indicators());
    assert!(pairs.into_iter().all(|(a, b)| Arc::ptr_eq(&a.series, &b.series)));
}
