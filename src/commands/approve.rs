//! `indicatord approve`: a staged release becomes the current one, judged anew.

use super::*;

/// Publish a staged release.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "approve", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks the release again, compares it with the live one, and shows what will change for readers. At a \
            terminal it asks for confirmation first; the question names the hash of the content, as stage and \
            status do."
)]
#[argh(example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord")]
pub struct Approve {
    /// the staged release
    #[argh(positional)]
    version: String,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// do not ask for confirmation
    #[argh(switch)]
    yes: bool,

    /// a note for the journal, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// allow a kind of case that needs confirmation, as for publish; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the control socket of the server that is asked to reload; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// do not ask the server to reload
    #[argh(switch)]
    no_reload: bool,
}

pub fn run(command: Approve, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let request = Request {
        store: Some(configuration.store(command.store)?),
        allowed: Allowed::parse(&command.allow)?,
        extent: if command.yes { Extent::Go } else { Extent::Ask },
        message: request::one_line(command.message)?,
        control: (!command.no_reload).then(|| configuration.control(command.control)),
        ..Request::new(Purpose::Approve, console)
    };
    publication::complete(&request, |state| {
        let state = state.ok_or_else(|| msg::not_staged(&command.version))?;
        Submitted::from_staged(state, &command.version, &request)
    })
}
