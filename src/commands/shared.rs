//! Shared by several commands: stores that they open, datasets that they are given by name, what the live release tells of
//! a dataset, and differences in colour.

use super::*;

use crate::compare::{Kind, Line};
use crate::dataset::Severity;
use crate::model::Key;
use crate::site::begins_like_ours;

pub use crate::dataset::user::SERVICE;

/// The group of the editors, which the package makes.
pub const EDITORS: &str = "indicatord-editors";

/// A dataset as `diff` and `bundle` are given it: a directory, the live release of a store, or one of its releases.
pub enum NamedDataset {
    Directory(PathBuf),
    /// A release of a store by its version.
    Release(Box<StoreState>, String),
}

impl NamedDataset {
    /// A dataset directory, a store for its live release, or `STORE@VERSION`; a directory that is there comes first.
    pub fn parse(text: &str, console: Console) -> Result<Self> {
        let path = Path::new(text);
        if path.join("releases").is_dir() && !path.join("dataset.json").exists() {
            let state = open_store(path, console)?;
            let version = state
                .current()?
                .ok_or_else(|| msg::store_serves_nothing(text))?;
            return Ok(NamedDataset::Release(Box::new(state), version));
        }

        match text.rsplit_once('@') {
            Some((root, version)) if !path.is_dir() => {
                let state = open_store(Path::new(root), console)?;
                Ok(NamedDataset::Release(Box::new(state), version.to_owned()))
            }
            _ => Ok(NamedDataset::Directory(path.to_owned())),
        }
    }
}

/// The public address of the service, by default that of the configuration.
///
/// # Errors
/// Its path could not be told from one of the service itself.
pub fn checked_public_url(given: Option<PublicUrl>) -> Result<Option<PublicUrl>> {
    let url = given.or_else(|| configuration::get().url.clone());
    if let Some(url) = &url
        && begins_like_ours(url.path())
    {
        return Err(msg::public_url_begins_like_ours(url).into());
    }

    Ok(url)
}

/// Opens a store to read it, and prints the warnings about its journal.
pub fn open_store(root: &Path, console: Console) -> Result<StoreState> {
    let state = StoreState::open(root)?;
    console.eprint_lines(&state.warnings());
    Ok(state)
}

/// Refuses a release whose files are not those of the journal.
pub fn require_intact(release: Release) -> Result<Release> {
    match &release.integrity {
        Integrity::Intact => Ok(release),
        Integrity::Altered(altered) => Err(CommandError::BadContent(altered.clone())),
        Integrity::Unknown => Err(msg::release_unknown(&release.version).into()),
        Integrity::Unreadable => Err(release.diagnostics.sorted().into()),
    }
}

/// Reads a release that was live, as the journal knows it: nobody has approved one that is only staged.
pub fn read_former(state: &StoreState, version: &str) -> Result<Release> {
    if !state.journal().was_current(version) || !state.keeps(version) {
        return Err(msg::no_such_release(version).into());
    }

    require_intact(state.read(version))
}

/// The live release of a store, which a dataset is compared with.
pub struct LiveRelease {
    pub dataset: FullDataset,
    pub store: PathBuf,
}

impl LiveRelease {
    /// That of the configured store, as far as it can be read: whatever is wrong there, other commands say.
    pub fn find(now: Timestamp) -> Option<Self> {
        let store = configuration::get().store(None).ok()?;
        let state = StoreState::open_if_there(&store).ok()??;
        let version = state.current().ok()??;
        let dataset = state.read(&version).check(now).ok()?;
        Some(LiveRelease { dataset, store })
    }
}

/// Says of files that are missing or empty where the live release has them.
pub fn name_lost_files(problems: Diagnostics, live: &FullDataset, store: &Path) -> Diagnostics {
    problems.filter_map(|mut problem| {
        let lost = match (&problem.unfilled, problem.message.kind()) {
            (Some(key), _) => lost_table(key, live, store),
            (_, "missing_file" | "empty_file" | "listed_without" | "listed_without_files") => {
                lost_file(&problem.location, live, store)
            }
            _ => None,
        };

        if let Some(lost) = lost {
            problem.message = lost;
        }

        Some(problem)
    })
}

/// Says where the live release has a file.
fn lost_file(file: &Location, live: &FullDataset, store: &Path) -> Option<Message> {
    let copy = store.join("current").join(&*file.file);
    let message = msg::file_is_lost(live.version(), msg::verbatim(copy.display()));
    copy.is_file().then_some(message)
}

/// Says where the live release has the rows of an indicator whose table has none.
pub fn lost_table(key: &Key, live: &FullDataset, store: &Path) -> Option<Message> {
    let indicator = live.with_all_rows().indicator(key)?;
    let rows = indicator.series.observations().len();
    let copy = store.join("current").join(observations_path(key));
    let copy = msg::verbatim(copy.display());
    Some(msg::table_is_lost(rows, live.version(), copy, key))
}

/// Reads a dataset; one with errors is refused.
pub fn load_dataset(source: &Source, now: Timestamp) -> Result<FullDataset> {
    dataset::load(source, now).map_err(|problems| refuse_dataset(problems, now))
}

/// The refusal of a dataset: its errors first, and without the warnings that the live release has as well.
pub fn refuse_dataset(problems: Diagnostics, now: Timestamp) -> CommandError {
    match LiveRelease::find(now) {
        Some(live) => refuse_beside(&live.dataset, &live.store, problems),
        None => errors_first(problems, None).into(),
    }
}

/// The same beside the live release of a store.
pub fn refuse_beside(live: &FullDataset, store: &Path, problems: Diagnostics) -> CommandError {
    let problems = name_lost_files(problems, live, store);
    errors_first(problems, Some(live)).into()
}

/// Warnings that are shown at a terminal; more are counted.
const SHOWN: usize = 6;

/// The warnings on a dataset that it did not have before.
#[derive(Default)]
pub struct NewWarnings {
    pub new: Diagnostics,
    /// How many there were before.
    pub former: usize,
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

    /// Shows them on the standard error, and where there are any, how many there were before. Returns the number of
    /// lines.
    pub fn show(&self, console: Console) -> usize {
        let new = self.new.problems();
        let mut shown = new.len();
        if !console.is_json() {
            shown = at_terminal(&std::io::stderr(), SHOWN, shown);
        }

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
    diagnostics.errors_then(warnings.new)
}

/// The lines of a difference: what comes, goes and changes has a colour each.
pub fn coloured_difference(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        let colour = match line.kind {
            Some(Kind::Added) => console::GREEN,
            Some(Kind::Removed) => console::RED,
            Some(Kind::Changed) if line.depth == 0 => console::BOLD,
            Some(Kind::Changed) => console::YELLOW,
            None => console::PLAIN,
        };

        text += &console::paint(colour, line);
    }

    text
}
