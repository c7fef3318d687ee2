//! A store for one test, gone with it.

use super::*;

pub use crate::scratch::Scratch;

/// An instant of the day on which the tests of the store take place.
pub fn hour(hour: u32) -> Timestamp {
    chrono::NaiveDate::from_ymd_opt(2026, 11, 20)
        .unwrap()
        .and_hms_opt(hour, 0, 0)
        .unwrap()
        .and_utc()
}

pub fn signature(at: u32) -> Signature {
    Signature {
        at: OffsetTimestamp::utc(hour(at)),
        user: "aygun".to_owned(),
        uid: 1000,
    }
}

/// A line of the journal of nine o'clock.
pub fn entry(event: Event) -> Entry {
    Entry {
        signature: signature(9),
        event,
    }
}

pub fn file(path: &str, content: &str) -> DataFile {
    DataFile {
        path: path.to_owned(),
        bytes: content.into(),
    }
}

pub fn files(version: &str) -> [DataFile; 1] {
    [file("dataset.json", version)]
}

pub fn content(version: &str) -> Content {
    Content::of(&files(version))
}

pub fn record(version: &str) -> Record {
    Record {
        version: version.to_owned(),
        content: content(version),
        indicators: 1,
        message: None,
        changes: None,
        bundle: None,
    }
}

pub fn publication(version: &str, previous: Option<&str>) -> Entry {
    entry(Event::Publish {
        release: record(version),
        previous: previous.map(str::to_owned),
    })
}

pub fn rollback(version: &str, previous: &str) -> Entry {
    let (version, content) = (version.to_owned(), content(version));
    entry(Event::Rollback {
        version,
        content,
        previous: Some(previous.to_owned()),
        withdrawn: None,
    })
}

pub fn staging(version: &str) -> Entry {
    entry(Event::Stage {
        release: record(version),
    })
}

/// The kind of the sentence of an error.
pub fn kind<T>(outcome: Result<T>) -> &'static str {
    outcome.err().unwrap().sentence().kind()
}

/// A store with these releases, published one after the other.
pub fn published(versions: &[&str]) -> (Scratch, Store) {
    let scratch = Scratch::new();
    let mut store = scratch.store();
    store.published(versions);
    (scratch, store)
}

impl Scratch {
    pub fn dir(&self) -> Directory {
        Directory::open(self.as_ref()).unwrap()
    }

    /// The store that it is, taken at nine.
    pub fn store(&self) -> Store {
        Store::lock_and_recover(self.as_ref(), IfMissing::Create, hour(9), || ()).unwrap()
    }
}

impl Store {
    /// Adds a release of one file for this audience, and returns the line of its publication.
    pub fn added(&mut self, version: &str, audience: Audience) -> Entry {
        let entry = publication(version, self.state.current().unwrap().as_deref());
        self.add(&files(version), &entry, audience).unwrap();
        entry
    }

    pub fn published(&mut self, versions: &[&str]) {
        for version in versions {
            let entry = self.added(version, Audience::Everybody);
            assert!(self.switch(entry, Audience::Everybody).unwrap().is_empty());
        }
    }

    pub fn staged(&mut self, version: &str) {
        let entry = staging(version);
        self.add(&files(version), &entry, Audience::Group).unwrap();
        self.stage(entry, Audience::Everybody).unwrap();
    }
}
