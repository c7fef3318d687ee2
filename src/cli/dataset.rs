//! What looks at a dataset, and what edits it.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, lang, public_url};
use crate::model::{Lang, PublicUrl, Timestamp};

/// Check a dataset and report everything that is wrong with it.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "check",
    help_triggers("-h", "--help"),
    note = "One line a problem, `path:line: what is wrong: what would be right`, sorted, and the count. Warnings are\nmarked and do not keep a dataset from being served. One without problems gets one line: its version, how\nmany indicators and observations it has, and their statuses."
)]
pub struct Check {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// check as if it were this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// the report as JSON, for editors and scripts
    #[argh(switch)]
    pub json: bool,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Write what would be served to files shaped like the URLs.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "export",
    help_triggers("-h", "--help"),
    note = "The bytes are those that `serve` sends: OUT/data.json, OUT/en/data/usd.json and so on. An OUT that exists\nand is not empty is refused."
)]
pub struct Export {
    /// the directory to write to
    #[argh(positional, arg_name = "out")]
    pub out: PathBuf,

    /// the dataset directory; without it the dataset inside the program
    #[argh(option, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// show the statuses of this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// the address under which readers reach the service, https://HOST: with it, addresses in pages and feeds are
    /// absolute where the web needs them
    #[argh(option, arg_name = "url", from_str_fn(public_url))]
    pub public_url: Option<PublicUrl>,
}

/// Record one observation in a dataset, or a revision of one.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "record",
    help_triggers("-h", "--help"),
    note = "Adds one row to indicators/KEY.csv where it belongs and leaves the rest of the file as it is. A date that is\nthere already takes another --published: the value published last counts. The whole dataset is checked\nfirst; what `check` would refuse is not written. Says the former value and the change in percent.",
    example = "The money supply of July, published on 13 August\n$ {command_name} m2 2026-07-31 45310.55 --published 2026-08-13 --dataset /srv/indicators"
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

    /// the change in percent that the source printed
    #[argh(option, arg_name = "percent")]
    pub reported_change: Option<String>,

    /// a case that is meant: jump, revision, definition or future, for all indicators or as KIND=KEY for one; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// write this value in the row of the same date and --published, which must not be public yet
    #[argh(switch)]
    pub replace: bool,

    /// the language of reports, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,

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

    /// the language of reports, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Record every observation of a CSV file, or none.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "import",
    help_triggers("-h", "--help"),
    note = "Columns: key, date, value, and if wanted published and reported_change_pct. The whole dataset is checked first;\nwhere anything is wrong, nothing is written.",
    example = "$ {command_name} october.csv --dataset /srv/indicators"
)]
pub struct Import {
    /// the CSV file
    #[argh(positional)]
    pub file: PathBuf,

    /// a case that is meant: jump, revision, definition or future, for all indicators or as KIND=KEY for one; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the language of reports, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Take back the last edit of a dataset that no publication has followed.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "undo",
    help_triggers("-h", "--help"),
    note = "What `record`, `checked`, `import` and `undo` do is noted in the hidden file .edits.jsonl of the directory, and so is\nwhat was published from it. Repeated, it takes back the edit before. What somebody else has changed since is\nnot touched.",
    example = "$ {command_name} --dataset /srv/indicators"
)]
pub struct Undo {
    /// the language of reports, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Print the JSON Schema of a file that people edit, for editors.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "schema",
    help_triggers("-h", "--help"),
    example = "$ {command_name} indicator > indicator.schema.json"
)]
pub struct Schema {
    /// dataset, for dataset.json, or indicator, for indicators/KEY.json
    #[argh(positional, from_str_fn(subject))]
    pub subject: Subject,
}

/// What there is a schema of.
pub enum Subject {
    /// `dataset.json`.
    Dataset,
    /// `indicators/KEY.json`.
    Indicator,
}

fn subject(text: &str) -> Result<Subject, String> {
    match text {
        "dataset" => Ok(Subject::Dataset),
        "indicator" => Ok(Subject::Indicator),
        _ => Err("there are schemas of two files: dataset, indicator".to_owned()),
    }
}
