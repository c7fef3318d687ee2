//! The languages of the service, a value in each of them, and the macros that write a text in all of them side by side.
//! A further language is a variant, a row of [`table`], and its texts.

mod table;

use table::{Language, Month, Numbers, PluralCategory};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    Ru,
    En,
}

impl Lang {
    /// The order of everything that has all languages.
    pub const ALL: [Lang; 2] = [Lang::Ru, Lang::En];

    fn rules(self) -> &'static Language {
        match self {
            Lang::Ru => &table::RUSSIAN,
            Lang::En => &table::ENGLISH,
        }
    }

    /// The language tag, as `Content-Language` and the dataset's texts write it.
    pub fn tag(self) -> &'static str {
        self.rules().tag
    }

    /// The locale of Open Graph.
    pub fn locale(self) -> &'static str {
        self.rules().locale
    }

    pub fn english_name(self) -> &'static str {
        self.rules().english_name
    }

    /// The path of the overview, which ends with a slash.
    pub fn home(self) -> &'static str {
        self.rules().home
    }

    /// What every path of this language begins with.
    pub fn prefix(self) -> &'static str {
        self.home().trim_end_matches('/')
    }

    /// The language of a path: the first of the table where no prefix is another's [D6].
    pub fn of_path(path: &str) -> Self {
        let all = Lang::ALL.into_iter();
        let mut prefixed = all.filter(|lang| !lang.prefix().is_empty());
        prefixed.find(|lang| path.starts_with(lang.home())).unwrap_or(Lang::Ru)
    }

    /// The language that is offered beside this one.
    pub fn other(self) -> Self {
        Lang::ALL.into_iter().find(|lang| *lang != self).unwrap_or(self)
    }

    pub fn numbers(self) -> &'static Numbers {
        &self.rules().numbers
    }

    /// The forms of a month's name; January is 0.
    pub fn month(self, month0: u32) -> &'static Month {
        &self.rules().months[month0 as usize % 12]
    }

    pub fn plural_categories(self) -> &'static [PluralCategory] {
        self.rules().plurals
    }

    /// The form of a noun behind a number with these digits before the point. `forms` are in the order of
    /// [`Lang::plural_categories`]; the last ones may be missing where no such number occurs.
    pub fn plural<T>(self, whole: u128, has_fraction: bool, forms: &[T]) -> Option<&T> {
        let category = (self.rules().plural)(whole, has_fraction);
        let at = self.plural_categories().iter().position(|one| *one == category);
        at.and_then(|at| forms.get(at))
    }

    /// The same behind a count.
    pub fn counted(self, count: usize, forms: &[&'static str]) -> &'static str {
        self.plural(count as u128, false, forms).copied().unwrap_or_default()
    }

    /// Whether a space behind `word`, or one before `next`, joins a number's scale to what is counted.
    pub fn is_scale(self, word: &str, next: &str) -> bool {
        self.rules().scales_before_unit.contains(&word) || self.rules().scales_behind_unit.contains(&next)
    }
}

/// A value in every language: a missing translation cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Localized<T>([T; Lang::ALL.len()]);

impl<T> Localized<T> {
    pub fn get(&self, lang: Lang) -> &T {
        &self.0[lang as usize]
    }

    pub fn build(value: impl FnMut(Lang) -> T) -> Self {
        Localized(Lang::ALL.map(value))
    }

    pub fn try_build<E>(value: impl FnMut(Lang) -> Result<T, E>) -> Result<Self, E> {
        let [ru, en] = Lang::ALL.map(value);
        Ok(Localized([ru?, en?]))
    }

    pub fn map<U>(self, mut value: impl FnMut(Lang, T) -> U) -> Localized<U> {
        let mut langs = Lang::ALL.into_iter();
        Localized(self.0.map(|of| value(langs.next().unwrap_or(Lang::Ru), of)))
    }
}

impl<T> Localized<Option<T>> {
    /// Nothing where one is missing.
    pub fn complete(self) -> Option<Localized<T>> {
        let [ru, en] = self.0;
        Some(Localized([ru?, en?]))
    }
}

/// The one of these values that is in a language, in the order of [`Lang::ALL`].
macro_rules! word {
    ($lang:expr, $ru:expr, $en:expr $(,)?) => {
        match $lang {
            $crate::model::Lang::Ru => $ru,
            $crate::model::Lang::En => $en,
        }
    };
}

/// The same of sentences, with the values that are in scope filled in.
macro_rules! text {
    ($lang:expr, $ru:literal, $en:literal $(,)?) => {
        $crate::model::word!($lang, format!($ru), format!($en))
    };
}

/// The form of a noun that a count asks for; each language lists those of whole numbers in the order of its categories.
macro_rules! counted {
    ($lang:expr, $count:expr, [$($ru:literal),*], [$($en:literal),*]) => {
        $lang.counted($count, $crate::model::word!($lang, &[$($ru),*][..], &[$($en),*][..]))
    };
}

/// Functions that give one text each: a fixed one, that of an enum's variant or of a name, a list of texts, or a sentence
/// with values filled in.
macro_rules! texts {
    () => {};
    ($(#[$doc:meta])* $name:ident { $ru:expr, $en:expr } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(lang: $crate::model::Lang) -> &'static str {
            $crate::model::word!(lang, $ru, $en)
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($of:ident) { $($($variant:ident)|+ => { $ru:expr, $en:expr })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(of: $of, lang: $crate::model::Lang) -> &'static str {
            match of { $($($of::$variant)|+ => $crate::model::word!(lang, $ru, $en),)* }
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident(&str) { $($key:literal => { $ru:expr, $en:expr })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(of: &str, lang: $crate::model::Lang) -> Option<&'static str> {
            Some(match of {
                $($key => $crate::model::word!(lang, $ru, $en),)*
                _ => return None,
            })
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident[$count:literal] { $({ $ru:expr, $en:expr })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(lang: $crate::model::Lang) -> [&'static str; $count] {
            [$($crate::model::word!(lang, $ru, $en)),*]
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($($value:ident),*) { $ru:literal, $en:literal } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name($($value: impl std::fmt::Display,)* lang: $crate::model::Lang) -> String {
            $crate::model::text!(lang, $ru, $en)
        }
        $crate::model::texts! { $($rest)* }
    };
}

/// A struct of fixed texts, and a function that gives it in a language.
macro_rules! text_table {
    ($(#[$doc:meta])* $table:ident, $function:ident: $($name:ident { $ru:expr, $en:expr })*) => {
        $(#[$doc])*
        pub struct $table {
            $(pub $name: &'static str,)*
        }

        pub fn $function(lang: $crate::model::Lang) -> &'static $table {
            $crate::model::word!(lang, &$table { $($name: $ru),* }, &$table { $($name: $en),* })
        }
    };
}

pub(crate) use {counted, text, text_table, texts, word};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_language_of_its_prefix() {
        for (path, lang) in [
            ("/en/x", Lang::En),
            ("/en/", Lang::En),
            ("/en", Lang::Ru),
            ("/english", Lang::Ru),
            ("*", Lang::Ru),
        ] {
            assert_eq!(Lang::of_path(path), lang, "{path}");
        }
        assert_eq!(Lang::ALL.map(Lang::prefix), ["", "/en"]);
    }

    #[test]
    fn nouns_agree_with_their_count() {
        let russian = |count| counted!(Lang::Ru, count, ["ошибка", "ошибки", "ошибок"], ["error", "errors"]);
        for (form, counts) in [
            ("ошибка", &[1, 21, 101, 1001][..]),
            ("ошибки", &[2, 3, 4, 22, 24, 102]),
            ("ошибок", &[0, 5, 10, 11, 12, 13, 14, 15, 20, 25, 111, 112, 114]),
        ] {
            counts.iter().for_each(|&count| assert_eq!(russian(count), form, "{count}"));
        }
        let english = |count| Lang::En.counted(count, &["error", "errors"]);
        assert_eq!([0, 1, 2, 21].map(english), ["errors", "error", "errors", "errors"]);
    }
}
