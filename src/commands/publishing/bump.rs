//! `--bump`: the version and the as-of instant are those of the publication, and `dataset.json` says so afterwards.

use std::path::Path;

use super::baseline::Baseline;
use super::candidate::Candidate;
use super::request::Request;
use crate::console::CommandError;
use crate::dataset::{DATASET_FILE, Workspace};
use crate::messages::{self as say, Message};
use crate::model::{Offset, Timestamp};
use crate::store::View;

/// Stamps the candidate; returns what to say where there is nothing to publish.
pub fn stamp(
    request: &Request,
    candidate: &mut Candidate,
    baseline: &Baseline,
    view: Option<&View>,
    offset: Offset,
) -> Option<Message> {
    if let Baseline::Release { files, dataset } = baseline {
        if candidate.is_same_but_stamp(files) {
            return Some(say::nothing_to_publish(dataset.version()));
        }
    }
    let at = request.public_at();
    candidate.stamp(&next_version(view, offset, at), &offset.timestamp(at));
    None
}

/// `2026-11-21.2` where the store knows `2026-11-21.1`.
fn next_version(view: Option<&View>, offset: Offset, at: Timestamp) -> String {
    let day = offset.day(at).to_string();
    let versions = view.map(View::versions).unwrap_or_default();
    let numbers = versions.iter().filter_map(|version| version.strip_prefix(&day)?.strip_prefix('.'));
    let highest = numbers.filter_map(|number| number.parse::<u32>().ok()).max().unwrap_or(0);
    format!("{day}.{}", highest.saturating_add(1))
}

/// Writes the stamped file to the directory that the dataset came from, unless somebody has changed it meanwhile.
pub fn write(
    request: &Request,
    (directory, read): (&Path, &[u8]),
    stamped: &[u8],
    now: &str,
) -> Result<(), CommandError> {
    if read == stamped {
        return Ok(());
    }
    let mut tell = |message| super::tell(&message, request.lang);
    let mut workspace = Workspace::open(directory, &mut tell)?;
    match workspace.change(DATASET_FILE) {
        Some(file) if file.bytes == read => file.bytes = stamped.to_vec(),
        _ => return Err(say::dataset_changed_meanwhile().into()),
    }
    Ok(workspace.save("publish --bump", now, Vec::new(), &mut tell)?)
}
