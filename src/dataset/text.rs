//! Decodes files: UTF-8, with or without a byte-order mark. A file in another encoding is reported with its likely name.

use super::*;

use super::encoding::{guess_encoding, is_foreign};

/// A file's text, and where its lines begin.
#[derive(Debug)]
pub struct Text<'a> {
    pub location: Location,
    pub content: &'a str,
    pub report: &'a Report,
    /// The offset of each line.
    starts: Vec<usize>,
}

impl<'a> Text<'a> {
    pub fn new(location: &Location, content: &'a str, report: &'a Report) -> Self {
        let mut starts = vec![0];
        starts.extend(content.match_indices('\n').map(|(at, _)| at + 1));
        Text {
            location: location.clone(),
            content,
            report,
            starts,
        }
    }

    /// Decodes a file; what cannot be decoded, and a file with nothing in it, is reported.
    pub fn decode(file: &'a DataFile, report: &'a Report) -> Option<Self> {
        let location = Location::file(file.path.as_str());
        match decode_text(&file.bytes) {
            Ok(content) => Some(Text::new(&location, content, report)),
            Err(problem) => report.refuse(location, problem),
        }
    }

    pub fn line(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|start| *start <= offset);
        line.try_into().unwrap_or(u32::MAX)
    }

    pub fn at(&self, offset: usize) -> Location {
        self.location.line(self.line(offset))
    }

    /// The offset at which a line begins; lines are counted from 1.
    pub fn start_of(&self, line: usize) -> usize {
        let start = self.starts.get(line.saturating_sub(1));
        start.copied().unwrap_or(self.content.len())
    }
}

/// The text of a file behind its byte-order mark. The error says why there is none.
fn decode_text(bytes: &[u8]) -> Result<&str, Message> {
    if is_foreign(bytes) {
        return Err(msg::not_text());
    }

    let content = match std::str::from_utf8(bytes) {
        // Without a mark, UTF-16 is UTF-8 as long as it stays with the Latin alphabet.
        Ok(_) if bytes.iter().take(2).any(|byte| *byte == 0) => {
            return Err(msg::not_utf8_but(0, "UTF-16"));
        }
        Ok(content) => content.strip_prefix('\u{feff}').unwrap_or(content),
        Err(error) => {
            let at = error.valid_up_to();
            return Err(match guess_encoding(bytes, at) {
                Some(encoding) => msg::not_utf8_but(at, encoding),
                None => msg::not_utf8(at),
            });
        }
    };

    match content.trim() {
        "" => Err(msg::empty_file()),
        _ => Ok(content),
    }
}

/// Reports a character that nobody sees, unless it is `allowed`, and a password in an address: such a text is not fit for
/// readers. Returns true if the text is fit, or used all the same. A release that was published with it is served on, unless it
/// has a control character, which no release could have.
pub fn check_fit(
    report: &Report,
    location: &Location,
    name: &str,
    text: &str,
    allowed: &[char],
) -> bool {
    let mut characters = text.chars();
    let unseen = characters.find(|c| msg::is_invisible(*c) && !allowed.contains(c));
    let problem = match unseen {
        Some(unseen) => msg::invisible_character(name, format!("U+{:04X}", u32::from(unseen))),
        None if has_user_information(text) => msg::user_information(name),
        None => return true,
    };

    let is_served = report.purpose == Purpose::Serve && !unseen.is_some_and(char::is_control);
    if is_served {
        report.warning(location.clone(), problem);
    } else {
        report.error(location.clone(), problem);
    }

    is_served
}

/// Returns true if an address in a text names a user before its host.
fn has_user_information(text: &str) -> bool {
    for address in text.split("://").skip(1) {
        let end = address.find(|c: char| c.is_whitespace() || "/?#\\\"<>".contains(c));
        let authority = &address[..end.unwrap_or(address.len())];
        if authority.contains('@') {
            return true;
        }
    }

    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    fn decode(bytes: &[u8]) -> Result<String, String> {
        let file = DataFile {
            path: "indicators/gdp.csv".into(),
            bytes: bytes.to_vec(),
        };
        let report = Report::default();
        let text = Text::decode(&file, &report).map(|text| text.content.to_owned());
        text.ok_or_else(|| report.into_diagnostics().problems()[0].sentence(Lang::En))
    }

    #[test]
    fn encodings_are_named() {
        assert_eq!(decode("\u{feff}ВВП".as_bytes()).unwrap(), "ВВП");
        let said = |bytes: &[u8]| decode(bytes).unwrap_err();
        assert_eq!(
            said(b"a\n\xcc\xe0\xed\xe0\xf2"),
            "indicators/gdp.csv: not UTF-8 at byte 2 (looks like windows-1251): save the file as UTF-8"
        );
        assert!(said(b"\x8c\xa0\xad\xa0\xe2").contains("looks like IBM866"));
        assert!(said(b"d\xe9lai").contains("looks like windows-1252"));
        assert!(
            said(b"123 \xe9t\xe9").contains("looks like windows-1252"),
            "before a Latin letter"
        );
        assert!(
            said(b"\xe4\xe0, ").contains("looks like windows-1251"),
            "a short word"
        );
        assert!(
            said(b"x\xe4\xe0\xed").contains("looks like windows-1251"),
            "too long for accents"
        );
        assert!(
            said(b"\xcc\xd2\xc0\xcc").contains("looks like windows-1251"),
            "capitals alone"
        );
        assert!(
            said(b"\xb0\xb1\xb2\xb3").ends_with("not UTF-8 at byte 0: save the file as UTF-8"),
            "no letters"
        );
        assert!(said(b"\xff\xfed\0a\0").contains("looks like UTF-16"));
        assert!(said(b"d\0a\0t\0e\0,\0").contains("looks like UTF-16"));
        assert!(said(b"PK\x03\x04\x14").contains("a workbook or an archive"));
        assert!(said(b" \r\n").starts_with("indicators/gdp.csv: the file is empty"));
    }

    #[test]
    fn lines_are_counted_from_one() {
        let report = Report::default();
        let file = DataFile {
            path: "a".into(),
            bytes: b"one\ntwo\r\nthree".to_vec(),
        };
        let text = Text::decode(&file, &report).unwrap();
        assert_eq!(
            [0, 3, 4, 9].map(|offset| text.at(offset).line),
            [Some(1), Some(1), Some(2), Some(3)]
        );
        assert_eq!(
            [0, 1, 2, 3, 4].map(|line| text.start_of(line)),
            [0, 0, 4, 9, 14]
        );
        let file = DataFile {
            path: "a".into(),
            bytes: b"one".to_vec(),
        };
        let text = Text::decode(&file, &report).unwrap();
        assert_eq!([1, 2].map(|line| text.start_of(line)), [0, 3]);
    }
}
