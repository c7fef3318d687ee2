//! Units, and the form that their words take behind a number.

use super::{Lang, Localized, Number};

/// A unit with its scale: `AZN mn` means million manat [S2.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The code that the dataset's files use.
    pub id: String,
    /// The text that readers see.
    pub text: Localized<String>,
    /// The forms that the text takes behind a number [D9].
    pub plural: Option<Plural>,
    /// What SDMX calls it.
    pub sdmx: Option<UnitSdmx>,
}

/// A unit in the code lists of SDMX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitSdmx {
    /// `UNIT_MEASURE`: a currency of ISO 4217, `PC`, `IX`, or a code of the dataset's own.
    pub measure: String,
    /// `UNIT_MULT`: the power of ten of the scale, 6 for millions.
    pub multiplier: u8,
}

/// The forms of a unit by the plural categories that CLDR gives the two languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plural {
    /// 1 манат, 2 маната, 5 манатов, 1,7 маната.
    pub ru: RussianForms,
    /// 1 manat, 1.7 manats.
    pub en: EnglishForms,
}

/// The categories of Russian.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RussianForms {
    /// 1, 21, 101.
    pub one: String,
    /// 2, 3, 4, 22.
    pub few: String,
    /// 0, 5, 11, 12, 100.
    pub many: String,
    /// Everything with digits behind the point.
    pub other: String,
}

/// The categories of English.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnglishForms {
    /// 1 without digits behind the point.
    pub one: String,
    /// Everything else.
    pub other: String,
}

impl Unit {
    /// A unit that has a text and nothing more.
    pub fn new(id: String, text: Localized<String>) -> Self {
        Unit { id, text, plural: None, sdmx: None }
    }

    /// The unit behind `value` as it is written: with `decimals` digits behind the point, or as many as it has where
    /// those are more. A unit without plural forms has one text for every number.
    pub fn text_for(&self, value: Number, decimals: u8, lang: Lang) -> &str {
        let Some(plural) = &self.plural else { return self.text.get(lang) };
        let fraction = decimals.max(value.decimals()) > 0;
        let whole = value.in_units(0).unsigned_abs();
        match lang {
            Lang::Ru => plural.ru.form(whole, fraction),
            Lang::En => plural.en.form(whole, fraction),
        }
    }
}

impl RussianForms {
    fn form(&self, whole: u128, fraction: bool) -> &str {
        match (whole % 10, whole % 100) {
            _ if fraction => &self.other,
            (1, last_two) if last_two != 11 => &self.one,
            (2..=4, last_two) if !(12..=14).contains(&last_two) => &self.few,
            _ => &self.many,
        }
    }
}

impl EnglishForms {
    fn form(&self, whole: u128, fraction: bool) -> &str {
        if whole == 1 && !fraction { &self.one } else { &self.other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manat() -> Unit {
        let form = |text: &str| text.to_owned();
        Unit {
            plural: Some(Plural {
                ru: RussianForms {
                    one: form("манат"),
                    few: form("маната"),
                    many: form("манатов"),
                    other: form("маната (дробь)"),
                },
                en: EnglishForms { one: form("manat"), other: form("manats") },
            }),
            ..Unit::new("azn".into(), Localized { ru: form("AZN"), en: form("AZN") })
        }
    }

    #[test]
    fn the_form_follows_the_number_as_it_is_written() {
        for (value, decimals, ru, en) in [
            ("1", 0, "манат", "manat"),
            ("-1", 0, "манат", "manat"),
            ("21", 0, "манат", "manats"),
            ("11", 0, "манатов", "manats"),
            ("111", 0, "манатов", "manats"),
            ("2", 0, "маната", "manats"),
            ("13", 0, "манатов", "manats"),
            ("1234", 0, "маната", "manats"),
            ("5", 0, "манатов", "manats"),
            ("0", 0, "манатов", "manats"),
            ("9999999999999999999999999991", 0, "манат", "manats"),
            ("1.7", 0, "маната (дробь)", "manats"),
            ("1", 2, "маната (дробь)", "manats"),
            ("0.0000000000000000000000000001", 0, "маната (дробь)", "manats"),
        ] {
            let unit = manat();
            let value: Number = value.parse().unwrap();
            let forms = Lang::ALL.map(|lang| unit.text_for(value, decimals, lang));
            assert_eq!(forms, [ru, en], "{value} with {decimals}");
        }
    }

    #[test]
    fn without_forms_there_is_one_text() {
        let unit = Unit { plural: None, ..manat() };
        assert_eq!(unit.text_for("5".parse().unwrap(), 0, Lang::Ru), "AZN");
    }
}
