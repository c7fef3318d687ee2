//! `indicatord rollback`: a release that was live before becomes live again.

use super::*;

/// Withdrawn rows that are named; more are counted.
const MAX_NAMED: usize = 20;

/// Make an earlier release of a store live again.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "rollback", help_triggers("-h", "--help"))]
pub struct Rollback {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the release to make live, or with --rows the one that has the right rows
    #[argh(option, arg_name = "version")]
    to: Option<String>,

    /// the rows that are wrong, as KEY or KEY=DATE, separated by commas: only they go back to what they were before they
    /// came, in a new release; by default all that the release brought
    #[argh(option, arg_name = "rows")]
    rows: Option<String>,

    /// do not ask for confirmation
    #[argh(switch)]
    yes: bool,

    /// allow early: rows published before the end of their embargo, for all indicators or for one as early=KEY; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the dataset directory to search for withdrawn rows; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the control socket of the server that is asked to reload; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// do not ask the server to reload
    #[argh(switch)]
    no_reload: bool,
}

impl Rollback {
    pub fn run(self) -> Result {
        let purpose = match self.rows {
            Some(rows) => Purpose::Restore {
                rows: row_choices(&rows)?,
                to: self.to,
            },
            None => Purpose::Rollback(self.to),
        };

        let mut request = Request::new(purpose, self.store, &self.allow, None)?;
        let is_dry = false;
        request.extent = Extent::new(is_dry, self.yes);
        request.control = (!self.no_reload).then(|| configuration::control(self.control));
        if let Some(release) = publication::run(&request)? {
            let directory = configuration::dataset(self.dataset).ok();
            if let Some(withdrawal) = &release.withdrawal {
                tell_withdrawn(withdrawal);
                if let Some(directory) = directory {
                    warn_of_withdrawn_rows(withdrawal, directory, request.now);
                }
            }
        }

        Ok(())
    }
}

fn row_choices(text: &str) -> Result<Vec<RowChoice>, Message> {
    let mut choices = Vec::new();
    for word in text.split(',') {
        let choice = RowChoice::parse(word);
        choices.push(choice.ok_or_else(|| msg::bad_row_choice(word))?);
    }

    Ok(choices)
}

/// Says how many rows were withdrawn.
fn tell_withdrawn(withdrawal: &Withdrawal) {
    if !withdrawal.rows.is_empty() {
        console::println(msg::rows_withdrawn(withdrawal.rows.len()));
    }
}

/// Names the withdrawn rows that the directory still has: the next publication would bring them back.
fn warn_of_withdrawn_rows(withdrawal: &Withdrawal, directory: PathBuf, now: Timestamp) {
    let shown = directory.display().to_string();
    let Ok(edited) = dataset::load(&Source::Directory(directory), now) else {
        return;
    };

    let still = withdrawal.present_in(edited.with_all_rows());
    for (key, row) in still.iter().take(MAX_NAMED) {
        let date = row.date.map(|date| date.to_string()).unwrap_or_default();
        let message = msg::still_in_directory(&shown, key, date, row.value);
        console::eprintln(message);
    }

    if still.len() > MAX_NAMED {
        console::eprintln(msg::more_in_directory(&shown, still.len() - MAX_NAMED));
    }
}
