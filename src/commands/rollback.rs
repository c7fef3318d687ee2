//! `indicatord rollback`: a release that was live before becomes live again.

use super::*;

use super::publication::Installed;

/// Withdrawn rows that are named; more are counted.
const MAX_NAMED: usize = 20;

/// Make an earlier release of a store live again.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "rollback", help_triggers("-h", "--help"))]
pub struct Rollback {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the release to make live
    #[argh(option, arg_name = "version")]
    to: Option<String>,

    /// the rows that are wrong, as KEY or KEY=DATE, separated by commas: only they are withdrawn, and the others of the
    /// release may be published again; by default all that the release brought
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
    pub fn run(self, console: Console) -> Result<ExitCode, CommandError> {
        let configuration = configuration::get();
        let request = Request {
            store: Some(configuration.store(self.store)?),
            allowed: Allowed::parse(&self.allow)?,
            extent: if self.yes { Extent::Go } else { Extent::Ask },
            rows: row_choices(self.rows.as_deref())?,
            control: (!self.no_reload).then(|| configuration.control(self.control)),
            ..Request::new(Purpose::Rollback, console)
        };
        let installed = publication::run(&request, |state| {
            let state = state.ok_or_else(msg::nothing_published)?;
            match &self.to {
                Some(version) => Submitted::from_former(state, version, &request),
                None => Submitted::from_former(state, &former(state)?, &request),
            }
        })?;
        let Some(installed) = installed else { return Ok(ExitCode::SUCCESS) };
        publication::finish(&installed, &request);
        if let Some(withdrawal) = &installed.compared.withdrawal {
            let directory = configuration.dataset_if_named(self.dataset);
            tell_withdrawn(withdrawal, directory.as_deref(), &installed, &request);
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row_choices(text: Option<&str>) -> Result<Vec<RowChoice>, Message> {
    let choices = text.into_iter().flat_map(|text| text.split(','));
    choices.map(|text| RowChoice::parse(text).ok_or_else(|| msg::bad_row_choice(msg::shown(text)))).collect()
}

/// The release before the current one; where the link is gone, the one that it led to. Two people who see the same mistake
/// go back once: after a rollback, the release has to be named.
fn former(state: &StoreState) -> Result<String, CommandError> {
    let (journal, current) = (state.journal(), state.current()?);
    let last = journal.last();
    if let Some(Entry { signature, event: event @ Event::Rollback { .. } }) =
        last.filter(|_| current.is_some())
    {
        let previous = event.previous().unwrap_or("-");
        return Err(msg::rolled_back_last(&signature.user, signature.at, event.version(), previous).into());
    }
    let former = match &current {
        Some(current) => journal.previous_of(current).ok_or_else(msg::nothing_to_roll_back_to)?,
        None => match last {
            Some(last) => last.event.version(),
            None => return Err(state.why_none_is_live()?.into()),
        },
    };
    if state.keeps(former) {
        return Ok(former.to_owned());
    }
    let others = state.restorable(current.as_deref());
    Err(match (&others[..], &current) {
        ([], Some(_)) => msg::nothing_to_roll_back_to().into(),
        ([], None) => msg::last_is_gone(former).into(),
        (others, _) => msg::previous_is_gone(former, others.join(", ")).into(),
    })
}

/// Says how many rows were withdrawn, and names those that the directory still has: the next publication would bring them
/// back.
fn tell_withdrawn(
    withdrawal: &Withdrawal,
    directory: Option<&Path>,
    installed: &Installed,
    request: &Request,
) {
    let console = request.console;
    if !withdrawal.rows.is_empty() {
        console.println(&msg::rows_withdrawn(withdrawal.rows.len()));
    }
    let target = &installed.compared.checked.dataset;
    let brought = installed.compared.baseline.dataset().map(|former| {
        Withdrawal::between(former, target, request.now).rows.len().saturating_sub(withdrawal.rows.len())
    });
    if let Some(others) = brought.filter(|others| *others > 0) {
        console.println(&msg::rows_may_return(others));
    }
    let Some(directory) = directory else { return };
    let Ok(edited) = dataset::load(&Source::Directory(directory.to_owned()), request.now) else { return };
    let still = withdrawal.present_in(edited.with_all_rows());
    let shown = directory.display();
    for (key, row) in still.iter().take(MAX_NAMED) {
        let date = row.date.map(|date| date.to_string()).unwrap_or_default();
        console.eprintln(&msg::still_in_directory(&shown, key.as_str(), date, row.value));
    }
    if still.len() > MAX_NAMED {
        console.eprintln(&msg::more_in_directory(&shown, still.len() - MAX_NAMED));
    }
}
