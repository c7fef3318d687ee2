//! The two languages that the service speaks, and a value in both of them.

/// A language of the interface [S2.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    /// Russian: paths without a prefix.
    Ru,
    /// English: paths under `/en`.
    En,
}

impl Lang {
    /// Both languages, Russian first.
    pub const ALL: [Lang; 2] = [Lang::Ru, Lang::En];

    /// The language tag, as `Content-Language` and the dataset's texts write it.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::Ru => "ru",
            Lang::En => "en",
        }
    }

    /// The language that this one is not.
    pub fn other(self) -> Self {
        match self {
            Lang::Ru => Lang::En,
            Lang::En => Lang::Ru,
        }
    }

    /// What stands before every path of this language.
    pub fn prefix(self) -> &'static str {
        match self {
            Lang::Ru => "",
            Lang::En => "/en",
        }
    }
}

/// A value in both languages: a missing translation cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Localized<T> {
    /// The Russian value.
    pub ru: T,
    /// The English value.
    pub en: T,
}

impl<T> Localized<T> {
    /// The value in `lang`.
    pub fn get(&self, lang: Lang) -> &T {
        match lang {
            Lang::Ru => &self.ru,
            Lang::En => &self.en,
        }
    }

    /// Builds both values, Russian first.
    pub fn build(mut value: impl FnMut(Lang) -> T) -> Self {
        Localized { ru: value(Lang::Ru), en: value(Lang::En) }
    }

    /// Builds both values, Russian first.
    ///
    /// # Errors
    /// The first of `value`.
    pub fn try_build<E>(mut value: impl FnMut(Lang) -> Result<T, E>) -> Result<Self, E> {
        Ok(Localized { ru: value(Lang::Ru)?, en: value(Lang::En)? })
    }

    /// Turns both values into others.
    pub fn map<U>(self, mut value: impl FnMut(Lang, T) -> U) -> Localized<U> {
        Localized { ru: value(Lang::Ru, self.ru), en: value(Lang::En, self.en) }
    }
}
