//! `indicatord export`: the bytes that `serve` sends, as files shaped like the URLs.

use super::*;

use std::io::{BufWriter, Write};

use crate::site::{Form, Page, Query, urls};

/// Write everything that would be served to files, for a web server without this program.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "export", help_triggers("-h", "--help"))]
pub struct Export {
    /// the directory to write to
    #[argh(positional, arg_name = "out")]
    out: PathBuf,

    /// the dataset directory; by default INDICATORD_DATASET, else the built-in dataset
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// write the statuses as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// the public address of the service, https://HOST; makes links in feeds and page headers absolute; by default
    /// INDICATORD_URL
    #[argh(option, arg_name = "url", from_str_fn(public_url))]
    public_url: Option<PublicUrl>,

    /// leave the optional script out of the pages; every page works without it
    #[argh(switch)]
    no_script: bool,
}

impl Export {
    pub fn run(self) -> Result {
        let now = instant_or_now(self.at);
        let out = self.out.as_path();
        let is_there = out.is_dir();
        if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(msg::not_empty(out.display()).into());
        }

        let source = source_or_embedded(self.dataset);
        let loaded = dataset::load(&source, now).and_then(FullDataset::filled);
        let full = loaded.map_err(|problems| refuse_dataset(problems, now))?;
        let public_url = serve::public_url_or_configured(self.public_url)?;
        let options = SiteOptions {
            public_url,
            without_script: self.no_script,
            is_export: true,
            notices: None,
        };
        let site = Site::build(&full.public_at(now), &options, now, None)?;
        let mut written = Vec::new();
        // A path of SDMX is both a file and a folder [D10.sdmx].
        for (path, page) in site.pages() {
            if path.starts_with(urls::SDMX) {
                continue;
            }

            let mut file = out.join(path.trim_start_matches('/'));
            if page.facts.is_document() {
                // Every server of files sends it for a directory.
                file.push("index.html");
            }

            written.push(file.clone());
            if let Err(error) = write_page(&file, &site, page) {
                remove_written(out, &written, is_there);
                return Err(msg::cannot_write_file(file.display(), msg::reason(&error)).into());
            }
        }

        Ok(())
    }
}

/// Removes the files that were written, so that the same command can be repeated. A directory with other files stays, and
/// so does `out` where it was there before.
fn remove_written(out: &Path, written: &[PathBuf], is_there: bool) {
    for file in written {
        let _ = fs::remove_file(file);
        for directory in file.ancestors().skip(1) {
            let is_ours = directory.starts_with(out) && !(is_there && directory == out);
            if !is_ours || fs::remove_dir(directory).is_err() {
                break;
            }
        }
    }
}

fn write_page(file: &Path, site: &Site, page: &Page) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }

    let mut out = BufWriter::new(File::create(file)?);
    if let Some(body) = page.body(Form::Default) {
        body.write_to(&mut out)?;
    } else if let Ok(Some(written)) = site.written(page, &Query::default(), Form::Default) {
        written.write_to(&mut out)?;
    }

    out.flush()
}
