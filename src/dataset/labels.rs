//! Texts of cells in the files of sources: how they are compared with those of definitions, and days, months, quarters and
//! years as sources write them, in Azerbaijani, English and Russian.

use super::*;

/// A text with its letters and digits alone, in small letters. A point, comma, hyphen or slash between two digits counts as
/// a point, so that `2.11` is not `211`.
pub fn fold_text(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let beside = [before, characters.peek().copied()];
        if matches!(c, '.' | ',' | '-' | '/')
            && beside.map(|c| c.is_some_and(|c| c.is_ascii_digit())) == [true, true]
        {
            folded.push('.');
        } else {
            folded.extend(
                c.to_lowercase()
                    .filter(|c| c.is_alphanumeric())
                    .map(plain_letter),
            );
        }

        before = Some(c);
    }

    folded
}

/// A text in small letters, those that people write in two ways as one.
pub fn fold_case(text: &str) -> String {
    // A capital I with a point becomes an i and a point above it.
    text.to_lowercase()
        .chars()
        .filter(|c| *c != '\u{307}')
        .map(plain_letter)
        .collect()
}

fn plain_letter(c: char) -> char {
    match c {
        'ı' => 'i',
        '\u{451}' => '\u{435}',
        c => c,
    }
}

/// Texts of cells that have no figure.
const MISSING: [&str; 23] = [
    "…",
    "...",
    "..",
    ".",
    "-",
    "–",
    "—",
    "--",
    "---",
    ":",
    "x",
    "×",
    "\u{445}",
    "n.a.",
    "n/a",
    "na",
    "nan",
    "\u{2212}",
    "н/д",
    "нет данных",
    "yoxdur",
    "null",
    "",
];
/// Returns true if a text means that there is no figure.
pub fn is_missing(text: &str) -> bool {
    MISSING.contains(&text.trim().to_lowercase().as_str())
}

/// A text of a definition: it matches what is equal to it, or with `*` what begins or ends with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    written: String,
    folded: String,
    extent: Extent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extent {
    Whole,
    Beginning,
    End,
    #[default]
    Anything,
}

impl Pattern {
    /// `None` where no letter and no digit is in it, so that it would match nothing.
    pub fn parse(written: &str) -> Option<Self> {
        let (bare, extent) = match (written.strip_suffix('*'), written.strip_prefix('*')) {
            _ if written == "*" => ("", Extent::Anything),
            (Some(bare), _) => (bare, Extent::Beginning),
            (None, Some(bare)) => (bare, Extent::End),
            (None, None) => (written, Extent::Whole),
        };

        let folded = fold_text(bare);
        let is_useful = !folded.is_empty() || extent == Extent::Anything;
        is_useful.then(|| Pattern {
            written: written.to_owned(),
            folded,
            extent,
        })
    }

    pub fn written(&self) -> &str {
        &self.written
    }

    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub fn matches(&self, text: &str) -> bool {
        self.matches_folded(&fold_text(text))
    }

    pub fn matches_folded(&self, folded: &str) -> bool {
        match self.extent {
            Extent::Whole => folded == self.folded,
            Extent::Beginning => folded.starts_with(&self.folded),
            Extent::End => folded.ends_with(&self.folded),
            Extent::Anything => true,
        }
    }
}

/// The period of figures by a cell beside them, as far as that says it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Day(NaiveDate),
    /// At least one of the two.
    Period {
        year: Option<Year>,
        part: Option<Part>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Year {
    Calendar(i32),
    /// One that begins within this year and ends within the next: `2017-18`.
    Split(i32),
    /// Two digits behind a month with nothing but room between: perhaps a footnote.
    TwoDigits(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From one month to another, both counted from 1; of one month both are the same.
    Months(u32, u32),
    Quarter(u32),
    /// A month and a day of it.
    Day(u32, u32),
}

/// The order of day and month in `31/01/2025`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

impl DateOrder {
    /// The order that a date tells because its day is above 12.
    pub fn from_text(text: &str) -> Option<Self> {
        let [first, second, _] = slashed_numbers(text)?;
        match (first > 12, second > 12) {
            (true, false) => Some(DateOrder::DayFirst),
            (false, true) => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }
}

/// Returns true if a text is a date such as `01/02/2025` or `01-02-2025`, whose first number is the day or the month.
pub fn is_slashed_date(text: &str) -> bool {
    slashed_numbers(text).is_some()
}

fn slashed_numbers(text: &str) -> Option<[u32; 3]> {
    let parts: Vec<&str> = text.trim().split(['/', '-']).collect();
    let [first, second, year] = parts.as_slice() else {
        return None;
    };

    if year.len() != 4 {
        return None;
    }

    Some([
        first.parse().ok()?,
        second.parse().ok()?,
        year.parse().ok()?,
    ])
}

/// The cells around a label, by which it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabelContext {
    /// The month with which a year such as `2017-18` begins.
    pub year_start: Option<u32>,
    /// True if Roman numerals are months: one above IV stands in the column.
    pub has_roman_months: bool,
    /// True if 1 to 12 are months: a year stands above, or the heading of the column says so.
    pub has_numbered_months: bool,
    /// The order of dates with slashes, where it is known.
    pub date_order: Option<DateOrder>,
}

/// The years that a label may name.
pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=2099;

/// Names of the months, each in Azerbaijani, English and Russian; in Russian in the genitive, too.
const MONTHS: [&[&str]; 12] = [
    &["yanvar", "january", "январь", "января"],
    &["fevral", "february", "февраль", "февраля"],
    &["mart", "march", "март", "марта"],
    &["aprel", "april", "апрель", "апреля"],
    &["may", "май", "мая"],
    &["iyun", "iyn", "june", "июнь", "июня"],
    &["iyul", "iyl", "july", "июль", "июля"],
    &["avqust", "august", "август", "августа"],
    &["sentyabr", "september", "сентябрь", "сентября"],
    &["oktyabr", "october", "октябрь", "октября"],
    &["noyabr", "november", "ноябрь", "ноября"],
    &["dekabr", "december", "декабрь", "декабря"],
];
/// Azerbaijani endings of the genitive, behind a whole name.
const GENITIVES: [&str; 2] = ["in", "un"];
const ROMAN: [&str; 12] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
];
const QUARTERS: &str =
    "rüb rübü kv kvartal quarter qtr trim trimestre кв кварт квартал квартала квартале";
const HALVES: &str = "h yarimil yarimilin yarimilliyi yarisi half полугодие полугодия полугодии";
/// Words beside a period that say nothing of it, and endings behind a hyphen.
const FILLERS: &str = "il ili ilin ildə ci cu cü ay ayi ayin ayinda aylar aylari aylarin aylarinda da də dan dən in un \
    year month months as at of end st nd rd th sonu sonuna tarixinə по состоянию на за конец \
    г гг год года году мес месяц месяца месяцы й ый ой";

/// Returns true if `word` is one of these, which stand with a space between.
fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|entry| entry == word)
}

impl Label {
    /// Reads a text that is a period and nothing else. `None` for every other, and for one that could be two.
    pub fn parse(text: &str, context: LabelContext) -> Option<Label> {
        let small = fold_case(text.trim());
        if let Some(label) = parse_by_shape(&small, context) {
            return Some(label);
        }

        if !small.contains(char::is_alphabetic) {
            return None;
        }

        // One date among words that say nothing: `31.01.2025 г.`
        let mut words = small.split_whitespace();
        let mut words = words
            .by_ref()
            .filter(|word| !is_among(word.trim_end_matches('.'), FILLERS));
        if let (Some(word), None) = (words.next(), words.next())
            && let date = without_ending(word)
            && date.contains(['.', '-'])
            && let Some(label @ Label::Day(_)) = parse_by_shape(date, context)
        {
            return Some(label);
        }

        parse_words(&small, context)
    }

    pub fn year_alone(year: Year) -> Label {
        Label::Period {
            year: Some(year),
            part: None,
        }
    }

    pub fn month_alone(month: u32) -> Label {
        Label::Period {
            year: None,
            part: Some(Part::Months(month, month)),
        }
    }

    /// The first and the last month that it spans; `None` for a day.
    pub fn span(self) -> Option<(u32, u32)> {
        let Label::Period { part, .. } = self else {
            return None;
        };

        match part {
            None => Some((1, 12)),
            Some(Part::Months(first, last)) => Some((first, last)),
            Some(Part::Quarter(quarter)) => Some((quarter * 3 - 2, quarter * 3)),
            Some(Part::Day(..)) => None,
        }
    }

    pub fn year(self) -> Option<Year> {
        match self {
            Label::Day(day) => Some(Year::Calendar(day.year())),
            Label::Period { year, .. } => year,
        }
    }
}

/// Returns true for the heading of a column with the numbers of months.
pub fn is_month_heading(text: &str) -> bool {
    is_among(
        &fold_case(text.trim()),
        "ay aylar month months месяц месяцы",
    )
}

/// Returns true if a word of a text is a Roman numeral above IV, which can only be a month. X alone is none: it marks what
/// is missing.
pub fn has_roman_month(text: &str) -> bool {
    let text = fold_case(text);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word != "x" && ROMAN.iter().skip(4).any(|numeral| *numeral == word))
}

/// Reads a label by the places of its digits: `2026-11`, `01.11.2026`. `None` also where it could be two periods.
fn parse_by_shape(text: &str, context: LabelContext) -> Option<Label> {
    let text = without_hour(text);
    let shape = text.replace(|c: char| c.is_ascii_digit(), "9");
    let parts = text.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = parts.filter_map(|part| part.parse().ok()).collect();
    match (shape.as_str(), numbers.as_slice()) {
        ("9999-99-99" | "9999/99/99" | "9999.99.99", [year, month, day]) => {
            date(*year, *month, *day)
        }
        ("99.99.9999" | "9.99.9999" | "99.9.9999" | "9.9.9999", [day, month, year]) => {
            date(*year, *month, *day)
        }
        ("99.99.99" | "9.99.99", [day, month, year]) => date(century(*year), *month, *day),
        ("9999-99" | "9999/99", [year, rest]) => month_or_split(*year, *rest, context),
        ("9999/9999" | "9999-9999", [year, next]) => {
            split_year(*year, *next).map(Label::year_alone)
        }
        (
            "9999m99" | "9999m9" | "9999-m99" | "9999 m99" | "9999 m9" | "9999.99" | "9999 99"
            | "9999:99",
            [year, month],
        )
        | ("99.9999" | "9.9999" | "99/9999" | "9/9999" | "99-9999", [month, year]) => {
            year_and_month(*year, *month)
        }
        (
            "99/99/9999" | "9/99/9999" | "99/9/9999" | "9/9/9999" | "99-99-9999",
            [first, second, year],
        ) => match context.date_order.or(DateOrder::from_text(text))? {
            DateOrder::DayFirst => date(*year, *second, *first),
            DateOrder::MonthFirst => date(*year, *first, *second),
        },
        ("999999", [number]) => year_and_month(number / 100, number % 100),
        ("99999999", [number]) => date(number / 10_000, number / 100 % 100, number % 100),
        ("9999-q9" | "9999q9" | "9999k9" | "9999-k9", [year, quarter @ 1..=4]) => {
            Some(Label::Period {
                year: Some(calendar(*year)?),
                part: Some(Part::Quarter(*quarter)),
            })
        }
        ("9999", [year]) | ("9999-a9", [year, 1]) => calendar(*year).map(Label::year_alone),
        ("99" | "9", [month @ 1..=12]) if context.has_numbered_months => {
            Some(Label::month_alone(*month))
        }
        ("m99", [month @ 1..=12]) => Some(Label::month_alone(*month)),
        (words, [day, year]) => {
            // `January 31, 2025`
            let month = words
                .strip_suffix("9, 9999")?
                .trim_end_matches([' ', '9', '.']);
            date(*year, month_named(month)?, *day)
        }
        _ => None,
    }
}

/// A word without a word behind its last digit that says nothing: `31.01.2025-ci`, `31.01.2025г.`
fn without_ending(word: &str) -> &str {
    let date = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = word.strip_prefix(date).unwrap_or_default();
    match is_among(ending.trim_matches(['-', '.']), FILLERS) {
        true => date,
        false => word,
    }
}

/// A date without the hour behind it.
fn without_hour(text: &str) -> &str {
    let Some((day, hour)) = text.split_once([' ', 't']) else {
        return text;
    };

    let is_hour = hour.contains(':') && !hour.contains(|c: char| c.is_alphabetic() && c != 'z');
    if is_hour { day } else { text }
}

fn date(year: u32, month: u32, day: u32) -> Option<Label> {
    NaiveDate::from_ymd_opt(year_number(year)?, month, day).map(Label::Day)
}

fn year_number(year: u32) -> Option<i32> {
    i32::try_from(year).ok().filter(|year| YEARS.contains(year))
}

fn calendar(year: u32) -> Option<Year> {
    year_number(year).map(Year::Calendar)
}

/// The year that two digits mean: of the next decades, or of the last century.
fn century(year: u32) -> u32 {
    if year < 50 { 2000 + year } else { 1900 + year }
}

fn year_and_month(year: u32, month: u32) -> Option<Label> {
    let year = calendar(year).filter(|_| (1..=12).contains(&month))?;
    Some(Label::Period {
        year: Some(year),
        part: Some(Part::Months(month, month)),
    })
}

/// `2017-18`, where the second number follows the first.
fn split_year(year: u32, next: u32) -> Option<Year> {
    let follows = next == year + 1 || next < 100 && next == (year + 1) % 100;
    year_number(year).filter(|_| follows).map(Year::Split)
}

/// `2011-12`: a month, or a split year. Where it may be both, the month decides with which years begin.
fn month_or_split(year: u32, rest: u32, context: LabelContext) -> Option<Label> {
    match (
        year_and_month(year, rest),
        split_year(year, rest).map(Label::year_alone),
        context.year_start,
    ) {
        (Some(month), Some(_), Some(1)) => Some(month),
        (Some(_), Some(split), Some(_)) => Some(split),
        (Some(_), Some(_), None) => None,
        (month, split, _) => month.or(split),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Word,
    Number,
    Dash,
    /// A point or an apostrophe.
    Point,
    Other,
}

impl Token {
    fn from_char(c: char) -> Self {
        match c {
            // A sign of ordinal numbers is a letter to Unicode.
            'º' | 'ª' => Token::Other,
            '-' | '–' | '—' | '/' => Token::Dash,
            '.' | '\'' | '’' | '‘' | '`' => Token::Point,
            _ if c.is_ascii_digit() => Token::Number,
            _ if c.is_alphabetic() => Token::Word,
            _ => Token::Other,
        }
    }
}

/// The words, numbers and dashes of a text.
fn tokens(text: &str) -> Vec<(Token, String)> {
    let mut tokens: Vec<(Token, String)> = Vec::new();
    let mut before = Token::Other;
    for c in text.chars() {
        let token = Token::from_char(c);
        match tokens.last_mut() {
            Some((_, word)) if token == before && !matches!(token, Token::Dash | Token::Other) => {
                word.push(c);
            }
            // A point or an apostrophe parts a month from its year, as a dash does.
            _ if token != Token::Other => tokens.push((token, c.to_string())),
            _ => {}
        }

        before = token;
    }

    tokens
}

/// Words behind a number of months that begin with January.
const SINCE_JANUARY: &str = "мес месяц месяца месяцев ay ayi ayin ayinda months";

fn month_named(word: &str) -> Option<u32> {
    if word.chars().count() < 3 {
        return None;
    }

    let mut found = None;
    for (month, names) in (1..).zip(&MONTHS) {
        if names.iter().any(|name| is_form_of(word, name)) {
            if found.is_some() {
                return None;
            }
            found = Some(month);
        }
    }

    found
}

/// Returns true for the beginning of the name of a month, and for its genitive.
fn is_form_of(word: &str, name: &str) -> bool {
    let ending = word.strip_prefix(name);
    name.starts_with(word) || ending.is_some_and(|ending| GENITIVES.contains(&ending))
}

/// The parts of a label that its words have named so far.
#[derive(Default)]
struct Words {
    year: Option<Year>,
    months: Vec<u32>,
    /// The number of a quarter, or of a half of the year.
    quarter: Option<u32>,
    /// True if a word for quarter or half stands somewhere in the label.
    is_quarter: bool,
    is_half: bool,
    /// True if the last month is followed by a hyphen and nothing else.
    is_range: bool,
    /// True if a hyphen, a slash, a point or an apostrophe stands before the next number.
    is_parted: bool,
    day: Option<u32>,
}

/// Reads a year and a month, a range of months or a quarter, in words and numbers in any order.
fn parse_words(text: &str, context: LabelContext) -> Option<Label> {
    let tokens = tokens(text);
    let is_half = tokens.iter().any(|(_, word)| is_among(word, HALVES));
    let is_quarter = tokens.iter().any(|(_, word)| is_among(word, QUARTERS));
    let mut words = Words {
        is_quarter: is_quarter || is_half,
        is_half,
        ..Words::default()
    };
    let mut rest = tokens.as_slice();
    while let [(token, text), behind @ ..] = rest {
        rest = behind;
        match (token, text.as_str(), behind) {
            // `1Q2025`, `2025 M1`, `9 мес. 2025`, `1 января`.
            (Token::Number, number, [(Token::Word, word), behind @ ..])
                if number.len() <= 2 && matches!(word.as_str(), "q" | "k" | "h") =>
            {
                words.set_quarter(number.parse().ok()?)?;
                rest = behind;
            }
            (Token::Number, number, [(Token::Word, word), behind @ ..])
                if number.len() <= 2 && is_among(word, SINCE_JANUARY) =>
            {
                words.add_months_until(number.parse().ok()?)?;
                rest = behind;
            }
            (
                Token::Number,
                number,
                [(Token::Word, word), ..]
                | [(Token::Dash | Token::Point, _), (Token::Word, word), ..],
            ) if number.len() <= 2
                && words.day.is_none()
                && words.months.is_empty()
                && month_named(word).is_some() =>
            {
                words.day = Some(number.parse().ok()?);
            }
            (Token::Word, "m", [(Token::Number, number), behind @ ..]) if words.year.is_some() => {
                words.add_month(number.parse().ok()?)?;
                rest = behind;
            }
            (Token::Word, "q" | "k" | "h", [(Token::Number, number), behind @ ..]) => {
                words.set_quarter(number.parse().ok()?)?;
                rest = behind;
            }
            (Token::Word, word, _) => words.word(word, context)?,
            (Token::Number, year, [(Token::Dash, _), (Token::Number, next), behind @ ..])
                if year.len() == 4 && next.len() > 1 =>
            {
                words.set_year(split_year(year.parse().ok()?, next.parse().ok()?)?)?;
                rest = behind;
            }
            (Token::Number, number, _) => words.number(number)?,
            (Token::Dash, ..) => words.is_range = words.months.len() == 1,
            (Token::Point | Token::Other, ..) => {}
        }

        words.is_parted = matches!(token, Token::Dash | Token::Point);
    }

    words.label()
}

impl Words {
    fn set_year(&mut self, year: Year) -> Option<()> {
        self.year.replace(year).is_none().then_some(())
    }

    fn set_quarter(&mut self, quarter: u32) -> Option<()> {
        let is_first = self.quarter.is_none() && self.months.is_empty();
        self.quarter = Some(quarter);
        (is_first && (1..=4).contains(&quarter)).then_some(())
    }

    fn add_month(&mut self, month: u32) -> Option<()> {
        let fits = match self.months.as_slice() {
            [] => self.quarter.is_none(),
            // In two languages: `Yanvar / January`.
            [first] if self.is_range && *first == month => return Some(()),
            [first] => self.is_range && *first < month,
            _ => false,
        };

        self.months.push(month);
        self.is_range = false;
        fits.then_some(())
    }

    /// Adds the months from January to this one.
    fn add_months_until(&mut self, last: u32) -> Option<()> {
        let is_first = self.months.is_empty() && self.quarter.is_none();
        self.months = vec![1, last];
        (is_first && (1..=12).contains(&last)).then_some(())
    }

    fn word(&mut self, word: &str, context: LabelContext) -> Option<()> {
        if let Some((number, _)) = (1..).zip(ROMAN).find(|(_, numeral)| *numeral == word) {
            let is_quarter = self.is_quarter || !context.has_roman_months;
            return if is_quarter {
                self.set_quarter(number)
            } else {
                self.add_month(number)
            };
        }

        let words = [QUARTERS, HALVES, FILLERS];
        if words.iter().any(|words| is_among(word, words)) {
            return Some(());
        }

        self.add_month(month_named(word)?)
    }

    fn number(&mut self, number: &str) -> Option<()> {
        let value: u32 = number.parse().ok()?;
        match number.len() {
            4 => self.set_year(calendar(value)?),
            1 | 2 if self.is_quarter && self.quarter.is_none() => self.set_quarter(value),
            2 if self.quarter.is_some() || !self.months.is_empty() => {
                let year = year_number(century(value))?;
                self.set_year(match self.is_parted {
                    true => Year::Calendar(year),
                    false => Year::TwoDigits(year),
                })
            }
            _ => None,
        }
    }

    fn label(self) -> Option<Label> {
        if let Some(day) = self.day {
            let [month] = self.months.as_slice() else {
                return None;
            };

            return match self.year {
                Some(Year::Calendar(year) | Year::TwoDigits(year)) => {
                    date(year.try_into().ok()?, *month, day)
                }
                Some(Year::Split(_)) => None,
                None => date(2000, *month, day).map(|_| Label::Period {
                    year: None,
                    part: Some(Part::Day(*month, day)),
                }),
            };
        }

        let part = match (self.months.as_slice(), self.quarter) {
            ([first, last], _) => Some(Part::Months(*first, *last)),
            ([month], _) => Some(Part::Months(*month, *month)),
            (_, Some(half @ (1 | 2))) if self.is_half => Some(Part::Months(half * 6 - 5, half * 6)),
            (_, Some(_)) if self.is_half => return None,
            (_, quarter) => quarter.map(Part::Quarter),
        };

        let is_whole = !self.is_quarter || self.quarter.is_some();
        let says = self.year.is_some() || part.is_some();
        (is_whole && says).then_some(Label::Period {
            year: self.year,
            part,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, context: LabelContext) -> String {
        match Label::parse(text, context) {
            None => String::new(),
            Some(Label::Day(day)) => day.to_string(),
            Some(Label::Period { year, part }) => {
                let year = year.map(|year| match year {
                    Year::Calendar(year) => year.to_string(),
                    Year::Split(year) => format!("{year}/"),
                    Year::TwoDigits(year) => format!("{year}?"),
                });
                let part = part.map(|part| match part {
                    Part::Months(first, last) if first == last => format!("m{first}"),
                    Part::Months(first, last) => format!("m{first}-{last}"),
                    Part::Quarter(quarter) => format!("q{quarter}"),
                    Part::Day(month, day) => format!("m{month} d{day}"),
                });
                [year, part]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }

    #[test]
    fn periods_are_read_as_sources_write_them() {
        for (text, read) in [
            ("2026-11-20", "2026-11-20"),
            ("20.11.2026", "2026-11-20"),
            ("20.11.26", "2026-11-20"),
            ("31.02.2026", ""),
            ("yanvar", "m1"),
            ("Yanvar-fevral", "m1-2"),
            ("İyul", "m7"),
            ("iyulun", "m7"),
            ("iyu", ""),
            ("Sept.", "m9"),
            ("Января", "m1"),
            ("май", "m5"),
            ("Jul-17", "2017 m7"),
            ("2026-cı ilin yanvar-iyul ayları", "2026 m1-7"),
            ("yanvar 2026-cı il", "2026 m1"),
            ("2026 г.", "2026"),
            ("январь 2026 года", "2026 m1"),
            ("2026-11", "2026 m11"),
            ("2026M01", "2026 m1"),
            ("11.2026", "2026 m11"),
            ("202611", "2026 m11"),
            ("2026-M11", "2026 m11"),
            ("2026-A1", "2026"),
            ("Q3", "q3"),
            ("III", "q3"),
            ("2026-Q3", "2026 q3"),
            ("2022K1", "2022 q1"),
            ("3 кв. 2026", "2026 q3"),
            ("III rüb", "q3"),
            ("3º trim.", "q3"),
            ("3º trim. 07", "2007 q3"),
            ("Dek 12", "2012? m12"),
            ("Dek'12", "2012 m12"),
            ("Dek.12", "2012 m12"),
            ("Jul/17", "2017 m7"),
            ("1 января 2025", "2025-01-01"),
            ("01 yanvar 2025", "2025-01-01"),
            ("15 Jan 2025", "2025-01-15"),
            ("31-Jan-25", "2025-01-31"),
            ("31 feb 2025", ""),
            ("25-Jan", "m1 d25"),
            ("31.01.2025 г.", "2025-01-31"),
            ("на 31.01.2025", "2025-01-31"),
            ("31.01.2025-ci il tarixinə", "2025-01-31"),
            ("31.01.2025г.", "2025-01-31"),
            ("по состоянию на 1 февраля 2025 г.", "2025-02-01"),
            ("as at 31 Jan 2025", "2025-01-31"),
            ("31.01.2025-x", ""),
            ("01/2025", "2025 m1"),
            ("2025/01", "2025 m1"),
            ("2010/11", ""),
            ("2025.01", "2025 m1"),
            ("2025 M1", "2025 m1"),
            ("2025-01-31 00:00:00", "2025-01-31"),
            ("2025-01-31T00:00:00+04:00", "2025-01-31"),
            ("2025-01-31T20:00:00.000Z", "2025-01-31"),
            ("31.01.2025 0:00", "2025-01-31"),
            ("31.01.2025 abc:", ""),
            ("M01", "m1"),
            ("M1", ""),
            ("M13", ""),
            ("2025 01", "2025 m1"),
            ("2025:01", "2025 m1"),
            ("2025:1", ""),
            ("2025 13", ""),
            ("1Q2025", "2025 q1"),
            ("1Q25", "2025? q1"),
            ("Q1/25", "2025 q1"),
            ("9 мес. 2025", "2025 m1-9"),
            ("H1 2025", "2025 m1-6"),
            ("2H2025", "2025 m7-12"),
            ("2025-H2", "2025 m7-12"),
            ("I yarımil 2025", "2025 m1-6"),
            ("2 полугодие 2025 г.", "2025 m7-12"),
            ("1st half of 2025", "2025 m1-6"),
            ("H3 2025", ""),
            ("half 2025", ""),
            ("H1 Q1 2025", ""),
            ("3 ay 2025", "2025 m1-3"),
            ("2025-ci ilin 9 ayı", "2025 m1-9"),
            ("2025-ci ilin I yarısı", "2025 m1-6"),
            ("İyn", "m6"),
            ("iyl. 25", "2025 m7"),
            ("13 мес. 2025", ""),
            ("31/01/2025", "2025-01-31"),
            ("01/31/2025", "2025-01-31"),
            ("01/02/2025", ""),
            ("31-01-2025", "2025-01-31"),
            ("01-02-2025", ""),
            ("01-2025", "2025 m1"),
            ("2025/01/31", "2025-01-31"),
            ("20250131", "2025-01-31"),
            ("January 31, 2025", "2025-01-31"),
            ("Jan. 5, 2025", "2025-01-05"),
            ("за январь 2025 г.", "2025 m1"),
            ("на конец января 2025 г.", "2025 m1"),
            ("IV kv. 2025", "2025 q4"),
            ("2026", "2026"),
            ("1899", ""),
            ("2017-18", "2017/"),
            ("2017/18", "2017/"),
            ("2017-2018", "2017/"),
            ("2016-18", ""),
            ("2011-12", ""),
            ("7", ""),
            ("1.", ""),
            ("Jnne", ""),
            ("Total 2020", ""),
            ("Mar-Jan", ""),
            ("May May", ""),
            ("Yanvar / January", "m1"),
            ("2025 Mart/March", "2025 m3"),
            ("2020 2021", ""),
            ("rüb", ""),
            ("il", ""),
            ("", ""),
        ] {
            assert_eq!(shown(text, LabelContext::default()), read, "{text}");
        }
    }

    #[test]
    fn what_stands_around_decides_what_could_be_two() {
        let fiscal = |month| LabelContext {
            year_start: Some(month),
            ..LabelContext::default()
        };
        assert_eq!(shown("2011-12", fiscal(7)), "2011/");
        assert_eq!(shown("2011-12", fiscal(1)), "2011 m12");
        let roman = LabelContext {
            has_roman_months: true,
            ..LabelContext::default()
        };
        assert_eq!(
            ["III", "X", "I rüb"].map(|text| shown(text, roman)),
            ["m3", "m10", "q1"]
        );
        assert_eq!(
            ["III", "X", "XII"].map(|text| shown(text, LabelContext::default())),
            ["q3", "", ""]
        );
        let numbered = LabelContext {
            has_numbered_months: true,
            ..LabelContext::default()
        };
        assert_eq!(
            ["07", "7", "13"].map(|text| shown(text, numbered)),
            ["m7", "m7", ""]
        );
        assert_eq!(
            ["XII", "ix 2026", "IV", "x"].map(has_roman_month),
            [true, true, false, false]
        );
    }

    #[test]
    fn letters_and_digits_alone_are_compared() {
        for (label, text, is_same) in [
            (
                "Foreign Exchange Reserves",
                "foreign  exchange\nreserves:",
                true,
            ),
            ("Exports (f.o.b.)", "Exports (fob)", true),
            ("Pul aqreqatları", "PUL AQREQATLARI", true),
            ("İl", "il", true),
            ("Учёт", "учет", true),
            ("2.11", "2,11", true),
            ("2.11", "2.1.1", false),
            ("2.11", "211", false),
            ("Imports", "Imports1", false),
            ("Imports*", "Imports (9+13)", true),
            ("*mn manat", "Cəmi, mn manat", true),
            ("*mn manat", "mn manat, cəmi", false),
            ("*", "anything", true),
        ] {
            assert_eq!(
                Pattern::parse(label).unwrap().matches(text),
                is_same,
                "{label} {text}"
            );
        }

        for empty in ["", " ", "%", "…*", "*-"] {
            assert_eq!(Pattern::parse(empty), None, "{empty}");
        }
    }
}
