//! The languages of the service: a table of everything in which they differ but texts, values in each of them, and macros
//! that write a text in all of them side by side. A further language is a variant, its rules, and its texts.

/// The order is that of everything that has all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    Ru,
    En,
}

/// A value for each language, in the order of [`Lang::ALL`].
type Each<T> = [T; Lang::ALL.len()];

pub struct Language {
    tag: &'static str,
    pub english_name: &'static str,
    /// As its readers call it.
    pub own_name: &'static str,
    home: &'static str,
    numbers: Numbers,
    plurals: &'static [PluralCategory],
    /// The category of a number by its digits before the point, and whether there are some behind it.
    plural: fn(u128, bool) -> PluralCategory,
    months: [Month; 12],
    /// `млн евро`: no break behind these.
    scales_before_unit: &'static [&'static str],
    /// `EUR mn`: no break before these.
    scales_behind_unit: &'static [&'static str],
    /// Words so short that they may not end a line.
    pub short_words: &'static [&'static str],
}

pub struct Numbers {
    /// Before the fraction, an ASCII character.
    pub decimal: u8,
    /// Between groups of three digits.
    pub group: char,
    /// The digits before the point from which on they are grouped.
    pub least_grouped: usize,
    pub before_percent: &'static str,
    /// Between the cells of a CSV file as a spreadsheet of this language reads it.
    pub cell_delimiter: u8,
}

super::named! {
    /// A category of CLDR.
    pub enum PluralCategory {
        One = "one",
        Few = "few",
        Many = "many",
        Other = "other",
    }
}

/// The forms of a month's name.
#[derive(Clone, Copy)]
pub struct Month {
    /// Before a year: `июль 2026`.
    pub name: &'static str,
    /// Behind a day: `31 июля`.
    pub in_day: &'static str,
    /// Behind `in`: `в июле`.
    pub within: &'static str,
    /// On an axis.
    pub short: &'static str,
    /// On an axis, behind a day.
    pub short_in_day: &'static str,
}

static RUSSIAN: Language = Language {
    tag: "ru",
    english_name: "Russian",
    own_name: "Русский",
    home: "/",
    numbers: Numbers {
        decimal: b',',
        group: '\u{202f}',
        least_grouped: 5,
        before_percent: "\u{a0}",
        cell_delimiter: b';',
    },
    plurals: &PluralCategory::ALL,
    plural: |whole, has_fraction| match (whole % 10, whole % 100) {
        _ if has_fraction => PluralCategory::Other,
        (_, 11..=14) => PluralCategory::Many,
        (1, _) => PluralCategory::One,
        (2..=4, _) => PluralCategory::Few,
        _ => PluralCategory::Many,
    },
    months: [
        month(["январь", "января", "январе", "янв.", "янв."]),
        month(["февраль", "февраля", "феврале", "февр.", "февр."]),
        month(["март", "марта", "марте", "март", "марта"]),
        month(["апрель", "апреля", "апреле", "апр.", "апр."]),
        month(["май", "мая", "мае", "май", "мая"]),
        month(["июнь", "июня", "июне", "июнь", "июня"]),
        month(["июль", "июля", "июле", "июль", "июля"]),
        month(["август", "августа", "августе", "авг.", "авг."]),
        month(["сентябрь", "сентября", "сентябре", "сент.", "сент."]),
        month(["октябрь", "октября", "октябре", "окт.", "окт."]),
        month(["ноябрь", "ноября", "ноябре", "нояб.", "нояб."]),
        month(["декабрь", "декабря", "декабре", "дек.", "дек."]),
    ],
    scales_before_unit: &["млн", "млрд", "тыс.", "трлн"],
    scales_behind_unit: &[],
    short_words: &[
        "а", "в", "и", "к", "о", "с", "у", "я", "А", "В", "И", "К", "О", "С", "У", "Я",
    ],
};

static ENGLISH: Language = Language {
    tag: "en",
    english_name: "English",
    own_name: "English",
    home: "/en/",
    numbers: Numbers {
        decimal: b'.',
        group: ',',
        least_grouped: 4,
        before_percent: "",
        cell_delimiter: b',',
    },
    plurals: &[PluralCategory::One, PluralCategory::Other],
    plural: |whole, has_fraction| match (whole, has_fraction) {
        (1, false) => PluralCategory::One,
        _ => PluralCategory::Other,
    },
    months: [
        uninflected("January", "Jan"),
        uninflected("February", "Feb"),
        uninflected("March", "Mar"),
        uninflected("April", "Apr"),
        uninflected("May", "May"),
        uninflected("June", "June"),
        uninflected("July", "July"),
        uninflected("August", "Aug"),
        uninflected("September", "Sept"),
        uninflected("October", "Oct"),
        uninflected("November", "Nov"),
        uninflected("December", "Dec"),
    ],
    scales_before_unit: &[],
    scales_behind_unit: &["mn", "bn", "pp"],
    short_words: &[],
};

const fn month([name, in_day, within, short, short_in_day]: [&'static str; 5]) -> Month {
    Month {
        name,
        in_day,
        within,
        short,
        short_in_day,
    }
}

/// A month whose name has one form, and one abbreviation.
const fn uninflected(name: &'static str, short: &'static str) -> Month {
    month([name, name, name, short, short])
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::Ru, Lang::En];
    /// For readers of any other language.
    pub const FALLBACK: Lang = Lang::En;

    pub fn rules(self) -> &'static Language {
        match self {
            Lang::Ru => &RUSSIAN,
            Lang::En => &ENGLISH,
        }
    }

    /// Makes a value for each language.
    pub fn each<T>(mut value: impl FnMut(Lang) -> T) -> Each<T> {
        [value(Lang::Ru), value(Lang::En)]
    }

    /// The language tag, as `Content-Language` and the dataset's texts write it.
    pub fn tag(self) -> &'static str {
        self.rules().tag
    }

    /// The path of the overview, which ends with a slash.
    pub fn home(self) -> &'static str {
        self.rules().home
    }

    /// The beginning of every path of this language.
    pub fn prefix(self) -> &'static str {
        self.home().trim_end_matches('/')
    }

    /// The language of a path: the first of the table where no prefix is another's [D6].
    pub fn of_path(path: &str) -> Self {
        for lang in Lang::ALL {
            if !lang.prefix().is_empty() && path.starts_with(lang.home()) {
                return lang;
            }
        }

        Lang::ALL[0]
    }

    /// The languages that are offered beside this one.
    pub fn others(self) -> impl Iterator<Item = Lang> {
        Lang::ALL.into_iter().filter(move |lang| *lang != self)
    }

    pub fn numbers(self) -> &'static Numbers {
        &self.rules().numbers
    }

    /// The forms of a month's name; January is 0.
    pub fn month(self, month0: u32) -> &'static Month {
        &self.rules().months[month0 as usize % 12]
    }

    /// The value of this language.
    pub fn pick<T: Copy>(self, values: Each<T>) -> T {
        values[self as usize]
    }

    pub fn plural_categories(self) -> &'static [PluralCategory] {
        self.rules().plurals
    }

    /// The form of a noun behind a number with these digits before the point. `forms` are in the order of
    /// [`Lang::plural_categories`]; the last ones may be missing where no such number occurs.
    pub fn plural<T>(self, whole: u128, has_fraction: bool, forms: &[T]) -> Option<&T> {
        let category = (self.rules().plural)(whole, has_fraction);
        let mut categories = self.plural_categories().iter();
        forms.get(categories.position(|other| *other == category)?)
    }

    /// The form behind a count.
    pub fn counted(self, count: usize, forms: Each<&[&'static str]>) -> &'static str {
        let form = self.plural(count as u128, false, self.pick(forms));
        form.copied().unwrap_or_default()
    }

    /// Returns true if a space behind `word`, or one before `next`, joins a number's scale to its unit.
    pub fn is_scale(self, word: &str, next: &str) -> bool {
        let rules = self.rules();
        rules.scales_before_unit.contains(&word) || rules.scales_behind_unit.contains(&next)
    }

    /// The line of a paragraph that begins with the tag of the language: `en: Year to date`.
    pub fn line_of(self, paragraph: &str) -> Option<&str> {
        let mut lines = paragraph.lines();
        lines.find_map(|line| line.strip_prefix(self.tag())?.strip_prefix(": "))
    }
}

/// A value in every language: a missing translation cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Localized<T>(Each<T>);

impl<T> Localized<T> {
    pub fn get(&self, lang: Lang) -> &T {
        &self.0[lang as usize]
    }

    /// The value of each language.
    pub fn into_each(self) -> impl Iterator<Item = (Lang, T)> {
        Lang::ALL.into_iter().zip(self.0)
    }

    pub fn build(value: impl FnMut(Lang) -> T) -> Self {
        Localized(Lang::each(value))
    }

    pub fn try_build<E>(mut value: impl FnMut(Lang) -> Result<T, E>) -> Result<Self, E> {
        Ok(Localized([value(Lang::Ru)?, value(Lang::En)?]))
    }
}

impl<T: Default> Default for Localized<T> {
    fn default() -> Self {
        Localized::build(|_| T::default())
    }
}

impl<T> Localized<Option<T>> {
    /// Nothing where one is missing.
    pub fn complete(self) -> Option<Localized<T>> {
        let [ru, en] = self.0;
        Some(Localized([ru?, en?]))
    }
}

/// A sentence in a language, with the values that are in scope filled in.
macro_rules! text {
    ($lang:expr, $($text:literal),+ $(,)?) => {
        std::fmt::format($lang.pick([$(format_args!($text)),+]))
    };
}

/// Functions that give one text each: a fixed one, that of an enum's variant or of a name, a list of texts, or a sentence
/// with values filled in. And structs of fixed texts, each with a function that gives it in a language.
macro_rules! texts {
    () => {};
    ($(#[$doc:meta])* $name:ident { $($text:expr),+ } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(lang: $crate::model::Lang) -> &'static str {
            lang.pick([$($text),+])
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($of:ident) { $($($variant:ident $(($($inner:tt)*))?)|+ => { $($text:expr),+ })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(value: $of, lang: $crate::model::Lang) -> &'static str {
            lang.pick(match value { $($($of::$variant $(($($inner)*))?)|+ => [$($text),+],)* })
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident(&str) { $($key:literal => { $($text:expr),+ })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(code: &str, lang: $crate::model::Lang) -> Option<&'static str> {
            Some(lang.pick(match code {
                $($key => [$($text),+],)*
                _ => return None,
            }))
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident[$count:literal] { $({ $($text:expr),+ })* } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name(lang: $crate::model::Lang) -> [&'static str; $count] {
            [$(lang.pick([$($text),+])),*]
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $name:ident($($value:ident),*) { $($text:literal),+ } $($rest:tt)*) => {
        $(#[$doc])*
        pub fn $name($($value: impl std::fmt::Display,)* lang: $crate::model::Lang) -> String {
            $crate::model::text!(lang, $($text),+)
        }
        $crate::model::texts! { $($rest)* }
    };
    ($(#[$doc:meta])* $table:ident, $function:ident: $($name:ident { $($text:expr),+ })*) => {
        $(#[$doc])*
        pub struct $table {
            $(pub $name: &'static str,)*
        }

        pub fn $function(lang: $crate::model::Lang) -> $table {
            $table { $($name: lang.pick([$($text),+])),* }
        }
    };
}

pub(crate) use {text, texts};

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

        assert_eq!(Lang::each(Lang::prefix), ["", "/en"]);
    }

    #[test]
    fn nouns_agree_with_their_count() {
        let forms: [&[&str]; 2] = [&["ошибка", "ошибки", "ошибок"], &["error", "errors"]];
        for (lang, form, counts) in [
            (Lang::Ru, "ошибка", &[1, 21, 101, 1001][..]),
            (Lang::Ru, "ошибки", &[2, 3, 4, 22, 24, 102]),
            (
                Lang::Ru,
                "ошибок",
                &[0, 5, 10, 11, 12, 13, 14, 15, 20, 25, 111, 112, 114],
            ),
            (Lang::En, "error", &[1]),
            (Lang::En, "errors", &[0, 2, 21]),
        ] {
            counts
                .iter()
                .for_each(|&count| assert_eq!(lang.counted(count, forms), form, "{count}"));
        }
    }
}
