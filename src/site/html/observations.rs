//! The observations of an indicator, the latest first: by year where they are many, runs of equal ones in one row, the
//! breaks of the series between its parts.

use chrono::{Datelike, NaiveDate};

use super::super::text;
use super::marks::{Legend, Marks, Origin};
use crate::model::{Indicator, Lang, Observation};

/// A longer table is read by programs.
const MOST_ROWS: usize = 240;
/// Decimals beyond these are not aligned.
const MOST_DECIMALS: u8 = 6;
/// Equal neighbours from this number on share a row.
const RUN: usize = 3;
/// With more rows than this they are grouped by year.
const MANY: usize = 36;
/// Years that are open.
const OPEN: usize = 2;
/// Values with this many digits before the point are grouped, and then those with four are as well.
const GROUPED_DIGITS: u32 = 5;

/// A value of more characters is long.
const LONGEST: usize = 16;

/// The tables.
pub struct Observations {
    pub parts: Vec<Part>,
    /// What is said where they do not hold everything.
    pub shown: Option<String>,
    pub has_published: bool,
    /// Whether some value is so long that it needs a line of its own on a telephone.
    pub is_dense: bool,
    pub flags: Vec<(&'static str, &'static str)>,
    pub origins: Vec<Origin>,
}

/// Rows that can be compared with each other.
pub struct Part {
    /// What they are, where it differs from part to part.
    pub heading: Option<String>,
    pub years: Vec<Year>,
}

/// The rows of a year, or all of them.
pub struct Year {
    /// The year, where there are several.
    pub year: Option<i32>,
    pub is_open: bool,
    pub rows: Vec<Row>,
}

/// One observation, or a run of equal ones.
pub struct Row {
    pub period: String,
    pub value: String,
    /// How many decimals fewer it has than others, for the alignment of points.
    pub fewer: u8,
    pub whole: bool,
    pub published: String,
    pub marks: Marks,
}

/// How the values of a table are written.
#[derive(Clone, Copy)]
struct Style {
    decimals: u8,
    is_grouped: bool,
    as_of: NaiveDate,
    lang: Lang,
}

impl Observations {
    /// Of an indicator.
    pub fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let shown = &all[all.len().saturating_sub(MOST_ROWS)..];
        let decimals =
            shown.iter().map(|o| o.value.decimals()).filter(|d| *d <= MOST_DECIMALS).max().unwrap_or(0);
        let is_grouped = shown.iter().any(|of| of.value.whole_digits() >= GROUPED_DIGITS);
        let style = Style { decimals, is_grouped, as_of, lang };
        let mut legend = Legend::default();
        let mut open = OPEN;
        let chunks: Vec<_> = shown.chunk_by(|a, b| a.basis == b.basis).collect();
        let mut parts = Vec::new();
        for rows in chunks.iter().rev() {
            let heading = rows.first().filter(|_| chunks.len() > 1);
            parts.push(Part {
                heading: heading.map(|first| text::set(&text::basis(&first.basis, lang))),
                years: years(rows, style, &mut legend, &mut open),
            });
        }
        Observations {
            parts,
            shown: (shown.len() < all.len()).then(|| text::shown_of(shown.len(), all.len(), lang)),
            has_published: shown.iter().any(|observation| observation.published.is_some()),
            is_dense: shown.iter().any(|of| of.value.to_string().len() > LONGEST),
            flags: legend.flags(lang),
            origins: legend.origins,
        }
    }
}

/// The years of observations, the latest first.
fn years(rows: &[Observation], style: Style, legend: &mut Legend, open: &mut usize) -> Vec<Year> {
    let year = |of: &Observation| of.date.map(|date| date.year());
    let groups: Vec<&[Observation]> = match rows.len() > MANY {
        true => rows.chunk_by(|a, b| year(a) == year(b)).collect(),
        false => vec![rows],
    };
    let is_split = groups.len() > 1;
    let group = |rows: &&[Observation]| {
        let is_open = !is_split || *open > 0;
        *open = open.saturating_sub(1);
        let runs: Vec<&[Observation]> = rows.chunk_by(is_same).collect();
        Year {
            year: rows.first().and_then(year).filter(|_| is_split),
            is_open,
            rows: runs.iter().rev().flat_map(|run| folded(run, style, legend)).collect(),
        }
    };
    groups.iter().rev().map(group).collect()
}

/// Whether nothing but the dates of two neighbours differs.
fn is_same(one: &Observation, other: &Observation) -> bool {
    one.value == other.value && one.flags == other.flags && one.reference == other.reference
}

/// One row for a run of equal values, or one for each.
fn folded(run: &[Observation], style: Style, legend: &mut Legend) -> Vec<Row> {
    match run {
        [first, .., last] if run.len() >= RUN => {
            let period = text::run_of_days(first, last, run.len(), style.as_of, style.lang);
            vec![Row { period, published: String::new(), ..row(last, style, legend) }]
        }
        _ => run.iter().rev().map(|of| row(of, style, legend)).collect(),
    }
}

fn row(of: &Observation, style: Style, legend: &mut Legend) -> Row {
    let own = of.value.decimals();
    let write = if style.is_grouped { text::grouped } else { text::number };
    Row {
        period: text::period_in_table(of.basis.period_type, of.date, style.as_of, style.lang),
        value: write(&of.value, style.lang),
        fewer: style.decimals.saturating_sub(own),
        whole: own == 0 && style.decimals > 0,
        published: of.published.map(|date| text::set(&text::day(date, style.lang))).unwrap_or_default(),
        marks: legend.marks(of, style.lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::series;

    /// The years of a table of this many months from January 2022 on, and whether they are open.
    fn years_of(months: u32) -> Vec<(Option<i32>, bool)> {
        let row = |month| format!("{}-{:02}-28 {month}", 2022 + month / 12, month % 12 + 1);
        let rows: Vec<String> = (0..months).map(row).collect();
        let series = series(PeriodType::Monthly, &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let as_of = "2027-01-01".parse().unwrap();
        let found = Observations::new(&Indicator::of_series(series), as_of, Lang::En);
        found.parts[0].years.iter().map(|year| (year.year, year.is_open)).collect()
    }

    #[test]
    fn of_many_years_the_latest_two_are_open() {
        let expected = [(2026, true), (2025, true), (2024, false), (2023, false), (2022, false)];
        assert_eq!(years_of(60), expected.map(|(year, is_open)| (Some(year), is_open)));
    }

    #[test]
    fn three_years_of_months_stand_in_one_table() {
        assert_eq!(years_of(36), [(None, true)]);
        assert_eq!(years_of(37).len(), 4);
    }
}
