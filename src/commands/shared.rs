//! Shared by several commands: stores that they open, datasets that they are given by name, and the warnings that a dataset
//! did not have before.

use super::*;

use crate::dataset::Severity;
use crate::site::begins_like_ours;

pub use crate::dataset::user::SERVICE;

/// The group of the editors, which the package makes.
pub const EDITORS: &str = "indicatord-editors";

/// A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.
pub enum NamedDataset {
    Directory(PathBuf),
    /// A release of a store by its version.
    Release(StoreState, String),
}

impl NamedDataset {
    /// A dataset directory, a store for its live release, or `STORE@VERSION`; a directory that is there comes first.
    pub fn parse(text: &str, console: Console) -> Result<Self, CommandError> {
        let path = Path::new(text);
        if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
            let state = open_store(path, console)?;
            let version = state
                .current()?
                .ok_or_else(|| msg::store_serves_nothing(text))?;
            return Ok(NamedDataset::Release(state, version));
        }

        match text.rsplit_once('@') {
            Some((root, version)) if !path.is_dir() => Ok(NamedDataset::Release(
                open_store(Path::new(root), console)?,
                version.to_owned(),
            )),
            _ => Ok(NamedDataset::Directory(path.to_owned())),
        }
    }
}

/// The public address of the service, by default that of the configuration.
///
/// # Errors
/// Its path could not be told from one of the service itself.
pub fn checked_public_url(given: Option<PublicUrl>) -> Result<Option<PublicUrl>, CommandError> {
    let url = given.or_else(|| configuration::get().url.clone());
    if let Some(url) = &url
        && begins_like_ours(url.path())
    {
        return Err(msg::public_url_begins_like_ours(url).into());
    }

    Ok(url)
}

/// Opens a store to read it, and prints the warnings about its journal.
pub fn open_store(root: &Path, console: Console) -> Result<StoreState, CommandError> {
    let state = StoreState::open(root)?;
    warn_of_journal(&state, console);
    Ok(state)
}

/// Prints the warnings about the journal of a store.
pub fn warn_of_journal(state: &StoreState, console: Console) {
    console.eprint_lines(&state.warnings());
}

/// The live release of the configured store, as far as it can be read: whatever is wrong there, other commands say.
pub fn live_dataset(now: Timestamp) -> Option<FullDataset> {
    let store = configuration::get().store(None).ok()?;
    let state = StoreState::open_if_there(&store).ok()??;
    let version = state.current().ok()??;
    state.read(&version).check(now).ok()
}

/// Reads a dataset. Its problems are reported with the errors first, and without the warnings that the live release has as
/// well.
pub fn load_dataset(source: &Source, now: Timestamp) -> Result<FullDataset, CommandError> {
    dataset::load(source, now).map_err(|problems| refuse_dataset(problems, now))
}

/// The refusal of a dataset with errors.
pub fn refuse_dataset(problems: Diagnostics, now: Timestamp) -> CommandError {
    errors_first(problems, live_dataset(now).as_ref()).into()
}

/// Warnings that are shown at a terminal; more are counted.
const SHOWN: usize = 6;

/// The warnings on a dataset that it did not have before.
#[derive(Default)]
pub struct NewWarnings {
    new: Diagnostics,
    /// How many there were before.
    former: usize,
}

impl NewWarnings {
    /// The warnings of `diagnostics` that `before` has not; all of them where there is no dataset to compare with.
    pub fn new(diagnostics: &Diagnostics, before: Option<&FullDataset>) -> Self {
        let mut unseen: BTreeMap<String, usize> = BTreeMap::new();
        let report = before.map(FullDataset::report).unwrap_or_default();
        for problem in report.problems() {
            *unseen.entry(name_of(problem)).or_default() += 1;
        }

        let (mut new, mut former) = (Diagnostics::default(), 0);
        for problem in diagnostics.problems() {
            if problem.severity != Severity::Warning {
                continue;
            }

            match unseen.get_mut(&name_of(problem)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    former += 1;
                }
                _ => new.warning(problem.location.clone(), problem.message.clone()),
            }
        }

        NewWarnings { new, former }
    }

    /// The errors of a report, then these warnings.
    pub fn after_errors_of(self, diagnostics: Diagnostics) -> Diagnostics {
        diagnostics.errors_then(self.new)
    }

    /// How many warnings there were before.
    pub fn former(&self) -> usize {
        self.former
    }

    /// Shows them on the standard error, and where there are any, how many there were before. Returns the number of
    /// lines.
    pub fn show(&self, console: Console) -> usize {
        let new = self.new.problems();
        let is_all = console.is_json();
        let shown = if is_all {
            new.len()
        } else {
            at_terminal(&std::io::stderr(), SHOWN, new.len())
        };

        for problem in new.iter().take(shown) {
            console.eprint_problem(problem);
        }

        let mut counts = Vec::new();
        if new.len() > shown {
            counts.push(msg::more_warnings(new.len() - shown));
        }

        if !new.is_empty() && self.former > 0 {
            counts.push(msg::warnings_known(self.former));
        }

        console.eprint_lines(&counts);
        shown + counts.len()
    }
}

/// Names a warning. A line counts from the top, and moves with every row above it: its place is the file.
fn name_of(problem: &Diagnostic) -> String {
    let message = problem.message.get(Lang::En);
    format!("{}: {message}", problem.location.file)
}

/// The report on a dataset that is refused: its errors, then the warnings that it did not have before.
pub fn errors_first(diagnostics: Diagnostics, before: Option<&FullDataset>) -> Diagnostics {
    let warnings = NewWarnings::new(&diagnostics, before);
    warnings.after_errors_of(diagnostics)
}
