//! Reports: sorted, counted, moved and put together.

use super::*;

#[test]
fn sorted_by_file_and_line_and_counted() {
    let message = |text: &str| messages::verbatim(text);
    let m2 = Location::file("indicators/m2.csv");
    let mut diagnostics = Diagnostics::default();
    diagnostics.error(m2.line(10), message("later"));
    diagnostics.warning(m2.line(9), message("earlier"));
    diagnostics.error(Location::file("dataset.json"), message("first"));
    let text = diagnostics.sorted().text(Lang::En);
    let expected = "dataset.json: first\nindicators/m2.csv:9: warning: earlier\nindicators/m2.csv:10: later\n2 errors, 1 warning\n";
    assert_eq!(text, expected);
}

#[test]
fn a_flood_is_counted_and_not_written_out() {
    let mut diagnostics = Diagnostics::default();
    for line in 1..=1500 {
        diagnostics.warning(Location::file("m2.csv").line(line), messages::verbatim("x"));
    }
    diagnostics
        .error(Location::file("m2.csv").line(1501), messages::verbatim("an error is not hidden by them"));
    let text = diagnostics.text(Lang::En);
    assert!(
        text.contains("m2.csv:1000: warning: x\nm2.csv:1501: an error is not hidden by them\n"),
        "{text}"
    );
    assert!(text.ends_with("m2.csv: 500 more problems in this file\n1 error, 1500 warnings\n"), "{text}");
}

#[test]
fn a_flood_in_every_file_is_counted_too() {
    let mut diagnostics = Diagnostics::default();
    for (file, line) in (1..=100).flat_map(|file| (1..=500).map(move |line| (file, line))) {
        diagnostics.error(Location::file(format!("{file:03}.csv")).line(line), messages::verbatim("x"));
    }
    assert_eq!(diagnostics.problems().len(), 20_000 + 60 * 10);
    assert!(
        diagnostics
            .text(Lang::En)
            .ends_with("100.csv: 490 more problems in this file\n50000 errors, 0 warnings\n")
    );
}

#[test]
fn a_path_stays_in_its_line() {
    assert_eq!(Location::file("a\nb\u{1b}.csv").line(1).to_string(), "a\\nb\\u{1b}.csv:1");
}

#[test]
fn looking_for_what_was_meant_ends() {
    let mut diagnostics = Diagnostics::default();
    assert_eq!(diagnostics.nearest("m22", ["m2", "gdp"]), Some("m2"));
    diagnostics.compared = MAX_COMPARED;
    assert_eq!(diagnostics.nearest("m22", ["m2", "gdp"]), None);
}

#[test]
fn only_so_many_names_are_looked_at() {
    let mut diagnostics = Diagnostics::default();
    for _ in 0..10 {
        assert_eq!(diagnostics.nearest("m22", ["m2"; 100]), Some("m2"));
    }
    assert_eq!(diagnostics.compared, 1000);
}

/// Two problems: an error that could not be read, and a warning.
fn unread() -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    diagnostics.warning(Location::file("b").line(2), messages::verbatim("warning"));
    diagnostics.unread(Location::file("a").line(3), messages::verbatim("unread"));
    diagnostics
}

#[test]
fn what_could_not_be_read_is_not_forgotten() {
    let read = || {
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(Location::file("c"), messages::verbatim("error"));
        diagnostics
    };
    assert!(unread().is_unread() && !read().is_unread());
    for (mut report, second) in [(unread(), read()), (read(), unread())] {
        report.append(second);
        assert!(report.is_unread());
        assert_eq!((report.errors(), report.warnings()), (2, 1));
        assert_eq!(report.files().collect::<Vec<_>>(), ["a", "b", "c"]);
    }
    assert!(unread().moved(Clone::clone).is_unread());
    assert!(unread().errors_then(read()).is_unread());
}

#[test]
fn problems_are_moved_and_errors_put_before_others() {
    let moved = unread().moved(|at| Location { file: "there".into(), ..at.line(7) });
    assert_eq!(
        moved.sorted().text(Lang::En),
        "there:7: unread\nthere:7: warning: warning\n1 error, 1 warning\n"
    );
    let both = unread().errors_then(unread());
    let expected = "a:3: unread\na:3: unread\nb:2: warning: warning\n2 errors, 1 warning\n";
    assert_eq!(both.text(Lang::En), expected);
}

#[test]
fn so_many_are_written_out_and_not_one_more() {
    let mut diagnostics = Diagnostics::default();
    for (file, line) in (1..=21).flat_map(|file| (1..=999).map(move |line| (file, line))) {
        diagnostics.error(Location::file(format!("{file}.csv")).line(line), messages::verbatim("x"));
    }
    assert_eq!(diagnostics.problems().len(), MAX_REPORTED_IN_ALL);
}
