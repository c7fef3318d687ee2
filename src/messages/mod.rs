//! Every sentence that an operator can meet, in both languages. A sentence without its twin does not compile.

mod compare;
mod store;

pub use compare::*;
pub use store::*;

/// Declares functions that fill in one sentence, Russian first.
macro_rules! catalogue {
    ($($name:ident($($parameter:ident),*) { $ru:literal, $en:literal })*) => {
        $(
            pub fn $name($($parameter: impl std::fmt::Display),*) -> crate::model::ByLang<String> {
                crate::model::ByLang { ru: format!($ru), en: format!($en) }
            }
        )*
    };
}

use catalogue;

/// The form of a Russian noun after a number: 1 ошибка, 2 ошибки, 5 ошибок, 11 ошибок, 21 ошибка.
pub fn russian_plural(count: usize, forms: [&str; 3]) -> &str {
    match (count % 10, count % 100) {
        (_, 11..=14) => forms[2],
        (1, _) => forms[0],
        (2..=4, _) => forms[1],
        _ => forms[2],
    }
}
