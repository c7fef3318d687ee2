//! Whether releases are what the journal says, and whether journal, link and directories say the same [D28.1].

use super::*;

/// A release that is kept, or should be.
#[derive(Serialize)]
pub struct ReleaseState {
    pub version: String,
    /// `intact`, `altered`, `unknown`, `unreadable`, or `null` where it was not compared.
    pub integrity: Option<&'static str>,
}

/// Compares the releases that are `wanted`, or all of them; `read` gets each that was read.
pub fn releases(
    state: &StoreState,
    wanted: &BTreeSet<String>,
    is_all: bool,
    now: Timestamp,
    findings: &mut Findings,
    mut read: impl FnMut(Release),
) -> Result<Vec<ReleaseState>, CommandError> {
    let strangers = state.strangers()?;
    strangers.iter().for_each(|version| findings.add(Weight::Wrong, msg::stranger(version)));
    let mut versions: BTreeSet<String> = state.kept()?.into_iter().collect();
    versions.extend(wanted.iter().cloned());
    let mut states = Vec::new();
    for version in versions {
        let is_compared = is_all || wanted.contains(&version);
        let mut integrity = strangers.contains(&version).then_some("unknown");
        if is_compared {
            let release = state.read(&version);
            let standing =
                Standing { is_stranger: integrity.is_some(), is_wanted: wanted.contains(&version) };
            integrity = Some(judge(&release, standing, now, findings));
            read(release);
        }
        states.push(ReleaseState { version, integrity });
    }
    Ok(states)
}

/// How a release stands in the store, beside its files.
struct Standing {
    /// The journal does not name it, and that was reported.
    is_stranger: bool,
    /// It is live or staged.
    is_wanted: bool,
}

fn judge(release: &Release, standing: Standing, now: Timestamp, findings: &mut Findings) -> &'static str {
    let version = &release.version;
    match &release.integrity {
        Integrity::Intact => "intact",
        Integrity::Unreadable => {
            findings.add(Weight::Unknown, msg::release_unreadable(version));
            for problem in release.diagnostics.problems() {
                let (place, message) = (&problem.location, problem.message.clone());
                findings.add(Weight::Unknown, msg::problem_at(place, message));
            }
            "unreadable"
        }
        Integrity::Unknown => {
            // One that was live when the journal was restored has a line without sums: nothing is wrong with that later.
            let weight = if standing.is_wanted { Weight::Wrong } else { Weight::Notice };
            if !standing.is_stranger {
                findings.add(weight, msg::release_unknown(version));
            }
            "unknown"
        }
        Integrity::Altered(altered) => {
            altered.iter().for_each(|said| findings.add(Weight::Wrong, said.clone()));
            // The files that are there now may be wrong beside.
            for problem in release.check(now).err().iter().flat_map(|d| d.problems()) {
                let (place, message) = (&problem.location, problem.message.clone());
                findings.add(Weight::Wrong, msg::problem_at(place, message));
            }
            "altered"
        }
    }
}

/// Reports what is wrong with the journal, and a link that says something else.
pub fn journal_and_link(state: &StoreState, findings: &mut Findings) -> Result<(), CommandError> {
    for event in state.warnings() {
        findings.add(Weight::Wrong, event.sentence());
    }
    let current = state.current()?;
    match (state.journal().last(), &current) {
        (Some(last), None) => {
            let others = named::restorable(state, None);
            let said = match &others[..] {
                [] => msg::last_is_gone(last.version),
                _ if state.keeps(last.version) => msg::nothing_in_service(last.version),
                others => msg::previous_is_gone(last.version, others.join(", ")),
            };
            findings.add(Weight::Unknown, said);
        }
        // A command is between the link and the journal, or was killed there.
        (_, Some(current)) if state.is_meant(current) => {}
        (Some(last), Some(current)) if *current != last.version => {
            findings.add(Weight::Notice, msg::link_disagrees(current, last.version));
        }
        _ => {}
    }
    if state.is_unfinished()? {
        findings.add(Weight::Notice, msg::unfinished());
    }
    Ok(())
}
