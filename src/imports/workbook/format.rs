//! Number formats: which section of one applies to a number, and what that section shows.

use super::*;

use std::mem;
use std::ops::Range;

use chrono::Days;

use super::cell::{Affixes, CellDate, CellNumber, CellText, DateParts, decimal};

/// 31 December 9999, counted from 1900.
const LAST_DAY: u64 = 2_958_465;
/// From 30 December 1899 to 1 January 1904.
const DAYS_TO_1904: u64 = 1462;
/// The places of digits, and `@` for the whole value.
const PLACES: [char; 4] = ['0', '#', '?', '@'];
const MINUS_SIGNS: [char; 2] = ['-', '\u{2212}'];

/// A format, by the sections of its code.
#[derive(Debug, Default)]
pub struct NumberFormat {
    /// The first section that applies to a number counts.
    numbers: Vec<Section>,
    texts: Texts,
}

#[derive(Debug, Default)]
enum Texts {
    #[default]
    Shown,
    /// Another text is shown, or nothing.
    Replaced(Option<Arc<CellText>>),
}

#[derive(Debug)]
struct Section {
    /// `None` where it applies to every number.
    condition: Option<Condition>,
    presentation: Presentation,
}

/// The numbers to which a section applies, such as `<1` of `[<1]0.00`.
#[derive(Clone, Copy, Debug)]
struct Condition {
    holds: fn(&f64, &f64) -> bool,
    bound: f64,
}

/// The value that a section gives a number.
#[derive(Debug)]
enum Presentation {
    Number(ShownNumber),
    /// A number that is divided by thousands.
    Scaled,
    Date(DateParts),
    /// An hour, a length of time, or a part of a date that is no period.
    Hour,
    /// A text in the place of the number, or nothing.
    Text(Option<Arc<CellText>>),
}

#[derive(Debug)]
struct ShownNumber {
    /// The minus or bracket that is written before it.
    sign: Option<char>,
    is_per_cent: bool,
    affixes: Option<Arc<Affixes>>,
}

impl NumberFormat {
    /// One of the formats that have a number and no code.
    pub fn built_in(id: u32) -> Self {
        NumberFormat::from_code(match id {
            9 | 10 => "0%",
            14 | 22 | 27..=31 | 34..=36 | 50..=58 => "yyyy-mm-dd",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18..=21 | 32 | 33 | 45..=47 => "h:mm",
            41 | 42 => "0;-0;\"-\";@",
            _ => "General",
        })
    }

    /// Reads a code such as `0.0;-0.0;".."` or `[$-419]d mmmm yyyy`.
    pub fn from_code(code: &str) -> Self {
        let mut sections = read_sections(code);

        // The fourth section is that of texts, as is the last one with their place.
        let mut texts = Texts::Shown;
        let has_place = sections.last().is_some_and(|last| last.codes.contains('@'));
        if sections.len() > 3 || sections.len() > 1 && has_place {
            let last = sections.pop().unwrap_or_default();
            sections.truncate(3);
            if last.digits.is_empty() {
                texts = Texts::Replaced(CellText::plain(&last.text));
            }
        }

        // Without conditions the first section is that of positive numbers, and the second that of negative ones.
        let is_conditional = sections.iter().any(|section| section.condition.is_some());
        let signs: &[&str] = match sections.len() {
            2 if !is_conditional => &[">=0"],
            3 if !is_conditional => &[">0", "<0"],
            _ => &[],
        };

        let mut numbers = Vec::new();
        for (place, section) in sections.iter().enumerate() {
            let by_sign = signs.get(place).and_then(|sign| parse_condition(sign));
            let condition = section.condition.or(by_sign);
            if condition.is_some() || place + 1 == sections.len() {
                let presentation = section.presentation();
                numbers.push(Section {
                    condition,
                    presentation,
                });
            }
        }

        NumberFormat { numbers, texts }
    }

    /// The value that a text has in a cell of this format.
    pub fn text(&self, text: Arc<CellText>) -> Option<Value> {
        Some(Value::Text(match &self.texts {
            Texts::Shown => text,
            Texts::Replaced(shown) => Arc::clone(shown.as_ref()?),
        }))
    }

    /// The value that a number has in a cell of this format; `None` where nothing is shown of it. A number that no decimal
    /// of the program holds is an error.
    pub fn number(&self, written: &str, is_1904: bool) -> Option<Value> {
        let (Some(number), Ok(double)) = (decimal(written), written.parse()) else {
            return Some(Value::Other(written.into()));
        };

        let mut sections = self.numbers.iter();
        let Some(section) = sections.find(|section| section.applies_to(double)) else {
            return Some(Value::Number(CellNumber {
                written: written.into(),
                affixes: None,
            }));
        };

        Some(match &section.presentation {
            Presentation::Number(shown) => shown.value(number, written),
            Presentation::Scaled => Value::Other(format!("{number} / 1000…").into()),
            Presentation::Date(shown) => match day(double, is_1904) {
                Some(day) => Value::Date(CellDate { day, shown: *shown }),
                None => Value::hour(),
            },
            Presentation::Hour => Value::hour(),
            Presentation::Text(text) => Value::Text(text.clone()?),
        })
    }

    /// The parts of a date that are shown.
    pub fn date_parts(&self) -> Option<DateParts> {
        match self.numbers.first()?.presentation {
            Presentation::Date(parts) => Some(parts),
            _ => None,
        }
    }
}

impl Section {
    fn applies_to(&self, number: f64) -> bool {
        let condition = self.condition.as_ref();
        condition.is_none_or(|condition| (condition.holds)(&number, &condition.bound))
    }
}

impl ShownNumber {
    fn value(&self, number: Number, written: &str) -> Value {
        // Of a positive number a minus is shown, which counts, or a bracket, which is in doubt.
        let minus = match self.sign.filter(|_| number.sign().is_gt()) {
            Some('(') => return Value::Other(format!("({number})").into()),
            Some(_) => "-",
            None => "",
        };

        let mut digits = written.to_owned();
        if self.is_per_cent {
            match number.multiplied(Number::from_scaled(100, 0)) {
                Some(per_cent) => digits = per_cent.to_string(),
                None => return Value::Other(written.into()),
            }
        }

        Value::Number(CellNumber {
            written: format!("{minus}{digits}").into(),
            affixes: self.affixes.clone(),
        })
    }
}

/// A section of a code as it is read, without characters that only take room.
#[derive(Default)]
struct SectionCode {
    condition: Option<Condition>,
    is_length_of_time: bool,
    /// All characters that are shown.
    text: String,
    /// Those of them that are no literals, in small letters.
    codes: String,
    /// The part of the text from the first place of a digit to the last.
    digits: Range<usize>,
}

fn read_sections(code: &str) -> Vec<SectionCode> {
    let mut sections = Vec::new();
    let mut section = SectionCode::default();
    let mut characters = code.chars();

    while let Some(c) = characters.next() {
        match c {
            '_' | '*' => drop(characters.next()),
            '\\' => section.text.extend(characters.next()),
            '"' => {
                let quoted = characters.by_ref().take_while(|c| *c != '"');
                section.text.extend(quoted);
            }
            '[' => {
                let inside: String = characters.by_ref().take_while(|c| *c != ']').collect();
                let condition = section.condition.or_else(|| parse_condition(&inside));
                section.condition = condition;
                section.is_length_of_time |= is_length_of_time(&inside);
            }
            ';' => sections.push(mem::take(&mut section)),
            'G' | 'g' if is_general(characters.as_str()) => {
                characters.nth(GENERAL.len() - 1);
                section.push_code('0');
            }
            _ => section.push_code(c),
        }
    }

    sections.push(section);
    sections
}

/// What follows `G` in the word for a number as it is.
const GENERAL: &str = "eneral";

fn is_general(rest: &str) -> bool {
    let rest = rest.get(..GENERAL.len());
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(GENERAL))
}

impl SectionCode {
    fn push_code(&mut self, c: char) {
        let start = self.text.len();
        self.text.push(c);
        self.codes.extend(c.to_lowercase());

        if PLACES.contains(&c) {
            if self.digits.is_empty() {
                self.digits.start = start;
            }

            self.digits.end = self.text.len();
        }
    }

    fn presentation(&self) -> Presentation {
        if self.is_length_of_time {
            return Presentation::Hour;
        }

        if self.codes.contains(['y', 'm', 'd', 'h', 's']) {
            return present_date(&self.codes);
        }

        if self.digits.is_empty() {
            return Presentation::Text(CellText::plain(&self.text));
        }

        if is_scaled(&self.codes) {
            return Presentation::Scaled;
        }

        let before = self.text.get(..self.digits.start).unwrap_or_default();
        let behind = self.text.get(self.digits.end..).unwrap_or_default();
        let is_per_cent = self.codes.contains('%');
        let is_bare = !is_per_cent && is_meaningless(before) && is_meaningless(behind);
        let affixes = Affixes {
            // The number has its own minus.
            before: before.replace(MINUS_SIGNS, ""),
            behind: behind.to_owned(),
        };

        Presentation::Number(ShownNumber {
            sign: before
                .chars()
                .find(|c| *c == '(' || MINUS_SIGNS.contains(c)),
            is_per_cent,
            affixes: (!is_bare).then(|| Arc::new(affixes)),
        })
    }
}

fn parse_condition(inside: &str) -> Option<Condition> {
    let bare = inside.trim_start_matches(['<', '>', '=']);
    let (written, bound) = inside.split_at(inside.len() - bare.len());

    let holds = match written {
        "<" => f64::lt,
        "<=" => f64::le,
        ">" => f64::gt,
        ">=" => f64::ge,
        "=" => f64::eq,
        "<>" => f64::ne,
        _ => return None,
    };

    let bound = bound.trim().parse().ok()?;
    Some(Condition { holds, bound })
}

/// Returns true for a length of time, such as `[h]` of `[h]:mm`.
fn is_length_of_time(inside: &str) -> bool {
    let mut letters = inside.chars().map(|c| c.to_ascii_lowercase());
    let first = letters.next();
    matches!(first, Some('h' | 'm' | 's')) && letters.all(|c| first == Some(c))
}

/// The parts of a date that letters show: `m` beside hours or seconds is a minute, three `d` are a day of the week.
fn present_date(codes: &str) -> Presentation {
    let mut letters = codes.replace("am/pm", "h").replace("a/p", "h");
    letters.retain(|c| "ymdhs".contains(c));

    let mut has_year = false;
    let mut has_month = false;
    let mut has_day = false;
    let mut before = b' ';
    let mut runs = letters.as_bytes().chunk_by(u8::eq).peekable();
    while let Some(run) = runs.next() {
        let is_before_seconds = runs.peek().is_some_and(|next| next.starts_with(b"s"));
        let is_minute = before == b'h' || is_before_seconds;
        before = run[0];
        match run {
            [b'y', ..] => has_year = true,
            [b'm', ..] if !is_minute && run.len() < 5 => has_month = true,
            b"d" | b"dd" => has_day = true,
            _ => {}
        }
    }

    match (has_year, has_month, has_day) {
        (true, true, true) => Presentation::Date(DateParts::Day),
        (true, true, false) => Presentation::Date(DateParts::YearAndMonth),
        (true, false, false) => Presentation::Date(DateParts::Year),
        (false, true, true) => Presentation::Date(DateParts::MonthAndDay),
        (false, true, false) => Presentation::Date(DateParts::Month),
        _ => Presentation::Hour,
    }
}

/// Characters around digits that change nothing of what a number means: room, brackets, signs and currencies.
pub fn is_meaningless(affix: &str) -> bool {
    affix
        .chars()
        .all(|c| c.is_whitespace() || "()[]+-−.,;:'\"$€£¥₼₽₺₸₾₴".contains(c))
}

/// Returns true if a comma stands behind the last digit or before the point, where it divides by a thousand.
fn is_scaled(codes: &str) -> bool {
    for (at, _) in codes.match_indices(',') {
        if codes[..at].ends_with(PLACES) && !codes[at + 1..].starts_with(PLACES) {
            return true;
        }
    }

    false
}

/// The day that a number of days means, to the second. `None` below one day, and for day 60 of 1900: that is 29 February 1900,
/// a day that workbooks count and that never was.
fn day(serial: f64, is_1904: bool) -> Option<NaiveDate> {
    // Five digits of a day are less than a second.
    let rounded: f64 = format!("{serial:.5}").parse().ok()?;
    let days = rounded.trunc() as u64;
    if serial < 0.0 || days > LAST_DAY {
        return None;
    }

    let since_1899 = match days {
        _ if is_1904 => days + DAYS_TO_1904,
        0 | 60 => return None,
        1..60 => days + 1,
        _ => days,
    };

    NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(since_1899))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number as a cell of a format shows it, `date` before a date; nothing where nothing is shown.
    fn shown(code: &str, written: &str) -> String {
        match NumberFormat::from_code(code).number(written, false) {
            Some(Value::Date(date)) => format!("date {date}"),
            Some(Value::Text(text)) => format!("text {}", text.whole),
            Some(Value::Other(other)) => format!("other {other}"),
            Some(value) => value.to_string(),
            None => String::new(),
        }
    }

    #[test]
    fn the_section_that_applies_decides() {
        for (code, written, expected) in [
            ("General", "5.25", "5.25"),
            ("0.0;-0.0;\"..\"", "0", "text .."),
            ("0.0;-0.0;\"..\"", "-5.25", "-5.25"),
            ("0.0;-0.0;\"n/a\"", "0", "text n/a"),
            ("0;;", "-4", ""),
            (";;;", "7", ""),
            ("0.0;(0.0)", "-5", "-5"),
            ("0;[Red]0", "-5", "-5"),
            ("-0.0", "5.25", "-5.25"),
            ("\\−0.0;0.0", "5.25", "-5.25"),
            ("[<10]\"-\"0%;0%", "0.5", "-50%"),
            ("(0.0)", "5.25", "other (5.25)"),
            ("0-0", "55", "55"),
            ("General\" (r)\"", "5.2", "5.2 (r)"),
            ("-General", "5.2", "-5.2"),
            ("[<1]\"…\";0.0", "0.5", "text …"),
            ("[<1]\"…\";0.0", "2", "2"),
            ("[=0]\"–\";[<0]-0;0", "0", "text –"),
            ("@", "5", "5"),
            ("0_);\\(0\\);\"x\"", "0", "text x"),
            ("#,##0.00\\ [$₼-42C]", "1234.5", "1234.5"),
            ("#,##0.00\\ \"₼\"", "1234.5", "1234.5"),
            (
                "_-* #,##0.0_р_._-;\\-* #,##0.0_р_._-;_-* \"-\"??_р_._-;_-@_-",
                "2.5",
                "2.5",
            ),
            ("0.0\"p\"", "5.2", "5.2p"),
            ("0.0\\*", "5.2", "5.2*"),
            ("0.0\" (r)\"", "5.2", "5.2 (r)"),
            ("General\"e\"", "5.2", "5.2e"),
            ("\"~\"0.0", "5.2", "~5.2"),
            ("0.0%", "0.053", "5.3%"),
            ("0%\"p\"", "0.053", "5.3%p"),
            ("0.0\"%\"", "5.3", "5.3%"),
            ("#,##0,", "46311", "other 46311 / 1000…"),
            ("0.0,,\" mln\"", "46311", "other 46311 / 1000…"),
            ("0,.0", "46311", "other 46311 / 1000…"),
            ("#,##0", "46311", "46311"),
            ("0.00E+00", "46311", "46311"),
            ("# ?/?", "0.5", "0.5"),
            ("0_d", "46311", "46311"),
        ] {
            assert_eq!(shown(code, written), expected, "{code} {written}");
        }
    }

    #[test]
    fn a_date_has_the_parts_that_are_shown() {
        for (code, expected) in [
            ("[$-419]d\\ mmmm\\ yyyy", "date 2026-08-01"),
            ("dd\\.mm\\.yyyy;@", "date 2026-08-01"),
            ("mmm-yy", "date 2026-08"),
            ("B1mmm/yy", "date 2026-08"),
            ("yyyy", "date 2026"),
            ("yyyy\" г.\"", "date 2026"),
            ("mmm", "date Aug"),
            ("mmmm;@", "date Aug"),
            ("d-mmm", "date 1 Aug"),
            ("dd.mm.yyyy hh:mm", "date 2026-08-01"),
            ("dddd", "other 00:00"),
            ("mmmmm", "other 00:00"),
            ("[h]:mm", "other 00:00"),
            ("[mm]:ss", "other 00:00"),
            ("mm:ss", "other 00:00"),
            ("h:mm AM/PM", "other 00:00"),
        ] {
            assert_eq!(shown(code, "46235"), expected, "{code}");
        }
    }

    #[test]
    fn days_are_counted_as_excel_counts_them() {
        for (written, is_1904, day) in [
            ("1", false, "1900-01-01"),
            ("59", false, "1900-02-28"),
            ("61", false, "1900-03-01"),
            ("46235", false, "2026-08-01"),
            ("46235.75", false, "2026-08-01"),
            ("45657.9999999999", false, "2025-01-01"),
            ("45657.9999", false, "2024-12-31"),
            ("44773", true, "2026-08-01"),
            ("0.5", false, "00:00"),
            ("60", false, "00:00"),
            ("-1", false, "00:00"),
            ("1e18", false, "00:00"),
        ] {
            let value = NumberFormat::built_in(14).number(written, is_1904);
            assert_eq!(value.unwrap().to_string(), day, "{written}");
        }
    }

    #[test]
    fn a_text_may_be_hidden_or_another() {
        for (code, expected) in [
            (";;;", None),
            ("0;0;0;\"..\"", Some("..")),
            ("0;0;0;", None),
            ("General;-General;0;General", Some("a")),
            ("0;0;0;0", Some("a")),
            ("0;0;0;@\"*\"", Some("a")),
            ("0;@", Some("a")),
            ("0", Some("a")),
        ] {
            let text = CellText::plain("a").unwrap();
            let shown = NumberFormat::from_code(code).text(text);
            assert_eq!(
                shown.map(|value| value.to_string()).as_deref(),
                expected,
                "{code}"
            );
        }
    }
}
