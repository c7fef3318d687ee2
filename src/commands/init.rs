//! `indicatord init`: a dataset to begin with, in which every field of the format is to be seen once.

use super::*;

use include_dir::{Dir, include_dir};

/// With invented figures, in a currency that there is not, of no country.
static EXAMPLE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/commands/sample");

/// The source of its figures: `publish` warns while there is one.
pub const INVENTED_SOURCE: &str = "invented";

/// Create a sample dataset to start from.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "init", help_triggers("-h", "--help"))]
pub struct Init {
    /// the directory to create, or an empty one
    #[argh(positional, arg_name = "dir")]
    dataset: PathBuf,
}

impl Init {
    pub fn run(self, console: Console) -> Result<(), CommandError> {
        let files = dataset::embedded(&EXAMPLE);
        // Without the slash at the end, behind which a link would be followed.
        let root: PathBuf = self.dataset.components().collect();
        dataset::begin(&root, &files, &mut |message| console.warn(&message))?;
        let shown = root.display();
        console.println(&msg::begun(&shown));
        console.println(&msg::begun_next(shown));
        Ok(())
    }
}
