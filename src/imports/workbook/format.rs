//! Number formats: which section of one applies to a number, and what that section shows.

use super::*;

use chrono::Days;

use super::cell::{Affixes, CellDate, CellNumber, CellText, DateParts, decimal};

/// 31 December 9999, counted from 1900.
const LAST_DAY: u64 = 2_958_465;
/// The places of digits, and `@` for the whole value.
const PLACES: [char; 4] = ['0', '#', '?', '@'];
const MINUS_SIGNS: [char; 2] = ['-', '\u{2212}'];

/// A format, by the sections of its code.
#[derive(Clone, Debug, Default)]
pub struct NumberFormat {
    numbers: Vec<Section>,
    /// The text that is shown in the place of a text; `None` where that is shown itself.
    text: Option<Option<Arc<CellText>>>,
}

#[derive(Clone, Debug)]
struct Section {
    condition: Option<Condition>,
    shows: Shows,
    /// The minus or bracket that it writes before a number.
    sign: Option<char>,
}

/// The numbers to which a section applies, such as `<1` of `[<1]0.00`.
#[derive(Clone, Copy, Debug)]
struct Condition {
    holds: fn(&f64, &f64) -> bool,
    bound: f64,
}

#[derive(Clone, Debug)]
enum Shows {
    Number(Option<Arc<Affixes>>),
    PerCent(Arc<Affixes>),
    /// A number that is divided by thousands.
    Scaled,
    Date(DateParts),
    /// An hour, a length of time, or a part of a date that is no period.
    Hour,
    /// A text in the place of the number, or nothing.
    Text(Option<Arc<CellText>>),
}

/// A part of a section.
enum Token {
    Code(char),
    Literal(char),
    Bracket(String),
}

impl NumberFormat {
    /// One of the formats that have a number and no code.
    pub fn built_in(id: u32) -> Self {
        let code = match id {
            9 | 10 => "0%",
            14 | 22 | 27..=31 | 34..=36 | 50..=58 => "yyyy-mm-dd",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18..=21 | 32 | 33 | 45..=47 => "h:mm",
            41 | 42 => "0;-0;\"-\";@",
            _ => return NumberFormat::default(),
        };

        NumberFormat::from_code(code)
    }

    /// Reads a code such as `0.0;-0.0;".."` or `[$-419]d mmmm yyyy`.
    pub fn from_code(code: &str) -> Self {
        let mut sections = sections(code);

        // The fourth section is that of texts, as is the last one with their place.
        let mut text = None;
        let has_place = sections
            .last()
            .is_some_and(|section| has_place_of_text(section));
        if sections.len() > 3 || sections.len() > 1 && has_place {
            let section = sections.pop().unwrap_or_default();
            sections.truncate(3);
            if !has_place {
                text = Some(CellText::plain(&literals(&section)));
            }
        }

        let mut numbers = Vec::new();
        for section in &sections {
            let shows = shows(section);
            let sign = match &shows {
                Shows::Number(_) | Shows::PerCent(_) => sign(section),
                _ => None,
            };
            numbers.push(Section {
                condition: section.iter().find_map(condition),
                shows,
                sign,
            });
        }

        NumberFormat { numbers, text }
    }

    /// The value that a text has in a cell of this format.
    pub fn text(&self, text: Arc<CellText>) -> Option<Value> {
        let shown = self.text.clone().unwrap_or(Some(text));
        shown.map(Value::Text)
    }

    /// The value that a number has in a cell of this format; `None` where nothing is shown of it. A number that no decimal
    /// of the program holds is an error.
    pub fn number(&self, written: &str, is_1904: bool) -> Option<Value> {
        let number = decimal(written);
        let (Some(mut number), Ok(double)) = (number, written.parse::<f64>()) else {
            return Some(Value::Other(written.into()));
        };

        let Some(Section { shows, sign, .. }) = self.section(double) else {
            return Some(Value::Number(CellNumber {
                written: written.into(),
                affixes: None,
            }));
        };

        // Of a positive number a minus is shown, which counts, or a bracket, which is in doubt.
        let mut shown = written.to_owned();
        match sign.filter(|_| double > 0.0) {
            Some('(') => return Some(Value::Other(format!("({number})").into())),
            Some(_) => {
                shown.insert(0, '-');
                number = number.multiplied(Number::from_scaled(-1, 0))?;
            }
            None => {}
        }

        match shows {
            Shows::Number(affixes) => Some(Value::Number(CellNumber {
                written: shown.into(),
                affixes: affixes.clone(),
            })),
            Shows::PerCent(affixes) => {
                let Some(per_cent) = number.multiplied(Number::from_scaled(100, 0)) else {
                    return Some(Value::Other(written.into()));
                };

                Some(Value::Number(CellNumber {
                    written: per_cent.to_string().into(),
                    affixes: Some(Arc::clone(affixes)),
                }))
            }
            Shows::Scaled => Some(Value::Other(format!("{number} / 1000…").into())),
            Shows::Date(shown) => match day(double, is_1904) {
                Some(day) => Some(Value::Date(CellDate { day, shown: *shown })),
                None => Some(Value::hour()),
            },
            Shows::Hour => Some(Value::hour()),
            Shows::Text(text) => text.clone().map(Value::Text),
        }
    }

    /// The parts of a date that are shown.
    pub fn date_parts(&self) -> Option<DateParts> {
        match self.numbers.first()?.shows {
            Shows::Date(parts) => Some(parts),
            _ => None,
        }
    }

    /// The section that applies to a number.
    fn section(&self, number: f64) -> Option<&Section> {
        let count = self.numbers.len();
        let mut conditions = self.numbers.iter().map(|section| section.condition);
        let is_conditional = conditions.any(|condition| condition.is_some());

        for (place, section) in self.numbers.iter().enumerate() {
            let applies = match (section.condition, place, count) {
                (Some(Condition { holds, bound }), ..) => holds(&number, &bound),
                (None, ..) if is_conditional => place + 1 == count,
                (None, 0, 2) => number >= 0.0,
                (None, 0, 3) => number > 0.0,
                (None, 1, 3) => number < 0.0,
                _ => true,
            };

            if applies {
                return Some(section);
            }
        }

        None
    }
}

/// The sections of a code. Characters that only take room are left out.
fn sections(code: &str) -> Vec<Vec<Token>> {
    let mut sections = Vec::new();
    let mut section = Vec::new();
    let mut characters = code.chars();

    while let Some(c) = characters.next() {
        match c {
            '_' | '*' => drop(characters.next()),
            '\\' => section.extend(characters.next().map(Token::Literal)),
            '"' => {
                let quoted = characters.by_ref().take_while(|c| *c != '"');
                section.extend(quoted.map(Token::Literal));
            }
            '[' => {
                let inside = characters.by_ref().take_while(|c| *c != ']').collect();
                section.push(Token::Bracket(inside));
            }
            ';' => sections.push(std::mem::take(&mut section)),
            _ => section.push(Token::Code(c)),
        }
    }

    sections.push(section);
    sections
}

fn has_place_of_text(section: &[Token]) -> bool {
    section
        .iter()
        .any(|token| matches!(token, Token::Code('@')))
}

fn condition(token: &Token) -> Option<Condition> {
    let Token::Bracket(inside) = token else {
        return None;
    };

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

/// The first minus or bracket before the digits of a section.
fn sign(section: &[Token]) -> Option<char> {
    for token in section {
        match token {
            Token::Code(c) | Token::Literal(c) if *c == '(' || MINUS_SIGNS.contains(c) => {
                return Some(*c);
            }
            Token::Code(c) if PLACES.contains(c) || matches!(c, 'G' | 'g') => return None,
            _ => {}
        }
    }

    None
}

fn literals(section: &[Token]) -> String {
    let mut text = String::new();
    for token in section {
        if let Token::Code(c) | Token::Literal(c) = token {
            text.push(*c);
        }
    }

    text
}

/// The parts of a number that a section shows.
fn shows(section: &[Token]) -> Shows {
    let mut codes = String::new();
    for token in section {
        match token {
            Token::Code(c) => codes.extend(c.to_lowercase()),
            // A length of time: `[h]:mm`.
            Token::Bracket(inside) if is_length_of_time(inside) => return Shows::Hour,
            Token::Bracket(_) | Token::Literal(_) => {}
        }
    }

    if codes.contains("general") {
        return shows_number(section, &codes.replace("general", "0"), "generalGENERAL");
    }

    if codes.contains(['y', 'm', 'd', 'h', 's']) {
        return shows_date(&codes);
    }

    shows_number(section, &codes, "")
}

fn is_length_of_time(inside: &str) -> bool {
    let small = inside.to_lowercase();
    let rest = small.trim_start_matches(small.chars().next().unwrap_or_default());
    rest.is_empty() && small.starts_with(['h', 'm', 's'])
}

/// The parts of a date that letters show: `m` beside hours or seconds is a minute, three `d` are a day of the week.
fn shows_date(codes: &str) -> Shows {
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
        (true, true, true) => Shows::Date(DateParts::Day),
        (true, true, false) => Shows::Date(DateParts::YearAndMonth),
        (true, false, false) => Shows::Date(DateParts::Year),
        (false, true, true) => Shows::Date(DateParts::MonthAndDay),
        (false, true, false) => Shows::Date(DateParts::Month),
        _ => Shows::Hour,
    }
}

/// The view of a section without a date: digits with what stands before and behind them, or without a place for digits its
/// text. `letters` are places of digits, too.
fn shows_number(section: &[Token], codes: &str, letters: &str) -> Shows {
    if !codes.contains(PLACES) {
        return Shows::Text(CellText::plain(&literals(section)));
    }

    if is_scaled(codes) {
        return Shows::Scaled;
    }

    let (mut first, mut last) = (section.len(), 0);
    for (at, token) in section.iter().enumerate() {
        if let Token::Code(c) = token
            && (PLACES.contains(c) || letters.contains(*c))
        {
            first = first.min(at);
            last = at;
        }
    }

    let affixes = Arc::new(Affixes {
        // The number has its own minus.
        before: literals(section.get(..first).unwrap_or_default()).replace(MINUS_SIGNS, ""),
        behind: literals(section.get(last + 1..).unwrap_or_default()),
    });
    if codes.contains('%') {
        return Shows::PerCent(affixes);
    }

    let is_bare = is_meaningless(&affixes.before) && is_meaningless(&affixes.behind);
    Shows::Number((!is_bare).then_some(affixes))
}

/// Characters around digits that change nothing of what a number means: room, brackets, signs and currencies.
pub fn is_meaningless(affix: &str) -> bool {
    affix
        .chars()
        .all(|c| c.is_whitespace() || "()[]+-−.,;:'\"$€£¥₼₽₺₸₾₴".contains(c))
}

/// Returns true if a comma stands behind the last digit or before the point, where it divides by a thousand.
fn is_scaled(codes: &str) -> bool {
    let parts: Vec<&str> = codes.split(',').collect();
    let mut pairs = parts.windows(2);
    pairs.any(|pair| pair[0].ends_with(PLACES) && !pair[1].starts_with(PLACES))
}

/// The day that a number of days means, to the second. `None` for day 60 of 1900, which never was, and below one day.
fn day(serial: f64, is_1904: bool) -> Option<NaiveDate> {
    // Five digits of a day are less than a second.
    let rounded: f64 = format!("{serial:.5}").parse().ok()?;
    let days = rounded.trunc() as u64;
    if serial < 0.0 || days > LAST_DAY {
        return None;
    }

    let (year, month, day) = match (is_1904, days) {
        (true, _) => (1904, 1, 1),
        (false, 0 | 60) => return None,
        (false, 1..60) => (1899, 12, 31),
        (false, _) => (1899, 12, 30),
    };

    NaiveDate::from_ymd_opt(year, month, day)?.checked_add_days(Days::new(days))
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
