//! `armed.json`: the release that waits for its instant (decisions, 12). It holds the line that the journal will get.

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use super::access::Access;
use super::dir::Dir;
use super::entry::Entry;
use super::error::Error;
use crate::messages as say;
use crate::model::Timestamp;

const FILE: &str = "armed.json";

/// A release that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armed {
    /// When it becomes public.
    pub instant: Timestamp,
    /// What the journal will say: `at` is the instant, `user` who armed it.
    pub entry: Entry,
}

#[derive(Serialize, Deserialize)]
struct ArmedFile {
    entry: Entry,
}

impl Armed {
    /// What is armed, if anything is.
    ///
    /// # Errors
    /// When the file cannot be read, or is not what was written there.
    pub fn read(root: &Dir) -> Result<Option<Self>, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(None) };
        let broken = || Error::Broken(root.path().join(FILE), say::armed_is_broken());
        let ArmedFile { entry } = serde_json::from_slice(&bytes).map_err(|_| broken())?;
        let instant = entry.at.as_deref().and_then(|at| DateTime::parse_from_rfc3339(at).ok());
        let instant = instant.ok_or_else(broken)?.to_utc();
        super::names::check(&entry.version)?;
        Ok(Some(Armed { instant, entry }))
    }

    /// Whether its instant has come.
    pub fn is_due(&self, now: Timestamp) -> bool {
        now >= self.instant
    }

    /// Writes it down, and waits until it is on the disk.
    pub fn write(&self, root: &Dir, access: &Access) -> Result<(), Error> {
        let file = ArmedFile { entry: self.entry.clone() };
        let bytes = serde_json::to_vec_pretty(&file);
        let bytes = bytes.map_err(|error| super::error::at(&root.path().join(FILE), error))?;
        root.replace(FILE, &bytes, access)
    }

    /// Takes the file away: nothing is armed any more.
    pub fn remove(root: &Dir) -> Result<(), Error> {
        root.remove(FILE)?;
        root.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::{Scratch, hour};

    #[test]
    fn what_waits_names_a_release_and_an_instant() {
        let scratch = Scratch::new();
        assert_eq!(Armed::read(&scratch.dir()).unwrap(), None);
        let read = |version: &str, at: Option<&str>| {
            let entry =
                Entry { at: at.map(str::to_owned), ..Entry::publication(version.to_owned(), String::new()) };
            scratch.write(FILE, serde_json::to_vec(&ArmedFile { entry }).unwrap());
            Armed::read(&scratch.dir())
        };
        let armed = read("1", Some("2026-11-20T13:00:00+04:00")).unwrap().unwrap();
        assert_eq!(armed.instant, hour(9));
        assert!(!armed.is_due(hour(8)) && armed.is_due(hour(9)) && armed.is_due(hour(10)));
        assert!(matches!(read("1", None), Err(Error::Broken(..))));
        assert!(matches!(read("1", Some("tomorrow")), Err(Error::Broken(..))));
        assert!(matches!(read("../1", Some("2026-11-20T13:00:00Z")), Err(Error::NotAName(_))));
        scratch.write(FILE, "{}");
        assert!(matches!(Armed::read(&scratch.dir()), Err(Error::Broken(..))));
        Armed::remove(&scratch.dir()).unwrap();
        assert_eq!(Armed::read(&scratch.dir()).unwrap(), None);
    }
}
