//! The language in which the operator is answered.

use super::*;

static LANG: OnceLock<Lang> = OnceLock::new();

/// Settles the language, once.
pub fn set_lang(lang: Lang) {
    LANG.get_or_init(|| lang);
}

/// The language, English until it is settled.
pub fn lang() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}
