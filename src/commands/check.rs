//! `indicatord check`: everything that is wrong with a dataset.

use super::*;

use crate::compare::under_embargo;
use crate::model::{Movement, Plausible};
use crate::site::Summary;

/// Check a dataset and report every problem.
#[derive(argh::FromArgs, argh::ArgsInfo)]
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
    pub fn run(self, console: Console) -> Result<ExitCode, CommandError> {
        console.begin_object(self.json, MEMBERS);
        let (now, lang) = (at(self.at), console.lang);
        let directory = configuration::get().dataset(self.dataset)?;
        let progress = Progress::begin(console.lang);
        let notes = dataset::notes_of(&directory);
        let origins = shared::origins(&notes);
        let is_published = !notes.versions().is_empty();
        let strays = dataset::list_strays(&directory);
        let outcome = dataset::load(&Source::Directory(directory), now);
        let summary = outcome
            .as_ref()
            .ok()
            .map(|dataset| console::summary(&Summary::new(&dataset.public_at(now), now)).get(lang));
        let embargo = outcome
            .as_ref()
            .map(|dataset| under_embargo(dataset, now))
            .unwrap_or_default();
        drop(progress);
        let (diagnostics, code) = match outcome {
            Ok(dataset) => {
                // A publication dates the release, and leaves the directory as it is.
                let is_dated =
                    |problem: &Diagnostic| is_published && problem.message.kind() == "as_of_behind";
                let mut report = dataset.report().without(is_dated);
                report.append(bounds_missing(&dataset));
                report.append(guards::repetitions(None, &dataset, &origins));
                (report.sorted(), ExitCode::SUCCESS)
            }
            Err(diagnostics) => (
                diagnostics.clone(),
                CommandError::BadDataset(diagnostics).exit_code(),
            ),
        };

        if console.is_json() {
            console.report(&diagnostics);
            console.member("summary", summary);
            console.member(
                "embargo",
                embargo
                    .iter()
                    .map(|line| line.get(lang))
                    .collect::<Vec<_>>(),
            );
            console.member("ignored", strays);
            return Ok(code);
        }

        let live = if self.all {
            None
        } else {
            shared::live_dataset(now)
        };

        let warnings = NewWarnings::new(&diagnostics, live.as_ref());
        let former = warnings.former();
        let diagnostics = if live.is_some() {
            warnings.after_errors_of(diagnostics)
        } else {
            diagnostics
        };

        match summary {
            Some(summary) if diagnostics.warnings() == 0 => console::print(&format!("{summary}\n")),
            _ => console::print(&console::coloured_report(&diagnostics, lang)),
        }

        if !strays.is_empty() {
            console.println(&msg::strays_ignored(strays.join(", ")));
        }

        if former > 0 {
            console.println(&msg::warnings_of_live(former));
        }

        if !embargo.is_empty() {
            console.println(&msg::rows_under_embargo());
            embargo
                .iter()
                .for_each(|line| console::print(&format!("    {}\n", line.get(lang))));
        }

        Ok(code)
    }
}

/// A series with this many rows shows by itself how far it moves.
const ROWS: usize = 20;

/// Warns of indicators whose rows and definition do not say how far they may move, each with a proposal.
fn bounds_missing(dataset: &FullDataset) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for indicator in dataset.with_all_rows().indicators() {
        let rows = indicator.series.observations();
        let is_bounded = indicator
            .plausible
            .as_ref()
            .is_some_and(Plausible::has_bound_of_change);
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
    let size = |row: &Observation| row.value.to_string().trim_start_matches('-').to_owned();
    let bound = match Movement::of(&indicator.series.current().series_key) {
        Movement::Daily => r#""maxChangePct": "25""#.to_owned(),
        Movement::Level => r#""maxChangePct": "50""#.to_owned(),
        Movement::Total => r#""maxChangePct": "80""#.to_owned(),
        Movement::Growth => r#""maxChange": "4""#.to_owned(),
        Movement::Interest => r#""maxChange": "2""#.to_owned(),
        Movement::Balance => format!(
            r#""maxChange": "{}""#,
            rows.last().map(size).unwrap_or_default()
        ),
    };

    let is_amount = Movement::of(&indicator.series.current().series_key).is_by_ratio();
    let has_none_below_zero = rows.iter().all(|row| row.value.sign().is_ge());
    match is_amount && has_none_below_zero {
        true => format!(r#"{{ "min": "0", {bound} }}"#),
        false => format!("{{ {bound} }}"),
    }
}
