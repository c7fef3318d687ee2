//! The table of languages: a row has everything but the texts in which they differ.

/// Declares [`Lang`] and the row of each of its variants. The order is that of everything that has all languages.
macro_rules! languages {
    ($($name:ident($value:ident): $row:expr,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Lang {
            $($name),*
        }

        impl Lang {
            pub const ALL: [Lang; [$(Lang::$name),*].len()] = [$(Lang::$name),*];

            /// A value for each language, or the first error.
            pub fn try_all<T, E>(value: impl FnMut(Lang) -> Result<T, E>) -> Result<[T; Lang::ALL.len()], E> {
                let [$($value),*] = Lang::ALL.map(value);
                Ok([$($value?),*])
            }
        }

        pub static LANGUAGES: [Language; Lang::ALL.len()] = [$($row),*];
    };
}

pub struct Language {
    pub tag: &'static str,
    pub locale: &'static str,
    pub english_name: &'static str,
    pub own_name: &'static str,
    pub home: &'static str,
    pub numbers: Numbers,
    pub plurals: &'static [PluralCategory],
    /// The category of a number by its digits before the point, and whether there are some behind it.
    pub plural: fn(u128, bool) -> PluralCategory,
    pub months: [Month; 12],
    /// `млн евро`: no break behind these.
    pub scales_before_unit: &'static [&'static str],
    /// `EUR mn`: no break before these.
    pub scales_behind_unit: &'static [&'static str],
    /// No break behind these.
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

/// A category of CLDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluralCategory {
    One,
    Few,
    Many,
    Other,
}

impl PluralCategory {
    pub fn name(self) -> &'static str {
        match self {
            PluralCategory::One => "one",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        }
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

languages! {
    Ru(ru): Language {
        tag: "ru",
        locale: "ru_RU",
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
        plurals: &[PluralCategory::One, PluralCategory::Few, PluralCategory::Many, PluralCategory::Other],
        plural: |whole, has_fraction| match (whole % 10, whole % 100) {
            _ if has_fraction => PluralCategory::Other,
            (_, 11..=14) => PluralCategory::Many,
            (1, _) => PluralCategory::One,
            (2..=4, _) => PluralCategory::Few,
            _ => PluralCategory::Many,
        },
        months: [
            month(["январь", "января", "январе"], ["янв.", "янв."]),
            month(["февраль", "февраля", "феврале"], ["февр.", "февр."]),
            month(["март", "марта", "марте"], ["март", "марта"]),
            month(["апрель", "апреля", "апреле"], ["апр.", "апр."]),
            month(["май", "мая", "мае"], ["май", "мая"]),
            month(["июнь", "июня", "июне"], ["июнь", "июня"]),
            month(["июль", "июля", "июле"], ["июль", "июля"]),
            month(["август", "августа", "августе"], ["авг.", "авг."]),
            month(["сентябрь", "сентября", "сентябре"], ["сент.", "сент."]),
            month(["октябрь", "октября", "октябре"], ["окт.", "окт."]),
            month(["ноябрь", "ноября", "ноябре"], ["нояб.", "нояб."]),
            month(["декабрь", "декабря", "декабре"], ["дек.", "дек."]),
        ],
        scales_before_unit: &["млн", "млрд", "тыс.", "трлн"],
        scales_behind_unit: &[],
        short_words: &["а", "в", "и", "к", "о", "с", "у", "я", "А", "В", "И", "К", "О", "С", "У", "Я"],
    },
    En(en): Language {
        tag: "en",
        locale: "en_GB",
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
            month(["January"; 3], ["Jan"; 2]),
            month(["February"; 3], ["Feb"; 2]),
            month(["March"; 3], ["Mar"; 2]),
            month(["April"; 3], ["Apr"; 2]),
            month(["May"; 3], ["May"; 2]),
            month(["June"; 3], ["June"; 2]),
            month(["July"; 3], ["July"; 2]),
            month(["August"; 3], ["Aug"; 2]),
            month(["September"; 3], ["Sept"; 2]),
            month(["October"; 3], ["Oct"; 2]),
            month(["November"; 3], ["Nov"; 2]),
            month(["December"; 3], ["Dec"; 2]),
        ],
        scales_before_unit: &[],
        scales_behind_unit: &["mn", "bn", "pp"],
        short_words: &[],
    },
}

const fn month([name, in_day, within]: [&'static str; 3], [short, short_in_day]: [&'static str; 2]) -> Month {
    Month { name, in_day, within, short, short_in_day }
}
