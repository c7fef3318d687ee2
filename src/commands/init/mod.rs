//! `indicatord init`: a dataset to begin with, in which every field of the format is to be seen once.

use std::path::PathBuf;
use std::process::ExitCode;

use argh::{ArgsInfo, FromArgs};
use chrono::SecondsFormat;
use include_dir::{Dir, include_dir};

use crate::cli::values::at;
use crate::console::{CommandError, Console};
use crate::dataset::{self, DATASET_FILE};
use crate::messages as msg;

/// With invented figures, in a currency that there is not, of no country.
static EXAMPLE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/init/dataset");

/// Create a sample dataset to start from.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "init",
    help_triggers("-h", "--help"),
    note = "The sample has an indicator of each period type, every optional field once, a calendar, checks, and \
            status seed. It passes check and can be served and previewed. An existing DIR must be empty. If anything \
            fails, nothing is left behind.",
    example = "$ {command_name} /srv/indicators\n$ indicatord check /srv/indicators\n$ indicatord preview /srv/indicators"
)]
pub struct Init {
    /// the directory to create, or an empty one
    #[argh(positional, arg_name = "dir")]
    dataset: PathBuf,
}

/// Runs the command; the dataset is as of now.
pub fn run(command: Init, console: Console) -> Result<ExitCode, CommandError> {
    let now = at(None);
    let version = format!("{}.1", now.format("%Y-%m-%d"));
    let as_of = now.to_rfc3339_opts(SecondsFormat::Secs, false);
    let mut files = dataset::embedded(&EXAMPLE);
    for file in files.iter_mut().filter(|file| file.path == DATASET_FILE) {
        if let Some(stamped) = dataset::stamped(&file.bytes, &version, &as_of) {
            file.bytes = stamped;
        }
    }
    // Without the slash at the end, behind which a link would be followed.
    let root: PathBuf = command.dataset.components().collect();
    dataset::begin(&root, &files, &mut |message| console.warn(&message))?;
    let shown = root.display();
    console.println(&msg::begun(&shown, version));
    console.println(&msg::begun_next(shown));
    Ok(ExitCode::SUCCESS)
}
