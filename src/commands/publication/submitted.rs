//! The first stage of a publication: the files and where they came from, read once. These very bytes are checked, shown
//! and installed.

use super::*;

use crate::dataset::RestoredDate;
use crate::store::bundle::{Bundle, BundleError, TrustedKeys};
use crate::store::{Origin, User};

/// A release to be, as it was read.
pub struct Submitted {
    pub files: Vec<DataFile>,
    pub diagnostics: Diagnostics,
    pub from: Provenance,
    /// The bytes that have to be there still when the release is installed.
    pub sums: FileSums,
}

/// Where the files of a release to be are from.
pub enum Provenance {
    /// It has no number of its own: a version that was used before is replaced, unless SHA256SUMS hold the files as they
    /// are.
    Directory(PathBuf),
    Bundle {
        origin: Origin,
        /// The version that its manifest names.
        named: String,
        /// The site that it is for.
        site: Option<String>,
    },
    Staged {
        record: Box<Record>,
        by: Signature,
    },
    /// The current release, with some rows as they were: a sentence on each.
    Restored(Vec<Message>),
    /// A former current release, by its version.
    Former(String),
}

/// Says how the rows of a date go back to what they were in an earlier release.
fn describe_restored(key: &str, restored: &RestoredDate, version: &str) -> Message {
    let date = &restored.date;
    match (&restored.before, &restored.after) {
        (Some(before), None) => msg::row_goes(key, date, before, version),
        (Some(before), Some(after)) if before != after => {
            msg::row_goes_back(key, date, before, after, version)
        }
        (_, after) => {
            let after = after.as_deref().unwrap_or("-");
            msg::row_comes_back(key, date, after, version)
        }
    }
}

impl Submitted {
    /// Reads what a request is about.
    pub fn new(request: &Request, baseline: &Baseline) -> Result<Self> {
        match (&request.purpose, &baseline.state) {
            (Purpose::Publish(path) | Purpose::Stage(path), _) => read_path(path, request),
            (Purpose::Approve(version), Some(state)) => read_staged(version, state),
            (Purpose::Approve(version), None) => Err(msg::not_staged(version).into()),
            (Purpose::Rollback(version), Some(state)) => read_former(version.as_deref(), state),
            (Purpose::Restore { rows, to }, Some(state)) => {
                read_restored(rows, to.as_deref(), state, baseline, request.now)
            }
            (Purpose::Rollback(_) | Purpose::Restore { .. }, None) => {
                Err(msg::nothing_published().into())
            }
        }
    }

    fn of_files(files: Vec<DataFile>, diagnostics: Diagnostics, from: Provenance) -> Self {
        Submitted {
            sums: FileSums::of(&files),
            files,
            diagnostics,
            from,
        }
    }

    /// Returns true if SHA256SUMS hold the files as they are.
    pub fn is_summed(&self) -> bool {
        self.files.iter().any(|file| file.path == SUMS_FILE)
    }

    /// Returns true if people have written these files as those of the current release.
    pub fn has_files_of(&self, baseline: &Baseline) -> bool {
        written_by_people(&self.files) == written_by_people(&baseline.files)
    }

    /// Reads the same files again; `None` for a bundle, whose first reading counts.
    pub fn read_again(&self, state: &StoreState) -> Option<(PathBuf, Vec<DataFile>)> {
        let path = match &self.from {
            Provenance::Directory(path) => path.clone(),
            Provenance::Bundle { .. } | Provenance::Restored(_) => return None,
            Provenance::Staged { record, .. } => state.release(&record.version),
            Provenance::Former(version) => state.release(version),
        };

        let source = Source::Directory(path.clone());
        let files = dataset::read(&source, &mut Diagnostics::default());
        Some((path, files))
    }

    /// The cases that the person at the keyboard has allowed when the rows were written which the dataset still has: they
    /// are not asked again.
    pub fn allowed_cases(&self, dataset: &FullDataset) -> BTreeSet<String> {
        let mut cases = BTreeSet::new();
        let Provenance::Directory(path) = &self.from else {
            return cases;
        };

        let person = User::at_the_keyboard();
        let notes = dataset::notes_of(path);
        for edit in notes.edits() {
            if !person.is_named(edit.user) {
                continue;
            }

            for row in edit.written.rows.iter().filter(|row| dataset.has_row(row)) {
                let of_row = format!(" {} {}", row.key, row.date);
                let allowed = edit
                    .written
                    .allowed
                    .iter()
                    .filter(|case| case.ends_with(&of_row));
                cases.extend(allowed.cloned());
            }
        }

        cases
    }

    /// Where the rows are from, as far as the files say it.
    pub fn origins(&self) -> Origins {
        Origins::new(dataset::read_imports(&self.files))
    }

    /// The signed bundle that the files came in, now or when they were staged.
    pub fn origin(&self) -> Option<&Origin> {
        match &self.from {
            Provenance::Bundle { origin, .. } => Some(origin),
            Provenance::Staged { record, .. } => record.bundle.as_ref(),
            _ => None,
        }
    }
}

/// The files that people write.
pub fn written_by_people(files: &[DataFile]) -> Vec<&DataFile> {
    let mut written: Vec<&DataFile> = files.iter().collect();
    written.retain(|file| !dataset::is_written_for_release(&file.path));
    written
}

/// Reads a dataset directory, or a bundle. Anything else is reported as a directory is.
fn read_path(path: &Path, request: &Request) -> Result<Submitted> {
    let mut diagnostics = Diagnostics::default();
    let (files, from) = if path.is_file() {
        read_bundle(path, request)?
    } else {
        let path = path.to_owned();
        let files = dataset::read(&Source::Directory(path.clone()), &mut diagnostics);
        (files, Provenance::Directory(path))
    };

    // A file that could not be read is said instead.
    if diagnostics.errors() == 0 {
        judge_sums(&files)?;
    }

    Ok(Submitted::of_files(files, diagnostics, from))
}

/// Reads a bundle, and says who signed it.
fn read_bundle(path: &Path, request: &Request) -> Result<(Vec<DataFile>, Provenance)> {
    let Some(directory) = &request.trusted_keys else {
        return Err(msg::bundle_without_keys().into());
    };

    let keys = TrustedKeys::read(directory)?;
    for path in &keys.open_paths {
        console::eprintln(msg::keys_open_to_all(path.display()));
    }

    let Bundle {
        manifest,
        files,
        origin,
    } = Bundle::read(path, &keys)?;
    let mut good = msg::bundle_is_good(
        &manifest.version,
        &origin.key,
        origin.sequence,
        manifest.created,
    );
    // The comment of minisign itself says nothing that is not said here.
    if !origin.comment.starts_with("timestamp:") {
        good = msg::followed_by(good, msg::shown(&origin.comment));
    }

    console::println(good);
    if let Some(days) = manifest.days_overdue(request.now) {
        console::eprintln(msg::bundle_is_overdue(manifest.created, days));
    }

    let from = Provenance::Bundle {
        origin,
        named: manifest.version,
        site: manifest.site,
    };
    Ok((files, from))
}

fn read_staged(version: &str, state: &StoreState) -> Result<Submitted> {
    let Some(staged) = state.journal().staged_as(version) else {
        return Err(msg::not_staged(version).into());
    };

    let release = stores::require_intact(state.read(version))?;
    let from = Provenance::Staged {
        record: Box::new(staged.release.clone()),
        by: staged.by.clone(),
    };
    Ok(Submitted::of_files(
        release.files,
        release.diagnostics,
        from,
    ))
}

/// Reads the current release with the chosen rows as they were before they came: in the newest release before it in which
/// they are others, or in the one that is named.
fn read_restored(
    rows: &[RowChoice],
    to: Option<&str>,
    state: &StoreState,
    baseline: &Baseline,
    now: Timestamp,
) -> Result<Submitted> {
    let Some(live) = &baseline.dataset else {
        return Err(msg::rows_not_compared().into());
    };

    let mut earlier = Vec::new();
    let mut withdrawn = Withdrawal::default();
    if let Some(version) = to {
        earlier.push(version);
    } else {
        earlier.extend(state.journal().before_last());
        earlier.retain(|version| state.keeps(version));
        // Rows that a rollback has taken away come back from a release that was named alone.
        withdrawn = rolled_back_rows(state, live, now);
    }

    let mut files = baseline.files.clone();
    let mut idle: Vec<&RowChoice> = rows.iter().collect();
    let mut restored = Vec::new();
    for version in earlier {
        if idle.is_empty() {
            break;
        }

        let former = read_former(Some(version), state)?.files;
        let dataset = dataset::check(&former, now, Diagnostics::default(), None).ok();
        let mut still_idle = Vec::new();
        for choice in idle {
            let key = &choice.key;
            let wrong = withdrawn_dates(&withdrawn, dataset.as_ref(), key);
            let dates = choice.restore(&mut files, &former, &wrong);
            if dates.is_empty() {
                still_idle.push(choice);
            }

            for date in &dates {
                restored.push(describe_restored(key, date, version));
            }
        }

        idle = still_idle;
    }

    if !idle.is_empty() {
        let idle: Vec<&str> = idle.iter().map(|choice| &*choice.written).collect();
        return Err(msg::rows_not_brought(idle.join(", "), live.version()).into());
    }

    let from = Provenance::Restored(restored);
    Ok(Submitted::of_files(files, Diagnostics::default(), from))
}

/// The rows that rollbacks took out of service, by the journal. A release without such a note counts as a whole, as far
/// as it is kept and can be read.
pub fn rolled_back_rows(state: &StoreState, live: &FullDataset, now: Timestamp) -> Withdrawal {
    let mut withdrawal = Withdrawal::default();
    for (version, noted) in state.journal().rolled_back() {
        match noted {
            Some(noted) => withdrawal.add(noted.clone()),
            None if state.keeps(version) => {
                if let Ok(former) = state.read(version).check(now) {
                    withdrawal.add(Withdrawal::between(&former, live, now));
                }
            }
            None => {}
        }
    }

    withdrawal
}

/// The dates on which a release has rows of an indicator that were withdrawn.
fn withdrawn_dates(
    withdrawn: &Withdrawal,
    release: Option<&FullDataset>,
    key: &str,
) -> Vec<NaiveDate> {
    let Some(release) = release else {
        return Vec::new();
    };

    let mut rows = withdrawn.present_in(release.with_all_rows());
    rows.retain(|(of, _)| of.as_str() == key);
    rows.iter().filter_map(|(_, row)| row.date).collect()
}

/// Reads a release that was current, if its files are those that the journal knows.
fn read_former(version: Option<&str>, state: &StoreState) -> Result<Submitted> {
    let version = match version {
        Some(version) => version.to_owned(),
        None => former_version(state)?,
    };

    let mut release = stores::read_former(state, &version);
    if let Err(CommandError::BadContent(messages)) = &mut release {
        messages.push(msg::altered_go_on());
    }

    let release = release?;
    let from = Provenance::Former(version);
    Ok(Submitted::of_files(
        release.files,
        release.diagnostics,
        from,
    ))
}

/// The release before the current one; where the link is gone, the one that it led to. Two people who see the same mistake
/// go back once: after a rollback, the release has to be named.
fn former_version(state: &StoreState) -> Result<String, Message> {
    let (journal, current) = (state.journal(), state.current()?);
    let last = journal.last();
    if let (Some(Entry { signature, event }), Some(_)) = (last, &current)
        && matches!(event, Event::Rollback { .. })
    {
        return Err(msg::rolled_back_last(
            &signature.user,
            signature.at,
            event.version(),
            event.previous().unwrap_or("-"),
        ));
    }

    let former = match (&current, last) {
        (Some(current), _) => journal
            .previous_of(current)
            .ok_or_else(msg::nothing_to_roll_back_to)?,
        (None, Some(last)) => last.event.version(),
        (None, None) => return Err(state.why_none_is_live()?),
    };

    if state.keeps(former) {
        return Ok(former.to_owned());
    }

    let others = state.restorable(current.as_deref());
    Err(match (&others[..], &current) {
        ([], Some(_)) => msg::nothing_to_roll_back_to(),
        ([], None) => msg::last_is_gone(former),
        (others, _) => msg::previous_is_gone(former, others.join(", ")),
    })
}

/// Compares files with the SHA256SUMS beside them.
pub fn judge_sums(files: &[DataFile]) -> Result {
    match store::verify_sums(files) {
        broken if broken.is_empty() => Ok(()),
        broken => Err(CommandError::BadContent(broken)),
    }
}

impl From<BundleError> for CommandError {
    fn from(error: BundleError) -> Self {
        match error {
            BundleError::Wrong(message) => CommandError::BadContent(vec![message]),
            BundleError::Unread(message) => message.into(),
        }
    }
}
