//! Periods in words and numbers, in any order, as sources write them in Azerbaijani, English and Russian.

use super::*;

use super::labels::{century, day_label, split_year, year_number};

/// Names of the months, each in Azerbaijani, English and Russian; in Russian in the genitive, too.
const MONTHS: [&str; 12] = [
    "yanvar january январь января",
    "fevral february февраль февраля",
    "mart march март марта",
    "aprel april апрель апреля",
    "may май мая",
    "iyun iyn june июнь июня",
    "iyul iyl july июль июля",
    "avqust august август августа",
    "sentyabr september сентябрь сентября",
    "oktyabr october октябрь октября",
    "noyabr november ноябрь ноября",
    "dekabr december декабрь декабря",
];
/// Azerbaijani endings of the genitive, behind a whole name.
const GENITIVES: &str = "in un";
const ROMAN: [&str; 12] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
];
const QUARTERS: &str =
    "rüb rübü kv kvartal quarter qtr trim trimestre кв кварт квартал квартала квартале";
const HALVES: &str = "h yarimil yarimilin yarimilliyi yarisi half полугодие полугодия полугодии";
/// Words behind a number of months that begin with January.
const SINCE_JANUARY: &str = "мес месяц месяца месяцев ay ayi ayin ayinda months";
/// Headings of columns with the numbers of months.
const MONTH_HEADINGS: &str = "ay aylar month months месяц месяцы";
/// Words beside a period that say nothing of it, and endings behind a hyphen.
const FILLERS: &str = "il ili ilin ildə ci cu cü ay ayi ayin ayinda aylar aylari aylarin aylarinda da də dan dən in un \
    year month months as at of end st nd rd th sonu sonuna tarixinə по состоянию на за конец \
    г гг год года году мес месяц месяца месяцы й ый ой";

/// Returns true if `word` is one of these, which stand with a space between.
fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|entry| entry == word)
}

pub fn is_filler(word: &str) -> bool {
    is_among(word, FILLERS)
}

/// Returns true for the heading of a column with the numbers of months.
pub fn is_month_heading(text: &str) -> bool {
    is_among(&fold_case(text.trim()), MONTH_HEADINGS)
}

/// Returns true if a word of a text is a Roman numeral above IV, which can only be a month. X alone is none: it marks what
/// is missing.
pub fn has_roman_month(text: &str) -> bool {
    let text = fold_case(text);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word != "x" && ROMAN[4..].contains(&word))
}

/// The month that a word names by the beginning of its name or by its genitive, if it names no other.
pub fn month_named(word: &str) -> Option<u32> {
    if word.chars().count() < 3 {
        return None;
    }

    let mut found = None;
    for (month, names) in (1..).zip(MONTHS) {
        let is_named = names.split(' ').any(|name| is_form_of(word, name));
        if is_named && found.replace(month).is_some() {
            return None;
        }
    }

    found
}

/// Returns true for the beginning of the name of a month, and for its genitive.
fn is_form_of(word: &str, name: &str) -> bool {
    let ending = word.strip_prefix(name);
    name.starts_with(word) || ending.is_some_and(|ending| is_among(ending, GENITIVES))
}

/// A part of a label in words.
enum Token<'a> {
    Word(&'a str),
    /// Its value, and how many digits it has.
    Number(u32, usize),
    Dash,
    /// A point or an apostrophe. It parts a month from its year, as a dash does.
    Point,
}

#[derive(PartialEq)]
enum Kind {
    Word,
    Number,
    Dash,
    Point,
    Other,
}

impl Kind {
    fn from_char(c: char) -> Self {
        match c {
            // A sign of ordinal numbers is a letter to Unicode.
            'º' | 'ª' => Kind::Other,
            '-' | '–' | '—' | '/' => Kind::Dash,
            '.' | '\'' | '’' | '‘' | '`' => Kind::Point,
            _ if c.is_ascii_digit() => Kind::Number,
            _ if c.is_alphabetic() => Kind::Word,
            _ => Kind::Other,
        }
    }
}

/// The words, numbers, dashes and points of a text. `None` where a number is too long to be part of a date.
fn split_tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = Kind::from_char(first);
        let end = match kind {
            Kind::Dash => Some(first.len_utf8()),
            _ => rest.find(|c| Kind::from_char(c) != kind),
        };

        let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        tokens.push(match kind {
            Kind::Word => Token::Word(token),
            Kind::Number => Token::Number(token.parse().ok()?, token.len()),
            Kind::Dash => Token::Dash,
            Kind::Point => Token::Point,
            Kind::Other => continue,
        });
    }

    Some(tokens)
}

/// The parts of a label that its words have named so far.
#[derive(Default)]
struct Words {
    context: LabelContext,
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
pub fn parse_words(text: &str, context: LabelContext) -> Option<Label> {
    let tokens = split_tokens(text)?;
    let mut words = Words {
        context,
        ..Words::default()
    };
    for token in &tokens {
        if let Token::Word(word) = token {
            words.is_half |= is_among(word, HALVES);
            words.is_quarter |= words.is_half || is_among(word, QUARTERS);
        }
    }

    let mut rest = tokens.as_slice();
    while let [token, ..] = rest {
        let length = words.take_tokens(rest)?;
        words.is_parted = matches!(token, Token::Dash | Token::Point);
        rest = &rest[length..];
    }

    words.label()
}

impl Words {
    /// Takes the first of these tokens, with those behind that belong to it; returns how many. `None` where it does not fit
    /// those before.
    fn take_tokens(&mut self, tokens: &[Token<'_>]) -> Option<usize> {
        use Token::{Dash, Number, Point, Word};

        let (taken, length) = match *tokens {
            // `1Q2025`, `9 мес. 2025`, `1 января`.
            [Number(value, 1 | 2), Word("q" | "k" | "h"), ..] => (self.set_quarter(value), 2),
            [Number(value, 1 | 2), Word(word), ..] if is_among(word, SINCE_JANUARY) => {
                (self.add_months_until(value), 2)
            }
            [Number(value, 1 | 2), Word(word), ..]
            | [Number(value, 1 | 2), Dash | Point, Word(word), ..]
                if self.day.is_none() && self.months.is_empty() && month_named(word).is_some() =>
            {
                self.day = Some(value);
                (Some(()), 1)
            }
            // `2025 M1`, `Q1 2025`, `2017-18`.
            [Word("m"), Number(value, _), ..] if self.year.is_some() => (self.add_month(value), 2),
            [Word("q" | "k" | "h"), Number(value, _), ..] => (self.set_quarter(value), 2),
            [Number(value, 4), Dash, Number(next, 2..), ..] => {
                (self.set_year(split_year(value, next)?), 3)
            }
            [Word(word), ..] => (self.add_word(word), 1),
            [Number(value, digits), ..] => (self.add_number(value, digits), 1),
            [Dash, ..] => {
                self.is_range = self.months.len() == 1;
                (Some(()), 1)
            }
            [Point, ..] | [] => (Some(()), 1),
        };

        taken.map(|()| length)
    }

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

    fn add_word(&mut self, word: &str) -> Option<()> {
        if let Some((number, _)) = (1..).zip(ROMAN).find(|(_, numeral)| *numeral == word) {
            return if self.is_quarter || !self.context.has_roman_months {
                self.set_quarter(number)
            } else {
                self.add_month(number)
            };
        }

        if is_among(word, QUARTERS) || is_among(word, HALVES) || is_filler(word) {
            return Some(());
        }

        self.add_month(month_named(word)?)
    }

    fn add_number(&mut self, number: u32, digits: usize) -> Option<()> {
        match digits {
            4 => self.set_year(Year::Calendar(year_number(number)?)),
            1 | 2 if self.is_quarter && self.quarter.is_none() => self.set_quarter(number),
            2 if self.quarter.is_some() || !self.months.is_empty() => {
                let year = year_number(century(number))?;
                self.set_year(if self.is_parted {
                    Year::Calendar(year)
                } else {
                    Year::TwoDigits(year)
                })
            }
            _ => None,
        }
    }

    fn label(self) -> Option<Label> {
        if let Some(day) = self.day {
            return self.label_of_day(day);
        }

        let part = match (self.months.as_slice(), self.quarter) {
            (&[first, last], _) => Some(Part::Months(first, last)),
            (&[month], _) => Some(Part::Months(month, month)),
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

    /// The label of a day of the one month that is named.
    fn label_of_day(&self, day: u32) -> Option<Label> {
        let &[month] = self.months.as_slice() else {
            return None;
        };

        match self.year {
            Some(Year::Calendar(year) | Year::TwoDigits(year)) => {
                day_label(year.try_into().ok()?, month, day)
            }
            Some(Year::Split(_)) => None,
            // 2000 has the 29th of February.
            None => day_label(2000, month, day).map(|_| Label::Period {
                year: None,
                part: Some(Part::Day(month, day)),
            }),
        }
    }
}
