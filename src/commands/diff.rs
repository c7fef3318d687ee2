//! `indicatord diff`: what readers would notice between two datasets.

use super::*;

use crate::compare::{Kind, Line};

const DIFFERENT: u8 = 3;
/// The members of its JSON object, which are null where nothing could be compared.
const MEMBERS: &[&str] = &[
    "old",
    "new",
    "equal",
    "dataset",
    "indicators",
    "bodies",
    "unexplained",
    "embargo",
    "tables",
];

/// Compare two datasets as readers would see them.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "diff", help_triggers("-h", "--help"))]
pub struct Diff {
    /// what readers see now, and what they would see; by default INDICATORD_STORE and INDICATORD_DATASET
    #[argh(positional, arg_name = "old new")]
    datasets: Vec<String>,

    /// compare as of this time (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// print everything as JSON
    #[argh(switch)]
    json: bool,
}

impl Diff {
    pub fn run(self) -> Result<ExitCode> {
        console::begin_object(self.json, MEMBERS);
        let now = instant_or_now(self.at);
        let (old, new) = match <[String; 2]>::try_from(self.datasets) {
            Ok([old, new]) => (old, new),
            Err(none) if none.is_empty() => configured_pair()?,
            Err(_) => return Err(msg::two_datasets().into()),
        };

        let old = Side::load(&old, now)?;
        let new = Side::load(&new, now)?;
        let difference =
            Difference::between(&old.numbered_as(&new)?, &new.numbered_as(&old)?, now)?;

        console::show(|| paint_lines(&difference.lines(console::lang())));
        console::set_members(difference.view());
        if difference.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }

        Ok(ExitCode::from(DIFFERENT))
    }
}

/// The configured store and dataset directory.
fn configured_pair() -> Result<(String, String)> {
    let store = configuration::store(None)?;
    // By its name alone it would be taken for a dataset directory.
    IfMissing::Refuse.check(&store, Some(&StoreState::open(&store)?))?;
    let dataset = configuration::dataset(None)?;
    Ok((
        store.to_string_lossy().into_owned(),
        dataset.to_string_lossy().into_owned(),
    ))
}

struct Side {
    dataset: FullDataset,
    /// Where it is from; `None` for the built-in one.
    named: Option<NamedDataset>,
}

impl Side {
    /// A dataset by its name, or `embedded`.
    fn load(text: &str, now: Timestamp) -> Result<Self> {
        if text == "embedded" {
            return Ok(Side {
                dataset: dataset::load(&Source::Embedded, now)?,
                named: None,
            });
        }

        let named = NamedDataset::open(text)?;
        let dataset = match &named {
            NamedDataset::Directory(path) => load_dataset(&Source::Directory(path.clone()), now)?,
            NamedDataset::Release(state, version) => release(state, version, now)?,
        };

        Ok(Side {
            dataset,
            named: Some(named),
        })
    }

    /// The dataset. A directory whose version the store of the other side has used will be published under another, which
    /// is no difference: it is compared under that of the release [D26.2].
    fn numbered_as(&self, other: &Side) -> Result<FullDataset> {
        if let (Some(NamedDataset::Directory(_)), Some(NamedDataset::Release(store, _))) =
            (&self.named, &other.named)
            && store
                .versions()?
                .iter()
                .any(|used| used == self.dataset.version())
        {
            let version = other.dataset.version().to_owned();
            return Ok(self.dataset.with_stamp(version, other.dataset.as_of()));
        }

        Ok(self.dataset.clone())
    }
}

/// A release that was not altered.
fn release(state: &StoreState, version: &str, now: Timestamp) -> Result<FullDataset> {
    let release = state.read(version);
    match &release.integrity {
        Integrity::Altered(altered) => return Err(CommandError::BadContent(altered.clone())),
        Integrity::Unknown => console::eprintln(msg::release_unknown(version)),
        Integrity::Intact | Integrity::Unreadable => {}
    }

    Ok(release.check(now)?)
}

/// The lines of a difference: what comes, goes and changes has a colour each.
pub fn paint_lines(lines: &[Line]) -> String {
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
