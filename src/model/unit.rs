//! Units, the form that their words take behind a number, and the names of units and dataset in SDMX.

use super::*;

/// A unit with its scale: `EUR mn` means million euros [S2.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The code that the dataset's files use.
    pub id: String,
    pub text: Localized<String>,
    /// The forms that the text takes behind a number [D9], in the order of the language's categories.
    pub plural: Option<Localized<Vec<String>>>,
    pub sdmx: Option<UnitSdmx>,
}

/// `UNIT_MEASURE` of percentages.
const PERCENT: &str = "PC";

/// A unit in the code lists of SDMX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitSdmx {
    /// `UNIT_MEASURE`: a currency of ISO 4217, `PC`, `IX`, or a code of the dataset's own.
    pub measure: String,
    /// `UNIT_MULT`: the power of ten of the scale, 6 for millions.
    pub multiplier: u8,
}

/// The identifiers under which a dataset is offered as SDMX; without them it is not [D9].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sdmx {
    pub agency: String,
    pub dataflow: String,
    /// `REF_AREA`: the country or area of every series.
    pub ref_area: String,
    /// Its name; without it the code stands for it.
    pub area_name: Option<Localized<String>>,
}

impl Unit {
    pub fn new(id: String, text: Localized<String>) -> Self {
        Unit { id, text, plural: None, sdmx: None }
    }

    /// Whether values in it are percentages, whose changes are percentage points: by its sign, or by its code in SDMX where
    /// it is written in words.
    pub fn is_percent(&self) -> bool {
        let is_coded = self.sdmx.as_ref().is_some_and(|sdmx| sdmx.measure == PERCENT && sdmx.multiplier == 0);
        is_coded || Lang::ALL.iter().all(|lang| self.text.get(*lang) == "%")
    }

    /// The unit behind `value` as it is written. A unit without plural forms has one text for every number.
    pub fn text_for(&self, value: &Shown, lang: Lang) -> &str {
        let forms = self.plural.as_ref().map(|forms| forms.get(lang));
        forms
            .and_then(|forms| lang.plural(value.whole(), value.has_fraction(), forms))
            .unwrap_or(self.text.get(lang))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Number;

    fn manat() -> Unit {
        let all: [&[&str]; 2] = [&["манат", "маната", "манатов", "маната (дробь)"], &["manat", "manats"]];
        let forms = |lang: Lang| lang.pick(all).iter().map(|form| (*form).to_owned()).collect();
        let unit = Unit::new("azn".into(), Localized::build(|_| "AZN".to_owned()));
        Unit { plural: Some(Localized::build(forms)), ..unit }
    }

    #[test]
    fn percentages_may_be_written_in_words() {
        let unit = |text: &str, measure: &str, multiplier| {
            let sdmx = Some(UnitSdmx { measure: measure.to_owned(), multiplier });
            Unit { sdmx, ..Unit::new("unit".to_owned(), Localized::build(|_| text.to_owned())) }
        };
        assert!(Unit::new("unit".to_owned(), Localized::build(|_| "%".to_owned())).is_percent());
        assert!(unit("per cent", "PC", 0).is_percent() && unit("% of GDP", "PC", 0).is_percent());
        assert!(!unit("per cent", "IX", 0).is_percent() && !unit("AZN", "AZN", 0).is_percent());
        assert!(!unit("millions of per cent", "PC", 6).is_percent());
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
            let forms = Lang::ALL.map(|lang| unit.text_for(&value.shown(decimals), lang));
            assert_eq!(forms, [ru, en], "{value} with {decimals}");
        }
    }

    #[test]
    fn without_forms_there_is_one_text() {
        let unit = Unit { plural: None, ..manat() };
        assert_eq!(unit.text_for(&"5".parse::<Number>().unwrap().shown(0), Lang::Ru), "AZN");
    }
}
