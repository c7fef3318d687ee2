//! The observations of an indicator, the latest first, each with its change on a year earlier: by year where they are many,
//! runs of equal ones in one row, the breaks of the series between its parts.

mod revisions;
mod row;

pub use revisions::{Revision, revisions};
pub use row::{Row, in_full};

use chrono::{Datelike, NaiveDate};

use crate::model::{Flag, Indicator, Lang, Observation, Status};
use crate::site::text::{self, TableWords};
use row::{Listed, Style, folded, is_long, is_same, listed};

/// A longer table is read by programs.
const MAX_ROWS: usize = 240;
/// Decimals beyond these are not aligned.
const MAX_DECIMALS: u8 = 6;
/// With more rows than this they are grouped by year.
const MANY: usize = 36;
/// Years that are open.
const OPEN: usize = 2;
/// Values with this many digits before the point are grouped, and then those with four are as well.
const GROUPED_DIGITS: u32 = 5;

pub struct Observations {
    pub t: TableWords,
    pub parts: Vec<Part>,
    /// The remark where rows are left out.
    pub shown: Option<String>,
    /// Whether some observation has a change on a year earlier.
    pub has_changes: bool,
    pub has_origins: bool,
    pub has_published: bool,
    /// Whether some value or change is so long that they need a line of their own on a telephone.
    pub is_dense: bool,
    /// The flags that some of them have, with their meanings.
    pub flags: Vec<(&'static str, &'static str)>,
}

pub struct Part {
    /// Their unit, period type and measure, where those differ from part to part.
    pub heading: Option<String>,
    pub years: Vec<Year>,
}

/// The rows of a year, or all of them.
pub struct Year {
    /// The year, where there are several.
    pub year: Option<String>,
    pub is_open: bool,
    pub rows: Vec<Row>,
}

impl Observations {
    pub fn new(indicator: &Indicator, status: Status, as_of: NaiveDate, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let left_out = all.len().saturating_sub(MAX_ROWS);
        let shown = &all[left_out..];
        let listed = listed(indicator, shown, status, lang);
        let decimals = listed.iter().map(|listed| listed.value.decimals()).filter(|d| *d <= MAX_DECIMALS);
        let style = Style {
            decimals: decimals.max().unwrap_or(0),
            is_grouped: shown.iter().any(|of| of.value.whole_digits() >= GROUPED_DIGITS),
            as_of,
            lang,
        };
        let mut open = OPEN;
        let chunks: Vec<_> = listed.chunk_by(|a, b| a.of.series_key == b.of.series_key).collect();
        let part = |rows: &&[Listed<'_>]| Part {
            heading: rows
                .first()
                .filter(|_| chunks.len() > 1)
                .map(|first| text::nbsp(&text::series_key(&first.of.series_key, lang))),
            years: years(rows, style, &mut open),
        };
        let mut parts: Vec<Part> = chunks.iter().rev().map(part).collect();
        let cut = left_out.checked_sub(1).and_then(|before| all.get(before)).and_then(year_of);
        mark_cut_year(&mut parts, cut, shown.first().and_then(year_of), lang);
        let [few, many] = [shown.len(), all.len()].map(|count| text::number(&count, lang));
        let has = |flag: &Flag| shown.iter().any(|of| of.flags.contains(*flag));
        let flags = Flag::MARKS.into_iter().filter(has);
        Observations {
            t: text::table(lang),
            parts,
            shown: (left_out > 0).then(|| text::latest_of(few, many, lang)),
            has_changes: listed.iter().any(|listed| listed.change.is_some()),
            has_origins: shown.iter().any(|of| of.reference.is_some()),
            has_published: shown.iter().any(|observation| observation.published.is_some()),
            is_dense: listed.iter().any(is_long),
            flags: flags.map(|flag| (text::flag_word(flag, lang), text::flag(flag, lang))).collect(),
        }
    }
}

fn year_of(of: &Observation) -> Option<i32> {
    of.date.map(|date| date.year())
}

/// Says of the first year of a table that observations of the same year are left out.
fn mark_cut_year(parts: &mut [Part], cut: Option<i32>, first: Option<i32>, lang: Lang) {
    let last = parts.last_mut().and_then(|part| part.years.last_mut());
    if let Some(year) = last.filter(|_| cut == first).and_then(|year| year.year.as_mut()) {
        *year = text::year_in_part(&*year, lang);
    }
}

fn years(rows: &[Listed<'_>], style: Style, open: &mut usize) -> Vec<Year> {
    let groups: Vec<&[Listed<'_>]> = match rows.len() > MANY {
        true => rows.chunk_by(|a, b| year_of(a.of) == year_of(b.of)).collect(),
        false => vec![rows],
    };
    let is_split = groups.len() > 1;
    let group = |rows: &&[Listed<'_>]| {
        let is_open = !is_split || *open > 0;
        *open = open.saturating_sub(1);
        let runs: Vec<&[Listed<'_>]> = rows.chunk_by(is_same).collect();
        let year = rows.first().and_then(|first| year_of(first.of));
        Year {
            year: year.filter(|_| is_split).map(|year| year.to_string()),
            is_open,
            rows: runs.iter().rev().flat_map(|run| folded(run, style)).collect(),
        }
    };
    groups.iter().rev().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    /// The years of a table of this many months from January 2022 on, and whether they are open.
    fn years_of(months: u32) -> Vec<(Option<String>, bool)> {
        let row = |month| format!("{}-{:02}-28 {month}", 2022 + month / 12, month % 12 + 1);
        let rows: Vec<String> = (0..months).map(row).collect();
        let series = series(PeriodType::Monthly, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let as_of = "2027-01-01".parse().unwrap();
        let found = Observations::new(&Indicator::of_series(series), Status::Verified, as_of, Lang::En);
        found.parts[0].years.iter().map(|year| (year.year.clone(), year.is_open)).collect()
    }

    #[test]
    fn of_many_years_the_latest_two_are_open() {
        let expected = [(2026, true), (2025, true), (2024, false), (2023, false), (2022, false)];
        assert_eq!(years_of(60), expected.map(|(year, is_open)| (Some(year.to_string()), is_open)));
    }

    #[test]
    fn three_years_of_months_stand_in_one_table() {
        assert_eq!(years_of(36), [(None, true)]);
        assert_eq!(years_of(37).len(), 4);
    }

    /// The changes of a table of these rows, the latest first.
    fn changes(status: Status, rows: &[&str]) -> Vec<String> {
        let indicator = Indicator::of_series(series(PeriodType::Monthly, rows));
        let found = Observations::new(&indicator, status, "2027-01-01".parse().unwrap(), Lang::En);
        let rows = found.parts.iter().flat_map(|part| &part.years).flat_map(|year| &year.rows);
        let written: Vec<String> = rows.map(|row| row.change.clone().unwrap_or_default()).collect();
        assert_eq!(found.has_changes, written.iter().any(|text| !text.is_empty()));
        written
    }

    #[test]
    fn every_observation_has_its_change_on_a_year_earlier() {
        let rows = ["2024-06-30 2", "2025-06-30 3", "2025-07-31 1 usd", "2026-06-30 6", "2026-07-31 7"];
        assert_eq!(changes(Status::Verified, &rows), ["", "+100.00%", "", "+50.00%", ""]);
        assert_eq!(changes(Status::Seed, &rows), [""; 5]);
        assert_eq!(changes(Status::Verified, &["2025-06-30 3 %", "2026-06-30 4 %"]), ["+1\u{a0}pp", ""]);
    }

    #[test]
    fn values_whose_changes_differ_have_rows_of_their_own() {
        let month = |year, month| format!("{year}-{month:02}-28");
        let earlier = (1..=4).map(|i| format!("{} {}", month(2025, i), if i < 4 { 2 } else { 1 }));
        let rows: Vec<String> = earlier.chain((1..=4).map(|i| format!("{} 2", month(2026, i)))).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(changes(Status::Verified, &rows), ["+100.00%", "no change", "", ""]);
    }

    #[test]
    fn a_year_that_is_cut_says_so() {
        let year = |months| years_of(months).last().unwrap().0.clone();
        assert_eq!(year(240), Some("2022".to_owned()));
        assert_eq!(year(243), Some("2022 (shown in part)".to_owned()));
        assert_eq!(year(252), Some("2023".to_owned()));
    }
}
