//! `indicatord check`: everything that is wrong with a dataset.

use std::process::ExitCode;

use super::at;
use crate::cli::Check;
use crate::dataset::{self, Source};
use crate::model::Lang;
use crate::outcome::{Failure, say};
use crate::site::Summary;

/// Runs the command: the report on the standard output, since it is what was asked for.
pub fn run(command: Check) -> Result<ExitCode, Failure> {
    let now = at(command.at);
    match dataset::load(&Source::Directory(command.dataset), now) {
        Err(report) => {
            say(&report.text(Lang::En));
            Ok(Failure::BadDataset(report).exit_code())
        }
        Ok(dataset) if dataset.warnings.warnings() > 0 => {
            say(&dataset.warnings.text(Lang::En));
            Ok(ExitCode::SUCCESS)
        }
        Ok(dataset) => {
            say(&format!("{}\n", Summary::new(&dataset, now)));
            Ok(ExitCode::SUCCESS)
        }
    }
}
