//! `indicatord check`: everything that is wrong with a dataset.

use super::*;

use crate::compare::under_embargo;
use crate::model::{Movement, Plausible};
use crate::site::Summary;

/// Check a dataset, and report its errors and its new warnings.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "check", help_triggers("-h", "--help"))]
pub struct Check {
    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// check as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// show the warnings that the live release has as well, too
    #[argh(switch)]
    all: bool,

    /// print the report as JSON
    #[argh(switch)]
    json: bool,
}

/// The members of its JSON object.
const MEMBERS: &[&str] = &["summary", "embargo", "ignored"];

impl Check {
    /// The report goes to the standard output: it was asked for.
    pub fn run(self) -> Result<ExitCode> {
        console::begin_object(self.json, MEMBERS);
        let now = instant_or_now(self.at);
        let lang = console::lang();
        let directory = configuration::dataset(self.dataset)?;
        let strays = dataset::list_strays(&directory);
        let notes = dataset::notes_of(&directory);
        let origins = Origins::new(notes.imported_rows());
        let is_published = !notes.versions().is_empty();
        let live = LiveRelease::find(now);

        let mut summary = None;
        let mut embargo = Vec::new();
        let mut code = ExitCode::SUCCESS;
        let mut diagnostics = match dataset::load(&Source::Directory(directory), now) {
            Ok(dataset) => {
                let public = dataset.public_at(now);
                summary = Some(console::summary(&Summary::new(&public, now)).get(lang));
                for line in under_embargo(&dataset, now) {
                    embargo.push(line.get(lang));
                }

                report_on(&dataset, &origins, is_published)
            }
            Err(diagnostics) => {
                code = CommandError::BadDataset(diagnostics.clone()).exit_code();
                diagnostics
            }
        };

        if let Some(live) = &live {
            diagnostics = live.name_lost_files(diagnostics);
        }

        if console::is_json() {
            console::eprint_report(&diagnostics);
            console::set_member("summary", summary);
            console::set_member("embargo", embargo);
            console::set_member("ignored", strays);
            return Ok(code);
        }

        let mut former = 0;
        if let Some(live) = live.filter(|_| !self.all) {
            let warnings = NewWarnings::new(&diagnostics, Some(&live.dataset));
            former = warnings.former;
            diagnostics = diagnostics.errors_then(warnings.new);
        }

        match summary {
            Some(summary) if diagnostics.warnings() == 0 => console::print(&format!("{summary}\n")),
            _ => console::print(&console::coloured_report(&diagnostics)),
        }

        if !strays.is_empty() {
            console::println(msg::strays_ignored(strays.join(", ")));
        }

        if former > 0 {
            console::println(msg::warnings_of_live(former));
        }

        if !embargo.is_empty() {
            console::println(msg::rows_under_embargo());
        }

        for line in embargo {
            console::print(&format!("    {line}\n"));
        }

        Ok(code)
    }
}

/// The warnings on a dataset that has no errors. A publication dates the release, and leaves the directory as it is.
fn report_on(dataset: &FullDataset, origins: &Origins, is_published: bool) -> Diagnostics {
    let mut report = dataset
        .report()
        .without(|problem| is_published && problem.message.kind() == "as_of_behind");
    report.append(bounds_missing(dataset));
    report.append(guards::repetitions(None, dataset, origins));
    report.sorted()
}

/// A series with this many rows shows by itself how far it moves.
const ROWS: usize = 20;

/// Warns of indicators whose rows and definition do not say how far they may move, each with a proposal.
fn bounds_missing(dataset: &FullDataset) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for indicator in dataset.with_all_rows().indicators() {
        let rows = indicator.series.observations();
        let plausible = indicator.plausible.as_ref();
        let is_bounded = plausible.is_some_and(Plausible::has_bound_of_change);
        let is_dated = indicator.series.current().date.is_some();
        if is_dated && !is_bounded && rows.len() < ROWS {
            let file = Location::file(format!("indicators/{}.json", indicator.key));
            warnings.warning(file, msg::bound_missing(proposal(indicator)));
        }
    }

    warnings
}

/// Coarse bounds for an indicator of this kind; for a balance, its distance from zero.
fn proposal(indicator: &Indicator) -> String {
    let rows = indicator.series.observations();
    let current = indicator.series.current();
    let movement = Movement::of(&current.series_key);
    let bound = match movement {
        Movement::Daily => r#""maxChangePct": "25""#.to_owned(),
        Movement::Level => r#""maxChangePct": "50""#.to_owned(),
        Movement::Total => r#""maxChangePct": "80""#.to_owned(),
        Movement::Growth => r#""maxChange": "4""#.to_owned(),
        Movement::Interest => r#""maxChange": "2""#.to_owned(),
        Movement::Balance => {
            let value = current.value.to_string();
            format!(r#""maxChange": "{}""#, value.trim_start_matches('-'))
        }
    };

    if movement.is_by_ratio() && rows.iter().all(|row| row.value.sign().is_ge()) {
        format!(r#"{{ "min": "0", {bound} }}"#)
    } else {
        format!("{{ {bound} }}")
    }
}
