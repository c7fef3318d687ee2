//! `indicatord status`: what is live, what is served, what waits, and whether all of it is as it should be [D26.5, D28.1].

use super::*;

use serde_json::{Map, Value, json};

use super::publication::name_other_subject;
use crate::dataset::Severity;
use crate::dataset::user::SERVICE;
use crate::server::{self, ProbeTarget, clock_is_synchronised};
use crate::store::{Room, Staged};

/// The members of its JSON object, which are null where the store cannot be read.
const MEMBERS: &[&str] = &[
    "live",
    "served",
    "embargoed",
    "staged",
    "releases",
    "room",
    "clockSynchronised",
    "oldChecks",
];

/// Show the state of a store: what is live, what is served, what is staged or embargoed, and what is wrong.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "status", help_triggers("-h", "--help"))]
pub struct Status {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the control socket of the server to ask; by default INDICATORD_CONTROL, else /run/indicatord/control, where a
    /// server need not be running
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// compare every kept release with the journal
    #[argh(switch)]
    verify: bool,

    /// print everything as one JSON object
    #[argh(switch)]
    json: bool,
}

impl Status {
    pub fn run(self) -> Result<ExitCode> {
        console::begin_object(self.json, MEMBERS);
        let root = configuration::store(self.store)?;
        let mut report = read_store(&root, self.verify)?;

        let control = configuration::control_if_named(self.control);
        let is_expected = control.is_some();
        report.ask_server(&configuration::control(control), is_expected, &root);

        console::set_members(&report.members);
        show_findings(
            &[&report.wrong[..], &report.unknown].concat(),
            console::eprint_error,
        );
        console::print_lines(&report.sentences);
        show_findings(&report.notices, console::eprintln);
        Ok(report.exit_code())
    }
}

/// The group of the editors, which the package makes.
const EDITORS: &str = "indicatord-editors";

/// Findings of a kind that are shown; the others are counted.
const MAX_SHOWN: usize = 20;

fn show_findings(findings: &[Message], say: fn(Message)) {
    let mut shown = findings.len();
    if !console::is_json() {
        shown = shown.min(MAX_SHOWN);
    }

    for message in &findings[..shown] {
        say(message.clone());
    }

    if findings.len() > shown {
        console::eprintln(msg::more_findings(findings.len() - shown));
    }
}

/// How often a store is read at most while commands are at work in it.
const MAX_READINGS: usize = 5;

/// Reads a store, and again where its journal has changed meanwhile: a release that was live or staged may be gone.
fn read_store(root: &Path, is_all: bool) -> Result<Report> {
    let now = instant_or_now(None);
    let mut state = StoreState::open(root)?;
    state.require_store()?;
    let mut report = Report::read(&state, is_all, now);
    for _ in 1..MAX_READINGS {
        let later = StoreState::open(root)?;
        if later.journal().is_same(state.journal()) {
            break;
        }

        state = later;
        report = Report::read(&state, is_all, now);
    }

    report
}

/// Releases like the live one for which there should be room.
const LITTLE: u64 = 10;
/// Bytes that a file takes on a disk at least.
const BLOCK: u64 = 4096;

/// What is told of a store, and everything that is wrong with it.
#[derive(Default)]
struct Report {
    /// The live release.
    release: Option<Release>,
    /// Its dataset, unless its files are wrong.
    dataset: Option<FullDataset>,
    /// What the object of `--json` has.
    members: Map<String, Value>,
    /// The same for people, in the order of its weight for an operator.
    sentences: Vec<Message>,
    /// Something is not as it was published, or not served.
    wrong: Vec<Message>,
    /// Something could not be found out: a later attempt may succeed.
    unknown: Vec<Message>,
    /// Remarks, with which the exit code stays 0.
    notices: Vec<Message>,
}

impl Report {
    /// Certain faults outweigh those that may be none.
    fn exit_code(&self) -> ExitCode {
        if !self.wrong.is_empty() {
            CommandError::BadContent(Vec::new()).exit_code()
        } else if !self.unknown.is_empty() {
            CommandError::CouldNotRun(Vec::new()).exit_code()
        } else {
            ExitCode::SUCCESS
        }
    }

    fn read(state: &StoreState, is_all: bool, now: Timestamp) -> Result<Self> {
        let mut report = Report::default();
        report.check_journal(state)?;
        report.check_settings(state)?;
        let live = state.current()?;
        report.tell_live(live.as_deref(), state)?;
        report.check_access(live.as_deref(), state)?;
        report.tell_releases(live, state, is_all, now)?;
        report.tell_room(state.room()?);
        report.tell_clock(now);
        report.tell_old_checks(now);
        Ok(report)
    }

    fn set_member(&mut self, name: &str, value: impl Serialize) {
        self.members.insert(name.to_owned(), json!(value));
    }

    /// Reports what is wrong with the journal, and a link that says something else.
    fn check_journal(&mut self, state: &StoreState) -> Result {
        self.wrong.extend(state.warnings());
        let current = state.current()?;
        match (state.journal().last_version(), &current) {
            (Some(last), None) => {
                let others = state.restorable(None);
                self.unknown.push(match &others[..] {
                    [] => msg::last_is_gone(last),
                    _ if state.keeps(last) => msg::current_is_missing(state.path().display(), last),
                    others => msg::previous_is_gone(last, others.join(", ")),
                });
            }
            // A command is between the link and the journal, or was killed there.
            (_, Some(current)) if state.is_pending(current) => {}
            (Some(last), Some(current)) if current != last => {
                self.notices.push(msg::link_disagrees(current, last));
            }
            _ => {}
        }

        if state.is_unfinished()? {
            self.notices.push(msg::unfinished());
        }

        Ok(())
    }

    fn check_settings(&mut self, state: &StoreState) -> Result {
        match state.settings() {
            // A publication refuses settings that it cannot read.
            Err(error) => self.unknown.push(error.into()),
            Ok(settings) if settings.readers.is_none() && is_written_by_service(state)? => {
                let store = state.path().display();
                self.notices
                    .push(msg::service_writes_store(store, EDITORS, SERVICE));
            }
            Ok(_) => {}
        }

        Ok(())
    }

    /// Tells which release is live and who made it live, or why none is.
    fn tell_live(&mut self, live: Option<&str>, state: &StoreState) -> Result {
        let Some(version) = live else {
            self.set_member("live", Value::Null);
            self.sentences.push(state.why_none_is_live()?);
            return Ok(());
        };

        let last = state.journal().last();
        let (mut since, mut by) = (None, None);
        let sentence = match last {
            Some(Entry { signature, event }) if event.version() == version => {
                since = Some(signature.at.to_string());
                by = Some(&signature.user);
                msg::status_live(version, signature.at, &signature.user)
            }
            _ => msg::status_live_alone(version),
        };
        self.sentences.push(sentence);
        self.set_member(
            "live",
            json!({ "version": version, "since": since, "by": by }),
        );
        Ok(())
    }

    /// Reports files that the service of the package cannot read: it serves what it cannot compare, or nothing new.
    fn check_access(&mut self, live: Option<&str>, state: &StoreState) -> Result {
        let configured = configuration::store(None);
        let is_of_service = configured.is_ok_and(|store| store == state.path());
        let Some(service) = store::group(SERVICE).filter(|_| is_of_service) else {
            return Ok(());
        };

        for (path, group) in state.closed_files(live)? {
            if group != service.as_raw() {
                self.wrong
                    .push(msg::service_reads_not(path.display(), SERVICE));
                break;
            }
        }

        Ok(())
    }

    /// Tells which releases are kept and staged, and which of their rows are under embargo. Compares the live and the
    /// staged ones with the journal, or all.
    fn tell_releases(
        &mut self,
        live: Option<String>,
        state: &StoreState,
        is_all: bool,
        now: Timestamp,
    ) -> Result {
        let staged = state.journal().staged();
        let mut wanted: BTreeSet<String> = live.iter().cloned().collect();
        wanted.extend(staged.iter().map(|staged| staged.release.version.clone()));

        let strangers = state.strangers()?;
        self.wrong.extend(strangers.iter().map(msg::stranger));

        let mut versions = wanted.clone();
        versions.extend(state.kept()?);
        let mut releases = Vec::new();
        let mut datasets = BTreeMap::new();
        let mut intact = 0;
        for version in &versions {
            let is_stranger = strangers.contains(version);
            let is_wanted = wanted.contains(version);
            let mut integrity = is_stranger.then_some("unknown");
            if is_all || is_wanted {
                let release = state.read(version);
                let is_intact = matches!(release.integrity, Integrity::Intact);
                if !is_intact && !is_wanted && !state.keeps(version) {
                    // A publication has just removed it.
                    continue;
                }

                integrity = Some(self.judge_release(&release, is_stranger, is_wanted, now));
                intact += usize::from(is_intact);
                // A wrong one has been reported.
                if is_wanted && let Ok(dataset) = release.check(now) {
                    datasets.insert(version.clone(), dataset);
                }

                if live.as_ref() == Some(version) {
                    self.release = Some(release);
                }
            }

            releases.push(json!({ "version": version, "integrity": integrity }));
        }

        self.tell_embargoed(&datasets, now);
        self.tell_staged(&staged);
        let kept = releases.len();
        self.sentences.extend(match kept {
            0 => None,
            _ if is_all => Some(msg::status_all_releases(kept, intact)),
            _ => Some(msg::status_releases(kept, intact)),
        });
        self.set_member("releases", releases);
        self.dataset = live.and_then(|live| datasets.remove(&live));
        Ok(())
    }

    /// Names how a release compares with the journal, and reports what is wrong. `is_stranger` says that the journal does
    /// not name it, which was reported; `is_wanted`, that it is live or staged.
    fn judge_release(
        &mut self,
        release: &Release,
        is_stranger: bool,
        is_wanted: bool,
        now: Timestamp,
    ) -> &'static str {
        let version = &release.version;
        match &release.integrity {
            Integrity::Intact => "intact",
            Integrity::Unreadable => {
                self.unknown.push(msg::release_unreadable(version));
                self.unknown.extend(errors_of(&release.diagnostics));
                "unreadable"
            }
            Integrity::Unknown => {
                let unknown = msg::release_unknown(version);
                match (is_stranger, is_wanted) {
                    (true, _) => {}
                    (false, true) => self.wrong.push(unknown),
                    // One that was live when the journal was restored has a line without sums: nothing is wrong with that
                    // later.
                    (false, false) => self.notices.push(unknown),
                }

                "unknown"
            }
            Integrity::Altered(altered) => {
                self.wrong.extend_from_slice(altered);
                if is_wanted {
                    self.wrong.push(msg::altered_cure(version));
                }

                // The files that are there now may be wrong beside.
                if let Err(diagnostics) = release.check(now) {
                    self.wrong.extend(errors_of(&diagnostics));
                }

                "altered"
            }
        }
    }

    /// Tells which rows wait, without their values.
    fn tell_embargoed(&mut self, datasets: &BTreeMap<String, FullDataset>, now: Timestamp) {
        let mut rows = Vec::new();
        for (version, dataset) in datasets {
            for row in dataset.embargoed_at(now) {
                let key = row.indicator.key.as_str();
                let date = row.coming.row.observation.date;
                let date = date.map(|date| date.to_string());
                let until = dataset.offset().timestamp(row.coming.not_before);
                if rows.len() < MAX_SHOWN {
                    let date = date.as_deref().unwrap_or_default();
                    self.sentences
                        .push(msg::embargoed(key, date, &until, version));
                }

                rows.push(json!({
                    "key": key,
                    "date": date,
                    "until": until,
                    "version": version,
                }));
            }
        }

        if rows.len() > MAX_SHOWN {
            self.sentences
                .push(msg::more_embargoed(rows.len() - MAX_SHOWN));
        }

        self.set_member("embargoed", rows);
    }

    fn tell_staged(&mut self, staged: &[Staged<'_>]) {
        let mut releases = Vec::new();
        for Staged { release, by } in staged {
            let version = &release.version;
            let hash = release.content.hash.short();
            self.sentences
                .push(msg::staged_by(version, &by.user, by.at, hash));
            releases.push(json!({
                "version": version,
                "by": by.user,
                "at": by.at.to_string(),
                "hash": hash,
            }));
        }

        self.set_member("staged", releases);
    }

    fn tell_room(&mut self, room: Room) {
        if let Some(release) = &self.release {
            let sizes = release.files.iter().map(size_on_disk);
            self.sentences.push(msg::status_room(room.bytes >> 20));
            if is_little(room, sizes.sum()) {
                self.notices.push(msg::little_room());
            }
        }

        self.set_member("room", room);
    }

    fn tell_clock(&mut self, now: Timestamp) {
        if let Some(dataset) = &self.dataset
            && dataset.as_of() > now
        {
            let as_of = dataset.offset().timestamp(dataset.as_of());
            self.wrong.push(msg::clock_is_behind(as_of));
        }

        // `None` where the system does not say.
        let is_synchronised = clock_is_synchronised();
        if is_synchronised == Some(false) {
            self.notices.push(msg::clock_is_wrong());
        }

        self.set_member("clockSynchronised", is_synchronised);
    }

    /// Tells of the sources whose checks are overdue, or have failed.
    fn tell_old_checks(&mut self, now: Timestamp) {
        let mut old = Vec::new();
        if let Some(dataset) = &self.dataset {
            old = old_checks(dataset, now);
        }

        for check in &old {
            let last = match &check.checked_at {
                Some(instant) => msg::verbatim(instant),
                None => msg::never(),
            };
            self.notices
                .push(msg::check_is_old(&check.source, last, check.indicators));
        }

        self.set_member("oldChecks", old);
    }

    /// Asks the server at a control socket what it serves, and compares that with the live release. A socket on which
    /// nobody listens is a finding where a server is expected there.
    fn ask_server(&mut self, control: &Path, is_expected: bool, store: &Path) {
        self.set_member("served", Value::Null);
        let answer = match control::ask(control, Question::Status, TIMEOUT) {
            Ok(answer) => answer,
            Err(error) => {
                let unknown = msg::served_not_told(error.message(control));
                match error {
                    NoAnswer::NobodyListens if !is_expected => self.notices.push(unknown),
                    _ => self.unknown.push(unknown),
                }

                return;
            }
        };

        if let Some(place) = name_other_subject(&answer.subject, store) {
            let elsewhere = msg::served_elsewhere(control.display(), place);
            self.unknown.push(elsewhere);
            return;
        }

        if let Some(address) = answer.address {
            self.ask_as_reader(address);
        }

        // A reload alone is refused.
        let Outcome::Served {
            version,
            since,
            is_refused,
            is_published,
            ..
        } = answer.outcome
        else {
            return;
        };

        if is_refused {
            self.notices.push(msg::last_reload_was_refused());
        }

        match &self.release {
            Some(live) if live.version == version => {}
            // A reload takes no other release than one that is intact.
            Some(live) if matches!(live.integrity, Integrity::Intact) => self
                .wrong
                .push(msg::served_is_not_live(&version, &live.version)),
            Some(live) => self
                .wrong
                .push(msg::served_instead(&version, &live.version)),
            // The journal says what should be live, or there is none: the store is gone from where it was.
            None if is_published => self.wrong.push(msg::served_and_none_is_live(&version)),
            None => {}
        }

        // As the live dataset writes instants, where there is one.
        let since = match &self.dataset {
            Some(dataset) => dataset.offset().timestamp(since),
            None => OffsetTimestamp::utc(since).to_string(),
        };
        if self.release.is_some() || is_published {
            // Below the sentence on the live release.
            self.sentences
                .insert(1, msg::status_served(&version, &since));
        }

        self.set_member("served", json!({ "version": version, "since": since }));
    }

    /// Asks the server what readers ask: it may answer commands, and nobody else.
    fn ask_as_reader(&mut self, address: SocketAddr) {
        let target = ProbeTarget::health_of(address);
        if let Err(error) = server::get(&target, READER_TIMEOUT) {
            let why = msg::reason(&error);
            self.wrong.push(msg::readers_are_not_answered(address, why));
        }
    }
}

/// Returns true if a store is that of the former package, in which service and editors were one group.
fn is_written_by_service(state: &StoreState) -> Result<bool> {
    Ok(state.writers()?.is_some_and(|group| group == SERVICE) && store::group(EDITORS).is_some())
}

fn errors_of(diagnostics: &Diagnostics) -> Vec<Message> {
    let mut errors = Vec::new();
    for problem in diagnostics.problems() {
        if problem.severity == Severity::Error {
            let message = problem.message.clone();
            errors.push(msg::problem_at(&problem.location, message));
        }
    }

    errors
}

/// A source whose check is overdue, or has failed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OldCheck {
    source: String,
    checked_at: Option<String>,
    indicators: usize,
}

fn old_checks(dataset: &FullDataset, now: Timestamp) -> Vec<OldCheck> {
    let offset = dataset.offset();
    let mut old: Vec<OldCheck> = Vec::new();
    for indicator in dataset.public_at(now).indicators() {
        let Some(source) = &indicator.source else {
            continue;
        };

        if !has_old_check(indicator, now, offset) {
            continue;
        }

        match old.iter_mut().find(|check| check.source == source.id) {
            Some(check) => check.indicators += 1,
            None => old.push(OldCheck {
                source: source.id.clone(),
                checked_at: indicator
                    .checked_at()
                    .map(|instant| offset.timestamp(instant)),
                indicators: 1,
            }),
        }
    }

    old
}

fn size_on_disk(file: &DataFile) -> u64 {
    file.bytes.len() as u64 + BLOCK
}

/// Returns true if soon nothing can be published.
fn is_little(room: Room, release: u64) -> bool {
    room.bytes < release * LITTLE
        || room
            .files
            .is_some_and(|files| files < release / BLOCK * LITTLE)
}

/// A server that is at work answers at once.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A reader who waits longer than this has gone.
const READER_TIMEOUT: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_finding_counts() {
        let some = vec![msg::nothing()];
        let mut report = Report::default();
        assert_eq!(report.exit_code(), ExitCode::SUCCESS);
        report.notices = some.clone();
        assert_eq!(report.exit_code(), ExitCode::SUCCESS);
        report.unknown = some.clone();
        assert_eq!(report.exit_code(), ExitCode::from(1));
        report.wrong = some;
        assert_eq!(report.exit_code(), ExitCode::from(2));
    }

    #[test]
    fn little_room_is_told_by_what_a_release_takes() {
        let room = |bytes, files| Room { bytes, files };
        assert!(!is_little(room(1 << 30, None), 1 << 20));
        assert!(is_little(room(1 << 20, None), 1 << 20));
        assert!(is_little(room(1 << 30, Some(10)), 1 << 20));
    }
}
