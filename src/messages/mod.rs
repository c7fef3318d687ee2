//! Every sentence that an operator can meet, in both languages: what is wrong, and what would be right.
//!
//! One grammar: lower case, no full stop, names in backticks. A sentence without its twin does not compile.

/// Declares functions that make one [`Message`] each: its kind is the function's name, its values the arguments, and its
/// sentences stand there, in the order of the languages. Every argument that is no message itself goes through the
/// function that is named first, which makes it fit for one line.
macro_rules! catalogue {
    ($as:ident: $($name:ident($($parameter:ident),*) { $($text:literal),+ })*) => {
        $(
            pub fn $name($($parameter: impl $crate::messages::Fill),*) -> $crate::messages::Message {
                $(let $parameter = $parameter.fill(|value| $crate::messages::$as(value));)*
                let text = $crate::model::Localized::build(|lang| {
                    $(let $parameter = $parameter.get(lang);)*
                    $crate::model::text!(lang, $($text),+)
                });
                $crate::messages::Message { kind: stringify!($name), text }
            }
        )*
    };
}

mod beginning;
mod bulletin;
mod bundles;
mod commands;
mod difference;
mod editing;
mod files;
mod guards;
pub mod help;
mod names;
mod periods;
mod preview;
mod publish;
mod store;
mod table;

use std::fmt::Display;

use crate::model::{Lang, Localized};

pub use beginning::*;
pub use bulletin::*;
pub use bundles::*;
pub use commands::*;
pub use difference::*;
pub use editing::*;
pub use files::*;
pub use guards::*;
pub use names::*;
pub use periods::*;
pub use preview::*;
pub use publish::*;
pub use store::*;
pub use table::*;

/// A sentence of the catalogue with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    kind: &'static str,
    text: Localized<String>,
}

impl Message {
    /// The name of its kind in the catalogue: stable, for programs.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    pub fn get(&self, lang: Lang) -> String {
        self.text.get(lang).clone()
    }
}

/// A value of a sentence: the same in every language, or another sentence, or a part of one.
pub trait Fill {
    /// `fit` makes a text fit for one line.
    fn fill(self, fit: impl Fn(&dyn Display) -> String) -> Localized<String>;
}

impl<T: Display> Fill for T {
    fn fill(self, fit: impl Fn(&dyn Display) -> String) -> Localized<String> {
        let text = fit(&self);
        Localized::build(|_| text.clone())
    }
}

impl Fill for Message {
    fn fill(self, _: impl Fn(&dyn Display) -> String) -> Localized<String> {
        self.text
    }
}

/// `3 errors, 1 warning`.
pub fn problem_count(errors: usize, warnings: usize, lang: Lang) -> String {
    let of_errors = lang.counted(errors, [&["ошибка", "ошибки", "ошибок"], &["error", "errors"]]);
    let of_warnings = lang.counted(
        warnings,
        [&["предупреждение", "предупреждения", "предупреждений"], &["warning", "warnings"]],
    );
    format!("{errors} {of_errors}, {warnings} {of_warnings}")
}

/// A value as it is.
fn plain(value: &dyn Display) -> String {
    value.to_string()
}

/// The characters of a text from a file that a report repeats.
const LONGEST_SHOWN: usize = 100;

/// A text from a file, fit for one line of a report: nothing that breaks the line, drives a terminal, cannot be seen, or
/// fills the screen.
pub fn shown(found: &(impl Display + ?Sized)) -> String {
    let found = found.to_string();
    let mut shown = String::new();
    for (count, c) in found.chars().enumerate() {
        if count == LONGEST_SHOWN {
            shown.push('…');
            break;
        }
        let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if c.is_control() || unseen { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_file_stays_in_its_line() {
        assert_eq!(shown(&"a\nb\u{1b}[2J\u{feff}ё"), "a\\nb\\u{1b}[2J\\u{feff}ё");
        assert_eq!(shown(&"ж".repeat(1000)), format!("{}…", "ж".repeat(100)));
    }

    #[test]
    fn a_message_is_written_when_it_is_read() {
        let message = wrong_kind(Some("value"), kind_number(), kind_text());
        assert_eq!(message.get(Lang::En), "`value` is a text: write a number");
        assert_eq!(message.get(Lang::Ru), "`value` — это текст: нужно число");
        assert_eq!(message, wrong_kind(Some("value"), kind_number(), kind_text()));
        assert_ne!(message, wrong_kind(Some("date"), kind_number(), kind_text()));
        assert_eq!(message.kind(), "wrong_kind_of_field");
    }
}
