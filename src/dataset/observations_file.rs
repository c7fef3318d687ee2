//! `indicators/KEY.csv`: what was observed.

use super::*;

use super::cell::References;
use super::dataset_file::DatasetFile;
use super::series_rows::RowPlace;
use crate::model::SeriesKey;

/// Empty cells of optional ones mean: not known (`published`, `reported_change_pct`, `ref`), as the indicator's
/// definition (`unit`, `period_type`, `measure`), none (`flag`, `not_before`).
const COLUMNS: Columns = Columns {
    known: &[
        "date",
        "value",
        "published",
        "reported_change_pct",
        "unit",
        "period_type",
        "measure",
        "ref",
        "flag",
        NOT_BEFORE,
    ],
    required: &["date", "value"],
};

/// The column of the instant until which a row is under embargo.
const NOT_BEFORE: &str = "not_before";

/// The rows that a dataset may have, all of its indicators together.
const MAX_ROWS: usize = 2_000_000;

#[derive(Default)]
pub struct RowsRead {
    pub observed: Option<FileRows>,
    /// True if every row is under embargo, as far as its cells can be read: then the indicator does not exist for readers.
    pub is_hidden: bool,
    /// True if the file has a header alone.
    pub is_unfilled: bool,
}

/// Reads the file and reports everything wrong in it; with a fault there are no observations. `row_count` counts the rows of
/// all indicators. Without a readable definition the rows are still checked as far as possible.
pub fn read(
    text: &Text<'_>,
    defaults: &Defaults,
    definitions: &DatasetFile,
    at: Timestamp,
    row_count: &mut usize,
) -> RowsRead {
    let report = text.report;
    let before = report.errors();
    let Some(mut table) = Table::open(Records::new(text), &COLUMNS) else {
        return RowsRead::default();
    };

    let dating = dating(defaults.frequency, defaults.period_type);
    let mut reader = Reader {
        defaults,
        definitions,
        at,
        references: References::default(),
        series_key: None,
        has_firsts: dating.counts_firsts() && table.has_firsts_alone(),
        hidden: 0,
        is_complete: true,
    };

    let mut rows = Vec::new();
    let mut count = 0;
    let has_embargoes = table.has(NOT_BEFORE);
    loop {
        let mark = report.diagnostics().mark();
        let row = table.next_row();
        if has_embargoes {
            // A line that is no row may be one under embargo.
            report.diagnostics().embargo_since(mark);
        }

        let Some(row) = row else { break };
        *row_count += 1;
        if *row_count > MAX_ROWS {
            // Reported once, at the first row that is too many.
            if *row_count == MAX_ROWS + 1 {
                row.error(msg::too_many_rows(MAX_ROWS));
            }
            return RowsRead::default();
        }

        count += 1;
        rows.extend(reader.row(&row));
    }

    if count == 0 && report.errors() == before {
        return RowsRead {
            is_unfilled: true,
            ..RowsRead::default()
        };
    }

    // Rows that could not be read have been reported already.
    let is_reported = rows.is_empty() && report.errors() > before;
    // Revisions are judged among the rows that could be read, whatever is wrong with the others.
    let observed = match FileRows::from_rows(rows) {
        Ok(observed) => Some(observed),
        Err(problems) => {
            for problem in problems.iter().filter(|_| !is_reported) {
                report_problem(problem, at, text);
            }

            None
        }
    };

    let is_sound = report.errors() == before && reader.is_complete;
    RowsRead {
        observed: observed.filter(|_| is_sound),
        is_hidden: count > 0 && reader.hidden == count,
        is_unfilled: false,
    }
}

/// Reports why rows are no series, by the embargoes of those that are concerned at the instant of the check.
fn report_problem(problem: &NotASeries<RowPlace>, at: Timestamp, text: &Text<'_>) {
    let (place, message) = match problem {
        NotASeries::Empty => return text.report.error(text.location.clone(), msg::no_rows()),
        NotASeries::UndatedAmongOthers(place) => (place, msg::undated_among_others()),
        NotASeries::Indistinguishable {
            earlier,
            later,
            is_same_value: true,
        } => (later, msg::row_twice(earlier.line)),
        NotASeries::Indistinguishable { earlier, later, .. } => {
            (later, msg::indistinguishable(earlier.line))
        }
    };

    let mark = text.report.diagnostics().mark();
    text.report.error(text.location.line(place.line), message);
    if place.is_embargoed(at) {
        text.report.diagnostics().embargo_since(mark);
    }
}

struct Reader<'a> {
    defaults: &'a Defaults,
    definitions: &'a DatasetFile,
    at: Timestamp,
    references: References,
    /// The series key of the row before: neighbours that are comparable share it.
    series_key: Option<Arc<SeriesKey>>,
    /// True if the first of each month stands for the month.
    has_firsts: bool,
    /// How many rows are under embargo, or may be.
    hidden: usize,
    /// True if every row could be read, and the unit and kind of its number are known.
    is_complete: bool,
}

impl<'a> Reader<'a> {
    fn row(&mut self, row: &TableRow<'_>) -> Option<FileRow> {
        let mark = row.report().diagnostics().mark();
        let embargo = row.optional_word(NOT_BEFORE, |cell| {
            let instant = cell.timestamp()?;
            match instant.timestamp_subsec_nanos() {
                0 => Some(instant),
                _ => cell.refuse(msg::not_before_in_fractions(&cell.text)),
            }
        });
        let observation = self.observation(row);
        let observation = observation.and_then(|read| self.with_publication(read, embargo, row));
        self.is_complete &= observation.is_some();

        let place = RowPlace {
            line: row.line,
            not_before: embargo.ok().flatten(),
        };
        // Until when a row is under embargo is not known where its cell cannot be read.
        if embargo.is_err() || place.is_embargoed(self.at) {
            self.hidden += 1;
            row.report().diagnostics().embargo_since(mark);
        }

        observation.map(|observation| FileRow { observation, place })
    }

    /// A figure is published when its embargo ends: on that day, where its row does not say more, and never before
    /// [D19a]. Where it says so, that is reported.
    fn with_publication(
        &self,
        mut observation: Observation,
        embargo: Result<Option<Timestamp>, Reported>,
        row: &TableRow<'_>,
    ) -> Option<Observation> {
        let Some(offset) = self.definitions.offset else {
            return Some(observation);
        };

        let Some(until) = embargo.ok()? else {
            return Some(observation);
        };

        let day = offset.day(until);
        if let Some(published) = observation.published.filter(|published| *published < day) {
            let message = msg::published_under_embargo(published.to_string(), day.to_string());
            row.error(message);
            return None;
        }

        observation.published = observation.published.or(Some(day));
        Some(observation)
    }

    /// The observation of a row; `None` where one of its cells is wrong. All that are have been reported.
    fn observation(&mut self, row: &TableRow<'_>) -> Option<Observation> {
        let defaults = self.defaults;
        let period_type = cell_or(self.period_type(row), defaults.period_type);
        let unit = cell_or(self.unit(row), defaults.unit.as_ref());
        let measure = row.optional_word("measure", |cell| cell.measure());
        let measure = cell_or(measure, defaults.measure);
        let frequency = defaults.frequency;
        self.is_complete &=
            period_type.is_some() && unit.is_some() && measure.is_some() && frequency.is_some();

        let mut date = row.cell("date");
        if self.has_firsts
            && let Some(month) = month_of_first(&date.text)
        {
            date.text = month.to_owned().into();
        }

        let date = date.observation_date(dating(frequency, period_type));
        let value = row.cell("value").value();
        let published = row.optional_word("published", |cell| cell.day());
        let reported_change = row.optional("reported_change_pct", |cell| cell.number());
        let reference = row.optional("ref", |cell| self.references.read(&cell));
        let flags = row.optional_word("flag", |cell| cell.flags());
        if let Some(problem) = row.find_cut_number("ref") {
            row.report().error_unless_served(row.location(), problem);
        }

        Some(Observation {
            date: date.ok()?,
            value: value?,
            published: published.ok()?,
            reported_change: reported_change.ok()?.map(Box::new),
            reference: reference.ok()?,
            flags: flags.ok()?.unwrap_or_default(),
            // Without a unit it is compared with nothing: the series is dropped.
            series_key: self.share(SeriesKey {
                unit: unit.cloned().unwrap_or_else(nameless_unit),
                period_type: period_type.unwrap_or(PeriodType::Unknown),
                frequency: frequency.flatten(),
                measure: measure.unwrap_or_default(),
            }),
        })
    }

    fn period_type(&self, row: &TableRow<'_>) -> Result<Option<PeriodType>, Reported> {
        row.optional_word("period_type", |cell| {
            let period_type = cell.period_type()?;
            match self.defaults.frequency {
                Some(Some(frequency)) if !period_type.takes_frequency() => {
                    cell.refuse(msg::frequency_of_type(frequency.name(), period_type.name()))
                }
                _ => Some(period_type),
            }
        })
    }

    /// The unit of a row, whose code may be of digits alone.
    fn unit(&self, row: &TableRow<'_>) -> Result<Option<&'a Arc<Unit>>, Reported> {
        let units = &self.definitions.units;
        row.optional("unit", |cell| {
            if !units.has(&cell.text)
                && let Some(problem) = row.find_cut_number("unit")
            {
                return cell.refuse(problem);
            }

            units.find(&cell, msg::unknown_unit)
        })
    }

    /// The key of the row before, where it is the same.
    fn share(&mut self, key: SeriesKey) -> Arc<SeriesKey> {
        let previous = self.series_key.take();
        let shared = previous.filter(|previous| **previous == key);
        let key = shared.unwrap_or_else(|| Arc::new(key));
        Arc::clone(self.series_key.insert(key))
    }
}

fn dating(frequency: Option<Option<Frequency>>, period_type: Option<PeriodType>) -> Dating {
    match (frequency, period_type) {
        (Some(Some(frequency)), _) => Dating::By(frequency),
        (Some(None), Some(period_type)) => Dating::ByType(period_type),
        _ => Dating::Any,
    }
}

fn cell_or<T>(cell: Result<Option<T>, Reported>, default: Option<T>) -> Option<T> {
    cell.ok()?.or(default)
}

fn nameless_unit() -> Arc<Unit> {
    Arc::new(Unit::new(
        String::new(),
        Localized::build(|_| String::new()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{DataFile, Report};

    fn defaults() -> Defaults {
        Defaults {
            unit: Some(nameless_unit()),
            period_type: Some(PeriodType::Monthly),
            frequency: Some(None),
            measure: Some(crate::model::Measure::default()),
        }
    }

    /// The observations that are read, and how many problems are reported.
    fn observed(
        rows: &str,
        defaults: &Defaults,
        row_count: &mut usize,
    ) -> (Option<FileRows>, usize) {
        let bytes = format!("date,value,measure\n{rows}").into_bytes();
        let file = DataFile {
            path: "indicators/usd.csv".to_owned(),
            bytes,
        };
        let report = Report::default();
        let text = Text::decode(&file, &report).unwrap();
        let at = "2026-11-20T09:00:00Z".parse().unwrap();
        let definitions = DatasetFile {
            offset: "+04:00".parse().ok(),
            ..DatasetFile::default()
        };
        let read = read(&text, defaults, &definitions, at, row_count);
        (read.observed, report.errors())
    }

    #[test]
    fn rows_are_read_as_long_as_any_are_left_and_that_they_are_not_is_said_once() {
        let mut row_count = MAX_ROWS - 3;
        let rows = "2026-08,1,\n2026-09,2,\n";
        assert!(matches!(
            observed(rows, &defaults(), &mut row_count),
            (Some(_), 0)
        ));
        assert!(matches!(
            observed(rows, &defaults(), &mut row_count),
            (None, 1)
        ));
        assert!(matches!(
            observed(rows, &defaults(), &mut row_count),
            (None, 0)
        ));
    }

    /// A decimal comma has cut off what stands in the cell behind the value. A release that was published with it is served.
    #[test]
    fn digits_alone_are_no_origin() {
        for (reference, is_cut) in [
            ("6", true),
            ("6%", true),
            ("6 p", true),
            ("12 345", true),
            ("2026", true),
            ("6п", true),
            ("2.6", false),
            ("№ 12", false),
            ("12-15", false),
            ("p. 6", false),
            ("6pp", false),
        ] {
            let bytes = format!("date,value,ref\n2026-08,5,{reference}\n").into_bytes();
            let path = "indicators/usd.csv".to_owned();
            let file = DataFile { path, bytes };
            let at = "2026-11-20T09:00:00Z".parse().unwrap();
            for (purpose, is_read) in [(Purpose::Edit, !is_cut), (Purpose::Serve, true)] {
                let report = Report::new(Diagnostics::default(), purpose);
                let text = Text::decode(&file, &report).unwrap();
                let read = read(&text, &defaults(), &DatasetFile::default(), at, &mut 0);
                assert_eq!(read.observed.is_some(), is_read, "{reference}");
                let count = report.into_diagnostics().problems().len();
                assert_eq!(count, usize::from(is_cut), "{reference}");
            }
        }
    }

    #[test]
    fn what_a_definition_lacks_is_said_where_it_is_missing_and_its_rows_are_none() {
        let lacking = [
            Defaults {
                unit: None,
                ..defaults()
            },
            Defaults {
                period_type: None,
                ..defaults()
            },
            Defaults {
                frequency: None,
                ..defaults()
            },
            Defaults {
                measure: None,
                ..defaults()
            },
        ];

        for defaults in lacking {
            assert!(matches!(
                observed("2026-08,1,\n", &defaults, &mut 0),
                (None, 0)
            ));
        }
    }

    #[test]
    fn neighbours_of_the_same_series_key_share_it() {
        let rows = "2026-07,1,\n2026-08,2,\n2026-09,3,rate\n2026-10,4,rate\n";
        let (observed, errors) = observed(rows, &defaults(), &mut 0);
        assert_eq!(errors, 0);
        let observations = observed.unwrap().series;
        let keys: Vec<&Arc<SeriesKey>> = observations
            .observations()
            .iter()
            .map(|row| &row.series_key)
            .collect();
        assert!(Arc::ptr_eq(keys[0], keys[1]) && Arc::ptr_eq(keys[2], keys[3]));
        assert_ne!(keys[1].measure, keys[2].measure);
    }
}
