//! `embargo.json`: what was armed, and disarmed before its instant came. It still must not become public before that
//! instant by accident (decisions, 12.8).

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate};
use serde::{Deserialize, Serialize};

use super::access::Audience;
use super::dir::Dir;
use super::error::{Error, at};
use super::take::Store;
use super::view::View;
use crate::messages as say;
use crate::model::Timestamp;

const FILE: &str = "embargo.json";

/// Observations that were armed, each with its instant.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Embargo {
    observations: Vec<Embargoed>,
}

/// One observation that was armed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embargoed {
    /// The indicator.
    pub key: String,
    /// The observation's date, where it has one.
    pub date: Option<String>,
    /// The instant that it was armed for, RFC 3339.
    pub until: String,
}

impl Embargo {
    fn read(root: &Dir) -> Result<Self, Error> {
        let Some(bytes) = root.read(FILE)? else { return Ok(Embargo::default()) };
        let broken = |_| Error::Broken(root.path().join(FILE), say::embargo_is_broken());
        serde_json::from_slice(&bytes).map_err(broken)
    }

    /// The instant until which an observation should not become public, where it lies beyond `now`.
    pub fn until(&self, key: &str, date: Option<NaiveDate>, now: Timestamp) -> Option<&str> {
        let date = date.map(|date| date.to_string());
        let same = |of: &&Embargoed| of.key == key && of.date == date && of.lasts(now);
        self.observations.iter().find(same).map(|of| of.until.as_str())
    }
}

impl Embargoed {
    fn lasts(&self, now: Timestamp) -> bool {
        DateTime::parse_from_rfc3339(&self.until).is_ok_and(|until| until > now)
    }
}

impl View {
    /// What was armed and disarmed before its instant.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn embargo(&self) -> Result<Embargo, Error> {
        Embargo::read(&self.root)
    }
}

impl Store {
    /// Writes down what is about to be disarmed; what has passed is forgotten.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_embargo(&self, observations: Vec<Embargoed>, now: Timestamp) -> Result<(), Error> {
        let mut embargo = Embargo::read(&self.view.root)?;
        embargo.observations.extend(observations);
        self.write_embargo(embargo, now)
    }

    /// Forgets the observations that have become public all the same.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn lift_embargo(
        &self,
        public: &BTreeSet<(String, Option<NaiveDate>)>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let mut embargo = Embargo::read(&self.view.root)?;
        if embargo.observations.is_empty() {
            return Ok(());
        }
        let public: BTreeSet<(&str, Option<String>)> =
            public.iter().map(|(key, date)| (key.as_str(), date.map(|date| date.to_string()))).collect();
        embargo.observations.retain(|of| !public.contains(&(of.key.as_str(), of.date.clone())));
        self.write_embargo(embargo, now)
    }

    fn write_embargo(&self, mut embargo: Embargo, now: Timestamp) -> Result<(), Error> {
        let root = &self.view.root;
        embargo.observations.retain(|of| of.lasts(now));
        if embargo.observations.is_empty() {
            root.remove(FILE)?;
            return root.sync();
        }
        let bytes = serde_json::to_vec(&embargo).map_err(|error| at(&root.path().join(FILE), error))?;
        let access = self.access(Audience::Group);
        root.replace(FILE, &bytes, &access)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::{Scratch, hour};

    fn armed(key: &str, date: Option<&str>, until: u32) -> Embargoed {
        Embargoed { key: key.to_owned(), date: date.map(str::to_owned), until: hour(until).to_rfc3339() }
    }

    #[test]
    fn what_was_armed_is_kept_until_its_instant_or_until_it_is_public() {
        let scratch = Scratch::new();
        let store = scratch.store();
        let day = NaiveDate::from_ymd_opt(2026, 10, 31);
        let all = vec![armed("usd", Some("2026-10-31"), 10), armed("usd", None, 11), armed("m2", None, 9)];
        store.keep_embargo(all, hour(9)).unwrap();
        let until = |key: &str, date: Option<NaiveDate>, now: u32| {
            let until = store.view().embargo().unwrap().until(key, date, hour(now)).map(str::to_owned);
            until.map(|until| DateTime::parse_from_rfc3339(&until).unwrap().to_utc())
        };
        assert_eq!(until("usd", day, 9), Some(hour(10)));
        assert_eq!(until("usd", day, 10), None, "its instant has come");
        assert_eq!(until("usd", None, 10), Some(hour(11)));
        assert_eq!(until("usd", NaiveDate::from_ymd_opt(2026, 11, 1), 9), None);
        assert_eq!(until("m2", None, 8), None, "what has passed is not kept");
        store.lift_embargo(&[("usd".to_owned(), day), ("m2".to_owned(), None)].into(), hour(9)).unwrap();
        assert_eq!(until("usd", day, 9), None);
        assert_eq!(until("usd", None, 9), Some(hour(11)));
        store.keep_embargo(vec![armed("m2", None, 12)], hour(11)).unwrap();
        assert_eq!((until("usd", None, 9), until("m2", None, 9)), (None, Some(hour(12))));
        store.lift_embargo(&[("m2".to_owned(), None)].into(), hour(9)).unwrap();
        assert!(!scratch.join(FILE).exists());
        store.lift_embargo(&BTreeSet::new(), hour(9)).unwrap();
        scratch.write(FILE, "[");
        assert!(matches!(store.view().embargo(), Err(Error::Broken(..))));
    }
}
