//! `indicatord export`: the bytes that `serve` sends, as files shaped like the URLs.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use super::{at, source};
use crate::cli::Export;
use crate::console::CommandError;
use crate::dataset;
use crate::messages;
use crate::site::{Body, Site, SiteOptions, urls};

/// Runs the command.
pub fn run(command: Export) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let out = command.out.as_path();
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(messages::not_empty(out.display()).into());
    }
    let dataset = dataset::load(&source(command.dataset), now)?.public_at(now);
    let site = Site::build(&dataset, &SiteOptions { public_url: command.public_url }, now, None)?;
    // A path of SDMX is both a file and a folder [D10.sdmx].
    for (path, page) in site.pages().filter(|(path, _)| !path.starts_with(urls::SDMX)) {
        let mut file = out.join(path.trim_start_matches('/'));
        if page.is_document() {
            // What every server of files sends for a directory.
            file.push("index.html");
        }
        write(&file, &page.default.identity)
            .map_err(|error| CommandError::from(messages::cannot_write_file(file.display(), error)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, body: &Body) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut out = BufWriter::new(File::create(file)?);
    body.write_to(&mut out)?;
    out.flush()
}
