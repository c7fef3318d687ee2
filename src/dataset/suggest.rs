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
    let mut nearest = None;
    let mut least = usize::MAX;
    for candidate in names {
        let difference = candidate.len().abs_diff(name.len());
        if candidate.len() > LONGEST_NAME || difference > 2 + name.len() / 2 {
            continue;
        }

        let distance = strsim::damerau_levenshtein(&name, &bare_name(candidate));
        if distance < least {
            (nearest, least) = (Some(candidate), distance);
        }
    }

    nearest.filter(|nearest| least <= 1 + nearest.len().min(name.len()) / 3)
}

fn bare_name(text: &str) -> String {
    text.trim().to_lowercase().replace(['-', ' '], "_")
}

/// `45 310,55`, `+5`, `.5`, `1,234.5`, `5%` in the form of the format, where there is only one way to read it.
pub fn number(text: &str) -> Option<String> {
    let mut bare = text.replace(['\u{2212}', '\u{2013}'], "-");
    bare.retain(|c| !c.is_whitespace() && !matches!(c, '\'' | '’' | '%'));
    if !bare.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }

    let unsigned = bare.trim_start_matches(['-', '+']).to_owned();
    let sign = if bare.starts_with('-') { "-" } else { "" };
    let (commas, points) = (unsigned.matches(',').count(), unsigned.matches('.').count());
    let last_is_comma = unsigned.rfind(',') > unsigned.rfind('.');
    let plain = match (commas, points) {
        // One comma and three digits behind it: thousands or decimals, nobody can tell.
        (1, 0) if unsigned.len() - unsigned.find(',')? == 4 && !unsigned.starts_with("0,") => {
            return None;
        }
        (1, _) if last_is_comma => unsigned.replace('.', "").replace(',', "."),
        (_, 0 | 1) if !last_is_comma || points == 0 => unsigned.replace(',', ""),
        _ => return None,
    };

    let plain = if plain.starts_with('.') {
        format!("0{plain}")
    } else {
        plain
    };

    let written = format!("{sign}{}", plain.strip_suffix('.').unwrap_or(&plain));
    (written != text && written.parse::<Number>().is_ok()).then_some(written)
}

/// `31.07.2026`, `2026/7/31`, `31/07/2026`, `2026-07-31T00:00:00` as `2026-07-31`, where there is only one way to read it.
pub fn date(text: &str) -> Option<String> {
    let day = text.trim().split(['T', ' ']).next()?;
    let separator = day.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<u32> = day
        .split(separator)
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let (year, month, day) = match (separator, parts.as_slice()) {
        ('-' | '/' | '.', &[year, month, day]) if year > 31 => (year, month, day),
        ('.' | '-', &[day, month, year]) => (year, month, day),
        ('/', &[first, second, year]) if first > 12 => (year, second, first),
        ('/', &[first, second, year]) if second > 12 => (year, first, second),
        _ => return None,
    };

    let written = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?.to_string();
    (year > 999 && year < 10_000 && written != text).then_some(written)
}

/// `2026M09`, as SDMX and PxWeb write months, and `09.2026` as `2026-09`.
pub fn month(text: &str) -> Option<String> {
    let text = text.trim();
    let (year, month) = match text.split_once(['M', 'm']) {
        Some(parts) => parts,
        None => text.split_once('.').map(|(month, year)| (year, month))?,
    };

    let month = short_number(month, 2).filter(|month| (1..=12).contains(month))?;
    let year = short_number(year, 4).filter(|year| *year > 999)?;
    Some(format!("{year}-{month:02}"))
}

/// A number of digits alone, at most so many.
fn short_number(digits: &str, longest: usize) -> Option<u32> {
    let is_short = digits.len() <= longest && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_short)
}

/// The ways to write the number of a quarter.
const QUARTERS: [[&str; 3]; 4] = [
    ["1", "1st", "i"],
    ["2", "2nd", "ii"],
    ["3", "3rd", "iii"],
    ["4", "4th", "iv"],
];

/// `2026Q3`, `Q3 2026`, `3rd quarter 2026` as `2026-Q3`, and as either language says it.
pub fn quarter(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let bare = lower.replace(|c: char| !c.is_alphanumeric(), " ");
    let mut numbers = bare.split(|c: char| !c.is_ascii_digit());
    let year = numbers.find(|digits| digits.len() == 4)?;

    let year_words = msg::of_year().collect::<Vec<_>>().join(" ");
    let mut marked = String::new();
    for word in bare.replacen(year, " ", 1).split_whitespace() {
        if !year_words.split(' ').any(|other| other == word) {
            marked.push_str(word);
        }
    }

    let marks = msg::of_quarter().collect::<Vec<_>>().join(" ");
    for mark in marks.split(' ') {
        let number = marked.strip_prefix(mark).or(marked.strip_suffix(mark));
        if let Some(place) = number.and_then(number_of_quarter) {
            let written = format!("{year}-Q{}", place + 1);
            return (written != text).then_some(written);
        }
    }

    None
}

fn number_of_quarter(written: &str) -> Option<usize> {
    let mut quarters = QUARTERS.iter();
    quarters.position(|spellings| spellings.contains(&written))
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
    use crate::model::Lang;

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
    fn quarters_as_people_write_them() {
        let russian = msg::of_quarter().nth(Lang::Ru as usize).unwrap();
        let word = russian.split(' ').next().unwrap();
        for written in [
            "2026Q3".to_owned(),
            "2026-q3".to_owned(),
            "Q3 2026".to_owned(),
            "3Q2026".to_owned(),
            "Q3-2026".to_owned(),
            "3rd quarter 2026".to_owned(),
            format!("2026/3 {word}."),
            format!("III {word} 2026"),
        ] {
            assert_eq!(quarter(&written).as_deref(), Some("2026-Q3"), "{written}");
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
            "",
        ] {
            assert_eq!(quarter(written), None, "{written}");
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
