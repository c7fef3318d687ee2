//! The command line: commands, their flags, and the texts of `--help`.

use std::path::PathBuf;
use std::time::Duration;

use argh::FromArgs;
use chrono::DateTime;
use log::LevelFilter;

use crate::model::{Instant, Lang};
use crate::outcome::{complain, say};
use crate::server::{Bounds, Listen};

/// Publishes macroeconomic and financial indicators as read-only JSON in Russian and English.
#[derive(FromArgs)]
#[argh(
    help_triggers("-h", "--help"),
    note = "A dataset is a directory of JSON and CSV files that people edit by hand. It is checked as a whole and\nserved as a whole; a dataset with an error is never served.",
    example = "Serve the dataset inside the program on http://127.0.0.1:8080/data.json\n$ {command_name} serve",
    example = "Check a dataset, then serve it, then take a new version of it without losing a request\n$ {command_name} check /srv/indicators\n$ {command_name} serve --dataset /srv/indicators\n$ pkill -HUP indicatord",
    error_code(0, "done"),
    error_code(1, "could not run: wrong arguments, an address in use, a file that cannot be written"),
    error_code(2, "the dataset has problems: all of them have been reported")
)]
pub struct Arguments {
    /// print the version and end
    #[argh(switch)]
    pub version: bool,

    #[argh(subcommand)]
    pub command: Option<Command>,
}

/// What can be done.
#[derive(FromArgs)]
#[argh(subcommand)]
pub enum Command {
    /// Serve.
    Serve(Serve),
    /// Check.
    Check(Check),
    /// Export.
    Export(Export),
    /// Record.
    Record(Record),
    /// Checked.
    Checked(Checked),
    /// Import.
    Import(Import),
    /// Diff.
    Diff(Diff),
    /// Publish.
    Publish(Publish),
    /// Rollback.
    Rollback(Rollback),
    /// Releases.
    Releases(Releases),
    /// Schema.
    Schema(Schema),
}

/// Serve a dataset over HTTP.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "serve",
    help_triggers("-h", "--help"),
    note = "Reads the dataset, checks it, computes every page, and writes `listening on http://ADDRESS:PORT` to the\nstandard error once requests are accepted. A dataset with an error ends the program with the whole report.",
    note = "Signals:\n  SIGHUP           read the dataset again: a good one replaces the old one at once, a bad one is\n                   reported and changes nothing\n  SIGTERM, SIGINT  answer the requests under way, then end"
)]
pub struct Serve {
    /// the dataset directory; without it the dataset inside the program, whose status is seed
    #[argh(option, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// a store of releases, see publish: what is in service there is served
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,

    /// where to listen, by default 127.0.0.1:8080; port 0 takes a free one; an IPv6 address stands in brackets, and
    /// unix:PATH is a socket for a proxy in front; may be repeated
    #[argh(option, arg_name = "address")]
    pub listen: Vec<Listen>,

    /// seconds after which a request that is not complete is given up, by default 10
    #[argh(
        option,
        default = "Bounds::default().request_timeout",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    pub request_timeout: Duration,

    /// seconds after which a connection that asks for nothing is closed, by default 60
    #[argh(option, default = "Bounds::default().idle_timeout", arg_name = "seconds", from_str_fn(seconds))]
    pub idle_timeout: Duration,

    /// seconds in which a client has to take a response, by default 30
    #[argh(
        option,
        default = "Bounds::default().response_timeout",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    pub response_timeout: Duration,

    /// bytes that a header section may have, by default 32768
    #[argh(option, default = "Bounds::default().header_limit", arg_name = "bytes")]
    pub header_limit: usize,

    /// connections beyond which the longest idle ones are closed, by default 1024
    #[argh(option, default = "Bounds::default().max_connections", arg_name = "number")]
    pub max_connections: usize,

    /// what to log: off, error, warn, info (the default), debug
    #[argh(option, default = "LevelFilter::Info", arg_name = "level", from_str_fn(log_level))]
    pub log_level: LevelFilter,
}

impl Serve {
    /// What clients may hold.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            request_timeout: self.request_timeout,
            idle_timeout: self.idle_timeout,
            response_timeout: self.response_timeout,
            header_limit: self.header_limit,
            max_connections: self.max_connections,
        }
    }
}

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
    pub at: Option<Instant>,

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
    pub at: Option<Instant>,
}

/// Record one observation in a dataset, or a revision of one.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "record",
    help_triggers("-h", "--help"),
    note = "Adds one row to indicators/KEY.csv where it belongs and leaves the rest of the file as it is. A date that is\nthere already takes another --published: the value published last counts. The whole dataset is checked\nfirst; what `check` would refuse is not written.",
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
    pub at: Option<Instant>,

    /// the check failed, and this is what it said
    #[argh(option, arg_name = "text")]
    pub error: Option<String>,

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
    note = "Columns: key, date, value, and if wanted published and reported_change_pct. The whole dataset is checked first;\nwhere anything is wrong, nothing is written."
)]
pub struct Import {
    /// the CSV file
    #[argh(positional)]
    pub file: PathBuf,

    /// the dataset directory
    #[argh(option, arg_name = "dir")]
    pub dataset: PathBuf,
}

/// Compare two datasets as readers will see them.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "diff",
    help_triggers("-h", "--help"),
    note = "OLD and NEW are dataset directories, releases of a store (STORE@VERSION), or the word embedded. Exit code 0:\nreaders will notice nothing; 3: they will.",
    example = "What has been edited since the last release\n$ {command_name} /var/lib/indicatord@2026-11-20.1 /srv/indicators"
)]
pub struct Diff {
    /// what readers see now
    #[argh(positional)]
    pub old: String,

    /// what they would see
    #[argh(positional)]
    pub new: String,

    /// compare as of this instant (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Instant>,

    /// everything, as JSON
    #[argh(switch)]
    pub json: bool,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Put a dataset in service as a release of a store.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "publish",
    help_triggers("-h", "--help"),
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, and puts it in service in one step. A server that runs with --store takes it at SIGHUP.\nWhatever happens meanwhile, one complete release is in service.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord"
)]
pub struct Publish {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// how many releases to keep, by default 20
    #[argh(option, default = "20", arg_name = "number")]
    pub keep: usize,

    /// publish although observations that were public will be gone
    #[argh(switch)]
    pub allow_loss: bool,

    /// publish although a value moves more than tenfold
    #[argh(switch)]
    pub allow_jump: bool,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Put an earlier release of a store back in service.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "rollback",
    help_triggers("-h", "--help"),
    note = "Without --to: the release that was in service before the present one was published."
)]
pub struct Rollback {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// the release to put in service
    #[argh(option, arg_name = "version")]
    pub to: Option<String>,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// List what was put in service in a store, by whom and when.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "releases",
    help_triggers("-h", "--help"),
    note = "One line a change, the newest last: version, instant, what was done, by whom, how many indicators. An asterisk\nmarks what is in service, a dash what is no longer kept."
)]
pub struct Releases {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,
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

fn lang(text: &str) -> Result<Lang, String> {
    Lang::ALL.into_iter().find(|lang| lang.tag() == text).ok_or_else(|| "not a language: ru or en".to_owned())
}

fn instant(text: &str) -> Result<Instant, String> {
    let parsed = DateTime::parse_from_rfc3339(text).map(|instant| instant.to_utc());
    parsed.map_err(|_| "not an RFC 3339 timestamp: write 2026-11-20T09:00:00+04:00, for example".to_owned())
}

/// The program's arguments. Ends the program where they are wrong, or ask for help.
pub fn parse() -> Arguments {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let words = negative_value_last(words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Arguments::from_args(&[env!("CARGO_PKG_NAME")], words.get(1..).unwrap_or_default()).unwrap_or_else(
        |exit| {
            let text = format!("{}\n", exit.output.trim_end());
            let code = match exit.status {
                Ok(()) => {
                    say(&text);
                    0
                }
                Err(()) => {
                    complain(&text);
                    1
                }
            };
            std::process::exit(code)
        },
    )
}

/// `record KEY DATE -3.5`: a negative value is no option, so it goes to the end, behind what says so.
fn negative_value_last(mut words: Vec<String>) -> Vec<String> {
    let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let negative = |word: &str| word.strip_prefix('-').is_some_and(digit);
    if words.get(1).map(String::as_str) != Some("record") || words.iter().any(|word| word == "--") {
        return words;
    }
    let value = (2..words.len()).find(|&at| negative(&words[at]) && !words[at - 1].starts_with("--"));
    if let Some(value) = value.map(|at| words.remove(at)) {
        words.extend(["--".to_owned(), value]);
    }
    words
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u32>() {
        Ok(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds.into())),
        _ => Err("not a whole number of seconds above 0".to_owned()),
    }
}

fn log_level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| "not a level: off, error, warn, info or debug".to_owned())
}
