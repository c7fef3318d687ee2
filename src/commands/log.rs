//! `indicatord log`: the journal of a store.

use super::*;

use crate::console::LINES;
use crate::store::{ChangedRow, Changes};

/// The members of its JSON object, which are null where the store cannot be read.
const MEMBERS: &[&str] = &["entries"];

/// Show what was done in a store, by whom and when.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "log", help_triggers("-h", "--help"))]
pub struct Log {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// show below each entry what it changed, and how the release became live
    #[argh(switch, short = 'v')]
    verbose: bool,

    /// print all entries as one JSON object
    #[argh(switch)]
    json: bool,
}

/// A line of the journal, and whether its release is still there.
#[derive(Serialize)]
struct EntryView<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    live: bool,
    kept: bool,
}

impl Log {
    pub fn run(self) -> Result {
        console::begin_object(self.json, MEMBERS);
        let root = configuration::store(self.store)?;
        let state = open_store(&root)?;
        state.require_store()?;
        let entries = views(&state);
        if entries.is_empty() {
            console::println(state.why_none_is_live()?);
        }

        console::set_member("entries", &entries);
        let hidden = entries.len() - at_terminal(&std::io::stdout(), LINES, entries.len());
        if hidden > 0 {
            console::show(|| format!("{}\n", msg::earlier_entries(hidden).get(console::lang())));
        }

        console::show(|| table(&state, &entries[hidden..], self.verbose));
        Ok(())
    }
}

fn views<'a>(state: &'a StoreState) -> Vec<EntryView<'a>> {
    let entries = state.journal().entries();
    let last = entries.iter().rposition(|entry| entry.event.is_change());
    // `status` reports a link that leads nowhere.
    let current = state.current().ok().flatten();
    let mut views = Vec::new();
    for (position, entry) in entries.iter().enumerate() {
        let version = entry.event.version();
        views.push(EntryView {
            entry,
            live: Some(position) == last && current.as_deref() == Some(version),
            kept: state.keeps(version),
        });
    }

    views
}

/// A line for each entry, in columns, with its details below it if `is_verbose`.
fn table(state: &StoreState, entries: &[EntryView<'_>], is_verbose: bool) -> String {
    let rows: Vec<[String; 6]> = entries.iter().map(|view| cells_of(state, view)).collect();
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }

    let mut text = String::new();
    for (row, EntryView { entry, .. }) in rows.iter().zip(entries) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line += &format!("{cell:<width$}  ");
        }

        if let Some(message) = entry.event.record().and_then(|it| it.message.as_ref()) {
            line += message;
        }

        // The journal is a file, too.
        text += &format!("{}\n", msg::escaped(line.trim_end()));
        if is_verbose {
            for detail in details_of(entry) {
                text += &format!("      {}\n", detail.get(console::lang()));
            }
        }
    }

    text
}

fn cells_of(state: &StoreState, view: &EntryView<'_>) -> [String; 6] {
    let Entry { signature, event } = view.entry;
    let is_gone = !view.kept && !event.version().is_empty();
    let mark = match (view.live, is_gone) {
        (true, _) => "*",
        (false, true) => "-",
        (false, false) => " ",
    };

    // Rows that went back have the indicators of the release before.
    let mut versions = event.versions().rev();
    let record = versions.find_map(|version| state.journal().record_of(version));
    let indicators = record.map(|record| record.indicators.to_string());

    [
        mark.to_owned(),
        event.version().to_owned(),
        signature.at.to_string(),
        event.name().to_owned(),
        signature.user.clone(),
        indicators.unwrap_or_default(),
    ]
}

/// What an entry changed, and how the release became live.
fn details_of(entry: &Entry) -> Vec<Message> {
    let record = entry.event.record();
    let mut lines = Vec::new();
    if let Some(changes) = record.and_then(|record| record.changes.as_ref()) {
        lines.extend(count_changes(changes));
        lines.extend(changes.rows.iter().map(describe_row));
    }

    match &entry.event {
        Event::Rollback {
            withdrawn: Some(withdrawn),
            ..
        } => {
            for row in &withdrawn.rows {
                lines.push(msg::row_was_withdrawn(&row.key, &row.date));
            }
        }
        Event::Settings { changed } => {
            let mut words = Vec::new();
            for (name, value) in changed {
                words.push(format!("{name}={value}"));
            }

            lines.push(msg::verbatim(words.join(", ")));
        }
        Event::Approve { staged, .. } => {
            lines.push(msg::release_was_staged(&staged.user, staged.at));
        }
        _ => {}
    }

    if let Some(bundle) = record.and_then(|record| record.bundle.as_ref()) {
        let (key, comment) = (&bundle.key, &bundle.comment);
        lines.push(msg::release_came_in_bundle(key, bundle.sequence, comment));
    }

    lines
}

/// `new indicators: 1, observations: 2; usd, …`; `None` where a release changes no indicator.
fn count_changes(changes: &Changes) -> Option<Message> {
    let mut counts = Vec::new();
    for (count, message) in [
        (changes.added, msg::indicators_new as fn(usize) -> Message),
        (changes.changed, msg::indicators_changed),
        (changes.removed, msg::indicators_removed),
        (changes.observations, msg::observations_changed),
    ] {
        if count > 0 {
            counts.push(message(count));
        }
    }

    if counts.is_empty() {
        return None;
    }

    let counts = msg::enumerate(&counts);
    let mut keys = changes.keys.join(", ");
    if keys.is_empty() {
        return Some(counts);
    }

    if changes.added + changes.removed + changes.changed > changes.keys.len() {
        keys += ", …";
    }

    Some(msg::followed_by(counts, keys))
}

/// `usd=2026-11-20: 1.7 → 1.8`, as `rollback --rows` takes the row.
fn describe_row(row: &ChangedRow) -> Message {
    let mut text = row.key.clone();
    if let Some(date) = &row.date {
        text += &format!("={date}");
    }

    text += ": ";
    if let Some(former) = &row.former {
        text += &format!("{former} → ");
    }

    text += row.value.as_deref().unwrap_or("-");
    msg::verbatim(text)
}
