//! A dataset beside the live release of a store: what it has lost, and the refusal of one that is wrong.

use super::*;

use crate::model::Key;

pub struct LiveRelease {
    pub dataset: FullDataset,
    pub store: PathBuf,
}

impl LiveRelease {
    /// That of the configured store, as far as it can be read: whatever is wrong there, other commands say.
    pub fn find(now: Timestamp) -> Option<Self> {
        let store = configuration::store(None).ok()?;
        let (_, dataset) = read_live(&store, now)?;
        Some(LiveRelease { dataset, store })
    }

    /// Refuses a dataset: its errors first, and without the warnings that this release has as well.
    pub fn refuse(&self, problems: Diagnostics) -> CommandError {
        let problems = self.name_lost_files(problems);
        errors_first(problems, Some(&self.dataset)).into()
    }

    /// Says of files that are missing or empty where this release has them.
    pub fn name_lost_files(&self, problems: Diagnostics) -> Diagnostics {
        problems.filter_map(|mut problem| {
            let lost = match (&problem.unfilled, problem.message.kind()) {
                (Some(key), _) => self.lost_table(key),
                (_, "missing_file" | "empty_file" | "listed_without" | "listed_without_files") => {
                    self.lost_file(&problem.location)
                }
                _ => None,
            };

            if let Some(lost) = lost {
                problem.message = lost;
            }

            Some(problem)
        })
    }

    fn lost_file(&self, file: &Location) -> Option<Message> {
        let copy = self.copy_of(&file.file);
        let shown = msg::verbatim(copy.display());
        let message = msg::file_is_lost(self.dataset.version(), shown);
        copy.is_file().then_some(message)
    }

    /// Says where the rows of an indicator are whose table has none.
    pub fn lost_table(&self, key: &Key) -> Option<Message> {
        let indicator = self.dataset.with_all_rows().indicator(key)?;
        let rows = indicator.series.observations().len();
        let copy = self.copy_of(&observations_path(key));
        let shown = msg::verbatim(copy.display());
        Some(msg::table_is_lost(rows, self.dataset.version(), shown, key))
    }

    fn copy_of(&self, file: &str) -> PathBuf {
        self.store.join("current").join(file)
    }
}

/// Reads the live release of a store, as far as it can be read.
pub fn read_live(store: &Path, now: Timestamp) -> Option<(Release, FullDataset)> {
    let state = StoreState::open(store).ok()?;
    let release = state.read(&state.current().ok()??);
    let dataset = release.check(now).ok()?;
    Some((release, dataset))
}

/// The dataset directory that was named or configured, or else the built-in dataset.
pub fn source_or_embedded(named: Option<PathBuf>) -> Source {
    configuration::dataset(named).map_or(Source::Embedded, Source::Directory)
}

/// Reads a dataset; one with errors is refused.
pub fn load_dataset(source: &Source, now: Timestamp) -> Result<FullDataset> {
    dataset::load(source, now).map_err(|problems| refuse_dataset(problems, now))
}

/// Refuses a dataset beside the configured live release, where there is one.
pub fn refuse_dataset(problems: Diagnostics, now: Timestamp) -> CommandError {
    match LiveRelease::find(now) {
        Some(live) => live.refuse(problems),
        None => errors_first(problems, None).into(),
    }
}
