//! `indicatord status`: what is live, what is served, what waits, and whether all of it is as it should be [D26.5, D28.1].

use super::*;

use super::publication::other_subject;
use super::shared::{EDITORS, SERVICE};
use crate::dataset::Severity;
use crate::model::Reason;
use crate::server::{self, ProbeTarget, clock_is_synchronised};
use crate::store::Room;

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
    pub fn run(self, console: Console) -> Result<ExitCode> {
        console.begin_object(self.json, MEMBERS);
        let configuration = configuration::get();
        let root = configuration.store(self.store)?;
        let mut report = look(&root, self.verify)?;
        let is_expected = configuration
            .control_if_named(self.control.clone())
            .is_some();
        report.ask_server(&configuration.control(self.control), is_expected, &root);
        report.show_findings(&[Weight::Wrong, Weight::Unknown], console);
        console.members(&report);
        console.print_lines(&report.sentences(self.verify));
        report.show_findings(&[Weight::Notice], console);
        Ok(report.exit_code())
    }
}

/// Looks beside commands that are at work, at most.
const LOOKS: usize = 5;

/// Looks at a store, and again where its journal has changed meanwhile: a release that was live or staged may be gone.
fn look(root: &Path, is_all: bool) -> Result<Report, CommandError> {
    let now = at(None);
    let mut state = StoreState::open(root)?;
    state.require_store()?;
    let mut looks = 0;
    loop {
        let mut report = Report::default();
        let outcome = report.read(&state, is_all, now);
        looks += 1;
        let later = StoreState::open(root)?;
        if looks == LOOKS || later.journal().is_same(state.journal()) {
            outcome?;
            return Ok(report);
        }

        state = later;
    }
}

/// Lines of a kind that are shown; the others are counted.
const MAX_SHOWN: usize = 20;

/// How much a finding counts, the heaviest last: certain faults outweigh those that may be none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A remark: the exit code stays 0.
    Notice,
    /// Something could not be found out: a later attempt may succeed.
    Unknown,
    /// Something is not as it was published, or not served.
    Wrong,
}

/// A release that is kept, or should be.
#[derive(Serialize)]
struct ReleaseState {
    version: String,
    /// `intact`, `altered`, `unknown`, `unreadable`, or `null` where it was not compared.
    integrity: Option<&'static str>,
}

impl ReleaseState {
    fn is_intact(&self) -> bool {
        self.integrity == Some("intact")
    }
}

/// Releases like the live one for which there should be room.
const LITTLE: u64 = 10;
/// Bytes that a file takes on a disk at least.
const BLOCK: u64 = 4096;

/// The state of a store, and everything that is wrong with it.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    live: Option<Live>,
    served: Option<Served>,
    embargoed: Vec<Embargoed>,
    staged: Vec<Staged>,
    releases: Vec<ReleaseState>,
    room: Option<Room>,
    /// `null` where the system does not say.
    clock_synchronised: Option<bool>,
    old_checks: Vec<OldCheck>,
    /// Why none is live.
    #[serde(skip)]
    nothing_live: Option<Message>,
    /// The offset of the live dataset.
    #[serde(skip)]
    offset: Option<Offset>,
    #[serde(skip)]
    findings: Vec<(Weight, Message)>,
}

/// The live release, and who made it live.
#[derive(Serialize)]
struct Live {
    version: String,
    since: Option<String>,
    by: Option<String>,
}

/// A row that waits, without its value.
#[derive(Serialize)]
struct Embargoed {
    key: String,
    date: Option<String>,
    until: String,
    version: String,
}

/// A release that waits for approval.
#[derive(Serialize)]
struct Staged {
    version: String,
    by: String,
    at: String,
    hash: String,
}

/// A source whose check is overdue, or has failed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OldCheck {
    source: String,
    checked_at: Option<String>,
    indicators: usize,
}

/// Returns true if a store is that of the former package, in which service and editors were one group.
fn is_written_by_service(state: &StoreState) -> Result<bool> {
    Ok(state.writers()?.is_some_and(|group| group == SERVICE) && store::group(EDITORS).is_some())
}

impl Report {
    /// Shows the findings of the given weights, in their order.
    fn show_findings(&self, weights: &[Weight], console: Console) {
        let mut findings = Vec::new();
        for weight in weights {
            let of_weight = self.findings.iter().filter(|(of, _)| of == weight);
            findings.extend(of_weight);
        }

        let shown = if console.is_json() {
            findings.len()
        } else {
            MAX_SHOWN
        };

        for (weight, message) in findings.iter().take(shown) {
            match weight {
                Weight::Notice => console.eprintln(message),
                Weight::Unknown | Weight::Wrong => console.error(message),
            }
        }

        if findings.len() > shown {
            console.eprintln(&msg::more_findings(findings.len() - shown));
        }
    }

    fn add(&mut self, weight: Weight, message: Message) {
        self.findings.push((weight, message));
    }

    /// The heaviest first.
    fn exit_code(&self) -> ExitCode {
        match self.findings.iter().map(|(weight, _)| *weight).max() {
            None | Some(Weight::Notice) => ExitCode::SUCCESS,
            Some(Weight::Unknown) => CommandError::CouldNotRun(Vec::new()).exit_code(),
            Some(Weight::Wrong) => CommandError::BadContent(Vec::new()).exit_code(),
        }
    }

    fn read(&mut self, state: &StoreState, is_all: bool, now: Timestamp) -> Result {
        self.check_journal_and_link(state)?;
        match state.settings() {
            // A publication refuses settings that it cannot read.
            Err(error) => self.add(Weight::Unknown, error.into()),
            Ok(settings) if settings.readers.is_none() && is_written_by_service(state)? => {
                self.add(
                    Weight::Notice,
                    msg::service_writes_store(state.path().display(), EDITORS, SERVICE),
                );
            }
            Ok(_) => {}
        }

        self.live = state.current()?.map(|version| live(state, version));
        if self.live.is_none() {
            self.nothing_live = Some(state.why_none_is_live()?);
        }

        self.check_service_reads(state)?;
        self.staged = state.journal().staged().iter().map(staged).collect();
        let live_size = self.compare_releases(state, is_all, now)?;
        let room = state.room()?;
        if self.live.is_some() && is_little(room, live_size) {
            self.add(Weight::Notice, msg::little_room());
        }

        self.room = Some(room);
        self.clock_synchronised = clock_is_synchronised();
        if self.clock_synchronised == Some(false) {
            self.add(Weight::Notice, msg::clock_is_wrong());
        }

        for check in &self.old_checks {
            let last = match &check.checked_at {
                Some(instant) => msg::verbatim(instant),
                None => msg::never(),
            };
            let old = msg::check_is_old(&check.source, last, check.indicators);
            self.findings.push((Weight::Notice, old));
        }

        Ok(())
    }

    /// Reports files that the service of the package cannot read: it serves what it cannot compare, or nothing new.
    fn check_service_reads(&mut self, state: &StoreState) -> Result {
        let is_of_service = configuration::get()
            .store(None)
            .is_ok_and(|store| store == state.path());
        let Some(service) = store::group(SERVICE).filter(|_| is_of_service) else {
            return Ok(());
        };

        let live = self.live.as_ref().map(|live| live.version.as_str());
        for (path, group) in state.closed_files(live)? {
            if group != service.as_raw() {
                self.add(
                    Weight::Wrong,
                    msg::service_reads_not(path.display(), SERVICE),
                );
                break;
            }
        }

        Ok(())
    }

    /// Reports what is wrong with the journal, and a link that says something else.
    fn check_journal_and_link(&mut self, state: &StoreState) -> Result {
        for event in state.warnings() {
            self.add(Weight::Wrong, event);
        }

        let current = state.current()?;
        match (state.journal().last_version(), &current) {
            (Some(last), None) => {
                let others = state.restorable(None);
                let message = match &others[..] {
                    [] => msg::last_is_gone(last),
                    _ if state.keeps(last) => msg::current_is_missing(state.path().display(), last),
                    others => msg::previous_is_gone(last, others.join(", ")),
                };

                self.add(Weight::Unknown, message);
            }
            // A command is between the link and the journal, or was killed there.
            (_, Some(current)) if state.is_pending(current) => {}
            (Some(last), Some(current)) if current != last => {
                self.add(Weight::Notice, msg::link_disagrees(current, last));
            }
            _ => {}
        }

        if state.is_unfinished()? {
            self.add(Weight::Notice, msg::unfinished());
        }

        Ok(())
    }

    /// Compares the live and the staged releases with the journal, or all that are kept. Returns the size of the live one.
    fn compare_releases(
        &mut self,
        state: &StoreState,
        is_all: bool,
        now: Timestamp,
    ) -> Result<u64> {
        let live = self.live.as_ref().map(|live| live.version.clone());
        let mut wanted: BTreeSet<String> = live.iter().cloned().collect();
        for staged in &self.staged {
            wanted.insert(staged.version.clone());
        }

        let strangers = state.strangers()?;
        for version in &strangers {
            self.add(Weight::Wrong, msg::stranger(version));
        }

        let mut versions = wanted.clone();
        versions.extend(state.kept()?);
        let mut live_size = 0;
        for version in versions {
            let is_stranger = strangers.contains(&version);
            let (is_wanted, is_live) = (wanted.contains(&version), live.as_ref() == Some(&version));
            let mut integrity = is_stranger.then_some("unknown");
            if is_all || is_wanted {
                let release = state.read(&version);
                let is_intact = matches!(release.integrity, Integrity::Intact);
                if !is_intact && !is_wanted && !state.keeps(&version) {
                    // A publication has just removed it.
                    continue;
                }

                integrity = Some(self.judge(&release, is_stranger, is_wanted, now));
                if is_live {
                    for file in &release.files {
                        live_size += file.bytes.len() as u64 + BLOCK;
                    }
                }

                if is_wanted {
                    self.take(&release, is_live, now);
                }
            }

            self.releases.push(ReleaseState { version, integrity });
        }

        Ok(live_size)
    }

    /// Names how a release compares with the journal, and reports what is wrong. `is_stranger` says that the journal does
    /// not name it, which was reported; `is_wanted`, that it is live or staged.
    fn judge(
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
                self.add(Weight::Unknown, msg::release_unreadable(version));
                self.add_problems(Weight::Unknown, &release.diagnostics);
                "unreadable"
            }
            Integrity::Unknown => {
                // One that was live when the journal was restored has a line without sums: nothing is wrong with that
                // later.
                let weight = if is_wanted {
                    Weight::Wrong
                } else {
                    Weight::Notice
                };

                if !is_stranger {
                    self.add(weight, msg::release_unknown(version));
                }

                "unknown"
            }
            Integrity::Altered(altered) => {
                for message in altered {
                    self.add(Weight::Wrong, message.clone());
                }

                if is_wanted {
                    self.add(Weight::Wrong, msg::altered_cure(version));
                }

                // The files that are there now may be wrong beside.
                if let Err(diagnostics) = release.check(now) {
                    self.add_problems(Weight::Wrong, &diagnostics);
                }

                "altered"
            }
        }
    }

    fn add_problems(&mut self, weight: Weight, diagnostics: &Diagnostics) {
        for problem in diagnostics.problems() {
            if problem.severity == Severity::Error {
                let message = problem.message.clone();
                self.add(weight, msg::problem_at(&problem.location, message));
            }
        }
    }

    /// Takes the rows of a release that are under embargo, and the checks of the live one. A release that is wrong has been
    /// reported before.
    fn take(&mut self, release: &Release, is_live: bool, now: Timestamp) {
        let Ok(dataset) = release.check(now) else {
            return;
        };

        if is_live {
            self.offset = Some(dataset.offset());
            if dataset.as_of() > now {
                let as_of = dataset.offset().timestamp(dataset.as_of());
                self.add(Weight::Wrong, msg::clock_is_behind(as_of));
            }

            self.old_checks = old_checks(&dataset, now);
        }

        for row in dataset.embargoed_at(now) {
            let date = row.coming.row.observation.date;
            self.embargoed.push(Embargoed {
                key: row.indicator.key.to_string(),
                date: date.map(|date| date.to_string()),
                until: dataset.offset().timestamp(row.coming.not_before),
                version: release.version.clone(),
            });
        }
    }

    /// Asks the server at a control socket what it serves, and compares that with the live release. A socket on which
    /// nobody listens is a finding where a server is expected there.
    fn ask_server(&mut self, control: &Path, is_expected: bool, store: &Path) {
        let answer = match control::ask(control, Question::Status, TIMEOUT) {
            Ok(answer) => answer,
            Err(error) => {
                let is_known = matches!(error, NoAnswer::NobodyListens) && !is_expected;
                let weight = if is_known {
                    Weight::Notice
                } else {
                    Weight::Unknown
                };

                return self.add(weight, msg::served_not_told(error.message(control)));
            }
        };

        if let Some(place) = other_subject(&answer.subject, store) {
            return self.add(
                Weight::Unknown,
                msg::served_elsewhere(control.display(), place),
            );
        }

        if let Some(address) = answer.address {
            self.ask_as_reader(address);
        }

        let served = match answer.outcome {
            Outcome::Served {
                version,
                since,
                is_published,
                is_refused,
                ..
            } => {
                if is_refused {
                    self.add(Weight::Notice, msg::last_reload_was_refused());
                }

                // As the live dataset writes instants, where there is one.
                let since = match self.offset {
                    Some(offset) => offset.timestamp(since),
                    None => OffsetTimestamp::utc(since).to_string(),
                };
                Served {
                    version,
                    since,
                    is_published,
                }
            }
            Outcome::Refused { version, .. } => Served {
                version,
                since: String::new(),
                is_published: true,
            },
        };

        match &self.live {
            Some(live) if served.version != live.version => {
                let state = self.releases.iter().find(|r| r.version == live.version);
                // A reload takes no other release than one that is intact.
                let is_intact = state.is_some_and(ReleaseState::is_intact);
                let sentence = if is_intact {
                    msg::served_is_not_live
                } else {
                    msg::served_instead
                };

                self.add(Weight::Wrong, sentence(&served.version, &live.version));
            }
            // The journal says what should be live, or there is none: the store is gone from where it was.
            None if served.is_published => {
                self.add(Weight::Wrong, msg::served_and_none_is_live(&served.version));
            }
            _ => {}
        }

        self.served = Some(served);
    }

    /// Asks the server what readers ask: it may answer commands, and nobody else.
    fn ask_as_reader(&mut self, address: SocketAddr) {
        let target = ProbeTarget::health_of(address);
        if let Err(error) = server::get(&target, READER_TIMEOUT) {
            let why = msg::reason(&error);
            self.add(Weight::Wrong, msg::readers_are_not_answered(address, why));
        }
    }

    /// One line for each, in the order of their weight for an operator.
    fn sentences(&self, is_all: bool) -> Vec<Message> {
        let mut sentences = Vec::new();
        match &self.live {
            None => sentences.extend(self.nothing_live.clone()),
            Some(Live {
                version,
                since: Some(since),
                by: Some(by),
            }) => {
                sentences.push(msg::status_live(version, since, by));
            }
            Some(Live { version, .. }) => sentences.push(msg::status_live_alone(version)),
        }

        if let Some(served) = &self.served
            && (self.live.is_some() || served.is_published)
        {
            sentences.push(msg::status_served(&served.version, &served.since));
        }

        for row in self.embargoed.iter().take(MAX_SHOWN) {
            let date = row.date.as_deref().unwrap_or_default();
            let line = msg::embargoed(&row.key, date, &row.until, &row.version);
            sentences.push(line);
        }

        if self.embargoed.len() > MAX_SHOWN {
            sentences.push(msg::more_embargoed(self.embargoed.len() - MAX_SHOWN));
        }

        for staged in &self.staged {
            let Staged {
                version,
                by,
                at,
                hash,
            } = staged;
            sentences.push(msg::staged_by(version, by, at, hash));
        }

        let releases = self.releases.iter();
        let intact = releases.filter(|release| release.is_intact()).count();
        match self.releases.len() {
            0 => {}
            kept if is_all => sentences.push(msg::status_all_releases(kept, intact)),
            kept => sentences.push(msg::status_releases(kept, intact)),
        }

        if let (Some(room), Some(_)) = (&self.room, &self.live) {
            sentences.push(msg::status_room(room.bytes >> 20));
        }

        sentences
    }
}

fn live(state: &StoreState, version: String) -> Live {
    let last = state.journal().last();
    let signature = last
        .filter(|entry| entry.event.version() == version)
        .map(|entry| &entry.signature);
    Live {
        since: signature.map(|signature| signature.at.to_string()),
        by: signature.map(|signature| signature.user.clone()),
        version,
    }
}

fn staged(staged: &crate::store::Staged<'_>) -> Staged {
    Staged {
        version: staged.release.version.clone(),
        by: staged.by.user.clone(),
        at: staged.by.at.to_string(),
        hash: staged.release.content.hash.short().to_owned(),
    }
}

fn old_checks(dataset: &FullDataset, now: Timestamp) -> Vec<OldCheck> {
    let (offset, mut old): (_, Vec<OldCheck>) = (dataset.offset(), Vec::new());
    for indicator in dataset.public_at(now).indicators() {
        let reason = indicator.effective(now, offset).reason;
        let Some(source) = &indicator.source else {
            continue;
        };

        if !matches!(reason, Reason::CheckFailed | Reason::CheckOverdue) {
            continue;
        }

        match old.iter_mut().find(|c| c.source == source.id) {
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

/// The release that the server serves, as it says itself.
#[derive(Serialize)]
struct Served {
    version: String,
    since: String,
    /// True if it is a release, and not the built-in dataset of a store without one.
    #[serde(skip)]
    is_published: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_finding_counts() {
        let code = |weights: &[Weight]| {
            let mut report = Report::default();
            weights
                .iter()
                .for_each(|weight| report.add(*weight, msg::nothing()));
            report.exit_code()
        };
        assert_eq!(code(&[]), ExitCode::SUCCESS);
        assert_eq!(code(&[Weight::Notice]), ExitCode::SUCCESS);
        assert_eq!(code(&[Weight::Unknown, Weight::Notice]), ExitCode::from(1));
        assert_eq!(
            code(&[Weight::Notice, Weight::Wrong, Weight::Unknown]),
            ExitCode::from(2)
        );
    }

    #[test]
    fn little_room_is_told_by_what_a_release_takes() {
        let room = |bytes, files| Room { bytes, files };
        assert!(!is_little(room(1 << 30, None), 1 << 20));
        assert!(is_little(room(1 << 20, None), 1 << 20));
        assert!(is_little(room(1 << 30, Some(10)), 1 << 20));
    }
}
