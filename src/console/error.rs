//! Why a command fails, and with which exit code.

use super::*;

use crate::dataset::EditError;
use crate::site::SiteError;

/// What a command returns, or a step of it.
pub type Result<T = (), E = CommandError> = std::result::Result<T, E>;

/// Why a command did not do what it was asked.
pub enum CommandError {
    /// It could not run, or was refused: exit code 1.
    CouldNotRun(Vec<Message>),
    /// The dataset has problems: exit code 2, or 1 where something of it could not be read.
    BadDataset(Diagnostics),
    /// Something else has wrong content, such as a release that was altered after its publication: exit code 2.
    BadContent(Vec<Message>),
    /// It was refused, and the reasons were printed already: exit code 1.
    AlreadyPrinted,
}

impl From<Diagnostics> for CommandError {
    fn from(diagnostics: Diagnostics) -> Self {
        CommandError::BadDataset(diagnostics)
    }
}

impl<M: Into<Message>> From<M> for CommandError {
    fn from(message: M) -> Self {
        CommandError::CouldNotRun(vec![message.into()])
    }
}

impl From<EditError> for CommandError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Refused(message) => message.into(),
            EditError::Bad(diagnostics) => diagnostics.into(),
        }
    }
}

impl From<SiteError> for CommandError {
    fn from(error: SiteError) -> Self {
        messages::cannot_write_page(error).into()
    }
}

impl CommandError {
    /// The exit code: the only place where one other than 0 is decided [D17].
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CommandError::CouldNotRun(_) | CommandError::AlreadyPrinted => 1,
            CommandError::BadDataset(diagnostics) if diagnostics.is_unread() => 1,
            CommandError::BadDataset(_) | CommandError::BadContent(_) => 2,
        })
    }

    /// In the operator's language.
    pub fn text(&self) -> String {
        let lang = lang();
        match self {
            CommandError::CouldNotRun(reasons) | CommandError::BadContent(reasons) => {
                let lines: Vec<String> = reasons.iter().map(|message| message.get(lang)).collect();
                format!("indicatord: {}\n", lines.join("\n"))
            }
            CommandError::BadDataset(diagnostics) => diagnostics.text(lang),
            CommandError::AlreadyPrinted => String::new(),
        }
    }
}
