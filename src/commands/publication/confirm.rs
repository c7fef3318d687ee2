//! The question before something becomes public, where somebody is there to answer it.

use std::io::{BufRead, IsTerminal};

use crate::console;
use crate::messages::{self as msg, Message};
use crate::model::Lang;

/// Whether somebody is there: standard input and standard error are terminals.
pub fn somebody_is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks, and takes only a clear yes for one.
pub fn asked(question: &Message, lang: Lang) -> bool {
    console::announce(&question.get(lang));
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    let yes = Lang::ALL.map(|lang| [msg::yes().get(lang), msg::yes_in_full().get(lang)]).concat();
    read.is_ok() && yes.contains(&answer.trim().to_lowercase())
}
