//! `indicatord export`: the bytes that `serve` sends, as files shaped like the URLs.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::{at, source};
use crate::cli::Export;
use crate::console::CommandError;
use crate::dataset;
use crate::messages;
use crate::site::{Site, SiteOptions};

/// Runs the command.
pub fn run(command: Export) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let out = command.out.as_path();
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(messages::not_empty(out.display()).into());
    }
    let dataset = dataset::load(&source(command.dataset), now)?;
    let site = Site::build(&dataset, &SiteOptions { public_url: command.public_url }, now)?;
    for (path, page) in site.pages() {
        let mut file = out.join(path.trim_start_matches('/'));
        if page.media_type.starts_with("text/html") {
            // What every server of files sends for a directory.
            file.push("index.html");
        }
        write(&file, page.usual.identity.bytes())
            .map_err(|error| CommandError::from(messages::cannot_write_file(file.display(), error)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(file, bytes)
}
