//! `indicatord bundle`: a dataset as one file, to be signed and carried.

use super::*;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

use super::publication::{count_embargoed, give_number, judge_sums};
use crate::cli::values::{days, sequence, site};
use crate::store::bundle::{self, Manifest};

/// Pack a dataset into one file, to be signed with minisign and carried to another machine.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "bundle", help_triggers("-h", "--help"))]
pub struct Bundle {
    /// the dataset directory, a store for its live release, or STORE@VERSION; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<String>,

    /// the file to write, which must not exist yet
    #[argh(option, arg_name = "file")]
    out: PathBuf,

    /// the sequence number among the bundles of a key, which must grow; by default the milliseconds since 1970; more
    /// than a day ahead of the clock is refused
    #[argh(option, arg_name = "number", from_str_fn(sequence))]
    sequence: Option<u64>,

    /// the site that it is for, by the setting site of its store: another store refuses it
    #[argh(option, long = "for", arg_name = "site", from_str_fn(site))]
    site: Option<String>,

    /// for how many days publish takes it without a warning
    #[argh(option, arg_name = "days", from_str_fn(days))]
    valid: Option<u32>,
}

impl Bundle {
    /// Nothing that `check` would refuse is bundled, and no number of the directory is given twice [D26.2].
    pub fn run(self) -> Result {
        let now = instant_or_now(None);
        let clock = bundle::sequence_at(now);
        let sequence = self.sequence.unwrap_or(clock);
        if bundle::is_far_ahead(sequence, clock) {
            return Err(msg::sequence_far_ahead(sequence, clock).into());
        }

        let named = match self.dataset {
            Some(named) => NamedDataset::open(&named)?,
            None => NamedDataset::Directory(configuration::dataset(None)?),
        };
        let contents = match named {
            NamedDataset::Directory(directory) => read_directory(&directory, now)?,
            NamedDataset::Release(state, version) => read_release(&state, &version, now)?,
        };

        let Contents { files, dataset, .. } = &contents;
        let version = dataset.version();
        let offset = dataset.offset();
        let embargoed = count_embargoed(dataset, now);
        let created = OffsetTimestamp::new(now, offset);
        let mut manifest = Manifest::new(version.to_owned(), sequence, created, files);
        manifest.embargoed = embargoed.map_or(0, |(count, _)| count);
        manifest.site = self.site;
        manifest.valid_days = self.valid;

        // Noted first: whatever happens then, the number is not given again.
        let at = offset.timestamp(now);
        if let Some(directory) = &contents.directory {
            directory.note_bundle(version, &at)?;
        }

        // Nobody else may read rows under embargo.
        let mode = if embargoed.is_some() { 0o600 } else { 0o666 };
        let out = self.out.display();
        let packed = bundle::write(files, &manifest);
        if let Err(error) = packed.and_then(|bytes| create_file(&self.out, &bytes, mode)) {
            if let Some(directory) = &contents.directory {
                directory.note_withdrawal(version, &at)?;
            }
            return Err(msg::cannot_write_file(out, msg::reason(&error)).into());
        }

        console::println(msg::bundled(out, version, sequence));
        if let Some((count, first)) = embargoed {
            let first = offset.timestamp(first);
            console::println(msg::bundle_has_embargoed(count, first));
        }

        Ok(())
    }
}

/// The files of a bundle, and the directory that they are from, locked.
struct Contents {
    files: Vec<DataFile>,
    dataset: FullDataset,
    directory: Option<Workspace>,
}

/// Reads a directory, which stays locked, under a number that neither its notes nor the store have.
fn read_directory(directory: &Path, now: Timestamp) -> Result<Contents> {
    let mut workspace = Workspace::open(directory, &mut console::eprintln)?;
    judge_sums(workspace.files())?;
    let checked = workspace.check(now).and_then(FullDataset::filled);
    let mut dataset = checked.map_err(|problems| refuse_dataset(problems, now))?;

    // A copy of a release has the lists of that one.
    let mut files = workspace.take_files();
    files.retain(|file| !dataset::is_written_for_release(&file.path));

    let mut used = workspace.notes().versions();
    if let Ok(store) = configuration::store(None)
        && let Some(state) = StoreState::open_if_there(&store)?
    {
        used.extend(state.versions()?);
    }

    if used.iter().any(|used| used == dataset.version()) {
        // Sums hold the files as they are.
        if files.iter().any(|file| file.path == SUMS_FILE) {
            return Err(msg::version_was_used(dataset.version()).into());
        }
        dataset = give_number(&mut files, &dataset, &used, now);
    }

    dataset::write_imports(&mut files, workspace.notes(), &dataset);
    Ok(Contents {
        files,
        dataset,
        directory: Some(workspace),
    })
}

fn read_release(state: &StoreState, version: &str, now: Timestamp) -> Result<Contents> {
    let release = stores::read_former(state, version)?;
    let dataset = release.check(now)?;
    Ok(Contents {
        files: release.files,
        dataset,
        directory: None,
    })
}

/// Writes a file that was not there, and removes one that could not be finished.
fn create_file(path: &Path, bytes: &[u8], mode: u32) -> std::io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }

    written
}
