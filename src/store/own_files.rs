//! Files of the store's own: `settings.json`, its rules for publications; `.publishing`, the line that
//! the journal is about to get, so that the next command after a killed program knows what was meant; and `.reserve`, a
//! little room that is given up when the disk is full, so that a rollback still finds a place for its link and its line
//! in the journal.

use super::*;

use serde_json::{Map, Value};

use crate::dataset::{JsonNode, Report, Text, is_plain_id};

pub const SETTINGS: &str = "settings.json";
pub const MARKER: &str = ".publishing";
/// Releases that are kept where the settings do not say how many.
const KEEP: usize = 20;
pub const RESERVE: &str = ".reserve";
/// Enough for some dozens of lines of the journal.
pub const RESERVE_BYTES: usize = 16 << 10;

/// The rules of a store; those of one without the file ask for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// True if somebody else has to approve what one person has staged.
    pub two_people: bool,
    pub signed: bool,
    /// How many releases are kept.
    pub keep: usize,
    /// The name of this store. Bundles for another one are refused.
    pub site: Option<String>,
    /// The group that reads what is closed to others, where it is not the store's own.
    pub readers: Option<Gid>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            two_people: false,
            signed: false,
            keep: KEEP,
            site: None,
            readers: None,
        }
    }
}

impl Settings {
    pub fn read(root: &Directory) -> Result<Self> {
        let Some(bytes) = root.read(SETTINGS)? else {
            return Ok(Settings::default());
        };

        let path = root.path().join(SETTINGS).display().to_string();
        Settings::parse(DataFile { path, bytes })
    }

    fn parse(file: DataFile) -> Result<Self> {
        let mut diagnostics = Diagnostics::default();
        let settings = Report::collect(&mut diagnostics, |report| parse(&file, report));
        if let Some(problem) = diagnostics.sorted().problems().first() {
            let reason = problem.message.clone();
            return Err(msg::settings_are_broken(&problem.location, reason).into());
        }

        Ok(settings.unwrap_or_default())
    }
}

/// The settings after a change: what `settings.json` is to have, and what it means.
pub struct ChangedSettings {
    pub bytes: Vec<u8>,
    pub settings: Settings,
}

impl ChangedSettings {
    /// Takes settings as `NAME=VALUE`; an empty value takes a setting away. Fails with the first that is not a setting.
    pub fn new(root: &Directory, changes: &BTreeMap<String, String>) -> Result<Self> {
        let mut members = Map::new();
        if let Some(former) = root.read(SETTINGS)? {
            members = root.at(SETTINGS, serde_json::from_slice(&former))?;
        }

        for (name, value) in changes {
            if value.is_empty() {
                members.remove(name);
            } else {
                members.insert(name.clone(), read_value(name, value));
            }
        }

        let text = Value::Object(members).to_string() + "\n";
        let bytes = text.into_bytes();
        let settings = Settings::parse(DataFile {
            path: SETTINGS.to_owned(),
            bytes: bytes.clone(),
        })?;
        Ok(ChangedSettings { bytes, settings })
    }
}

/// The value of a setting as JSON: a number or a truth where it can be one, and the setting is no name.
fn read_value(name: &str, value: &str) -> Value {
    let is_name = matches!(name, "readers" | "site");
    match serde_json::from_str(value) {
        Ok(value) if !is_name => value,
        _ => Value::from(value),
    }
}

fn parse(file: &DataFile, report: &Report) -> Option<Settings> {
    let text = Text::decode(file, report)?;
    let mut object = JsonNode::parse(&text)?.object()?;
    let people = object.optional("approval", |value| value.whole_number_within(1, 2));
    let signed = object.optional("signed", JsonNode::truth);
    let keep = object.optional("keep", JsonNode::whole_number);
    let site = object.optional("site", |value| {
        value.parsed(
            |text| is_plain_id(text).then(|| text.to_owned()),
            |text| msg::bad_site(text),
        )
    });
    let readers = object.optional("readers", |value| {
        value.parsed(user::group, |name| msg::no_such_group(name))
    });
    object.finish();

    let keep = keep.map(|keep| usize::try_from(keep).unwrap_or(usize::MAX));
    Some(Settings {
        two_people: people == Some(2),
        signed: signed.unwrap_or_default(),
        keep: keep.unwrap_or(KEEP),
        site,
        readers,
    })
}

/// Reads the marker; `None` where there is none, or where it names nothing that could be a release.
pub fn read_marker(root: &Directory) -> Result<Option<Entry>> {
    let bytes = root.read(MARKER)?.unwrap_or_default();
    let entry = serde_json::from_slice::<Entry>(&bytes).ok();
    Ok(entry.filter(|entry| check_version(entry.version()).is_ok()))
}

/// The marker is removed when the step was taken, or will not be.
pub fn write_marker(root: &Directory, entry: &Entry, access: &Access) -> Result {
    let bytes = root.at(MARKER, serde_json::to_vec(entry))?;
    Ok(root.replace(MARKER, &bytes, access)?)
}

/// Does something that needs room; where there is none, gives the reserve up and tries again.
pub fn with_reserve<T>(root: &Directory, mut step: impl FnMut() -> Result<T>) -> Result<T> {
    match step() {
        Err(error) if error.is_no_room() && root.has(RESERVE) => {
            root.remove(RESERVE)?;
            step()
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;
    use crate::store::samples::{Scratch, kind};

    #[test]
    fn a_rule_that_is_not_understood_is_not_passed_over() {
        let scratch = Scratch::new();
        assert_eq!(Settings::read(&scratch.dir()).unwrap(), Settings::default());
        let read = |text: &str| {
            scratch.write(SETTINGS, text);
            Settings::read(&scratch.dir())
        };
        let root = Some(Gid::from_raw(0));
        for (text, two_people, signed, keep, readers) in [
            ("{}", false, false, 20, None),
            (r#"{"approval":1}"#, false, false, 20, None),
            (r#"{"approval":2}"#, true, false, 20, None),
            (r#"{"signed":true}"#, false, true, 20, None),
            (
                r#"{"approval":2,"signed":true,"keep":0,"readers":"root"}"#,
                true,
                true,
                0,
                root,
            ),
        ] {
            assert_eq!(
                read(text).unwrap(),
                Settings {
                    two_people,
                    signed,
                    keep,
                    site: None,
                    readers
                },
                "{text}"
            );
        }

        assert_eq!(
            read(r#"{"site":"baku-2"}"#).unwrap().site.as_deref(),
            Some("baku-2")
        );
        for text in [
            "",
            "[2,true]",
            r#"{"site":"Baku"}"#,
            r#"{"site":""}"#,
            r#"{"site":1}"#,
            r#"{"approval":0}"#,
            r#"{"approval":3}"#,
            r#"{"signd":true}"#,
            r#"{"keep":-1}"#,
            r#"{"readers":"nobody's"}"#,
        ] {
            assert_eq!(kind(read(text)), "settings_are_broken", "{text}");
        }
    }

    #[test]
    fn the_reserve_is_given_up_for_want_of_room_and_for_nothing_else() {
        let scratch = Scratch::new();
        let store = scratch.store();
        let root = scratch.dir();
        // How often a step is tried that fails so.
        let tried = |errno: Errno| {
            let mut tried = 0;
            let outcome: Result<()> = with_reserve(&root, || {
                tried += 1;
                Err(at(root.path(), errno))
            });
            assert!(outcome.is_err());
            tried
        };

        store.create_reserve();
        assert_eq!(scratch.text(RESERVE).len(), RESERVE_BYTES);
        assert_eq!(tried(Errno::ACCESS), 1);
        assert!(scratch.join(RESERVE).exists());
        assert_eq!(tried(Errno::NOSPC), 2);
        assert!(!scratch.join(RESERVE).exists());
        assert_eq!(tried(Errno::NOSPC), 1, "there is nothing left to give up");
        scratch.write(RESERVE, "as it is");
        store.create_reserve();
        assert_eq!(scratch.text(RESERVE), "as it is");
        assert_eq!(with_reserve(&root, || Ok(7)).unwrap(), 7);
    }
}
