//! `indicatord log`: the journal of a store.

use super::*;

use crate::console::LINES;
use crate::store::ChangedRow;

/// The members of its JSON object, which are null where the store cannot be read.
const MEMBERS: &[&str] = &["entries"];

/// Show what was done in a store, by whom and when.
#[derive(argh::FromArgs, argh::ArgsInfo)]
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
    pub fn run(self, console: Console) -> Result<(), CommandError> {
        console.begin_object(self.json, MEMBERS);
        let root = configuration::get().store(self.store)?;
        let state = shared::open_store(&root, console)?;
        state.require_store()?;
        let entries = views(&state);
        if entries.is_empty() {
            console.println(&state.why_none_is_live()?);
        }

        console.member("entries", &entries);
        let hidden = entries.len() - at_terminal(&std::io::stdout(), LINES, entries.len());
        if hidden > 0 {
            console.show(|| format!("{}\n", msg::earlier_entries(hidden).get(console.lang)));
        }

        console.show(|| table(&state, &entries[hidden..], self.verbose.then_some(console)));
        Ok(())
    }
}

fn views<'a>(state: &'a StoreState) -> Vec<EntryView<'a>> {
    let entries = state.journal().entries();
    let last = entries.iter().rposition(|entry| entry.event.is_change());
    // `status` reports a link that leads nowhere.
    let current = state.current().ok().flatten();
    let view = |(position, entry): (usize, &'a Entry)| {
        let version = entry.event.version();
        let live = Some(position) == last && current.as_deref() == Some(version);
        EntryView {
            entry,
            live,
            kept: state.keeps(version),
        }
    };

    entries.iter().enumerate().map(view).collect()
}

/// A line for each entry, in columns; with a console for `details`, they stand below it.
fn table(state: &StoreState, entries: &[EntryView<'_>], details: Option<Console>) -> String {
    let row = |EntryView { entry, live, kept }: &EntryView<'_>| {
        let version = entry.event.version();
        let mark = match (live, kept) {
            (true, _) => "*",
            (_, true) => " ",
            (_, false) => "-",
        };

        // Rows that went back have the indicators of the release before.
        let versions = entry.event.versions();
        let mut records = versions.filter_map(|version| state.journal().record_of(version));
        let indicators = records.next().map(|record| record.indicators.to_string());
        [
            mark.to_owned(),
            version.to_owned(),
            entry.signature.at.to_string(),
            entry.event.name().to_owned(),
            entry.signature.user.clone(),
            indicators.unwrap_or_else(|| "?".to_owned()),
        ]
    };

    let rows: Vec<[String; 6]> = entries.iter().map(row).collect();
    let mut widths = [0; 6];
    for row in &rows {
        widths
            .iter_mut()
            .zip(row)
            .for_each(|(width, cell)| *width = cell.chars().count().max(*width));
    }

    let mut text = String::new();
    for (row, EntryView { entry, .. }) in rows.iter().zip(entries) {
        let mut cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        cells.extend(
            entry
                .event
                .record()
                .and_then(|record| record.message.clone()),
        );
        // The journal is a file, too.
        text += &format!("{}\n", msg::escaped(cells.join("  ").trim_end()));
        if let Some(console) = details {
            let lines = details_of(entry)
                .into_iter()
                .map(|line| format!("      {}\n", line.get(console.lang)));
            text.extend(lines);
        }
    }

    text
}

/// `usd=2026-11-20: 1.7 → 1.8`, as `rollback --rows` takes the row.
fn describe_row(row: &ChangedRow) -> Message {
    let name = match &row.date {
        Some(date) => format!("{}={date}", row.key),
        None => row.key.clone(),
    };

    let value = row.value.as_deref().unwrap_or("-");
    match &row.former {
        Some(former) => msg::verbatim(format!("{name}: {former} → {value}")),
        None => msg::verbatim(format!("{name}: {value}")),
    }
}

fn details_of(entry: &Entry) -> Vec<Message> {
    let mut lines = Vec::new();
    if let Some(Record {
        changes: Some(changes),
        ..
    }) = entry.event.record()
    {
        let more = changes.added + changes.removed + changes.changed > changes.keys.len();
        let keys = changes.keys.join(", ") + if more { ", …" } else { "" };
        let mut line = msg::release_changed(changes.added, changes.changed, changes.removed);
        if changes.observations > 0 {
            line = msg::and_observations(line, changes.observations);
        }

        lines.push(if keys.is_empty() {
            line
        } else {
            msg::and_keys(line, keys)
        });
        lines.extend(changes.rows.iter().map(describe_row));
    }

    if let Event::Rollback {
        withdrawn: Some(withdrawn),
        ..
    } = &entry.event
    {
        for row in &withdrawn.rows {
            lines.push(msg::row_was_withdrawn(&row.key, &row.date));
        }
    }

    if let Event::Settings { changed } = &entry.event {
        let changed: Vec<String> = changed
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        lines.push(msg::verbatim(changed.join(", ")));
    }

    if let Event::Approve { staged, .. } = &entry.event {
        lines.push(msg::release_was_staged(&staged.user, staged.at));
    }

    if let Some(Record {
        bundle: Some(bundle),
        ..
    }) = entry.event.record()
    {
        lines.push(msg::release_came_in_bundle(
            &bundle.key,
            bundle.sequence,
            &bundle.comment,
        ));
    }

    lines
}
