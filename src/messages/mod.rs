//! Every sentence that an operator can meet, in both languages: what is wrong, and what would be right.
//!
//! One grammar: lower case, no full stop, names in backticks. A sentence without its twin does not compile.

mod compare;
mod files;
mod json;
mod names;
mod store;
mod table;

use std::fmt::Display;

pub use compare::*;
pub use files::*;
pub use json::*;
pub use names::*;
pub use store::*;
pub use table::*;

/// Declares functions that fill in one sentence, Russian first. What is filled in goes through the function that is
/// named first.
macro_rules! catalogue {
    ($as:path: $($name:ident($($parameter:ident),*) { $ru:literal, $en:literal })*) => {
        $(
            pub fn $name($($parameter: impl std::fmt::Display),*) -> crate::model::Localized<String> {
                $( let $parameter = $as(&$parameter); )*
                crate::model::Localized { ru: format!($ru), en: format!($en) }
            }
        )*
    };
}

use catalogue;

/// What is filled in as it is.
fn plain(value: &impl Display) -> String {
    value.to_string()
}

/// So many characters of what stands in a file are repeated in a report.
const LONGEST_SHOWN: usize = 100;

/// What stands in a file, fit for one line of a report: nothing that breaks the line, drives a terminal, cannot be
/// seen, or fills the screen.
pub fn shown(found: &impl Display) -> String {
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
