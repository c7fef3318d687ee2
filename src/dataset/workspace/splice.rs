//! The difference between two states of a file: one stretch of text that takes the place of another. Enough to take an
//! edit back, and short where the edit was.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// One file before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Splice {
    /// The file, relative to the dataset.
    pub path: String,
    /// The SHA-256 of what it was; `None` where there was no such file.
    pub before: Option<String>,
    /// The SHA-256 of what it became; `None` where it was removed.
    pub after: Option<String>,
    /// The byte at which both begin to differ.
    at: usize,
    /// What stood there.
    removed: String,
    /// The bytes that stand there since.
    inserted: usize,
}

impl Splice {
    /// The difference between two states of a file. It is cut between characters of UTF-8.
    pub fn between(path: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> Self {
        let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
        let continues = |bytes: &[u8], at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let mut at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        while at > 0 && continues(old, at) {
            at -= 1;
        }
        let most = old.len().min(new.len()) - at;
        let same = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new);
        let mut tail = same.count();
        while continues(old, old.len() - tail) {
            tail -= 1;
        }
        let removed = old.get(at..old.len() - tail).unwrap_or_default();
        Splice {
            path: path.to_owned(),
            before: before.map(hash),
            after: after.map(hash),
            at,
            removed: String::from_utf8_lossy(removed).into_owned(),
            inserted: new.len() - tail - at,
        }
    }

    /// What the file was, from what it is; `None` where somebody else has changed it since.
    pub fn taken_back(&self, now: Option<&[u8]>) -> Option<Option<Vec<u8>>> {
        if now.map(hash) != self.after {
            return None;
        }
        let Some(expected) = &self.before else { return Some(None) };
        let mut bytes = now.unwrap_or_default().to_vec();
        let end = self.at.checked_add(self.inserted).filter(|end| *end <= bytes.len())?;
        bytes.splice(self.at..end, self.removed.bytes());
        (hash(&bytes) == *expected).then_some(Some(bytes))
    }
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_can_be_taken_back() {
        let texts: [Option<&str>; 9] = [
            None,
            Some(""),
            Some("date,value\n"),
            Some("date,value\n1,ж\n"),
            Some("date,value\n1,з\n"),
            Some("date,value\n1,Ѷ\n"),
            Some("ж"),
            Some("Ѷж"),
            Some("aa"),
        ];
        for before in texts {
            for after in texts {
                let bytes = |text: Option<&'static str>| text.map(str::as_bytes);
                let splice = Splice::between("x", bytes(before), bytes(after));
                let found = splice.taken_back(bytes(after)).unwrap();
                assert_eq!(found.as_deref(), bytes(before), "{before:?} {after:?}");
                assert_eq!(splice.taken_back(Some(b"somebody else's")), None);
            }
        }
    }

    #[test]
    fn a_row_costs_no_more_than_a_row() {
        let before = "date,value\n2026-10-20,1.7\n2026-11-20,1.7\n";
        let splice = Splice::between(
            "x",
            Some(before.as_bytes()),
            Some(format!("{before}2026-11-21,1.7\n").as_bytes()),
        );
        assert_eq!((splice.removed.as_str(), splice.inserted), ("", 15));
    }

    #[test]
    fn what_is_no_text_cannot_be_taken_back() {
        let splice = Splice::between("x", Some(b"\x80"), Some(b"\x81"));
        assert_eq!(splice.taken_back(Some(b"\x81")), None);
    }
}
