//! A cell of a table, or a string of JSON that is written like one, and how it is understood.

use super::*;

use super::dates::{bad_day, calendar_day};
use super::parted_number::PartedNumber;
use super::text::check_fit;
use crate::model::{Flag, ParseNumberError, Reference, Sector, Status};

/// A text, the column or field it is the value of, and where it was found.
pub struct Cell<'a> {
    pub text: Cow<'a, str>,
    pub name: &'a str,
    pub location: Location,
    pub report: &'a Report,
}

/// Marks a value that is wrong, which was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported;

impl Cell<'_> {
    pub fn refuse<T>(&self, message: Message) -> Option<T> {
        self.report.refuse(self.location.clone(), message)
    }

    fn or_refuse<T>(&self, read: Result<T, Message>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(problem) => self.refuse(problem),
        }
    }

    /// The date of an observation, which may be unknown where its period type is.
    pub fn observation_date(&self, dating: Dating) -> Result<Option<NaiveDate>, Reported> {
        let date = dates::observation_date(&self.text, dating);
        self.or_refuse(date).ok_or(Reported)
    }

    pub fn day(&self) -> Option<NaiveDate> {
        match calendar_day(&self.text) {
            Some(day) => Some(day),
            None => self.refuse(bad_day(&self.text, self.name)),
        }
    }

    pub fn timestamp(&self) -> Option<Timestamp> {
        match timestamp(&self.text) {
            Some(instant) => Some(instant),
            None => self.refuse(msg::bad_timestamp(self.name, &self.text)),
        }
    }

    pub fn value(&self) -> Option<Number> {
        if self.text.is_empty() {
            return self.refuse(msg::value_missing(self.name));
        }

        self.number()
    }

    pub fn number(&self) -> Option<Number> {
        self.or_refuse(number(&self.text, self.name))
    }

    pub fn period_type(&self) -> Option<PeriodType> {
        let unknown = msg::unknown_period_type;
        self.or_refuse(self.find_by_name(PeriodType::ALL, PeriodType::name, unknown))
    }

    pub fn frequency(&self) -> Option<Frequency> {
        let mut all = Frequency::ALL.into_iter();
        let named = all.find(|frequency| frequency.name() == self.text);
        if named.is_some() {
            return named;
        }

        self.refuse(match suggest::frequency(&self.text) {
            Some(meant) => msg::frequency_meant(&self.text, meant.name()),
            None => msg::unknown_frequency(&self.text),
        })
    }

    pub fn measure(&self) -> Option<Measure> {
        self.or_refuse(self.find_by_name(Measure::ALL, Measure::name, msg::unknown_measure))
    }

    pub fn sector(&self) -> Option<Sector> {
        self.or_refuse(self.find_by_name(Sector::ALL, Sector::name, msg::unknown_sector))
    }

    /// A status as declared; an unrecognised one is a warning, since it is served, as `unknown`.
    pub fn declared_status(&self) -> DeclaredStatus {
        match self.find_by_name(Status::ALL, Status::name, msg::unrecognised_status) {
            Ok(status) => DeclaredStatus::As(status),
            Err(problem) => {
                self.report.warning(self.location.clone(), problem);
                DeclaredStatus::Unrecognised
            }
        }
    }

    pub fn flag(&self) -> Option<Flag> {
        self.or_refuse(self.find_by_name(Flag::ALL, Flag::name, msg::unknown_flag))
    }

    /// Flags, separated by one space.
    pub fn flags(&self) -> Option<Flags> {
        let errors_before = self.report.errors();
        let text = self.text.replace([',', ';', '|'], " ");
        let words: Vec<&str> = text.split_whitespace().collect();

        let mut flags = Flags::default();
        for word in &words {
            let cell = Cell {
                text: Cow::Borrowed(*word),
                location: self.location.clone(),
                ..*self
            };
            if let Some(flag) = cell.flag()
                && !flags.insert(flag)
            {
                let problem = msg::repeated_flag(flag.name());
                self.report.error(cell.location, problem);
            }
        }

        if self.report.errors() > errors_before {
            return None;
        }

        let meant = words.join(" ");
        if meant != self.text {
            return self.refuse(msg::flags_apart(&self.text, meant));
        }

        Some(flags)
    }

    fn find_by_name<T: Copy, const N: usize>(
        &self,
        all: [T; N],
        name: fn(T) -> &'static str,
        unknown: fn(&str, Option<&str>, &str) -> Message,
    ) -> Result<T, Message> {
        if let Some(value) = all.into_iter().find(|value| name(*value) == self.text) {
            return Ok(value);
        }

        let names = all.map(name);
        let nearest = self.report.nearest(&self.text, names);
        Err(unknown(&self.text, nearest, &names.join(", ")))
    }
}

/// The references of one file: rows of one origin share its text.
#[derive(Default)]
pub struct References(HashMap<String, Reference>);

impl References {
    pub fn read(&mut self, cell: &Cell<'_>) -> Option<Reference> {
        let text = &*cell.text;
        if let Some(reference) = self.0.get(text) {
            return Some(reference.clone());
        }

        if !check_fit(cell.report, &cell.location, cell.name, text, &[]) {
            return None;
        }

        if text.trim().is_empty() {
            return cell.refuse(msg::reference_blank());
        }

        let length = text.chars().count();
        if length > Reference::MAX_LENGTH {
            let message = msg::reference_too_long(length, Reference::MAX_LENGTH);
            return cell.refuse(message);
        }

        if begins_formula(text) {
            let message = msg::text_like_formula(cell.name);
            cell.report.warning(cell.location.clone(), message);
        }

        let reference = Reference::from(text);
        self.0.insert(text.to_owned(), reference.clone());
        Some(reference)
    }
}

/// Returns true if a spreadsheet that opens a CSV file would take a text for a formula, and could run it. A minus begins
/// too many notes to be reported, and `dialect=excel` makes all of them harmless.
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '@', '\t'])
}

/// Parses a number. `name` is the column that an error message names.
pub fn number(written: &str, name: &str) -> Result<Number, Message> {
    let number = written.parse();
    number.map_err(|problem| describe_number(problem, written, name))
}

fn describe_number(problem: ParseNumberError, written: &str, name: &str) -> Message {
    match problem {
        ParseNumberError::TooManyDigits => msg::too_many_digits(name, written, Number::MAX_DIGITS),
        ParseNumberError::TooLong => msg::number_too_long(name, Number::MAX_LENGTH),
        // A point is how programs of statistics write that there is no value.
        ParseNumberError::Syntax if is_lone_mark(written) => msg::value_missing(name),
        ParseNumberError::Syntax => describe_mistyped_number(written, name),
    }
}

/// Says which number is meant, or that it is one of two, or none.
fn describe_mistyped_number(written: &str, name: &str) -> Message {
    if let Some(meant) = suggest::number(written) {
        return msg::not_a_number_meant(name, written, &meant);
    }

    if let Some((whole, rest)) = written.split_once(',')
        && let Some(number) = PartedNumber::join(whole, rest)
        && let Some(thousands) = number.thousands
    {
        return msg::number_in_doubt(name, written, thousands, number.decimal);
    }

    msg::not_a_number(name, written)
}

/// Returns true for a decimal mark without digits.
fn is_lone_mark(written: &str) -> bool {
    let unsigned = written.trim().trim_start_matches(['+', '-', '\u{2212}']);
    matches!(unsigned, "." | ",")
}

fn timestamp(written: &str) -> Option<Timestamp> {
    // The parser also takes a space for the `T`, and other minus signs.
    let has_t = matches!(written.as_bytes().get(10), Some(b'T' | b't'));
    if !has_t || !written.is_ascii() {
        return None;
    }

    let instant = instant(written)?;
    // At no offset does its year have more or fewer than four digits.
    (1..=9998).contains(&instant.year()).then_some(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_in_doubt_is_named_with_both_of_its_meanings() {
        for (written, thousands, decimal) in [
            ("38,809", "38809", "38.809"),
            ("-1,234", "-1234", "-1.234"),
            ("100,000", "100000", "100.000"),
        ] {
            let problem = number(written, "value").unwrap_err();
            let expected = msg::number_in_doubt("value", written, thousands, decimal);
            assert_eq!(problem, expected);
        }

        for written in ["1,2,3", "38,80x", "x,809"] {
            let problem = number(written, "value").unwrap_err();
            assert_eq!(problem.kind(), "not_a_number", "{written}");
        }
    }

    #[test]
    fn timestamps_are_rfc_3339_to_the_letter() {
        for good in [
            "2026-11-20T09:00:00+04:00",
            "2026-11-20t05:00:00z",
            "2026-11-20T05:00:00.25Z",
        ] {
            assert!(timestamp(good).is_some(), "{good}");
        }

        for bad in [
            "2026-11-20 09:00:00+04:00",
            "2026-11-20T09:00:00",
            "2026-11-20T09:00+04:00",
            "2026-11-20T09:00:00\u{2212}04:00",
            "2026-11-20T09:00:00+0400",
            "2026-11-31T09:00:00Z",
            "2026-11-20T24:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-11-20",
            "",
        ] {
            assert!(timestamp(bad).is_none(), "{bad}");
        }
    }
}
