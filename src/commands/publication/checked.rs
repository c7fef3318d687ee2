//! The second stage of a publication: a dataset without errors, which keeps the rules of the store, under the number
//! that it will have [D26.2].

use super::*;

use crate::model::PublishedFigure;
use crate::store::{Content, User, bundle};

/// A release whose dataset has no errors, under its number.
pub struct Checked {
    /// With the number of the release in `dataset.json`.
    pub submitted: Submitted,
    pub dataset: FullDataset,
    pub content: Content,
}

impl Checked {
    /// Checks the submitted files, once, and numbers the release. `None` where there is nothing to do, after saying why.
    pub fn new(
        mut submitted: Submitted,
        baseline: &Baseline,
        request: &Request,
    ) -> Result<Option<Self>> {
        if let Some(reason) = why_idle(&submitted, baseline, request) {
            console::println(reason);
            return Ok(None);
        }

        check_rules(&submitted, baseline, request)?;
        let state = baseline.state.as_ref();
        let public = baseline.dataset.as_ref();
        let mut dataset = check_files(&submitted, public, request)?;
        if let Provenance::Bundle { named, .. } = &submitted.from
            && named != dataset.version()
        {
            let [named, found] = [named.as_str(), dataset.version()].map(msg::shown);
            let message = msg::bundle_other_version(named, found);
            return Err(CommandError::BadContent(vec![message]));
        }

        let used = match state {
            Some(state) if request.is_of_new_release() => state.versions()?,
            _ => Vec::new(),
        };

        // A version that was never used is meant, even where nothing else differs.
        if used.iter().any(|used| used == dataset.version()) {
            if let Some(public) = public
                && differ_in_stamp_only(&submitted.files, &baseline.files)
            {
                console::println(msg::nothing_to_publish(public.version()));
                return Ok(None);
            }

            dataset = renumber(&mut submitted, &dataset, used, request.now)?;
        }

        if gets_list(&submitted) {
            let told = told_publications(state, public, request.now);
            dataset = dataset.published_after(public, told, request.now);
            dataset::write_publications(&mut submitted.files, &dataset);
        }

        if let Provenance::Directory(path) = &submitted.from {
            dataset::write_imports(&mut submitted.files, &dataset::notes_of(path), &dataset);
        }

        let content = Content::of(&submitted.files);
        Ok(Some(Checked {
            submitted,
            dataset,
            content,
        }))
    }
}

/// Why there is nothing to do: the release is live already.
fn why_idle(submitted: &Submitted, baseline: &Baseline, request: &Request) -> Option<Message> {
    if let (Provenance::Former(version), Some(current)) = (&submitted.from, &baseline.current)
        && version == current
    {
        return Some(msg::in_service_already(version));
    }

    let public = baseline.dataset.as_ref()?;
    let is_live = request.is_of_new_release() && submitted.has_files_of(baseline);
    is_live.then(|| msg::published_already(public.version()))
}

/// Makes a dataset of the files. One with errors is refused.
fn check_files(
    submitted: &Submitted,
    public: Option<&FullDataset>,
    request: &Request,
) -> Result<FullDataset> {
    let Submitted {
        files, diagnostics, ..
    } = submitted;
    let checked = dataset::check(files, request.now, diagnostics.clone(), public);
    let problems = match checked.and_then(FullDataset::filled) {
        Ok(dataset) => return Ok(dataset),
        Err(problems) => problems,
    };

    let Some(public) = public else {
        return Err(errors_first(problems, None).into());
    };

    let live = LiveRelease {
        dataset: public.clone(),
        store: request.store.clone(),
    };
    Err(live.refuse(problems))
}

/// Gives a release another number than those that were used.
fn renumber(
    submitted: &mut Submitted,
    dataset: &FullDataset,
    mut used: Vec<String>,
    now: Timestamp,
) -> Result<FullDataset, Message> {
    match &submitted.from {
        // A bundle of the directory may have the next number already.
        Provenance::Directory(path) if !submitted.is_summed() => {
            used.extend(dataset::notes_of(path).versions())
        }
        Provenance::Restored(_) => {}
        _ => return Err(msg::version_was_used(dataset.version())),
    }

    Ok(give_number(&mut submitted.files, dataset, &used, now))
}

/// Returns true for files that get the list of publications here. One that came in a bundle stays as it is, and so does
/// that of a former release.
fn gets_list(submitted: &Submitted) -> bool {
    let has_list = submitted.origin().is_some_and(|it| it.has_publications);
    !has_list && !matches!(submitted.from, Provenance::Former(_))
}

/// The publications that readers were told of: those of the current release, and those that a rollback has withdrawn
/// since, as far as their releases are kept.
fn told_publications(
    state: Option<&StoreState>,
    public: Option<&FullDataset>,
    now: Timestamp,
) -> Vec<PublishedFigure> {
    let mut told = Vec::new();
    if let Some(public) = public {
        told = publications_at(public, now);
    }

    let Some(state) = state else {
        return told;
    };

    for version in state.journal().rolled_back().into_keys() {
        if !state.keeps(version) {
            continue;
        }

        if let Ok(release) = state.read(version).check(now) {
            told.extend(publications_at(&release, now));
        }
    }

    told
}

/// The publications of a release that have come.
fn publications_at(release: &FullDataset, now: Timestamp) -> Vec<PublishedFigure> {
    let public = release.public_at(now);
    let publications = public.publications.as_ref();
    publications.map_or_else(Vec::new, |list| list.figures().to_vec())
}

/// Checks the rules that a store sets for publications. A rollback is the emergency brake, and has no rules.
fn check_rules(
    submitted: &Submitted,
    baseline: &Baseline,
    request: &Request,
) -> Result<(), Message> {
    if request.is_rollback() {
        return Ok(());
    }

    let clock = bundle::sequence_at(request.now);
    // A sequence number that would close the store to its key is not taken, whatever made it.
    if let Some(origin) = submitted.origin()
        && bundle::is_far_ahead(origin.sequence, clock)
    {
        return Err(msg::bundle_far_ahead(origin.sequence, clock));
    }

    let settings = baseline.settings()?;
    if let Provenance::Bundle { site, .. } = &submitted.from {
        match (site, &settings.site) {
            (Some(theirs), Some(ours)) if ours != theirs => {
                return Err(msg::bundle_of_another_site(theirs, ours));
            }
            (Some(theirs), None) => return Err(msg::bundle_of_a_site(theirs)),
            _ => {}
        }
    }

    let Some(state) = &baseline.state else {
        return Ok(());
    };

    if settings.two_people {
        match (&submitted.from, &request.purpose) {
            (Provenance::Staged { by, .. }, _) if User::at_the_keyboard().is_named(&by.user) => {
                return Err(msg::same_person(&by.user));
            }
            (_, Purpose::Publish(_)) => return Err(msg::needs_two_people()),
            _ => {}
        }
    }

    let Some(origin) = submitted.origin() else {
        return match settings.signed {
            true => Err(msg::needs_signature()),
            false => Ok(()),
        };
    };

    let itself = match &submitted.from {
        Provenance::Staged { record, .. } => Some(record.version.as_str()),
        _ => None,
    };

    match state.journal().highest_sequence(&origin.key, itself) {
        Some(highest) if highest >= origin.sequence => {
            let next = highest.saturating_add(1);
            Err(msg::bundle_too_old(
                origin.sequence,
                &origin.key,
                highest,
                next,
            ))
        }
        _ => Ok(()),
    }
}

/// Gives files the next number of the day, and the present instant as their as-of instant.
pub fn give_number(
    files: &mut [DataFile],
    dataset: &FullDataset,
    used: &[String],
    now: Timestamp,
) -> FullDataset {
    let version = next_number(used, dataset.offset(), now);
    if let Some(file) = files.iter_mut().find(|file| file.path == DATASET_FILE) {
        let as_of = dataset.offset().timestamp(now);
        // A dataset that was checked has both members, once.
        if let Some(bytes) = dataset::with_stamp(&file.bytes, &version, &as_of) {
            file.bytes = bytes;
        }
    }

    dataset.with_stamp(version, now)
}

/// `2026-11-21.2` where `2026-11-21.1` was used.
fn next_number(used: &[String], offset: Offset, now: Timestamp) -> String {
    let beginning = format!("{}.", offset.day(now));
    let mut highest: u32 = 0;
    for version in used {
        if let Some(Ok(number)) = version.strip_prefix(&beginning).map(str::parse) {
            highest = highest.max(number);
        }
    }

    format!("{beginning}{}", highest.saturating_add(1))
}

/// How many rows are under embargo at `now`, and the instant at which the first becomes public.
pub fn count_embargoed(dataset: &FullDataset, now: Timestamp) -> Option<(usize, Timestamp)> {
    let first = dataset.next_embargo_end(now)?;
    Some((dataset.embargoed_at(now).len(), first))
}

/// Returns true if two datasets differ at most in version and as-of instant.
fn differ_in_stamp_only(a: &[DataFile], b: &[DataFile]) -> bool {
    let (a, b) = (written_by_people(a), written_by_people(b));
    a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| is_same_file(a, b))
}

fn is_same_file(a: &DataFile, b: &DataFile) -> bool {
    if a.path != b.path {
        return false;
    }

    let is_stamped = a.path == DATASET_FILE && dataset::differ_in_stamp_only(&a.bytes, &b.bytes);
    is_stamped || a.bytes == b.bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_day_go_on_behind_the_highest_that_was_used() {
        let now = "2026-11-20T21:00:00Z".parse().unwrap();
        let next = |used: &[&str]| {
            let used: Vec<String> = used.iter().map(|version| (*version).to_owned()).collect();
            next_number(&used, "+04:00".parse().unwrap(), now)
        };
        assert_eq!(next(&[]), "2026-11-21.1", "the day is that of the dataset");
        assert_eq!(
            next(&["2026-11-21.9", "2026-11-21.10", "2026-11-20.11", "clean.12"]),
            "2026-11-21.11"
        );
        assert_eq!(next(&["2026-11-21.x", "2026-11-21"]), "2026-11-21.1");
    }

    #[test]
    fn only_version_and_as_of_may_differ() {
        let file = |path: &str, bytes: &str| DataFile {
            path: path.to_owned(),
            bytes: bytes.into(),
        };
        let definitions = |version: &str, title: &str| {
            let text = format!(r#"{{"version":"{version}","asOf":"{version}","title":"{title}"}}"#);
            file(DATASET_FILE, &text)
        };
        let public = [definitions("1", "a"), file("usd.csv", "1")];
        assert!(differ_in_stamp_only(
            &[definitions("2", "a"), file("usd.csv", "1")],
            &public
        ));
        for other in [
            vec![definitions("2", "b"), file("usd.csv", "1")],
            vec![definitions("2", "a"), file("usd.csv", "2")],
            vec![definitions("2", "a"), file("eur.csv", "1")],
            vec![definitions("2", "a")],
        ] {
            assert!(!differ_in_stamp_only(&other, &public));
        }
    }
}
