//! The syntax of the configuration file: lines KEY=VALUE as systemd reads them in an EnvironmentFile, so that one file
//! serves the unit and the commands. What systemd would pass over in silence is refused.

use crate::messages::{self as msg, Message};

/// An assignment, by the line on which it begins.
#[derive(Debug, PartialEq, Eq)]
pub struct Assignment {
    pub line: usize,
    pub name: String,
    pub value: String,
}

/// A mistake, by its line.
pub type Mistake = (usize, Message);

/// The assignments of a text, and what is none.
pub fn parse(text: &str) -> (Vec<Assignment>, Vec<Mistake>) {
    let mut reader = Reader { rest: text.chars().peekable(), line: 1 };
    let (mut assignments, mut mistakes) = (Vec::new(), Vec::new());
    while let Some(&next) = reader.rest.peek() {
        let line = reader.line;
        match next {
            '#' | ';' => reader.skip_line(),
            _ if next.is_whitespace() => drop(reader.next()),
            _ => match reader.assignment() {
                Ok((name, value)) => assignments.push(Assignment { line, name, value }),
                Err(why) => mistakes.push((line, why)),
            },
        }
    }
    (assignments, mistakes)
}

/// The words of a value that holds options, as a shell separates them: by spaces, with quotes around those that have some.
pub fn words(text: &str) -> Result<Vec<String>, Message> {
    let mut reader = Reader { rest: text.chars().peekable(), line: 1 };
    let (mut words, mut word) = (Vec::new(), None::<String>);
    while let Some(next) = reader.next() {
        match next {
            ' ' | '\t' => words.extend(word.take()),
            '\'' | '"' => word.get_or_insert_default().push_str(&reader.quoted(next)?),
            '\\' => word.get_or_insert_default().extend(reader.next()),
            _ => word.get_or_insert_default().push(next),
        }
    }
    words.extend(word);
    Ok(words)
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|c| c != '\n') {}
    }

    fn assignment(&mut self) -> Result<(String, String), Message> {
        let mut name = String::new();
        loop {
            match self.next() {
                Some('=') => break,
                None | Some('\n') => return Err(msg::not_an_assignment()),
                Some(c) => name.push(c),
            }
        }
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = name.trim_end();
        if name.is_empty() || !is_name(name) {
            self.skip_line();
            return Err(msg::not_an_assignment());
        }
        Ok((name.to_owned(), self.value()?))
    }

    /// Everything up to the end of the line; quoted parts may go on beyond it.
    fn value(&mut self) -> Result<String, Message> {
        let mut value = String::new();
        // The length up to which spaces belong to the value.
        let mut kept = 0;
        while let Some(next) = self.next() {
            match next {
                '\n' => break,
                '\'' | '"' => value.push_str(&self.quoted(next)?),
                // A backslash at the end of a line joins the next one.
                '\\' => value.extend(self.next().filter(|c| *c != '\n')),
                _ if next.is_whitespace() && value.is_empty() => continue,
                _ if next.is_whitespace() => {
                    value.push(next);
                    continue;
                }
                _ => value.push(next),
            }
            kept = value.len();
        }
        value.truncate(kept);
        Ok(value)
    }

    /// What stands up to the closing quotation mark; behind a backslash the marks `"`, `\`, `` ` `` and `$` stand for
    /// themselves, but not between single ones.
    fn quoted(&mut self, mark: char) -> Result<String, Message> {
        let mut text = String::new();
        while let Some(next) = self.next() {
            match next {
                _ if next == mark => return Ok(text),
                '\\' if mark == '"' => match self.next() {
                    Some(c @ ('"' | '\\' | '`' | '$')) => text.push(c),
                    Some('\n') | None => {}
                    Some(c) => text.extend(['\\', c]),
                },
                _ => text.push(next),
            }
        }
        Err(msg::quotation_not_closed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_systemd() {
        for (text, value) in [
            ("A=b", "b"),
            ("A = b ", "b"),
            ("A=", ""),
            ("A=b c  ", "b c"),
            ("A='b  '", "b  "),
            ("A=\"b \\\"c\\\" \\d\"", "b \"c\" \\d"),
            ("A='b\\n'", "b\\n"),
            ("A=b\\ c\\\nd", "b cd"),
            ("A='b'\"c\"d", "bcd"),
            ("A='b\nc'", "b\nc"),
            ("A=b#c", "b#c"),
        ] {
            let (assignments, mistakes) = parse(text);
            assert_eq!(mistakes, [], "{text}");
            assert_eq!(
                assignments,
                [Assignment { line: 1, name: "A".into(), value: value.into() }],
                "{text}"
            );
        }
    }

    #[test]
    fn comments_and_empty_lines_say_nothing_and_anything_else_is_a_mistake() {
        let (assignments, mistakes) = parse("# a\n; b\n\n  A=1\nexport B=2\nC\n=3\nD='4\n");
        assert_eq!(assignments, [Assignment { line: 4, name: "A".into(), value: "1".into() }]);
        let mistakes: Vec<_> = mistakes.iter().map(|(line, why)| (*line, why.kind())).collect();
        let other = "not_an_assignment";
        assert_eq!(mistakes, [(5, other), (6, other), (7, other), (8, "quotation_not_closed")]);
    }

    #[test]
    fn options_are_separated_as_a_shell_does() {
        assert_eq!(words(" --a 1  --b 'c d' \"\" e\\ f ").unwrap(), ["--a", "1", "--b", "c d", "", "e f"]);
        assert!(words("--a 'b").is_err());
    }
}
