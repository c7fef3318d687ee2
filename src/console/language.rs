//! The language in which the operator is answered.

use super::*;

static LANG: OnceLock<Lang> = OnceLock::new();

/// Settles the language, once.
pub fn speak(lang: Lang) {
    LANG.get_or_init(|| lang);
}

pub fn lang() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}
