//! `indicatord init`: a dataset to begin with, of what is required, or with every field of the format once.

use super::*;

use include_dir::{Dir, include_dir};

use crate::dataset::DATASET_FILE;

/// Three files with invented figures: the least that can be published.
static FIRST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/first");
/// Every field of the format, with invented figures, in a currency that there is not, of no country.
static FULL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/sample");

/// The source of invented figures: `publish` warns while there is one.
pub const INVENTED_SOURCE: &str = "invented";

/// Create a dataset to start from: three files with invented figures.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "init", help_triggers("-h", "--help"))]
pub struct Init {
    /// the directory to create, or an empty one
    #[argh(positional, arg_name = "dir")]
    dataset: PathBuf,

    /// write every field of the format once, to look them up
    #[argh(switch)]
    full: bool,
}

/// Gives the files the present instant, and the number of the first release of its day.
fn number_first_release(files: &mut [DataFile], now: Timestamp) {
    let version = format!("{}.1", now.date_naive());
    let as_of = OffsetTimestamp::utc(now).to_string();
    for file in files {
        if file.path == DATASET_FILE
            && let Some(bytes) = dataset::with_stamp(&file.bytes, &version, &as_of)
        {
            file.bytes = bytes;
        }
    }
}

impl Init {
    pub fn run(self) -> Result {
        let sample = if self.full { &FULL } else { &FIRST };
        let mut files = dataset::embedded(sample);
        if !self.full {
            number_first_release(&mut files, instant_or_now(None));
        }

        // Without the slash at the end, behind which a link would be followed.
        let root: PathBuf = self.dataset.components().collect();
        dataset::begin_dataset(&root, &files, &mut console::eprintln)?;

        let shown = root.display();
        console::println(msg::begun(&shown));
        if self.full {
            console::println(msg::begun_as_seed());
            console::println(msg::begun_full_next(shown));
        } else {
            console::println(msg::begun_as_verified());
            console::println(msg::begun_next(shown));
        }

        Ok(())
    }
}
