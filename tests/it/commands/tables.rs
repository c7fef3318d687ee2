//! Files of sources, read by definitions: the layouts of the central bank and the statistics committee of Azerbaijan, with
//! headings of our own; messages; and what is refused.

use std::fs;

use crate::support::dataset::DatasetFixture;
use crate::support::samples::{xls, xlsx};
use crate::support::server::Server;
use crate::support::{outcome, tree, write};

/// Indicators by their keys: period type, then what else stands in the definition.
const INDICATORS: [(&str, &str, &str); 9] = [
    ("m3", "month_end", r#""measure": "amount""#),
    ("m2", "month_end", r#""measure": "amount""#),
    ("rate", "monthly", r#""measure": "rate""#),
    ("cpi", "year_to_date_average", r#""measure": "growth""#),
    ("cpi-month", "monthly", r#""measure": "growth""#),
    ("pay", "year_to_date_average", r#""frequency": "A""#),
    ("profit", "year_to_date", r#""measure": "amount""#),
    ("debt", "month_end", r#""frequency": "Q""#),
    ("daily", "daily", r#""measure": "rate""#),
];

/// A dataset with these indicators of one source, and a definition.
fn dataset(definition: &str) -> DatasetFixture {
    let fixture = DatasetFixture::new();
    let keys: Vec<String> = INDICATORS
        .iter()
        .map(|(key, ..)| format!("\"{key}\""))
        .collect();
    fixture.replace(
        "dataset.json",
        "[\"usd\",",
        &format!("[{}, \"usd\",", keys.join(", ")),
    );
    for (key, period_type, more) in INDICATORS {
        let json = format!(
            r#"{{ "name": {{ "ru": "{key}", "en": "{key}" }}, "unit": "azn", "periodType": "{period_type}", {more}, "source": "bank" }}"#
        );
        fixture.write(&format!("indicators/{key}.json"), json);
        let date = if key == "daily" {
            "1999-12-31"
        } else {
            "1999-12"
        };

        fixture.write(
            &format!("indicators/{key}.csv"),
            format!("date,value\n{date},1\n"),
        );
    }

    fixture.write(
        "tables/bank.json",
        format!("{{ \"source\": \"bank\", {definition} }}"),
    );
    fixture
}

/// The output of `--list` for a file by a definition, line by line, without the first line; then the faults.
#[track_caller]
pub fn listed(definition: &str, name: &str, content: Vec<u8>, options: &[&str]) -> Vec<String> {
    let fixture = dataset(definition);
    let before = tree(&fixture.dataset);
    let path = fixture.dir.join(name);
    write(&path, content);
    let (code, stdout, stderr) = fixture.run(
        &[
            &["import", "--lang", "en", "--list", path.to_str().unwrap()],
            options,
        ]
        .concat(),
    );
    // Of a damaged file nothing can be listed.
    let expected = if stdout.is_empty() { 2 } else { 0 };
    assert!(
        code == expected && tree(&fixture.dataset) == before,
        "{stdout}{stderr}"
    );
    let path = format!("{}:", path.display());
    let said = stderr
        .lines()
        .filter_map(|line| line.strip_prefix(&path))
        .map(|said| said.trim_start().to_owned());
    stdout
        .lines()
        .skip(1)
        .map(str::to_owned)
        .chain(said)
        .collect()
}

/// The same grid in both formats is read alike, without a fault.
#[track_caller]
fn reads(definition: &str, sheet: &str, grid: &str, expected: &[&str]) {
    for (name, book) in [
        ("a 2026.xlsx", xlsx(&[(sheet, grid)])),
        ("a 2026.xls", xls(&[(sheet, grid)])),
    ] {
        let mut lines = listed(definition, name, book, &[]);
        lines.retain(|line| !line.starts_with("warning: "));
        assert_eq!(lines, expected, "{name}");
    }
}

/// The faults of a grid.
#[track_caller]
fn faults(definition: &str, grid: &str, expected: &[&str]) {
    let lines = listed(
        definition,
        "a.xlsx",
        xlsx(&[("a", grid)]),
        &["--table", "bank"],
    );
    let faults: Vec<&str> = lines
        .iter()
        .filter(|line| !line.starts_with("a!"))
        .skip(1)
        .map(String::as_str)
        .collect();
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}\n{expected}");
    }
}

const YEAR_ABOVE_MONTHS: &str = "Pul aqreqatları||\n\n||mln. manat\nTarix|Geniş pul|\n|M3|M2\n\
                                 2025|110.5|90\n11|100|80\n12|110.5|90\n2026|120.000000000004|\n1|115|'…\n2|'120,25|95\n\n\
                                 Qeyd: ilkin məlumat||";

#[test]
fn a_year_stands_above_months_as_numbers_and_as_texts() {
    let definition = r#""sheet": "2.4", "expect": ["mln. manat"], "decimal": ",", "series": {
        "m3": { "labels": ["Geniş pul", "M3"] }, "m2": { "labels": ["Geniş pul", "M2"] } }"#;
    let expected = [
        "2.4!B7  m3  2025-11  100",
        "2.4!B8  m3  2025-12  110.5",
        "2.4!B10  m3  2026-01  115",
        "2.4!B11  m3  2026-02  120.25",
        "2.4!C7  m2  2025-11  80",
        "2.4!C8  m2  2025-12  90",
        "2.4!C11  m2  2026-02  95",
    ];

    reads(definition, "2.4", YEAR_ABOVE_MONTHS, &expected);
    let texts = YEAR_ABOVE_MONTHS
        .replace("\n1|", "\n'01|")
        .replace("\n2|", "\n'02|");
    reads(definition, "2.4", &texts, &expected);
    // The sheet is found by its title, too.
    let by_title = definition.replace("\"2.4\"", "\"Pul aqreqatları\"");
    let expected = expected.map(|line| line.replace("2.4!", "8!"));
    reads(
        &by_title,
        "8",
        YEAR_ABOVE_MONTHS,
        &expected.each_ref().map(String::as_str),
    );
}

#[test]
fn below_a_date_stand_the_rows_of_two_currencies() {
    let definition = r#""sheet": "3.2", "firstOfMonth": "previous", "labels": ["Əmanətlər"], "series": {
        "rate": { "row": "Manatla" }, "cpi-month": { "row": "Xarici valyuta ilə" } }"#;
    let grid = "|Faiz dərəcələri||\n|Tarix|Əmanətlər|Kreditlər\n|@2026-07-01||\n|Manatla|8.5|18\n|Xarici valyuta ilə|1.5|7\n\
                |@2026-08-01|8|\n|Manatla|8.6|18\n|Xarici valyuta ilə|1.4|7\n";
    let expected = [
        "3.2!C4  rate  2026-06  8.5",
        "3.2!C7  rate  2026-07  8.6",
        "3.2!C5  cpi-month  2026-06  1.5",
        "3.2!C8  cpi-month  2026-07  1.4",
    ];
    reads(definition, "3.2", grid, &expected);
    let twice = grid.replace("Xarici valyuta ilə|1.4", "Manatla|1.4");
    let lines = listed(definition, "a.xlsx", xlsx(&[("3.2", &twice)]), &[]);
    assert!(
        lines.contains(
            &"rate: 3.2!B6: below this period stands more than one row “Manatla”".to_owned()
        ),
        "{lines:#?}"
    );
    let said = "warning: cpi-month: 3.2!B6: below this period stands no row “Xarici valyuta ilə”"
        .to_owned();
    assert!(lines.contains(&said), "{lines:#?}");
}

#[test]
fn dates_stand_across_with_marks() {
    let definition = r#""sheet": "5.6", "layout": "columns", "flags": { "**": "provisional", "*": "" }, "series": {
        "m3": { "labels": ["1. Nağd vəsaitlər"] },
        "debt": { "labels": ["Kreditlər", "- biznes kreditləri"], "scale": 100, "decimals": 2 } }"#;
    let grid = "Bank sektoru|||\n|@2026-03-31|30.04.2020 *|30.06.2026 **\n1. Nağd vəsaitlər|10|11|12\nKreditlər|||\n\
                - biznes kreditləri|0.029047|0.03|0.0315\n - ipoteka|1|2|3\n";
    let expected = [
        "5.6!C3  m3  2020-04  11",
        "5.6!B3  m3  2026-03  10",
        "5.6!D3  m3  2026-06  12  provisional",
        "5.6!B5  debt  2026-Q1  2.9",
        "5.6!D5  debt  2026-Q2  3.15  provisional",
    ];
    let (name, book) = ("a.xlsx", xlsx(&[("5.6", grid)]));
    let lines = listed(definition, name, book, &[]);
    assert_eq!(lines[..5], expected);
    assert!(
        lines[5..]
            .iter()
            .all(|line| line.contains("warning: m3: there is no row for 2020-05-31")),
        "{lines:#?}"
    );
}

#[test]
fn the_year_stands_in_the_title_or_in_the_name_of_the_file() {
    let grid = |title: &str, months: &str| {
        format!("{title}|||\n|||\n||{months}\n|Bütün mallar|100.2|101.2\n|Ərzaq|99.5|'100,7\n")
    };
    let definition = |year: &str, key: &str| {
        format!(
            r#""sheet": "*", "layout": "columns", "year": "{year}", "add": "-100", "decimal": ",", "series": {{ "{key}": {{ "labels": ["Ərzaq"] }} }}"#
        )
    };
    let months = grid("2026-cı ildə", "Yanvar|Fevral");
    let expected = [
        "əvvəlki aya!C5  cpi-month  2026-01  -0.5",
        "əvvəlki aya!D5  cpi-month  2026-02  0.7",
    ];
    reads(
        &definition("*-cı ildə", "cpi-month"),
        "əvvəlki aya",
        &months,
        &expected,
    );
    let ranges = grid("Qiymətlər", "Yanvar|Yanvar-fevral");
    let expected = [
        "dövrünə!C5  cpi  2026-01  -0.5",
        "dövrünə!D5  cpi  2026-02  0.7",
    ];
    reads(&definition("file", "cpi"), "dövrünə", &ranges, &expected);
}

#[test]
fn months_are_roman_numerals_below_a_year_of_its_own() {
    let definition =
        r#""sheet": "*", "series": { "cpi-month": { "labels": ["2010 = 100", "Ərzaq"] } }"#;
    let grid = "|2010 = 100|||\n||Cəmi|Ərzaq|Digər\n|2025|||\n|XI|101|102|103\n|XII|104|105|106\n|2026|||\n|I|107|108|109\n";
    let expected = [
        "a!D4  cpi-month  2025-11  102",
        "a!D5  cpi-month  2025-12  105",
        "a!D7  cpi-month  2026-01  108",
    ];
    reads(definition, "a", grid, &expected);
}

/// A mark of what is missing is no Roman numeral, and the column with it none of periods.
#[test]
fn a_cross_beside_figures_is_no_month() {
    let grid = "Tarix|Artım|M3\niyun 2026|5.1|100\niyul 2026|x|101\navqust 2026|x|102\n";
    let expected = [
        "a!C2  m3  2026-06  100",
        "a!C3  m3  2026-07  101",
        "a!C4  m3  2026-08  102",
    ];
    reads(M3, "a", grid, &expected);
}

#[test]
fn years_stand_across_or_down_with_months_the_other_way() {
    let definition =
        r#""sheet": "4.2", "layout": "columns", "labels": ["Orta aylıq"], "series": { "pay": {} }"#;
    let grid = "||Əmək haqqı||\n|||2023|2024\n||Orta aylıq|900|1000\n||Digər|1|2\n";
    reads(
        definition,
        "4.2",
        grid,
        &["4.2!D3  pay  2023  900", "4.2!E3  pay  2024  1000"],
    );
    let definition = r#""sheet": "*", "layout": "matrix", "labels": [], "until": "Qeyd*", "series": { "rate": {} }"#;
    let grid = "İl|yanvar|fevral|mart\n2025|1|2|3\n2026|4|5|\nQeyd: son|9|9|9\n";
    let expected = [
        "a!B2  rate  2025-01  1",
        "a!C2  rate  2025-02  2",
        "a!D2  rate  2025-03  3",
        "a!B3  rate  2026-01  4",
        "a!C3  rate  2026-02  5",
    ];
    reads(definition, "a", grid, &expected);
    let below = format!("\n||{}", grid.replace('\n', "\n||"));
    let expected = expected.map(|line| {
        let (place, rest) = line[2..].split_once("  ").unwrap();
        let (column, row) = (place.as_bytes()[0] + 2, place.as_bytes()[1] + 1);
        format!("a!{}{}  {rest}", char::from(column), char::from(row))
    });
    reads(
        definition,
        "a",
        &below,
        &expected.each_ref().map(String::as_str),
    );
    faults(
        definition,
        &grid.replace("fevral", "fevrl"),
        &["rate: a!C1: `fevrl` is no period", "warning"],
    );
}

#[test]
fn totals_since_january_are_ranges_or_months() {
    let definition = r#""sheet": "*", "labels": ["Mənfəət"], "series": { "profit": {} }"#;
    let grid = "Dövr|Mənfəət\n2026-cı ilin yanvar ayı|1\nyanvar-fevral 2026|2\nmart 2026|3\nI rüb 2026|9\n";
    let expected = [
        "a!B2  profit  2026-01  1",
        "a!B3  profit  2026-02  2",
        "a!B4  profit  2026-03  3",
    ];
    reads(definition, "a", grid, &expected);
}

const M3: &str = r#""sheet": "a", "labels": ["M3"], "series": { "m3": {} }"#;

#[test]
fn what_is_in_doubt_is_a_fault_with_its_cell() {
    for (grid, expected) in [
        (
            "Tarix|M2\nyanvar 2026|1\n",
            &["m3: “M3” heads nothing in the sheet “a”; nearest: “M2” in B1"][..],
        ),
        (
            "Tarix|M3|M3\nyanvar 2026|1|2\n",
            &["m3: “M3” heads several columns of the sheet “a”: a!B1, a!C1"],
        ),
        (
            "Tarix|M3\nyanvar|1\n",
            &["m3: a!A2: the year of `yanvar` is not known"],
        ),
        (
            "Tarix|M3\nyanvar 2026|1\nJnne 2026|2\nmart 2026|3\n",
            &[
                "m3: a!A3: `Jnne 2026` is no period",
                "warning: m3: there is no row for 2026-02-28",
            ],
        ),
        // A year that is not read dates nothing below it; alike faults are counted.
        (
            "Tarix|M3\n2025|\nyanvar|1\n2026?P|\nyanvar|2\nfevral|3\n2027|\nyanvar|4\n",
            &[
                "m3: a!A4: `2026?P` is no period",
                "warning: m3: there is no row for 2025-02-28",
            ],
        ),
        (
            "Tarix|M3\nyanvar 2026|1\nfevral 2026|2\nCəmi|5\n",
            &["m3: a!A4: `Cəmi` is no period"],
        ),
        (
            "Tarix|M3\nyanvar 2026|(46988)\nfevral 2026|x\nmart 2026|2,8 d.\n",
            &["m3: a!B2: `(46988)` is not a number; 1 more like it"],
        ),
        (
            "Tarix|M3\nyanvar 2026|1,234\n",
            &["m3: a!B2: `1,234` could be read in two ways: give `decimal`"],
        ),
        (
            "Tarix|M3\nyanvar 2026|@2026-01-01\n",
            &["m3: a!B2: `2026-01-01` is not a number"],
        ),
        (
            "Tarix|M3\nyanvar 2026|1\n'01.2026|2\n",
            &["m3: for 2026-01-31 a!B2 has 1 and a!B3 has 2"],
        ),
        (
            "Tarix|M3\nyanvar 2026|…\nfevral 2026|-\n",
            &["m3: no values at all: a!B1"],
        ),
        // A month with its year is followed by those of the next.
        (
            "Tarix|M3\ndekabr 2025|1\nyanvar|2\nfevral|3\n",
            &[
                "m3: a!A3: below one year the periods run both up and down, and turn at `yanvar`",
                "warning: m3",
            ],
        ),
        (
            "Tarix|M3\ndekabr 2025|1\nyanvar|2\n",
            &[
                "m3: a!A3: below one year the periods run both up and down, and turn at `yanvar`",
                "warning: m3",
            ],
        ),
        // Without the row of 2026 its months would be those of 2025.
        (
            "Tarix|M3\n2025|\n10|1\n11|2\n12|3\n1|4\n2|5\n",
            &[
                "m3: a!A6: below one year the periods run both up and down, and turn at `1`",
                "warning: m3: there is no row for 2025-03-31",
            ],
        ),
        // Figures that are texts could be years by chance.
        (
            "İl|Say|M3\n'2024|'1950|1\n'2025|'1957|2\n",
            &["m3: a!B2 and a!A2 could both be the period, and they differ"],
        ),
        (
            "İl|Say|M3\n'2023|'1930|1\nx|'1950|1\n'2025|'1957|2\n",
            &["m3: a!B2 and a!A2 could both be the period, and they differ"],
        ),
        // A figure that became a day is none, and no period of the column beside it.
        (
            "Tarix|M2|M3\nyanvar 2026|5|1\nfevral 2026|6|2\nmart 2026|@2026-01-07|3\n",
            &[],
        ),
        (
            "Tarix|M3\nyanvar 2026|1\nfevral 2026|2\nmart 2026|@2026-01-07\n",
            &["m3: a!B4: `2026-01-07` is not a number"],
        ),
    ] {
        faults(M3, grid, expected);
    }

    // A fault of several series is reported once, with their keys.
    let series = r#""series": { "m3": { "labels": ["M3"] }, "m2": { "labels": ["M2"] } }"#;
    for (where_it_is, fault) in [
        (r#""sheet": "b""#, "m3, m2: no sheet is called “b”"),
        (r#""sheet": "a", "expect": ["mlrd"]"#, "m3, m2: "),
    ] {
        let definition = format!("{where_it_is}, {series}");
        faults(&definition, "Tarix|M2|M3\nyanvar 2026|5|1\n", &[fault]);
    }

    let grid = "2026||\n|Dekabr|Yanvar|Fevral\nƏrzaq|1|2|3\n";
    let definition = r#""sheet": "a", "layout": "columns", "year": "2026", "series": { "rate": { "labels": ["Ərzaq"] } }"#;
    faults(
        definition,
        grid,
        &[
            "rate: a!C2: below one year the periods run both up and down, and turn at `Yanvar`",
            "warning: rate",
        ],
    );
    let lines = listed(M3, "a.xlsx", xlsx(&[("b", "x")]), &["--table", "bank"]);
    assert_eq!(
        lines[1], "m3: no sheet is called “a” or has such a title; there is b",
        "{lines:#?}"
    );
}

#[test]
fn a_list_without_a_fault_has_its_warnings() {
    let grid = "Tarix|M3\nyanvar 2026|1\nmart 2026|3\n";
    let expected = [
        "a!B2  m3  2026-01  1",
        "a!B3  m3  2026-03  3",
        "warning: m3: there is no row for 2026-02-28",
    ];
    assert_eq!(listed(M3, "a.xlsx", xlsx(&[("a", grid)]), &[]), expected);
}

/// A cell that shows a fraction as per cent is a number, one with a footnote a text.
#[test]
fn a_text_with_a_per_cent_sign_has_its_scale() {
    let definition =
        r#""sheet": "a", "labels": ["M3"], "decimal": ",", "scale": 100, "series": { "rate": {} }"#;
    let grid = "Tarix|M3\nyanvar 2026|0.053\nfevral 2026|'5,4%\nmart 2026|'0,055\n";
    reads(
        definition,
        "a",
        grid,
        &[
            "a!B2  rate  2026-01  5.3",
            "a!B3  rate  2026-02  5.4",
            "a!B4  rate  2026-03  5.5",
        ],
    );

    let thousands = definition.replace("100", "1000");
    reads(
        &thousands,
        "a",
        "Tarix|M3\nyanvar 2026|'5,4%\n",
        &["a!B2  rate  2026-01  5400"],
    );
}

#[test]
fn a_split_year_gives_its_months_their_years() {
    let grid = "Period|M3\n2025-26|7\nJuly|1\nDecember|2\nJanuary|6\nFabruary|3\nWeight|9\n2026-27P|8\nJuly|4\n";
    let more = r#", "yearStart": 7, "flags": { "p": "provisional" }, "names": { "Fabruary": "February", "Weight": "" }"#;
    let expected = [
        "a!B3  m3  2025-07  1",
        "a!B4  m3  2025-12  2",
        "a!B5  m3  2026-01  6",
        "a!B6  m3  2026-02  3",
        "a!B9  m3  2026-07  4",
    ];
    let lines = listed(&format!("{M3}{more}"), "a.xlsx", xlsx(&[("a", grid)]), &[]);
    assert_eq!(lines[..5], expected);
    // Newest first, a fiscal year runs back over January into December.
    let grid = "Period|M3\n2025-26|\nFebruary|3\nJanuary|2\nDecember|1\nNovember|0\n";
    let expected = [
        "a!B6  m3  2025-11  0",
        "a!B5  m3  2025-12  1",
        "a!B4  m3  2026-01  2",
        "a!B3  m3  2026-02  3",
    ];
    let lines = listed(&format!("{M3}{more}"), "a.xlsx", xlsx(&[("a", grid)]), &[]);
    assert_eq!(lines, expected);
    faults(
        M3,
        "Period|M3\n2011-12|\nJuly|1\n",
        &["m3: a!A3: the year of `July` is not known"],
    );
}

/// A quarterly table that goes on in months has no figure of the last quarter, whatever stands for its quarters.
#[test]
fn a_month_among_quarters_is_in_doubt() {
    let definition = r#""sheet": "a", "labels": ["M3"], "yearStart": 7, "series": { "debt": {} }"#;
    for quarters in [
        "Jul-Sep|1\nOct- Dec|2",
        "Q3 2016|1\nQ4 2016|2",
        "III rüb|1\nIV rüb|2",
    ] {
        let grid = format!("Period|M3\n2016|\n{quarters}\n2017|\nJanuary|3\nFebruary|4\nMarch|5\n");
        faults(
            definition,
            &grid,
            &["debt: a!A6: `January` is a month among quarters"],
        );
    }

    reads(
        definition,
        "a",
        "Period|M3\n2017|\nJanuary|3\nFebruary|4\nMarch|5\n",
        &["a!B5  debt  2017-Q1  5"],
    );
}

#[test]
fn messages_are_read_by_codes() {
    let definition =
        r#""series": { "m3": { "where": { "FREQ": "M", "ITEM": "M3" }, "scale": "0.001" } }"#;
    let csv = "DATAFLOW,FREQ:Frequency,ITEM,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n\
               B:X(1.0),M: Monthly,M3,2026-01,1500,A\nB:X(1.0),M: Monthly,M3,2026-02,1600.5,P\nB:X(1.0),M: Monthly,M2,2026-02,9,A\n\
               B:X(1.0),M: Monthly,M3,2026-03,,A\n";
    let xml = r#"<m:GenericData xmlns:m="m" xmlns:g="g"><m:DataSet><g:Series><g:SeriesKey><g:Value id="FREQ" value="M"/><g:Value id="ITEM" value="M3"/></g:SeriesKey>
        <g:Obs><g:ObsDimension value="2026-01"/><g:ObsValue value="1500"/></g:Obs>
        <g:Obs><g:ObsDimension value="2026-02"/><g:ObsValue value="1.6005E3"/><g:Attributes><g:Value id="OBS_STATUS" value="P"/></g:Attributes></g:Obs>
        </g:Series></m:DataSet></m:GenericData>"#;
    let specific = r#"<m:StructureSpecificData xmlns:m="m"><m:DataSet><Series FREQ="M" ITEM="M3"><Obs TIME_PERIOD="2026-01" OBS_VALUE="1500"/><Obs TIME_PERIOD="2026-02" OBS_VALUE="1600.5" OBS_STATUS="P"/></Series></m:DataSet></m:StructureSpecificData>"#;
    let stat = r#"{"version":"2.0","class":"dataset","id":["FREQ","ITEM","t"],"size":[1,2,2],"role":{"time":["t"]},
        "dimension":{"FREQ":{"category":{"label":{"M":"Monthly"}}},"ITEM":{"category":{"index":["M3","M2"]}},"t":{"category":{"index":{"2026M01":0,"2026M02":1}}}},
        "value":[1500,1600.5,null,9],"status":{"1":"P"}}"#;
    let older = stat.replace("{\"version\":\"2.0\",\"class\":\"dataset\",\"id\":[\"FREQ\",\"ITEM\",\"t\"],\"size\":[1,2,2],\"role\":{\"time\":[\"t\"]},", "{\"x\":{")
        .replace("\"dimension\":{", "\"dimension\":{\"id\":[\"FREQ\",\"ITEM\",\"t\"],\"size\":[1,2,2],\"role\":{\"time\":[\"t\"]},")
        .replace("\"status\":{\"1\":\"P\"}}", "\"status\":{\"1\":\"P\"}}}");
    for (name, text) in [
        ("a.csv", csv),
        ("g.xml", xml),
        ("s.xml", specific),
        ("a.json", stat),
        ("b.json", &older),
    ] {
        let lines = listed(definition, name, text.as_bytes().to_vec(), &[]);
        let values: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.split_once("  "))
            .map(|(_, value)| value)
            .collect();
        assert_eq!(
            values,
            ["m3  2026-01  1.5", "m3  2026-02  1.6005  provisional"],
            "{name}: {lines:#?}"
        );
    }

    let open = r#""series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let lines = listed(open, "a.csv", csv.as_bytes().to_vec(), &[]);
    assert!(
        lines[1].starts_with("m3: dimension `ITEM` is left open, it has M2, M3"),
        "{lines:#?}"
    );
    let lines = listed(M3, "a.csv", csv.as_bytes().to_vec(), &[]);
    assert_eq!(
        lines,
        ["FREQ: M", "ITEM: M2, M3"][1..],
        "without a fitting definition dimensions are shown"
    );
}

#[test]
fn statuses_of_json_stat_are_read_in_each_of_their_forms() {
    let definition = r#""series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let read = |statuses: &str| {
        let text = format!(
            r#"{{"id":["FREQ","time"],"size":[1,2],"dimension":{{"FREQ":{{"category":{{"index":["M"]}}}},
            "time":{{"category":{{"index":["2026-01","2026-02"]}}}}}},"value":[1,2]{statuses}}}"#
        );
        listed(definition, "a.json", text.into_bytes(), &[])
    };
    for (statuses, marks) in [
        ("", ["", ""]),
        (r#","status":null"#, ["", ""]),
        (r#","status":{}"#, ["", ""]),
        (r#","status":"p""#, ["  provisional", "  provisional"]),
        (r#","status":["e",null]"#, ["  estimated", ""]),
        (r#","status":{"1":"p"}"#, ["", "  provisional"]),
    ] {
        let lines = read(statuses);
        let rows = &lines[lines.len() - 2..];
        let [first, second] = marks;
        assert!(
            rows[0].ends_with(&format!("m3  2026-01  1{first}")),
            "{lines:#?}"
        );
        assert!(
            rows[1].ends_with(&format!("m3  2026-02  2{second}")),
            "{lines:#?}"
        );
    }

    for statuses in [r#","status":7"#, r#","status":{"1":{"code":"p"}}"#] {
        let lines = read(statuses);
        assert!(
            lines.iter().all(|line| !line.contains("2026-01")),
            "{statuses}: {lines:#?}"
        );
    }
}

/// Layouts that would be read by chance or in part are refused.
#[test]
fn a_message_in_doubt_is_refused() {
    let by_frequency = r#""series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let open = "m3: dimension `ITEM` is left open, it has M2, M3: add it to `where`";
    let stat = |size: &str, index: &str, value: &str| {
        format!(
            r#"{{"id":["FREQ","time"],"size":[1,{size}],"dimension":{{"FREQ":{{"category":{{"index":["M"]}}}},
            "time":{{"category":{{{index}}}}}}},"value":{value}}}"#
        )
    };
    let index = r#""index":{"2026-01":0,"2026-02":1}"#;
    let damaged =
        "not JSON-stat with one dataset, or damaged: download it again, as JSON-stat or SDMX";
    let sound = stat("2", index, "[1,2]");
    for (name, text, expected) in [
        ("a.csv", "TIME_PERIOD,OBS_VALUE,FREQ,ITEM\n2026-01,1,M,M3\n2026-02,2,M,M2\n".to_owned(), open),
        ("a.csv", "FREQ,TIME_PERIOD,ITEM,OBS_VALUE\nM,2026-01,M3,1\nM,2026-02,M2,2\n".to_owned(), open),
        (
            "a.csv",
            "FREQ,TIME_PERIOD,OBS_VALUE,UNIT_MULT\nM,2026-01,1,6\nM,2026-02,2,3\n".to_owned(),
            "m3: dimension `UNIT_MULT` is left open, it has 3, 6: add it to `where`",
        ),
        (
            "a.xml",
            r#"<m:GenericData xmlns:m="m"><m:DataSet><Series><SeriesKey><Value id="FREQ" value="M"/><Value id="ITEM" value="M3"/></SeriesKey>
            <Obs><ObsDimension value="2026-01"/><ObsValue value="1"/></Obs></Series><Series><SeriesKey><Value id="FREQ" value="M"/></SeriesKey>
            <Obs><ObsDimension value="2026-02"/><ObsValue value="1"/></Obs></Series></m:DataSet></m:GenericData>"#
                .to_owned(),
            "m3: dimension `ITEM` is left open, it has M3, –: add it to `where`",
        ),
        (
            "a.xml",
            r#"<m:GenericData xmlns:m="m"><m:DataSet><Series><SeriesKey><Value id="FREQ" value="M"/></SeriesKey>
            <Obs><ObsDimension id="ITEM" value="2026"/><ObsValue value="1"/></Obs></Series></m:DataSet></m:GenericData>"#
                .to_owned(),
            "m3: M : `` is no period",
        ),
        ("a.json", stat("2", index, "[1]"), damaged),
        ("a.json", stat("2", &index.replace("\":1", "\":2"), "[1,2]"), damaged),
        ("a.json", stat("2", r#""label":{"2026-01":"","2026-02":""}"#, "[1,2]"), damaged),
        ("a.json", format!(r#"{{"a":{sound},"b":{sound}}}"#), damaged),
        ("a.json", sound.replace("time", "when"), ""),
        ("a.json", sound.replace("time", "when").replace("\"M\"", "\"2025\""), damaged),
        ("a.json", sound, ""),
    ] {
        let lines = listed(by_frequency, name, text.clone().into_bytes(), &["--table", "bank"]);
        let said = lines.iter().any(|line| line.starts_with(expected));
        let is_read = lines.iter().any(|line| line == "M 2026-02  m3  2026-02  2");
        assert!(said && is_read == expected.is_empty(), "{text}\n{lines:#?}");
    }

    // A status has the meaning that the definition gives it.
    let flags = r#""flags": { "bp": "provisional", "P": "" }, "series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let csv =
        "FREQ,TIME_PERIOD,OBS_VALUE,OBS_FLAG\nM,2026-M01,1,bp\nM,2026-M02,2,p\nM,2026-M03,3,e\n";
    let lines = listed(flags, "a.csv", csv.as_bytes().to_vec(), &[]);
    assert_eq!(
        lines,
        [
            "2  m3  2026-01  1  provisional",
            "3  m3  2026-02  2",
            "4  m3  2026-03  3  estimated"
        ]
    );
}

/// Rows of SDMX that delete figures are no figures, with a value or without; those of other series say nothing.
#[test]
fn a_message_that_deletes_figures_is_refused() {
    let definition = r#""series": { "m3": { "where": { "FREQ": "M", "ITEM": "M3" } } }"#;
    let csv = |action: &str, codes: &str, period: &str, value: &str| {
        let header = "STRUCTURE,STRUCTURE_ID,ACTION,FREQ,ITEM,TIME_PERIOD,OBS_VALUE";
        let sound = "DATAFLOW,B:X(1.0),I,M,M3,2026-01,1";
        format!("{header}\n{sound}\nDATAFLOW,B:X(1.0),{action},{codes},{period},{value}\n")
    };
    let generic = |header: &str, set: &str, values: &str| {
        let key =
            r#"<SeriesKey><Value id="FREQ" value="M"/><Value id="ITEM" value="M3"/></SeriesKey>"#;
        format!(
            r#"<m:GenericData xmlns:m="m"><m:Header>{header}</m:Header><m:DataSet {set}><Series>{key}{values}</Series></m:DataSet></m:GenericData>"#
        )
    };
    let specific = |more: &str| {
        format!(
            r#"<m:StructureSpecificData xmlns:m="m" xmlns:s="s"><m:DataSet s:action="Append"><Series FREQ="M" ITEM="M3"><Obs TIME_PERIOD="2026-02" OBS_VALUE="2"/></Series></m:DataSet>{more}</m:StructureSpecificData>"#
        )
    };
    let values = r#"<Obs><ObsDimension value="2026-02"/><ObsValue value="2"/></Obs>"#;
    let action = |name: &str| format!("<m:DataSetAction>{name}</m:DataSetAction>");
    let deleting =
        |place: &str, written: &str| format!("m3: {place}: the action `{written}` deletes figures");
    for (text, expected) in [
        (csv("D", "M,M3", "2026-02", "2"), deleting("3", "D")),
        (csv("D", "M,M3", "2026-02", ""), deleting("3", "D")),
        (csv("d", "M,M3", "", ""), deleting("3", "d")),
        // A dimension that is left open is deleted for all codes.
        (csv("D", "M,", "", ""), deleting("3", "D")),
        (
            csv("X", "M,M3", "2026-02", "2"),
            "m3: 3: the action `X` is not known: write one of I, A".to_owned(),
        ),
        (csv("D", "M,M2", "2026-02", "2"), String::new()),
        (csv("M", "M,M3", "2026-02", "2"), String::new()),
        (csv("", "M,M3", "2026-02", "2"), String::new()),
        (
            generic("", r#"action="Delete""#, values),
            deleting("M.M3 2026-02", "Delete"),
        ),
        (
            generic(&action("Delete"), "", values),
            deleting("M.M3 2026-02", "Delete"),
        ),
        (
            generic(&action("Delete"), r#"action="Append""#, values),
            String::new(),
        ),
        (
            generic(&action("Merge"), r#"action="Replace""#, values),
            String::new(),
        ),
        (
            generic(&action("Delete"), "", ""),
            deleting("M.M3 ", "Delete"),
        ),
        (
            specific(r#"<m:DataSet s:action="Delete"/>"#),
            deleting("DataSet ", "Delete"),
        ),
        (
            specific(r#"<m:DataSet s:action="Delete"><Series FREQ="M" ITEM="M3"/></m:DataSet>"#),
            deleting("M.M3 ", "Delete"),
        ),
        (
            specific(r#"<m:DataSet s:action="Delete"><Series FREQ="M" ITEM="M2"/></m:DataSet>"#),
            String::new(),
        ),
        (specific(""), String::new()),
    ] {
        let lines = listed(
            definition,
            "a.csv",
            text.clone().into_bytes(),
            &["--table", "bank"],
        );
        let is_read = lines.iter().any(|line| line.contains("  m3  2026-"));
        let is_said = lines.iter().any(|line| line.starts_with(&*expected));
        assert!(
            is_said && is_read == expected.is_empty(),
            "{text}\n{lines:#?}"
        );
    }
}

#[test]
fn a_file_of_a_source_is_a_check_of_it() {
    let fixture = dataset(M3);
    let import = |grid: &str, options: &[&str]| {
        fixture.import_file("bulletin 7.xlsx", xlsx(&[("a", grid)]), options)
    };
    let grid = "Tarix|M3\nyanvar 2026|100\nfevral 2026|101\n";
    let before = tree(&fixture.dataset);
    let (code, said) = import(
        grid,
        &[
            "--dry-run",
            "--allow",
            "jump",
            "--allow",
            "history",
            "--allow",
            "order",
        ],
    );

    assert!(
        code == 0 && said.contains("2 new") && said.contains("nothing was written (--dry-run)"),
        "{said}"
    );
    assert!(tree(&fixture.dataset) == before);
    let (code, said) = import(
        grid,
        &["--allow", "jump", "--allow", "history", "--allow", "order"],
    );
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("(tables/bank.json): 2 new, 0 revised, 0 as recorded; newest 2026-02-28"),
        "{said}"
    );
    let rows = fixture.read("indicators/m3.csv");
    assert!(rows.contains("\"bulletin 7.xlsx, a\""), "{rows}");
    let checks = fixture.read("checks.csv");
    assert!(
        !checks.contains("2026-11-20T08:00:00"),
        "the check is noted: {checks}"
    );
    // The recorded value differs from the file: only with a day is it a revision.
    let before = tree(&fixture.dataset);
    let revised = grid.replace("|101", "|102");
    let (code, said) = import(&revised, &[]);
    assert!(code != 0 && tree(&fixture.dataset) == before);
    let words = "m3: 101 is recorded for 2026-02-28, and a!B3 has 102; if the source revised it";
    assert!(
        said.contains(words) && !said.contains("--replace"),
        "{said}"
    );
    let (code, said) = import(
        &revised,
        &[
            "--published",
            "2062-01-01",
            "--allow",
            "future",
            "--allow",
            "revision",
        ],
    );

    assert!(
        code == 0 && said.contains("0 new, 1 revised, 1 as recorded"),
        "{said}"
    );
    // A file that ends before what is recorded is an older one.
    let older = "Tarix|M3\ndekabr 2025|99\n";
    let (code, said) = import(older, &[]);
    assert!(
        code != 0 && said.contains("every series ends before what is recorded"),
        "{said}"
    );
    let checks = fixture.read("checks.csv");
    let (code, said) = import(
        older,
        &[
            "--no-checked",
            "--allow",
            "order",
            "--allow",
            "history",
            "--allow",
            "jump",
        ],
    );

    assert!(code == 0, "{said}");
    assert_eq!(fixture.read("checks.csv"), checks);
    let (code, said) = import(grid, &["--table", "bnk"]);
    assert!(
        code != 0 && said.contains("there is no definition `bnk`; there is bank"),
        "{said}"
    );
}

/// A file of a source seldom says when it was published, and the day on which somebody fetched it is another one.
#[test]
fn no_day_of_publication_is_written_unless_it_is_given() {
    let codes = r#""series": { "m3": { "where": { "FREQ": "M" } } }"#;
    let message = "FREQ,TIME_PERIOD,OBS_VALUE\nM,2026-09,1\nM,2026-10,1\n";
    let stat = r#"{"id":["FREQ","time"],"size":[1,2],"dimension":{"FREQ":{"category":{"label":{"M":""}}},
        "time":{"category":{"index":{"2026-09":0,"2026-10":1}}}},"value":[1,1]}"#;
    let workbook = xlsx(&[("a", "Tarix|M3\nsentyabr 2026|1\noktyabr 2026|1\n")]);
    for (definition, name, content) in [
        (M3, "a.xlsx", workbook),
        (codes, "a.csv", message.into()),
        (codes, "a.json", stat.into()),
    ] {
        for (options, expected) in [
            (&[][..], "\n2026-10-31,1,"),
            (&["--published", "2026-11-10"], "\n2026-10-31,1,2026-11-10,"),
        ] {
            let fixture = dataset(definition);
            fixture.write("indicators/m3.csv", "date,value,published\n1999-12,1,\n");
            fixture.write("calendar.csv", "release,date\nmoney,2026-11-12\n");
            fixture.replace(
                "indicators/m3.json",
                "\"source\"",
                "\"release\": \"money\", \"source\"",
            );
            let allowed = ["--allow", "history", "--allow", "order"];
            let (code, said) =
                fixture.import_file(name, content.clone(), &[&allowed[..], options].concat());
            assert_eq!(code, 0, "{name}: {said}");
            let rows = fixture.read("indicators/m3.csv");
            assert!(rows.contains(expected), "{name} {options:?}: {rows}");
        }
    }
}

#[test]
fn a_file_of_a_source_under_embargo_is_no_check_until_it_is_public() {
    let fixture = dataset(M3);
    let allowed = ["--allow", "jump", "--allow", "history", "--allow", "order"];
    let import = |grid: &str, options: &[&str]| {
        fixture.import_file(
            "a.xlsx",
            xlsx(&[("a", grid)]),
            &[options, &allowed[..]].concat(),
        )
    };
    let (first, later) = ("2062-12-12T09:00:00+04:00", "2062-12-14T10:00:00+04:00");
    let checks = fixture.read("checks.csv");
    let (code, said) = import(
        "Tarix|M3\nyanvar 2026|100\nfevral 2026|101\n",
        &["--not-before", first],
    );
    assert_eq!(code, 0, "{said}");
    let rows = fixture.read("indicators/m3.csv");
    assert!(
        rows.contains("2026-02-28,101,") && rows.matches(first).count() == 2,
        "{rows}"
    );
    // The same file again brings nothing, and says nothing of the source that readers could see.
    let (code, said) = import("Tarix|M3\nyanvar 2026|100\nfevral 2026|101\n", &[]);
    assert!(
        code == 0 && said.contains("0 new, 0 revised, 2 as recorded"),
        "{said}"
    );
    assert_eq!(
        (
            fixture.read("indicators/m3.csv"),
            fixture.read("checks.csv")
        ),
        (rows.clone(), checks.clone())
    );
    // Another figure for a date that waits: only with --replace, and it keeps what it is told.
    let other = "Tarix|M3\nyanvar 2026|100\nfevral 2026|102\n";
    let (code, said) = import(other, &["--not-before", later]);
    assert!(
        code == 2 && said.contains("--replace with --not-before moves the embargo"),
        "{said}"
    );
    assert_eq!(fixture.read("indicators/m3.csv"), rows);
    let (code, said) = import(other, &["--not-before", later, "--replace"]);
    assert_eq!(code, 0, "{said}");
    let rows = fixture.read("indicators/m3.csv");
    assert!(
        !rows.contains(",101,") && rows.matches(first).count() == 1,
        "{rows}"
    );
    assert!(
        rows.matches(later).count() == 1 && fixture.read("checks.csv") == checks,
        "{rows}"
    );
}

#[test]
fn definitions_of_one_file_are_read_as_one_import() {
    let fixture = dataset(M3);
    let m2 = |sheet: &str, key: &str, label: &str| {
        let series = format!(r#""{key}": {{ "labels": ["{label}"] }}"#);
        format!(r#"{{ "source": "bank", "sheet": "{sheet}", "series": {{ {series} }} }}"#)
    };
    fixture.write("tables/second.json", m2("b", "m2", "M2"));
    let allowed = ["--allow", "jump", "--allow", "history", "--allow", "order"];
    let import = |first: &str, second: &str| {
        fixture.import_file("a.xlsx", xlsx(&[("a", first), ("b", second)]), &allowed)
    };
    // A fault in one of them keeps the other one's rows out, too.
    let before = tree(&fixture.dataset);
    let (code, said) = import("Tarix|M3\nyanvar 2026|100\n", "Tarix|M2\nyanvar 2026|ten\n");
    assert!(
        code == 2 && said.contains("tables/second.json") && tree(&fixture.dataset) == before,
        "{said}"
    );
    assert!(
        !said.contains("an older file"),
        "what was not read has no end: {said}"
    );
    // Two figures of one key and date are a fault, two equal ones are one.
    fixture.write("tables/second.json", m2("b", "m3", "M2"));
    let before = tree(&fixture.dataset);
    let (code, said) = import(
        "Tarix|M3\nyanvar 2026|100\n",
        "Tarix|M2\nyanvar 2026|100.5\n",
    );
    assert!(
        code == 2 && said.contains("100") && said.contains("100.5"),
        "{said}"
    );
    assert!(tree(&fixture.dataset) == before);
    let (code, said) = import("Tarix|M3\nyanvar 2026|100\n", "Tarix|M2\nyanvar 2026|100\n");
    assert!(
        code == 0
            && fixture
                .read("indicators/m3.csv")
                .matches("2026-01-31,100,")
                .count()
                == 1,
        "{said}"
    );
}

#[test]
fn a_file_that_no_definition_fits_shows_what_it_has() {
    let lines = listed(M3, "a.xlsx", xlsx(&[("2.4", YEAR_ABOVE_MONTHS)]), &[]);
    let expected = [
        "  2.4!B5  [\"Geniş pul\", \"M3\"]  2025 … 2  6",
        "  2.4!C5  [\"mln. manat\", \"M2\"]  2025 … 2  4",
    ];
    assert_eq!(lines, expected, "{lines:#?}");
}

#[test]
fn mistakes_in_definitions_are_named_with_their_lines() {
    for (definition, words) in [
        (
            "\"series\": {}",
            "tables/bank.json:1: `series` names no indicator",
        ),
        (
            "\"series\": {\n\"m3\": {}}",
            "tables/bank.json:2: nothing says where the values are",
        ),
        (
            "\"series\": {\n\"m4\": {\"sheet\": \"a\", \"labels\": [\"b\"]}}",
            "tables/bank.json:2: unknown indicator `m4`: did you mean",
        ),
        (
            "\"series\": {\n\"m3\": {\"sheet\": \"a\", \"labels\": []}}",
            "tables/bank.json:2: `labels` is empty",
        ),
        (
            "\"series\": {\n\"m3\": {\"sheet\": \"a\",\n\"labels\": [\"%\"]}}",
            "tables/bank.json:3: the text `%` has no letters or digits",
        ),
        (
            "\"series\": {\n\"m3\": {\"sheet\": \"a\", \"labels\": [\"b\"],\n\"where\": {\"F\": \"M\"}}}",
            "tables/bank.json:2: `m3` has `where` and members for workbooks",
        ),
        (
            "\"sheet\": \"a\", \"labels\": [\"b\"],\n\"lables\": [], \"series\": {\"m3\": {}}",
            "tables/bank.json:2: unknown field `lables`: did you mean `labels`?",
        ),
        (
            "\"sheet\": \"a\", \"labels\": [\"b\"],\n\"flags\": {\"P\": \"provisonal\"}, \"series\": {\"m3\": {}}",
            "tables/bank.json:2: unknown flag `provisonal`: did you mean `provisional`?",
        ),
        (
            "\"sheet\": \"a\", \"labels\": [\"b\"],\n\"scale\": 0, \"series\": {\"m3\": {}}",
            "tables/bank.json:2: `scale` is zero",
        ),
        (
            "\"sheet\": \"a\", \"labels\": [\"b\"],\n\"layout\": \"row\", \"series\": {\"m3\": {}}",
            "tables/bank.json:2: `row` is not possible: write one of rows, columns, matrix",
        ),
        (
            "\"sheet\": \"a\", \"labels\": [\"b\"],\n\"names\": {\"Jnne\": \"Jne\"}, \"series\": {\"m3\": {}}",
            "`Jnne` should mean a period, and `Jne` is none",
        ),
    ] {
        let fixture = dataset(definition);
        let path = fixture.dataset.to_str().unwrap();
        let (code, stdout, stderr) = outcome(&["check", "--lang", "en", path]);
        let said = stdout + &stderr;
        assert!(code != 0 && said.contains(words), "{words}\n{said}");
    }

    let fixture = dataset(M3);
    fixture.write("tables/Bank.json", "{}");
    fixture.refused(
        &["record", "m3", "2026-01", "1"],
        2,
        "tables/Bank.json: looks like a copy of `tables/bank.json`: keep one of the two",
    );
}

/// A service serves a dataset whose definitions have mistakes.
#[test]
fn a_mistake_in_a_definition_keeps_no_service_from_its_figures() {
    let fixture = dataset("\"series\": {}");
    let server = Server::of_dataset(&fixture.dataset);
    assert!(!server.text("/healthz").is_empty());
}

/// A definition is published with the dataset, and nobody but editors sees it.
#[test]
fn a_changed_definition_is_told_and_published() {
    let fixture = dataset(M3);
    let store = fixture.dir.join("store");
    let (store, directory) = (store.to_str().unwrap(), fixture.dataset.to_str().unwrap());
    let run = |arguments: &[&str]| outcome(&[arguments, &["--lang", "en"]].concat());
    let (code, stdout, stderr) = run(&[
        "publish",
        "--new-store",
        "--yes",
        directory,
        "--store",
        store,
    ]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    fixture.replace("tables/bank.json", "\"M3\"", "\"M2\"");
    let (code, stdout, _) = run(&["diff", store, directory]);
    assert!(
        code == 0 && stdout.contains("definitions changed: tables/bank.json"),
        "{stdout}"
    );
    let (code, stdout, stderr) = run(&["publish", "--yes", "--json", directory, "--store", store]);
    assert!(
        code == 0 && stdout.contains("\"changed\": true"),
        "{stdout}{stderr}"
    );
    let current = fs::read_to_string(fixture.dir.join("store/current/tables/bank.json")).unwrap();
    assert!(current.contains("\"M2\""), "{current}");
    let site = fixture.dir.join("site");
    assert_eq!(
        run(&["export", "--dataset", directory, site.to_str().unwrap()]).0,
        0
    );
    assert!(!tree(&site).keys().any(|path| path.contains("tables")));
}
