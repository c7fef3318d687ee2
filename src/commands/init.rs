//! `indicatord init`: a dataset to begin with, of what is required, or with every field of the format once.

use super::*;

use include_dir::{Dir, include_dir};

/// Three files with invented figures: the least that can be published.
static FIRST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/first");
/// Every field of the format, with invented figures, in a currency that there is not, of no country.
static FULL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/sample");

/// The source of invented figures: `publish` warns while there is one.
pub const INVENTED_SOURCE: &str = "invented";

/// Create a dataset to start from: three files with invented figures.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "init", help_triggers("-h", "--help"))]
pub struct Init {
    /// the directory to create, or an empty one
    #[argh(positional, arg_name = "dir")]
    dataset: PathBuf,

    /// write every field of the format once, to look them up
    #[argh(switch)]
    full: bool,
}

impl Init {
    pub fn run(self, console: Console) -> Result<(), CommandError> {
        let sample = if self.full { &FULL } else { &FIRST };
        let files = dataset::embedded(sample);
        // Without the slash at the end, behind which a link would be followed.
        let root: PathBuf = self.dataset.components().collect();
        dataset::begin(&root, &files, &mut |message| console.warn(&message))?;

        let shown = root.display();
        console.println(&msg::begun(&shown));
        if self.full {
            console.println(&msg::begun_as_seed());
            console.println(&msg::begun_full_next(shown));
        } else {
            console.println(&msg::begun_as_verified());
            console.println(&msg::begun_next(shown));
        }

        Ok(())
    }
}
