//! Every sentence that an operator can meet, in both languages: it says what is wrong, and what would be right.
//!
//! One grammar: lower case, no full stop, names in backticks. A sentence without its twin does not compile.

/// Declares functions that make one [`Message`] each: its kind is the function's name, its values the arguments, and its
/// sentences stand there, in the order of the languages. Of an argument that is no message itself as many characters are
/// repeated as the constant says that is named first; of one that is counted, `count of rows`, the noun is a value too.
macro_rules! catalogue {
    ($longest:ident: $($name:ident $(($($parameter:ident $(of $noun:ident)?),*))?: $($text:literal)+)*) => {
        $(
            pub fn $name($($($parameter: $crate::messages::argument!($($noun)?)),*)?) -> $crate::messages::Message {
                // The part that is the same for every type of argument exists once.
                #[allow(clippy::too_many_arguments, reason = "as many as the sentence has values")]
                fn fill_in(
                    $($($parameter: $crate::model::Localized<String>,
                    $($noun: $crate::model::Localized<&'static str>,)?)*)?
                ) -> $crate::messages::Message {
                    let text = $crate::model::Localized::build(|lang| {
                        $($($(let $noun = *$noun.get(lang);)?)*
                        $(let $parameter = $parameter.get(lang);)*)?
                        $crate::model::text!(lang, $($text),+)
                    });
                    $crate::messages::Message { kind: stringify!($name), text }
                }

                $($($(let $noun = $crate::messages::nouns::$noun($parameter);)?)*)?
                fill_in($($($crate::messages::Fill::fill($parameter, $crate::messages::$longest), $($noun,)?)*)?)
            }
        )*

        /// Every sentence with sample values.
        #[cfg(test)]
        pub fn samples() -> Vec<$crate::messages::Message> {
            use $crate::messages::tests::sample;
            let mut samples = Vec::new();
            $(
                let parameters: &[&str] = &[$($(stringify!($parameter)),*)?];
                for count in $crate::messages::tests::counts(parameters) {
                    let _ = count;
                    samples.push($name($($($crate::messages::sample_argument!($parameter count $($noun)?)),*)?));
                }
            )*
            samples
        }
    };
}

/// The type of an argument: a number where it is counted.
macro_rules! argument {
    () => { impl $crate::messages::Fill };
    ($noun:ident) => { usize };
}

#[cfg(test)]
macro_rules! sample_argument {
    ($parameter:ident $count:ident) => {
        sample(stringify!($parameter), $count)
    };
    ($parameter:ident $count:ident $noun:ident) => {
        $count
    };
}

mod bundles;
mod commands;
mod difference;
mod editing;
mod files;
mod guards;
pub mod help;
mod imports;
mod names;
mod publish;
mod store;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use argument;

use crate::model::{Lang, Localized};

#[cfg(test)]
use sample_argument;

pub use bundles::*;
pub use commands::*;
pub use difference::*;
pub use editing::*;
pub use files::*;
pub use guards::*;
pub use imports::*;
pub use names::*;
pub use publish::*;
pub use store::*;
pub use table::*;
pub use tables::*;

/// The nouns that sentences count, in the form that goes with the number. A parameter `count of rows` of the catalogue
/// gives its sentence the number as `{count}` and the noun as `{rows}`.
mod nouns {
    use super::*;

    /// Forms in the order of the languages and of their plural categories.
    macro_rules! nouns {
        ($($name:ident: $($form:literal)+ / $one:literal $other:literal;)*) => {
            $(
                pub fn $name(count: usize) -> Localized<&'static str> {
                    Localized::build(|lang: Lang| lang.counted(count, [&[$($form),+], &[$one, $other]]))
                }
            )*
        };
    }

    nouns! {
        bytes: "байт" "байта" "байт" / "byte" "bytes";
        cases: "случай" "случая" "случаев" / "case" "cases";
        entries: "запись" "записи" "записей" / "entry" "entries";
        errors: "ошибка" "ошибки" "ошибок" / "error" "errors";
        faulty: "ряд" "ряда" "рядов" / "series" "series";
        files: "файл" "файла" "файлов" / "file" "files";
        gaps: "пропуск" "пропуска" "пропусков" / "gap" "gaps";
        indicators: "показатель" "показателя" "показателей" / "indicator" "indicators";
        lines: "строка" "строки" "строк" / "line" "lines";
        observations: "наблюдение" "наблюдения" "наблюдений" / "observation" "observations";
        problems: "замечание" "замечания" "замечаний" / "problem" "problems";
        responses: "ответ" "ответа" "ответов" / "response" "responses";
        rows: "строка" "строки" "строк" / "row" "rows";
        warnings: "предупреждение" "предупреждения" "предупреждений" / "warning" "warnings";
    }
}

/// A sentence of the catalogue with its values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// A value of a sentence: the same in every language, or another sentence, or a part of one. Values
/// from files and arguments are made visible here, so that none breaks a line or drives a terminal.
pub trait Fill {
    /// `longest` is the number of characters that are repeated of a text.
    fn fill(self, longest: usize) -> Localized<String>;
}

impl<T: Display> Fill for T {
    fn fill(self, longest: usize) -> Localized<String> {
        let text = visible(&self, longest);
        Localized::build(|_| text.clone())
    }
}

impl Fill for Message {
    fn fill(self, _: usize) -> Localized<String> {
        self.text
    }
}

/// Several messages in one line, with commas.
pub fn enumerate(parts: &[Message]) -> Message {
    let text = Localized::build(|lang| {
        let texts: Vec<String> = parts.iter().map(|part| part.get(lang)).collect();
        texts.join(", ")
    });
    Message {
        kind: "enumeration",
        text,
    }
}

/// The characters of a text from a file that a report repeats.
const SHOWN: usize = 100;
const UNLIMITED: usize = usize::MAX;

/// A text from a file, fit for one line of a report: nothing that breaks the line, drives a terminal, cannot be seen, or
/// fills the screen.
pub fn shown(text: &(impl Display + ?Sized)) -> String {
    visible(&text, SHOWN)
}

/// The same of any length.
pub fn escaped(text: &(impl Display + ?Sized)) -> String {
    visible(&text, UNLIMITED)
}

fn visible(text: &dyn Display, longest: usize) -> String {
    let mut visible = String::new();
    for (position, c) in text.to_string().chars().enumerate() {
        if position == longest {
            visible.push('…');
            break;
        }

        if is_invisible(c) {
            visible.extend(c.escape_default());
        } else {
            visible.push(c);
        }
    }

    visible
}

/// Returns true for controls, separators of lines, and what Unicode shows nothing of (`Default_Ignorable_Code_Point`): among
/// them everything of no width, and whatever turns the direction of a text.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
