//! `settings.json`: what a store asks of those who publish. Written by its owner, by hand.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::dir::Dir;
use super::error::Error;
use crate::messages as say;

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
    ///
    /// # Errors
    /// When it cannot be read, or says something else: a rule that is not understood must not be passed over.
    pub fn read(root: &Dir) -> Result<Self, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(Settings::default()) };
        let broken = |why: String| Error::Broken(root.path().join(FILE), say::settings_are_broken(why));
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
