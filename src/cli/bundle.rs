//! What makes and verifies bundles, and verifies stores.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::sequence;

/// Make one file of a dataset, to be signed with minisign and carried.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "bundle",
    help_triggers("-h", "--help"),
    note = "A tar with a manifest: version, sequence, the sum of each file. publish takes it where the signature, made with\nminisign -S, lies beside it as FILE.minisig. A number that was bundled or published from DIR before is not given\nagain: the bundle has the next of the day. With rows under embargo, the file is its owner's alone.",
    example = "$ {command_name} /srv/indicators --out 2026-11-21.bundle\n$ minisign -S -m 2026-11-21.bundle"
)]
pub struct Bundle {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the file to write, which must not be there yet
    #[argh(option, arg_name = "file")]
    pub out: PathBuf,

    /// its place among the bundles of a key, by default the milliseconds since 1970: only higher ones are taken later
    #[argh(option, arg_name = "number", from_str_fn(sequence))]
    pub sequence: Option<u64>,
}

/// Verify that the releases of a store are what they were when they were published, or say what would become of a bundle.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "verify",
    help_triggers("-h", "--help"),
    note = "Of a store: one line a release. Files that were altered, removed or added after its publication are named, with what\ncheck finds in them; the exit code is 2 then. Of a bundle: who signed it, and what publish would say to it.",
    example = "$ {command_name} /var/lib/indicatord",
    example = "$ {command_name} 2026-11-21.bundle --trusted-keys /etc/indicatord/keys --store /var/lib/indicatord"
)]
pub struct Verify {
    /// the store, or the bundle
    #[argh(positional, arg_name = "path")]
    pub path: PathBuf,

    /// the directory of the public keys that a bundle may be signed with
    #[argh(option, arg_name = "dir")]
    pub trusted_keys: Option<PathBuf>,

    /// the store that a bundle is meant for
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,
}
