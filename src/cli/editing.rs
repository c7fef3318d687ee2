//! What edits a dataset.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{dialect, import_format, instant};
use crate::model::Timestamp;

/// Record one observation in a dataset, or a revision of one.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "record",
    help_triggers("-h", "--help"),
    note = "Adds one row to indicators/KEY.csv where it belongs and leaves the rest of the file as it is. A date that is\nthere already takes another --published: the value published last counts. The whole dataset is checked\nfirst; what `check` would refuse is not written. Says the former value and the change in percent.",
    example = "The money supply of July, published on 13 August\n$ {command_name} m2 2026-07-31 45310.55 --published 2026-08-13 --dataset /srv/indicators",
    example = "A figure under embargo: readers have it from that instant on\n$ {command_name} cpi-12m 2026-11 7.4 --not-before 2026-12-12T09:00:00+04:00 --dataset /srv/indicators",
    example = "A figure that will be revised, and where it was found\n$ {command_name} m2 2026-07-31 45310.55 --flag provisional --ref 'Bulletin 7/2026, table 3' --dataset /srv/indicators"
)]
pub struct Record {
    /// the indicator
    #[argh(positional)]
    pub key: String,

    /// YYYY-MM-DD, or YYYY-MM for month and year-to-date types
    #[argh(positional)]
    pub date: String,

    /// digits with a point
    #[argh(positional)]
    pub value: String,

    /// when the source published it, YYYY-MM-DD
    #[argh(option, arg_name = "date")]
    pub published: Option<String>,

    /// the instant before which readers do not have it (RFC 3339, whole seconds); where --published is left out, its
    /// day is the day of publication
    #[argh(option, arg_name = "timestamp")]
    pub not_before: Option<String>,

    /// the change in percent that the source printed
    #[argh(option, arg_name = "percent")]
    pub reported_change: Option<String>,

    /// where this figure was taken: an address, or a text of up to 200 characters
    #[argh(option, long = "ref", arg_name = "origin")]
    pub reference: Option<String>,

    /// what a reader must know of it, separated by a space: provisional, estimated, rounded, computed, inferred,
    /// disputed, unofficial
    #[argh(option, arg_name = "flags")]
    pub flag: Option<String>,

    /// a case that is meant: jump, revision, definition or future, for all indicators or as KIND=KEY for one; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// write this value in the row of the same date and --published, which must not be public
    #[argh(switch)]
    pub replace: bool,

    /// the store whose release in service says what is public; by default $INDICATORD_STORE, without which it is what
    /// the directory's notes say
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Write down that a source was checked, and with what result.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "checked",
    help_triggers("-h", "--help"),
    note = "Without --at and --error: successfully, just now. A failed check leaves the time of the last successful one.",
    example = "What a monitoring job writes\n$ {command_name} cbar --dataset /srv/indicators\n$ {command_name} cbar --error 'connection timed out' --dataset /srv/indicators"
)]
pub struct Checked {
    /// the source
    #[argh(positional)]
    pub source: String,

    /// when it was checked successfully (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// the check failed, and this is what it said
    #[argh(option, arg_name = "text")]
    pub error: Option<String>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Record every observation of files, or none.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "import",
    help_triggers("-h", "--help"),
    note = "A table has the columns key, date, value, and if wanted published, not_before, reported_change_pct, ref and flag; or\ndate, if wanted published and not_before, and a column for each indicator: date,m0,m1,m2. Rows that are there already are skipped and\ncounted; another value for a date that is there needs another published. The whole dataset is checked first;\nwhere anything is wrong, nothing is written. Says the former values and the changes in percent.",
    note = "--format cbar-daily reads the daily bulletin of the Central Bank of Azerbaijan: indicators are found by sourceCode,\nthe value is recorded for the indicator's nominal, date and published are the bulletin's Date.",
    example = "A table\n$ {command_name} october.csv --dataset /srv/indicators",
    example = "What a Russian Excel has saved, from another program\n$ {command_name} - --dialect excel-ru --dataset /srv/indicators < october.csv",
    example = "The bulletins of a month, and that their source was checked\n$ {command_name} --format cbar-daily --checked bulletins/*.xml --dataset /srv/indicators"
)]
pub struct Import {
    /// the files; - is the standard input
    #[argh(positional, arg_name = "file")]
    pub files: Vec<PathBuf>,

    /// what the files are: table (the default) or cbar-daily
    #[argh(option, arg_name = "format", default = "ImportFormat::Table", from_str_fn(import_format))]
    pub format: ImportFormat,

    /// how a table is written: excel-ru has semicolons, decimal commas, dates DD.MM.YYYY, windows-1251 or UTF-8
    #[argh(option, arg_name = "dialect", from_str_fn(dialect))]
    pub dialect: Option<ImportDialect>,

    /// the source whose indicators a bulletin fills, where several share its codes
    #[argh(option, arg_name = "id")]
    pub source: Option<String>,

    /// the day on which a bulletin was corrected, YYYY-MM-DD
    #[argh(option, arg_name = "date")]
    pub published: Option<String>,

    /// write down as well that the sources of these indicators were checked successfully, just now
    #[argh(switch)]
    pub checked: bool,

    /// a case that is meant: jump, revision, definition or future, for all indicators or as KIND=KEY for one; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// What imported files are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ImportFormat {
    /// Tables.
    Table,
    /// Daily bulletins of the Central Bank of Azerbaijan.
    CbarDaily,
}

/// How imported tables are written, where not as this program writes them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ImportDialect {
    /// As a Russian Excel saves CSV.
    ExcelRu,
}

/// Take back the last edit of a dataset that is not public.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "undo",
    help_triggers("-h", "--help"),
    note = "What `record`, `checked`, `import` and `undo` do is noted in the hidden file .edits.jsonl of the directory, and so is\nwhat was published from it. An edit is public where one of its rows is in the release in service of the store; of a\nstore that is not named the notes say it. Repeated, it takes back the edit before. What somebody else has changed\nsince is not touched.",
    example = "$ {command_name} --dataset /srv/indicators --store /var/lib/indicatord"
)]
pub struct Undo {
    /// the store whose release in service says what is public; by default $INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}
