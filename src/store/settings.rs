//! `settings.json`: what a store asks of those who publish. Written by its owner, by hand.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::Error;
use crate::directory::Directory;
use crate::messages as msg;

const FILE: &str = "settings.json";

/// The rules of a store; those of one without the file ask for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether what one person has staged is put in service by another.
    pub two_people: bool,
    /// Whether only signed bundles are taken.
    pub signed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    #[serde(default)]
    approval: Option<u32>,
    #[serde(default)]
    signed: bool,
}

impl Settings {
    /// Reads the file.
    pub fn read(root: &Directory) -> Result<Self, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(Settings::default()) };
        let broken = |why: String| Error::Broken(root.path().join(FILE), msg::settings_are_broken(why));
        // An object and nothing else: an array would be taken for one without names.
        let members: Map<String, Value> =
            serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
        let file = SettingsFile::deserialize(Value::Object(members));
        let file = file.map_err(|error| broken(error.to_string()))?;
        let two_people = match file.approval {
            None | Some(1) => false,
            Some(2) => true,
            Some(other) => return Err(broken(format!("`approval`: {other}"))),
        };
        Ok(Settings { two_people, signed: file.signed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::samples::Scratch;

    #[test]
    fn a_rule_that_is_not_understood_is_not_passed_over() {
        let scratch = Scratch::new();
        assert_eq!(Settings::read(&scratch.dir()).unwrap(), Settings::default());
        let read = |text: &str| {
            scratch.write(FILE, text);
            Settings::read(&scratch.dir())
        };
        for (text, two_people, signed) in [
            ("{}", false, false),
            (r#"{"approval":1}"#, false, false),
            (r#"{"approval":2}"#, true, false),
            (r#"{"signed":true}"#, false, true),
            (r#"{"approval":2,"signed":true}"#, true, true),
        ] {
            assert_eq!(read(text).unwrap(), Settings { two_people, signed }, "{text}");
        }
        for text in ["", "[2,true]", r#"{"approval":0}"#, r#"{"approval":3}"#, r#"{"signd":true}"#] {
            assert!(matches!(read(text), Err(Error::Broken(..))), "{text}");
        }
    }
}
