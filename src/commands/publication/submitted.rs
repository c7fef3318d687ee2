//! The first stage of a publication: the request, and all that it starts from, read once: the files and where they came
//! from, the store, and the current release with which they are compared. These very bytes are checked, shown and
//! installed.

use super::*;

use crate::dataset::RestoredDate;
use crate::store::bundle::{Bundle, BundleError, TrustedKeys};
use crate::store::{Origin, User};

/// Characters that a message may have.
const MAX_MESSAGE: usize = 500;

/// The kind of a publication, by the command that asks for it.
pub enum Purpose {
    /// A new release, from a directory or a bundle, becomes current.
    Publish(PathBuf),
    /// Such a release is stored for somebody else to approve.
    Stage(PathBuf),
    /// A staged release becomes current.
    Approve(String),
    /// A previous release becomes live again; without a version, the one before the current one.
    Rollback(Option<String>),
    /// Rows of the live release go back to what they were before they came, or in the release that is named; this is a
    /// new release.
    Restore {
        rows: Vec<RowChoice>,
        to: Option<String>,
    },
}

/// How far a publication goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end; at a terminal it asks first.
    Ask,
    Go,
    /// To the last refusal that there may be: nothing is written.
    DryRun,
}

impl Extent {
    /// The extent by the options `--dry-run` and `--yes`.
    pub fn new(is_dry: bool, is_confirmed: bool) -> Self {
        match (is_dry, is_confirmed) {
            (true, _) => Extent::DryRun,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        }
    }
}

/// A publication as a command asks for it.
pub struct Request {
    pub purpose: Purpose,
    pub store: PathBuf,
    /// The directory of the keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    pub allowed: Allowed,
    pub extent: Extent,
    pub if_missing: IfMissing,
    /// The group that may read embargoed releases in a new store.
    pub readers: Option<String>,
    pub message: Option<String>,
    /// The control socket of the server that is asked to take the release; `None` for no server.
    pub control: Option<PathBuf>,
    pub console: Console,
    pub now: Timestamp,
}

impl Request {
    /// A request that goes to its end without a question, and asks no server.
    pub fn new(
        purpose: Purpose,
        store: Option<PathBuf>,
        allow: &[String],
        message: Option<String>,
        console: Console,
    ) -> Result<Self> {
        let configuration = configuration::get();
        Ok(Request {
            purpose,
            store: configuration.store(store)?,
            trusted_keys: configuration.keys.clone(),
            allowed: Allowed::parse(allow)?,
            extent: Extent::Go,
            if_missing: IfMissing::Refuse,
            readers: None,
            message: one_line(message)?,
            control: None,
            console,
            now: at(None),
        })
    }

    pub fn is_rollback(&self) -> bool {
        matches!(self.purpose, Purpose::Rollback(_) | Purpose::Restore { .. })
    }

    /// Returns true if files come into the store.
    pub fn is_of_new_release(&self) -> bool {
        !matches!(self.purpose, Purpose::Approve(_) | Purpose::Rollback(_))
    }
}

/// A message for the journal, which has one line for each release.
fn one_line(message: Option<String>) -> Result<Option<String>> {
    let Some(text) = message.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };

    if text.chars().any(msg::is_invisible) || text.chars().count() > MAX_MESSAGE {
        return Err(msg::message_not_one_line().into());
    }

    Ok(Some(text))
}

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
    /// The current release, with some rows as they were.
    Restored(Vec<RestoredRow>),
    /// A former current release, by its version.
    Former(String),
}

/// The rows of a date as they were in an earlier release.
pub struct RestoredRow {
    key: String,
    values: RestoredDate,
    /// The earlier release.
    version: String,
}

impl RestoredRow {
    pub fn sentence(&self) -> Message {
        let (key, version) = (&self.key, &self.version);
        let RestoredDate {
            date,
            before,
            after,
        } = &self.values;
        match (before, after) {
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
                read_restored(rows, to.as_deref(), state, baseline, request)
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
        let sums = FileSums::of(written_by_people(&baseline.files));
        FileSums::of(written_by_people(&self.files)) == sums
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

            for row in edit.rows.iter().filter(|row| dataset.has_row(row)) {
                let of_row = format!(" {} {}", row.key, row.date);
                let allowed = edit.allowed.iter().filter(|case| case.ends_with(&of_row));
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
    let console = request.console;
    let Some(directory) = &request.trusted_keys else {
        return Err(msg::bundle_without_keys().into());
    };

    let keys = TrustedKeys::read(directory)?;
    for path in &keys.open_paths {
        console.eprintln(&msg::keys_open_to_all(path.display()));
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

    console.println(&good);
    if let Some(days) = manifest.days_overdue(request.now) {
        console.eprintln(&msg::bundle_is_overdue(manifest.created, days));
    }

    let from = Provenance::Bundle {
        origin,
        named: manifest.version,
        site: manifest.site,
    };
    Ok((files, from))
}

fn read_staged(version: &str, state: &StoreState) -> Result<Submitted> {
    let staged = state
        .journal()
        .staged_as(version)
        .ok_or_else(|| msg::not_staged(version))?;
    let from = Provenance::Staged {
        record: Box::new(staged.release.clone()),
        by: staged.by.clone(),
    };
    let Release {
        files, diagnostics, ..
    } = shared::require_intact(state.read(version))?;
    Ok(Submitted::of_files(files, diagnostics, from))
}

/// Reads the current release with the chosen rows as they were before they came: in the newest release before it in which
/// they are others, or in the one that is named.
fn read_restored(
    rows: &[RowChoice],
    to: Option<&str>,
    state: &StoreState,
    baseline: &Baseline,
    request: &Request,
) -> Result<Submitted> {
    let Some(live) = baseline.dataset() else {
        return Err(msg::rows_not_compared().into());
    };

    let mut earlier: Vec<String> = state.journal().before_last().map(str::to_owned).collect();
    earlier.retain(|version| state.keeps(version));
    if let Some(version) = to {
        earlier = vec![version.to_owned()];
    }

    // Rows that a rollback has taken away come back from a release that was named alone.
    let withdrawn = match to {
        Some(_) => Withdrawal::default(),
        None => rolled_back_rows(state, live, request.now),
    };

    let mut files = baseline.files.clone();
    let mut idle: Vec<&RowChoice> = rows.iter().collect();
    let mut restored = Vec::new();
    for version in &earlier {
        if idle.is_empty() {
            break;
        }

        let former = read_former(Some(version), state)?.files;
        let dataset = dataset::check(&former, request.now, Diagnostics::default(), None).ok();
        let mut still_idle = Vec::new();
        for choice in idle {
            let wrong = withdrawn_dates(&withdrawn, dataset.as_ref(), &choice.key);
            let dates = choice.restore(&mut files, &former, &wrong);
            if dates.is_empty() {
                still_idle.push(choice);
            }

            for values in dates {
                restored.push(RestoredRow {
                    key: choice.key.clone(),
                    values,
                    version: version.clone(),
                });
            }
        }

        idle = still_idle;
    }

    if !idle.is_empty() {
        let idle: Vec<&str> = idle.iter().map(|choice| choice.written.as_str()).collect();
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
    let mut dates = Vec::new();
    if let Some(release) = release {
        for (of, row) in withdrawn.present_in(release.with_all_rows()) {
            dates.extend(row.date.filter(|_| of.as_str() == key));
        }
    }

    dates
}

/// Reads a release that was current, if its files are those that the journal knows.
fn read_former(version: Option<&str>, state: &StoreState) -> Result<Submitted> {
    let version = match version {
        Some(version) => version.to_owned(),
        None => former_version(state)?,
    };

    let mut release = shared::read_former(state, &version);
    if let Err(CommandError::BadContent(messages)) = &mut release {
        messages.push(msg::altered_go_on());
    }

    let Release {
        files, diagnostics, ..
    } = release?;
    let from = Provenance::Former(version);
    Ok(Submitted::of_files(files, diagnostics, from))
}

/// The release before the current one; where the link is gone, the one that it led to. Two people who see the same mistake
/// go back once: after a rollback, the release has to be named.
fn former_version(state: &StoreState) -> Result<String> {
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
        )
        .into());
    }

    let former = match &current {
        Some(current) => journal
            .previous_of(current)
            .ok_or_else(msg::nothing_to_roll_back_to)?,
        None => match last {
            Some(last) => last.event.version(),
            None => return Err(state.why_none_is_live()?.into()),
        },
    };

    if state.keeps(former) {
        return Ok(former.to_owned());
    }

    let others = state.restorable(current.as_deref());
    Err(match (&others[..], &current) {
        ([], Some(_)) => msg::nothing_to_roll_back_to().into(),
        ([], None) => msg::last_is_gone(former).into(),
        (others, _) => msg::previous_is_gone(former, others.join(", ")).into(),
    })
}

/// Compares files with the SHA256SUMS beside them.
pub fn judge_sums(files: &[DataFile]) -> Result {
    let broken = store::verify_sums(files);
    if broken.is_empty() {
        Ok(())
    } else {
        Err(CommandError::BadContent(broken))
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

/// The store as it is, where there is one; a step that a killed program has left there is finished first.
fn read_store(request: &Request) -> Result<Option<StoreState>> {
    let (root, console) = (&request.store, request.console);
    let state = StoreState::open_if_there(root)?;
    request.if_missing.check(root, state.as_ref())?;
    check_never_published(request, state.as_ref())?;
    let Some(mut state) = state else {
        return Ok(None);
    };

    if request.extent == Extent::DryRun || !state.is_unfinished()? {
        console.eprint_lines(&state.warnings());
    } else {
        let store = lock(root, request.if_missing, request.now, console)?;
        console.eprint_lines(&store.warnings);
        drop(store);
        state = StoreState::open(root)?;
    }

    state.count_unnoted(request.now)?;
    Ok(Some(state))
}

/// Refuses to make the configured store for a directory that was published before: that store is somewhere else.
fn check_never_published(request: &Request, state: Option<&StoreState>) -> Result {
    let Purpose::Publish(directory) = &request.purpose else {
        return Ok(());
    };

    let is_made = !state.is_some_and(StoreState::is_store);
    if !is_made || request.if_missing != IfMissing::CreateConfigured {
        return Ok(());
    }

    let notes = dataset::notes_of(directory);
    let published = notes
        .versions()
        .into_iter()
        .rfind(|version| notes.is_bundled(version).is_none());
    match published {
        Some(version) => Err(msg::store_is_gone(request.store.display(), version).into()),
        None => Ok(()),
    }
}

/// Locks a store, and says what was finished in it that a killed program had begun.
pub fn lock(root: &Path, if_missing: IfMissing, now: Timestamp, console: Console) -> Result<Store> {
    // A limit on the size of files is then an error like a full disk, and not the end of the program in between.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let mut store = Store::lock_and_recover(root, if_missing, now, || {
        console.eprintln(&msg::waiting_for_the_store())
    })?;
    console.eprint_lines(&store.take_events());
    Ok(store)
}

/// The store and its current release, as they were found.
pub struct Baseline {
    /// `None` where it is not there.
    pub state: Option<StoreState>,
    /// The version of the current release.
    pub current: Option<String>,
    /// The same, or that of the last one where the store does not say which is current.
    pub version: Option<String>,
    pub files: Vec<DataFile>,
    pub sums: FileSums,
    /// Otherwise why it is not known for certain; no reason at the first publication.
    pub dataset: Result<FullDataset, Vec<Message>>,
}

impl Baseline {
    pub fn read(request: &Request) -> Result<Self> {
        let mut baseline = Baseline {
            state: read_store(request)?,
            current: None,
            version: None,
            files: Vec::new(),
            sums: FileSums::of(&[]),
            dataset: Err(Vec::new()),
        };

        let Some(state) = &baseline.state else {
            return Ok(baseline);
        };

        baseline.current = state.current()?;
        let last = state.journal().last_version().map(str::to_owned);
        let Some(version) = baseline.current.clone().or(last) else {
            if state.journal().has_published() {
                baseline.dataset = Err(vec![msg::served_is_lost()]);
            }
            return Ok(baseline);
        };

        let release = state.read(&version);
        let checked = release.check(request.now);
        let mut reasons = match &release.integrity {
            Integrity::Altered(_) => vec![msg::served_is_altered(&version)],
            Integrity::Unknown => vec![msg::release_unknown(&version)],
            Integrity::Intact | Integrity::Unreadable => Vec::new(),
        };

        if checked.is_err() || matches!(release.integrity, Integrity::Unreadable) {
            reasons.push(msg::not_compared(&version));
        }

        if let Integrity::Altered(altered) = release.integrity {
            reasons.extend(altered.into_iter().skip(1));
        }

        baseline.version = Some(version);
        baseline.sums = FileSums::of(&release.files);
        baseline.files = release.files;
        baseline.dataset = checked.ok().filter(|_| reasons.is_empty()).ok_or(reasons);
        Ok(baseline)
    }

    pub fn dataset(&self) -> Option<&FullDataset> {
        self.dataset.as_ref().ok()
    }
}
