//! The observations of an indicator, the latest first: by year where they are many, runs of equal ones in one row, the
//! breaks of the series between its parts, with marks that are explained below. And revisions.

use chrono::{Datelike, NaiveDate};

use crate::model::{Flag, Indicator, Lang, Observation};
use crate::site::text;

/// A longer table is read by programs.
const MAX_ROWS: usize = 240;
/// Decimals beyond these are not aligned.
const MAX_DECIMALS: u8 = 6;
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
/// Dates with revisions; more are read by programs.
const MAX_REVISIONS: usize = 40;

pub struct Observations {
    pub parts: Vec<Part>,
    /// The remark where rows are left out.
    pub shown: Option<String>,
    pub has_published: bool,
    /// Whether some value is so long that it needs a line of its own on a telephone.
    pub is_dense: bool,
    pub flags: Vec<(&'static str, &'static str)>,
    pub origins: Vec<Origin>,
}

pub struct Part {
    /// Their unit, period type and measure, where those differ from part to part.
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
    pub fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let shown = &all[all.len().saturating_sub(MAX_ROWS)..];
        let decimals =
            shown.iter().map(|o| o.value.decimals()).filter(|d| *d <= MAX_DECIMALS).max().unwrap_or(0);
        let is_grouped = shown.iter().any(|of| of.value.whole_digits() >= GROUPED_DIGITS);
        let style = Style { decimals, is_grouped, as_of, lang };
        let mut legend = Legend::default();
        let mut open = OPEN;
        let chunks: Vec<_> = shown.chunk_by(|a, b| a.series_key == b.series_key).collect();
        let mut parts = Vec::new();
        for rows in chunks.iter().rev() {
            let heading = rows.first().filter(|_| chunks.len() > 1);
            parts.push(Part {
                heading: heading.map(|first| text::nbsp(&text::series_key(&first.series_key, lang))),
                years: years(rows, style, &mut legend, &mut open),
            });
        }
        let [few, many] = [shown.len(), all.len()].map(|count| text::number(&count, lang));
        Observations {
            parts,
            shown: (shown.len() < all.len()).then(|| text::shown_of(few, many, lang)),
            has_published: shown.iter().any(|observation| observation.published.is_some()),
            is_dense: shown.iter().any(|of| of.value.to_string().len() > LONGEST),
            flags: legend.flags(lang),
            origins: legend.origins,
        }
    }
}

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
        period: text::period_in_table(&of.series_key, of.date, style.as_of, style.lang),
        value: write(&of.value, style.lang),
        fewer: style.decimals.saturating_sub(own),
        whole: own == 0 && style.decimals > 0,
        published: of.published.map(|date| text::nbsp(&text::day(date, style.lang))).unwrap_or_default(),
        marks: legend.marks(of, style.lang),
    }
}

pub struct Marks {
    /// Letter and meaning.
    pub flags: Vec<(&'static str, &'static str)>,
    /// The number of its origin in the list below the table.
    pub origin: Option<usize>,
}

/// The explanations below a table.
#[derive(Default)]
pub struct Legend {
    flags: Vec<Flag>,
    pub origins: Vec<Origin>,
}

pub struct Origin {
    pub text: String,
    pub url: Option<String>,
}

impl Legend {
    /// The marks of an observation, which are then explained below.
    pub fn marks(&mut self, of: &Observation, lang: Lang) -> Marks {
        for flag in of.flags.iter() {
            if !self.flags.contains(&flag) {
                self.flags.push(flag);
            }
        }
        let origin = of.reference.as_ref().map(|reference| {
            let known = self.origins.iter().position(|origin| origin.text == reference.as_str());
            known.unwrap_or_else(|| {
                let url = reference.url().map(str::to_owned);
                self.origins.push(Origin { text: reference.as_str().to_owned(), url });
                self.origins.len() - 1
            }) + 1
        });
        let flag = |flag| (text::flag_letter(flag, lang), text::flag(flag, lang));
        Marks { flags: of.flags.iter().map(flag).collect(), origin }
    }

    /// The letters beside values, with their meanings.
    pub fn flags(&self, lang: Lang) -> Vec<(&'static str, &'static str)> {
        let used = Flag::ALL.into_iter().filter(|flag| self.flags.contains(flag));
        used.map(|flag| (text::flag_letter(flag, lang), text::flag(flag, lang))).collect()
    }
}

/// A date, and its values in the order in which they were published.
pub struct Revision {
    pub period: String,
    /// Value and date of publication, where that is known.
    pub values: Vec<(String, Option<String>)>,
}

/// Each date that has more than one value, the latest date first.
pub fn revisions(indicator: &Indicator, lang: Lang) -> Vec<Revision> {
    let value = |of: &&Observation| {
        let published = of.published.map(|date| text::nbsp(&text::day(date, lang)));
        (text::number(&of.value, lang), published)
    };
    let revision = |values: &[&Observation]| Revision {
        period: text::nbsp(&text::dated_of(&values[0].series_key, values[0].date, lang)),
        values: values.iter().map(value).collect(),
    };
    let all: Vec<&Observation> = indicator.series.revisions().collect();
    let dates = all.chunk_by(|one, other| one.date == other.date).rev();
    dates.filter(|values| values.len() > 1).take(MAX_REVISIONS).map(revision).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PeriodType;
    use crate::site::chart::samples::{observations, series};

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

    #[test]
    fn origins_are_numbered_from_one_and_stand_once() {
        let mut legend = Legend::default();
        let mut number = |text: Option<&str>| {
            let mut of = observations(PeriodType::Monthly, &["2026-01-31"]).remove(0);
            of.reference = text.map(Into::into);
            legend.marks(&of, Lang::En).origin
        };
        let numbers = [Some("a"), Some("b"), None, Some("a"), Some("c")].map(&mut number);
        assert_eq!(numbers, [Some(1), Some(2), None, Some(1), Some(3)]);
        let texts: Vec<&str> = legend.origins.iter().map(|origin| origin.text.as_str()).collect();
        assert_eq!(texts, ["a", "b", "c"]);
    }
}
