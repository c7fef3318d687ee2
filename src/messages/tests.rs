//! The rules of messages, and all of them in every language, to be read as prose.

use super::*;

/// Set to write the files anew; the changes want to be read before they are kept. Written in two parts, since it is no
/// variable that the manual describes.
const RENEW: &str = concat!("INDICATORD", "_RENEW");
const COUNTS: [usize; 6] = [0, 1, 2, 5, 11, 21];
/// Parameters that hold a count, with which a sentence is shown for each of [`COUNTS`].
const COUNTED: &[&str] = &["count", "more", "there", "rows", "kept", "added"];

/// Values of parameters, by their names.
const SAMPLES: &[(&[&str], &str)] = &[
    (&["part"], "loader"),
    (&["thousands"], "1971"),
    (&["decimal", "reported"], "1.971"),
    (
        &[
            "expected",
            "announced",
            "limit",
            "most",
            "indicators",
            "public",
            "highest",
        ],
        "31",
    ),
    (
        &[
            "line",
            "number",
            "at",
            "column",
            "least",
            "found",
            "written",
            "bytes",
            "seconds",
            "megabytes",
            "sequence",
            "next",
            "code",
            "nominal",
            "wanted",
            "min",
            "max",
            "bound",
            "distance",
        ],
        "12",
    ),
    (&["unit"], "azn_mn"),
    (&["value", "now", "after", "current"], "1.7001"),
    (&["before", "former", "other", "second"], "1.7"),
    (
        &[
            "date",
            "published",
            "current_published",
            "last",
            "today",
            "day",
            "newest",
            "later",
        ],
        "2026-11-20",
    ),
    (&["earlier", "month"], "2026-10-31"),
    (&["dates"], "2026-12-01, 2026-12-15"),
    (
        &[
            "as_of", "instant", "until", "comes", "since", "created", "first", "end",
        ],
        "2026-11-20T09:00:00+04:00",
    ),
    (&["version", "live", "link"], "2026-11-20.2"),
    (
        &["previous", "served", "journal", "manifest", "dataset"],
        "2026-11-20.1",
    ),
    (&["versions"], "2026-11-18.1, 2026-11-19.1"),
    (&["path", "original", "copy"], "indicators/usd.csv"),
    (&["place"], "indicators/usd.csv:12"),
    (&["delimiter"], ";"),
    (&["foreign"], ","),
    (&["places"], "indicators/usd.csv:12, indicators/usd.csv:13"),
    (&["file"], "/etc/indicatord/indicatord.conf"),
    (&["files"], "11.12.2026.xml"),
    (&["root", "store", "directory"], "/var/lib/indicatord"),
    (&["lines"], "3, 7"),
    (&["control"], "/run/indicatord/control"),
    (&["url"], "http://127.0.0.1:8080/healthz"),
    (&["status"], "503 Service Unavailable"),
    (&["address"], "127.0.0.1:8080"),
    (&["user", "owner"], "anna"),
    (&["group"], "indicatord"),
    (&["hash"], "4f1c"),
    (&["comment"], "trusted comment"),
    (&["trusted"], "press.pub, statistics.pub"),
    (&["key", "nearest", "extension"], "usd"),
    (&["keys"], "usd, eur"),
    (&["flags"], "unofficial"),
    (&["read"], "1.7010"),
    (&["columns"], "ref, flag"),
    (&["row"], "2026-11-20  1.7"),
    (
        &["name", "names", "argument", "arguments", "option", "words"],
        "--store",
    ),
    (&["known", "choice", "kinds", "sources"], "verified, stale"),
    (&["field"], "date"),
    (&["text"], "`notes.ru`"),
    (&["source", "release", "id"], "cbar"),
    (&["meant", "period", "quarter"], "2026-Q3"),
    (&["theirs"], "percent"),
    (&["own"], "index"),
    (&["site"], "baku"),
    (&["ours"], "trial"),
    (&["frequency"], "Q"),
    (&["period_type"], "month_end"),
    (&["periods"], "2026-08 – 2026-09"),
    (&["encoding"], "windows-1251"),
    (&["format"], ".xlsb"),
    (&["factor"], "1.12"),
    (&["proposal"], "{ \"maxChange\": \"2\" }"),
    (&["lang"], "ru"),
    (&["labels", "sheet", "titles"], "Money supply"),
    (&["places"], "2.4!B6"),
    (&["tables", "table"], "tables/money.json"),
    (&["codes"], "FREQ=M"),
    (&["all"], "20"),
    (&["editors"], "indicatord-editors"),
    (&["service"], "indicatord"),
];

/// The counts with which a sentence of these parameters is shown.
pub fn counts(parameters: &[&str]) -> Vec<usize> {
    let is_counted = parameters
        .iter()
        .any(|parameter| COUNTED.contains(parameter));
    if is_counted { COUNTS.to_vec() } else { vec![1] }
}

/// A value that a parameter of this name may have.
pub fn sample(parameter: &str, count: usize) -> Message {
    match parameter {
        "error" | "reason" | "why" => disk_full(),
        "noun" | "edit" | "outcome" | "fault" => what_column(),
        "remedy" => define_unit(),
        "message" => missing_status(),
        "kind" => cell_number(),
        "period_name" => name_of_quarter(),
        "form" => form_of_quarter(),
        "problem" => no_rows(),
        "statuses" => are_verified(3),
        "count" | "more" | "there" | "rows" | "skipped" | "kept" | "intact" | "added"
        | "revised" | "changed" | "removed" => verbatim(count),
        "change" => in_percent("+0.59"),
        "step" => beyond_factor("1.12"),
        "plausible" => bound_by_percent(12),
        "case" => moves_fivefold("1.7", "17"),
        _ => {
            let (_, text) = SAMPLES
                .iter()
                .find(|(names, _)| names.contains(&parameter))
                .unwrap_or_else(|| {
                    panic!("no sample of the parameter `{parameter}`");
                });
            verbatim(text)
        }
    }
}

/// Sentences that are put together of others.
fn compounds() -> Vec<Message> {
    let kinds = || {
        [
            kind_text(),
            kind_number(),
            kind_whole_number(0, 9),
            kind_decimal(),
            kind_list(),
            kind_object(),
            kind_truth(),
        ]
    };

    let mut messages = vec![wrong_kind(None, kind_object(), kind_null())];
    messages.extend(kinds().map(|expected| wrong_kind(Some("value"), expected, kind_null())));
    messages.extend(kinds().map(|kind| wrong_kind(Some("value"), kind_object(), kind)));
    for nearest in [None, Some("verified")] {
        let choice = "verified, stale";
        messages.extend([
            unknown_field("x", nearest, choice),
            unknown_column("x", nearest, choice),
            unknown_indicator("x", nearest),
            unknown_measure("x", nearest, choice),
            unknown_guard("x", nearest, choice),
            unknown_flag("x", nearest, choice),
            unrecognised_status("x", nearest, choice),
            unfollowed_release("x", nearest),
            not_listed("x", nearest),
            unknown_unit("x", nearest, &[]),
            unknown_unit("x", nearest, &["percent", "index"]),
            unknown_source("x", nearest, &[]),
            unknown_source("x", nearest, &["cbar", "ssc"]),
            unknown_period_type("x", nearest, choice),
            unknown_period_type("quarterly", nearest, choice),
            does_not_belong(nearest),
        ]);
    }

    messages
}

#[test]
fn every_message_is_as_it_was_read() {
    let catalogues = [
        ("bundles", bundles::samples()),
        ("commands", commands::samples()),
        ("difference", difference::samples()),
        ("editing", editing::samples()),
        ("files", files::samples()),
        ("guards", guards::samples()),
        ("imports", imports::samples()),
        ("names", names::samples()),
        ("publish", publish::samples()),
        ("store", store::samples()),
        ("table", table::samples()),
        ("tables", tables::samples()),
        ("put together", compounds()),
    ];

    let mut listing = String::new();
    for (name, messages) in &catalogues {
        listing += &format!("# {name}\n");

        let mut last_kind = "";
        for message in messages {
            if message.kind() != last_kind {
                last_kind = message.kind();
                listing += &format!("\n{last_kind}\n");
            }
            for lang in Lang::ALL {
                listing += &format!("  {}\n", message.get(lang));
            }
        }
        listing.push('\n');
    }

    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt");
    if std::env::var_os(RENEW).is_some() {
        std::fs::write(&path, &listing).unwrap();
    }

    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == listing,
        "{} differs, and {RENEW}=1 writes it anew",
        path.display()
    );
}

#[test]
fn what_stands_in_a_file_stays_in_its_line() {
    assert_eq!(
        shown(&"a\nb\u{1b}[2J\u{feff}ё"),
        "a\\nb\\u{1b}[2J\\u{feff}ё"
    );
    assert_eq!(shown(&"ж".repeat(1000)), format!("{}…", "ж".repeat(100)));
}

#[test]
fn a_message_is_written_when_it_is_read() {
    let message = wrong_kind(Some("value"), kind_number(), kind_text());
    assert_eq!(message.get(Lang::En), "`value` must be a number, not text");
    assert_eq!(
        message.get(Lang::Ru),
        "`value` — это текст: ожидается число"
    );
    assert_eq!(
        message,
        wrong_kind(Some("value"), kind_number(), kind_text())
    );
    assert_ne!(
        message,
        wrong_kind(Some("date"), kind_number(), kind_text())
    );
    assert_eq!(message.kind(), "wrong_kind_of_field");
}
