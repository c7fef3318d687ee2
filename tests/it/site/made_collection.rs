//! A dataset that is made for its sentences: all period types, flags, statuses, breaks, revisions, and numbers of all sizes.

use std::path::Path;

use crate::support::write;

pub struct Made {
    pub key: &'static str,
    period_type: &'static str,
    unit: &'static str,
    /// Further members of the definition.
    more: &'static str,
    /// `date,value,published,reported_change_pct,flag,unit,measure`, of which the last may be left out; separated by spaces,
    /// flags by `+`.
    rows: &'static str,
}

const fn made_of(key: &'static str, [period_type, unit, more, rows]: [&'static str; 4]) -> Made {
    Made {
        key,
        period_type,
        unit,
        more,
        rows,
    }
}

pub const INDICATORS: &[Made] = &[
    made_of(
        "stock",
        [
            "month_end",
            "azn_mn",
            OK,
            "2025-10-31,40000 2026-09-30,44871.2,2026-10-14 2026-10-31,45310.6,2026-11-13,0.98",
        ],
    ),
    made_of(
        "stock-gap",
        [
            "month_end",
            "azn",
            OK,
            "2025-12-31,5,,,gap 2026-02-28,1 2026-03-31,21 2026-10-31,11",
        ],
    ),
    made_of(
        "flow",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,0 2026-09-30,2 2026-10-31,5",
        ],
    ),
    made_of(
        "growth",
        [
            "monthly",
            "percent",
            GROWTH,
            "2025-10-31,-0.5 2026-09-30,0 2026-10-31,-2.5",
        ],
    ),
    made_of(
        "index",
        [
            "monthly",
            "points",
            INDEX,
            "2025-10-31,100.1 2026-09-30,99.5 2026-10-31,112",
        ],
    ),
    made_of(
        "january",
        [
            "year_to_date",
            "azn_mn",
            OK,
            "2024-12-31,126337 2025-01-31,9000 2025-12-31,128000.3 2026-01-31,9078.7",
        ],
    ),
    made_of(
        "whole-year",
        [
            "year_to_date",
            "azn_mn",
            OK,
            "2024-12-31,126337 2025-06-30,60000 2025-12-31,128000.3",
        ],
    ),
    made_of(
        "average",
        [
            "year_to_date_average",
            "azn",
            OK,
            "2025-09-30,1062.9 2026-08-31,1100 2026-09-30,1103.8",
        ],
    ),
    made_of(
        "average-first",
        [
            "year_to_date_average",
            "azn",
            OK,
            "2026-08-31,1100 2026-09-30,1103.8",
        ],
    ),
    made_of(
        "rate",
        [
            "daily",
            "azn_per_usd",
            OK,
            "2025-11-20,1.9739 2026-10-20,1.9763 2026-11-19,1.97 2026-11-20,1.9710",
        ],
    ),
    made_of(
        "rate-31",
        ["daily", "azn_per_usd", OK, "2026-03-30,1.7 2026-03-31,1.7"],
    ),
    made_of(
        "rate-29",
        ["daily", "azn_per_usd", OK, "2024-02-28,1.7 2024-02-29,1.8"],
    ),
    made_of(
        "reserves",
        [
            "point_in_time",
            "usd_mn",
            OK,
            "2025-11-01,10959.3 2026-10-01,11400 2026-11-01,11514",
        ],
    ),
    made_of(
        "decision",
        [
            "effective_from",
            "percent",
            RATE,
            "2025-12-11,6.75 2026-02-05,6.5",
        ],
    ),
    made_of(
        "decision-to-come",
        [
            "effective_from",
            "percent",
            RATE,
            "2025-12-11,6.75 2026-02-05,6.5 2026-12-15,-0.25 2027-02-05,1",
        ],
    ),
    made_of(
        "decision-first",
        ["effective_from", "azn", OK, "2026-12-15,400"],
    ),
    made_of("undated", ["unknown", "azn", OK, ",1.7"]),
    made_of(
        "undefined",
        ["unknown", "azn", OK, "2026-01-04,1.5 2026-02-04,1.7"],
    ),
    made_of(
        "debt",
        [
            "month_end",
            "usd_mn",
            QUARTERLY,
            "2025-09-30,90 2026-06-30,98 2026-09-30,99.5",
        ],
    ),
    made_of(
        "debt-base",
        [
            "month_end",
            "usd_mn",
            QUARTERLY,
            "2025-06-30,90 2026-09-30,99.5",
        ],
    ),
    made_of(
        "position",
        [
            "point_in_time",
            "usd_mn",
            QUARTERLY,
            "2025-09-30,-90 2026-09-30,99.5",
        ],
    ),
    made_of(
        "gdp-quarterly",
        [
            "year_to_date",
            "azn_mn",
            QUARTERLY,
            "2025-09-30,90 2025-12-31,120 2026-09-30,99.5",
        ],
    ),
    made_of(
        "assets",
        [
            "month_end",
            "usd_mn",
            ANNUAL,
            "2023-12-31,90 2024-12-31,98 2025-12-31,-1",
        ],
    ),
    made_of(
        "gdp-annual",
        [
            "year_to_date",
            "azn_mn",
            ANNUAL,
            "2023-12-31,90 2024-12-31,98 2025-12-31,101",
        ],
    ),
    made_of(
        "salary-annual",
        [
            "year_to_date_average",
            "azn",
            ANNUAL,
            "2024-12-31,1000 2025-12-31,1001",
        ],
    ),
    made_of(
        "equal",
        [
            "daily",
            "azn",
            OK,
            "2025-11-20,21 2026-10-20,21 2026-11-18,21 2026-11-19,21 2026-11-20,21",
        ],
    ),
    made_of("two", ["monthly", "azn", OK, "2026-01-31,1 2026-10-31,2"]),
    made_of("one", ["monthly", "azn", OK, "2026-10-31,1"]),
    made_of(
        "one-in-each",
        [
            "monthly",
            "azn",
            OK,
            "2026-07-31,1 2026-08-31,2,,,,usd_mn 2026-09-30,3,,,,percent 2026-10-31,4,,,,azn_mn",
        ],
    ),
    made_of(
        "zero",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,0.1 2026-09-30,0 2026-10-31,0",
        ],
    ),
    made_of(
        "tiny",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,0.0000000000000000000000000001 2026-09-30,0.000002 2026-10-31,0.000001",
        ],
    ),
    made_of(
        "digits",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,1 2026-09-30,-9999999999999999999999999999 2026-10-31,9999999999999999999999999999",
        ],
    ),
    made_of(
        "negative",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,-21 2026-09-30,-11 2026-10-31,-1",
        ],
    ),
    made_of(
        "sign",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,62.6 2026-09-30,5 2026-10-31,-76.1",
        ],
    ),
    made_of(
        "unit-break",
        [
            "monthly",
            "azn",
            OK,
            "2025-10-31,1,,,,usd_mn 2025-11-30,2,,,,usd_mn 2026-09-30,3 2026-10-31,4 2026-08-31,5",
        ],
    ),
    made_of(
        "measure-break",
        [
            "monthly",
            "percent",
            GROWTH,
            "2025-10-31,100,,,,,index 2026-08-31,101,,,,,index 2026-09-30,102,,,,,index 2026-10-31,4",
        ],
    ),
    made_of(
        "provisional",
        [
            "monthly",
            "azn",
            OK,
            "2026-08-31,1 2026-09-30,2 2026-10-31,3,2026-11-01,,provisional",
        ],
    ),
    made_of(
        "estimated",
        [
            "monthly",
            "azn",
            OK,
            "2026-09-30,2 2026-10-31,3,2026-11-02,,estimated+rounded",
        ],
    ),
    made_of(
        "computed",
        [
            "monthly",
            "azn",
            OK,
            "2026-09-30,2 2026-10-31,3,2026-11-03,,computed",
        ],
    ),
    made_of(
        "inferred",
        [
            "monthly",
            "azn",
            OK,
            "2026-09-30,2 2026-10-31,3,2026-11-04,,inferred+disputed",
        ],
    ),
    made_of(
        "unofficial",
        [
            "daily",
            "azn_per_usd",
            OK,
            "2026-11-18,2 2026-11-19,3,2026-11-19,,unofficial",
        ],
    ),
    made_of(
        "revised",
        [
            "monthly",
            "azn",
            OK,
            "2026-08-31,1,2026-09-10 2026-08-31,2,2026-10-10 2026-09-30,1,2026-10-10 2026-09-30,2,2026-11-10 2026-09-30,-5,2026-11-12 2026-10-31,1,2026-11-10 2026-10-31,2,2026-11-11 2026-10-31,5,2026-11-12 2026-10-31,21,2026-11-13",
        ],
    ),
    made_of(
        "expected",
        ["monthly", "azn", EXPECTED, "2026-10-31,1,2026-11-01"],
    ),
    made_of(
        "missed",
        ["monthly", "azn", MISSED, "2026-07-31,1,2026-08-01"],
    ),
    made_of(
        "failed",
        ["daily", "azn", "\"source\": \"failed\"", "2026-11-20,1"],
    ),
    made_of(
        "failed-first",
        [
            "daily",
            "azn",
            "\"source\": \"failed-first\"",
            "2026-11-20,1",
        ],
    ),
    made_of(
        "late-1",
        ["daily", "azn", "\"source\": \"late-1\"", "2026-11-20,1"],
    ),
    made_of(
        "late-2",
        ["daily", "azn", "\"source\": \"late-2\"", "2026-11-20,1"],
    ),
    made_of(
        "late-21",
        ["daily", "azn", "\"source\": \"late-21\"", "2026-11-20,1"],
    ),
    made_of(
        "never-1",
        ["daily", "azn", "\"source\": \"never-1\"", "2026-11-20,1"],
    ),
    made_of(
        "never-24",
        ["daily", "azn", "\"source\": \"never-24\"", "2026-11-20,1"],
    ),
    made_of(
        "seed",
        [
            "monthly",
            "azn",
            "\"sourceStatus\": \"seed\"",
            "2025-10-31,1 2026-09-30,2 2026-10-31,3",
        ],
    ),
    made_of(
        "stale",
        [
            "monthly",
            "azn",
            "\"sourceStatus\": \"stale\"",
            "2025-10-31,1 2026-09-30,2 2026-10-31,3",
        ],
    ),
    made_of(
        "unknown",
        [
            "monthly",
            "azn",
            "\"sourceStatus\": \"unknown\"",
            "2025-10-31,1 2026-09-30,2 2026-10-31,3",
        ],
    ),
    made_of(
        "misspelt",
        [
            "monthly",
            "azn",
            "\"sourceStatus\": \"verifed\"",
            "2025-10-31,1 2026-09-30,2 2026-10-31,3",
        ],
    ),
    made_of(
        "sparse",
        [
            "daily",
            "azn",
            OK,
            "2024-01-10,1 2024-05-10,2 2025-03-11,5 2026-11-20,21",
        ],
    ),
];

const OK: &str = "\"source\": \"good\"";
const RATE: &str = "\"source\": \"good\", \"measure\": \"rate\"";
const GROWTH: &str = "\"source\": \"good\", \"measure\": \"growth\"";
const INDEX: &str = "\"source\": \"good\", \"measure\": \"index\"";
const QUARTERLY: &str = "\"source\": \"good\", \"frequency\": \"Q\"";
const ANNUAL: &str = "\"source\": \"good\", \"frequency\": \"A\"";
const EXPECTED: &str = "\"source\": \"good\", \"release\": \"to-come\"";
const MISSED: &str = "\"source\": \"good\", \"release\": \"missed\"";

const UNITS: &str = r#"
  "azn": { "ru": "манатов", "en": "AZN", "plural": {
    "ru": { "one": "манат", "few": "маната", "many": "манатов", "other": "маната" },
    "en": { "one": "manat", "other": "manats" } } },
  "azn_mn": { "ru": "млн манатов", "en": "AZN mn" },
  "usd_mn": { "ru": "млн долларов США", "en": "USD mn" },
  "azn_per_usd": { "ru": "манатов за доллар США", "en": "AZN per USD", "plural": {
    "ru": { "one": "манат за доллар США", "few": "маната за доллар США", "many": "манатов за доллар США", "other": "маната за доллар США" },
    "en": { "one": "manat per US dollar", "other": "manats per US dollar" } } },
  "points": { "ru": "пунктов", "en": "points", "plural": {
    "ru": { "one": "пункт", "few": "пункта", "many": "пунктов", "other": "пункта" },
    "en": { "one": "point", "other": "points" } } },
  "percent": { "ru": "%", "en": "%" }"#;

const SOURCES: [(&str, &str); 8] = [
    ("good", "48"),
    ("failed", "48"),
    ("failed-first", "48"),
    ("late-1", "1"),
    ("late-2", "2"),
    ("late-21", "21"),
    ("never-1", "1"),
    ("never-24", "24"),
];

const CHECKS: &str = "source,checked_at,error
good,2026-11-20T08:00:00+04:00,
failed,2026-11-19T08:00:00+04:00,timeout
failed-first,,timeout
late-1,2026-11-20T07:00:00+04:00,
late-2,2026-11-20T06:00:00+04:00,
late-21,2026-11-19T08:00:00+04:00,
";

/// Writes it.
pub fn made(dir: &Path) {
    let sources = SOURCES.map(|(id, hours)| {
        format!(
            "\"{id}\": {{ \"name\": {{ \"ru\": \"Статистический комитет\", \"en\": \"Statistical Committee\" }}, \
             \"staleAfterHours\": {hours} }}"
        )
    });
    let keys: Vec<String> = INDICATORS
        .iter()
        .map(|of| format!("\"{}\"", of.key))
        .collect();
    let dataset = format!(
        "{{ \"format\": 1, \"version\": \"2026-11-20.1\", \"asOf\": \"2026-11-20T09:00:00+04:00\",\n\"utcOffset\": \
         \"+04:00\", \"sourceStatus\": \"verified\",\n\"featured\": [\"stock\", \"decision-to-come\"],\n\"units\": \
         {{{UNITS}}},\n\"sources\": {{{}}},\n\"categories\": [{{ \"id\": \"all\", \"name\": {{ \"ru\": \"Раздел\", \
         \"en\": \"Section\" }},\n\"indicators\": [{}] }}] }}\n",
        sources.join(",\n"),
        keys.join(", ")
    );
    write(&dir.join("dataset.json"), dataset);
    write(&dir.join("checks.csv"), CHECKS);
    write(
        &dir.join("calendar.csv"),
        "release,date\nmissed,2026-08-01\nmissed,2026-11-01\nto-come,2026-11-20\nto-come,2026-12-10\n",
    );
    INDICATORS.iter().for_each(|of| of.write(dir));
}

impl Made {
    fn write(&self, dir: &Path) {
        let Made {
            key,
            period_type,
            unit,
            more,
            ..
        } = self;
        let definition = format!(
            "{{ \"name\": {{ \"ru\": \"Показатель {key}\", \"en\": \"Indicator {key}\" }}, \"unit\": \"{unit}\",\n\
             \"periodType\": \"{period_type}\", {more} }}\n"
        );
        write(&dir.join(format!("indicators/{key}.json")), definition);
        let mut table = "date,value,published,reported_change_pct,flag,unit,measure\n".to_owned();
        for row in self.rows.split(' ') {
            let missing = 6 - row.matches(',').count();
            table += &format!("{}{}\n", row.replace('+', " "), ",".repeat(missing));
        }

        write(&dir.join(format!("indicators/{key}.csv")), table);
    }
}
