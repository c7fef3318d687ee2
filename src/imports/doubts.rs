//! What is in doubt in the periods of a column, and refuses the file.

use super::*;

use std::cmp::Ordering;

use super::axis::Period;
use super::figures::{DatedRow, Reader};
use super::series::join_parts;
use crate::dataset::{Part, is_slashed_date};
use crate::model::PeriodType;

impl Reader<'_> {
    /// Where two columns could be that of the periods, both must say the same beside a figure.
    pub fn check_rivals(&mut self, column: u32, axis: &Axis<'_>, rivals: &[Axis<'_>]) {
        for rival in rivals {
            for (row, Period { label, .. }) in rival.periods() {
                let is_same = axis.label(row).is_some_and(|own| {
                    // Months beside their years.
                    own == label || join_parts(own, label).is_some()
                });
                if !is_same && self.has_figure((row, column)) {
                    let fault = msg::table_periods_differ(axis.address(row), rival.address(row));
                    self.fault(fault);
                    break;
                }
            }
        }
    }

    /// Reports labels that are not periods: all of them between the first and the last period, before and behind only those
    /// beside a figure.
    pub fn check_labels(&mut self, axis: &Axis<'_>, has_figure: impl Fn(&Self, u32) -> bool) {
        let Some((first, last)) = axis.extent() else {
            return;
        };

        for (row, entry) in &axis.entries {
            let is_between = (first..last).contains(row);
            let is_label = matches!(entry, Entry::Other);
            if is_label && (is_between || has_figure(self, *row)) {
                self.label_is_no_period(axis, *row);
            }
        }
    }

    pub fn label_is_no_period(&mut self, axis: &Axis<'_>, row: u32) {
        let text = axis.view.text((row, axis.column));
        self.label_fault(axis, row, unknown_label(&text));
    }

    /// Warns of the figures between periods that have no label.
    pub fn check_figures(&mut self, column: u32, axis: &Axis<'_>) {
        let Some((first, last)) = axis.extent() else {
            return;
        };

        for (row, _) in self.view.column(column, first..last) {
            let has_label = axis.entries.contains_key(&row);
            if !has_label && self.has_figure((row, column)) {
                self.reading.has_passed = true;
                let place = self.view.address((row, column));
                self.reading.warnings.push(msg::table_no_label(place));
            }
        }
    }

    /// Reports a year with a figure that has months above it and none below: it may be the total of those.
    pub fn check_totals(&mut self, column: u32, axis: &Axis<'_>) {
        if series::months(self.wanted.indicator) == Some(12) {
            return;
        }

        let mut years = vec![YearRow::default()];
        for (row, Period { label, .. }) in axis.periods() {
            match (label, years.last_mut()) {
                (Label::Period { year, part: None }, _) => years.push(YearRow {
                    row,
                    year,
                    has_parts: false,
                }),
                (Label::Period { year: None, .. }, Some(above)) => above.has_parts = true,
                _ => {}
            }
        }

        for (above, own) in years.iter().zip(years.iter().skip(1)) {
            // Months between two rows of one year are that year's in any case.
            let is_total = above.has_parts && !own.has_parts && above.year != own.year;
            if is_total && self.has_figure((own.row, column)) {
                self.label_fault(axis, own.row, msg::table_total_in_doubt);
            }
        }
    }

    /// Reports stocks whose days are all the first of a month: the definition must say to which month they belong.
    pub fn check_firsts(&mut self, axis: &Axis<'_>) {
        let is_stock = self.wanted.indicator.period_type == PeriodType::MonthEnd;
        if !is_stock || self.wanted.place.first_of_month.is_some() {
            return;
        }

        let mut first = None;
        for (row, Period { label, .. }) in axis.periods() {
            match label {
                Label::Day(day) if day.day() > 1 => return,
                Label::Day(_) => first = first.or(Some(row)),
                Label::Period { .. } => {}
            }
        }

        if let Some(row) = first {
            self.label_fault(axis, row, msg::table_first_of_month);
        }
    }

    /// Reports the first period that is narrower than those of the series, unless the wider one that it belongs to stands
    /// in the column, too: a quarterly table may go on in months, and a list of years end with a part of one.
    pub fn check_widths(&mut self, axis: &Axis<'_>) {
        let width = match series::months(self.wanted.indicator) {
            Some(months @ (3 | 12)) => months,
            _ => return,
        };

        let mut wholes = HashSet::new();
        let mut parts = Vec::new();
        for (row, Period { label, .. }) in axis.periods() {
            let Some((first, last)) = label.span() else {
                continue;
            };

            let year = label.year();
            let whole = (year, (first - 1) / width);
            match last + 1 - first {
                1 if width == 3 => parts.push((row, whole)),
                ..12 if width == 12 && year.is_some() => parts.push((row, whole)),
                months if months == width => drop(wholes.insert(whole)),
                _ => {}
            }
        }

        let mut owned = parts.iter().filter(|(_, (year, _))| year.is_some());
        let is_beside = owned.any(|(_, whole)| wholes.contains(whole));
        if let [(row, _), ..] = parts.as_slice()
            && !wholes.is_empty()
            && !is_beside
        {
            let message = match width {
                3 => msg::table_month_among_quarters,
                _ => msg::table_part_among_years,
            };
            self.label_fault(axis, *row, message);
        }
    }

    /// Reports numbers below years none of which is above 4: they may be quarters, above all where they begin anew.
    pub fn check_numbers(&mut self, axis: &Axis<'_>) {
        let mut has_restart = series::months(self.wanted.indicator) == Some(3);
        let mut first = None;
        let mut before = 0;
        for (row, period) in axis.periods() {
            let Label::Period {
                year: None,
                part: Some(Part::Months(month, _)),
            } = period.label
            else {
                continue;
            };

            match month {
                _ if !period.is_number => continue,
                3 => {}
                1 | 2 | 4 => first = first.or(Some(row)),
                _ => return,
            }

            has_restart |= matches!((before, month), (4, 1) | (1, 4));
            before = month;
        }

        if let Some(row) = first.filter(|_| has_restart) {
            self.label_fault(axis, row, msg::table_numbers_in_doubt);
        }
    }

    /// Reports periods below one year that run up as well as down, or from December to January of the same year: the row of
    /// another year is missing between them. The months of a split year run on into its second year.
    pub fn check_order(&mut self, axis: &Axis<'_>, rows: &[DatedRow]) {
        for rows in rows.chunk_by(|one, next| one.year_row == next.year_row) {
            let mut ups = Vec::new();
            let mut downs = Vec::new();
            let mut starts = Vec::new();
            for (before, next) in rows.iter().zip(rows.iter().skip(1)) {
                match next.date.cmp(&before.date) {
                    Ordering::Greater => ups.push(next.row),
                    Ordering::Less => downs.push(next.row),
                    Ordering::Equal => {}
                }

                let is_same_year = before.date.year() == next.date.year();
                let is_turn = before.date.month() == 12 && next.date.month() == 1;
                if is_same_year && is_turn {
                    starts.push(next.row);
                }
            }

            let turns = if ups.is_empty() || downs.is_empty() {
                starts
            } else if ups.len() < downs.len() {
                ups
            } else {
                downs
            };
            if let Some(row) = turns.first() {
                self.label_fault(axis, *row, msg::table_order);
            }
        }
    }
}

/// The row of a year alone.
#[derive(Default)]
struct YearRow {
    row: u32,
    year: Option<Year>,
    /// True if labels without a year stand below it.
    has_parts: bool,
}

/// Says why a text is no period.
pub fn unknown_label(text: &str) -> fn(String, String) -> Message {
    if is_slashed_date(text) {
        msg::table_date_in_doubt
    } else {
        msg::table_no_period
    }
}
