//! Every sentence that an operator can meet, in both languages: what is wrong, and what would be right.
//!
//! One grammar: lower case, no full stop, names in backticks. A sentence without its twin does not compile.

mod commands;
mod compare;
mod editing;
mod files;
mod message;
mod names;
mod publish;
mod store;
mod table;

use std::fmt::Display;

use crate::model::{Lang, counted};

pub use commands::*;
pub use compare::*;
pub use editing::*;
pub use files::*;
pub use message::Message;
pub use names::*;
pub use publish::*;
pub use store::*;
pub use table::*;

/// Declares functions that make one [`Message`] each: its kind is the function's name, its values the arguments, and
/// its two sentences stand there, Russian first. Every argument that is no message itself goes through the function
/// that is named first, which makes it fit for one line.
macro_rules! catalogue {
    ($as:path: $($name:ident($($parameter:ident),*) { $ru:literal, $en:literal })*) => {
        $(
            pub fn $name($($parameter: impl $crate::messages::message::Fill),*) -> $crate::messages::Message {
                let values = vec![$( $parameter.fill(|value| $as(value)) ),*];
                $crate::messages::Message::new(stringify!($name), values, |lang, values| {
                    let mut values = values.iter();
                    let _ = &mut values;
                    $( let $parameter = values.next().cloned().unwrap_or_default(); )*
                    $crate::model::text!(lang, $ru, $en)
                })
            }
        )*
    };
}

use catalogue;

/// `3 errors, 1 warning`.
pub fn problem_count(errors: usize, warnings: usize, lang: Lang) -> String {
    let of_errors = counted!(lang, errors, ["ошибка", "ошибки", "ошибок"], ["error", "errors"]);
    let of_warnings = counted!(
        lang,
        warnings,
        ["предупреждение", "предупреждения", "предупреждений"],
        ["warning", "warnings"]
    );
    format!("{errors} {of_errors}, {warnings} {of_warnings}")
}

/// What is filled in as it is.
fn plain(value: &dyn Display) -> String {
    value.to_string()
}

/// The characters of what stands in a file that are repeated in a report.
const LONGEST_SHOWN: usize = 100;

/// What stands in a file, fit for one line of a report: nothing that breaks the line, drives a terminal, cannot be
/// seen, or fills the screen.
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
}
