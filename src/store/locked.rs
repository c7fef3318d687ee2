//! A store that is locked to be changed. Recovery comes first, and finishes the step of a killed program.

use super::*;

use std::fs::{DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::time::Duration;

use rustix::io::Errno;

use super::own_files::SETTINGS;
use crate::directory::NotLocked;

/// How long to wait for another program that changes the store.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// The treatment of a directory that is not a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfMissing {
    /// It becomes a store, if it is empty or not there.
    Create,
    /// As `Create`, for the configured path, which nobody has typed: the directory above it has to be there.
    CreateConfigured,
    Refuse,
}

impl IfMissing {
    /// Refuses a directory that neither is a store nor may become one; `state` is that of one that is there.
    pub fn check(self, root: &Path, state: Option<&StoreState>) -> Result {
        let path = root.display();
        let refusal = match state {
            Some(state) if state.is_store() => return Ok(()),
            _ if self == IfMissing::Refuse => msg::no_store(path),
            Some(state) if state.holds_something()? => msg::no_empty_directory(path),
            None if self == IfMissing::CreateConfigured
                && !root.parent().is_some_and(Path::is_dir) =>
            {
                msg::no_place_for_store(path)
            }
            _ => return Ok(()),
        };

        Err(refusal.into())
    }
}

/// A store that no other program changes while this is held.
pub struct Store {
    pub(super) state: StoreState,
    pub(super) releases: Directory,
    /// The state of the store's directory, which modes and group follow.
    pub(super) stat: Stat,
    /// The group that reads what is closed to others, where it is not the store's own.
    readers: Option<Gid>,
    /// The faults of the journal as it was found.
    pub warnings: Vec<Message>,
    events: Vec<Message>,
    _lock: File,
}

impl Store {
    /// Locks a store, and cleans up what a killed program has left behind; `now` is when that is noticed. `waiting` is
    /// called when another program holds the lock, before half a minute of waiting. A store of another user is refused.
    pub fn lock_and_recover(
        root: &Path,
        if_missing: IfMissing,
        now: Timestamp,
        waiting: impl FnOnce(),
    ) -> Result<Self> {
        let found = StoreState::open_if_there(root)?;
        if_missing.check(root, found.as_ref())?;
        if found.is_none() {
            make_root(root)?;
        }

        let root = Directory::open(root)?;
        let stat = root.stat()?;
        if !user::may_change(stat.st_uid) {
            let owner = user::for_sudo(stat.st_uid);
            return Err(msg::store_of_somebody_else(root.path().display(), owner).into());
        }

        if !root.is_open_to_writing() {
            return Err(at(root.path(), Errno::ACCESS));
        }

        let access = Audience::Everybody.access(&stat, None);
        let lock = lock(&root, &access, LOCK_TIMEOUT, waiting)?;
        let releases = root.subdirectory_or_new(RELEASES, &access)?;
        root.remove(NEW_LINK)?;
        // Settings that cannot be read keep nobody from a rollback; a publication reads them itself, and refuses.
        let settings = Settings::read(&root).unwrap_or_default();
        let state = StoreState::of(root)?;
        let mut store = Store {
            warnings: state.warnings(),
            state,
            releases,
            stat,
            readers: settings.readers,
            events: Vec::new(),
            _lock: lock,
        };

        let pending = own_files::read_marker(&store.state.root)?;
        store.restore_unapproved(pending.as_ref())?;
        store.state.root.remove_tree(INCOMING)?;
        store.recover(pending, now)?;
        store.finish_removals();
        Ok(store)
    }

    pub fn state(&self) -> &StoreState {
        &self.state
    }

    /// Takes the sentences on what was recovered and removed, so that each is shown once.
    pub fn take_events(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.events)
    }

    pub(super) fn access(&self, audience: Audience) -> Access {
        audience.access(&self.stat, self.readers)
    }

    /// Notes a change of the settings in the journal, and then makes it: what the journal has not is not in force.
    pub fn change_settings(&mut self, bytes: &[u8], entry: Entry) -> Result {
        self.append(entry, Audience::Everybody)?;
        let (root, access) = (&self.state.root, self.access(Audience::Everybody));
        own_files::with_reserve(root, || Ok(root.replace(SETTINGS, bytes, &access)?))?;
        Ok(root.sync()?)
    }

    /// Writes the settings of a store that was just made, whose closed files this group shall read. Rules that somebody has
    /// written down before are left as they are, and have to name the same group.
    pub fn set_readers(&mut self, name: &str) -> Result {
        let (root, access) = (&self.state.root, self.access(Audience::Everybody));
        let readers = user::group(name);
        if !root.has(SETTINGS) {
            let settings = serde_json::json!({ "readers": name }).to_string() + "\n";
            root.replace(SETTINGS, settings.as_bytes(), &access)?;
        } else if Settings::read(root)?.readers != readers {
            let path = root.path().join(SETTINGS);
            return Err(msg::settings_name_no_readers(path.display(), name).into());
        }

        self.readers = readers;
        Ok(())
    }

    /// The access of the journal and of the line that it is about to get: for this audience, and never for more readers
    /// than the journal has already.
    pub(super) fn journal_access(&self, audience: Audience) -> Result<Access> {
        let is_closed = Journal::is_closed(&self.state.root)?;
        Ok(self.access(if is_closed { Audience::Group } else { audience }))
    }

    /// Takes back an approval that a killed program has begun and did not come to the switch.
    fn restore_unapproved(&self, pending: Option<&Entry>) -> Result {
        if let Some(entry) = pending
            && let Event::Approve { release, .. } = &entry.event
            && self.state.current()?.as_ref() != Some(&release.version)
        {
            self.restore_staged(&release.version);
        }

        Ok(())
    }

    /// A program that was killed has left a release that is current and not in the journal, or the other way round one
    /// that the journal never knew. A link that was moved otherwise is noted with the next line: a command that is refused
    /// changes nothing.
    fn recover(&mut self, pending: Option<Entry>, now: Timestamp) -> Result {
        self.state.count_unnoted(now)?;
        let Some(entry) = pending else {
            return Ok(self.state.root.remove(MARKER)?);
        };

        let version = entry.version();
        if entry.event.is_change() && self.state.journal.unnoted() == Some(version) {
            // A disk without room for the line does not keep the command from going on.
            match self.write(Audience::Everybody, Journal::note) {
                Err(error) if !error.is_no_room() => return Err(error),
                _ => {}
            }
        }

        if self.state.journal.content_of(version).is_none() {
            self.remove_release(version)?;
        }

        // An event without its line is still pending.
        if self.state.journal.unnoted() != Some(version) {
            self.state.root.remove(MARKER)?;
        }

        Ok(())
    }

    /// Removes the files of a release, and their sums: it is first renamed so that no reader finds it, and the next command
    /// removes the rest.
    pub(super) fn remove_release(&self, version: &str) -> Result {
        check_version(version)?;
        let root = &self.state.root;
        let removing = format!("{REMOVING}{version}");
        if self.releases.look(version)?.is_some() {
            root.remove_tree(&removing)?;
            self.releases.rename(version, root, &removing)?;
            self.releases.sync()?;
        }

        if let Some(sums) = root.subdirectory_if_present(SUMS)? {
            sums.remove(version)?;
        }

        Ok(root.remove_tree(removing)?)
    }

    /// Removes a release; returns what kept it from going.
    pub(super) fn try_to_remove(&self, version: &str) -> Option<Message> {
        let error = self.remove_release(version).err()?;
        Some(msg::not_removed(version, error.sentence()))
    }

    /// Removes what was being removed when a program was killed, and the files of releases that were taken back.
    fn finish_removals(&mut self) {
        let withdrawn = self.state.withdrawn();
        let unfinished = self.state.removals().unwrap_or_default();
        for version in [unfinished, withdrawn].concat() {
            let trouble = self.try_to_remove(&version);
            self.events.extend(trouble);
        }
    }

    pub(super) fn append(&mut self, entry: Entry, audience: Audience) -> Result {
        self.write(audience, |journal, root, access| {
            journal.append(root, entry.clone(), access)
        })
    }

    /// Adds to the journal, and tells of a release whose line was missing.
    fn write(
        &mut self,
        audience: Audience,
        step: impl Fn(&mut Journal, &Directory, &Access) -> Result,
    ) -> Result {
        let access = self.journal_access(audience)?;
        let StoreState { root, journal, .. } = &mut self.state;
        let unnoted = journal.unnoted().map(str::to_owned);
        let written = own_files::with_reserve(root, || step(journal, root, &access));
        if journal.unnoted().is_none() {
            self.events.extend(unnoted.map(msg::recovered));
        }

        written
    }
}

/// Makes the directory of a store. An umask would only take from the mode that it shall have.
fn make_root(root: &Path) -> Result {
    let umask = rustix::process::umask(Mode::empty());
    let made = DirBuilder::new().recursive(true).mode(0o755).create(root);
    rustix::process::umask(umask);
    made.map_err(|error| at(root, error))
}

/// Takes the lock, which the kernel gives up when the program ends in whatever way.
fn lock(
    root: &Directory,
    access: &Access,
    timeout: Duration,
    waiting: impl FnOnce(),
) -> Result<File> {
    // For reading where it is there: a member of the store's group may have made it.
    let file = match root.file(LOCK) {
        Err(error) if error.is_missing() => root.file_or_new(LOCK, access)?,
        result => result?,
    };

    match directory::lock(&file, Duration::ZERO, timeout, waiting) {
        Ok(()) => Ok(file),
        Err(NotLocked::Held) => Err(msg::store_is_held().into()),
        Err(NotLocked::Failed(error)) => Err(at(&root.path().join(LOCK), error)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::store::Event;
    use crate::store::samples::{
        Scratch, content, entry, hour, kind, publication, published, record, signature,
    };

    /// Moves the link by hand.
    fn point(scratch: &Scratch, version: &str) {
        std::fs::remove_file(scratch.join("current")).unwrap();
        symlink(format!("releases/{version}"), scratch.join("current")).unwrap();
    }

    fn events(store: &mut Store) -> Vec<Message> {
        let events = store.take_events();
        assert!(store.take_events().is_empty(), "each is told once");
        events
    }

    #[test]
    fn a_release_that_was_never_in_service_is_taken_away() {
        let scratch = published(&["1"]).0;
        scratch.store().added("2", Audience::Everybody);
        scratch.write(".incoming/indicators/usd.csv", "");
        symlink("releases/2", scratch.join(NEW_LINK)).unwrap();
        assert!(
            StoreState::open(scratch.as_ref())
                .unwrap()
                .is_unfinished()
                .unwrap()
        );
        let mut store = scratch.store();
        assert!(store.state().keeps("1") && !store.state().keeps("2"));
        for left in [".publishing", INCOMING, NEW_LINK, "sums/2"] {
            assert!(scratch.join(left).symlink_metadata().is_err(), "{left}");
        }

        assert_eq!(events(&mut store), []);
        assert!(!store.state().is_unfinished().unwrap());
    }

    #[test]
    fn a_release_that_is_known_stays_whatever_was_about_to_happen_to_it() {
        let scratch = published(&["1", "2"]).0;
        scratch.store().staged("3");
        for version in ["1", "2", "3"] {
            scratch.write(
                ".publishing",
                serde_json::to_vec(&publication(version, None)).unwrap(),
            );
            assert!(scratch.store().state().keeps(version), "{version}");
            assert!(!scratch.join(".publishing").exists());
        }
    }

    #[test]
    fn a_step_that_was_not_written_down_is() {
        let (scratch, mut store) = published(&["1"]);
        store.staged("2");
        let approved = |previous: &str| {
            let (release, staged) = (record("2"), signature(9));
            entry(Event::Approve {
                release,
                previous: Some(previous.to_owned()),
                staged,
            })
        };
        own_files::write_marker(
            &store.state.root,
            &approved("0"),
            &store.access(Audience::Everybody),
        )
        .unwrap();
        drop(store);
        point(&scratch, "2");
        let mut store = scratch.store();
        assert_eq!(events(&mut store), [msg::recovered("2")]);
        assert_eq!(
            store.state().journal().entries().last(),
            Some(&approved("1"))
        );
        assert_eq!(store.state().journal().staged(), []);
        drop(store);
        assert_eq!(events(&mut scratch.store()), []);
    }

    #[test]
    fn a_link_that_was_moved_by_hand_is_written_down_with_what_is_known() {
        let scratch = published(&["1", "2"]).0;
        scratch.write("releases/1/dataset.json", "altered");
        let recovered = |version: &str, previous: &str| {
            point(&scratch, version);
            let before = scratch.text("journal.jsonl");
            let mut store = scratch.store();
            assert_eq!(
                (events(&mut store), scratch.text("journal.jsonl")),
                (Vec::new(), before),
                "not yet"
            );
            store.write(Audience::Everybody, Journal::note).unwrap();
            assert_eq!(events(&mut store), [msg::recovered(version)]);
            let last = &store.state().journal().last().unwrap().event;
            assert_eq!((last.version(), last.previous()), (version, Some(previous)));
            store
                .state()
                .journal()
                .entries()
                .last()
                .unwrap()
                .event
                .content()
                .cloned()
        };

        assert_eq!(
            recovered("1", "2"),
            Some(content("1")),
            "a hash that was taken now would call it good"
        );
        scratch.write("releases/3/dataset.json", "unknown");
        assert_eq!(recovered("3", "1"), None);
    }

    #[test]
    fn what_is_wrong_with_the_journal_is_told() {
        let scratch = published(&["1"]).0;
        let line = scratch.text("journal.jsonl");
        scratch.write("journal.jsonl", format!("nonsense\n{line}{{\"at\""));
        assert_eq!(
            scratch.store().warnings,
            [msg::journal_cut(), msg::journal_damaged(1)]
        );
    }

    #[test]
    fn a_store_is_made_by_those_alone_who_may_make_one() {
        let scratch = Scratch::new();
        let root = scratch.join("above/store");
        let take =
            |root: &Path, if_missing| Store::lock_and_recover(root, if_missing, hour(9), || ());
        assert_eq!(kind(take(&root, IfMissing::Refuse)), "no_store");
        assert!(!scratch.join("above").exists());
        let mut store = take(&root, IfMissing::Create).unwrap();
        assert_eq!(events(&mut store), []);
        assert!(root.join("releases").is_dir());
        drop(store);
        assert!(take(&root, IfMissing::Refuse).is_ok());
        scratch.write("elsewhere/dataset.json", "");
        assert_eq!(
            kind(take(&scratch.join("elsewhere"), IfMissing::Refuse)),
            "no_store"
        );
    }

    #[test]
    fn whoever_comes_second_waits_and_not_for_ever() {
        let scratch = Scratch::new();
        let root = scratch.dir();
        let access = Audience::Everybody.access(&root.stat().unwrap(), None);
        let take =
            |patience: Duration, waiting: &mut dyn FnMut()| lock(&root, &access, patience, waiting);
        let mut waited = 0;
        let first = take(Duration::ZERO, &mut || waited += 1).unwrap();
        assert_eq!(waited, 0);
        assert_eq!(
            kind(take(Duration::ZERO, &mut || waited += 1)),
            "store_is_held"
        );
        assert_eq!(waited, 1);
        let mut first = Some(first);
        assert!(
            take(Duration::ZERO, &mut || drop(first.take())).is_ok(),
            "the other has ended"
        );
        std::fs::remove_file(scratch.join(LOCK)).unwrap();
        std::fs::create_dir(scratch.join(LOCK)).unwrap();
        assert_eq!(
            kind(take(Duration::ZERO, &mut || ())),
            "not_a_file_of_the_store"
        );
    }
}
