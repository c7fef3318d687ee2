//! Proposals for what a person meant to type: the nearest known name, the number or date in the required form.

use super::*;

/// Longer names are not mistyped ones, and comparing them takes time and memory.
const LONGEST_NAME: usize = 128;

/// The known name that is nearest to `name`, if it is near enough to be a proposal.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST_NAME {
        return None;
    }

    let name = bare_name(name);
    let mut nearest = "";
    let mut least = usize::MAX;
    for candidate in names {
        let difference = candidate.len().abs_diff(name.len());
        if difference > 2 + name.len() / 2 || candidate.len() > LONGEST_NAME {
            continue;
        }

        let distance = strsim::damerau_levenshtein(&name, &bare_name(candidate));
        if distance < least {
            nearest = candidate;
            least = distance;
        }
    }

    let shorter = nearest.len().min(name.len());
    (least <= 1 + shorter / 3).then_some(nearest)
}

fn bare_name(text: &str) -> String {
    text.trim().to_lowercase().replace(['-', ' '], "_")
}

/// What people type for a minus: hyphens, dashes and the sign itself.
const MINUSES: [char; 6] = [
    '-', '\u{2212}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}',
];

/// `45 310,55`, `+5`, `.5`, `1,234.5`, `5%` in the form of the format, where there is only one way to read it.
pub fn number(text: &str) -> Option<String> {
    let bare = text.trim().trim_end_matches('%').trim_end();
    let (sign, unsigned) = split_sign(bare);
    let (whole, fraction) = split_fraction(unsigned);

    let has_comma = unsigned[whole.len()..].starts_with(',');
    let has_one_mark = !whole.contains([',', '.']);
    // One comma and three digits behind it: thousands or decimals, nobody can tell.
    let may_be_thousands = whole.len() <= 3 && whole != "0" && fraction.len() == 3;
    if has_comma && has_one_mark && may_be_thousands {
        return None;
    }

    let mut separators = table_form::SPACES.to_vec();
    separators.push(if has_comma { '.' } else { ',' });
    let digits = match whole {
        "" if has_digits_alone(fraction) => "0".to_owned(),
        _ => join_groups(whole, &separators)?,
    };

    let mut written = format!("{sign}{digits}");
    if !fraction.is_empty() {
        written.push('.');
        written += fraction;
    }

    let is_number = written.parse::<Number>().is_ok();
    (is_number && written != text).then_some(written)
}

/// Splits the sign of a number, as the format writes it, from what is behind it.
fn split_sign(number: &str) -> (&str, &str) {
    if let Some(unsigned) = number.strip_prefix(MINUSES) {
        return ("-", unsigned.trim_start());
    }

    let unsigned = number.strip_prefix('+').unwrap_or(number);
    ("", unsigned.trim_start())
}

/// Splits a number at its last comma or point. Two commas and no point separate thousands.
fn split_fraction(unsigned: &str) -> (&str, &str) {
    let has_commas_alone = unsigned.matches(',').count() > 1 && !unsigned.contains('.');
    match unsigned.rsplit_once([',', '.']) {
        Some(parts) if !has_commas_alone => parts,
        _ => (unsigned, ""),
    }
}

/// `31.07.2026`, `2026M09`, `III quarter 2026` as `2026-07-31`, `2026-09`, `2026-Q3`, where there is only one way to read it.
pub fn date(text: &str) -> Option<String> {
    let written = match day_of_numbers(text) {
        Some(day) => day.to_string(),
        None => period(text)?,
    };
    (written != text).then_some(written)
}

/// Reads `31.07.2026`, `2026/7/31`, `31/07/2026`, `2026-07-31T00:00:00`.
fn day_of_numbers(text: &str) -> Option<NaiveDate> {
    let day = text.trim().split(['T', ' ']).next()?;
    let separator = day.chars().find(|c| !c.is_ascii_digit())?;
    let mut numbers: Vec<u32> = Vec::new();
    for part in day.split(separator) {
        numbers.push(part.parse().ok()?);
    }

    let [first, second, third] = numbers[..] else {
        return None;
    };

    let (year, month, day) = match separator {
        '-' | '/' | '.' if first > 31 => (first, second, third),
        '-' | '.' => (third, second, first),
        '/' if first > 12 => (third, second, first),
        '/' if second > 12 => (third, first, second),
        _ => return None,
    };

    let year = i32::try_from(year).ok()?;
    let date = NaiveDate::from_ymd_opt(year, month, day)?;
    (1000..10_000).contains(&year).then_some(date)
}

/// Reads a month, a quarter or a year as sources write them, and a day with the name of its month.
fn period(text: &str) -> Option<String> {
    let (year, part) = match Label::parse(text, LabelContext::default())? {
        Label::Day(day) if is_whole_date(text) => return Some(day.to_string()),
        Label::Period {
            year: Some(Year::Calendar(year)),
            part,
        } => (year, part),
        _ => return None,
    };

    match part {
        None => Some(year.to_string()),
        Some(Part::Months(first, last)) if first == last => Some(format!("{year}-{first:02}")),
        Some(Part::Quarter(quarter)) => Some(format!("{year}-Q{quarter}")),
        Some(_) => None,
    }
}

/// Returns true for a date with a name in it and for `20260731`, but not for one such as `31.07.26`.
fn is_whole_date(text: &str) -> bool {
    text.contains(char::is_alphabetic) || has_digits_alone(text.trim())
}

/// A frequency that is written in full.
pub fn frequency(text: &str) -> Option<Frequency> {
    match text.trim().to_lowercase().as_str() {
        "q" | "quarter" | "quarterly" => Some(Frequency::Quarterly),
        "a" | "y" | "year" | "yearly" | "annual" | "annually" => Some(Frequency::Annual),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_not() {
        let names = ["date", "value", "published", "reported_change_pct"];
        assert_eq!(nearest("vaule", names), Some("value"));
        assert_eq!(nearest(" Date ", names), Some("date"));
        assert_eq!(
            nearest("reported-change-pct", names),
            Some("reported_change_pct")
        );
        assert_eq!(nearest("comment", names), None);
        assert_eq!(nearest("a", ["ab"]), Some("ab"));
        let long = |length: usize| "a".repeat(length);
        assert_eq!(
            nearest(&long(128), [long(127).as_str()]),
            Some(long(127).as_str())
        );
        assert_eq!(
            nearest(&long(127), [long(128).as_str()]),
            Some(long(128).as_str())
        );
        assert_eq!(
            nearest(&long(128), [long(129).as_str()]),
            None,
            "no name is so long"
        );
        assert_eq!(nearest(&long(129), [long(128).as_str()]), None);
        assert_eq!(nearest("azn_mln", ["azn_mn", "usd_mn"]), Some("azn_mn"));
    }

    #[test]
    fn numbers_as_spreadsheets_write_them() {
        for (written, meant) in [
            ("45 310,55", "45310.55"),
            ("45\u{a0}310,5", "45310.5"),
            ("1,234.5", "1234.5"),
            ("1.234,5", "1234.5"),
            ("1,234,567", "1234567"),
            ("\u{2212}5", "-5"),
            ("+5", "5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("5%", "5"),
            ("0,351", "0.351"),
            (" 7", "7"),
            ("\u{2012}45\u{2007}310,550", "-45310.550"),
            ("1.234.567,8", "1234567.8"),
            ("\u{2013} 0,5 %", "-0.5"),
        ] {
            assert_eq!(number(written).as_deref(), Some(meant), "{written}");
        }

        for ambiguous in [
            "1,234",
            "1.234.567,8,9",
            "1,234.5,6",
            "1.234.567",
            "abc",
            "",
            "1e5",
            "n/a",
            "1,234,5e",
            ".",
            ",",
            "+.",
            "-.",
            "%",
            "5",
            "-5.5",
            "--5",
            "1 2345",
            "1 23,4",
            "1234 567",
            "1,234,5",
            "1 234,567,8",
        ] {
            assert_eq!(number(ambiguous), None, "{ambiguous}");
        }
    }

    #[test]
    fn dates_turned_around() {
        for (written, meant) in [
            ("31.07.2026", "2026-07-31"),
            ("1.7.2026", "2026-07-01"),
            ("31/07/2026", "2026-07-31"),
            ("07/31/2026", "2026-07-31"),
            ("2026/07/31", "2026-07-31"),
            ("2026-7-31", "2026-07-31"),
            ("2026-07-31 00:00:00", "2026-07-31"),
            ("31-07-2026", "2026-07-31"),
            ("12/13/2026", "2026-12-13"),
            ("13/12/2026", "2026-12-13"),
            ("31.12.9999", "9999-12-31"),
            ("1.1.1000", "1000-01-01"),
        ] {
            assert_eq!(date(written).as_deref(), Some(meant), "{written}");
        }

        for ambiguous in [
            "03/07/2026",
            "03/12/2026",
            "12/03/2026",
            "31.02.2026",
            "31.07.26",
            "31.7.999",
            "31.7.10000",
            "2026-07-31",
            "July",
            "",
        ] {
            assert_eq!(date(ambiguous), None, "{ambiguous}");
        }
    }

    #[test]
    fn periods_as_people_write_them() {
        for (written, meant) in [
            ("2026Q3", "2026-Q3"),
            ("2026-q3", "2026-Q3"),
            ("Q3 2026", "2026-Q3"),
            ("3Q2026", "2026-Q3"),
            ("Q3-2026", "2026-Q3"),
            ("3rd quarter 2026", "2026-Q3"),
            ("2026/3 kvartal.", "2026-Q3"),
            ("III rüb 2026", "2026-Q3"),
            ("2026M09", "2026-09"),
            ("9.2026", "2026-09"),
            ("09/2026", "2026-09"),
            ("sentyabr 2026", "2026-09"),
            ("Sep-26", "2026-09"),
            ("15 Sep 2026", "2026-09-15"),
            ("20260915", "2026-09-15"),
            ("2026 il", "2026"),
        ] {
            assert_eq!(date(written).as_deref(), Some(meant), "{written}");
        }

        for written in [
            "2026",
            "2026-Q5",
            "2026-09",
            "Q3",
            "q 2026",
            "2026-Q3",
            "3 2026",
            "3 months 2026",
            "Jan-Mar 2026",
            "2026/27",
            "",
        ] {
            assert_eq!(date(written), None, "{written}");
        }
    }

    #[test]
    fn frequencies_as_people_write_them() {
        assert_eq!(frequency("Quarterly"), Some(Frequency::Quarterly));
        assert_eq!(frequency("annual"), Some(Frequency::Annual));
        for written in ["monthly", "M", "years", ""] {
            assert_eq!(frequency(written), None, "{written}");
        }
    }
}
