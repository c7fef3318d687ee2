//! The code lists: which values dimensions and attributes may have, with their names in both languages.

use super::super::text::{self, SdmxTerm};
use super::codes::Units;
use super::ids::CODELISTS;
use super::structure::{Writer, names};
use crate::dataset::Dataset;
use crate::model::{Lang, Localized, Sdmx};

/// Each code list as an element, in the order of [`CODELISTS`].
pub fn all(
    dataset: &Dataset,
    sdmx: &Sdmx,
    units: &Units<'_>,
    write: &Writer<'_>,
) -> [String; CODELISTS.len()] {
    let fixed = |codes: &[&str]| -> String {
        codes.iter().map(|code| element(code, |lang| text::sdmx_code(code, lang).to_owned())).collect()
    };
    let indicators = dataset
        .indicators()
        .map(|of| element(of.key.as_str(), |lang| of.name.get(lang).clone()))
        .collect::<String>();
    let measures = units.measures().into_iter().map(|(code, unit)| {
        element(code, |lang| {
            let known = text::sdmx_code(code, lang);
            let own = unit.filter(|_| known == code).map(|unit| unit.text.get(lang).as_str());
            own.unwrap_or(known).to_owned()
        })
    });
    let multipliers = units
        .multipliers()
        .into_iter()
        .map(|power| element(&power.to_string(), |lang| text::power_of_ten(power, lang)));
    let area = element(&sdmx.ref_area, |lang| text::sdmx_code(&sdmx.ref_area, lang).to_owned());
    let contents = [
        fixed(&["D", "M", "_U"]),
        area,
        indicators,
        fixed(&["A", "B", "E", "P", "V"]),
        measures.collect(),
        multipliers.collect(),
        fixed(&["PERIOD", "YTD", "YTD_AVERAGE"]),
    ];
    let terms = [
        SdmxTerm::Frequency,
        SdmxTerm::Area,
        SdmxTerm::Indicator,
        SdmxTerm::ObservationStatus,
        SdmxTerm::UnitMeasure,
        SdmxTerm::UnitMultiplier,
        SdmxTerm::TimeSpan,
    ];
    let mut parts = CODELISTS.into_iter().zip(terms).zip(contents);
    CODELISTS.map(|_| {
        let Some(((id, term), codes)) = parts.next() else { return String::new() };
        write.maintainable("Codelist", id, |lang| text::sdmx_term(term, lang).to_owned(), &codes)
    })
}

fn element(code: &str, name: impl Fn(Lang) -> String) -> String {
    format!("<str:Code id=\"{code}\">{}</str:Code>", names(&Localized::build(name)))
}
